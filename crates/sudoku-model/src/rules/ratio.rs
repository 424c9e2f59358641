//! Ratios of two cells: black dots.

use super::draw::{Disc, Mark};
use super::{verify_neighbors, Rule};
use crate::board::{Cell, Grid, Shape};
use crate::model::Broken;
use crate::parts::Part;

/// The digit of one of two cells, mostly neighbors, is so many times that of the other, either way
/// round: twice if a black dot of kropki is between them.
///
/// ```
/// use sudoku_model::rules::Ratio;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let pair = [shape.cell(0, 0), shape.cell(0, 1)];
/// let model = Model::builder(shape).rule(Ratio::new(2, pair)).build()?;
/// assert_eq!(model.count(u64::MAX), 288 / 3, "4 of 12: 12, 21, 24, 42");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ratio {
    ratio: u8,
    cells: [Cell; 2],
}

impl Ratio {
    /// A ratio between these cells.
    #[must_use]
    pub fn new(ratio: u8, cells: [Cell; 2]) -> Ratio {
        Ratio { ratio, cells }
    }
}

impl super::form::Line for Ratio {
    fn blank() -> Ratio {
        Ratio::new(0, super::form::NOWHERE)
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        form.number(&mut self.ratio)?;
        form.pair(&mut self.cells)
    }
}

impl Rule for Ratio {
    fn name(&self) -> &'static str {
        "ratio"
    }

    fn cells(&self) -> Vec<Cell> {
        self.cells.to_vec()
    }

    fn parts(&self, shape: Shape) -> Vec<Part> {
        let times = |a: u8, b: u8| a.checked_mul(self.ratio) == Some(b);
        vec![Part::relation(self.cells, shape, |a, b| {
            times(a, b) || times(b, a)
        })]
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        let divide = |a: u8, b: u8| {
            let (small, large) = (a.min(b), a.max(b));
            small.checked_mul(self.ratio) == Some(large)
        };
        verify_neighbors(grid, &self.cells, divide, "have another ratio")
    }

    fn sentence(&self) -> String {
        let ratio = self.ratio;
        format!("Of the digits of the two cells, one is {ratio} times the other.")
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        // A dot says 2, if it says nothing.
        let number = Some(self.ratio).filter(|&number| number != 2);
        let text = number.map_or(String::new(), |number| number.to_string());
        vec![Mark::dot(&self.cells, Disc::Black, text)]
    }
}
