//! Killer sudokus as text, in the two forms that courses and contests use. Empty lines, extra
//! blanks, carriage returns and a byte order mark are passed over.
//!
//! - *By cages*: a cage a line, `TOTAL K R1 C1 ... RK CK` with rows and columns from 1. Cells may be
//!   without a cage.
//! - *By colors*: a row of the board a line, one character from `!` to `~` a cell; then for each of
//!   these colors its character and its total. The cells of a color are a cage.

use core::fmt;

use crate::board::{Cell, Shape};
use crate::model::{Model, ModelError, Names, Subject};
use crate::rules::cage::{totals, Cage};
use crate::rules::sum::SumCage;
use crate::rules::AsAny;
use text_places::{body, clip, letters, number, Place};

/// Reads a killer in either form: only that by colors has a first line without blanks.
///
/// # Errors
/// [`KillerError`] with line and column.
///
/// ```
/// use sudoku_model::{killer, Shape};
///
/// let shape = Shape::with_side(4)?;
/// let cages = killer::read(shape, "3 2 1 1 1 2\n4 2 1 3 2 3\n")?;
/// assert_eq!(cages.cages().map(|cage| cage.total()).collect::<Vec<_>>(), [3, 4]);
/// let colors = killer::read(shape, "aabb\nddbb\nddcc\neecc\na 3\nb 10\nc 10\nd 10\ne 7\n")?;
/// assert_eq!(colors.cages().count(), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(shape: Shape, text: &str) -> Result<Model, KillerError> {
    if lines(text).next().map_or(false, |line| line.count() == 1) {
        read_colors(shape, text)
    } else {
        read_cages(shape, text)
    }
}

/// Reads a killer by cages.
///
/// # Errors
/// [`KillerError`] with line and column.
///
/// ```
/// use sudoku_model::{killer, Shape};
///
/// let error = killer::read_cages(Shape::CLASSIC, "3 2 1 1 1 2\n18 2 2 1 3 1\n").unwrap_err();
/// assert_eq!(error.to_string(), "2:1: cage 2: 2 different digits add up to 3..17, not to 18");
/// ```
pub fn read_cages(shape: Shape, text: &str) -> Result<Model, KillerError> {
    let mut model = Model::builder(shape);
    let mut cages: Vec<(Vec<Token<'_>>, Vec<Cell>)> = Vec::new();
    for mut line in lines(text) {
        let first = line.next().ok_or_else(|| end_error(text, "a cage"))?;
        let total = first.number("a total", most_total(shape))?;
        let second = match line.next() {
            Some(token) => token,
            None => return Err(first.wrong(KillerErrorKind::NoSize)),
        };
        let size = second.number("a number of cells", shape.digits().len())?;
        let found = line.clone().count();
        if found != 2 * size {
            return Err(second.wrong(KillerErrorKind::Coordinates { size, found }));
        }
        let tokens: Vec<Token<'_>> = [first, second].iter().copied().chain(line).collect();
        let mut cells = Vec::with_capacity(size);
        for pair in tokens[2..].chunks(2) {
            let row = pair[0].number("a row", shape.row_count())?;
            let column = pair[1].number("a column", shape.column_count())?;
            cells.push(shape.cell(row - 1, column - 1));
        }
        model.cage(total as u32, cells.iter().copied());
        cages.push((tokens, cells));
        if cages.len() > shape.cell_count() {
            // Two of them share a cell, and what follows need not be kept.
            break;
        }
    }
    if cages.is_empty() {
        return Err(end_error(text, "a cage"));
    }
    model.build().map_err(|error| {
        // Whatever else can be wrong with a model cannot be said in this form.
        let (tokens, cells) = &cages[error.cage().unwrap_or(0)];
        // The later of two mentions of a cell is wrong; if no cell is, the total is.
        let cell = cells.iter().rposition(|&cell| error.cell() == Some(cell));
        tokens[cell.map_or(0, |k| 2 + 2 * k)].wrong(KillerErrorKind::Model(error))
    })
}

/// Reads a killer by colors.
///
/// # Errors
/// [`KillerError`] with line and column.
///
/// ```
/// use sudoku_model::{killer, Shape};
///
/// let board = "aabb\nddbb\nddcc\neecc\na 3\nb 10\nc 10\nd 10\ne 9\n";
/// let error = killer::read_colors(Shape::with_side(4)?, board).unwrap_err();
/// assert_eq!(error.to_string(), "9:3: color e: 2 different digits add up to 3..7, not to 9");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_colors(shape: Shape, text: &str) -> Result<Model, KillerError> {
    let columns = shape.column_count();
    let mut tokens = lines(text).flatten();
    let mut expect = |what: &str| tokens.next().ok_or_else(|| end_error(text, what));
    let mut colors: Vec<(char, Vec<Cell>)> = Vec::new();
    for row in 0..shape.row_count() {
        let line = expect(&format!("a row of {columns} colors"))?;
        let found = line.word.chars().count();
        if found != columns {
            let expected = columns;
            return Err(line.wrong(KillerErrorKind::RowLength { expected, found }));
        }
        for (column, (color, word)) in letters(line.word).enumerate() {
            if !('!'..='~').contains(&color) {
                return Err(Token { word, ..line }.unexpected("a color from '!' to '~'"));
            }
            let cell = shape.cell(row, column);
            match colors.iter_mut().find(|(known, _)| *known == color) {
                Some((_, cells)) => cells.push(cell),
                None => colors.push((color, vec![cell])),
            }
        }
    }
    let mut model = Model::builder(shape);
    let mut totals = Vec::with_capacity(colors.len());
    while let Some((missing, _)) = colors.first() {
        let name = expect(&format!("color {missing} and its total"))?;
        let named = |&(color, _): &(char, _)| name.word.chars().eq(Some(color));
        let (color, cells) = match colors.iter().position(named) {
            Some(k) => colors.remove(k),
            None => return Err(name.unexpected("a color of the board without a total so far")),
        };
        let total = expect("a total")?;
        model.cage(total.number("a total", most_total(shape))? as u32, cells);
        totals.push((color, total));
    }
    if let Some(token) = tokens.next() {
        return Err(token.unexpected("the end of the input"));
    }
    model.build().map_err(|error| {
        let (color, total) = totals[error.cage().unwrap_or(0)];
        total.wrong(KillerErrorKind::Color { color, error })
    })
}

/// Writes the cages of a model, a line each. Nothing else of it has a place in this form, not even
/// whether digits may [repeat](crate::SumCage).
///
/// ```
/// use sudoku_model::{killer, Shape};
///
/// let text = "3 2 1 1 1 2\n4 2 1 3 2 3\n";
/// let model = killer::read_cages(Shape::with_side(4)?, text)?;
/// assert_eq!(killer::write_cages(&model), text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn write_cages(model: &Model) -> String {
    let mut text = String::new();
    for rule in model.rules().map(AsAny::as_any) {
        let (total, cells) = match (rule.downcast_ref::<Cage>(), rule.downcast_ref::<SumCage>()) {
            (Some(cage), _) => (cage.total(), cage.cells()),
            (_, Some(sum)) => (sum.total(), sum.cells()),
            _ => continue,
        };
        text += &format!("{total} {}", cells.len());
        for cell in cells {
            text += &format!(" {} {}", cell.row() + 1, cell.column() + 1);
        }
        text.push('\n');
    }
    text
}

/// The largest total of any cage, or rather of all of them together: what a cage of so many cells
/// can have is checked later and with a better message.
fn most_total(shape: Shape) -> usize {
    let row = totals(shape.digits(), shape.column_count());
    shape.row_count() * *row.end() as usize
}

/// Text that is no killer, with the place where that shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KillerError {
    /// The place.
    pub place: Place,
    /// What is wrong there.
    pub kind: KillerErrorKind,
}

/// What can be wrong with the text of a killer.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum KillerErrorKind {
    /// The text ends too early.
    End {
        /// What should follow.
        expected: String,
    },
    /// A word that does not belong there.
    Unexpected {
        /// What should be there.
        expected: String,
        /// The word, cut if it is long.
        found: String,
    },
    /// A row with fewer or more colors than the board has columns.
    RowLength {
        /// The number of columns.
        expected: usize,
        /// The number of characters in the row.
        found: usize,
    },
    /// A line of a cage that ends after the total.
    NoSize,
    /// Fewer or more coordinates than the cage has by its own account.
    Coordinates {
        /// The number of cells that the line announces.
        size: usize,
        /// The number of coordinates that follow.
        found: usize,
    },
    /// A cage that fits no board, or not the cages before it.
    Model(ModelError),
    /// The same for the cage of a color.
    Color {
        /// The color.
        color: char,
        /// What is wrong; it counts the cages in the order of their totals.
        error: ModelError,
    },
}

impl fmt::Display for KillerErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KillerErrorKind::End { expected } => {
                write!(f, "expected {expected}, found the end of the input")
            }
            KillerErrorKind::Unexpected { expected, found } => {
                write!(f, "expected {expected}, found {found:?}")
            }
            KillerErrorKind::RowLength { expected, found } => {
                write!(f, "expected {expected} colors, found {found}")
            }
            KillerErrorKind::NoSize => f.write_str("expected a number of cells after the total"),
            KillerErrorKind::Coordinates { size, found } => write!(
                f,
                "expected {} coordinates for {size} cells, found {found}",
                2 * size
            ),
            KillerErrorKind::Model(error) => write!(f, "{error}"),
            KillerErrorKind::Color { color, error } => {
                f.write_str(&error.with_names(&Color(*color)))
            }
        }
    }
}

/// The cage that is wrong is called by its color.
struct Color(char);

impl Names for Color {
    fn subject(&self, _subject: Subject) -> String {
        format!("color {}", self.0)
    }
}

impl fmt::Display for KillerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.kind)
    }
}

impl std::error::Error for KillerError {}

fn end_error(text: &str, expected: &str) -> KillerError {
    KillerError {
        place: Place::behind(body(text)),
        kind: KillerErrorKind::End {
            expected: expected.to_string(),
        },
    }
}

/// The words of each line that has any. They are cut when they are asked for, so that a text takes
/// no more memory than it does anyway, whatever it is.
fn lines<'t>(text: &'t str) -> impl Iterator<Item = impl Iterator<Item = Token<'t>> + Clone> {
    let text = body(text);
    let words = move |line: &'t str| {
        line.split_whitespace()
            .map(move |word| Token { word, text })
    };
    let lines = text.lines().map(words);
    lines.filter(|line| line.clone().next().is_some())
}

/// A word of a text.
#[derive(Clone, Copy)]
struct Token<'t> {
    word: &'t str,
    text: &'t str,
}

impl<'t> Token<'t> {
    fn wrong(&self, kind: KillerErrorKind) -> KillerError {
        KillerError {
            place: Place::of(self.word, self.text),
            kind,
        }
    }

    fn unexpected(&self, expected: &str) -> KillerError {
        self.wrong(KillerErrorKind::Unexpected {
            expected: expected.to_string(),
            found: clip(self.word),
        })
    }

    /// A number from 1 to `most` in plain digits.
    fn number(&self, what: &str, most: usize) -> Result<usize, KillerError> {
        let number = number(self.word, what, 1..=most as u32);
        number.map_or_else(
            |expected| Err(self.unexpected(&expected)),
            |number| Ok(number as usize),
        )
    }
}
