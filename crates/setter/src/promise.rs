//! What the statements promise about solutions, looked at with the searches of this workspace.

use crate::generate::{
    bead_boards, classic_grids, has_one_board, has_one_filling, killer_grids, MANY,
};
use sudoku_model::{Model, Shape, Unique};

/// What keeps the promise, or why it is not kept.
type Kept = Result<(), String>;

pub(crate) fn nothing(_: &str) -> Kept {
    Ok(())
}

fn kept(is_kept: bool, or_else: &str) -> Kept {
    match is_kept {
        true => Ok(()),
        false => Err(or_else.into()),
    }
}

/// The boards of 81 digits behind this many numbers.
fn boards(input: &str, skipped: usize) -> Vec<Vec<u8>> {
    let words = input.split_whitespace().skip(skipped);
    let digits: Vec<u8> = words
        .map(|word| word.parse().expect("a valid input"))
        .collect();
    digits.chunks(81).map(<[u8]>::to_vec).collect()
}

/// That each of these boards has a number of grids in the range; the first is board 1.
fn grids(boards: &[Vec<u8>], range: std::ops::RangeInclusive<u64>) -> Kept {
    for (number, board) in (1..).zip(boards) {
        let count = classic_grids(board, range.end() + 1);
        if !range.contains(&count) {
            let (least, most) = range.into_inner();
            let more = if count > most { "more" } else { "fewer" };
            let message = format!("board {number} has {more} grids: expected {least} to {most}");
            return Err(message.replace("1 to 1", "one"));
        }
    }
    Ok(())
}

pub(crate) fn at_most_fifty(input: &str) -> Kept {
    grids(&boards(input, 0), 0..=50)
}

/// Nothing is promised; but no test has so many that nobody can list them.
pub(crate) fn not_too_many(input: &str) -> Kept {
    grids(&boards(input, 0), 0..=MANY)
}

pub(crate) fn not_too_many_each(input: &str) -> Kept {
    grids(&boards(input, 1), 0..=MANY)
}

/// The statement says nothing of it, but answers are compared as texts.
pub(crate) fn at_most_one_each(input: &str) -> Kept {
    grids(&boards(input, 1), 0..=1)
}

pub(crate) fn one_a_line(input: &str) -> Kept {
    let lines = input.lines().filter(|line| *line != "end");
    let digits = |line: &str| line.bytes().map(|b| b.saturating_sub(b'0')).collect();
    let boards: Vec<Vec<u8>> = lines.map(digits).collect();
    grids(&boards, 1..=1)
}

pub(crate) fn one_of_letters(input: &str) -> Kept {
    let rules = Model::builder(Shape::with_side(16).expect("a square of a square"));
    let lines = input.lines().filter(|line| line.len() == 16);
    let letters = lines.flat_map(str::bytes);
    let digits: Vec<u8> = letters
        .map(|b| if b == b'-' { 0 } else { b - b'A' + 1 })
        .collect();
    for (number, board) in (1..).zip(digits.chunks(256)) {
        let one = crate::generate::grids(&rules, board, 2) == 1;
        kept(one, &format!("data set {number} has not exactly one grid"))?;
    }
    Ok(())
}

pub(crate) fn some_killer(input: &str) -> Kept {
    let unique = killer_grids(input);
    kept(
        matches!(unique, Some(Unique::One(_) | Unique::Many(..))),
        "the cages have no grid",
    )
}

pub(crate) fn one_tiling_each(input: &str) -> Kept {
    let mut lines = input.lines();
    for number in 1.. {
        let count: usize = match lines.next().map(str::parse) {
            Some(Ok(count)) if count > 0 => count,
            _ => break,
        };
        let puzzle: Vec<&str> = lines.by_ref().take(count + 1).collect();
        let one = has_one_board(&format!("{count}\n{}\n", puzzle.join("\n")));
        kept(
            one,
            &format!("puzzle {number} has not exactly one board, or that is hard to find out"),
        )?;
    }
    Ok(())
}

pub(crate) fn one_filling(input: &str) -> Kept {
    let message = "the words do not fit in exactly one way, or that is hard to find out";
    kept(has_one_filling(input), message)
}

/// Of one board; of several, as PRLGAME has them, nothing is promised.
pub(crate) fn at_most_one_filling(input: &str) -> Kept {
    let several = input.lines().count() > 10;
    let message = "the pieces fit in several ways, or that is hard to find out";
    kept(
        several || matches!(bead_boards(input), Some(0 | 1)),
        message,
    )
}
