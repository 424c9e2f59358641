//! `solve`, `count`, `unique` and `cheapest`; `sample` and `options`.

use crate::args::{Diagram, Question, SearchArgs};
use crate::checkpoint;
use crate::drawing::Places;
use crate::problem;
use crate::progress::look;
use cli_manners::interrupt::Interrupt;
use cli_manners::json::{array, Object, Quoted};
use cli_manners::limits::{self, obstacle};
use cli_manners::meter::Meter;
use cli_manners::{tell, threads, Failure, Verdict};
use exactcover::{
    Count, First, Limit, OptionId, Outcome, Problem, Report, Search, SplitMix64, Stats, Ties,
    Unique,
};
use rayon::ThreadPool;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

pub(crate) fn run(
    question: Question,
    args: &SearchArgs,
    out: &mut impl Write,
) -> Result<Verdict, Failure> {
    let pool = threads::pool(args.threads)?;
    let begin = Instant::now();
    let text = args.problem.read()?;
    let problem = problem::read(&text)?.problem;
    if searches(question, args) {
        problem::refuse_by_engine(&text, &problem, args.engine)?;
    }
    let lines: Vec<&str> = text.text.lines().collect();
    let reading = begin.elapsed();

    let places = match args.svg {
        Some(theme) => Some(Places::new(&text.name, &problem, theme)?),
        None => None,
    };
    let meter = Meter::new(args.progress, question == Question::Solve).map(Arc::new);
    let interrupt = Interrupt::catch();
    let mut search = set_up(&problem, args, &interrupt);
    if let Some(meter) = meter.clone() {
        search = search.watch(move |progress| look(&meter, &progress));
    }
    let clear = || meter.iter().for_each(|meter| meter.clear());

    let begin = Instant::now();
    let mut solutions = None;
    let line = |&option: &OptionId| *problem.label(option);
    let (answer, report) = match question {
        Question::Solve => {
            let mut print = |number, mut options: Vec<usize>| {
                clear();
                options.sort_unstable();
                match &places {
                    Some(places) => {
                        let options = options.iter().map(|&line| (line, lines[line - 1]));
                        let picture = places.draw(&options.collect::<Vec<_>>())?;
                        Ok(out.write_all(picture.as_bytes())?)
                    }
                    None => Ok(print_solution(out, args, (number, None), &options, &lines)?),
                }
            };
            let report = match &args.checkpoint {
                Some(path) => {
                    let problem = (&problem, &*text.text);
                    let print: &mut dyn FnMut(_, _) -> _ = &mut print;
                    let meter = meter.as_deref();
                    checkpoint::search(path, args, problem, &interrupt, meter, Some(print))?
                }
                None => solve(&search, pool.as_ref(), args.first == Some(1), print)?,
            };
            (Answer::Solve, report)
        }
        Question::Count => {
            let report = match (&args.checkpoint, &pool) {
                (Some(path), _) => {
                    let problem = (&problem, &*text.text);
                    checkpoint::search(path, args, problem, &interrupt, meter.as_deref(), None)?
                }
                (None, pool) => {
                    let (counted, report) = count(&search, args.diagram, pool.as_ref());
                    solutions = Some(counted);
                    report
                }
            };
            (Answer::Count, report)
        }
        Question::Unique => {
            let report = match &pool {
                Some(pool) => pool.install(|| search.par_unique()),
                None => search.unique(),
            };
            let answer = match &report.answer {
                Unique::None => "none",
                Unique::One(_) => "one",
                Unique::Many(..) => "many",
                Unique::Unknown(..) => "unknown",
            };
            (Answer::Unique(answer), report.map(|_| ()))
        }
        Question::Cheapest(k) => {
            let report = search.cheapest(k);
            clear();
            for (number, (cost, solution)) in (1..).zip(&report.answer) {
                let mut options: Vec<usize> = solution.labels().copied().collect();
                options.sort_unstable();
                print_solution(out, args, (number, Some(*cost)), &options, &lines)?;
            }
            solutions = Some(Count::from(report.answer.len() as u64));
            (Answer::Cheapest, report.map(|_| ()))
        }
        Question::Sample(wanted, seed) => {
            let report = search.compile();
            clear();
            if let Some(circuit) = &report.answer {
                let mut random = SplitMix64::new(seed);
                let mut sample = || circuit.sample(&mut random);
                for (number, sampled) in (1..=wanted).map_while(|number| Some((number, sample()?)))
                {
                    let options: Vec<usize> = sampled.iter().map(line).collect();
                    print_solution(out, args, (number as u128, None), &options, &lines)?;
                }
                solutions = Some(circuit.count().clone());
            }
            (Answer::Sample, report.map(|_| ()))
        }
        Question::Options => {
            let report = search.compile();
            clear();
            if let Some(circuit) = &report.answer {
                let options = problem.options();
                for (option, count) in options.zip(circuit.option_counts()) {
                    print_option(out, args, &count, line(&option), &lines)?;
                }
                solutions = Some(circuit.count().clone());
            }
            (Answer::Options, report.map(|_| ()))
        }
    };
    let costs = Costs {
        reading,
        searching: begin.elapsed(),
        stats: report.stats,
        solutions: solutions.unwrap_or_else(|| report.stats.solutions.into()),
    };
    clear();
    if args.json {
        print_json(out, args, answer, report.outcome, &costs)?;
    } else {
        print_words(out, answer, report.outcome, &costs.solutions)?;
        if args.stats {
            // Nothing is left to be done if standard error is closed.
            let _ = io::stderr().write_all(costs.to_string().as_bytes());
        }
    }
    Ok(match report.outcome {
        Outcome::LimitReached(Limit::Cancelled) => interrupt.verdict(),
        outcome => verdict(answer, outcome, &costs.solutions),
    })
}

/// Whether it is the engine that answers.
fn searches(question: Question, args: &SearchArgs) -> bool {
    match question {
        Question::Cheapest(_) | Question::Sample(..) | Question::Options => false,
        Question::Solve | Question::Count | Question::Unique => args.diagram != Diagram::Always,
    }
}

pub(crate) fn set_up<'p>(
    problem: &'p Problem<usize>,
    args: &SearchArgs,
    interrupt: &Interrupt,
) -> Search<'p, usize> {
    let limits = limits::from_now(args.limit_nodes, args.limit_time, interrupt);
    let mut limits = limits.memory(args.limit_memory);
    if let Some(count) = args.first {
        limits = limits.solutions(count);
    }
    problem
        .search_with(args.engine)
        .strategy(args.strategy)
        .ties(args.seed.map_or(Ties::First, Ties::Random))
        .limits(limits)
}

/// Counts all solutions: by a diagram, by a search, or by what is faster.
fn count(
    search: &Search<'_, usize>,
    by: Diagram,
    pool: Option<&ThreadPool>,
) -> (Count, Report<()>) {
    let report = match (by, pool) {
        (Diagram::Always, Some(pool)) => pool.install(|| search.par_count_by_diagram()),
        (Diagram::Always, None) => search.count_by_diagram(),
        (Diagram::Perhaps, Some(pool)) => pool.install(|| search.par_count_all()),
        (Diagram::Perhaps, None) => search.count_all(),
        (Diagram::Never, Some(pool)) => pool.install(|| search.par_count()).map(Count::from),
        (Diagram::Never, None) => search.count().map(Count::from),
    };
    let answer = report.answer.clone();
    (answer, report.map(|_| ()))
}

/// Hands out the line numbers of every solution's options until there are no more, or `print`
/// fails. With a pool of threads it first waits for all of them; they are the same then, in the
/// same order, unless it is only one.
fn solve(
    search: &Search<'_, usize>,
    pool: Option<&ThreadPool>,
    only_one: bool,
    mut print: impl FnMut(u128, Vec<usize>) -> Result<(), Failure>,
) -> Result<Report<()>, Failure> {
    if only_one {
        // Any: the search may get help.
        let report = match pool {
            Some(pool) => pool.install(|| search.par_first()),
            None => search.first(),
        };
        let outcome = match report.answer {
            First::Found(solution) => {
                print(1, solution.labels().copied().collect())?;
                Outcome::LimitReached(Limit::Solutions)
            }
            First::None | First::Unknown(_) => report.outcome,
        };
        return Ok(Report {
            answer: (),
            outcome,
            stats: report.stats,
        });
    }
    if let Some(pool) = pool {
        // As many as the limit allows.
        let report = pool.install(|| search.par_take(usize::MAX));
        for (number, solution) in (1..).zip(&report.answer) {
            print(number, solution.labels().copied().collect())?;
        }
        return Ok(report.map(|_| ()));
    }
    let mut printed = Ok(());
    let mut number = 0;
    let report = search.run(|solution| {
        number += 1;
        printed = print(number, solution.labels().copied().collect());
        match printed {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    });
    printed.map(|()| report)
}

/// Writes a solution in one piece, so that a reader sees it as soon as it is found; with its cost
/// if that was asked for.
fn print_solution(
    out: &mut impl Write,
    args: &SearchArgs,
    (number, cost): (u128, Option<u128>),
    options: &[usize],
    lines: &[&str],
) -> io::Result<()> {
    let texts = options.iter().map(|&option| lines[option - 1].trim());
    let text = if args.json {
        let mut object = Object::new().raw("solution", number);
        if let Some(cost) = cost {
            object = object.raw("cost", cost);
        }
        object = object.raw("lines", array(options));
        format!("{}\n", object.raw("options", array(texts.map(Quoted))))
    } else if args.numbers {
        let numbers: Vec<String> = options.iter().map(ToString::to_string).collect();
        numbers.join(" ") + "\n"
    } else {
        texts.chain([""]).flat_map(|text| [text, "\n"]).collect()
    };
    let cost = match cost {
        Some(cost) if !args.json => format!("| cost {cost}\n"),
        _ => String::new(),
    };
    out.write_all((cost + &text).as_bytes())
}

/// Writes an option behind the number of solutions that have it.
fn print_option(
    out: &mut impl Write,
    args: &SearchArgs,
    count: &Count,
    option: usize,
    lines: &[&str],
) -> io::Result<()> {
    let text = lines[option - 1].trim();
    if args.json {
        let object = Object::new().raw("line", option).text("option", text);
        writeln!(out, "{}", object.raw("solutions", count))
    } else if args.numbers {
        writeln!(out, "{count} {option}")
    } else {
        writeln!(out, "{count} {text}")
    }
}

#[derive(Clone, Copy, Debug)]
enum Answer {
    Solve,
    Count,
    Unique(&'static str),
    Cheapest,
    Sample,
    Options,
}

fn verdict(answer: Answer, outcome: Outcome, solutions: &Count) -> Verdict {
    let yes = match answer {
        Answer::Solve | Answer::Cheapest | Answer::Sample => !solutions.is_zero(),
        Answer::Count | Answer::Options => true,
        Answer::Unique(answer) => answer == "one",
    };
    match outcome {
        Outcome::LimitReached(Limit::Solutions) => Verdict::Yes,
        Outcome::LimitReached(_) => Verdict::Incomplete,
        Outcome::Exhausted | Outcome::Stopped if yes => Verdict::Yes,
        Outcome::Exhausted | Outcome::Stopped => Verdict::No,
    }
}

fn print_words(
    out: &mut impl Write,
    answer: Answer,
    outcome: Outcome,
    solutions: &Count,
) -> io::Result<()> {
    let obstacle = match outcome {
        Outcome::LimitReached(Limit::Solutions) => None,
        _ => obstacle(outcome),
    };
    match (answer, obstacle) {
        (Answer::Solve, Some((why, _))) => {
            tell(format_args!("{why}: there may be more solutions"));
            Ok(())
        }
        (Answer::Cheapest, Some((why, _))) => {
            tell(format_args!("{why}: there may be cheaper solutions"));
            Ok(())
        }
        (Answer::Sample | Answer::Options, Some((why, _))) => {
            tell(why);
            Ok(())
        }
        (Answer::Options, None) => Ok(()),
        (Answer::Solve | Answer::Cheapest | Answer::Sample, None) => {
            if solutions.is_zero() {
                tell("no solution");
            }
            Ok(())
        }
        (Answer::Count, Some((why, _))) => writeln!(out, "{solutions} or more: {why}"),
        (Answer::Count, None) if outcome == Outcome::Exhausted => writeln!(out, "{solutions}"),
        (Answer::Count, None) => writeln!(out, "{solutions} or more"),
        (Answer::Unique(answer), None) => writeln!(out, "{answer}"),
        (Answer::Unique(answer), Some((why, _))) => writeln!(out, "{answer}: {why}"),
    }
}

fn print_json(
    out: &mut impl Write,
    args: &SearchArgs,
    answer: Answer,
    outcome: Outcome,
    costs: &Costs,
) -> io::Result<()> {
    let mut object = match answer {
        Answer::Solve => Object::new().text("command", "solve"),
        Answer::Count => Object::new().text("command", "count"),
        Answer::Unique(answer) => Object::new()
            .text("command", "unique")
            .text("answer", answer),
        Answer::Cheapest => Object::new().text("command", "cheapest"),
        Answer::Sample => Object::new().text("command", "sample"),
        Answer::Options => Object::new().text("command", "options"),
    };
    object = object
        .raw("solutions", &costs.solutions)
        .raw("complete", !matches!(outcome, Outcome::LimitReached(_)))
        .text_or_null("stopped_by", obstacle(outcome).map(|(_, option)| option));
    if args.stats {
        object = object.raw("stats", costs.json());
    }
    writeln!(out, "{object}")
}

/// What an answer has cost.
#[derive(Debug)]
pub(crate) struct Costs {
    pub(crate) reading: Duration,
    pub(crate) searching: Duration,
    pub(crate) stats: Stats,
    /// Of any size; the statistics end at 128 bits.
    pub(crate) solutions: Count,
}

impl Costs {
    pub(crate) fn json(&self) -> Object {
        Object::new()
            .text_or_null("engine", self.stats.engine)
            .raw("nodes", self.stats.nodes)
            .raw("updates", self.stats.updates)
            .raw("max_depth", self.stats.max_depth)
            .raw("seconds_reading", self.reading.as_secs_f64())
            .raw("seconds_searching", self.searching.as_secs_f64())
    }
}

impl std::fmt::Display for Costs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Stats {
            nodes,
            updates,
            max_depth,
            engine,
            ..
        } = self.stats;
        let solutions = &self.solutions;
        // A limit can come before there is one.
        writeln!(f, "engine     {}", engine.unwrap_or("none"))?;
        writeln!(f, "solutions  {solutions}")?;
        writeln!(f, "nodes      {nodes}")?;
        writeln!(f, "updates    {updates}")?;
        writeln!(f, "max depth  {max_depth}")?;
        writeln!(f, "reading    {:.6} s", self.reading.as_secs_f64())?;
        writeln!(f, "searching  {:.6} s", self.searching.as_secs_f64())
    }
}
