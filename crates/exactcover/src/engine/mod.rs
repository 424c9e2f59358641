//! The engines, and the one search that drives them all.
//!
//! An engine is a [`Kernel`], which knows how to look at the current state, try the next option
//! and go back, or a [`Drive`], which goes all the way to the next event by itself. What limits,
//! pauses and ends are is up to [`Core`], written once for both. The choice between engines is a
//! value, [`Engine`], which holds nothing but the function that starts one; so a program that
//! names a single engine contains only that one.

pub(crate) mod alarm;
mod auto;
mod cells;
mod growing;
mod learn;
mod links;
#[cfg(test)]
pub(crate) mod looks;
mod masks;
mod rows;
#[cfg(feature = "rayon")]
pub(crate) mod split;
mod table;
mod work;

use crate::choose::{Strategy, Ties};
use crate::problem::Matrix;
use crate::progress::{Progress, Watch};
#[cfg(feature = "proof")]
use crate::proof::{Log, Trial};
use crate::{Limit, Limits, OptionId, Outcome, Stats};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

pub(crate) use alarm::Alarm;
pub(crate) use growing::Growing;

/// A way to search: all find the same solutions, some faster than others.
#[derive(Clone, Copy)]
pub struct Engine {
    name: &'static str,
    start: fn(&Matrix, &Settings) -> Box<dyn Machine>,
}

impl Engine {
    /// The engine that this crate considers best for the problem: [`Engine::MASKS`] for dense ones
    /// with few items, [`Engine::ROWS`] for others, and [`Engine::CELLS`] for those that are too
    /// large for it and for strategies with weights. A program that leaves the choice open contains
    /// all these; [`Stats::engine`] says which of them has searched.
    pub const AUTO: Engine = Engine {
        name: "auto",
        start: auto::start,
    };

    /// Dancing links: Knuth's Algorithm C, step by step. The reference for reading and for
    /// comparing, and a good choice for tiny problems.
    pub const LINKS: Engine = Engine {
        name: "links",
        start: start::<links::Links>,
    };

    /// Dancing cells: sparse sets in contiguous memory, with forced moves and early failure.
    pub const CELLS: Engine = Engine {
        name: "cells",
        start: start::<cells::Cells>,
    };

    /// Conflict rows and byte counters: the fastest for most problems that fit. A problem whose
    /// rows would take more than 32 MB (about 10,000 options), one whose options have more than
    /// 262,144 items together, and a strategy with weights are handed on to [`Engine::CELLS`].
    pub const ROWS: Engine = Engine {
        name: "rows",
        start: rows::start,
    };

    /// Lists of item masks, a word for each option: for dense problems, in which an option meets a
    /// good part of the others (packing puzzles, Langford pairs).
    ///
    /// It takes problems without colors, with at most 128 items (secondary items that are in a
    /// single option do not count) and 65,536 options, and [`Strategy::Mrv`]. Everything else it
    /// leaves to [`Engine::CELLS`].
    pub const MASKS: Engine = Engine {
        name: "masks",
        start: masks::start,
    };

    /// Clause learning: a dead end becomes a clause that keeps the search out of all others with
    /// the same cause, wherever they are. For hard first solutions, for "there is no other one" and
    /// for "none", on problems with hundreds of items and small options (sudokus of 25 x 25,
    /// quasigroups, schedules) in which other engines lose their way; not for counting many
    /// solutions, nor for dense problems.
    ///
    /// It has its own rules for what to choose and when to start again: a [`Strategy`] makes no
    /// difference, and solutions come in an order of its own. With other [`Ties`] it is another
    /// search. A node is an option chosen, by decision or because it follows, and an update an
    /// option rejected; jumps back and restarts let nodes come again. The progress that it shows
    /// stays at 0 until it has found some solutions.
    pub const LEARN: Engine = Engine {
        name: "learn",
        start: launch::<learn::Learn>,
    };

    /// Every engine that is not a choice among the others.
    pub const ALL: &'static [Engine] = &[
        Engine::LINKS,
        Engine::CELLS,
        Engine::ROWS,
        Engine::MASKS,
        Engine::LEARN,
    ];

    /// The name of the engine, in lower case.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    pub(crate) fn start(self, matrix: &Matrix, settings: &Settings) -> Box<dyn Machine> {
        match settings.limits.reached(&Stats::default()) {
            None => (self.start)(matrix, settings),
            Some(limit) => never(limit, settings),
        }
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Engine({})", self.name)
    }
}

/// What a search can be told.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settings {
    pub(crate) strategy: Strategy,
    pub(crate) ties: Ties,
    pub(crate) limits: Limits,
    pub(crate) watch: Option<Watch>,
    /// Whether an engine whose proof is more than its trials has to write it down.
    #[cfg(feature = "proof")]
    pub(crate) proving: bool,
}

/// A running search that can be paused at every solution.
pub(crate) trait Machine: fmt::Debug + Send + Sync {
    /// Goes on until something happens that the goal asks for. Once done, it stays done.
    fn resume(&mut self, goal: Goal) -> Step;
    /// At a solution: appends its options, in the order of the choices.
    fn chosen(&self, options: &mut Vec<OptionId>);
    fn stats(&self) -> Stats;
    /// Goes on to the next solution or the end, and tells the log what happens on the way. No
    /// other way to go on may have been used before.
    #[cfg(feature = "proof")]
    fn prove(&mut self, log: &mut Log<'_>) -> Step;
}

/// What to pause for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Goal {
    /// The next solution.
    Next,
    /// The end; solutions are only counted.
    Count,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    Solution,
    Done(Outcome),
}

/// What [`Core`] needs of an engine: a search that runs on its own from one event to the next.
pub(crate) trait Drive: fmt::Debug + Send + Sync + Sized {
    /// What [`Stats::engine`] says.
    const NAME: &'static str;
    /// `None` if the time was over before the engine was set up.
    fn new(matrix: &Matrix, settings: &Settings) -> Option<Self>;
    /// Searches until there is something to tell. The marks are looked at before each trial.
    fn run(&mut self, stats: &mut Stats, marks: &Marks) -> Event;
    /// At a solution: appends its options, in the order of the choices.
    fn chosen(&self, options: &mut Vec<OptionId>);
    /// How much of the tree has been searched, as [`seen`] measures it; 0 if the engine cannot tell.
    fn seen(&self) -> f64 {
        0.0
    }
    /// Why the engine has dropped what it was at, if it has: see [`Alarm`]. It then pauses, and is
    /// not run again.
    fn late(&self) -> Option<Limit> {
        None
    }
    /// How many nodes may come between two calls of [`Drive::explain`]: one, unless the engine notes
    /// for it what happens.
    #[cfg(feature = "proof")]
    const GAP: u64 = 1;
    /// Tells the log what it does not know yet: of a tree, the trials since the last call, or just
    /// the one that is going on or to come ([`Log::trial`]); else what was learned and forgotten
    /// since then ([`Log::learn`], [`Log::forget`]). It is called whenever [`Drive::run`] has come
    /// back with
    /// [`Event::Paused`] or [`Event::Exhausted`]; the next mark is [`Drive::GAP`] away.
    #[cfg(feature = "proof")]
    fn explain(&mut self, log: &mut Log<'_>);
}

/// Knuth's monotone measure of a search: every option of a level stands for the same share of
/// the tree below it. Of each level from the root on, it needs the number of options at the
/// beginning and the number of those whose trial has not begun. At the deepest level no trial is
/// going on.
fn seen(levels: impl Iterator<Item = (usize, usize)>) -> f64 {
    let mut levels = levels.peekable();
    let mut share = 1.0;
    let mut seen = 0.0;
    while let Some((options, untried)) = levels.next() {
        let going_on = usize::from(levels.peek().is_some());
        share /= options as f64;
        seen += share * (options - untried - going_on) as f64;
    }
    seen
}

/// Where a search pauses: when one of its statistics has reached the value given here.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Marks {
    pub(crate) nodes: u64,
    pub(crate) updates: u64,
    pub(crate) solutions: u128,
}

/// Why [`Drive::run`] came back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Event {
    /// At the solution with the number that was asked for.
    Solution,
    /// Nodes or updates have reached their mark.
    Paused,
    /// There is nothing left to search.
    Exhausted,
}

/// The moves of an engine that goes step by step, on its own representation of the state.
pub(crate) trait Kernel: fmt::Debug + Send + Sync + Sized {
    /// See [`Drive::NAME`].
    const NAME: &'static str;
    /// See [`Drive::new`].
    fn new(matrix: &Matrix, settings: &Settings) -> Option<Self>;
    /// Looks at the state that the last choice led to (at first: the root), and opens a new level
    /// for the options of an item if there is anything to branch on. May make forced choices on the
    /// way.
    fn descend(&mut self, stats: &mut Stats) -> Node;
    /// Takes back the last trial and what followed from it, and tries the next option of the
    /// deepest level that has one left; `false` if there is none at all.
    fn advance(&mut self, stats: &mut Stats) -> bool;
    /// At a solution: appends its options, in the order of the choices.
    fn chosen(&self, options: &mut Vec<OptionId>);
    /// See [`Drive::seen`].
    fn seen(&self) -> f64;
    /// See [`Drive::late`].
    fn late(&self) -> Option<Limit>;
    /// The last trial, while it has not been taken back.
    #[cfg(feature = "proof")]
    fn trial(&self) -> Option<Trial>;
}

/// What [`Kernel::descend`] found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Node {
    /// All primary items are covered.
    Solved,
    /// Some item cannot be covered.
    Dead,
    /// There is a new level with options to try.
    Branch,
}

/// The walk through the tree of a [`Kernel`].
#[derive(Clone, Debug)]
struct Steps<K> {
    kernel: K,
    /// Whether the root has been looked at.
    started: bool,
}

impl<K: Kernel> Drive for Steps<K> {
    const NAME: &'static str = K::NAME;

    fn new(matrix: &Matrix, settings: &Settings) -> Option<Self> {
        Some(Steps {
            kernel: K::new(matrix, settings)?,
            started: false,
        })
    }

    fn run(&mut self, stats: &mut Stats, marks: &Marks) -> Event {
        loop {
            if self.started {
                let due = stats.nodes >= marks.nodes || stats.updates >= marks.updates;
                if due || self.kernel.late().is_some() {
                    return Event::Paused;
                }
                let more = self.kernel.advance(stats);
                if self.kernel.late().is_some() {
                    return Event::Paused;
                }
                if !more {
                    return Event::Exhausted;
                }
            }
            self.started = true;
            if self.kernel.descend(stats) == Node::Solved {
                stats.solutions += 1;
                if stats.solutions >= marks.solutions {
                    return Event::Solution;
                }
            }
        }
    }

    fn chosen(&self, options: &mut Vec<OptionId>) {
        self.kernel.chosen(options);
    }

    fn seen(&self) -> f64 {
        self.kernel.seen()
    }

    fn late(&self) -> Option<Limit> {
        self.kernel.late()
    }

    #[cfg(feature = "proof")]
    fn explain(&mut self, log: &mut Log<'_>) {
        if let Some(trial) = self.kernel.trial() {
            log.trial(trial);
        }
    }
}

fn start<K: Kernel + 'static>(matrix: &Matrix, settings: &Settings) -> Box<dyn Machine> {
    launch::<Steps<K>>(matrix, settings)
}

fn launch<D: Drive + 'static>(matrix: &Matrix, settings: &Settings) -> Box<dyn Machine> {
    let stride = (CHECK_WORK / (matrix.primary.len() as u64 + 1)).clamp(1, CHECK_NODES);
    let looks = Marks {
        nodes: (stride / 4).max(1),
        updates: CHECK_WORK / 8,
        solutions: 0,
    };
    let drive = match D::new(matrix, settings) {
        Some(drive) => drive,
        // A flag may have been lowered again.
        None => return never(settings.limits.late().unwrap_or(Limit::Cancelled), settings),
    };
    let mut core = Core {
        drive,
        limits: settings.limits.clone(),
        stats: Stats {
            engine: Some(D::NAME),
            ..Stats::default()
        },
        outcome: None,
        stride,
        looks,
        shown: Marks {
            nodes: 0,
            updates: 0,
            solutions: 0,
        },
        marks: Marks {
            nodes: 0,
            updates: 0,
            solutions: 0,
        },
        watch: settings.watch.clone(),
        fraction: 0.0,
    };
    core.check_limits();
    Box::new(core)
}

/// A search that was over before there was an engine.
#[derive(Debug)]
struct Never {
    limit: Limit,
    watch: Option<Watch>,
}

fn never(limit: Limit, settings: &Settings) -> Box<dyn Machine> {
    let watch = settings.watch.clone();
    Box::new(Never { limit, watch })
}

impl Machine for Never {
    fn resume(&mut self, _goal: Goal) -> Step {
        if let Some(Watch(watch)) = &self.watch {
            watch(Progress {
                fraction: 0.0,
                stats: Stats::default(),
            });
        }
        Step::Done(Outcome::LimitReached(self.limit))
    }

    fn chosen(&self, _options: &mut Vec<OptionId>) {}

    fn stats(&self) -> Stats {
        Stats::default()
    }

    #[cfg(feature = "proof")]
    fn prove(&mut self, _log: &mut Log<'_>) -> Step {
        self.resume(Goal::Next)
    }
}

/// The longest that a search goes on without showing its progress, in nodes
const CHECK_NODES: u64 = 1024;
/// and in units of work: updates, and items looked at. It looks at the clock and the cancel flag
/// more often, because a node takes more than that.
const CHECK_WORK: u64 = 1 << 16;

/// A search with its limits and statistics.
#[derive(Debug)]
struct Core<D> {
    drive: D,
    limits: Limits,
    stats: Stats,
    /// How the search ended, once it has.
    outcome: Option<Outcome>,
    /// Nodes from one report to the next.
    stride: u64,
    /// Nodes and updates from one look at the limits to the next.
    looks: Marks,
    /// When the progress is to be shown.
    shown: Marks,
    /// When the limits are due.
    marks: Marks,
    watch: Option<Watch>,
    /// What was last shown of it.
    fraction: f64,
}

impl<D: Drive> Core<D> {
    /// Ends the search at a limit, or says when to look again.
    #[cold]
    fn check_limits(&mut self) {
        let Stats { nodes, updates, .. } = self.stats;
        if nodes >= self.shown.nodes || updates >= self.shown.updates {
            self.report();
            self.shown.nodes = nodes + self.stride;
            self.shown.updates = updates + CHECK_WORK;
        }
        let late = self.drive.late();
        let limit = late.or_else(|| self.limits.reached(&self.stats));
        self.outcome = limit.map(Outcome::LimitReached);
        self.marks.nodes = (nodes + self.looks.nodes).min(self.limits.nodes);
        self.marks.updates = updates + self.looks.updates;
    }

    /// Tells whoever watches how far the search has come.
    fn report(&mut self) {
        if let Some(Watch(watch)) = &self.watch {
            let seen = match self.outcome {
                Some(Outcome::Exhausted) => 1.0,
                _ if self.drive.late().is_some() => self.fraction,
                _ => self.drive.seen(),
            };
            // Sums are rounded, which must not make it go back.
            self.fraction = self.fraction.max(seen.min(1.0));
            watch(Progress {
                fraction: self.fraction,
                stats: self.stats,
            });
        }
    }
}

impl<D: Drive> Machine for Core<D> {
    fn resume(&mut self, goal: Goal) -> Step {
        loop {
            if let Some(outcome) = self.outcome {
                self.report();
                return Step::Done(outcome);
            }
            self.marks.solutions = match goal {
                Goal::Next => self.stats.solutions + 1,
                Goal::Count => self.limits.solutions,
            };
            match self.drive.run(&mut self.stats, &self.marks) {
                Event::Paused => self.check_limits(),
                Event::Exhausted => self.outcome = Some(Outcome::Exhausted),
                Event::Solution => {
                    if self.stats.solutions >= self.limits.solutions {
                        self.outcome = Some(Outcome::LimitReached(Limit::Solutions));
                    }
                    if goal == Goal::Next {
                        return Step::Solution;
                    }
                }
            }
        }
    }

    fn chosen(&self, options: &mut Vec<OptionId>) {
        self.drive.chosen(options);
    }

    fn stats(&self) -> Stats {
        self.stats
    }

    #[cfg(feature = "proof")]
    fn prove(&mut self, log: &mut Log<'_>) -> Step {
        // The search pauses at once, for an engine that tells which trial comes first.
        let mut nodes = self.stats.nodes;
        loop {
            if let Some(outcome) = self.outcome {
                self.report();
                return Step::Done(outcome);
            }
            let marks = Marks {
                nodes: nodes.min(self.marks.nodes),
                updates: self.marks.updates,
                solutions: self.stats.solutions + 1,
            };
            match self.drive.run(&mut self.stats, &marks) {
                Event::Paused if self.drive.late().is_some() => self.check_limits(),
                Event::Paused => {
                    self.drive.explain(log);
                    let Stats { nodes, updates, .. } = self.stats;
                    if nodes >= self.marks.nodes || updates >= self.marks.updates {
                        self.check_limits();
                        if log.failed() {
                            return Step::Done(Outcome::Stopped);
                        }
                    }
                }
                Event::Exhausted => {
                    self.drive.explain(log);
                    self.outcome = Some(Outcome::Exhausted);
                }
                Event::Solution => {
                    if self.stats.solutions >= self.limits.solutions {
                        self.outcome = Some(Outcome::LimitReached(Limit::Solutions));
                    }
                    return Step::Solution;
                }
            }
            nodes = self.stats.nodes + D::GAP;
        }
    }
}
