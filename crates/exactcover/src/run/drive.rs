//! What the run loop needs of an engine.

use super::limits::{Limit, Stats};
use super::observer::Observer;
use crate::problem::ids::OptionId;
use alloc::vec::Vec;

/// An engine: a search that runs on its own from one event to the next.
pub(crate) trait Drive: Send + Sync + Sized {
    /// What [`Stats::engine`] says.
    const NAME: &'static str;
    /// Searches until there is something to tell. The marks are looked at before each trial.
    fn run(&mut self, stats: &mut Stats, marks: &Marks) -> Event;
    /// At a solution: appends its options, in the order of the choices.
    fn chosen(&self, options: &mut Vec<OptionId>);
    /// How much of the tree has been searched, as [`seen`] measures it; 0 if the engine cannot
    /// tell.
    fn seen(&self) -> f64 {
        0.0
    }
    /// How long a node takes, in updates.
    fn node(&self) -> u64 {
        20
    }
    /// What it has done so far, in updates of a walk: the measure of turns that two searches take.
    fn work(&self, stats: &Stats) -> u64 {
        self.node() * stats.nodes + stats.updates
    }
    /// What it takes before the first node, in the same measure, where that is much.
    fn set_up(&self) -> u64 {
        0
    }
    /// Why the engine has dropped what it was at, if it has: see
    /// [`Alarm`](super::alarm::Alarm). It then pauses, and is not run again.
    fn late(&self) -> Option<Limit> {
        None
    }
    /// The most nodes between two calls of [`Drive::explain`] in an observed search: one, unless
    /// the engine takes notes from the first call on.
    const GAP: u64 = 1;
    /// At a pause or a solution: the choices on the way to the deepest branching node, and all
    /// branching nodes from the root on; `None` if the engine walks through no tree.
    fn open(&self) -> Option<Open> {
        None
    }
    /// Tells the observer what it does not know yet: of a tree, the trials since the last call, or
    /// just the one that is going on or to come; else what was learned and dropped since then. In
    /// an observed search it is called whenever [`Drive::run`] has come back with [`Event::Paused`]
    /// or [`Event::Exhausted`], the first time before anything was tried.
    fn explain<O: Observer + ?Sized>(&mut self, observer: &mut O);
}

/// What a search through a tree has not searched yet.
#[derive(Clone, Debug, Default)]
pub(crate) struct Open {
    /// The options chosen on the way to the deepest level.
    pub(crate) chosen: Vec<OptionId>,
    pub(crate) levels: Vec<OpenLevel>,
}

/// A branching node whose trials are not all over.
#[derive(Clone, Debug)]
pub(crate) struct OpenLevel {
    /// How many options are chosen on the way to it.
    pub(crate) depth: usize,
    /// The rank of the item that it branches on.
    pub(crate) item: u32,
    /// The options whose trials have not begun, in any order.
    pub(crate) untried: Vec<OptionId>,
    pub(crate) several: Option<Several>,
}

/// What else there is to say of a level whose item has a multiplicity.
#[derive(Clone, Debug)]
pub(crate) struct Several {
    /// If the item may be covered once more beside the trials: the options whose trials have begun,
    /// and the number of those whose trials have not, which come next in the order of adding unless
    /// they are listed.
    pub(crate) tried: Option<(Vec<OptionId>, usize)>,
    /// Whether one more trial closes the item, and whether that has begun.
    pub(crate) closes: Option<bool>,
}

/// Knuth's monotone measure of a search: every option of a level stands for the same share of
/// the tree below it. Of each level from the root on, it needs the number of options at the
/// beginning and the number of those whose trial has not begun. At the deepest level no trial is
/// going on.
pub(crate) fn seen(levels: impl Iterator<Item = (usize, usize)>) -> f64 {
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
