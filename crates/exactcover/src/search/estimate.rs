//! How large is the tree? A guess from a few random ways down.

use super::Search;
use crate::problem::ids::OptionId;
use crate::random::SplitMix64;
use crate::run::alarm::Alarm;
use crate::run::limits::{Limit, Limits, Stats};
use crate::run::outcome::{Outcome, Report};
use alloc::vec::Vec;

/// A guess at the size of a search tree ([`Search::estimate`]).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// From how many probes it comes. From none, if a limit was reached first: then it says
    /// nothing.
    pub probes: u32,
    /// The nodes of the whole tree.
    pub nodes: f64,
    /// The standard error of `nodes`, if the probes are a fair sample. They often are not: most
    /// trees have few probes that count for much, and none of these may be among them.
    pub nodes_error: f64,
    /// The solutions.
    pub solutions: f64,
    /// The standard error of `solutions`.
    pub solutions_error: f64,
}

impl<L> Search<'_, L> {
    /// Guesses how many nodes and solutions the tree of [`Strategy::Mrv`](crate::Strategy::Mrv) has
    /// (Knuth, "Estimating the efficiency of backtrack programs", 1975): a probe goes down from the
    /// root, at every node by a random option, and what it meets counts as many times as there were
    /// options to choose from. The mean of all probes is right on average, and far off now and
    /// then.
    ///
    /// The random numbers come from `seed`, and the engine makes no difference. The outcome is
    /// [`Outcome::Exhausted`] after the last probe. Limits are looked at before each choice, and
    /// the nodes of the statistics are the choices of the probes; a probe that is cut off does not
    /// count. With multiplicities, to cover an item no more is a choice as well, and no node.
    ///
    /// # Complexity
    /// A probe takes time linear in the entries of all options for each choice on its way.
    ///
    /// # Panics
    /// If `probes` is 0.
    ///
    /// ```
    /// use exactcover::Problem;
    /// let mut builder = Problem::builder();
    /// for item in builder.primaries(16) {
    ///     builder.option("heads", [item]);
    ///     builder.option("tails", [item]);
    /// }
    /// let problem = builder.build()?;
    /// // All ways down are the same, so that one probe is enough.
    /// let guess = problem.search().estimate(1, 7).answer;
    /// assert_eq!(guess.solutions, 65536.0);
    /// assert_eq!(guess.nodes, problem.search().count().stats.nodes as f64);
    /// # Ok::<(), exactcover::BuildError>(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn estimate(&self, probes: u32, seed: u64) -> Report<Estimate> {
        assert!(probes > 0, "an estimate takes a probe");
        let mut random = SplitMix64::new(seed);
        let (mut nodes, mut solutions) = (Sample::default(), Sample::default());
        let matrix = &self.problem.matrix;
        let mut alarm = Alarm::new(&Limits::none());
        let ranking = self.settings.ties.ranking(matrix, &mut alarm);
        let (rank, _) = ranking.expect("without limits, an alarm never rings");
        let (mut stats, mut done, mut outcome) = (Stats::default(), 0, Outcome::Exhausted);
        while done < probes {
            match self.probe(&rank, &mut random, &mut stats) {
                Ok((size, solved)) => {
                    nodes.add(size);
                    solutions.add(solved);
                    done += 1;
                }
                Err(limit) => {
                    outcome = Outcome::LimitReached(limit);
                    break;
                }
            }
        }
        Report {
            answer: Estimate {
                probes: done,
                nodes: nodes.mean,
                nodes_error: nodes.error(),
                solutions: solutions.mean,
                solutions_error: solutions.error(),
            },
            outcome,
            stats,
        }
    }

    /// What one random way down says about the number of nodes and solutions.
    fn probe(
        &self,
        rank: &[u32],
        random: &mut SplitMix64,
        stats: &mut Stats,
    ) -> Result<(f64, f64), Limit> {
        let mut partial = self.problem.partial();
        let begun = partial.choose_all(&self.prefix.with);
        begun.expect("the prefix has been checked");
        partial.leave_out(&self.prefix.without);
        let (mut weight, mut nodes) = (1.0, 0.0);
        loop {
            if let Some(limit) = self.settings.limits.reached(stats) {
                return Err(limit);
            }
            let ways = partial.ways().into_iter();
            let (item, ways) = match ways.min_by_key(|&(item, ways)| (ways, rank[item.index()])) {
                Some(fewest) => fewest,
                None => return Ok((nodes, weight)),
            };
            if ways == 0 {
                return Ok((nodes, 0.0));
            }
            let options: Vec<OptionId> = partial.options_of(item).take(ways).collect();
            nodes += weight * options.len() as f64;
            weight *= ways as f64;
            let choice = random.below(ways);
            // Those before it come first in other parts of the tree.
            if self.problem.has_multiplicities() {
                partial.leave_out(&options[..choice]);
            }
            if let Some(&option) = options.get(choice) {
                stats.nodes += 1;
                partial.choose(option).expect("they go together");
            }
        }
    }
}

/// Mean and spread of numbers (Welford 1962).
#[derive(Default)]
struct Sample {
    count: f64,
    mean: f64,
    squares: f64,
}

impl Sample {
    fn add(&mut self, value: f64) {
        self.count += 1.0;
        let off = value - self.mean;
        self.mean += off / self.count;
        self.squares += off * (value - self.mean);
    }

    /// The standard error of the mean; infinite for a single number.
    fn error(&self) -> f64 {
        if self.count < 2.0 {
            return f64::INFINITY;
        }
        let variance = self.squares / (self.count - 1.0) / self.count;
        if variance == 0.0 {
            return 0.0;
        }
        // `core` has no square root. Half of the exponent is near enough to begin with.
        let begin = f64::from_bits((variance.to_bits() >> 1) + (1023 << 51));
        (0..6).fold(begin, |root, _| 0.5 * (root + variance / root))
    }
}

#[cfg(test)]
mod tests {
    use super::Sample;

    #[test]
    fn the_standard_error_is_right_for_spreads_of_any_size() {
        for off in [1e-9, 1.0, 3.5, 1e20, 1e100] {
            let mut sample = Sample::default();
            [0.0, 2.0 * off]
                .into_iter()
                .for_each(|value| sample.add(value));
            // The two are `off` from their mean: a variance of 2 off^2, halved by their number.
            assert!((sample.error() / off - 1.0).abs() < 1e-12, "{off}");
        }
        let mut same = Sample::default();
        [7.0; 3].into_iter().for_each(|value| same.add(value));
        assert_eq!(same.error(), 0.0);
    }
}
