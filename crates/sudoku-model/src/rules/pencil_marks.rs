//! Pencil marks: cells that hold one of a few digits.

use super::draw::{Mark, Sign};
use super::{digits, marked, verify, Rule};
use crate::board::{Cell, Digits, Grid, Shape};
use crate::model::Broken;
use crate::parts::Part;

/// Each of some cells holds one of a set of digits.
///
/// ```
/// use sudoku_model::rules::PencilMarks;
/// use sudoku_model::{Digits, Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let cells = [shape.cell(0, 0), shape.cell(0, 1)];
/// let model = Model::builder(shape).rule(PencilMarks::odd(cells)).build()?;
/// assert_eq!(model.count(u64::MAX), 288 / 6, "1 and 3, or 3 and 1");
/// let marks = PencilMarks::new(Digits::single(1) | Digits::single(3), cells);
/// assert_eq!(model, Model::builder(shape).rule(marks).build()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PencilMarks {
    digits: Digits,
    cells: Vec<Cell>,
}

impl PencilMarks {
    /// Cells that hold these digits only, as far as the board has them.
    pub fn new(digits: Digits, cells: impl IntoIterator<Item = Cell>) -> PencilMarks {
        let cells = cells.into_iter().collect();
        PencilMarks { digits, cells }
    }

    /// Cells with odd digits.
    pub fn odd(cells: impl IntoIterator<Item = Cell>) -> PencilMarks {
        PencilMarks::new((1..=Digits::MAX).step_by(2).collect(), cells)
    }

    /// Cells with even digits.
    pub fn even(cells: impl IntoIterator<Item = Cell>) -> PencilMarks {
        PencilMarks::new((0..=Digits::MAX).step_by(2).collect(), cells)
    }
}

impl super::form::Line for PencilMarks {
    fn blank() -> PencilMarks {
        PencilMarks::new(Digits::empty(), [])
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        let mut digits = self.digits.digits().collect();
        form.digits(&mut digits)?;
        self.digits = digits.into_iter().collect();
        form.cells(&mut self.cells)
    }
}

impl Rule for PencilMarks {
    fn name(&self) -> &'static str {
        "pencil marks"
    }

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn parts(&self, shape: Shape) -> Vec<Part> {
        let marks = |&cell| marked(cell, shape, |digit| self.digits.has(digit));
        self.cells.iter().map(marks).collect()
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        let found: Digits = digits(grid, &self.cells).into_iter().collect();
        verify(
            self.digits.contains(found),
            &self.cells,
            "hold another digit",
        )
    }

    fn sentence(&self) -> String {
        let digits = self.digits;
        format!("Each of the cells holds one of {digits}.")
    }

    fn draw(&self, shape: Shape) -> Vec<Mark> {
        let is_odd = |odd: u8| {
            let digits = shape.digits().digits().filter(|digit| digit % 2 == odd);
            self.digits == digits.collect()
        };
        if is_odd(1) {
            return vec![Mark::sign(&self.cells, Sign::Circle, true)];
        }
        if is_odd(0) {
            return vec![Mark::sign(&self.cells, Sign::Square, true)];
        }
        let text: Vec<String> = self
            .digits
            .digits()
            .map(|digit| digit.to_string())
            .collect();
        let (text, cells) = (text.join(" "), self.cells.iter());
        let corner = |&cell| Mark::Corner {
            cell,
            text: text.clone(),
        };
        cells.map(corner).collect()
    }
}
