//! A stage for up to 1,024 options and 128 items: the whole state fits in a few registers and is
//! handed on by value, so there is nothing to undo.

use super::lanes::vector::Lanes;
use super::stage::{width_of, Exit, Pace, Stage, Trail, Verdict};
use crate::engine::table::{Claim, Part, Table};
use crate::engine::vectors::Work;
use crate::problem::ids::OptionId;
use crate::run::alarm::{Alarm, CHUNK, ONE_GO};
use crate::run::drive::{Marks, OpenLevel};
use crate::run::limits::Stats;
use crate::run::observer::Trial;
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

/// The options that are left, and how many of them each item has: 255 for a covered item.
#[derive(Clone, Copy, Debug)]
struct State<L, const W: usize, const V: usize> {
    alive: [u64; W],
    counts: [L; V],
}

/// A branching node: its state, and what is left to try there.
#[derive(Clone, Copy, Debug)]
struct Frame<L, const W: usize, const V: usize> {
    state: State<L, W, V>,
    /// How many options were chosen on the way here.
    depth: usize,
    /// The item to cover: its vector, and its byte there.
    item: (usize, usize),
    /// Its options in words up to this one have been tried, except for `trials`.
    word: usize,
    trials: u64,
}

/// Something for each of 64 times `W` options.
type PerOption<T, const W: usize> = Box<[[T; 64]; W]>;
/// Something for each of 32 times `V` items.
type PerItem<T, const V: usize> = Box<[[T; 32]; V]>;

/// At most 64 times `W` options and 32 times `V` items.
#[derive(Debug)]
pub(super) struct Narrow<L, const W: usize, const V: usize> {
    zero: L,
    /// The options that cannot be in a solution with this one, itself among them.
    conflicts: PerOption<[u64; W], W>,
    /// A 1 for each item of the option.
    ones: PerOption<[L; V], W>,
    /// The options of the item.
    options: PerItem<[u64; W], V>,
    /// What the options and items are called in the table.
    option_names: PerOption<u32, W>,
    item_names: PerItem<u32, V>,
    frames: Vec<Frame<L, W, V>>,
    /// For building: where each item of the table stands here.
    places: Vec<u8>,
    /// For building: sets of options that have a secondary item, or a color of one, in common.
    sharing: Vec<[u64; W]>,
}

/// What a run counts, kept in registers.
struct Tally {
    nodes: u64,
    updates: u64,
    deepest: usize,
}

/// The same value everywhere, without a detour over the stack.
fn boxed<T: Copy, const N: usize, const M: usize>(value: T) -> Box<[[T; M]; N]> {
    match vec![[value; M]; N].into_boxed_slice().try_into() {
        Ok(array) => array,
        Err(_) => unreachable!("the slice was made with this length"),
    }
}

impl<L: Lanes, const W: usize, const V: usize> Narrow<L, W, V> {
    pub(super) fn new(zero: L, table: &Table) -> Self {
        Narrow {
            zero,
            conflicts: boxed([0; W]),
            ones: boxed([zero; V]),
            options: boxed([0; W]),
            option_names: boxed(0),
            item_names: boxed(0),
            frames: Vec::new(),
            places: vec![0; table.primary],
            sharing: Vec::new(),
        }
    }

    /// The conflict rows, from the options of each item; `None` if the alarm rings. No option has
    /// more than `longest` items of a kind.
    fn build_conflicts(
        &mut self,
        table: &Table,
        part: &mut Part,
        longest: usize,
        alarm: &mut Alarm,
    ) -> Option<()> {
        let Part { options, slots, .. } = part;
        let at_once = (CHUNK / (longest * W)).max(1);
        let most = at_once * longest * W;
        for options in options.chunks(at_once) {
            if alarm.after(most) {
                return None;
            }
            for &option in options {
                #[cfg(test)]
                crate::run::looks::touched(table.claims(option).len());
                for claim in table.claims(option) {
                    slots[claim.item as usize] = u32::MAX;
                    if claim.paint != Claim::ALONE {
                        slots[claim.paint as usize] = u32::MAX;
                    }
                }
            }
        }
        let sharing = &mut self.sharing;
        sharing.clear();
        for (first, options) in (0..).step_by(at_once).zip(options.chunks(at_once)) {
            if alarm.after(most) {
                return None;
            }
            for (k, &option) in (first..).zip(options) {
                let mut share = |slot: u32| {
                    let set = &mut slots[slot as usize];
                    if *set == u32::MAX {
                        *set = sharing.len() as u32;
                        sharing.push([0; W]);
                    }
                    sharing[*set as usize][k / 64] |= 1 << (k % 64);
                };
                #[cfg(test)]
                crate::run::looks::touched(table.claims(option).len());
                for claim in table.claims(option) {
                    share(claim.item);
                    if claim.paint != Claim::ALONE {
                        share(claim.paint);
                    }
                }
            }
        }
        for (first, options) in (0..).step_by(at_once).zip(options.chunks(at_once)) {
            // As many sets for the items as for the claims.
            if alarm.after(2 * most) {
                return None;
            }
            for (k, &option) in (first..).zip(options) {
                #[cfg(test)]
                crate::run::looks::touched(W * table.items(option).len());
                #[cfg(test)]
                crate::run::looks::touched(W * table.claims(option).len());
                let mut row = [0; W];
                row[k / 64] |= 1 << (k % 64);
                for &item in table.items(option) {
                    let place = usize::from(self.places[item as usize]);
                    let others = &self.options[place / 32][place % 32];
                    for (word, other) in row.iter_mut().zip(others) {
                        *word |= other;
                    }
                }
                for claim in table.claims(option) {
                    let others = &sharing[slots[claim.item as usize] as usize];
                    if claim.paint == Claim::ALONE {
                        for w in 0..W {
                            row[w] |= others[w];
                        }
                        continue;
                    }
                    let friends = &sharing[slots[claim.paint as usize] as usize];
                    for w in 0..W {
                        row[w] |= others[w] & !friends[w];
                    }
                }
                self.conflicts[k / 64][k % 64] = row;
            }
        }
        Some(())
    }

    /// The sum of `ones` over a set of options.
    #[inline(always)]
    fn add_all(&self, mut sum: [L; V], set: &[u64; W]) -> [L; V] {
        #[cfg(test)]
        crate::run::looks::touched(W);
        for (ones, &word) in self.ones.iter().zip(set) {
            let mut left = word;
            #[cfg(test)]
            crate::run::looks::touched(V * word.count_ones() as usize);
            while left != 0 {
                let ones = &ones[left.trailing_zeros() as usize & 63];
                left &= left - 1;
                for v in 0..V {
                    sum[v] = sum[v].add(ones[v]);
                }
            }
        }
        sum
    }

    /// The state after choosing an option.
    #[inline(always)]
    fn choose(
        &self,
        state: &State<L, W, V>,
        (w, bit): (usize, usize),
        tally: &mut Tally,
    ) -> State<L, W, V> {
        let row = &self.conflicts[w][bit];
        let mine = &self.ones[w][bit];
        let (mut killed, mut alive) = ([0; W], state.alive);
        let (mut deaths, mut survivors) = (0, 0);
        for w in 0..W {
            killed[w] = alive[w] & row[w];
            alive[w] &= !row[w];
            deaths += killed[w].count_ones();
            survivors += alive[w].count_ones();
        }
        #[cfg(test)]
        crate::run::looks::touched(W + V);
        tally.nodes += 1;
        tally.updates += u64::from(deaths);
        let mut counts = *mine;
        if W >= 4 && survivors < deaths {
            // Count from nothing: fewer steps than counting down. Covered items begin at 255, and
            // no survivor has any of them.
            for v in 0..V {
                counts[v] = mine[v].equal_bytes(1).or(state.counts[v].equal_bytes(255));
            }
            counts = self.add_all(counts, &alive);
        } else {
            // The option is among those that it kills, so that its items count it twice and wrap
            // from 0 to 255.
            counts = self.add_all(counts, &killed);
            for v in 0..V {
                counts[v] = state.counts[v].sub(counts[v]);
            }
        }
        State { alive, counts }
    }

    /// Chooses the only option of all items that have one left, until there is none; if it stays
    /// open, the fewest options of an item come with it: at least two.
    #[inline(always)]
    fn settle(
        &self,
        state: &mut State<L, W, V>,
        trail: &mut Trail,
        depth: &mut usize,
        tally: &mut Tally,
    ) -> Verdict<u8> {
        loop {
            #[cfg(test)]
            crate::run::looks::touched(V);
            let mut least = state.counts[0];
            for counts in &state.counts[1..] {
                least = least.min(*counts);
            }
            if least.has(0) {
                return Verdict::Dead;
            }
            if !least.has(1) {
                return match least.least() {
                    u8::MAX => Verdict::Solved,
                    least => Verdict::Open(least),
                };
            }
            let mut single = [0; V];
            for v in 0..V {
                single[v] = state.counts[v].equal(1);
            }
            let mut killed = [0; W];
            let before = *depth;
            for v in 0..V {
                while single[v] != 0 {
                    let options = &self.options[v][single[v].trailing_zeros() as usize & 31];
                    #[cfg(test)]
                    crate::run::looks::touched(2 * W + V);
                    let mut only = None;
                    for w in 0..W {
                        let left = state.alive[w] & options[w];
                        if left != 0 {
                            only = Some((w, left.trailing_zeros() as usize & 63));
                            break;
                        }
                    }
                    // Another item may have been forced to take an option that excludes it.
                    let (w, bit) = match only {
                        Some(at) => at,
                        None => {
                            *depth = before;
                            return Verdict::Dead;
                        }
                    };
                    trail.chosen[*depth] = self.option_names[w][bit];
                    *depth += 1;
                    let row = &self.conflicts[w][bit];
                    for w in 0..W {
                        killed[w] |= state.alive[w] & row[w];
                        state.alive[w] &= !row[w];
                    }
                    let ones = &self.ones[w][bit];
                    for v in 0..V {
                        state.counts[v] = state.counts[v].sub(ones[v]);
                        single[v] &= !ones[v].equal(1);
                    }
                }
            }
            tally.nodes += (*depth - before) as u64;
            for word in &killed {
                tally.updates += u64::from(word.count_ones());
            }
            let sum = self.add_all([least.of([0; 4]); V], &killed);
            for v in 0..V {
                state.counts[v] = state.counts[v].sub(sum[v]);
            }
        }
    }

    /// A branching node where the first of the items with this many options is to be covered.
    #[inline(always)]
    fn frame(&self, state: State<L, W, V>, depth: usize, least: u8) -> Frame<L, W, V> {
        #[cfg(test)]
        crate::run::looks::touched(V + W);
        let mut item = (0, 0);
        for v in (0..V).rev() {
            let at = state.counts[v].equal(least);
            if at != 0 {
                item = (v, at.trailing_zeros() as usize & 31);
            }
        }
        let trials = state.alive[0] & self.options[item.0][item.1][0];
        Frame {
            state,
            depth,
            item,
            word: 0,
            trials,
        }
    }

    /// Writes down what is left in this state.
    #[cold]
    fn part(&self, state: &State<L, W, V>, part: &mut Part) {
        part.options.clear();
        for (names, &word) in self.option_names.iter().zip(&state.alive) {
            let mut left = word;
            while left != 0 {
                part.options.push(names[left.trailing_zeros() as usize]);
                left &= left - 1;
            }
        }
        part.items.clear();
        for (names, counts) in self.item_names.iter().zip(&state.counts) {
            let mut left = !counts.equal(u8::MAX);
            while left != 0 {
                part.items.push(names[left.trailing_zeros() as usize]);
                left &= left - 1;
            }
        }
    }

    #[inline(always)]
    fn search(&mut self, trail: &mut Trail, marks: &Marks, tally: &mut Tally) -> Exit {
        let mut frames = core::mem::take(&mut self.frames);
        let exit = self.walk(&mut frames, trail, marks, tally);
        self.frames = frames;
        exit
    }

    #[inline(always)]
    fn walk(
        &self,
        frames: &mut Vec<Frame<L, W, V>>,
        trail: &mut Trail,
        marks: &Marks,
        tally: &mut Tally,
    ) -> Exit {
        'frames: while let Some(frame) = frames.last_mut() {
            let options = &self.options[frame.item.0][frame.item.1];
            loop {
                while frame.trials == 0 {
                    frame.word += 1;
                    if frame.word >= W {
                        frames.pop();
                        continue 'frames;
                    }
                    frame.trials = frame.state.alive[frame.word] & options[frame.word];
                }
                if tally.nodes >= marks.nodes || tally.updates >= marks.updates {
                    return Exit::Paused;
                }
                let at = (frame.word, frame.trials.trailing_zeros() as usize & 63);
                frame.trials &= frame.trials - 1;
                let mut state = self.choose(&frame.state, at, tally);
                let mut depth = frame.depth;
                trail.chosen[depth] = self.option_names[at.0][at.1];
                depth += 1;
                let verdict = self.settle(&mut state, trail, &mut depth, tally);
                tally.deepest = tally.deepest.max(depth);
                let least = match verdict {
                    Verdict::Dead => continue,
                    Verdict::Solved => {
                        trail.solutions += 1;
                        if trail.solutions >= trail.goal {
                            trail.depth = depth;
                            return Exit::Solution;
                        }
                        continue;
                    }
                    Verdict::Open(least) => least,
                };
                if W > 1 {
                    let alive: u32 = state.alive.iter().map(|word| word.count_ones()).sum();
                    let width = width_of(alive as usize);
                    if (1 << width) <= W / 2 && trail.pays[width].again() {
                        self.part(&state, &mut trail.part);
                        trail.depth = depth;
                        return Exit::Narrow(width);
                    }
                }
                frames.push(self.frame(state, depth, least));
                continue 'frames;
            }
        }
        Exit::Exhausted
    }
}

/// [`Narrow::search`] with the counts kept at hand.
struct Run<'a, L, const W: usize, const V: usize> {
    stage: &'a mut Narrow<L, W, V>,
    trail: &'a mut Trail,
    stats: &'a mut Stats,
    marks: &'a Marks,
}

impl<L: Lanes, const W: usize, const V: usize> Work for Run<'_, L, W, V> {
    type Output = Exit;

    #[inline(always)]
    fn work(self) -> Exit {
        let mut tally = Tally {
            nodes: self.stats.nodes,
            updates: self.stats.updates,
            deepest: self.stats.max_depth,
        };
        let mut near = self.trail.near(self.marks);
        let exit = loop {
            let exit = self.stage.search(self.trail, &near, &mut tally);
            let at = (tally.nodes, tally.updates);
            match exit {
                Exit::Paused if self.trail.takes_note(self.stage, at, self.marks, &mut near) => {}
                exit => break exit,
            }
        };
        self.stats.nodes = tally.nodes;
        self.stats.updates = tally.updates;
        self.stats.max_depth = tally.deepest;
        exit
    }
}

impl<L: Lanes, const W: usize, const V: usize> Stage for Narrow<L, W, V> {
    fn build(&mut self, table: &Table, trail: &mut Trail, _stats: &mut Stats) {
        let Trail {
            part,
            alarm,
            depth,
            longest,
            ..
        } = trail;
        // Who wrote them down went over all that the stage before can hold.
        if alarm.after((part.options.len() + part.items.len()) * 3 + 32 * V) {
            return;
        }
        #[cfg(test)]
        crate::run::looks::touched(part.options.len() + part.items.len());
        for (k, &item) in part.items.iter().enumerate() {
            self.places[item as usize] = k as u8;
            self.item_names[k / 32][k % 32] = item;
            self.options[k / 32][k % 32] = [0; W];
        }
        let mut counts = [[0_u8; 32]; V];
        let at_once = CHUNK / (*longest + V);
        for (first, options) in (0..).step_by(at_once).zip(part.options.chunks(at_once)) {
            if alarm.after(CHUNK) {
                return;
            }
            for (k, &option) in (first..).zip(options) {
                self.option_names[k / 64][k % 64] = option;
                let mut ones = [[0_u64; 4]; V];
                #[cfg(test)]
                crate::run::looks::touched(table.items(option).len() + V);
                for &item in table.items(option) {
                    let place = usize::from(self.places[item as usize]);
                    ones[place / 32][place % 32 / 8] |= 1 << (place % 8 * 8);
                    self.options[place / 32][place % 32][k / 64] |= 1 << (k % 64);
                    counts[place / 32][place % 32] += 1;
                }
                self.ones[k / 64][k % 64] = ones.map(|words| self.zero.of(words));
            }
        }
        if self.build_conflicts(table, part, *longest, alarm).is_none() {
            return;
        }
        let mut state = State {
            alive: [0; W],
            counts: [self.zero; V],
        };
        for k in 0..part.options.len() {
            state.alive[k / 64] |= 1 << (k % 64);
        }
        let mut least = u8::MAX;
        for (v, counts) in counts.iter_mut().enumerate() {
            for count in &mut counts[part.items.len().saturating_sub(32 * v).min(32)..] {
                *count = u8::MAX;
            }
            let mut words = [0; 4];
            for (k, &count) in counts.iter().enumerate() {
                least = least.min(count);
                words[k / 8] |= u64::from(count) << (k % 8 * 8);
            }
            state.counts[v] = self.zero.of(words);
        }
        self.frames.clear();
        self.frames.push(self.frame(state, *depth, least));
    }

    fn pace(&self) -> Pace {
        // A trial kills all options at most, or counts half of them; and it takes all items.
        Pace::new(3 * W + 5 * V, V, ONE_GO + ONE_GO / 4)
    }

    fn levels(&self, levels: &mut Vec<(usize, usize)>) {
        for frame in &self.frames {
            let options = &self.options[frame.item.0][frame.item.1];
            let size = |w: usize| (frame.state.alive[w] & options[w]).count_ones() as usize;
            let behind: usize = (frame.word + 1..W).map(size).sum();
            let untried = frame.trials.count_ones() as usize + behind;
            levels.push(((0..W).map(size).sum(), untried));
        }
    }

    fn open_levels(&self, levels: &mut Vec<OpenLevel>) {
        for frame in &self.frames {
            let (v, place) = frame.item;
            let mut untried = Vec::new();
            for w in frame.word..W {
                let behind = frame.state.alive[w] & self.options[v][place][w];
                let mut left = if w == frame.word {
                    frame.trials
                } else {
                    behind
                };
                while left != 0 {
                    let option = self.option_names[w][left.trailing_zeros() as usize];
                    untried.push(OptionId(option));
                    left &= left - 1;
                }
            }
            levels.push(OpenLevel {
                depth: frame.depth,
                item: self.item_names[v][place],
                untried,
                several: None,
            });
        }
    }

    fn trial(&self) -> Option<Trial> {
        let frame = self.frames.last()?;
        let options = &self.options[frame.item.0][frame.item.1];
        let mut behind = frame.word + 1..W;
        let option = self.option_names[frame.word][frame.trials.trailing_zeros() as usize & 63];
        Some(Trial {
            start: 0,
            depth: frame.depth,
            option: OptionId(option),
            forced: frame.trials & (frame.trials - 1) == 0
                && behind.all(|w| frame.state.alive[w] & options[w] == 0),
        })
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
