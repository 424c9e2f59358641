//! Region sum lines: the pieces of a line in each box add up to the same.

use super::draw::{Ink, Mark, Width};
use super::{EqualSums, Rule};
use crate::board::{Cell, Grid, Shape};
use crate::model::{Broken, Fault, Subject};
use crate::parts::Part;

/// The digits of each piece of a line add up to the same, whatever that is. A piece ends where the
/// line goes from one box, or jigsaw region, to another; a line that comes back begins another
/// piece. Digits may repeat.
///
/// ```
/// use sudoku_model::rules::RegionSumLine;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let row = || (0..4).map(|column| shape.cell(0, column));
/// let model = Model::builder(shape).rule(RegionSumLine::new(shape, row())).build()?;
/// assert_eq!(model.count(u64::MAX), 288 / 3, "5 on both sides: 1 and 4, 2 and 3");
///
/// let regions = [0, 0, 0, 1, 0, 1, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3];
/// let line = RegionSumLine::jigsaw(&regions, row());
/// let jigsaw = Model::builder(shape).jigsaw(&regions).rule(line).build();
/// assert_eq!(jigsaw?.count(u64::MAX), 0, "three digits in one region and one in another");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RegionSumLine {
    /// The number of jigsaw regions was given for so many cells.
    numbered: Option<usize>,
    pieces: EqualSums,
}

impl RegionSumLine {
    /// A line through the boxes of a board.
    pub fn new(shape: Shape, line: impl IntoIterator<Item = Cell>) -> RegionSumLine {
        RegionSumLine::cut(None, line, |cell| {
            shape.contains(cell).then(|| shape.box_of(cell))
        })
    }

    /// A line through jigsaw regions, given as for [`Builder::jigsaw`](crate::Builder::jigsaw): for
    /// each cell in row order the number of its region. Another number of cells is an error when
    /// the rule is added.
    pub fn jigsaw(regions: &[u8], line: impl IntoIterator<Item = Cell>) -> RegionSumLine {
        let region = |cell: Cell| regions.get(cell.index()).map(|&number| number.into());
        RegionSumLine::cut(Some(regions.len()), line, region)
    }

    fn cut(
        numbered: Option<usize>,
        line: impl IntoIterator<Item = Cell>,
        region: impl Fn(Cell) -> Option<usize>,
    ) -> RegionSumLine {
        let mut pieces: Vec<Vec<Cell>> = Vec::new();
        for cell in line {
            match pieces.last_mut() {
                Some(piece) if region(piece[0]) == region(cell) => piece.push(cell),
                _ => pieces.push(vec![cell]),
            }
        }
        let pieces = EqualSums::new(pieces);
        RegionSumLine { numbered, pieces }
    }
}

impl super::form::Line for RegionSumLine {
    fn blank() -> RegionSumLine {
        RegionSumLine {
            numbered: None,
            pieces: EqualSums::blank(),
        }
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        self.pieces.fields(form)
    }
}

impl Rule for RegionSumLine {
    fn name(&self) -> &'static str {
        "region sum line"
    }

    fn cells(&self) -> Vec<Cell> {
        self.pieces.cells()
    }

    fn check(&self, me: Subject, shape: Shape) -> Result<(), (Subject, Fault)> {
        let expected = shape.cell_count();
        match self.numbered {
            Some(found) if found != expected => Err((me, Fault::JigsawLength { expected, found })),
            _ => self.pieces.check(me, shape),
        }
    }

    fn parts(&self, shape: Shape) -> Vec<Part> {
        self.pieces.parts(shape)
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        self.pieces.verify(grid)
    }

    fn sentence(&self) -> String {
        "The digits of each piece of the line, cut at the borders of boxes or regions, add up to \
         the same."
            .into()
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        vec![Mark::line(&self.cells(), Ink::Blue, Width::Thick)]
    }
}
