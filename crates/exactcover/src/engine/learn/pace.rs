//! When to start again, when to drop clauses, when to stop storing solutions.

use crate::engine::choose::luby;

/// Averages and counters of the search, and what to do when.
#[derive(Debug)]
pub(super) struct Pace {
    pub(super) conflicts: u32,
    /// The share of the last conflicts that matchings have found.
    matched: f64,
    /// How many starts there have been, with the first, and the conflict that ends the last one.
    starts: u64,
    end: u32,
    /// The conflicts of the shortest start.
    stretch: u32,
    rearrange: Rhythm,
    reduce: Rhythm,
    /// Matchings are looked for after so many conflicts: what is easy need not wait for them.
    pub(super) easy: u32,
    /// After so many solutions that were shut out by clauses, the engine walks.
    pub(super) stored: u32,
}

/// Something that is done at growing gaps.
#[derive(Debug)]
struct Rhythm {
    /// The number of conflicts at which it is due.
    next: u32,
    gap: u32,
    growth: u32,
}

impl Rhythm {
    fn new(gap: u32, growth: u32) -> Self {
        Rhythm {
            next: gap,
            gap,
            growth,
        }
    }

    fn is_due(&mut self, now: u32) -> bool {
        if now < self.next {
            return false;
        }
        self.gap += self.growth;
        self.next = now + self.gap;
        true
    }
}

/// The conflicts of the shortest start.
const STRETCH: u32 = 1024;
/// How many conflicts are "the last".
const OF_LATE: f64 = 32.0;

impl Default for Pace {
    fn default() -> Self {
        Pace {
            conflicts: 0,
            matched: 0.0,
            starts: 1,
            end: STRETCH,
            stretch: STRETCH,
            rearrange: Rhythm::new(500, 500),
            reduce: Rhythm::new(2000, 150),
            easy: 100,
            stored: 32,
        }
    }
}

impl Pace {
    /// All of it happens all the time, so that small problems see it too.
    #[cfg(test)]
    pub(super) fn hasty(stored: u32) -> Self {
        Pace {
            end: 2,
            stretch: 2,
            rearrange: Rhythm::new(3, 0),
            reduce: Rhythm::new(2, 1),
            easy: 1,
            stored,
            ..Pace::default()
        }
    }

    /// A clause was learned, perhaps from a conflict of matchings.
    pub(super) fn learned(&mut self, matched: bool) {
        self.conflicts += 1;
        self.matched += (f64::from(u8::from(matched)) - self.matched) / OF_LATE;
    }

    /// Whether to try the values of the longest assignment. Where matchings find most conflicts, it
    /// is long because they are deep, and not because it is nearly right.
    pub(super) fn aims(&self) -> bool {
        self.matched < 0.5
    }

    /// Whether it is time to begin again: after 1, 1, 2, 1, 1, 2, 4, ... stretches.
    pub(super) fn starts_again(&mut self) -> bool {
        if self.conflicts < self.end {
            return false;
        }
        self.starts += 1;
        self.end = self.conflicts + self.stretch * luby(self.starts) as u32;
        true
    }

    /// Whether to set other values to try.
    pub(super) fn rearranges(&mut self) -> bool {
        self.rearrange.is_due(self.conflicts)
    }

    /// Whether to drop clauses.
    pub(super) fn reduces(&mut self) -> bool {
        self.reduce.is_due(self.conflicts)
    }
}
