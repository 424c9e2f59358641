//! Cages: different digits that add up.

use smallvec::SmallVec;

use super::draw::Mark;
use super::Rule;
use crate::board::{Cell, Digits, Grid, Shape};
use crate::model::{Broken, Fault, Model, Subject};
use crate::parts::{check_different, sums, DigitSets, Part};

pub use crate::parts::sums::{combinations, totals};

/// Cells that hold different digits with a given sum. No cell is in two cages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cage {
    total: u32,
    cells: SmallVec<[Cell; 9]>,
}

impl Cage {
    /// What a cage is called in messages.
    pub(crate) const NAME: &'static str = "cage";

    /// The rule of [`Builder::cage`](crate::Builder::cage).
    pub fn new(total: u32, cells: impl IntoIterator<Item = Cell>) -> Cage {
        Cage {
            total,
            cells: cells.into_iter().collect(),
        }
    }

    /// The sum of its digits.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.total
    }

    /// Its cells in the order given, none twice.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }
}

impl super::form::Line for Cage {
    fn blank() -> Cage {
        Cage::new(0, [])
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        form.number(&mut self.total)?;
        form.cells(&mut self.cells)
    }
}

impl Rule for Cage {
    fn name(&self) -> &'static str {
        Cage::NAME
    }

    fn cells(&self) -> Vec<Cell> {
        self.cells.to_vec()
    }

    fn is_exclusive(&self) -> bool {
        true
    }

    fn check(&self, me: Subject, shape: Shape) -> Result<(), (Subject, Fault)> {
        let size = self.cells.len();
        let totals = totals(shape.digits(), size);
        let checked = check_total(self.total, totals, size, true);
        // What else is wrong shows in its part, but is the better reason.
        let reason = |fault| check_different(shape, &self.cells).and(Err(fault));
        checked.or_else(reason).map_err(|fault| (me, fault))
    }

    fn check_givens(&self, me: Subject, model: &Model) -> Result<(), (Subject, Fault)> {
        let (givens, all) = (model.givens(), model.shape().digits());
        let digits = self.cells.iter().filter_map(|&cell| givens.get(cell));
        let known: Digits = digits.collect();
        // Without one in the cage, what is in range can be reached, or has to be found out.
        if known.is_empty() {
            return Ok(());
        }
        if let Some((digit, cells)) = givens.repeated_digit(&self.cells) {
            return Err((me, Fault::GivenTwice { digit, cells }));
        }
        let (total, given, open) = (self.total, known.sum(), self.cells.len() - known.len());
        let rest = |rest| !sums::first_combinations(all - known, open, rest, 1).is_empty();
        if total.checked_sub(given).map_or(false, rest) {
            return Ok(());
        }
        Err((me, Fault::Givens { total, given, open }))
    }

    fn parts(&self, _shape: Shape) -> Vec<Part> {
        vec![Part::DigitSets {
            cells: self.cells.to_vec(),
            sets: DigitSets::Total(self.total),
        }]
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        match grid.repeated_digit(&self.cells) {
            Some((digit, cells)) => Err(Broken::DigitTwice { digit, cells }),
            None => verify_total(self.total, &self.cells, grid),
        }
    }

    fn sentence(&self) -> String {
        let total = self.total;
        format!("The digits of the cage are different and add up to {total}.")
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        vec![Mark::cage(&self.cells, self.total.to_string())]
    }
}

/// Whether some digits of so many cells can have a total.
pub(super) fn check_total(
    total: u32,
    totals: core::ops::RangeInclusive<u32>,
    size: usize,
    different: bool,
) -> Result<(), Fault> {
    if size == 0 {
        return Err(Fault::NoCells);
    }
    if totals.contains(&total) {
        return Ok(());
    }
    let (min, max) = totals.into_inner();
    Err(Fault::Total {
        total,
        size,
        min,
        max,
        different,
    })
}

/// Whether the cells of a full grid have a total.
pub(super) fn verify_total(expected: u32, cells: &[Cell], grid: &Grid) -> Result<(), Broken> {
    let digits = cells.iter().filter_map(|&cell| grid.get(cell));
    let found = digits.map(u32::from).sum();
    if found == expected {
        return Ok(());
    }
    Err(Broken::Sum { expected, found })
}
