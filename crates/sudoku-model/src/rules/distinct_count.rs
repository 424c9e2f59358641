//! How many different digits some cells have.

use super::draw::Mark;
use super::{digits, verify, Rule};
use crate::board::{Cell, Digits, Grid, Shape};
use crate::model::Broken;
use crate::parts::Part;

/// Some cells have so many different digits.
///
/// ```
/// use sudoku_model::rules::DistinctCount;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let cells = [(0, 0), (0, 1), (2, 0), (3, 1)].map(|(row, column)| shape.cell(row, column));
/// let model = Model::builder(shape).rule(DistinctCount::new(2, cells)).build()?;
/// let grid = model.solve().found().expect("a grid");
/// let digits = cells.map(|cell| grid.get(cell));
/// assert!(digits[0] == digits[3] && digits[1] == digits[2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DistinctCount {
    count: usize,
    cells: Vec<Cell>,
}

impl DistinctCount {
    /// These cells with the number of their digits.
    pub fn new(count: usize, cells: impl IntoIterator<Item = Cell>) -> DistinctCount {
        let cells = cells.into_iter().collect();
        DistinctCount { count, cells }
    }
}

impl super::form::Line for DistinctCount {
    fn blank() -> DistinctCount {
        DistinctCount::new(0, [])
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        form.number(&mut self.count)?;
        form.cells(&mut self.cells)
    }
}

impl Rule for DistinctCount {
    fn name(&self) -> &'static str {
        "distinct count"
    }

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn parts(&self, shape: Shape) -> Vec<Part> {
        let read = |&set: &Digits, digit| {
            Some(set | Digits::single(digit)).filter(|set| set.len() <= self.count)
        };
        let (cells, end) = (self.cells.clone(), |set: &Digits| set.len() == self.count);
        vec![Part::automaton(cells, shape, Digits::empty(), read, end)]
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        let mut digits = digits(grid, &self.cells);
        digits.sort_unstable();
        digits.dedup();
        verify(
            digits.len() == self.count,
            &self.cells,
            "have another number of different digits",
        )
    }

    fn sentence(&self) -> String {
        match self.count {
            1 => "The cells have the same digit.".into(),
            count => format!("The cells have {count} different digits."),
        }
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        vec![Mark::cage(&self.cells, format!("#{}", self.count))]
    }
}
