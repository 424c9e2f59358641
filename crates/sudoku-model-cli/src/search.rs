//! `solve`, `unique` and `count`.

use crate::answer::{Answer, Question};
use crate::puzzles::{self, worse, Entry};
use clap::ArgMatches;
use cli_manners::args::{flag, given, value};
use cli_manners::interrupt::Interrupt;
use cli_manners::json::{array, Object, Quoted};
use cli_manners::limits::{self, obstacle};
use cli_manners::meter::{clock, Meter};
use cli_manners::{tell, threads, Failure, Verdict};
use rayon::prelude::*;
use rayon::ThreadPool;
use std::fmt::Write as _;
use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use sudoku_model::text::{self, Style};
use sudoku_model::{Backend, Grid, Limit, Outcome};

/// As many puzzles for each thread are solved before their answers are printed.
const CHUNK: usize = 64;

struct Args {
    question: Question,
    backend: Option<Backend>,
    limit_memory: usize,
    limit_nodes: Option<u64>,
    limit_time: Option<Duration>,
    repeat: usize,
    stats: bool,
    line: bool,
    json: bool,
}

/// What all answers have in common.
struct Search<'a> {
    command: &'a str,
    args: Args,
    entries: &'a [Entry],
    interrupt: Interrupt,
}

pub(crate) fn run(
    command: &str,
    matches: &ArgMatches,
    out: &mut impl Write,
) -> Result<Verdict, Failure> {
    let pool = threads::pool(value(matches, "threads"))?;
    let begin = Instant::now();
    let entries = &puzzles::read(matches)?;
    let reading = begin.elapsed();
    let question = match command {
        "solve" => Question::Solve(value(matches, "limit").map_or(1, |most: u64| most as usize)),
        "unique" => Question::Unique,
        _ if flag(matches, "diagram") => Question::CountAll,
        _ => Question::Count(value(matches, "limit").unwrap_or(u64::MAX)),
    };
    let args = Args {
        question,
        backend: given(matches, "backend"),
        limit_memory: value(matches, "limit-memory").unwrap_or(limits::MEMORY),
        limit_nodes: value(matches, "limit-nodes"),
        limit_time: value(matches, "limit-time"),
        repeat: given(matches, "repeat"),
        stats: flag(matches, "stats"),
        line: flag(matches, "line"),
        json: flag(matches, "json"),
    };
    let interrupt = Interrupt::catch();
    let search = Search {
        command,
        args,
        entries,
        interrupt,
    };
    let meter = Meter::new(given(matches, "progress"), entries.len() > 1);
    let done = AtomicUsize::new(0);
    let begin = Instant::now();
    let mut work = || search.answers(pool.as_ref(), &done, meter.as_ref(), out);
    let (answers, verdict) = match &meter {
        Some(meter) => meter.during(|meter| look(meter, &done, entries.len()), work)?,
        None => work()?,
    };
    if search.args.stats && !search.args.json && !answers.is_empty() {
        let stats = search.stats(&answers).unwrap_or_default();
        tell(format_args!(
            "{stats}{:.3} s by the clock, {:.3} s for reading",
            begin.elapsed().as_secs_f64(),
            reading.as_secs_f64()
        ));
    }
    Ok(verdict)
}

/// A bar for people who wait.
fn look(meter: &Meter, done: &AtomicUsize, total: usize) {
    const WIDTH: usize = 30;
    let done = done.load(Ordering::Relaxed);
    meter.look(done as u64, |time, _| {
        let full = done * WIDTH / total.max(1);
        let bar = "#".repeat(full) + &".".repeat(WIDTH - full);
        format!("[{bar}] {done} of {total} puzzles, {}", clock(time))
    });
}

impl Search<'_> {
    /// Answers for all puzzles, in their order and printed as soon as may be, and the verdict.
    fn answers(
        &self,
        pool: Option<&ThreadPool>,
        done: &AtomicUsize,
        meter: Option<&Meter>,
        out: &mut impl Write,
    ) -> Result<(Vec<Answer>, Verdict), Failure> {
        let ask = |entry: &Entry| {
            let answer = self.ask(entry);
            done.fetch_add(1, Ordering::Relaxed);
            answer
        };
        let (mut answers, mut verdict) = (Vec::new(), Verdict::Yes);
        let size = pool.map_or(1, |pool| CHUNK * pool.current_num_threads());
        for entries in self.entries.chunks(size) {
            let answered: Vec<_> = match pool {
                Some(pool) => pool.install(|| entries.par_iter().map(ask).collect()),
                None => entries.iter().map(ask).collect(),
            };
            if let Some(meter) = meter {
                meter.clear();
            }
            for (entry, answer) in entries.iter().zip(answered) {
                let answer = answer?;
                self.print(out, entry, &answer)?;
                verdict = worse(verdict, self.verdict(&answer));
                answers.push(answer);
                // The others would tell no more.
                if matches!(verdict, Verdict::Interrupted(_)) {
                    return Ok((answers, verdict));
                }
            }
        }
        Ok((answers, verdict))
    }

    /// The fastest of so many answers, which are the same but for the time.
    fn ask(&self, entry: &Entry) -> Result<Answer, Failure> {
        let Args {
            question,
            backend,
            limit_memory,
            limit_nodes,
            limit_time,
            repeat,
            ..
        } = self.args;
        let once = || {
            let limits =
                limits::from_now(limit_nodes, limit_time, &self.interrupt).memory(limit_memory);
            let answer = question.ask(&entry.puzzle, backend, limits);
            answer.map_err(|wrong| Failure::Input(format!("{entry}: {wrong}")))
        };
        let mut fastest = once()?;
        for _ in 1..repeat {
            let answer = once()?;
            if answer.time < fastest.time {
                fastest = answer;
            }
        }
        Ok(fastest)
    }

    fn verdict(&self, answer: &Answer) -> Verdict {
        let yes = match self.args.question {
            Question::Solve(_) => !answer.count.is_zero(),
            Question::Unique => answer.count == 1,
            Question::Count(_) | Question::CountAll => true,
        };
        match answer.outcome {
            Outcome::LimitReached(Limit::Cancelled) => self.interrupt.verdict(),
            Outcome::LimitReached(_) => Verdict::Incomplete,
            Outcome::Exhausted | Outcome::Stopped if yes => Verdict::Yes,
            Outcome::Exhausted | Outcome::Stopped => Verdict::No,
        }
    }

    fn print(&self, out: &mut impl Write, entry: &Entry, answer: &Answer) -> Result<(), Failure> {
        if self.args.json {
            writeln!(out, "{}", self.json(entry, answer))?;
            return Ok(());
        }
        let shown = match self.args.question {
            Question::Count(_) | Question::CountAll => {
                match (obstacle(answer.outcome), answer.outcome) {
                    (Some((why, _)), _) => format!("{} or more: {why}", answer.count),
                    (None, Outcome::Stopped) => format!("{} or more", answer.count),
                    (None, _) => answer.count.to_string(),
                }
            }
            _ if self.args.line => self.lines(answer),
            _ => self.frames(answer),
        };
        // A line belongs to its puzzle without being told.
        let many = self.entries.len() > 1 && !self.args.line;
        puzzles::print(out, entry, many, &shown)
    }

    /// The only grid as a line, or words.
    fn lines(&self, answer: &Answer) -> String {
        let lines: Vec<String> = answer.grids.iter().map(Grid::to_string).collect();
        match (self.args.question, answer.word()) {
            (Question::Solve(_), _) if !lines.is_empty() => lines.join("\n"),
            (_, "one") => lines.concat(),
            (_, "many") => format!("many {}", lines.join(" ")),
            _ => answer.told(),
        }
    }

    /// Words, and the grids in frames.
    fn frames(&self, answer: &Answer) -> String {
        let mut frames: Vec<String> = Vec::new();
        if self.args.question == Question::Unique || answer.grids.is_empty() {
            frames.push(answer.told());
        }
        let grids = answer.grids.iter();
        frames.extend(grids.map(|grid| text::write(grid, Style::Framed)));
        frames.join("\n")
    }

    fn json(&self, entry: &Entry, answer: &Answer) -> Object {
        let mut object = entry.json(self.command);
        if self.args.question == Question::Unique {
            object = object.text("answer", answer.word());
        }
        let why = obstacle(answer.outcome).map(|(_, option)| option);
        let limit = (answer.outcome == Outcome::Stopped).then_some("limit");
        let enough = match self.args.question {
            Question::Unique => None,
            _ => limit,
        };
        object = object
            .raw("solutions", &answer.count)
            .raw("complete", why.is_none() && enough.is_none())
            .text_or_null("stopped_by", why.or(enough));
        if !matches!(self.args.question, Question::Count(_) | Question::CountAll) {
            let grids: Vec<String> = answer.grids.iter().map(Grid::to_string).collect();
            object = object.raw("grids", array(grids.iter().map(|grid| Quoted(grid))));
        }
        if let Some(reason) = &answer.reason {
            object = object.text("reason", reason);
        }
        if self.args.stats {
            let stats = Object::new()
                .raw("nodes", answer.stats.nodes)
                .raw("updates", answer.stats.updates)
                .raw("max_depth", answer.stats.max_depth)
                .raw("seconds", answer.time.as_secs_f64());
            object = object.raw("stats", stats);
        }
        object
    }

    /// How many puzzles there are of which kind, and what they took.
    fn stats(&self, answers: &[Answer]) -> Result<String, std::fmt::Error> {
        let mut told = String::new();
        writeln!(told, "{}", self.counts(answers))?;
        let us = Distribution::new(answers.iter().map(|answer| 1e6 * answer.time.as_secs_f64()));
        let times = self.entries.iter().zip(answers);
        let slowest = times.max_by_key(|(_, answer)| answer.time);
        writeln!(
            told,
            "us a puzzle: mean {:.1}, p50 {:.1}, p99 {:.1}, worst {:.1} ({})",
            us.mean(),
            us.percentile(50),
            us.percentile(99),
            us.percentile(100),
            slowest.map_or(String::new(), |(entry, _)| entry.to_string()),
        )?;
        let guesses = Distribution::new(answers.iter().map(|answer| answer.stats.nodes as f64));
        writeln!(
            told,
            "guesses: mean {:.1}, p50 {}, p99 {}, worst {}, all {}",
            guesses.mean(),
            guesses.percentile(50),
            guesses.percentile(99),
            guesses.percentile(100),
            guesses.sum(),
        )?;
        write!(told, "{:.3} s in all, ", us.sum() / 1e6)?;
        Ok(told)
    }

    fn counts(&self, answers: &[Answer]) -> String {
        let count = |is: &dyn Fn(&Answer) -> bool| answers.iter().filter(|it| is(it)).count();
        let solved = count(&|answer| !answer.count.is_zero());
        let mut counts = format!("{} puzzles: solved {solved}", answers.len());
        if !matches!(self.args.question, Question::Solve(1) | Question::Count(1)) {
            let words = ["one", "many"];
            let [one, many] = words.map(|word| count(&|answer| answer.word() == word));
            counts += &format!(", unique {one}, many {many}");
        }
        let none = count(&|answer| answer.word() == "none");
        let limited = |answer: &Answer| matches!(answer.outcome, Outcome::LimitReached(_));
        format!("{counts}, none {none}, unknown {}", count(&limited))
    }
}

/// Numbers, one a puzzle, in rising order.
struct Distribution(Vec<f64>);

impl Distribution {
    /// Of at least one number.
    fn new(numbers: impl Iterator<Item = f64>) -> Distribution {
        let mut numbers: Vec<f64> = numbers.collect();
        numbers.sort_by(f64::total_cmp);
        Distribution(numbers)
    }

    /// The smallest number that so many percent of the others do not exceed.
    fn percentile(&self, percent: usize) -> f64 {
        self.0[(self.0.len() * percent).div_ceil(100) - 1]
    }

    fn sum(&self) -> f64 {
        self.0.iter().sum()
    }

    fn mean(&self) -> f64 {
        self.sum() / self.0.len() as f64
    }
}
