//! Tells how people solve sudokus, step by step, and how hard they are.
//!
//! `cargo run --release --package sudoku-model --example sudoku_explain -- [--rate] [FILE]`

#[path = "common/program.rs"]
mod program;
#[path = "common/rating.rs"]
mod rating;

use std::fmt::Write as _;
use std::io::{Read, Write as _};
use std::process::ExitCode;
use sudoku_model::deduce::{Candidates, PathEnd, Technique};
use sudoku_model::text::{self, Style};
use sudoku_model::{Grid, Model, TextError};

const USAGE: &str = "\
usage: sudoku_explain [--rate] [FILE]
  FILE    sudokus in any usual form, one or many; standard input if there is none, or for `-`
  --rate  only the ratings, a line each";

/// The grids of a file, with the lines where they begin: one in any form, or many.
fn grids(file: &str) -> Vec<(usize, Result<Grid, TextError>)> {
    match text::read(file) {
        Ok(grid) => vec![(1, Ok(grid))],
        Err(error) => {
            let grids: Vec<_> = text::puzzles(file).collect();
            if grids.is_empty() {
                return vec![(error.place.line, Err(error))];
            }
            grids
        }
    }
}

fn rate(grid: &Grid) -> Result<String, String> {
    let model = Model::builder(grid.shape()).givens(grid).build();
    let model = model.map_err(|error| error.to_string())?;
    let rating = rating::rate(&model).map_err(|error| error.to_string())?;
    Ok(rating.to_string())
}

/// The puzzle, the steps, where they end, and the rating.
fn explain(grid: &Grid) -> Result<String, String> {
    let mut report = text::write(grid, Style::Framed) + "\n";
    let start = Candidates::new(grid).map_err(|found| format!("{report}no solution: {found}"))?;
    let path = start.path(Technique::ALL);
    for (number, step) in path.steps.iter().enumerate() {
        // A `String` takes everything.
        let _ = writeln!(report, "{}. {step}", number + 1);
    }
    let _ = match path.end {
        PathEnd::Solved => writeln!(report, "{}", text::write(path.rest.grid(), Style::Framed)),
        PathEnd::Contradiction(found) => return Err(format!("{report}no solution: {found}")),
        // What is left of the candidates, for those who go on by hand.
        _ => writeln!(report, "{}", path.rest),
    };
    match rate(grid) {
        Ok(rating) => Ok(report + &rating + "\n"),
        Err(error) => Err(report + &error),
    }
}

/// What is to be printed, and whether all went well.
fn run(file: &str, only_rate: bool) -> (String, bool) {
    let (mut output, mut fine) = (String::new(), true);
    let grids = grids(file);
    let many = grids.len() > 1;
    for (line, grid) in grids {
        let result = match grid {
            Ok(grid) if only_rate => rate(&grid),
            Ok(grid) => explain(&grid),
            Err(error) => {
                fine = false;
                let _ = writeln!(output, "{error}");
                continue;
            }
        };
        fine &= result.is_ok();
        let answer = result.unwrap_or_else(|error| error);
        let _ = match (many, only_rate) {
            (true, true) => writeln!(output, "{line}: {answer}"),
            (true, false) => writeln!(output, "line {line}\n{answer}"),
            (false, _) => writeln!(output, "{}", answer.trim_end()),
        };
    }
    (output, fine)
}

struct Options {
    only_rate: bool,
    /// Standard input, if there is none.
    path: Option<String>,
}

fn options(arguments: impl Iterator<Item = String>) -> Result<Options, String> {
    let (mut only_rate, mut path) = (false, None);
    for argument in arguments {
        match argument.as_str() {
            "--rate" => only_rate = true,
            "-" => {}
            option if option.starts_with('-') => return Err(format!("unknown option {option}")),
            _ if path.is_some() => return Err("one file is enough".into()),
            _ => path = Some(argument),
        }
    }
    Ok(Options { only_rate, path })
}

fn main() -> ExitCode {
    program::main(USAGE, options, |Options { only_rate, path }, out| {
        let mut bytes = Vec::new();
        let read = match &path {
            Some(path) => std::fs::read(path).map(|read| bytes = read),
            None => std::io::stdin().read_to_end(&mut bytes).map(drop),
        };
        let name = path.as_deref().unwrap_or("standard input");
        read.map_err(|error| format!("{name}: {error}"))?;
        let (output, fine) = run(&String::from_utf8_lossy(&bytes), only_rate);
        out.write_all(output.as_bytes())?;
        if fine {
            return Ok(());
        }
        Err(format!("{name}: not all are puzzles with one solution").into())
    })
}

#[test]
fn tells_the_steps_and_the_rating() {
    let (output, fine) = run("1...\n..3.\n.1..\n...2\n", false);
    assert!(fine);
    insta::assert_snapshot!(output, @r"
    +-----+-----+
    | 1 . | . . |
    | . . | 3 . |
    +-----+-----+
    | . 1 | . . |
    | . . | . 2 |
    +-----+-----+
    1. naked single: 4 is the only digit left for r1c4
    2. naked single: 2 is the only digit left for r1c3
    3. naked single: 3 is the only digit left for r1c2
    4. naked single: 1 is the only digit left for r2c4
    5. naked single: 4 is the only digit left for r3c3
    6. naked single: 3 is the only digit left for r3c4
    7. naked single: 2 is the only digit left for r3c1
    8. naked single: 4 is the only digit left for r2c1
    9. naked single: 2 is the only digit left for r2c2
    10. naked single: 3 is the only digit left for r4c1
    11. naked single: 4 is the only digit left for r4c2
    12. naked single: 1 is the only digit left for r4c3
    +-----+-----+
    | 1 3 | 2 4 |
    | 4 2 | 3 1 |
    +-----+-----+
    | 2 1 | 4 3 |
    | 3 4 | 1 2 |
    +-----+-----+
    naked single: 12 x naked single
    ");
}

#[test]
fn shows_the_candidates_that_are_left() {
    let (output, fine) = run("12..\n34..\n21..\n43..\n", false);
    assert!(!fine, "it has several solutions");
    insta::assert_snapshot!(output, @r"
    +-----+-----+
    | 1 2 | . . |
    | 3 4 | . . |
    +-----+-----+
    | 2 1 | . . |
    | 4 3 | . . |
    +-----+-----+
    +-------+-------+
    | 1  2  | 34 34 |
    | 3  4  | 12 12 |
    +-------+-------+
    | 2  1  | 34 34 |
    | 4  3  | 12 12 |
    +-------+-------+
    several solutions, such as 1243342121344312 and 1243341221344321
    ");
}

#[test]
fn shows_where_a_contradiction_appears() {
    let (output, fine) = run(".2..\n34..\n..42\n....\n", false);
    assert!(!fine);
    insta::assert_snapshot!(output, @r"
    +-----+-----+
    | . 2 | . . |
    | 3 4 | . . |
    +-----+-----+
    | . . | 4 2 |
    | . . | . . |
    +-----+-----+
    1. naked single: 1 is the only digit left for r1c1
    no solution: no digit is left for r3c1
    ");
}

#[test]
fn rates_many_and_says_what_is_wrong() {
    let file = "# three\n1.....3..1.....2\n1.....3..1....\n\n1.....3..1.....1\n................\n";
    let (output, fine) = run(file, true);
    assert!(!fine);
    insta::assert_snapshot!(output, @r"
    2: naked single: 12 x naked single
    3:1: expected as many cells as a square board has, such as 81, found 14
    5: no solution: box 2 has no place for digit 1
    6: several solutions, such as 4321214332141432 and 4321214312343412
    ");
}

#[test]
fn says_that_there_is_nothing_to_explain() {
    for nothing in ["", "\n# no puzzle\n"] {
        let message = "1:1: expected a grid, found nothing\n".to_string();
        assert_eq!(run(nothing, false), (message, false));
    }
}
