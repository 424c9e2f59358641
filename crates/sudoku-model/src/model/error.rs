//! What can be wrong with a model, and which rule a grid breaks: as data, with messages in the
//! caller's own words.
//!
//! Numbers count from 0, in the order in which the caller added things; messages count from 1.

use core::fmt;
use std::borrow::Cow;

use crate::board::{Cell, Digits, HouseKind, Shape};

/// What an error is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Subject {
    /// The board as a whole.
    Board,
    /// A cell, with what is given for it.
    Cell(Cell),
    /// A house.
    House(HouseKind),
    /// A rule, or a thing that belongs to one, such as a domino.
    Rule {
        /// What it is called: `cage`.
        name: &'static str,
        /// Its number among those of the same name.
        number: usize,
    },
}

impl Subject {
    pub(crate) fn error(self, fault: Fault) -> ModelError {
        let subject = self;
        ModelError { subject, fault }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Subject::Board => f.write_str("the board"),
            Subject::Cell(cell) => write!(f, "{cell}"),
            Subject::House(house) => write!(f, "{house}"),
            Subject::Rule { name, number } => write!(f, "{name} {}", number + 1),
        }
    }
}

/// What a caller calls cells and rules, for messages in those words.
///
/// ```
/// use sudoku_model::{Model, Names, RowLetters, Shape, Subject};
///
/// struct Zone;
///
/// impl Names for Zone {
///     fn subject(&self, _: Subject) -> String {
///         "the zone".into()
///     }
/// }
///
/// let shape = Shape::with_side(4)?;
/// let cells = [shape.cell(0, 0), shape.cell(1, 0), shape.cell(0, 0)];
/// let error = Model::builder(shape).region(cells).build().unwrap_err();
/// assert_eq!(error.to_string(), "r1c1 is in region 1 twice");
/// assert_eq!(error.with_names(&Zone), "r1c1 is in the zone twice");
/// assert_eq!(error.with_names(&RowLetters), "A1 is in region 1 twice");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Names {
    /// A cell; `r1c1` unless another name is given.
    fn cell(&self, cell: Cell) -> String {
        cell.to_string()
    }

    /// A digit; a number unless another name is given.
    fn digit(&self, digit: u8) -> String {
        digit.to_string()
    }

    /// What an error is about, other than a cell; `cage 1` unless another name is given.
    fn subject(&self, subject: Subject) -> String {
        subject.to_string()
    }
}

/// Cells called by the letter of their row and the number of their column: `B3`.
#[derive(Clone, Copy, Debug)]
pub struct RowLetters;

impl RowLetters {
    /// The cell of this name.
    #[must_use]
    pub fn cell(shape: Shape, name: &str) -> Option<Cell> {
        let row = name.bytes().next()?.checked_sub(b'A')?.into();
        let column: usize = name.get(1..)?.parse().ok()?;
        let cell = shape.try_cell(row, column.checked_sub(1)?)?;
        // `B+3` and `B03` are no names.
        (RowLetters.cell(cell) == name).then_some(cell)
    }
}

impl Names for RowLetters {
    fn cell(&self, cell: Cell) -> String {
        let row = b'A' + cell.row() as u8;
        format!("{}{}", char::from(row), cell.column() + 1)
    }
}

/// Digits called by letters: `A` is 1.
#[derive(Clone, Copy, Debug)]
pub struct DigitLetters;

impl Names for DigitLetters {
    fn digit(&self, digit: u8) -> String {
        match digit {
            0 => digit.to_string(),
            _ => char::from(b'A' + digit - 1).into(),
        }
    }
}

/// Names as they are in this crate.
struct Usual;

impl Names for Usual {}

/// Why [`Builder::build`](crate::Builder::build) refuses a model: what is wrong with which part.
///
/// A model that is well formed and merely has no solution is no error, unless two of its rules
/// contradict each other at first sight.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ModelError {
    /// What is wrong; of two things in conflict, the later.
    pub subject: Subject,
    /// What is wrong with it.
    pub fault: Fault,
}

/// What can be wrong with a part of a model.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Fault {
    /// A cell of a board of another size.
    ForeignCell {
        /// The cell.
        cell: Cell,
        /// This board.
        shape: Shape,
    },
    /// A digit that the board does not have.
    DigitOutOfRange {
        /// The digit.
        digit: u8,
        /// Those of the board.
        digits: Digits,
    },
    /// A rule was to be taken away that there is not.
    NoRule {
        /// The index that was asked for.
        index: usize,
        /// How many rules there are.
        rules: usize,
    },
    /// The jigsaw regions were not given as one number a cell.
    JigsawLength {
        /// The number of cells.
        expected: usize,
        /// The length of the list.
        found: usize,
    },
    /// A jigsaw region number that is not below the number of regions.
    JigsawNumber {
        /// The number.
        number: usize,
        /// The number of regions.
        count: usize,
    },
    /// Diagonals on a board that is no square.
    NotSquare {
        /// The board.
        shape: Shape,
    },
    /// Windoku on a board with no room for a window of a box's size.
    WindokuBoxes {
        /// The board.
        shape: Shape,
    },
    /// Givens in the form of a grid of another shape.
    GivensShape {
        /// The shape of the model.
        expected: Shape,
        /// The shape of the grid.
        found: Shape,
    },
    /// A table of digits made for a board with others.
    OtherDigits {
        /// The digits of this board.
        expected: Digits,
        /// Those of the other.
        found: Digits,
    },
    /// An automaton with more states than anybody should work with.
    TooManyStates,
    /// No cells.
    NoCells,
    /// Another number of cells than there has to be: a jigsaw region, the cells under no domino,
    /// those of an automaton.
    Size {
        /// How many there have to be.
        expected: usize,
        /// The number of cells.
        found: usize,
    },
    /// More cells than there are digits, where no digit may repeat.
    TooLarge {
        /// The number of cells.
        size: usize,
        /// The number of digits.
        most: usize,
    },
    /// A cell named twice.
    CellTwice {
        /// The cell.
        cell: Cell,
    },
    /// A cell that something else has already.
    Overlap {
        /// The cell.
        cell: Cell,
        /// What had it first.
        other: Subject,
    },
    /// A total that no digits for so many cells have.
    Total {
        /// The total.
        total: u32,
        /// The number of cells.
        size: usize,
        /// The smallest total.
        min: u32,
        /// The largest one.
        max: u32,
        /// Whether the digits have to be different.
        different: bool,
    },
    /// A digit given twice.
    GivenTwice {
        /// The digit.
        digit: u8,
        /// Where it is given.
        cells: [Cell; 2],
    },
    /// Two different digits given for one cell.
    GivenConflict {
        /// The digits, in the order in which they were given.
        digits: [u8; 2],
    },
    /// Givens that no choice of digits for the other cells completes to the total.
    Givens {
        /// The total.
        total: u32,
        /// The sum of the given digits.
        given: u32,
        /// The number of the other cells.
        open: usize,
    },
    /// A rule of thousands of sets of digits, sums or states beside the domino rule: no backend
    /// solves such boards.
    NotWithDominoes,
    /// A domino on a board without [`domino_tiling`](crate::Builder::domino_tiling).
    WithoutTiling,
    /// A domino with the same digit on both halves.
    Double {
        /// The digit.
        digit: u8,
    },
    /// A domino or another mark on two cells that share no edge.
    Apart {
        /// The cells.
        cells: [Cell; 2],
    },
    /// A domino with the digits of another.
    SameDigits {
        /// The pair, as on the later one.
        digits: [u8; 2],
        /// The domino that had it first.
        other: Subject,
    },
    /// What a [`Rule`](crate::Rule) has found.
    Said {
        /// The cells that it is about.
        cells: Vec<Cell>,
        /// The rest of a sentence that begins with these cells.
        why: Cow<'static, str>,
    },
}

impl ModelError {
    /// The number of the rule of this name that is wrong, if it is one: its place in the order in
    /// which they were added, from 0. Of two in conflict, the later.
    #[must_use]
    pub fn number_of(&self, rule: &str) -> Option<usize> {
        match self.subject {
            Subject::Rule { name, number } if name == rule => Some(number),
            _ => None,
        }
    }

    /// The cage that is wrong, if it is a cage: its place in the order of
    /// [`Builder::cage`](crate::Builder::cage) and [`Builder::sum_cage`](crate::Builder::sum_cage)
    /// calls, from 0. Of two cages in one cell, the later.
    #[must_use]
    pub fn cage(&self) -> Option<usize> {
        self.number_of("cage")
    }

    /// The domino that is wrong, if it is a domino: its place in the order of
    /// [`Builder::domino`](crate::Builder::domino) calls, from 0. Of two dominoes in conflict, the
    /// later.
    #[must_use]
    pub fn domino(&self) -> Option<usize> {
        self.number_of("domino")
    }

    /// The cell where it shows; the second of two.
    #[must_use]
    pub fn cell(&self) -> Option<Cell> {
        match (&self.fault, self.subject) {
            (
                &Fault::ForeignCell { cell, .. }
                | &Fault::CellTwice { cell }
                | &Fault::Overlap { cell, .. }
                | &Fault::GivenTwice {
                    cells: [_, cell], ..
                }
                | &Fault::Apart { cells: [_, cell] },
                _,
            ) => Some(cell),
            (Fault::Said { cells, .. }, _) => cells.last().copied(),
            (_, Subject::Cell(cell)) => Some(cell),
            _ => None,
        }
    }

    /// The message with these names for cells and rules.
    #[must_use]
    pub fn with_names(&self, names: &dyn Names) -> String {
        let name = |subject| match subject {
            Subject::Cell(cell) => names.cell(cell),
            other => names.subject(other),
        };
        let me = name(self.subject);
        match self.fault {
            Fault::ForeignCell { cell, shape } => {
                let (cell, size) = (names.cell(cell), shape.size());
                format!("{cell} is no cell of a board of {size}")
            }
            Fault::DigitOutOfRange { digit, digits } => {
                let (digit, digits) = (names.digit(digit), digits.told());
                format!("{me}: digit {digit} is not in {digits}")
            }
            Fault::NoRule { index, rules } => {
                format!("no rule has index {index}: there are {rules}")
            }
            Fault::JigsawLength { expected, found } => {
                format!("expected a jigsaw region for each of {expected} cells, found {found}")
            }
            Fault::JigsawNumber { number, count } => {
                format!("{me}: jigsaw region number {number} is not in 0..{count}")
            }
            Fault::NotSquare { shape } => {
                format!(
                    "diagonals need a square board, and this has {}",
                    shape.size()
                )
            }
            Fault::WindokuBoxes { shape } => {
                format!("windoku has no room for a window of {}", boxes(shape))
            }
            Fault::GivensShape { expected, found } => format!(
                "givens on a board of {} boxes for a model of {} boxes",
                boxes(found),
                boxes(expected)
            ),
            Fault::OtherDigits { expected, found } => {
                let (expected, found) = (expected.told(), found.told());
                format!("{me}: made for a board with the digits {found}, not {expected}")
            }
            Fault::TooManyStates => format!("{me}: its automaton has too many states"),
            Fault::NoCells => format!("{me} has no cells"),
            Fault::Size { expected, found } => {
                format!("{me}: expected {expected} cells, found {found}")
            }
            Fault::TooLarge { size, most } => {
                format!("{me} has {size} cells for {most} different digits")
            }
            Fault::CellTwice { cell } => format!("{} is in {me} twice", names.cell(cell)),
            Fault::Overlap { cell, other } => {
                format!("{} is in {} and in {me}", names.cell(cell), name(other))
            }
            Fault::Total {
                total,
                size,
                min,
                max,
                different,
            } => {
                let digits = match size {
                    1 => "digit adds",
                    _ if different => "different digits add",
                    _ => "digits add",
                };
                format!("{me}: {size} {digits} up to {min}..{max}, not to {total}")
            }
            Fault::GivenTwice {
                digit,
                cells: [a, b],
            } => format!(
                "digit {} is given twice in {me}: in {} and in {}",
                names.digit(digit),
                names.cell(a),
                names.cell(b)
            ),
            Fault::GivenConflict { digits: [a, b] } => format!(
                "{me} is given as {} and as {}",
                names.digit(a),
                names.digit(b)
            ),
            Fault::Givens {
                total,
                given,
                open: 0,
            } => format!("{me}: its givens add up to {given}, not to {total}"),
            Fault::Givens { total, given, open } => format!(
                "{me}: with givens that add up to {given}, no digits for the other {open} make \
                 {total}"
            ),
            Fault::NotWithDominoes => format!(
                "{me} has no place on a board tiled with dominoes: too many sets or sums of digits"
            ),
            Fault::WithoutTiling => format!("{me} on a board that is not tiled with dominoes"),
            Fault::Double { digit } => format!("{me} has digit {} twice", names.digit(digit)),
            Fault::Apart { cells: [a, b] } => format!(
                "{me}: {} and {} are not neighbors",
                names.cell(a),
                names.cell(b)
            ),
            Fault::SameDigits {
                digits: [a, b],
                other,
            } => format!(
                "{} and {me} have the same digits, {} and {}",
                name(other),
                names.digit(a),
                names.digit(b)
            ),
            Fault::Said { ref cells, ref why } => format!("{me}: {}", said(names, cells, why)),
        }
    }
}

/// The size of the boxes.
fn boxes(shape: Shape) -> String {
    format!("{} x {}", shape.box_width(), shape.box_height())
}

/// What a rule says about some cells.
fn said(names: &dyn Names, cells: &[Cell], why: &str) -> String {
    let mut text = String::new();
    for &cell in cells {
        text += &names.cell(cell);
        text.push(' ');
    }
    text + why
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.with_names(&Usual))
    }
}

impl std::error::Error for ModelError {}

/// The rule of a model that a grid breaks, from [`Model::verify`](crate::Model::verify).
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct RuleBroken {
    /// Whose rule.
    pub subject: Subject,
    /// What shows it.
    pub broken: Broken,
}

/// What shows that a grid breaks a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Broken {
    /// The grid has another shape than the model.
    Shape {
        /// The shape of the model.
        expected: Shape,
        /// The shape of the grid.
        found: Shape,
    },
    /// An empty cell.
    Empty {
        /// The cell.
        cell: Cell,
    },
    /// A cell that does not hold the digit that is given for it.
    Given {
        /// The cell.
        cell: Cell,
        /// The given digit.
        expected: u8,
        /// The digit in the grid.
        found: u8,
    },
    /// A digit twice.
    DigitTwice {
        /// The digit.
        digit: u8,
        /// Where it stands.
        cells: [Cell; 2],
    },
    /// Another sum than the total.
    Sum {
        /// The total.
        expected: u32,
        /// The sum.
        found: u32,
    },
    /// The cells outside the dominoes placed in advance cannot be tiled with the other dominoes.
    Tiling,
    /// What a [`Rule`](crate::Rule) has found.
    Said {
        /// The cells that it is about.
        cells: Vec<Cell>,
        /// The rest of a sentence that begins with these cells.
        why: Cow<'static, str>,
    },
}

impl RuleBroken {
    /// The message with these names for cells and rules.
    #[must_use]
    pub fn with_names(&self, names: &dyn Names) -> String {
        let me = names.subject(self.subject);
        match self.broken {
            Broken::Shape { expected, found } => format!(
                "a grid of {} boxes for a model of {} boxes",
                boxes(found),
                boxes(expected)
            ),
            Broken::Empty { cell } => format!("{} is empty", names.cell(cell)),
            Broken::Given {
                cell,
                expected,
                found,
            } => format!(
                "{} holds {}, and {} is given",
                names.cell(cell),
                names.digit(found),
                names.digit(expected)
            ),
            Broken::DigitTwice {
                digit,
                cells: [a, b],
            } => format!(
                "{me} has digit {} in {} and in {}",
                names.digit(digit),
                names.cell(a),
                names.cell(b)
            ),
            Broken::Sum { expected, found } => {
                format!("{me} adds up to {found}, not to {expected}")
            }
            Broken::Tiling => "the other dominoes do not tile the rest of the board".into(),
            Broken::Said { ref cells, ref why } => format!("{me}: {}", said(names, cells, why)),
        }
    }
}

impl fmt::Display for RuleBroken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.with_names(&Usual))
    }
}

impl std::error::Error for RuleBroken {}
