//! A running search: what it is asked, and the loop that keeps its limits.

use super::drive::{Drive, Event, Marks, Open};
use super::limits::{Limit, Limits, Stats};
use super::observer::Observer;
use super::outcome::Outcome;
use super::progress::{Progress, Watch};
use super::settings::Settings;
use crate::problem::ids::OptionId;
use crate::problem::matrix::Matrix;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

/// A running search that can be paused at every solution.
pub(crate) trait Machine: Send + Sync {
    /// Goes on until something happens that the goal asks for. Once done, it stays done.
    fn resume(&mut self, goal: Goal) -> Step;
    /// At a solution: appends its options, in the order of the choices.
    fn chosen(&self, options: &mut Vec<OptionId>);
    fn stats(&self) -> Stats;
    /// Makes it pause when it has come to so many nodes, before the next trial.
    fn pause_at(&mut self, nodes: u64);
    /// What is left to search; `None` if the engine cannot tell, in a search that was stopped in
    /// the middle of a step, and before the first node.
    fn open(&self) -> Option<Open>;
    /// How much of the tree has been searched, as [`Drive::seen`] says.
    fn seen(&self) -> f64 {
        0.0
    }
    /// See [`Drive::work`].
    fn work(&self) -> u64 {
        0
    }
    /// See [`Drive::set_up`].
    fn set_up(&self) -> u64 {
        0
    }
    /// Goes on to the next solution or the end, and tells the observer what happens on the way, if
    /// there is anything. No other way to go on may have been used before.
    #[cfg(feature = "proof")]
    fn prove(&mut self, _observer: &mut dyn Observer) -> Step {
        self.resume(Goal::Next)
    }
}

/// The first nodes show how much work a node is, and each stretch may double what it goes by.
const FEW: u64 = 64;

impl dyn Machine + '_ {
    /// Makes it pause after about so much more [`work`](Machine::work), and at most so many nodes.
    pub(crate) fn pause_after(&mut self, work: u64, nodes: u64) {
        let done = self.stats().nodes;
        let pace = self.work() / (done + 1) + 1;
        let stretch = (work / pace + 1).min(done + FEW).min(nodes);
        self.pause_at(done.saturating_add(stretch));
    }
}

impl fmt::Debug for dyn Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.stats().fmt(f)
    }
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
    /// See [`Machine::pause_at`].
    Paused,
    Done(Outcome),
}

/// Starts an engine; `None` if the time was over before it was set up.
pub(crate) fn launch<D: Drive + 'static>(
    drive: Option<D>,
    matrix: &Matrix,
    settings: &Settings,
) -> Box<dyn Machine> {
    match drive {
        Some(drive) => Box::new(Core::new(drive, matrix, settings)),
        // A flag may have been lowered again.
        None => never(settings.limits.late().unwrap_or(Limit::Cancelled), settings),
    }
}

/// A search that was over before there was an engine.
#[derive(Debug)]
struct Never {
    limit: Limit,
    watch: Option<Watch>,
}

pub(crate) fn never(limit: Limit, settings: &Settings) -> Box<dyn Machine> {
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

    fn pause_at(&mut self, _nodes: u64) {}

    fn open(&self) -> Option<Open> {
        None
    }
}

/// The longest that a search goes on without showing its progress, in nodes
const CHECK_NODES: u64 = 1024;
/// and in units of work: updates, and items looked at. It looks at the clock and the cancel flag
/// more often, because a node takes more than that.
const CHECK_WORK: u64 = 1 << 16;

/// A search with its limits and statistics.
#[derive(Debug)]
pub(crate) struct Core<D> {
    pub(crate) drive: D,
    limits: Limits,
    stats: Stats,
    /// How the search ended, once it has.
    outcome: Option<Outcome>,
    /// Whether the engine has run.
    begun: bool,
    /// The nodes at which to pause.
    until: u64,
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
    pub(crate) fn new(drive: D, matrix: &Matrix, settings: &Settings) -> Self {
        let stride = (CHECK_WORK / (matrix.primary.len() as u64 + 1)).clamp(1, CHECK_NODES);
        let mut core = Core {
            drive,
            limits: settings.limits.clone(),
            stats: Stats {
                engine: Some(D::NAME),
                ..Stats::default()
            },
            outcome: None,
            begun: false,
            until: u64::MAX,
            stride,
            looks: Marks {
                nodes: (stride / 4).max(1),
                updates: CHECK_WORK / 8,
                solutions: 0,
            },
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
        core
    }

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
        self.marks.nodes = (nodes + self.looks.nodes)
            .min(self.limits.nodes)
            .min(self.until);
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

    /// [`Machine::resume`], with somebody who is told what happens on the way.
    fn go_on<O: Observer + ?Sized>(&mut self, goal: Goal, observer: &mut O) -> Step {
        // An observed search pauses at once, so that it tells which trial comes first.
        let mut next = self.stats.nodes;
        loop {
            if let Some(outcome) = self.outcome {
                self.report();
                return Step::Done(outcome);
            }
            self.marks.solutions = match goal {
                Goal::Next => self.stats.solutions + 1,
                Goal::Count => self.limits.solutions,
            };
            let mut marks = self.marks;
            if observer.watches() {
                marks.nodes = marks.nodes.min(next);
            }
            self.begun = true;
            let event = self.drive.run(&mut self.stats, &marks);
            if observer.watches() && event != Event::Solution && self.drive.late().is_none() {
                self.drive.explain(observer);
            }
            match event {
                Event::Paused => {
                    let Stats { nodes, updates, .. } = self.stats;
                    let due = nodes >= self.marks.nodes || updates >= self.marks.updates;
                    if due || self.drive.late().is_some() {
                        self.check_limits();
                        if self.outcome.is_none() && nodes >= self.until {
                            return Step::Paused;
                        }
                    }
                }
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
            if observer.failed() {
                return Step::Done(Outcome::Stopped);
            }
            next = self.stats.nodes.saturating_add(D::GAP);
        }
    }
}

impl<D: Drive> Machine for Core<D> {
    fn resume(&mut self, goal: Goal) -> Step {
        self.go_on(goal, &mut ())
    }

    fn chosen(&self, options: &mut Vec<OptionId>) {
        self.drive.chosen(options);
    }

    fn stats(&self) -> Stats {
        self.stats
    }

    fn pause_at(&mut self, nodes: u64) {
        self.until = nodes;
        self.marks.nodes = self.marks.nodes.min(nodes);
    }

    fn open(&self) -> Option<Open> {
        if !self.begun || self.drive.late().is_some() {
            return None;
        }
        self.drive.open()
    }

    fn seen(&self) -> f64 {
        match self.drive.late() {
            Some(_) => self.fraction,
            None => self.drive.seen(),
        }
    }

    fn work(&self) -> u64 {
        self.drive.work(&self.stats)
    }

    fn set_up(&self) -> u64 {
        self.drive.set_up()
    }

    #[cfg(feature = "proof")]
    fn prove(&mut self, observer: &mut dyn Observer) -> Step {
        self.go_on(Goal::Next, observer)
    }
}
