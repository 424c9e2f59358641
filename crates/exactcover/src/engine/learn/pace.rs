//! When to start again, when to drop clauses, when to stop storing solutions.

/// Averages and counters of the search, and what to do when.
#[derive(Debug)]
pub(super) struct Pace {
    pub(super) conflicts: u32,
    /// Averages of the glue of the learned clauses: of the last ones, and of all.
    of_late: f64,
    ever: f64,
    /// The share of the last conflicts that matchings have found.
    matched: f64,
    /// Conflicts since the last start.
    since_start: u32,
    /// A start has at least so many.
    least: u32,
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

/// A start ends if so much of the glue of late is more than the average.
const WORSE: f64 = 0.8;
/// How many conflicts are "of late", and how many "ever".
const OF_LATE: f64 = 32.0;
const EVER: u32 = 4096;

impl Default for Pace {
    fn default() -> Self {
        Pace {
            conflicts: 0,
            of_late: 0.0,
            ever: 0.0,
            matched: 0.0,
            since_start: 0,
            least: 64,
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
            least: 2,
            rearrange: Rhythm::new(3, 0),
            reduce: Rhythm::new(2, 1),
            easy: 1,
            stored,
            ..Pace::default()
        }
    }

    /// A clause with literals of so many levels was learned, perhaps from a conflict of matchings.
    pub(super) fn learned(&mut self, glue: u32, matched: bool) {
        let glue = f64::from(glue);
        self.conflicts += 1;
        self.since_start += 1;
        self.of_late += (glue - self.of_late) / OF_LATE;
        self.ever += (glue - self.ever) / f64::from(self.conflicts.min(EVER));
        self.matched += (f64::from(u8::from(matched)) - self.matched) / OF_LATE;
    }

    /// Whether to try the values of the longest assignment. Where matchings find most conflicts, it
    /// is long because they are deep, and not because it is nearly right.
    pub(super) fn aims(&self) -> bool {
        self.matched < 0.5
    }

    /// Whether what is learned now is worse than usual, so that it is better to begin again.
    pub(super) fn starts_again(&mut self) -> bool {
        if self.since_start < self.least || self.of_late * WORSE <= self.ever {
            return false;
        }
        self.since_start = 0;
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
