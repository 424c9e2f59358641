//! Lockout lines: the ends shut the rest out.

use super::draw::{Ink, Mark, Sign};
use super::{digits, ends_first, verify, Ends, Rule};
use crate::board::{Cell, Grid, Shape};
use crate::model::Broken;
use crate::parts::Part;

/// The digits at the ends of a line differ by so much at least (by 4, mostly), and no other digit
/// of the line lies between them or is equal to one of them.
///
/// ```
/// use sudoku_model::rules::Lockout;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let row = (0..3).map(|column| shape.cell(0, column));
/// let model = Model::builder(shape).rule(Lockout::new(2, row)).build()?;
/// assert_eq!(model.count(u64::MAX), 4 * 12, "1 and 3 shut out 4, 2 and 4 shut out 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lockout {
    difference: u8,
    cells: Vec<Cell>,
}

impl Lockout {
    /// A line with its ends.
    pub fn new(difference: u8, cells: impl IntoIterator<Item = Cell>) -> Lockout {
        let cells = cells.into_iter().collect();
        Lockout { difference, cells }
    }
}

impl super::form::Line for Lockout {
    fn blank() -> Lockout {
        Lockout::new(0, [])
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        form.number(&mut self.difference)?;
        form.cells(&mut self.cells)
    }
}

impl Rule for Lockout {
    fn name(&self) -> &'static str {
        "lockout line"
    }

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn parts(&self, shape: Shape) -> Vec<Part> {
        // The ends first: the first of them, then both.
        let read = |&ends: &Ends, digit: u8| match ends {
            Ends::None => Some(Ends::One(digit)),
            Ends::One(end) => {
                let far = end.abs_diff(digit) >= self.difference;
                far.then(|| Ends::both(end, digit))
            }
            Ends::Both(low, high) => (digit < low || high < digit).then_some(ends),
        };
        let cells = ends_first(&self.cells);
        let key = (self.name(), &[self.difference.into()][..]);
        vec![Part::remembered(
            key,
            cells,
            shape,
            Ends::None,
            read,
            |_| true,
        )]
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        let digits = digits(grid, &self.cells);
        let keeps = match &digits[..] {
            [one, inner @ .., other] => {
                let far = one.max(other) - one.min(other) >= self.difference;
                far && !inner
                    .iter()
                    .any(|digit| one.min(other) <= digit && digit <= one.max(other))
            }
            _ => true,
        };
        verify(keeps, &self.cells, "are not outside of their ends")
    }

    fn sentence(&self) -> String {
        let difference = self.difference;
        format!(
            "The ends of the line differ by {difference} at least; its other digits lie outside."
        )
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        Mark::line_with_ends(&self.cells, Ink::Blue, Sign::Diamond)
    }
}
