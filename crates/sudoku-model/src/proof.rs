//! Models as exact cover problems for proofs: of uniqueness, of having no solution, of the number
//! of grids.
//!
//! ```
//! use core::ops::ControlFlow;
//! use exactcover::proof;
//! use sudoku_model::proof::Cover;
//! use sudoku_model::{Grid, Model, Shape};
//!
//! let givens: Grid = "1... ..3. .4.. ...2".parse()?;
//! let model = Model::builder(Shape::with_side(4)?).givens(&givens).build()?;
//!
//! let cover = Cover::new(&model);
//! let (mut derivation, mut grids) = (String::new(), Vec::new());
//! let search = cover.problem().search();
//! let report = search.prove(proof::Format::VeriPb, &mut derivation, |solution| {
//!     grids.push(cover.grid(solution));
//!     ControlFlow::Continue(())
//! })?;
//! assert_eq!(report.outcome, sudoku_model::Outcome::Exhausted);
//! assert_eq!(grids, ["1324423124133142".parse()?]);
//!
//! let others: Vec<_> = grids.iter().map(|grid| cover.block(grid)).collect();
//! let mut constraints = String::new();
//! proof::Model::new(cover.problem()).write(proof::Format::VeriPb, &others, &mut constraints)?;
//! assert!(constraints.contains("* item r1c1\n"));
//! // Now `veripb` can certify that no grid fits but this one.
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::board::{Cell, Digits, Grid, Shape};
use crate::model::Model;
use crate::parts::area::Total;
use crate::parts::cover::{encode, Known};
use crate::solve::cover::Reduced;
use crate::solve::Backend;
use exactcover::proof::Block;
use exactcover::{Limits, Problem, Solution};

/// What an option puts on the board: nothing, a digit, or the two of a domino.
pub type Placement = Vec<(Cell, u8)>;

/// A model as an exact cover problem that says no more than the rules: nothing is deduced, so that
/// there is little to believe.
///
/// | item | for each | covered by |
/// |---|---|---|
/// | `r1c1` | cell | a digit in it; if it is given, this one |
/// | `row 1 has 1` | house and digit; secondary if the house has fewer cells than there are digits | the digit in one of its cells |
/// | `cage 1 has 1` | cage and digit | the digit in one of its cells, or a set without it |
/// | `the set of cage 1` | cage | a set of digits that add up to its total |
/// | `thermometer 1 allows 1 in r1c1 beside r1c2` | relation and digit of its first cell, if not all digits go with it; secondary | the digit there, or one in the other cell that does not go with it |
/// | `thermometer 1 reads r1c1` | cell of an automaton, or of a sum of digits that may repeat | one of the digits that it may read there, from one of its states |
/// | `the digit of r1c1` | cell of these; secondary, its color is the digit | the digit there, and the reading of it |
/// | `thermometer 1 after r1c1` | cell of these but the last; secondary, its color is the state | the readings that lead to this state, and from it |
/// | `the verdict on choice 1, case 1, part 1` | part of a case of alternatives; secondary, its color is 1 if the part holds and 2 if not | the readings that end there, and those by which the alternatives read it |
/// | `choice 1, case 1, part 1 reads r1c1` | cell of such a part, or verdict; as for automata, but with a state for what is not accepted | one of the digits, from one of the states |
/// | `domino 1 2` | pair of digits, with the domino rule | the two on neighboring cells, or where it was placed |
///
/// A domino is one option, which puts both digits; only the isolated cells have options of their
/// own.
#[derive(Debug)]
pub struct Cover {
    problem: Problem<Placement>,
    shape: Shape,
}

impl Cover {
    /// The problem whose solutions are the grids that fit the model. A domino board has several
    /// solutions for a grid that can be tiled in several ways.
    ///
    /// # Panics
    /// If [`Backend::COVER`] does not [fit](Backend::fits): if a rule has too many sets of digits,
    /// sums or states.
    #[must_use]
    #[track_caller]
    pub fn new(model: &Model) -> Self {
        let shape = model.shape();
        Self::knowing(model, &vec![shape.digits(); shape.cell_count()], &[])
    }

    /// The same for a search: options that givens and totals exclude at sight are left out, and
    /// there are items for totals that follow by the rule of 45, which begin with `the board`. The
    /// grids are those of [`new`](Self::new); unless dominoes tile the board, each has one
    /// solution.
    ///
    /// # Panics
    /// As [`new`](Self::new).
    ///
    /// ```
    /// use sudoku_model::proof::Cover;
    /// use sudoku_model::{Model, Shape};
    ///
    /// let empty = Model::builder(Shape::with_side(4)?).build()?;
    /// assert_eq!(Cover::reduced(&empty).problem().search().count().answer, 288);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn reduced(model: &Model) -> Self {
        let reduced = Reduced::new(model, &Limits::none());
        let derived = &reduced.totals[model.totals().count()..];
        Self::knowing(model, &reduced.candidates, derived)
    }

    #[track_caller]
    fn knowing(model: &Model, candidates: &[Digits], derived: &[Total]) -> Self {
        assert!(
            Backend::COVER.fits(model),
            "a rule with too many sets of digits, sums or states is not a cover problem"
        );
        let shape = model.shape();
        let known = Known {
            candidates,
            decided: &Grid::empty(shape),
            derived,
            in_full: true,
        };
        let builder = encode(model, &known, &Limits::none()).expect("there are no limits");
        let problem = builder.build();
        let problem =
            problem.unwrap_or_else(|_| unreachable!("every option names each of its items once"));
        Cover { problem, shape }
    }

    /// The exact cover problem.
    #[must_use]
    pub fn problem(&self) -> &Problem<Placement> {
        &self.problem
    }

    /// The grid that a solution stands for.
    #[must_use]
    pub fn grid(&self, solution: &Solution<'_, Placement>) -> Grid {
        let mut grid = Grid::empty(self.shape);
        for &(cell, digit) in solution.labels().flatten() {
            grid.set(cell, digit);
        }
        grid
    }

    /// What leaves out all solutions that stand for this grid, and no others: one of the options is
    /// chosen that put another digit somewhere.
    ///
    /// So a proof with one of these for each grid is about grids, even if some can be tiled in
    /// several ways.
    #[must_use]
    pub fn block(&self, grid: &Grid) -> Block {
        let differs = |&(cell, digit): &(Cell, u8)| grid.get(cell) != Some(digit);
        let problem = &self.problem;
        let others = problem
            .options()
            .filter(|&option| problem.label(option).iter().any(differs));
        Block::NoneOf(others.collect())
    }
}
