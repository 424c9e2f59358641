//! Solving a model: one grid, the only grid, or how many.
//!
//! Solutions are told apart by their grids: two tilings of a domino board with the same digits
//! are one solution.

mod batch;
mod budget;
pub(crate) mod candidates;
pub(crate) mod cover;
mod dominoes;
mod handover;
mod plain16;
mod plain9;
mod question;
mod true_candidates;
mod vectors;

pub use self::batch::Batch;
pub(crate) use self::budget::Budget;
pub use self::true_candidates::TrueCandidates;

use crate::board::Grid;
use crate::model::Model;
use core::fmt;
use core::ops::ControlFlow;
use exactcover::{Count, First, Limit, Limits, Outcome, Report, Strategy, Ties, Unique};

impl Model {
    /// A solver for the model, every setting at its default.
    #[must_use]
    pub fn solver(&self) -> Solver<'_> {
        self.solver_with(Backend::AUTO)
    }

    /// A solver with the backend of your choice. A program that makes all its solvers here, and
    /// names one backend, contains only that one.
    ///
    /// # Panics
    /// If the backend does not [fit](Backend::fits) the model.
    ///
    /// ```
    /// use sudoku_model::{Backend, Model, Shape};
    ///
    /// let model = Model::builder(Shape::with_side(4)?).build()?;
    /// assert_eq!(model.solver_with(Backend::COVER).count(1000).answer, 288);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn solver_with(&self, backend: Backend) -> Solver<'_> {
        // A lone string would be shown as it is in edition 2018, which a judge has.
        assert!(
            backend.fits(self),
            "Backend({}) is not for this model",
            backend.name()
        );
        Solver {
            model: self,
            backend,
            settings: Settings {
                strategy: None,
                ties: Ties::First,
                limits: Limits::none(),
            },
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

    /// How many grids fit, a number of any size: as a cover problem, by
    /// [`Problem::count_all`](exactcover::Problem::count_all), which needs no list of them. Domino
    /// boards and rules that make no cover are listed all the same, as [`Model::count`] does it,
    /// and so is what does not fit in [`Limits::memory`].
    ///
    /// The answer is exact if the outcome is [`Outcome::Exhausted`](crate::Outcome::Exhausted);
    /// else there are at least so many.
    ///
    /// # Complexity
    /// Exponential in the cells that a line through the board meets, so for small boards. It tries
    /// as long as there is memory; [`Model::count`] is sooner where grids are few enough to be
    /// listed.
    ///
    /// ```
    /// use sudoku_model::{Limits, Model, Shape};
    ///
    /// // Latin squares: the boxes are rows.
    /// let model = Model::builder(Shape::new(6, 1)?).build()?;
    /// let limits = Limits::none().memory(100_000_000);
    /// assert_eq!(model.count_all(limits).answer, 812_851_200);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn count_all(&self, limits: Limits) -> Report<Count> {
        match cover::count(self, &limits) {
            Some(report) if report.outcome != Outcome::LimitReached(Limit::Memory) => report,
            _ => self
                .solver()
                .limits(limits)
                .count(u64::MAX)
                .map(Count::from),
        }
    }
}

/// A way to solve a model: all find the same grids, some faster than others.
///
/// It holds nothing but the function that does it: see [`Model::solver_with`].
///
/// ```
/// use sudoku_model::{Backend, Model, Shape};
///
/// let model = Model::builder(Shape::with_side(4)?).build()?;
/// for backend in Backend::ALL.iter().filter(|backend| backend.fits(&model)) {
///     assert_eq!(model.solver_with(*backend).count(1000).answer, 288, "{backend:?}");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Backend {
    name: &'static str,
    fits: fn(&Model) -> bool,
    run: Run,
}

/// Shows every grid that fits to a visitor, until it breaks or a limit is reached.
type Run = fn(&Model, &Settings, &mut dyn FnMut(Grid) -> ControlFlow<()>) -> Report<()>;

/// What a search can be told.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// If none, what the backend considers best.
    pub(crate) strategy: Option<Strategy>,
    pub(crate) ties: Ties,
    pub(crate) limits: Limits,
}

impl Backend {
    /// The backend that this crate considers best for the model: [`Backend::PLAIN9`],
    /// [`Backend::PLAIN16`] or [`Backend::DOMINOES`] if it fits, else [`Backend::CANDIDATES`], or
    /// for domino boards [`Backend::COVER`].
    ///
    /// [`Backend::CANDIDATES`] hands boards without totals that turn out to be hard over to
    /// [`Backend::LEARN`], unless a strategy was asked for. Limits hold for both together, and the
    /// statistics are those of both.
    pub const AUTO: Backend = Backend {
        name: "auto",
        fits: |_| true,
        run: |model, settings, visit| {
            let backend = match model.tiling() {
                None if Backend::PLAIN9.fits(model) => Backend::PLAIN9,
                None if Backend::PLAIN16.fits(model) => Backend::PLAIN16,
                None => return handover::run(model, settings, visit),
                Some(_) if Backend::DOMINOES.fits(model) => Backend::DOMINOES,
                Some(_) => Backend::COVER,
            };
            (backend.run)(model, settings, visit)
        },
    };

    /// Exact cover by the [`exactcover`] crate. A node is an option chosen. Not for what has a
    /// hundred thousand options: [sums](crate::Part::Sum) of digits that may repeat over more than
    /// 49 cells of a 9 x 9 board, 27 of 16 x 16 and 17 of 25 x 25, such
    /// [automata](crate::Part::Automaton), and, on boards with more than 16 digits, totals of 6
    /// different ones up to all but 6.
    pub const COVER: Backend = Backend {
        name: "cover",
        fits: cover::fits,
        run: cover::run,
    };

    /// The exact cover of [`Backend::COVER`], searched by [`exactcover::Engine::LEARN`]: for large
    /// boards whose first solution is hard to find, or the proof that there is no other. It has its
    /// own way to choose; a strategy makes no difference.
    pub const LEARN: Backend = Backend {
        name: "learn",
        fits: cover::fits,
        run: cover::learn,
    };

    /// Search on bitboards for the 9 x 9 sudoku with 3 x 3 boxes and nothing but givens. A node is
    /// a digit guessed, an update draws conclusions from the whole board.
    pub const PLAIN9: Backend = Backend {
        name: "plain9",
        fits: plain9::fits,
        run: plain9::run,
    };

    /// Search on the candidates of the cells, filtered by every part, by exact sums of cages and by
    /// the rule of 45. A node is a digit guessed, an update the run of a filter. Not for boards
    /// with a [tiling](crate::Part::Tiling).
    pub const CANDIDATES: Backend = Backend {
        name: "candidates",
        fits: candidates::fits,
        run: candidates::run,
    };

    /// Search on bitboards for boards of up to 10 digits with a [tiling](crate::Part::Tiling),
    /// houses and nothing else. A node is a guess, a digit in a cell or a domino on an edge; an
    /// update draws all conclusions from one.
    pub const DOMINOES: Backend = Backend {
        name: "dominoes",
        fits: dominoes::fits,
        run: dominoes::run,
    };

    /// Search on whole rows of candidates as vectors, for 16 x 16 boards with their boxes and no
    /// other rule. A node is a digit guessed, an update draws all conclusions from a guess or from
    /// its failure.
    pub const PLAIN16: Backend = Backend {
        name: "plain16",
        fits: plain16::fits,
        run: plain16::run,
    };

    /// Every backend that is not a choice among the others.
    pub const ALL: &'static [Backend] = &[
        Backend::COVER,
        Backend::LEARN,
        Backend::PLAIN9,
        Backend::PLAIN16,
        Backend::CANDIDATES,
        Backend::DOMINOES,
    ];

    /// The name of the backend, in lower case.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Whether the backend can solve this model: [`Backend::AUTO`] can solve all.
    #[must_use]
    pub fn fits(&self, model: &Model) -> bool {
        (self.fits)(model)
    }
}

impl fmt::Debug for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Backend({})", self.name)
    }
}

/// The [name](Backend::name).
impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}

/// A solver that is set up and not yet running. Each question starts anew.
#[derive(Clone, Debug)]
pub struct Solver<'m> {
    model: &'m Model,
    backend: Backend,
    settings: Settings,
}

impl Solver<'_> {
    /// How to choose what to branch on; at first what the backend is best with.
    #[must_use]
    pub fn strategy(mut self, strategy: Strategy) -> Self {
        self.settings.strategy = Some(strategy);
        self
    }

    /// Which of equally good choices to make; [`Ties::First`] at first.
    #[must_use]
    pub fn ties(mut self, ties: Ties) -> Self {
        self.settings.ties = ties;
        self
    }

    /// When to stop; never at first. A limit on solutions counts grids; with [`Backend::COVER`] and
    /// [`Backend::LEARN`] it counts covers, of which a domino board can have several a grid.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.settings.limits = limits;
        self
    }

    /// A grid that fits.
    #[must_use]
    pub fn first(&self) -> Report<First<Grid>> {
        question::first(|visit| self.run(visit))
    }

    /// Whether exactly one grid fits, with two witnesses if there are more.
    #[must_use]
    pub fn unique(&self) -> Report<Unique<Grid>> {
        question::unique(|visit| self.run(visit))
    }

    /// How many grids fit, counted up to `most`. The outcome says whether these are all.
    ///
    /// # Complexity
    /// A domino board needs space for every grid that it has found.
    #[must_use]
    pub fn count(&self, most: u64) -> Report<u64> {
        question::count(most, &self.settings.limits, |limits, visit| {
            self.clone().limits(limits.clone()).run(visit)
        })
    }

    pub(crate) fn model(&self) -> &Model {
        self.model
    }

    pub(crate) fn its_limits(&self) -> &Limits {
        &self.settings.limits
    }

    /// A solver with the same settings for another model.
    pub(crate) fn with_model<'n>(&self, model: &'n Model) -> Solver<'n> {
        let backend = match self.backend {
            backend if backend.fits(model) => backend,
            _ => Backend::AUTO,
        };
        Solver {
            model,
            backend,
            settings: self.settings.clone(),
        }
    }

    /// Shows every grid that fits to `visit`, none twice, until it breaks.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use sudoku_model::{Model, Outcome, Shape};
    ///
    /// let model = Model::builder(Shape::with_side(4)?).build()?;
    /// let mut starts = Vec::new();
    /// let report = model.solver().run(|grid| {
    ///     starts.push(grid.to_string()[..4].to_string());
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(report.outcome, Outcome::Exhausted);
    /// starts.sort();
    /// starts.dedup();
    /// assert_eq!(starts.len(), 24, "each order of the digits begins a grid");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run(&self, mut visit: impl FnMut(Grid) -> ControlFlow<()>) -> Report<()> {
        (self.backend.run)(self.model, &self.settings, &mut visit)
    }
}
