//! The engines, and the one search that drives them all.
//!
//! An engine is a [`Kernel`]: it knows how to look at the current state, try the next option and
//! go back. The loop that counts, stops at limits and pauses at solutions is [`Core`], written
//! once. The choice between engines is a value, [`Engine`], which holds nothing but the function
//! that starts one; so a program that names a single engine contains only that one.

mod cells;
mod links;
#[cfg(feature = "rayon")]
pub(crate) mod split;

use crate::choose::{Strategy, Ties};
use crate::problem::Matrix;
use crate::progress::{Progress, Watch};
use crate::{Limit, Limits, OptionId, Outcome, Stats};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

/// A way to search: all find the same solutions, some faster than others.
#[derive(Clone, Copy)]
pub struct Engine {
    name: &'static str,
    start: fn(&Matrix, &Settings) -> Box<dyn Machine>,
}

impl Engine {
    /// The engine that this crate considers best for the problem: [`Engine::CELLS`] for all of
    /// them, today.
    pub const AUTO: Engine = Engine {
        name: "auto",
        start: Engine::CELLS.start,
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

    /// Every engine that is not a choice among the others.
    pub const ALL: &'static [Engine] = &[Engine::LINKS, Engine::CELLS];

    /// The name of the engine, in lower case.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    pub(crate) fn start(self, matrix: &Matrix, settings: &Settings) -> Box<dyn Machine> {
        (self.start)(matrix, settings)
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
}

/// A running search that can be paused at every solution.
pub(crate) trait Machine: fmt::Debug + Send + Sync {
    /// Goes on until something happens that the goal asks for. Once done, it stays done.
    fn resume(&mut self, goal: Goal) -> Step;
    /// At a solution: appends its options, in the order of the choices.
    fn chosen(&self, options: &mut Vec<OptionId>);
    fn stats(&self) -> Stats;
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

/// The moves of one engine on its own representation of the state.
pub(crate) trait Kernel: fmt::Debug + Send + Sync {
    fn new(matrix: &Matrix, settings: &Settings) -> Self;
    /// Looks at the state that the last choice led to (at first: the root), and opens a new level for the options of
    /// an item if there is anything to branch on. May make forced choices on the way.
    fn descend(&mut self, stats: &mut Stats) -> Node;
    /// Takes back the last trial and what followed from it, and tries the next option of the
    /// deepest level that has one left; `false` if there is none at all.
    fn advance(&mut self, stats: &mut Stats) -> bool;
    /// At a solution: appends its options, in the order of the choices.
    fn chosen(&self, options: &mut Vec<OptionId>);
    /// How much of the tree has been searched, as [`seen`] measures it; 0 if the engine cannot tell.
    fn seen(&self) -> f64 {
        0.0
    }
}

/// Knuth's monotone measure of a search: every option of a level stands for the same share of
/// the tree below it. Of each level from the root on, it needs the number of options at the
/// beginning and the number of those whose trial has not begun.
pub(crate) fn seen(levels: impl Iterator<Item = (usize, usize)>) -> f64 {
    let mut share = 1.0;
    let mut seen = 0.0;
    for (options, untried) in levels {
        share /= options as f64;
        // The trial that is going on has not been seen.
        seen += share * (options - untried).saturating_sub(1) as f64;
    }
    seen
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

fn start<K: Kernel + 'static>(matrix: &Matrix, settings: &Settings) -> Box<dyn Machine> {
    let kernel = K::new(matrix, settings);
    let stride = (CHECK_WORK / (matrix.primary.len() as u64 + 1)).clamp(1, CHECK_NODES);
    let mut core = Core {
        kernel,
        limits: settings.limits.clone(),
        stats: Stats::default(),
        phase: Phase::Descend,
        stride,
        check_nodes: 0,
        check_updates: 0,
        watch: settings.watch.clone(),
    };
    core.check_limits();
    Box::new(core)
}

/// The longest that a search goes on without a look at the clock and the cancel flag, in nodes
const CHECK_NODES: u64 = 1024;
/// and in units of work: updates, and items looked at.
const CHECK_WORK: u64 = 1 << 16;

/// The search: an explicit walk through the tree of a [`Kernel`].
#[derive(Debug)]
struct Core<K> {
    kernel: K,
    limits: Limits,
    stats: Stats,
    phase: Phase,
    /// Nodes from one check of the limits to the next.
    stride: u64,
    /// The limits are due when `stats` has reached one of these.
    check_nodes: u64,
    check_updates: u64,
    watch: Option<Watch>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    Descend,
    Advance,
    Done(Outcome),
}

impl<K: Kernel> Core<K> {
    /// Ends the search at a limit, or says when to look again.
    #[cold]
    fn check_limits(&mut self) {
        self.report();
        if let Some(limit) = self.limits.reached(&self.stats) {
            self.phase = Phase::Done(Outcome::LimitReached(limit));
        }
        self.check_nodes = (self.stats.nodes + self.stride).min(self.limits.nodes);
        self.check_updates = self.stats.updates + CHECK_WORK;
    }

    /// Tells whoever watches how far the search has come.
    fn report(&self) {
        if let Some(Watch(watch)) = &self.watch {
            let fraction = match self.phase {
                Phase::Done(Outcome::Exhausted) => 1.0,
                _ => self.kernel.seen(),
            };
            watch(Progress {
                fraction,
                stats: self.stats,
            });
        }
    }
}

impl<K: Kernel> Machine for Core<K> {
    fn resume(&mut self, goal: Goal) -> Step {
        loop {
            match self.phase {
                Phase::Descend => {
                    let node = self.kernel.descend(&mut self.stats);
                    self.phase = Phase::Advance;
                    if node == Node::Solved {
                        self.stats.solutions += 1;
                        if self.stats.solutions >= self.limits.solutions {
                            self.phase = Phase::Done(Outcome::LimitReached(Limit::Solutions));
                        }
                        if goal == Goal::Next {
                            return Step::Solution;
                        }
                    }
                }
                Phase::Advance => {
                    let stats = &self.stats;
                    if stats.nodes >= self.check_nodes || stats.updates >= self.check_updates {
                        self.check_limits();
                        if self.phase != Phase::Advance {
                            continue;
                        }
                    }
                    self.phase = if self.kernel.advance(&mut self.stats) {
                        Phase::Descend
                    } else {
                        Phase::Done(Outcome::Exhausted)
                    };
                }
                Phase::Done(outcome) => {
                    self.report();
                    return Step::Done(outcome);
                }
            }
        }
    }

    fn chosen(&self, options: &mut Vec<OptionId>) {
        self.kernel.chosen(options);
    }

    fn stats(&self) -> Stats {
        self.stats
    }
}
