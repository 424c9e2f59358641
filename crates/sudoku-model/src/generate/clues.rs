//! Puzzles of clues: the digits of a random grid, taken away while no second grid appears.
//!
//! Whether a clue can go is one question to the solver: is there a grid that keeps the other
//! clues and is not the solution? What was needed once is needed forever, because fewer
//! clues only let more grids in. So one pass over the clues in random order leaves a puzzle in
//! which each is needed. While most can go, a whole run of them is taken away with one question,
//! and cut in halves if that was too much: the puzzle is the same as one by one.
//!
//! Fewer clues than a pass leaves are found by small steps: put some back, take others away, and go
//! on from there unless there are more now.

use core::ops::{ControlFlow, RangeInclusive};

use exactcover::{Limit, Limits, Outcome, SplitMix64, Stats};

use super::symmetry::{self, Symmetry};
use super::{random_grid, GenerateError, Puzzle, ATTEMPTS, SEARCH_NODES};
use crate::board::{Cell, Grid};
use crate::model::{Builder, Model};
use crate::solve::Budget;

/// For a question, at first.
const FIRST_NODES: u64 = 64;
/// Questions that were too hard are asked again, when all others have been, with so many times the
/// nodes: a few of them would take as long as all others.
const MORE_NODES: u64 = 8;

/// Changes of a puzzle that has too many clues.
const CHANGES: usize = 400;
/// Groups of clues that a change puts back.
const PUT_BACK: usize = 3;

/// Makes puzzles of clues with exactly one solution; an endless source of them for one seed.
///
/// ```
/// use sudoku_model::{ClueGenerator, Model, Shape, Symmetry, Unique};
///
/// let rules = Model::builder(Shape::CLASSIC);
/// let mut generator = ClueGenerator::new(&rules, 1);
/// let puzzle = generator.generate()?;
/// assert_eq!(puzzle.model.unique(), Unique::One(puzzle.solution));
/// assert!(puzzle.minimal);
///
/// let mut generator = generator.clues(30..=30).symmetry(Symmetry::HalfTurn);
/// let givens = generator.generate()?.model.givens().clone();
/// assert_eq!(givens.filled().count(), 30);
/// assert!(givens.filled().all(|(cell, _)| {
///     let orbit = Symmetry::HalfTurn.orbit(Shape::CLASSIC, cell);
///     orbit.iter().all(|&image| givens.get(image).is_some())
/// }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ClueGenerator {
    rules: Builder,
    random: SplitMix64,
    symmetry: Symmetry,
    clues: RangeInclusive<usize>,
    max_nodes: u64,
    limits: Limits,
}

impl ClueGenerator {
    /// A generator of puzzles with clues on a board with these rules: any shape, boxes, diagonals,
    /// extra regions and cages, and givens that every puzzle will have. The same seed gives the
    /// same puzzles on every machine, but not with every release.
    #[must_use]
    pub fn new(rules: &Builder, seed: u64) -> Self {
        ClueGenerator {
            rules: rules.clone(),
            random: SplitMix64::new(seed),
            symmetry: Symmetry::None,
            clues: 0..=usize::MAX,
            max_nodes: u64::MAX,
            limits: Limits::none(),
        }
    }

    /// Which images of a clue must be clues too; [`Symmetry::None`] at first. Clues then come and
    /// go together with their images, and a minimal puzzle is one in which no such group can go.
    /// Givens of the rules have no images.
    #[must_use]
    pub fn symmetry(mut self, symmetry: Symmetry) -> Self {
        self.symmetry = symmetry;
        self
    }

    /// How many clues a puzzle may have, with those that the rules give; any number at first.
    ///
    /// No clue is taken away below the start of the range, so the puzzle need not be
    /// [`minimal`](Puzzle::minimal) there. Above it clues are taken away while that is possible.
    /// While a minimal puzzle has more than the end of the range, some clues are put back and
    /// others are taken away; then another grid is tried. Minimal 9 x 9 puzzles mostly have 23 to
    /// 26 clues. There, 21 take some milliseconds, 19 a third of a second, and 17, the fewest that
    /// there can be, are as good as never found.
    #[must_use]
    pub fn clues(mut self, clues: RangeInclusive<usize>) -> Self {
        self.clues = clues;
        self
    }

    /// How hard a puzzle may become: the most nodes that the solver may need to prove that it has
    /// one solution; any number at first. A clue stays if the proof would take more without it,
    /// and then the puzzle need not be [`minimal`](Puzzle::minimal). With 0, plain deductions
    /// solve it.
    #[must_use]
    pub fn max_nodes(mut self, nodes: u64) -> Self {
        self.max_nodes = nodes;
        self
    }

    /// When to give up on a puzzle: at a deadline, when a flag is raised, or after so many nodes of
    /// all questions to the solver together; never at first. A limit on solutions means nothing
    /// here.
    ///
    /// They are looked at as often as [`Limits`] says, and between the questions. There is no half
    /// of a puzzle then, but [`GenerateError::LimitReached`], and the generator is as if it had not
    /// been asked. So the puzzles of a seed are the same however often it was stopped.
    ///
    /// ```
    /// use std::sync::{atomic::AtomicBool, Arc};
    /// use sudoku_model::{ClueGenerator, GenerateError, Limit, Limits, Model, Shape};
    ///
    /// let flag = Arc::new(AtomicBool::new(true));
    /// let generator = ClueGenerator::new(&Model::builder(Shape::CLASSIC), 1);
    /// let mut stopped = generator.clone().limits(Limits::none().cancel(flag));
    /// let cancelled = GenerateError::LimitReached(Limit::Cancelled);
    /// assert_eq!(stopped.generate(), Err(cancelled));
    ///
    /// let mut again = stopped.limits(Limits::none());
    /// assert_eq!(again.generate(), generator.clone().generate());
    /// ```
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits.solutions(u128::MAX);
        self
    }

    /// The next puzzle.
    ///
    /// # Errors
    /// [`GenerateError::Rules`], [`GenerateError::Clues`] and [`GenerateError::Symmetry`] for what
    /// cannot be meant,
    /// [`GenerateError::GaveUp`] and [`GenerateError::TooManyClues`] for what was not found, and
    /// [`GenerateError::LimitReached`] for what was not looked for to the end.
    ///
    /// # Complexity
    /// A minimal puzzle takes less than one question to the solver for each cell: about 0.2 ms on a
    /// 9 x 9 board and 9 ms on a 16 x 16 one. On a 25 x 25 board, 300 clues take about 0.1 s, and
    /// minimal puzzles may take hours: set [`clues`](Self::clues), [`max_nodes`](Self::max_nodes)
    /// or [`limits`](Self::limits) there.
    pub fn generate(&mut self) -> Result<Puzzle, GenerateError> {
        let rules = self.rules.build().map_err(GenerateError::Rules)?;
        let (given, cells) = (rules.givens().filled().count(), rules.shape().cell_count());
        let (least, most) = (*self.clues.start(), *self.clues.end());
        if self.clues.is_empty() || least > cells || most < given {
            let clues = self.clues.clone();
            return Err(GenerateError::Clues {
                clues,
                given,
                cells,
            });
        }
        let (symmetry, shape) = (self.symmetry, rules.shape());
        if symmetry.turns() && shape.row_count() != shape.column_count() {
            return Err(GenerateError::Symmetry { symmetry, shape });
        }
        let before = self.random.clone();
        self.search(&rules).unwrap_or_else(|limit| {
            self.random = before;
            Err(GenerateError::LimitReached(limit))
        })
    }

    fn search(&mut self, rules: &Model) -> Result<Result<Puzzle, GenerateError>, Limit> {
        let most = *self.clues.end();
        let limits = self.limits.clone();
        let mut budget = Budget::new(&limits);
        let mut fewest = usize::MAX;
        for _ in 0..ATTEMPTS {
            if let Some(solution) = random_grid(&self.rules, &mut self.random, &mut budget)? {
                let puzzle = self.attempt(rules, solution, &mut budget)?;
                let clues = puzzle.model.givens().filled().count();
                if clues <= most {
                    return Ok(Ok(puzzle));
                }
                fewest = fewest.min(clues);
            }
        }
        let attempts = ATTEMPTS;
        Ok(Err(if fewest == usize::MAX {
            GenerateError::GaveUp { attempts }
        } else {
            GenerateError::TooManyClues {
                most,
                fewest,
                attempts,
            }
        }))
    }

    /// A puzzle with this solution, of few clues if many would be too many.
    fn attempt(
        &mut self,
        rules: &Model,
        solution: Grid,
        budget: &mut Budget<'_>,
    ) -> Result<Puzzle, Limit> {
        let shape = solution.shape();
        let free = |&cell: &Cell| rules.givens().get(cell).is_none();
        let cells: Vec<Cell> = shape.cells().filter(free).collect();
        let mut orbits = symmetry::orbits(self.symmetry, shape, &cells);
        self.random.shuffle(&mut orbits);
        let mut board = Board {
            model: rules.with_givens(solution.clone()),
            solution,
            clues: shape.cell_count(),
            least: *self.clues.start(),
            max_nodes: self.max_nodes,
            stats: Stats::default(),
            minimal: false,
        };
        board.reduce(&orbits, budget)?;
        for _ in 0..CHANGES {
            if board.clues <= *self.clues.end() {
                break;
            }
            self.random.shuffle(&mut orbits);
            let given = |orbit: &Vec<Cell>| board.model.givens().get(orbit[0]).is_some();
            let (mut order, mut back): (Vec<_>, Vec<_>) = orbits.iter().cloned().partition(given);
            back.truncate(PUT_BACK);
            let mut changed = board.clone();
            changed.put_back(&back);
            order.append(&mut back);
            changed.reduce(&order, budget)?;
            if changed.clues <= board.clues {
                board = changed;
            }
        }
        Ok(Puzzle {
            model: board.model,
            solution: board.solution,
            stats: board.stats,
            minimal: board.minimal,
        })
    }
}

/// A puzzle on its way.
#[derive(Clone)]
struct Board {
    model: Model,
    solution: Grid,
    /// How many clues the model has.
    clues: usize,
    /// How many clues have to stay.
    least: usize,
    max_nodes: u64,
    /// What the last proof took.
    stats: Stats,
    /// Whether all groups of clues that stay are known to be needed.
    minimal: bool,
}

/// What there is to say about the clues on a board.
#[derive(PartialEq, Eq)]
enum Quality {
    /// No grid but the solution has them.
    Unique,
    /// Another one has.
    Many,
    /// It takes too much to find out.
    TooHard,
}

impl Board {
    /// Takes away what can go of some groups of clues.
    fn reduce(&mut self, groups: &[Vec<Cell>], budget: &mut Budget<'_>) -> Result<(), Limit> {
        let most = self.max_nodes.saturating_add(1).max(SEARCH_NODES);
        let mut nodes = FIRST_NODES;
        let mut open = self.thin_out(groups, nodes, budget)?;
        while !open.is_empty() && nodes < most {
            nodes = nodes.saturating_mul(MORE_NODES).min(most);
            open = self.thin_out(&open, nodes, budget)?;
        }
        self.minimal = open.is_empty();
        Ok(())
    }

    /// Takes away groups of clues, in this order, with questions of so many nodes. The answer are
    /// the groups that stay and may be needed or not.
    fn thin_out(
        &mut self,
        groups: &[Vec<Cell>],
        nodes: u64,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Vec<Cell>>, Limit> {
        let mut open = Vec::new();
        let mut next = 0;
        // How many groups to take away at once, and how many went since the last that stayed.
        let (mut length, mut gone) = (groups.len() / 4, 0);
        // All groups up to here are too many.
        let mut too_many = None;
        while next < groups.len() {
            let run = self.affordable(&groups[next..], length.max(1));
            let verdict = match run {
                0 => Quality::TooHard,
                // The other half went, and with this one it was too much.
                1 if too_many == Some(next + 1) => Quality::Many,
                _ => self.judge_without(&groups[next..next + run], nodes, budget)?,
            };
            if verdict == Quality::Unique {
                next += run;
                gone += run;
                length = too_many.map_or(2 * run, |end| (end - next) / 2);
            } else if run > 1 {
                too_many = (verdict == Quality::Many).then(|| next + run);
                length = run / 2;
            } else {
                if verdict == Quality::TooHard {
                    open.push(groups[next].clone());
                }
                next += 1;
                too_many = None;
                length = gone / 2;
                gone = 0;
            }
        }
        Ok(open)
    }

    /// How many of the groups, up to `most`, can go if enough clues have to stay.
    fn affordable(&self, groups: &[Vec<Cell>], most: usize) -> usize {
        let mut left = self.clues - self.least;
        let groups = groups.iter().take(most);
        let fits = groups.take_while(|group| {
            let fits = group.len() <= left;
            left = left.saturating_sub(group.len());
            fits
        });
        fits.count()
    }

    /// Takes some groups away, and puts them back if the solution is not the only grid without.
    fn judge_without(
        &mut self,
        groups: &[Vec<Cell>],
        nodes: u64,
        budget: &mut Budget<'_>,
    ) -> Result<Quality, Limit> {
        for &cell in groups.iter().flatten() {
            self.model.set_given(cell, None);
            self.clues -= 1;
        }
        let verdict = self.judge(nodes, budget)?;
        if verdict != Quality::Unique {
            self.put_back(groups);
        }
        Ok(verdict)
    }

    fn put_back(&mut self, groups: &[Vec<Cell>]) {
        for &cell in groups.iter().flatten() {
            self.model.set_given(cell, self.solution.get(cell));
            self.clues += 1;
        }
    }

    fn judge(&mut self, nodes: u64, budget: &mut Budget<'_>) -> Result<Quality, Limit> {
        let mut another = false;
        let report = budget.ask(self.model.solver(), nodes, |solver| {
            solver.run(|grid| {
                another = grid != self.solution;
                if another {
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            })
        })?;
        if another {
            return Ok(Quality::Many);
        }
        if report.outcome != Outcome::Exhausted || report.stats.nodes > self.max_nodes {
            return Ok(Quality::TooHard);
        }
        self.stats = report.stats;
        Ok(Quality::Unique)
    }
}

#[cfg(test)]
mod tests {
    use super::{Board, Budget, Limits, Stats};
    use crate::board::{Cell, Shape};
    use crate::generate::random_grid;
    use crate::generate::symmetry::{orbits, Symmetry};
    use crate::solve::Backend;
    use crate::Model;
    use exactcover::SplitMix64;

    #[test]
    fn runs_leave_the_same_clues_as_one_by_one() {
        let (limits, mut random) = (Limits::none(), SplitMix64::new(3));
        for k in 0..30 {
            let shape = Shape::with_side(4 + k % 6).expect("a side");
            let rules = Model::builder(shape);
            let mut budget = Budget::new(&limits);
            let solution = match random_grid(&rules, &mut random, &mut budget) {
                Ok(Some(solution)) => solution,
                _ => continue,
            };
            let symmetry = Symmetry::ALL[k % Symmetry::ALL.len()];
            let cells: Vec<Cell> = shape.cells().collect();
            let mut groups = orbits(symmetry, shape, &cells);
            random.shuffle(&mut groups);
            let least = random.below(shape.cell_count());
            let mut board = Board {
                model: rules.clone().givens(&solution).build().expect("a model"),
                solution: solution.clone(),
                clues: shape.cell_count(),
                least,
                max_nodes: u64::MAX,
                stats: Stats::default(),
                minimal: false,
            };
            board.reduce(&groups, &mut budget).expect("no limit");

            let mut givens = solution;
            for group in groups {
                let mut fewer = givens.clone();
                group.iter().for_each(|&cell| fewer.set(cell, None));
                let model = rules.clone().givens(&fewer).build().expect("a model");
                let count = model.solver_with(Backend::COVER).count(2).answer;
                if count == 1 && fewer.filled().count() >= least {
                    givens = fewer;
                }
            }
            assert_eq!(board.model.givens(), &givens);
        }
    }
}
