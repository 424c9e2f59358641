//! A stage for any number of options and items: sets and counts in memory, copied once for each
//! trial.

use super::lanes::{Lanes, Work};
use super::table::{Claim, Part, Table};
use super::{width_of, Exit, Stage, Trail, NARROW_COUNT, NARROW_ITEMS, NARROW_OPTIONS};
use crate::engine::Marks;
use crate::Stats;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

/// How many options an item has, with a mark when it is covered.
pub(super) trait Count:
    Copy + Ord + core::ops::BitOrAssign + fmt::Debug + Send + Sync + 'static
{
    /// The mark: counts beside it go on falling, but stay at or above it.
    const COVERED: Self;
    fn from_u32(count: u32) -> Self;
    /// One less.
    fn less(self) -> Self;
    /// The first of the least counts, and its place. The length is a multiple of 32.
    fn least<L: Lanes>(counts: &[Self]) -> (usize, Self);
}

impl Count for u8 {
    const COVERED: Self = 0x80;

    #[inline(always)]
    fn from_u32(count: u32) -> Self {
        count as u8
    }

    #[inline(always)]
    fn less(self) -> Self {
        self - 1
    }

    #[inline(always)]
    fn least<L: Lanes>(counts: &[Self]) -> (usize, Self) {
        let mut least = L::from_words([u64::MAX; 4]);
        for chunk in counts.chunks_exact(32) {
            least = least.min(load(chunk));
        }
        let least = least.least();
        for (k, chunk) in counts.chunks_exact(32).enumerate() {
            let at = load::<L>(chunk).equal(least);
            if at != 0 {
                return (k * 32 + at.trailing_zeros() as usize, least);
            }
        }
        (0, least)
    }
}

#[inline(always)]
fn load<L: Lanes>(bytes: &[u8]) -> L {
    let mut words = [0; 4];
    for (word, eight) in words.iter_mut().zip(bytes.chunks_exact(8)) {
        let mut copy = [0; 8];
        copy.copy_from_slice(eight);
        *word = u64::from_le_bytes(copy);
    }
    L::from_words(words)
}

impl Count for u16 {
    const COVERED: Self = 0x8000;

    #[inline(always)]
    fn from_u32(count: u32) -> Self {
        count as u16
    }

    #[inline(always)]
    fn less(self) -> Self {
        self - 1
    }

    #[inline(always)]
    fn least<L: Lanes>(counts: &[Self]) -> (usize, Self) {
        let least = counts.iter().fold(u16::MAX, |least, &c| least.min(c));
        let chunks = counts.chunks_exact(32).enumerate();
        for (k, chunk) in chunks {
            // Without an early end, so that it compiles to comparisons of many at once.
            if chunk.iter().fold(false, |any, &c| any | (c == least)) {
                let at = chunk.iter().position(|&c| c == least);
                return (k * 32 + at.unwrap_or(0), least);
            }
        }
        (0, least)
    }
}

/// A branching node, and what is left to try there.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// How many options were chosen on the way here.
    depth: usize,
    /// How many items are not covered.
    active: usize,
    item: usize,
    /// Its options in vectors up to this one have been tried, except for `trials`.
    block: usize,
    trials: [u64; 4],
}

#[derive(Debug)]
pub(super) struct Wide<L, C> {
    /// The length of a set of options, in vectors.
    blocks: usize,
    /// Per option, those that cannot be in a solution with it, itself among them.
    conflicts: Vec<L>,
    /// Per item, its options.
    options: Vec<L>,
    /// The items of option `o` are `items[starts[o]..starts[o + 1]]`.
    starts: Vec<u32>,
    items: Vec<u16>,
    /// What the options and items are called in the table.
    option_names: Vec<u32>,
    item_names: Vec<u32>,
    /// Per frame and for the current state, the options that are left.
    alive: Vec<L>,
    /// The same for the counts of the items.
    counts: Vec<C>,
    frames: Vec<Frame>,
    /// Items that have just come down to one option.
    single: Vec<u16>,
    /// What the options chosen at the same time have killed.
    killed: Vec<L>,
}

/// What a state turned out to be when everything forced was chosen.
enum Verdict {
    Dead,
    Solved,
    Open,
}

impl<L: Lanes, C: Count> Wide<L, C> {
    pub(super) fn new() -> Self {
        Wide {
            blocks: 0,
            conflicts: Vec::new(),
            options: Vec::new(),
            starts: Vec::new(),
            items: Vec::new(),
            option_names: Vec::new(),
            item_names: Vec::new(),
            alive: Vec::new(),
            counts: Vec::new(),
            frames: Vec::new(),
            single: Vec::new(),
            killed: Vec::new(),
        }
    }

    /// The room that the counts of one frame take.
    fn stride(&self) -> usize {
        (self.item_names.len() + 31) / 32 * 32
    }

    /// Chooses the option for the current state, which is the last one, and then whatever is
    /// forced, generation by generation.
    #[inline(always)]
    fn choose(
        &mut self,
        option: usize,
        active: &mut usize,
        depth: &mut usize,
        trail: &mut Trail,
        stats: &mut Stats,
    ) -> Verdict {
        let blocks = self.blocks;
        let frame = self.frames.len();
        let counts_at = frame * self.stride();
        let alive = &mut self.alive[frame * blocks..][..blocks];
        let counts = &mut self.counts[counts_at..];
        let killed = &mut self.killed[..blocks];
        let zero = L::from_words([0; 4]);
        for set in killed.iter_mut() {
            *set = zero;
        }
        let mut next = option;
        let mut singles = 0;
        let mut taken = 0;
        loop {
            // Takes `next`.
            trail.chosen[*depth] = self.option_names[next];
            *depth += 1;
            stats.nodes += 1;
            let row = &self.conflicts[next * blocks..][..blocks];
            for ((alive, killed), row) in alive.iter_mut().zip(killed.iter_mut()).zip(row) {
                *killed = killed.or(alive.and(*row));
                *alive = alive.without(*row);
            }
            let items = self.starts[next] as usize..self.starts[next + 1] as usize;
            *active -= items.len();
            for &item in &self.items[items] {
                counts[usize::from(item)] |= C::COVERED;
            }
            // The next item with one option, if it is not covered by now.
            let mut found = None;
            loop {
                while taken < singles && found.is_none() {
                    let item = usize::from(self.single[taken]);
                    taken += 1;
                    if counts[item] < C::COVERED {
                        found = Some(item);
                    }
                }
                if found.is_some() {
                    break;
                }
                // All of this generation are taken: now for what they have killed.
                singles = 0;
                taken = 0;
                for (b, set) in killed.iter_mut().enumerate() {
                    let mut busy = set.busy();
                    if busy == 0 {
                        continue;
                    }
                    let words = set.words();
                    *set = zero;
                    while busy != 0 {
                        let w = busy.trailing_zeros() as usize & 3;
                        busy &= busy - 1;
                        let mut left = words[w];
                        stats.updates += u64::from(left.count_ones());
                        let mut dead = false;
                        while left != 0 {
                            let option = b * 256 + w * 64 + left.trailing_zeros() as usize;
                            left &= left - 1;
                            let items =
                                self.starts[option] as usize..self.starts[option + 1] as usize;
                            for &item in &self.items[items] {
                                let count = &mut counts[usize::from(item)];
                                *count = count.less();
                                self.single[singles] = item;
                                singles += usize::from(*count == C::from_u32(1));
                                dead |= *count == C::from_u32(0);
                            }
                        }
                        if dead {
                            return Verdict::Dead;
                        }
                    }
                }
                if singles == 0 {
                    return if *active == 0 {
                        Verdict::Solved
                    } else {
                        Verdict::Open
                    };
                }
                sort(&mut self.single[..singles]);
            }
            if let Some(item) = found {
                let options = &self.options[item * blocks..][..blocks];
                let mut only = None;
                for (b, (alive, options)) in alive.iter().zip(options).enumerate() {
                    let set = alive.and(*options);
                    let busy = set.busy();
                    if busy != 0 {
                        let w = busy.trailing_zeros() as usize & 3;
                        only = Some(b * 256 + w * 64 + set.words()[w].trailing_zeros() as usize);
                        break;
                    }
                }
                match only {
                    // Another item was forced to take an option that excludes it.
                    None => return Verdict::Dead,
                    Some(option) => next = option,
                }
            }
        }
    }

    /// Opens a branching node at the current state, with its first item that has the fewest
    /// options, and makes room for the next state.
    fn open(&mut self, active: usize, depth: usize) {
        let (frame, stride) = (self.frames.len(), self.stride());
        let (item, _) = C::least::<L>(&self.counts[frame * stride..][..stride]);
        let mut opened = Frame {
            depth,
            active,
            item,
            block: 0,
            trials: [0; 4],
        };
        opened.trials = self.trials(frame, &opened);
        self.frames.push(opened);
        let needed = (frame + 2) * self.blocks;
        if self.alive.len() < needed {
            self.alive.resize(needed, L::from_words([0; 4]));
            self.counts.resize((frame + 2) * stride, C::from_u32(0));
        }
    }

    /// The options of the frame's item in its current block.
    #[inline(always)]
    fn trials(&self, index: usize, frame: &Frame) -> [u64; 4] {
        let alive = self.alive[index * self.blocks + frame.block];
        let options = self.options[frame.item * self.blocks + frame.block];
        alive.and(options).words()
    }

    /// Whether the current state fits into a narrow stage, and into which.
    fn narrow_width(&self, active: usize) -> Option<usize> {
        if active > NARROW_ITEMS {
            return None;
        }
        let alive = &self.alive[self.frames.len() * self.blocks..][..self.blocks];
        let words = alive.iter().flat_map(|set| set.words());
        let alive: u32 = words.map(u64::count_ones).sum();
        let counts = &self.counts[self.frames.len() * self.stride()..];
        let mut counts = counts.iter().take(self.item_names.len());
        let too_large = |count: &C| *count > C::from_u32(NARROW_COUNT) && *count < C::COVERED;
        if alive as usize > NARROW_OPTIONS || counts.any(too_large) {
            return None;
        }
        Some(width_of(alive as usize))
    }

    /// Writes down what is left in the current state.
    #[cold]
    fn part(&self, part: &mut Part) {
        let alive = &self.alive[self.frames.len() * self.blocks..][..self.blocks];
        part.options.clear();
        for (b, set) in alive.iter().enumerate() {
            for (w, mut left) in set.words().iter().copied().enumerate() {
                while left != 0 {
                    let option = b * 256 + w * 64 + left.trailing_zeros() as usize;
                    part.options.push(self.option_names[option]);
                    left &= left - 1;
                }
            }
        }
        let counts = &self.counts[self.frames.len() * self.stride()..];
        let open = self.item_names.iter().zip(counts);
        part.items.clear();
        part.items.extend(
            open.filter(|(_, &count)| count < C::COVERED)
                .map(|(&item, _)| item),
        );
    }

    #[inline(always)]
    fn search(&mut self, trail: &mut Trail, stats: &mut Stats, marks: &Marks) -> Exit {
        while let Some(index) = self.frames.len().checked_sub(1) {
            let mut frame = self.frames[index];
            let w = match frame.trials.iter().position(|&word| word != 0) {
                Some(w) => w,
                None => {
                    frame.block += 1;
                    if frame.block >= self.blocks {
                        self.frames.pop();
                    } else {
                        frame.trials = self.trials(index, &frame);
                        self.frames[index] = frame;
                    }
                    continue;
                }
            };
            if stats.nodes >= marks.nodes || stats.updates >= marks.updates {
                return Exit::Paused;
            }
            let option = frame.block * 256 + w * 64 + frame.trials[w].trailing_zeros() as usize;
            self.frames[index].trials[w] &= frame.trials[w] - 1;
            let (blocks, stride) = (self.blocks, self.stride());
            self.alive
                .copy_within(index * blocks..(index + 1) * blocks, (index + 1) * blocks);
            self.counts
                .copy_within(index * stride..(index + 1) * stride, (index + 1) * stride);
            let (mut active, mut depth) = (frame.active, frame.depth);
            let verdict = self.choose(option, &mut active, &mut depth, trail, stats);
            stats.max_depth = stats.max_depth.max(depth);
            match verdict {
                Verdict::Dead => {}
                Verdict::Solved => {
                    trail.solutions += 1;
                    if trail.solutions >= trail.goal {
                        trail.depth = depth;
                        return Exit::Solution;
                    }
                }
                Verdict::Open => {
                    if let Some(width) = self.narrow_width(active) {
                        if trail.pays[width].again() {
                            self.part(&mut trail.part);
                            trail.depth = depth;
                            return Exit::Narrow(width);
                        }
                    }
                    self.open(active, depth);
                }
            }
        }
        Exit::Exhausted
    }
}

/// Sorts a few numbers, in place and by insertion: mostly there are two or three.
#[inline(always)]
fn sort(numbers: &mut [u16]) {
    for end in 1..numbers.len() {
        let mut k = end;
        while k > 0 && numbers[k - 1] > numbers[k] {
            numbers.swap(k - 1, k);
            k -= 1;
        }
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
        self.stage.search(self.trail, self.stats, self.marks)
    }
}

/// Ors the second set into the first.
fn unite<'a, L: Lanes>(set: &mut [L], other: impl IntoIterator<Item = &'a L>) {
    for (set, other) in set.iter_mut().zip(other) {
        *set = set.or(*other);
    }
}

/// A vector with one bit.
fn bit<L: Lanes>(bit: usize) -> L {
    let mut words = [0; 4];
    words[bit / 64] |= 1 << (bit % 64);
    L::from_words(words)
}

/// Building, which is done once: the sets are bits of vectors that are taken apart for it.
struct Build<'a, L, C> {
    stage: &'a mut Wide<L, C>,
    table: &'a Table,
    part: &'a Part,
}

impl<L: Lanes, C: Count> Work for Build<'_, L, C> {
    type Output = ();

    #[inline(always)]
    fn work(self) {
        let Build { stage, table, part } = self;
        let blocks = (part.options.len() + 255) / 256;
        let zero = L::from_words([0; 4]);
        let (m, n) = (part.options.len(), part.items.len());
        let mut places = vec![0_u16; table.primary];
        for (k, &item) in part.items.iter().enumerate() {
            places[item as usize] = k as u16;
        }
        stage.blocks = blocks;
        stage.option_names = part.options.clone();
        stage.item_names = part.items.clone();
        stage.killed = vec![zero; blocks];
        stage.single = vec![0; n + 1];
        stage.options = vec![zero; n * blocks];
        stage.conflicts = vec![zero; m * blocks];
        stage.starts = vec![0];
        stage.items = Vec::new();
        stage.alive = vec![zero; blocks];
        let stride = stage.stride();
        // Beyond the last item: like covered, and never the least.
        stage.counts = vec![C::COVERED; stride];
        let mut sizes = vec![0_u32; n];
        let mut claimed = vec![zero; table.secondary * blocks];
        let mut painted = vec![zero; table.paints * blocks];
        for (k, &option) in part.options.iter().enumerate() {
            let (block, one) = (k / 256, [bit::<L>(k % 256)]);
            unite(&mut stage.alive[block..], &one);
            for &item in table.items(option) {
                let place = places[item as usize];
                stage.items.push(place);
                sizes[usize::from(place)] += 1;
                unite(
                    &mut stage.options[usize::from(place) * blocks + block..],
                    &one,
                );
            }
            stage.starts.push(stage.items.len() as u32);
            for claim in table.claims(option) {
                unite(&mut claimed[claim.item as usize * blocks + block..], &one);
                if claim.paint != Claim::ALONE {
                    unite(&mut painted[claim.paint as usize * blocks + block..], &one);
                }
            }
        }
        for (count, &size) in stage.counts.iter_mut().zip(&sizes) {
            *count = C::from_u32(size);
        }
        for (k, &option) in part.options.iter().enumerate() {
            let row = &mut stage.conflicts[k * blocks..][..blocks];
            row[k / 256] = bit(k % 256);
            for &item in table.items(option) {
                let place = usize::from(places[item as usize]);
                unite(row, &stage.options[place * blocks..]);
            }
            for claim in table.claims(option) {
                let others = &claimed[claim.item as usize * blocks..][..blocks];
                if claim.paint == Claim::ALONE {
                    unite(row, others);
                    continue;
                }
                let friends = &painted[claim.paint as usize * blocks..];
                for ((set, other), friends) in row.iter_mut().zip(others).zip(friends) {
                    *set = set.or(other.without(*friends));
                }
            }
        }
    }
}

impl<L: Lanes, C: Count> Stage for Wide<L, C> {
    fn build(&mut self, table: &Table, part: &Part, depth: usize) {
        L::run(Build {
            stage: self,
            table,
            part,
        });
        self.frames.clear();
        self.open(part.items.len(), depth);
    }

    fn levels(&self, levels: &mut Vec<(usize, usize)>) {
        let ones = |words: [u64; 4]| words.iter().map(|word| word.count_ones() as usize).sum();
        for (index, frame) in self.frames.iter().enumerate() {
            let size = |block| -> usize { ones(self.trials(index, &Frame { block, ..*frame })) };
            let behind: usize = (frame.block + 1..self.blocks).map(size).sum();
            let untried: usize = ones(frame.trials);
            levels.push(((0..self.blocks).map(size).sum(), untried + behind));
        }
    }

    fn run(&mut self, trail: &mut Trail, stats: &mut Stats, marks: &Marks) -> Exit {
        L::run(Run {
            stage: self,
            trail,
            stats,
            marks,
        })
    }
}
