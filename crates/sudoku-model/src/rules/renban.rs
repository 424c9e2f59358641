//! Renbans: digits without a gap.

use super::draw::{Ink, Mark, Width};
use super::{digits, verify, Rule};
use crate::board::{Cell, Digits, Grid, Shape};
use crate::model::Broken;
use crate::parts::Part;

/// The digits of a line are different and follow each other without a gap, in any order.
///
/// ```
/// use sudoku_model::rules::Renban;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let line = [shape.cell(0, 0), shape.cell(0, 1), shape.cell(0, 2)];
/// let model = Model::builder(shape).rule(Renban::new(line)).build()?;
/// assert_eq!(model.count(u64::MAX), 288 / 2, "{{1, 2, 3}} or {{2, 3, 4}}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Renban {
    cells: Vec<Cell>,
}

impl Renban {
    /// A renban along these cells, whose order makes no difference.
    pub fn new(cells: impl IntoIterator<Item = Cell>) -> Renban {
        let cells = cells.into_iter().collect();
        Renban { cells }
    }
}

impl super::form::Line for Renban {
    fn blank() -> Renban {
        Renban::new([])
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        form.cells(&mut self.cells)
    }
}

impl Rule for Renban {
    fn name(&self) -> &'static str {
        "renban"
    }

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn parts(&self, shape: Shape) -> Vec<Part> {
        let cells = self.cells.clone();
        let size = cells.len();
        let spread = |set: Digits| usize::from(set.max().unwrap_or(0) - set.min().unwrap_or(0));
        // Different digits that lie within as many as there are cells have no gap.
        let read = |&set: &Digits, digit| {
            let more = set | Digits::single(digit);
            Some(more).filter(|&more| more != set && spread(more) < size)
        };
        let different = Part::AllDifferent(cells.clone());
        let line = Part::remembered(
            (self.name(), &[]),
            cells,
            shape,
            Digits::empty(),
            read,
            |_| true,
        );
        vec![different, line]
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        let mut digits = digits(grid, &self.cells);
        digits.sort();
        let follow = digits.windows(2).all(|pair| pair[1] == pair[0] + 1);
        verify(follow, &self.cells, "have a gap or a digit twice")
    }

    fn sentence(&self) -> String {
        "The digits of the renban are different and have no gap, in any order.".into()
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        vec![Mark::line(&self.cells, Ink::Purple, Width::Thick)]
    }
}
