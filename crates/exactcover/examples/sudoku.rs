//! Solves a sudoku, given as 81 characters, and says whether the solution is the only one.
//!
//! The crate `sudoku-model` does this for all kinds of boards; here it is from first principles.
//! `cargo run --release --example sudoku`

use exactcover::{BuildError, Problem, Unique};
use std::error::Error;
use std::io::{self, Write};

/// The digit in each cell, 1 to 9; 0 where the cell is empty.
type Grid = [u8; 81];

fn parse(text: &str) -> Grid {
    let mut grid = [0; 81];
    for (cell, letter) in grid.iter_mut().zip(text.chars()) {
        *cell = letter.to_digit(10).unwrap_or(0) as u8;
    }
    grid
}

/// Every cell needs a digit, and every row, column and box needs every digit: 4 * 81 items. An
/// option puts a digit into a cell, and is labeled with both.
fn sudoku(givens: &Grid) -> Result<Problem<(usize, u8)>, BuildError> {
    let mut builder = Problem::builder();
    let cells = builder.primaries(81);
    let [rows, columns, boxes] = [(); 3].map(|()| builder.primaries(81));
    for (cell, &given) in givens.iter().enumerate() {
        let (row, column) = (cell / 9, cell % 9);
        let square = row / 3 * 3 + column / 3;
        for digit in (1..=9).filter(|&digit| given == 0 || given == digit) {
            let d = usize::from(digit) - 1;
            let houses = [
                rows[row * 9 + d],
                columns[column * 9 + d],
                boxes[square * 9 + d],
            ];
            builder.option((cell, digit), houses.into_iter().chain([cells[cell]]));
        }
    }
    builder.build()
}

fn grid<'s>(placements: impl Iterator<Item = &'s (usize, u8)>) -> Grid {
    let mut grid = [0; 81];
    for &(cell, digit) in placements {
        grid[cell] = digit;
    }
    grid
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout();
    let puzzle = std::env::args().nth(1).unwrap_or_else(|| PUZZLE.to_owned());
    let problem = sudoku(&parse(&puzzle))?;
    let (solution, verdict) = match problem.search().unique().answer {
        Unique::One(solution) => (solution, "the only solution"),
        Unique::Many(solution, _) => (solution, "one of several solutions"),
        Unique::None | Unique::Unknown(..) => {
            writeln!(out, "no solution")?;
            return Ok(());
        }
    };
    for row in grid(solution.labels()).chunks(9) {
        let digits: Vec<String> = row.iter().map(u8::to_string).collect();
        writeln!(out, "{}", digits.join(" "))?;
    }
    writeln!(out, "{verdict}")?;
    Ok(())
}

/// A puzzle of 17 givens, the fewest that a sudoku with one solution can have.
const PUZZLE: &str =
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000";

#[test]
fn solves_the_puzzle() -> Result<(), BuildError> {
    let givens = parse(PUZZLE);
    let problem = sudoku(&givens)?;
    let solution = match problem.search().unique().answer {
        Unique::One(solution) => grid(solution.labels()),
        other => panic!("{other:?}"),
    };
    let same = |(given, digit): (&u8, &u8)| *given == 0 || given == digit;
    assert!(givens.iter().zip(&solution).all(same));
    assert_eq!(solution[..9], [6, 9, 3, 7, 8, 4, 5, 1, 2]);
    assert!(matches!(
        sudoku(&[0; 81])?.search().unique().answer,
        Unique::Many(..)
    ));
    Ok(())
}
