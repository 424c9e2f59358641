//! Sets of digits.

use core::fmt;

use bitflags::bitflags;

/// A set of digits: bit `d - 1` stands for digit `d`, and digits run from 1 to 25.
///
/// The operations on whole sets are those of [`bitflags`](mod@bitflags): `|`, `&`, `-`, `contains`,
/// `intersects`, `is_empty` and so on. Those on single digits are here.
///
/// ```
/// use sudoku_model::Digits;
///
/// let mut set = Digits::up_to(9) - Digits::single(5);
/// set.insert(Digits::single(12));
/// assert!(set.has(12) && !set.has(5));
/// assert_eq!((set.len(), set.sum()), (9, 52));
/// assert_eq!([1, 2, 4].iter().copied().collect::<Digits>().to_string(), "{1, 2, 4}");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Digits(u32);

bitflags! {
    impl Digits: u32 {
        // Digits have no names of their own: one flag for every bit that can be set.
        const _ = (1 << Digits::MAX) - 1;
    }
}

impl Digits {
    /// The largest digit that a set can hold.
    pub const MAX: u8 = 25;

    /// The set of one digit.
    ///
    /// # Panics
    /// If `digit` is not in `1..=25`.
    #[must_use]
    #[track_caller]
    pub const fn single(digit: u8) -> Digits {
        assert!(digit >= 1 && digit <= Self::MAX, "a digit is in 1..=25");
        Digits(1 << (digit - 1))
    }

    /// The digits `1..=largest`; all of them if `largest` is beyond 25.
    #[must_use]
    pub const fn up_to(largest: usize) -> Digits {
        if largest >= Self::MAX as usize {
            return Digits::all();
        }
        Digits((1 << largest) - 1)
    }

    /// Whether `digit` is in the set; `false` for a number that is no digit.
    #[must_use]
    pub const fn has(self, digit: u8) -> bool {
        digit >= 1 && digit <= Self::MAX && self.0 >> (digit - 1) & 1 == 1
    }

    /// How many digits the set holds.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.0.count_ones() as usize
    }

    /// The smallest digit.
    #[must_use]
    pub const fn min(self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        Some(self.0.trailing_zeros() as u8 + 1)
    }

    /// The largest digit.
    #[must_use]
    pub const fn max(self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        Some(32 - self.0.leading_zeros() as u8)
    }

    /// The digit of a set that holds exactly one.
    #[must_use]
    pub const fn only(self) -> Option<u8> {
        if self.0.count_ones() == 1 {
            self.min()
        } else {
            None
        }
    }

    /// Sum of the digits.
    #[must_use]
    pub fn sum(self) -> u32 {
        self.digits().map(u32::from).sum()
    }

    /// The digits in rising order.
    ///
    /// (`iter`, which comes with the flags, gives sets instead.)
    #[must_use]
    pub const fn digits(self) -> DigitIter {
        DigitIter(self.0)
    }
}

impl core::iter::FromIterator<u8> for Digits {
    /// The set of the digits.
    ///
    /// # Panics
    /// If one of them is not in `1..=25`.
    fn from_iter<I: IntoIterator<Item = u8>>(digits: I) -> Digits {
        digits.into_iter().map(Digits::single).collect()
    }
}

impl fmt::Display for Digits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.digits()).finish()
    }
}

impl fmt::Debug for Digits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.digits()).finish()
    }
}

/// The digits of a set in rising order, from [`Digits::digits`].
#[derive(Clone, Debug)]
pub struct DigitIter(u32);

impl Iterator for DigitIter {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        let digit = Digits(self.0).min();
        self.0 &= self.0.wrapping_sub(1);
        digit
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for DigitIter {}
