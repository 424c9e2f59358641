//! All solutions of a sudoku: TIOJ 1025.
//!
//! Input: 81 digits, 0 for an empty cell. Output: all grids (at most 50), the one with the smallest
//! digits first, with an empty line after each, and their number.
//!
//! Limits 1 s and 64 MB. Search on bitboards: microseconds.

use judge_io::{Failure, Input};
use std::ops::ControlFlow;
use std::process::ExitCode;
use sudoku_model::{text, Backend, Grid, Model, Shape};

/// More than the problem has, so that a board with millions of grids does not fill the memory.
const MOST: usize = 10_000;

fn main() -> ExitCode {
    judge_io::run(Input::stdin(), solve)
}

pub(crate) fn solve(input: &Input) -> Result<String, Failure> {
    let mut words = input.words();
    let mut digits = Vec::new();
    for _ in 0..81 {
        digits.push(words.number("a digit", 0..=9)? as u8);
    }
    words.expect_end()?;
    let givens = Grid::from_digits(Shape::CLASSIC, &digits).expect("81 digits");
    let mut grids = Vec::new();
    // Givens that contradict each other are no model.
    if let Ok(model) = Model::builder(Shape::CLASSIC).givens(&givens).build() {
        model.solver_with(Backend::PLAIN9).run(|grid| {
            grids.push(grid);
            if grids.len() > MOST {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
    }
    if grids.len() > MOST {
        return Err(Failure::Input(format!("there are more than {MOST} grids")));
    }
    grids.sort_by(|a, b| a.digits().cmp(b.digits()));
    let mut answer = String::new();
    for grid in &grids {
        answer += &(text::write(grid, text::Style::Spaced) + "\n\n");
    }
    let count = grids.len();
    Ok(answer + &format!("there are a total of {count} solution(s).\n"))
}
