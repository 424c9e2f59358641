//! Tiling: `AtCoder` ABC345 D.
//!
//! Input: N (at most 7), H and W (at most 10), N tiles A x B. Output: whether some of the tiles,
//! turned or not, cover a grid of H x W: `Yes` or `No`.
//!
//! Limit 2 s. Exact cover: cells are primary items, tiles secondary ones; at most 1400 options.

use exactcover::{Engine, First, Problem};
use judge_io::{Failure, Input};
use std::process::ExitCode;

fn main() -> ExitCode {
    judge_io::run(Input::stdin(), solve)
}

pub(crate) fn solve(input: &Input) -> Result<String, Failure> {
    let mut words = input.words();
    let count = words.number("a number of tiles", 0..=7)?;
    let height = words.number("a height", 1..=10)? as usize;
    let width = words.number("a width", 1..=10)? as usize;
    let mut builder = Problem::builder();
    let cells = builder.primaries(height * width);
    for number in 1..=count {
        let a = words.number(format_args!("a side of tile {number}"), 1..=10)? as usize;
        let b = words.number(format_args!("a side of tile {number}"), 1..=10)? as usize;
        let tile = builder.secondaries(1)[0];
        let turned = (a != b).then_some((b, a));
        for (tall, wide) in std::iter::once((a, b)).chain(turned) {
            for top in 0..(height + 1).saturating_sub(tall) {
                for left in 0..(width + 1).saturating_sub(wide) {
                    let rows = cells.chunks(width).skip(top).take(tall);
                    let covered = rows.flat_map(|row| row[left..left + wide].iter().copied());
                    builder.option((), (tile, covered));
                }
            }
        }
    }
    words.expect_end()?;
    let problem = builder.build().expect("no cell is twice in an option");
    let first = problem.search_with(Engine::CELLS).first().answer;
    let can = matches!(first, First::Found(_));
    Ok(if can { "Yes\n" } else { "No\n" }.into())
}
