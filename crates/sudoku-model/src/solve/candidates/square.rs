//! Cages with four or five open cells, of at most nine neighboring digits: two pairs of cells, and
//! perhaps a cell by itself.
//!
//! The pairs of two digits are a square of bits, which fits a word, so that all second pairs that
//! go with a first one are found at once: those with the sum that is left (by which digit the fifth
//! cell has), less those that share a digit with the first. Most such cages have nothing to lose,
//! and thousands of fillings; this takes half of what [`Task`](super::sets::Task) does. What a
//! branch would decide is mostly luck here, and a wrong guess of the processor takes longer than
//! what it skips: hence masks in place of conditions.

use super::board::Mask;
use super::sets::digits_of;

/// Pairs of digits: bit `8 * a + b - 1` for the digits `a` and `b > a`, from 0 to 8.
type Pairs = u64;

/// The first bit of each row of the square.
const ROWS: Pairs = 0x0101_0101_0101_0101;

/// All bits of each row but the last.
const LOWER: Pairs = 0x7F * ROWS;

/// All pairs: in each row one less than in the row before.
const ALL: Pairs = 0x80C0_E0F0_F8FC_FEFF;

/// How many digits there are.
const DIGITS: usize = 9;

/// No pair, and nothing that is left for one, has a greater sum.
const MOST: usize = 31;

/// Of so many first pairs, half are tried before there is a look whether more are needed.
const MANY: u32 = 16;

/// One half: the pairs with an odd sum.
const HALF: Pairs = 0xAA55_AA55_AA55_AA55;

/// The pairs by how much their sum is less than `MOST`. There is room for what is below 0, and for
/// every number of six bits.
static BY_SUM: [Pairs; 64] = by_sum();

const fn by_sum() -> [Pairs; 64] {
    let mut by_sum = [0; 64];
    let mut k = 0;
    while k < 64 {
        by_sum[MOST - k / 8 - k % 8 - 1] |= 1 << k & ALL;
        k += 1;
    }
    by_sum
}

/// Per digit: the pairs with it.
static WITH: [Pairs; 16] = with();

const fn with() -> [Pairs; 16] {
    let mut with = [0; 16];
    let mut k = 0;
    while k < 64 {
        with[k / 8] |= 1 << k & ALL;
        with[k % 8 + 1] |= 1 << k & ALL;
        k += 1;
    }
    with
}

/// Per bit of the square: its digits, and the pairs that share one with it.
static PAIRS: [(Mask, Pairs); 64] = pairs_by_bit();

const fn pairs_by_bit() -> [(Mask, Pairs); 64] {
    let (mut pairs, with) = ([(0, 0); 64], with());
    let mut k = 0;
    while k < 64 {
        let (one, other) = (k / 8, k % 8 + 1);
        pairs[k] = (1 << one | 1 << other, with[one] | with[other]);
        k += 1;
    }
    pairs
}

/// The sum of the pair of a bit.
fn sum_of(k: usize) -> usize {
    k / 8 + k % 8 + 1
}

/// The rows of some digits.
fn rows(mask: Mask) -> Pairs {
    // A copy of the digits in each row, of which it keeps its own; then all of a row that has it.
    let own = u64::from(mask as u8).wrapping_mul(ROWS) & 0x8040_2010_0804_0201;
    // A row that has its own carries to its highest bit; no row carries into the next.
    ((own + LOWER) >> 7 & ROWS) * 0xFF
}

/// The columns of some digits.
fn columns(mask: Mask) -> Pairs {
    // Column `b` is bit `b - 1` of each row.
    u64::from((mask >> 1) as u8) * ROWS
}

/// The digits whose rows have a pair.
fn in_rows(pairs: Pairs) -> Mask {
    // Any of the lower bits carries to the highest one, which may be set itself.
    let carried = (pairs & LOWER) + LOWER;
    let some = (pairs | carried) >> 7 & ROWS;
    // The product gathers a bit of each row in the highest one.
    (some.wrapping_mul(0x0102_0408_1020_4080) >> 56) as Mask
}

/// The digits whose columns have a pair.
fn in_columns(mut pairs: Pairs) -> Mask {
    // All rows on top of each other, in the lowest one.
    pairs |= pairs >> 32;
    pairs |= pairs >> 16;
    pairs |= pairs >> 8;
    Mask::from(pairs as u8) << 1
}

/// What two cells can hold.
fn pairs([one, other]: [Mask; 2]) -> Pairs {
    // The lower digit may be in either cell.
    (rows(one) & columns(other) | rows(other) & columns(one)) & ALL
}

/// The digits of each of two cells in some of its pairs.
fn cells([one, other]: [Mask; 2], pairs: Pairs) -> [Mask; 2] {
    let beside = |other| in_rows(pairs & columns(other)) | in_columns(pairs & rows(other));
    [one & beside(other), other & beside(one)]
}

/// Whether digits are near enough to each other.
pub(super) fn fits(digits: Mask) -> bool {
    digits >> (digits.trailing_zeros() % Mask::BITS) < 1 << DIGITS
}

/// Leaves in four or five cells the candidates that occur in some filling with this sum, and
/// returns the digits that occur in all of them. Without a filling all cells are left empty.
/// `least` is the least digit of the board.
#[inline(never)]
#[cfg_attr(page, optimize(speed))]
pub(super) fn filter(masks: &mut [Mask], sum: u32, least: u32) -> Mask {
    let mut open = [0; 5];
    for (open, mask) in open.iter_mut().zip(&*masks) {
        *open = mask >> least;
    }
    // Counted from the least digit: each cell has so much less, and so has the sum.
    let [a, b, c, d, fifth] = open;
    let sum = match sum.checked_sub(masks.len() as u32 * least) {
        Some(sum) if sum < MOST as u32 => sum as usize,
        _ => {
            masks.fill(0);
            return 0;
        }
    };
    let (mut first, mut second) = (pairs([a, b]), pairs([c, d]));
    // The fewer are gone through.
    let turned = first.count_ones() > second.count_ones();
    if turned {
        core::mem::swap(&mut first, &mut second);
    }
    let mut fillings = Fillings {
        sum,
        second,
        fifth,
        beside: [0; 16],
        for_fifth: &BY_SUM,
        in_first: 0,
        in_second: 0,
        found: [0; 16],
        required: (1 << DIGITS) - 1,
    };
    // By the sum of the first pair, what leaves this digit for the fifth cell.
    let leave = |digit: usize| &BY_SUM[MOST + digit - sum..][..16];
    if masks.len() > 4 {
        // A second pair may not have the digit that it leaves for the fifth cell.
        for digit in digits_of(fifth) {
            for (beside, pairs) in fillings.beside.iter_mut().zip(leave(digit)) {
                *beside |= pairs & !WITH[digit % 16];
            }
        }
    } else {
        // Nothing is left for a fifth cell: a pair has all that is left of the sum.
        fillings.for_fifth = &[0; 64];
        fillings.beside.copy_from_slice(leave(0));
    }

    // Of many pairs, those of one color of the square first, which reach most digits: often all of
    // the candidates have been found then, and no digit is in all fillings.
    let is_many = first.count_ones() >= MANY;
    let mut later = if is_many { first & !HALF } else { 0 };
    fillings.add(first ^ later);
    loop {
        // What the cells keep, by what has been found.
        let (mut ab, mut cd) = (fillings.in_first, fillings.in_second);
        if turned {
            core::mem::swap(&mut ab, &mut cd);
        }
        let ([a, b], [c, d]) = (cells([a, b], ab), cells([c, d], cd));
        // A digit of the fifth cell stays if one of the fillings has left it.
        let mut in_fifth = 0;
        for digit in digits_of(fifth) {
            let both = fillings.found.iter().zip(leave(digit));
            let common = both.fold(0, |common, (found, pairs)| common | found & pairs);
            in_fifth |= Mask::from(common != 0) << digit;
        }
        let kept = [a, b, c, d, in_fifth];
        // All has been looked at, or more could change nothing.
        if later == 0 || fillings.required == 0 && kept == open {
            for (mask, kept) in masks.iter_mut().zip(kept) {
                *mask = kept << least;
            }
            break;
        }
        fillings.add(core::mem::take(&mut later));
    }
    fillings.required() << least
}

/// Fillings of the cells.
struct Fillings<'t> {
    sum: usize,
    /// What the second two cells can hold, and the fifth, if there is one.
    second: Pairs,
    fifth: Mask,
    /// By the sum of the first pair, from 0 to 15: the second pairs that leave a digit of the fifth
    /// cell which they do not have.
    beside: [Pairs; 16],
    /// Which pairs leave a digit for the fifth cell: [`BY_SUM`], or nothing if there is none.
    for_fifth: &'t [Pairs; 64],
    /// The first and the second pairs of those that have been found, the latter also like `beside`.
    in_first: Pairs,
    in_second: Pairs,
    found: [Pairs; 16],
    /// The digits of all that have been looked at.
    required: Mask,
}

impl Fillings<'_> {
    /// Finds those with some first pairs.
    // Not inlined: the compiler would mix it with what comes after, and do both for every pair.
    #[inline(never)]
    #[cfg_attr(page, optimize(speed))]
    fn add(&mut self, mut left: Pairs) {
        while left != 0 {
            let k = left.trailing_zeros() as usize % 64;
            let pair = left & left.wrapping_neg();
            left ^= pair;
            let seconds = self.beside(k);
            if seconds == 0 {
                continue;
            }
            self.in_first |= pair;
            self.in_second |= seconds;
            self.found[sum_of(k) % 16] |= seconds;
            // One of them: to look at all takes longer, and after some pairs few digits are left.
            let second = 63 - seconds.leading_zeros() as usize % 64;
            let fifth = self.sum.wrapping_sub(sum_of(k) + sum_of(second));
            self.required &= PAIRS[k].0 | PAIRS[second].0 | self.fifth & 1 << (fifth % 32);
        }
    }

    /// The second pairs that go with a first one.
    fn beside(&self, k: usize) -> Pairs {
        // Those that share a digit with it, and those that leave one of its digits for the fifth
        // cell.
        let taken = PAIRS[k].1 | self.leaves(k, k / 8) | self.leaves(k, k % 8 + 1);
        self.beside[sum_of(k) % 16] & self.second & !taken
    }

    /// The second pairs that leave a digit for the fifth cell if a first pair is taken.
    fn leaves(&self, k: usize, digit: usize) -> Pairs {
        self.for_fifth[(MOST + sum_of(k) + digit - self.sum) % 64]
    }

    /// The digits of all fillings, when all have been found.
    fn required(&self) -> Mask {
        // One filling without the digit is enough: some first pair without it, a second one without
        // it, and a fifth digit that is another.
        let mut required = self.required;
        for digit in digits_of(self.required) {
            let with = WITH[digit % 16];
            let mut left = self.in_first & !with;
            while left != 0 {
                let k = left.trailing_zeros() as usize % 64;
                left &= left - 1;
                if self.beside(k) & !(with | self.leaves(k, digit)) != 0 {
                    required ^= 1 << digit;
                    break;
                }
            }
        }
        required
    }
}
