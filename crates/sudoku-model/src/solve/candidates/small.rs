//! Cells with different digits and a known sum, without tables: two, three and four of them.
//!
//! What two cells can hold is one operation on masks: with the sum `s`, digit `d` of one needs
//! `s - d` in the other, so the candidates of the other are mirrored, `d` to `s - d`. Three cells
//! are a digit and two cells, four are two pairs without a common digit.
//!
//! Each function leaves in `cells` the candidates that occur in some filling, and returns the
//! digits that occur in all of them; without a filling all cells are left empty. No cell may be
//! empty at first.

use super::board::Mask;
use super::sets::digits_of;

/// The mask of a digit.
#[cfg_attr(page, optimize(speed))]
fn bit(digit: u32) -> Mask {
    1 << digit
}

/// A mask turned round, so that a shift mirrors it at any sum.
#[derive(Clone, Copy)]
struct Mirror(u64);

impl Mirror {
    #[cfg_attr(page, optimize(speed))]
    fn new(mask: Mask) -> Mirror {
        Mirror(u64::from(mask).reverse_bits())
    }

    /// The digits `d` for which `sum - d` is in the mask, for sums from 0 to 63.
    #[cfg_attr(page, optimize(speed))]
    fn at(self, sum: u32) -> Mask {
        (self.0 >> (63 - sum)) as Mask
    }

    #[cfg_attr(page, optimize(speed))]
    fn without(self, digit: u32) -> Mirror {
        Mirror(self.0 & !(1 << (63 - digit)))
    }
}

/// All digits but the half of the sum, which both of two cells would have to hold.
#[cfg_attr(page, optimize(speed))]
fn unequal(sum: u32) -> Mask {
    if sum % 2 == 0 {
        !bit(sum / 2)
    } else {
        !0
    }
}

/// The least and the greatest sum of two cells.
#[cfg_attr(page, optimize(speed))]
fn range(cells: &[Mask]) -> (u32, u32) {
    let low = |k: usize| cells[k].trailing_zeros();
    let high = |k: usize| 31 - cells[k].leading_zeros();
    (low(0) + low(1), high(0) + high(1))
}

/// The digits in all pairs with this sum of which one digit is in `digits`.
#[cfg_attr(page, optimize(speed))]
fn in_all_pairs(digits: Mask, sum: u32) -> Mask {
    // Different pairs with the same sum have no common digit.
    // So one digit tells the only pair that there may be, and any other means that there are two.
    let lowest = digits.trailing_zeros();
    let pair = bit(lowest) | bit(sum - lowest);
    if digits & !pair == 0 {
        pair
    } else {
        0
    }
}

#[cfg_attr(page, optimize(speed))]
pub(super) fn pair(cells: &mut [Mask], sum: u32) -> Mask {
    let (low, high) = range(cells);
    let mut first = 0;
    if (low..=high).contains(&sum) {
        first = cells[0] & Mirror::new(cells[1]).at(sum) & unequal(sum);
    }
    if first == 0 {
        cells.fill(0);
        return 0;
    }
    // What goes with a digit of the first cell is a digit of the second one: it was mirrored from
    // there.
    cells[1] = Mirror::new(first).at(sum);
    cells[0] = first;
    in_all_pairs(first, sum)
}

#[cfg_attr(page, optimize(speed))]
pub(super) fn triple(cells: &mut [Mask], sum: u32) -> Mask {
    // The digits of the cell with the fewest are tried one by one.
    let fewest = if cells[1].count_ones() < cells[0].count_ones() {
        1
    } else {
        0
    };
    let fewest = if cells[2].count_ones() < cells[fewest].count_ones() {
        2
    } else {
        fewest
    };
    cells.swap(0, fewest);
    let mirrors = [Mirror::new(cells[1]), Mirror::new(cells[2])];
    let (low, high) = range(&cells[1..]);
    let mut found = [0; 3];
    let mut required = Mask::MAX;
    for digit in digits_of(cells[0]).map(|digit| digit as u32) {
        let rest = sum.wrapping_sub(digit);
        if rest < low || rest > high || rest > sum {
            continue;
        }
        // The other two: all three are different.
        let allowed = unequal(rest) & !bit(digit);
        let second = cells[1] & mirrors[1].without(digit).at(rest) & allowed;
        if second != 0 {
            found[0] |= bit(digit);
            found[1] |= second;
            found[2] |= cells[2] & mirrors[0].without(digit).at(rest) & allowed;
            if required != 0 {
                required &= bit(digit) | in_all_pairs(second, rest);
            }
        }
    }
    found.swap(0, fewest);
    cells.copy_from_slice(&found);
    required
}

pub(super) fn quad(cells: &mut [Mask], sum: u32) -> Mask {
    let mirrors = [Mirror::new(cells[1]), Mirror::new(cells[3])];
    let (low, high) = range(&cells[..2]);
    let (other_low, other_high) = range(&cells[2..]);
    let mut found = [0; 4];
    let mut required = Mask::MAX;
    // The sums of the first two cells that the others can complete.
    let from = low.max(sum.saturating_sub(other_high));
    let count = (high.min(sum.saturating_sub(other_low)) + 1).saturating_sub(from);
    for k in 0..count {
        // From the middle outwards: most candidates are found to be good at once.
        let middle = from + count / 2;
        let one = if k % 2 == 0 {
            middle + k / 2
        } else {
            middle - (k + 1) / 2
        };
        let other = sum - one;
        let mut first = cells[0] & mirrors[0].at(one) & unequal(one);
        let allowed = cells[2] & unequal(other);
        // Nothing is to be learned of the last two any more: only first pairs with something new
        // count.
        if required == 0 && found[2..] == cells[2..] {
            first &= !(found[0] & Mirror::new(found[1]).at(one));
            if found[..2] == cells[..2] {
                break;
            }
        }
        if first == 0 || allowed & mirrors[1].at(other) == 0 {
            continue;
        }
        let (mut firsts, mut thirds) = (0, 0);
        for digit in digits_of(first).map(|digit| digit as u32) {
            let partner = one - digit;
            let two = bit(digit) | bit(partner);
            // The other pair has neither digit.
            let mirror = mirrors[1].without(digit).without(partner);
            let third = allowed & mirror.at(other) & !two;
            if third != 0 {
                firsts |= bit(digit);
                thirds |= third;
                if required != 0 {
                    required &= two | in_all_pairs(third, other);
                }
            }
        }
        if firsts != 0 {
            found[0] |= firsts;
            found[1] |= Mirror::new(firsts).at(one);
            found[2] |= thirds;
            found[3] |= Mirror::new(thirds).at(other);
        }
    }
    cells.copy_from_slice(&found);
    required
}

/// The bits of the sums that three cells with different digits can have, of digits up to 16.
#[cfg_attr(page, optimize(speed))]
pub(super) fn triple_sums(cells: &[Mask]) -> u128 {
    let mut sums = 0;
    for first in digits_of(cells[0]) {
        // A set of digits, shifted by another one, is the set of their sums.
        let others = cells[2] & !bit(first as u32);
        let mut pairs = 0;
        for second in digits_of(cells[1] & !bit(first as u32)) {
            pairs |= u64::from(others & !bit(second as u32)) << second;
        }
        sums |= u128::from(pairs) << first;
    }
    sums
}

/// What two cells with different digits can hold if their sum is one of these, a bit for each.
#[cfg_attr(page, optimize(speed))]
pub(super) fn pair_with(one: Mask, other: Mask, sums: u64) -> [Mask; 2] {
    let mut found = [0; 2];
    for digit in digits_of(one) {
        // The sums less this digit, as digits of the other cell.
        let second = other & !bit(digit as u32) & (sums >> digit) as Mask;
        if second != 0 {
            found[0] |= bit(digit as u32);
            found[1] |= second;
        }
    }
    found
}

/// The same of three cells.
#[cfg_attr(page, optimize(speed))]
pub(super) fn triple_with(one: Mask, other: Mask, last: Mask, sums: u64) -> [Mask; 3] {
    let mut found = [0; 3];
    for digit in digits_of(one) {
        let others = !bit(digit as u32);
        let [second, third] = pair_with(other & others, last & others, sums >> digit);
        if second != 0 {
            found[0] |= bit(digit as u32);
            found[1] |= second;
            found[2] |= third;
        }
    }
    found
}
