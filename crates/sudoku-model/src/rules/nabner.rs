//! Nabners: nobody has a neighbor.

use super::draw::{Ink, Mark, Width};
use super::{digits, verify, Rule};
use crate::board::{Cell, Grid, Shape};
use crate::model::Broken;
use crate::parts::Part;

/// No two digits of a line, wherever they stand on it, follow each other or are the same.
///
/// ```
/// use sudoku_model::rules::Nabner;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let pair = [shape.cell(0, 0), shape.cell(0, 1)];
/// let model = Model::builder(shape).rule(Nabner::new(pair)).build()?;
/// assert_eq!(model.count(u64::MAX), 6 * 24, "1 and 3, 1 and 4, 2 and 4 of 12 pairs");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Nabner {
    cells: Vec<Cell>,
}

impl Nabner {
    /// A nabner along these cells, whose order makes no difference.
    pub fn new(cells: impl IntoIterator<Item = Cell>) -> Nabner {
        let cells = cells.into_iter().collect();
        Nabner { cells }
    }
}

impl super::form::Line for Nabner {
    fn blank() -> Nabner {
        Nabner::new([])
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        form.cells(&mut self.cells)
    }
}

impl Rule for Nabner {
    fn name(&self) -> &'static str {
        "nabner"
    }

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn parts(&self, shape: Shape) -> Vec<Part> {
        let apart = |a: u8, b| a.abs_diff(b) >= 2;
        Part::within(self.cells.len(), &self.cells, shape, apart)
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        let mut digits = digits(grid, &self.cells);
        digits.sort();
        let apart = digits.windows(2).all(|pair| pair[1] > pair[0] + 1);
        verify(apart, &self.cells, "follow each other or are the same")
    }

    fn sentence(&self) -> String {
        "No two digits of the line are the same or follow each other.".into()
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        vec![Mark::line(&self.cells, Ink::Yellow, Width::Thick)]
    }
}
