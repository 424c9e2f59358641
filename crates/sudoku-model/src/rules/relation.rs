//! Relations: what one says oneself of the digits of two cells.

use super::draw::{Ink, Mark, Width};
use super::{at_offset, verify_neighbors, Rule};
use crate::board::{Cell, Grid, Shape};
use crate::model::Broken;
use crate::parts::Part;
use core::fmt;
use std::sync::Arc;

/// Pairs of cells whose digits go together if a function says so: a rule of your own, in a line.
///
/// ```
/// use sudoku_model::rules::Relation;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let row = (0..4).map(|column| shape.cell(0, column));
/// let modest = Relation::along(row, |a, b| a + b < 6)
///     .named("modest line", "Neighbors on the line add up to 5 at most.");
/// let model = Model::builder(shape).rule(modest).build()?;
/// assert_eq!(model.count(u64::MAX), 4 * 288 / 24, "2314, 3214 and their reverse");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Relation {
    name: &'static str,
    sentence: String,
    cells: Vec<Cell>,
    pairs: Vec<[Cell; 2]>,
    allowed: Arc<dyn Fn(u8, u8) -> bool + Send + Sync>,
}

impl Relation {
    /// Neighbors on a line, the digit of the earlier cell first.
    pub fn along(
        line: impl IntoIterator<Item = Cell>,
        allowed: impl Fn(u8, u8) -> bool + Send + Sync + 'static,
    ) -> Relation {
        let cells: Vec<Cell> = line.into_iter().collect();
        let pairs = cells.windows(2).map(|pair| [pair[0], pair[1]]).collect();
        Relation::new(cells, pairs, allowed)
    }

    /// Any two of the cells, the digit of the earlier cell first.
    pub fn all_pairs(
        cells: impl IntoIterator<Item = Cell>,
        allowed: impl Fn(u8, u8) -> bool + Send + Sync + 'static,
    ) -> Relation {
        let cells: Vec<Cell> = cells.into_iter().collect();
        let later = |(k, &a)| cells[k + 1..].iter().map(move |&b| [a, b]);
        let pairs = cells.iter().enumerate().flat_map(later).collect();
        Relation::new(cells.clone(), pairs, allowed)
    }

    /// All cells of a board and those so many rows below and so many columns to the right of them,
    /// both of which may be negative.
    ///
    /// ```
    /// use sudoku_model::rules::Relation;
    /// use sudoku_model::{Model, Shape};
    ///
    /// // On a board of side 4, a corner and the opposite one.
    /// let shape = Shape::with_side(4)?;
    /// let rising = Relation::at_offset(shape, 3, 3, |a, b| a < b);
    /// assert_eq!(Model::builder(shape).rule(rising).build()?.count(u64::MAX), 108);
    /// let equal = Relation::at_offset(shape, 3, 3, |a, b| a == b);
    /// assert_eq!(Model::builder(shape).rule(equal).build()?.count(u64::MAX), 288 - 2 * 108);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn at_offset(
        shape: Shape,
        rows: isize,
        columns: isize,
        allowed: impl Fn(u8, u8) -> bool + Send + Sync + 'static,
    ) -> Relation {
        let pairs = at_offset(shape, rows, columns).collect();
        Relation::new(shape.cells().collect(), pairs, allowed)
    }

    fn new(
        cells: Vec<Cell>,
        pairs: Vec<[Cell; 2]>,
        allowed: impl Fn(u8, u8) -> bool + Send + Sync + 'static,
    ) -> Relation {
        Relation {
            name: "relation",
            sentence: "The digits of certain pairs of cells go together.".into(),
            cells,
            pairs,
            allowed: Arc::new(allowed),
        }
    }

    /// The same with a name for messages, and a sentence for those who solve the puzzle.
    #[must_use]
    pub fn named(self, name: &'static str, sentence: impl Into<String>) -> Relation {
        let sentence = sentence.into();
        Relation {
            name,
            sentence,
            ..self
        }
    }
}

impl super::form::Line for Relation {
    fn blank() -> Relation {
        Relation::along([], |_, _| false)
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        let all = form.shape.digits();
        let partners = |a| all.digits().filter(|&b| (self.allowed)(a, b)).collect();
        let mut table: Vec<(u8, Vec<u8>)> = all.digits().map(|a| (a, partners(a))).collect();
        let show =
            |(a, partners): &(u8, Vec<u8>)| format!("{a}:{}", super::form::show_digits(partners));
        let expected = "a digit and what goes with it, such as 1:2,3";
        form.values(&mut table, expected, show, |text| {
            let (a, partners) = text.split_once(':')?;
            Some((a.parse().ok()?, super::form::read_digits(partners)?))
        })?;
        form.slash()?;
        form.pairs(&mut self.pairs)?;
        self.cells = self.pairs.concat();
        let allows = |a, b, row: &(u8, Vec<u8>)| row.0 == a && row.1.contains(&b);
        self.allowed = Arc::new(move |a, b| table.iter().any(|row| allows(a, b, row)));
        Ok(())
    }
}

impl Rule for Relation {
    fn name(&self) -> &'static str {
        self.name
    }

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn parts(&self, shape: Shape) -> Vec<Part> {
        let pairs = self.pairs.iter().copied();
        Part::relations(pairs, shape, |a, b| (self.allowed)(a, b))
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        let mut pairs = self.pairs.iter();
        pairs.try_for_each(|pair| {
            verify_neighbors(
                grid,
                pair,
                |a, b| (self.allowed)(a, b),
                "do not go together",
            )
        })
    }

    fn sentence(&self) -> String {
        self.sentence.clone()
    }

    fn draw(&self, shape: Shape) -> Vec<Mark> {
        // What is said of the whole board has no place on it.
        if self.cells.len() == shape.cell_count() {
            return Vec::new();
        }
        let pairs = self.pairs.iter();
        pairs
            .map(|pair| Mark::line(pair, Ink::Gray, Width::Thin))
            .collect()
    }
}

impl fmt::Debug for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut this = f.debug_struct("Relation");
        this.field("name", &self.name).field("pairs", &self.pairs);
        this.finish_non_exhaustive()
    }
}
