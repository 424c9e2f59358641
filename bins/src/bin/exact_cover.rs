//! Exact cover: Luogu P4929 (a template for dancing links), AcWing 1067.
//!
//! Input: N and M, then N rows of M zeros and ones, with blanks between or without. Output: the
//! numbers, from 1, of rows that have a one in each column exactly once, or `No Solution!`.
//!
//! N and M are at most 500, with 5000 ones. Dancing cells: a node takes microseconds.

use exactcover::{Engine, First, Problem};
use judge_io::{Failure, Input};
use std::process::ExitCode;

fn main() -> ExitCode {
    judge_io::run(Input::stdin(), solve)
}

pub(crate) fn solve(input: &Input) -> Result<String, Failure> {
    let mut words = input.words();
    let rows = words.number("a number of rows", 1..=500)?;
    let columns = words.number("a number of columns", 1..=500)?;
    let mut builder = Problem::builder();
    let items = builder.primaries(columns as usize);
    for row in 1..=rows {
        let bits = words.bits(items.len(), format_args!("row {row}"))?;
        let ones = items.iter().zip(&bits).filter(|(_, bit)| **bit);
        if bits.contains(&true) {
            builder.option(row, ones.map(|(item, _)| *item));
        }
    }
    words.expect_end()?;
    let problem = builder.build().expect("no item is twice in a row");
    let first = problem.search_with(Engine::CELLS).first().answer;
    Ok(match first {
        First::Found(solution) => {
            let rows: Vec<String> = solution.labels().map(u32::to_string).collect();
            rows.join(" ") + "\n"
        }
        _ => "No Solution!\n".into(),
    })
}
