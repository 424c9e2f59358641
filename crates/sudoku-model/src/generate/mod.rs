//! Puzzles by seed, each with exactly one solution.
//!
//! Both generators begin with a random grid and end with a puzzle that has no other solution:
//! [`killer`] divides the grid into cages, [`clues`] takes digits away. What they share is here.

pub(crate) mod clues;
pub(crate) mod killer;
mod layout;
pub(crate) mod symmetry;

use core::fmt;
use core::ops::RangeInclusive;

use exactcover::{Limit, SplitMix64, Stats, Ties};

use self::symmetry::Symmetry;
use crate::board::{Cell, Grid, Shape};
use crate::model::{Builder, Model, ModelError};
use crate::solve::{Backend, Budget, Solver};

/// Grids to try before giving up.
const ATTEMPTS: usize = 30;
/// Nodes to complete a grid of few digits; others are drawn instead.
const GRID_NODES: u64 = 20_000;

/// Nodes to find a second grid, even if a proof may take less.
const SEARCH_NODES: u64 = 500;

/// A puzzle that a [`KillerGenerator`](crate::KillerGenerator) or a
/// [`ClueGenerator`](crate::ClueGenerator) has made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// The puzzle.
    pub model: Model,
    /// Its only solution.
    pub solution: Grid,
    /// What the solver needed to prove that: a measure of how hard the puzzle is. Without a node it
    /// gives way to plain deductions.
    pub stats: Stats,
    /// Whether every clue was shown to be needed: without it, or without it and its images on a
    /// symmetric board, there is a second solution. Givens of the rules do not count. Killers are
    /// not examined for that: always `false`.
    pub minimal: bool,
}

/// What a solver makes of some random digits; `None` if they came out badly.
///
/// Every grid can come out, but not equally often: see `DESIGN.md`.
fn random_grid(
    rules: &Builder,
    random: &mut SplitMix64,
    budget: &mut Budget<'_>,
) -> Result<Option<Grid>, Limit> {
    let mut rules = rules.clone();
    let mut model = match rules.build() {
        Ok(model) => model,
        Err(_) => return Ok(None),
    };
    let shape = model.shape();
    let mut cells: Vec<Cell> = shape.cells().collect();
    random.shuffle(&mut cells);
    let digits: Vec<u8> = shape.digits().digits().collect();
    for &cell in cells.iter().take(digits.len()) {
        budget.check()?;
        let mut with_digit = rules.clone();
        with_digit.given(cell, digits[random.below(digits.len())]);
        if let Ok(more) = with_digit.build() {
            (rules, model) = (with_digit, more);
        }
    }
    let backend = if Backend::CANDIDATES.fits(&model) {
        Backend::CANDIDATES
    } else {
        Backend::COVER
    };
    let solver = model.solver_with(backend);
    let solver = solver.ties(Ties::Random(random.next_u64()));
    let report = budget.ask(solver, GRID_NODES, Solver::first)?;
    Ok(report.answer.found())
}

/// Why there is no puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum GenerateError {
    /// The rules are no model.
    Rules(ModelError),
    /// The rules have cages of their own, and a [`KillerGenerator`](crate::KillerGenerator) was to
    /// make some.
    Cages,
    /// No size, cages without cells, or cages of more cells than there are digits.
    CageSizes {
        /// The sizes that were asked for.
        sizes: RangeInclusive<usize>,
        /// The number of digits.
        most: usize,
    },
    /// A symmetry that exchanges rows and columns, on a board that is no square.
    Symmetry {
        /// The symmetry.
        symmetry: Symmetry,
        /// The board.
        shape: Shape,
    },
    /// No number of clues, fewer than the rules give, or more than there are cells.
    Clues {
        /// The numbers that were asked for.
        clues: RangeInclusive<usize>,
        /// How many digits the rules give.
        given: usize,
        /// The number of cells.
        cells: usize,
    },
    /// None of many random boards led to a puzzle with one solution: there may be none, or smaller
    /// cages or more givens may help. Asking again goes on with other boards.
    GaveUp {
        /// The number of boards.
        attempts: usize,
    },
    /// Many puzzles were made, and each had more clues than were asked for. Asking again goes on
    /// with other boards; with a symmetry, a wider range may help.
    TooManyClues {
        /// The most clues that were asked for.
        most: usize,
        /// The fewest clues that a puzzle had.
        fewest: usize,
        /// The number of boards.
        attempts: usize,
    },
    /// The limits of the generator were reached first. It is as if it had not been asked: with
    /// more time, it makes the same puzzle.
    LimitReached(Limit),
}

/// `2..5 cells`, or `2 cells or more` without an end.
fn write_range(f: &mut fmt::Formatter<'_>, range: &RangeInclusive<usize>, of: &str) -> fmt::Result {
    match *range.end() {
        usize::MAX => write!(f, "{} {of} or more", range.start()),
        end => write!(f, "{}..{end} {of}", range.start()),
    }
}

impl fmt::Display for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GenerateError::Rules(error) => write!(f, "{error}"),
            GenerateError::Cages => f.write_str("the rules have cages already"),
            GenerateError::CageSizes { sizes, most } => {
                f.write_str("cages of ")?;
                write_range(f, sizes, "cells")?;
                write!(f, ": only sizes from 1 to {most} will do")
            }
            GenerateError::Symmetry { symmetry, shape } => write!(
                f,
                "the symmetry \"{}\" needs a square board, and this has {}",
                symmetry.name(),
                shape.size()
            ),
            GenerateError::Clues {
                clues,
                given,
                cells,
            } => {
                write_range(f, clues, "clues")?;
                write!(f, ": only numbers from {given} to {cells} will do")
            }
            GenerateError::GaveUp { attempts } => {
                write!(f, "no puzzle with one solution on {attempts} boards")
            }
            GenerateError::TooManyClues {
                most,
                fewest,
                attempts,
            } => write!(
                f,
                "no puzzle of at most {most} clues on {attempts} boards: the best has {fewest}"
            ),
            GenerateError::LimitReached(limit) => f.write_str(match limit {
                Limit::Deadline => "no puzzle before the deadline",
                Limit::Cancelled => "cancelled before there was a puzzle",
                _ => "no puzzle with so many nodes",
            }),
        }
    }
}

impl std::error::Error for GenerateError {}
