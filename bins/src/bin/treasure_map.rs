//! Treasure map: ZOJ 3209.
//!
//! Input: T (at most 500) maps: N, M (at most 30) and P (at most 500), then P rectangles by their
//! lower left and upper right corners. Output: the least number of them that cover a map of N x M
//! without overlap, or -1, a line each.
//!
//! Limits 2 s, 32 MB. Exact cover: cells are items, every piece costs 1. Cells that are in the same
//! pieces are one item: between two neighboring borders of pieces there is nothing to tell apart.

use exactcover::{Engine, Problem};
use judge_io::{Failure, Input};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    judge_io::run(Input::stdin(), solve)
}

pub(crate) fn solve(input: &Input) -> Result<String, Failure> {
    let mut words = input.words();
    let mut output = String::new();
    for map in 1..=words.number("a number of maps", 0..=500)? {
        let width = words.number(format_args!("the width of map {map}"), 1..=30)?;
        let height = words.number(format_args!("the height of map {map}"), 1..=30)?;
        let count = words.number(format_args!("a number of pieces of map {map}"), 1..=500)?;
        let mut pieces = BTreeSet::new();
        for number in 1..=count {
            let mut side = |what, range| {
                words.number(format_args!("{what} of piece {number} of map {map}"), range)
            };
            let left = side("the left side", 0..=width - 1)?;
            let bottom = side("the bottom", 0..=height - 1)?;
            let right = side("the right side", left + 1..=width)?;
            let top = side("the top", bottom + 1..=height)?;
            pieces.insert([left, right, bottom, top]);
        }
        let borders = |a: usize, end| {
            let borders = pieces.iter().flat_map(|piece| [piece[a], piece[a + 1]]);
            let borders: BTreeSet<_> = borders.chain([0, end]).collect();
            borders.into_iter().collect::<Vec<_>>()
        };
        let (columns, rows) = (borders(0, width), borders(2, height));
        let mut builder = Problem::builder();
        let cells = builder.primaries((columns.len() - 1) * (rows.len() - 1));
        for piece in &pieces {
            let place = |borders: &[_], side| borders.binary_search(&side).unwrap_or_default();
            let [left, right] = [piece[0], piece[1]].map(|side| place(&columns, side));
            let [bottom, top] = [piece[2], piece[3]].map(|side| place(&rows, side));
            let lines = cells.chunks(columns.len() - 1).take(top).skip(bottom);
            let covered = lines.flat_map(|line| line[left..right].iter().copied());
            builder.option_with_cost((), 1, covered);
        }
        let problem = builder.build().expect("no cell is twice in a piece");
        match problem
            .search_with(Engine::LINKS)
            .cheapest(1)
            .answer
            .first()
        {
            Some((cost, _)) => writeln!(output, "{cost}"),
            None => writeln!(output, "-1"),
        }
        .expect("a string takes everything");
    }
    words.expect_end()?;
    Ok(output)
}
