//! Killer sudoku by colors: NTU ADA 2020, homework 4, problem 1.
//!
//! Input: 9 lines of 9 characters, the color of each cell; then for each color a line with its
//! character and the total of its cells, which hold different digits. Output: 9 lines of 9
//! digits, any board that fits.
//!
//! Search on candidates: cages are filtered over the sets of digits that their cells can hold, at
//! most 512, so that nothing grows with the number of fillings of a cage. Milliseconds a board.

use judge_io::{Failure, Input};
use std::process::ExitCode;
use sudoku_model::text::{self, Style};
use sudoku_model::{killer, Backend, First, Shape};

fn main() -> ExitCode {
    judge_io::run(Input::stdin(), solve)
}

pub(crate) fn solve(input: &Input) -> Result<String, Failure> {
    let model = killer::read_colors(Shape::CLASSIC, input.text())
        .map_err(|error| input.error_at(error.place, &error.kind.to_string()))?;
    let sum: i32 = model.totals().map(|(_, total)| total).sum();
    if sum != 405 {
        let why = format!("the totals add up to {sum}, and a board to 405");
        return Err(Failure::Unsolvable(why));
    }
    match model.solver_with(Backend::CANDIDATES).first().answer {
        First::Found(grid) => Ok(text::write(&grid, Style::Rows) + "\n"),
        _ => Err(Failure::Unsolvable("no board has these totals".into())),
    }
}
