//! What a search may cost, and what it has cost.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::sync::atomic::{AtomicBool, Ordering};
#[cfg(feature = "std")]
use std::time::Instant;

/// Which of the [`Limits`] was reached.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Limit {
    /// As many solutions as were asked for have been found. There may be more or not.
    Solutions,
    /// The search has chosen as many options as it may.
    Nodes,
    /// The deadline has passed.
    Deadline,
    /// The cancel flag was raised.
    Cancelled,
    /// It does not fit in the memory that it may use.
    Memory,
    /// Nothing was searched: the problem has [multiplicities](crate::Builder::multiplicity), and
    /// the engine or the question does not take these. [`Engine`](crate::Engine) has a table.
    Multiplicities,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Solutions => "solution limit reached",
            Limit::Nodes => "node limit reached",
            Limit::Deadline => "time limit reached",
            Limit::Cancelled => "cancelled",
            Limit::Memory => "memory limit reached",
            Limit::Multiplicities => "multiplicities are not taken here",
        })
    }
}

/// When a search must stop by itself; [`Limits::none`] never does.
///
/// Solutions and nodes are counted exactly, except that a chain of forced choices may go past the
/// node limit by its length. Deadline and cancel flag are looked at before anything is done and
/// then at least once in 1,024 nodes, and after at most 65,536 entries read or written (items of an
/// option, items looked at, words and vectors of a set, masks, literals of a clause), within one
/// choice and while an [`Engine`](crate::Engine) is set up, too: a search ends a millisecond or so
/// after it should. Allocating memory, writing a proof down, putting a solution together and what a
/// visitor or a watcher does are not counted.
///
/// ```
/// use exactcover::{Limit, Limits, Outcome, Problem};
/// let mut builder = Problem::builder();
/// let item = builder.primary("x");
/// for label in 0..5 {
///     builder.option(label, [item]);
/// }
/// let problem = builder.build()?;
/// let report = problem.search().limits(Limits::none().solutions(3)).count();
/// assert_eq!(report.answer, 3);
/// assert_eq!(report.outcome, Outcome::LimitReached(Limit::Solutions));
/// # Ok::<(), exactcover::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Limits {
    pub(crate) solutions: u128,
    pub(crate) nodes: u64,
    pub(crate) memory: usize,
    #[cfg(feature = "std")]
    deadline: Option<Instant>,
    cancel: Vec<Arc<AtomicBool>>,
}

impl Limits {
    /// No limits.
    #[must_use]
    pub const fn none() -> Self {
        Limits {
            solutions: u128::MAX,
            nodes: u64::MAX,
            memory: usize::MAX,
            #[cfg(feature = "std")]
            deadline: None,
            cancel: Vec::new(),
        }
    }

    /// Stop when this many solutions have been found, even if they happen to be all.
    #[must_use]
    pub fn solutions(mut self, count: u128) -> Self {
        self.solutions = count;
        self
    }

    /// Stop when the search has made this many choices (see [`Stats::nodes`]).
    #[must_use]
    pub fn nodes(mut self, count: u64) -> Self {
        self.nodes = count;
        self
    }

    /// Use at most this many bytes for the tables of
    /// [`Problem::count_all`](crate::Problem::count_all) (its preparations may take up to some
    /// 1,000 for each item and option beside them). A search needs no such limit and does not look
    /// at it: what it takes is known before it starts.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Self {
        self.memory = bytes;
        self
    }

    /// Stop at this point in time.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn deadline(mut self, at: Instant) -> Self {
        self.deadline = Some(at);
        self
    }

    /// Stop when this flag becomes `true`, for example by another thread. There can be several
    /// flags; any of them stops the search.
    #[must_use]
    pub fn cancel(mut self, flag: Arc<AtomicBool>) -> Self {
        self.cancel.push(flag);
        self
    }

    /// What these limits leave to a search that goes on where another one, which has cost so much,
    /// has stopped.
    ///
    /// ```
    /// use exactcover::{Limit, Limits, Stats};
    /// let mut stats = Stats::default();
    /// stats.nodes = 60;
    /// let rest = Limits::none().nodes(100).after(&stats);
    /// assert_eq!(rest.reached(&stats), Some(Limit::Nodes));
    /// stats.nodes = 39;
    /// assert_eq!(rest.reached(&stats), None);
    /// ```
    #[must_use]
    pub fn after(&self, stats: &Stats) -> Limits {
        let mut rest = self.clone();
        if rest.nodes < u64::MAX {
            rest.nodes = rest.nodes.saturating_sub(stats.nodes);
        }
        if rest.solutions < u128::MAX {
            rest.solutions = rest.solutions.saturating_sub(stats.solutions);
        }
        rest
    }

    /// Which limit a search that has cost so much has reached, if any: for searches outside of this
    /// crate that keep to the same limits. Solutions come first, then nodes, then [`Limits::late`].
    ///
    /// ```
    /// use exactcover::{Limit, Limits, Stats};
    /// let limits = Limits::none().nodes(100);
    /// let mut stats = Stats::default();
    /// assert_eq!(limits.reached(&stats), None);
    /// stats.nodes = 100;
    /// assert_eq!(limits.reached(&stats), Some(Limit::Nodes));
    /// ```
    #[must_use]
    pub fn reached(&self, stats: &Stats) -> Option<Limit> {
        if self.solutions < u128::MAX && stats.solutions >= self.solutions {
            return Some(Limit::Solutions);
        }
        if self.nodes < u64::MAX && stats.nodes >= self.nodes {
            return Some(Limit::Nodes);
        }
        self.late()
    }

    /// Whether it is too late to go on, whatever the search has cost: [`Limit::Cancelled`] if a
    /// cancel flag is up, else [`Limit::Deadline`] if the deadline has passed, else `None`.
    ///
    /// For work between two nodes that takes long itself and has no statistics of its own. Nodes
    /// and solutions play no part in it: [`Limits::reached`] compares them, too.
    ///
    /// It reads each flag and, if there is a deadline, the clock. A flag that is lowered again is
    /// forgotten: who stops because of an answer has to keep it.
    ///
    /// ```
    /// use exactcover::{Limit, Limits};
    /// use std::sync::atomic::{AtomicBool, Ordering};
    /// use std::sync::Arc;
    /// let flag = Arc::new(AtomicBool::new(false));
    /// // No node is allowed, but it is not late.
    /// let limits = Limits::none().nodes(0).cancel(flag.clone());
    /// assert_eq!(limits.late(), None);
    /// flag.store(true, Ordering::Relaxed);
    /// assert_eq!(limits.late(), Some(Limit::Cancelled));
    /// ```
    #[must_use]
    pub fn late(&self) -> Option<Limit> {
        #[cfg(test)]
        super::looks::looked();
        if self.cancel.iter().any(|flag| flag.load(Ordering::Relaxed)) {
            return Some(Limit::Cancelled);
        }
        #[cfg(feature = "std")]
        if self.deadline.map_or(false, |at| Instant::now() >= at) {
            return Some(Limit::Deadline);
        }
        None
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits::none()
    }
}

/// What a search has cost so far.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Stats {
    /// Choices made: each time that an option is added to the partial solution, by trial or
    /// because it is forced, is one node.
    pub nodes: u64,
    /// Removals of an option, the step that dominates the running time: from the list of one item,
    /// or, where the engine can do that in one step, from all at once. To be compared between
    /// problems, not between engines, which stop early or skip what no longer matters.
    pub updates: u64,
    /// The largest number of options chosen at the same time.
    pub max_depth: usize,
    /// Solutions found.
    pub solutions: u128,
    /// The [name](crate::Engine::name) of the engine that has searched, which is another than the
    /// one asked for if that leaves the choice open or hands the problem on. In a search on several
    /// threads, whose parts may suit different engines, that of the first part; what cuts it into
    /// parts is [`Engine::CELLS`](crate::Engine::CELLS), which may already come to the end.
    ///
    /// `None` if none has: a limit was reached before one was set up, or the search is no exact
    /// cover search, as some of the crate `sudoku-model`.
    pub engine: Option<&'static str>,
}
