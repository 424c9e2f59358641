//! The cheapest solutions.

use super::below::Left;
use super::{Search, Solution};
use crate::engine::links::cheapest::{Cheapest, Found, Ground};
use crate::engine::links::Links;
use crate::engine::tallies::Tallies;
use crate::run::kernel::Steps;
use crate::run::limits::{Limit, Stats};
use crate::run::machine::{Core, Goal, Machine, Step};
use crate::run::outcome::{Outcome, Report};
use alloc::vec::Vec;

impl<'p, L> Search<'p, L> {
    /// The `k` cheapest solutions with their costs, the cheapest first: all of them if there are no
    /// more than `k`. Those that cost the same come in the order of the search, and of more than
    /// fit the first ones are kept; the same on every run.
    ///
    /// It is a search by branch and bound. What is left at a node costs at least the sum over its
    /// open items of the cheapest share: each option of such an item, divided by the number of its
    /// primary items. Where that and the options chosen cost no less than `k` solutions that are
    /// known, the search turns back. It walks through dancing links with
    /// [`Strategy::Mrv`](crate::Strategy::Mrv), whatever engine and strategy the search has; ties,
    /// limits, the watcher and [`Search::below`] mean what they always do.
    ///
    /// These are the cheapest if the outcome is [`Outcome::Exhausted`](crate::Outcome::Exhausted).
    /// If a limit is reached first, they are the cheapest that were found until then, and
    /// [`Limits::solutions`](crate::Limits::solutions) counts all that were found on the way.
    ///
    /// ```
    /// use exactcover::Problem;
    /// let mut builder = Problem::builder();
    /// let [bread, milk] = ["bread", "milk"].map(|item| builder.primary(item));
    /// builder.option_with_cost("baker", 3, [bread]);
    /// builder.option_with_cost("farm", 2, [milk]);
    /// builder.option_with_cost("market", 4, [bread, milk]);
    /// let problem = builder.build()?;
    /// let report = problem.search().cheapest(2);
    /// let costs: Vec<u128> = report.answer.iter().map(|(cost, _)| *cost).collect();
    /// assert_eq!(costs, [4, 5]);
    /// assert_eq!(report.answer[0].1.labels().collect::<Vec<_>>(), [&"market"]);
    /// # Ok::<(), exactcover::BuildError>(())
    /// ```
    ///
    /// # Complexity
    /// Exponential in the worst case. A node takes time linear in the open items beside that of
    /// dancing links; memory is that of links, 24 bytes an option, and the solutions kept.
    #[must_use]
    pub fn cheapest(&self, k: usize) -> Report<Vec<(u128, Solution<'p, L>)>> {
        let (problem, limits) = (self.problem, &self.settings.limits);
        let late = |limit: Limit| Report {
            answer: Vec::new(),
            outcome: Outcome::LimitReached(limit),
            stats: Stats::default(),
        };
        if let Some(limit) = limits.reached(&Stats::default()) {
            return late(limit);
        }
        // A flag may have been lowered again.
        let why = || limits.late().unwrap_or(Limit::Cancelled);
        let left = match Left::new(&problem.matrix, &self.prefix, limits) {
            Some(left) => left,
            None => return late(why()),
        };
        let searched = if left.matrix.has_multiplicities() {
            self.cheapest_of::<Tallies>(&left, k)
        } else {
            self.cheapest_of::<Links>(&left, k)
        };
        let (outcome, mut stats, found) = match searched {
            Some(searched) => searched,
            None => return late(why()),
        };
        stats.max_depth += self.prefix.with.len();
        let cost = |option: &_| u128::from(problem.cost(*option));
        let before: u128 = self.prefix.with.iter().map(cost).sum();
        let found = found.into_iter().map(|(cost, _, below)| {
            let below = below.iter().map(|option| left.options[option.index()]);
            let options = self.prefix.with.iter().copied().chain(below).collect();
            (before + cost, Solution { problem, options })
        });
        Report {
            answer: found.collect(),
            outcome,
            stats,
        }
    }

    /// The cheapest solutions of what is left; `None` if the time is over before it begins.
    fn cheapest_of<G: Ground>(
        &self,
        left: &Left,
        k: usize,
    ) -> Option<(Outcome, Stats, Vec<Found>)> {
        let costs = left.options.iter().map(|&option| self.problem.cost(option));
        let costs: Vec<u64> = costs.collect();
        let kernel = Cheapest::<G>::new(&left.matrix, &costs, k, &self.settings)?;
        let mut core = Core::new(Steps::new(kernel), &left.matrix, &self.settings);
        let outcome = loop {
            if let Step::Done(outcome) = core.resume(Goal::Count) {
                break outcome;
            }
        };
        let stats = core.stats();
        Some((outcome, stats, core.drive.kernel.found()))
    }
}
