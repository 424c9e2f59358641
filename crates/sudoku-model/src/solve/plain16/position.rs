//! What is known of the board, and what follows from it.

use super::lanes::{Lanes, Words};

/// Rows, columns, boxes and digits.
pub(super) const SIDE: usize = 16;

/// Rows of a box, and boxes beside each other.
pub(super) const BOX: usize = 4;

/// Why a position has no solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DeadEnd {
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

/// Cells with one digit. Of the lines, vector `i` is about row `i` of each band: word `k` of group
/// `s` is what those cells have in band `k` and stack `s` together. So it is with everything below
/// that comes in four vectors for the rows.
struct Decided<L> {
    rows: [L; SIDE],
    lines: [L; BOX],
    columns: L,
}

impl<L: Lanes> Tally<L> {
    #[inline(always)]
    fn none(none: L) -> Self {
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

    /// Word `k` of each group is about that whole group of row `k`, packed as by [`unite_groups`].
    #[inline(always)]
    fn of_groups(rows: [L; BOX]) -> Self {
        let (a, b) = rows[0].mix(rows[1], 1);
        let (c, d) = rows[2].mix(rows[3], 1);
        let (once, once_more) = a.or(b).mix(c.or(d), 2);
        // What both words of half a group have.
        let (twice, twice_more) = a.and(b).mix(c.and(d), 2);
        let more = Tally {
            once: once_more,
            twice: twice_more,
        };
        more.join(Tally { once, twice })
    }
}

/// Word `k` of each group is the union of that whole group of row `k`.
///
/// ```text
/// rows           mixed by 1     united             mixed by 2         united
/// a0 a1 a2 a3    a0 b1 a2 b3    a01 b01 a23 b23    a01 b01 c23 d23    A B C D
/// b0 b1 b2 b3    a1 b0 a3 b2
/// c0 c1 c2 c3    c0 d1 c2 d3    c01 d01 c23 d23    a23 b23 c01 d01
/// d0 d1 d2 d3    c1 d0 c3 d2
/// ```
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

    /// The position with these digits, 0 for an empty cell.
    #[inline(always)]
    pub(super) fn of(digits: &[u8]) -> Position {
        let mut position = Position::open();
        for (row, digits) in position.rows.iter_mut().zip(digits.chunks_exact(SIDE)) {
            for (cell, &digit) in row.iter_mut().zip(digits) {
                // No branch, as nobody can foresee which cells are empty.
                let given = (1_u32 << digit >> 1) as u16;
                *cell = if given == 0 { u16::MAX } else { given };
            }
        }
        position
    }

    #[inline]
    pub(super) fn cell(&self, cell: usize) -> u16 {
        self.rows[cell / SIDE][cell % SIDE]
    }

    #[inline]
    pub(super) fn set(&mut self, cell: usize, digits: u16) {
        self.rows[cell / SIDE][cell % SIDE] = digits;
    }

    /// Draws conclusions until there are no more.
    ///
    /// # Errors
    /// What cannot be satisfied; the position is then of no more use.
    #[inline(always)]
    pub(super) fn propagate<L: Lanes>(&mut self, none: L) -> Result<(), DeadEnd> {
        let mut decided = Decided {
            rows: [none; SIDE],
            lines: [none; BOX],
            columns: none,
        };
        let mut removed = true;
        while self.decide(&mut decided) || removed {
            removed = self.sweep(&decided)?;
        }
        Ok(())
    }

    /// Finds the cells with one digit. Whether there are new ones.
    #[inline(always)]
    fn decide<L: Lanes>(&self, decided: &mut Decided<L>) -> bool {
        let none = decided.columns.splat(0);
        let (mut new, mut columns) = (none, none);
        for i in 0..BOX {
            let mut rows = [none; BOX];
            for (k, row) in rows.iter_mut().enumerate() {
                let known = &mut decided.rows[BOX * k + i];
                *row = none.of(self.rows[BOX * k + i]).only_single();
                new = new.or(row.without(*known));
                columns = columns.or(*row);
                *known = *row;
            }
            decided.lines[i] = unite_groups(rows);
        }
        decided.columns = columns;
        new.any()
    }

    /// Takes the digits of decided cells out of those that see them, and then all at once what
    /// houses, bands and stacks have no use for. Whether that was anything.
    #[inline(always)]
    fn sweep<L: Lanes>(&mut self, decided: &Decided<L>) -> Result<bool, DeadEnd> {
        // Word k of group s is about box (k, s): its four rows are in the four lines.
        let [a, b, c, d] = decided.lines;
        let in_boxes = a.or(b).or(c.or(d));
        let mut seen = decided.lines;
        for line in &mut seen {
            // All four groups of a row, in each of them; and the box.
            let two = line.or(line.swing(1));
            *line = two.or(two.swing(2)).or(in_boxes);
        }
        let none = in_boxes.splat(0);
        let mut lines = [Tally::none(none); BOX];
        let mut bands = [Tally::none(none); BOX];
        for i in 0..BOX {
            let mut rows = [none; BOX];
            for k in 0..BOX {
                let words = &mut self.rows[BOX * k + i];
                let row = none.of(*words);
                // Row i of band k: its word k, for the four columns of each stack.
                let row = row.without(seen[i].spread(k).or(decided.columns));
                let row = row.or(decided.rows[BOX * k + i]);
                *words = row.words();
                rows[k] = row;
                bands[k].twice = bands[k].twice.or(bands[k].once.and(row));
                bands[k].once = bands[k].once.or(row);
            }
            lines[i] = Tally::of_groups(rows);
        }

        // A word of `columns` is a column, a word of `boxes` a box. What they have in common means
        // nothing; but if every digit is in it everywhere, it is in all houses of both kinds.
        let columns = Tally::join_all(bands);
        let boxes = Tally::join_all(lines);
        let mut everywhere = columns.once.and(boxes.once);
        // Rows and stacks of each band (a word k), bands and columns of each stack (a group).
        let kept = matched::<L, false>(lines.map(|line| line.once));
        let kept_in_columns = matched::<L, true>(bands.map(|band| band.once));
        let mut open = [none; BOX];
        for i in 0..BOX {
            let row = lines[i].join_groups();
            everywhere = everywhere.and(row.once);
            open[i] = row.twice.and(boxes.twice);
        }
        if none.splat(u16::MAX).without(everywhere).any() {
            return Err(DeadEnd::House);
        }

        let (mut removed, mut empty, mut failure) = (none, none, none);
        for (k, &kept_in_columns) in kept_in_columns.iter().enumerate() {
            for i in 0..BOX {
                let words = &mut self.rows[BOX * k + i];
                let row = none.of(*words);
                // With one place only in the row, the box or the column: this one.
                let lone = row.without(open[i].spread(k).and(columns.twice));
                let kept = kept[i].spread(k).and(kept_in_columns);
                // A cell with such a digit keeps nothing else; with two of them it cannot be.
                let left = row.and(lone.empty()).or(lone).and(kept);
                removed = removed.or(row.without(left));
                empty = empty.or(left.empty());
                failure = failure.or(lone.drop_lowest());
                *words = left.words();
            }
        }
        if empty.any() {
            return Err(self.empty_cell());
        }
        if failure.any() {
            return Err(DeadEnd::House);
        }
        Ok(removed.any())
    }

    #[inline(never)]
    fn empty_cell(&self) -> DeadEnd {
        let mut cells = self.rows.iter().flatten();
        let cell = cells.position(|&digits| digits == 0);
        DeadEnd::Cell(cell.expect("a cell is empty"))
    }
}

/// Of the digits in a matrix of 4 x 4 sets, what is left when each is to be in every row and every
/// column once. The rows are the vectors; the columns are the words of each group, or the groups.
///
/// A digit stays in a place if its partner, the row beside it in the same half, can have it in
/// another column, and the rows of the other half in the two columns that are left.
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
    // Per half and distance: what the other half can have in the columns besides this one and the
    // one at that distance.
    let mut others = [[rows[0]; 3]; 2];
    for half in 0..2 {
        let (a, b) = (2 * half, 2 * half + 1);
        // What these rows can have in this column and the next, in this and the one after that.
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
