//! What all stages have in common: their contract, and what one leaves to the next.

use crate::engine::table::{Part, Table};
use crate::problem::ids::OptionId;
use crate::run::alarm::{Alarm, ONE_GO};
use crate::run::drive::{Marks, OpenLevel};
use crate::run::limits::Stats;
use crate::run::observer::Trial;
use alloc::vec::Vec;
use core::fmt;

/// What fits into a narrow stage.
pub(super) const NARROW_OPTIONS: usize = 1024;
pub(super) const NARROW_ITEMS: usize = 128;
/// The most options that an item may have there: a byte can count one more, and 255 is taken.
pub(super) const NARROW_COUNT: u32 = 254;

/// The most items of an option, primary or secondary, for a narrow stage: of a few options it tells
/// the alarm at once.
pub(super) const LONGEST: usize = 128;

/// A representation of a part of the problem, and the search in it.
pub(super) trait Stage: Send + Sync {
    /// Begins with the part of the trail. No item of it has fewer than two options.
    /// Tells the alarm of the trail; once it rings, the stage is good for nothing.
    fn build(&mut self, table: &Table, trail: &mut Trail, stats: &mut Stats);
    /// How far it may go without a look at the limits.
    fn pace(&self) -> Pace;
    /// Goes on until there is something to tell.
    fn run(&mut self, trail: &mut Trail, stats: &mut Stats, marks: &Marks) -> Exit;
    /// How many branching nodes there are on the way to the current one, itself among them.
    fn nodes(&self) -> usize;
    /// One of them.
    fn node(&self, index: usize) -> Node;
}

impl fmt::Debug for dyn Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries((0..self.nodes()).map(|index| self.node(index)))
            .finish()
    }
}

/// A branching node, by the names in the table.
#[derive(Debug)]
pub(super) struct Node {
    depth: usize,
    item: u32,
    /// How many options the item has.
    options: usize,
    /// Those that are still to be tried.
    untried: Vec<u32>,
}

impl Node {
    /// For sets of options, in words: of those of the item that are left, all before word `at` have
    /// been tried, and in the words from there on all but `trials`.
    pub(super) fn new(
        depth: usize,
        item: u32,
        left: &[u64],
        at: usize,
        trials: &[u64],
        name: &dyn Fn(usize) -> u32,
    ) -> Node {
        let mut untried = Vec::new();
        append_named(&mut untried, at, trials, name);
        let behind = at + trials.len();
        append_named(
            &mut untried,
            behind,
            left.get(behind..).unwrap_or(&[]),
            name,
        );
        Node {
            depth,
            item,
            options: left.iter().map(|word| word.count_ones() as usize).sum(),
            untried,
        }
    }

    /// What [`seen`](crate::run::drive::seen) needs of it.
    pub(super) fn seen(&self) -> (usize, usize) {
        (self.options, self.untried.len())
    }

    pub(super) fn level(self) -> OpenLevel {
        OpenLevel {
            depth: self.depth,
            item: self.item,
            untried: self.untried.into_iter().map(OptionId).collect(),
            several: None,
        }
    }

    /// The trial to come.
    fn trial(&self) -> Option<Trial> {
        Some(Trial {
            start: 0,
            depth: self.depth,
            option: OptionId(*self.untried.first()?),
            forced: self.untried.len() == 1,
        })
    }
}

/// Appends the names of a set in words, the first of which is that `at` this place.
pub(super) fn append_named(
    list: &mut Vec<u32>,
    at: usize,
    words: &[u64],
    name: &dyn Fn(usize) -> u32,
) {
    for (w, &word) in (at..).zip(words) {
        let mut left = word;
        while left != 0 {
            list.push(name(64 * w + left.trailing_zeros() as usize));
            left &= left - 1;
        }
    }
}

/// How many nodes and updates a stage may go on until there is a look at the limits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    nodes: u64,
    updates: u64,
}

impl Pace {
    /// For so many entries in a trial, besides the updates, and in an update. Of the 32,768 entries
    /// that the alarm need not be told, a fourth is for the trials, and so many for the updates;
    /// the others are for the last trial.
    pub(super) fn new(trial: usize, update: usize, updates: usize) -> Self {
        Pace {
            nodes: (ONE_GO / trial.max(1)).max(1) as u64,
            updates: (updates / update.max(1)).max(1) as u64,
        }
    }

    /// These marks, or nearer ones.
    #[inline]
    pub(super) fn marks(self, stats: &Stats, marks: &Marks) -> Marks {
        Marks {
            nodes: marks.nodes.min(stats.nodes + self.nodes),
            updates: marks.updates.min(stats.updates + self.updates),
            solutions: marks.solutions,
        }
    }
}

/// Why [`Stage::run`] came back.
#[derive(Clone, Copy, Debug)]
pub(super) enum Exit {
    /// At the solution with the number that was asked for.
    Solution,
    /// Nodes or updates have reached their mark.
    Paused,
    /// There is nothing left in this stage.
    Exhausted,
    /// What is left at this branching node, [`Trail::part`], is to be searched in a stage of this
    /// width (see [`width_of`]), before this stage goes on.
    Narrow(usize),
}

/// What a state turned out to be when everything forced was chosen.
pub(super) enum Verdict<T> {
    Dead,
    Solved,
    Open(T),
}

/// The narrow stages come in five widths, of 64 options, 128, 256, 512 and 1,024.
pub(super) const WIDTHS: usize = 5;

/// The least width that holds so many options.
pub(super) fn width_of(options: usize) -> usize {
    (0..WIDTHS)
        .find(|&width| options <= 64 << width)
        .unwrap_or(WIDTHS)
}

/// What all stages of a search share.
#[derive(Debug)]
pub(super) struct Trail {
    /// The options chosen; only the first `depth` are valid, and these at an exit only.
    pub(super) chosen: Vec<u32>,
    pub(super) depth: usize,
    /// The solutions found in this run, and how many to find.
    pub(super) solutions: u64,
    pub(super) goal: u64,
    pub(super) part: Part,
    /// The most primary items of an option, or secondary ones.
    pub(super) longest: usize,
    pub(super) alarm: Alarm,
    /// Per width, whether stages of that width are worth building.
    pub(super) pays: [Payoff; WIDTHS],
    /// If the search is observed, the trials since somebody was told of them.
    pub(super) notes: Option<Vec<Trial>>,
}

impl Trail {
    /// Where a stage has to pause: if every trial is noted, at once.
    pub(super) fn near(&self, marks: &Marks) -> Marks {
        Marks {
            nodes: if self.notes.is_some() { 0 } else { marks.nodes },
            ..*marks
        }
    }

    /// If that is all that a stage has paused for, short of its marks: notes the trial to come, and
    /// moves the near mark behind it. A pause of a whole run takes as long as a trial, and this is
    /// still outside of the loops that are hot.
    #[cold]
    pub(super) fn takes_note(
        &mut self,
        stage: &dyn Stage,
        (nodes, updates): (u64, u64),
        marks: &Marks,
        near: &mut Marks,
    ) -> bool {
        let early = nodes < marks.nodes && updates < marks.updates && self.alarm.rang().is_none();
        match &mut self.notes {
            Some(notes) if early => {
                let last = stage.nodes().checked_sub(1);
                notes.extend(last.and_then(|last| stage.node(last).trial()));
                near.nodes = nodes + 1;
                true
            }
            _ => false,
        }
    }
}

/// Building a stage takes about as long as this many nodes.
const NODES_TO_PAY: u64 = 400;

/// Keeps watch whether stages are left as soon as they are built.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Payoff {
    pub(super) stages: u64,
    /// Nodes in these stages.
    pub(super) nodes: u64,
    pub(super) refused: u32,
}

impl Payoff {
    /// Whether to build another one. After many refusals the past is half forgotten, because the
    /// tree may be another one by now.
    #[inline(always)]
    pub(super) fn again(&mut self) -> bool {
        if self.stages < 2 || self.nodes >= NODES_TO_PAY * self.stages {
            return true;
        }
        self.refused += 1;
        if self.refused < 1 << 14 {
            return false;
        }
        self.refused = 0;
        self.stages /= 2;
        self.nodes /= 2;
        true
    }
}
