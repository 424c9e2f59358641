//! Solving a model: one grid, the only grid, or how many.
//!
//! Solutions are told apart by their grids: two tilings of a domino board with the same digits
//! are one solution.

use crate::cover::Cover;
use crate::grid::Grid;
use crate::model::Model;
use core::ops::ControlFlow;
use exactcover::{Engine, First, Limits, Report, Strategy, Ties, Unique};
use std::collections::BTreeSet;

impl Model {
    /// A solver for the model, every setting at its default.
    #[must_use]
    pub fn solver(&self) -> Solver<'_> {
        // Weights cut killers and large boards by orders of magnitude and double the tree of the
        // domino boards, where failures have no favorite place.
        let strategy = if self.tiling().is_some() {
            Strategy::Mrv
        } else {
            Strategy::Weighted
        };
        Solver {
            model: self,
            strategy,
            ties: Ties::First,
            limits: Limits::none(),
        }
    }

    /// A grid that fits, found without limits.
    ///
    /// ```
    /// use sudoku_model::{Grid, Model, Shape};
    ///
    /// let puzzle: Grid = "
    ///     53..7....
    ///     6..195...
    ///     .98....6.
    ///     8...6...3
    ///     4..8.3..1
    ///     7...2...6
    ///     .6....28.
    ///     ...419..5
    ///     ....8..79".parse()?;
    /// let model = Model::builder(Shape::CLASSIC).givens(&puzzle).build()?;
    /// let grid = model.solve().found().expect("it has a solution");
    /// assert!(grid.to_string().starts_with("534678912"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn solve(&self) -> First<Grid> {
        self.solver().first().answer
    }

    /// Whether exactly one grid fits, found out without limits.
    #[must_use]
    pub fn unique(&self) -> Unique<Grid> {
        self.solver().unique().answer
    }

    /// How many grids fit, counted up to `most`.
    ///
    /// ```
    /// use sudoku_model::{Model, Shape};
    /// let model = Model::builder(Shape::with_side(4)?).build()?;
    /// assert_eq!(model.count(u64::MAX), 288);
    /// assert_eq!(model.count(10), 10);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn count(&self, most: u64) -> u64 {
        self.solver().count(most).answer
    }
}

/// A solver that is set up and not yet running. Each question starts anew.
#[derive(Clone, Debug)]
pub struct Solver<'m> {
    model: &'m Model,
    strategy: Strategy,
    ties: Ties,
    limits: Limits,
}

impl Solver<'_> {
    /// How to choose what to branch on; at first [`Strategy::Mrv`] for domino boards and
    /// [`Strategy::Weighted`] for all others.
    #[must_use]
    pub fn strategy(mut self, strategy: Strategy) -> Self {
        self.strategy = strategy;
        self
    }

    /// Which of equally good choices to make; [`Ties::First`] at first.
    #[must_use]
    pub fn ties(mut self, ties: Ties) -> Self {
        self.ties = ties;
        self
    }

    /// When to stop; never at first. A limit on solutions counts covers, of which a domino board
    /// can have several a grid.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// A grid that fits.
    #[must_use]
    pub fn first(&self) -> Report<First<Grid>> {
        let mut found = None;
        let report = self.run(|grid| {
            found = Some(grid);
            ControlFlow::Break(())
        });
        let answer = First::new(found, report.outcome);
        report.map(|()| answer)
    }

    /// Whether exactly one grid fits, with two witnesses if there are more.
    #[must_use]
    pub fn unique(&self) -> Report<Unique<Grid>> {
        let mut found = [None, None];
        let report = self.run(|grid| match &found {
            [None, _] => {
                found[0] = Some(grid);
                ControlFlow::Continue(())
            }
            [Some(first), _] if *first == grid => ControlFlow::Continue(()),
            _ => {
                found[1] = Some(grid);
                ControlFlow::Break(())
            }
        });
        let [first, second] = found;
        let answer = Unique::new(first, second, report.outcome);
        report.map(|()| answer)
    }

    /// How many grids fit, counted up to `most`. The outcome says whether these are all.
    ///
    /// # Complexity
    /// A domino board needs space for every grid that it has found.
    #[must_use]
    pub fn count(&self, most: u64) -> Report<u64> {
        let mut count = 0;
        let mut seen = BTreeSet::new();
        let several_covers_a_grid = self.model.tiling().is_some();
        let mut solver = self.clone();
        if most == 0 {
            solver.limits = solver.limits.solutions(0);
        }
        let report = solver.run(|grid| {
            if !several_covers_a_grid || seen.insert(grid.digits().to_vec()) {
                count += 1;
            }
            if count >= most {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        report.map(|()| count)
    }

    /// Shows the grid of every cover to `visit`.
    fn run(&self, mut visit: impl FnMut(Grid) -> ControlFlow<()>) -> Report<()> {
        let cover = Cover::new(self.model);
        let search = cover.problem.search_with(Engine::CELLS);
        let search = search
            .strategy(self.strategy)
            .ties(self.ties)
            .limits(self.limits.clone());
        search.run(|solution| visit(cover.grid(solution)))
    }
}
