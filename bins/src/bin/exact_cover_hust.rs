//! Exact cover, row by row: HUST 1017.
//!
//! Input: cases to the end of the input: N and M, then N rows: how many columns it has a one in,
//! and which; the first is column 1. Output for each: how many rows, and which, so that they have a
//! one in each of M columns exactly once; or `NO`.
//!
//! N and M are at most 1000, and a row has at most 100 ones. Limits 15 s, 128 MB. Dancing cells.

use exactcover::{Engine, First, Problem};
use judge_io::{Failure, Input};
use std::collections::BTreeSet;
use std::process::ExitCode;

fn main() -> ExitCode {
    judge_io::run(Input::stdin(), solve)
}

pub(crate) fn solve(input: &Input) -> Result<String, Failure> {
    let (mut words, mut answer) = (input.words(), String::new());
    while !words.at_end() {
        let rows = words.number("a number of rows", 1..=1000)?;
        let columns = words.number("a number of columns", 1..=1000)?;
        let mut builder = Problem::builder();
        let items = builder.primaries(columns as usize);
        for row in 1..=rows {
            let count = words.number(format_args!("a number of columns of row {row}"), 1..=100)?;
            let mut ones = BTreeSet::new();
            for _ in 0..count {
                let word = words.expect(format_args!("a column of row {row}"))?;
                let column = word.number(format_args!("a column of row {row}"), 1..=columns)?;
                if !ones.insert(items[column as usize - 1]) {
                    return Err(word.error(&format!("column {column} is in row {row} already")));
                }
            }
            builder.option(row, ones);
        }
        let problem = builder.build().expect("no item is twice in a row");
        let first = problem.search_with(Engine::CELLS).first().answer;
        answer += &match first {
            First::Found(solution) => {
                let rows: String = solution.labels().map(|row| format!(" {row}")).collect();
                format!("{}{rows}\n", solution.options().len())
            }
            _ => "NO\n".into(),
        };
    }
    Ok(answer)
}
