//! Modular lines: different remainders.

use super::draw::{Ink, Mark, Width};
use super::{are_different, verify_windows, Rule};
use crate::board::{Cell, Grid, Shape};
use crate::model::{Broken, Fault, Subject};
use crate::parts::Part;

/// Neighbors on a line, as many together as the modulus, have different remainders when divided by
/// it: any three, mostly.
///
/// ```
/// use sudoku_model::rules::Modular;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let row = (0..4).map(|column| shape.cell(0, column));
/// let model = Model::builder(shape).rule(Modular::new(2, row)).build()?;
/// assert_eq!(model.count(u64::MAX), 8 * 12, "odd and even digits take turns");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Modular {
    modulus: u8,
    cells: Vec<Cell>,
}

impl Modular {
    /// A line with this modulus, which is not 0.
    pub fn new(modulus: u8, cells: impl IntoIterator<Item = Cell>) -> Modular {
        let cells = cells.into_iter().collect();
        Modular { modulus, cells }
    }
}

impl super::form::Line for Modular {
    fn blank() -> Modular {
        Modular::new(0, [])
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        form.number(&mut self.modulus)?;
        form.cells(&mut self.cells)
    }
}

impl Rule for Modular {
    fn name(&self) -> &'static str {
        "modular line"
    }

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn check(&self, me: Subject, _shape: Shape) -> Result<(), (Subject, Fault)> {
        if self.modulus > 0 {
            return Ok(());
        }
        let (cells, why) = (Vec::new(), "nothing has a remainder modulo 0".into());
        Err((me, Fault::Said { cells, why }))
    }

    fn parts(&self, shape: Shape) -> Vec<Part> {
        let differ = |a: u8, b: u8| a.checked_rem(self.modulus) != b.checked_rem(self.modulus);
        let steps = usize::from(self.modulus).saturating_sub(1);
        Part::within(steps, &self.cells, shape, differ)
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        let length = usize::from(self.modulus);
        let remainders = |digits: &[u8]| {
            are_different(digits.iter().map(|digit| digit.checked_rem(self.modulus)))
        };
        verify_windows(
            grid,
            &self.cells,
            length,
            remainders,
            "have equal remainders",
        )
    }

    fn sentence(&self) -> String {
        let modulus = self.modulus;
        format!("Any {modulus} neighbors on the line have different remainders modulo {modulus}.")
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        vec![Mark::line(&self.cells, Ink::Teal, Width::Thick)]
    }
}
