//! Greater than: the larger of two digits.

use super::draw::Mark;
use super::{verify_neighbors, Rule};
use crate::board::{Cell, Grid, Shape};
use crate::model::Broken;
use crate::parts::Part;

/// The digit of the first of two cells, mostly neighbors, is greater than that of the second.
///
/// ```
/// use sudoku_model::rules::GreaterThan;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let pair = [shape.cell(0, 0), shape.cell(0, 1)];
/// let model = Model::builder(shape).rule(GreaterThan::new(pair)).build()?;
/// assert_eq!(model.count(u64::MAX), 288 / 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GreaterThan {
    cells: [Cell; 2],
}

impl GreaterThan {
    /// The cell with the greater digit, and the other.
    #[must_use]
    pub fn new(cells: [Cell; 2]) -> GreaterThan {
        GreaterThan { cells }
    }
}

impl super::form::Line for GreaterThan {
    fn blank() -> GreaterThan {
        GreaterThan::new(super::form::NOWHERE)
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        form.pair(&mut self.cells)
    }
}

impl Rule for GreaterThan {
    fn name(&self) -> &'static str {
        "greater than"
    }

    fn cells(&self) -> Vec<Cell> {
        self.cells.to_vec()
    }

    fn parts(&self, shape: Shape) -> Vec<Part> {
        vec![Part::relation(self.cells, shape, |a, b| a > b)]
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        verify_neighbors(grid, &self.cells, |a, b| b < a, "do not fall")
    }

    fn sentence(&self) -> String {
        "The digit of the first cell is greater than that of the second.".into()
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        vec![Mark::Less { cells: self.cells }]
    }
}
