//! Linear sums: multiples of digits that add up.

use super::draw::Mark;
use super::{check_some, verify, Rule};
use crate::board::{Cell, Grid, Shape};
use crate::model::{Broken, Fault, Subject};
use crate::parts::Part;

/// The digits of some cells, each multiplied by a number of its own, add up to a total. They may
/// repeat as far as the houses let them.
///
/// ```
/// use sudoku_model::rules::LinearSum;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let terms = [(1, shape.cell(0, 0)), (-2, shape.cell(0, 1))];
/// let model = Model::builder(shape).rule(LinearSum::new(0, terms)).build()?;
/// assert_eq!(model.count(u64::MAX), 288 / 6, "2 and 1, or 4 and 2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LinearSum {
    total: i32,
    terms: Vec<(i32, Cell)>,
}

impl LinearSum {
    /// Cells with the numbers that they are multiplied by.
    pub fn new(total: i32, terms: impl IntoIterator<Item = (i32, Cell)>) -> LinearSum {
        let terms = terms.into_iter().collect();
        LinearSum { total, terms }
    }

    /// The cells that are multiplied by this.
    fn with(&self, factor: i32) -> Vec<Cell> {
        let terms = self.terms.iter().filter(|term| term.0 == factor);
        terms.map(|term| term.1).collect()
    }
}

impl super::form::Line for LinearSum {
    fn blank() -> LinearSum {
        LinearSum::new(0, [])
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        form.number(&mut self.total)?;
        let (shape, expected) = (form.shape, "a multiple, such as 2*r1c1");
        let show = |(factor, cell): &(i32, Cell)| format!("{factor}*{cell}");
        form.values(&mut self.terms, expected, show, |text| {
            let (factor, cell) = text.split_once('*')?;
            Some((factor.parse().ok()?, super::form::read_cell(shape, cell)?))
        })
    }
}

impl Rule for LinearSum {
    fn name(&self) -> &'static str {
        "linear sum"
    }

    fn cells(&self) -> Vec<Cell> {
        self.terms.iter().map(|term| term.1).collect()
    }

    fn check(&self, me: Subject, _shape: Shape) -> Result<(), (Subject, Fault)> {
        check_some(me, &self.cells())
    }

    fn parts(&self, _shape: Shape) -> Vec<Part> {
        let (plus, minus, total) = (self.with(1), self.with(-1), self.total);
        if plus.len() + minus.len() == self.terms.len() {
            return vec![Part::Sum { plus, minus, total }];
        }
        vec![Part::Linear {
            terms: self.terms.clone(),
            total,
        }]
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        let value = |&(factor, cell): &(i32, Cell)| {
            let digit = grid.digits()[cell.index()];
            i64::from(factor) * i64::from(digit)
        };
        let sum: i64 = self.terms.iter().map(value).sum();
        verify(
            sum == i64::from(self.total),
            &self.cells(),
            "have another sum",
        )
    }

    fn sentence(&self) -> String {
        let terms = self
            .terms
            .iter()
            .map(|(factor, cell)| format!("{factor} times {cell}"));
        let (terms, total) = (terms.collect::<Vec<_>>().join(" and "), self.total);
        format!("{terms} add up to {total}.")
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        let mut marks = vec![Mark::cage(&self.cells(), self.total.to_string())];
        let terms = self.terms.iter().filter(|(times, _)| *times != 1);
        marks.extend(terms.map(|&(times, cell)| Mark::Corner {
            cell,
            text: format!("{times}×"),
        }));
        marks
    }
}
