//! Look-and-say cages: how often some digits are there.

use super::draw::Mark;
use super::{count, counted, verify, Rule};
use crate::board::{Cell, Grid, Shape};
use crate::model::Broken;
use crate::parts::Part;

/// Each of some digits is in the cage exactly so many times: 13 and 21 say one 3 and two 1s.
/// Nothing is said of others, and digits may repeat.
///
/// ```
/// use sudoku_model::rules::LookAndSay;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let cage = [shape.cell(0, 0), shape.cell(1, 1), shape.cell(2, 2)];
/// let model = Model::builder(shape).rule(LookAndSay::new([(1, 3), (2, 1)], cage)).build()?;
/// let grid = model.solve().found().expect("a grid");
/// assert_eq!(grid.get(cage[2]), Some(1), "the others are in one box");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LookAndSay {
    says: Vec<(usize, u8)>,
    cells: Vec<Cell>,
}

impl LookAndSay {
    /// A cage with what it says: how often, and which digit.
    pub fn new(
        says: impl IntoIterator<Item = (usize, u8)>,
        cells: impl IntoIterator<Item = Cell>,
    ) -> LookAndSay {
        LookAndSay {
            says: says.into_iter().collect(),
            cells: cells.into_iter().collect(),
        }
    }
}

impl super::form::Line for LookAndSay {
    fn blank() -> LookAndSay {
        LookAndSay::new([], [])
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        form.cells(&mut self.cells)?;
        form.slash()?;
        let (expected, show) = ("a number of digits, such as 2x5", |says: &(usize, u8)| {
            format!("{}x{}", says.0, says.1)
        });
        form.values(&mut self.says, expected, show, |text| {
            let (times, digit) = text.split_once('x')?;
            Some((times.parse().ok()?, digit.parse().ok()?))
        })
    }
}

impl Rule for LookAndSay {
    fn name(&self) -> &'static str {
        "look-and-say cage"
    }

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn parts(&self, shape: Shape) -> Vec<Part> {
        let says = self.says.iter();
        let part =
            |&(times, digit)| counted(&self.cells, shape, digit, times, |found| found == times);
        says.map(part).collect()
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        let is_true = |&(times, digit): &(usize, u8)| count(grid, &self.cells, digit) == times;
        let keeps = self.says.iter().all(is_true);
        verify(
            keeps,
            &self.cells,
            "have a digit more or less often than the cage says",
        )
    }

    fn sentence(&self) -> String {
        let says = self
            .says
            .iter()
            .map(|(times, digit)| format!("{times} times the {digit}"));
        let says = says.collect::<Vec<_>>().join(" and ");
        format!("The cage has exactly {says}.")
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        let says = self.says.iter();
        let says: Vec<String> = says
            .map(|(times, digit)| format!("{times}×{digit}"))
            .collect();
        vec![Mark::cage(&self.cells, says.join(" "))]
    }
}
