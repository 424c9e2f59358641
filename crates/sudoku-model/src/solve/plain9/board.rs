//! A position, and what follows from it.

use super::lanes::Lanes;
use crate::solve::vectors::each;

/// All cells of a band, its cells in the first column, and the lowest bit of each row of a box.
const CELLS: u32 = (1 << 27) - 1;
const FIRST_COLUMN: u32 = 1 | 1 << 9 | 1 << 18;
const TRIPLES: u32 = 0o111_111_111;

/// The columns of a band, and the lowest bit of each box among them.
const COLUMNS: u32 = 0o777;
const BOXES: u32 = 0o111;

/// The digits 2 k and 2 k + 1 share vector k; the second half of the last one is empty.
const VECTORS: usize = 5;
pub(super) const DIGITS: usize = 9;

/// Where each digit may be.
///
/// Digits are numbered from 0 here, and cells are named by band and bit.
#[derive(Clone, Copy)]
pub(super) struct Board<L>([L; VECTORS]);

/// A board at rest: it can be kept and compared without knowing the machine.
pub(super) type Saved = [[u32; 8]; VECTORS];

/// What the filter has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Settled {
    /// No solution has these candidates.
    Dead,
    /// Every cell has one digit, and all rules are kept.
    Solved,
    /// Nothing more follows.
    Open {
        /// For each band, the cells with more than one candidate.
        open: [u32; 3],
        /// For each band, the cells with two candidates.
        pairs: [u32; 3],
    },
}

/// A word in the lanes that have a digit and a band, and 0 in the others.
#[inline(always)]
fn bands<L: Lanes>(zero: L, word: u32, vector: usize) -> L {
    let last = if vector == VECTORS - 1 { 0 } else { word };
    zero.of([word, word, word, 0, last, last, last, 0])
}

/// For each triple with a cell, its bit `slot`.
///
/// ```text
/// cells     . X .   . . .   X . X
/// slot 1    . X .   . . .   . X .      what is shifted into the triple beside goes by the mask
/// ```
#[inline(always)]
fn triples<L: Lanes>(cells: L, slot: usize) -> L {
    let any = match slot {
        0 => cells.or(cells.down::<1>()).or(cells.down::<2>()),
        1 => cells.up::<1>().or(cells).or(cells.down::<1>()),
        _ => cells.up::<2>().or(cells.up::<1>()).or(cells),
    };
    any.and(any.splat(TRIPLES << slot))
}

/// All cells of the triples whose bit `slot` is set.
#[inline(always)]
fn cells_of_triples<L: Lanes>(marks: L, slot: usize) -> L {
    let marks = marks.and(marks.splat(TRIPLES << slot));
    // The bit above the triple less its lowest bit: 1000 - 0001 is 0111. What a triple takes from
    // the bit above is its own, so neighbors do not disturb each other.
    match slot {
        0 => marks.up::<3>().sub(marks),
        1 => marks.up::<2>().sub(marks.down::<1>()),
        _ => marks.up::<1>().sub(marks.down::<2>()),
    }
}

/// For each column with a cell, its bit in row `slot`.
#[inline(always)]
fn columns<L: Lanes>(cells: L, slot: usize) -> L {
    let any = match slot {
        0 => cells.or(cells.down::<9>()).or(cells.down::<18>()),
        1 => cells.up::<9>().or(cells).or(cells.down::<9>()),
        _ => cells.up::<18>().or(cells.up::<9>()).or(cells),
    };
    any.and(any.splat(COLUMNS << (9 * slot)))
}

/// All cells of the columns whose bit in row `slot` is set.
#[inline(always)]
fn cells_of_columns<L: Lanes>(marks: L, slot: usize) -> L {
    let marks = marks.and(marks.splat(COLUMNS << (9 * slot)));
    // Copies to the two other rows, which are above or below.
    match slot {
        0 => marks.or(marks.up::<9>()).or(marks.up::<18>()),
        1 => marks.down::<9>().or(marks).or(marks.up::<9>()),
        _ => marks.down::<18>().or(marks.down::<9>()).or(marks),
    }
}

/// Locked candidates of the rows: keeps a triple (three cells that share a row and a box) only if
/// the two other rows of the band can take the two other boxes. A band without such a triple is
/// emptied.
///
/// A triple needs one bit, so three vectors are done at once, each in a slot of its own.
///
/// ```text
/// box      0 1 2       0 1 2
/// row 0    ? . .       ? . .     the triple stays if the two others can be, in one way
/// row 1    . X .   or  . . X     or the other
/// row 2    . . X       . X .
/// ```
#[inline(always)]
fn lock_rows<L: Lanes, const N: usize>(board: &mut [L; N]) {
    let mut all = board[0].splat(0);
    each!(slot in 0 1 2 {
        if slot < N {
            all = all.or(triples(board[slot], slot));
        }
    });
    // What the row has one box and two boxes further on, box 0 following box 2. An octal digit is a
    // triple, the one of box 0 on the right.
    let one = (all.down::<3>().and(all.splat(0o077_077_077)))
        .or(all.up::<6>().and(all.splat(0o700_700_700)));
    let two = (all.up::<3>().and(all.splat(0o770_770_770)))
        .or(all.down::<6>().and(all.splat(0o007_007_007)));
    // Rows follow each other in the same way; what gets above bit 26 meets nothing there.
    let next = |rows: L| rows.down::<9>().or(rows.up::<18>());
    // One row takes the one box, and the row after it the other: what says so of a row and the next
    // one moves to the row before, as it is about the two others there.
    let others = next(one.and(next(two)).or(two.and(next(one))));
    each!(slot in 0 1 2 {
        if slot < N {
            board[slot] = board[slot].and(cells_of_triples(others, slot));
        }
    });
}

/// Locked candidates of the columns: the same with bands for rows, and columns for boxes. Columns
/// are bits side by side, a stack is an octal digit, and bands are words.
#[inline(always)]
fn lock_columns<L: Lanes, const N: usize>(board: &mut [L; N]) {
    let mut all = board[0].splat(0);
    each!(slot in 0 1 2 {
        if slot < N {
            all = all.or(columns(board[slot], slot));
        }
    });
    let one = (all.down::<1>().and(all.splat(0o333_333_333)))
        .or(all.up::<2>().and(all.splat(0o444_444_444)));
    let two = (all.up::<1>().and(all.splat(0o666_666_666)))
        .or(all.down::<2>().and(all.splat(0o111_111_111)));
    let others = one.and(two.next()).or(two.and(one.next())).next();
    each!(slot in 0 1 2 {
        if slot < N {
            board[slot] = board[slot].and(cells_of_columns(others, slot));
        }
    });
}

/// From a set of the bits 9, 18 and 27, which stand for the rows below: all cells of the rows.
#[inline(always)]
fn rows<L: Lanes>(marks: L) -> L {
    marks.sub(marks.down::<9>())
}

/// The cells that are alone in their row, in bands whose three rows all have cells; and words whose
/// highest bit is set if the band has no cell, and only if one of its rows has none.
#[inline(always)]
fn singles<L: Lanes>(cells: L) -> (L, L) {
    // Without the lowest cell of each row, its bit 0 is free for the carry of the row below. If no
    // row is empty, the subtraction borrows from none, and what is left is not below 0.
    let less = cells.sub(cells.splat(FIRST_COLUMN));
    let more = cells.and(less);
    // 0o776 and anything from 2 on reach bit 9: a mark if a second cell is left.
    let marks = more.add(cells.splat(FIRST_COLUMN * 0o776));
    let singles = cells.without(rows(marks.and(marks.splat(FIRST_COLUMN << 9))));
    (singles, less)
}

/// Takes from each row that has one of the `chosen` cells all others.
#[inline(always)]
fn choose<L: Lanes>(cells: L, chosen: L) -> L {
    let right = cells.splat(FIRST_COLUMN * 0o776);
    // The same mark of a row with a cell in the columns 1 to 8; from column 0 a shift brings it.
    let marks = chosen.and(right).add(right).or(chosen.up::<9>());
    let rows = rows(marks.and(marks.splat(FIRST_COLUMN << 9)));
    cells.without(rows.without(chosen))
}

impl<L: Lanes> Board<L> {
    /// The position with these givens, 0 for none, and nothing concluded: digit `d` here is
    /// `names[d]` there.
    #[inline(always)]
    pub(super) fn new(zero: L, givens: &[u8; 81], names: &[u8; DIGITS]) -> Self {
        let mut bytes = [[0; 32]; 3];
        for (bytes, givens) in bytes.iter_mut().zip(givens.chunks_exact(27)) {
            bytes[..27].copy_from_slice(givens);
        }
        let mut words = [[0; 8]; VECTORS];
        for (digit, &name) in names.iter().enumerate() {
            for band in 0..3 {
                words[digit / 2][digit % 2 * 4 + band] = zero.find(&bytes[band], name);
            }
        }
        let given = words.map(|words| zero.of(words));
        let any = given.iter().fold(zero, |any, &cells| any.or(cells));
        // The givens of all digits, in both halves: each keeps the others out.
        let any = any.or(any.swap());
        let mut vectors = given;
        for (vector, cells) in vectors.iter_mut().enumerate() {
            let own = *cells;
            *cells = choose(bands(zero, CELLS, vector).without(any.without(own)), own);
        }
        Board(vectors)
    }

    #[inline(always)]
    pub(super) fn save(&self) -> Saved {
        let [a, b, c, d, e] = self.0;
        [a.words(), b.words(), c.words(), d.words(), e.words()]
    }

    #[inline(always)]
    pub(super) fn load(zero: L, saved: &Saved) -> Self {
        let [a, b, c, d, e] = *saved;
        Board([
            zero.of(a),
            zero.of(b),
            zero.of(c),
            zero.of(d),
            zero.of(e).first(),
        ])
    }

    /// Draws all conclusions, and counts its rounds. After `enough` of them, it stops as soon as
    /// each open cell has two candidates or more.
    ///
    /// A round filters the rows and columns of every digit, takes cells that one digit has found
    /// from the others, and rows from digits that are alone in a cell.
    #[inline(always)]
    pub(super) fn conclude(&mut self, rounds: &mut u64, enough: u64) -> Settled {
        let zero = self.0[0].splat(0);
        let full = bands(zero, CELLS, 0);
        loop {
            *rounds += 1;
            let before = self.0;
            let [a, b, c, d, e] = before;
            let (mut three, mut two) = ([a, b, c], [d, e]);
            lock_rows(&mut three);
            lock_rows(&mut two);
            lock_columns(&mut three);
            lock_columns(&mut two);
            let ([a, b, c], [d, e]) = (three, two);
            let board = &mut self.0;
            *board = [a, b, c, d, e];
            let ((a, l), (b, m), (c, n)) = (singles(a), singles(b), singles(c));
            let ((d, o), (e, p)) = (singles(d), singles(e));
            let found = [a, b, c, d, e];
            let p = p.and(bands(zero, u32::MAX, VECTORS - 1));
            let lost = l.or(m).or(n).or(o).or(p);
            // A digit without a place in a band. Words 3 and 7 are spare, and there is no tenth
            // digit.
            if lost.signs() & 0b0111_0111 != 0 {
                return Settled::Dead;
            }
            // A cell that two digits have found stays with both: it is in `twice` for good.
            let mut taken = zero;
            each!(k in 0 1 2 3 4 { taken = taken.or(found[k]) });
            let taken = taken.or(taken.swap());
            let (mut once, mut twice) = (zero, zero);
            each!(k in 0 1 2 3 4 {
                board[k] = board[k].without(taken.without(found[k]));
                twice = twice.or(once.and(board[k]));
                once = once.or(board[k]);
            });
            // The digits of both halves together.
            let more = once.swap();
            let twice = twice.or(twice.swap()).or(once.and(more));
            let once = once.or(more);
            // A cell without a digit.
            if !full.without(once).is_zero() {
                return Settled::Dead;
            }
            // `taken` is what digits have found, `alone` what has but one candidate and is not
            // found: its digit leaves the rest of the row.
            let open = full.without(taken);
            if open.or(twice).is_zero() {
                return self.check();
            }
            let alone = open.without(twice);
            let mut changes = zero;
            each!(k in 0 1 2 3 4 {
                board[k] = choose(board[k], board[k].and(alone));
                changes = changes.or(board[k].xor(before[k]));
            });
            if changes.is_zero() || *rounds >= enough && alone.is_zero() {
                // Two digits with the same only cell, or the only digit of two cells of a row.
                if open.is_zero() || !alone.is_zero() {
                    return Settled::Dead;
                }
                let [a, b, c, ..] = open.words();
                let [d, e, f, ..] = open.without(self.three()).words();
                return Settled::Open {
                    open: [a, b, c],
                    pairs: [d, e, f],
                };
            }
        }
    }

    /// The cells with three candidates or more.
    #[inline(always)]
    fn three(&self) -> L {
        let zero = self.0[0].splat(0);
        let (mut once, mut twice, mut thrice) = (zero, zero, zero);
        each!(k in 0 1 2 3 4 {
            let cells = self.0[k];
            thrice = thrice.or(twice.and(cells));
            twice = twice.or(once.and(cells));
            once = once.or(cells);
        });
        // Three in this half, or two and one in the other; the swap adds three and two there.
        let both = twice.and(once.swap()).or(thrice);
        both.or(both.swap())
    }

    /// Whether a board with one digit in each cell keeps all rules.
    #[inline(always)]
    fn check(&self) -> Settled {
        let zero = self.0[0].splat(0);
        let mut missing = zero;
        for (vector, &cells) in self.0.iter().enumerate() {
            // All that a row has moves to its lowest bit, a box to that of its first row, a column
            // to row 0 and then over the bands, which are words.
            let triples = cells.or(cells.down::<1>()).or(cells.down::<2>());
            let triples = triples.and(zero.splat(TRIPLES));
            let rows = triples.or(triples.down::<3>()).or(triples.down::<6>());
            let boxes = triples.or(triples.down::<9>()).or(triples.down::<18>());
            let columns = cells.or(cells.down::<9>()).or(cells.down::<18>());
            let columns = columns.or(columns.next()).or(columns.last());
            missing = missing
                .or(bands(zero, FIRST_COLUMN, vector).without(rows))
                .or(bands(zero, BOXES, vector).without(boxes))
                .or(bands(zero, COLUMNS, vector).without(columns));
        }
        // 81 digits fill 27 bands with three boxes each, so none has more than three.
        if missing.is_zero() {
            Settled::Solved
        } else {
            Settled::Dead
        }
    }
}

/// The words of a digit, one for each band.
#[inline(always)]
pub(super) fn words_of(board: &Saved, digit: usize) -> [u32; 3] {
    let half = digit % 2 * 4;
    let words = &board[digit / 2];
    [words[half], words[half + 1], words[half + 2]]
}

/// Takes a candidate away.
#[inline(always)]
pub(super) fn refute(board: &mut Saved, digit: usize, band: usize, bit: u32) {
    board[digit / 2][digit % 2 * 4 + band] &= !(1 << bit);
}

/// Takes the rest of the row away from the digit of a cell.
#[inline(always)]
pub(super) fn assume(board: &mut Saved, digit: usize, band: usize, bit: u32) {
    let row = COLUMNS << (bit / 9 * 9);
    let word = &mut board[digit / 2][digit % 2 * 4 + band];
    *word = *word & !row | 1 << bit;
}

/// The digits of a solved board: `names[d]` for digit `d`.
#[inline(always)]
pub(super) fn digits_of(board: &Saved, names: &[u8; DIGITS]) -> [u8; 81] {
    let mut digits = [0; 81];
    for (digit, &name) in names.iter().enumerate() {
        for (band, &word) in words_of(board, digit).iter().enumerate() {
            let mut cells = word;
            for _ in 0..3 {
                digits[(27 * band + cells.trailing_zeros() as usize).min(80)] = name;
                cells &= cells.wrapping_sub(1);
            }
        }
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::super::lanes::{on_all, Lanes, Work};
    use super::{choose, lock_columns, lock_rows, singles, Board, Saved, Settled, CELLS};

    /// The digits of a grid, from 0, and another grid: columns and digits change places.
    const GRID: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    fn solution(random: &mut fastrand::Rng) -> Vec<usize> {
        let mut names: Vec<usize> = (0..9).collect();
        random.shuffle(&mut names);
        let digits: Vec<_> = GRID
            .bytes()
            .map(|digit| names[usize::from(digit - b'1')])
            .collect();
        let turned = random.bool();
        let cell = |k: usize| if turned { k % 9 * 9 + k / 9 } else { k };
        (0..81).map(|k| digits[cell(k)]).collect()
    }

    fn place(digit: usize, cell: usize) -> (usize, usize, u32) {
        (digit / 2, digit % 2 * 4 + cell / 27, 1 << (cell % 27))
    }

    /// A board and what follows.
    #[derive(Clone, Copy)]
    struct Conclude(Saved);

    impl Work for Conclude {
        type Output = (Settled, Saved, u64);

        #[inline(always)]
        fn work<L: Lanes>(self, zero: L) -> Self::Output {
            let mut board = Board::load(zero, &self.0);
            let mut rounds = 0;
            (board.conclude(&mut rounds, u64::MAX), board.save(), rounds)
        }
    }

    #[test]
    fn no_conclusion_removes_a_digit_of_a_solution() {
        let mut random = fastrand::Rng::with_seed(6);
        let (mut solved, mut open) = (0, 0);
        for round in 0..600 {
            let digits = solution(&mut random);
            let mut board: Saved = [[0; 8]; 5];
            for (cell, &digit) in digits.iter().enumerate() {
                for other in 0..9 {
                    if other == digit || random.usize(..8) < round % 8 {
                        let (vector, word, bit) = place(other, cell);
                        board[vector][word] |= bit;
                    }
                }
            }
            let results = on_all(Conclude(board));
            assert!(
                results.iter().all(|result| *result == results[0]),
                "{board:x?}"
            );
            let (verdict, after, _) = results[0];
            for (cell, &digit) in digits.iter().enumerate() {
                let (vector, word, bit) = place(digit, cell);
                assert_ne!(after[vector][word] & bit, 0, "{board:x?}");
            }
            match verdict {
                Settled::Dead => panic!("{board:x?} has a solution"),
                Settled::Solved => solved += 1,
                Settled::Open { open: cells, pairs } => {
                    open += 1;
                    for band in 0..3 {
                        let count = |bit: u32| {
                            let has =
                                |digit: &usize| after[digit / 2][digit % 2 * 4 + band] & bit != 0;
                            (0..9).filter(has).count()
                        };
                        for bit in (0..27).map(|k| 1 << k) {
                            assert_eq!(cells[band] & bit != 0, count(bit) > 1);
                            assert_eq!(pairs[band] & bit != 0, count(bit) == 2);
                        }
                    }
                }
            }
        }
        assert!(solved > 100 && open > 100, "{solved} solved, {open} open");
    }

    /// The filters of one digit, in a slot.
    #[derive(Clone, Copy)]
    struct Filters([u32; 8], [u32; 8], usize);

    impl Work for Filters {
        type Output = [[u32; 8]; 4];

        #[inline(always)]
        fn work<L: Lanes>(self, zero: L) -> Self::Output {
            let (cells, chosen) = (zero.of(self.0), zero.of(self.1));
            // Other digits beside it must not matter.
            let (mut rows, mut columns) = ([chosen; 3], [zero.splat(CELLS); 3]);
            rows[self.2] = cells;
            columns[self.2] = cells;
            lock_rows(&mut rows);
            lock_columns(&mut columns);
            let results = [
                rows[self.2],
                columns[self.2],
                singles(cells).0,
                choose(cells, chosen),
            ];
            results.map(L::words)
        }
    }

    /// What is left of a square of 3 x 3 truths in some way to take one of each row and column.
    fn permutations(square: impl Fn(usize, usize) -> bool) -> [[bool; 3]; 3] {
        let mut kept = [[false; 3]; 3];
        for way in [
            [0, 1, 2],
            [0, 2, 1],
            [1, 0, 2],
            [1, 2, 0],
            [2, 0, 1],
            [2, 1, 0],
        ] {
            if (0..3).all(|row| square(row, way[row])) {
                (0..3).for_each(|row| kept[row][way[row]] = true);
            }
        }
        kept
    }

    #[test]
    fn filters_of_a_digit_keep_what_a_permutation_has() {
        let mut random = fastrand::Rng::with_seed(7);
        for round in 0..4_000 {
            let density = random.u32(1..4);
            let mut word = || (0..density).fold(CELLS, |set, _| set & random.u32(..));
            let half = [word(), word(), word()];
            let chosen = [word(), word(), word()].map(|word| word & word.wrapping_neg());
            let eight = |[a, b, c]: [u32; 3]| [a, b, c, 0, a, b, c, 0];
            let results = on_all(Filters(eight(half), eight(chosen), round % 3));
            assert!(results.iter().all(|result| *result == results[0]));
            let has =
                |band: usize, row: usize, column: usize| half[band] >> (9 * row + column) & 1 != 0;
            let [rows, columns, single, rest] = results[0];
            for band in 0..3 {
                let triples =
                    permutations(|row, square| (0..3).any(|k| has(band, row, 3 * square + k)));
                let full = (0..3).all(|row| (0..9).any(|column| has(band, row, column)));
                for (row, triples) in triples.iter().enumerate() {
                    let count = (0..9).filter(|&column| has(band, row, column)).count();
                    let line = 0o777 << (9 * row);
                    for column in 0..9 {
                        let bit = 1 << (9 * row + column);
                        let cell = has(band, row, column);
                        assert_eq!(rows[band] & bit != 0, cell && triples[column / 3]);
                        if full {
                            assert_eq!(single[band] & bit != 0, cell && count == 1);
                        }
                        let kept = chosen[band] & line == 0 || chosen[band] & bit != 0;
                        assert_eq!(rest[band] & bit != 0, cell && kept);
                        let stack = permutations(|band, k| {
                            (0..3).any(|row| has(band, row, column / 3 * 3 + k))
                        });
                        assert_eq!(columns[band] & bit != 0, cell && stack[band][column % 3]);
                    }
                }
            }
        }
    }
}
