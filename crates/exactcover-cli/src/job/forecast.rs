//! How many nodes there will be, of the tree and of each open unit, from what has been searched.

use super::tally::Tally;
use super::Header;

/// What a unit that has been begun is thought to be like before anything is known of it: as so much
/// of itself that has as many nodes for its share as all others have.
const PRIOR: f64 = 0.1;
/// By what part of itself the sum of the rests of these units may be off: it may well be twice as
/// much.
const RESTS: f64 = 0.5;

#[derive(Debug)]
pub(super) struct Forecast {
    /// The nodes of the whole tree.
    pub(super) total: f64,
    /// Its standard error.
    pub(super) error: f64,
    /// The nodes of each open unit, in the order of [`Tally::open`].
    pub(super) sizes: Vec<f64>,
    /// The variance of their sum, if they are off independently of each other, and the error of
    /// what they have in common.
    spread: f64,
    common: f64,
}

impl Forecast {
    /// Units of the split that have been begun are a sample of them all, because tasks take them in
    /// an order that has nothing to do with their sizes. Each has as many nodes as it has been seen
    /// to have, and for what is open of it, in proportion to its share, as for what is done. All
    /// others have as many for their shares as these have (a ratio estimate; Cochran, "Sampling
    /// Techniques", 6). The sample has the units with an open rest in it, and not only those that
    /// are done: among these the large ones would be missing, at which tasks are longer. Before the
    /// first two units it is Knuth's estimate.
    pub(super) fn new(header: &Header, tally: &Tally) -> Self {
        let nodes = tally.stats.nodes as f64;
        let sums = tally.begun_units.iter().fold((0.0, 0.0, 0.0), |sum, unit| {
            let (done, all) = (sum.1 + unit.share - unit.open, sum.2 + unit.share);
            (sum.0 + unit.nodes as f64, done, all)
        });
        let (found, done, share) = sums;
        let count = tally.begun_units.len() as f64;
        if count < 2.0 || done <= 0.0 {
            let (total, error) = match tally.open.is_empty() {
                true => (nodes, 0.0),
                false => header.estimate,
            };
            let total = total.max(nodes);
            let open: f64 = tally.open.iter().map(|unit| unit.share).sum();
            let size = |share: f64| (total - nodes) * share / open;
            let sizes: Vec<f64> = tally.open.iter().map(|unit| size(unit.share)).collect();
            return Forecast {
                total,
                error,
                spread: sizes.iter().map(|size| size * size).sum(),
                common: error,
                sizes,
            };
        }
        let dense = found / done;
        // For each of these, the nodes for a share of one.
        let local = tally.begun_units.iter().map(|unit| {
            let prior = PRIOR * unit.share;
            let nodes = unit.nodes as f64 + prior * dense;
            // The share of a unit that is deep enough is nothing.
            nodes / (unit.share - unit.open + prior).max(1e-200)
        });
        let local: Vec<f64> = local.collect();
        let units = || tally.begun_units.iter().zip(&local);
        let rest: f64 = units().map(|(unit, local)| local * unit.open).sum();
        let ratio = (found + rest) / share;
        let off = units().map(|(unit, local)| {
            let size = unit.nodes as f64 + local * unit.open;
            (size - ratio * unit.share).powi(2)
        });
        let spread = off.sum::<f64>() / (count - 1.0);
        let (mut others, mut untouched) = (0.0, 0.0);
        let sizes = tally.open.iter().map(|open| match open.of {
            Some(unit) => local[unit] * open.share,
            None => {
                others += 1.0;
                untouched += open.share;
                ratio * open.share
            }
        });
        let sizes: Vec<f64> = sizes.collect();
        // The error of the ratio.
        let common = (count * spread).sqrt() * untouched / share;
        let others = others * spread;
        let rests = units().map(|(unit, local)| (local * unit.open).powi(2));
        let doubt: f64 = rests.sum();
        Forecast {
            total: nodes + sizes.iter().sum::<f64>(),
            // The rests may all be wrong in the same way.
            error: common.hypot(others.sqrt()).hypot(RESTS * rest),
            sizes,
            spread: others + doubt,
            common,
        }
    }

    /// How many nodes each of so many tasks should search before what is open is dealt out anew:
    /// their fair share, less what may be missing from the task of the least units, so that all are
    /// done at the same time.
    pub(super) fn quota(&self, nodes: u64, tasks: usize, sampled: bool) -> f64 {
        let left = (self.total - nodes as f64).max(1.0);
        let fair = left / tasks as f64;
        let doubt = (self.spread / tasks as f64).sqrt() / fair + self.common / left;
        let least = if sampled { 0.5 } else { 0.25 };
        fair * (1.0 - doubt).max(least).min(0.95)
    }
}
