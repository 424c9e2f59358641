//! The filters of sums one by one, for those who tell people what each of them says.

use super::basic::{indices, total};
use super::board::{Board, State};
use super::region::Region;
use super::sets::SumTable;
use crate::board::{Cell, Digits};
use crate::model::Model;

/// What all sums of a model have in common.
#[derive(Clone, Debug)]
pub(crate) struct Sums(Board);

/// What a sum says.
#[derive(Clone, Debug)]
pub(crate) struct SumFilter(Region);

impl Sums {
    pub(crate) fn new(model: &Model) -> Sums {
        Sums(Board::new(model))
    }

    /// The filter of cells whose sum is larger by `sum` than that of others; `None` if no digits
    /// have that.
    pub(crate) fn filter(&self, plus: &[Cell], minus: &[Cell], sum: i32) -> Option<SumFilter> {
        let (plus, minus) = (indices(plus), indices(minus));
        total(&self.0, sum, &plus, &minus).map(SumFilter)
    }
}

impl SumFilter {
    /// What is left of the digits of all cells, in row order: those that occur in some filling of the
    /// cells of the sum, and elsewhere those that do not occur in all of them where they are seen.
    /// `None` if there is no filling.
    pub(crate) fn run(&self, sums: &Sums, digits: &[Digits]) -> Option<Vec<Digits>> {
        let Sums(board) = sums;
        let mut state = State {
            masks: digits.iter().map(Digits::bits).collect(),
            dirty: vec![0; board.words],
            failed: 0,
        };
        self.0
            .run(board, &mut state, &mut SumTable::new(board.side))?;
        let left = state.masks.into_iter();
        Some(left.map(Digits::from_bits_truncate).collect())
    }
}
