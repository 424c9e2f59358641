//! What is known of the board, and what follows from it.

use super::lanes::{Lanes, Words};

/// Rows, columns, boxes and digits.
pub(super) const SIDE: usize = 16;

/// Rows of a box, and boxes beside each other.
pub(super) const BOX: usize = 4;

/// Why a position has no solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fault {
    /// A cell has no digit left.
    Cell(usize),
    /// A digit has no place left in a house, or two digits have only one.
    House,
}

/// The candidates of every cell, digit `d` as bit `d - 1`. Small enough to be copied at each guess.
#[derive(Clone, Debug)]
#[repr(align(32))]
pub(super) struct Position {
    pub(super) rows: [Words; SIDE],
}

/// What is in at least one of some sets, and what in at least two.
#[derive(Clone, Copy)]
struct Tally<L> {
    once: L,
    twice: L,
}

/// What a sweep has found out. Where an array has four vectors, vector `i` is about row `i` of each
/// band: word `k` of its group `s` is what band `k` has to do with stack `s`.
struct Findings<L> {
    /// Digits that may be in a row of a box.
    kept: [L; BOX],
    /// Digits that may be in a column of a band.
    kept_in_columns: [L; BOX],
    /// Digits with more than one place in the row and in the box.
    open: [L; BOX],
    open_in_columns: L,
    removed: L,
    empty: L,
    clash: L,
}

impl<L: Lanes> Tally<L> {
    #[inline(always)]
    fn none() -> Self {
        let none = L::splat(0);
        Tally {
            once: none,
            twice: none,
        }
    }

    #[inline(always)]
    fn join(self, other: Self) -> Self {
        Tally {
            once: self.once.or(other.once),
            twice: self.twice.or(other.twice).or(self.once.and(other.once)),
        }
    }

    #[inline(always)]
    fn join_all(all: [Self; BOX]) -> Self {
        all[0].join(all[1]).join(all[2].join(all[3]))
    }

    /// What the four groups have together, in each of them.
    #[inline(always)]
    fn join_groups(self) -> Self {
        let two = self.join(self.swing(1));
        two.join(two.swing(2))
    }

    #[inline(always)]
    fn swing(self, by: usize) -> Self {
        Tally {
            once: self.once.swing(by),
            twice: self.twice.swing(by),
        }
    }

    /// Word `k` of each group is about that whole group of row `k`.
    #[inline(always)]
    fn of_groups(rows: [L; BOX]) -> Self {
        let (a, b) = rows[0].mix(rows[1], 1);
        let (c, d) = rows[2].mix(rows[3], 1);
        let (once, once_more) = a.or(b).mix(c.or(d), 2);
        let (twice, twice_more) = a.and(b).mix(c.and(d), 2);
        let more = Tally {
            once: once_more,
            twice: twice_more,
        };
        more.join(Tally { once, twice })
    }
}

/// Word `k` of each group is the union of that whole group of row `k`.
#[inline(always)]
fn unite_groups<L: Lanes>(rows: [L; BOX]) -> L {
    let (a, b) = rows[0].mix(rows[1], 1);
    let (c, d) = rows[2].mix(rows[3], 1);
    let (ab, cd) = a.or(b).mix(c.or(d), 2);
    ab.or(cd)
}

impl Position {
    /// The position in which nothing is known.
    pub(super) fn open() -> Position {
        Position {
            rows: [[u16::MAX; SIDE]; SIDE],
        }
    }

    pub(super) fn cell(&self, cell: usize) -> u16 {
        self.rows[cell / SIDE][cell % SIDE]
    }

    pub(super) fn set(&mut self, cell: usize, digits: u16) {
        self.rows[cell / SIDE][cell % SIDE] = digits;
    }

    /// Draws conclusions until there are no more.
    ///
    /// # Errors
    /// What cannot be satisfied; the position is then of no more use.
    #[inline(always)]
    pub(super) fn propagate<L: Lanes>(&mut self) -> Result<(), Fault> {
        while self.sweep::<L>()? {}
        Ok(())
    }

    /// Draws all conclusions from the position as it is, at once. Whether there were any.
    #[inline(always)]
    fn sweep<L: Lanes>(&mut self) -> Result<bool, Fault> {
        let none = L::splat(0);
        let mut lines = [Tally::<L>::none(); BOX];
        let mut bands = [Tally::<L>::none(); BOX];
        let (mut decided, mut decided_in_columns) = ([none; BOX], none);
        for i in 0..BOX {
            let mut rows = [none; BOX];
            for k in 0..BOX {
                rows[k] = L::load(&self.rows[BOX * k + i]);
                bands[k].twice = bands[k].twice.or(bands[k].once.and(rows[k]));
                bands[k].once = bands[k].once.or(rows[k]);
            }
            lines[i] = Tally::of_groups(rows);
            for row in &mut rows {
                *row = row.only_single();
                decided_in_columns = decided_in_columns.or(*row);
            }
            decided[i] = unite_groups(rows);
        }

        let columns = Tally::join_all(bands);
        let boxes = Tally::join_all(lines);
        let mut everywhere = columns.once.and(boxes.once);
        let in_boxes = decided[0].or(decided[1]).or(decided[2].or(decided[3]));
        let mut kept = matched::<L, false>(lines.map(|line| line.once));
        let mut kept_in_columns = matched::<L, true>(bands.map(|band| band.once));
        let mut open = [none; BOX];
        for i in 0..BOX {
            let row = lines[i].join_groups();
            everywhere = everywhere.and(row.once);
            open[i] = row.twice.and(boxes.twice);
            let two = decided[i].or(decided[i].swing(1));
            kept[i] = kept[i].without(two.or(two.swing(2)).or(in_boxes));
            kept_in_columns[i] = kept_in_columns[i].without(decided_in_columns);
        }
        if L::splat(u16::MAX).without(everywhere).any() {
            return Err(Fault::House);
        }

        let mut findings = Findings {
            kept,
            kept_in_columns,
            open,
            open_in_columns: columns.twice,
            removed: none,
            empty: none,
            clash: none,
        };
        self.apply::<L, 0>(&mut findings);
        self.apply::<L, 1>(&mut findings);
        self.apply::<L, 2>(&mut findings);
        self.apply::<L, 3>(&mut findings);
        if findings.empty.any() {
            return Err(self.empty_cell());
        }
        if findings.clash.any() {
            return Err(Fault::House);
        }
        Ok(findings.removed.any())
    }

    /// Takes out of a band what the sweep has found to be impossible.
    #[inline(always)]
    fn apply<L: Lanes, const BAND: usize>(&mut self, findings: &mut Findings<L>) {
        for i in 0..BOX {
            let words = &mut self.rows[BOX * BAND + i];
            let row = L::load(words);
            let open = findings.open[i].spread(BAND);
            let lone = row.without(open.and(findings.open_in_columns));
            let kept = findings.kept[i].spread(BAND);
            let kept = kept.and(findings.kept_in_columns[BAND]);
            // A decided cell keeps its digit, which is not left for any other.
            let left = row
                .and(lone.empty())
                .or(lone)
                .and(kept)
                .or(row.only_single());
            findings.removed = findings.removed.or(row.without(left));
            findings.empty = findings.empty.or(left.empty());
            findings.clash = findings.clash.or(lone.drop_lowest());
            left.store(words);
        }
    }

    #[inline(never)]
    fn empty_cell(&self) -> Fault {
        let mut cells = self.rows.iter().flatten();
        let cell = cells.position(|&digits| digits == 0);
        Fault::Cell(cell.expect("a cell is empty"))
    }
}

/// Of the digits in a matrix of 4 x 4 sets, what is left when each is to be in every row and every
/// column once. The rows are the vectors; the columns are the words of each group, or the groups.
///
/// Two rows can have a digit in two columns if ...
#[inline(always)]
fn matched<L: Lanes, const WORDS: bool>(rows: [L; BOX]) -> [L; BOX] {
    #[inline(always)]
    fn shift<L: Lanes, const WORDS: bool>(lanes: L, by: usize) -> L {
        if WORDS {
            lanes.turn(by)
        } else {
            lanes.swing(by)
        }
    }
    let mut next = [[rows[0]; 3]; BOX];
    for i in 0..BOX {
        for by in 1..BOX {
            next[i][by - 1] = shift::<L, WORDS>(rows[i], by);
        }
    }
    // Where the other two rows can have the digit in the two columns that are left ...
    let mut others = [[rows[0]; 3]; 2];
    for half in 0..2 {
        let (a, b) = (2 * half, 2 * half + 1);
        let near = rows[a].and(next[b][0]).or(next[a][0].and(rows[b]));
        let far = rows[a].and(next[b][1]).or(next[a][1].and(rows[b]));
        others[1 - half] = [
            shift::<L, WORDS>(near, 2),
            shift::<L, WORDS>(far, 1),
            shift::<L, WORDS>(near, 1),
        ];
    }
    let mut left = rows;
    for i in 0..BOX {
        let (partner, others) = (next[i ^ 1], others[i / 2]);
        let one = partner[0].and(others[0]);
        let two = partner[1].and(others[1]);
        let three = partner[2].and(others[2]);
        left[i] = rows[i].and(one.or(two).or(three));
    }
    left
}
