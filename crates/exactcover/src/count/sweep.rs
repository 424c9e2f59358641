//! Counting along a plan: a table of states goes from item to item.

use super::meter::{Meter, Stop};
use super::number::{exp2, multiply_limbs, Count};
use super::plan::{field, Plan, MOST_WORDS, NONE};
use super::reduced::{Part, Reduced};
use super::table::{Entry, Key, Shards, Table};
use crate::run::alarm::sort;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// A state in which one of the next so many uncovered items has no option left is dropped.
const AHEAD: usize = 4;
/// Items with more options than this are not looked at.
const MOST_AHEAD: usize = 64;

/// Who wants to know how a state was made.
pub(super) trait Record {
    /// Whether it does.
    const WANTED: bool = true;
    /// The state `target` comes from `source` by adding an option, or without one.
    fn step(
        &mut self,
        target: u32,
        source: u32,
        option: Option<u32>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop>;
    /// The state `target` comes from two others that go together.
    fn join(&mut self, target: u32, a: u32, b: u32, meter: &mut Meter<'_>) -> Result<(), Stop>;
    /// This is the state of all solutions.
    fn all(&mut self, state: u32);
}

/// Nobody.
impl Record for () {
    const WANTED: bool = false;

    #[inline(always)]
    fn step(&mut self, _: u32, _: u32, _: Option<u32>, _: &mut Meter<'_>) -> Result<(), Stop> {
        Ok(())
    }

    #[inline(always)]
    fn join(&mut self, _: u32, _: u32, _: u32, _: &mut Meter<'_>) -> Result<(), Stop> {
        Ok(())
    }

    #[inline(always)]
    fn all(&mut self, _: u32) {}
}

/// Counts the solutions along the plan.
pub(super) fn sweep<R: Record>(
    problem: &Reduced,
    plan: &Plan,
    record: &mut R,
    meter: &mut Meter<'_>,
) -> Result<Count, Stop> {
    match problem.has_multiplicities() {
        false => sweep_in_words::<R, false>(problem, plan, record, meter),
        true => sweep_in_words::<R, true>(problem, plan, record, meter),
    }
}

/// The same, `M` with multiplicities.
fn sweep_in_words<R: Record, const M: bool>(
    problem: &Reduced,
    plan: &Plan,
    record: &mut R,
    meter: &mut Meter<'_>,
) -> Result<Count, Stop> {
    match plan.words {
        1 => Sweep::<1, M>::new(problem, plan, meter)?.run(record, meter),
        2 => Sweep::<2, M>::new(problem, plan, meter)?.run(record, meter),
        4 => Sweep::<4, M>::new(problem, plan, meter)?.run(record, meter),
        8 => Sweep::<8, M>::new(problem, plan, meter)?.run(record, meter),
        _ => Sweep::<MOST_WORDS, M>::new(problem, plan, meter)?.run(record, meter),
    }
}

/// Bits of one word of a key that a state may have untouched, or just like this.
#[derive(Clone, Copy, Debug)]
struct Shared {
    word: usize,
    field: u64,
    mark: u64,
}

/// Bits of one word of a key that count how often an item is covered, up to `field`.
#[derive(Clone, Copy, Debug)]
struct Tally {
    word: usize,
    shift: u32,
    /// The bits, as they are when shifted to the end, and the highest number in them.
    field: u64,
    most: u64,
    /// Whether a higher number is as good as this one, or too high.
    open: bool,
}

impl Tally {
    #[inline(always)]
    fn of<const W: usize>(&self, key: &Key<W>) -> u64 {
        key[self.word] >> self.shift & self.field
    }

    fn fits<const W: usize>(&self, x: &Key<W>, more: u64) -> bool {
        self.open || self.of(x) + more <= self.most
    }

    /// Writes so many into the key.
    fn set<const W: usize>(&self, key: &mut Key<W>, times: u64) {
        key[self.word] &= !(self.field << self.shift);
        key[self.word] |= times.min(self.most) << self.shift;
    }
}

/// An option, as far as keys see it.
#[derive(Clone, Debug)]
struct Move<const W: usize> {
    /// What must be untouched.
    free: Key<W>,
    /// What it touches.
    set: Key<W>,
    /// Its colors and its items that are counted, in lists of all.
    colors: Range<u32>,
    tallies: Range<u32>,
    option: u32,
}

/// What happens at an item of a chain.
#[derive(Clone, Copy, Debug)]
struct Stage<const W: usize> {
    item: u32,
    /// Its bits in the key.
    mask: Key<W>,
    turn: Turn,
    /// Whether every state waits here for those of another chain.
    join: bool,
}

/// An item that is looked at: its bits in a word of the key, what they must come to at least, and
/// its moves.
#[derive(Clone, Debug)]
struct Ahead {
    word: usize,
    field: u64,
    least: u64,
    moves: Range<u32>,
}

/// What there is to decide at a stage.
#[derive(Clone, Copy, Debug)]
enum Turn {
    /// Nothing: states pass.
    Nothing,
    /// States wait that do not cover the item. They take one of its options, or, if they `may`,
    /// none.
    Once { may: bool },
    /// States wait with which this move goes. They take it or not, and must cover the item so many
    /// times before.
    Each { option: u32, least: u64 },
    /// States pass that cover the item so many times.
    Close { least: u64 },
}

/// A chain that is being worked on.
#[derive(Debug)]
struct Chain<const W: usize> {
    stages: Vec<Stage<W>>,
    /// The stage that comes next.
    at: usize,
    /// The states that wait at each stage, and at last those that have come to the end: for each
    /// shard of the keys.
    tables: Vec<Vec<Table<W>>>,
    /// Bytes that the meter knows of, beside those of the tables.
    charged: usize,
}

impl<const W: usize> Chain<W> {
    /// The states that wait at a stage; none are left there.
    fn take(&mut self, stage: usize, with_nodes: bool) -> Shards<W> {
        let shards = self.tables.iter_mut();
        let empty = || Table::new(with_nodes);
        let tables = shards.map(|shard| core::mem::replace(&mut shard[stage], empty()));
        Shards {
            tables: tables.collect(),
        }
    }
}

/// A stage at which states are taken on, and those that come behind it, the first one `at` that
/// place.
pub(super) struct Step<'s, const W: usize> {
    stage: Stage<W>,
    moves: &'s [Move<W>],
    /// Whether a state may stay as it is.
    may: bool,
    stages: &'s [Stage<W>],
    at: usize,
}

/// Where the next states go.
pub(super) trait Target<const W: usize> {
    /// Adds a state to those that wait at a stage, with the ways of the state that it comes from.
    fn add(
        &mut self,
        stage: usize,
        key: &Key<W>,
        from: &Entry<'_, W>,
        option: Option<u32>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop>;
}

/// Into the tables, and into a record.
struct Recorded<'c, R, const W: usize> {
    tables: &'c mut [Table<W>],
    record: &'c mut R,
}

impl<R: Record, const W: usize> Target<W> for Recorded<'_, R, W> {
    #[inline(always)]
    fn add(
        &mut self,
        stage: usize,
        key: &Key<W>,
        from: &Entry<'_, W>,
        option: Option<u32>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let target = self.tables[stage].add(key, from.count, meter)?;
        self.record.step(target, from.node, option, meter)
    }
}

#[derive(Debug)]
pub(super) struct Sweep<'p, const W: usize, const M: bool> {
    problem: &'p Reduced,
    plan: &'p Plan,
    moves: Vec<Move<W>>,
    colors: Vec<Shared>,
    tallies: Vec<Tally>,
    /// Per item, the moves of the options that have it first.
    own: Vec<Range<u32>>,
    /// Per item, which items to look at when a state comes to wait there.
    ahead: Vec<Vec<Ahead>>,
}

impl<'p, const W: usize, const M: bool> Sweep<'p, W, M> {
    fn new(problem: &'p Reduced, plan: &'p Plan, meter: &mut Meter<'_>) -> Result<Self, Stop> {
        let items = problem.items();
        let mut sweep = Sweep {
            problem,
            plan,
            moves: Vec::new(),
            colors: Vec::new(),
            tallies: Vec::new(),
            own: vec![0..0; items],
            ahead: vec![Vec::new(); items],
        };
        // An option is decided at the first of its items in the sequence, and nowhere else.
        let mut bucket = vec![Vec::new(); items];
        for (option, &low) in plan.lowest.iter().enumerate() {
            bucket[low as usize].push(option as u32);
            meter.work(1)?;
        }
        for (item, options) in bucket.iter().enumerate() {
            // The item itself is done then, and leaves the key: only one that is covered several
            // times keeps its count until it is closed.
            let counted = problem.times(item as u32).several();
            let seen = |part: &Part| counted || part.item as usize != item;
            sweep.own[item] = sweep.add_moves(options, seen, meter)?;
            meter.work(1)?;
        }
        let by_item = meter.prepared(|alarm| problem.options_by_item(alarm))?;
        let mut in_scope = vec![false; items];
        for &item in &plan.sequence {
            if !problem.is_primary(item) || !plan.sides[item as usize].is_empty() {
                continue;
            }
            let scope = &plan.scope[item as usize];
            let end = plan.place[item as usize];
            // Their options have all been tried or refused.
            let done = end + 1 - plan.below[item as usize]..end;
            for &other in scope {
                in_scope[other as usize] = true;
            }
            let needed = |&&other: &&u32| problem.is_primary(other) && problem.times(other).low > 0;
            for &other in scope.iter().filter(needed).take(AHEAD) {
                let lowest = |&&option: &&u32| plan.place[plan.lowest[option as usize] as usize];
                let mut read = 0;
                let left = by_item.get(other).iter().inspect(|_| read += 1);
                // Of the options of an item ahead, those that are still to be decided.
                let left = left.filter(|option| !done.contains(&lowest(option)));
                let left: Vec<u32> = left.take(MOST_AHEAD + 1).copied().collect();
                meter.work(read)?;
                if left.len() <= MOST_AHEAD {
                    let seen = |part: &Part| in_scope[part.item as usize];
                    let moves = sweep.add_moves(&left, seen, meter)?;
                    let tally = sweep.tally(other);
                    sweep.ahead[item as usize].push(Ahead {
                        word: tally.word,
                        field: tally.field << tally.shift,
                        least: u64::from(problem.times(other).low) << tally.shift,
                        moves,
                    });
                }
            }
            for &other in scope {
                in_scope[other as usize] = false;
            }
            meter.work(1 + 2 * scope.len())?;
        }
        Ok(sweep)
    }

    /// Where an item is counted that has bits in the key.
    fn tally(&self, item: u32) -> Tally {
        let (slot, times) = (self.plan.slot[item as usize], self.problem.times(item));
        Tally {
            word: slot as usize / 64,
            shift: slot % 64,
            field: field(self.problem.bits(item)),
            most: times.most.into(),
            open: times.open,
        }
    }

    /// Moves of these options, with those of their parts that are `seen`.
    fn add_moves(
        &mut self,
        options: &[u32],
        seen: impl Fn(&Part) -> bool,
        meter: &mut Meter<'_>,
    ) -> Result<Range<u32>, Stop> {
        let start = self.moves.len() as u32;
        for &option in options {
            let parts = self.problem.option(option as usize);
            meter.work(parts.len())?;
            let (mut free, mut set) = ([0; W], [0; W]);
            let first = (self.colors.len() as u32, self.tallies.len() as u32);
            for part in parts.iter().filter(|part| seen(part)) {
                let slot = self.plan.slot[part.item as usize];
                if slot == NONE {
                    continue;
                }
                let (word, shift) = (slot as usize / 64, slot % 64);
                let field = field(self.problem.bits(part.item)) << shift;
                let mark = self.problem.mark(*part) << shift;
                let times = self.problem.times(part.item);
                if times.most > 1 {
                    self.tallies.push(self.tally(part.item));
                    continue;
                }
                set[word] |= mark;
                // Without a color the item must be untouched; with one, untouched or marked the
                // same.
                if part.color == 0 {
                    free[word] |= if times.open { 0 } else { field };
                } else {
                    self.colors.push(Shared { word, field, mark });
                }
            }
            self.moves.push(Move {
                free,
                set,
                colors: first.0..self.colors.len() as u32,
                tallies: first.1..self.tallies.len() as u32,
                option,
            });
        }
        let bytes = options.len() * core::mem::size_of::<Move<W>>();
        meter.charge(bytes)?;
        Ok(start..self.moves.len() as u32)
    }

    fn moves(&self, range: &Range<u32>) -> &[Move<W>] {
        &self.moves[range.start as usize..range.end as usize]
    }

    #[inline(always)]
    fn fits(&self, key: &Key<W>, option: &Move<W>) -> bool {
        #[cfg(test)]
        crate::run::looks::touched(1);
        let blocked = key
            .iter()
            .zip(&option.free)
            .fold(0, |all, (a, b)| all | (a & b));
        blocked == 0
            && (option.colors.is_empty() || {
                let colors = option.colors.start as usize..option.colors.end as usize;
                self.colors[colors].iter().all(|color| {
                    let mark = key[color.word] & color.field;
                    mark == 0 || mark == color.mark
                })
            })
            && (!M || self.counts(option).all(|tally| tally.fits(key, 1)))
    }

    fn counts(&self, option: &Move<W>) -> impl Iterator<Item = &Tally> {
        let tallies = option.tallies.start as usize..option.tallies.end as usize;
        self.tallies[tallies].iter()
    }

    /// What a state becomes by an option that fits.
    #[inline(always)]
    fn apply(&self, mut key: Key<W>, option: &Move<W>) -> Key<W> {
        for (word, set) in key.iter_mut().zip(&option.set) {
            *word |= set;
        }
        if M {
            for tally in self.counts(option) {
                let times = tally.of(&key) + 1;
                tally.set(&mut key, times);
            }
        }
        key
    }

    /// Whether a state covers the item of a stage so many times.
    fn covers(&self, key: &Key<W>, stage: &Stage<W>, least: u64) -> bool {
        least == 0 || self.tally(stage.item).of(key) >= least
    }

    fn run<R: Record>(&self, record: &mut R, meter: &mut Meter<'_>) -> Result<Count, Stop> {
        let mut total = Count::one();
        // The states of all solutions of some trees, and of how many: fewer and fewer, so that
        // those of a few are joined with those of a few.
        let mut whole: Vec<(u32, u32)> = Vec::new();
        let mut chains: Vec<Chain<W>> = Vec::new();
        let mut ends = self.ends(meter)?;
        for (place, &item) in self.plan.sequence.iter().enumerate() {
            let at = item as usize;
            if self.plan.heavy[at] == NONE {
                chains.push(self.chain::<R>(ends.pop().unwrap_or(item), meter)?);
            }
            // The chains that end here wait at the top of the stack, above the one that goes on.
            let sides = chains.split_off(chains.len() - self.plan.sides[at].len());
            let chain = match chains.last_mut() {
                Some(chain) => chain,
                None => continue,
            };
            for mut side in sides {
                meter.discharge(side.charged);
                let side = side.take(side.stages.len(), R::WANTED);
                let main = chain.take(chain.at, R::WANTED);
                let joined = self.join(item, main, side, record, meter)?;
                for (shard, table) in chain.tables.iter_mut().zip(joined.tables) {
                    shard[chain.at] = table;
                }
            }
            while chain.stages.get(chain.at).map(|stage| stage.item) == Some(item) {
                self.step(chain, record, meter)?;
            }
            // No state anywhere: the rest comes to nothing.
            let mut tables = chain.tables.iter().flat_map(|shard| &shard[chain.at..]);
            if tables.all(|table| table.len() == 0) {
                return Ok(Count::zero());
            }
            if self.plan.root[at] {
                if let Some(mut chain) = chains.pop() {
                    meter.discharge(chain.charged);
                    let end = chain.take(chain.stages.len(), R::WANTED);
                    // There is a state, which has nothing open.
                    let entry = end.entry(end.places().next().unwrap_or(0));
                    total = &total * &Count::from_limbs(entry.count);
                    let node = entry.node;
                    end.free(meter);
                    if R::WANTED {
                        whole.push((node, 1));
                    }
                    while let [.., (_, more), (_, trees)] = whole[..] {
                        if more > trees {
                            break;
                        }
                        join_last(&mut whole, record, meter)?;
                    }
                }
            }
            meter.share = exp2(self.plan.log_until[place] - self.plan.log);
        }
        while whole.len() > 1 {
            join_last(&mut whole, record, meter)?;
        }
        if let Some(&(state, _)) = whole.last() {
            record.all(state);
        }
        Ok(total)
    }

    /// The ends of the chains, the chain that begins first in the sequence last.
    fn ends(&self, meter: &mut Meter<'_>) -> Result<Vec<u32>, Stop> {
        let plan = self.plan;
        let mut end = vec![NONE; self.problem.items()];
        for &item in plan.sequence.iter().rev() {
            let at = item as usize;
            if end[at] == NONE {
                end[at] = item;
            }
            if plan.heavy[at] != NONE {
                end[plan.heavy[at] as usize] = end[at];
            }
            meter.work(2)?;
        }
        let starts = plan.sequence.iter().rev();
        let starts = starts.filter(|&&item| plan.heavy[item as usize] == NONE);
        Ok(starts.map(|&item| end[item as usize]).collect())
    }

    /// The chain that ends with this item, with the state that has touched nothing.
    fn chain<R: Record>(&self, end: u32, meter: &mut Meter<'_>) -> Result<Chain<W>, Stop> {
        let mut stages: Vec<Stage<W>> = Vec::new();
        for item in self.plan.chain(end) {
            meter.work(2 * W + 2)?;
            let mut mask = [0; W];
            let slot = self.plan.slot[item as usize];
            if slot != NONE {
                mask[slot as usize / 64] = field(self.problem.bits(item)) << (slot % 64);
            }
            let mut join = !self.plan.sides[item as usize].is_empty();
            let mut add = |turn| {
                let join = core::mem::take(&mut join);
                stages.push(Stage {
                    item,
                    mask,
                    turn,
                    join,
                });
            };
            let times = self.problem.times(item);
            if !self.problem.is_primary(item) {
                add(Turn::Nothing);
            } else if times.several() {
                let own = self.own[item as usize].clone();
                let least = u64::from(times.low);
                // Option by option, taken or not: so many must have been taken before that those
                // which are left can make up for the rest.
                for option in own.clone() {
                    meter.work(W + 2)?;
                    let least = least.saturating_sub((own.end - option).into());
                    add(Turn::Each { option, least });
                }
                add(Turn::Close { least });
            } else {
                add(Turn::Once {
                    may: times.low == 0,
                });
            }
        }
        let mut tables: Vec<Vec<Table<W>>> = Vec::new();
        tables.resize_with(meter.shards, || {
            let empty = || Table::new(R::WANTED);
            let tables = core::iter::repeat_with(empty);
            tables.take(stages.len() + 1).collect()
        });
        let table = core::mem::size_of::<Table<W>>() * meter.shards;
        let charged = stages.len() * (core::mem::size_of::<Stage<W>>() + table);
        meter.charge(charged)?;
        tables[0][0].add(&[0; W], &[1], meter)?;
        Ok(Chain {
            stages,
            at: 0,
            tables,
            charged,
        })
    }

    /// Takes all states on that wait at the next stage of the chain.
    fn step<R: Record>(
        &self,
        chain: &mut Chain<W>,
        record: &mut R,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let stage = chain.stages[chain.at];
        let table = chain.take(chain.at, R::WANTED);
        chain.at += 1;
        let (moves, may) = match stage.turn {
            Turn::Once { may } => (self.moves(&self.own[stage.item as usize]), may),
            Turn::Each { option, .. } => (self.moves(&(option..option + 1)), true),
            Turn::Nothing | Turn::Close { .. } => (&[][..], false),
        };
        let step = Step {
            stage,
            moves,
            may,
            stages: &chain.stages,
            at: chain.at,
        };
        #[cfg(feature = "rayon")]
        if table.tables.len() > 1 {
            return super::threads::take_all(self, &step, table, &mut chain.tables, meter);
        }
        let tables = &mut chain.tables[0];
        let mut target = Recorded { tables, record };
        for chunk in table.into_chunks(meter) {
            for entry in chunk.entries() {
                self.take(&step, &entry, &mut target, meter)?;
            }
            meter.discharge(chunk.bytes());
        }
        Ok(())
    }

    /// Takes a state on that waits.
    #[inline(always)]
    pub(super) fn take(
        &self,
        step: &Step<'_, W>,
        entry: &Entry<'_, W>,
        target: &mut impl Target<W>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let (key, stage) = (entry.key, &step.stage);
        let decides = match stage.turn {
            Turn::Once { .. } => !meets(&key, &stage.mask),
            Turn::Nothing => false,
            Turn::Each { .. } => M,
            Turn::Close { least } if M && !self.covers(&key, stage, least) => return Ok(()),
            Turn::Close { .. } => false,
        };
        // As it is: the state that decides nothing, or that takes none of the options.
        if !decides || M && step.may {
            let key = match decides {
                true => key,
                false => without(key, &stage.mask),
            };
            self.pass(key, step, entry, None, target, meter)?;
            if !decides {
                return Ok(());
            }
        }
        meter.work(step.moves.len())?;
        for option in step.moves {
            if self.fits(&key, option) {
                let next = self.apply(key, option);
                self.pass(next, step, entry, Some(option.option), target, meter)?;
            }
        }
        meter.work(W + entry.count.len() + 1)
    }

    /// Whether a state stops at a stage to decide something; `None` if it cannot be part of a
    /// solution.
    #[inline(always)]
    fn waits(&self, key: &Key<W>, stage: &Stage<W>) -> Option<bool> {
        match stage.turn {
            Turn::Once { .. } => Some(stage.join || !meets(key, &stage.mask)),
            _ if stage.join => Some(true),
            Turn::Nothing => Some(false),
            _ if !M => Some(false),
            Turn::Each { least, .. } | Turn::Close { least } if !self.covers(key, stage, least) => {
                None
            }
            Turn::Each { option, .. } => Some(self.fits(key, &self.moves[option as usize])),
            Turn::Close { .. } => Some(false),
        }
    }

    /// Brings a state to the next stage at which there is something to decide.
    #[inline]
    fn pass(
        &self,
        mut key: Key<W>,
        step: &Step<'_, W>,
        from: &Entry<'_, W>,
        option: Option<u32>,
        target: &mut impl Target<W>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        meter.steps += 1;
        let mut at = step.at;
        // Stages without anything to decide are passed at once, so no table ever has such states.
        for stage in &step.stages[at..] {
            match self.waits(&key, stage) {
                None => return Ok(()),
                Some(true) => {
                    if self.looks_ahead(&key, stage, meter)? {
                        break;
                    }
                    return Ok(());
                }
                Some(false) => {}
            }
            // Nobody behind asks for the item: states that differ in it alone become one.
            if !M || !matches!(stage.turn, Turn::Each { .. }) {
                key = without(key, &stage.mask);
            }
            at += 1;
        }
        meter.work(at - step.at + W + from.count.len())?;
        target.add(at, &key, from, option, meter)
    }

    /// Whether each of the next uncovered items has options enough.
    #[inline(always)]
    fn looks_ahead(
        &self,
        key: &Key<W>,
        stage: &Stage<W>,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        if let (true, Turn::Each { option, .. }) = (M, stage.turn) {
            // Some of its options may be decided: of others, some may be counted that are not left.
            if option != self.own[stage.item as usize].start {
                return Ok(true);
            }
        }
        for ahead in &self.ahead[stage.item as usize] {
            let covered = key[ahead.word] & ahead.field;
            if covered < ahead.least {
                let moves = self.moves(&ahead.moves);
                meter.work(moves.len())?;
                let mut fitting = moves.iter().filter(|option| self.fits(key, option));
                let missing = match M {
                    true => (ahead.least - covered) >> ahead.field.trailing_zeros(),
                    false => 1,
                };
                if fitting.nth(missing as usize - 1).is_none() {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The pairs of states of two tables that go together.
    fn join<R: Record>(
        &self,
        item: u32,
        a: Shards<W>,
        b: Shards<W>,
        record: &mut R,
        meter: &mut Meter<'_>,
    ) -> Result<Shards<W>, Stop> {
        // What both may have touched: of the rest, no pair can disagree.
        let (used_a, used_b) = (used(&a, meter)?, used(&b, meter)?);
        let mut plain = [0; W];
        let (mut colors, mut tallies) = (Vec::new(), Vec::new());
        for &item in &self.plan.scope[item as usize] {
            let slot = self.plan.slot[item as usize];
            if slot == NONE {
                continue;
            }
            let (word, shift) = (slot as usize / 64, slot % 64);
            let field = field(self.problem.bits(item)) << shift;
            let times = self.problem.times(item);
            match self.problem.colors[item as usize] {
                0 if times.most > 1 => {
                    if used_a[word] & field != 0 && used_b[word] & field != 0 {
                        tallies.push(self.tally(item));
                    }
                }
                0 if times.open => {}
                0 => plain[word] |= field & used_a[word] & used_b[word],
                _ if used_a[word] & field == 0 || used_b[word] & field == 0 => {}
                alone => {
                    let mark = (u64::from(alone) + 1) << shift;
                    colors.push(Shared { word, field, mark });
                }
            }
        }
        // States that are alike in all that matters here go together with the same others: they are
        // compared group by group.
        let mut both = plain;
        for color in &colors {
            both[color.word] |= color.field;
        }
        for tally in tallies.iter().filter(|tally| !tally.open) {
            both[tally.word] |= tally.field << tally.shift;
        }
        let bytes = 2 * (a.len() + b.len()) * core::mem::size_of::<(Key<W>, [u32; 5])>();
        meter.charge(bytes)?;
        let (groups_a, groups_b) = (grouped(&a, &both, meter)?, grouped(&b, &both, meter)?);
        let (groups_a, groups_b) = (groups(&groups_a), groups(&groups_b));
        meter.look_at_pairs(groups_a.len() as u64 * groups_b.len() as u64)?;
        let join = Join {
            a: &a,
            b: &b,
            groups: &groups_b,
            plain,
            colors,
            tallies,
        };
        let mut table = Shards::new(R::WANTED, meter.shards);
        #[cfg(feature = "rayon")]
        let groups_a = super::threads::join_all(&join, groups_a, &mut table, meter)?;
        let mut add = |pair: &Entry<'_, W>, [x, y]: [u32; 2], meter: &mut Meter<'_>| {
            let target = table.add(&pair.key, pair.count, meter)?;
            record.join(target, x, y, meter)
        };
        for group in groups_a {
            join.pairs_of(group, &mut add, meter)?;
        }
        meter.discharge(bytes);
        a.free(meter);
        b.free(meter);
        Ok(table)
    }
}

/// Joins the last two states of all solutions of some trees.
fn join_last<R: Record>(
    whole: &mut Vec<(u32, u32)>,
    record: &mut R,
    meter: &mut Meter<'_>,
) -> Result<(), Stop> {
    if let (Some((b, few)), Some((a, more))) = (whole.pop(), whole.pop()) {
        let both = meter.state()?;
        record.join(both, a, b, meter)?;
        whole.push((both, more + few));
    }
    Ok(())
}

/// Two tables whose states are put together.
pub(super) struct Join<'j, const W: usize> {
    a: &'j Shards<W>,
    pub(super) b: &'j Shards<W>,
    /// The second one, by what both may have touched.
    groups: &'j [&'j [(Key<W>, u32)]],
    /// What only one of two states may have touched, or both in the same color, or so often
    /// together.
    plain: Key<W>,
    colors: Vec<Shared>,
    tallies: Vec<Tally>,
}

impl<const W: usize> Join<'_, W> {
    #[inline(always)]
    fn go_together(&self, x: &Key<W>, y: &Key<W>) -> bool {
        let blocked = (0..W).fold(0, |all, w| all | (x[w] & y[w] & self.plain[w]));
        blocked == 0
            && self.colors.iter().all(|color| {
                let (x, y) = (x[color.word] & color.field, y[color.word] & color.field);
                x == 0 || y == 0 || x == y && x != color.mark
            })
            && self.tallies.iter().all(|tally| tally.fits(x, tally.of(y)))
    }

    /// Hands out each pair of a state of this group, or of a part of one, and another that go
    /// together: as an entry, and the nodes of both.
    #[inline(always)]
    pub(super) fn pairs_of(
        &self,
        group: &[(Key<W>, u32)],
        add: &mut impl FnMut(&Entry<'_, W>, [u32; 2], &mut Meter<'_>) -> Result<(), Stop>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let mut product = Vec::new();
        for &other in self.groups {
            // It takes as long as six entries of a step.
            meter.work(6)?;
            if !self.go_together(&group[0].0, &other[0].0) {
                continue;
            }
            for &(_, i) in group {
                let x = self.a.entry(i as usize);
                for &(_, j) in other {
                    meter.join_pair()?;
                    let y = self.b.entry(j as usize);
                    let mut key = x.key;
                    for (word, more) in key.iter_mut().zip(&y.key) {
                        *word |= more;
                    }
                    for tally in &self.tallies {
                        tally.set(&mut key, tally.of(&x.key) + tally.of(&y.key));
                    }
                    // Most products fit into one limb.
                    let single;
                    let count = match (x.count, y.count) {
                        (&[a], &[b]) if a.leading_zeros() + b.leading_zeros() >= 64 => {
                            single = [a * b];
                            &single[..]
                        }
                        _ => {
                            multiply_limbs(x.count, y.count, &mut product);
                            let zeros = usize::from(product.last() == Some(&0));
                            &product[..product.len() - zeros]
                        }
                    };
                    meter.work(W + 2 + count.len())?;
                    let pair = Entry {
                        key,
                        node: 0,
                        count,
                    };
                    add(&pair, [x.node, y.node], meter)?;
                }
            }
        }
        Ok(())
    }
}

#[inline(always)]
fn meets<const W: usize>(key: &Key<W>, mask: &Key<W>) -> bool {
    key.iter().zip(mask).fold(0, |all, (a, b)| all | (a & b)) != 0
}

#[inline(always)]
fn without<const W: usize>(mut key: Key<W>, mask: &Key<W>) -> Key<W> {
    for (word, mask) in key.iter_mut().zip(mask) {
        *word &= !mask;
    }
    key
}

/// All bits that are set in some key.
fn used<const W: usize>(table: &Shards<W>, meter: &mut Meter<'_>) -> Result<Key<W>, Stop> {
    let mut all = [0; W];
    for place in table.places() {
        meter.work(W)?;
        for (word, more) in all.iter_mut().zip(table.entry(place).key) {
            *word |= more;
        }
    }
    Ok(all)
}

/// The part of each key in the mask, and its place, in order.
fn grouped<const W: usize>(
    table: &Shards<W>,
    mask: &Key<W>,
    meter: &mut Meter<'_>,
) -> Result<Vec<(Key<W>, u32)>, Stop> {
    let mut list = Vec::with_capacity(table.len());
    for place in table.places() {
        meter.work(W)?;
        let mut key = table.entry(place).key;
        for (word, mask) in key.iter_mut().zip(mask) {
            *word &= mask;
        }
        list.push((key, u32::try_from(place).map_err(|_| Stop::Memory)?));
    }
    match sort(&mut list, &mut meter.alarm) {
        Some(()) => Ok(list),
        None => Err(meter.late()),
    }
}

/// The runs of equal keys.
fn groups<const W: usize>(mut list: &[(Key<W>, u32)]) -> Vec<&[(Key<W>, u32)]> {
    let mut groups = Vec::new();
    while let Some(&(key, _)) = list.first() {
        let end = list.iter().position(|other| other.0 != key);
        let (group, rest) = list.split_at(end.unwrap_or(list.len()));
        groups.push(group);
        list = rest;
    }
    groups
}
