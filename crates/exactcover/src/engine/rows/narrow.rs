//! A stage for up to 1,024 options and 128 items: the whole state fits in a few registers and is
//! handed on by value, so there is nothing to undo.

use super::lanes::vector::Lanes;
use super::stage::{append_named, width_of, Exit, Node, Pace, Stage, Trail, Verdict};
use crate::engine::table::{Claim, Part, Table};
use crate::engine::vectors::Work;
use crate::run::alarm::{Alarm, CHUNK, ONE_GO};
use crate::run::drive::Marks;
use crate::run::limits::Stats;
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

/// The options that are left, and how many of them each item has: 255 for a covered item.
#[derive(Clone, Copy)]
struct State<L, const W: usize, const V: usize> {
    alive: [u64; W],
    counts: [L; V],
}

/// A branching node: its state, and what is left to try there.
#[derive(Clone, Copy)]
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

/// 32 bytes, at a place where vectors are read at once.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Bytes([u64; 4]);

/// At most 64 times `W` options and 32 times `V` items, as they were at the beginning. It is the
/// same for all lanes, so that what builds it is compiled once for them.
struct Board<const W: usize, const V: usize> {
    /// The options that cannot be in a solution with this one, itself among them.
    conflicts: PerOption<[u64; W], W>,
    /// A 1 for each item of the option.
    ones: PerOption<[Bytes; V], W>,
    /// The options of the item.
    options: PerItem<[u64; W], V>,
    /// What the options and items are called in the table.
    option_names: PerOption<u32, W>,
    item_names: PerItem<u32, V>,
    /// For building: where each item of the table stands here.
    places: Vec<u8>,
    /// For building: sets of options that have a secondary item, or a color of one, in common.
    sharing: Vec<[u64; W]>,
}

/// A board, and the search on it.
pub(super) struct Narrow<L, const W: usize, const V: usize> {
    zero: L,
    board: Board<W, V>,
    frames: Vec<Frame<L, W, V>>,
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

/// Adds to the conflict rows what options have against each other because of secondary items;
/// `None` if the alarm rings. No option has more than `longest` of them.
fn add_claims<const W: usize>(
    rows: &mut [[[u64; W]; 64]],
    sharing: &mut Vec<[u64; W]>,
    table: &Table,
    part: &mut Part,
    longest: usize,
    alarm: &mut Alarm,
) -> Option<()> {
    // A slot for each secondary item of the table, and one for each color of it. What is left here
    // has few of them: only their slots are cleared.
    let Part { options, slots, .. } = part;
    if slots.is_empty() {
        return Some(());
    }
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
    // Who has what: each slot that is in use gets a set of options, made when it is first met.
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
    // An option excludes all that have its item, but those that give it the same color.
    let sharing = &sharing[..];
    for (first, options) in (0..).step_by(at_once).zip(options.chunks(at_once)) {
        if alarm.after(most) {
            return None;
        }
        for (k, &option) in (first..).zip(options) {
            #[cfg(test)]
            crate::run::looks::touched(W * table.claims(option).len());
            let row = &mut rows[k / 64][k % 64];
            for claim in table.claims(option) {
                let others = &sharing[slots[claim.item as usize] as usize];
                // Without a color, it has the item for itself.
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
        }
    }
    Some(())
}

impl<const W: usize, const V: usize> Board<W, V> {
    fn new(table: &Table) -> Self {
        Board {
            conflicts: boxed([0; W]),
            ones: boxed([Bytes([0; 4]); V]),
            options: boxed([0; W]),
            option_names: boxed(0),
            item_names: boxed(0),
            places: vec![0; table.primary],
            sharing: Vec::new(),
        }
    }

    /// Begins with the part of the trail: all options of it, and how many of them each item has.
    /// `None` if the alarm rings.
    fn build(&mut self, table: &Table, trail: &mut Trail) -> Option<([u64; W], [Bytes; V])> {
        let Trail {
            part,
            alarm,
            longest,
            ..
        } = trail;
        // Who wrote them down went over all that the stage before can hold.
        if alarm.after((part.options.len() + part.items.len()) * 3 + 32 * V) {
            return None;
        }
        #[cfg(test)]
        crate::run::looks::touched(part.options.len() + part.items.len());
        for (k, &item) in part.items.iter().enumerate() {
            self.places[item as usize] = k as u8;
            self.item_names[k / 32][k % 32] = item;
            self.options[k / 32][k % 32] = [0; W];
        }
        // Items that there are not are covered.
        let mut counts = [Bytes([0; 4]); V];
        for k in part.items.len()..32 * V {
            counts[k / 32].0[k % 32 / 8] |= 255 << (k % 8 * 8);
        }
        let at_once = CHUNK / (*longest + V);
        for (first, options) in (0..).step_by(at_once).zip(part.options.chunks(at_once)) {
            if alarm.after(CHUNK) {
                return None;
            }
            // Option `k` of the part is bit `k % 64` of word `k / 64`, item `k` is byte `k % 32` of
            // vector `k / 32`.
            for (k, &option) in (first..).zip(options) {
                self.option_names[k / 64][k % 64] = option;
                let mut ones = [Bytes([0; 4]); V];
                #[cfg(test)]
                crate::run::looks::touched(table.items(option).len() + V);
                for &item in table.items(option) {
                    let place = usize::from(self.places[item as usize]);
                    let one = 1 << (place % 8 * 8);
                    ones[place / 32].0[place % 32 / 8] |= one;
                    counts[place / 32].0[place % 32 / 8] += one;
                    self.options[place / 32][place % 32][k / 64] |= 1 << (k % 64);
                }
                self.ones[k / 64][k % 64] = ones;
            }
        }
        // The sets of options of all items are there: the conflicts of an option are those of its
        // items.
        let at_once = (CHUNK / (*longest * W)).max(1);
        for (first, options) in (0..).step_by(at_once).zip(part.options.chunks(at_once)) {
            if alarm.after(at_once * *longest * W) {
                return None;
            }
            for (k, &option) in (first..).zip(options) {
                #[cfg(test)]
                crate::run::looks::touched(W * table.items(option).len());
                let mut row = [0; W];
                row[k / 64] |= 1 << (k % 64);
                for &item in table.items(option) {
                    let place = usize::from(self.places[item as usize]);
                    let others = &self.options[place / 32][place % 32];
                    for (word, other) in row.iter_mut().zip(others) {
                        *word |= other;
                    }
                }
                self.conflicts[k / 64][k % 64] = row;
            }
        }
        let (rows, sharing) = (&mut self.conflicts[..], &mut self.sharing);
        add_claims(rows, sharing, table, part, *longest, alarm)?;
        let mut alive = [0; W];
        for k in 0..part.options.len() {
            alive[k / 64] |= 1 << (k % 64);
        }
        Some((alive, counts))
    }
}

impl<L: Lanes, const W: usize, const V: usize> Narrow<L, W, V> {
    pub(super) fn new(zero: L, table: &Table) -> Self {
        Narrow {
            zero,
            board: Board::new(table),
            frames: Vec::new(),
        }
    }

    /// A 1 for each item of the option.
    #[inline(always)]
    fn ones(&self, (w, bit): (usize, usize)) -> [L; V] {
        self.board.ones[w][bit].map(|ones| self.zero.of(ones.0))
    }

    /// The sum of `ones` over a set of options.
    #[inline(always)]
    fn add_all(&self, mut sum: [L; V], set: &[u64; W]) -> [L; V] {
        #[cfg(test)]
        crate::run::looks::touched(W);
        for w in 0..W {
            // From the lowest option up.
            let mut left = set[w];
            #[cfg(test)]
            crate::run::looks::touched(V * left.count_ones() as usize);
            while left != 0 {
                let ones = self.ones((w, left.trailing_zeros() as usize & 63));
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
        // What goes: all that it excludes, itself too.
        let row = &self.board.conflicts[w][bit];
        let mine = self.ones((w, bit));
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
        let mut counts = mine;
        if W >= 4 && survivors < deaths {
            // Count from nothing: fewer steps than counting down. Covered items begin at 255, and
            // no survivor has any of them.
            // `equal_bytes` makes 255 of each byte that is equal.
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
            // Byte by byte over the vectors: one look tells whether any item has none or one left.
            // Covered items, with 255, are never the least.
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
            // A bit for each item that has one left.
            let mut single = [0; V];
            for v in 0..V {
                single[v] = state.counts[v].equal(1);
            }
            // They are taken one after the other, and what that kills is counted down in the end,
            // at once: an option that two of them kill is in the set once.
            let mut killed = [0; W];
            let before = *depth;
            for v in 0..V {
                while single[v] != 0 {
                    let options = &self.board.options[v][single[v].trailing_zeros() as usize & 31];
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
                    trail.chosen[*depth] = self.board.option_names[w][bit];
                    *depth += 1;
                    let row = &self.board.conflicts[w][bit];
                    for w in 0..W {
                        killed[w] |= state.alive[w] & row[w];
                        state.alive[w] &= !row[w];
                    }
                    // Its items go down by one here, and below by all options that they had, itself
                    // among them: to 255, which is covered. Those it was the only one for are done.
                    let ones = self.ones((w, bit));
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
        // The first of equals: the last one that is set here.
        let mut item = (0, 0);
        for v in (0..V).rev() {
            let at = state.counts[v].equal(least);
            if at != 0 {
                item = (v, at.trailing_zeros() as usize & 31);
            }
        }
        let trials = state.alive[0] & self.board.options[item.0][item.1][0];
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
        let option = |k: usize| self.board.option_names[k / 64][k % 64];
        part.options.clear();
        append_named(&mut part.options, 0, &state.alive, &option);
        // Of each word, half is in use.
        let item = |k: usize| self.board.item_names[k / 64][k % 64];
        let open = state.counts.map(|counts| u64::from(!counts.equal(u8::MAX)));
        part.items.clear();
        append_named(&mut part.items, 0, &open, &item);
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
            let options = &self.board.options[frame.item.0][frame.item.1];
            loop {
                // On to the next word in which the item has options.
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
                // A copy: what is tried next starts from the state of the frame again.
                let mut state = self.choose(&frame.state, at, tally);
                let mut depth = frame.depth;
                trail.chosen[depth] = self.board.option_names[at.0][at.1];
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
                // Half of the words or less would do: a narrower stage goes on from here, if such
                // ones live long enough to be worth their making.
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
        if let Some((alive, counts)) = self.board.build(table, trail) {
            let counts = counts.map(|counts| self.zero.of(counts.0));
            let state = State { alive, counts };
            let least = counts.iter().map(|counts| counts.least()).min();
            self.frames.clear();
            self.frames
                .push(self.frame(state, trail.depth, least.unwrap_or(0)));
        }
    }

    fn pace(&self) -> Pace {
        // A trial kills all options at most, or counts half of them; and it takes all items.
        Pace::new(3 * W + 5 * V, V, ONE_GO + ONE_GO / 4)
    }

    fn nodes(&self) -> usize {
        self.frames.len()
    }

    fn node(&self, index: usize) -> Node {
        let Frame {
            state,
            depth,
            item: (v, place),
            word,
            trials,
        } = &self.frames[index];
        let mut left = self.board.options[*v][*place];
        for w in 0..W {
            left[w] &= state.alive[w];
        }
        let name = |option: usize| self.board.option_names[option / 64][option % 64];
        let item = self.board.item_names[*v][*place];
        Node::new(*depth, item, &left, *word, &[*trials], &name)
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
