//! Crosswords: DMOJ `xword`.
//!
//! Input: R and C (at most 21), R rows of `#` and `.`, N (at most 200), N words of capital letters.
//! Output: the grid with the words across and down in its runs of two cells or more.
//!
//! Limits 1 s and 16 MB. Exact cover with colors: each run and each word once, a cell has one
//! letter.

use exactcover::{Engine, First, Problem};
use judge_io::{Failure, Input};
use std::process::ExitCode;

fn main() -> ExitCode {
    judge_io::run(Input::stdin(), solve)
}

pub(crate) fn solve(input: &Input) -> Result<String, Failure> {
    let mut words = input.words();
    let rows = words.number("a number of rows", 1..=21)? as usize;
    let columns = words.number("a number of columns", 1..=21)? as usize;
    let mut grid = Vec::new();
    for row in 1..=rows {
        let word = words.expect(format_args!("row {row}"))?;
        for (symbol, place) in word.letters() {
            match symbol {
                '#' | '.' => grid.push(symbol),
                _ => return Err(place.expected("# or .")),
            }
        }
        if grid.len() != row * columns {
            return Err(word.error(&format!("expected {columns} symbols")));
        }
    }
    let count = words.number("a number of words", 0..=200)? as usize;
    let mut list = Vec::new();
    for number in 1..=count {
        let word = words.expect(format_args!("word {number}"))?;
        if let Some((_, place)) = word
            .letters()
            .find(|(letter, _)| !letter.is_ascii_uppercase())
        {
            return Err(place.expected("a letter from A to Z"));
        }
        list.push(word.text());
    }
    words.expect_end()?;

    let across = (0..rows).map(|row| (0..columns).map(|column| row * columns + column).collect());
    let down = (0..columns).map(|column| (column..grid.len()).step_by(columns).collect());
    let lines: Vec<Vec<usize>> = across.chain(down).collect();
    let is_wall = |&cell: &usize| grid[cell] == '#';
    let runs = lines.iter().flat_map(|line| line.split(is_wall));
    let runs: Vec<&[usize]> = runs.filter(|run| run.len() > 1).collect();

    let mut builder = Problem::builder();
    let cells = builder.secondaries(grid.len());
    // Words may be left over, but no run stays empty.
    let entries = match list.len() > runs.len() {
        true => builder.secondaries(list.len()),
        false => builder.primaries(list.len()),
    };
    for run in runs {
        let item = builder.primaries(1)[0];
        for (&word, &entry) in list.iter().zip(&entries) {
            if word.len() == run.len() {
                let letters = run.iter().zip(word.chars());
                let letters = letters.map(|(&cell, letter)| cells[cell].color(letter));
                builder.option((run, word), (item, entry, letters));
            }
        }
    }
    let problem = builder.build().expect("runs have each cell once");
    let first = problem.search_with(Engine::CELLS).first().answer;
    let solution = match first {
        First::Found(solution) => solution,
        _ => return Err(Failure::Unsolvable("the words do not fit".into())),
    };
    let mut filled = grid.clone();
    for &(run, word) in solution.labels() {
        for (&cell, letter) in run.iter().zip(word.chars()) {
            filled[cell] = letter;
        }
    }
    let rows = filled.chunks(columns);
    Ok(rows
        .map(|row| row.iter().collect::<String>() + "\n")
        .collect())
}
