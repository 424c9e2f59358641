//! Differences between two cells: white dots.

use super::draw::{Disc, Mark};
use super::{verify_neighbors, Rule};
use crate::board::{Cell, Grid, Shape};
use crate::model::Broken;
use crate::parts::Part;

/// The digits of two cells, mostly neighbors, differ by so much, either way round: by 1 if a white
/// dot of kropki is between them.
///
/// ```
/// use sudoku_model::rules::Difference;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let pair = [shape.cell(0, 0), shape.cell(0, 1)];
/// let model = Model::builder(shape).rule(Difference::new(1, pair)).build()?;
/// assert_eq!(model.count(u64::MAX), 288 / 2, "6 of 12: 12, 21, 23, 32, 34, 43");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    difference: u8,
    cells: [Cell; 2],
}

impl Difference {
    /// A difference between these cells.
    #[must_use]
    pub fn new(difference: u8, cells: [Cell; 2]) -> Difference {
        Difference { difference, cells }
    }
}

impl super::form::Line for Difference {
    fn blank() -> Difference {
        Difference::new(0, super::form::NOWHERE)
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        form.number(&mut self.difference)?;
        form.pair(&mut self.cells)
    }
}

impl Rule for Difference {
    fn name(&self) -> &'static str {
        "difference"
    }

    fn cells(&self) -> Vec<Cell> {
        self.cells.to_vec()
    }

    fn parts(&self, shape: Shape) -> Vec<Part> {
        let differ = |a: u8, b| a.abs_diff(b) == self.difference;
        vec![Part::relation(self.cells, shape, differ)]
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        let differ = |a: u8, b: u8| a.max(b) == a.min(b).saturating_add(self.difference);
        verify_neighbors(grid, &self.cells, differ, "have another difference")
    }

    fn sentence(&self) -> String {
        let difference = self.difference;
        format!("The digits of the two cells differ by {difference}.")
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        // A dot says 1, if it says nothing.
        let number = Some(self.difference).filter(|&number| number != 1);
        let text = number.map_or(String::new(), |number| number.to_string());
        vec![Mark::dot(&self.cells, Disc::White, text)]
    }
}
