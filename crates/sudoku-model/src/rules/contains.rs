//! How often a digit is in some cells.

use super::draw::Mark;
use super::{count, counted, verify, Rule};
use crate::board::{Cell, Grid, Shape};
use crate::model::Broken;
use crate::parts::Part;

/// A digit is in some cells so many times, exactly or at least.
///
/// ```
/// use sudoku_model::rules::Contains;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let corners = [(0, 0), (0, 3), (3, 0), (3, 3)].map(|(row, column)| shape.cell(row, column));
/// let count = |rule| Model::builder(shape).rule(rule).build().map(|model| model.count(u64::MAX));
/// assert_eq!(count(Contains::at_least(0, 1, corners))?, 288);
/// assert_eq!(
///     count(Contains::exactly(1, 1, corners))? + count(Contains::exactly(2, 1, corners))?,
///     count(Contains::at_least(1, 1, corners))?
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contains {
    times: usize,
    more: bool,
    digit: u8,
    cells: Vec<Cell>,
}

impl Contains {
    /// The digit is there so many times.
    pub fn exactly(times: usize, digit: u8, cells: impl IntoIterator<Item = Cell>) -> Contains {
        Contains {
            times,
            more: false,
            digit,
            cells: cells.into_iter().collect(),
        }
    }

    /// The digit is there so many times or more often.
    pub fn at_least(times: usize, digit: u8, cells: impl IntoIterator<Item = Cell>) -> Contains {
        Contains {
            more: true,
            ..Contains::exactly(times, digit, cells)
        }
    }

    fn allows(&self, count: usize) -> bool {
        count == self.times || self.more && count > self.times
    }
}

impl super::form::Line for Contains {
    fn blank() -> Contains {
        Contains::exactly(0, 0, [])
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        let choices = [("exactly", false), ("at-least", true)];
        form.choice(&mut self.more, "exactly or at-least", &choices)?;
        form.number(&mut self.times)?;
        form.number(&mut self.digit)?;
        form.cells(&mut self.cells)
    }
}

impl Rule for Contains {
    fn name(&self) -> &'static str {
        "contains"
    }

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn parts(&self, shape: Shape) -> Vec<Part> {
        vec![counted(
            &self.cells,
            shape,
            self.digit,
            self.times,
            |count| self.allows(count),
        )]
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        let count = count(grid, &self.cells, self.digit);
        verify(
            self.allows(count),
            &self.cells,
            "have the digit more or less often",
        )
    }

    fn sentence(&self) -> String {
        let (times, digit) = (self.times, self.digit);
        let least = if self.more { "at least" } else { "exactly" };
        format!("The cells have the digit {digit} {least} {times} times.")
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        let least = if self.more { "≥" } else { "" };
        let label = format!("{least}{}×{}", self.times, self.digit);
        vec![Mark::cage(&self.cells, label)]
    }
}
