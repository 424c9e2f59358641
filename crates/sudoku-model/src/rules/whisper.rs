//! Whispers: neighbors on a line are far apart.

use super::draw::{Ink, Mark, Width};
use super::{verify_neighbors, Rule};
use crate::board::{Cell, Grid, Shape};
use crate::model::Broken;
use crate::parts::Part;

/// Digits next to each other on a line differ by so much at least: by 5 on a German whisper, by 4
/// on a Dutch one.
///
/// ```
/// use sudoku_model::rules::Whisper;
/// use sudoku_model::{Model, Shape, Unique};
///
/// let shape = Shape::CLASSIC;
/// let line = (0..8).map(|column| shape.cell(0, column));
/// let mut builder = Model::builder(shape);
/// builder.rule(Whisper::new(5, line)).given(shape.cell(0, 0), 5);
/// assert_eq!(builder.build()?.unique(), Unique::None, "nothing is so far from 5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Whisper {
    difference: u8,
    cells: Vec<Cell>,
}

impl Whisper {
    /// A whisper along these cells.
    pub fn new(difference: u8, cells: impl IntoIterator<Item = Cell>) -> Whisper {
        let cells = cells.into_iter().collect();
        Whisper { difference, cells }
    }
}

impl super::form::Line for Whisper {
    fn blank() -> Whisper {
        Whisper::new(0, [])
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        form.number(&mut self.difference)?;
        form.cells(&mut self.cells)
    }
}

impl Rule for Whisper {
    fn name(&self) -> &'static str {
        "whisper"
    }

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn parts(&self, shape: Shape) -> Vec<Part> {
        let far = |a: u8, b| a.abs_diff(b) >= self.difference;
        Part::along(&self.cells, shape, far)
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        let far = |a: u8, b: u8| a.max(b) - a.min(b) >= self.difference;
        verify_neighbors(grid, &self.cells, far, "are too close")
    }

    fn sentence(&self) -> String {
        let difference = self.difference;
        format!("Neighbors on the whisper differ by {difference} at least.")
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        vec![Mark::line(&self.cells, Ink::Green, Width::Thick)]
    }
}
