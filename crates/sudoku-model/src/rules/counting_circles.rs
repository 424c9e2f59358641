//! Counting circles: digits say how often they are there.

use super::draw::{Mark, Sign};
use super::{counted, digits, verify, Rule};
use crate::board::{Cell, Digits, Grid, Shape};
use crate::model::Broken;
use crate::parts::Part;

/// A digit that is in a circle is in exactly as many circles as it says: the 3, if there is one, in
/// three of them.
///
/// ```
/// use sudoku_model::rules::CountingCircles;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let circles = [(0, 0), (1, 2), (3, 3)].map(|(row, column)| shape.cell(row, column));
/// let model = Model::builder(shape).rule(CountingCircles::new(circles)).build()?;
/// let grid = model.solve().found().expect("a grid");
/// let mut digits = circles.map(|circle| grid.get(circle).expect("a full grid"));
/// digits.sort_unstable();
/// assert!([[1, 2, 2], [3, 3, 3]].contains(&digits));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CountingCircles {
    cells: Vec<Cell>,
}

impl CountingCircles {
    /// All circles of a puzzle.
    pub fn new(cells: impl IntoIterator<Item = Cell>) -> CountingCircles {
        let cells = cells.into_iter().collect();
        CountingCircles { cells }
    }
}

/// Whether some of the digits, each at most once, add up to a total.
fn add_up(digits: &[u8], total: usize) -> bool {
    let mut sums = vec![false; total + 1];
    sums[0] = true;
    for &digit in digits {
        for sum in (usize::from(digit)..=total).rev() {
            sums[sum] |= sums[sum - usize::from(digit)];
        }
    }
    sums[total]
}

impl super::form::Line for CountingCircles {
    fn blank() -> CountingCircles {
        CountingCircles::new([])
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        form.cells(&mut self.cells)
    }
}

impl Rule for CountingCircles {
    fn name(&self) -> &'static str {
        "counting circles"
    }

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn parts(&self, shape: Shape) -> Vec<Part> {
        let (all, circles) = (shape.digits(), self.cells.len());
        // The digits that are in circles add up to the number of circles.
        let part = |digit| {
            let others: Vec<u8> = (all - Digits::single(digit)).digits().collect();
            let rest = |found| {
                circles
                    .checked_sub(found)
                    .map_or(false, |rest| add_up(&others, rest))
            };
            let most = usize::from(digit);
            counted(&self.cells, shape, digit, most, |found| {
                [0, most].contains(&found) && rest(found)
            })
        };
        let read = |&set: &Digits, digit| {
            let more = set | Digits::single(digit);
            Some(more).filter(|more| more.sum() as usize <= circles)
        };
        let end = |set: &Digits| set.sum() as usize == circles;
        let (key, cells) = ((self.name(), &[][..]), self.cells.clone());
        let sets = Part::remembered(key, cells, shape, Digits::empty(), read, end);
        all.digits().map(part).chain([sets]).collect()
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        let digits = digits(grid, &self.cells);
        let mut counts = [0; Digits::MAX as usize + 1];
        for &digit in &digits {
            counts[usize::from(digit)] += 1;
        }
        let keeps = digits
            .iter()
            .all(|&digit| counts[usize::from(digit)] == u32::from(digit));
        verify(
            keeps,
            &self.cells,
            "have a digit more or less often than it says",
        )
    }

    fn sentence(&self) -> String {
        "A digit that is in a circle is in exactly as many circles as it says.".into()
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        vec![Mark::sign(&self.cells, Sign::Circle, false)]
    }
}
