//! Sums: cages in which digits may repeat.

use super::cage::{check_total, verify_total, Cage};
use super::draw::Mark;
use super::Rule;
use crate::board::{Cell, Grid, Shape};
use crate::model::{Broken, Fault, Model, Subject};
use crate::parts::{check_distinct, Part};

/// Cells that hold digits with a given sum, which may repeat as far as the houses let them. It
/// counts as a cage: no cell is in two of either kind, and they share their numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SumCage {
    total: u32,
    cells: Vec<Cell>,
}

impl SumCage {
    /// The rule of [`Builder::sum_cage`](crate::Builder::sum_cage).
    pub fn new(total: u32, cells: impl IntoIterator<Item = Cell>) -> SumCage {
        SumCage {
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

/// The least and the greatest digit.
fn ends(shape: Shape) -> [u32; 2] {
    let digits = shape.digits();
    [digits.min(), digits.max()].map(|digit| digit.map_or(0, u32::from))
}

impl Rule for SumCage {
    fn name(&self) -> &'static str {
        Cage::NAME
    }

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn is_exclusive(&self) -> bool {
        true
    }

    fn check(&self, me: Subject, shape: Shape) -> Result<(), (Subject, Fault)> {
        let size = self.cells.len();
        check_distinct(shape, &self.cells).map_err(|fault| (me, fault))?;
        let [least, most] = ends(shape).map(|digit| size as u32 * digit);
        let totals = least..=most;
        check_total(self.total, totals, size, false).map_err(|fault| (me, fault))
    }

    fn check_givens(&self, me: Subject, model: &Model) -> Result<(), (Subject, Fault)> {
        let digits = self.cells.iter().map(|&cell| model.givens().get(cell));
        let open = digits.clone().filter(Option::is_none).count();
        let (total, given) = (self.total, digits.flatten().map(u32::from).sum());
        let [least, most] = ends(model.shape()).map(|digit| given + open as u32 * digit);
        if (least..=most).contains(&total) {
            return Ok(());
        }
        Err((me, Fault::Givens { total, given, open }))
    }

    fn parts(&self, _shape: Shape) -> Vec<Part> {
        vec![Part::sum(self.cells.clone(), self.total as i32)]
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        verify_total(self.total, &self.cells, grid)
    }

    fn sentence(&self) -> String {
        let total = self.total;
        format!("The digits of the cage, which may repeat, add up to {total}.")
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        // The asterisk tells it from a cage of different digits.
        vec![Mark::cage(&self.cells, format!("{}*", self.total))]
    }
}

impl super::form::Line for SumCage {
    fn blank() -> SumCage {
        SumCage::new(0, [])
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        form.number(&mut self.total)?;
        form.cells(&mut self.cells)
    }
}
