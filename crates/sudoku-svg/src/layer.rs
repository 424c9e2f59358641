//! What lies on top of what, and where the middles of cells are.

use sudoku_model::draw::Mark;
use sudoku_model::Cell;
use svg_cells::{corner, Point, CELL};

/// The order in which marks are drawn, those below everything else first.
pub(crate) fn layer(mark: &Mark) -> usize {
    match mark {
        Mark::Shade { .. } => 0,
        Mark::Line { .. } => 1,
        Mark::Arrow { .. } => 2,
        Mark::Sign { .. } | Mark::Pill { .. } => 3,
        Mark::Outline { .. } => 4,
        Mark::Corner { .. } => 5,
        Mark::Dot { .. } | Mark::Less { .. } => 6,
        Mark::Clue { .. } => 7,
    }
}

/// The layers up to this one are below the lines of the board.
pub(crate) const BELOW_LINES: usize = 3;

/// Row and column.
pub(crate) fn place(cell: Cell) -> svg_cells::Cell {
    (cell.row(), cell.column())
}

pub(crate) fn places(cells: &[Cell]) -> Vec<svg_cells::Cell> {
    cells.iter().copied().map(place).collect()
}

/// The upper left corner of a cell.
pub(crate) fn start(cell: Cell) -> Point {
    corner(place(cell))
}

/// The middle of a cell.
pub(crate) fn middle(cell: Cell) -> Point {
    moved(start(cell), [1.0, 1.0], CELL / 2.0)
}

/// The middle of some cells.
pub(crate) fn center(cells: &[Cell]) -> Point {
    let sum = cells.iter().fold([0.0, 0.0], |[x, y], &cell| {
        let [a, b] = middle(cell);
        [x + a, y + b]
    });
    sum.map(|sum| sum / cells.len() as f64)
}

/// A point so far in a direction.
pub(crate) fn moved([x, y]: Point, [right, down]: Point, length: f64) -> Point {
    [x + right * length, y + down * length]
}

/// The direction from one point to another, of length 1.
pub(crate) fn direction([a, b]: Point, [c, d]: Point) -> Point {
    let (x, y) = (c - a, d - b);
    let length = (x * x + y * y).sqrt().max(1.0);
    [x / length, y / length]
}

/// A point, an arm behind it on either side: the tip of an arrow.
pub(crate) fn tip(at: Point, [x, y]: Point, size: f64) -> [Point; 3] {
    let back = moved(at, [x, y], -size);
    [
        moved(back, [-y, x], 0.8 * size),
        at,
        moved(back, [y, -x], 0.8 * size),
    ]
}
