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
use sudoku_model::{Backend, First, Grid, Model, ModelError, Shape};

/// AcWing wants an empty line after the last grid, too.
const EMPTY_LINE_AT_END: bool = false;

fn main() -> ExitCode {
    judge_io::run(Input::stdin(), solve)
}

fn solve(input: &Input) -> Result<String, Failure> {
    let mut rows = Vec::new();
    let mut announced = None;
    for words in input.lines() {
        match words[..] {
            [word]
                if rows.is_empty()
                    && announced.is_none()
                    && word.text().starts_with(char::is_numeric) =>
            {
                announced = Some((word, word.number("a number of data sets", 0..=u32::MAX)?));
            }
            [word] => rows.push(word),
            [_, extra, ..] => return Err(extra.expected("one word of 16 characters a line")),
            [] => {}
        }
    }
    let mut grids = Vec::new();
    for (k, set) in rows.chunks(16).enumerate() {
        let grid = read_grid(set)?;
        if set.len() < 16 {
            return Err(input.end_error(&format!("row {} of data set {}", set.len() + 1, k + 1)));
        }
        grids.push(grid);
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
        let model = model.map_err(|error| match error {
            ModelError::GivenTwice {
                house,
                digit,
                cells: [a, b],
            } => {
                let letter = char::from(b'A' + digit - 1);
                unsolvable(format!(
                    "{letter} stands twice in {house}: in {a} and in {b}"
                ))
            }
            error => unsolvable(error.to_string()),
        })?;
        match model.solver_with(Backend::BITBOARDS).first().answer {
            First::Found(grid) => answers.push(text::write(&grid, Style::Letters) + "\n"),
            _ => return Err(unsolvable("the letters given leave no grid".into())),
        }
    }
    Ok(answers.join("\n") + if EMPTY_LINE_AT_END { "\n" } else { "" })
}

/// The grid of up to 16 rows.
fn read_grid(rows: &[Word<'_>]) -> Result<Grid, Failure> {
    let mut grid = Grid::empty(Shape::HEX);
    for (row, line) in rows.iter().enumerate() {
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
    }
    Ok(grid)
}
