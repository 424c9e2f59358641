//! How many different digits some cells have.

use super::draw::{Mark, Sign};
use super::form::read_cell;
use super::{digits, verify, Rule};
use crate::board::{Cell, Digits, Grid, Shape};
use crate::model::Broken;
use crate::parts::Part;

/// Some cells have so many different digits.
///
/// ```
/// use sudoku_model::rules::DistinctCount;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let cells = [(0, 0), (0, 1), (2, 0), (3, 1)].map(|(row, column)| shape.cell(row, column));
/// let model = Model::builder(shape).rule(DistinctCount::new(2, cells)).build()?;
/// let grid = model.solve().found().expect("a grid");
/// let digits = cells.map(|cell| grid.get(cell));
/// assert!(digits[0] == digits[3] && digits[1] == digits[2]);
/// // The digit of another cell may say how many there are.
/// let shown = DistinctCount::shown_in(shape.cell(3, 3), cells);
/// let grid = Model::builder(shape).rule(shown).build()?.solve().found().expect("a grid");
/// assert!((2..=4).contains(&grid.get(shape.cell(3, 3)).expect("a full grid")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DistinctCount {
    count: Count,
    cells: Vec<Cell>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Count {
    Is(usize),
    In(Cell),
}

impl DistinctCount {
    /// These cells with the number of their digits.
    pub fn new(count: usize, cells: impl IntoIterator<Item = Cell>) -> DistinctCount {
        DistinctCount::of(Count::Is(count), cells)
    }

    /// These cells with the one whose digit is the number of theirs; it may be one of them.
    pub fn shown_in(cell: Cell, cells: impl IntoIterator<Item = Cell>) -> DistinctCount {
        DistinctCount::of(Count::In(cell), cells)
    }

    fn of(count: Count, cells: impl IntoIterator<Item = Cell>) -> DistinctCount {
        let cells = cells.into_iter().collect();
        DistinctCount { count, cells }
    }
}

impl super::form::Line for DistinctCount {
    fn blank() -> DistinctCount {
        DistinctCount::new(0, [])
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        let shape = form.shape;
        let show = |count: &Count| match count {
            Count::Is(count) => count.to_string(),
            Count::In(cell) => cell.to_string(),
        };
        form.value(&mut self.count, "a number or a cell", show, |text| {
            let cell = || read_cell(shape, text).map(Count::In);
            text.parse().ok().map(Count::Is).or_else(cell)
        })?;
        form.cells(&mut self.cells)
    }
}

impl Rule for DistinctCount {
    fn name(&self) -> &'static str {
        "distinct count"
    }

    fn cells(&self) -> Vec<Cell> {
        let shown = match self.count {
            Count::In(cell) if !self.cells.contains(&cell) => Some(cell),
            _ => None,
        };
        self.cells.iter().copied().chain(shown).collect()
    }

    fn parts(&self, shape: Shape) -> Vec<Part> {
        let mut cells = self.cells();
        let with = |set: Digits, digit| set | Digits::single(digit);
        let part = match self.count {
            Count::Is(count) => {
                let read =
                    |&set: &Digits, digit| Some(with(set, digit)).filter(|set| set.len() <= count);
                let end = |set: &Digits| set.len() == count;
                let key = ("distinct count", &[count.min(99) as u32][..]);
                Part::remembered(key, cells, shape, Digits::empty(), read, end)
            }
            Count::In(last) => {
                // Beside the set of the digits, whether the last one is their number.
                let is_one = self.cells.contains(&last);
                cells.sort_by_key(|&cell| cell == last);
                let read = |&(set, _): &(Digits, bool), digit| {
                    let more = with(set, digit);
                    let counted = if is_one { more } else { set };
                    Some((more, counted.len() == usize::from(digit)))
                };
                let start = (Digits::empty(), false);
                let key = ("distinct count shown", &[u32::from(is_one)][..]);
                Part::remembered(key, cells, shape, start, read, |&(_, fits)| fits)
            }
        };
        vec![part]
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        let mut digits = digits(grid, &self.cells);
        digits.sort();
        digits.dedup();
        verify(
            match self.count {
                Count::Is(count) => digits.len() == count,
                Count::In(cell) => Some(digits.len()) == grid.get(cell).map(usize::from),
            },
            &self.cells,
            "have another number of different digits",
        )
    }

    fn sentence(&self) -> String {
        match self.count {
            Count::Is(1) => "The cells have the same digit.".into(),
            Count::Is(count) => format!("The cells have {count} different digits."),
            Count::In(cell) => format!("The digit of {cell} says how many the cells have."),
        }
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        match self.count {
            Count::Is(count) => vec![Mark::cage(&self.cells, format!("#{count}"))],
            Count::In(cell) => vec![
                Mark::cage(&self.cells, "#"),
                Mark::sign(&[cell], Sign::Circle, false),
            ],
        }
    }
}
