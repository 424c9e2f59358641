//! The way to a solution, step by step.

use super::{Candidates, Contradiction, Step, Technique};
use crate::board::Grid;

/// The steps that a grid takes, and where they end.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Path {
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// The position at the end; before the last step, if that led to a contradiction.
    pub rest: Candidates,
    /// Why there is no other step.
    pub end: PathEnd,
}

/// How a [`Path`] ends.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PathEnd {
    /// Every cell has its digit, and every rule but that of dominoes is kept.
    Solved,
    /// No technique finds anything more.
    Stuck,
    /// The last step shows that no solution exists.
    Contradiction(Contradiction),
}

impl Path {
    /// The hardest technique on the path; none if there is no step.
    #[must_use]
    pub fn hardest(&self) -> Option<Technique> {
        self.steps.iter().map(|step| step.technique).max()
    }

    /// How many steps are of this technique.
    #[must_use]
    pub fn count(&self, technique: Technique) -> usize {
        let same = |step: &&Step| step.technique == technique;
        self.steps.iter().filter(same).count()
    }
}

/// The path of a grid with the usual houses, always with the easiest [`Technique`] that finds
/// something next. Same as [`Candidates::new`] and then [`Candidates::path`] with
/// [`Technique::ALL`].
///
/// # Errors
/// A [`Contradiction`] that can be seen at once. One that shows later is the
/// [end](Path::end) of the path.
///
/// ```
/// use sudoku_model::{deduce, Grid};
///
/// let puzzle: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let path = deduce::path(&puzzle)?;
/// assert_eq!(path.steps[0].to_string(), "naked single: 5 is the only digit left for r5c5");
/// assert_eq!(path.end, deduce::PathEnd::Solved);
/// assert_eq!(path.hardest(), Some(deduce::Technique::NakedSingle));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn path(grid: &Grid) -> Result<Path, Contradiction> {
    Ok(Candidates::new(grid)?.path(Technique::ALL))
}
