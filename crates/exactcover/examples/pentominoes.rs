//! Covers a rectangle with the twelve pentominoes and draws it.
//!
//! `cargo run --release --example pentominoes -- 6 10`

use exactcover::{BuildError, Problem};
use std::collections::BTreeSet;
use std::error::Error;
use std::io::{self, Write};

const SHAPES: [(char, &str); 12] = [
    ('F', ".XX/XX./.X."),
    ('I', "XXXXX"),
    ('L', "XXXX/X..."),
    ('N', "XXX./..XX"),
    ('P', "XXX/XX."),
    ('T', "XXX/.X./.X."),
    ('U', "XXX/X.X"),
    ('V', "XXX/X../X.."),
    ('W', "X../XX./.XX"),
    ('X', ".X./XXX/.X."),
    ('Y', "XXXX/.X.."),
    ('Z', "XX./.X./.XX"),
];

/// The squares of a shape, (row, column), 0-based.
type Squares = BTreeSet<(usize, usize)>;

/// The numbers of rows and columns that the shape spans.
fn size(squares: &Squares) -> (usize, usize) {
    let rows = squares.iter().map(|&(row, _)| row + 1).max();
    let columns = squares.iter().map(|&(_, column)| column + 1).max();
    (rows.unwrap_or(0), columns.unwrap_or(0))
}

/// The shape in all its turns and reflections.
fn orientations(shape: &str) -> BTreeSet<Squares> {
    let mut squares = Squares::new();
    for (row, line) in shape.split('/').enumerate() {
        squares.extend(line.match_indices('X').map(|(column, _)| (row, column)));
    }
    let mut all = BTreeSet::new();
    for _ in 0..4 {
        // Two mirrors, along the diagonal and upside down, make a quarter turn.
        let mirrored: Squares = squares.iter().map(|&(r, c)| (c, r)).collect();
        let (height, _) = size(&mirrored);
        squares = mirrored.iter().map(|&(r, c)| (height - 1 - r, c)).collect();
        all.extend([mirrored, squares.clone()]);
    }
    all
}

/// One item for every piece and every square; one option for every way to lay a piece, labeled
/// with its letter and its squares.
fn pentominoes(rows: usize, columns: usize) -> Result<Problem<(char, Squares)>, BuildError> {
    let mut builder = Problem::builder();
    let pieces = SHAPES.map(|(name, _)| builder.primary(name));
    let squares = builder.primaries(rows * columns);
    for (piece, (name, shape)) in pieces.into_iter().zip(SHAPES) {
        for orientation in orientations(shape) {
            let (height, width) = size(&orientation);
            for top in 0..(rows + 1).saturating_sub(height) {
                for left in 0..(columns + 1).saturating_sub(width) {
                    let place = orientation.iter().map(|(r, c)| (top + r, left + c));
                    let place: Squares = place.collect();
                    let covered = place.iter().map(|(r, c)| squares[r * columns + c]);
                    let items: Vec<_> = covered.chain([piece]).collect();
                    builder.option((name, place), items);
                }
            }
        }
    }
    builder.build()
}

fn draw<'s>(
    rows: usize,
    columns: usize,
    pieces: impl Iterator<Item = &'s (char, Squares)>,
) -> String {
    let mut board = vec![vec!['.'; columns]; rows];
    for (name, squares) in pieces {
        for &(row, column) in squares {
            board[row][column] = *name;
        }
    }
    let lines: Vec<String> = board.iter().map(|row| row.iter().collect()).collect();
    lines.join("\n")
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout();
    let numbers = std::env::args().skip(1);
    let size: Result<Vec<usize>, _> = numbers.map(|n| n.parse()).collect();
    let (rows, columns) = match size?[..] {
        [rows, columns] => (rows, columns),
        _ => (6, 10),
    };
    let problem = pentominoes(rows, columns)?;
    match problem.search().first().answer.found() {
        Some(solution) => writeln!(out, "{}", draw(rows, columns, solution.labels()))?,
        None => writeln!(out, "no way to cover {rows} x {columns} squares")?,
    }
    Ok(())
}

#[test]
fn covers_the_longest_rectangle_in_two_ways() -> Result<(), BuildError> {
    let problem = pentominoes(3, 20)?;
    let boards: Vec<String> = problem
        .search()
        .solutions()
        .map(|solution| draw(3, 20, solution.labels()))
        .collect();
    // Two, each in four positions.
    assert_eq!(boards.len(), 8);
    let first = [
        "UUXIIIIINNNFTWYYYYZV",
        "UXXXPPLNNFFFTWWYZZZV",
        "UUXPPPLLLLFTTTWWZVVV",
    ];
    assert!(boards.contains(&first.join("\n")));
    Ok(())
}
