//! Quadruples: digits that are somewhere among some cells.

use super::draw::{Disc, Mark};
use super::{check_digits, digits, verify, Rule};
use crate::board::{Cell, Grid, Shape};
use crate::model::{Broken, Fault, Subject};
use crate::parts::Part;

/// Given digits are all among the digits of some cells, mostly the four around a corner: a digit
/// that is given twice is there twice at least, and so on.
///
/// ```
/// use sudoku_model::rules::Quadruple;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let center = [(1, 1), (1, 2), (2, 1), (2, 2)].map(|(row, column)| shape.cell(row, column));
/// let model = Model::builder(shape).rule(Quadruple::new([3, 3], center)).build()?;
/// let grid = model.solve().found().expect("a grid");
/// let threes = center.iter().filter(|&&cell| grid.get(cell) == Some(3));
/// assert_eq!(threes.count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quadruple {
    digits: Vec<u8>,
    cells: Vec<Cell>,
}

impl Quadruple {
    /// Digits in any order, and the cells, whose order makes no difference.
    pub fn new(
        digits: impl IntoIterator<Item = u8>,
        cells: impl IntoIterator<Item = Cell>,
    ) -> Quadruple {
        let (digits, cells) = (digits.into_iter().collect(), cells.into_iter().collect());
        Quadruple { digits, cells }
    }
}

impl super::form::Line for Quadruple {
    fn blank() -> Quadruple {
        Quadruple::new([], [])
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        form.digits(&mut self.digits)?;
        form.cells(&mut self.cells)
    }
}

impl Rule for Quadruple {
    fn name(&self) -> &'static str {
        "quadruple"
    }

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn check(&self, me: Subject, shape: Shape) -> Result<(), (Subject, Fault)> {
        check_digits(me, shape, &self.digits)
    }

    fn parts(&self, shape: Shape) -> Vec<Part> {
        // What is still missing.
        let read = |missing: &Vec<u8>, digit| {
            let mut missing = missing.clone();
            if let Some(place) = missing.iter().position(|&it| it == digit) {
                missing.remove(place);
            }
            Some(missing)
        };
        let (cells, start) = (self.cells.clone(), self.digits.clone());
        let numbers: Vec<u32> = start.iter().copied().map(u32::from).collect();
        let key = (self.name(), &numbers[..]);
        vec![Part::remembered(
            key,
            cells,
            shape,
            start,
            read,
            Vec::is_empty,
        )]
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        let found = digits(grid, &self.cells);
        let count = |digits: &[u8], digit| digits.iter().filter(|&&it| it == digit).count();
        let mut given = self.digits.iter();
        let keeps = given.all(|&digit| count(&found, digit) >= count(&self.digits, digit));
        verify(keeps, &self.cells, "lack a digit")
    }

    fn sentence(&self) -> String {
        let digits: Vec<String> = self.digits.iter().map(ToString::to_string).collect();
        let digits = digits.join(", ");
        format!("The cells hold {digits}, in any order, each as often as it is given.")
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        let digits: Vec<String> = self.digits.iter().map(u8::to_string).collect();
        vec![Mark::dot(&self.cells, Disc::White, digits.join(" "))]
    }
}
