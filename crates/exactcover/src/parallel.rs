//! One search on several threads, with [rayon](https://docs.rs/rayon).

use crate::engine::split::{Piece, Split};
use crate::engine::{Goal, Machine, Settings, Step};
use crate::progress::{Progress, Watch};
use crate::{First, Limit, OptionId, Outcome, Report, Search, Solution, Stats, Ties, Unique};
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, Ordering};
use rayon::iter::{ParallelBridge, ParallelIterator};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Questions that all threads of the current rayon pool work on; they need the feature `rayon`.
///
/// The search is cut into pieces, which depend on the problem, the settings and the size of the
/// pool (one thread gets the same as two), never on the clock. So the answers are the same with any
/// number of threads, and a search that goes to its end always has the same [`Stats`]. With
/// [`Strategy::Mrv`](crate::Strategy::Mrv) the pieces have together the nodes of a search without
/// threads, except that engines which choose all forced options at once may count a few more or
/// less in dead ends. Weights are learned anew in each piece.
///
/// Limits hold for the whole search: solutions are counted exactly, nodes may go past their
/// limit by what the threads do between two looks at it (see [`Limits`](crate::Limits)).
impl<'p, L> Search<'p, L> {
    /// The number of solutions, like [`Search::count`].
    ///
    /// ```
    /// use exactcover::Problem;
    /// let mut builder = Problem::builder();
    /// for item in builder.primaries(16) {
    ///     builder.option("heads", [item]);
    ///     builder.option("tails", [item]);
    /// }
    /// let problem = builder.build()?;
    /// let report = problem.search().par_count();
    /// assert_eq!(report.answer, 1 << 16);
    /// assert_eq!(report.stats.nodes, problem.search().count().stats.nodes);
    /// # Ok::<(), exactcover::BuildError>(())
    /// ```
    #[must_use]
    pub fn par_count(&self) -> Report<u128> {
        let most = self.settings.limits.solutions;
        let count = |_: &Part<'_>, machine: &mut dyn Machine| loop {
            if let Step::Done(outcome) = machine.resume(Goal::Count) {
                break outcome;
            }
        };
        let (outcome, mut stats) =
            self.in_pieces(&self.settings, Split::largest_first, most, count);
        // The last pieces may have found more than were wanted.
        stats.solutions = stats.solutions.min(most);
        Report {
            answer: stats.solutions,
            outcome,
            stats,
        }
    }

    /// The first solutions in the order of the search, as many as that or all. With
    /// [`Strategy::Mrv`](crate::Strategy::Mrv) they are those with which [`Search::solutions`] begins.
    #[must_use]
    pub fn par_take(&self, count: usize) -> Report<Vec<Solution<'p, L>>> {
        let most = self.settings.limits.solutions;
        // At most `count`, so it fits.
        let need = most.min(count as u128);
        let mut settings = self.settings.clone();
        settings.limits.solutions = need;
        let found = Mutex::new(Vec::new());
        let take = |part: &Part<'_>, machine: &mut dyn Machine| loop {
            if let Step::Done(outcome) = machine.resume(Goal::Next) {
                break outcome;
            }
            let mut found = lock(&found);
            found.resize(part.shared.stops.len(), Vec::new());
            found[part.index].push(part.whole(machine));
            let mut sum = 0;
            let enough = found.iter().position(|solutions| {
                sum += solutions.len() as u128;
                sum >= need
            });
            // Whatever is found from here on to the right comes later in the order of the search.
            if let Some(last) = enough {
                part.shared.stop(last);
            }
        };
        let (outcome, mut stats) = self.in_pieces(&settings, Split::in_order, u128::MAX, take);
        let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        let solutions = found.into_iter().flatten().take(need as usize);
        let answer: Vec<_> = solutions
            .map(|options| Solution {
                problem: self.problem,
                options,
            })
            .collect();
        stats.solutions = answer.len() as u128;
        Report {
            outcome: match outcome {
                _ if answer.len() == count => Outcome::Stopped,
                _ if stats.solutions == most => Outcome::LimitReached(Limit::Solutions),
                outcome => outcome,
            },
            answer,
            stats,
        }
    }

    /// The first solution in the order of the search, like [`Search::first`].
    #[must_use]
    pub fn par_first(&self) -> Report<First<Solution<'p, L>>> {
        let report = self.par_take(1);
        let outcome = report.outcome;
        report.map(|found| First::new(found.into_iter().next(), outcome))
    }

    /// Whether there is exactly one solution, like [`Search::unique`].
    #[must_use]
    pub fn par_unique(&self) -> Report<Unique<Solution<'p, L>>> {
        let report = self.par_take(2);
        let outcome = report.outcome;
        report.map(|found| {
            let mut found = found.into_iter();
            Unique::new(found.next(), found.next(), outcome)
        })
    }

    /// Lets `work` run the search of every piece, in about this order, until all are done, one has
    /// reached a limit or there are `most` solutions.
    fn in_pieces<F>(
        &self,
        settings: &Settings,
        order: impl FnOnce(&Split) -> Vec<(usize, &Piece)>,
        most: u128,
        work: F,
    ) -> (Outcome, Stats)
    where
        F: Fn(&Part<'_>, &mut dyn Machine) -> Outcome + Sync,
    {
        let engine = self.engine;
        if let Some(limit) = settings.limits.reached(&Stats::default()) {
            return (Outcome::LimitReached(limit), Stats::default());
        }
        let wanted = 6 * rayon::current_num_threads().max(2);
        let split = match Split::new(&self.problem.matrix, settings, wanted) {
            Some(split) => split,
            None => {
                let limit = settings.limits.late().unwrap_or(Limit::Cancelled);
                return (Outcome::LimitReached(limit), Stats::default());
            }
        };
        let shared = Arc::new(Shared::new(&split, settings, most));
        // A bridge hands out one piece at a time, in order.
        order(&split)
            .into_iter()
            .par_bridge()
            .for_each(|(index, piece)| {
                if shared.stops[index].load(Ordering::Relaxed) {
                    return;
                }
                let limits = settings.limits.clone();
                let limits = limits.cancel(Arc::clone(&shared.stops[index]));
                let (matrix, options) = match split.below(piece, &limits) {
                    Some(below) => below,
                    None => {
                        let limit = limits.late().unwrap_or(Limit::Cancelled);
                        return shared.reached(index, limit);
                    }
                };
                let part = Part {
                    index,
                    piece,
                    options,
                    shared: &shared,
                };
                let watch = part.watch();
                let settings = Settings {
                    ties: Ties::First,
                    limits,
                    watch: Some(watch),
                    ..settings.clone()
                };
                let mut machine = engine.start(&matrix, &settings);
                if let Outcome::LimitReached(limit) = work(&part, &mut *machine) {
                    shared.reached(index, limit);
                }
            });
        shared.end()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A thread that panics takes the whole search with it.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A piece in the hands of a thread.
struct Part<'s> {
    index: usize,
    piece: &'s Piece,
    /// The ids in the whole problem of the options that are left in the piece.
    options: Vec<OptionId>,
    shared: &'s Arc<Shared>,
}

impl Part<'_> {
    /// The solution of the whole problem that this one of the piece stands for.
    fn whole(&self, machine: &dyn Machine) -> Vec<OptionId> {
        let mut below = Vec::new();
        machine.chosen(&mut below);
        let mut solution = self.piece.chosen.clone();
        solution.extend(below.iter().map(|option| self.options[option.index()]));
        solution
    }

    /// Adds what the search of this piece does to the whole.
    fn watch(&self) -> Watch {
        let shared = Arc::clone(self.shared);
        let index = self.index;
        let share = self.piece.share;
        let above = self.piece.chosen.len();
        Watch(Arc::new(move |progress| {
            shared.add(index, share, above, &progress);
        }))
    }
}

/// What the threads know of each other.
struct Shared {
    /// For each piece, whether its search should stop.
    stops: Vec<Arc<AtomicBool>>,
    nodes: u64,
    solutions: u128,
    watch: Option<Watch>,
    state: Mutex<State>,
}

struct State {
    /// For each piece, the last report of its search.
    last: Vec<(f64, Stats)>,
    whole: Progress,
    reached: Option<Limit>,
}

impl Shared {
    fn new(split: &Split, settings: &Settings, solutions: u128) -> Self {
        let pieces = split.pieces.len();
        let open: f64 = split.pieces.iter().map(|piece| piece.share).sum();
        Shared {
            stops: (0..pieces).map(|_| Arc::default()).collect(),
            nodes: settings.limits.nodes,
            solutions,
            watch: settings.watch.clone(),
            state: Mutex::new(State {
                last: vec![(0.0, Stats::default()); pieces],
                whole: Progress {
                    fraction: (1.0 - open).max(0.0),
                    stats: split.stats,
                },
                reached: None,
            }),
        }
    }

    /// Stops the search of this piece and of all behind it.
    fn stop(&self, first: usize) {
        for stop in &self.stops[first..] {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// A piece has come so far.
    fn add(&self, piece: usize, share: f64, above: usize, progress: &Progress) {
        let mut state = lock(&self.state);
        let now = (progress.fraction, progress.stats);
        let (fraction, stats) = core::mem::replace(&mut state.last[piece], now);
        let whole = &mut state.whole;
        whole.fraction = (whole.fraction + share * (progress.fraction - fraction)).min(1.0);
        whole.stats.nodes += progress.stats.nodes - stats.nodes;
        whole.stats.updates += progress.stats.updates - stats.updates;
        whole.stats.solutions += progress.stats.solutions - stats.solutions;
        let depth = above + progress.stats.max_depth;
        whole.stats.max_depth = whole.stats.max_depth.max(depth);
        if whole.stats.solutions >= self.solutions {
            state.reached = Some(Limit::Solutions);
            self.stop(0);
        } else if whole.stats.nodes >= self.nodes {
            state.reached.get_or_insert(Limit::Nodes);
            self.stop(0);
        }
        if let Some(Watch(watch)) = &self.watch {
            watch(state.whole);
        }
    }

    /// The search of a piece has ended at a limit, perhaps because it was stopped from here.
    fn reached(&self, piece: usize, limit: Limit) {
        if !self.stops[piece].load(Ordering::Relaxed) {
            lock(&self.state).reached.get_or_insert(limit);
            self.stop(0);
        }
    }

    fn end(&self) -> (Outcome, Stats) {
        let mut state = lock(&self.state);
        match state.reached {
            Some(limit) => (Outcome::LimitReached(limit), state.whole.stats),
            None => {
                // Shares do not add up to 1 exactly.
                state.whole.fraction = 1.0;
                if let Some(Watch(watch)) = &self.watch {
                    watch(state.whole);
                }
                (Outcome::Exhausted, state.whole.stats)
            }
        }
    }
}
