//! Killers by seed, each with exactly one solution.
//!
//! A random grid is divided into small cages at random. Every other grid that fits them too is
//! kept as a witness, and the cages are changed until no known witness fits; only then is the
//! solver asked for the next one. What is unique at last gets harder: cages are joined while no
//! second grid appears.

use core::ops::RangeInclusive;

use exactcover::{Limit, Limits, SplitMix64, Stats, Unique};

use super::layout::Layout;
use super::symmetry::{self, Symmetry};
use super::{random_grid, GenerateError, Puzzle, ATTEMPTS, SEARCH_NODES};
use crate::board::{Cell, Grid, Shape};
use crate::model::{Builder, Model};
use crate::rules::cage::Cage;
use crate::solve::Budget;
use crate::solve::Solver;

/// Changes of the cages of one grid.
const CHANGES: usize = 400;
/// Changes to choose each of them from.
const CHOICE: usize = 16;
/// Small cages to begin with leave few second grids.
const SMALL: usize = 3;

/// Makes killers with exactly one solution; an endless source of them for one seed.
///
/// ```
/// use sudoku_model::{KillerGenerator, Model, Shape, Unique};
///
/// let rules = Model::builder(Shape::with_side(6)?);
/// let mut generator = KillerGenerator::new(&rules, 1).cage_sizes(2..=4).symmetric(true);
/// let puzzle = generator.generate()?;
/// assert_eq!(puzzle.model.unique(), Unique::One(puzzle.solution));
/// assert!(puzzle.model.cages().all(|cage| (2..=4).contains(&cage.cells().len())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct KillerGenerator {
    rules: Builder,
    random: SplitMix64,
    sizes: RangeInclusive<usize>,
    symmetric: bool,
    givens: usize,
    max_nodes: u64,
    limits: Limits,
}

impl KillerGenerator {
    /// A generator of puzzles with cages on a board with these rules: any shape, boxes, diagonals,
    /// extra regions, and givens that every puzzle will have. The same seed gives the same puzzles
    /// on every machine, but not with every release.
    #[must_use]
    pub fn new(rules: &Builder, seed: u64) -> Self {
        KillerGenerator {
            rules: rules.clone(),
            random: SplitMix64::new(seed),
            sizes: 2..=5,
            symmetric: false,
            givens: 0,
            max_nodes: 100,
            limits: Limits::none(),
        }
    }

    /// The sizes that cages may have; at first `2..=5`.
    #[must_use]
    pub fn cage_sizes(mut self, sizes: RangeInclusive<usize>) -> Self {
        self.sizes = sizes;
        self
    }

    /// Whether half a turn of the board must leave the cages, and the cells given at random, as
    /// they are; not so at first. The middle of a board of odd side is then in a cage of its own
    /// or of at least three cells.
    #[must_use]
    pub fn symmetric(mut self, symmetric: bool) -> Self {
        self.symmetric = symmetric;
        self
    }

    /// How many cells to give at random, beside those that the rules give; none at first. They
    /// make larger cages possible. A symmetric puzzle may get one more.
    #[must_use]
    pub fn givens(mut self, count: usize) -> Self {
        self.givens = count;
        self
    }

    /// How hard a puzzle may become: the most nodes that the solver may need to prove that it has
    /// one solution; 100 at first. With 0 they give way to plain deductions.
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
    /// use sudoku_model::{GenerateError, KillerGenerator, Limit, Limits, Model, Shape};
    ///
    /// let flag = Arc::new(AtomicBool::new(true));
    /// let generator = KillerGenerator::new(&Model::builder(Shape::CLASSIC), 1);
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
    /// [`GenerateError::Rules`], [`GenerateError::Cages`] and [`GenerateError::CageSizes`] for what
    /// cannot be meant, [`GenerateError::GaveUp`] for what was not found, and
    /// [`GenerateError::LimitReached`] for what was not looked for to the end.
    ///
    /// # Complexity
    /// A puzzle takes some 200 questions to the solver: about 10 ms on a 9 x 9 board, seconds on
    /// a 12 x 12 one, and minutes on a 16 x 16 one unless cages are small.
    pub fn generate(&mut self) -> Result<Puzzle, GenerateError> {
        let rules = self.rules.build().map_err(GenerateError::Rules)?;
        let (shape, sizes) = (rules.shape(), self.sizes.clone());
        if rules.rules().any(|rule| rule.name() == Cage::NAME) {
            return Err(GenerateError::Cages);
        }
        if sizes.is_empty() || *sizes.start() == 0 || *sizes.end() > shape.digits().len() {
            return Err(GenerateError::CageSizes {
                sizes,
                most: shape.digits().len(),
            });
        }
        let before = self.random.clone();
        match self.search(&rules) {
            Ok(puzzle) => puzzle.ok_or(GenerateError::GaveUp { attempts: ATTEMPTS }),
            Err(limit) => {
                self.random = before;
                Err(GenerateError::LimitReached(limit))
            }
        }
    }

    fn search(&mut self, rules: &Model) -> Result<Option<Puzzle>, Limit> {
        let limits = self.limits.clone();
        let mut budget = Budget::new(&limits);
        for _ in 0..ATTEMPTS {
            if let Some(grid) = random_grid(&self.rules, &mut self.random, &mut budget)? {
                let puzzle = self.attempt(rules, grid, &mut budget)?;
                if puzzle.is_some() {
                    return Ok(puzzle);
                }
            }
        }
        Ok(None)
    }

    fn attempt(
        &mut self,
        rules: &Model,
        solution: Grid,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Puzzle>, Limit> {
        let shape = solution.shape();
        let rules = self.rules_with_givens(rules, &solution);
        let mut layout = match self.small_cages(&solution, budget)? {
            Some(layout) => layout,
            None => return Ok(None),
        };
        let mut search = Seeker {
            rules: &rules,
            solution: &solution,
            max_nodes: self.max_nodes,
            witnesses: Vec::new(),
        };
        let mut found = None;
        for _ in 0..CHANGES {
            layout = match search.judge(&layout, budget)? {
                Verdict::Good(model, stats) => {
                    found = Some((model, stats));
                    break;
                }
                Verdict::Another(witness) => match self.refute(&search, &layout, &witness) {
                    Some(changed) => changed,
                    None => return Ok(None),
                },
                Verdict::TooHard => {
                    let cell = self.random.below(shape.cell_count());
                    let changed = layout.changed(shape.cell_at(cell), &mut self.random);
                    changed.unwrap_or(layout)
                }
                Verdict::Unknown => return Ok(None),
            };
        }
        let (mut model, mut stats) = match found {
            Some(found) => found,
            None => return Ok(None),
        };
        let mut pairs = neighbors(shape);
        self.random.shuffle(&mut pairs);
        for (a, b) in pairs {
            budget.check()?;
            if let Some(merged) = layout.merged(a, b) {
                if let Verdict::Good(harder, more) = search.judge(&merged, budget)? {
                    layout = merged;
                    model = harder;
                    stats = more;
                }
            }
        }
        Ok(Some(Puzzle {
            model,
            solution,
            stats,
            minimal: false,
        }))
    }

    fn rules_with_givens(&mut self, rules: &Model, solution: &Grid) -> Builder {
        let shape = solution.shape();
        let free = |&cell: &Cell| rules.givens().get(cell).is_none();
        let mut cells: Vec<Cell> = shape.cells().filter(free).collect();
        self.random.shuffle(&mut cells);
        let symmetry = if self.symmetric {
            Symmetry::HalfTurn
        } else {
            Symmetry::None
        };
        let mut rules = self.rules.clone();
        let mut given = 0;
        for orbit in symmetry::orbits(symmetry, shape, &cells) {
            if given < self.givens {
                given += orbit.len();
                for cell in orbit {
                    rules.given(cell, solution.digits()[cell.index()]);
                }
            }
        }
        rules
    }

    /// Random cages of about the smallest size allowed.
    fn small_cages<'g>(
        &mut self,
        solution: &'g Grid,
        budget: &Budget<'_>,
    ) -> Result<Option<Layout<'g>>, Limit> {
        let (least, most) = (*self.sizes.start(), *self.sizes.end());
        let small = most.min(SMALL.max(least));
        let mut layout = Layout::of_single_cells(solution, least..=small, self.symmetric);
        let mut pairs = neighbors(solution.shape());
        self.random.shuffle(&mut pairs);
        for (a, b) in pairs {
            budget.check()?;
            layout = layout.merged(a, b).unwrap_or(layout);
        }
        layout.allow(self.sizes.clone());
        // What is too small still takes from its neighbors or is taken by them.
        for _ in 0..4 * CHANGES {
            let short = layout.short_cells();
            if short.is_empty() {
                return Ok(Some(layout));
            }
            budget.check()?;
            let mut cell = short[self.random.below(short.len())];
            if self.random.below(2) == 0 {
                let around: Vec<Cell> = solution.shape().neighbors(cell).collect();
                cell = around[self.random.below(around.len())];
            }
            layout = layout.changed(cell, &mut self.random).unwrap_or(layout);
        }
        Ok(None)
    }

    /// Changes the cages so that a witness does not fit them any more, and as few of the earlier
    /// ones as possible do.
    fn refute<'g>(
        &mut self,
        search: &Seeker<'_>,
        layout: &Layout<'g>,
        witness: &Grid,
    ) -> Option<Layout<'g>> {
        let cells = witness.shape().cells();
        let differ = |cell: &Cell| witness.get(*cell) != search.solution.get(*cell);
        let cells: Vec<Cell> = cells.filter(differ).collect();
        let mut best: Option<(usize, Layout<'g>)> = None;
        for _ in 0..CHOICE {
            let cell = cells[self.random.below(cells.len())];
            if let Some(next) = layout.changed(cell, &mut self.random) {
                let fitting = search.fitting(&next).count();
                if best.as_ref().map_or(true, |(fewest, _)| fitting < *fewest) {
                    best = Some((fitting, next));
                }
                if fitting == 0 {
                    break;
                }
            }
        }
        best.map(|(_, layout)| layout)
    }
}

/// The search for a second grid.
struct Seeker<'a> {
    /// With the givens.
    rules: &'a Builder,
    solution: &'a Grid,
    max_nodes: u64,
    /// All grids seen so far that fit the rules and some layout.
    witnesses: Vec<Grid>,
}

/// What there is to say about a layout.
enum Verdict {
    /// A puzzle with one solution, as hard as it may be at most.
    Good(Model, Stats),
    /// Another grid fits too.
    Another(Grid),
    /// It has one solution, but takes too much.
    TooHard,
    /// Not even another grid is found in time.
    Unknown,
}

impl Seeker<'_> {
    fn fitting<'s>(&'s self, layout: &'s Layout<'_>) -> impl Iterator<Item = &'s Grid> {
        self.witnesses
            .iter()
            .filter(move |grid| layout.accepts(grid))
    }

    fn judge(&mut self, layout: &Layout<'_>, budget: &mut Budget<'_>) -> Result<Verdict, Limit> {
        budget.check()?;
        if let Some(witness) = self.fitting(layout).next() {
            return Ok(Verdict::Another(witness.clone()));
        }
        let mut builder = self.rules.clone();
        for cells in layout.cages() {
            builder.cage(layout.total(&cells), cells);
        }
        let model = builder
            .build()
            .unwrap_or_else(|_| unreachable!("the solution fits the cages"));
        // What stops at a number of nodes may have gone on without another one.
        let nodes = self.max_nodes.saturating_add(1).max(SEARCH_NODES);
        let report = budget.ask(model.solver(), nodes, Solver::unique)?;
        Ok(match report.answer {
            Unique::Many(one, other) => {
                let witness = if one == *self.solution { other } else { one };
                self.witnesses.push(witness.clone());
                Verdict::Another(witness)
            }
            Unique::One(_) if report.stats.nodes > self.max_nodes => Verdict::TooHard,
            Unique::One(_) => Verdict::Good(model, report.stats),
            Unique::None => unreachable!("the solution fits the cages"),
            Unique::Unknown(..) => Verdict::Unknown,
        })
    }
}

/// All pairs of cells that share an edge.
fn neighbors(shape: Shape) -> Vec<(Cell, Cell)> {
    let pairs = |cell| shape.neighbors(cell).map(move |other| (cell, other));
    let pairs = shape.cells().flat_map(pairs);
    pairs.filter(|(cell, other)| cell < other).collect()
}
