//! What counting by elimination may cost, and has cost so far.

use crate::run::alarm::{filled_in_parts, Alarm};
use crate::run::limits::{Limit, Limits, Stats};
use crate::run::progress::{Shown, Watch};
use alloc::vec::Vec;
use core::fmt;
#[cfg(feature = "rayon")]
use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// Why an attempt has ended without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stop {
    /// A flag was raised, or it is too late.
    Late(Limit),
    /// It does not fit in the memory.
    Memory,
    /// It has made so many states, or looked at so many pairs, that another one seems to be better.
    Cap,
    /// The enumeration came to its end first.
    Beaten,
}

impl Stop {
    /// The limit that nobody has an answer because of.
    pub(super) fn limit(self) -> Limit {
        match self {
            Stop::Late(limit) => limit,
            _ => Limit::Memory,
        }
    }
}

/// Somebody else who works on the same question, in turns.
pub(super) trait Rival: fmt::Debug {
    /// Works about as long as `work` says; whether it has come to its end. `share` is how far the
    /// attempt has come, from 0 to 1, and `states` what it has made.
    fn turn(&mut self, work: usize, share: f64, states: u64) -> bool;
    /// Shows how far it has come to whoever watches.
    fn show(&mut self, share: f64, states: u64);
}

/// No rival; somebody may watch.
#[derive(Debug)]
pub(super) struct Lonely {
    shown: Shown,
}

impl Lonely {
    pub(super) fn new(watch: Option<Watch>) -> Self {
        Lonely {
            shown: Shown::new(watch),
        }
    }

    /// Hands over to somebody else who shows how far it has come.
    pub(super) fn shown(&mut self) -> Shown {
        core::mem::replace(&mut self.shown, Shown::new(None))
    }
}

impl Rival for Lonely {
    fn turn(&mut self, _work: usize, share: f64, states: u64) -> bool {
        self.show(share, states);
        false
    }

    fn show(&mut self, share: f64, states: u64) {
        let stats = Stats {
            nodes: states,
            ..Stats::default()
        };
        self.shown.show(share, stats);
    }
}

/// Entries that take as long as one new state, which is looked up and written where nothing is
/// near.
pub(super) const STATE: usize = 192;

/// Bytes of tables that are more than the caches hold. There a state takes twice as long, at least.
const LARGE: usize = 32 << 20;

/// Between two looks at clock and flags.
const LOOK: usize = 1 << 15;

/// Between two turns of the rival, which take a while to begin.
const TURN: usize = 1 << 20;

/// How deep parts of parts go; and how much work there may be, in all and in proportion to that
/// which has shown that memory is short.
const MOST_DEPTH: usize = 24;
const MOST_WORK: u64 = 1 << 40;
const MOST_TIMES: u64 = 1 << 8;

#[derive(Debug)]
pub(super) struct Meter<'r> {
    pub(super) alarm: Alarm,
    rival: &'r mut dyn Rival,
    left: usize,
    /// The work since the rival's last turn, and all before; and what the alarm had been told of by
    /// then.
    since: usize,
    done_before: u64,
    told: u64,
    /// Bytes in use, those of them that stay from one attempt to the next, and how many there may
    /// be.
    used: usize,
    kept: usize,
    memory: usize,
    /// States made, and how many this attempt may make; but twice as many as long as the forecast
    /// of all is at most the bound.
    pub(super) states: u64,
    pub(super) cap: u64,
    bound: f64,
    /// In how many shards tables are, one for each thread or more.
    pub(super) shards: usize,
    /// Pairs of groups that joins look at, and pairs joined: 8 and 2 count as a state.
    looked: u64,
    joined: u64,
    /// Steps from one state to another.
    pub(super) steps: u64,
    /// How far the attempt has come, from 0 to 1.
    pub(super) share: f64,
    /// Where the part that is counted begins, and how large it is, of the whole.
    span: (f64, f64),
    /// How many parts are in parts, and how much work there may be with all of them.
    depth: usize,
    most_work: u64,
}

/// Parts that are counted one after the other: which is next, of how many, in which part of the
/// whole, and the bytes that stayed before.
#[derive(Debug)]
pub(super) struct Parts {
    next: usize,
    count: usize,
    span: (f64, f64),
    kept: usize,
}

impl<'r> Meter<'r> {
    pub(super) fn new(limits: &Limits, rival: &'r mut dyn Rival) -> Self {
        Meter {
            alarm: Alarm::new(limits),
            rival,
            left: 0,
            since: 0,
            done_before: 0,
            told: 0,
            used: 0,
            kept: 0,
            memory: limits.memory,
            states: 0,
            cap: u64::MAX,
            bound: f64::INFINITY,
            shards: 1,
            looked: 0,
            joined: 0,
            steps: 0,
            share: 0.0,
            span: (0.0, 1.0),
            depth: 0,
            most_work: u64::MAX,
        }
    }

    /// Begins another attempt, which may make so many states, and more while it seems to make no
    /// more than the bound in the end.
    pub(super) fn begin(&mut self, cap: u64, bound: f64) {
        self.cap = cap;
        self.bound = bound;
        self.used = self.kept;
        self.states = 0;
        self.looked = 0;
        self.joined = 0;
        self.steps = 0;
        self.share = 0.0;
    }

    /// So many entries are being read or written.
    #[inline]
    pub(super) fn work(&mut self, entries: usize) -> Result<(), Stop> {
        if entries < self.left {
            self.left -= entries;
            return Ok(());
        }
        self.look(entries)
    }

    #[cold]
    fn look(&mut self, entries: usize) -> Result<(), Stop> {
        self.since += LOOK.saturating_sub(self.left) + entries;
        self.left = LOOK.saturating_sub(entries);
        if self.alarm.now() {
            return Err(self.late());
        }
        self.turn()
    }

    /// The rival's turn, if it is due.
    fn turn(&mut self) -> Result<(), Stop> {
        let told = self.alarm.done();
        let work = self.since + (told - self.told) as usize;
        if work < TURN {
            return Ok(());
        }
        self.done_before += work as u64;
        self.since = 0;
        self.told = told;
        let share = self.span.0 + self.span.1 * self.share;
        if self.rival.turn(work, share, self.states) {
            return Err(Stop::Beaten);
        }
        Ok(())
    }

    /// What is made before an attempt begins; `None` if the alarm rings. The rival has its turn
    /// then.
    pub(super) fn prepared<T>(
        &mut self,
        make: impl FnOnce(&mut Alarm) -> Option<T>,
    ) -> Result<T, Stop> {
        let made = make(&mut self.alarm).ok_or_else(|| self.late())?;
        self.turn()?;
        Ok(made)
    }

    /// Shows that it has come to the end.
    pub(super) fn finish(&mut self) {
        self.rival.show(1.0, self.states);
    }

    /// Why the alarm has rung.
    pub(super) fn late(&self) -> Stop {
        Stop::Late(self.alarm.rang().unwrap_or(Limit::Cancelled))
    }

    /// A list of so many equal elements.
    pub(super) fn filled<T: Copy>(&mut self, element: T, count: usize) -> Result<Vec<T>, Stop> {
        filled_in_parts(element, count, &mut self.alarm).ok_or_else(|| self.late())
    }

    /// Counts a state; its number.
    #[inline]
    pub(super) fn state(&mut self) -> Result<u32, Stop> {
        let number = self.states;
        self.states += 1;
        if self.states > self.cap {
            self.raise_cap(self.states)?;
        }
        self.work(if self.used > LARGE { 2 * STATE } else { STATE })?;
        Ok(number as u32)
    }

    /// Lets the attempt make so many states, if the bound allows.
    #[cold]
    fn raise_cap(&mut self, states: u64) -> Result<(), Stop> {
        while states > self.cap {
            if self.forecast() > self.bound {
                return Err(Stop::Cap);
            }
            self.cap = self.cap.saturating_mul(2);
        }
        Ok(())
    }

    /// How many states the attempt seems to make, by its share when it comes to its cap.
    pub(super) fn forecast(&self) -> f64 {
        self.cap as f64 / self.share.max(f64::EPSILON)
    }

    /// Counts pairs of groups that a join looks at.
    pub(super) fn look_at_pairs(&mut self, pairs: u64) -> Result<(), Stop> {
        self.looked += pairs;
        self.raise_cap(self.looked / 8)
    }

    /// Counts a pair of states that is joined.
    #[inline]
    pub(super) fn join_pair(&mut self) -> Result<(), Stop> {
        self.joined += 1;
        if self.joined / 2 > self.cap {
            self.raise_cap(self.joined / 2)?;
        }
        Ok(())
    }

    /// So many bytes are going to be used.
    pub(super) fn charge(&mut self, bytes: usize) -> Result<(), Stop> {
        self.used += bytes;
        if self.used > self.memory {
            return Err(Stop::Memory);
        }
        Ok(())
    }

    /// Whether so many bytes may be used from now on to the end; then they are.
    pub(super) fn keep(&mut self, bytes: usize) -> bool {
        let fits = self.kept + bytes <= self.memory;
        if fits {
            self.kept += bytes;
        }
        fits
    }

    /// So many bytes that were kept are used no more.
    pub(super) fn forget(&mut self, bytes: usize) {
        self.kept -= bytes;
    }

    /// Begins to count so many parts of what did not fit.
    pub(super) fn parts(&mut self, count: usize) -> Result<Parts, Stop> {
        self.depth += 1;
        if self.depth == 1 {
            self.most_work = MOST_WORK.min(MOST_TIMES.saturating_mul(self.work_done()));
        }
        match self.depth > MOST_DEPTH {
            true => Err(Stop::Memory),
            false => Ok(Parts {
                next: 0,
                count,
                span: self.span,
                kept: self.kept,
            }),
        }
    }

    /// Begins with the next of the parts, which itself takes so many bytes.
    pub(super) fn begin_part(&mut self, parts: &mut Parts, bytes: usize) -> Result<(), Stop> {
        self.kept = parts.kept;
        let (from, size) = parts.span;
        let size = size / parts.count as f64;
        self.span = (from + size * parts.next as f64, size);
        parts.next += 1;
        match self.keep(bytes) && self.work_done() < self.most_work {
            true => {
                self.begin(u64::MAX, f64::INFINITY);
                Ok(())
            }
            false => Err(Stop::Memory),
        }
    }

    /// All parts have been counted.
    pub(super) fn end_parts(&mut self, parts: &Parts) {
        self.depth -= 1;
        self.kept = parts.kept;
        self.span = parts.span;
    }

    /// All that has been done so far, in entries.
    pub(super) fn work_done(&self) -> u64 {
        self.done_before + self.since as u64 + self.alarm.done() - self.told
    }

    /// Does this with each of a list, on the threads of the current pool, as if one came after the
    /// other. Memory is shared out among them.
    #[cfg(feature = "rayon")]
    pub(super) fn on_threads<T: Send, U: Send>(
        &mut self,
        list: Vec<T>,
        f: impl Fn(T, &mut Meter<'_>) -> Result<U, Stop> + Sync,
    ) -> Result<Vec<U>, Stop> {
        let limits = self.alarm.limits();
        let memory = (self.memory - self.used) / list.len().max(1);
        let list = list.into_par_iter().map(|element| {
            let mut nobody = Lonely::new(None);
            let mut meter = Meter {
                memory,
                ..Meter::new(limits, &mut nobody)
            };
            let made = f(element, &mut meter);
            let Meter {
                states,
                steps,
                joined,
                used,
                ..
            } = meter;
            (made, [states, steps, joined], used)
        });
        let list: Vec<_> = list.collect();
        let mut all = Vec::with_capacity(list.len());
        for (made, [states, steps, joined], used) in list {
            all.push(made?);
            self.states += states;
            self.steps += steps;
            self.joined += joined;
            self.used += used;
            self.work((steps + joined) as usize)?;
        }
        self.raise_cap(self.states.max(self.joined / 2))?;
        Ok(all)
    }

    /// So many bytes are used no more.
    pub(super) fn discharge(&mut self, bytes: usize) {
        self.used -= bytes;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug)]
    struct Counter(usize);

    impl Rival for Counter {
        fn turn(&mut self, work: usize, _share: f64, _states: u64) -> bool {
            self.0 += work;
            self.0 >= 4 * TURN
        }

        fn show(&mut self, _share: f64, _states: u64) {}
    }

    #[test]
    fn the_rival_works_while_orders_are_made() {
        let mut counter = Counter(0);
        let limits = Limits::none();
        let mut meter = Meter::new(&limits, &mut counter);
        let mut prepare = |work: usize| {
            meter.prepared(|alarm| {
                let parts = work >> 10;
                (0..parts).all(|_| !alarm.after(1 << 10)).then_some(())
            })
        };
        for _ in 0..3 {
            assert_eq!(prepare(TURN), Ok(()));
        }
        // Its end is the end of all.
        assert_eq!(prepare(TURN), Err(Stop::Beaten));
        assert_eq!(counter.0, 4 * TURN);
    }
}
