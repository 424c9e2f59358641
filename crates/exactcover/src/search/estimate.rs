//! How large is the tree? A guess from a few random ways down.

use super::Search;
use crate::random::SplitMix64;
use crate::run::alarm::Alarm;
use crate::run::limits::Limits;

/// A guess at the size of a search tree ([`Search::estimate`]).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The nodes of the whole tree.
    pub nodes: f64,
    /// The standard error of `nodes`, if the probes are a fair sample. They often are not: most trees
    /// have few probes that count for much, and none of these may be among them.
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
    /// options to choose from. The mean of all probes is right on average, and far off now and then.
    ///
    /// The random numbers come from `seed`; limits and engine make no difference.
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
    /// let guess = problem.search().estimate(1, 7);
    /// assert_eq!(guess.solutions, 65536.0);
    /// assert_eq!(guess.nodes, problem.search().count().stats.nodes as f64);
    /// # Ok::<(), exactcover::BuildError>(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn estimate(&self, probes: u32, seed: u64) -> Estimate {
        assert!(probes > 0, "an estimate takes a probe");
        let mut random = SplitMix64::new(seed);
        let (mut nodes, mut solutions) = (Sample::default(), Sample::default());
        for _ in 0..probes {
            let (size, solved) = self.probe(&mut random);
            nodes.add(size);
            solutions.add(solved);
        }
        Estimate {
            nodes: nodes.mean,
            nodes_error: nodes.error(),
            solutions: solutions.mean,
            solutions_error: solutions.error(),
        }
    }

    /// What one random way down says about the number of nodes and solutions.
    fn probe(&self, random: &mut SplitMix64) -> (f64, f64) {
        let matrix = &self.problem.matrix;
        let ranking = self
            .settings
            .ties
            .ranking(matrix, &mut Alarm::new(&Limits::none()));
        let (rank, _) = ranking.expect("without limits, an alarm never rings");
        let mut partial = self.problem.partial();
        let begun = partial.choose_all(&self.prefix);
        begun.expect("the prefix has been checked");
        let (mut weight, mut nodes) = (1.0, 0.0);
        loop {
            let items = partial.open_items().into_iter();
            let (item, count) = match items.min_by_key(|&(item, count)| (count, rank[item.index()]))
            {
                Some(fewest) => fewest,
                None => return (nodes, weight),
            };
            if count == 0 {
                return (nodes, 0.0);
            }
            weight *= count as f64;
            nodes += weight;
            let option = partial.options_of(item).nth(random.below(count));
            partial
                .choose(option.expect("there are so many"))
                .expect("they go together");
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
        // `core` has no square root.
        (0..64).fold(variance.max(1.0), |root, _| 0.5 * (root + variance / root))
    }
}
