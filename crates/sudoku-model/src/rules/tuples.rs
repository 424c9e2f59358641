//! Tuples: a list of what some cells may hold.

use super::draw::Mark;
use super::{check_digits, digits, verify, Rule};
use crate::board::{Cell, Grid, Shape};
use crate::model::{Broken, Fault, Subject};
use crate::parts::Part;

/// The digits of some cells, one after the other, are one entry of a list.
///
/// ```
/// use sudoku_model::rules::Tuples;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let cells = [shape.cell(0, 0), shape.cell(0, 1), shape.cell(0, 2)];
/// let model = Model::builder(shape).rule(Tuples::new(cells, [[1, 2, 4], [4, 3, 1]])).build()?;
/// assert_eq!(model.count(u64::MAX), 2 * 288 / 24);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tuples {
    cells: Vec<Cell>,
    list: Vec<Vec<u8>>,
}

impl Tuples {
    /// Cells, and what they may hold: as many digits in each entry.
    pub fn new(
        cells: impl IntoIterator<Item = Cell>,
        list: impl IntoIterator<Item = impl Into<Vec<u8>>>,
    ) -> Tuples {
        let cells = cells.into_iter().collect();
        let mut list: Vec<Vec<u8>> = list.into_iter().map(Into::into).collect();
        list.sort();
        Tuples { cells, list }
    }
}

impl super::form::Line for Tuples {
    fn blank() -> Tuples {
        Tuples {
            cells: Vec::new(),
            list: Vec::new(),
        }
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        form.cells(&mut self.cells)?;
        form.slash()?;
        let expected = "digits, such as 1,2";
        form.values(
            &mut self.list,
            expected,
            |entry| super::form::show_digits(entry),
            super::form::read_digits,
        )?;
        self.list.sort();
        Ok(())
    }
}

impl Rule for Tuples {
    fn name(&self) -> &'static str {
        "tuples"
    }

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn check(&self, me: Subject, shape: Shape) -> Result<(), (Subject, Fault)> {
        let size = self.cells.len();
        if self.list.iter().any(|entry| entry.len() != size) {
            let (cells, why) = (
                self.cells.clone(),
                "need as many digits in each entry".into(),
            );
            return Err((me, Fault::Said { cells, why }));
        }
        self.list
            .iter()
            .try_for_each(|entry| check_digits(me, shape, entry))
    }

    fn parts(&self, shape: Shape) -> Vec<Part> {
        // The entries that begin with what was read: where they are in the list, which is in order.
        let read = |&(count, start, end): &(usize, usize, usize), digit| {
            let at = |entry: &Vec<u8>| entry.get(count).copied();
            let entries = &self.list[start..end];
            let first = start + entries.partition_point(|entry| at(entry) < Some(digit));
            let last = start + entries.partition_point(|entry| at(entry) <= Some(digit));
            (first < last).then(|| (count + 1, first, last))
        };
        let (cells, start) = (self.cells.clone(), (0, 0, self.list.len()));
        vec![Part::automaton(cells, shape, start, read, |_| true)]
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        let keeps = self.list.contains(&digits(grid, &self.cells));
        verify(keeps, &self.cells, "are not in the list")
    }

    fn sentence(&self) -> String {
        let entry = |entry: &Vec<u8>| format!("{entry:?}");
        let list: Vec<String> = self.list.iter().map(entry).collect();
        format!("The cells hold one of {}, in this order.", list.join(", "))
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        vec![Mark::cage(&self.cells, String::new())]
    }
}
