//! Puzzles as problems for the program `exactcover`, and what it prints of them as grids.
//!
//! Each solution is a grid, and each grid one solution, so that a count of the one is a count of
//! the other. An option that puts 5 into r1c2 has the item `r1c2=5`, which nothing else has: a
//! solution tells its grid without the puzzle.

use crate::form::{Puzzle, Wrong};
use exactcover::{format, Color, Entry, ItemId, Problem};
use std::collections::BTreeMap;
use sudoku_model::proof::Cover;
use sudoku_model::{Backend, Digits, Grid, Model, Shape};
use text_places::{clip, Place};

/// The problem as text, or why the puzzle has none.
pub(crate) fn write(model: &Model) -> Result<String, String> {
    if model.tiling().is_some() {
        return Err(
            "a grid can be tiled with dominoes in several ways: a cover would count them all"
                .into(),
        );
    }
    if !Backend::COVER.fits(model) {
        return Err("a rule has too many sums or states for a cover".into());
    }
    let cover = Cover::reduced(model);
    let problem = cover.problem();
    let mut builder = Problem::<()>::builder();
    let known = problem.items().map(|item| {
        let name = problem.name(item).unwrap_or_default().replace(' ', "_");
        match problem.is_primary(item) {
            true => builder.primary(name),
            false => builder.secondary(name),
        }
    });
    let known: Vec<ItemId> = known.collect();
    let colors = problem.options().flat_map(|option| {
        let entries = problem.entries(option).iter();
        entries.filter_map(|entry| entry.color.map(Color::value))
    });
    let letters = letters(colors.max());
    for option in problem.options() {
        let mut entries = Vec::new();
        for entry in problem.entries(option) {
            let color = entry.color.map(|color| letters[color.value() as usize]);
            entries.push(Entry {
                item: known[entry.item.index()],
                color: color.map(Color::from),
            });
        }
        for (cell, digit) in problem.label(option) {
            entries.push(builder.secondary(format!("{cell}={digit}")).into());
        }
        builder.option((), entries);
    }
    let built = builder.build().map_err(|error| error.to_string())?;
    format::write(&built).map_err(|error| error.to_string())
}

/// For each color up to this one a letter or a digit: 0 to 9, A to Z, and so on.
fn letters(most: Option<u32>) -> Vec<char> {
    let letters = ('0'..=char::MAX).filter(|letter| letter.is_alphanumeric());
    letters
        .take(most.map_or(0, |most| most as usize + 1))
        .collect()
}

/// The grids of solutions as `exactcover` prints them, an option a line and an empty line behind
/// each; with the lines where they begin.
pub(crate) fn read(shape: Option<Shape>, text: &str) -> Result<Vec<(usize, Puzzle)>, Wrong> {
    let mut grids = Vec::new();
    let mut digits = BTreeMap::new();
    let (mut begin, mut empty) = (1, true);
    for (number, line) in (1..).zip(text.lines().chain([""])) {
        if !line.trim().is_empty() {
            if empty {
                (begin, empty) = (number, false);
            }
            for word in line.split_whitespace() {
                let Some((row, column, digit)) = placement(word) else {
                    continue;
                };
                if digits.insert((row, column), digit).is_some() {
                    let what = format!("r{row}c{column} has a second digit, {}", clip(word));
                    return Err(Wrong::new(Place::of(word, text), what));
                }
            }
        } else if !empty {
            let grid = grid(shape, &digits);
            let grid = grid.map_err(|what| Wrong::new(crate::form::line(begin), what))?;
            grids.push((begin, Puzzle::Grid(grid)));
            digits.clear();
            empty = true;
        }
    }
    Ok(grids)
}

/// Row, column and digit of an item such as `r1c2=5`.
fn placement(word: &str) -> Option<(usize, usize, u8)> {
    let (row, rest) = word.strip_prefix('r')?.split_once('c')?;
    let (column, digit) = rest.split_once('=')?;
    Some((row.parse().ok()?, column.parse().ok()?, digit.parse().ok()?))
}

fn grid(shape: Option<Shape>, digits: &BTreeMap<(usize, usize), u8>) -> Result<Grid, String> {
    let rows = digits.keys().map(|&(row, _)| row).max();
    let columns = digits.keys().map(|&(_, column)| column).max();
    let (Some(rows), Some(columns)) = (rows, columns) else {
        return Err("expected a solution of a puzzle's cover, with items such as r1c2=5".into());
    };
    let shape = match shape {
        Some(shape) => shape,
        None => {
            let shape = Shape::rectangle(rows, columns).map_err(|error| error.to_string())?;
            let known = digits.values().filter(|&&digit| digit <= Digits::MAX);
            let used: Digits = known.map(|&digit| Digits::single(digit)).collect();
            let all = shape.digits() | used;
            match used == shape.digits() & used {
                true => shape,
                false => shape
                    .with_digits(used)
                    .or_else(|_| shape.with_digits(all))
                    .map_err(|error| error.to_string())?,
            }
        }
    };
    let mut row_order = Vec::new();
    for cell in shape.cells() {
        match digits.get(&(cell.row() + 1, cell.column() + 1)) {
            Some(&digit) => row_order.push(digit),
            None => return Err(format!("{cell} has no digit in this solution")),
        }
    }
    if row_order.len() < digits.len() {
        return Err("this solution has cells outside the board".into());
    }
    Grid::from_digits(shape, &row_order).map_err(|error| error.to_string())
}
