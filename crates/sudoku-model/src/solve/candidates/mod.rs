//! Search on candidates: each cell has a set of digits that it may still hold, filters remove what
//! cannot be, and a guess is made when they are at their end.
//!
//! The state is a plain array of masks. A guess copies it, so that nothing has to be undone.
//! `DESIGN.md` in the crate's directory explains the parts to someone who has never seen them.

mod any_of;
mod basic;
mod board;
mod count;
mod families;
mod lone;
mod product;
mod propagate;
mod region;
mod rule45;
mod search;
mod sets;
mod small;
#[cfg(test)]
mod tests;

pub(crate) use self::lone::{Filter, Filters};

use crate::board::Grid;
use crate::model::Model;
use crate::parts::Part;
use crate::solve::Settings;
use core::ops::ControlFlow;
use exactcover::{Outcome, Report};
use search::CandidateSearch;

/// Whether this backend takes the model: everything but a tiling.
pub(crate) fn fits(model: &Model) -> bool {
    model.parts().iter().all(|part| match part {
        Part::House(_)
        | Part::AllDifferent(_)
        | Part::DigitSets { .. }
        | Part::Sum { .. }
        | Part::Linear { .. }
        | Part::Relation { .. }
        | Part::Automaton { .. }
        | Part::AnyOf(_) => true,
        Part::Tiling(_) => false,
    })
}

/// Shows every grid that fits to `visit`, none twice.
pub(crate) fn run(
    model: &Model,
    settings: &Settings,
    visit: &mut dyn FnMut(Grid) -> ControlFlow<()>,
) -> Report<()> {
    let mut search = CandidateSearch::new(model, settings);
    let outcome = loop {
        if let Some(outcome) = search.resume() {
            break outcome;
        }
        let mut grid = Grid::empty(model.shape());
        for (cell, digit) in model.shape().cells().zip(search.digits()) {
            grid.set(cell, digit);
        }
        if visit(grid).is_break() {
            break Outcome::Stopped;
        }
    };
    Report {
        answer: (),
        outcome,
        stats: search.stats,
    }
}
