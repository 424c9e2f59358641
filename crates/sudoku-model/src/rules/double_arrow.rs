//! Double arrows: the ends and what lies between.

use super::draw::{Ink, Mark, Sign};
use super::{digits, verify, Rule};
use crate::board::{Cell, Grid, Shape};
use crate::model::Broken;
use crate::parts::Part;

/// The digits at both ends of a line add up to the sum of those between them.
///
/// ```
/// use sudoku_model::rules::DoubleArrow;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let row = (0..4).map(|column| shape.cell(0, column));
/// let model = Model::builder(shape).rule(DoubleArrow::new(row)).build()?;
/// assert_eq!(model.count(u64::MAX), 8 * 12, "1 and 4, or 2 and 3 at the ends");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DoubleArrow {
    cells: Vec<Cell>,
}

impl DoubleArrow {
    /// A line with its ends.
    pub fn new(cells: impl IntoIterator<Item = Cell>) -> DoubleArrow {
        let cells = cells.into_iter().collect();
        DoubleArrow { cells }
    }
}

impl super::form::Line for DoubleArrow {
    fn blank() -> DoubleArrow {
        DoubleArrow::new([])
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        form.cells(&mut self.cells)
    }
}

impl Rule for DoubleArrow {
    fn name(&self) -> &'static str {
        "double arrow"
    }

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn parts(&self, _shape: Shape) -> Vec<Part> {
        match &self.cells[..] {
            [one, inner @ .., other] => vec![Part::Sum {
                plus: vec![*one, *other],
                minus: inner.to_vec(),
                total: 0,
            }],
            _ => Vec::new(),
        }
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        let digits = digits(grid, &self.cells);
        let all: u32 = digits.iter().copied().map(u32::from).sum();
        let keeps = match digits[..] {
            [one, .., other] => 2 * (u32::from(one) + u32::from(other)) == all,
            _ => true,
        };
        verify(
            keeps,
            &self.cells,
            "have another sum between than at their ends",
        )
    }

    fn sentence(&self) -> String {
        "The ends of the line add up to the sum of the digits between them.".into()
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        Mark::line_with_ends(&self.cells, Ink::Orange, Sign::Circle)
    }
}
