//! Sum lines: pieces with the same total.

use super::draw::{Ink, Mark, Width};
use super::{digits, verify, Rule};
use crate::board::{Cell, Grid, Shape};
use crate::model::Broken;
use crate::parts::Part;

/// A line consists of one or more pieces, each of neighbors whose digits add up to a total. Digits
/// may repeat in a piece. Lines of ten are the best known.
///
/// ```
/// use sudoku_model::rules::SumLine;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let row = (0..4).map(|column| shape.cell(0, column));
/// let model = Model::builder(shape).rule(SumLine::new(5, row)).build()?;
/// assert_eq!(model.count(u64::MAX), 8 * 12, "14|23 and the like");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SumLine {
    total: u32,
    cells: Vec<Cell>,
}

impl SumLine {
    /// A line in pieces of this total.
    pub fn new(total: u32, cells: impl IntoIterator<Item = Cell>) -> SumLine {
        let cells = cells.into_iter().collect();
        SumLine { total, cells }
    }
}

impl super::form::Line for SumLine {
    fn blank() -> SumLine {
        SumLine::new(0, [])
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        form.number(&mut self.total)?;
        form.cells(&mut self.cells)
    }
}

impl Rule for SumLine {
    fn name(&self) -> &'static str {
        "sum line"
    }

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn parts(&self, shape: Shape) -> Vec<Part> {
        // What is still needed for the piece. A 0 behind a whole one belongs to it, so that there
        // is no choice.
        let read = |&rest: &u32, digit: u8| {
            let is_new = rest == 0 && digit > 0;
            let open = if is_new { self.total } else { rest };
            open.checked_sub(digit.into())
        };
        let whole = |&rest: &u32| rest == 0;
        vec![Part::remembered(
            (self.name(), &[self.total]),
            self.cells.clone(),
            shape,
            self.total,
            read,
            whole,
        )]
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        let mut sum = 0;
        let (mut keeps, mut pieces) = (true, 0);
        for digit in digits(grid, &self.cells) {
            sum += u32::from(digit);
            keeps &= sum <= self.total;
            if sum == self.total {
                (sum, pieces) = (0, pieces + 1);
            }
        }
        let why = "do not consist of pieces with the total";
        verify(keeps && sum == 0 && pieces > 0, &self.cells, why)
    }

    fn sentence(&self) -> String {
        let total = self.total;
        format!("The line consists of pieces that add up to {total} each.")
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        let mut marks = vec![Mark::line(&self.cells, Ink::Yellow, Width::Thick)];
        let text = self.total.to_string();
        marks.extend(self.cells.first().map(|&cell| Mark::Corner { cell, text }));
        marks
    }
}
