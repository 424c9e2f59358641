//! Search on plain boards of 16 x 16: a row of candidates is a vector of 256 bits.
//!
//! Every row, column, box, band and stack is looked at in one pass of vector operations, for all
//! digits at once, and the pass is repeated until it finds nothing more. `DESIGN.md` in the crate's
//! directory explains it with pictures.

mod lanes;
mod position;
mod search;
#[cfg(test)]
mod tests;

use crate::board::{Grid, Shape};
use crate::model::Model;
use crate::solve::Settings;
use core::ops::ControlFlow;
use exactcover::Report;
use search::RowSearch;

/// Whether this backend takes the model: 16 x 16 with its boxes, and no other rule.
pub(crate) fn fits(model: &Model) -> bool {
    model.shape() == Shape::HEX && model.is_plain()
}

/// Shows every grid that fits to `visit`, none twice.
pub(crate) fn run(
    model: &Model,
    settings: &Settings,
    visit: &mut dyn FnMut(Grid) -> ControlFlow<()>,
) -> Report<()> {
    lanes::run(RowSearch::new(model, settings, visit))
}
