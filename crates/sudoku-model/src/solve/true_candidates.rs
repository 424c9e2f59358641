//! Which digits of which cells occur in some grid, and in how many.

use super::Solver;
use crate::board::{Cell, Digits, Grid, Shape};
use crate::model::Model;
use core::ops::ControlFlow;
use exactcover::{Limit, Outcome, Report, Stats, Ties};
use std::collections::HashSet;

/// One search shows so many grids, or so many for each that is to be counted, before digits are
/// asked for one by one: most often there are no more.
const FIRST_GRIDS: u64 = 20;
const GRIDS_A_COUNT: u64 = 8;

/// The digits of each cell that occur in some grid, each with its number of grids up to a cap: from
/// [`Model::true_candidates`] and [`Solver::true_candidates`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrueCandidates {
    shape: Shape,
    cap: u64,
    /// Per cell and digit, the grids found that have it, up to the cap.
    counts: Vec<u64>,
    /// Per cell, the digits found.
    found: Vec<Digits>,
    /// Per cell, the digits whose number is not known yet.
    open: Vec<Digits>,
}

impl TrueCandidates {
    /// The digits of a cell that occur in some grid: all of them, unless others are
    /// [open](Self::open).
    ///
    /// # Panics
    /// If the cell is not of this board; so do the other two.
    #[must_use]
    #[track_caller]
    pub fn get(&self, cell: Cell) -> Digits {
        self.found[self.shape.index_of(cell)]
    }

    /// How many grids have the digit in the cell, up to the cap. If the digit is
    /// [open](Self::open), there may be more.
    #[must_use]
    #[track_caller]
    pub fn count(&self, cell: Cell, digit: u8) -> u64 {
        let found = self.get(cell).has(digit);
        if found {
            self.counts[place(cell, digit)]
        } else {
            0
        }
    }

    /// The digits of a cell that a limit has left open; none without a limit. Those among them that
    /// were [found](Self::get) may be in more grids than were counted, and the others in some or in
    /// none.
    #[must_use]
    #[track_caller]
    pub fn open(&self, cell: Cell) -> Digits {
        self.open[self.shape.index_of(cell)]
    }

    /// Nothing found yet, and nothing excluded but what a given sees.
    fn new(model: &Model, cap: u64) -> TrueCandidates {
        let shape = model.shape();
        TrueCandidates {
            shape,
            cap,
            counts: vec![0; shape.cell_count() * DIGITS],
            found: vec![Digits::empty(); shape.cell_count()],
            open: model.unseen(),
        }
    }

    /// Counts a grid that was not found before.
    fn add(&mut self, grid: &Grid) {
        for (cell, digit) in grid.filled() {
            let count = &mut self.counts[place(cell, digit)];
            *count = self.cap.min(*count + 1);
            self.found[cell.index()] |= Digits::single(digit);
            if *count == self.cap {
                self.open[cell.index()] -= Digits::single(digit);
            }
        }
    }
}

/// Numbers for each cell: one for each digit from 0.
const DIGITS: usize = Digits::MAX as usize + 1;

fn place(cell: Cell, digit: u8) -> usize {
    cell.index() * DIGITS + usize::from(digit)
}

impl Model {
    /// Every digit of every cell that occurs in some grid, found without limits.
    ///
    /// ```
    /// use sudoku_model::{Digits, Model, Shape};
    ///
    /// let shape = Shape::with_side(4)?;
    /// let cell = |column| shape.cell(0, column);
    /// let model = Model::builder(shape).cage(7, [cell(0), cell(1)]).given(cell(2), 1).build()?;
    /// let candidates = model.true_candidates();
    /// assert_eq!(candidates.get(cell(0)), Digits::single(3) | Digits::single(4));
    /// assert_eq!(candidates.get(cell(3)), Digits::single(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn true_candidates(&self) -> TrueCandidates {
        self.solver().true_candidates(1).answer
    }
}

impl Solver<'_> {
    /// Every digit of every cell that occurs in some grid, with the number of grids that have it,
    /// counted up to `cap`; a cap of 0 is the same as 1. The outcome is [`Outcome::Exhausted`] if
    /// the grids found are all that there are, [`Outcome::Stopped`] if the cap cut some number.
    /// When a limit was reached, what was not found out is [open](TrueCandidates::open).
    ///
    /// The limits hold for all the searches together, and the statistics are those of all. The ties
    /// count for the first search; the others have ties of their own, to find other grids.
    ///
    /// ```
    /// use sudoku_model::{Limit, Limits, Model, Outcome, Shape};
    ///
    /// let model = Model::builder(Shape::CLASSIC).build()?;
    /// let report = model.solver().true_candidates(10);
    /// assert_eq!(report.outcome, Outcome::Stopped);
    /// assert!(model.shape().cells().all(|cell| report.answer.count(cell, 5) == 10));
    ///
    /// let report = model.solver().limits(Limits::none().solutions(1)).true_candidates(10);
    /// assert_eq!(report.outcome, Outcome::LimitReached(Limit::Solutions));
    /// for cell in model.shape().cells() {
    ///     assert_eq!(report.answer.get(cell).len(), 1);
    ///     assert_eq!(report.answer.open(cell).len(), 9);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Complexity
    /// One search where there are few grids. Otherwise one for each digit of a cell that the grids
    /// of earlier searches do not settle: some 40 on a plain 9 x 9 board, which take half a
    /// millisecond. With a cap above 1 all grids found are kept until the end; a limit on solutions
    /// bounds them.
    #[must_use]
    pub fn true_candidates(&self, cap: u64) -> Report<TrueCandidates> {
        let mut inquiry = Inquiry {
            solver: self,
            answer: TrueCandidates::new(self.model, cap.max(1)),
            shown: HashSet::new(),
            stats: Stats::default(),
        };
        let outcome = inquiry.settle();
        Report {
            answer: inquiry.answer,
            outcome,
            stats: inquiry.stats,
        }
    }
}

/// What all the searches for one answer have found.
struct Inquiry<'s, 'm> {
    solver: &'s Solver<'m>,
    answer: TrueCandidates,
    /// Every grid found, if one that was found before could still count.
    shown: HashSet<Grid>,
    stats: Stats,
}

impl Inquiry<'_, '_> {
    fn settle(&mut self) -> Outcome {
        let most = FIRST_GRIDS.max(self.answer.cap.saturating_mul(GRIDS_A_COUNT));
        let mut model = self.solver.model.clone();
        let mut count = 0;
        let ties = self.solver.settings.ties;
        let first = self.search(&model, ties, |_| {
            count += 1;
            count == most
        });
        if first == Outcome::Exhausted {
            self.answer.open.fill(Digits::empty());
        }
        if first != Outcome::Stopped {
            return first;
        }
        for cell in model.shape().cells() {
            let given = model.givens().get(cell);
            while let Some(digit) = self.answer.open[cell.index()].min() {
                model.set_given(cell, Some(digit));
                // Other ties lead to other grids, which settle more than those next to the last.
                let ties = Ties::Random(self.stats.solutions as u64);
                match self.search(&model, ties, |answer| !answer.open(cell).has(digit)) {
                    Outcome::Stopped => {}
                    Outcome::Exhausted => self.answer.open[cell.index()] -= Digits::single(digit),
                    limit => return limit,
                }
            }
            model.set_given(cell, given);
        }
        Outcome::Stopped
    }

    /// Counts the new grids of a model until there are enough.
    fn search(
        &mut self,
        model: &Model,
        ties: Ties,
        mut enough: impl FnMut(&TrueCandidates) -> bool,
    ) -> Outcome {
        let limits = &self.solver.settings.limits;
        if let Some(limit) = limits.reached(&self.stats) {
            return Outcome::LimitReached(limit);
        }
        let mut solver = self.solver.with_model(model).ties(ties);
        // Grids that were found before do not count.
        solver.settings.limits = limits.after(&self.stats).solutions(u128::MAX);
        let (answer, shown, stats) = (&mut self.answer, &mut self.shown, &mut self.stats);
        let mut full = None;
        let report = solver.run(|grid| {
            if answer.cap > 1 && !shown.insert(grid.clone()) {
                return ControlFlow::Continue(());
            }
            answer.add(&grid);
            stats.solutions += 1;
            let solutions = Stats {
                solutions: stats.solutions,
                ..Stats::default()
            };
            full = limits
                .reached(&solutions)
                .filter(|&limit| limit == Limit::Solutions);
            if enough(answer) || full.is_some() {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        stats.nodes += report.stats.nodes;
        stats.updates += report.stats.updates;
        stats.max_depth = stats.max_depth.max(report.stats.max_depth);
        stats.engine = report.stats.engine;
        full.map_or(report.outcome, Outcome::LimitReached)
    }
}
