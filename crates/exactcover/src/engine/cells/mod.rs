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

use super::choose::Chooser;
use crate::problem::ids::{Color, OptionId};
use crate::problem::matrix::Matrix;
use crate::run::alarm::{listed_in_parts, sort, Alarm, CHUNK, ONE_GO};
use crate::run::drive::{seen, Open, OpenLevel};
use crate::run::kernel::{Kernel, Node, Steps};
use crate::run::limits::{Limit, Stats};
use crate::run::machine::{launch, Machine};
use crate::run::observer::Trial;
use crate::run::settings::Settings;
use alloc::boxed::Box;
use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::ops::Range;

/// What a choice costs besides options hidden: an item forced, or a level with few options opened,
/// whose trials are put in order.
const CHOICE: usize = 96;

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

/// An item with at least so many options is covered once for all of them, before they are tried.
/// With few it is cheaper to hide the others at each trial, which may end before that is done.
const COVERED_ONCE: u32 = 16;

/// A point to return to: how long the stacks were, and what to try from there.
#[derive(Clone, Copy, Debug)]
struct Level {
    trail: usize,
    closed: usize,
    chosen: usize,
    /// The first of its items in `low`, which ends with those of the deepest level.
    low: usize,
    /// The first trial of the level in `trials`, which ends with those of the deepest level.
    trials: usize,
    /// How many trials the level began with, and their item.
    options: u32,
    item: u32,
}

/// Starts this engine.
pub(super) fn start(matrix: &Matrix, settings: &Settings) -> Box<dyn Machine> {
    let kernel = Cells::new(matrix, settings);
    launch(kernel.map(Steps::new), matrix, settings)
}

#[derive(Debug)]
pub(crate) struct Cells {
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
    /// How long `trail` and `closed` were before the first level.
    bare: (usize, usize),
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
    /// Of the levels that cover their item once: the primary items that this left with a single
    /// option or none. A trial that does not cover them is forced to, or fails.
    low: Vec<u32>,
    /// Whether the state is dead, as the last trial left it, or was dropped because of the alarm.
    dead: bool,
    alarm: Alarm,
    /// What it takes to hide an option, at most: looking for it, and the items of the longest one.
    longest: usize,
    /// Whether a step may have to be told to the alarm in parts.
    large: bool,
}

impl Cells {
    /// `None` if the time is over first.
    pub(crate) fn new(matrix: &Matrix, settings: &Settings) -> Option<Self> {
        let mut alarm = Alarm::new(&settings.limits);
        let (number, primary) = settings.ties.ranking(matrix, &mut alarm)?;
        let mut items = listed_in_parts(number.len(), &mut alarm, |_| Item {
            base: 0,
            size: 0,
            saved: 0,
            open: true,
        })?;
        for entries in matrix.entries.chunks(CHUNK) {
            if alarm.after(entries.len()) {
                return None;
            }
            #[cfg(test)]
            crate::run::looks::touched(entries.len());
            for entry in entries {
                items[number[entry.item.index()] as usize].size += 1;
            }
        }
        let mut base = 0;
        for item in &mut items {
            if alarm.after(1) {
                return None;
            }
            #[cfg(test)]
            crate::run::looks::touched(1);
            item.base = base;
            base += item.size;
            item.size = 0;
        }
        let count = matrix.entries.len();
        let (mut item_of, mut option_of) = (Vec::with_capacity(count), Vec::with_capacity(count));
        let (mut spots, mut sets) = (
            Vec::with_capacity(count),
            listed_in_parts(count, &mut alarm, |_| 0)?,
        );
        let mut color_of = Vec::with_capacity(count);
        let mut longest = 1;
        for option in 0..matrix.option_count() {
            longest = longest.max(matrix.option(option).len() + 1);
            for entry in matrix.option(option) {
                if alarm.after(1) {
                    return None;
                }
                #[cfg(test)]
                crate::run::looks::touched(1);
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
            starts: listed_in_parts(matrix.starts.len(), &mut alarm, |k| matrix.starts[k])?,
            item_of,
            option_of,
            color_of,
            spots,
            items,
            primary: primary as u32,
            sets,
            active: listed_in_parts(primary, &mut alarm, |k| k as u32)?,
            place: listed_in_parts(primary, &mut alarm, |k| k as u32)?,
            open_primary: primary,
            chooser: Chooser::new(settings.strategy, primary, matrix.option_count()),
            chosen: Vec::new(),
            levels: Vec::new(),
            bare: (0, 0),
            trials: Vec::new(),
            trail: Vec::new(),
            closed: Vec::new(),
            epoch: 0,
            hidden: listed_in_parts(matrix.option_count(), &mut alarm, |_| 0)?,
            forced: BinaryHeap::new(),
            low: Vec::new(),
            dead: false,
            alarm,
            longest,
            large: count + number.len() > ONE_GO,
        };
        kernel.inspect_root()?;
        Some(kernel)
    }
}

impl Kernel for Cells {
    const NAME: &'static str = "cells";

    fn descend(&mut self, stats: &mut Stats) -> Node {
        self.dead = self.dead || !self.take_forced(stats);
        stats.max_depth = stats.max_depth.max(self.chosen.len());
        if self.dead && self.alarm.rang().is_some() {
            return Node::Dead;
        }
        if self.dead {
            self.chooser
                .dead_end(self.chosen.iter().copied(), &mut self.alarm);
            return Node::Dead;
        }
        match self.choose_item() {
            None => {
                self.chooser.solved();
                Node::Solved
            }
            Some((item, _)) => {
                if self.alarm.rang().is_none() {
                    self.open_level(item, stats);
                }
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
            if self.large && self.return_closely(level) {
                return true;
            }
            self.return_to(level);
            if self.trials.len() > level.trials {
                if let Some(option) = self.trials.pop() {
                    self.next_epoch();
                    self.dead = !self.choose(option, stats)
                        || (self.low.len() > level.low && !self.force_low(level.low));
                    return true;
                }
            }
            self.low.truncate(level.low);
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
        seen(levels.map(|(level, end)| (level.options as usize, end - level.trials)))
    }

    fn open(&self) -> Open {
        let ends = self.levels.iter().skip(1).map(|level| level.trials);
        let levels = self.levels.iter().zip(ends.chain([self.trials.len()]));
        let levels: Vec<OpenLevel> = levels
            .map(|(level, end)| OpenLevel {
                depth: level.chosen,
                item: level.item,
                untried: self.trials[level.trials..end]
                    .iter()
                    .copied()
                    .map(OptionId)
                    .collect(),
                several: None,
            })
            .collect();
        let depth = levels.last().map_or(0, |level| level.depth);
        let chosen = self.chosen[..depth].iter().copied().map(OptionId).collect();
        Open { chosen, levels }
    }

    fn late(&self) -> Option<Limit> {
        self.alarm.rang()
    }

    fn trial(&self) -> Option<Trial> {
        let deepest = self.levels.last()?;
        let tried = self.trials.len() - deepest.trials < deepest.options as usize;
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
    /// Finds what is dead or forced before the first choice; `None` if the alarm rings.
    fn inspect_root(&mut self) -> Option<()> {
        for item in 0..self.primary {
            if self.alarm.after(1) {
                return None;
            }
            #[cfg(test)]
            crate::run::looks::touched(1);
            match self.items[item as usize].size {
                0 => {
                    self.chooser.failed(item);
                    self.dead = true;
                }
                1 => self.forced.push(Reverse(item)),
                _ => {}
            }
        }
        Some(())
    }

    /// Covers the items that have a single option left, lowest first, until there are none or
    /// one is dead. The order matters for reproducible node counts alone.
    fn take_forced(&mut self, stats: &mut Stats) -> bool {
        while let Some(Reverse(lowest)) = self.forced.pop() {
            if self.large && self.alarm.after(1) {
                return false;
            }
            #[cfg(test)]
            crate::run::looks::touched(1);
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
    fn open_level(&mut self, item: u32, stats: &mut Stats) {
        let Item { base, size, .. } = self.items[item as usize];
        let trials = self.trials.len();
        let set = &self.sets[base as usize..(base + size) as usize];
        if set.len() > ONE_GO / 16 {
            if self.sort_trials(base..base + size).is_none() {
                return;
            }
        } else {
            if size >= COVERED_ONCE && self.alarm.after(set.len() * 12) {
                return;
            }
            #[cfg(test)]
            crate::run::looks::touched(set.len() * 11);
            let option_of = &self.option_of;
            self.trials
                .extend(set.iter().map(|&cell| option_of[cell as usize]));
            self.trials[trials..].sort_unstable_by(|a, b| b.cmp(a));
        }
        if self.chooser.orders() {
            self.order_trials(trials);
        }
        if self.levels.is_empty() {
            self.bare = (self.trail.len(), self.closed.len());
        }
        let low = self.low.len();
        if size >= COVERED_ONCE {
            self.cover_once(item, stats);
        }
        self.levels.push(Level {
            trail: self.trail.len(),
            closed: self.closed.len(),
            chosen: self.chosen.len(),
            low,
            trials,
            options: size,
            item,
        });
    }

    /// The item to branch on.
    #[inline(always)]
    fn choose_item(&mut self) -> Option<(u32, u32)> {
        let (items, chooser) = (&self.items, &self.chooser);
        let active = &self.active[..self.open_primary];
        if active.len() <= ONE_GO {
            #[cfg(test)]
            crate::run::looks::touched(active.len());
            // The search looks up often enough for this.
            return chooser.choose(active.iter().map(|&i| (i, items[i as usize].size)));
        }
        self.choose_of_many()
    }

    /// The best of the best of each part.
    #[cold]
    fn choose_of_many(&mut self) -> Option<(u32, u32)> {
        let mut best = None;
        for part in self.active[..self.open_primary].chunks(CHUNK) {
            if self.alarm.after(part.len()) {
                break;
            }
            #[cfg(test)]
            crate::run::looks::touched(part.len());
            let part = part.iter().map(|&i| (i, self.items[i as usize].size));
            best = self.chooser.choose(part.chain(best));
        }
        best
    }

    /// Adds the options of these cells of a set to the trials; `None` if the alarm rings.
    #[cold]
    fn sort_trials(&mut self, set: Range<u32>) -> Option<()> {
        let mut trials = Vec::with_capacity(set.len());
        for spot in set {
            trials.push(self.option_of[self.sets[spot as usize] as usize]);
            if self.alarm.after(1) {
                return None;
            }
            #[cfg(test)]
            crate::run::looks::touched(1);
        }
        sort(&mut trials, &mut self.alarm)?;
        for trials in trials.rchunks(CHUNK) {
            if self.alarm.after(trials.len()) {
                return None;
            }
            #[cfg(test)]
            crate::run::looks::touched(trials.len());
            self.trials.extend(trials.iter().rev());
        }
        Some(())
    }

    /// Hides the options of the item for all trials of the level to come.
    #[cold]
    fn cover_once(&mut self, item: u32, stats: &mut Stats) {
        let Item { base, size, .. } = self.items[item as usize];
        self.next_epoch();
        self.close(item);
        for spot in base..base + size {
            let option = self.option_of[self.sets[spot as usize] as usize];
            #[cfg(test)]
            crate::run::looks::touched(1);
            if self.alarm.after(1) || !self.hide_closely::<true>(option, stats) {
                break;
            }
        }
    }

    /// After a trial of the level whose items in `low` begin here: fails if one of them has to be
    /// covered and cannot be, and forces the others.
    #[cold]
    fn force_low(&mut self, low: usize) -> bool {
        for k in low..self.low.len() {
            if self.alarm.after(1) {
                return false;
            }
            #[cfg(test)]
            crate::run::looks::touched(1);
            let number = self.low[k];
            let Item { size, open, .. } = self.items[number as usize];
            if open && size == 0 {
                self.chooser.failed(number);
                return false;
            }
            if open {
                self.forced.push(Reverse(number));
            }
        }
        true
    }

    /// Leaves the order of the trials from this one on to the strategy. Does not end if the alarm
    /// rings.
    fn order_trials(&mut self, first: usize) {
        let mut ordered = Vec::new();
        for k in first..self.trials.len() {
            let option = self.trials[k];
            let mut blocked = 0;
            for numbers in self.item_of[self.cells(option)].chunks(CHUNK) {
                if self.alarm.after(numbers.len() + 1) {
                    return;
                }
                #[cfg(test)]
                crate::run::looks::touched(numbers.len() + 1);
                let others = numbers.iter().map(|&number| self.items[number as usize]);
                let open = others.filter(|item| item.open);
                blocked += open.map(|item| u64::from(item.size)).sum::<u64>();
            }
            // Ties are tried in the order of adding.
            ordered.push((self.chooser.worth(option, blocked), Reverse(option)));
        }
        if sort(&mut ordered, &mut self.alarm).is_some() {
            for (trial, &(_, Reverse(option))) in self.trials[first..].iter_mut().zip(&ordered) {
                self.alarm.after(1);
                #[cfg(test)]
                crate::run::looks::touched(1);
                *trial = option;
            }
        }
    }

    /// Goes back to the root.
    fn start_again(&mut self) {
        if let Some(&root) = self.levels.first() {
            let (trail, closed) = self.bare;
            let root = Level {
                trail,
                closed,
                ..root
            };
            if self.large && self.return_closely(root) {
                return;
            }
            self.return_to(root);
        }
        self.levels.clear();
        self.low.clear();
        self.trials.clear();
        self.next_epoch();
        self.dead = false;
    }

    /// Takes back everything since the level was opened.
    fn return_to(&mut self, level: Level) {
        self.take_back(level.trail, level.closed);
        self.chosen.truncate(level.chosen);
        self.forced.clear();
    }

    /// Takes back what is more than can be taken back at one go, the last part first, and tells the
    /// alarm of the rest. Says whether it rings.
    fn return_closely(&mut self, level: Level) -> bool {
        loop {
            let trail = self.trail.len().saturating_sub(CHUNK).max(level.trail);
            let closed = self.closed.len().saturating_sub(CHUNK).max(level.closed);
            let work = self.trail.len() - trail + self.closed.len() - closed;
            if self.alarm.after(work + 1) {
                return true;
            }
            if (trail, closed) == (level.trail, level.closed) {
                return false;
            }
            self.take_back(trail, closed);
        }
    }

    #[inline(always)]
    fn take_back(&mut self, trail: usize, closed: usize) {
        #[cfg(test)]
        crate::run::looks::touched(self.trail.len() - trail + self.closed.len() - closed);
        // Backwards: an item that was saved twice gets the older size.
        for (item, size) in self.trail.drain(trail..).rev() {
            self.items[item as usize].size = size;
        }
        for item in self.closed.drain(closed..) {
            self.items[item as usize].open = true;
            self.open_primary += usize::from(item < self.primary);
        }
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
        for items in self.items.chunks_mut(CHUNK) {
            // Whether it rings is seen after the trial.
            self.alarm.after(items.len());
            for item in items {
                item.saved = 0;
            }
        }
        self.epoch = 1;
    }

    /// Adds the option to the partial solution; `false` if that leaves a primary item without
    /// options, in which case the state is good for nothing but [`Self::return_to`], or if the
    /// alarm rings, in which case it is good for nothing.
    fn choose(&mut self, option: u32, stats: &mut Stats) -> bool {
        stats.nodes += 1;
        self.chosen.push(option);
        let first = self.closed.len();
        let range = self.starts[option as usize]..self.starts[option as usize + 1];
        let mut met = 0;
        // All items of the option close first, so that no set changes while it is walked.
        for cell in range.clone() {
            met += self.close(self.item_of[cell as usize]) as usize;
            #[cfg(test)]
            crate::run::looks::touched(1);
            if self.large && self.alarm.after(1) {
                return false;
            }
        }
        // A solution: nobody looks at what is left.
        if self.open_primary == 0 {
            return self.large || !self.alarm.after(3 * range.len());
        }
        // This keeps the option itself from being hidden.
        self.hidden[option as usize] = stats.nodes;
        // Half of it is for taking it back.
        let work = 2 * (2 * range.len() + met * self.longest) + CHOICE;
        if work > ONE_GO {
            return self.hide_others_closely(range, first, stats);
        }
        !self.alarm.after(work) && self.hide_others::<false>(range, first, stats)
    }

    #[cold]
    fn hide_others_closely(&mut self, range: Range<u32>, first: usize, stats: &mut Stats) -> bool {
        self.hide_others::<true>(range, first, stats)
    }

    /// Hides what does not go together with the option of these cells, whose items have been closed
    /// from `first` on.
    #[inline(always)]
    fn hide_others<const CLOSELY: bool>(
        &mut self,
        range: Range<u32>,
        first: usize,
        stats: &mut Stats,
    ) -> bool {
        // Items that were closed before had a color, the same as here, and need nothing more.
        let mut newly_closed = first;
        for cell in range {
            if CLOSELY && self.alarm.after(3) {
                return false;
            }
            #[cfg(test)]
            crate::run::looks::touched(1);
            let item = self.item_of[cell as usize];
            if self.closed.get(newly_closed) != Some(&item) {
                continue;
            }
            newly_closed += 1;
            let color = self.color_of[cell as usize];
            let Item { base, size, .. } = self.items[item as usize];
            for spot in base as usize..(base + size) as usize {
                if CLOSELY && self.alarm.after(1) {
                    return false;
                }
                #[cfg(test)]
                crate::run::looks::touched(1);
                let cell = self.sets[spot] as usize;
                let other = self.option_of[cell];
                if self.hidden[other as usize] == stats.nodes {
                    continue;
                }
                if color != 0 && self.color_of[cell] == color {
                    continue;
                }
                self.hidden[other as usize] = stats.nodes;
                let hidden = if CLOSELY {
                    self.hide_closely::<false>(other, stats)
                } else {
                    self.hide::<false>(self.cells(other), stats)
                };
                if !hidden {
                    return false;
                }
            }
        }
        true
    }

    fn cells(&self, option: u32) -> Range<usize> {
        self.starts[option as usize] as usize..self.starts[option as usize + 1] as usize
    }

    /// Closes the item, if it is open; returns how many options are in its set.
    #[inline(always)]
    fn close(&mut self, number: u32) -> u32 {
        let item = &mut self.items[number as usize];
        if !item.open {
            return 0;
        }
        let size = item.size;
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
        size
    }

    /// [`Cells::hide`] all cells of the option, with a look at the alarm on the way.
    #[cold]
    fn hide_closely<const AHEAD: bool>(&mut self, option: u32, stats: &mut Stats) -> bool {
        let cells = self.cells(option);
        cells.clone().step_by(CHUNK).all(|start| {
            let part = start..cells.end.min(start + CHUNK);
            // Half of it is for taking it back.
            !self.alarm.after(2 * part.len()) && self.hide::<AHEAD>(part, stats)
        })
    }

    /// Takes the cells of an option out of the sets of all open items; `false` if it was the last
    /// option of a primary one. `AHEAD` of the trials that is no failure, but noted in `low`.
    #[inline(always)]
    fn hide<const AHEAD: bool>(&mut self, range: Range<usize>, stats: &mut Stats) -> bool {
        for (q, &number) in (range.start as u32..).zip(&self.item_of[range]) {
            #[cfg(test)]
            crate::run::looks::touched(1);
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
                if AHEAD {
                    // Again if it comes to 0: noted once.
                    if item.size == 1 {
                        self.low.push(number);
                    }
                    continue;
                }
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
