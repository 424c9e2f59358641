//! Indexing: digits say where others stand.

use super::draw::Mark;
use super::{marked, verify, Rule};
use crate::board::{Cell, Grid, Shape};
use crate::model::Broken;
use crate::parts::Part;

/// The digit of an indexing cell says where in its line the number of the cell stands.
///
/// With columns, a digit *d* in column *c* says that the digit *c* stands in column *d* of the same
/// row; with rows, a digit *d* in row *r* says that *r* stands in row *d* of the same column; with
/// boxes, a digit *d* at place *p* of a box says that *p* stands at its place *d*.
///
/// ```
/// use sudoku_model::rules::Indexing;
/// use sudoku_model::{Model, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let cell = shape.cell(0, 0);
/// let model = Model::builder(shape).rule(Indexing::of_columns([cell])).given(cell, 3).build()?;
/// let grid = model.solve().found().expect("a grid");
/// assert_eq!(grid.get(shape.cell(0, 2)), Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Indexing {
    places: Places,
    cells: Vec<Cell>,
}

/// What the digits are the numbers of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Places {
    Columns,
    Rows,
    Boxes,
}

impl Indexing {
    /// The digits of these cells are numbers of columns.
    pub fn of_columns(cells: impl IntoIterator<Item = Cell>) -> Indexing {
        let (places, cells) = (Places::Columns, cells.into_iter().collect());
        Indexing { places, cells }
    }

    /// The digits of these cells are numbers of rows.
    pub fn of_rows(cells: impl IntoIterator<Item = Cell>) -> Indexing {
        let (places, cells) = (Places::Rows, cells.into_iter().collect());
        Indexing { places, cells }
    }

    /// The digits of these cells are places in the boxes of the board, in row order.
    pub fn of_boxes(cells: impl IntoIterator<Item = Cell>) -> Indexing {
        let (places, cells) = (Places::Boxes, cells.into_iter().collect());
        Indexing { places, cells }
    }

    /// The rule 159: in each row of a 9 x 9 board, the first digit says in which column the 1
    /// stands, the fifth where the 5 and the last where the 9. On other boards it is about the
    /// first and the last column and the one in the middle, or right of it.
    #[must_use]
    pub fn one_five_nine(shape: Shape) -> Indexing {
        let count = shape.column_count();
        let columns = [0, count / 2, count - 1];
        Indexing::of_columns(
            shape
                .cells()
                .filter(|cell| columns.contains(&cell.column())),
        )
    }
}

impl super::form::Line for Indexing {
    fn blank() -> Indexing {
        Indexing::of_columns([])
    }

    fn fields(&mut self, form: &mut super::form::Form<'_>) -> super::form::Done {
        let choices = [
            ("columns", Places::Columns),
            ("rows", Places::Rows),
            ("boxes", Places::Boxes),
        ];
        form.choice(&mut self.places, "columns, rows or boxes", &choices)?;
        form.cells(&mut self.cells)
    }
}

impl Rule for Indexing {
    fn name(&self) -> &'static str {
        "indexing"
    }

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn parts(&self, shape: Shape) -> Vec<Part> {
        let index = |&cell: &Cell| {
            let line = match self.places {
                Places::Columns => shape.rows().nth(cell.row()),
                Places::Rows => shape.columns().nth(cell.column()),
                Places::Boxes => shape.boxes().nth(shape.box_of(cell)),
            };
            let line = line.map_or(Vec::new(), |line| line.cells().to_vec());
            let number = 1 + line.iter().position(|&other| other == cell).unwrap_or(0);
            let places = 1..=line.len();
            let points = |digit: u8| places.contains(&digit.into());
            let beyond = !shape.digits().digits().all(points);
            let others = (1..).zip(line).filter(move |&(_, other)| other != cell);
            let others = others.map(move |(place, other)| {
                let says = |digit: u8, there: u8| {
                    usize::from(digit) != place || usize::from(there) == number
                };
                Part::relation([cell, other], shape, says)
            });
            beyond
                .then(|| marked(cell, shape, points))
                .into_iter()
                .chain(others)
        };
        self.cells.iter().flat_map(index).collect()
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        let (shape, digit) = (grid.shape(), |cell: Cell| {
            usize::from(grid.digits()[cell.index()])
        });
        let (width, height) = (shape.box_width(), shape.box_height());
        self.cells.iter().try_for_each(|&cell| {
            let (row, column) = (cell.row(), cell.column());
            let other = digit(cell)
                .checked_sub(1)
                .and_then(|place| match self.places {
                    Places::Columns => shape.try_cell(row, place),
                    Places::Rows => shape.try_cell(place, column),
                    Places::Boxes if place >= width * height => None,
                    Places::Boxes => {
                        let (top, left) = (row - row % height, column - column % width);
                        shape.try_cell(top + place / width, left + place % width)
                    }
                });
            let number = match self.places {
                Places::Columns => column,
                Places::Rows => row,
                Places::Boxes => row % height * width + column % width,
            };
            match other {
                Some(other) => verify(
                    digit(other) == number + 1,
                    &[cell, other],
                    "do not point to each other",
                ),
                None => verify(false, &[cell], "points to no cell"),
            }
        })
    }

    fn sentence(&self) -> String {
        let places = match self.places {
            Places::Columns => "in which column of its row the number of its own column",
            Places::Rows => "in which row of its column the number of its own row",
            Places::Boxes => "at which place of its box the number of its own place",
        };
        format!("The digit of an indexing cell says {places} stands.")
    }

    fn draw(&self, _shape: Shape) -> Vec<Mark> {
        vec![Mark::Shade {
            cells: self.cells.clone(),
        }]
    }
}
