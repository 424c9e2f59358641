//! Cages with four or five open cells, of at most nine neighboring digits: two pairs of cells, and
//! perhaps a cell by itself.
//!
//! The pairs of two digits are a square of bits, which fits a word, so that all second pairs that
//! go with a first one are found at once: those with the sum that is left (by which digit the fifth
//! cell has), less those that share a digit with the first. Most such cages have nothing to lose,
//! and thousands of fillings; this takes little more than half of what [`Task`](super::sets::Task)
//! does.

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

/// The rows of some digits.
fn rows(mask: Mask) -> Pairs {
    // A copy of the digits in each row, of which it keeps its own; then all of a row that has it.
    let own = u64::from(mask as u8).wrapping_mul(ROWS) & 0x8040_2010_0804_0201;
    ((own + LOWER) >> 7 & ROWS) * 0xFF
}

/// The columns of some digits.
fn columns(mask: Mask) -> Pairs {
    u64::from((mask >> 1) as u8) * ROWS
}

/// The digits whose rows have a pair.
fn in_rows(pairs: Pairs) -> Mask {
    let carried = (pairs & LOWER) + LOWER;
    let some = (pairs | carried) >> 7 & ROWS;
    // The product gathers a bit of each row in the highest one.
    (some.wrapping_mul(0x0102_0408_1020_4080) >> 56) as Mask
}

/// The digits whose columns have a pair.
fn in_columns(mut pairs: Pairs) -> Mask {
    pairs |= pairs >> 32;
    pairs |= pairs >> 16;
    pairs |= pairs >> 8;
    Mask::from(pairs as u8) << 1
}

/// What two cells can hold.
fn pairs([one, other]: [Mask; 2]) -> Pairs {
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

/// Leaves in four or five cells the candidates that occur in some filling with this sum, and returns
/// the digits that occur in all of them. Without a filling all cells are left empty. `least` is the
/// least digit of the board.
#[inline(never)]
#[cfg_attr(page, optimize(speed))]
pub(super) fn filter(masks: &mut [Mask], sum: u32, least: u32) -> Mask {
    let mut open = [0; 5];
    for (open, mask) in open.iter_mut().zip(&*masks) {
        *open = mask >> least;
    }
    let [a, b, c, d, fifth] = open;
    masks.fill(0);
    let sum = match sum.checked_sub(masks.len() as u32 * least) {
        Some(sum) if sum < MOST as u32 => sum as usize,
        _ => return 0,
    };
    let (mut first, mut second) = (pairs([a, b]), pairs([c, d]));
    // The fewer are gone through.
    let turned = first.count_ones() > second.count_ones();
    if turned {
        core::mem::swap(&mut first, &mut second);
    }

    // By the sum of the first pair, from 0 to 15: the second pairs that leave a digit of the fifth
    // cell which they do not have.
    let mut beside = [0; 16];
    let mut for_fifth = &BY_SUM;
    let start = |digit: usize| MOST + digit - sum;
    if masks.len() > 4 {
        for digit in digits_of(fifth) {
            let by_sum = &BY_SUM[start(digit)..start(digit) + 16];
            for (beside, pairs) in beside.iter_mut().zip(by_sum) {
                *beside |= pairs & !WITH[digit % 16];
            }
        }
    } else {
        for_fifth = &[0; 64];
        beside.copy_from_slice(&BY_SUM[start(0)..start(0) + 16]);
    }

    let (mut in_first, mut in_second, mut required) = (0, 0, (1 << DIGITS) - 1 as Mask);
    // Like `beside`: those that have been found.
    let mut found = [0; 16];
    let mut left = first;
    while left != 0 {
        let k = left.trailing_zeros() as usize;
        let pair = left & left.wrapping_neg();
        left ^= pair;
        let (one, other) = (k / 8, k % 8 + 1);
        let both = (one + other) % 16;
        // Where the second pairs are that leave the digit 0, and so many places further on others.
        let rest = MOST + both - sum;
        // These leave the digit for the fifth cell.
        let leaves = |digit: usize| for_fifth[(rest + digit) % 64];
        let taken = WITH[one] | WITH[other] | leaves(one) | leaves(other);
        let seconds = beside[both] & second & !taken;
        if seconds == 0 {
            continue;
        }
        in_first |= pair;
        in_second |= seconds;
        found[both] |= seconds;
        let mut others = required & !(1 << one | 1 << other);
        while others != 0 {
            let digit = others.trailing_zeros() as usize;
            if seconds & !(WITH[digit % 16] | leaves(digit)) != 0 {
                required ^= 1 << digit;
            }
            others &= others - 1;
        }
    }
    if in_first == 0 {
        return 0;
    }
    if turned {
        core::mem::swap(&mut in_first, &mut in_second);
    }
    let [a, b] = cells([a, b], in_first);
    let [c, d] = cells([c, d], in_second);
    let mut in_fifth = 0;
    for digit in digits_of(fifth) {
        let by_sum = &BY_SUM[start(digit)..start(digit) + 16];
        if found
            .iter()
            .zip(by_sum)
            .any(|(found, pairs)| found & pairs != 0)
        {
            in_fifth |= 1 << digit;
        }
    }
    for (mask, kept) in masks.iter_mut().zip([a, b, c, d, in_fifth]) {
        *mask = kept << least;
    }
    required << least
}
