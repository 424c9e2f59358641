//! Which digits of two cells go together.

use crate::board::Digits;
use std::sync::Arc;

/// For each digit of one cell, the digits that the other may hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    digits: Digits,
    /// By the digit; nothing for a number that is none.
    partners: Arc<[Digits]>,
}

impl Table {
    /// The pairs of the digits of a board that are allowed.
    #[must_use]
    pub fn new(digits: Digits, allowed: impl Fn(u8, u8) -> bool) -> Table {
        let row = |a| {
            let partners = digits.digits().filter(|&b| digits.has(a) && allowed(a, b));
            partners.collect()
        };
        let numbers = 0..=digits.max().unwrap_or(0);
        Table {
            digits,
            partners: numbers.map(row).collect(),
        }
    }

    /// The digits of the board that it is for.
    #[must_use]
    pub fn digits(&self) -> Digits {
        self.digits
    }

    /// What the other cell may hold beside this digit; nothing, if the board has no such digit.
    #[must_use]
    pub fn partners(&self, digit: u8) -> Digits {
        let row = self.partners.get(usize::from(digit));
        row.copied().unwrap_or(Digits::empty())
    }

    /// Whether no digit goes with itself.
    pub(crate) fn is_different(&self) -> bool {
        let mut digits = self.digits.digits();
        digits.all(|digit| !self.partners(digit).has(digit))
    }

    /// The digits that do not go with themselves, if no others are forbidden.
    pub(crate) fn unequal(&self) -> Option<Digits> {
        let mut unequal = Digits::empty();
        for digit in self.digits.digits() {
            let own = Digits::single(digit);
            match self.digits - self.partners(digit) {
                strangers if strangers == own => unequal |= own,
                strangers if strangers.is_empty() => {}
                _ => return None,
            }
        }
        Some(unequal)
    }

    /// The partners of each number up to the largest digit as bits.
    pub(crate) fn masks(&self) -> Vec<u32> {
        self.partners.iter().map(Digits::bits).collect()
    }

    /// The same for the other cell.
    #[must_use]
    pub fn turned(&self) -> Table {
        Table::new(self.digits, |a, b| self.partners(b).has(a))
    }
}
