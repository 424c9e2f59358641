//! Solves sudokus from files and tells what they took.
//!
//! `cargo run --release --package sudoku-model --example sudoku_batch -- [OPTIONS] FILES...`
//!
//! One puzzle a line (the side follows from the length), or any form that
//! `sudoku_model::text::puzzles` reads. Times are from the grid to the answer, or with a backend
//! from the model to the answer. Solutions are checked against the rules, which is not timed.

#[path = "common/arguments.rs"]
mod arguments;
#[path = "common/batch.rs"]
mod batch;
#[path = "common/meter.rs"]
mod meter;
#[path = "common/program.rs"]
mod program;

use arguments::{positive, seconds};
use batch::Distribution;
use std::error::Error;
use std::io::Write;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use sudoku_model::{
    text, Backend, Batch, First, Grid, Limits, Model, Outcome, Report, TextError, Unique,
};

const USAGE: &str = "\
usage: sudoku_batch [OPTIONS] FILES...
  --limit K             look for K grids of each puzzle (2, which tells unique ones from others)
  --engine NAME         batch (no model is made), or a backend: auto, or one of its choices (batch)
  --limit-nodes N       give a puzzle up after so many guesses
  --limit-time SECONDS  give a puzzle up after that time
  --repeat N            solve each puzzle N times and report the fastest (1)
  --threads N           solve so many puzzles at a time (1)";

struct Options {
    limit: usize,
    /// `None` for the batch.
    backend: Option<Backend>,
    nodes: Option<usize>,
    time: Option<Duration>,
    repeat: usize,
    threads: usize,
    files: Vec<String>,
}

fn options(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut options = Options {
        limit: 2,
        backend: None,
        nodes: None,
        time: None,
        repeat: 1,
        threads: 1,
        files: Vec::new(),
    };
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().unwrap_or_default();
        match argument.as_str() {
            "--limit" => options.limit = positive(&argument, &value())?,
            "--engine" => {
                let name = value();
                options.backend = match name.as_str() {
                    "batch" => None,
                    name => Some(batch::backend(name)?),
                };
            }
            "--limit-nodes" => options.nodes = Some(positive(&argument, &value())?),
            "--limit-time" => options.time = Some(seconds(&value())?),
            "--repeat" => options.repeat = positive(&argument, &value())?,
            "--threads" => options.threads = threads(&value())?,
            option if option.starts_with('-') => return Err(format!("unknown option {option}")),
            _ => options.files.push(argument),
        }
    }
    if options.files.is_empty() {
        return Err("no files".into());
    }
    Ok(options)
}

/// As many threads more than processor cores are taken as given; still more are a mistake.
const SPARE_THREADS: usize = 64;

fn threads(text: &str) -> Result<usize, String> {
    let threads = positive("--threads", text)?;
    let most = thread::available_parallelism().map_or(1, usize::from) + SPARE_THREADS;
    if threads > most {
        let what = format!("{SPARE_THREADS} more than processor cores");
        return Err(format!(
            "--threads takes at most {most}, {what}, found {threads}"
        ));
    }
    Ok(threads)
}

/// A puzzle of a file.
struct Puzzle {
    line: usize,
    grid: Grid,
    /// `None` if the givens break a rule by themselves, so that no grid fits.
    model: Option<Model>,
}

fn read(text: &str) -> Result<Vec<Puzzle>, TextError> {
    let puzzles = text::puzzles(text).map(|(line, grid)| {
        let grid = grid?;
        let model = Model::builder(grid.shape()).givens(&grid).build().ok();
        Ok(Puzzle { line, grid, model })
    });
    puzzles.collect()
}

/// What came out for a puzzle.
#[derive(Clone, Default)]
struct Answer {
    /// How many grids were found.
    grids: usize,
    /// Whether it was given up.
    unknown: bool,
    guesses: u64,
    seconds: f64,
}

/// Up to two solutions, and how many there are.
type Found = (Vec<Grid>, usize);

fn by_batch(grid: &Grid, limit: usize, limits: Limits) -> Report<Found> {
    let batch = Batch::new().limits(limits);
    let puzzles = std::slice::from_ref(grid);
    let report = match limit {
        1 => batch.first(puzzles).remove(0).map(|first| match first {
            First::Found(grid) => vec![grid],
            _ => Vec::new(),
        }),
        2 => batch.unique(puzzles).remove(0).map(|unique| match unique {
            Unique::Many(one, other) => vec![one, other],
            Unique::One(grid) | Unique::Unknown(Some(grid), _) => vec![grid],
            _ => Vec::new(),
        }),
        _ => {
            let report = batch.count(puzzles, limit as u64).remove(0);
            return report.map(|count| (Vec::new(), count as usize));
        }
    };
    report.map(|grids| {
        let count = grids.len();
        (grids, count)
    })
}

fn by_backend(model: &Model, backend: Backend, limit: usize, limits: Limits) -> Report<Found> {
    let (mut grids, mut count) = (Vec::new(), 0);
    let solver = model.solver_with(backend).limits(limits);
    let report = solver.run(|grid| {
        count += 1;
        if count <= 2 {
            grids.push(grid);
        }
        if count == limit {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    report.map(|()| (grids, count))
}

fn answer(puzzle: &Puzzle, options: &Options) -> Result<Answer, String> {
    let mut fastest: Option<Answer> = None;
    for _ in 0..options.repeat {
        let mut limits = Limits::none();
        let begin = Instant::now();
        if let Some(nodes) = options.nodes {
            limits = limits.nodes(nodes as u64);
        }
        if let Some(time) = options.time {
            limits = limits.deadline(begin + time);
        }
        let report = match (options.backend, &puzzle.model) {
            (None, _) => by_batch(&puzzle.grid, options.limit, limits),
            (Some(backend), Some(model)) => {
                batch::check_fits(backend, model)
                    .map_err(|why| format!("line {}: {why}", puzzle.line))?;
                by_backend(model, backend, options.limit, limits)
            }
            (Some(_), None) => return Ok(Answer::default()),
        };
        let seconds = begin.elapsed().as_secs_f64();
        let (grids, count) = &report.answer;
        let checked = check(puzzle.model.as_ref(), grids);
        checked.map_err(|wrong| format!("line {}: {wrong}", puzzle.line))?;
        if fastest
            .as_ref()
            .map_or(true, |least| seconds < least.seconds)
        {
            fastest = Some(Answer {
                grids: *count,
                unknown: matches!(report.outcome, Outcome::LimitReached(_)),
                guesses: report.stats.nodes,
                seconds,
            });
        }
    }
    Ok(fastest.expect("at least one repetition"))
}

/// Whether up to two grids are different solutions.
fn check(model: Option<&Model>, grids: &[Grid]) -> Result<(), String> {
    for grid in grids {
        let checked = model.ok_or("a grid where there is none")?.verify(grid);
        checked.map_err(|broken| format!("a wrong grid: {broken}"))?;
    }
    match grids {
        [one, other] if one == other => Err("the same grid twice".into()),
        _ => Ok(()),
    }
}

/// The answers in the order of the puzzles, or what is wrong with the first of them that has none.
fn answers(puzzles: &[Puzzle], options: &Options) -> Result<Vec<Answer>, String> {
    meter::watch(puzzles.len(), |done| {
        let next = AtomicUsize::new(0);
        let work = || {
            let mut answers = Vec::new();
            loop {
                let k = next.fetch_add(1, Ordering::Relaxed);
                let answer = match puzzles.get(k) {
                    Some(puzzle) => answer(puzzle, options),
                    None => return answers,
                };
                let failed = answer.is_err();
                answers.push((k, answer));
                if failed {
                    return answers;
                }
                done.fetch_add(1, Ordering::Relaxed);
            }
        };
        // Whoever fails first, all puzzles before that one are somebody's and will be answered.
        let mut answers: Vec<(usize, Result<Answer, String>)> = thread::scope(|scope| {
            let more: Vec<_> = (1..options.threads).map(|_| scope.spawn(work)).collect();
            let mut answers = work();
            let more = more.into_iter().map(|part| part.join().expect("no panic"));
            answers.extend(more.flatten());
            answers
        });
        answers.sort_by_key(|&(k, _)| k);
        answers.into_iter().map(|(_, answer)| answer).collect()
    })
}

/// How many puzzles there are of which kind.
fn counts(answers: &[Answer], limit: usize) -> String {
    let count = |is: &dyn Fn(&Answer) -> bool| answers.iter().filter(|answer| is(answer)).count();
    let mut counts = format!("solved {}", count(&|answer| answer.grids > 0));
    if limit > 1 {
        let unique = count(&|answer| answer.grids == 1 && !answer.unknown);
        let many = count(&|answer| answer.grids > 1);
        counts += &format!(", unique {unique}, many {many}");
    }
    let none = count(&|answer| answer.grids == 0 && !answer.unknown);
    let unknown = count(&|answer| answer.unknown);
    format!("{counts}, none {none}, unknown {unknown}")
}

fn run(options: &Options, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    for path in &options.files {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
        let puzzles = read(&text).map_err(|error| format!("{path}:{error}"))?;
        let begin = Instant::now();
        let answers = answers(&puzzles, options).map_err(|error| format!("{path}: {error}"))?;
        let wall = begin.elapsed().as_secs_f64();
        writeln!(
            out,
            "{path}: {} puzzles, {}, engine {}",
            puzzles.len(),
            counts(&answers, options.limit),
            options.backend.map_or("batch", |backend| backend.name()),
        )?;
        if answers.is_empty() {
            continue;
        }
        let us = Distribution::new(answers.iter().map(|answer| 1e6 * answer.seconds).collect());
        let times = answers.iter().zip(&puzzles);
        let slowest = times.max_by(|a, b| a.0.seconds.total_cmp(&b.0.seconds));
        writeln!(
            out,
            "  us a puzzle: mean {:.1}, p50 {:.1}, p99 {:.1}, worst {:.1} (line {})",
            us.mean(),
            us.percentile(50),
            us.percentile(99),
            us.percentile(100),
            slowest.map_or(0, |(_, puzzle)| puzzle.line),
        )?;
        let guesses: Vec<f64> = answers.iter().map(|answer| answer.guesses as f64).collect();
        let guesses = Distribution::new(guesses);
        writeln!(
            out,
            "  guesses: mean {:.1}, p50 {}, p99 {}, worst {}, all {}",
            guesses.mean(),
            guesses.percentile(50),
            guesses.percentile(99),
            guesses.percentile(100),
            guesses.sum(),
        )?;
        let seconds = us.sum() / 1e6;
        writeln!(out, "  {seconds:.3} s in all, {wall:.3} s by the clock")?;
    }
    Ok(())
}

fn main() -> ExitCode {
    program::main(USAGE, options, |options, out| run(&options, out))
}

#[cfg(test)]
mod tests {
    use super::{answers, counts, options, read, Options};

    const FILE: &str = "\
# the first of Project Euler's fifty
003020600900305001001806400008102900700000008006708200002609500800203009005010300

1...............  # 72 grids
11..............  # none
123....4........  # none, but not at first sight
12..34...........................1..
";

    fn with(arguments: &str) -> Options {
        let arguments = arguments.split(' ').map(String::from);
        options(arguments).unwrap_or_else(|error| panic!("{error}"))
    }

    fn counted(arguments: &str) -> String {
        let options = with(arguments);
        let puzzles = read(FILE).expect("five puzzles");
        let answers = answers(&puzzles, &options).expect("right grids");
        counts(&answers, options.limit)
    }

    #[test]
    fn counts_what_was_found() {
        let all = "solved 3, unique 1, many 2, none 2, unknown 0";
        assert_eq!(counted("FILE"), all);
        assert_eq!(counted("--engine cover FILE"), all);
        assert_eq!(counted("--engine auto FILE"), all);
        assert_eq!(counted("--threads 3 --repeat 2 --limit 50 FILE"), all);
        assert_eq!(counted("--limit 1 FILE"), "solved 3, none 2, unknown 0");
    }

    #[test]
    fn what_was_given_up_is_unknown() {
        let none = "solved 0, unique 0, many 0, none 1, unknown 4";
        assert_eq!(counted("--limit-time 0 FILE"), none);
        assert_eq!(
            counted("--limit-nodes 1 FILE"),
            counted("--limit-nodes 1 --threads 2 FILE")
        );
    }

    #[test]
    fn a_backend_that_does_not_take_a_board_is_named_with_the_line() {
        for round in 0..200 {
            let threads = 1 + round % 4;
            let options = with(&format!("--threads {threads} --engine plain9 FILE"));
            let puzzles = read(FILE).expect("five puzzles");
            let error = answers(&puzzles, &options).err();
            let expected = "line 4: backend plain9 is not for this board";
            assert_eq!(error.as_deref(), Some(expected));
        }
    }

    #[test]
    fn answers_come_in_the_order_of_the_puzzles() {
        let puzzles = read(FILE).expect("five puzzles");
        let lines: Vec<usize> = puzzles.iter().map(|puzzle| puzzle.line).collect();
        assert_eq!(lines, [2, 4, 5, 6, 7]);
        let options = with("--threads 2 --limit 100 FILE");
        let answers = answers(&puzzles, &options).expect("right grids");
        let grids: Vec<usize> = answers.iter().map(|answer| answer.grids).collect();
        assert_eq!(grids, [1, 72, 0, 0, 100]);
    }

    #[test]
    fn says_what_is_wrong_with_the_arguments() {
        for (arguments, message) in [
            ("--limit 0 FILE", "--limit takes a number from 1"),
            (
                "--limit-time x FILE",
                "expected a number of seconds, found \"x\"",
            ),
            (
                "--limit-nodes -1 FILE",
                "--limit-nodes takes a number from 1",
            ),
            ("--fast FILE", "unknown option --fast"),
            ("--threads 2", "no files"),
        ] {
            let error = options(arguments.split(' ').map(String::from)).err();
            assert_eq!(error.as_deref(), Some(message));
        }
        let most = std::thread::available_parallelism().map_or(1, usize::from) + 64;
        let threads = |count: usize| options(["--threads".into(), count.to_string()].into_iter());
        assert_eq!(threads(most).err().as_deref(), Some("no files"));
        assert_eq!(
            threads(most + 1).err(),
            Some(format!(
                "--threads takes at most {most}, 64 more than processor cores, found {}",
                most + 1
            ))
        );
        let error = options(["--engine".into(), "dlx".into()].into_iter()).err();
        assert!(error
            .expect("no such engine")
            .starts_with("no backend \"dlx\": there are auto, "));
        let error = read("12.4\n12?4\n....\n....").err().expect("no grid");
        assert!(error.to_string().starts_with("2:3: "), "{error}");
    }
}
