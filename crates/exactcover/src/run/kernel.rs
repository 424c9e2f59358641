//! Engines that go step by step, and the walk through their trees.

use super::drive::{Drive, Event, Marks, Open};
use super::limits::{Limit, Stats};
use super::observer::{Observer, Trial};
use crate::problem::ids::OptionId;
use alloc::vec::Vec;

/// The moves of an engine that goes step by step, on its own representation of the state.
pub(crate) trait Kernel: Send + Sync + Sized {
    /// See [`Drive::NAME`].
    const NAME: &'static str;
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
    /// What [`Drive::open`] wants.
    fn open(&self) -> Open;
    /// See [`Drive::late`].
    fn late(&self) -> Option<Limit>;
    /// The last trial, while it has not been taken back.
    fn trial(&self) -> Option<Trial>;
    /// See [`Drive::explain`].
    fn explain<O: Observer + ?Sized>(&mut self, observer: &mut O) {
        if let Some(trial) = self.trial() {
            observer.trial(trial);
        }
    }
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
pub(crate) struct Steps<K> {
    pub(crate) kernel: K,
    /// Whether the root has been looked at.
    pub(crate) started: bool,
}

impl<K> Steps<K> {
    pub(crate) fn new(kernel: K) -> Self {
        Steps {
            kernel,
            started: false,
        }
    }
}

impl<K: Kernel> Drive for Steps<K> {
    const NAME: &'static str = K::NAME;

    /// Item by item an update takes as long as five with vectors.
    fn work(&self, stats: &Stats) -> u64 {
        5 * (10 * stats.nodes + stats.updates)
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

    fn open(&self) -> Option<Open> {
        Some(self.kernel.open())
    }

    fn late(&self) -> Option<Limit> {
        self.kernel.late()
    }

    fn explain<O: Observer + ?Sized>(&mut self, observer: &mut O) {
        self.kernel.explain(observer);
    }
}
