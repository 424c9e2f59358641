//! Search on bitboards for the 9 x 9 sudoku with its 3 x 3 boxes and givens, and nothing else.
//!
//! For each digit and each band (three rows) a word says in which of the 27 cells the digit may be:
//!
//! ```text
//!        box 0     box 1     box 2
//!     |  0  1  2 |  3  4  5 |  6  7  8 |     a group of three bits is a row of a box;
//!     |  9 10 11 | 12 13 14 | 15 16 17 |     bits 27 to 31 are always 0
//!     | 18 19 20 | 21 22 23 | 24 25 26 |
//! ```
//!
//! The three words of two digits are one vector ([`lanes`]), so five vectors are a position, and
//! every step of the filter ([`board`]) works on all nine digits and all three bands without a
//! branch.

mod board;
mod lanes;
mod search;

use crate::board::{Grid, Shape};
use crate::model::Model;
use crate::solve::Settings;
use core::ops::ControlFlow;
use exactcover::Report;

pub(crate) use search::BandSearch;

/// Whether this backend takes the model: rows, columns, the nine boxes, and no other rule.
pub(crate) fn fits(model: &Model) -> bool {
    model.shape() == Shape::CLASSIC && model.is_plain()
}

/// Shows every grid that fits to `visit`, none twice.
pub(crate) fn run(
    model: &Model,
    settings: &Settings,
    visit: &mut dyn FnMut(Grid) -> ControlFlow<()>,
) -> Report<()> {
    let mut search = BandSearch::new(settings.ties);
    search.run(model.givens(), &settings.limits, &mut |digits| {
        visit(Grid::solved(Shape::CLASSIC, digits.to_vec()))
    })
}
