//! Same digits: several groups of cells that have the same digits, each as often.

use super::draw::Mark;
use super::{check_some, digits, verify, Rule};
use crate::board::{Cell, Grid, Shape};
use crate::model::{Broken, Fault, Subject};
use crate::parts::{check_distinct, Part};

/// Each of several groups of cells has the same digits, each as often as the others. Groups have as
/// many cells and may share some.
///
/// ```
/// use sudoku_model::rules::SameDigits;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let one = [shape.cell(0, 0), shape.cell(0, 1)];
/// let other = [shape.cell(2, 2), shape.cell(2, 3)];
/// let model = Model::builder(shape).rule(SameDigits::new([one, other])).build()?;
/// assert_eq!(model.count(u64::MAX), 96);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SameDigits {
    groups: Vec<Vec<Cell>>,
}

impl SameDigits {
    /// Groups of cells with the same digits.
    pub fn new<I: IntoIterator<Item = Cell>>(groups: impl IntoIterator<Item = I>) -> SameDigits {
        let groups = groups.into_iter().map(|group| group.into_iter().collect());
        SameDigits {
            groups: groups.collect(),
        }
    }
}

impl super::form::Line for SameDigits {
    fn blank() -> SameDigits {
        SameDigits { groups: Vec::new() }
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        form.groups(&mut self.groups)
    }
}

impl Rule for SameDigits {
    fn name(&self) -> &'static str {
        "same digits"
    }

    fn cells(&self) -> Vec<Cell> {
        self.groups.concat()
    }

    fn check(&self, me: Subject, shape: Shape) -> Result<(), (Subject, Fault)> {
        check_some(me, &self.cells())?;
        for group in &self.groups {
            // The parts leave out what two groups have in common.
            check_distinct(shape, group).map_err(|fault| (me, fault))?;
            if group.len() != self.groups[0].len() {
                let why = "are not as many as those of the first group".into();
                let cells = group.clone();
                return Err((me, Fault::Said { cells, why }));
            }
        }
        Ok(())
    }

    fn parts(&self, shape: Shape) -> Vec<Part> {
        let mut parts = Vec::new();
        for pair in self.groups.windows(2) {
            // What both have they have as often.
            let without = |cells: &[Cell], other: &[Cell]| -> Vec<Cell> {
                let own = cells.iter().filter(|cell| !other.contains(cell));
                own.copied().collect()
            };
            let (one, other) = (without(&pair[0], &pair[1]), without(&pair[1], &pair[0]));
            if one.is_empty() {
                continue;
            }
            if let ([one], [other]) = (&one[..], &other[..]) {
                parts.extend(Part::relations([[*one, *other]], shape, |a, b| a == b));
                continue;
            }
            let (size, cells) = (one.len(), [one, other].concat());
            for digit in shape.digits().digits() {
                // How many cells are read, and how many more of the first group have the digit.
                let read = |&(place, more): &(usize, i32), it| {
                    let side = if place < size { 1 } else { -1 };
                    Some((place + 1, if it == digit { more + side } else { more }))
                };
                parts.push(Part::remembered(
                    (self.name(), &[digit.into()]),
                    cells.clone(),
                    shape,
                    (0, 0),
                    read,
                    |&(_, more)| more == 0,
                ));
            }
        }
        parts
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        let sorted = |group: &Vec<Cell>| {
            let mut digits = digits(grid, group);
            digits.sort();
            digits
        };
        let mut others = self.groups.iter();
        let first = others.next().map(sorted);
        let other = others.find(|group| Some(sorted(group)) != first);
        other.map_or(Ok(()), |group| {
            verify(false, group, "have other digits than the first group")
        })
    }

    fn sentence(&self) -> String {
        let count = self.groups.len();
        format!("Each of the {count} groups has the same digits, each as often.")
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        let groups = self.groups.iter();
        groups.map(|group| Mark::cage(group, "=")).collect()
    }
}
