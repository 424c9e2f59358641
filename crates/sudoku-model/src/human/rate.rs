//! How hard a puzzle is, by what its solution needed.

use core::fmt;

use exactcover::{Limits, Ties, Unique};

use crate::board::Grid;
use crate::human::deduce::{Candidates, Contradiction, Path, PathEnd, Technique};
use crate::model::Model;
use crate::solve::Backend;

impl Model {
    /// Rates the puzzle: the [path](Candidates::path) of the easiest deductions, and if that gets
    /// stuck, the search for what is left.
    ///
    /// All rules but dominoes have their say in the deductions: a killer is rated by its hardest
    /// technique like any other puzzle.
    ///
    /// The same version of this crate always gives the same rating. The limits are for the search
    /// alone.
    ///
    /// # Errors
    /// [`Unrated`], if there is not exactly one solution, or if the search has reached a limit
    /// before that is known.
    ///
    /// ```
    /// use sudoku_model::{deduce::Technique, Grid, Limits, Model, Shape};
    ///
    /// let puzzle: Grid =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let rating = Model::builder(Shape::CLASSIC).givens(&puzzle).build()?.rating(Limits::none())?;
    /// assert_eq!((rating.hardest(), rating.guesses()), (Some(Technique::NakedSingle), None));
    /// assert_eq!(rating.to_string(), "naked single: 51 x naked single");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rating(&self, limits: Limits) -> Result<Rating, Unrated> {
        let start = Candidates::of_model(self).map_err(Unrated::Contradiction)?;
        self.rate_path(&start.path(Technique::ALL), limits)
    }

    fn rate_path(&self, path: &Path, limits: Limits) -> Result<Rating, Unrated> {
        let counts = Technique::ALL
            .iter()
            .rev()
            .map(|&technique| path.count(technique));
        let mut rating = Rating {
            guesses: None,
            counts: counts.collect(),
        };
        match &path.end {
            PathEnd::Contradiction(contradiction) => {
                Err(Unrated::Contradiction(contradiction.clone()))
            }
            // Dominoes had no say in it.
            PathEnd::Solved if self.verify(path.rest.grid()).is_err() => Err(Unrated::NoSolution),
            PathEnd::Solved => Ok(rating),
            PathEnd::Stuck => {
                rating.guesses = Some(self.guesses(path.rest.grid(), limits)?);
                Ok(rating)
            }
        }
    }

    /// The nodes of a search that goes on from a grid.
    fn guesses(&self, grid: &Grid, limits: Limits) -> Result<u64, Unrated> {
        let rest = self.with_givens(grid.clone());
        // Named, so that the number does not depend on which one is the fastest today.
        let backend = if Backend::CANDIDATES.fits(&rest) {
            Backend::CANDIDATES
        } else {
            Backend::AUTO
        };
        let solver = rest.solver_with(backend).ties(Ties::First).limits(limits);
        let report = solver.unique();
        match report.answer {
            Unique::One(_) => Ok(report.stats.nodes),
            Unique::None => Err(Unrated::NoSolution),
            Unique::Many(one, other) => Err(Unrated::Several(Box::new([one, other]))),
            Unique::Unknown(..) => Err(Unrated::Limit),
        }
    }
}

/// How hard a puzzle is, from [`Model::rating`].
///
/// Ratings compare as puzzles do: one that needs guesses is harder than all that do not, and then
/// the more the harder; otherwise the one with the harder technique, and then the one that needs it
/// more often; and then in the same way by the techniques that are easier.
///
/// Guesses are the nodes of the search that proves what is left to have one solution; they depend
/// on the search, and can differ between versions of this crate.
///
/// ```
/// use sudoku_model::{Grid, Limits, Model, Rating, Shape};
///
/// let rate = |text: &str| -> Result<Rating, Box<dyn std::error::Error>> {
///     let grid: Grid = text.parse()?;
///     Ok(Model::builder(Shape::CLASSIC).givens(&grid).build()?.rating(Limits::none())?)
/// };
/// let easy = rate("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")?;
/// let hard = rate("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..")?;
/// assert!(easy < hard && hard.guesses().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rating {
    guesses: Option<u64>,
    /// How often each technique was used, the hardest first.
    counts: Vec<usize>,
}

impl Rating {
    /// The hardest technique that found something; none if no cell was empty, or if only guesses
    /// helped.
    #[must_use]
    pub fn hardest(&self) -> Option<Technique> {
        self.techniques().last().map(|(technique, _)| technique)
    }

    /// The techniques that found something, the easiest first, and how many steps they made.
    pub fn techniques(&self) -> impl Iterator<Item = (Technique, usize)> + '_ {
        let counts = self.counts.iter().rev().copied();
        let all = Technique::ALL.iter().copied().zip(counts);
        all.filter(|&(_, count)| count > 0)
    }

    /// How many guesses the rest took; `None` if the techniques solved it all.
    #[must_use]
    pub fn guesses(&self) -> Option<u64> {
        self.guesses
    }
}

impl fmt::Display for Rating {
    /// The hardest technique or `guess`, and how often each was needed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.guesses, self.hardest()) {
            (Some(_), _) => f.write_str("guess")?,
            (None, Some(technique)) => write!(f, "{technique}")?,
            (None, None) => return f.write_str("nothing to do"),
        }
        let steps = self
            .techniques()
            .map(|(technique, count)| format!("{count} x {technique}"));
        let guesses = self.guesses.map(|guesses| format!("{guesses} x guess"));
        let parts: Vec<String> = steps.chain(guesses).collect();
        write!(f, ": {}", parts.join(", "))
    }
}

/// Why a puzzle has no [`Rating`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Unrated {
    /// It has no solution, as deductions show.
    Contradiction(Contradiction),
    /// It has no solution, as the search shows.
    NoSolution,
    /// It has several solutions, such as these two.
    Several(Box<[Grid; 2]>),
    /// The search has reached a limit before it was done.
    Limit,
}

impl fmt::Display for Unrated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unrated::Contradiction(contradiction) => write!(f, "no solution: {contradiction}"),
            Unrated::NoSolution => f.write_str("no solution"),
            Unrated::Several(grids) => {
                write!(
                    f,
                    "several solutions, such as {} and {}",
                    grids[0], grids[1]
                )
            }
            Unrated::Limit => f.write_str("the search has reached its limit"),
        }
    }
}

impl std::error::Error for Unrated {}
