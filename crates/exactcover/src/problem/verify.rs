//! Checking a claimed solution, by code that shares nothing with the search.

use super::error::Violation;
use super::ids::OptionId;
use super::Problem;
use alloc::vec;

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
        let mut covered = vec![None; self.item_count()];
        for &option in options {
            if option.index() >= self.option_count() {
                return Err(Violation::UnknownOption { option });
            }
            for entry in self.entries(option) {
                let item = entry.item;
                match covered[item.index()] {
                    None => covered[item.index()] = Some((option, entry.color)),
                    Some((first, color))
                        if first == option || color.is_none() || color != entry.color =>
                    {
                        return Err(Violation::CoveredTwice {
                            item,
                            first,
                            second: option,
                        });
                    }
                    Some(_) => {}
                }
            }
        }
        match self
            .items()
            .find(|&item| self.is_primary(item) && covered[item.index()].is_none())
        {
            Some(item) => Err(Violation::Uncovered { item }),
            None => Ok(()),
        }
    }
}
