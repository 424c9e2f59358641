//! Two cells whose digits go together.

use super::board::{Board, Mask, State};
use super::region::{keep_required, Found};
use super::sets::digits_of;
use crate::parts::Table;

/// Digits are looked up so many at a time.
const BITS: usize = 5;

/// What goes with the digits of two cells.
#[derive(Clone, Debug)]
pub(super) struct Relation {
    table: Table,
    /// Whether the digits are not equal, whatever the table says.
    differ: bool,
    /// For each run of the bits of a mask of the first cell, and each value that they can have, all
    /// that goes with one of its digits; and the same for the second cell.
    partners: [Vec<Mask>; 2],
    /// To no digit of a cell are more digits of the other one strangers.
    strangers: u32,
}

impl Relation {
    /// Without equal digits, if they have to `differ`.
    pub(super) fn new(table: &Table, differ: bool) -> Relation {
        let all = table.digits().bits();
        let mut tables = [table.masks(), table.turned().masks()];
        let mut strangers = 0;
        for masks in &mut tables {
            for digit in digits_of(all) {
                if differ {
                    masks[digit] &= !(1 << digit);
                }
                strangers = strangers.max((all & !masks[digit]).count_ones());
            }
        }
        Relation {
            table: table.clone(),
            differ,
            partners: tables.map(|masks| unions(&masks)),
            strangers,
        }
    }

    /// Whether it was made from these.
    pub(super) fn says(&self, table: &Table, differ: bool) -> bool {
        (&self.table, self.differ) == (table, differ)
    }

    /// Whether there is nothing to do before a cell has two candidates.
    pub(super) fn is_loose(&self) -> bool {
        self.strangers < 2
    }

    /// Leaves of both cells what goes with something of the other.
    #[inline(never)]
    #[cfg_attr(page, optimize(speed))]
    pub(super) fn filter(&self, cells: &[u16], board: &Board, state: &mut State) -> Found {
        let places = [usize::from(cells[0]), usize::from(cells[1])];
        let before = [state.masks[places[0]], state.masks[places[1]]];
        let counts = [before[0].count_ones(), before[1].count_ones()];
        let (fewer, more) = (counts[0].min(counts[1]), counts[0].max(counts[1]));
        if fewer > self.strangers && more > self.strangers + 1 {
            // Every digit goes with one, and where there are more of the other cell with two.
            return Some(false);
        }
        let [first, second] = &self.partners;
        let with = |mask| partners(first, mask);
        let [one, other] = [
            before[0] & partners(second, before[1]),
            before[1] & with(before[0]),
        ];
        if !state.set(places[1], other) || !state.set(places[0], one) {
            return None;
        }
        // A digit of every pair is one of the first pair.
        let low = one & one.wrapping_neg();
        let high = with(low) & other;
        let both = one & other & (low | high & high.wrapping_neg());
        if both != 0 {
            let without = |digit: Mask| with(one & !digit) & other & !digit;
            let both = digits_of(both).map(|digit| 1 << digit);
            let required = both.filter(|&digit| without(digit) == 0);
            let required = required.fold(0, |required, digit| required | digit);
            keep_required(cells, required, board, state)?;
        }
        Some([one, other] != before)
    }
}

/// All unions of the partners of some numbers, which are given for each number, 0 first.
fn unions(masks: &[Mask]) -> Vec<Mask> {
    let mut unions = Vec::with_capacity((masks.len() / BITS + 1) << BITS);
    for run in masks.chunks(BITS) {
        let start = unions.len();
        unions.push(0);
        for value in 1_usize..1 << BITS {
            let rest: Mask = unions[start + (value & (value - 1))];
            let partners = run.get(value.trailing_zeros() as usize);
            unions.push(rest | partners.copied().unwrap_or(0));
        }
    }
    unions
}

/// What goes with one at least of some digits.
#[cfg_attr(page, optimize(speed))]
fn partners(unions: &[Mask], mut mask: Mask) -> Mask {
    let mut all = 0;
    for unions in unions.chunks_exact(1 << BITS) {
        all |= unions[mask as usize % (1 << BITS)];
        mask >>= BITS;
    }
    all
}
