//! Copies: two regions with the same digits.

use super::draw::Mark;
use super::{digits, verify, Rule};
use crate::board::{Cell, Grid, Shape};
use crate::model::{Broken, Fault, Subject};
use crate::parts::Part;

/// Two lists of cells, mostly regions of the same form, hold the same digits in the same order:
/// clones.
///
/// ```
/// use sudoku_model::rules::Copies;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let region = |row, column| [shape.cell(row, column), shape.cell(row, column + 1)];
/// let (one, other) = (region(0, 0), region(2, 1));
/// let model = Model::builder(shape).rule(Copies::new(one, other)).build()?;
/// let grid = model.solve().found().expect("a grid");
/// assert_eq!(one.map(|cell| grid.get(cell)), other.map(|cell| grid.get(cell)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Copies {
    one: Vec<Cell>,
    other: Vec<Cell>,
}

impl Copies {
    /// Two lists of as many cells; the first cell of one goes with the first of the other.
    pub fn new(
        one: impl IntoIterator<Item = Cell>,
        other: impl IntoIterator<Item = Cell>,
    ) -> Copies {
        let (one, other) = (one.into_iter().collect(), other.into_iter().collect());
        Copies { one, other }
    }
}

impl super::form::Line for Copies {
    fn blank() -> Copies {
        Copies::new([], [])
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        form.cells(&mut self.one)?;
        form.slash()?;
        form.cells(&mut self.other)
    }
}

impl Rule for Copies {
    fn name(&self) -> &'static str {
        "copies"
    }

    fn cells(&self) -> Vec<Cell> {
        [&self.one[..], &self.other].concat()
    }

    fn check(&self, me: Subject, _shape: Shape) -> Result<(), (Subject, Fault)> {
        match (self.one.len(), self.other.len()) {
            (0, 0) => Err((me, Fault::NoCells)),
            (expected, found) if expected != found => Err((me, Fault::Size { expected, found })),
            _ => Ok(()),
        }
    }

    fn parts(&self, shape: Shape) -> Vec<Part> {
        let pairs = self.one.iter().zip(&self.other);
        let pairs = pairs.map(|(&one, &other)| [one, other]);
        Part::relations(pairs, shape, |a, b| a == b)
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        let equal = digits(grid, &self.one) == digits(grid, &self.other);
        verify(equal, &self.other, "are no copy of the other cells")
    }

    fn sentence(&self) -> String {
        "The two regions hold the same digits in the same places.".into()
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        vec![Mark::cage(&self.one, "="), Mark::cage(&self.other, "=")]
    }
}
