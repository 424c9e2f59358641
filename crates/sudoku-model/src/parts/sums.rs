//! Sums of different digits: which there are, and which sets of digits have them.

use core::ops::RangeInclusive;

use smallvec::SmallVec;

use crate::board::Digits;

/// The least and the greatest sum that `size` different ones of some digits can have; an empty
/// range if there are not so many.
///
/// Every total between can be reached if the digits have no gap.
///
/// ```
/// use sudoku_model::{cage, Digits};
///
/// assert_eq!(cage::totals(Digits::up_to(9), 3), 6..=24);
/// assert!(cage::totals(Digits::up_to(9), 10).is_empty());
/// ```
#[must_use]
pub fn totals(digits: Digits, size: usize) -> RangeInclusive<u32> {
    if size > digits.len() {
        return RangeInclusive::new(1, 0);
    }
    let (mut least, mut most) = (0, 0);
    let (mut rising, mut falling) = (digits.bits(), digits.bits());
    for _ in 0..size {
        least += rising.trailing_zeros();
        rising &= rising - 1;
        let greatest = 31 - falling.leading_zeros();
        most += greatest;
        falling ^= 1 << greatest;
    }
    least..=most
}

/// The sets of `size` of the digits that add up to `total`: the table that setters and solvers of
/// killer sudoku look up.
///
/// They come in lexicographic order of their rising digits.
///
/// ```
/// use sudoku_model::{cage, Digits};
///
/// let sets = cage::combinations(Digits::up_to(9), 3, 8);
/// assert_eq!(format!("{sets:?}"), "[{1, 2, 5}, {1, 3, 4}]");
/// assert_eq!(cage::combinations(Digits::up_to(9) - Digits::single(5), 3, 8).len(), 1);
/// assert!(cage::combinations(Digits::up_to(9), 2, 18).is_empty());
/// ```
///
/// # Complexity
/// At most 12 sets on a 9 x 9 board, 526 on a 16 x 16 one and 110,780 on a 25 x 25 one; the time is
/// about that of writing the sets down.
#[must_use]
pub fn combinations(digits: Digits, size: usize, total: u32) -> Vec<Digits> {
    first_combinations(digits, size, total, usize::MAX)
}

/// The first `most` of the [`combinations`].
pub(crate) fn first_combinations(
    digits: Digits,
    size: usize,
    total: u32,
    most: usize,
) -> Vec<Digits> {
    let digits: SmallVec<[u8; 25]> = digits.digits().collect();
    let mut sets = Vec::new();
    if size <= digits.len() {
        extend(&digits, size, total, Digits::empty(), most, &mut sets);
    }
    sets
}

/// The sets that complete these known digits to a total, one digit for each open cell with these
/// candidates: every cell can have one of the digits of a set.
pub(crate) fn sets(total: i32, known: Digits, candidates: &[Digits]) -> Vec<Digits> {
    let union: Digits = candidates.iter().copied().collect();
    let mut sets = match u32::try_from(total - known.sum() as i32) {
        Ok(rest) => combinations(union - known, candidates.len(), rest),
        Err(_) => Vec::new(),
    };
    sets.retain(|&set| candidates.iter().all(|&cell| set.intersects(cell)));
    sets
}

/// Whether so many cells may have thousands of sets of digits, for the totals in the middle: that
/// is more than anybody should write down for each cage of a board.
pub(crate) fn has_many_sets(digits: Digits, size: usize) -> bool {
    digits.len() > 16 && size > 5 && size + 5 < digits.len()
}

/// Adds to `sets`, until it has `most` of them, every union of `set` with `size` of the rising
/// `digits` that add up to `total`.
fn extend(
    digits: &[u8],
    size: usize,
    total: u32,
    set: Digits,
    most: usize,
    sets: &mut Vec<Digits>,
) {
    let sum = |digits: &[u8]| digits.iter().map(|&digit| u32::from(digit)).sum::<u32>();
    if size == 0 {
        if total == 0 {
            sets.push(set);
        }
        return;
    }
    for first in 0..=digits.len() - size {
        if sets.len() >= most {
            return;
        }
        let digit = digits[first];
        let rest = &digits[first + 1..];
        if sum(&digits[first..first + size]) > total {
            return;
        }
        if u32::from(digit) + sum(&rest[rest.len() + 1 - size..]) >= total {
            extend(
                rest,
                size - 1,
                total - u32::from(digit),
                set | Digits::single(digit),
                most,
                sets,
            );
        }
    }
}
