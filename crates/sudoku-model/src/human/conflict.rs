//! Why a model has no solution, where plain deductions show it.

use core::fmt;

use crate::board::{Cell, HouseKind};
use crate::model::{Model, Subject};
use crate::parts::area::{self, Derived};
use crate::rules::cage::Cage;
use crate::solve::cover::{Reduced, Refutation};
use crate::text::list;

/// Why a model has no solution, from [`Model::conflict`].
///
/// The cages and givens listed contradict each other: without any one of them, the same
/// deductions find nothing wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Conflict {
    /// What fails at last, with these cages and givens alone.
    pub kind: ConflictKind,
    /// The cages, in their order in [`Model::cages`].
    pub cages: Vec<usize>,
    /// The cells of the givens, in row order.
    pub givens: Vec<Cell>,
}

/// What fails in a [`Conflict`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ConflictKind {
    /// No digit is left for a cell.
    Cell {
        /// The cell.
        cell: Cell,
    },
    /// No cell of a house is left for a digit.
    House {
        /// The house.
        house: HouseKind,
        /// The digit.
        digit: u8,
    },
    /// The digits that are left for the cells of a cage, or of another rule with a total, cannot
    /// have it.
    Total {
        /// The rule.
        rule: Subject,
        /// Its total.
        total: i32,
    },
    /// The rule of 45: the cells that cages leave over in some houses, or that they have beyond
    /// these houses, cannot have the total that follows.
    Area {
        /// The houses: one, or neighboring rows or columns.
        houses: Vec<HouseKind>,
        /// The cells, in row order; none if the cages fill the houses exactly.
        cells: Vec<Cell>,
        /// What they would have to add up to; below 0 if the cages have too much.
        total: i32,
    },
}

impl Model {
    /// Why no grid fits, if that shows without trying digits out: by the last digit for a cell, the
    /// last cell for a digit, the sums of cages, and the rule of 45.
    ///
    /// `None` says nothing: a model without such a conflict can still have no solution. A model
    /// with one has none. [`Solver::culprits`](crate::Solver::culprits) knows of every model who
    /// is to blame, but not how it shows.
    ///
    /// ```
    /// use sudoku_model::{Model, Shape};
    ///
    /// let shape = Shape::with_side(4)?;
    /// let cell = |row, column| shape.cell(row, column);
    /// let model = Model::builder(shape)
    ///     .cage(3, [cell(0, 0), cell(0, 1)])
    ///     .cage(9, [cell(3, 1), cell(3, 2), cell(3, 3)])
    ///     .cage(5, [cell(0, 2), cell(0, 3)])
    ///     .build()?;
    /// let conflict = model.conflict().expect("the first row has too little");
    /// assert_eq!(
    ///     conflict.to_string(),
    ///     "the cages in row 1 add up to 2 too little, because of cages 1 and 3"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Complexity
    /// A round of deductions for each cage and given, and again after each that can be left out:
    /// milliseconds on boards of 9 x 9, seconds on those of 25 x 25.
    #[must_use]
    pub fn conflict(&self) -> Option<Conflict> {
        let parts = self.subjects().filter(|&subject| is_suspect(subject));
        let mut parts: Vec<Subject> = parts.collect();
        // Givens go first.
        parts.sort_by_key(|part| matches!(part, Subject::Rule { .. }));
        let mut kind = failure(self, &parts)?;
        // What the failure does not need goes, one by one, until all that is left is needed.
        let mut needed = 0;
        while needed < parts.len() {
            let part = parts.remove(0);
            match failure(self, &parts) {
                Some(other) => {
                    kind = other;
                    needed = 0;
                }
                None => {
                    parts.push(part);
                    needed += 1;
                }
            }
        }
        let mut conflict = Conflict {
            kind,
            cages: Vec::new(),
            givens: Vec::new(),
        };
        for part in parts {
            match part {
                Subject::Rule { number, .. } => conflict.cages.push(number),
                Subject::Cell(cell) => conflict.givens.push(cell),
                Subject::House(_) | Subject::Board => {}
            }
        }
        conflict.cages.sort();
        conflict.givens.sort();
        Some(conflict)
    }
}

/// Cages and givens may be at fault; the rest is taken for granted.
fn is_suspect(subject: Subject) -> bool {
    match subject {
        Subject::Cell(_) => true,
        Subject::Rule { name, .. } => name == Cage::NAME,
        Subject::House(_) | Subject::Board => false,
    }
}

/// What fails in a model that has only some of the cages and givens.
fn failure(model: &Model, parts: &[Subject]) -> Option<ConflictKind> {
    let part = model.only(|subject| !is_suspect(subject) || parts.contains(&subject));
    let derived: Vec<Derived> = area::derived_totals(&part);
    let totals = derived.iter().map(|derived| derived.total.clone());
    let mut reduced = Reduced::start(&part, totals);
    let failure = loop {
        match reduced
            .step()
            .and_then(|any| Ok(any || reduced.apply_last_places()?))
        {
            Ok(true) => {}
            Ok(false) => return None,
            Err(failure) => break failure,
        }
    };
    Some(match failure {
        Refutation::Cell(cell) => ConflictKind::Cell { cell },
        Refutation::House(house, digit) => ConflictKind::House { house, digit },
        Refutation::Total(k) => match own(&part).nth(k) {
            Some((rule, total)) => ConflictKind::Total { rule, total },
            None => {
                let Derived { houses, total } = derived[k - own(&part).count()].clone();
                ConflictKind::Area {
                    houses,
                    cells: total.cells,
                    total: total.total,
                }
            }
        },
    })
}

/// The totals of the model with their rules.
fn own(model: &Model) -> impl Iterator<Item = (Subject, i32)> + '_ {
    let parts = model.named_parts();
    parts.filter_map(|(rule, part)| Some((rule, part.total()?.1)))
}

impl fmt::Display for ConflictKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConflictKind::Cell { cell } => write!(f, "no digit is left for {cell}"),
            ConflictKind::House { house, digit } => {
                write!(f, "no cell of {house} is left for digit {digit}")
            }
            ConflictKind::Total { rule, total } => write!(
                f,
                "{rule}: the digits left for its cells do not add up to {total}"
            ),
            ConflictKind::Area {
                houses,
                cells,
                total,
            } => {
                let houses = match houses[..] {
                    [HouseKind::Row(first), .., HouseKind::Row(last)] => {
                        format!("rows {} to {}", first + 1, last + 1)
                    }
                    [HouseKind::Column(first), .., HouseKind::Column(last)] => {
                        format!("columns {} to {}", first + 1, last + 1)
                    }
                    _ => list(houses, "and"),
                };
                if cells.is_empty() {
                    let amount = if *total < 0 { "too much" } else { "too little" };
                    return write!(
                        f,
                        "the cages in {houses} add up to {} {amount}",
                        total.abs()
                    );
                }
                let cells = list(cells, "and");
                write!(
                    f,
                    "the digits left for {cells} do not add up to {total}, as the cages of {houses} demand"
                )
            }
        }
    }
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind)?;
        let itself = match self.kind {
            ConflictKind::Total { rule, .. } => Some(rule),
            _ => None,
        };
        let cage = |number| Subject::Rule {
            name: Cage::NAME,
            number,
        };
        let cages = self
            .cages
            .iter()
            .filter(|&&number| Some(cage(number)) != itself);
        let cages: Vec<usize> = cages.map(|cage| cage + 1).collect();
        let mut reasons = Vec::new();
        match cages.len() {
            0 => {}
            1 => reasons.push(format!("cage {}", cages[0])),
            2..=MAX_LISTED => reasons.push(format!("cages {}", list(&cages, "and"))),
            count => reasons.push(format!("{count} cages")),
        }
        match self.givens.len() {
            0 => {}
            1 => reasons.push(format!("the given in {}", self.givens[0])),
            2..=MAX_LISTED => reasons.push(format!("the givens in {}", list(&self.givens, "and"))),
            count => reasons.push(format!("{count} givens")),
        }
        if reasons.is_empty() {
            return Ok(());
        }
        write!(f, ", because of {}", reasons.join(" and of "))
    }
}

/// More of a kind are counted instead of named.
const MAX_LISTED: usize = 10;
