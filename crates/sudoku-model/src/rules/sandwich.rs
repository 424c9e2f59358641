//! Sandwiches: what lies between the least and the greatest digit.

use super::draw::Mark;
use super::{digits, verify, Rule};
use crate::board::{Cell, Grid, Shape};
use crate::model::Broken;
use crate::parts::Part;

/// The digits between the least and the greatest digit of the board, wherever these stand in the
/// line, add up to a total. The line is mostly a row or a column; it has both digits.
///
/// ```
/// use sudoku_model::rules::Sandwich;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let row = (0..4).map(|column| shape.cell(0, column));
/// let model = Model::builder(shape).rule(Sandwich::new(5, row)).build()?;
/// assert_eq!(model.count(u64::MAX), 288 / 6, "1 and 4 are at the ends");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sandwich {
    total: u32,
    cells: Vec<Cell>,
}

impl Sandwich {
    /// A line with the sum of what lies between.
    pub fn new(total: u32, cells: impl IntoIterator<Item = Cell>) -> Sandwich {
        let cells = cells.into_iter().collect();
        Sandwich { total, cells }
    }
}

/// Where on the line the reading is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Before,
    /// With the digit of the first slice of bread and the sum since.
    Within(u8, u32),
    Behind,
}

/// Whether it is the least or the greatest digit of the board.
fn is_bread(shape: Shape, digit: u8) -> bool {
    let all = shape.digits();
    [all.min(), all.max()].contains(&Some(digit))
}

impl Rule for Sandwich {
    fn name(&self) -> &'static str {
        "sandwich"
    }

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn parts(&self, shape: Shape) -> Vec<Part> {
        let bread = |digit| is_bread(shape, digit);
        let read = |&at: &Place, digit| match at {
            Place::Before if bread(digit) => Some(Place::Within(digit, 0)),
            Place::Within(slice, sum) if bread(digit) => {
                (slice != digit && sum == self.total).then_some(Place::Behind)
            }
            Place::Within(slice, sum) => {
                let sum = sum + u32::from(digit);
                (sum <= self.total).then_some(Place::Within(slice, sum))
            }
            Place::Before | Place::Behind => (!bread(digit)).then_some(at),
        };
        let (cells, start) = (self.cells.clone(), Place::Before);
        let end = |&at: &Place| at == Place::Behind;
        let key = (self.name(), &[self.total][..]);
        vec![Part::remembered(key, cells, shape, start, read, end)]
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        let digits = digits(grid, &self.cells);
        let places = (0..digits.len()).filter(|&k| is_bread(grid.shape(), digits[k]));
        let keeps = match places.collect::<Vec<_>>()[..] {
            [a, b] if digits[a] != digits[b] => {
                let between = digits[a + 1..b].iter().copied().map(u32::from);
                between.sum::<u32>() == self.total
            }
            _ => false,
        };
        verify(
            keeps,
            &self.cells,
            "have another sum between the least and the greatest digit",
        )
    }

    fn sentence(&self) -> String {
        let total = self.total;
        format!("The digits between the least and the greatest one add up to {total}.")
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        vec![Mark::clue(&self.cells, &self.total)]
    }
}

impl super::form::Line for Sandwich {
    fn blank() -> Sandwich {
        Sandwich::new(0, [])
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        form.number(&mut self.total)?;
        form.cells(&mut self.cells)
    }
}
