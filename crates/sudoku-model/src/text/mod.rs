//! Grids as text: reading takes what people have, writing does what it is told.
//!
//! # Reading
//! One line of all cells in row order, or one line a row; cells side by side, or with blanks
//! between; empty lines, carriage returns and a byte order mark are passed over.
//!
//! - An empty cell is `.`, `0`, `-`, `_`, `*`, `?` or, where not all filled cells are letters, `x`;
//!   on a board with the digit 0, `0` is that digit.
//! - Digits are `1` to `9`, then `A` = 10, `B` = 11 and so on, lower case too; between blanks also
//!   numbers such as `12`.
//! - In a grid whose filled cells all are letters, `A` = 1, `B` = 2 and so on.
//! - Digits from `0` (on a 16 x 16 board up to `F`) are seen by their zeros: on a board of 10 digits or
//!   more, a grid with digits and zeros that uses another sign for its empty cells, and does not have
//!   the letter that no such grid has (`G` on 16 x 16). [`read_with`] need not guess.
//! - Frames around boxes may be drawn with `|`, `+---+`, `===` or box-drawing characters. A line of
//!   dashes is a row of empty cells only if there are too few rows without it.
//! - Rows may be those of a table or of an array in a program: `5,3,,,7`, `[5, 3, 0],` or
//!   `"53..7",`. An empty field is an empty cell. The line with which an array begins, `grid = [`,
//!   is passed over.
//! - A grid in one line may have other columns beside it, such as a number, a rating or the
//!   solution, and signs around it, as in `:0000:x:53..7` of `HoDoKu` and `<game data="5300` of
//!   `OpenSudoku`: the first of the longest words is the grid, if it has as many signs as a board
//!   of side 6 or more has cells.
//! - What follows a `#` in a line is a comment. Lines with a word such as `Grid` or `Version` are
//!   passed over, and so are other sections behind one that is called `[Puzzle]` (`.sdk`).
//!
//! [`read_marks`] reads grids of pencil marks, [`puzzles`] files with many grids. [`Form::of`]
//! guesses which form a text has, if it may be another than that of grids.

mod error;
mod fast;
mod form;
pub mod iss;
pub mod killer;
mod lines;
#[cfg(feature = "links")]
pub mod links;
mod many;
mod sentence;
pub mod sheet;
mod token;
mod write;

pub use self::error::{TextError, TextErrorKind, Unsayable};
pub use self::form::Form;
pub use self::many::{puzzles, Puzzles};
pub(crate) use self::sentence::list;
pub(crate) use self::token::{Token, Wrong};
pub(crate) use self::write::{frame, symbol};
pub use self::write::{write, Style};

use self::lines::{numbered, Line};
use crate::board::{Digits, Grid, Shape};
use crate::model::{Builder, Model};
use crate::rules::PencilMarks;
use text_places::Place;

/// What the symbols of a grid stand for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Alphabet {
    /// `1` to `9`, then `A` = 10 and so on; numbers.
    Digits,
    /// `A` = 1, `B` = 2 and so on; `0` is an empty cell.
    Letters,
    /// `0` = 1, `9` = 10, `A` = 11 and so on; numbers, from 0. On a board with the digit 0 it is
    /// the same as `Digits`.
    Hex,
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
/// let framed = text::read("
///     | 1 . | 2 . |
///     | . . | 3 . |
///     |-----+-----|
///     | . . | . . |
///     | 4 . | . . |
/// ")?;
/// assert_eq!(framed, grid);
///
/// let error = text::read("1234\n12345\n").unwrap_err();
/// assert_eq!(error.to_string(), "2:5: expected 4 cells in the row, found 5");
/// # Ok::<(), sudoku_model::TextError>(())
/// ```
pub fn read(text: &str) -> Result<Grid, TextError> {
    match fast::read(text) {
        Some(grid) => Ok(grid),
        None => read_lines(grid_lines(text).collect()),
    }
}

/// Reads a grid of a known shape: for boards that are not those of [`Shape::with_side`].
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
///
/// let wide = Shape::rectangle(2, 4)?.with_digits((0..=3).collect())?;
/// let grid = text::read_as(wide, "012.\n..01")?;
/// assert_eq!(grid.get(wide.cell(0, 0)), Some(0));
/// assert_eq!(grid.to_string(), "012...01");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_as(shape: Shape, text: &str) -> Result<Grid, TextError> {
    parse(shape, &rows(grid_lines(text).collect(), Some(shape)), None)
}

/// Reads a grid of a known shape with symbols of a known meaning: for text that could be read in
/// two ways.
///
/// # Errors
/// [`TextError`] with line and column.
///
/// ```
/// use sudoku_model::{text::{self, Alphabet}, Shape};
///
/// let line = "A".to_string() + &".".repeat(255);
/// let digit = |alphabet| Ok(text::read_with(Shape::HEX, alphabet, &line)?.digits()[0]);
/// assert_eq!(digit(Alphabet::Digits)?, 10);
/// assert_eq!(digit(Alphabet::Letters)?, 1);
/// assert_eq!(digit(Alphabet::Hex)?, 11);
/// # Ok::<(), sudoku_model::TextError>(())
/// ```
pub fn read_with(shape: Shape, alphabet: Alphabet, text: &str) -> Result<Grid, TextError> {
    let lines = rows(grid_lines(text).collect(), Some(shape));
    parse(shape, &lines, Some(alphabet))
}

/// Reads a grid of pencil marks on a square board of side 9 at most: in each cell all digits that
/// it may hold, side by side, and blanks between cells. Cells with one digit are given. Frames are
/// passed over as those of grids.
///
/// # Errors
/// [`TextError`] with line and column; [`Length`](TextErrorKind::Length) also if there are not two
/// cells with several digits, since that is a grid with a slip.
///
/// ```
/// use sudoku_model::text;
///
/// let model = text::read_marks("
///     *----------------*
///     | 1  2  | 3  24  |
///     | 34 24 | 1  124 |
///     |-------+--------|
///     | 24 1  | 24 3   |
///     | 34 34 | 12 12  |
///     *----------------*
/// ")?.build()?;
/// assert_eq!(model.givens().to_string(), "123...1..1.3....");
/// assert_eq!(model.solve().found().expect("a grid").to_string(), "1234341221434321");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_marks(text: &str) -> Result<Builder, TextError> {
    let lines = grid_lines(text).filter(|line| line.separator() == Separator::Cells);
    let lines: Vec<Line<'_>> = lines.collect();
    let cells =
        || (lines.iter()).flat_map(|line| line.tokens.iter().map(move |marks| (line, marks)));
    let found = cells().count();
    let several = cells().filter(|(_, marks)| marks.len() > 1).count();
    let side = (Shape::MIN_SIDE..=9).find(|side| side * side == found && several > 1);
    let shape = side.and_then(|side| Shape::with_side(side).ok());
    let first = lines.first().ok_or(EMPTY)?;
    let shape = shape.ok_or_else(|| first.error(first.text, TextErrorKind::Length { found }))?;
    let mut builder = Model::builder(shape);
    for (cell, (line, marks)) in shape.cells().zip(cells()) {
        let digits: Option<Vec<u8>> = (marks.chars())
            .map(|sign| u8::try_from(sign.to_digit(10)?).ok())
            .collect();
        let digits = digits.filter(|digits| {
            let mut once = (1..).zip(digits);
            once.all(|(at, digit)| shape.digits().has(*digit) && !digits[at..].contains(digit))
        });
        match digits.as_deref() {
            Some(&[digit]) => builder.given(cell, digit),
            Some(digits) => {
                builder.rule(PencilMarks::new(digits.iter().copied().collect(), [cell]))
            }
            None => {
                let (found, digits) = ((*marks).into(), shape.digits());
                return Err(line.error(marks, TextErrorKind::Symbol { found, digits }));
            }
        };
    }
    Ok(builder)
}

/// A line of a text with grids, cut at blanks and at the upright lines of frames, or into its
/// fields. No tokens are left of a comment and of a sentence, and one of a grid among other
/// columns.
fn grid_line(number: usize, line: &str) -> Line<'_> {
    let text = line.split('#').next().unwrap_or(line);
    if let Some(grid) = grid_among_columns(text) {
        let tokens = vec![grid];
        return Line {
            number,
            text,
            tokens,
        };
    }
    // A tag or the beginning of an array is no row either.
    if is_sentence(text) || matches!(text.trim().as_bytes(), [b'<', ..] | [.., b'[' | b'{']) {
        return Line::new(number, &text[..0], char::is_whitespace);
    }
    if text.contains(',') || text.contains(';') {
        return Line::of_fields(number, text);
    }
    Line::new(number, text, |c| {
        c.is_whitespace() || matches!(c, '|' | '[' | ']' | '"' | '\u{2500}'..='\u{257f}')
    })
}

/// Whether the line has a word of a capital and three small letters or more, which no row of a grid
/// has.
fn is_sentence(line: &str) -> bool {
    // The letters of the word so far, if it may be one.
    let mut letters = Some(0);
    line.bytes().chain([b' ']).any(|byte| {
        let before = letters;
        letters = match before {
            _ if !byte.is_ascii_alphanumeric() => Some(0),
            Some(0) if byte.is_ascii_uppercase() => Some(1),
            Some(count @ 1..) if byte.is_ascii_lowercase() => Some(count + 1),
            _ => None,
        };
        letters == Some(0) && before > Some(3)
    })
}

/// The grid of a line that has other columns, too: a word that is longer than any row, and has as
/// many signs as a board has cells. A line of groups of cells, all as long, has none.
fn grid_among_columns(line: &str) -> Option<&str> {
    let between = |sign: char| {
        sign.is_whitespace() || matches!(sign, ',' | ';' | '|' | '"' | '\'' | ':' | '=')
    };
    let words = Line::new(0, line, between).tokens;
    let longest = words.iter().map(|word| word.len()).max()?;
    let all: usize = words.iter().map(|word| word.len()).sum();
    let square = |signs: usize| (6..=Shape::MAX_SIDE).any(|side| side * side == signs);
    let groups = all == words.len() * longest && square(all);
    let is_cell = |byte: u8| byte.is_ascii_alphanumeric() || b".-_*?".contains(&byte);
    let grid = words.iter().find(|word| word.len() == longest)?;
    (words.len() > 1 && square(longest) && !groups && grid.bytes().all(is_cell)).then_some(*grid)
}

/// All lines with cells, but for sections behind `[Puzzle]`.
fn grid_lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut in_puzzle = None;
    numbered(text).filter_map(move |(number, line)| {
        if let Some(name) = section(line) {
            enter(name, &mut in_puzzle);
            return None;
        }
        let line = (in_puzzle != Some(false)).then(|| grid_line(number, line));
        line.filter(Line::has_cells)
    })
}

/// The name of the section that begins with this line.
fn section(line: &str) -> Option<&str> {
    let name = line.trim().strip_prefix('[')?.strip_suffix(']')?;
    let is_name = |byte: u8| byte.is_ascii_alphabetic() || byte == b' ';
    (!name.starts_with(' ') && !name.is_empty() && name.bytes().all(is_name)).then_some(name)
}

/// Notes whether this is the section with the puzzle: not while none has been called so, as then
/// sections are groups of puzzles.
fn enter(section: &str, in_puzzle: &mut Option<bool>) {
    let is_puzzle = section.eq_ignore_ascii_case("puzzle");
    if is_puzzle || in_puzzle.is_some() {
        *in_puzzle = Some(is_puzzle);
    }
}

/// Whether a line is one that separates boxes.
#[derive(PartialEq, Eq)]
enum Separator {
    /// It has cells.
    Cells,
    /// It can be a row of empty cells, too.
    Dashes,
    /// It is nothing else.
    Drawn,
}

impl Line<'_> {
    fn has_cells(&self) -> bool {
        !self.tokens.is_empty() && self.separator() != Separator::Drawn
    }

    fn separator(&self) -> Separator {
        let characters = || self.tokens.iter().flat_map(|token| token.chars());
        let is_stroke = |c| matches!(c, '-' | '=');
        let is_corner = |c| matches!(c, '+' | '=' | ':' | '\'');
        if !characters().any(is_stroke)
            || !characters().all(|c| is_stroke(c) || is_corner(c) || matches!(c, '.' | '*'))
        {
            Separator::Cells
        } else if characters().any(is_corner) {
            Separator::Drawn
        } else {
            Separator::Dashes
        }
    }
}

/// The lines with cells: without those of dashes that belong to a frame.
fn rows(mut lines: Vec<Line<'_>>, shape: Option<Shape>) -> Vec<Line<'_>> {
    lines.retain(Line::has_cells);
    let (sure, dashes): (Vec<_>, Vec<_>) =
        (lines.iter()).partition(|line| line.separator() == Separator::Cells);
    let first = match sure.first() {
        Some(first) if !dashes.is_empty() => first,
        _ => return lines,
    };
    let is_all = |count| match shape {
        Some(shape) => shape.row_count() == count,
        None => sure.iter().any(|line| line.fits(count)),
    };
    if !is_all(sure.len()) && is_all(lines.len()) {
        return lines;
    }
    let fitting = |columns| dashes.iter().filter(|line| line.fits(columns)).count();
    let sizes = match shape {
        Some(shape) => [[shape.row_count(), shape.column_count()]; 2],
        None => first.lengths().map(|side| [side; 2]),
    };
    let size = sizes
        .into_iter()
        .find(|&[rows, columns]| sure.len() + fitting(columns) == rows);
    lines.retain(|line| {
        line.separator() == Separator::Cells
            || size.map_or(false, |[_, columns]| line.fits(columns))
    });
    lines
}

fn read_lines(lines: Vec<Line<'_>>) -> Result<Grid, TextError> {
    let lines = rows(lines, None);
    let side = match lines.as_slice() {
        [] => return Err(EMPTY),
        [line] => (Shape::MIN_SIDE..=Shape::MAX_SIDE).find(|side| line.fits(side * side)),
        // One bad row should not hide what the others agree on.
        rows if rows.iter().any(|line| line.fits(rows.len())) => Some(rows.len()),
        [first, ..] => Some(first.natural_length()),
    };
    match side.map(Shape::with_side) {
        Some(Ok(shape)) => parse(shape, &lines, None),
        _ => {
            let (line, found) = (&lines[0], lines[0].natural_length());
            Err(line.error(line.text, TextErrorKind::Length { found }))
        }
    }
}

const EMPTY: TextError = TextError {
    place: Place { line: 1, column: 1 },
    kind: TextErrorKind::Empty,
};

fn parse(shape: Shape, lines: &[Line<'_>], alphabet: Option<Alphabet>) -> Result<Grid, TextError> {
    let (row_count, columns) = (shape.row_count(), shape.column_count());
    let mut places = Vec::with_capacity(shape.cell_count());
    match lines {
        [] => return Err(EMPTY),
        [line] if line.fits(shape.cell_count()) => {
            let cells = line.split(shape.cell_count()).unwrap_or_default();
            places.extend(cells.into_iter().map(|cell| (line, cell)));
        }
        rows => {
            for line in rows {
                let cells = line.split(columns);
                let cells = cells.ok_or_else(|| line.row_error(columns))?;
                places.extend(cells.into_iter().map(|cell| (line, cell)));
            }
            if rows.len() != row_count {
                let line = &rows[row_count.min(rows.len() - 1)];
                let (expected, found) = (row_count, rows.len());
                return Err(line.error(line.text, TextErrorKind::RowCount { expected, found }));
            }
        }
    }
    let cells = places.iter().map(|&(_, cell)| cell);
    let digits = shape.digits();
    let alphabet = alphabet.unwrap_or_else(|| detect(digits, &cells));
    let mut grid = Grid::empty(shape);
    for (cell, (line, text)) in shape.cells().zip(places) {
        match digit(text, alphabet, digits.has(0)) {
            Some(None) => {}
            Some(Some(digit)) if digits.has(digit) => grid.set(cell, digit),
            _ => {
                let found = text.to_string();
                return Err(line.error(text, TextErrorKind::Symbol { found, digits }));
            }
        }
    }
    Ok(grid)
}

/// What the symbols of a grid must mean.
fn detect<'t>(digits: Digits, cells: &(impl Iterator<Item = &'t str> + Clone)) -> Alphabet {
    let has_zero = digits.has(0);
    let number = |cell: &str| matches!(cell.parse::<u8>(), Ok(number) if has_zero || number > 0);
    if !cells.clone().any(number) {
        return Alphabet::Letters;
    }
    let largest = |cell: &str| digit(cell, Alphabet::Digits, false) == Some(digits.max());
    let zeros = digits.len() >= 10
        && !has_zero
        && cells.clone().all(|cell| cell.len() == 1)
        && cells.clone().any(|cell| cell == "0")
        && cells.clone().any(is_empty_sign)
        && !cells.clone().any(largest);
    if zeros {
        Alphabet::Hex
    } else {
        Alphabet::Digits
    }
}

/// Whether this is a sign for an empty cell, or what an empty field shows as.
fn is_empty_sign(cell: &str) -> bool {
    matches!(cell.as_bytes(), [sign] if b".-_*?,;\"'".contains(sign))
}

/// The digit of a cell's text, if it has one and is not empty; `None` if it is neither.
#[allow(clippy::option_option)] // A cell may be empty, or hold what is no digit.
fn digit(cell: &str, alphabet: Alphabet, has_zero: bool) -> Option<Option<u8>> {
    // What `A` and `0` stand for.
    let (ten, zero) = match alphabet {
        Alphabet::Letters => (1, 0),
        Alphabet::Hex if !has_zero => (11, 1),
        Alphabet::Digits | Alphabet::Hex => (10, 0),
    };
    match cell.as_bytes() {
        _ if is_empty_sign(cell) => Some(None),
        // No board has so large a digit.
        [b'x' | b'X'] if alphabet != Alphabet::Letters => Some(None),
        [letter] if letter.is_ascii_alphabetic() => {
            Some(Some(letter.to_ascii_uppercase() - b'A' + ten))
        }
        text if text.iter().all(u8::is_ascii_digit) => {
            let number = cell.parse::<u8>().ok()?.checked_add(zero)?;
            Some(Some(number).filter(|&number| has_zero || number > 0))
        }
        _ => None,
    }
}
