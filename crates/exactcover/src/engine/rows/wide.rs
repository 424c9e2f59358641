//! A stage for any number of options and items: sets and counts in memory, copied once for each
//! trial.

use super::count::Count;
use super::lanes::vector::Lanes;
use super::stage::{
    append_named, width_of, Exit, Node, Pace, Stage, Trail, Verdict, LONGEST, NARROW_COUNT,
    NARROW_ITEMS, NARROW_OPTIONS,
};
use crate::engine::table::{Claim, Part, Table};
use crate::engine::vectors::Work;
use crate::run::alarm::{each_in_parts, sort, Alarm, ONE_GO};
use crate::run::drive::Marks;
use crate::run::limits::Stats;
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

/// An item with at least so many options is covered once for all of them, before they are tried.
const COVERED_ONCE: u32 = 16;

/// Of so many low items of a frame the alarm is not told.
const FEW: usize = 16;

/// A branching node, and what is left to try there.
#[derive(Clone, Copy)]
struct Frame {
    /// How many options were chosen on the way here.
    depth: usize,
    /// How many items are not covered.
    active: usize,
    item: usize,
    /// Its options in vectors up to this one have been tried, except for `trials`.
    block: usize,
    trials: [u64; 4],
    /// Whether the saved counts are without the options of the item.
    ahead: bool,
    /// Where in `low` its items begin: those that this left with one option or none.
    low: usize,
}

/// Room for every item that a `u16` can name: an index that needs no check.
type PerItem<T> = Box<[T; 1 << 16]>;

pub(super) struct Wide<L, C> {
    zero: L,
    /// The length of a set of options, in vectors.
    blocks: usize,
    /// The number of items, rounded up to full vectors of counts.
    stride: usize,
    /// Per option, those that cannot be in a solution with it, itself among them.
    conflicts: Vec<L>,
    /// Per item, its options.
    options: Vec<L>,
    /// The items of option `o` are `items[spans[o].0..spans[o].1]`.
    spans: Vec<(u32, u32)>,
    items: Vec<u16>,
    /// How many items every option has, if they all have the same number.
    size: Option<usize>,
    /// What the options and items are called in the table.
    option_names: Vec<u32>,
    item_names: Vec<u32>,
    /// The current state: the options that are left, and how many of them each item has.
    alive: Vec<L>,
    counts: PerItem<C>,
    frames: Vec<Frame>,
    /// The states of the frames, one behind the other.
    saved_alive: Vec<L>,
    saved_counts: Vec<C>,
    /// The items of all frames that a trial has to cover, or else it is forced to or fails.
    low: Vec<u16>,
    /// Items that have just come down to one option.
    single: PerItem<u16>,
    /// What the options chosen at the same time have killed.
    killed: Vec<[u64; 4]>,
    /// Room for [`Wide::only_option`].
    left: Vec<[u64; 4]>,
    /// How many entries are read in a trial, besides what it kills and forces; and for a forced
    /// option.
    trial: usize,
    forced: usize,
    /// What it takes to take an option off the counts, at most.
    longest: usize,
    /// Whether the alarm has to be told of each forced option, as there may be many in a trial,
    chains: bool,
    /// and of all that is done.
    closely: bool,
}

/// The vectors whose words can be told in one word which of them are busy.
const CHUNK: usize = 16;

/// The busy words of some vectors, at most [`CHUNK`]. One loop without branches and one look at
/// the result, because it is hard to predict which vectors are busy.
#[inline(always)]
fn join(sets: impl Iterator<Item = u32>) -> u64 {
    let sets = sets.enumerate();
    sets.fold(0, |busy, (k, set)| busy | u64::from(set) << (4 * k))
}

fn boxed<T: Copy>(value: T) -> PerItem<T> {
    match vec![value; 1 << 16].into_boxed_slice().try_into() {
        Ok(array) => array,
        Err(_) => unreachable!("the slice was made with this length"),
    }
}

impl<L: Lanes, C: Count> Wide<L, C> {
    pub(super) fn new(zero: L) -> Self {
        Wide {
            zero,
            blocks: 0,
            stride: 0,
            conflicts: Vec::new(),
            options: Vec::new(),
            spans: Vec::new(),
            items: Vec::new(),
            size: None,
            option_names: Vec::new(),
            item_names: Vec::new(),
            alive: Vec::new(),
            counts: boxed(C::COVERED),
            frames: Vec::new(),
            saved_alive: Vec::new(),
            saved_counts: Vec::new(),
            low: Vec::new(),
            single: boxed(0),
            killed: Vec::new(),
            left: Vec::new(),
            trial: 0,
            forced: 0,
            longest: 0,
            chains: false,
            closely: false,
        }
    }

    /// Chooses the option in the current state, and then whatever is forced, generation by
    /// generation; `None` if the alarm rings.
    #[inline(always)]
    fn choose(
        &mut self,
        option: usize,
        low: usize,
        active: &mut usize,
        depth: &mut usize,
        trail: &mut Trail,
        stats: &mut Stats,
    ) -> Option<Verdict<()>> {
        #[cfg(test)]
        crate::run::looks::touched(self.blocks);
        // A trial that ended dead has left some of what it killed: only `bury` empties the set.
        for set in &mut self.killed {
            *set = [0; 4];
        }
        self.take(option, active, depth, trail);
        // The counts may have been saved without the options of the item (`Frame::ahead`). Then the
        // items that this left low would never be seen to fall: whichever the trial has not just
        // covered are the first singles.
        let mut singles = 0;
        let low = &self.low[low..];
        if low.len() > FEW && trail.alarm.after(low.len()) {
            return None;
        }
        #[cfg(test)]
        crate::run::looks::touched(low.len());
        // Without the options of the item that was branched on, these have one option or none: the
        // trial covers them, or they force that option, or it fails.
        for &item in low {
            let count = self.counts[usize::from(item)];
            if count == C::from_u32(0) {
                return Some(Verdict::Dead);
            }
            if count < C::COVERED {
                self.single[usize::from(singles)] = item;
                singles += 1;
            }
        }
        // One round a generation: what is killed goes off the counts, which gives the next singles,
        // and the choices that these force kill the next options.
        loop {
            let singles = match self.bury_all::<false>(
                core::mem::take(&mut singles),
                stats,
                &mut trail.alarm,
            ) {
                Some(singles) => singles,
                None => return Some(Verdict::Dead),
            };
            if singles == 0 {
                break;
            }
            // Forced choices count as nodes all together: a generation that contradicts itself
            // counts as none, and so the order of its items does not matter.
            let before = *depth;
            let mut told = 0;
            while told < singles {
                let first = told;
                told = if self.chains {
                    let most = ONE_GO / self.forced + 1;
                    singles.min(first + most)
                } else {
                    singles
                };
                if self.chains && trail.alarm.after((told - first) * self.forced) {
                    return None;
                }
                for k in first..told {
                    let item = self.single[k];
                    #[cfg(test)]
                    crate::run::looks::touched(1);
                    // An option that was forced just now has this item, too.
                    if self.counts[usize::from(item)] >= C::COVERED {
                        continue;
                    }
                    match self.only_option(usize::from(item)) {
                        Some(option) => self.take(option, active, depth, trail),
                        // Another item was forced to take an option that excludes it.
                        None => {
                            *depth = before;
                            return Some(Verdict::Dead);
                        }
                    }
                }
            }
            stats.nodes += (*depth - before) as u64;
        }
        Some(if *active == 0 {
            Verdict::Solved
        } else {
            Verdict::Open(())
        })
    }

    /// Covers the items of the option, and moves what is in conflict with it to the killed.
    #[inline(always)]
    fn take(&mut self, option: usize, active: &mut usize, depth: &mut usize, trail: &mut Trail) {
        trail.chosen[*depth] = self.option_names[option];
        *depth += 1;
        let blocks = self.blocks;
        #[cfg(test)]
        crate::run::looks::touched(blocks);
        let row = &self.conflicts[option * blocks..][..blocks];
        let (alive, killed) = (&mut self.alive[..blocks], &mut self.killed[..blocks]);
        // The option is in its own row: it goes like the others, and its items, covered below, no
        // longer care. An option that two choices exclude dies once, because only what is alive is
        // added to the killed; so each is taken off the counts once.
        for b in 0..blocks {
            let dead = row[b].of(killed[b]).or(alive[b].and(row[b]));
            killed[b] = dead.words();
            alive[b] = alive[b].without(row[b]);
        }
        let (start, end) = self.spans[option];
        let items = &self.items[start as usize..end as usize];
        // No item is covered twice: an option with a covered item is not alive.
        *active -= items.len();
        #[cfg(test)]
        crate::run::looks::touched(items.len());
        for &item in items {
            self.counts[usize::from(item)] |= C::COVERED;
        }
    }

    /// Takes the killed options off the counts; how many items have one option left now, with those
    /// that are in `single` already, or `None` if there is one without. `AHEAD` of a trial that
    /// makes no difference, and such an item may be counted twice.
    #[inline(always)]
    fn bury_all<const AHEAD: bool>(
        &mut self,
        singles: u16,
        stats: &mut Stats,
        alarm: &mut Alarm,
    ) -> Option<usize> {
        // The loop over the items of an option is the innermost of all: it pays to know that it
        // always goes over three (quasigroups) or four (sudoku).
        match self.size {
            Some(3) => self.bury::<3, AHEAD, false>(singles, stats, alarm),
            Some(4) => self.bury::<4, AHEAD, false>(singles, stats, alarm),
            _ if self.closely => self.bury_closely::<AHEAD>(singles, stats, alarm),
            _ => self.bury::<0, AHEAD, false>(singles, stats, alarm),
        }
    }

    #[cold]
    #[inline(never)]
    fn bury_closely<const AHEAD: bool>(
        &mut self,
        singles: u16,
        stats: &mut Stats,
        alarm: &mut Alarm,
    ) -> Option<usize> {
        self.bury::<0, AHEAD, true>(singles, stats, alarm)
    }

    /// [`Wide::bury_all`] if all options have `S` items, unless it is 0. `CLOSELY` it tells the
    /// alarm, and fails if it rings.
    #[inline(always)]
    fn bury<const S: usize, const AHEAD: bool, const CLOSELY: bool>(
        &mut self,
        mut singles: u16,
        stats: &mut Stats,
        alarm: &mut Alarm,
    ) -> Option<usize> {
        // Names of their own, for values that need not be loaded again after each write.
        let (spans, items) = (&self.spans[..], &self.items[..]);
        let (counts, single, zero) = (&mut *self.counts, &mut *self.single, self.zero);
        // A count can also fall to 0, after 1: `u16` is wide enough for twice the items.
        for (c, chunk) in self.killed.chunks_mut(CHUNK).enumerate() {
            let sets = chunk.iter().map(|set| zero.of(*set).busy());
            let mut busy = join(sets);
            #[cfg(test)]
            crate::run::looks::touched(chunk.len());
            if CLOSELY && alarm.after(chunk.len()) {
                return None;
            }
            let before = usize::from(singles);
            while busy != 0 {
                let w = busy.trailing_zeros() as usize;
                busy &= busy - 1;
                // Taken: so the set is empty for the next generation.
                let mut left = core::mem::take(&mut chunk[w / 4][w % 4]);
                stats.updates += u64::from(left.count_ones());
                while left != 0 {
                    let option = (c * CHUNK * 4 + w) * 64 + left.trailing_zeros() as usize;
                    left &= left - 1;
                    let items = if S > 0 {
                        &items[option * S..option * S + S]
                    } else {
                        let (start, end) = spans[option];
                        &items[start as usize..end as usize]
                    };
                    #[cfg(test)]
                    crate::run::looks::touched(items.len());
                    if CLOSELY && alarm.after(2 * items.len()) {
                        return None;
                    }
                    // A covered item is counted on, because to ask would be a branch. Its highest
                    // bit stays: it never loses more options than it had.
                    for &item in items {
                        let count = counts[usize::from(item)].less();
                        counts[usize::from(item)] = count;
                        // Written in any case, and kept if it is one: no branch to mispredict.
                        single[usize::from(singles)] = item;
                        singles += u16::from(count < C::from_u32(2));
                    }
                }
            }
            // An item is written down when it comes to 1, and once more when it comes to 0: so it
            // is enough to look at what is new.
            let new = &single[before..usize::from(singles)];
            #[cfg(test)]
            crate::run::looks::touched(new.len());
            if !AHEAD
                && new
                    .iter()
                    .any(|&item| counts[usize::from(item)] == C::from_u32(0))
            {
                return None;
            }
        }
        Some(usize::from(singles))
    }

    /// The first option of the item that is left.
    #[inline(always)]
    fn only_option(&mut self, item: usize) -> Option<usize> {
        let blocks = self.blocks;
        let options = &self.options[item * blocks..][..blocks];
        let (alive, left) = (&self.alive[..blocks], &mut self.left[..blocks]);
        #[cfg(test)]
        crate::run::looks::touched(blocks);
        // All words of a chunk at once, as in `bury`: where the option stands is hard to predict.
        let mut chunk = 0;
        while chunk < blocks {
            let end = blocks.min(chunk + CHUNK);
            let busy = join((chunk..end).map(|b| {
                let set = alive[b].and(options[b]);
                left[b] = set.words();
                set.busy()
            }));
            if busy != 0 {
                let w = busy.trailing_zeros() as usize;
                let bit = left[chunk + w / 4][w % 4].trailing_zeros() as usize;
                return Some((chunk * 4 + w) * 64 + bit);
            }
            chunk = end;
        }
        None
    }

    /// Opens a branching node at the current state, with its first item that has the fewest
    /// options.
    #[inline(always)]
    fn open(&mut self, active: usize, depth: usize, stats: &mut Stats, alarm: &mut Alarm) {
        #[cfg(test)]
        crate::run::looks::touched(self.blocks + 3 * self.stride * C::BYTES / 32);
        let (item, least) = C::least(self.zero, &self.counts[..self.stride]);
        // Every trial kills all options of its item. If these are many, they are taken off once,
        // here; and a trial then takes off only what else it kills.
        let low = self.low.len();
        let ahead = least >= C::from_u32(COVERED_ONCE);
        if ahead {
            self.cover_once(item, stats, alarm);
        }
        self.saved_alive.extend_from_slice(&self.alive);
        self.saved_counts
            .extend_from_slice(&self.counts[..self.stride]);
        let trials = self.alive[0].and(self.options[item * self.blocks]);
        self.frames.push(Frame {
            depth,
            active,
            item,
            block: 0,
            trials: trials.words(),
            ahead,
            low,
        });
    }

    /// Takes all options of the item off the counts, its own among them.
    #[inline(always)]
    fn cover_once(&mut self, item: usize, stats: &mut Stats, alarm: &mut Alarm) {
        #[cfg(test)]
        crate::run::looks::touched(self.blocks);
        // They stay alive here, because the trials are read from what is saved; whoever makes a
        // trial removes them from its copy (`search`).
        let options = &self.options[item * self.blocks..][..self.blocks];
        for ((killed, alive), options) in self.killed.iter_mut().zip(&self.alive).zip(options) {
            *killed = alive.and(*options).words();
        }
        let singles = self.bury_all::<true>(0, stats, alarm).unwrap_or(0);
        if singles > FEW {
            return self.note_many(singles, alarm);
        }
        let start = self.low.len();
        self.low.extend_from_slice(&self.single[..singles]);
        #[cfg(test)]
        crate::run::looks::touched(singles * 4);
        // No trial is without the item itself; others are here twice if they came to 0.
        self.low[start..].sort_unstable();
        self.low.dedup();
    }

    #[cold]
    fn note_many(&mut self, singles: usize, alarm: &mut Alarm) {
        let mut low = self.single[..singles].to_vec();
        if alarm.after(2 * singles) || sort(&mut low, alarm).is_none() {
            return;
        }
        #[cfg(test)]
        crate::run::looks::touched(2 * singles);
        low.dedup();
        self.low.extend(low);
    }

    /// Whether the current state fits into a narrow stage, and into which.
    #[inline(always)]
    fn narrow_width(&self, active: usize, alarm: &mut Alarm) -> Option<usize> {
        if active > NARROW_ITEMS || alarm.after(self.blocks + self.item_names.len()) {
            return None;
        }
        #[cfg(test)]
        crate::run::looks::touched(self.blocks + self.item_names.len());
        let words = self.alive.iter().flat_map(|set| set.words());
        let alive: u32 = words.map(u64::count_ones).sum();
        let mut counts = self.counts[..self.item_names.len()].iter();
        let too_large = |count: &C| *count > C::from_u32(NARROW_COUNT) && *count < C::COVERED;
        // A covered item has any count: the narrow stage does not get it.
        if alive as usize > NARROW_OPTIONS || counts.any(too_large) {
            return None;
        }
        Some(width_of(alive as usize))
    }

    /// Writes down what is left in the current state.
    #[cold]
    fn part(&self, part: &mut Part) {
        #[cfg(test)]
        crate::run::looks::touched(self.blocks + self.item_names.len());
        part.options.clear();
        for (b, set) in self.alive.iter().enumerate() {
            let name = |option: usize| self.option_names[option];
            append_named(&mut part.options, 4 * b, &set.words(), &name);
        }
        let open = self.item_names.iter().zip(self.counts.iter());
        part.items.clear();
        part.items.extend(
            open.filter(|item| *item.1 < C::COVERED)
                .map(|(&item, _)| item),
        );
    }

    #[inline(always)]
    fn search(&mut self, trail: &mut Trail, stats: &mut Stats, marks: &Marks) -> Exit {
        while let Some(index) = self.frames.len().checked_sub(1) {
            let (blocks, stride) = (self.blocks, self.stride);
            let saved = &self.saved_alive[index * blocks..];
            let frame = &mut self.frames[index];
            // The trials come in ascending order, 256 options at a time; the next ones are read
            // from the saved state, which nothing has changed since the frame was opened.
            let w = match frame.trials.iter().position(|&word| word != 0) {
                Some(w) => w,
                None => {
                    frame.block += 1;
                    if frame.block < blocks {
                        let options = self.options[frame.item * blocks + frame.block];
                        frame.trials = saved[frame.block].and(options).words();
                    } else {
                        // All that belongs to a frame stands at the ends of these lists.
                        let low = frame.low;
                        self.frames.pop();
                        self.saved_alive.truncate(index * blocks);
                        self.saved_counts.truncate(index * stride);
                        self.low.truncate(low);
                    }
                    continue;
                }
            };
            if stats.nodes >= marks.nodes || stats.updates >= marks.updates {
                return Exit::Paused;
            }
            if self.closely && trail.alarm.after(self.trial) {
                return Exit::Paused;
            }
            // Marked as tried before it is made: to go back is to look at the frame again.
            let trials = frame.trials[w];
            frame.trials[w] = trials & (trials - 1);
            let option = frame.block * 256 + w * 64 + trials.trailing_zeros() as usize;
            let (mut active, mut depth) = (frame.active, frame.depth);
            stats.nodes += 1;
            let (start, end) = self.spans[option];
            // The option has as many items as are left, and all of its items are: it covers all.
            let verdict = if active == (end - start) as usize {
                // Nobody looks at what is left.
                trail.chosen[depth] = self.option_names[option];
                depth += 1;
                Some(Verdict::Solved)
            } else {
                let (item, low, ahead) = (frame.item, frame.low, frame.ahead);
                #[cfg(test)]
                crate::run::looks::touched(2 * blocks + stride * C::BYTES / 32);
                // This is all there is of undoing: the state of the frame is copied for each trial.
                self.counts[..stride].copy_from_slice(&self.saved_counts[index * stride..]);
                self.alive.copy_from_slice(saved);
                // The saved set still has the options of the item, to be tried one after the other.
                if ahead {
                    let options = &self.options[item * blocks..][..blocks];
                    for (alive, options) in self.alive.iter_mut().zip(options) {
                        *alive = alive.without(*options);
                    }
                }
                self.choose(option, low, &mut active, &mut depth, trail, stats)
            };
            stats.max_depth = stats.max_depth.max(depth);
            match verdict {
                None => return Exit::Paused,
                Some(Verdict::Dead) => {}
                Some(Verdict::Solved) => {
                    trail.solutions += 1;
                    if trail.solutions >= trail.goal {
                        trail.depth = depth;
                        return Exit::Solution;
                    }
                }
                Some(Verdict::Open(())) => {
                    if let Some(width) = self.narrow_width(active, &mut trail.alarm) {
                        if trail.longest <= LONGEST && trail.pays[width].again() {
                            if trail.alarm.after(self.blocks + self.item_names.len()) {
                                return Exit::Paused;
                            }
                            self.part(&mut trail.part);
                            trail.depth = depth;
                            return Exit::Narrow(width);
                        }
                    }
                    // The current state becomes that of a frame; it is not looked at any more.
                    self.open(active, depth, stats, &mut trail.alarm);
                }
            }
        }
        Exit::Exhausted
    }
}

struct Run<'a, L, C> {
    stage: &'a mut Wide<L, C>,
    trail: &'a mut Trail,
    stats: &'a mut Stats,
    marks: &'a Marks,
}

impl<L: Lanes, C: Count> Work for Run<'_, L, C> {
    type Output = Exit;

    #[inline(always)]
    fn work(self) -> Exit {
        let mut near = self.trail.near(self.marks);
        loop {
            let exit = self.stage.search(self.trail, self.stats, &near);
            let at = (self.stats.nodes, self.stats.updates);
            match exit {
                Exit::Paused if self.trail.takes_note(self.stage, at, self.marks, &mut near) => {}
                exit => return exit,
            }
        }
    }
}

/// Ors the second set into the first.
#[inline(always)]
fn unite<'a, L: Lanes>(set: &mut [L], other: impl IntoIterator<Item = &'a L>) {
    for (set, other) in set.iter_mut().zip(other) {
        *set = set.or(*other);
    }
}

/// A vector with one bit.
#[inline(always)]
fn bit<L: Lanes>(zero: L, bit: usize) -> L {
    let mut words = [0; 4];
    words[bit / 64] |= 1 << (bit % 64);
    zero.of(words)
}

impl<L: Lanes, C: Count> Wide<L, C> {
    /// Adds the conflicts by secondary items to the rows: of each claim its item, its color and the
    /// option that makes it.
    #[inline(always)]
    fn build_claims(
        &mut self,
        mut claims: Vec<(u32, u32, usize)>,
        alarm: &mut Alarm,
    ) -> Option<()> {
        // Item after item, so that there is never more than one set for an item and one for a
        // color.
        sort(&mut claims, alarm)?;
        let zero = self.zero;
        let (mut others, mut friends) = (vec![zero; self.blocks], vec![zero; self.blocks]);
        let mut left = &claims[..];
        while let Some(&(item, _, _)) = left.first() {
            let end = left.iter().take_while(|claim| claim.0 == item).count();
            let (mut of_item, rest) = left.split_at(end);
            left = rest;
            collect(zero, &mut others, of_item, alarm)?;
            while let Some(&(_, paint, _)) = of_item.first() {
                let end = of_item.iter().take_while(|claim| claim.1 == paint).count();
                let (of_paint, rest) = of_item.split_at(end);
                of_item = rest;
                let alike = if paint == Claim::ALONE { &[] } else { of_paint };
                collect(zero, &mut friends, alike, alarm)?;
                for &(_, _, option) in of_paint {
                    if alarm.after(self.blocks + 4) {
                        return None;
                    }
                    #[cfg(test)]
                    crate::run::looks::touched(self.blocks + 2);
                    let row = &mut self.conflicts[option * self.blocks..][..self.blocks];
                    for ((set, other), friends) in row.iter_mut().zip(&others).zip(&friends) {
                        *set = set.or(other.without(*friends));
                    }
                }
            }
        }
        Some(())
    }
}

/// Makes it the set of the options that make these claims; `None` if the alarm rings.
#[inline(always)]
fn collect<L: Lanes>(
    zero: L,
    set: &mut [L],
    claims: &[(u32, u32, usize)],
    alarm: &mut Alarm,
) -> Option<()> {
    if alarm.after(set.len()) {
        return None;
    }
    #[cfg(test)]
    crate::run::looks::touched(set.len());
    set.fill(zero);
    each_in_parts(claims, alarm, |(_, _, option), _| {
        unite(&mut set[option / 256..], &[bit(zero, option % 256)]);
    })
}

/// Building, which is done once: the sets are bits of vectors that are taken apart for it.
struct Build<'a, L, C> {
    stage: &'a mut Wide<L, C>,
    table: &'a Table,
    part: &'a Part,
    depth: usize,
    stats: &'a mut Stats,
    alarm: &'a mut Alarm,
}

impl<L: Lanes, C: Count> Work for Build<'_, L, C> {
    /// `None` if the alarm rings.
    type Output = Option<()>;

    #[inline(always)]
    fn work(self) -> Option<()> {
        let Build {
            stage,
            table,
            part,
            depth,
            stats,
            alarm,
        } = self;
        let blocks = (part.options.len() + 255) / 256;
        let zero = stage.zero;
        let (m, n) = (part.options.len(), part.items.len());
        let mut places = vec![0_u16; table.primary];
        // And the copies of them.
        if alarm.after(2 * n + m) {
            return None;
        }
        #[cfg(test)]
        crate::run::looks::touched(2 * n + m);
        for (k, &item) in part.items.iter().enumerate() {
            places[item as usize] = k as u16;
        }
        stage.blocks = blocks;
        stage.option_names = part.options.clone();
        stage.item_names = part.items.clone();
        stage.stride = (n + 31) / 32 * 32;
        stage.killed = vec![[0; 4]; blocks];
        stage.left = stage.killed.clone();
        stage.options = vec![zero; n * blocks];
        stage.conflicts = Vec::with_capacity(m * blocks);
        stage.spans = Vec::new();
        stage.items = Vec::new();
        stage.alive = vec![zero; blocks];
        let mut sizes = vec![0_u32; n];
        let mut claims = Vec::new();
        for (k, &option) in part.options.iter().enumerate() {
            let (block, one) = (k / 256, [bit(zero, k % 256)]);
            unite(&mut stage.alive[block..], &one);
            let start = stage.items.len() as u32;
            let (mine, claimed) = (table.items(option), table.claims(option));
            if alarm.after(mine.len() + 2) {
                return None;
            }
            #[cfg(test)]
            crate::run::looks::touched(mine.len() + 2);
            for &item in mine {
                let place = places[item as usize];
                stage.items.push(place);
                sizes[usize::from(place)] += 1;
                let at = usize::from(place) * blocks + block;
                unite(&mut stage.options[at..], &one);
            }
            stage.spans.push((start, stage.items.len() as u32));
            if !claimed.is_empty() {
                each_in_parts(claimed, alarm, |claim, _| {
                    claims.push((claim.item, claim.paint, k));
                })?;
            }
            stage.longest = stage.longest.max(mine.len());
        }
        let size = stage.spans[0].1 as usize;
        let starts = (0..).step_by(size);
        let uniform = stage
            .spans
            .iter()
            .zip(starts)
            .all(|(span, start)| span.0 == start);
        stage.size = Some(size).filter(|_| uniform && m * size == stage.items.len());
        for (count, &size) in stage.counts.iter_mut().zip(&sizes) {
            *count = C::from_u32(size);
        }
        for (k, span) in stage.spans.iter().enumerate() {
            // Itself is among the options of its first item.
            let set_of = |place: u16| &stage.options[usize::from(place) * blocks..][..blocks];
            let (first, others) = match stage.items[span.0 as usize..span.1 as usize].split_first()
            {
                Some((&first, others)) => (set_of(first), others),
                None => continue,
            };
            stage.conflicts.extend_from_slice(first);
            let row = &mut stage.conflicts[k * blocks..];
            for others in others.chunks(ONE_GO / blocks) {
                if alarm.after(others.len() * blocks) {
                    return None;
                }
                #[cfg(test)]
                crate::run::looks::touched(others.len() * blocks);
                for &place in others {
                    unite(row, set_of(place));
                }
            }
        }
        stage.build_claims(claims, alarm)?;
        let vectors = stage.stride * C::BYTES / 32;
        stage.trial = 7 * blocks + 4 * vectors + stage.longest + 5 * FEW;
        stage.forced = 3 * blocks + stage.longest + 2;
        // Twice for each item that comes to one option, and to none.
        stage.closely = stage.trial > ONE_GO / 2 || stage.items.len() + 2 * n > ONE_GO + ONE_GO / 2;
        if stage.closely {
            stage.size = None;
        }
        stage.chains = m.min(n) * stage.forced > ONE_GO / 2;
        stage.open(n, depth, stats, alarm);
        Some(())
    }
}

impl<L: Lanes, C: Count> Stage for Wide<L, C> {
    fn build(&mut self, table: &Table, trail: &mut Trail, stats: &mut Stats) {
        self.zero.run(Build {
            stage: self,
            table,
            part: &trail.part,
            depth: trail.depth,
            stats,
            alarm: &mut trail.alarm,
        });
    }

    fn pace(&self) -> Pace {
        Pace::new(self.trial, self.longest, ONE_GO / 2)
    }

    fn nodes(&self) -> usize {
        self.frames.len()
    }

    fn node(&self, index: usize) -> Node {
        let frame = &self.frames[index];
        let alive = &self.saved_alive[index * self.blocks..];
        let options = &self.options[frame.item * self.blocks..][..self.blocks];
        let left = alive.iter().zip(options);
        let left: Vec<u64> = left
            .flat_map(|(alive, options)| alive.and(*options).words())
            .collect();
        let item = self.item_names[frame.item];
        let name = |option: usize| self.option_names[option];
        Node::new(
            frame.depth,
            item,
            &left,
            4 * frame.block,
            &frame.trials,
            &name,
        )
    }

    fn run(&mut self, trail: &mut Trail, stats: &mut Stats, marks: &Marks) -> Exit {
        self.zero.run(Run {
            stage: self,
            trail,
            stats,
            marks,
        })
    }
}
