//! Equality cages: as many of this as of that.

use super::draw::Mark;
use super::{digits, rank, verify, Rule};
use crate::board::{Cell, Grid, Shape};
use crate::model::Broken;
use crate::parts::Part;

/// The digits of a cage are different, as many of them are odd as even, and as many are low as
/// high. The digit in the middle of an odd number of digits is neither low nor high.
///
/// ```
/// use sudoku_model::rules::EqualityCage;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let cage = [shape.cell(0, 0), shape.cell(0, 1)];
/// let model = Model::builder(shape).rule(EqualityCage::new(cage)).build()?;
/// assert_eq!(model.count(u64::MAX), 288 / 3, "1 and 4, or 2 and 3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EqualityCage {
    cells: Vec<Cell>,
}

impl EqualityCage {
    /// A cage of these cells.
    pub fn new(cells: impl IntoIterator<Item = Cell>) -> EqualityCage {
        let cells = cells.into_iter().collect();
        EqualityCage { cells }
    }
}

impl super::form::Line for EqualityCage {
    fn blank() -> EqualityCage {
        EqualityCage::new([])
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        form.cells(&mut self.cells)
    }
}

impl Rule for EqualityCage {
    fn name(&self) -> &'static str {
        "equality cage"
    }

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn parts(&self, shape: Shape) -> Vec<Part> {
        // How many more are even than odd, and high than low.
        let read = |&[even, high]: &[i32; 2], digit| {
            let twice = 2 * rank(shape, digit) as i32 + 1;
            let rise = (twice - shape.digits().len() as i32).signum();
            Some([even + if digit % 2 == 0 { 1 } else { -1 }, high + rise])
        };
        let cells = self.cells.clone();
        let equal = |more: &[i32; 2]| *more == [0, 0];
        let halves = Part::remembered(
            (self.name(), &[]),
            cells.clone(),
            shape,
            [0, 0],
            read,
            equal,
        );
        vec![Part::AllDifferent(cells), halves]
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        if let Some((digit, cells)) = grid.repeated_digit(&self.cells) {
            return Err(Broken::DigitTwice { digit, cells });
        }
        let digits = digits(grid, &self.cells);
        let count = |is: &dyn Fn(u8) -> bool| digits.iter().filter(|&&digit| is(digit)).count();
        let all: Vec<u8> = grid.shape().digits().digits().collect();
        let half = all.len() / 2;
        let low = count(&|digit| all[..half].contains(&digit));
        let high = count(&|digit| all[all.len() - half..].contains(&digit));
        let keeps = low == high && 2 * count(&|digit| digit % 2 == 0) == digits.len();
        verify(
            keeps,
            &self.cells,
            "have more of one kind than of the other",
        )
    }

    fn sentence(&self) -> String {
        "The cage has different digits, as many odd as even ones, and as many low as high ones."
            .into()
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        vec![Mark::cage(&self.cells, "=")]
    }
}
