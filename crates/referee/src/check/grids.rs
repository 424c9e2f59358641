//! Problems whose answers are whole grids with cages, dominoes or letters.

use super::{nothing_more, part};
use crate::{Place, Verdict};
use std::collections::{BTreeMap, BTreeSet};

/// A grid of `symbols`, each once in every row, column and box.
fn full_grid(rows: &[&str], symbols: &str) -> Result<Vec<Vec<char>>, String> {
    let side = symbols.len();
    let width = (1..).find(|width| width * width == side).unwrap();
    let grid: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    if grid.len() != side || grid.iter().any(|row| row.len() != side) {
        return Err(format!("not {side} rows of {side} symbols"));
    }
    for k in 0..side {
        let row: BTreeSet<char> = (0..side).map(|j| grid[k][j]).collect();
        let column: BTreeSet<char> = (0..side).map(|j| grid[j][k]).collect();
        let (top, left) = (k / width * width, k % width * width);
        let boxed: BTreeSet<char> = (0..side)
            .map(|j| grid[top + j / width][left + j % width])
            .collect();
        for (house, found) in [("row", row), ("column", column), ("box", boxed)] {
            if let Some(symbol) = symbols.chars().find(|symbol| !found.contains(symbol)) {
                return Err(format!("{house} {} has no {symbol}", k + 1));
            }
        }
    }
    Ok(grid)
}

fn cage(grid: &[Vec<char>], cells: &[Place], total: u32) -> Verdict {
    let digits = || cells.iter().map(|&(row, column)| grid[row][column]);
    let names = || -> Vec<String> {
        let name = |&(row, column): &Place| format!("r{}c{}", row + 1, column + 1);
        cells.iter().map(name).collect()
    };
    if digits().collect::<BTreeSet<_>>().len() != cells.len() {
        return Err(format!("a digit twice in {}", names().join(" ")));
    }
    let sum: u32 = digits().filter_map(|digit| digit.to_digit(10)).sum();
    match sum == total {
        true => Ok(()),
        false => Err(format!(
            "{}: expected the sum {total}, found {sum}",
            names().join(" ")
        )),
    }
}

pub(super) fn killer_colors(input: &str, answer: &str) -> Verdict {
    let rows: Vec<&str> = answer.lines().collect();
    let grid = full_grid(&rows, "123456789")?;
    let mut cells: BTreeMap<char, Vec<Place>> = BTreeMap::new();
    for (row, line) in input.lines().take(9).enumerate() {
        for (column, color) in line.chars().enumerate() {
            cells.entry(color).or_default().push((row, column));
        }
    }
    for line in input.lines().skip(9) {
        let (color, total) = line.split_once(' ').unwrap();
        let cells = cells.remove(&color.chars().next().unwrap()).unwrap();
        cage(&grid, &cells, total.trim().parse().unwrap())?;
    }
    assert!(cells.is_empty(), "the input has colors without a total");
    Ok(())
}

pub(super) fn killer_sudoku(input: &str, answer: &str) -> Verdict {
    if let Some(row) = answer.lines().position(|line| line.len() != 17) {
        return Err(format!("row {}: expected nine digits apart", row + 1));
    }
    let rows: Vec<String> = answer.lines().map(|line| line.replace(' ', "")).collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let grid = full_grid(&rows, "123456789")?;
    for line in input.lines() {
        let numbers: Vec<usize> = line
            .split_whitespace()
            .map(|word| word.parse().unwrap())
            .collect();
        let cells: Vec<Place> = numbers[2..]
            .chunks(2)
            .map(|pair| (pair[0] - 1, pair[1] - 1))
            .collect();
        cage(&grid, &cells, numbers[0] as u32)?;
    }
    Ok(())
}

pub(super) fn su_domino_ku(input: &str, answer: &str) -> Verdict {
    let mut words = input.split_whitespace();
    let mut lines = answer.lines();
    for puzzle in 1.. {
        let count: usize = words.next().unwrap().parse().unwrap();
        if count == 0 && words.clone().next().is_none() {
            break;
        }
        if lines.next() != Some(&format!("Puzzle {puzzle}")) {
            return Err(format!("expected the line \"Puzzle {puzzle}\""));
        }
        let rows: Vec<&str> = lines.by_ref().take(9).collect();
        let grid = full_grid(&rows, "123456789");
        let grid = grid.map_err(|reason| format!("puzzle {puzzle}: {reason}"))?;
        let mut free: BTreeSet<Place> = (0..81).map(|k| (k / 9, k % 9)).collect();
        let mut put = |digit: char, name: &str| {
            let letters = name.as_bytes();
            let place = ((letters[0] - b'A') as usize, (letters[1] - b'1') as usize);
            assert!(free.remove(&place), "the input has {place:?} twice");
            if grid[place.0][place.1] == digit {
                Ok(place)
            } else {
                Err(format!("puzzle {puzzle}: expected {digit} in {name}"))
            }
        };
        let mut tiles = Tiles::new();
        for _ in 0..count {
            let mut half = || {
                let digit = words.next().unwrap().chars().next().unwrap();
                put(digit, words.next().unwrap()).map(|place| (digit, place))
            };
            let ((a, cell_a), (b, cell_b)) = (half()?, half()?);
            let before = tiles.insert(tile(a, b), [cell_a, cell_b]);
            assert_eq!(before, None, "the input has {a}{b} twice");
        }
        for digit in '1'..='9' {
            put(digit, words.next().unwrap())?;
        }
        if !cover(&grid, &mut free, &mut tiles) {
            return Err(format!("puzzle {puzzle}: the other tiles do not fit"));
        }
    }
    nothing_more(lines)
}

/// The tiles on a board, and the two cells under each.
pub type Tiles = BTreeMap<(char, char), [Place; 2]>;

/// All 36 tiles on a solved board, nine rows of nine digits, without these isolated cells; `None`
/// if they do not fit there.
#[must_use]
pub fn all_tiles(rows: &[&str], isolated: &[Place]) -> Option<Tiles> {
    let grid = full_grid(rows, "123456789").ok()?;
    let mut free: BTreeSet<Place> = (0..81).map(|k| (k / 9, k % 9)).collect();
    free.retain(|place| !isolated.contains(place));
    let mut tiles = Tiles::new();
    cover(&grid, &mut free, &mut tiles).then_some(tiles)
}

fn tile(a: char, b: char) -> (char, char) {
    (a.min(b), a.max(b))
}

/// Whether different unused tiles can cover the free cells; then they do. Takes a cell with the
/// fewest choices first, for a full board of 36 unknown tiles has many tilings that fail late.
fn cover(grid: &[Vec<char>], free: &mut BTreeSet<Place>, tiles: &mut Tiles) -> bool {
    let choices = |&(row, column): &Place| {
        let around = [
            (row, column + 1),
            (row + 1, column),
            (row, column.wrapping_sub(1)),
            (row.wrapping_sub(1), column),
        ];
        let fits = |&(r, c): &Place| {
            free.contains(&(r, c)) && !tiles.contains_key(&tile(grid[row][column], grid[r][c]))
        };
        let others: Vec<Place> = around.iter().copied().filter(fits).collect();
        ((row, column), others)
    };
    let tightest = free
        .iter()
        .map(choices)
        .min_by_key(|(_, others)| others.len());
    let (cell, others) = match tightest {
        None => return true,
        Some(tightest) => tightest,
    };
    for other in others {
        let tile = tile(grid[cell.0][cell.1], grid[other.0][other.1]);
        free.remove(&cell);
        free.remove(&other);
        tiles.insert(tile, [cell, other]);
        if cover(grid, free, tiles) {
            return true;
        }
        free.insert(cell);
        free.insert(other);
        tiles.remove(&tile);
    }
    false
}

pub(super) fn sudoku16(input: &str, answer: &str) -> Verdict {
    let announced = |line: &&str| line.starts_with(|c: char| c.is_ascii_digit());
    let given: Vec<&str> = input
        .lines()
        .filter(|line| !line.is_empty() && !announced(line))
        .collect();
    let lines: Vec<&str> = answer.lines().collect();
    if lines.len() != (given.len() + given.len() / 16).saturating_sub(1) {
        let (sets, found) = (given.len() / 16, lines.len());
        return Err(format!(
            "expected 16 lines for each of {sets} data sets, with an empty line between two, found \
             {found} lines"
        ));
    }
    for (k, given) in given.chunks(16).enumerate() {
        let rows = &lines[17 * k..17 * k + 16];
        part(
            "data set",
            k + 1,
            full_grid(rows, "ABCDEFGHIJKLMNOP").map(drop),
        )?;
        for (number, (row, given)) in (1..).zip(rows.iter().zip(given)) {
            let given = given.to_uppercase();
            let pairs = (1..).zip(given.chars().zip(row.chars()));
            for (column, (given, found)) in pairs.filter(|(_, (given, _))| *given != '-') {
                if given != found {
                    let place = format!("row {number}, column {column}");
                    let reason = format!("{place}: expected {given}, found {found}");
                    return part("data set", k + 1, Err(reason));
                }
            }
        }
        if lines.get(17 * k + 16).is_some_and(|line| !line.is_empty()) {
            return Err(format!("no empty line after data set {}", k + 1));
        }
    }
    Ok(())
}
