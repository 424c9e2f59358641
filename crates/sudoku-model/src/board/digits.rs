//! Sets of digits.

use core::fmt;

use bitflags::bitflags;

/// A set of digits: bit `d` stands for digit `d`, and digits run from 0 to 25.
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
        const _ = (1 << (Digits::MAX + 1)) - 1;
    }
}

impl Digits {
    /// The largest digit that a set can hold.
    pub const MAX: u8 = 25;

    /// The set of one digit.
    ///
    /// # Panics
    /// If `digit` is not in `0..=25`.
    #[must_use]
    #[track_caller]
    pub const fn single(digit: u8) -> Digits {
        assert!(digit <= Self::MAX, "a digit is in 0..=25");
        Digits(1 << digit)
    }

    /// The digits `1..=largest`; up to 25 if `largest` is beyond that.
    #[must_use]
    pub const fn up_to(largest: usize) -> Digits {
        let most = if largest < Self::MAX as usize {
            largest
        } else {
            Self::MAX as usize
        };
        Digits((2 << most) - 2)
    }

    /// Whether `digit` is in the set; `false` for a number that is no digit.
    #[must_use]
    pub const fn has(self, digit: u8) -> bool {
        digit <= Self::MAX && self.0 >> digit & 1 == 1
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
        Some(self.0.trailing_zeros() as u8)
    }

    /// The largest digit.
    #[must_use]
    pub const fn max(self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        Some(31 - self.0.leading_zeros() as u8)
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

    /// What people say of them, `1..=9` or `{2, 3, 5, 7}`.
    pub(crate) fn told(self) -> String {
        match (self.min(), self.max()) {
            (Some(least), Some(most)) if usize::from(most - least) + 1 == self.len() => {
                format!("{least}..={most}")
            }
            _ => self.to_string(),
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
    /// If one of them is not in `0..=25`.
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
