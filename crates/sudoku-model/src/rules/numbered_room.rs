//! Numbered rooms: the first digit says where the clue stands.

use super::draw::Mark;
use super::{digits, marked, verify, Rule};
use crate::board::{Cell, Grid, Shape};
use crate::model::{Broken, Fault, Subject};
use crate::parts::Part;

/// The first digit of a line, seen from the clue, says at which place of the line the given digit
/// stands. The line has as many cells as a row or a column.
///
/// ```
/// use sudoku_model::rules::NumberedRoom;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let row = (0..4).map(|column| shape.cell(0, column));
/// let model = Model::builder(shape).rule(NumberedRoom::new(3, row)).build()?;
/// assert_eq!(model.count(u64::MAX), 288 / 6, "23.. or 4..3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NumberedRoom {
    digit: u8,
    cells: Vec<Cell>,
}

impl NumberedRoom {
    /// A line, the cell at the clue first, and the digit that its first digit points to.
    pub fn new(digit: u8, cells: impl IntoIterator<Item = Cell>) -> NumberedRoom {
        let cells = cells.into_iter().collect();
        NumberedRoom { digit, cells }
    }
}

impl super::form::Line for NumberedRoom {
    fn blank() -> NumberedRoom {
        NumberedRoom::new(0, [])
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        form.number(&mut self.digit)?;
        form.cells(&mut self.cells)
    }
}

impl Rule for NumberedRoom {
    fn name(&self) -> &'static str {
        "numbered room"
    }

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn check(&self, me: Subject, shape: Shape) -> Result<(), (Subject, Fault)> {
        let (expected, found) = (shape.column_count(), self.cells.len());
        match found {
            _ if found == expected || found == shape.row_count() => Ok(()),
            _ => Err((me, Fault::Size { expected, found })),
        }
    }

    fn parts(&self, shape: Shape) -> Vec<Part> {
        // A first digit of 1 points to itself, and none points beyond the line.
        let places = 1..=self.cells.len();
        let points =
            |first| places.contains(&usize::from(first)) && (first != 1 || self.digit == 1);
        if let [only] = self.cells[..] {
            return vec![marked(only, shape, points)];
        }
        let room = |(k, &cell)| {
            let there = |first, digit| usize::from(first) != k || digit == self.digit;
            let allowed = |first, digit| points(first) && there(first, digit);
            Part::relation([self.cells[0], cell], shape, allowed)
        };
        (1..).zip(&self.cells).skip(1).map(room).collect()
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        let digits = digits(grid, &self.cells);
        let found = digits
            .first()
            .and_then(|&first| digits.get(usize::from(first).checked_sub(1)?));
        verify(
            found == Some(&self.digit),
            &self.cells,
            "have another digit at the place of the first",
        )
    }

    fn sentence(&self) -> String {
        let digit = self.digit;
        format!("The first digit from the clue says at which place of the line the {digit} stands.")
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        vec![Mark::clue(&self.cells, &self.digit)]
    }
}
