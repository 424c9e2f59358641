//! Boards of square cells as SVG: text that is escaped, borders between pieces, outlines of cells,
//! and colors that tell neighbors apart.
//!
//! ```
//! use svg_cells::{tiling, Theme};
//!
//! let pieces = [vec![(0, 0), (0, 1), (1, 0)], vec![(1, 1), (0, 2), (1, 2)]];
//! let svg = tiling(&pieces, &["L", "J"], Theme::Light, "Two trominoes");
//! assert!(svg.contains("<title>Two trominoes</title>"));
//! ```
//!
//! A [`Cell`] is a row and a column, both from 0. The upper left corner of the board has the
//! coordinates 0, 0, and every cell is [`CELL`] wide and high: where somebody has clicked is found
//! by dividing. The [`Theme`]s have the colors; everything is written by [`Svg`], which rounds
//! numbers to tenths, so that the same picture is the same text on every machine.

mod area;
mod theme;
mod write;

pub use self::area::{borders, colors, outline};
pub use self::theme::Theme;
pub use self::write::{path, Element, Point, Svg};

/// Row and column of a cell, both from 0.
pub type Cell = (usize, usize);

/// The width and height of a cell.
pub const CELL: f64 = 100.0;

/// Room around a board, for half of the lines at its edge.
pub const MARGIN: f64 = 8.0;

/// The point so many cells below and to the right of the upper left corner of the board.
#[must_use]
pub fn corner((row, column): Cell) -> Point {
    [column as f64 * CELL, row as f64 * CELL]
}

/// Pieces on a board, each in a color of its own beside its neighbors. A piece is called by its
/// name when somebody points at it; pieces beyond the names have none.
///
/// Cells that lie in no piece are left free; one of several is drawn as that of the last.
///
/// # Complexity
/// That of [`colors`], and time and memory for each square from 0, 0 to the last row and column.
#[must_use]
pub fn tiling(pieces: &[Vec<Cell>], names: &[&str], theme: Theme, title: &str) -> String {
    let cells = || pieces.iter().flatten();
    let rows = cells().map(|cell| cell.0 + 1).max().unwrap_or(0);
    let columns = cells().map(|cell| cell.1 + 1).max().unwrap_or(0);
    let mut owner = vec![None; rows * columns];
    for (number, piece) in pieces.iter().enumerate() {
        for &(row, column) in piece {
            owner[row * columns + column] = Some(number);
        }
    }
    let [width, height] = corner((rows, columns));
    let view = [
        -MARGIN,
        -MARGIN,
        width + 2.0 * MARGIN,
        height + 2.0 * MARGIN,
    ];
    let counted = |count: usize, word: &str| match count {
        1 => format!("1 {word}"),
        _ => format!("{count} {word}s"),
    };
    let description = format!(
        "{} in {} and {}",
        counted(pieces.len(), "piece"),
        counted(rows, "row"),
        counted(columns, "column")
    );
    let mut svg = Svg::new(view, title, &description);
    svg.paper(theme);
    for (number, color) in colors(pieces).into_iter().enumerate() {
        let loops = outline(&pieces[number], 0.0);
        let d: String = loops.iter().map(|points| path(points, true)).collect();
        let piece = svg.element("path").set("class", "piece").set("d", d);
        let piece = piece.set("fill", theme.fill(color));
        match names.get(number) {
            Some(name) => piece.titled(name),
            None => piece.end(),
        }
    }
    let number = |(row, column): Cell| owner[row * columns + column];
    let [thin, thick] = borders(rows, columns, true, number);
    svg.lines("thin", thin, theme.thin(), 1.0);
    svg.lines("thick", thick, theme.ink(), 5.0);
    svg.finish()
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
