//! The rules of the problems, read from their statements once more.

// The functions have the names of the problems, and all say the same.
#![allow(missing_docs)]

mod boards;
mod covers;
mod grids;

use crate::{Place, Verdict};
use text_places::clip;

pub use boards::walled;
pub use covers::{is_whole_bead, placements};
pub use grids::{all_tiles, Tiles};

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

/// The other problems: their answers are read line by line.
macro_rules! lined {
    ($($name:ident: $check:path),* $(,)?) => {
        $(pub fn $name(input: &str, answer: &str) -> Verdict {
            $check(input, &tidy(answer))
        })*
    };
}

lined! {
    crossword: covers::crossword,
    easudoku: boards::easudoku,
    exact_cover: covers::exact_cover,
    exact_cover_hust: covers::exact_cover_hust,
    killer_colors: grids::killer_colors,
    killer_sudoku: grids::killer_sudoku,
    power_stations: covers::power_stations,
    su_domino_ku: grids::su_domino_ku,
    sudoku16: grids::sudoku16,
    sudoku81: boards::sudoku81,
    wisdom_beads: covers::wisdom_beads,
}

/// Where only one answer is right: its words.
fn equal(answer: &str, expected: &str) -> Verdict {
    let lines = (1..).zip(answer.lines());
    let mut found = lines.flat_map(|(line, text)| {
        let words = (1..).zip(text.split_ascii_whitespace());
        words.map(move |(number, word)| (line, number, word))
    });
    let mut last = 0;
    for expected in expected.split_ascii_whitespace() {
        let (line, number, word) = found.next().ok_or_else(|| {
            let expected = clip(expected);
            format!("the answer ends after line {last}: expected {expected:?}")
        })?;
        if word != expected {
            let (expected, word) = (clip(expected), clip(word));
            let place = format!("line {line}, word {number}");
            return Err(format!("{place}: expected {expected:?}, found {word:?}"));
        }
        last = line;
    }
    match found.next() {
        None => Ok(()),
        Some((line, number, word)) => Err(format!(
            "line {line}, word {number}: expected the end of the answer, found {:?}",
            clip(word)
        )),
    }
}

/// What comes after the last case, of which there should be nothing.
fn nothing_more<'t>(mut rest: impl Iterator<Item = &'t str>) -> Verdict {
    match rest.next() {
        None => Ok(()),
        Some(rest) => Err(format!(
            "expected the end of the answer, found {:?}",
            clip(rest.lines().next().unwrap_or_default())
        )),
    }
}

/// The number that a word is, as judges read it: without a sign and without zeros before it.
fn number(word: &str) -> Result<usize, String> {
    let number = word
        .parse()
        .ok()
        .filter(|number: &usize| number.to_string() == word);
    number.ok_or_else(|| format!("expected a number, found {:?}", clip(word)))
}

/// Numbers with blanks between them.
fn numbers(text: &str) -> Result<Vec<usize>, String> {
    text.split_ascii_whitespace().map(number).collect()
}

/// The verdict on a part of the answer, as a part of that on the whole.
fn part(name: &str, number: usize, verdict: Verdict) -> Verdict {
    verdict.map_err(|reason| format!("{name} {number}: {reason}"))
}

/// An answer with single blanks between words and none at the ends of lines, line feeds, and no
/// empty lines around it.
fn tidy(answer: &str) -> String {
    let words = |line: &str| line.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    let lines: Vec<String> = answer.lines().map(words).collect();
    match lines.join("\n").trim_matches('\n') {
        "" => String::new(),
        lines => lines.to_owned() + "\n",
    }
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
