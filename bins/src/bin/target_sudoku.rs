//! Target sudoku: Luogu P1074 (NOIP 2009), AcWing 183, codevs 1174, `OpenJudge` 12804.
//!
//! Input: 81 digits, 0 for an empty cell. Output: the highest score of a grid, or -1 if there is
//! none. A digit scores itself times the weight of its cell: 10 in the middle, 6 at the border.
//!
//! Limits 2 s and 128 MB. Exact cover with costs: a digit in a cell is an option, which costs what
//! its score lacks of the largest. With 24 givens at random places, as few as there are: 0.05 s;
//! where they leave whole bands empty, it may take minutes.

use exactcover::{Engine, Problem};
use judge_io::{Failure, Input};
use std::process::ExitCode;

fn main() -> ExitCode {
    judge_io::run(Input::stdin(), solve)
}

pub(crate) fn solve(input: &Input) -> Result<String, Failure> {
    let mut words = input.words();
    let mut builder = Problem::builder();
    let items = builder.primaries(4 * 81);
    for cell in 0..81_usize {
        let (row, column) = (cell / 9, cell % 9);
        let weight = 10 - row.abs_diff(4).max(column.abs_diff(4));
        let given = words.number("a digit", 0..=9)? as usize;
        for digit in (1..=9).filter(|&digit| given == 0 || digit == given) {
            let houses = [row, 9 + column, 18 + row / 3 * 3 + column / 3];
            let [row, column, boxed] = houses.map(|house| items[80 + house * 9 + digit]);
            let lost = 90 - (digit * weight) as u64;
            builder.option_with_cost((), lost, [items[cell], row, column, boxed]);
        }
    }
    words.expect_end()?;
    let problem = builder.build().expect("the items of an option differ");
    let cheapest = problem.search_with(Engine::LINKS).cheapest(1);
    let score = cheapest.answer.first().map(|(cost, _)| 81 * 90 - cost);
    Ok(score.map_or("-1\n".into(), |score| format!("{score}\n")))
}
