//! Palindromes: the same from both ends.

use super::draw::{Ink, Mark, Width};
use super::{digits, verify, Rule};
use crate::board::{Cell, Grid, Shape};
use crate::model::Broken;
use crate::parts::Part;

/// The digits of a line are the same read from either end.
///
/// ```
/// use sudoku_model::rules::Palindrome;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let line = [(0, 0), (1, 2), (2, 1), (3, 3)].map(|(row, column)| shape.cell(row, column));
/// let model = Model::builder(shape).rule(Palindrome::new(line)).build()?;
/// let grid = model.solve().found().expect("a grid");
/// assert!(grid.get(line[0]) == grid.get(line[3]) && grid.get(line[1]) == grid.get(line[2]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Palindrome {
    cells: Vec<Cell>,
}

impl Palindrome {
    /// A palindrome along these cells.
    pub fn new(cells: impl IntoIterator<Item = Cell>) -> Palindrome {
        let cells = cells.into_iter().collect();
        Palindrome { cells }
    }

    /// Cells with equal digits.
    fn pairs(&self) -> impl Iterator<Item = [Cell; 2]> + '_ {
        let half = self.cells.len() / 2;
        let ends = self.cells.iter().zip(self.cells.iter().rev());
        ends.take(half).map(|(&one, &other)| [one, other])
    }
}

impl super::form::Line for Palindrome {
    fn blank() -> Palindrome {
        Palindrome::new([])
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        form.cells(&mut self.cells)
    }
}

impl Rule for Palindrome {
    fn name(&self) -> &'static str {
        "palindrome"
    }

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn parts(&self, shape: Shape) -> Vec<Part> {
        Part::relations(self.pairs(), shape, |a, b| a == b)
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        let digits = digits(grid, &self.cells);
        let equal = digits.iter().eq(digits.iter().rev());
        verify(equal, &self.cells, "are not the same from both ends")
    }

    fn sentence(&self) -> String {
        "The digits of the palindrome are the same from both ends.".into()
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        vec![Mark::line(&self.cells, Ink::Gray, Width::Thick)]
    }
}
