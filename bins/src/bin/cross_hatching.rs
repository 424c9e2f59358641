//! Cross-hatching: COCI 2008/09 contest 3, task CROSS; openjudges P6410, Luogu P6410, Kattis
//! `cross`, DMOJ `coci08c3p3`.
//!
//! Input: 9 rows of 9 cells, `1` to `9` or `.`, side by side or with blanks between. Output: the
//! grid in the same style after cross-hatching, or `ERROR`.
//!
//! Limits from 0.6 s and 32 MB. Each of at most 81 rounds looks at 81 pairs of box and digit.

use judge_io::{Failure, Input, Word};
use std::process::ExitCode;
use sudoku_model::text::{self, Style};
use sudoku_model::{deduce, Grid, Shape};

fn main() -> ExitCode {
    judge_io::run(Input::stdin(), solve)
}

pub(crate) fn solve(input: &Input) -> Result<String, Failure> {
    let mut grid = Grid::empty(Shape::CLASSIC);
    let mut style = None;
    let mut lines = input.lines();
    for row in 0..9 {
        let words = lines
            .next()
            .ok_or_else(|| input.end_error("a row of 9 cells"))?;
        let first = words.clone().expect("a cell")?;
        let count = words.clone().count();
        let cells = words.flat_map(Word::letters);
        let found = cells.clone().count();
        if found != 9 {
            return Err(first.error(&format!("expected 9 cells, found {found}")));
        }
        let likely = if count > 1 {
            Style::Spaced
        } else {
            Style::Rows
        };
        let (expected, how) = match style.get_or_insert(likely) {
            Style::Spaced => (9, "with blanks between"),
            _ => (1, "side by side"),
        };
        if count != expected {
            return Err(first.error(&format!("expected 9 cells {how}, as in the first row")));
        }
        for (column, (symbol, word)) in cells.enumerate() {
            match symbol {
                '.' => {}
                '1'..='9' => grid.set(Shape::CLASSIC.cell(row, column), symbol as u8 - b'0'),
                _ => return Err(word.expected("a digit from 1 to 9 or a dot")),
            }
        }
    }
    if let Some(word) = lines.next().and_then(|mut words| words.next()) {
        return Err(word.expected("the end of the input after 9 rows"));
    }
    match deduce::cross_hatching(&grid) {
        Ok(grid) => Ok(text::write(&grid, style.unwrap_or(Style::Rows)) + "\n"),
        Err(_) => Ok("ERROR\n".into()),
    }
}
