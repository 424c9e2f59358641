//! Cages that may share cells with others.

use super::cage::verify_total;
use super::draw::Mark;
use super::{check_some, Rule};
use crate::board::{Cell, Grid, Shape};
use crate::model::{Broken, Fault, Subject};
use crate::parts::{DigitSets, Part};

/// Cells that hold different digits, which add up to a total if it has one. Unlike those of a
/// [`Cage`](super::Cage), its cells may be in any other cage too. A total that nothing adds up to
/// leaves no solution.
///
/// ```
/// use sudoku_model::rules::OverlappingCage;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let cells = [(0, 0), (0, 1), (2, 1)].map(|(row, column)| shape.cell(row, column));
/// let mut builder = Model::builder(shape);
/// builder.rule(OverlappingCage::new(3, cells[..2].to_vec()));
/// builder.rule(OverlappingCage::new(5, cells[1..].to_vec()));
/// builder.rule(OverlappingCage::without_total(cells));
/// let grid = builder.build()?.solve().found().expect("a grid");
/// let held = cells.map(|cell| grid.get(cell).expect("a full grid"));
/// assert!(held == [1, 2, 3] || held == [2, 1, 4]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OverlappingCage {
    total: Option<u32>,
    cells: Vec<Cell>,
}

impl OverlappingCage {
    /// A cage with its total.
    pub fn new(total: u32, cells: impl IntoIterator<Item = Cell>) -> OverlappingCage {
        let cells = cells.into_iter().collect();
        let total = Some(total);
        OverlappingCage { total, cells }
    }

    /// A cage of different digits.
    pub fn without_total(cells: impl IntoIterator<Item = Cell>) -> OverlappingCage {
        let cells = cells.into_iter().collect();
        OverlappingCage { total: None, cells }
    }
}

impl super::form::Line for OverlappingCage {
    fn blank() -> OverlappingCage {
        OverlappingCage::without_total([])
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        form.optional(&mut self.total)?;
        form.cells(&mut self.cells)
    }
}

impl Rule for OverlappingCage {
    fn name(&self) -> &'static str {
        "overlapping cage"
    }

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn check(&self, me: Subject, _shape: Shape) -> Result<(), (Subject, Fault)> {
        check_some(me, &self.cells)
    }

    fn parts(&self, _shape: Shape) -> Vec<Part> {
        let cells = self.cells.clone();
        let sum = |total| DigitSets::Total(total);
        vec![match self.total.map(sum) {
            Some(sets) => Part::DigitSets { cells, sets },
            None => Part::AllDifferent(cells),
        }]
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        if let Some((digit, cells)) = grid.repeated_digit(&self.cells) {
            return Err(Broken::DigitTwice { digit, cells });
        }
        let total = self.total;
        total.map_or(Ok(()), |total| verify_total(total, &self.cells, grid))
    }

    fn sentence(&self) -> String {
        match self.total {
            Some(total) => format!("The digits of the cage are different and add up to {total}."),
            None => "The digits of the cage are different.".into(),
        }
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        let label = self.total.map_or(String::new(), |total| total.to_string());
        vec![Mark::cage(&self.cells, label)]
    }
}
