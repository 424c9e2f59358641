//! Sides that make no board, and digits that make no grid.

use core::fmt;

use super::{Cell, Shape};

/// A board of a side outside 4..=25.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShapeError {
    /// The side that was asked for.
    pub side: usize,
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a board of side {}: only {} to {} will do",
            self.side,
            Shape::MIN_SIDE,
            Shape::MAX_SIDE
        )
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
    /// A digit larger than the side.
    Digit {
        /// Where it stands.
        cell: Cell,
        /// The digit.
        digit: u8,
        /// The side of the board, its largest digit.
        side: usize,
    },
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            GridError::Length { expected, found } => {
                write!(f, "expected {expected} digits, found {found}")
            }
            GridError::Digit { cell, digit, side } => {
                write!(f, "{cell}: digit {digit} is not in 1..={side}")
            }
        }
    }
}

impl std::error::Error for GridError {}
