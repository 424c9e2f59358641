//! A search that writes down why there are no other solutions.

use super::walk::{Close, Level};
use super::{Search, Solution, Walk};
use crate::problem::Problem;
use crate::proof::format::Format;
use crate::proof::log::Log;
use crate::run::limits::{Limit, Stats};
use crate::run::machine::{Machine, Step};
use crate::run::outcome::{Outcome, Report};
use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;

impl<'p, L> Search<'p, L> {
    /// Shows every solution to `visit` and writes to `out` the proof that there are no others,
    /// until there are no more, a limit is reached or `visit` breaks.
    ///
    /// It is a proof only if the outcome is [`Outcome::Exhausted`]. What it says is that the
    /// [`Model`](crate::proof::Model) of this problem has no solution once each that was shown is
    /// left out ([`Block`](crate::proof::Block)). Multiplicities are for [`Format::VeriPb`]: there
    /// is no model of them in clauses, so that in [`Format::Drat`] nothing is written, and the
    /// outcome has [`Limit::Multiplicities`](crate::Limit::Multiplicities).
    ///
    /// Of a search [below](Search::below) some choices, what it proves is the clause that no other
    /// solution has all of these (and none of those that it is [without](Search::without)); the
    /// file ends with that clause and concludes nothing.
    ///
    /// # Errors
    /// Whatever `out` fails with; the search ends then.
    pub fn prove<F>(
        &self,
        format: Format,
        out: &mut dyn fmt::Write,
        mut visit: F,
    ) -> Result<Report<()>, fmt::Error>
    where
        F: FnMut(&Solution<'p, L>) -> ControlFlow<()>,
    {
        if self.problem.has_multiplicities() && format != Format::VeriPb {
            return Ok(Report {
                answer: (),
                outcome: Outcome::LimitReached(Limit::Multiplicities),
                stats: Stats::default(),
            });
        }
        let mut machine = self.start();
        let mut log = Log::new(format, self.problem, out);
        log.begin_below(&self.prefix.way);
        let outcome = observed(self.problem, &mut *machine, &mut log, &mut visit);
        // It pauses for nobody.
        let outcome = outcome.unwrap_or(Outcome::Stopped);
        if outcome == Outcome::Exhausted {
            log.conclude(&self.prefix.way);
        }
        log.finish()?;
        Ok(Report {
            answer: (),
            outcome,
            stats: machine.stats(),
        })
    }
}

impl<'p, L> Walk<'p, L> {
    /// [`Walk::run`] that writes to `out` the steps of a proof for `VeriPB` that there are no other
    /// solutions in what it has searched. [`join`](crate::proof::join) makes a proof of the whole
    /// of them. The proof has a hole wherever `visit` breaks, and none if it never does.
    ///
    /// # Errors
    /// Whatever `out` fails with; the search ends then.
    ///
    /// # Panics
    /// If the walk has begun: what it has done is in no proof.
    #[track_caller]
    pub fn prove<F>(
        &mut self,
        nodes: u64,
        out: &mut dyn fmt::Write,
        mut visit: F,
    ) -> Result<Option<Outcome>, fmt::Error>
    where
        F: FnMut(&Solution<'p, L>) -> ControlFlow<()>,
    {
        assert!(!self.begun, "a proof begins where its search does");
        self.pause_after(nodes);
        let mut log = Log::part(self.problem, &self.prefix.way, out);
        let outcome = observed(self.problem, &mut *self.machine, &mut log, &mut visit);
        let open = self.open();
        let last = open.as_ref().and_then(|open| open.levels.last());
        // Where an item has a multiplicity, what comes later at a level is without what is done: to
        // know of all but one that it has failed is not enough.
        let over = |level: &Level| level.close != Close::Once && !level.done.is_empty();
        if last.map_or(false, over) {
            log.refute_last();
        }
        log.finish()?;
        Ok(outcome)
    }
}

/// Goes on to a pause (`None`) or the end, and tells the log what happens on the way.
fn observed<'p, L>(
    problem: &'p Problem<L>,
    machine: &mut dyn Machine,
    log: &mut Log<'_>,
    visit: &mut dyn FnMut(&Solution<'p, L>) -> ControlFlow<()>,
) -> Option<Outcome> {
    let mut solution = Solution {
        problem,
        options: Vec::new(),
    };
    loop {
        match machine.prove(log) {
            Step::Done(outcome) => return Some(outcome),
            Step::Paused => return None,
            Step::Solution => {}
        }
        solution.options.clear();
        machine.chosen(&mut solution.options);
        if visit(&solution).is_break() {
            return Some(Outcome::Stopped);
        }
    }
}
