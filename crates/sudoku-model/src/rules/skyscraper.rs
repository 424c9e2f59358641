//! Skyscrapers: digits are the heights of houses in a street.

use super::draw::Mark;
use super::{digits, verify, Rule};
use crate::board::{Cell, Grid, Shape};
use crate::model::Broken;
use crate::parts::Part;

/// So many digits of a line can be seen from the clue: those greater than all before them. A 0 is
/// no house, and nobody sees it.
///
/// ```
/// use sudoku_model::rules::Skyscraper;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let row = (0..4).map(|column| shape.cell(0, column));
/// let model = Model::builder(shape).rule(Skyscraper::new(4, row)).build()?;
/// assert!(model.solve().found().expect("a grid").to_string().starts_with("1234"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Skyscraper {
    visible: usize,
    cells: Vec<Cell>,
}

impl Skyscraper {
    /// A line, the cell at the clue first, and how many of its digits can be seen.
    pub fn new(visible: usize, cells: impl IntoIterator<Item = Cell>) -> Skyscraper {
        let cells = cells.into_iter().collect();
        Skyscraper { visible, cells }
    }
}

impl super::form::Line for Skyscraper {
    fn blank() -> Skyscraper {
        Skyscraper::new(0, [])
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        form.number(&mut self.visible)?;
        form.cells(&mut self.cells)
    }
}

impl Rule for Skyscraper {
    fn name(&self) -> &'static str {
        "skyscraper"
    }

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn parts(&self, shape: Shape) -> Vec<Part> {
        let read = |&(count, highest): &(usize, u8), digit: u8| {
            let count = count + usize::from(digit > highest);
            Some((count, digit.max(highest))).filter(|_| count <= self.visible)
        };
        let (cells, end) = (self.cells.clone(), |state: &(_, _)| state.0 == self.visible);
        let key = (
            self.name(),
            &[u32::try_from(self.visible).unwrap_or(u32::MAX)][..],
        );
        vec![Part::remembered(key, cells, shape, (0, 0), read, end)]
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        let digits = digits(grid, &self.cells);
        let is_seen = |&k: &usize| digits[k] > 0 && digits[..k].iter().all(|&it| it < digits[k]);
        let seen = (0..digits.len()).filter(is_seen).count();
        verify(
            seen == self.visible,
            &self.cells,
            "show another number of digits",
        )
    }

    fn sentence(&self) -> String {
        match self.visible {
            1 => {
                "One digit can be seen from the clue: the first is greater than all others.".into()
            }
            visible => {
                format!("{visible} digits can be seen from the clue, behind no greater one.")
            }
        }
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        vec![Mark::clue(&self.cells, &self.visible)]
    }
}
