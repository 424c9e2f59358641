//! Hidden skyscrapers: the first digit that cannot be seen.

use super::draw::Mark;
use super::{digits, verify, Rule};
use crate::board::{Cell, Grid, Shape};
use crate::model::Broken;
use crate::parts::Part;

/// The first digit of a line that cannot be seen from the clue, since it is not greater than all
/// before it, is a given one. There is such a digit.
///
/// ```
/// use sudoku_model::rules::HiddenSkyscraper;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let row = (0..4).map(|column| shape.cell(0, column));
/// let model = Model::builder(shape).rule(HiddenSkyscraper::new(3, row)).build()?;
/// assert_eq!(model.count(u64::MAX), 288 * 5 / 24, "4312, 4321, 1432, 2431, 1243");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HiddenSkyscraper {
    digit: u8,
    cells: Vec<Cell>,
}

impl HiddenSkyscraper {
    /// A line, the cell at the clue first, and its first hidden digit.
    pub fn new(digit: u8, cells: impl IntoIterator<Item = Cell>) -> HiddenSkyscraper {
        let cells = cells.into_iter().collect();
        HiddenSkyscraper { digit, cells }
    }
}

impl super::form::Line for HiddenSkyscraper {
    fn blank() -> HiddenSkyscraper {
        HiddenSkyscraper::new(0, [])
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        form.number(&mut self.digit)?;
        form.cells(&mut self.cells)
    }
}

impl Rule for HiddenSkyscraper {
    fn name(&self) -> &'static str {
        "hidden skyscraper"
    }

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn parts(&self, shape: Shape) -> Vec<Part> {
        // The highest digit, until one is hidden.
        let read = |&state: &Option<Option<u8>>, digit| match state {
            Some(highest) if Some(digit) > highest => Some(Some(Some(digit))),
            Some(_) => (digit == self.digit).then_some(None),
            None => Some(None),
        };
        let cells = self.cells.clone();
        vec![Part::remembered(
            (self.name(), &[self.digit.into()]),
            cells,
            shape,
            Some(None),
            read,
            Option::is_none,
        )]
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        let digits = digits(grid, &self.cells);
        let hidden = digits.windows(2).find(|pair| pair[0] >= pair[1]);
        let keeps = hidden.map(|pair| pair[1]) == Some(self.digit);
        verify(keeps, &self.cells, "hide another digit first")
    }

    fn sentence(&self) -> String {
        let digit = self.digit;
        format!("The first digit that is hidden from the clue by a greater one is {digit}.")
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        vec![Mark::clue(&self.cells, &self.digit)]
    }
}
