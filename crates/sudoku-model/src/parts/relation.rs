//! Which digits of two cells go together.

use crate::board::Digits;

/// For each digit of one cell, the digits that the other may hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    partners: Vec<Digits>,
}

impl Table {
    /// The pairs of digits of a board that are allowed.
    #[must_use]
    pub fn new(side: usize, allowed: impl Fn(u8, u8) -> bool) -> Table {
        let all = Digits::up_to(side);
        let row = |a| all.digits().filter(|&b| allowed(a, b)).collect();
        Table {
            partners: all.digits().map(row).collect(),
        }
    }

    /// The side of the board that it is for.
    #[must_use]
    pub fn side(&self) -> usize {
        self.partners.len()
    }

    /// What the other cell may hold beside this digit; nothing, if the board has no such digit.
    #[must_use]
    pub fn partners(&self, digit: u8) -> Digits {
        let row = usize::from(digit).checked_sub(1);
        let row = row.and_then(|row| self.partners.get(row));
        row.copied().unwrap_or(Digits::empty())
    }

    /// Whether no digit goes with itself.
    pub(crate) fn is_different(&self) -> bool {
        (1..=self.side() as u8).all(|digit| !self.partners(digit).has(digit))
    }

    /// The partners of each digit as bits.
    pub(crate) fn masks(&self) -> Vec<u32> {
        self.partners.iter().map(Digits::bits).collect()
    }

    /// The same for the other cell.
    #[must_use]
    pub fn turned(&self) -> Table {
        Table::new(self.partners.len(), |a, b| self.partners(b).has(a))
    }
}
