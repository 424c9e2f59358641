//! What limits leave to many questions.

use super::Solver;
use exactcover::{Limit, Limits, Outcome, Report, Stats};

/// What is left of limits to the next of many questions that make one answer.
#[derive(Debug)]
pub(crate) struct Budget<'l> {
    limits: &'l Limits,
    /// What all questions so far have cost. A limit on solutions means nothing to those who ask
    /// many.
    pub(crate) spent: Stats,
}

impl<'l> Budget<'l> {
    pub(crate) fn new(limits: &'l Limits) -> Self {
        let spent = Stats::default();
        Budget { limits, spent }
    }

    /// To be asked wherever there is work for long without a question to the solver.
    pub(crate) fn check(&self) -> Result<(), Limit> {
        self.limits.reached(&self.spent).map_or(Ok(()), Err)
    }

    /// Asks a question that may take so many nodes. Without an answer because of the limits there
    /// is nothing to go on with.
    pub(crate) fn ask<'m, T>(
        &mut self,
        solver: Solver<'m>,
        nodes: u64,
        question: impl FnOnce(&Solver<'m>) -> Report<T>,
    ) -> Result<Report<T>, Limit> {
        self.check()?;
        let asked = Stats {
            nodes,
            ..Stats::default()
        };
        let rest = self.limits.after(&self.spent);
        let cut = rest.reached(&asked) == Some(Limit::Nodes);
        let limits = if cut { rest } else { rest.nodes(nodes) };
        let report = question(&solver.limits(limits));
        self.spent.nodes = self.spent.nodes.saturating_add(report.stats.nodes);
        self.spent.updates = self.spent.updates.saturating_add(report.stats.updates);
        self.spent.max_depth = self.spent.max_depth.max(report.stats.max_depth);
        match report.outcome {
            Outcome::LimitReached(limit) if cut || limit != Limit::Nodes => Err(limit),
            _ => Ok(report),
        }
    }
}
