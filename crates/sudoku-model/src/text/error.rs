//! What is wrong with the text of a grid, and where.

use crate::model::{Builder, ModelError, Subject};
use core::fmt;

use crate::board::Digits;
use text_places::Place;

/// Text that is no grid, with the place where that shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextError {
    /// The place.
    pub place: Place,
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
        /// The number of columns.
        expected: usize,
        /// The number of cells in the line.
        found: usize,
    },
    /// Fewer or more rows than the board has.
    RowCount {
        /// How many it has.
        expected: usize,
        /// The number of rows.
        found: usize,
    },
    /// Neither a digit nor one of the signs for an empty cell.
    Symbol {
        /// The sign, or the number, as it stands there.
        found: String,
        /// The digits of the board.
        digits: Digits,
    },
    /// Something else than what a rule needs there.
    Argument {
        /// What the rule is called in the text.
        rule: String,
        /// What it needs.
        expected: &'static str,
        /// What stands there; nothing, at the end.
        found: String,
    },
    /// What no rule of this crate says.
    Unsupported {
        /// What it is called in the text.
        rule: String,
    },
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.kind)
    }
}

/// The message without the place.
impl fmt::Display for TextErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
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
            TextErrorKind::Symbol { found, digits } => {
                write!(
                    f,
                    "expected a digit of {} or a sign for an empty cell, found '{}'",
                    digits.told(),
                    // What would move the cursor of a terminal is told, not done.
                    found.escape_debug()
                )
            }
            TextErrorKind::Argument {
                rule,
                expected,
                found,
            } => {
                write!(f, "{}: expected {expected}, found ", rule.escape_debug())?;
                match &found[..] {
                    "" => write!(f, "nothing"),
                    found => write!(f, "'{}'", found.escape_debug()),
                }
            }
            TextErrorKind::Unsupported { rule } => {
                write!(f, "no rule says what '{}' says", rule.escape_debug())
            }
        }
    }
}

impl std::error::Error for TextError {}

/// A model that a form of text cannot say.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Unsayable {
    /// What it cannot say: a rule, by its name and number, or the board.
    pub subject: Subject,
    /// Why what it would say makes no sense: no grid keeps such a model.
    pub error: Option<ModelError>,
}

impl Unsayable {
    pub(super) fn new(subject: Subject) -> Unsayable {
        let error = None;
        Unsayable { subject, error }
    }

    /// A text, unless what it says makes no sense to its reader.
    pub(super) fn check(
        text: String,
        read: fn(&str) -> Result<Builder, TextError>,
    ) -> Result<String, Unsayable> {
        // The page tells beside the board that a puzzle has no grid, and has to be small.
        if cfg!(page) {
            return Ok(text);
        }
        let builder = read(&text).map_err(|_| Unsayable::new(Subject::Board))?;
        match builder.build() {
            Ok(_) => Ok(text),
            Err(error) => Err(Unsayable {
                subject: error.subject,
                error: Some(error),
            }),
        }
    }
}

impl fmt::Display for Unsayable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.error {
            Some(error) => write!(f, "this form would say what makes no sense: {error}"),
            None => write!(f, "this form of text cannot say {}", self.subject),
        }
    }
}

impl std::error::Error for Unsayable {}
