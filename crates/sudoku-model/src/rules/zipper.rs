//! Zippers: pairs of cells with the same sum.

use super::draw::{Ink, Mark, Width};
use super::{digits, verify, Rule};
use crate::board::{Cell, Grid, Shape};
use crate::model::Broken;
use crate::parts::Part;

/// Cells as far from the middle of a line, on either side, have the same sum. A line of an odd
/// number of cells has that sum in its middle.
///
/// ```
/// use sudoku_model::rules::Zipper;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let line = [(0, 0), (1, 1), (1, 2)].map(|(row, column)| shape.cell(row, column));
/// let model = Model::builder(shape).rule(Zipper::new(line)).build()?;
/// let grid = model.solve().found().expect("a grid");
/// let digit = |k: usize| grid.get(line[k]).expect("a full grid");
/// assert_eq!(digit(0) + digit(2), digit(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Zipper {
    cells: Vec<Cell>,
}

impl Zipper {
    /// A zipper along these cells.
    pub fn new(cells: impl IntoIterator<Item = Cell>) -> Zipper {
        let cells = cells.into_iter().collect();
        Zipper { cells }
    }
}

impl super::form::Line for Zipper {
    fn blank() -> Zipper {
        Zipper::new([])
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        form.cells(&mut self.cells)
    }
}

impl Rule for Zipper {
    fn name(&self) -> &'static str {
        "zipper"
    }

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn parts(&self, _shape: Shape) -> Vec<Part> {
        let half = self.cells.len() / 2;
        let ends = self.cells.iter().zip(self.cells.iter().rev()).take(half);
        let mut sums = ends.map(|(&one, &other)| vec![one, other]);
        let middle = match self.cells.len() % 2 {
            1 => Some(vec![self.cells[half]]),
            _ => sums.next(),
        };
        let equal = |plus| {
            let minus = middle.clone()?;
            let total = 0;
            Some(Part::Sum { plus, minus, total })
        };
        sums.filter_map(equal).collect()
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        let digits = digits(grid, &self.cells);
        let sum = |k: usize| digits[k] + digits[digits.len() - 1 - k];
        // The middle adds up to twice itself.
        let expected = match digits.len() {
            0 => return Ok(()),
            odd if odd % 2 == 1 => digits[odd / 2],
            _ => sum(0),
        };
        let keeps = (0..digits.len() / 2).all(|k| sum(k) == expected);
        verify(keeps, &self.cells, "have different sums on the zipper")
    }

    fn sentence(&self) -> String {
        "Cells as far from the middle have the same sum, which stands in it if it is a cell.".into()
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        vec![Mark::line(&self.cells, Ink::Pink, Width::Thick)]
    }
}
