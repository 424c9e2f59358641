//! Why a position cannot be completed.

use core::fmt;

use crate::board::{Cell, HouseKind};
use crate::model::Subject;

/// Why a grid cannot be completed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Contradiction {
    /// A house holds a digit twice.
    Repeated {
        /// The house.
        house: HouseKind,
        /// The digit.
        digit: u8,
        /// The cells that hold it.
        cells: [Cell; 2],
    },
    /// A house lacks a digit, and none of its empty cells can have it.
    NoPlace {
        /// The house.
        house: HouseKind,
        /// The digit.
        digit: u8,
    },
    /// No digit is left for a cell.
    NoDigit {
        /// The cell.
        cell: Cell,
    },
    /// The digits placed break a rule.
    Broken {
        /// The rule.
        rule: Subject,
    },
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Contradiction::Repeated {
                house,
                digit,
                cells: [a, b],
            } => {
                write!(f, "{house} has digit {digit} in {a} and in {b}")
            }
            Contradiction::NoPlace { house, digit } => {
                write!(f, "{house} has no place for digit {digit}")
            }
            Contradiction::Broken { rule } => write!(f, "the digits placed break {rule}"),
            Contradiction::NoDigit { cell } => write!(f, "no digit is left for {cell}"),
        }
    }
}

impl std::error::Error for Contradiction {}
