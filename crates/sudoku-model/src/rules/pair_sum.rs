//! Sums of two cells: X and V.

use super::draw::{Disc, Mark};
use super::{verify_neighbors, Rule};
use crate::board::{Cell, Grid, Shape};
use crate::model::Broken;
use crate::parts::Part;

/// The digits of two cells, mostly neighbors, add up to a total: to 5 if a V is between them, to 10
/// if it is an X.
///
/// ```
/// use sudoku_model::rules::PairSum;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let pair = [shape.cell(0, 0), shape.cell(0, 1)];
/// let model = Model::builder(shape).rule(PairSum::new(5, pair)).build()?;
/// assert_eq!(model.count(u64::MAX), 288 / 3, "4 of 12: 14, 23, 32, 41");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PairSum {
    total: u32,
    cells: [Cell; 2],
}

impl PairSum {
    /// A total of these cells.
    #[must_use]
    pub fn new(total: u32, cells: [Cell; 2]) -> PairSum {
        PairSum { total, cells }
    }
}

impl super::form::Line for PairSum {
    fn blank() -> PairSum {
        PairSum::new(0, super::form::NOWHERE)
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        form.number(&mut self.total)?;
        form.pair(&mut self.cells)
    }
}

impl Rule for PairSum {
    fn name(&self) -> &'static str {
        "pair sum"
    }

    fn cells(&self) -> Vec<Cell> {
        self.cells.to_vec()
    }

    fn parts(&self, shape: Shape) -> Vec<Part> {
        let add_up = |a, b| u32::from(a) + u32::from(b) == self.total;
        vec![Part::relation(self.cells, shape, add_up)]
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        let add_up = |a: u8, b: u8| self.total.checked_sub(a.into()) == Some(b.into());
        verify_neighbors(grid, &self.cells, add_up, "have another sum")
    }

    fn sentence(&self) -> String {
        let total = self.total;
        format!("The digits of the two cells add up to {total}.")
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        let text = match self.total {
            5 => "V".into(),
            10 => "X".into(),
            total => total.to_string(),
        };
        vec![Mark::dot(&self.cells, Disc::None, text)]
    }
}
