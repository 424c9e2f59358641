//! Asking a problem for its solutions: all, one, how many, exactly one?

mod below;
mod cheapest;
mod estimate;
#[cfg(feature = "rayon")]
mod parallel;
#[cfg(feature = "rayon")]
mod portfolio;
#[cfg(feature = "proof")]
mod prove;
#[cfg(feature = "rayon")]
mod split;
mod walk;
mod whole;

use crate::engine::Engine;
use crate::problem::error::Violation;
use crate::problem::ids::OptionId;
use crate::problem::matrix::Matrix;
use crate::problem::Problem;
use crate::run::limits::{Limits, Stats};
use crate::run::machine::{Goal, Machine, Step};
use crate::run::outcome::{First, Outcome, Report, Unique};
use crate::run::progress::{Progress, Watch};
use crate::run::settings::{Settings, Strategy, Ties};
use below::Below;
pub(crate) use below::{Choices, Left};

pub use estimate::Estimate;
pub use walk::{Choice, Close, Level, Open, Walk};

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;

/// A search that is set up and not yet running. Each question starts it anew from the root.
///
/// ```
/// use exactcover::{Engine, Limits, Problem, Strategy, Unique};
/// let mut builder = Problem::builder();
/// let items = builder.primaries(3);
/// builder.option("left", [items[0]]);
/// builder.option("right", [items[1], items[2]]);
/// builder.option("all", items);
/// let problem = builder.build()?;
///
/// let search = problem.search_with(Engine::LINKS).strategy(Strategy::Weighted);
/// assert_eq!(search.count().answer, 2);
/// assert!(matches!(search.unique().answer, Unique::Many(..)));
/// # Ok::<(), exactcover::BuildError>(())
/// ```
#[derive(Debug)]
pub struct Search<'p, L> {
    problem: &'p Problem<L>,
    engine: Engine,
    settings: Settings,
    /// What is chosen and what is left out before it begins.
    prefix: Choices,
}

impl<L> Clone for Search<'_, L> {
    fn clone(&self) -> Self {
        Search {
            problem: self.problem,
            engine: self.engine,
            settings: self.settings.clone(),
            prefix: self.prefix.clone(),
        }
    }
}

impl<L> Problem<L> {
    /// A search for the solutions with [`Engine::AUTO`], every setting at its default.
    #[must_use]
    pub fn search(&self) -> Search<'_, L> {
        self.search_with(Engine::AUTO)
    }

    /// A search with an engine of the caller's choice. A program that names one engine and
    /// never calls [`Problem::search`], [`Engine::named`] or `par_count` contains no other.
    #[must_use]
    pub fn search_with(&self, engine: Engine) -> Search<'_, L> {
        Search::new(self, engine)
    }
}

/// A search with this engine for the solutions that have these options and not those.
fn launched(
    engine: Engine,
    matrix: &Matrix,
    prefix: &Choices,
    settings: &Settings,
) -> Box<dyn Machine> {
    if prefix.is_empty() {
        engine.start(matrix, settings)
    } else {
        Below::start(engine, matrix, settings, prefix)
    }
}

impl<'p, L> Search<'p, L> {
    fn new(problem: &'p Problem<L>, engine: Engine) -> Self {
        Search {
            problem,
            engine,
            settings: Settings::default(),
            prefix: Choices::default(),
        }
    }

    /// How to choose the item to branch on; [`Strategy::Mrv`] at first.
    #[must_use]
    pub fn strategy(mut self, strategy: Strategy) -> Self {
        self.settings.strategy = strategy;
        self
    }

    /// Which of several equally good items to branch on; [`Ties::First`] at first.
    #[must_use]
    pub fn ties(mut self, ties: Ties) -> Self {
        self.settings.ties = ties;
        self
    }

    /// When to stop; never at first.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.settings.limits = limits;
        self
    }

    /// Whom to show the progress: `watch` is called in the thread of the search, whenever the
    /// limits are looked at (see [`Limits`]) and at the end; it should be quick, and rarely print.
    /// Of a search on several threads it sees what all of them do, one after the other, also what
    /// turns out not to be needed.
    ///
    /// ```
    /// use exactcover::Problem;
    /// use std::sync::{Arc, Mutex};
    /// let mut builder = Problem::builder();
    /// for item in builder.primaries(16) {
    ///     builder.option("heads", [item]);
    ///     builder.option("tails", [item]);
    /// }
    /// let problem = builder.build()?;
    ///
    /// let percent = Arc::new(Mutex::new(Vec::new()));
    /// let log = Arc::clone(&percent);
    /// let search = problem.search().watch(move |progress| {
    ///     let now = (100.0 * progress.fraction) as u32;
    ///     let mut log = log.lock().unwrap();
    ///     if log.last() != Some(&now) {
    ///         log.push(now);
    ///     }
    /// });
    /// assert_eq!(search.count().answer, 1 << 16);
    /// assert_eq!(percent.lock().unwrap().last(), Some(&100));
    /// # Ok::<(), exactcover::BuildError>(())
    /// ```
    #[must_use]
    pub fn watch(mut self, watch: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        self.settings.watch = Some(Watch(Arc::new(watch)));
        self
    }

    /// The part of the search below these choices: only the solutions that have all these options,
    /// which come first in each. The nodes on the way there are not counted.
    ///
    /// Parts of a tree can be searched on their own, anywhere: with [`Strategy::Mrv`], a branching
    /// node's trials have together the nodes and solutions of what is below the node, if all are
    /// searched by the engine of [`Stats::engine`]. [`Walk`] finds such parts.
    ///
    /// # Errors
    /// [`Violation::UnknownOption`], or [`Violation::CoveredTwice`] if they do not go together
    /// ([`Violation::CoveredTooOften`] with multiplicities).
    ///
    /// # Complexity
    /// To start such a search takes one more look at all entries of the problem.
    ///
    /// ```
    /// use exactcover::Problem;
    /// let mut builder = Problem::builder();
    /// let items = builder.primaries(3);
    /// let left = builder.option("left", [items[0]]);
    /// let middle = builder.option("middle", [items[1]]);
    /// let right = builder.option("right", [items[2]]);
    /// let rest = builder.option("rest", [items[1], items[2]]);
    /// let problem = builder.build()?;
    /// assert_eq!(problem.search().below(&[middle])?.count().answer, 1);
    /// assert!(problem.search().below(&[middle, rest]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn below(mut self, prefix: &[OptionId]) -> Result<Self, Violation> {
        let mut partial = self.problem.partial();
        partial.choose_all(prefix)?;
        self.prefix = Choices::new(prefix, &self.prefix.without);
        Ok(self)
    }

    /// The part of the search behind these steps, in place of what [`Search::below`] and
    /// [`Search::without`] have said before.
    ///
    /// # Errors
    /// As [`Search::below`] for the options that are chosen, and [`Violation::UnknownOption`].
    pub fn part(mut self, way: &[Choice]) -> Result<Self, Violation> {
        let pick = |pick: fn(&Choice) -> Option<OptionId>| way.iter().filter_map(pick).collect();
        let with: Vec<OptionId> = pick(|choice| match choice {
            Choice::With(option) => Some(*option),
            Choice::Without(_) => None,
        });
        let without: Vec<OptionId> = pick(|choice| match choice {
            Choice::With(_) => None,
            Choice::Without(option) => Some(*option),
        });
        let count = self.problem.option_count();
        if let Some(&option) = without.iter().find(|option| option.index() >= count) {
            return Err(Violation::UnknownOption { option });
        }
        self.prefix.without = without;
        self = self.below(&with)?;
        self.prefix.way = way.to_vec();
        Ok(self)
    }

    /// The part of the search without these options: only the solutions that have none of them.
    /// What is not there is not searched, as if the problem did not have it.
    ///
    /// With [multiplicities](crate::Builder::multiplicity), several options of an item can be
    /// chosen, and the parts of a tree need this to have no solution in common ([`Open::parts`]).
    ///
    /// # Panics
    /// If the problem has no such option.
    ///
    /// ```
    /// use exactcover::Problem;
    /// let mut builder = Problem::builder();
    /// let items = builder.primaries(2);
    /// let left = builder.option("left", [items[0]]);
    /// builder.option("right", [items[1]]);
    /// builder.option("all", items);
    /// let problem = builder.build()?;
    /// assert_eq!(problem.search().without(&[left]).count().answer, 1);
    /// # Ok::<(), exactcover::BuildError>(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn without(mut self, options: &[OptionId]) -> Self {
        for option in options {
            assert!(
                option.index() < self.problem.option_count(),
                "no such option"
            );
        }
        self.prefix = Choices::new(&self.prefix.with, options);
        self
    }

    /// This search for somebody to whom one solution is as good as another.
    fn few(&self) -> Self {
        let mut few = self.clone();
        few.settings.few = true;
        few
    }

    pub(crate) fn start(&self) -> Box<dyn Machine> {
        self.start_with(&self.settings)
    }

    fn start_with(&self, settings: &Settings) -> Box<dyn Machine> {
        launched(self.engine, &self.problem.matrix, &self.prefix, settings)
    }

    /// Shows every solution to `visit`, until there are no more, a limit is reached or `visit`
    /// breaks. The solution is valid during the call; clone it to keep it.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use exactcover::{Outcome, Problem};
    /// let mut builder = Problem::builder();
    /// let item = builder.primary("x");
    /// for label in 0..5 {
    ///     builder.option(label, [item]);
    /// }
    /// let problem = builder.build()?;
    /// let mut sum = 0;
    /// let report = problem.search().run(|solution| {
    ///     sum += solution.labels().sum::<i32>();
    ///     if sum >= 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    /// });
    /// assert_eq!((sum, report.outcome), (3, Outcome::Stopped));
    /// # Ok::<(), exactcover::BuildError>(())
    /// ```
    pub fn run<F>(&self, mut visit: F) -> Report<()>
    where
        F: FnMut(&Solution<'p, L>) -> ControlFlow<()>,
    {
        let mut machine = self.start();
        let mut solution = Solution {
            problem: self.problem,
            options: Vec::new(),
        };
        let outcome = loop {
            if let Step::Done(outcome) = machine.resume(Goal::Next) {
                break outcome;
            }
            solution.options.clear();
            machine.chosen(&mut solution.options);
            if visit(&solution).is_break() {
                break Outcome::Stopped;
            }
        };
        Report {
            answer: (),
            outcome,
            stats: machine.stats(),
        }
    }

    /// All solutions one after the other, each found when it is asked for.
    #[must_use]
    pub fn solutions(&self) -> Solutions<'p, L> {
        Solutions {
            problem: self.problem,
            machine: self.start(),
            outcome: None,
        }
    }

    /// The first solution in the order of the search; with [`Engine::AUTO`] perhaps another, if the
    /// search is long and that one is found earlier.
    #[must_use]
    pub fn first(&self) -> Report<First<Solution<'p, L>>> {
        let mut found = None;
        let report = self.few().run(|solution| {
            found = Some(solution.clone());
            ControlFlow::Break(())
        });
        let answer = First::new(found, report.outcome);
        report.map(|()| answer)
    }

    /// Whether there is exactly one solution, with two witnesses if there are more.
    #[must_use]
    pub fn unique(&self) -> Report<Unique<Solution<'p, L>>> {
        let mut found = [None, None];
        let report = self.few().run(|solution| {
            if found[0].is_none() {
                found[0] = Some(solution.clone());
                return ControlFlow::Continue(());
            }
            found[1] = Some(solution.clone());
            ControlFlow::Break(())
        });
        let [first, second] = found;
        let answer = Unique::new(first, second, report.outcome);
        report.map(|()| answer)
    }

    /// The number of solutions, without making them.
    #[must_use]
    pub fn count(&self) -> Report<u128> {
        let mut machine = self.start();
        let outcome = loop {
            if let Step::Done(outcome) = machine.resume(Goal::Count) {
                break outcome;
            }
        };
        let stats = machine.stats();
        Report {
            answer: stats.solutions,
            outcome,
            stats,
        }
    }
}

/// The options of one solution, in the order in which the search chose them.
pub struct Solution<'p, L> {
    problem: &'p Problem<L>,
    options: Vec<OptionId>,
}

impl<'p, L> Solution<'p, L> {
    /// The options, in the order of the choices. Engines may order them differently.
    #[must_use]
    pub fn options(&self) -> &[OptionId] {
        &self.options
    }

    /// The labels of the options, in the same order.
    pub fn labels(&self) -> impl Iterator<Item = &'p L> + '_ {
        let problem = self.problem;
        self.options
            .iter()
            .map(move |&option| problem.label(option))
    }

    /// The options without the labels.
    #[must_use]
    pub fn into_options(self) -> Vec<OptionId> {
        self.options
    }
}

impl<L> Clone for Solution<'_, L> {
    fn clone(&self) -> Self {
        Solution {
            problem: self.problem,
            options: self.options.clone(),
        }
    }
}

impl<L> fmt::Debug for Solution<'_, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Solution").field(&self.options).finish()
    }
}

/// The lazy iterator over all solutions that [`Search::solutions`] makes.
///
/// After its end, [`Solutions::outcome`] says whether these were all.
#[derive(Debug)]
pub struct Solutions<'p, L> {
    problem: &'p Problem<L>,
    machine: Box<dyn Machine>,
    outcome: Option<Outcome>,
}

impl<L> Solutions<'_, L> {
    /// How the search ended; `None` while `next` has not returned `None`.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// What the search has cost so far.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.machine.stats()
    }
}

impl<'p, L> Iterator for Solutions<'p, L> {
    type Item = Solution<'p, L>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Step::Done(outcome) = self.machine.resume(Goal::Next) {
            self.outcome = Some(outcome);
            return None;
        }
        let mut options = Vec::new();
        self.machine.chosen(&mut options);
        Some(Solution {
            problem: self.problem,
            options,
        })
    }
}

impl<L> core::iter::FusedIterator for Solutions<'_, L> {}
