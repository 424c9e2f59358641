//! Equal sums: several groups of cells that add up to the same.

use super::draw::Mark;
use super::{check_some, digits, verify, Rule};
use crate::board::{Cell, Grid, Shape};
use crate::model::{Broken, Fault, Subject};
use crate::parts::{check_distinct, Part};

/// The digits of each of several groups of cells add up to the same, whatever that is, as they do
/// in the boxes along a region sum line. Digits may repeat; groups may share cells.
///
/// ```
/// use sudoku_model::rules::EqualSums;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let halves = [[shape.cell(0, 0), shape.cell(0, 1)], [shape.cell(0, 2), shape.cell(0, 3)]];
/// let model = Model::builder(shape).rule(EqualSums::new(halves)).build()?;
/// assert_eq!(model.count(u64::MAX), 288 / 3, "5 on both sides: 1 and 4, 2 and 3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EqualSums {
    groups: Vec<Vec<Cell>>,
}

impl EqualSums {
    /// Groups of cells with the same sum.
    pub fn new<I: IntoIterator<Item = Cell>>(groups: impl IntoIterator<Item = I>) -> EqualSums {
        let groups = groups.into_iter().map(|group| group.into_iter().collect());
        EqualSums {
            groups: groups.collect(),
        }
    }
}

impl super::form::Line for EqualSums {
    fn blank() -> EqualSums {
        EqualSums { groups: Vec::new() }
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        form.groups(&mut self.groups)
    }
}

impl Rule for EqualSums {
    fn name(&self) -> &'static str {
        "equal sums"
    }

    fn cells(&self) -> Vec<Cell> {
        self.groups.concat()
    }

    fn check(&self, me: Subject, shape: Shape) -> Result<(), (Subject, Fault)> {
        check_some(me, &self.cells())?;
        self.groups.iter().try_for_each(|group| {
            check_some(me, group)?;
            // The parts leave out what two groups have in common.
            check_distinct(shape, group).map_err(|fault| (me, fault))
        })
    }

    fn parts(&self, _shape: Shape) -> Vec<Part> {
        // What both have adds the same to both.
        let without = |cells: &[Cell], other: &[Cell]| {
            let own = cells.iter().filter(|cell| !other.contains(cell));
            own.copied().collect()
        };
        let equal = |pair: &[Vec<Cell>]| Part::Sum {
            plus: without(&pair[0], &pair[1]),
            minus: without(&pair[1], &pair[0]),
            total: 0,
        };
        self.groups.windows(2).map(equal).collect()
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        let sum = |group: &Vec<Cell>| digits(grid, group).into_iter().map(u32::from).sum();
        let sums: Vec<u32> = self.groups.iter().map(sum).collect();
        let other = self
            .groups
            .iter()
            .zip(&sums)
            .find(|&(_, &sum)| sum != sums[0]);
        other.map_or(Ok(()), |(group, _)| {
            verify(false, group, "have another sum than the first")
        })
    }

    fn sentence(&self) -> String {
        let count = self.groups.len();
        format!("The digits of each of the {count} groups add up to the same.")
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        let groups = self.groups.iter();
        groups.map(|group| Mark::cage(group, "=")).collect()
    }
}
