//! Between lines: the ends enclose the rest.

use super::draw::{Ink, Mark, Sign};
use super::{digits, ends_first, verify, Ends, Rule};
use crate::board::{Cell, Grid, Shape};
use crate::model::Broken;
use crate::parts::Part;

/// The digits of a line lie between the two at its ends, whichever of these is larger.
///
/// ```
/// use sudoku_model::rules::Between;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let row = (0..3).map(|column| shape.cell(0, column));
/// let model = Model::builder(shape).rule(Between::new(row)).build()?;
/// assert_eq!(model.count(u64::MAX), 8 * 12, "123, 124, 134, 234, or turned round");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Between {
    cells: Vec<Cell>,
}

impl Between {
    /// A line with its ends.
    pub fn new(cells: impl IntoIterator<Item = Cell>) -> Between {
        let cells = cells.into_iter().collect();
        Between { cells }
    }
}

impl super::form::Line for Between {
    fn blank() -> Between {
        Between::new([])
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        form.cells(&mut self.cells)
    }
}

impl Rule for Between {
    fn name(&self) -> &'static str {
        "between line"
    }

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn parts(&self, shape: Shape) -> Vec<Part> {
        // The ends first: the first of them, then both.
        let read = |&ends: &Ends, digit: u8| match ends {
            Ends::None => Some(Ends::One(digit)),
            Ends::One(end) => Some(Ends::both(end, digit)),
            Ends::Both(low, high) => (low < digit && digit < high).then_some(ends),
        };
        vec![Part::remembered(
            (self.name(), &[]),
            ends_first(&self.cells),
            shape,
            Ends::None,
            read,
            |_| true,
        )]
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        let digits = digits(grid, &self.cells);
        let keeps = match &digits[..] {
            [one, inner @ .., other] => inner
                .iter()
                .all(|digit| one.min(other) < digit && digit < one.max(other)),
            _ => true,
        };
        verify(keeps, &self.cells, "do not lie between their ends")
    }

    fn sentence(&self) -> String {
        "The digits of the line lie between those at its ends.".into()
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        Mark::line_with_ends(&self.cells, Ink::Gray, Sign::Circle)
    }
}
