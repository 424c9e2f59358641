//! Little killers: what lies along a diagonal adds up.

use super::cage::verify_total;
use super::draw::Mark;
use super::{check_some, Rule};
use crate::board::{Cell, Grid, Shape};
use crate::model::{Broken, Fault, Subject};
use crate::parts::Part;

/// The digits along a diagonal, or any other cells that an arrow points at, add up to a total. They
/// may repeat as far as the houses let them.
///
/// ```
/// use sudoku_model::rules::LittleKiller;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let clue = LittleKiller::from_border(3, shape, shape.cell(2, 0), [-1, 1]);
/// let grid = Model::builder(shape).rule(clue).build()?.solve().found().expect("a grid");
/// let along = [(2, 0), (1, 1), (0, 2)].map(|(row, column)| grid.get(shape.cell(row, column)));
/// assert_eq!(along, [Some(1); 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LittleKiller {
    total: u32,
    cells: Vec<Cell>,
}

impl LittleKiller {
    /// These cells with their sum.
    pub fn new(total: u32, cells: impl IntoIterator<Item = Cell>) -> LittleKiller {
        let cells = cells.into_iter().collect();
        LittleKiller { total, cells }
    }

    /// The cells from one at the border to the opposite border, each so many rows down and so many
    /// columns to the right of the one before: `[1, -1]` runs to the bottom left.
    #[must_use]
    pub fn from_border(
        total: u32,
        shape: Shape,
        start: Cell,
        [down, right]: [isize; 2],
    ) -> LittleKiller {
        let next = |cell: &Cell| {
            let row = cell.row().wrapping_add(down as usize);
            shape.try_cell(row, cell.column().wrapping_add(right as usize))
        };
        let cells = core::iter::successors(Some(start), next);
        LittleKiller::new(total, cells.take(shape.side()))
    }
}

impl super::form::Line for LittleKiller {
    fn blank() -> LittleKiller {
        LittleKiller::new(0, [])
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        form.number(&mut self.total)?;
        form.cells(&mut self.cells)
    }
}

impl Rule for LittleKiller {
    fn name(&self) -> &'static str {
        "little killer"
    }

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn check(&self, me: Subject, _shape: Shape) -> Result<(), (Subject, Fault)> {
        check_some(me, &self.cells)
    }

    fn parts(&self, _shape: Shape) -> Vec<Part> {
        let total = self.total.try_into().unwrap_or(i32::MAX);
        vec![Part::sum(self.cells.clone(), total)]
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        verify_total(self.total, &self.cells, grid)
    }

    fn sentence(&self) -> String {
        let total = self.total;
        format!("The digits along the arrow, which may repeat, add up to {total}.")
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        vec![Mark::Clue {
            cells: self.cells.clone(),
            text: self.total.to_string(),
            arrow: true,
        }]
    }
}
