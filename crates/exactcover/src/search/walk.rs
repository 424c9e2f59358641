//! A search that is walked in steps, and says at every one what is left.

use super::below::Below;
use super::{Search, Solution};
use crate::problem::ids::{ItemId, OptionId};
use crate::problem::Problem;
use crate::run::alarm::Alarm;
use crate::run::limits::{Limits, Stats};
use crate::run::machine::{never, Goal, Machine, Step};
use crate::run::outcome::Outcome;
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// A search that goes on for as many nodes as its caller likes, and then says what it has not
/// searched yet ([`Walk::open`]). Whoever writes that down can drop the search and go on another day,
/// or elsewhere, or in several places at once; no node is searched twice. It takes no problems with
/// multiplicities ([`Engine`](crate::Engine) has a table).
///
/// ```
/// use exactcover::{Engine, Problem};
/// let mut builder = Problem::builder();
/// for item in builder.primaries(10) {
///     builder.option("heads", [item]);
///     builder.option("tails", [item]);
/// }
/// let problem = builder.build()?;
/// let whole = problem.search().count().stats;
///
/// let mut walk = problem.search().walk();
/// assert_eq!(walk.count(100), None);
/// let engine = Engine::named(walk.stats().engine.unwrap()).unwrap();
/// let (mut solutions, mut nodes) = (walk.stats().solutions, walk.stats().nodes);
/// for prefix in walk.open().unwrap().pieces() {
///     let piece = problem.search_with(engine).below(&prefix)?.count().stats;
///     solutions += piece.solutions;
///     nodes += 1 + piece.nodes;
/// }
/// assert_eq!((solutions, nodes), (whole.solutions, whole.nodes));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Walk<'p, L> {
    pub(super) problem: &'p Problem<L>,
    /// The options that are chosen before it begins.
    #[cfg(feature = "proof")]
    pub(super) prefix: Vec<OptionId>,
    /// Whether it has gone on.
    #[cfg(feature = "proof")]
    pub(super) begun: bool,
    /// The item of each rank.
    items: Vec<ItemId>,
    pub(super) machine: Box<dyn Machine>,
}

/// What a search has not searched yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Open {
    /// The options chosen on the way to the deepest branching node.
    pub chosen: Vec<OptionId>,
    /// The branching nodes on this way, from the root on; those at which a single option is left to
    /// choose from, because it is forced, are not among them.
    pub levels: Vec<Level>,
}

/// A branching node on the way to where a search is. Its options are those of `done`, those of
/// `open`, and the one that leads to the next level, if there is one: all that go together with the
/// options chosen before and have the item.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Level {
    /// How many of the chosen options lead to it.
    pub depth: usize,
    /// The primary item that it branches on.
    pub item: ItemId,
    /// The options below which everything has been searched, ascending.
    pub done: Vec<OptionId>,
    /// The options that have not been tried, ascending.
    pub open: Vec<OptionId>,
}

impl Open {
    /// The choices on the way to each part of the tree that has not been searched: what to hand to
    /// [`Search::below`], in the order in which the search would have come to them. Each part has one
    /// node more than the search below it: the last option of its prefix.
    pub fn pieces(&self) -> impl Iterator<Item = Vec<OptionId>> + '_ {
        let levels = self.levels.iter().rev();
        levels.flat_map(move |level| {
            let prefix = &self.chosen[..level.depth];
            let open = level.open.iter();
            open.map(move |option| prefix.iter().chain([option]).copied().collect())
        })
    }
}

impl<'p, L> Search<'p, L> {
    /// This search, to be walked in steps.
    #[must_use]
    pub fn walk(&self) -> Walk<'p, L> {
        let matrix = &self.problem.matrix;
        let mut items = vec![ItemId(0); matrix.primary.len()];
        // Without limits, an alarm never rings.
        let ranking = self
            .settings
            .ties
            .ranking(matrix, &mut Alarm::new(&Limits::none()));
        for (item, &rank) in (0..).zip(ranking.iter().flat_map(|(number, _)| number)) {
            items[rank as usize] = ItemId(item);
        }
        Walk {
            problem: self.problem,
            #[cfg(feature = "proof")]
            prefix: self.prefix.clone(),
            #[cfg(feature = "proof")]
            begun: false,
            items,
            machine: match self.refused() {
                Some(limit) => never(limit, &self.settings),
                None => Below::start(self.engine, matrix, &self.settings, &self.prefix),
            },
        }
    }
}

impl<'p, L> Walk<'p, L> {
    /// Goes on for so many nodes, and counts solutions; how the search ended, or `None` if it has not.
    ///
    /// It pauses before the next trial: a chain of forced choices may go past the nodes that were
    /// asked for.
    pub fn count(&mut self, nodes: u64) -> Option<Outcome> {
        self.pause_after(nodes);
        match self.machine.resume(Goal::Count) {
            Step::Done(outcome) => Some(outcome),
            Step::Paused | Step::Solution => None,
        }
    }

    /// [`Walk::count`] that shows every solution to `visit`, until it breaks.
    pub fn run<F>(&mut self, nodes: u64, mut visit: F) -> Option<Outcome>
    where
        F: FnMut(&Solution<'p, L>) -> ControlFlow<()>,
    {
        self.pause_after(nodes);
        let mut solution = Solution {
            problem: self.problem,
            options: Vec::new(),
        };
        loop {
            match self.machine.resume(Goal::Next) {
                Step::Done(outcome) => return Some(outcome),
                Step::Paused => return None,
                Step::Solution => {}
            }
            solution.options.clear();
            self.machine.chosen(&mut solution.options);
            if visit(&solution).is_break() {
                return Some(Outcome::Stopped);
            }
        }
    }

    pub(super) fn pause_after(&mut self, nodes: u64) {
        #[cfg(feature = "proof")]
        {
            self.begun = true;
        }
        let until = self.machine.stats().nodes.saturating_add(nodes);
        self.machine.pause_at(until);
    }

    /// What the search has cost so far, without the nodes on the way to where it began.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.machine.stats()
    }

    /// What has not been searched yet: nothing more if the search is [`Outcome::Exhausted`].
    ///
    /// `None` before the first step, and if a deadline or a flag came in the middle of one (see
    /// [`Limits`]): what has been searched then cannot be told from what has not. Always `None` for
    /// [`Engine::LEARN`](crate::Engine::LEARN), which walks through no tree.
    ///
    /// # Complexity
    /// Linear in the entries of the options for each option that is chosen.
    #[must_use]
    pub fn open(&self) -> Option<Open> {
        let open = self.machine.open()?;
        let mut partial = self.problem.partial();
        let mut levels = Vec::new();
        for level in open.levels {
            let before = partial.chosen().len();
            for &option in &open.chosen[before..level.depth] {
                partial
                    .choose(option)
                    .expect("an engine chooses what goes together");
            }
            let item = self.items[level.item as usize];
            let via = open.chosen.get(level.depth);
            let mut untried = level.untried;
            untried.sort_unstable();
            let tried = |option: &OptionId| untried.binary_search(option).is_err();
            let done = partial.options_of(item).filter(tried);
            let done: Vec<OptionId> = done.filter(|option| Some(option) != via).collect();
            if via.is_none() || done.len() + untried.len() > 0 {
                levels.push(Level {
                    depth: level.depth,
                    item,
                    done,
                    open: untried,
                });
            }
        }
        Some(Open {
            chosen: open.chosen,
            levels,
        })
    }
}
