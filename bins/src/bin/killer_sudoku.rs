//! Killer sudoku by cages: a course assignment that is given to be solved with Gecode 6.2.0.
//!
//! Usage: `killer_sudoku cages.txt`; without a file, or with `-`, the cages come from stdin.
//! Input: a cage a line, `TOTAL K R1 C1 ... RK CK` with rows and columns from 1. Output: 9 lines
//! of 9 numbers with single spaces.
//!
//! Search on candidates: cages are filtered over the sets of digits that their cells can hold, at
//! most 512, so that nothing grows with the number of fillings of a cage. Milliseconds a board.

use judge_io::{Failure, Input};
use std::process::ExitCode;
use sudoku_model::text::{self, Style};
use sudoku_model::{killer, Backend, First, Shape};

fn main() -> ExitCode {
    judge_io::run(Input::file_argument(), solve)
}

pub(crate) fn solve(input: &Input) -> Result<String, Failure> {
    let model = killer::read_cages(Shape::CLASSIC, input.text())
        .map_err(|error| input.error_at(error.place, &error.kind.to_string()))?;
    let covered: usize = model.totals().map(|(cells, _)| cells.len()).sum();
    let sum: i32 = model.totals().map(|(_, total)| total).sum();
    if covered == 81 && sum != 405 {
        let why = format!("the totals add up to {sum}, and a board to 405");
        return Err(Failure::Unsolvable(why));
    }
    match model.solver_with(Backend::CANDIDATES).first().answer {
        First::Found(grid) => Ok(text::write(&grid, Style::Spaced) + "\n"),
        _ => Err(Failure::Unsolvable("no board has these cages".into())),
    }
}
