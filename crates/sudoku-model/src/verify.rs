//! The check of an answer: plain reading of the rules, nothing in common with the solvers.

use core::fmt;

use crate::digits::Digits;
use crate::grid::Grid;
use crate::model::{Model, Tiling};
use crate::shape::{Cell, HouseKind, Shape};

/// The rule of a model that a grid breaks, from [`Model::verify`](crate::Model::verify).
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RuleBroken {
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
    /// A cell that does not hold its given digit.
    Given {
        /// The cell.
        cell: Cell,
        /// The given digit.
        expected: u8,
        /// The digit in the grid.
        found: u8,
    },
    /// A digit twice in a house.
    House {
        /// The house.
        house: HouseKind,
        /// The digit.
        digit: u8,
        /// Where it stands.
        cells: [Cell; 2],
    },
    /// A digit twice in a cage.
    Cage {
        /// The cage.
        cage: usize,
        /// The digit.
        digit: u8,
        /// Where it stands.
        cells: [Cell; 2],
    },
    /// A cage with another sum than its total.
    CageSum {
        /// The cage.
        cage: usize,
        /// Its total.
        expected: u32,
        /// Its sum.
        found: u32,
    },
    /// The cells outside the dominoes placed in advance cannot be tiled with the other dominoes.
    Tiling,
}

impl fmt::Display for RuleBroken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            RuleBroken::Shape { expected, found } => write!(
                f,
                "a grid of {} x {} boxes for a model of {} x {} boxes",
                found.box_width(),
                found.box_height(),
                expected.box_width(),
                expected.box_height()
            ),
            RuleBroken::Empty { cell } => write!(f, "{cell} is empty"),
            RuleBroken::Given {
                cell,
                expected,
                found,
            } => {
                write!(f, "{cell} holds {found}, and {expected} is given")
            }
            RuleBroken::House {
                house,
                digit,
                cells: [a, b],
            } => {
                write!(f, "{house} has digit {digit} in {a} and in {b}")
            }
            RuleBroken::Cage {
                cage,
                digit,
                cells: [a, b],
            } => {
                write!(f, "cage {} has digit {digit} in {a} and in {b}", cage + 1)
            }
            RuleBroken::CageSum {
                cage,
                expected,
                found,
            } => {
                write!(f, "cage {} adds up to {found}, not to {expected}", cage + 1)
            }
            RuleBroken::Tiling => {
                f.write_str("the other dominoes do not tile the rest of the board")
            }
        }
    }
}

impl std::error::Error for RuleBroken {}

pub(crate) fn verify(model: &Model, grid: &Grid) -> Result<(), RuleBroken> {
    if grid.shape() != model.shape() {
        return Err(RuleBroken::Shape {
            expected: model.shape(),
            found: grid.shape(),
        });
    }
    if let Some(cell) = grid.shape().cells().find(|&cell| grid.get(cell).is_none()) {
        return Err(RuleBroken::Empty { cell });
    }
    for (cell, expected) in model.givens().filled() {
        let found = grid.digits()[cell.index()];
        if found != expected {
            return Err(RuleBroken::Given {
                cell,
                expected,
                found,
            });
        }
    }
    for house in model.houses() {
        if let Some((digit, cells)) = grid.repeated_digit(house.cells()) {
            return Err(RuleBroken::House {
                house: house.kind(),
                digit,
                cells,
            });
        }
    }
    for (cage, rule) in model.cages().iter().enumerate() {
        if !rule.repeats() {
            if let Some((digit, cells)) = grid.repeated_digit(rule.cells()) {
                return Err(RuleBroken::Cage { cage, digit, cells });
            }
        }
        let found = rule
            .cells()
            .iter()
            .filter_map(|&cell| grid.get(cell))
            .map(u32::from)
            .sum();
        if found != rule.total() {
            return Err(RuleBroken::CageSum {
                cage,
                expected: rule.total(),
                found,
            });
        }
    }
    match model.tiling() {
        Some(tiling) if !can_be_tiled(tiling, grid) => Err(RuleBroken::Tiling),
        _ => Ok(()),
    }
}

/// Whether the dominoes not placed in advance tile the rest of a full grid.
fn can_be_tiled(tiling: &Tiling, grid: &Grid) -> bool {
    let shape = grid.shape();
    let mut free = vec![true; shape.cell_count()];
    let covered = tiling.placed().iter().flat_map(|domino| domino.cells);
    for cell in covered.chain(tiling.singles().iter().copied()) {
        free[cell.index()] = false;
    }
    let mut used = tiling
        .placed()
        .iter()
        .map(|domino| domino.digits.into_iter().collect())
        .collect();
    tile(grid, &mut free, &mut used)
}

/// Covers the free cells by backtracking, the cell with the fewest dominoes first.
fn tile(grid: &Grid, free: &mut [bool], used: &mut Vec<Digits>) -> bool {
    let shape = grid.shape();
    let pair = |a: Cell, b: Cell| {
        grid.get(a)
            .into_iter()
            .chain(grid.get(b))
            .collect::<Digits>()
    };
    let mut best: Option<(Cell, Vec<Cell>)> = None;
    for cell in shape.cells().filter(|cell| free[cell.index()]) {
        let partners: Vec<Cell> = shape
            .neighbors(cell)
            .filter(|other| free[other.index()])
            .filter(|&other| pair(cell, other).len() == 2 && !used.contains(&pair(cell, other)))
            .collect();
        if best
            .as_ref()
            .map_or(true, |(_, fewest)| partners.len() < fewest.len())
        {
            best = Some((cell, partners));
        }
    }
    let (cell, partners) = match best {
        Some(best) => best,
        None => return true,
    };
    partners.into_iter().any(|partner| {
        free[cell.index()] = false;
        free[partner.index()] = false;
        used.push(pair(cell, partner));
        let done = tile(grid, free, used);
        used.pop();
        free[cell.index()] = true;
        free[partner.index()] = true;
        done
    })
}
