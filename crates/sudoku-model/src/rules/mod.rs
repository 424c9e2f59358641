//! Rules: what people say about a puzzle.
//!
//! A rule says what its cells are, whether it can be kept at all, when a full grid keeps it, and
//! which [parts](Part) it is made of. Solvers see the parts alone, so a new rule needs nothing but
//! an implementation of [`Rule`], here or anywhere else.
//!
//! | rule | says |
//! |---|---|
//! | [`Arrow`] | the digits of a circle, read as a number, are the sum of the digits along its arrow |
//! | [`Cage`], [`SumCage`] | the digits add up to a total; different ones, or any |
//! | [`Palindrome`] | digits read the same from both ends |
//! | [`Renban`] | digits follow each other without a gap, in any order |
//! | [`Sandwich`] | the digits between the least and the greatest of a line add up to a total |
//! | [`Thermometer`] | digits rise |
//! | [`Whisper`] | neighbors on a line differ by so much at least |
//!
//! Each is added by [`Builder::rule`](crate::Builder::rule), as often as you like; rules may share cells.

mod arrow;
pub mod cage;
pub(crate) mod dominoes;
pub(crate) mod house;
mod palindrome;
mod renban;
mod sandwich;
pub(crate) mod sum;
mod thermometer;
mod whisper;

pub use self::arrow::Arrow;
pub use self::cage::Cage;
pub use self::palindrome::Palindrome;
pub use self::renban::Renban;
pub use self::sandwich::Sandwich;
pub use self::sum::SumCage;
pub use self::thermometer::Thermometer;
pub use self::whisper::Whisper;

use crate::board::{Cell, Grid, Shape};
use crate::model::{Broken, Fault, Model, Subject};
use crate::parts::Part;
use core::any::Any;
use core::fmt;

/// A rule of a puzzle, to be given to [`Builder::rule`](crate::Builder::rule).
///
/// What [`verify`](Rule::verify) says and what the [parts](Rule::parts) say must be the same:
/// [`Model::verify`](crate::Model::verify) asks the rule, searches ask the parts, and each is the
/// check of the other.
///
/// ```
/// use sudoku_model::{Broken, Cell, Grid, Model, Part, Rule, Shape};
///
/// /// Digits rise from cell to cell.
/// struct Thermometer(Vec<Cell>);
///
/// impl Rule for Thermometer {
///     fn name(&self) -> &'static str {
///         "thermometer"
///     }
///
///     fn cells(&self) -> Vec<Cell> {
///         self.0.clone()
///     }
///
///     fn parts(&self, shape: Shape) -> Vec<Part> {
///         let pairs = self.0.windows(2);
///         pairs.map(|pair| Part::relation([pair[0], pair[1]], shape, |a, b| a < b)).collect()
///     }
///
///     fn verify(&self, grid: &Grid) -> Result<(), Broken> {
///         match self.0.windows(2).find(|pair| grid.get(pair[0]) >= grid.get(pair[1])) {
///             Some(pair) => Err(Broken::Said { cells: pair.to_vec(), why: "do not rise".into() }),
///             None => Ok(()),
///         }
///     }
///
///     fn sentence(&self) -> String {
///         "Digits rise along the thermometer.".into()
///     }
/// }
///
/// let shape = Shape::with_side(4)?;
/// let along = (0..4).map(|column| shape.cell(0, column));
/// let model = Model::builder(shape).rule(Thermometer(along.collect())).build()?;
/// assert!(model.solve().found().expect("288 / 24 grids").to_string().starts_with("1234"));
/// assert_eq!(model.count(u64::MAX), 12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Rule: Send + Sync + AsAny {
    /// What one such rule is called: `cage`. With a number it names the rule in messages.
    fn name(&self) -> &'static str;

    /// The cells that it is about.
    fn cells(&self) -> Vec<Cell>;

    /// Whether a cell of the rule may be in no other rule that says the same.
    fn is_exclusive(&self) -> bool {
        false
    }

    /// Whether the rule makes sense on the board, beyond what can be seen of its parts: their cells
    /// are on the board, none twice, and not too many for different digits. A rule that merely
    /// leaves no solution is no error. `me` is its name and number.
    ///
    /// # Errors
    /// What is wrong, and with what: the rule itself, unless it has things with names of their own.
    fn check(&self, me: Subject, shape: Shape) -> Result<(), (Subject, Fault)> {
        let _ = (me, shape);
        Ok(())
    }

    /// Whether it goes with the given digits and the other rules, as far as that shows at sight.
    ///
    /// # Errors
    /// What is wrong with it in this model.
    fn check_model(&self, me: Subject, model: &Model) -> Result<(), (Subject, Fault)> {
        let _ = (me, model);
        Ok(())
    }

    /// What solvers understand: the grids that keep all of these are those that keep the rule.
    fn parts(&self, shape: Shape) -> Vec<Part>;

    /// Whether a full grid keeps the rule, found out in a plain way that shares nothing with its
    /// parts.
    ///
    /// # Errors
    /// What shows that it does not.
    fn verify(&self, grid: &Grid) -> Result<(), Broken>;

    /// The rule as one tells it to those who solve the puzzle.
    fn sentence(&self) -> String;
}

/// The digits of some cells of a full grid.
fn digits(grid: &Grid, cells: &[Cell]) -> Vec<u8> {
    let digits = cells.iter().map(|cell| grid.digits()[cell.index()]);
    digits.collect()
}

/// Refuses what the cells hold, unless it `keeps` the rule.
fn verify(keeps: bool, cells: &[Cell], why: &'static str) -> Result<(), Broken> {
    if keeps {
        return Ok(());
    }
    let (cells, why) = (cells.to_vec(), why.into());
    Err(Broken::Said { cells, why })
}

/// Whether all neighbors on a line keep to something.
fn verify_neighbors(
    grid: &Grid,
    line: &[Cell],
    keeps: impl Fn(u8, u8) -> bool,
    why: &'static str,
) -> Result<(), Broken> {
    line.windows(2).try_for_each(|pair| {
        let digits = digits(grid, pair);
        verify(keeps(digits[0], digits[1]), pair, why)
    })
}

impl fmt::Debug for dyn Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.name(), self.cells())
    }
}

/// What every type has that owns what it holds: see [`Model::rules_of`](crate::Model::rules_of).
pub trait AsAny: Any {
    /// The value as one whose type can be asked for.
    fn as_any(&self) -> &dyn Any;
}

impl<T: Any> AsAny for T {
    fn as_any(&self) -> &dyn Any {
        self
    }
}
