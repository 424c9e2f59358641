//! X-sums: the first digits add up, as many as the first one says.

use super::draw::Mark;
use super::{digits, verify, Rule};
use crate::board::{Cell, Grid, Shape};
use crate::model::Broken;
use crate::parts::Part;

/// The first X digits of a line, seen from the clue, add up to a total, where X is the first of
/// them. The line has as many cells.
///
/// ```
/// use sudoku_model::rules::XSum;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let row = (0..4).map(|column| shape.cell(0, column));
/// let model = Model::builder(shape).rule(XSum::new(10, row)).build()?;
/// assert_eq!(model.count(u64::MAX), 288 / 4, "the row begins with 4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct XSum {
    total: u32,
    cells: Vec<Cell>,
}

impl XSum {
    /// A line, the cell at the clue first, and the sum of its first digits.
    pub fn new(total: u32, cells: impl IntoIterator<Item = Cell>) -> XSum {
        let cells = cells.into_iter().collect();
        XSum { total, cells }
    }
}

impl super::form::Line for XSum {
    fn blank() -> XSum {
        XSum::new(0, [])
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        form.number(&mut self.total)?;
        form.cells(&mut self.cells)
    }
}

impl Rule for XSum {
    fn name(&self) -> &'static str {
        "x-sum"
    }

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn parts(&self, shape: Shape) -> Vec<Part> {
        // How many digits are still to be added, and what they have to add up to.
        let read = |&state: &Option<(u8, u32)>, digit| {
            let (count, rest) = state.unwrap_or((digit, self.total));
            let (count, rest) = match count.checked_sub(1) {
                Some(count) => (count, rest.checked_sub(u32::from(digit))?),
                None => (0, rest),
            };
            (count > 0 || rest == 0).then_some(Some((count, rest)))
        };
        let (cells, end) = (self.cells.clone(), |&state: &_| state == Some((0, 0)));
        let key = (self.name(), &[self.total][..]);
        vec![Part::remembered(key, cells, shape, None, read, end)]
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        let digits = digits(grid, &self.cells);
        let first = digits
            .first()
            .and_then(|&first| digits.get(..usize::from(first)));
        let sum = |first: &[u8]| first.iter().copied().map(u32::from).sum::<u32>();
        let keeps = first.map(sum) == Some(self.total);
        verify(keeps, &self.cells, "have another sum in the first cells")
    }

    fn sentence(&self) -> String {
        let total = self.total;
        format!("The first X digits from the clue add up to {total}, where X is the first one.")
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        vec![Mark::clue(&self.cells, &self.total)]
    }
}
