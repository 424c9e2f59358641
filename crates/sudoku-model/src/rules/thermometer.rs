//! Thermometers: digits rise.

use super::draw::{Ink, Mark, Sign, Width};
use super::{verify_neighbors, Rule};
use crate::board::{Cell, Grid, Shape};
use crate::model::Broken;
use crate::parts::Part;

/// Digits rise from the first cell, the bulb, to the last one; on a slow thermometer they may stay
/// the same from one cell to the next.
///
/// ```
/// use sudoku_model::rules::Thermometer;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let row = (0..4).map(|column| shape.cell(0, column));
/// let model = Model::builder(shape).rule(Thermometer::new(row)).build()?;
/// assert!(model.solve().found().expect("a grid").to_string().starts_with("1234"));
/// assert_eq!(model.count(u64::MAX), 12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thermometer {
    cells: Vec<Cell>,
    slow: bool,
}

impl Thermometer {
    /// A thermometer along these cells, the bulb first.
    pub fn new(cells: impl IntoIterator<Item = Cell>) -> Thermometer {
        let cells = cells.into_iter().collect();
        Thermometer { cells, slow: false }
    }

    /// The same as a slow one.
    #[must_use]
    pub fn slow(self) -> Thermometer {
        Thermometer { slow: true, ..self }
    }
}

impl super::form::Line for Thermometer {
    fn blank() -> Thermometer {
        Thermometer::new([])
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        form.flag(&mut self.slow, "slow")?;
        form.cells(&mut self.cells)
    }
}

impl Rule for Thermometer {
    fn name(&self) -> &'static str {
        "thermometer"
    }

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn parts(&self, shape: Shape) -> Vec<Part> {
        Part::along(&self.cells, shape, |a, b| a < b || self.slow && a == b)
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        if self.slow {
            return verify_neighbors(grid, &self.cells, |a, b| a <= b, "fall");
        }
        verify_neighbors(grid, &self.cells, |a, b| a < b, "do not rise")
    }

    fn sentence(&self) -> String {
        match self.slow {
            true => "Digits never fall along the slow thermometer, from the bulb on.".into(),
            false => "Digits rise along the thermometer, from the bulb on.".into(),
        }
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        let (width, bulb) = match self.slow {
            true => (Width::Thick, false),
            false => (Width::Wide, true),
        };
        let bulb = Mark::sign(&self.cells[..self.cells.len().min(1)], Sign::Circle, bulb);
        vec![Mark::line(&self.cells, Ink::Gray, width), bulb]
    }
}
