//! Checking a claimed solution, by code that shares nothing with the search.

use super::error::Violation;
use super::ids::OptionId;
use super::partial::Cover;
use super::Problem;

impl<L> Problem<L> {
    /// Checks that these options, in any order, are a solution.
    ///
    /// It shares no code with the search, so that it can be believed where the search is doubted.
    ///
    /// # Errors
    /// The first [`Violation`] found.
    ///
    /// # Complexity
    /// Linear in the items of the problem and the entries of the options.
    ///
    /// ```
    /// use exactcover::{Problem, OptionId, Violation};
    /// let mut builder = Problem::builder();
    /// let items = builder.primaries(2);
    /// let both = builder.option((), items.clone());
    /// let left = builder.option((), [items[0]]);
    /// let problem = builder.build()?;
    /// assert_eq!(problem.verify(&[both]), Ok(()));
    /// assert_eq!(problem.verify(&[left]), Err(Violation::Uncovered { item: items[1] }));
    /// # Ok::<(), exactcover::BuildError>(())
    /// ```
    pub fn verify(&self, options: &[OptionId]) -> Result<(), Violation> {
        let mut cover = Cover::new(self);
        for &option in options {
            if let Some(violation) = cover.violation(self, option) {
                return Err(violation);
            }
            cover.add(self, option);
        }
        self.items()
            .find_map(|item| cover.lacking(self, item))
            .map_or(Ok(()), Err)
    }
}
