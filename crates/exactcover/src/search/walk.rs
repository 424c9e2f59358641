//! A search that is walked in steps, and says at every one what is left.

use super::below::{Below, Choices};
use super::{Search, Solution};
use crate::problem::ids::{ItemId, OptionId};
use crate::problem::Problem;
use crate::run::alarm::Alarm;
use crate::run::limits::{Limits, Stats};
use crate::run::machine::{Goal, Machine, Step};
#[cfg(feature = "proof")]
use crate::run::observer::Literal;
use crate::run::outcome::Outcome;
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// A search that goes on for as many nodes as its caller likes, and then says what it has not
/// searched yet ([`Walk::open`]). Whoever writes that down can drop the search and go on another
/// day, or elsewhere, or in several places at once; no node is searched twice. With multiplicities,
/// its parts are those of [`Open::parts`].
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
    /// What is chosen and what is left out before it begins.
    pub(super) prefix: Choices,
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
    /// The choices with which the search begins.
    pub begin: Vec<Choice>,
    /// The options chosen on the way to the deepest branching node.
    pub chosen: Vec<OptionId>,
    /// The branching nodes on this way, from the root on; those at which a single option is left to
    /// choose from, because it is forced, are not among them.
    pub levels: Vec<Level>,
}

/// A step on the way to a part of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Choice {
    /// The option is chosen.
    With(OptionId),
    /// The option is left out: it comes first in another part.
    Without(OptionId),
}

#[cfg(feature = "proof")]
impl Choice {
    /// Its opposite.
    pub(crate) fn refuted(self) -> Literal {
        match self {
            Choice::With(option) => -(option.0 as Literal + 1),
            Choice::Without(option) => option.0 as Literal + 1,
        }
    }
}

/// Whether a search can go on at a level without choosing another option of the item.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Close {
    /// The item has no multiplicity: its options exclude each other.
    Once,
    /// The item has one, and must be covered more often. As many of its options as are needed
    /// beyond the next one are not listed: they cannot be the first.
    No,
    /// It need not be covered more often, and that has not been searched.
    Open,
    /// That has been searched, or is what leads to the next level.
    Done,
}

/// A branching node on the way to where a search is. Its options are those of `done`, those of
/// `open`, and the one that leads to the next level, if there is one: all that go together with the
/// options chosen before and have the item. With a multiplicity, they are the *first* ones of the
/// item, in this order: what has been tried at a level is left out of all that comes later there.
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
    /// Whether it can go on without another one.
    pub close: Close,
}

impl Open {
    /// The choices on the way to each part of the tree that has not been searched: what to hand to
    /// [`Search::below`], in the order in which the search would have come to them. Each part has
    /// one node more than the search below it: the last option of its prefix.
    ///
    /// With multiplicities, options that are chosen are not enough to tell the parts apart:
    /// [`Open::parts`].
    pub fn pieces(&self) -> impl Iterator<Item = Vec<OptionId>> + '_ {
        let levels = self.levels.iter().rev();
        levels.flat_map(move |level| {
            let prefix = &self.chosen[..level.depth];
            let open = level.open.iter();
            open.map(move |option| prefix.iter().chain([option]).copied().collect())
        })
    }

    /// The way to each part of the tree that has not been searched, for any problem: what to hand
    /// to [`Search::part`], in the order in which the search would have come to them. A part whose
    /// last step is an option that is chosen has one node more than the search there.
    ///
    /// ```
    /// use exactcover::{Choice, Problem};
    /// // Two or three of five.
    /// let mut builder = Problem::builder();
    /// let item = builder.primary("seats");
    /// builder.multiplicity(item, 2..=3);
    /// for name in ["Ada", "Bob", "Cy", "Di", "Eve"] {
    ///     builder.option(name, [item]);
    /// }
    /// let problem = builder.build()?;
    /// let whole = problem.search().count().stats;
    ///
    /// let mut walk = problem.search().walk();
    /// assert_eq!(walk.count(3), None);
    /// let (mut solutions, mut nodes) = (walk.stats().solutions, walk.stats().nodes);
    /// for part in walk.open().unwrap().parts() {
    ///     let below = problem.search().part(&part)?.count().stats;
    ///     solutions += below.solutions;
    ///     nodes += below.nodes + u64::from(matches!(part.last(), Some(Choice::With(_))));
    /// }
    /// assert_eq!((solutions, nodes), (whole.solutions, whole.nodes));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parts(&self) -> impl Iterator<Item = Vec<Choice>> + '_ {
        self.forks().into_iter().rev().flat_map(Fork::parts)
    }

    /// The levels, from the root on.
    pub(crate) fn forks(&self) -> Vec<Fork<'_>> {
        let mut steps = self.begin.clone();
        let begun = |choice: &&Choice| matches!(choice, Choice::With(_));
        let mut chosen = self.begin.iter().filter(begun).count();
        let mut forks = Vec::new();
        for (k, level) in self.levels.iter().enumerate() {
            #[cfg(feature = "proof")]
            let way = steps.clone();
            let forced = &self.chosen[chosen.min(level.depth)..level.depth];
            steps.extend(forced.iter().copied().map(Choice::With));
            let next = self.levels.get(k + 1);
            let next = next.map_or(self.chosen.len(), |next| next.depth);
            let leads = next > level.depth && level.close != Close::Done;
            let via = self.chosen.get(level.depth).filter(|_| leads).copied();
            if level.close != Close::Once {
                steps.extend(level.done.iter().copied().map(Choice::Without));
            }
            let mut first = steps.clone();
            if level.close != Close::Once {
                first.extend(via.map(Choice::Without));
            }
            forks.push(Fork {
                #[cfg(feature = "proof")]
                way,
                level,
                first,
            });
            chosen = level.depth + usize::from(leads);
            steps.extend(via.map(Choice::With));
        }
        forks
    }
}

/// A level of [`Open`] and what leads to it.
pub(crate) struct Fork<'o> {
    /// The way to it, without the options that are forced behind the level before.
    #[cfg(feature = "proof")]
    pub(crate) way: Vec<Choice>,
    level: &'o Level,
    /// The way to the first of its parts, but for the last step.
    first: Vec<Choice>,
}

impl<'o> Fork<'o> {
    /// The way to each part that is open here.
    pub(crate) fn parts(self) -> impl Iterator<Item = Vec<Choice>> + 'o {
        let Fork { level, first, .. } = self;
        let mut before = first;
        let close = (level.close == Close::Open).then_some(None);
        let trials = level.open.iter().copied().map(Some).chain(close);
        trials.map(move |option| {
            let mut part = before.clone();
            part.extend(option.map(Choice::With));
            if level.close != Close::Once {
                before.extend(option.map(Choice::Without));
            }
            part
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
            prefix: self.prefix.clone(),
            #[cfg(feature = "proof")]
            begun: false,
            items,
            machine: Below::start(self.engine, matrix, &self.settings, &self.prefix),
        }
    }
}

impl<'p, L> Walk<'p, L> {
    /// Goes on for so many nodes, and counts solutions; how the search ended, or `None` if it has
    /// not.
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
        partial.leave_out(&self.prefix.without);
        let mut levels = Vec::new();
        let next = open.levels.iter().skip(1).map(|level| level.depth);
        let next: Vec<usize> = next.chain([open.chosen.len()]).collect();
        for (level, next) in open.levels.into_iter().zip(next) {
            let before = partial.chosen().len();
            for &option in &open.chosen[before..level.depth] {
                partial
                    .choose(option)
                    .expect("an engine chooses what goes together");
            }
            let item = self.items[level.item as usize];
            let via = open.chosen.get(level.depth).filter(|_| next > level.depth);
            let mut untried = level.untried;
            let tried = level
                .several
                .as_ref()
                .and_then(|several| several.tried.as_ref());
            let mut done: Vec<OptionId> = match tried {
                Some((tried, count)) => {
                    let new = |option: &OptionId| !tried.contains(option);
                    if untried.is_empty() {
                        let options = partial.options_of(item).filter(new);
                        untried = options.take(*count).collect();
                    }
                    tried.clone()
                }
                None => {
                    untried.sort_unstable();
                    let tried = |option: &OptionId| untried.binary_search(option).is_err();
                    partial.options_of(item).filter(tried).collect()
                }
            };
            untried.sort_unstable();
            done.sort_unstable();
            done.retain(|option| Some(option) != via);
            let close = match level.several.map(|several| several.closes) {
                None => Close::Once,
                Some(None) => Close::No,
                Some(Some(false)) => Close::Open,
                Some(Some(true)) => Close::Done,
            };
            if close != Close::Once {
                partial.leave_out(&done);
                if via.is_none() && close == Close::Done {
                    let rest: Vec<OptionId> = partial.options_of(item).collect();
                    partial.leave_out(&rest);
                }
            }
            let closes = matches!(close, Close::Open | Close::Done);
            if via.is_none() || closes || done.len() + untried.len() > 0 {
                levels.push(Level {
                    depth: level.depth,
                    item,
                    done,
                    open: untried,
                    close,
                });
            }
        }
        Some(Open {
            begin: self.prefix.way.clone(),
            chosen: open.chosen,
            levels,
        })
    }
}
