//! Makes sudokus with exactly one solution, one a line.
//!
//! `cargo run --release --package sudoku-model --example sudoku_generate -- [OPTIONS]`

#[path = "common/arguments.rs"]
mod arguments;
#[path = "common/meter.rs"]
mod meter;
#[path = "common/program.rs"]
mod program;
#[path = "common/rating.rs"]
mod rating;

use arguments::{number, range, seconds};
use std::error::Error;
use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Instant;
use sudoku_model::{ClueGenerator, Limits, Model, Puzzle, Shape, Symmetry};

const USAGE: &str = "\
usage: sudoku_generate [OPTIONS]
  --count N        that many puzzles (1)
  --seed N         the same seed makes the same puzzles (0)
  --shape WxH      boxes of W columns and H rows (3x3)
  --symmetry NAME  clues that turns or reflections leave as they are: none, half-turn,
                   quarter-turn, left-right, up-down, diagonal, antidiagonal, full (none)
  --clues A-B      A to B clues; A- or -B leaves an end open, N means N-N (any number)
  --max-nodes N    puzzles that the solver proves unique with so many guesses (any number)
  --limit-time S   stop after so many seconds, with the puzzles that are done
  --rate           tell what each puzzle needs, behind a #";

struct Options {
    count: usize,
    generator: ClueGenerator,
    rate: bool,
}

fn options(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
    let (mut count, mut seed, mut shape) = (1, 0, Shape::CLASSIC);
    let (mut symmetry, mut clues, mut max_nodes) = (Symmetry::None, None, None);
    let (mut time, mut rate) = (None, false);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().unwrap_or_default();
        match argument.as_str() {
            "--count" => count = number(&value())?,
            "--seed" => seed = number(&value())?,
            "--shape" => shape = boxes(&value())?,
            "--symmetry" => symmetry = named(&value())?,
            "--clues" => clues = Some(range(&value())?),
            "--max-nodes" => max_nodes = Some(number(&value())?),
            "--limit-time" => time = Some(seconds(&value())?),
            "--rate" => rate = true,
            _ => return Err(format!("unknown argument {argument}")),
        }
    }
    let mut generator = ClueGenerator::new(&Model::builder(shape), seed).symmetry(symmetry);
    if let Some(clues) = clues {
        generator = generator.clues(clues);
    }
    if let Some(nodes) = max_nodes {
        generator = generator.max_nodes(nodes);
    }
    if let Some(time) = time {
        generator = generator.limits(Limits::none().deadline(Instant::now() + time));
    }
    Ok(Options {
        count,
        generator,
        rate,
    })
}

fn boxes(text: &str) -> Result<Shape, String> {
    let (width, height) = text
        .split_once('x')
        .ok_or_else(|| format!("expected a shape such as 3x3, found {text:?}"))?;
    Shape::new(number(width)?, number(height)?).map_err(|error| error.to_string())
}

fn named(name: &str) -> Result<Symmetry, String> {
    let mut symmetries = Symmetry::ALL.iter().copied();
    let symmetry = symmetries.find(|symmetry| symmetry.name() == name);
    symmetry.ok_or_else(|| format!("no symmetry {name:?}"))
}

/// Writes the puzzles, each as soon as it is made, and says what there is to say about them all.
fn run(mut options: Options, out: &mut impl Write) -> Result<String, Box<dyn Error>> {
    let begin = Instant::now();
    let (mut clues, mut minimal) = (Vec::new(), 0);
    meter::watch(options.count, |done| {
        for _ in 0..options.count {
            let puzzle = options.generator.generate();
            let Puzzle {
                model, minimal: m, ..
            } = puzzle?;
            let mut line = model.givens().to_string();
            if options.rate {
                let rating = rating::rate(&model).map(|rating| rating.to_string());
                line += &format!(" # {}", rating.unwrap_or_else(|error| error.to_string()));
            }
            writeln!(out, "{line}")?;
            clues.push(model.givens().filled().count());
            minimal += usize::from(m);
            done.fetch_add(1, Ordering::Relaxed);
        }
        Ok::<(), Box<dyn Error>>(())
    })?;
    let seconds = begin.elapsed().as_secs_f64();
    Ok(match (clues.iter().min(), clues.iter().max()) {
        (Some(least), Some(most)) => format!(
            "{} puzzles in {seconds:.3} s, {least} to {most} clues, {:.2} on average; {minimal} minimal",
            clues.len(),
            clues.iter().sum::<usize>() as f64 / clues.len() as f64,
        ),
        _ => "no puzzles".into(),
    })
}

fn main() -> ExitCode {
    program::main(USAGE, options, |options, out| {
        program::tell(run(options, out)?);
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::{options, run};
    use sudoku_model::{text, Grid, Model, Shape, Unique};

    fn made(arguments: &str) -> Result<(Vec<String>, String), String> {
        let options = options(arguments.split_whitespace().map(String::from))?;
        let mut out = Vec::new();
        let summary = run(options, &mut out).map_err(|error| error.to_string())?;
        let text = String::from_utf8(out).expect("lines of text");
        Ok((text.lines().map(String::from).collect(), summary))
    }

    #[test]
    fn every_line_is_a_puzzle() {
        let (lines, summary) = made("--count 5 --seed 3 --clues 28-30").expect("puzzles");
        assert_eq!(lines.len(), 5);
        for line in &lines {
            let grid: Grid = line.parse().expect("a grid");
            assert!((28..=30).contains(&grid.filled().count()));
            let model = Model::builder(Shape::CLASSIC).givens(&grid).build();
            assert!(matches!(model.expect("a model").unique(), Unique::One(_)));
        }
        assert!(summary.starts_with("5 puzzles in "), "{summary}");
        assert_eq!(
            made("--count 2 --seed 3 --clues 28-30").expect("puzzles").0,
            lines[..2]
        );
        assert_ne!(
            made("--seed 4 --clues 28-30").expect("a puzzle").0[0],
            lines[0]
        );
    }

    #[test]
    fn boards_are_of_the_shape_and_symmetry_asked_for() {
        let (lines, _) = made("--shape 2x3 --symmetry left-right").expect("a puzzle");
        let grid: Grid = lines[0].parse().expect("a grid");
        let shape = grid.shape();
        assert_eq!(shape.side(), 6);
        for (cell, _) in grid.filled() {
            assert!(grid
                .get(shape.cell(cell.row(), 5 - cell.column()))
                .is_some());
        }
        for (arguments, clues) in [("--clues 50-", 50), ("--clues -81", 0), ("--clues 60", 60)] {
            let (lines, _) = made(arguments).expect("a puzzle");
            let grid: Grid = lines[0].parse().expect("a grid");
            assert!(grid.filled().count() >= clues);
        }
        assert_eq!(made("--count 0"), Ok((vec![], "no puzzles".into())));
    }

    #[test]
    fn ratings_are_comments() {
        let plain = made("--count 3").expect("puzzles").0;
        let (rated, _) = made("--count 3 --rate").expect("puzzles");
        for (rated, plain) in rated.iter().zip(&plain) {
            let (puzzle, rating) = rated.split_once(" # ").expect("a rating");
            assert_eq!(puzzle, plain);
            assert!(!rating.is_empty());
            let read: Vec<_> = text::puzzles(rated).collect();
            assert!(matches!(&read[..], [(1, Ok(grid))] if grid.to_string() == *plain));
        }
    }

    #[test]
    fn says_what_cannot_be() {
        for (arguments, message) in [
            ("--shape 9", "expected a shape such as 3x3, found \"9\""),
            ("--shape 6x5", "a board of side 30: only 4 to 25 will do"),
            ("--symmetry round", "no symmetry \"round\""),
            ("--clues few", "expected a number, found \"few\""),
            ("puzzles", "unknown argument puzzles"),
            (
                "--clues 90-",
                "90 clues or more: only numbers from 0 to 81 will do",
            ),
            ("--limit-time 0", "no puzzle before the deadline"),
        ] {
            assert_eq!(made(arguments), Err(message.into()));
        }
    }
}
