//! Rossini: arrows at the border say whether digits rise or fall.

use super::draw::Mark;
use super::{digits, verify, verify_neighbors, Rule};
use crate::board::{Cell, Grid, Shape};
use crate::model::Broken;
use crate::parts::Part;
use core::cmp::Ordering;

/// The digits nearest to the border, mostly three, rise or fall from there on. Where there is no
/// arrow they may do either, or, if all possible arrows are given, neither.
///
/// ```
/// use sudoku_model::rules::Rossini;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let cells = [0, 1, 2].map(|column| shape.cell(0, column));
/// let count = |rule| Model::builder(shape).rule(rule).build().map(|model| model.count(u64::MAX));
/// assert_eq!(count(Rossini::rising(cells))?, 288 / 6);
/// assert_eq!(count(Rossini::falling(cells))?, 288 / 6);
/// assert_eq!(count(Rossini::neither(cells))?, 288 - 2 * 288 / 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rossini {
    /// How each digit compares with the next one.
    order: Option<Ordering>,
    cells: Vec<Cell>,
}

impl Rossini {
    /// Digits rise from the first cell, which is at the border.
    pub fn rising(cells: impl IntoIterator<Item = Cell>) -> Rossini {
        let (order, cells) = (Some(Ordering::Less), cells.into_iter().collect());
        Rossini { order, cells }
    }

    /// Digits fall from the first cell, which is at the border.
    pub fn falling(cells: impl IntoIterator<Item = Cell>) -> Rossini {
        let (order, cells) = (Some(Ordering::Greater), cells.into_iter().collect());
        Rossini { order, cells }
    }

    /// Digits neither rise nor fall all the way: the arrow is missing although all are given.
    pub fn neither(cells: impl IntoIterator<Item = Cell>) -> Rossini {
        let (order, cells) = (None, cells.into_iter().collect());
        Rossini { order, cells }
    }
}

impl super::form::Line for Rossini {
    fn blank() -> Rossini {
        Rossini::neither([])
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        let choices = [
            ("rising", Some(Ordering::Less)),
            ("falling", Some(Ordering::Greater)),
            ("neither", None),
        ];
        form.choice(&mut self.order, "rising, falling or neither", &choices)?;
        form.cells(&mut self.cells)
    }
}

impl Rule for Rossini {
    fn name(&self) -> &'static str {
        "rossini"
    }

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn parts(&self, shape: Shape) -> Vec<Part> {
        if let Some(order) = self.order {
            return Part::along(&self.cells, shape, |a, b| a.cmp(&b) == order);
        }
        // The last digit, and whether all have risen and fallen so far.
        let read = |&(last, rises, falls): &(Option<u8>, bool, bool), digit| {
            let rises = rises && last.map_or(true, |last| last < digit);
            let falls = falls && last.map_or(true, |last| last > digit);
            Some((Some(digit), rises, falls))
        };
        let end = |&(_, rises, falls): &(_, bool, bool)| !rises && !falls;
        let (cells, start) = (self.cells.clone(), (None, true, true));
        let key = (self.name(), &[][..]);
        vec![Part::remembered(key, cells, shape, start, read, end)]
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        match self.order {
            Some(Ordering::Greater) => {
                verify_neighbors(grid, &self.cells, |a, b| a > b, "do not fall")
            }
            Some(_) => verify_neighbors(grid, &self.cells, |a, b| a < b, "do not rise"),
            None => {
                let digits = digits(grid, &self.cells);
                let all = |turn: fn(&[u8]) -> bool| digits.windows(2).all(turn);
                let either = all(|pair| pair[0] < pair[1]) || all(|pair| pair[0] > pair[1]);
                verify(!either, &self.cells, "rise or fall all the way")
            }
        }
    }

    fn sentence(&self) -> String {
        match self.order {
            Some(Ordering::Greater) => "The first digits fall from the border on.".into(),
            Some(_) => "The first digits rise from the border on.".into(),
            None => "The first digits from the border neither rise nor fall all the way.".into(),
        }
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        let text = match self.order {
            Some(Ordering::Less) => "rise",
            Some(_) => "fall",
            None => "mix",
        };
        vec![Mark::clue(&self.cells, &text)]
    }
}
