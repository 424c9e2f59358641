//! Sudoku 16 x 16 with letters: SEERC 2006 problem A; POJ 3076, ZOJ 3122, UVa 1309, LA 2659, AcWing
//! 169, SPOJ SUDOKU.
//!
//! Input: data sets of 16 lines of 16 characters, `A` to `P` or `-`, to the end of the input; SPOJ
//! puts their number first. Output: the solved grids, with an empty line between two.
//!
//! Limits from 1 s for a whole file. Search on the candidates of whole rows at once, as vectors: a
//! guess takes about a microsecond, and the sample two hundred of them.

use judge_io::{Failure, Input, Word};
use std::process::ExitCode;
use sudoku_model::text::{self, Style};
use sudoku_model::{Backend, First, Grid, Model, Names, Shape};

/// AcWing wants an empty line after the last grid, too.
const EMPTY_LINE_AT_END: bool = false;

fn main() -> ExitCode {
    judge_io::run(Input::stdin(), solve)
}

pub(crate) fn solve(input: &Input) -> Result<String, Failure> {
    let mut grids: Vec<Grid> = Vec::new();
    let mut rows = 0;
    let mut announced = None;
    for mut words in input.lines() {
        let word = words.expect("a row of 16 characters")?;
        if let Some(extra) = words.next() {
            return Err(extra.expected("one word of 16 characters a line"));
        }
        if rows == 0 && announced.is_none() && word.text().starts_with(char::is_numeric) {
            announced = Some((word, word.number("a number of data sets", 0..=u32::MAX)?));
            continue;
        }
        if rows % 16 == 0 {
            grids.push(Grid::empty(Shape::HEX));
        }
        read_row(word, rows % 16, &mut grids[rows / 16])?;
        rows += 1;
    }
    if rows % 16 > 0 {
        let missing = format!("row {} of data set {}", rows % 16 + 1, grids.len());
        return Err(input.end_error(&missing));
    }
    match announced {
        Some((word, number)) if number as usize != grids.len() => {
            return Err(word.error(&format!(
                "{number} data sets are announced, {} follow",
                grids.len()
            )));
        }
        _ => {}
    }

    let mut answers = Vec::new();
    for (k, grid) in grids.iter().enumerate() {
        let unsolvable = |why: String| Failure::Unsolvable(format!("data set {}: {why}", k + 1));
        let model = Model::builder(Shape::HEX).givens(grid).build();
        let model = model.map_err(|error| unsolvable(error.with_names(&Letters)))?;
        match model.solver_with(Backend::PLAIN16).first().answer {
            First::Found(grid) => answers.push(text::write(&grid, Style::Letters) + "\n"),
            _ => return Err(unsolvable("the letters given leave no grid".into())),
        }
    }
    Ok(answers.join("\n") + if EMPTY_LINE_AT_END { "\n" } else { "" })
}

/// Digits are called as in the input.
struct Letters;

impl Names for Letters {
    fn digit(&self, digit: u8) -> String {
        char::from(b'A' + digit - 1).into()
    }
}

fn read_row(line: Word<'_>, row: usize, grid: &mut Grid) -> Result<(), Failure> {
    let length = line.text().chars().count();
    if length != 16 {
        return Err(line.error(&format!("expected 16 characters, found {length}")));
    }
    for (column, (letter, word)) in line.letters().enumerate() {
        match letter.to_ascii_uppercase() {
            '-' => {}
            letter @ 'A'..='P' => {
                grid.set(Shape::HEX.cell(row, column), letter as u8 - b'A' + 1);
            }
            _ => return Err(word.expected("a letter from A to P or -")),
        }
    }
    Ok(())
}
