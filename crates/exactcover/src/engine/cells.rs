//! Dancing cells: the options of an item stand side by side in one array, and hiding one swaps
//! it behind the end of its set (Briggs and Torczon's sparse sets; Knuth's SSXCC).
//!
//! Undoing restores sizes only: what was swapped out still stands right behind the end. On top
//! of Knuth's scheme, a trial stops as soon as a primary item loses its last option, and items
//! that are down to a single option are covered at once, without a level of their own.
//! `DESIGN.md` has a drawing.
//!
//! What holds whenever the search looks at a state:
//! * `sets[spots[q]] == q` for every cell `q`: the sets are permutations of their cells;
//! * an open item's first `size` cells belong to exactly those options that go together with
//!   all chosen ones; an item that is closed (covered, or colored for good) keeps the set that it
//!   had when it was closed;
//! * the first `open_primary` items of `active` are the open primary ones.

use super::alarm::ONE_GO;
use super::{seen, Alarm, Kernel, Node, Settings};
use crate::choose::Chooser;
use crate::problem::Matrix;
#[cfg(feature = "proof")]
use crate::proof::Trial;
use crate::{Color, Limit, OptionId, Stats};
use alloc::collections::BinaryHeap;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// How many entries are read between two looks at the alarm.
const CHUNK: usize = 1 << 12;

#[derive(Clone, Copy, Debug)]
struct Item {
    /// Where its set begins in `sets`.
    base: u32,
    /// How many of its cells are in the set.
    size: u32,
    /// The epoch in which `size` was last put on the trail.
    saved: u32,
    open: bool,
}

/// A point to return to: how long the stacks were, and what to try from there.
#[derive(Clone, Copy, Debug)]
struct Level {
    trail: usize,
    closed: usize,
    chosen: usize,
    /// The first trial of the level in `trials`, which ends with those of the deepest level.
    trials: usize,
    /// How many trials the level began with.
    options: usize,
}

#[derive(Debug)]
pub(super) struct Cells {
    /// A cell is one item of one option; option `o` has the cells `starts[o]..starts[o + 1]`.
    starts: Vec<u32>,
    item_of: Vec<u32>,
    option_of: Vec<u32>,
    /// 0 without a color.
    color_of: Vec<u32>,
    /// Where a cell stands in `sets`.
    spots: Vec<u32>,
    /// Primary items first, in the order in which ties prefer them.
    items: Vec<Item>,
    primary: u32,
    sets: Vec<u32>,
    /// A sparse set of the primary items, and where each of them stands in it.
    active: Vec<u32>,
    place: Vec<u32>,
    open_primary: usize,
    chooser: Chooser,
    chosen: Vec<u32>,
    levels: Vec<Level>,
    /// The options still to try, of all levels, each level's in descending order.
    trials: Vec<u32>,
    /// Sizes to restore, and items to open again.
    trail: Vec<(u32, u32)>,
    closed: Vec<u32>,
    /// Counts the trials, to tell which sizes are on the trail already.
    epoch: u32,
    /// Per option, the node that hid it last: an option that meets the chosen one in several
    /// items is found several times.
    hidden: Vec<u64>,
    /// Items that have been seen with a single option, some of them closed since.
    forced: BinaryHeap<Reverse<u32>>,
    /// Whether the state is dead, as the last trial left it, or was dropped because of the alarm.
    dead: bool,
    alarm: Alarm,
    /// Whether a single choice, with what it forces, can take so long that the alarm is asked on
    /// the way.
    large: bool,
}

impl Kernel for Cells {
    fn new(matrix: &Matrix, settings: &Settings) -> Option<Self> {
        let mut alarm = Alarm::new(&settings.limits);
        let (order, primary) = settings.ties.ranking(matrix);
        let mut number = vec![0; order.len()];
        for (rank, &item) in order.iter().enumerate() {
            number[item as usize] = rank as u32;
        }
        let mut items = vec![
            Item {
                base: 0,
                size: 0,
                saved: 0,
                open: true
            };
            order.len()
        ];
        for entries in matrix.entries.chunks(CHUNK) {
            if alarm.after(entries.len()) {
                return None;
            }
            for entry in entries {
                items[number[entry.item.index()] as usize].size += 1;
            }
        }
        let mut base = 0;
        for item in &mut items {
            item.base = base;
            base += item.size;
            item.size = 0;
        }
        let count = matrix.entries.len();
        let (mut item_of, mut option_of) = (Vec::with_capacity(count), Vec::with_capacity(count));
        let (mut spots, mut sets) = (Vec::with_capacity(count), vec![0; count]);
        let mut color_of = Vec::with_capacity(count);
        for option in 0..matrix.option_count() {
            if alarm.after(matrix.option(option).len()) {
                return None;
            }
            for entry in matrix.option(option) {
                let number = number[entry.item.index()];
                let item = &mut items[number as usize];
                let spot = item.base + item.size;
                item.size += 1;
                sets[spot as usize] = spots.len() as u32;
                spots.push(spot);
                item_of.push(number);
                option_of.push(option as u32);
                color_of.push(Color::code(entry.color));
            }
        }
        let mut kernel = Cells {
            starts: matrix.starts.clone(),
            item_of,
            option_of,
            color_of,
            spots,
            items,
            primary: primary as u32,
            sets,
            active: (0..primary as u32).collect(),
            place: (0..primary as u32).collect(),
            open_primary: primary,
            chooser: Chooser::new(settings.strategy, primary, matrix.option_count()),
            chosen: Vec::new(),
            levels: Vec::new(),
            trials: Vec::new(),
            trail: Vec::new(),
            closed: Vec::new(),
            epoch: 0,
            hidden: vec![0; matrix.option_count()],
            forced: BinaryHeap::new(),
            dead: false,
            alarm,
            large: matrix.entries.len() > ONE_GO,
        };
        kernel.inspect_root();
        Some(kernel)
    }

    fn descend(&mut self, stats: &mut Stats) -> Node {
        self.dead = self.dead || !self.take_forced(stats);
        stats.max_depth = stats.max_depth.max(self.chosen.len());
        if self.dead && self.alarm.rang().is_some() {
            return Node::Dead;
        }
        if self.dead {
            self.chooser.dead_end(self.chosen.iter().copied());
            return Node::Dead;
        }
        let items = &self.items;
        let active = &self.active[..self.open_primary];
        match self
            .chooser
            .choose(active.iter().map(|&i| (i, items[i as usize].size)))
        {
            None => {
                self.chooser.solved();
                Node::Solved
            }
            Some((item, _)) => {
                self.open_level(item);
                Node::Branch
            }
        }
    }

    fn advance(&mut self, stats: &mut Stats) -> bool {
        if !self.levels.is_empty() && self.chooser.starts_again() {
            self.start_again();
            return true;
        }
        while let Some(&level) = self.levels.last() {
            self.return_to(level);
            if self.trials.len() > level.trials {
                if let Some(option) = self.trials.pop() {
                    self.next_epoch();
                    self.dead = !self.choose(option, stats);
                    return true;
                }
            }
            self.levels.pop();
        }
        false
    }

    fn chosen(&self, options: &mut Vec<OptionId>) {
        options.extend(self.chosen.iter().map(|&option| OptionId(option)));
    }

    fn seen(&self) -> f64 {
        let ends = self.levels.iter().skip(1).map(|level| level.trials);
        let levels = self.levels.iter().zip(ends.chain([self.trials.len()]));
        seen(levels.map(|(level, end)| (level.options, end - level.trials)))
    }

    fn late(&self) -> Option<Limit> {
        self.alarm.rang()
    }

    #[cfg(feature = "proof")]
    fn trial(&self) -> Option<Trial> {
        let deepest = self.levels.last()?;
        let tried = self.trials.len() - deepest.trials < deepest.options;
        let last = self.levels.len().checked_sub(1 + usize::from(!tried))?;
        let end = self.levels.get(last + 1).map(|level| level.trials);
        Some(Trial {
            start: self.chooser.starts(),
            depth: self.levels[last].chosen,
            option: OptionId(self.chosen[self.levels[last].chosen]),
            forced: self.levels[last].trials == end.unwrap_or(self.trials.len()),
        })
    }
}

impl Cells {
    /// Finds what is dead or forced before the first choice.
    fn inspect_root(&mut self) {
        for item in 0..self.primary {
            match self.items[item as usize].size {
                0 => {
                    self.chooser.failed(item);
                    self.dead = true;
                }
                1 => self.forced.push(Reverse(item)),
                _ => {}
            }
        }
    }

    /// Covers the items that have a single option left, lowest first, until there are none or
    /// one is dead. The order matters for reproducible node counts alone.
    fn take_forced(&mut self, stats: &mut Stats) -> bool {
        while let Some(Reverse(lowest)) = self.forced.pop() {
            let item = self.items[lowest as usize];
            if item.open {
                let only = self.sets[item.base as usize];
                if !self.choose(self.option_of[only as usize], stats) {
                    return false;
                }
            }
        }
        true
    }

    /// Starts a level for the options of the item, to be tried in the order of adding: the
    /// order within the set depends on the past.
    fn open_level(&mut self, item: u32) {
        let Item { base, size, .. } = self.items[item as usize];
        let trials = self.trials.len();
        self.levels.push(Level {
            trail: self.trail.len(),
            closed: self.closed.len(),
            chosen: self.chosen.len(),
            trials,
            options: size as usize,
        });
        let set = &self.sets[base as usize..(base + size) as usize];
        self.trials
            .extend(set.iter().map(|&cell| self.option_of[cell as usize]));
        self.trials[trials..].sort_unstable_by(|a, b| b.cmp(a));
        if self.chooser.orders() {
            self.order_trials(trials);
        }
    }

    /// Leaves the order of the trials from this one on to the strategy.
    fn order_trials(&mut self, first: usize) {
        let trials = self.trials.drain(first..);
        let (starts, item_of, items) = (&self.starts, &self.item_of, &self.items);
        let mut ordered: Vec<(u32, u64)> = trials
            .map(|option| {
                let cells = starts[option as usize]..starts[option as usize + 1];
                let others = cells.map(|cell| items[item_of[cell as usize] as usize]);
                let open = others.filter(|item| item.open);
                (option, open.map(|item| u64::from(item.size)).sum())
            })
            .collect();
        self.chooser.order(&mut ordered, |option| option);
        self.trials
            .extend(ordered.iter().map(|&(option, _)| option));
    }

    /// Goes back to the root.
    fn start_again(&mut self) {
        while let Some(level) = self.levels.pop() {
            self.return_to(level);
        }
        self.trials.clear();
        self.next_epoch();
        self.dead = false;
    }

    /// Takes back everything since the level was opened.
    fn return_to(&mut self, level: Level) {
        for (item, size) in self.trail.drain(level.trail..) {
            self.items[item as usize].size = size;
        }
        for item in self.closed.drain(level.closed..) {
            self.items[item as usize].open = true;
            self.open_primary += usize::from(item < self.primary);
        }
        self.chosen.truncate(level.chosen);
        self.forced.clear();
    }

    fn next_epoch(&mut self) {
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.forget_epochs();
        }
    }

    /// The epochs have been used up: none of the marks may be taken for one to come.
    #[cold]
    fn forget_epochs(&mut self) {
        for item in &mut self.items {
            item.saved = 0;
        }
        self.epoch = 1;
    }

    /// Adds the option to the partial solution; `false` if that leaves a primary item without
    /// options, in which case the state is good for nothing but [`Self::return_to`], or if the alarm
    /// rings, in which case it is good for nothing.
    fn choose(&mut self, option: u32, stats: &mut Stats) -> bool {
        stats.nodes += 1;
        self.chosen.push(option);
        let first = self.closed.len();
        let range = self.starts[option as usize]..self.starts[option as usize + 1];
        // All items of the option close first, so that no set changes while it is walked.
        for cell in range.clone() {
            self.close(self.item_of[cell as usize]);
        }
        if self.large && self.alarm.after(range.len()) {
            return false;
        }
        // This keeps the option itself from being hidden.
        self.hidden[option as usize] = stats.nodes;
        // Items that were closed before had a color, the same as here, and need nothing more.
        let mut newly_closed = first;
        for cell in range {
            let item = self.item_of[cell as usize];
            if self.closed.get(newly_closed) != Some(&item) {
                continue;
            }
            newly_closed += 1;
            let color = self.color_of[cell as usize];
            let Item { base, size, .. } = self.items[item as usize];
            if self.large && self.alarm.after(size as usize) {
                return false;
            }
            for spot in base as usize..(base + size) as usize {
                let cell = self.sets[spot] as usize;
                let other = self.option_of[cell];
                if self.hidden[other as usize] == stats.nodes {
                    continue;
                }
                if color != 0 && self.color_of[cell] == color {
                    continue;
                }
                self.hidden[other as usize] = stats.nodes;
                if !self.hide(other, stats) {
                    return false;
                }
            }
        }
        true
    }

    fn close(&mut self, number: u32) {
        let item = &mut self.items[number as usize];
        if !item.open {
            return;
        }
        item.open = false;
        self.closed.push(number);
        if number < self.primary {
            self.open_primary -= 1;
            let last = self.active[self.open_primary];
            let spot = self.place[number as usize];
            self.active[spot as usize] = last;
            self.place[last as usize] = spot;
            self.active[self.open_primary] = number;
            self.place[number as usize] = self.open_primary as u32;
        }
    }

    /// Takes the option out of the sets of all open items; `false` if it was the last option of
    /// a primary one.
    fn hide(&mut self, option: u32, stats: &mut Stats) -> bool {
        let range =
            self.starts[option as usize] as usize..self.starts[option as usize + 1] as usize;
        if self.large && self.alarm.after(range.len()) {
            return false;
        }
        for (q, &number) in (range.start as u32..).zip(&self.item_of[range]) {
            let item = &mut self.items[number as usize];
            if !item.open {
                continue;
            }
            if item.saved != self.epoch {
                item.saved = self.epoch;
                self.trail.push((number, item.size));
            }
            item.size -= 1;
            stats.updates += 1;
            let end = item.base + item.size;
            let last = core::mem::replace(&mut self.sets[end as usize], q);
            let spot = core::mem::replace(&mut self.spots[q as usize], end);
            self.sets[spot as usize] = last;
            self.spots[last as usize] = spot;
            if item.size <= 1 && number < self.primary {
                if item.size == 0 {
                    self.chooser.failed(number);
                    return false;
                }
                self.forced.push(Reverse(number));
            }
        }
        true
    }
}
