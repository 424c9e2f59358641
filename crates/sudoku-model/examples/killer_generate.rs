//! Makes killers with exactly one solution, by cages.
//!
//! `cargo run --release --package sudoku-model --example killer_generate -- [OPTIONS]`

#[path = "common/arguments.rs"]
mod arguments;
#[path = "common/program.rs"]
mod program;

use arguments::{number, range, seconds};
use std::error::Error;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use sudoku_model::{killer, KillerGenerator, Limits, Model, Shape};

const USAGE: &str = "\
usage: killer_generate [OPTIONS]
  --count N         that many puzzles (1)
  --seed N          the same seed makes the same puzzles (0)
  --side N          boards of N x N cells (9)
  --cages A-B       cages of A to B cells (2-5)
  --symmetric       cages that half a turn leaves as they are
  --max-nodes N     puzzles that the solver proves unique with so many nodes (100)
  --limit-time S    stop after so many seconds, with the puzzles that are done
  --directory PATH  files killer_SEED_K.cages there, instead of all puzzles on stdout";

struct Options {
    count: usize,
    seed: u64,
    generator: KillerGenerator,
    directory: Option<PathBuf>,
}

fn options(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
    let (mut count, mut seed, mut side, mut sizes) = (1, 0, 9, 2..=5);
    let (mut symmetric, mut max_nodes, mut time, mut directory) = (false, None, None, None);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().unwrap_or_default();
        match argument.as_str() {
            "--count" => count = number(&value())?,
            "--seed" => seed = number(&value())?,
            "--side" => side = number(&value())?,
            "--cages" => sizes = range(&value())?,
            "--symmetric" => symmetric = true,
            "--max-nodes" => max_nodes = Some(number(&value())?),
            "--limit-time" => time = Some(seconds(&value())?),
            "--directory" => directory = Some(value().into()),
            _ => return Err(format!("unknown argument {argument}")),
        }
    }
    let shape = Shape::with_side(side).map_err(|error| error.to_string())?;
    let mut generator = KillerGenerator::new(&Model::builder(shape), seed)
        .cage_sizes(sizes)
        .symmetric(symmetric);
    if let Some(nodes) = max_nodes {
        generator = generator.max_nodes(nodes);
    }
    if let Some(time) = time {
        generator = generator.limits(Limits::none().deadline(Instant::now() + time));
    }
    Ok(Options {
        count,
        seed,
        generator,
        directory,
    })
}

fn run(mut options: Options, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let mut nodes = Vec::new();
    let mut time = Duration::ZERO;
    for k in 1..=options.count {
        let start = Instant::now();
        let puzzle = options.generator.generate();
        time += start.elapsed();
        let puzzle = puzzle?;
        let text = killer::write_cages(&puzzle.model);
        if let Some(directory) = &options.directory {
            let path = directory.join(format!("killer_{}_{k}.cages", options.seed));
            std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
        } else {
            writeln!(out, "{text}")?;
        }
        nodes.push(puzzle.stats.nodes);
    }
    nodes.sort_unstable();
    if let (Some(most), median) = (nodes.last(), nodes.get(nodes.len() / 2)) {
        program::tell(format_args!(
            "{} puzzles in {:.3} s; nodes to prove them unique: median {}, max {most}",
            nodes.len(),
            time.as_secs_f64(),
            median.unwrap_or(most),
        ));
    }
    Ok(())
}

fn main() -> ExitCode {
    program::main(USAGE, options, run)
}
