//! Sides that make no board, and digits that make no grid.

use core::fmt;

use super::{Cell, Digits, Shape};

/// Why there is no such board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ShapeError {
    /// A side outside `4..=25`.
    Side {
        /// The side that was asked for.
        side: usize,
    },
    /// A number of rows or columns outside `1..=25`.
    Lines {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
    /// Fewer digits than a row, a column or a box has cells.
    Digits {
        /// The digits.
        digits: Digits,
        /// How many there have to be.
        needed: usize,
    },
    /// Boxes that do not fill the board, or have more cells than there are digits.
    Boxes {
        /// Columns of a box.
        box_width: usize,
        /// Rows of a box.
        box_height: usize,
        /// The board.
        shape: Shape,
    },
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ShapeError::Side { side } => write!(
                f,
                "a board of side {side}: only {} to {} will do",
                Shape::MIN_SIDE,
                Shape::MAX_SIDE
            ),
            ShapeError::Lines { rows, columns } => write!(
                f,
                "a board of {rows} rows and {columns} columns: only 1 to {} will do",
                Shape::MAX_SIDE
            ),
            ShapeError::Digits { digits, needed } => write!(
                f,
                "the digits {} for rows, columns or boxes of {needed} cells: they are too few",
                digits.told()
            ),
            ShapeError::Boxes {
                box_width,
                box_height,
                shape,
            } => write!(
                f,
                "boxes of {box_width} x {box_height} cells for {} digits on a board of {}",
                shape.digits().len(),
                shape.size()
            ),
        }
    }
}

impl std::error::Error for ShapeError {}

/// Digits that make no [`Grid`](crate::Grid).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum GridError {
    /// Not one digit a cell.
    Length {
        /// The number of cells.
        expected: usize,
        /// The number of digits.
        found: usize,
    },
    /// A digit that the board does not have.
    Digit {
        /// Where it stands.
        cell: Cell,
        /// The digit.
        digit: u8,
        /// Those of the board.
        digits: Digits,
    },
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            GridError::Length { expected, found } => {
                write!(f, "expected {expected} digits, found {found}")
            }
            GridError::Digit {
                cell,
                digit,
                digits,
            } => {
                write!(f, "{cell}: digit {digit} is not in {}", digits.told())
            }
        }
    }
}

impl std::error::Error for GridError {}
