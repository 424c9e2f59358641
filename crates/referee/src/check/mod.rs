//! The rules of the problems, read from their statements once more.

// The functions have the names of the problems, and all say the same.
#![allow(missing_docs)]

mod boards;
mod covers;

use crate::{Place, Verdict};
use std::collections::{BTreeMap, BTreeSet};

pub use boards::easudoku;
pub use boards::sudoku81;
pub use boards::walled;
pub use covers::{crossword, exact_cover, exact_cover_hust, is_whole_bead};
pub use covers::{placements, power_stations, wisdom_beads};

/// The problems with a single right answer, which is found here by plain search.
macro_rules! single {
    ($($name:ident: $answer:path),* $(,)?) => {
        $(pub fn $name(input: &str, answer: &str) -> Verdict {
            equal(answer, &$answer(input))
        })*
    };
}

single! {
    all_solutions: boards::all_solutions,
    cross_hatching: hatched,
    easy_finding: covers::easy_finding,
    squiggly: boards::squiggly,
    sudogob: boards::sudogob,
    sudokunique: boards::sudokunique,
    target_sudoku: boards::target_sudoku,
    tiling: covers::tiling,
    treasure_map: covers::treasure_map,
}

/// Where only one answer is right: its words.
fn equal(answer: &str, expected: &str) -> Verdict {
    let (mut found, mut count) = (answer.split_ascii_whitespace(), 0);
    for expected in expected.split_ascii_whitespace() {
        let found = found.next();
        let found = found.ok_or_else(|| format!("the answer ends after {count} words"))?;
        count += 1;
        if found != expected {
            return Err(format!(
                "word {count}: expected {expected:?}, found {found:?}"
            ));
        }
    }
    match found.next() {
        None => Ok(()),
        Some(_) => Err(format!("the answer goes on after {count} words")),
    }
}

/// An answer with single blanks between words and none at the ends of lines, line feeds, and no empty
/// lines around it: as judges read it.
#[must_use]
pub fn tidy(answer: &str) -> String {
    let words = |line: &str| line.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    let lines: Vec<String> = answer.lines().map(words).collect();
    match lines.join("\n").trim_matches('\n') {
        "" => String::new(),
        lines => lines.to_owned() + "\n",
    }
}

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
            if !found.iter().copied().eq(symbols.chars()) {
                return Err(format!("{house} {} has {found:?}", k + 1));
            }
        }
    }
    Ok(grid)
}

fn cage(grid: &[Vec<char>], cells: &[Place], total: u32) -> Verdict {
    let digits = || cells.iter().map(|&(row, column)| grid[row][column]);
    if digits().collect::<BTreeSet<_>>().len() != cells.len() {
        return Err(format!("a digit twice in {cells:?}"));
    }
    match digits()
        .map(|digit| digit.to_digit(10).unwrap())
        .sum::<u32>()
    {
        sum if sum == total => Ok(()),
        sum => Err(format!("{cells:?} add up to {sum}, not to {total}")),
    }
}

pub fn killer_colors(input: &str, answer: &str) -> Verdict {
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

pub fn killer_sudoku(input: &str, answer: &str) -> Verdict {
    if answer.lines().any(|line| line.len() != 17) {
        return Err("not 9 numbers with single spaces in each line".into());
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

/// The whole answer for an input of nine good rows, by the rule as it is told: look at every digit
/// and every box, again and again, until nothing changes.
fn hatched(input: &str) -> String {
    let mut grid: Vec<Vec<char>> = input
        .lines()
        .map(|line| line.chars().filter(|symbol| *symbol != ' ').collect())
        .collect();
    let blank = if input[1..].starts_with(' ') { " " } else { "" };
    let sees =
        |a: Place, b: Place| a.0 == b.0 || a.1 == b.1 || (a.0 / 3, a.1 / 3) == (b.0 / 3, b.1 / 3);
    let cells: Vec<Place> = (0..81).map(|k| (k / 9, k % 9)).collect();
    for &a in &cells {
        for &b in &cells {
            if a != b && sees(a, b) && grid[a.0][a.1] != '.' && grid[a.0][a.1] == grid[b.0][b.1] {
                return "ERROR\n".into();
            }
        }
    }
    loop {
        let before = grid.clone();
        for digit in '1'..='9' {
            for number in 0..9 {
                let corner = (number / 3 * 3, number % 3 * 3);
                let inside = |&&(row, column): &&Place| (row / 3 * 3, column / 3 * 3) == corner;
                let mut boxed = cells.iter().filter(inside);
                if boxed.any(|&(row, column)| grid[row][column] == digit) {
                    continue;
                }
                let seen = |&cell: &Place| {
                    cells
                        .iter()
                        .any(|&other| grid[other.0][other.1] == digit && sees(cell, other))
                };
                let free = cells
                    .iter()
                    .filter(inside)
                    .filter(|&&(row, column)| grid[row][column] == '.' && !seen(&(row, column)));
                match free.collect::<Vec<_>>()[..] {
                    [] => return "ERROR\n".into(),
                    [&(row, column)] => grid[row][column] = digit,
                    _ => {}
                }
            }
        }
        if grid == before {
            let row = |row: &Vec<char>| {
                let symbols: Vec<String> = row.iter().map(char::to_string).collect();
                symbols.join(blank) + "\n"
            };
            return grid.iter().map(row).collect();
        }
    }
}

pub fn su_domino_ku(input: &str, answer: &str) -> Verdict {
    let mut words = input.split_whitespace();
    let mut lines = answer.lines();
    for puzzle in 1.. {
        let count: usize = words.next().unwrap().parse().unwrap();
        if count == 0 && words.clone().next().is_none() {
            break;
        }
        if lines.next() != Some(&format!("Puzzle {puzzle}")) {
            return Err(format!("the title of puzzle {puzzle} is missing"));
        }
        let rows: Vec<&str> = lines.by_ref().take(9).collect();
        let grid = full_grid(&rows, "123456789")?;
        let mut free: BTreeSet<Place> = (0..81).map(|k| (k / 9, k % 9)).collect();
        let mut put = |digit: char, name: &str| {
            let name = name.as_bytes();
            let place = ((name[0] - b'A') as usize, (name[1] - b'1') as usize);
            assert!(free.remove(&place), "the input has {place:?} twice");
            if grid[place.0][place.1] == digit {
                Ok(place)
            } else {
                Err(format!("puzzle {puzzle}: not {digit} in {place:?}"))
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
    match lines.next() {
        None => Ok(()),
        Some(line) => Err(format!("{line:?} after the last puzzle")),
    }
}

/// The tiles on a board, and the two cells under each.
pub type Tiles = BTreeMap<(char, char), [Place; 2]>;

/// All 36 tiles on a solved board, nine rows of nine digits, without these isolated cells; `None` if
/// they do not fit there.
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

pub fn sudoku16(input: &str, answer: &str) -> Verdict {
    let announced = |line: &&str| line.starts_with(|c: char| c.is_ascii_digit());
    let given: Vec<&str> = input
        .lines()
        .filter(|line| !line.is_empty() && !announced(line))
        .collect();
    let lines: Vec<&str> = answer.lines().collect();
    if lines.len() != (given.len() + given.len() / 16).saturating_sub(1) {
        return Err(format!("{} lines for {}", lines.len(), given.len()));
    }
    for (k, given) in given.chunks(16).enumerate() {
        let rows = &lines[17 * k..17 * k + 16];
        full_grid(rows, "ABCDEFGHIJKLMNOP")?;
        for (row, given) in rows.iter().zip(given) {
            let given = given.to_uppercase();
            let mut pairs = row.chars().zip(given.chars());
            if !pairs.all(|(found, given)| given == '-' || given == found) {
                return Err(format!("grid {}: {row} for {given}", k + 1));
            }
        }
        if lines.get(17 * k + 16).is_some_and(|line| !line.is_empty()) {
            return Err("no empty line between two grids".into());
        }
    }
    Ok(())
}
