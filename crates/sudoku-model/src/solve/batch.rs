//! One question about many puzzles.

use crate::board::{Grid, Shape};
use crate::model::Model;
use crate::solve::{plain9, question};
use core::ops::ControlFlow;
use exactcover::{First, Limits, Outcome, Report, Stats, Ties, Unique};
#[cfg(feature = "rayon")]
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

/// Solves many plain sudokus: for each grid the question is asked of its rows, columns and boxes
/// with its digits as givens.
///
/// The answers are those of [`Model::solver`], in the order of the puzzles. No model is made for a
/// 9 x 9 board, and one for all boards of another shape that follow each other: to make one takes
/// longer than to solve most of them. A grid that has a digit
/// twice in a house has no solution; it is no error.
///
/// ```
/// use sudoku_model::{Batch, Grid, Unique};
///
/// let puzzles: Vec<Grid> = vec![
///     ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...".parse()?,
///     "11..............".parse()?,
///     "1...3...........".parse()?,
/// ];
/// let answers = Batch::new().unique(&puzzles);
/// assert!(matches!(answers[0].answer, Unique::One(_)));
/// assert_eq!(answers[1].answer, Unique::None);
/// assert!(matches!(answers[2].answer, Unique::Many(..)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// With the feature `rayon` there are forms that use all threads of the current pool: `par_first`,
/// `par_unique` and `par_count`.
#[derive(Clone, Debug)]
pub struct Batch {
    ties: Ties,
    limits: Limits,
}

impl Batch {
    /// A batch without limits.
    #[must_use]
    pub const fn new() -> Batch {
        Batch {
            ties: Ties::First,
            limits: Limits::none(),
        }
    }

    /// Which of equally good choices to make; [`Ties::First`] at first.
    #[must_use]
    pub fn ties(mut self, ties: Ties) -> Self {
        self.ties = ties;
        self
    }

    /// When to stop with a puzzle and go on with the next: nodes and solutions are counted anew for
    /// each. Once a deadline has passed or a flag is raised, no other puzzle is begun.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// For each puzzle a grid that fits.
    #[must_use]
    pub fn first(&self, puzzles: &[Grid]) -> Vec<Report<First<Grid>>> {
        let mut worker = Worker::new(self);
        puzzles.iter().map(|puzzle| worker.first(puzzle)).collect()
    }

    /// For each puzzle whether exactly one grid fits.
    #[must_use]
    pub fn unique(&self, puzzles: &[Grid]) -> Vec<Report<Unique<Grid>>> {
        let mut worker = Worker::new(self);
        puzzles.iter().map(|puzzle| worker.unique(puzzle)).collect()
    }

    /// For each puzzle how many grids fit, counted up to `most`.
    #[must_use]
    pub fn count(&self, puzzles: &[Grid], most: u64) -> Vec<Report<u64>> {
        let mut worker = Worker::new(self);
        let counts = puzzles.iter().map(|puzzle| worker.count(puzzle, most));
        counts.collect()
    }
}

/// The same on all threads of the current rayon pool, with the same answers in the same order. They
/// need the feature `rayon`.
#[cfg(feature = "rayon")]
impl Batch {
    /// [`Batch::first`] on several threads.
    #[must_use]
    pub fn par_first(&self, puzzles: &[Grid]) -> Vec<Report<First<Grid>>> {
        let all = puzzles.par_iter();
        all.map_init(|| Worker::new(self), Worker::first).collect()
    }

    /// [`Batch::unique`] on several threads.
    #[must_use]
    pub fn par_unique(&self, puzzles: &[Grid]) -> Vec<Report<Unique<Grid>>> {
        let all = puzzles.par_iter();
        all.map_init(|| Worker::new(self), Worker::unique).collect()
    }

    /// [`Batch::count`] on several threads.
    #[must_use]
    pub fn par_count(&self, puzzles: &[Grid], most: u64) -> Vec<Report<u64>> {
        let all = puzzles.par_iter();
        let count = |worker: &mut Worker<'_>, puzzle| worker.count(puzzle, most);
        all.map_init(|| Worker::new(self), count).collect()
    }
}

impl Default for Batch {
    fn default() -> Self {
        Batch::new()
    }
}

/// What one thread uses for one puzzle after the other.
struct Worker<'b> {
    batch: &'b Batch,
    search: Option<plain9::BandSearch>,
    /// That of the last board that was not 9 x 9.
    model: Option<Model>,
}

impl<'b> Worker<'b> {
    fn new(batch: &'b Batch) -> Self {
        Worker {
            batch,
            search: None,
            model: None,
        }
    }

    fn first(&mut self, puzzle: &Grid) -> Report<First<Grid>> {
        let limits = &self.batch.limits;
        question::first(|visit| self.run(puzzle, limits, &mut |digits| visit(grid(puzzle, digits))))
    }

    fn unique(&mut self, puzzle: &Grid) -> Report<Unique<Grid>> {
        let limits = &self.batch.limits;
        question::unique(|visit| {
            self.run(puzzle, limits, &mut |digits| visit(grid(puzzle, digits)))
        })
    }

    fn count(&mut self, puzzle: &Grid, most: u64) -> Report<u64> {
        question::count(most, &self.batch.limits, |limits, visit| {
            self.run(puzzle, limits, &mut |_| visit(()))
        })
    }

    fn run(
        &mut self,
        puzzle: &Grid,
        limits: &Limits,
        visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Report<()> {
        let (shape, ties) = (puzzle.shape(), self.batch.ties);
        if shape == Shape::CLASSIC {
            let new = || plain9::BandSearch::new(ties);
            let search = self.search.get_or_insert_with(new);
            return search.run(puzzle, limits, &mut |digits| visit(digits));
        }
        let known = self.model.take().filter(|model| model.shape() == shape);
        let model = known.unwrap_or_else(|| {
            let plain = Model::builder(shape).build();
            plain.unwrap_or_else(|_| unreachable!("a board without givens is in order"))
        });
        let model = self.model.insert(model);
        if model.replace_givens(puzzle).is_err() {
            // A digit is twice in a house.
            return Report {
                answer: (),
                outcome: Outcome::Exhausted,
                stats: Stats::default(),
            };
        }
        let solver = model.solver().ties(ties).limits(limits.clone());
        solver.run(|grid| visit(grid.digits()))
    }
}

fn grid(puzzle: &Grid, digits: &[u8]) -> Grid {
    Grid::solved(puzzle.shape(), digits.to_vec())
}
