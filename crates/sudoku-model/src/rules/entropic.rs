//! Entropic lines: low, middle and high.

use super::draw::{Ink, Mark, Width};
use super::{are_different, rank, verify_windows, Rule};
use crate::board::{Cell, Grid, Shape};
use crate::model::{Broken, Fault, Subject};
use crate::parts::Part;

/// Any three neighbors on a line are a low, a middle and a high digit: one of each third of the
/// digits. The board has a number of digits that 3 divides.
///
/// ```
/// use sudoku_model::rules::Entropic;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let line: Vec<_> = (0..3).map(|column| shape.cell(0, column)).collect();
/// assert!(Model::builder(shape).rule(Entropic::new(line)).build().is_err());
///
/// let shape = Shape::CLASSIC;
/// let line = (0..9).map(|k| shape.cell(k, k));
/// let model = Model::builder(shape).rule(Entropic::new(line)).build()?;
/// let grid = model.solve().found().expect("a grid");
/// let third = |k: usize| (grid.get(shape.cell(k, k)).expect("a full grid") - 1) / 3;
/// assert!(third(0) != third(1) && third(0) == third(3) && third(3) == third(6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entropic {
    cells: Vec<Cell>,
}

impl Entropic {
    /// A line of entropy.
    pub fn new(cells: impl IntoIterator<Item = Cell>) -> Entropic {
        let cells = cells.into_iter().collect();
        Entropic { cells }
    }
}

/// 0 for the low digits, 1 for those in the middle, 2 for the high ones.
fn third(shape: Shape, digit: u8) -> usize {
    3 * rank(shape, digit) / shape.digits().len()
}

impl super::form::Line for Entropic {
    fn blank() -> Entropic {
        Entropic::new([])
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        form.cells(&mut self.cells)
    }
}

impl Rule for Entropic {
    fn name(&self) -> &'static str {
        "entropic line"
    }

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn check(&self, me: Subject, shape: Shape) -> Result<(), (Subject, Fault)> {
        if shape.digits().len() % 3 == 0 {
            return Ok(());
        }
        let (cells, why) = (
            Vec::new(),
            "the digits do not fall into three equal parts".into(),
        );
        Err((me, Fault::Said { cells, why }))
    }

    fn parts(&self, shape: Shape) -> Vec<Part> {
        let differ = |a, b| third(shape, a) != third(shape, b);
        Part::within(2, &self.cells, shape, differ)
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        let shape = grid.shape();
        let thirds = |digits: &[u8]| are_different(digits.iter().map(|&digit| third(shape, digit)));
        verify_windows(grid, &self.cells, 3, thirds, "are not low, middle and high")
    }

    fn sentence(&self) -> String {
        "Any three neighbors on the line are a low, a middle and a high digit.".into()
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        vec![Mark::line(&self.cells, Ink::Orange, Width::Thick)]
    }
}
