//! Rules: what people say about a puzzle.
//!
//! A rule says what its cells are, whether it can be kept at all, when a full grid keeps it, and
//! which [parts](Part) it is made of. Solvers see the parts alone, so a new rule needs nothing but
//! an implementation of [`Rule`], here or anywhere else.
//!
//! | rule | says |
//! |---|---|
//! | [`AnyOf`], [`AllOf`] | one of several rules is kept, or all are |
//! | [`Apart`] | no equal digits a knight's move apart, or a king's, or so many steps |
//! | [`Arrow`] | the digits of a circle, read as a number, are the sum of the digits along its arrow |
//! | [`Between`] | digits lie between those at the ends of their line |
//! | [`Cage`], [`SumCage`] | the digits add up to a total; different ones, or any |
//! | [`Contains`] | a digit is in some cells so many times, exactly or at least |
//! | [`Copies`] | two regions hold the same digits in the same places |
//! | [`CountingCircles`] | a digit in a circle is in as many circles as it says |
//! | [`Difference`] | two digits differ by so much: white dots |
//! | [`DisjointGroups`] | the same place of all boxes holds each digit once |
//! | [`DistinctCount`] | some cells have so many different digits |
//! | [`Doppelganger`] | every house has 0 and lacks a digit of its own |
//! | [`DoubleArrow`] | the ends of a line add up to what lies between |
//! | [`Entropic`] | any three neighbors on a line are low, middle and high |
//! | [`EqualityCage`] | different digits, as many odd as even and as many low as high |
//! | [`EqualSums`] | groups of cells add up to the same |
//! | [`FullRank`] | clues rank the rows and columns, read as numbers from both ends |
//! | [`GreaterThan`] | the digit of one cell is greater than that of another |
//! | [`HiddenSkyscraper`] | the first digit that is hidden by greater ones is a given one |
//! | [`Indexing`] | digits say in which column, row or place of a box a number stands; 159 |
//! | [`LinearSum`] | multiples of digits add up to a total |
//! | [`LittleKiller`] | the digits along a diagonal add up to a total |
//! | [`Lockout`] | digits lie outside those at the ends of their line, which are far apart |
//! | [`LookAndSay`] | some digits are in a cage so many times |
//! | [`Lunchbox`] | the digits between the least and the greatest of its cells add up to a total |
//! | [`Modular`] | any three (or so many) neighbors on a line have different remainders |
//! | [`Nabner`] | no digits of a line follow each other, and none is there twice |
//! | [`NumberedRoom`] | the first digit says where a given one stands |
//! | [`OverlappingCage`] | different digits, with or without a total; cages may share cells |
//! | [`PairSum`] | two digits add up to a total: X and V |
//! | [`Palindrome`] | digits read the same from both ends |
//! | [`PencilMarks`] | cells hold one of a set of digits: odd ones, even ones, any |
//! | [`Quadruple`] | digits that are somewhere among some cells |
//! | [`Ratio`] | a digit is so many times another one: black dots |
//! | [`RegionSumLine`] | the pieces of a line in each box add up to the same |
//! | [`Relation`] | what you say of the digits of two cells, along a line, on the whole board |
//! | [`Rellik`] | different digits, and none of them add up to a total |
//! | [`Renban`] | digits follow each other without a gap, in any order |
//! | [`Rossini`] | the first digits rise, fall, or neither |
//! | [`SameDigits`] | groups of cells have the same digits, each as often |
//! | [`Sandwich`] | the digits between the least and the greatest of a line add up to a total |
//! | [`Sequence`] | the digits of a line match a regular expression, or an automaton of your own |
//! | [`Skyscraper`] | so many digits can be seen, behind no greater ones |
//! | [`Squares`] | each square of 2 x 2 cells has digits of three kinds: global entropy |
//! | [`Strict`] | neighbors without a mark have nothing that a mark would say; anti-consecutive |
//! | [`SumLine`] | a line consists of pieces with the same total |
//! | [`Thermometer`] | digits rise |
//! | [`Tuples`] | the digits of some cells are one of a list |
//! | [`Whisper`] | neighbors on a line differ by so much at least |
//! | [`XSum`] | the first digits, as many as the first of them says, add up to a total |
//! | [`Zipper`] | cells as far from the middle of a line have the same sum |
//!
//! Each is added by [`Builder::rule`](crate::Builder::rule), as often as you like; rules may share
//! cells.

mod any_of;
mod apart;
mod arrow;
mod between;
pub mod cage;
mod contains;
mod copies;
mod counting_circles;
mod difference;
mod disjoint_groups;
mod distinct_count;
pub(crate) mod dominoes;
mod doppelganger;
mod double_arrow;
pub mod draw;
mod entropic;
mod equal_sums;
mod equality_cage;
pub(crate) mod form;
mod full_rank;
mod greater_than;
mod hidden_skyscraper;
pub(crate) mod house;
mod indexing;
mod linear_sum;
mod little_killer;
mod lockout;
mod look_and_say;
mod lunchbox;
mod modular;
mod nabner;
mod numbered_room;
mod overlapping_cage;
mod pair_sum;
mod palindrome;
mod pencil_marks;
mod quadruple;
mod ratio;
mod region_sum_line;
mod relation;
mod rellik;
mod renban;
mod rossini;
mod same_digits;
mod sandwich;
mod sequence;
mod skyscraper;
mod squares;
mod strict;
pub(crate) mod sum;
mod sum_line;
mod thermometer;
mod tuples;
mod whisper;
mod x_sum;
mod zipper;

pub use self::any_of::{AllOf, AnyOf};
pub use self::apart::Apart;
pub use self::arrow::Arrow;
pub use self::between::Between;
pub use self::cage::Cage;
pub use self::contains::Contains;
pub use self::copies::Copies;
pub use self::counting_circles::CountingCircles;
pub use self::difference::Difference;
pub use self::disjoint_groups::DisjointGroups;
pub use self::distinct_count::DistinctCount;
pub use self::doppelganger::Doppelganger;
pub use self::double_arrow::DoubleArrow;
pub use self::entropic::Entropic;
pub use self::equal_sums::EqualSums;
pub use self::equality_cage::EqualityCage;
pub use self::full_rank::{FullRank, RankTies};
pub use self::greater_than::GreaterThan;
pub use self::hidden_skyscraper::HiddenSkyscraper;
pub use self::indexing::Indexing;
pub use self::linear_sum::LinearSum;
pub use self::little_killer::LittleKiller;
pub use self::lockout::Lockout;
pub use self::look_and_say::LookAndSay;
pub use self::lunchbox::Lunchbox;
pub use self::modular::Modular;
pub use self::nabner::Nabner;
pub use self::numbered_room::NumberedRoom;
pub use self::overlapping_cage::OverlappingCage;
pub use self::pair_sum::PairSum;
pub use self::palindrome::Palindrome;
pub use self::pencil_marks::PencilMarks;
pub use self::quadruple::Quadruple;
pub use self::ratio::Ratio;
pub use self::region_sum_line::RegionSumLine;
pub use self::relation::Relation;
pub use self::rellik::Rellik;
pub use self::renban::Renban;
pub use self::rossini::Rossini;
pub use self::same_digits::SameDigits;
pub use self::sandwich::Sandwich;
pub use self::sequence::Sequence;
pub use self::skyscraper::Skyscraper;
pub use self::squares::Squares;
pub use self::strict::Strict;
pub use self::sum::SumCage;
pub use self::sum_line::SumLine;
pub use self::thermometer::Thermometer;
pub use self::tuples::Tuples;
pub use self::whisper::Whisper;
pub use self::x_sum::XSum;
pub use self::zipper::Zipper;

use self::draw::Mark;
use crate::board::{Cell, Digits, Grid, Shape};
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

    /// The cells that it is about, those with something to draw; none if it is the whole board.
    fn cells(&self) -> Vec<Cell>;

    /// Whether a cell of the rule may be in no other rule that says the same.
    fn is_exclusive(&self) -> bool {
        false
    }

    /// Whether the rule makes sense on the board, asked before its parts are made, when its cells
    /// have been found there. What can be seen of the parts need not be said here: no cell is in
    /// one of them twice, and there are not too many for different digits. A rule that merely
    /// leaves no solution is no error. `me` is its name and number.
    ///
    /// # Errors
    /// What is wrong, and with what: the rule itself, unless it has things with names of their own.
    fn check(&self, me: Subject, shape: Shape) -> Result<(), (Subject, Fault)> {
        let _ = (me, shape);
        Ok(())
    }

    /// Whether it goes with the given digits, as far as that shows at sight. Asked only where there
    /// are some.
    ///
    /// # Errors
    /// What is wrong with it in this model.
    fn check_givens(&self, me: Subject, model: &Model) -> Result<(), (Subject, Fault)> {
        let _ = (me, model);
        Ok(())
    }

    /// Whether it goes with the other rules, as far as that shows at sight.
    ///
    /// # Errors
    /// What is wrong with it, or with another one, in this model.
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

    /// What it looks like on the board; nothing if only its [sentence](Rule::sentence) says it.
    fn draw(&self, shape: Shape) -> Vec<Mark> {
        let _ = shape;
        Vec::new()
    }
}

/// The cells of a line, but the last one second.
fn ends_first(line: &[Cell]) -> Vec<Cell> {
    let mut cells = line.to_vec();
    if let Some(last) = cells.pop() {
        cells.insert(cells.len().min(1), last);
    }
    cells
}

/// What is known of the ends of a line that is read [ends first](ends_first).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Ends {
    None,
    One(u8),
    /// The smaller one first.
    Both(u8, u8),
}

impl Ends {
    fn both(one: u8, other: u8) -> Ends {
        Ends::Both(one.min(other), one.max(other))
    }
}

/// How many digits of the board are less.
fn rank(shape: Shape, digit: u8) -> usize {
    let less = |&other: &u8| other < digit;
    shape.digits().digits().filter(less).count()
}

/// A cell that may hold some of the digits only.
fn marked(cell: Cell, shape: Shape, allowed: impl Fn(u8) -> bool) -> Part {
    let digits: Digits = shape
        .digits()
        .digits()
        .filter(|&digit| allowed(digit))
        .collect();
    let read = |_: &(), digit| digits.has(digit).then_some(());
    let key = ("pencil marks", &[digits.bits()][..]);
    Part::remembered(key, vec![cell], shape, (), read, |_| true)
}

/// Refuses digits that the board does not have.
fn check_digits(me: Subject, shape: Shape, digits: &[u8]) -> Result<(), (Subject, Fault)> {
    let (mut given, digits) = (digits.iter(), shape.digits());
    match given.find(|&&digit| !digits.has(digit)) {
        Some(&digit) => Err((me, Fault::DigitOutOfRange { digit, digits })),
        None => Ok(()),
    }
}

/// The digits of some cells of a full grid.
fn digits(grid: &Grid, cells: &[Cell]) -> Vec<u8> {
    let digits = cells.iter().map(|cell| grid.digits()[cell.index()]);
    digits.collect()
}

/// In how many of the cells of a full grid a digit stands.
fn count(grid: &Grid, cells: &[Cell], digit: u8) -> usize {
    let found = digits(grid, cells);
    found.into_iter().filter(|&found| found == digit).count()
}

/// The part for cells in which a digit may stand so many times; more than `most` are all the same.
fn counted(
    cells: &[Cell],
    shape: Shape,
    digit: u8,
    most: usize,
    allowed: impl Fn(usize) -> bool,
) -> Part {
    let most = most.saturating_add(1);
    let read = |&count: &usize, found| Some(most.min(count + usize::from(found == digit)));
    let mut numbers = vec![digit.into()];
    numbers.extend((0..=most.min(cells.len())).map(|count| u32::from(allowed(count))));
    let (cells, end) = (cells.to_vec(), |&count: &usize| allowed(count));
    Part::remembered(("count", &numbers), cells, shape, 0, read, end)
}

/// Refuses a rule without cells.
fn check_some(me: Subject, cells: &[Cell]) -> Result<(), (Subject, Fault)> {
    match cells {
        [] => Err((me, Fault::NoCells)),
        _ => Ok(()),
    }
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
    // A single cell is a run for `verify_windows`, but has no neighbor.
    let keeps = |digits: &[u8]| digits.len() < 2 || keeps(digits[0], digits[1]);
    verify_windows(grid, line, 2, keeps, why)
}

/// Whether all runs of so many cells on a line keep to something; a shorter line is one run.
fn verify_windows(
    grid: &Grid,
    line: &[Cell],
    length: usize,
    keeps: impl Fn(&[u8]) -> bool,
    why: &'static str,
) -> Result<(), Broken> {
    let length = length.min(line.len()).max(1);
    let mut runs = line.windows(length);
    runs.try_for_each(|run| verify(keeps(&digits(grid, run)), run, why))
}

/// Whether no value comes twice.
fn are_different<T: PartialEq>(mut values: impl Iterator<Item = T>) -> bool {
    // As long as they are different, there are few.
    let mut seen = Vec::new();
    values.all(|value| {
        let is_new = !seen.contains(&value);
        seen.push(value);
        is_new
    })
}

/// All pairs of cells of which the second lies so many rows below the first, and so many columns to
/// the right of it.
fn at_offset(shape: Shape, rows: isize, columns: isize) -> impl Iterator<Item = [Cell; 2]> {
    let moved = |at: usize, by: isize| usize::try_from(by.checked_add(at as isize)?).ok();
    shape.cells().filter_map(move |cell| {
        let (row, column) = (moved(cell.row(), rows)?, moved(cell.column(), columns)?);
        Some([cell, shape.try_cell(row, column)?])
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
