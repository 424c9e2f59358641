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
mod ranked;
mod region;
mod relation;
mod rule45;
mod search;
mod sets;
mod small;
mod square;
#[cfg(test)]
mod tests;

pub(crate) use self::lone::{Filter, Filters};

use crate::board::Grid;
use crate::model::Model;
use crate::parts::Part;
use crate::solve::Settings;
use core::ops::ControlFlow;
use exactcover::{Limits, Outcome, Report};
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
        | Part::AnyOf(_)
        | Part::Ranked(_) => true,
        Part::Tiling(_) => false,
    })
}

/// Shows every grid that fits to `visit`, none twice.
pub(crate) fn run(
    model: &Model,
    settings: &Settings,
    visit: &mut dyn FnMut(Grid) -> ControlFlow<()>,
) -> Report<()> {
    Search::new(model, settings).run(visit)
}

/// A search that can go on after it has made so many guesses as it may.
pub(crate) struct Search<'m>(CandidateSearch<'m>);

impl<'m> Search<'m> {
    pub(crate) fn new(model: &'m Model, settings: &Settings) -> Search<'m> {
        Search(CandidateSearch::new(model, settings))
    }

    /// The same for houses and different digits alone, with choices as if there were more.
    pub(crate) fn as_with_variants(model: &'m Model, settings: &Settings) -> Search<'m> {
        let mut search = CandidateSearch::new(model, settings);
        search.choose_as_with_variants();
        Search(search)
    }

    /// Lets it go on where it was, up to other limits, which count from now on.
    pub(crate) fn extend(&mut self, limits: &Limits) {
        self.0.extend(limits);
    }

    /// Shows every grid that fits and was not shown before to `visit`.
    pub(crate) fn run(&mut self, visit: &mut dyn FnMut(Grid) -> ControlFlow<()>) -> Report<()> {
        let Search(search) = self;
        let shape = search.model().shape();
        let outcome = loop {
            if let Some(outcome) = search.resume() {
                break outcome;
            }
            let grid = Grid::solved(shape, search.digits().collect());
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
}
