//! Search on domino boards with bitboards: where each digit may be, and under which edges a domino
//! may lie.
//!
//! The two puzzles in one, the digits and the tiling, prune each other at every step: a digit stays
//! in a cell only while a domino to a neighbor supports it, and an edge stays only while its cells
//! can hold a pair that is still to be placed. Branching takes a cell or a pair, whatever has the
//! fewest possibilities for the trouble that it has caused so far.

mod board;
mod search;

use crate::board::{Digits, Grid};
use crate::model::Model;
use crate::parts::Part;
use crate::solve::Settings;
use board::{Board, MAX_SIDE};
use core::ops::ControlFlow;
use exactcover::Report;
use search::DominoSearch;

/// Whether this backend takes the model: a tiling and houses, on a board that fits in a word.
pub(crate) fn fits(model: &Model) -> bool {
    let takes = |part: &Part| match part {
        Part::House(_) | Part::Tiling(_) => true,
        Part::AllDifferent(_)
        | Part::DigitSets { .. }
        | Part::Sum { .. }
        | Part::Linear { .. }
        | Part::Relation { .. }
        | Part::Automaton { .. }
        | Part::AnyOf(_)
        | Part::Ranked(_) => false,
    };
    let (side, digits) = (model.shape().side(), model.shape().digits());
    let usual = side <= MAX_SIDE && digits == Digits::up_to(side);
    // A tiled board is a square: see the domino rule.
    usual && model.tiling().is_some() && model.parts().iter().all(takes)
}

/// Shows every grid that fits to `visit`, none twice.
pub(crate) fn run(
    model: &Model,
    settings: &Settings,
    visit: &mut dyn FnMut(Grid) -> ControlFlow<()>,
) -> Report<()> {
    let (board, root) = Board::new(model);
    DominoSearch::new(model, &board, settings, visit).run(&root)
}
