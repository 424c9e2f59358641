//! Squiggly sudoku: HDU 4069.
//!
//! Input: T (at most 2500), then T boards of 81 numbers: a digit or 0, and 16, 32, 64 and 128 for a
//! wall above, right, below and left; walls cut nine regions of nine cells. Output: `Case k:` and
//! the only grid in 9 rows, or `No solution`, or `Multiple Solutions`.
//!
//! Limits 2 s and 32 MB. Search on candidates until a second grid: some 0.1 ms a board.

use judge_io::{Failure, Input};
use std::process::ExitCode;
use sudoku_model::{text, Backend, Fault, Grid, Model, Shape, Unique};

fn main() -> ExitCode {
    judge_io::run(Input::stdin(), solve)
}

pub(crate) fn solve(input: &Input) -> Result<String, Failure> {
    let (mut words, mut answer) = (input.words(), String::new());
    let cases = words.number("a number of boards", 0..=2500)?;
    for case in 1..=cases {
        let first = words.clone().next();
        let (mut digits, mut walls) = (Vec::new(), Vec::new());
        for _ in 0..81 {
            let word = words.expect(format_args!("a cell of board {case}"))?;
            let number = word.number("a cell", 0..=255)? as u8;
            if number % 16 > 9 {
                return Err(word.error("expected a digit from 0 to 9 and walls"));
            }
            digits.push(number % 16);
            walls.push(number / 16);
        }
        let givens = Grid::from_digits(Shape::CLASSIC, &digits).expect("81 digits");
        let mut builder = Model::builder(Shape::CLASSIC);
        let model = builder.jigsaw(&regions(&walls)).givens(&givens).build();
        let unique = model.map(|model| model.solver_with(Backend::CANDIDATES).unique().answer);
        answer += &format!("Case {case}:\n");
        answer += &match (unique, first) {
            (Ok(Unique::One(grid)), _) => text::write(&grid, text::Style::Rows) + "\n",
            (Ok(Unique::Many(..)), _) => "Multiple Solutions\n".into(),
            (Err(error), Some(first)) if !matches!(error.fault, Fault::GivenTwice { .. }) => {
                return Err(first.error(&format!("board {case}: {error}")));
            }
            _ => "No solution\n".into(),
        };
    }
    words.expect_end()?;
    Ok(answer)
}

/// The number of the region of each cell: there is no wall between neighbors of one region.
fn regions(walls: &[u8]) -> Vec<u8> {
    let mut regions = vec![u8::MAX; 81];
    let mut number = 0;
    while let Some(start) = regions.iter().position(|&region| region == u8::MAX) {
        let mut open = vec![start];
        while let Some(cell) = open.pop() {
            if regions[cell] != u8::MAX {
                continue;
            }
            regions[cell] = number;
            let ways = [
                (1, cell > 8, 72),
                (2, cell % 9 < 8, 1),
                (4, cell < 72, 9),
                (8, cell % 9 > 0, 80),
            ];
            for (wall, inside, step) in ways {
                let other = (cell + step) % 81;
                if inside && walls[cell] & wall == 0 {
                    open.push(other);
                }
            }
        }
        number += 1;
    }
    regions
}
