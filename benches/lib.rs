//! What the benches share: where the instances are, and how a puzzle becomes a model.
//!
//! `README.md` beside this file says what is measured and how to read it.

use exactcover::Problem;
use std::path::PathBuf;
use sudoku_model::{killer, Model, Shape};

/// The path of a file in `testdata`.
#[must_use]
pub fn testdata(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../testdata")
        .join(name)
}

/// The text of a file in `testdata`.
///
/// # Panics
/// If it cannot be read.
#[must_use]
pub fn text(name: &str) -> String {
    std::fs::read_to_string(testdata(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The problem in `testdata/dlx/NAME.dlx`, and its number of solutions by `testdata/counts.tsv`.
///
/// # Panics
/// If the file or its count is missing or malformed.
#[must_use]
pub fn instance(name: &str) -> (Problem<usize>, u128) {
    let read = exactcover::format::read(&text(&format!("dlx/{name}.dlx")));
    let problem = read
        .unwrap_or_else(|error| panic!("{name}.dlx:{error}"))
        .problem;
    let counts = text("counts.tsv");
    let mut rows = counts
        .lines()
        .map(|line| line.split('\t').collect::<Vec<_>>());
    let header = rows.next().expect("counts.tsv has a header");
    let column = header
        .iter()
        .position(|&title| title == "count")
        .expect("a column of counts");
    let row = rows
        .find(|row| row[0] == name)
        .unwrap_or_else(|| panic!("{name} is not in counts.tsv"));
    (problem, row[column].parse().expect("a count is a number"))
}

/// The text of a problem with an item for each size, which has so many options, all alike. If they
/// are colored, all options give a secondary item the same color.
#[must_use]
pub fn large_items(sizes: &[usize], colored: bool) -> String {
    let names: Vec<String> = (0..sizes.len()).map(|k| format!("i{k}")).collect();
    let (flag, color) = if colored { (" | x", " x:A") } else { ("", "") };
    let mut text = format!("{}{flag}\n", names.join(" "));
    for (name, &size) in names.iter().zip(sizes) {
        text += &format!("{name}{color}\n").repeat(size);
    }
    text
}

/// The killer in a file of `testdata`, by cages or by colors.
///
/// # Panics
/// If it cannot be read or is none.
#[must_use]
pub fn killer(name: &str) -> Model {
    killer::read(Shape::CLASSIC, &text(name)).unwrap_or_else(|error| panic!("{name}:{error}"))
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
