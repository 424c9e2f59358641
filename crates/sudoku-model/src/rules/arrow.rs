//! Arrows: a circle holds the sum of the digits along its arrow.

use super::draw::Mark;
use super::{digits, verify, Rule};
use crate::board::{Cell, Grid, Shape};
use crate::model::Broken;
use crate::parts::Part;

/// The digits of a circle, read as a number, are the sum of the digits along its arrow. A circle of
/// two or three cells, a pill, holds a number of as many digits, in the order of its cells. Digits
/// may repeat along the arrow.
///
/// ```
/// use sudoku_model::rules::Arrow;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let circle = shape.cell(0, 0);
/// let shaft = [shape.cell(1, 1), shape.cell(2, 2)];
/// let model = Model::builder(shape).rule(Arrow::new([circle], shaft)).build()?;
/// let grid = model.solve().found().expect("a grid");
/// let digit = |cell| grid.get(cell).expect("a full grid");
/// assert_eq!(digit(circle), digit(shaft[0]) + digit(shaft[1]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrow {
    circle: Vec<Cell>,
    shaft: Vec<Cell>,
}

impl Arrow {
    /// An arrow along the cells of the shaft, and its circle or pill.
    pub fn new(
        circle: impl IntoIterator<Item = Cell>,
        shaft: impl IntoIterator<Item = Cell>,
    ) -> Arrow {
        Arrow {
            circle: circle.into_iter().collect(),
            shaft: shaft.into_iter().collect(),
        }
    }
}

impl super::form::Line for Arrow {
    fn blank() -> Arrow {
        Arrow::new([], [])
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        form.cells(&mut self.circle)?;
        form.slash()?;
        form.cells(&mut self.shaft)
    }
}

impl Rule for Arrow {
    fn name(&self) -> &'static str {
        "arrow"
    }

    fn cells(&self) -> Vec<Cell> {
        [&self.circle[..], &self.shaft].concat()
    }

    fn parts(&self, _shape: Shape) -> Vec<Part> {
        if self.circle.len() == 1 {
            return vec![Part::Sum {
                plus: self.shaft.clone(),
                minus: self.circle.clone(),
                total: 0,
            }];
        }
        // Digits before the millions are 0, whatever they are multiplied by.
        let tens = (0..).map(|place| 10i32.saturating_pow(place));
        let number = self.circle.iter().rev().zip(tens);
        let shaft = self.shaft.iter().map(|&cell| (-1, cell));
        vec![Part::Linear {
            terms: number
                .map(|(&cell, ten)| (ten, cell))
                .chain(shaft)
                .collect(),
            total: 0,
        }]
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        let circle = digits(grid, &self.circle).into_iter().map(u64::from);
        let number = circle.fold(0, |number: u64, digit| {
            number.saturating_mul(10).saturating_add(digit)
        });
        let sum: u64 = digits(grid, &self.shaft).into_iter().map(u64::from).sum();
        verify(
            number == sum,
            &self.circle,
            "are not the sum along the arrow",
        )
    }

    fn sentence(&self) -> String {
        match self.circle.len() {
            1 => "The digits along the arrow add up to the digit in its circle.".into(),
            _ => "The digits along the arrow add up to the number in its pill.".into(),
        }
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        let mut cells = self.circle.last().map_or(Vec::new(), |&cell| vec![cell]);
        cells.extend(&self.shaft);
        let ring = self.circle.clone();
        vec![Mark::Arrow { cells }, Mark::Pill { cells: ring }]
    }
}
