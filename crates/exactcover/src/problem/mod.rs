//! Problems: items, options, colors and labels, checked once when they are built.

pub(crate) mod builder;
pub(crate) mod error;
pub(crate) mod ids;
pub(crate) mod matrix;
pub(crate) mod partial;
pub(crate) mod quote;
mod verify;

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::RangeInclusive;
use ids::{Entry, ItemId, OptionId};
use matrix::Matrix;

/// An exact cover problem: choose options so that every primary item is in exactly one of them and
/// every secondary item in at most one, except that options may share a secondary item to which
/// they all give the same color. With [multiplicities](crate::Builder::multiplicity), a primary
/// item can be in several.
///
/// Every option carries a label of the caller's type `L`, which comes back with the solutions.
///
/// Knuth's first example: six options on seven items, one exact cover.
/// ```
/// use exactcover::Problem;
///
/// let mut builder = Problem::builder();
/// let [a, b, c, d, e, f, g] = ["a", "b", "c", "d", "e", "f", "g"].map(|name| builder.primary(name));
/// builder.option("one", [c, e]);
/// builder.option("two", [a, d, g]);
/// builder.option("three", [b, c, f]);
/// builder.option("four", [a, d, f]);
/// builder.option("five", [b, g]);
/// builder.option("six", [d, e, g]);
/// let problem = builder.build()?;
///
/// let mut solutions = problem.search().solutions();
/// let solution = solutions.next().expect("it has a solution");
/// let mut labels: Vec<_> = solution.labels().copied().collect();
/// labels.sort_unstable();
/// assert_eq!(labels, ["five", "four", "one"]);
/// assert!(solutions.next().is_none());
/// # Ok::<(), exactcover::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Problem<L = ()> {
    pub(crate) matrix: Matrix,
    names: Vec<Option<String>>,
    labels: Vec<L>,
    /// Per option; those behind its end cost nothing.
    costs: Vec<u64>,
}

impl<L> Problem<L> {
    /// The number of items, primary and secondary.
    #[must_use]
    pub fn item_count(&self) -> usize {
        self.matrix.primary.len()
    }

    /// The number of options.
    #[must_use]
    pub fn option_count(&self) -> usize {
        self.labels.len()
    }

    /// All items, in the order of making.
    pub fn items(&self) -> impl Iterator<Item = ItemId> {
        (0..self.item_count()).map(ItemId::new)
    }

    /// All options, in the order of adding.
    pub fn options(&self) -> impl Iterator<Item = OptionId> {
        (0..self.option_count()).map(OptionId::new)
    }

    /// Whether the item is primary.
    ///
    /// # Panics
    /// If the problem has no such item.
    #[must_use]
    #[track_caller]
    pub fn is_primary(&self, item: ItemId) -> bool {
        self.matrix.primary[item.index()]
    }

    /// The name of the item, if it was given one.
    ///
    /// # Panics
    /// If the problem has no such item.
    #[must_use]
    #[track_caller]
    pub fn name(&self, item: ItemId) -> Option<&str> {
        self.names[item.index()].as_deref()
    }

    /// The label of the option.
    ///
    /// # Panics
    /// If the problem has no such option.
    #[must_use]
    #[track_caller]
    pub fn label(&self, option: OptionId) -> &L {
        &self.labels[option.index()]
    }

    /// What the option costs: 0, unless
    /// [`Builder::option_with_cost`](crate::Builder::option_with_cost) has made it.
    ///
    /// # Panics
    /// If the problem has no such option.
    #[must_use]
    #[track_caller]
    pub fn cost(&self, option: OptionId) -> u64 {
        assert!(option.index() < self.option_count(), "no such option");
        self.costs.get(option.index()).copied().unwrap_or(0)
    }

    /// How often a solution covers the item, at least and at most: 1 and 1 for a primary item,
    /// unless [`Builder::multiplicity`](crate::Builder::multiplicity) has said something else. For
    /// a secondary item it is 0 and 1; options that agree on a color share that one time.
    ///
    /// # Panics
    /// If the problem has no such item.
    #[must_use]
    #[track_caller]
    pub fn multiplicity(&self, item: ItemId) -> RangeInclusive<u32> {
        let primary = self.is_primary(item);
        let bounds = self.matrix.bounds.get(item.index()).copied();
        let (low, high) = bounds.unwrap_or((u32::from(primary), 1));
        low..=high
    }

    /// Whether an item has another multiplicity than `1..=1`. [`Engine`](crate::Engine) says who
    /// takes such problems.
    #[must_use]
    pub fn has_multiplicities(&self) -> bool {
        self.matrix.has_multiplicities()
    }

    /// The items of the option with their colors, in the order in which they were added.
    ///
    /// # Panics
    /// If the problem has no such option.
    #[must_use]
    #[track_caller]
    pub fn entries(&self, option: OptionId) -> &[Entry] {
        self.matrix.option(option.index())
    }
}
