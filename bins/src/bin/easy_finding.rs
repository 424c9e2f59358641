//! Easy finding: POJ 3740.
//!
//! Input: cases to the end of the input: M and N, then M rows of N zeros and ones, with blanks
//! between or without. Output for each: whether some rows have a one in each column exactly once,
//! `Yes, I found it` or `It is impossible`.
//!
//! M is at most 16, N at most 300; at most 500 cases. Limits 1 s, 64 MB. Dancing cells.

use exactcover::{Engine, First, Problem};
use judge_io::{Failure, Input};
use std::process::ExitCode;

fn main() -> ExitCode {
    judge_io::run(Input::stdin(), solve)
}

pub(crate) fn solve(input: &Input) -> Result<String, Failure> {
    let (mut words, mut answer) = (input.words(), String::new());
    while !words.at_end() {
        let rows = words.number("a number of rows", 1..=16)?;
        let columns = words.number("a number of columns", 1..=300)?;
        let mut builder = Problem::builder();
        let items = builder.primaries(columns as usize);
        for row in 1..=rows {
            let bits = words.bits(items.len(), format_args!("row {row}"))?;
            let ones = items.iter().zip(&bits).filter(|(_, bit)| **bit);
            if bits.contains(&true) {
                builder.option((), ones.map(|(item, _)| *item));
            }
        }
        let problem = builder.build().expect("no item is twice in a row");
        answer += match problem.search_with(Engine::CELLS).first().answer {
            First::Found(_) => "Yes, I found it\n",
            _ => "It is impossible\n",
        };
    }
    Ok(answer)
}
