//! Grids as text: reading takes what people have, writing does what it is told.
//!
//! # Reading
//! One line of all cells in row order, or one line a row; cells side by side, or with blanks between;
//! empty lines, carriage returns and a byte order mark are passed over.
//!
//! - An empty cell is `.`, `0`, `-` or `_`.
//! - Digits are `1` to `9`, then `A` = 10, `B` = 11 and so on, lower case too; between blanks also
//!   numbers such as `12`.
//! - In a grid whose filled cells all are letters, `A` = 1, `B` = 2 and so on.

use core::fmt;

use crate::grid::Grid;
use crate::shape::Shape;

/// The ways to write a grid. Rows are separated by line feeds; there is none after the last.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Style {
    /// One line: `1`-`9`, then `A` = 10 and so on, `.` for an empty cell.
    ///
    /// [`read`] takes it back unless every filled cell is 10 or more: letters alone count from
    /// `A` = 1. [`Style::Spaced`] has no such exception.
    Line,
    /// The same symbols, one line a row.
    Rows,
    /// One line a row, numbers with single spaces between, `.` for an empty cell.
    Spaced,
    /// One line a row, `A` = 1 and so on, `-` for an empty cell.
    Letters,
}

/// Writes a grid.
///
/// ```
/// use sudoku_model::text::{self, Style};
///
/// let grid = text::read("1... .2.. ..3. ...4")?;
/// assert_eq!(text::write(&grid, Style::Line), "1....2....3....4");
/// assert_eq!(text::write(&grid, Style::Rows), "1...\n.2..\n..3.\n...4");
/// assert_eq!(text::write(&grid, Style::Spaced), "1 . . .\n. 2 . .\n. . 3 .\n. . . 4");
/// assert_eq!(text::write(&grid, Style::Letters), "A---\n-B--\n--C-\n---D");
/// # Ok::<(), sudoku_model::TextError>(())
/// ```
#[must_use]
pub fn write(grid: &Grid, style: Style) -> String {
    let side = grid.shape().side();
    let mut text = String::new();
    for (index, &digit) in grid.digits().iter().enumerate() {
        if index > 0 && index % side == 0 && style != Style::Line {
            text.push('\n');
        } else if index > 0 && style == Style::Spaced {
            text.push(' ');
        }
        match (digit, style) {
            (0, Style::Letters) => text.push('-'),
            (0, _) => text.push('.'),
            (_, Style::Letters) => text.push((b'A' + digit - 1).into()),
            (_, Style::Spaced) => text.push_str(&digit.to_string()),
            (1..=9, _) => text.push((b'0' + digit).into()),
            _ => text.push((b'A' + digit - 10).into()),
        }
    }
    text
}

/// Reads a grid whose side follows from the text: see the [module](self) for the forms. Boxes are
/// those of [`Shape::with_side`].
///
/// # Errors
/// [`TextError`] with line and column.
///
/// ```
/// use sudoku_model::text;
///
/// let grid = text::read("
///     A.B.
///     ..C.
///     ....
///     D...
/// ")?;
/// assert_eq!(grid.to_string(), "1.2...3.....4...");
///
/// let error = text::read("1234\n12345\n").unwrap_err();
/// assert_eq!(error.to_string(), "2:5: expected 4 cells in the row, found 5");
/// # Ok::<(), sudoku_model::TextError>(())
/// ```
pub fn read(text: &str) -> Result<Grid, TextError> {
    let lines = lines(text);
    let side = match lines.as_slice() {
        [] => {
            return Err(TextError {
                line: 1,
                column: 1,
                kind: TextErrorKind::Empty,
            })
        }
        [line] => {
            (Shape::MIN_SIDE..=Shape::MAX_SIDE).find(|side| line.split(side * side).is_some())
        }
        // One bad row should not hide what the others agree on.
        rows if rows.iter().any(|line| line.split(rows.len()).is_some()) => Some(rows.len()),
        [first, ..] => Some(first.natural_length()),
    };
    match side.map(Shape::with_side) {
        Some(Ok(shape)) => parse(shape, &lines),
        _ => Err(lines[0].error(
            1,
            TextErrorKind::Length {
                found: lines[0].natural_length(),
            },
        )),
    }
}

/// Reads a grid of a known shape: for boards whose boxes are not those of [`Shape::with_side`].
///
/// # Errors
/// [`TextError`] with line and column.
///
/// ```
/// use sudoku_model::{text, Shape};
///
/// let tall = Shape::new(2, 3)?;
/// let grid = text::read_as(tall, "1..... .2.... ..3... ...4.. ....5. .....6")?;
/// assert_eq!(grid.shape(), tall);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_as(shape: Shape, text: &str) -> Result<Grid, TextError> {
    parse(shape, &lines(text))
}

/// Text that is no grid, with the place where that shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextError {
    /// Line, from 1; empty lines count.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong there.
    pub kind: TextErrorKind,
}

/// What can be wrong with the text of a grid.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TextErrorKind {
    /// There is no cell in it.
    Empty,
    /// A single line whose number of cells is not the square of a side in 4..=25.
    Length {
        /// The number of cells.
        found: usize,
    },
    /// A line with fewer or more cells than the board has columns.
    RowLength {
        /// The side of the board.
        expected: usize,
        /// The number of cells in the line.
        found: usize,
    },
    /// Fewer or more rows than the board has.
    RowCount {
        /// The side of the board.
        expected: usize,
        /// The number of rows.
        found: usize,
    },
    /// Neither a digit nor one of the signs for an empty cell.
    Symbol {
        /// The sign, or the number, as it stands there.
        found: String,
        /// The side of the board.
        side: usize,
    },
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: ", self.line, self.column)?;
        match &self.kind {
            TextErrorKind::Empty => write!(f, "expected a grid, found nothing"),
            TextErrorKind::Length { found } => {
                write!(
                    f,
                    "expected as many cells as a square board has, such as 81, found {found}"
                )
            }
            TextErrorKind::RowLength { expected, found } => {
                write!(f, "expected {expected} cells in the row, found {found}")
            }
            TextErrorKind::RowCount { expected, found } => {
                write!(f, "expected {expected} rows, found {found}")
            }
            TextErrorKind::Symbol { found, side } => {
                write!(
                    f,
                    "expected a digit of 1..={side} or a sign for an empty cell, found '{found}'"
                )
            }
        }
    }
}

impl std::error::Error for TextError {}

/// A line that is not empty, cut at its blanks.
pub(crate) struct Line<'t> {
    /// From 1; empty lines count.
    pub(crate) number: usize,
    /// Columns, from 1, and the text there.
    pub(crate) tokens: Vec<(usize, &'t str)>,
}

pub(crate) fn lines(text: &str) -> Vec<Line<'_>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = text.lines().enumerate().map(|(i, line)| Line {
        number: i + 1,
        tokens: tokens(line),
    });
    lines.filter(|line| !line.tokens.is_empty()).collect()
}

fn tokens(line: &str) -> Vec<(usize, &str)> {
    let mut column = 1;
    let mut tokens = Vec::new();
    for token in line.split(char::is_whitespace) {
        if !token.is_empty() {
            tokens.push((column, token));
        }
        column += token.chars().count() + 1;
    }
    tokens
}

impl<'t> Line<'t> {
    /// The text of `count` cells, if the line can be read as that many.
    fn split(&self, count: usize) -> Option<Vec<(usize, &'t str)>> {
        // A number has two digits at most; anything longer is a group of cells, as in `123 456 789`.
        if self.tokens.len() == count && self.tokens.iter().all(|(_, token)| token.len() <= 2) {
            return Some(self.tokens.clone());
        }
        let cells = self.characters();
        (cells.len() == count).then_some(cells)
    }

    fn characters(&self) -> Vec<(usize, &'t str)> {
        let mut cells = Vec::new();
        for &(column, token) in &self.tokens {
            let places = token.char_indices().enumerate();
            cells.extend(places.map(|(i, (at, c))| (column + i, &token[at..at + c.len_utf8()])));
        }
        cells
    }

    /// The number of cells that a reader would see in a line that fits nothing.
    fn natural_length(&self) -> usize {
        match self.tokens.len() {
            1 => self.characters().len(),
            count if self.tokens.iter().all(|(_, token)| token.len() <= 2) => count,
            _ => self.characters().len(),
        }
    }

    fn error(&self, column: usize, kind: TextErrorKind) -> TextError {
        TextError {
            line: self.number,
            column,
            kind,
        }
    }

    /// The error of a row that does not have as many cells as the board has columns. It points at the
    /// first cell too many, or behind the last one.
    fn row_error(&self, expected: usize) -> TextError {
        let found = self.natural_length();
        let cells = if found == self.tokens.len() {
            self.tokens.clone()
        } else {
            self.characters()
        };
        let end = cells
            .last()
            .map_or(1, |(column, cell)| column + cell.chars().count());
        let column = cells.get(expected).map_or(end, |&(column, _)| column);
        self.error(column, TextErrorKind::RowLength { expected, found })
    }
}

fn parse(shape: Shape, lines: &[Line<'_>]) -> Result<Grid, TextError> {
    let side = shape.side();
    let mut places = Vec::with_capacity(shape.cell_count());
    match lines {
        [] => {
            return Err(TextError {
                line: 1,
                column: 1,
                kind: TextErrorKind::Empty,
            })
        }
        [line] if line.split(shape.cell_count()).is_some() => {
            let cells = line.split(shape.cell_count()).unwrap_or_default();
            places.extend(cells.into_iter().map(|cell| (line, cell)));
        }
        rows => {
            for line in rows {
                let cells = line.split(side).ok_or_else(|| line.row_error(side))?;
                places.extend(cells.into_iter().map(|cell| (line, cell)));
            }
            if rows.len() != side {
                let line = &rows[side.min(rows.len() - 1)];
                return Err(line.error(
                    1,
                    TextErrorKind::RowCount {
                        expected: side,
                        found: rows.len(),
                    },
                ));
            }
        }
    }
    let numbers = places
        .iter()
        .any(|(_, (_, cell))| matches!(cell.parse::<u8>(), Ok(number) if number > 0));
    let mut digits = Vec::with_capacity(places.len());
    for (line, (column, cell)) in places {
        let digit = digit(cell, numbers).filter(|&digit| usize::from(digit) <= side);
        let unknown = || {
            line.error(
                column,
                TextErrorKind::Symbol {
                    found: cell.to_string(),
                    side,
                },
            )
        };
        digits.push(digit.ok_or_else(unknown)?);
    }
    let mut grid = Grid::empty(shape);
    for (cell, digit) in shape.cells().zip(digits).filter(|&(_, digit)| digit > 0) {
        grid.set(cell, digit);
    }
    Ok(grid)
}

/// The digit of a cell's text, 0 if it is empty. With `numbers` in the grid, `A` is 10.
fn digit(cell: &str, numbers: bool) -> Option<u8> {
    match cell.as_bytes() {
        [b'.' | b'-' | b'_'] => Some(0),
        [letter] if letter.is_ascii_alphabetic() => {
            Some(letter.to_ascii_uppercase() - b'A' + if numbers { 10 } else { 1 })
        }
        text if text.iter().all(u8::is_ascii_digit) => cell.parse().ok(),
        _ => None,
    }
}
