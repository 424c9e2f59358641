//! The inputs of the problems, as their statements draw them.

// The functions have the names of the problems, and all say the same.
#![allow(missing_docs)]

use crate::check::is_whole_bead;
use crate::strict::{Read, Strict};
use crate::Place;
use std::collections::{BTreeMap, BTreeSet};

/// Nine lines of nine numbers, with where they stand. With `ragged`, a blank may end a line: so it
/// is in the sample of the judge.
fn board<'t>(
    text: &mut Strict<'t>,
    what: &str,
    most: u32,
    ragged: bool,
) -> Read<Vec<(usize, &'t str)>> {
    let mut cells = Vec::new();
    for _ in 0..9 {
        for column in 0..9 {
            if column > 0 {
                text.blank()?;
            }
            cells.push(text.number(what, 0..=most)?);
        }
        if ragged {
            text.takes(" ");
        }
        text.line_end()?;
    }
    Ok(cells)
}

const DIGIT: &str = "a digit, or 0 for a free cell,";

/// A number of cases on a line of its own, and as many cases, with an empty line between two.
fn cases<'t>(
    text: &'t str,
    most: std::ops::RangeInclusive<u32>,
    mut case: impl FnMut(&mut Strict<'t>) -> Read<()>,
) -> Read<()> {
    let mut text = Strict::new(text);
    let [(count, _)] = text.numbers([("a number of cases", most)])?;
    for k in 0..count {
        if k > 0 {
            text.empty_line()?;
        }
        case(&mut text)?;
    }
    text.end()
}

pub fn all_solutions(input: &str) -> Read<()> {
    let mut text = Strict::new(input);
    board(&mut text, DIGIT, 9, false)?;
    text.end()
}

pub fn target_sudoku(input: &str) -> Read<()> {
    let mut text = Strict::new(input);
    let cells = board(&mut text, DIGIT, 9, true)?;
    let givens = cells.iter().filter(|(digit, _)| *digit > 0).count();
    if givens < 24 {
        let message = format!("expected at least 24 givens, found {givens}");
        return Err(text.fault(input, message));
    }
    text.end()
}

pub fn sudokunique(input: &str) -> Read<()> {
    let mut text = Strict::new(input);
    for number in 1.. {
        board(&mut text, DIGIT, 9, false)?;
        if number == 100 || text.is_at_end() {
            break;
        }
        text.empty_line()?;
    }
    text.end()
}

pub fn sudogob(input: &str) -> Read<()> {
    cases(input, 1..=10_000, |text| {
        board(text, DIGIT, 9, false).map(drop)
    })
}

pub fn easudoku(input: &str) -> Read<()> {
    let mut text = Strict::new(input);
    let [(count, _)] = text.numbers([("a number of boards", 2..=14)])?;
    for _ in 0..count {
        board(&mut text, DIGIT, 9, false)?;
    }
    text.end()
}

pub fn squiggly(input: &str) -> Read<()> {
    cases(input, 1..=2500, |text| {
        let cells = board(text, "a digit and its walls", 249, true)?;
        let walls = |cell: usize, side: usize| cells[cell].0 & side != 0;
        for (cell, &(code, part)) in cells.iter().enumerate() {
            if code % 16 > 9 {
                return Err(text.fault(part, format!("{} is no digit", code % 16)));
            }
            let (row, column) = (cell / 9, cell % 9);
            let around = [
                (16, 64, (row > 0).then(|| cell - 9), "above"),
                (32, 128, (column < 8).then(|| cell + 1), "to the right"),
                (64, 16, (row < 8).then(|| cell + 9), "below"),
                (128, 32, (column > 0).then(|| cell - 1), "to the left"),
            ];
            for (side, back, other, name) in around {
                if walls(cell, side) != other.is_none_or(|other| walls(other, back)) {
                    let message = format!("the wall {name} has one side only");
                    return Err(text.fault(part, message));
                }
            }
        }
        let codes: Vec<u8> = cells.iter().map(|&(code, _)| code as u8).collect();
        let regions = crate::check::walled(&codes);
        for (cell, region) in regions.iter().enumerate() {
            let size = regions.iter().filter(|other| *other == region).count();
            if size != 9 {
                let message = format!("expected a region of 9 cells, found {size}");
                return Err(text.fault(cells[cell].1, message));
            }
        }
        for (cell, &(_, part)) in cells.iter().enumerate() {
            let inside = |other: usize| regions.get(other) == Some(&regions[cell]);
            if walls(cell, 32) && cell % 9 < 8 && inside(cell + 1)
                || walls(cell, 64) && inside(cell + 9)
            {
                return Err(text.fault(part, "a wall stands within a region"));
            }
        }
        Ok(())
    })
}

pub fn sudoku81(input: &str) -> Read<()> {
    let mut text = Strict::new(input);
    while !text.takes("end") {
        text.symbols(81, "a digit or a dot", |c| {
            c == '.' || ('1'..='9').contains(&c)
        })?;
    }
    // The sample of one judge has nothing behind it.
    text.takes("\n");
    text.end()
}

pub fn cross_hatching(input: &str) -> Read<()> {
    let mut text = Strict::new(input);
    let spaced = input.as_bytes().get(1) == Some(&b' ');
    for _ in 0..9 {
        for column in 0..9 {
            if spaced && column > 0 {
                text.blank()?;
            }
            text.symbol("a digit or a dot", |c| c == '.' || ('1'..='9').contains(&c))?;
        }
        text.line_end()?;
    }
    text.end()
}

/// Data sets with an empty line between two; or, as SPOJ has them, their number first.
pub fn sudoku16(input: &str) -> Read<()> {
    let grid = |text: &mut Strict<'_>| {
        for _ in 0..16 {
            text.symbols(16, "a letter from A to P or a dash", |c| {
                c == '-' || ('A'..='P').contains(&c)
            })?;
        }
        Ok(())
    };
    if input.starts_with(|c: char| c.is_ascii_digit()) {
        return cases(input, 1..=10_000, |text| grid(text));
    }
    let mut text = Strict::new(input);
    loop {
        grid(&mut text)?;
        if text.is_at_end() {
            return Ok(());
        }
        text.empty_line()?;
    }
}

/// The totals that so many different digits from 1 to 9 may have.
fn totals(size: usize) -> std::ops::RangeInclusive<u32> {
    let size = size as u32;
    size * (size + 1) / 2..=size * (19 - size) / 2
}

pub fn killer_colors(input: &str) -> Read<()> {
    let mut text = Strict::new(input);
    let mut cells: BTreeMap<char, Vec<(Place, &str)>> = BTreeMap::new();
    for row in 0..9 {
        let line = text.symbols(9, "a color", |c| ('!'..='~').contains(&c))?;
        for (column, (color, part)) in line.into_iter().enumerate() {
            cells.entry(color).or_default().push(((row, column), part));
        }
    }
    for (color, cells) in &cells {
        let (_, part) = cells[0];
        let places: Vec<Place> = cells.iter().map(|&(place, _)| place).collect();
        if places.len() > 9 {
            let message = format!(
                "expected at most 9 cells of {color}, found {}",
                places.len()
            );
            return Err(text.fault(part, message));
        }
        if !is_connected(&places) {
            return Err(text.fault(part, format!("the cells of {color} are not connected")));
        }
    }
    let mut left = 405;
    let mut last = "";
    while !cells.is_empty() {
        let (color, part) = text.symbol("a color of the board", |c| ('!'..='~').contains(&c))?;
        let size = match cells.remove(&color) {
            Some(cells) => cells.len(),
            None => return Err(text.fault(part, "no color of the board without a total")),
        };
        text.blank()?;
        let [(total, part)] = text.numbers([("a total", totals(size))])?;
        left -= total as i64;
        last = part;
    }
    if left != 0 {
        return Err(text.fault(
            last,
            format!("all totals add up to {}, not to 405", 405 - left),
        ));
    }
    text.end()
}

#[must_use]
pub fn is_connected(places: &[Place]) -> bool {
    let mut left: BTreeSet<Place> = places.iter().copied().collect();
    let mut open: Vec<Place> = left.iter().next().copied().into_iter().collect();
    while let Some((row, column)) = open.pop() {
        if left.remove(&(row, column)) {
            let around = [
                (row + 1, column),
                (row, column + 1),
                (row.wrapping_sub(1), column),
                (row, column.wrapping_sub(1)),
            ];
            open.extend(around.iter().filter(|place| left.contains(place)));
        }
    }
    left.is_empty()
}

pub fn killer_sudoku(input: &str) -> Read<()> {
    let mut text = Strict::new(input);
    let mut known = BTreeSet::new();
    while known.is_empty() || !text.is_at_end() {
        let (total, part) = text.number("a total", 1..=45)?;
        text.blank()?;
        let (size, _) = text.number("a number of cells", 1..=9)?;
        if !totals(size).contains(&(total as u32)) {
            let (least, most) = (
                totals(size).start().to_owned(),
                totals(size).end().to_owned(),
            );
            let message = format!("expected a total from {least} to {most}, found {total}");
            return Err(text.fault(part, message));
        }
        for _ in 0..size {
            text.blank()?;
            let (row, part) = text.number("a row", 1..=9)?;
            text.blank()?;
            let (column, _) = text.number("a column", 1..=9)?;
            if !known.insert((row, column)) {
                return Err(text.fault(part, format!("cell {row} {column} again")));
            }
        }
        text.line_end()?;
    }
    Ok(())
}

pub fn su_domino_ku(input: &str) -> Read<()> {
    let mut text = Strict::new(input);
    let cell = |text: &mut Strict<'_>, free: &mut BTreeSet<Place>| -> Read<Place> {
        let (row, part) = text.symbol("a cell, A1 to I9", |c| ('A'..='I').contains(&c))?;
        let (column, _) = text.number("a column", 1..=9)?;
        let place = ((row as u8 - b'A') as usize, column - 1);
        match free.remove(&place) {
            true => Ok(place),
            false => Err(text.fault(part, format!("cell {row}{column} again"))),
        }
    };
    while !text.takes("0\n") {
        let [(count, _)] = text.numbers([("0 or a number of dominoes", 10..=35)])?;
        let mut free: BTreeSet<Place> = (0..81).map(|k| (k / 9, k % 9)).collect();
        let mut tiles = BTreeSet::new();
        for _ in 0..count {
            let (a, part) = text.number("a digit", 1..=9)?;
            text.blank()?;
            let one = cell(&mut text, &mut free)?;
            text.blank()?;
            let (b, _) = text.number("a digit", 1..=9)?;
            text.blank()?;
            let other = cell(&mut text, &mut free)?;
            if one.0.abs_diff(other.0) + one.1.abs_diff(other.1) != 1 {
                return Err(text.fault(part, "the cells are no neighbors"));
            }
            if a == b || !tiles.insert((a.min(b), a.max(b))) {
                return Err(text.fault(part, format!("domino {a} {b} again, or a double")));
            }
            text.line_end()?;
        }
        for digit in 1..=9 {
            if digit > 1 {
                text.blank()?;
            }
            cell(&mut text, &mut free)?;
        }
        text.line_end()?;
    }
    text.end()
}

pub fn exact_cover(input: &str) -> Read<()> {
    let mut text = Strict::new(input);
    let [(rows, _), (columns, _)] = text.numbers([
        ("a number of rows", 1..=500),
        ("a number of columns", 1..=500),
    ])?;
    let mut ones = 0;
    for _ in 0..rows {
        for part in bits(&mut text, columns)? {
            ones += usize::from(part == "1");
            if ones > 5000 {
                return Err(text.fault(part, "more than 5000 ones"));
            }
        }
    }
    text.end()
}

/// A line of zeros and ones with blanks between them.
fn bits<'t>(text: &mut Strict<'t>, columns: usize) -> Read<Vec<&'t str>> {
    let mut bits = Vec::new();
    for column in 0..columns {
        if column > 0 {
            text.blank()?;
        }
        bits.push(text.number("a number", 0..=1)?.1);
    }
    text.line_end()?;
    Ok(bits)
}

/// The copies of the statement do not agree on empty lines between cases: ours has none.
pub fn exact_cover_hust(input: &str) -> Read<()> {
    let mut text = Strict::new(input);
    loop {
        let [(rows, _), (columns, _)] = text.numbers([
            ("a number of rows", 1..=1000),
            ("a number of columns", 1..=1000),
        ])?;
        for _ in 0..rows {
            let mut seen = BTreeSet::new();
            let (count, _) = text.number("a number of columns", 1..=100)?;
            for _ in 0..count {
                text.blank()?;
                let (column, part) = text.number("a column", 1..=columns as u32)?;
                if !seen.insert(column) {
                    return Err(text.fault(part, format!("column {column} again")));
                }
            }
            text.line_end()?;
        }
        if text.is_at_end() {
            return Ok(());
        }
    }
}

pub fn easy_finding(input: &str) -> Read<()> {
    let mut text = Strict::new(input);
    for case in 0.. {
        if case == 500 {
            return text.end();
        }
        let [(rows, _), (columns, _)] = text.numbers([
            ("a number of rows", 1..=16),
            ("a number of columns", 1..=300),
        ])?;
        for _ in 0..rows {
            bits(&mut text, columns)?;
        }
        if text.is_at_end() {
            break;
        }
    }
    Ok(())
}

pub fn power_stations(input: &str) -> Read<()> {
    let mut text = Strict::new(input);
    loop {
        let [(towns, _), (cables, _), (days, _)] = text.numbers([
            ("a number of towns", 1..=60),
            ("a number of cables", 1..=150),
            ("a number of days", 1..=5),
        ])?;
        let (towns, days) = (towns as u32, days as u32);
        for _ in 0..cables {
            text.numbers([("a town", 1..=towns), ("a town", 1..=towns)])?;
        }
        for _ in 0..towns {
            let [(first, _), (last, part)] =
                text.numbers([("a day", 1..=days), ("a day", 1..=days)])?;
            if last < first {
                return Err(text.fault(part, format!("day {last} is before day {first}")));
            }
        }
        text.takes("\n");
        if text.is_at_end() {
            return Ok(());
        }
    }
}

pub fn crossword(input: &str) -> Read<()> {
    let mut text = Strict::new(input);
    let [(rows, _), (columns, _)] = text.numbers([
        ("a number of rows", 1..=21),
        ("a number of columns", 1..=21),
    ])?;
    let mut grid = Vec::new();
    for _ in 0..rows {
        let line = text.symbols(columns, "a dot or #", |c| c == '.' || c == '#')?;
        grid.push(line.into_iter().map(|(c, _)| c).collect::<String>());
    }
    let turned = (0..columns).map(|k| grid.iter().map(|line| &line[k..=k]).collect());
    let lines: Vec<String> = grid.iter().cloned().chain(turned).collect();
    let runs = lines.iter().flat_map(|line| line.split('#'));
    let mut left: Vec<usize> = runs.map(str::len).filter(|&run| run > 1).collect();
    let [(count, part)] = text.numbers([("a number of words", 1..=200)])?;
    if count != left.len() {
        let places = left.len();
        let message = format!("expected {places}, as many words as places, found {count}");
        return Err(text.fault(part, message));
    }
    for _ in 0..count {
        let (_, part) = text.symbol("a word of capital letters", |c| c.is_ascii_uppercase())?;
        let mut length = 1;
        while text.symbol("a letter", |c| c.is_ascii_uppercase()).is_ok() {
            length += 1;
        }
        match left.iter().position(|&run| run == length) {
            Some(place) => drop(left.swap_remove(place)),
            None => {
                let message = format!("no place for {length} letters is left in the grid");
                return Err(text.fault(part, message));
            }
        }
        text.line_end()?;
    }
    text.end()
}

/// One board, or several as one of the judges has them.
pub fn wisdom_beads(input: &str) -> Read<()> {
    let mut text = Strict::new(input);
    loop {
        let mut pieces: BTreeMap<char, Vec<(Place, &str)>> = BTreeMap::new();
        for row in 0..10 {
            let line = text.symbols(row + 1, "a dot or a piece from A to L", |c| {
                c == '.' || ('A'..='L').contains(&c)
            })?;
            for (column, (piece, part)) in line.into_iter().enumerate() {
                pieces.entry(piece).or_default().push(((row, column), part));
            }
        }
        pieces.remove(&'.');
        for (piece, cells) in pieces {
            let places: Vec<Place> = cells.iter().map(|&(place, _)| place).collect();
            if !is_whole_bead(piece, &places) {
                let message = format!("piece {piece} is not whole, or has another shape");
                return Err(text.fault(cells[0].1, message));
            }
        }
        if text.is_at_end() {
            return Ok(());
        }
    }
}

pub fn tiling(input: &str) -> Read<()> {
    let mut text = Strict::new(input);
    let [(tiles, _), ..] = text.numbers([
        ("a number of tiles", 1..=7),
        ("a height", 1..=10),
        ("a width", 1..=10),
    ])?;
    for _ in 0..tiles {
        text.numbers([("a side", 1..=10), ("a side", 1..=10)])?;
    }
    text.end()
}

pub fn treasure_map(input: &str) -> Read<()> {
    cases(input, 1..=500, |text| {
        let [(width, _), (height, _), (pieces, _)] = text.numbers([
            ("a width", 1..=30),
            ("a height", 1..=30),
            ("a number of pieces", 1..=500),
        ])?;
        let (width, height) = (width as u32, height as u32);
        for _ in 0..pieces {
            let [(left, _), (bottom, _), (right, x), (top, y)] = text.numbers([
                ("a left side", 0..=width),
                ("a lower side", 0..=height),
                ("a right side", 0..=width),
                ("an upper side", 0..=height),
            ])?;
            if right <= left {
                return Err(text.fault(x, format!("not to the right of {left}")));
            }
            if top <= bottom {
                return Err(text.fault(y, format!("not above {bottom}")));
            }
        }
        Ok(())
    })
}
