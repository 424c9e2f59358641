//! What cells with different digits and a known sum can hold, exactly.
//!
//! The sets of digits that the first `k` cells can hold are the bits of a word array: bit `s`
//! stands for the set whose members are the bits of `s`. To add a cell, shift the array by `1 << d`
//! for each candidate `d`, leaving out the sets that have `d` already. Forward over all cells, then
//! a selection of the final sets by their sum, then backward over the cells: a candidate that no
//! path uses on the way back is in no filling. The digits are renumbered first, so that the array
//! has a bit for each set of the digits that occur: one word for six digits, eight for nine.

use super::board::Mask;
use crate::board::set::{are_same, has, insert};
use crate::board::Digits;

/// The most digits that [`Task::run`] can tell apart, and the largest whose sums it can list.
const MAX_DIGITS: u8 = 16;

/// Whether sets of these digits can be filtered.
pub(super) fn are_few(digits: Digits) -> bool {
    digits.len() <= MAX_DIGITS.into() && digits.max() <= Some(MAX_DIGITS)
}

/// Bits of the sets without digit `d`, for `d < 6`.
const WITHOUT: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0F0F_0F0F_0F0F_0F0F,
    0x00FF_00FF_00FF_00FF,
    0x0000_FFFF_0000_FFFF,
    0x0000_0000_FFFF_FFFF,
];

/// For six digits at most: per sum, the word of their sets with that sum.
///
/// Filled when a set of digits is first met; a search meets few of them.
#[derive(Clone, Debug)]
pub(super) struct SumTable {
    /// Those of the board.
    digits: Mask,
    /// By the set, without the bits below the least digit.
    start: Vec<u32>,
    words: Vec<u64>,
}

impl SumTable {
    /// Empty if they are [too many](are_few).
    pub(super) fn new(digits: Digits) -> Self {
        let all = digits.bits() >> (digits.bits().trailing_zeros() % Mask::BITS);
        let sets = if are_few(digits) { all as usize + 1 } else { 0 };
        SumTable {
            digits: digits.bits(),
            start: vec![0; sets],
            words: vec![0],
        }
    }

    /// The words for sums from 0 to the sum of `digits`.
    #[cfg_attr(page, optimize(speed))]
    fn of(&mut self, digits: Mask) -> &[u64] {
        let most = sum_of(digits) as usize;
        let place = digits as usize >> (self.digits.trailing_zeros() % Mask::BITS);
        let mut start = self.start[place] as usize;
        if start == 0 {
            start = self.words.len();
            self.start[place] = start as u32;
            self.words.resize(start + most + 1, 0);
            let words = &mut self.words[start..];
            // The empty set has the sum 0; from the largest sum down, so that no digit is added
            // twice.
            words[0] = 1;
            for (k, digit) in digits_of(digits).enumerate() {
                for sum in (digit..=most).rev() {
                    words[sum] |= words[sum - digit] << (1 << k);
                }
            }
        }
        &self.words[start..=start + most]
    }
}

/// The digits of a mask, rising.
#[cfg_attr(page, optimize(speed))]
pub(super) fn digits_of(mut mask: Mask) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let digit = mask.trailing_zeros() as usize;
        let some = mask != 0;
        mask &= mask.wrapping_sub(1);
        some.then_some(digit)
    })
}

/// The sum of the digits of a mask.
pub(super) fn sum_of(mask: Mask) -> u32 {
    digits_of(mask).sum::<usize>() as u32
}

/// The sums that cells with different digits may have.
#[derive(Clone, Copy, Debug)]
pub(super) enum Sums {
    Any,
    One(u32),
    /// A bit for each.
    Some(u128),
}

/// A question about cells with different digits.
#[derive(Debug)]
pub(super) struct Task<'t> {
    /// The candidates of each cell, at least one and at most 16 cells.
    pub(super) cells: &'t mut [Mask],
    /// Sums of the first cells: how many of them, and their sum.
    pub(super) checks: &'t [(usize, u32)],
    /// Sums of all cells.
    pub(super) sums: Sums,
    /// The sets that all digits together may be, if not any: a bit for each set of the digits of
    /// the board, which are counted from the least.
    pub(super) among: Option<&'t [u64]>,
    pub(super) table: &'t mut SumTable,
}

impl Task<'_> {
    /// Leaves the candidates that occur in some filling, and returns the digits that occur in
    /// every filling; `None` if there is no filling.
    pub(super) fn filter(mut self) -> Option<Mask> {
        self.dispatch(false).map(|found| found as Mask)
    }

    /// A bit for each possible sum; `None` if there is no filling. No sum may be beyond 127.
    pub(super) fn sums(mut self) -> Option<u128> {
        self.dispatch(true)
    }

    #[cfg_attr(page, optimize(speed))]
    fn dispatch(&mut self, list: bool) -> Option<u128> {
        let union = match self.among {
            Some(_) => self.table.digits,
            None => self.cells.iter().fold(0, |union, &cell| union | cell),
        };
        match union.count_ones() {
            0..=6 => self.run::<1, 7>(union, list),
            7 => self.run::<2, 8>(union, list),
            8 => self.run::<4, 9>(union, list),
            9 => self.run::<8, 10>(union, list),
            10 => self.run::<16, 11>(union, list),
            11 => self.run::<32, 12>(union, list),
            12 => self.run::<64, 13>(union, list),
            13 => self.run::<128, 14>(union, list),
            14 => self.run::<256, 15>(union, list),
            15 => self.run::<512, 16>(union, list),
            _ => self.run::<1024, 17>(union, list),
        }
    }

    /// With `W` words for the sets of the digits in `union`, of which there are less than `L`.
    // Not inlined: otherwise every call would touch the large stack frame of the largest one.
    #[inline(never)]
    #[cfg_attr(page, optimize(speed))]
    fn run<const W: usize, const L: usize>(&mut self, union: Mask, list: bool) -> Option<u128> {
        // More cells than digits.
        let count = self.cells.len();
        if count >= L || union.count_ones() < count as u32 {
            return None;
        }
        // The `k`th of the digits that occur is bit `k` of a set: the first six tell the bit of a
        // word, the others the word.
        let mut index = [0u8; 32];
        let mut low: Mask = 0;
        // Sums of the digits beyond the sixth, which choose the word.
        let mut high = [0u32; W];
        for (k, digit) in digits_of(union).enumerate() {
            index[digit] = k as u8;
            if k < 6 {
                low |= 1 << digit;
            } else {
                // The words with this digit and none above, from those without it.
                for word in 1 << (k - 6)..1 << (k - 5) {
                    high[word] = high[word - (1 << (k - 6))] + digit as u32;
                }
            }
        }
        // The sets of a word with some sum: what the digits of the word leave is for the first six.
        let by_sum = self.table.of(low);
        let with_sum = |word: usize, sum: u32| {
            let rest = sum.wrapping_sub(high[word]) as usize;
            by_sum.get(rest).copied().unwrap_or(0)
        };

        // Forward: the sets that the first `k` cells can hold. At first, there is the empty one.
        let mut reached = [[0u64; W]; L];
        reached[0][0] = 1;
        let mut checks = self.checks;
        for k in 0..count {
            let mut next = [0u64; W];
            let mut candidates = self.cells[k];
            while candidates != 0 {
                let digit = index[candidates.trailing_zeros() as usize];
                candidates &= candidates - 1;
                // To the empty set alone: no shifts.
                if k == 0 {
                    insert(&mut next, 1 << digit);
                } else {
                    extend(&mut next, &reached[k], digit);
                }
            }
            // What is known of the sum of so many cells.
            while let Some((&(_, sum), rest)) =
                checks.split_first().filter(|(first, _)| first.0 == k + 1)
            {
                checks = rest;
                for (word, sets) in next.iter_mut().enumerate() {
                    *sets &= with_sum(word, sum);
                }
            }
            reached[k + 1] = next;
        }
        // Of all cells together, the sets that are allowed.
        let mut sets = reached[count];
        if let Some(allowed) = self.among {
            for (sets, allowed) in sets.iter_mut().zip(allowed) {
                *sets &= allowed;
            }
        }
        match self.sums {
            Sums::Any => {}
            Sums::One(sum) => {
                for (word, sets) in sets.iter_mut().enumerate() {
                    *sets &= with_sum(word, sum);
                }
            }
            Sums::Some(sums) => {
                for (word, sets) in sets.iter_mut().enumerate() {
                    let mut allowed = 0;
                    let mut rest = sums;
                    while rest != 0 {
                        allowed |= with_sum(word, rest.trailing_zeros());
                        rest &= rest - 1;
                    }
                    *sets &= allowed;
                }
            }
        }
        if is_none(&sets) {
            return None;
        }
        if list {
            let most = sum_of(union).min(127);
            let some = |&sum: &u32| (0..W).any(|word| sets[word] & with_sum(word, sum) != 0);
            return Some((0..=most).filter(some).fold(0, |sums, sum| sums | 1 << sum));
        }

        // A digit is required if no set is without it.
        let mut required: Mask = 0;
        for digit in digits_of(union) {
            if !lacks(&sets, index[digit]) {
                required |= 1 << digit;
            }
        }
        // Backward: of what the first `k` cells can hold, what goes on to a set at the end. A
        // candidate of cell `k` stays if it leads from one to the other.
        for k in (1..count).rev() {
            let mut before = [0u64; W];
            let mut kept = 0;
            let mut candidates = self.cells[k];
            while candidates != 0 {
                let bit = candidates & candidates.wrapping_neg();
                candidates ^= bit;
                let digit = index[bit.trailing_zeros() as usize];
                if retract(&mut before, &sets, &reached[k], digit) {
                    kept |= bit;
                }
            }
            self.cells[k] = kept;
            sets = before;
        }
        // The first cell has what is left as a set of its own.
        self.cells[0] = digits_of(self.cells[0])
            .filter(|&digit| has(&sets, 1 << index[digit]))
            .fold(0, |kept, digit| kept | 1 << digit);
        Some(u128::from(required))
    }
}

/// Whether there is no set.
#[inline(always)]
#[cfg_attr(page, optimize(speed))]
pub(super) fn is_none<const W: usize>(sets: &[u64; W]) -> bool {
    are_same(sets, &[0; W])
}

/// Adds to `next` every set of `sets` without the digit, together with it.
#[inline(always)]
#[cfg_attr(page, optimize(speed))]
pub(super) fn extend<const W: usize>(next: &mut [u64; W], sets: &[u64; W], digit: u8) {
    if let Some(&without) = WITHOUT.get(usize::from(digit)) {
        for word in 0..W {
            // The set with the digit has a number that is `1 << digit` greater.
            next[word] |= (sets[word] & without) << (1 << digit);
        }
    } else {
        // From words without the digit to those with it.
        let step = 1 << (digit - 6);
        for word in (0..W).filter(|word| word & step == 0) {
            // The mask cannot change the index; it shows the compiler that it is in bounds.
            next[(word | step) & (W - 1)] |= sets[word];
        }
    }
}

/// Adds to `before` every set of `reached` that becomes one of `sets` by adding the digit, and says
/// whether there is one.
#[inline(always)]
#[cfg_attr(page, optimize(speed))]
pub(super) fn retract<const W: usize>(
    before: &mut [u64; W],
    sets: &[u64; W],
    reached: &[u64; W],
    digit: u8,
) -> bool {
    let mut any = 0;
    if let Some(&without) = WITHOUT.get(usize::from(digit)) {
        for word in 0..W {
            // Back to the set without the digit.
            let found = sets[word] >> (1 << digit) & without & reached[word];
            any |= found;
            before[word] |= found;
        }
    } else {
        let step = 1 << (digit - 6);
        for word in (0..W).filter(|word| word & step == 0) {
            let found = sets[(word | step) & (W - 1)] & reached[word];
            any |= found;
            before[word] |= found;
        }
    }
    any != 0
}

/// Whether one of the sets is without the digit.
#[cfg_attr(page, optimize(speed))]
pub(super) fn lacks<const W: usize>(sets: &[u64; W], digit: u8) -> bool {
    match WITHOUT.get(usize::from(digit)) {
        Some(without) => sets.iter().any(|sets| sets & without != 0),
        None => (0..W).any(|word| word >> (digit - 6) & 1 == 0 && sets[word] != 0),
    }
}
