//! Questions about all solutions together, answered without listing them.

use super::below::Left;
use super::{launched, Search};
use crate::count::{self, Circuit, Count, Waiting};
use crate::engine::Engine;
use crate::problem::matrix::Matrix;
use crate::problem::Problem;
use crate::run::limits::{Limit, Limits, Stats};
use crate::run::outcome::{Outcome, Report};
use crate::run::settings::Settings;
use alloc::borrow::Cow;
#[cfg(feature = "rayon")]
use {
    super::parallel::wanted_by_threads,
    crate::count::{Enumeration, Forecast},
    crate::run::machine::Goal,
    alloc::sync::Arc,
    core::sync::atomic::{AtomicBool, Ordering},
};

impl<L> Problem<L> {
    /// The number of solutions, of any size: [`Search::count_all`] with these limits and everything
    /// else at its default.
    ///
    /// ```
    /// use exactcover::{Limits, Problem};
    /// // Dominoes on a board of 12 x 12.
    /// let mut builder = Problem::builder();
    /// let squares = builder.primaries(144);
    /// for k in 0..144 {
    ///     if k % 12 < 11 {
    ///         builder.option((), [squares[k], squares[k + 1]]);
    ///     }
    ///     if k < 132 {
    ///         builder.option((), [squares[k], squares[k + 12]]);
    ///     }
    /// }
    /// let problem = builder.build()?;
    /// let report = problem.count_all(Limits::none().memory(10_000_000));
    /// assert_eq!(report.answer.to_string(), "53060477521960000");
    /// # Ok::<(), exactcover::BuildError>(())
    /// ```
    #[must_use]
    pub fn count_all(&self, limits: Limits) -> Report<Count> {
        self.search().limits(limits).count_all()
    }

    /// All solutions as a [`Circuit`], which answers further questions without a search:
    /// [`Search::compile`] with these limits and everything else at its default.
    #[must_use]
    pub fn compile(&self, limits: Limits) -> Report<Option<Circuit>> {
        self.search().limits(limits).compile()
    }
}

impl<L> Search<'_, L> {
    /// The number of solutions, of any size, found by enumeration or *elimination*, whichever comes
    /// to its end first.
    ///
    /// Elimination goes through the items in a good order. It keeps a table of *states*, which are
    /// the sets of later items (and the colors) that the options chosen so far have touched, and in
    /// how many ways. So it takes time and memory in proportion to the number of states and not of
    /// solutions: exponential in the width of the problem, as tilings of a long strip have a small
    /// one, whatever its length. It begins when the enumeration has run for a few milliseconds, and
    /// tries several orders in turns with it.
    ///
    /// Where symmetries of the problem take all options of an item to each other, one of them is
    /// chosen before, and the count is multiplied by how many they are: the first row and column of
    /// a Latin square of 7 are 7! x 6! times the same, and 25 rooks on a full board need hardly a
    /// table. In parts, which are below, one option stands for all that symmetries take it to.
    /// Symmetries of problems of more than 2^18 entries are not looked for, nor all of those that
    /// there are, and none for longer than the states may take that they save.
    ///
    /// The answer is exact if the outcome is [`Outcome::Exhausted`](crate::Outcome::Exhausted);
    /// else there are at least so many. If no order fits in [`Limits::memory`], the problem is
    /// counted in parts, one for each option of an item, and parts of parts, as long as that makes
    /// the tables smaller and does not take far too long: where the frontier has a hump, not where
    /// it is wide all along. With [`Limit::Memory`](crate::Limit::Memory), that does not help, and
    /// the enumeration has no hope: by what it has seen of the whole, it would make more than 2^40
    /// updates, which take ten minutes to an hour. With more hope it goes on alone, and gives up
    /// when it has hope no more, after 2^41 updates at the latest. So this ends soon where nothing
    /// can be done; to enumerate all the same, ask [`Search::count`]. A limit of solutions or nodes
    /// is one of enumeration, which then is all that runs. Answer, outcome and statistics are the
    /// same on every run, unless time or a flag ends it. [`Stats::engine`](crate::Stats::engine) is
    /// `"diagram"` if the answer comes from elimination; a node then is a state, and an update a
    /// step from one state to another.
    ///
    /// # Complexity
    /// At most about twice the time of an enumeration. Of elimination, a state takes 8 bytes for
    /// each 64 items of the frontier (a color takes several), 8 for each 64 bits of the largest
    /// count in its table, and 6 to 12 more.
    #[must_use]
    pub fn count_all(&self) -> Report<Count> {
        let limits = &self.settings.limits;
        if limits.solutions < u128::MAX || limits.nodes < u64::MAX {
            return self.count().map(Count::from);
        }
        let mut settings = self.settings.clone();
        let watch = settings.watch.take();
        self.matrix().map_or_else(too_late, |matrix| {
            let machine = self.start_with(&settings);
            count::by_both(&matrix, &settings, machine, watch)
        })
    }

    /// The same on the threads of the current rayon pool. It needs the feature `rayon`.
    ///
    /// What the enumeration has seen in its first milliseconds decides. If it is near its end, all
    /// threads enumerate; if it would take minutes, all threads eliminate, and enumerate only if no
    /// order fits in memory; else one thread eliminates while the others enumerate. So the
    /// [`Stats`], which are those of whoever came to the end first, may differ from run to run.
    ///
    /// ```
    /// use exactcover::Problem;
    /// let mut builder = Problem::builder();
    /// for item in builder.primaries(200) {
    ///     builder.option("heads", [item]);
    ///     builder.option("tails", [item]);
    /// }
    /// let problem = builder.build()?;
    /// let report = problem.search().par_count_all();
    /// assert_eq!(report.answer.log2(), 200.0);
    /// # Ok::<(), exactcover::BuildError>(())
    /// ```
    #[cfg(feature = "rayon")]
    #[must_use]
    pub fn par_count_all(&self) -> Report<Count> {
        let limits = &self.settings.limits;
        if limits.solutions < u128::MAX || limits.nodes < u64::MAX {
            return self.par_count().map(Count::from);
        }
        let threads = rayon::current_num_threads();
        if threads == 1 || self.problem.has_multiplicities() {
            return self.count_all();
        }
        let matrix = match self.matrix() {
            Ok(matrix) => matrix,
            Err(limit) => return too_late(limit),
        };
        let mut settings = self.settings.clone();
        let watch = settings.watch.take();
        let mut enumeration = Enumeration::new(self.start_with(&settings), watch);
        match enumeration.forecast() {
            Forecast::Ended => enumeration.report(Outcome::Exhausted),
            Forecast::Short => self.par_count().map(Count::from),
            Forecast::Long => self.race_of_counts(&matrix),
            Forecast::Endless { hope } => {
                match count::by_elimination_alone(&matrix, &self.settings, threads) {
                    Ok(report) => report,
                    Err(Outcome::LimitReached(Limit::Memory)) if hope => {
                        self.par_count().map(Count::from)
                    }
                    Err(outcome) => enumeration.report(outcome),
                }
            }
        }
    }

    /// One thread eliminates, the others enumerate.
    #[cfg(feature = "rayon")]
    fn race_of_counts(&self, matrix: &Matrix) -> Report<Count> {
        let limits = &self.settings.limits;
        let [enumerated, eliminated] = [(); 2].map(|()| Arc::new(AtomicBool::new(false)));
        let until = |flag: &Arc<AtomicBool>| limits.clone().cancel(Arc::clone(flag));
        let team = match self.team(Goal::Count, &until(&eliminated), wanted_by_threads()) {
            Ok(team) => team,
            Err(limit) => return too_late(limit),
        };
        let settings = Settings {
            limits: until(&enumerated),
            watch: None,
            ..self.settings.clone()
        };
        let ((outcome, stats), other) = rayon::join(
            || {
                let (outcome, stats) = team.in_any_order();
                enumerated.store(outcome == Outcome::Exhausted, Ordering::Relaxed);
                (outcome, stats)
            },
            || {
                let report = count::by_elimination_alone(matrix, &settings, 1);
                eliminated.store(report.is_ok(), Ordering::Relaxed);
                report
            },
        );
        other.unwrap_or_else(|_| Report {
            answer: Count::from(stats.solutions),
            outcome,
            stats,
        })
    }

    /// The number of solutions by elimination alone: [`Search::count_all`] without the enumeration.
    /// Engine, strategy, ties, and limits of nodes and solutions make no difference.
    ///
    /// The answer is exact if the outcome is [`Outcome::Exhausted`](crate::Outcome::Exhausted),
    /// else it is 0.
    #[must_use]
    pub fn count_by_diagram(&self) -> Report<Count> {
        self.diagram_of(1)
    }

    /// The same on all threads of the current rayon pool: they share the work on large tables. It
    /// needs the feature `rayon`.
    ///
    /// Answer and statistics are those of one thread, if the memory suffices: some is shared out
    /// among the threads, so near the limit it may not. What they send each other takes some
    /// megabytes.
    #[cfg(feature = "rayon")]
    #[must_use]
    pub fn par_count_by_diagram(&self) -> Report<Count> {
        self.diagram_of(rayon::current_num_threads())
    }

    fn diagram_of(&self, threads: usize) -> Report<Count> {
        self.matrix().map_or_else(too_late, |matrix| {
            count::alone(&matrix, &self.settings, threads)
        })
    }

    /// All solutions as a [`Circuit`]: in how many of them each option is, some at random, those
    /// with some options, the cheapest. It is made by elimination, as in [`Search::count_all`],
    /// which keeps the steps between the states; or of the list of all solutions, if elimination
    /// has worked for some time and an enumeration beside it has come to its end soon. Both tell
    /// the same, in terms that differ. Engine, strategy, ties, and limits of nodes and solutions
    /// make no difference: the enumeration is that of [`Engine::AUTO`]. Which of the two it is
    /// depends on what they have done, not on time; [`Stats::engine`](crate::Stats::engine) is
    /// `"diagram"` if it is elimination, and else that of the enumeration.
    ///
    /// The answer is `None` unless the outcome is
    /// [`Outcome::Exhausted`](crate::Outcome::Exhausted). [`Limit::Memory`](crate::Limit::Memory):
    /// tables, steps and circuit do not fit in [`Limits::memory`] in any order that was tried, or,
    /// whatever the memory, more than some 1,000 items are open at a time in each of these; and the
    /// list does not fit either, or has more than about 2^20 solutions, or an enumeration has no
    /// hope to make it, as in [`Search::count_all`].
    ///
    /// What else helps to count makes no circuit: parts and symmetries. So where many solutions are
    /// alike, this can take a hundred times as long as the count.
    ///
    /// # Complexity
    /// That of elimination, and 12 bytes for each of its steps; then 8 for each state, and the
    /// circuit. An enumeration in vain adds a few percent at most, and one that ends just before
    /// elimination would have, a sixth or so; its engine takes memory as [`Engine`] says. A list
    /// takes about 100 bytes for each of its terms while it becomes a circuit.
    #[must_use]
    pub fn compile(&self) -> Report<Option<Circuit>> {
        let (problem, limits) = (self.problem, &self.settings.limits);
        let start = || {
            let settings = Settings {
                limits: limits.clone().solutions(u128::MAX).nodes(u64::MAX),
                ..Settings::default()
            };
            launched(Engine::AUTO, &problem.matrix, &self.prefix, &settings)
        };
        match Left::new(&problem.matrix, &self.prefix, limits) {
            Some(left) => count::compiled(
                &left.matrix,
                &self.settings,
                problem.option_count(),
                &self.prefix.with,
                &left.options,
                Waiting::new(
                    &start,
                    problem.matrix.entries.len(),
                    self.settings.watch.clone(),
                ),
            ),
            // A flag may have been lowered again.
            None => too_late(limits.late().unwrap_or(Limit::Cancelled)).map(|_| None),
        }
    }

    /// What the prefix leaves of the problem; or why it could not be made.
    fn matrix(&self) -> Result<Cow<'_, Matrix>, Limit> {
        let whole = &self.problem.matrix;
        let limits = &self.settings.limits;
        if self.prefix.is_empty() {
            return Ok(Cow::Borrowed(whole));
        }
        match Left::new(whole, &self.prefix, limits) {
            Some(left) => Ok(Cow::Owned(left.matrix)),
            // A flag may have been lowered again.
            None => Err(limits.late().unwrap_or(Limit::Cancelled)),
        }
    }
}

/// Nothing is known yet.
fn too_late(limit: Limit) -> Report<Count> {
    Report {
        answer: Count::zero(),
        outcome: Outcome::LimitReached(limit),
        stats: Stats::default(),
    }
}

#[cfg(all(test, feature = "rayon"))]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_of_a_count_shows_how_long_it_takes() {
        let forecast = |name: &str| {
            let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/dlx");
            let text = std::fs::read_to_string(std::format!("{directory}/{name}.dlx"));
            let parsed = crate::format::read(&text.expect("the file is there"));
            let problem = parsed.expect("a valid problem").problem;
            let search = problem.search();
            Enumeration::new(search.start_with(&search.settings), None).forecast()
        };
        let seen = ["queens8", "pent3x20", "domino8x8", "domino14x14"].map(forecast);
        use Forecast::{Ended, Endless, Long, Short};
        assert!(
            matches!(seen, [Ended, Short, Long, Endless { hope: false }]),
            "{seen:?}"
        );
    }
}
