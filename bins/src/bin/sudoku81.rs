//! Sudoku in lines of 81 characters: POJ 3074, Luogu P10482, AcWing 166, bailian 2984.
//!
//! Input: a board a line, `1` to `9` or `.`, each with one grid; `end` after the last. Output: the
//! grid of each, in a line.
//!
//! Limits from 1 s a file, which may have many thousand boards. Search on bitboards: microseconds.

use judge_io::{Failure, Input};
use std::process::ExitCode;
use sudoku_model::{text, Backend, First, Grid, Model, Shape};

fn main() -> ExitCode {
    judge_io::run(Input::stdin(), solve)
}

pub(crate) fn solve(input: &Input) -> Result<String, Failure> {
    let (mut words, mut answer) = (input.words(), String::new());
    loop {
        let word = words.expect("a board, or `end` after the last")?;
        if word.text() == "end" {
            break;
        }
        let mut digits = Vec::new();
        for (symbol, place) in word.letters() {
            digits.push(match symbol {
                '.' => 0,
                '1'..='9' => symbol as u8 - b'0',
                _ => return Err(place.expected("a digit from 1 to 9 or a dot")),
            });
        }
        let grid = Grid::from_digits(Shape::CLASSIC, &digits);
        let grid = grid.map_err(|_| word.error("expected a board of 81 characters"))?;
        // Givens that contradict each other are no model.
        let model = Model::builder(Shape::CLASSIC).givens(&grid).build();
        let first = model.map(|model| model.solver_with(Backend::PLAIN9).first().answer);
        match first {
            Ok(First::Found(grid)) => answer += &(text::write(&grid, text::Style::Line) + "\n"),
            _ => {
                let board = answer.lines().count() + 1;
                return Err(Failure::Unsolvable(format!("board {board} has no grid")));
            }
        }
    }
    words.expect_end()?;
    Ok(answer)
}
