//! Parts: what solvers understand of a rule.
//!
//! Rules are open: anybody may write one. Parts are closed: every solver looks at each kind and
//! says yes or no, so that none is ever passed over in silence.

pub(crate) mod area;
pub(crate) mod automaton;
pub(crate) mod cover;
mod pattern;
pub(crate) mod ranked;
pub(crate) mod relation;
pub(crate) mod sums;
#[cfg(test)]
mod tests;
mod tiling;

pub use self::automaton::Automaton;
pub use self::pattern::{Pattern, PatternError};
pub use self::ranked::Ranked;
pub use self::relation::Table;
pub use self::tiling::{Domino, Tiling};

use crate::board::{Cell, Digits, House, Shape};
use crate::model::{Fault, Subject};
use smallvec::SmallVec;

/// What a [`Rule`](crate::Rule) is made of.
///
/// | part | filter of [`Backend::CANDIDATES`](crate::Backend::CANDIDATES) | in an exact cover |
/// |---|---|---|
/// | [`House`](Part::House) | singles, last places, locked candidates | an item for each digit |
/// | [`AllDifferent`](Part::AllDifferent) | singles | an item for each digit |
/// | [`DigitSets`](Part::DigitSets) | exact | an option for each set |
/// | [`Sum`](Part::Sum) | exact over its groups of cells that see each other | as an automaton that adds up |
/// | [`Linear`](Part::Linear) | the same, or by its bounds if it has too many values | as an automaton that adds up |
/// | [`Relation`](Part::Relation) | exact | an item for each digit of the first cell |
/// | [`Automaton`](Part::Automaton) | exact | an option for each arrow, colors for digits and states |
/// | [`AnyOf`](Part::AnyOf) | what some case leaves, each filtered by itself | an option for each case, in which its cells are read |
/// | [`Ranked`](Part::Ranked) | compares with each line by the first digits that may differ | alternatives of the lines that begin with the digit |
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
    /// The digits of some cells, none of them twice, each multiplied by a number of its own, add up
    /// to `total`. Digits may repeat.
    Linear {
        /// What the cells are multiplied by.
        terms: Vec<(i32, Cell)>,
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
    /// Several lists of parts, the cases, of which one at least holds with all its parts: see
    /// [`Part::any_of`]. No part of a case is a tiling.
    AnyOf(Vec<Vec<Part>>),
    /// A row or column, and its place among the others by the numbers that they show.
    // In a box, as it would make every part larger.
    Ranked(Box<Ranked>),
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
pub(crate) const MAX_TOTAL: i32 = 100_000;

/// A total that is just as impossible if it was beyond reach, and small enough to calculate with.
pub(crate) fn clamped(total: i32) -> i32 {
    total.clamp(-MAX_TOTAL, MAX_TOTAL)
}

/// Alternatives with so few fillings are said by those: three cells of a 9 x 9 board.
const MAX_FILLINGS: usize = 1000;

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
        let table = Table::new(shape.digits(), allowed);
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
        let table = Table::new(shape.digits(), allowed);
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
        Part::read_by(cells, shape, |digits, length| {
            Automaton::new(digits, length, start, step, accepts)
        })
    }

    /// The same for a rule with a name and numbers on which `step` and `accepts` depend, beside the
    /// digits and the number of the cells: see [`Automaton::remembered`].
    pub(crate) fn remembered<S: Ord>(
        key: (&'static str, &[u32]),
        cells: Vec<Cell>,
        shape: Shape,
        start: S,
        step: impl Fn(&S, u8) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> Part {
        Part::read_by(cells, shape, |digits, length| {
            let new = move || Automaton::new(digits, length, start, step, accepts);
            Automaton::remembered(digits, length, key, Box::new(new))
        })
    }

    fn read_by(
        cells: Vec<Cell>,
        shape: Shape,
        make: impl FnOnce(Digits, usize) -> Automaton,
    ) -> Part {
        let automaton = match check_distinct(shape, &cells) {
            Ok(()) => make(shape.digits(), cells.len()),
            Err(_) => Automaton::none(shape.digits()),
        };
        Part::Automaton { cells, automaton }
    }

    /// What one at least of several lists of parts says. On very few cells, three of a 9 x 9 board,
    /// it becomes a relation or an automaton, whose filters are exact.
    #[must_use]
    pub fn any_of(cases: Vec<Vec<Part>>, shape: Shape) -> Part {
        let all = shape.digits();
        let parts = || cases.iter().flatten();
        let mut cells: Vec<Cell> = parts().flat_map(Part::cells).collect();
        cells.sort();
        cells.dedup();
        let fillings = all.len().checked_pow(cells.len() as u32);
        let many = fillings.map_or(true, |count| count > MAX_FILLINGS);
        if many || cells.len() < 2 || parts().any(|part| part.check_case(shape).is_err()) {
            return Part::AnyOf(cases);
        }
        let place = |cell: Cell| cells.binary_search(&cell).unwrap_or(0);
        let automaton = |part: &Part| {
            let (cells, automaton) = part.to_automaton(all)?;
            Some((cells.into_iter().map(place).collect(), automaton))
        };
        let automata = |case: &Vec<Part>| -> Option<Vec<(Vec<usize>, Automaton)>> {
            case.iter().map(automaton).collect()
        };
        let automata: Vec<_> = match cases.iter().map(automata).collect() {
            Some(automata) => automata,
            None => return Part::AnyOf(cases),
        };
        let holds = |digits: &[u8]| {
            let accepts = |(places, automaton): &(Vec<usize>, Automaton)| {
                let own: SmallVec<[u8; 4]> = places.iter().map(|&place| digits[place]).collect();
                automaton.accepts(&own)
            };
            automata.iter().any(|case| case.iter().all(accepts))
        };
        if let [one, other] = cells[..] {
            return Part::relation([one, other], shape, |a, b| holds(&[a, b]));
        }
        // What has been read, until all is known.
        let read = |read: &SmallVec<[u8; 4]>, digit| {
            let mut digits = read.clone();
            digits.push(digit);
            if digits.len() < cells.len() {
                return Some(digits);
            }
            holds(&digits).then(SmallVec::new)
        };
        Part::automaton(cells.clone(), shape, SmallVec::new(), read, |_| true)
    }

    /// Its cells, and an automaton that accepts what they may hold. Alternatives, tilings and what
    /// has no cells have none.
    pub(crate) fn to_automaton(&self, all: Digits) -> Option<(Vec<Cell>, Automaton)> {
        let cells = self.cells();
        if cells.is_empty() {
            return None;
        }
        // The digits that are there already.
        let different = |accepts: &dyn Fn(u32) -> bool| {
            let read = |&bits: &u32, digit| {
                let bit = Digits::single(digit).bits();
                (bits & bit == 0).then_some(bits | bit)
            };
            let end = |&bits: &u32| accepts(Digits::from_bits_truncate(bits).sum());
            Automaton::new(all, cells.len(), 0, read, end)
        };
        let automaton = match self {
            Part::House(_) | Part::AllDifferent(_) => different(&|_| true),
            Part::DigitSets {
                sets: DigitSets::Total(total),
                ..
            } => different(&|sum| sum == *total),
            Part::Sum { .. } | Part::Linear { .. } => {
                let (terms, total) = self.terms()?;
                let factors: Vec<i32> = terms.iter().map(|term| term.0).collect();
                Automaton::of_sum(all, &factors, total)
            }
            Part::Relation { table, .. } => {
                let read = |&first: &Option<u8>, digit| match first {
                    None => Some(Some(digit)),
                    Some(first) => table.partners(first).has(digit).then_some(None),
                };
                Automaton::new(all, 2, None, read, |_| true)
            }
            Part::Automaton { automaton, .. } => automaton.clone(),
            Part::AnyOf(_) | Part::Ranked(_) | Part::Tiling(_) => return None,
        };
        Some((cells, automaton))
    }

    /// Its cells; those of a tiling are the board's.
    pub(crate) fn cells(&self) -> Vec<Cell> {
        match self {
            Part::House(house) => house.cells().to_vec(),
            Part::AllDifferent(cells)
            | Part::DigitSets { cells, .. }
            | Part::Automaton { cells, .. } => cells.clone(),
            Part::Sum { plus, minus, .. } => [&plus[..], minus].concat(),
            Part::Linear { terms, .. } => terms.iter().map(|term| term.1).collect(),
            Part::Relation { cells, .. } => cells.to_vec(),
            Part::AnyOf(cases) => cases.iter().flatten().flat_map(Part::cells).collect(),
            Part::Ranked(ranked) => ranked.cells(),
            Part::Tiling(_) => Vec::new(),
        }
    }

    /// The same for a part of a case.
    fn check_case(&self, shape: Shape) -> Result<(), Fault> {
        match self {
            Part::Tiling(_) => {
                let (cells, why) = (Vec::new(), "a tiling is no alternative".into());
                Err(Fault::Said { cells, why })
            }
            _ => self.check(shape),
        }
    }

    /// Whether it fits the board and names no cell twice where none may be: what a solver relies
    /// on.
    pub(crate) fn check(&self, shape: Shape) -> Result<(), Fault> {
        match self {
            Part::House(house) => check_different(shape, house.cells()),
            Part::AllDifferent(cells) | Part::DigitSets { cells, .. } => {
                check_different(shape, cells)
            }
            Part::Sum { .. } | Part::Linear { .. } => check_distinct(shape, &self.cells()),
            Part::Relation { cells, table } => {
                check_digits(shape, table.digits())?;
                check_distinct(shape, cells)
            }
            Part::Automaton { cells, automaton } => {
                check_digits(shape, automaton.digits())?;
                check_distinct(shape, cells)?;
                let (expected, found) = (automaton.length(), cells.len());
                match expected.ok_or(Fault::TooManyStates)? {
                    0 => Err(Fault::NoCells),
                    expected if expected != found => Err(Fault::Size { expected, found }),
                    _ => Ok(()),
                }
            }
            Part::AnyOf(cases) => {
                let mut parts = cases.iter().flatten();
                parts.try_for_each(|part| part.check_case(shape))
            }
            Part::Ranked(ranked) => check_cells(shape, &ranked.cells()),
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
            Part::DigitSets { cells, .. } => !sums::has_many_sets(shape.digits(), cells.len()),
            Part::Automaton { .. }
            | Part::Sum { .. }
            | Part::Linear { .. }
            | Part::AnyOf(_)
            | Part::Ranked(_) => self.arrows(shape.digits()) <= MAX_ARROWS,
        }
    }

    /// As many arrows as an automaton for it has at most.
    fn arrows(&self, all: Digits) -> usize {
        let digits = all.len();
        match self {
            // The sets of some of the digits, each with an arrow for every digit.
            Part::House(_) | Part::AllDifferent(_) | Part::DigitSets { .. } => {
                let mut sets = 1;
                let sizes = (0..self.cells().len()).map(|size| {
                    let these = sets;
                    sets = sets * digits.saturating_sub(size) / (size + 1);
                    these
                });
                digits * sizes.sum::<usize>()
            }
            Part::Relation { .. } => digits * (digits + 1),
            Part::Automaton { automaton, .. } => automaton.size(),
            // Each cell adds as many sums as there are digits, and each sum has an arrow for each.
            Part::Sum { plus, minus, .. } => ((plus.len() + minus.len()) * digits).pow(2) / 2,
            Part::Linear { .. } => match self.to_automaton(all) {
                Some((_, automaton)) if automaton.length().is_none() => MAX_ARROWS + 1,
                automaton => automaton.map_or(0, |(_, automaton)| automaton.size()),
            },
            Part::AnyOf(cases) => cases.iter().flatten().map(|part| part.arrows(all)).sum(),
            Part::Ranked(ranked) => ranked.arrows(digits),
            Part::Tiling(_) => 0,
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
            Part::Sum { .. }
            | Part::Linear { .. }
            | Part::Relation { .. }
            | Part::Automaton { .. }
            | Part::AnyOf(_)
            | Part::Ranked(_)
            | Part::Tiling(_) => None,
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

    /// Its cells, each with what it is multiplied by, and the result, if it is a sum in which
    /// digits may repeat.
    pub(crate) fn terms(&self) -> Option<(Vec<(i32, Cell)>, i64)> {
        match self {
            Part::Sum { plus, minus, total } => {
                let plus = plus.iter().map(|&cell| (1, cell));
                let terms = plus.chain(minus.iter().map(|&cell| (-1, cell)));
                Some((terms.collect(), (*total).into()))
            }
            Part::Linear { terms, total } => Some((terms.clone(), (*total).into())),
            _ => None,
        }
    }
}

/// What was made for another board does not go with this one.
fn check_digits(shape: Shape, found: Digits) -> Result<(), Fault> {
    match shape.digits() {
        expected if expected != found => Err(Fault::OtherDigits { expected, found }),
        _ => Ok(()),
    }
}

pub(crate) fn check_cells(shape: Shape, cells: &[Cell]) -> Result<(), Fault> {
    match cells.iter().find(|&&cell| !shape.contains(cell)) {
        Some(&cell) => Err(Fault::ForeignCell { cell, shape }),
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
    let (size, most) = (cells.len(), shape.digits().len());
    if size > most {
        return Err(Fault::TooLarge { size, most });
    }
    Ok(())
}
