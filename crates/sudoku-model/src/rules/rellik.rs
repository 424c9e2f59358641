//! Rellik cages: killers turned round.

use super::draw::Mark;
use super::{digits, verify, Rule};
use crate::board::{Cell, Digits, Grid, Shape};
use crate::model::Broken;
use crate::parts::Part;

/// The digits of a cage are different, and none of them, alone or with others of the cage, add up
/// to the total.
///
/// ```
/// use sudoku_model::rules::Rellik;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let cage = [shape.cell(0, 0), shape.cell(0, 1)];
/// let model = Model::builder(shape).rule(Rellik::new(4, cage)).build()?;
/// assert_eq!(model.count(u64::MAX), 288 / 3, "no 4, and not 1 and 3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rellik {
    total: u32,
    cells: Vec<Cell>,
}

impl Rellik {
    /// A cage with the sum that nothing in it has.
    pub fn new(total: u32, cells: impl IntoIterator<Item = Cell>) -> Rellik {
        let cells = cells.into_iter().collect();
        Rellik { total, cells }
    }
}

impl super::form::Line for Rellik {
    fn blank() -> Rellik {
        Rellik::new(0, [])
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        form.number(&mut self.total)?;
        form.cells(&mut self.cells)
    }
}

impl Rule for Rellik {
    fn name(&self) -> &'static str {
        "rellik cage"
    }

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn parts(&self, shape: Shape) -> Vec<Part> {
        // The digits up to the total, and what some of them add up to below it.
        let read = |state: &(Digits, Vec<u32>), digit| {
            let ((set, sums), added) = (state, u32::from(digit));
            if added > self.total {
                return Some(state.clone());
            }
            let hits = sums.iter().any(|sum| sum + added == self.total);
            let more = sums.iter().map(|sum| sum + added);
            let all = sums.iter().copied().chain(more);
            let mut all: Vec<u32> = all.filter(|&sum| sum < self.total).collect();
            all.sort();
            all.dedup();
            let next = (*set | Digits::single(digit), all);
            (!hits && !set.has(digit)).then_some(next)
        };
        let (cells, start) = (self.cells.clone(), (Digits::empty(), vec![0]));
        let key = (self.name(), &[self.total][..]);
        let sums = Part::remembered(key, cells.clone(), shape, start, read, |_| true);
        vec![Part::AllDifferent(cells), sums]
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        if let Some((digit, cells)) = grid.repeated_digit(&self.cells) {
            return Err(Broken::DigitTwice { digit, cells });
        }
        /// Whether some of the digits, one at least, add up to a total.
        fn some(digits: &[u8], total: u32) -> bool {
            digits.iter().enumerate().any(|(k, &digit)| {
                let rest = total.checked_sub(u32::from(digit));
                rest.map_or(false, |rest| rest == 0 || some(&digits[k + 1..], rest))
            })
        }
        let found = some(&digits(grid, &self.cells), self.total);
        verify(!found, &self.cells, "have digits that add up to the total")
    }

    fn sentence(&self) -> String {
        let total = self.total;
        format!("The digits of the cage are different, and none of them add up to {total}.")
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        vec![Mark::cage(&self.cells, format!("≠{}", self.total))]
    }
}
