//! Sudoku goblin: SPOJ SUDOGOB, Luogu SP13980.
//!
//! Input: T, then T boards of 81 digits, 0 for an empty cell. Output for each: the number of its
//! grids, and the grid in 9 rows if there is one alone.
//!
//! Search on bitboards: a million grids take a second, and none is kept.

use judge_io::{Failure, Input};
use std::ops::ControlFlow;
use std::process::ExitCode;
use sudoku_model::{text, Backend, Grid, Model, Shape};

fn main() -> ExitCode {
    judge_io::run(Input::stdin(), solve)
}

pub(crate) fn solve(input: &Input) -> Result<String, Failure> {
    let mut words = input.words();
    let boards = words.number("a number of boards", 0..=u32::MAX)?;
    let mut read = Vec::new();
    for board in 1..=boards {
        let digits = (0..81).map(|_| words.number(format_args!("a digit of board {board}"), 0..=9));
        let digits = digits.map(|digit| digit.map(|digit| digit as u8));
        let digits = digits.collect::<Result<Vec<u8>, _>>()?;
        read.push(Grid::from_digits(Shape::CLASSIC, &digits).expect("81 digits"));
    }
    words.expect_end()?;
    Ok(read.iter().map(solve_board).collect())
}

fn solve_board(givens: &Grid) -> String {
    let (mut count, mut last) = (0_u64, None);
    // Givens that contradict each other are no model.
    if let Ok(model) = Model::builder(Shape::CLASSIC).givens(givens).build() {
        model.solver_with(Backend::PLAIN9).run(|grid| {
            count += 1;
            last = Some(grid);
            ControlFlow::Continue(())
        });
    }
    match last {
        Some(grid) if count == 1 => format!("1\n{}\n", text::write(&grid, text::Style::Spaced)),
        _ => format!("{count}\n"),
    }
}
