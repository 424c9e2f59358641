//! Sums of different digits: which there are, and which sets of digits have them.

use core::ops::RangeInclusive;

use smallvec::SmallVec;

use crate::board::Digits;

/// The sums that `size` different digits of `1..=side` can have; an empty range if `size > side`.
///
/// Every total in the range can be reached.
///
/// ```
/// use sudoku_model::cage;
///
/// assert_eq!(cage::totals(9, 3), 6..=24);
/// assert!(cage::totals(9, 10).is_empty());
/// ```
#[must_use]
pub fn totals(side: usize, size: usize) -> RangeInclusive<u32> {
    if size > side {
        return RangeInclusive::new(1, 0);
    }
    let (side, size) = (side as u32, size as u32);
    let lowest = size * (size + 1) / 2;
    lowest..=lowest + size * (side - size)
}

/// The sets of `size` digits of `1..=side` that add up to `total` and avoid the `excluded` ones:
/// the table that setters and solvers of killer sudoku look up.
///
/// They come in lexicographic order of their rising digits.
///
/// ```
/// use sudoku_model::{cage, Digits};
///
/// let sets = cage::combinations(9, 3, 8, Digits::empty());
/// assert_eq!(format!("{sets:?}"), "[{1, 2, 5}, {1, 3, 4}]");
/// assert_eq!(cage::combinations(9, 3, 8, Digits::single(5)).len(), 1);
/// assert!(cage::combinations(9, 2, 18, Digits::empty()).is_empty());
/// ```
///
/// # Complexity
/// At most 12 sets on a 9 x 9 board, 526 on a 16 x 16 one and 110,780 on a 25 x 25 one; the time is
/// about that of writing the sets down.
#[must_use]
pub fn combinations(side: usize, size: usize, total: u32, excluded: Digits) -> Vec<Digits> {
    first_combinations(side, size, total, excluded, usize::MAX)
}

/// The first `most` of the [`combinations`].
pub(crate) fn first_combinations(
    side: usize,
    size: usize,
    total: u32,
    excluded: Digits,
    most: usize,
) -> Vec<Digits> {
    let digits: SmallVec<[u8; 25]> = (Digits::up_to(side) - excluded).digits().collect();
    let mut sets = Vec::new();
    if size <= digits.len() {
        extend(&digits, size, total, Digits::empty(), most, &mut sets);
    }
    sets
}

/// The sets that complete these known digits to a total, one digit for each open cell with these
/// candidates: every cell can have one of the digits of a set.
pub(crate) fn sets(side: usize, total: i32, known: Digits, candidates: &[Digits]) -> Vec<Digits> {
    let union: Digits = candidates.iter().copied().collect();
    let mut sets = match u32::try_from(total - known.sum() as i32) {
        Ok(rest) => combinations(side, candidates.len(), rest, known | !union),
        Err(_) => Vec::new(),
    };
    sets.retain(|&set| candidates.iter().all(|&cell| set.intersects(cell)));
    sets
}

/// Whether so many cells may have thousands of sets of digits, for the totals in the middle: that
/// is more than anybody should write down for each cage of a board.
pub(crate) fn has_many_sets(side: usize, size: usize) -> bool {
    side > 16 && size > 5 && size + 5 < side
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
