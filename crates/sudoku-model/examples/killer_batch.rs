//! Solves killers from files, by cages or by colors, and tells what each took.
//!
//! `cargo run --release --package sudoku-model --example killer_batch -- [OPTIONS] FILES...`
//!
//! A line a file: its name, the number of grids found, the nodes of the search, and the
//! microseconds from the parsed model to the answer. `+` behind the grids says that there are more
//! or may be, `-` that the time ran out before an answer. The grids are checked against the rules.

#[path = "common/arguments.rs"]
mod arguments;
#[path = "common/batch.rs"]
mod batch;
#[path = "common/program.rs"]
mod program;

use arguments::{positive, seconds};
use batch::Distribution;
use std::error::Error;
use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use sudoku_model::{killer, Backend, First, Grid, Limits, Model, Report, Shape, Unique};

const USAGE: &str = "\
usage: killer_batch [OPTIONS] FILES...
  --backend NAME        auto, candidates, cover or learn (auto)
  --unique              look for a second grid too
  --limit-time SECONDS  give a file up after that time
  --repeat N            solve each file N times and report the fastest";

struct Options {
    backend: Backend,
    unique: bool,
    limit: Option<Duration>,
    repeat: usize,
    files: Vec<String>,
}

fn options(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut options = Options {
        backend: Backend::AUTO,
        unique: false,
        limit: None,
        repeat: 1,
        files: Vec::new(),
    };
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().unwrap_or_default();
        match argument.as_str() {
            "--backend" => options.backend = batch::backend(&value())?,
            "--unique" => options.unique = true,
            "--limit-time" => options.limit = Some(seconds(&value())?),
            "--repeat" => options.repeat = positive(&argument, &value())?,
            option if option.starts_with('-') => return Err(format!("unknown option {option}")),
            _ => options.files.push(argument),
        }
    }
    if options.files.is_empty() {
        return Err("no files".into());
    }
    Ok(options)
}

struct Answer {
    grids: Vec<Grid>,
    complete: bool,
    finished: bool,
}

fn answer(model: &Model, options: &Options) -> Report<Answer> {
    let mut limits = Limits::none();
    if let Some(limit) = options.limit {
        limits = limits.deadline(Instant::now() + limit);
    }
    let solver = model.solver_with(options.backend).limits(limits);
    let answer = |grids, complete, finished| Answer {
        grids,
        complete,
        finished,
    };
    if options.unique {
        solver.unique().map(|unique| match unique {
            Unique::None => answer(vec![], true, true),
            Unique::One(grid) => answer(vec![grid], true, true),
            Unique::Many(one, other) => answer(vec![one, other], false, true),
            Unique::Unknown(grid, _) => answer(grid.into_iter().collect(), false, false),
        })
    } else {
        solver.first().map(|first| match first {
            First::None => answer(vec![], true, true),
            First::Found(grid) => answer(vec![grid], false, true),
            First::Unknown(_) => answer(vec![], false, false),
        })
    }
}

fn read(path: &str) -> Result<Model, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    killer::read(Shape::CLASSIC, &text).map_err(|error| format!("{path}:{error}"))
}

fn run(options: &Options, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let mut times = Vec::new();
    let mut unfinished = 0;
    let title = format!("{:<32} {:>6} {:>10} {:>12}", "name", "grids", "nodes", "us");
    writeln!(out, "{title}")?;
    for path in &options.files {
        let model = read(path)?;
        batch::check_fits(options.backend, &model).map_err(|why| format!("{path}: {why}"))?;
        let mut fastest: Option<(Duration, Report<Answer>)> = None;
        for _ in 0..options.repeat {
            let start = Instant::now();
            let report = answer(&model, options);
            let time = start.elapsed();
            if fastest.as_ref().map_or(true, |(least, _)| time < *least) {
                fastest = Some((time, report));
            }
        }
        let (time, Report { answer, stats, .. }) = fastest.expect("at least one repetition");
        for grid in &answer.grids {
            let checked = model.verify(grid);
            checked.map_err(|broken| format!("{path}: a wrong grid: {broken}"))?;
        }
        let mark = match &answer {
            Answer {
                finished: false, ..
            } => "-",
            Answer {
                complete: false, ..
            } => "+",
            _ => "",
        };
        let grids = format!("{}{mark}", answer.grids.len());
        let us = time.as_secs_f64() * 1e6;
        let name = path.rsplit('/').next().unwrap_or(path);
        let nodes = stats.nodes;
        writeln!(out, "{name:<32} {grids:>6} {nodes:>10} {us:>12.1}")?;
        unfinished += usize::from(!answer.finished);
        times.push(us);
    }
    let us = Distribution::new(times);
    writeln!(
        out,
        "{} files, {unfinished} unfinished: median {:.1} us, p90 {:.1} us, max {:.1} us, mean {:.1} us",
        options.files.len(),
        us.percentile(50),
        us.percentile(90),
        us.percentile(100),
        us.mean(),
    )?;
    Ok(())
}

fn main() -> ExitCode {
    program::main(USAGE, options, |options, out| run(&options, out))
}
