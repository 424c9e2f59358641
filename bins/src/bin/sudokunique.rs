//! Sudokunique: Kattis `sudokunique`.
//!
//! Input: boards of 81 digits, 0 for an empty cell, to the end of the input. Output: the only grid
//! of each in 9 rows, `Non-unique` or `Find another job`, with an empty line between two.
//!
//! At most 100 boards. Search on bitboards until a second grid: microseconds a board.

use judge_io::{Failure, Input};
use std::process::ExitCode;
use sudoku_model::{text, Backend, Grid, Model, Shape, Unique};

fn main() -> ExitCode {
    judge_io::run(Input::stdin(), solve)
}

pub(crate) fn solve(input: &Input) -> Result<String, Failure> {
    let (mut words, mut answers) = (input.words(), Vec::new());
    while !words.at_end() {
        let digits = (0..81).map(|_| words.number("a digit of a board", 0..=9));
        let digits = digits.map(|digit| digit.map(|digit| digit as u8));
        answers.push(solve_board(&digits.collect::<Result<Vec<u8>, _>>()?));
    }
    Ok(answers.join("\n"))
}

fn solve_board(digits: &[u8]) -> String {
    let grid = Grid::from_digits(Shape::CLASSIC, digits).expect("81 digits");
    // Givens that contradict each other are no model.
    let model = Model::builder(Shape::CLASSIC).givens(&grid).build();
    let unique = model.map(|model| model.solver_with(Backend::PLAIN9).unique().answer);
    match unique {
        Ok(Unique::One(grid)) => text::write(&grid, text::Style::Spaced) + "\n",
        Ok(Unique::Many(..)) => "Non-unique\n".into(),
        _ => "Find another job\n".into(),
    }
}
