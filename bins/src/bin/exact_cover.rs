//! Exact cover: Luogu P4929 (a template for dancing links), AcWing 1067.
//!
//! Input: N and M, then N rows of M zeros and ones, with blanks between or without. Output: the
//! numbers, from 1, of rows that have a one in each column exactly once, or `No Solution!`.
//!
//! N and M are at most 500, with 5000 ones. Dancing cells: a node takes microseconds.

use exactcover::{Engine, First, Problem};
use judge_io::{Failure, Input, Word};
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
    let mut digits = words.flat_map(Word::letters);
    for row in 1..=rows {
        let mut ones = Vec::new();
        for &item in &items {
            let end = || input.end_error(format_args!("{columns} digits in row {row}"));
            match digits.next().ok_or_else(end)? {
                ('0', _) => {}
                ('1', _) => ones.push(item),
                (_, place) => return Err(place.expected("0 or 1")),
            }
        }
        if !ones.is_empty() {
            builder.option(row, ones);
        }
    }
    if let Some((_, place)) = digits.next() {
        return Err(place.expected("the end of the input"));
    }
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
