//! Places n queens on a board so that none attacks another.
//!
//! Every row and every column must have a queen: primary items. A diagonal may have one: secondary
//! items. `cargo run --release --example queens -- 12`

use exactcover::{BuildError, Problem};
use std::error::Error;
use std::io::{self, Write};

/// A queen on (row, column), 0-based, for every square of the board.
fn queens(n: usize) -> Result<Problem<(usize, usize)>, BuildError> {
    let mut builder = Problem::builder();
    let rows = builder.primaries(n);
    let columns = builder.primaries(n);
    let rising = builder.secondaries(2 * n);
    let falling = builder.secondaries(2 * n);
    for row in 0..n {
        for column in 0..n {
            let diagonals = [rising[row + column], falling[n + row - column]];
            let lines = [rows[row], columns[column]];
            builder.option((row, column), lines.into_iter().chain(diagonals));
        }
    }
    builder.build()
}

fn draw<'q>(n: usize, queens: impl Iterator<Item = &'q (usize, usize)>) -> String {
    let mut board = vec![vec!["."; n]; n];
    for &(row, column) in queens {
        board[row][column] = "Q";
    }
    let lines: Vec<String> = board.iter().map(|row| row.join(" ")).collect();
    lines.join("\n")
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout();
    let n = std::env::args().nth(1).map_or(Ok(8), |n| n.parse())?;
    let problem = queens(n)?;
    if let Some(solution) = problem.search().first().answer.found() {
        writeln!(out, "{}\n", draw(n, solution.labels()))?;
    }
    writeln!(out, "{} solutions", problem.search().count().answer)?;
    Ok(())
}

#[test]
fn finds_all_boards() -> Result<(), BuildError> {
    // https://oeis.org/A000170
    for (n, count) in [1, 0, 0, 2, 10, 4, 40, 92].into_iter().enumerate() {
        assert_eq!(queens(n + 1)?.search().count().answer, count);
    }
    let problem = queens(4)?;
    let solution = problem.search().solutions().next().expect("a solution");
    assert_eq!(
        draw(4, solution.labels()),
        ". Q . .\n. . . Q\nQ . . .\n. . Q ."
    );
    Ok(())
}
