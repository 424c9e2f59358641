//! Parts: what solvers understand of a rule.
//!
//! Rules are open: anybody may write one. Parts are closed: every solver looks at each kind and
//! says yes or no, so that none is ever passed over in silence.

pub(crate) mod area;
pub(crate) mod automaton;
pub(crate) mod cover;
pub(crate) mod relation;
pub(crate) mod sums;
#[cfg(test)]
mod tests;
mod tiling;

pub use self::automaton::Automaton;
pub use self::relation::Table;
pub use self::tiling::{Domino, Tiling};

use crate::board::{Cell, House, Shape};
use crate::model::{Fault, Subject};

/// What a [`Rule`](crate::Rule) is made of.
///
/// | part | filter of [`Backend::CANDIDATES`](crate::Backend::CANDIDATES) | in an exact cover |
/// |---|---|---|
/// | [`House`](Part::House) | singles, last places, locked candidates | an item for each digit |
/// | [`AllDifferent`](Part::AllDifferent) | singles | an item for each digit |
/// | [`DigitSets`](Part::DigitSets) | exact | an option for each set |
/// | [`Sum`](Part::Sum) | exact over its groups of cells that see each other | as an automaton that adds up |
/// | [`Relation`](Part::Relation) | exact | an item for each digit of the first cell |
/// | [`Automaton`](Part::Automaton) | exact | an option for each arrow, colors for digits and states |
/// | [`Tiling`](Part::Tiling) | no | an option for each place of a domino |
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Part {
    /// Cells with different digits and a name, which human deductions know: with as many cells as
    /// there are digits, each digit is in one of them.
    House(House),
    /// Different digits.
    AllDifferent(Vec<Cell>),
    /// Different digits that together are one of a family of sets.
    DigitSets {
        /// The cells, none twice.
        cells: Vec<Cell>,
        /// The sets.
        sets: DigitSets,
    },
    /// The digits in the cells of `plus`, less those in the cells of `minus`, add up to `total`.
    /// Digits may repeat, and no cell is named twice.
    Sum {
        /// What is added.
        plus: Vec<Cell>,
        /// What is subtracted.
        minus: Vec<Cell>,
        /// The result.
        total: i32,
    },
    /// Two different cells whose digits go together.
    Relation {
        /// The cells.
        cells: [Cell; 2],
        /// Which digits go together.
        table: Table,
    },
    /// Cells whose digits, one after the other, are accepted by an automaton.
    Automaton {
        /// The cells, none twice.
        cells: Vec<Cell>,
        /// What they hold.
        automaton: Automaton,
    },
    /// A tiling with dominoes.
    Tiling(Tiling),
}

/// A family of sets of digits.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum DigitSets {
    /// All that add up to this.
    Total(u32),
}

/// No digits add up to as much: 625 cells have 15,625 at most.
const MAX_TOTAL: i32 = 100_000;

/// A total that is just as impossible if it was beyond reach, and small enough to calculate with.
pub(crate) fn clamped(total: i32) -> i32 {
    total.clamp(-MAX_TOTAL, MAX_TOTAL)
}

/// An automaton with more arrows has no cover that somebody should write down.
const MAX_ARROWS: usize = 100_000;

impl Part {
    /// Digits, which may repeat, that add up to a total.
    #[must_use]
    pub fn sum(cells: Vec<Cell>, total: i32) -> Part {
        Part::Sum {
            plus: cells,
            minus: Vec::new(),
            total,
        }
    }

    /// Two cells whose digits go together if `allowed` says so, the digit of the first cell first.
    #[must_use]
    pub fn relation(cells: [Cell; 2], shape: Shape, allowed: impl Fn(u8, u8) -> bool) -> Part {
        let table = Table::new(shape.side(), allowed);
        Part::Relation { cells, table }
    }

    /// The same for all neighbors on a line.
    #[must_use]
    pub fn along(line: &[Cell], shape: Shape, allowed: impl Fn(u8, u8) -> bool) -> Vec<Part> {
        Part::within(1, line, shape, allowed)
    }

    /// The same for all cells that are no more than so many steps apart on a line, the earlier one
    /// first.
    #[must_use]
    pub fn within(
        steps: usize,
        line: &[Cell],
        shape: Shape,
        allowed: impl Fn(u8, u8) -> bool,
    ) -> Vec<Part> {
        let pairs = line.iter().enumerate().flat_map(|(k, &one)| {
            let later = line[k + 1..].iter().take(steps);
            later.map(move |&other| [one, other])
        });
        Part::relations(pairs, shape, allowed)
    }

    /// The same for any pairs of cells.
    #[must_use]
    pub fn relations(
        pairs: impl IntoIterator<Item = [Cell; 2]>,
        shape: Shape,
        allowed: impl Fn(u8, u8) -> bool,
    ) -> Vec<Part> {
        let table = Table::new(shape.side(), allowed);
        let relation = |cells| Part::Relation {
            cells,
            table: table.clone(),
        };
        pairs.into_iter().map(relation).collect()
    }

    /// Cells whose digits are read one after the other: see [`Automaton::new`]. If they are refused
    /// anyway, because one of them is there twice or not on the board, nothing is made for them.
    #[must_use]
    pub fn automaton<S: Clone + Ord>(
        cells: Vec<Cell>,
        shape: Shape,
        start: S,
        step: impl Fn(&S, u8) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> Part {
        let automaton = match check_distinct(shape, &cells) {
            Ok(()) => Automaton::new(shape.side(), cells.len(), start, step, accepts),
            Err(_) => Automaton::none(shape.side()),
        };
        Part::Automaton { cells, automaton }
    }

    /// Whether it fits the board and names no cell twice where none may be: what a solver relies
    /// on.
    pub(crate) fn check(&self, shape: Shape) -> Result<(), Fault> {
        match self {
            Part::House(house) => check_different(shape, house.cells()),
            Part::AllDifferent(cells) | Part::DigitSets { cells, .. } => {
                check_different(shape, cells)
            }
            Part::Sum { plus, minus, .. } => {
                let cells = [&plus[..], minus].concat();
                check_distinct(shape, &cells)
            }
            Part::Relation { cells, table } => {
                check_side(shape, table.side())?;
                check_distinct(shape, cells)
            }
            Part::Automaton { cells, automaton } => {
                check_side(shape, automaton.side())?;
                check_distinct(shape, cells)?;
                let (expected, found) = (automaton.length(), cells.len());
                match expected.ok_or(Fault::TooManyStates)? {
                    0 => Err(Fault::NoCells),
                    expected if expected != found => Err(Fault::Size { expected, found }),
                    _ => Ok(()),
                }
            }
            Part::Tiling(tiling) => {
                let mut placed = tiling.placed().iter();
                placed.try_for_each(|domino| check_cells(shape, &domino.cells))
            }
        }
    }

    /// Whether it has a form as an exact cover, and one that somebody should write down.
    pub(crate) fn has_cover(&self, shape: Shape) -> bool {
        match self {
            Part::House(_) | Part::AllDifferent(_) | Part::Relation { .. } | Part::Tiling(_) => {
                true
            }
            Part::DigitSets { cells, .. } => !sums::has_many_sets(shape.side(), cells.len()),
            Part::Automaton { automaton, .. } => automaton.size() <= MAX_ARROWS,
            // Each cell adds as many sums as there are digits, and each sum has an arrow for each.
            Part::Sum { plus, minus, .. } => {
                let cells = plus.len() + minus.len();
                (cells * shape.side()).pow(2) / 2 <= MAX_ARROWS
            }
        }
    }

    /// What it is called: a house by its own name, the others like their rule.
    pub(crate) fn subject(&self, rule: Subject) -> Subject {
        match self {
            Part::House(house) => Subject::House(house.kind()),
            _ => rule,
        }
    }

    /// The cells that must hold different digits, if the part says so.
    pub(crate) fn different(&self) -> Option<&[Cell]> {
        match self {
            Part::House(house) => Some(house.cells()),
            Part::AllDifferent(cells) | Part::DigitSets { cells, .. } => Some(cells),
            Part::Sum { .. } | Part::Relation { .. } | Part::Automaton { .. } | Part::Tiling(_) => {
                None
            }
        }
    }

    /// Its cells and their sum, if it is a sum and nothing else.
    pub(crate) fn total(&self) -> Option<(&[Cell], i32)> {
        match self {
            Part::DigitSets {
                cells,
                sets: DigitSets::Total(total),
            } => Some((cells, (*total).min(MAX_TOTAL as u32) as i32)),
            Part::Sum { plus, minus, total } if minus.is_empty() => Some((plus, clamped(*total))),
            _ => None,
        }
    }
}

/// What was made for another board does not go with this one.
fn check_side(shape: Shape, found: usize) -> Result<(), Fault> {
    match shape.side() {
        expected if expected != found => Err(Fault::OtherSide { expected, found }),
        _ => Ok(()),
    }
}

pub(crate) fn check_cells(shape: Shape, cells: &[Cell]) -> Result<(), Fault> {
    let side = shape.side();
    match cells.iter().find(|&&cell| !shape.contains(cell)) {
        Some(&cell) => Err(Fault::ForeignCell { cell, side }),
        None => Ok(()),
    }
}

/// Cells of the board, none of them twice.
pub(crate) fn check_distinct(shape: Shape, cells: &[Cell]) -> Result<(), Fault> {
    check_cells(shape, cells)?;
    let again = |&(k, cell): &(usize, &Cell)| cells[..k].contains(cell);
    match cells.iter().enumerate().find(again) {
        Some((_, &cell)) => Err(Fault::CellTwice { cell }),
        None => Ok(()),
    }
}

/// The same for cells with different digits: no more than there are digits.
pub(crate) fn check_different(shape: Shape, cells: &[Cell]) -> Result<(), Fault> {
    check_distinct(shape, cells)?;
    let (size, side) = (cells.len(), shape.side());
    if size > side {
        return Err(Fault::TooLarge { size, side });
    }
    Ok(())
}
