//! A search that writes down why there are no other solutions.

use super::{Search, Solution};
use crate::proof::format::Format;
use crate::proof::log::Log;
use crate::run::machine::Step;
use crate::run::outcome::{Outcome, Report};
use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;

impl<'p, L> Search<'p, L> {
    /// Shows every solution to `visit` and writes to `out` the proof that there are no others, until
    /// there are no more, a limit is reached or `visit` breaks.
    ///
    /// It is a proof only if the outcome is [`Outcome::Exhausted`]. What it says is that the
    /// [`Model`](crate::proof::Model) of this problem has no solution once each that was shown is
    /// left out ([`Block`](crate::proof::Block)).
    ///
    /// Of a search [below](Search::below) some choices, what it proves is the clause that no other
    /// solution has all of these; the file ends with that clause and concludes nothing.
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
        let mut machine = self.start();
        let mut log = Log::new(format, self.problem, out);
        log.begin_below(&self.prefix);
        let mut solution = Solution {
            problem: self.problem,
            options: Vec::new(),
        };
        let outcome = loop {
            if let Step::Done(outcome) = machine.prove(&mut log) {
                break outcome;
            }
            solution.options.clear();
            machine.chosen(&mut solution.options);
            if visit(&solution).is_break() {
                break Outcome::Stopped;
            }
        };
        if outcome == Outcome::Exhausted {
            log.conclude(&self.prefix);
        }
        log.finish()?;
        Ok(Report {
            answer: (),
            outcome,
            stats: machine.stats(),
        })
    }
}
