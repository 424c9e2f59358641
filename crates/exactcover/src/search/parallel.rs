//! One search on several threads, with [rayon](https://docs.rs/rayon).

use super::split::{add, add_since, Piece, Split};
use super::{Search, Solution};
use crate::engine::Engine;
use crate::problem::ids::OptionId;
use crate::run::limits::{Limit, Limits, Stats};
use crate::run::machine::{Goal, Machine, Step};
use crate::run::outcome::{First, Outcome, Report, Unique};
use crate::run::progress::{Progress, Watch};
use crate::run::settings::{Settings, Strategy, Ties};
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use rayon::iter::{ParallelBridge, ParallelIterator};
use rayon::ScopeFifo;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// With a node limit the pieces do not depend on the size of the pool: a piece for so many nodes
const NODES_FOR_A_PIECE: u64 = 1 << 10;
/// (fewer would be searched before another thread has begun), as many as 16 threads need,
const MOST_PIECES: u64 = 96;
/// or less, so that reading all pieces of a large problem does not take longer than the search.
const ENTRIES_OF_PIECES: u64 = 1 << 24;

/// A piece is cut after so many nodes, or more, so that cutting it costs little: its parts read the
/// problem again,
const LEAST_BUDGET: u64 = 1 << 16;
/// which takes about as long as this many nodes for each entry.
const NODES_FOR_AN_ENTRY: u64 = 64;

/// How much [work](Machine::work) is done between two looks at what others have found.
pub(super) const SLICE: u64 = 1 << 15;

/// Questions that all threads of the current rayon pool work on; they need the feature `rayon`.
///
/// The answer is that of a search without threads, or unknown, for a pool of any size and on every
/// run. A deadline or a cancel flag may turn it into unknown, and never into another. Only which
/// solutions a long [`Search::par_first`] or [`Search::par_unique`] shows may depend on the size of
/// the pool, and what they cost on the run: see there.
///
/// The search is cut into pieces, which stand in the order of a search without threads. What an
/// answer needs is taken from them in this order: a solution counts once all pieces before its own
/// are done, and a piece may have the nodes that those before it have left of the limit
/// ([`Limits::nodes`]). Threads go ahead of that, as long as what they do may still be needed; what
/// was not needed is dropped, and is not part of the [`Stats`]. Only a watcher sees it
/// ([`Search::watch`]).
///
/// With [`Strategy::Mrv`] the pieces have together the nodes of a search without threads, except
/// that engines which choose all forced options at once may count a few more or less in dead ends;
/// by so few nodes, a node limit may be another one. The [`Stats`] are the same on every run. With
/// a node limit they are the same for all pools; without one, larger pools get more pieces (one
/// thread gets the same as two), which makes a difference for these engines, and for the updates. A
/// piece of a [`Search::par_count`] without a node limit that takes long is cut where it is, after
/// a number of nodes that the problem determines, and again after twice as many: so no thread waits
/// for one long piece, nodes stay the same, and updates do not depend on the run.
///
/// With other strategies and with [`Engine::LEARN`], what comes next depends on all that came
/// before. There a single thread searches, as if there were no others; except for
/// [`Search::par_count`] without a node limit, which asks for no order: its pieces learn anew. A
/// problem with multiplicities is not cut into pieces either: a single thread searches it.
impl<'p, L> Search<'p, L> {
    /// The number of solutions, like [`Search::count`].
    ///
    /// With a limit of solutions but none of nodes, it is enough to find as many anywhere, and what
    /// that takes, in the [`Stats`], differs from run to run. So does the number at a deadline.
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
        let limits = &self.settings.limits;
        let in_order = limits.nodes < u64::MAX || self.problem.has_multiplicities();
        let (outcome, stats) = if in_order {
            let (outcome, stats, _) = self.in_order(Goal::Count, limits);
            (outcome, stats)
        } else {
            self.in_any_order()
        };
        Report {
            answer: stats.solutions,
            outcome,
            stats,
        }
    }

    /// The first solutions in the order of the search, as many as that or all: those with which
    /// [`Search::solutions`] begins, fewer of them if a limit is reached first.
    #[must_use]
    pub fn par_take(&self, count: usize) -> Report<Vec<Solution<'p, L>>> {
        let limits = self.settings.limits.clone();
        // At most `count`, so it fits.
        let need = limits.solutions.min(count as u128);
        self.taken(count, self.in_order(Goal::Next, &limits.solutions(need)))
    }

    /// What was found, of so many solutions that were asked for.
    pub(super) fn taken(&self, count: usize, taken: Taken) -> Report<Vec<Solution<'p, L>>> {
        let (outcome, stats, found) = taken;
        let solutions = found.into_iter().map(|options| Solution {
            problem: self.problem,
            options,
        });
        Report {
            outcome: match outcome {
                _ if stats.solutions == count as u128 => Outcome::Stopped,
                outcome => outcome,
            },
            answer: solutions.collect(),
            stats,
        }
    }

    /// A solution, like [`Search::first`].
    ///
    /// With [`Engine::AUTO`] and no node limit, a search that takes longer than a millisecond or so
    /// becomes a race: [`Engine::LEARN`] searches the whole on one thread, and the others share the
    /// pieces of the walk. Who comes to the end of its search first has the answer. A solution
    /// counts only if the other would not have had one with less work, by clocks that count the
    /// work of each thread; if need be, the other goes on until that is known. So a pool of the
    /// same size shows the same solution on every run. If there is none, or only one, both may
    /// answer: then the [`Stats`], which are those of the one that did, may differ from run to run.
    /// A pool of one thread answers like [`Search::first`].
    #[must_use]
    pub fn par_first(&self) -> Report<First<Solution<'p, L>>> {
        let report = self.par_few(1);
        let outcome = report.outcome;
        report.map(|found| First::new(found.into_iter().next(), outcome))
    }

    /// Whether there is exactly one solution, like [`Search::unique`]; with the same help as
    /// [`Search::par_first`].
    #[must_use]
    pub fn par_unique(&self) -> Report<Unique<Solution<'p, L>>> {
        let report = self.par_few(2);
        let outcome = report.outcome;
        report.map(|found| {
            let mut found = found.into_iter();
            Unique::new(found.next(), found.next(), outcome)
        })
    }

    fn in_any_order(&self) -> (Outcome, Stats) {
        match self.team(Goal::Count, &self.settings.limits, wanted_by_threads()) {
            Ok(team) => team.in_any_order(),
            Err(limit) => (Outcome::LimitReached(limit), Stats::default()),
        }
    }

    /// Goes on to a limit or the end. What it gives is what the pieces give one after the other,
    /// each with what the ones before have left of the limits.
    fn in_order(&self, goal: Goal, limits: &Limits) -> Taken {
        let wanted = self.wanted_in_order(limits);
        if wanted == 1 {
            return self.alone(goal, limits);
        }
        match self.team(goal, limits, wanted) {
            Ok(team) => team.add_up(team.search()),
            Err(limit) => (Outcome::LimitReached(limit), Stats::default(), Vec::new()),
        }
    }

    /// The same with a single thread.
    pub(super) fn alone(&self, goal: Goal, limits: &Limits) -> Taken {
        let settings = Settings {
            limits: limits.clone(),
            ..self.settings.clone()
        };
        let mut machine = self.start_with(&settings);
        let mut found = Vec::new();
        loop {
            match machine.resume(goal) {
                Step::Solution => {
                    let mut options = Vec::new();
                    machine.chosen(&mut options);
                    found.push(options);
                }
                Step::Paused => {}
                Step::Done(outcome) => return (outcome, machine.stats(), found),
            }
        }
    }

    /// How many pieces to cut the search into if their order matters.
    fn wanted_in_order(&self, limits: &Limits) -> usize {
        if self.depends_on_the_past() {
            return 1;
        }
        if limits.nodes == u64::MAX {
            return wanted_by_threads();
        }
        let entries = self.problem.matrix.entries.len() as u64;
        let most = MOST_PIECES.min(ENTRIES_OF_PIECES / (entries + 1));
        (limits.nodes / NODES_FOR_A_PIECE).min(most).max(1) as usize
    }

    /// Whether what comes next depends on all that came before.
    fn depends_on_the_past(&self) -> bool {
        self.settings.strategy != Strategy::Mrv
            || self.engine.name() == Engine::LEARN.name()
            || self.problem.has_multiplicities()
    }

    /// Cuts the search into pieces; it may be over before it begins.
    pub(super) fn team(&self, goal: Goal, limits: &Limits, wanted: usize) -> Result<Team, Limit> {
        let settings = Settings {
            limits: limits.clone(),
            ..self.settings.clone()
        };
        let split = match limits.reached(&Stats::default()) {
            Some(limit) => Err(limit),
            None => Split::new(&self.problem.matrix, &self.prefix, &settings, wanted)
                // A flag may have been lowered again.
                .ok_or_else(|| limits.late().unwrap_or(Limit::Cancelled)),
        };
        let split = match split {
            Ok(split) => split,
            Err(limit) => {
                if let Some(Watch(watch)) = &settings.watch {
                    watch(Progress::default());
                }
                return Err(limit);
            }
        };
        let depends_on_the_past = self.depends_on_the_past();
        let entries = self.problem.matrix.entries.len() as u64;
        Ok(Team {
            engine: self.engine,
            budget: if depends_on_the_past {
                u64::MAX
            } else {
                LEAST_BUDGET.max(NODES_FOR_AN_ENTRY * entries)
            },
            shared: Arc::new(Shared::new(&split, &settings)),
            settings,
            goal,
            split,
        })
    }
}

/// How many pieces keep all threads busy.
pub(super) fn wanted_by_threads() -> usize {
    6 * rayon::current_num_threads().max(2)
}

/// How a search ended, what it cost, and the solutions that it found.
pub(super) type Taken = (Outcome, Stats, Vec<Vec<OptionId>>);

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A thread that panics takes the whole search with it.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What has become of a piece.
pub(super) struct Searched {
    /// How many nodes and solutions it was allowed.
    nodes: u64,
    solutions: u128,
    pub(super) outcome: Outcome,
    stats: Stats,
    /// See [`Machine::work`].
    pub(super) work: u64,
    /// Its solutions, as those of the whole problem, if they were asked for.
    pub(super) found: Vec<Found>,
}

/// A solution, and what it had cost to come to it.
pub(super) struct Found {
    solution: Vec<OptionId>,
    stats: Stats,
    pub(super) work: u64,
}

impl Searched {
    #[cfg(test)]
    pub(super) fn new(work: u64, found: &[u64], outcome: Outcome) -> Self {
        let found = found.iter().map(|&work| Found {
            solution: Vec::new(),
            stats: Stats::default(),
            work,
        });
        Searched {
            nodes: u64::MAX,
            solutions: u128::MAX,
            outcome,
            stats: Stats::default(),
            work,
            found: found.collect(),
        }
    }

    /// What the search of this piece ends with if it is left so much; `None` if it went too far to
    /// tell.
    fn within(&self, left: &Limits) -> Option<(Outcome, Stats)> {
        let last = usize::try_from(left.solutions - 1).ok();
        if let Some(found) = last.and_then(|last| self.found.get(last)) {
            // It was shown before the search looked at the limit again.
            if found.stats.nodes <= left.nodes {
                return Some((Outcome::LimitReached(Limit::Solutions), found.stats));
            }
        }
        let fits = self.stats.nodes < left.nodes && self.stats.solutions < left.solutions;
        let same = self.nodes == left.nodes && self.solutions == left.solutions;
        // Another thread may have stopped it.
        let by_itself = self.outcome != Outcome::LimitReached(Limit::Cancelled);
        (fits || same && by_itself).then_some((self.outcome, self.stats))
    }
}

/// The pieces of a search, and what it takes to search them.
pub(super) struct Team {
    engine: Engine,
    settings: Settings,
    goal: Goal,
    split: Split,
    pub(super) shared: Arc<Shared>,
    /// A piece is cut where it is when it has taken so many nodes, in a search that asks for no
    /// order.
    budget: u64,
}

/// A piece of a search that asks for no order.
struct Task {
    /// The piece of the split that it is a part of.
    index: usize,
    piece: Piece,
    /// Whether it is a part of a piece that was cut, which has not counted its last choice.
    cut: bool,
    engine: Engine,
    budget: u64,
}

impl Team {
    /// Counts the solutions of all pieces up to the limit, wherever they are.
    pub(super) fn in_any_order(&self) -> (Outcome, Stats) {
        self.count();
        let State { whole, reached, .. } = *lock(&self.shared.state);
        let outcome = match reached {
            Some(limit) => Outcome::LimitReached(limit),
            None => {
                self.shared.done();
                Outcome::Exhausted
            }
        };
        let mut stats = whole.stats;
        // The last pieces may have found more than were wanted.
        stats.solutions = stats.solutions.min(self.settings.limits.solutions);
        (outcome, stats)
    }

    /// Counts the solutions of the pieces, the largest first, and of those into which they are cut,
    /// until all are done or nobody needs the others.
    fn count(&self) {
        rayon::scope_fifo(|scope| {
            for (index, piece) in self.split.largest_first() {
                let task = Task {
                    index,
                    piece: piece.clone(),
                    cut: false,
                    engine: self.engine,
                    budget: self.budget,
                };
                scope.spawn_fifo(move |scope| self.count_piece(scope, &task));
            }
        });
    }

    fn count_piece<'s>(&'s self, scope: &ScopeFifo<'s>, task: &Task) {
        let Task { index, piece, .. } = task;
        let (index, depth) = (*index, piece.chosen.len());
        let stop = &self.shared.places[index].stop;
        if stop.load(Ordering::Relaxed) {
            return;
        }
        let limits = self.settings.limits.clone().cancel(Arc::clone(stop));
        let last = Mutex::new(Progress::default());
        let (shared, share, cut) = (Arc::clone(&self.shared), piece.share, task.cut);
        let add = Arc::new(move |mut progress: Progress| {
            progress.stats.nodes += u64::from(cut);
            shared.add_part(index, (share, depth), &last, &progress);
        });
        let watch = Watch(Arc::clone(&add) as _);
        let (mut machine, options) = match self.start(task.engine, piece, &limits, Some(watch)) {
            Ok(started) => started,
            Err(limit) => return self.shared.reached(index, limit),
        };
        machine.pause_at(task.budget);
        let outcome = loop {
            match machine.resume(Goal::Count) {
                Step::Done(outcome) => break Some(outcome),
                Step::Paused => break None,
                Step::Solution => {}
            }
        };
        match outcome {
            Some(Outcome::LimitReached(limit)) => return self.shared.reached(index, limit),
            Some(_) => return,
            None => {}
        }
        let (fraction, stats) = (machine.seen(), machine.stats());
        add(Progress { fraction, stats });
        let open = machine.open().expect("it has begun, and is not late");
        let engine = stats.engine.and_then(Engine::named).unwrap_or(task.engine);
        let whole = |option: &OptionId| options[option.index()];
        let way: Vec<OptionId> = open.chosen.iter().map(whole).collect();
        let count: usize = open.levels.iter().map(|level| level.untried.len()).sum();
        for level in &open.levels {
            for option in &level.untried {
                let way = piece.chosen.iter().chain(&way[..level.depth]).copied();
                let task = Task {
                    index,
                    piece: piece.part(
                        way.chain([whole(option)]).collect(),
                        (1.0 - fraction) / count as f64,
                    ),
                    cut: true,
                    engine,
                    budget: task.budget.saturating_mul(2),
                };
                scope.spawn_fifo(move |scope| self.count_piece(scope, &task));
            }
        }
    }

    /// Searches the pieces, about in their order, until all are done or nobody needs the others.
    pub(super) fn search(&self) -> Vec<Option<Searched>> {
        // A bridge hands out one piece at a time, in order.
        let searched: Vec<_> = (self.split.pieces.iter().enumerate())
            .par_bridge()
            .filter_map(|(index, piece)| Some((index, self.search_piece(index, piece)?)))
            .collect();
        let mut pieces: Vec<_> = self.split.pieces.iter().map(|_| None).collect();
        for (index, piece) in searched {
            pieces[index] = Some(piece);
        }
        pieces
    }

    /// Searches a piece as far as it may be needed.
    fn search_piece(&self, index: usize, piece: &Piece) -> Option<Searched> {
        let stop = &self.shared.places[index].stop;
        let nodes = self.shared.left(index);
        if stop.load(Ordering::Relaxed) || nodes == 0 {
            return None;
        }
        let limits = self.settings.limits.clone().nodes(nodes);
        let shared = Arc::clone(&self.shared);
        let watch = Watch(Arc::new(move |progress| shared.add(index, &progress)));
        let limits = limits.cancel(Arc::clone(stop));
        let searched = self.search_below(piece, &limits, Some(watch), |stats| {
            self.shared.found(index, stats);
        });
        if searched.work >= self.shared.most.load(Ordering::Relaxed) {
            self.shared.stop(index);
        } else if let Outcome::LimitReached(limit) = searched.outcome {
            self.shared.reached(index, limit);
        }
        Some(searched)
    }

    fn search_below(
        &self,
        piece: &Piece,
        limits: &Limits,
        watch: Option<Watch>,
        at_solution: impl Fn(&Stats),
    ) -> Searched {
        let mut searched = Searched {
            nodes: limits.nodes,
            solutions: limits.solutions,
            outcome: Outcome::Exhausted,
            stats: Stats::default(),
            work: 0,
            found: Vec::new(),
        };
        let (mut machine, options) = match self.start(self.engine, piece, limits, watch) {
            Ok(started) => started,
            Err(limit) => {
                searched.outcome = Outcome::LimitReached(limit);
                return searched;
            }
        };
        searched.outcome = loop {
            machine.pause_after(SLICE, u64::MAX);
            match machine.resume(self.goal) {
                Step::Solution => {
                    let mut below = Vec::new();
                    machine.chosen(&mut below);
                    let mut solution = piece.chosen.clone();
                    solution.extend(below.iter().map(|option| options[option.index()]));
                    let stats = machine.stats();
                    searched.found.push(Found {
                        solution,
                        stats,
                        work: machine.work(),
                    });
                    at_solution(&stats);
                }
                Step::Paused if machine.work() < self.shared.most.load(Ordering::Relaxed) => {}
                Step::Paused => break Outcome::LimitReached(Limit::Cancelled),
                Step::Done(outcome) => break outcome,
            }
        };
        searched.stats = machine.stats();
        searched.work = machine.work();
        searched
    }

    /// The search of a piece, and what its options are in the whole.
    fn start(
        &self,
        engine: Engine,
        piece: &Piece,
        limits: &Limits,
        watch: Option<Watch>,
    ) -> Result<(Box<dyn Machine>, Vec<OptionId>), Limit> {
        let left = self.split.below(piece, limits);
        // A flag may have been lowered again.
        let left = left.ok_or_else(|| limits.late().unwrap_or(Limit::Cancelled))?;
        let settings = Settings {
            ties: Ties::First,
            limits: limits.clone(),
            watch,
            ..self.settings.clone()
        };
        Ok((engine.start(&left.matrix, &settings), left.options))
    }

    /// What a single search would have come to: all pieces in order, up to the one in which it
    /// reaches a limit.
    pub(super) fn add_up(&self, pieces: Vec<Option<Searched>>) -> Taken {
        let (outcome, mut stats, found) = self.added_up(pieces);
        stats.engine = stats.engine.or(self.split.stats().engine);
        (outcome, stats, found)
    }

    fn added_up(&self, pieces: Vec<Option<Searched>>) -> Taken {
        let limits = &self.settings.limits;
        let late = self.shared.late();
        let (mut total, mut found) = (Stats::default(), Vec::new());
        for (piece, searched) in self.split.pieces.iter().zip(pieces) {
            add(&mut total, 0, &piece.above);
            let left = limits.after(&total);
            if left.nodes == 0 {
                return (Outcome::LimitReached(Limit::Nodes), total, found);
            }
            let (end, solutions) = match searched {
                Some(searched) => (searched.within(&left), searched.found),
                None => return (Outcome::LimitReached(late), total, found),
            };
            let (outcome, stats, solutions) = match end {
                Some((Outcome::LimitReached(Limit::Cancelled), stats)) => {
                    (Outcome::LimitReached(late), stats, solutions)
                }
                Some((outcome, stats)) => (outcome, stats, solutions),
                // It went on while nobody knew yet how much the pieces before it would leave.
                None => {
                    let again = self.search_below(piece, &left, self.shared.idle(), |_| {});
                    (again.outcome, again.stats, again.found)
                }
            };
            add(&mut total, piece.chosen.len(), &stats);
            total.engine = total.engine.or(stats.engine);
            // Others may have been found before it was stopped.
            let solutions = solutions.into_iter().map(|found| found.solution);
            found.extend(solutions.take(stats.solutions as usize));
            if outcome != Outcome::Exhausted {
                return (outcome, total, found);
            }
        }
        add(&mut total, 0, &self.split.behind);
        if limits.after(&total).nodes == 0 {
            return (Outcome::LimitReached(Limit::Nodes), total, found);
        }
        self.shared.done();
        (Outcome::Exhausted, total, found)
    }
}

/// A piece, as the threads know it of each other.
struct Place {
    /// Whether its search should stop.
    stop: Arc<AtomicBool>,
    share: f64,
    /// How many options have been chosen where it begins.
    depth: usize,
    /// The nodes from the end of the piece before to its beginning.
    above: u64,
}

/// What the threads know of each other.
pub(super) struct Shared {
    places: Vec<Place>,
    nodes: u64,
    solutions: u128,
    /// A piece that has done so much work in a search in order is not needed any more, nor are
    /// those behind it.
    pub(super) most: AtomicU64,
    watch: Option<Watch>,
    state: Mutex<State>,
}

struct State {
    /// For each piece, the last report of its search.
    last: Vec<Progress>,
    /// The first piece that has told its engine: the whole has the same.
    first: usize,
    whole: Progress,
    reached: Option<Limit>,
}

impl State {
    /// Adds what a part of a piece has done since it was last heard of.
    fn add(&mut self, piece: usize, (share, depth): (f64, usize), last: &Progress, now: &Progress) {
        if now.stats.engine.is_some() && piece < self.first {
            self.first = piece;
            self.whole.stats.engine = now.stats.engine;
        }
        let share = share * (now.fraction - last.fraction).max(0.0);
        self.whole.fraction = (self.whole.fraction + share).min(1.0);
        add_since(&mut self.whole.stats, depth, &now.stats, &last.stats);
    }
}

impl Shared {
    fn new(split: &Split, settings: &Settings) -> Self {
        let open: f64 = split.pieces.iter().map(|piece| piece.share).sum();
        let places = split.pieces.iter().map(|piece| Place {
            stop: Arc::default(),
            share: piece.share,
            depth: piece.chosen.len(),
            above: piece.above.nodes,
        });
        let nothing = Progress::default();
        Shared {
            places: places.collect(),
            nodes: settings.limits.nodes,
            solutions: settings.limits.solutions,
            most: AtomicU64::new(u64::MAX),
            watch: settings.watch.clone(),
            state: Mutex::new(State {
                last: vec![nothing; split.pieces.len()],
                first: usize::MAX,
                whole: Progress {
                    fraction: (1.0 - open).max(0.0),
                    stats: split.stats(),
                },
                reached: None,
            }),
        }
    }

    /// Stops the search of this piece and of all behind it.
    pub(super) fn stop(&self, first: usize) {
        for place in &self.places[first..] {
            place.stop.store(true, Ordering::Relaxed);
        }
    }

    /// How many nodes those before it leave to a piece at most.
    fn left(&self, piece: usize) -> u64 {
        if self.nodes == u64::MAX {
            return self.nodes;
        }
        let state = lock(&self.state);
        let above = self.places[..=piece].iter().map(|place| place.above);
        let before = state.last[..piece].iter().map(|last| last.stats.nodes);
        self.nodes.saturating_sub(above.chain(before).sum())
    }

    /// A piece has come so far.
    fn add(&self, piece: usize, progress: &Progress) {
        let mut state = lock(&self.state);
        self.update(&mut state, piece, progress);
        if self.nodes < u64::MAX {
            self.stop_behind(&state);
        }
        if let Some(Watch(watch)) = &self.watch {
            watch(state.whole);
        }
    }

    /// A part of a piece, with this share and so many choices above it, has come so far.
    fn add_part(
        &self,
        piece: usize,
        (share, depth): (f64, usize),
        last: &Mutex<Progress>,
        progress: &Progress,
    ) {
        let mut state = lock(&self.state);
        let last = core::mem::replace(&mut *lock(last), *progress);
        state.add(piece, (share, depth), &last, progress);
        if state.whole.stats.solutions >= self.solutions {
            state.reached = Some(Limit::Solutions);
            self.stop(0);
        }
        if let Some(Watch(watch)) = &self.watch {
            watch(state.whole);
        }
    }

    /// The search of a piece, which has cost so much, is at a solution.
    fn found(&self, piece: usize, stats: &Stats) {
        let mut state = lock(&self.state);
        let fraction = state.last[piece].fraction;
        let progress = Progress {
            fraction,
            stats: *stats,
        };
        self.update(&mut state, piece, &progress);
        self.stop_behind(&state);
    }

    fn update(&self, state: &mut State, piece: usize, progress: &Progress) {
        let place = &self.places[piece];
        let last = core::mem::replace(&mut state.last[piece], *progress);
        state.add(piece, (place.share, place.depth), &last, progress);
    }

    /// Stops what cannot be needed any more: the first pieces have enough solutions, or use up all
    /// nodes, and will not have less of either.
    fn stop_behind(&self, state: &State) {
        let (mut nodes, mut solutions) = (0, 0);
        for (k, (place, last)) in self.places.iter().zip(&state.last).enumerate() {
            nodes += place.above + last.stats.nodes;
            solutions += last.stats.solutions;
            if nodes >= self.nodes || solutions >= self.solutions {
                return self.stop(k);
            }
        }
    }

    /// The search of a piece has ended at a limit, perhaps because it was stopped from here.
    fn reached(&self, piece: usize, limit: Limit) {
        if !self.places[piece].stop.load(Ordering::Relaxed) {
            lock(&self.state).reached.get_or_insert(limit);
            self.stop(0);
        }
    }

    /// Why not all pieces were searched that are needed.
    fn late(&self) -> Limit {
        lock(&self.state).reached.unwrap_or(Limit::Cancelled)
    }

    /// For a search that tells nothing new.
    fn idle(&self) -> Option<Watch> {
        let whole = lock(&self.state).whole;
        let watch = self.watch.clone();
        watch.map(|Watch(watch)| Watch(Arc::new(move |_| watch(whole))))
    }

    /// The whole tree has been searched.
    pub(super) fn done(&self) {
        let mut state = lock(&self.state);
        // Shares do not add up to 1 exactly.
        state.whole.fraction = 1.0;
        if let Some(Watch(watch)) = &self.watch {
            watch(state.whole);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::lock;
    use crate::engine::Engine;
    use crate::problem::ids::{Color, Entry, OptionId};
    use crate::problem::Problem;
    use crate::random::SplitMix64;
    use crate::run::limits::{Limit, Limits, Stats};
    use crate::run::machine::Goal;
    use crate::run::outcome::Outcome;
    use std::format;
    use std::sync::{Arc, Mutex};
    use std::vec::Vec;

    /// A problem with some twenty options, of up to three items each, and often a color.
    fn random(seed: u64) -> Problem {
        let mut random = SplitMix64::new(seed);
        let mut builder = Problem::builder();
        let (primary, secondary) = (builder.primaries(7), builder.secondaries(2));
        for _ in 0..random.below(20) + 10 {
            let mut items = primary.clone();
            random.shuffle(&mut items);
            items.truncate(random.below(3) + 1);
            let mut entries: Vec<Entry> = items.into_iter().map(Entry::from).collect();
            if let Some(color) = "ab".chars().nth(random.below(4)) {
                entries.push(secondary[random.below(2)].color(Color::from(color)));
            }
            builder.option((), entries);
        }
        builder.build().expect("a valid problem")
    }

    type Answer = (Outcome, Stats, Vec<Vec<OptionId>>);

    fn sorted((outcome, stats, mut found): Answer) -> Answer {
        found.iter_mut().for_each(|options| options.sort_unstable());
        (outcome, stats, found)
    }

    /// What is counted, and the most nodes of one task, when pieces are cut after so many nodes.
    fn counted(problem: &Problem<usize>, engine: Engine, budget: u64) -> (Stats, usize) {
        let shown = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&shown);
        let search = problem.search_with(engine);
        let search = search.watch(move |progress| lock(&log).push(progress.fraction));
        let team = search.team(Goal::Count, &Limits::none(), 8);
        let mut team = team.unwrap_or_else(|limit| panic!("{limit:?}"));
        team.budget = budget;
        team.count();
        team.shared.done();
        let shown = lock(&shown);
        assert!(shown.windows(2).all(|pair| pair[0] <= pair[1]));
        let stats = lock(&team.shared.state).whole.stats;
        (stats, shown.len())
    }

    #[test]
    fn long_pieces_are_cut_and_no_node_is_lost() {
        let pools = [1, 3].map(|threads| {
            let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
            builder.build().expect("threads can be started")
        });
        for name in ["langford7", "queens8"] {
            let path = format!(
                "{}/../../testdata/dlx/{name}.dlx",
                env!("CARGO_MANIFEST_DIR")
            );
            let text = std::fs::read_to_string(path).expect("the file is there");
            let problem = crate::format::read(&text).expect("a valid problem").problem;
            for engine in [Engine::AUTO, Engine::LINKS, Engine::CELLS, Engine::ROWS] {
                let (whole, few) = pools[0].install(|| counted(&problem, engine, u64::MAX));
                for budget in [90, 700] {
                    let [alone, together] = [&pools[0], &pools[1]]
                        .map(|pool| pool.install(|| counted(&problem, engine, budget)));
                    let case = format!("{name}, {engine:?}, {budget}");
                    assert_eq!(alone.0, together.0, "{case}");
                    let updates = whole.updates;
                    assert_eq!(Stats { updates, ..alone.0 }, whole, "{case}");
                    if whole.nodes > 10_000 && budget < 100 {
                        assert!(alone.1 > few, "{case}: nothing was cut");
                    }
                }
            }
        }
    }

    /// Small searches, cut into many pieces nevertheless, with every limit that they can reach.
    #[test]
    fn pieces_reach_a_limit_where_one_search_does() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build();
        let pool = pool.expect("threads can be started");
        let (mut same, mut unknown) = (0, 0);
        for seed in 0..40 {
            let problem = random(seed);
            for engine in [Engine::LINKS, Engine::CELLS, Engine::ROWS] {
                let search = problem.search_with(engine);
                // So few nodes are not for several threads.
                let all = sorted(search.in_order(Goal::Next, &Limits::none().nodes(2000)));
                assert_eq!(all.0, Outcome::Exhausted);
                for (goal, need) in [(Goal::Next, 1), (Goal::Next, 3), (Goal::Count, u128::MAX)] {
                    for nodes in 1..all.1.nodes + 3 {
                        let limits = Limits::none().nodes(nodes).solutions(need);
                        let alone = sorted(search.in_order(goal, &limits));
                        let cut = || match search.team(goal, &limits, 8) {
                            Ok(team) => team.add_up(team.search()),
                            Err(limit) => panic!("{limit:?}"),
                        };
                        let pieces = sorted(pool.install(cut));
                        assert_eq!(pieces, sorted(pool.install(cut)));
                        let (outcome, stats, found) = &pieces;
                        assert!(all.2.starts_with(found));
                        if engine.name() == "rows" {
                            continue;
                        }
                        // In a chain of choices between two pieces, the limit is reached sooner.
                        let (outcome_alone, stats_alone, found_alone) = &alone;
                        assert!(found_alone.starts_with(found));
                        assert!(stats.solutions <= stats_alone.solutions);
                        if outcome == outcome_alone && stats.solutions == stats_alone.solutions {
                            same += 1;
                        } else {
                            assert_eq!(*outcome, Outcome::LimitReached(Limit::Nodes));
                            unknown += 1;
                        }
                    }
                }
            }
        }
        assert!(unknown < same / 20, "{unknown} of {same}");
    }
}
