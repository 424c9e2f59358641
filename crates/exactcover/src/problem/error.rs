//! What can be wrong with a problem or with a claimed solution.

use super::ids::{ItemId, OptionId};
use super::quote::quote;
use alloc::string::String;
use core::fmt;

/// Why [`Builder::build`](crate::Builder::build) or
/// [`Problem::from_rows`](crate::Problem::from_rows) refused a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BuildError {
    /// Two items have the same name.
    DuplicateName {
        /// The name.
        name: String,
        /// The item that had it first.
        first: ItemId,
        /// The item that repeats it.
        second: ItemId,
    },
    /// A multiplicity is that of an item that the builder never made.
    UnknownMultipleItem {
        /// The item.
        item: ItemId,
    },
    /// A multiplicity is that of a secondary item; only primary items can have one.
    MultipleSecondary {
        /// The item.
        item: ItemId,
    },
    /// No number of times, from low to high, is positive.
    NoMultiplicity {
        /// The item.
        item: ItemId,
        /// At least so many times,
        low: u32,
        /// and at most so many.
        high: u32,
    },
    /// An option has no items.
    EmptyOption {
        /// The option.
        option: OptionId,
    },
    /// An option names an item that the builder never made.
    UnknownItem {
        /// The option.
        option: OptionId,
        /// The item.
        item: ItemId,
    },
    /// An option has the same item twice.
    DuplicateItem {
        /// The option.
        option: OptionId,
        /// The item.
        item: ItemId,
    },
    /// An option gives a color to a primary item; only secondary items can have colors.
    ColoredPrimary {
        /// The option.
        option: OptionId,
        /// The item.
        item: ItemId,
    },
    /// An option has secondary items only, so that no search would ever choose it.
    NoPrimaryItem {
        /// The option.
        option: OptionId,
    },
    /// A row of a matrix is longer or shorter than the first one.
    RaggedRow {
        /// The row.
        option: OptionId,
        /// The number of cells in the first row.
        expected: usize,
        /// The number of cells in this one.
        found: usize,
    },
    /// A cell of a matrix is neither 0 nor 1.
    NotABit {
        /// The row.
        option: OptionId,
        /// The column.
        item: ItemId,
    },
    /// More than `u32::MAX / 2` items, options and entries together.
    TooLarge,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::DuplicateName {
                name,
                first,
                second,
            } => {
                write!(f, "{first} and {second} are both named {}", quote(name))
            }
            BuildError::UnknownMultipleItem { item } => {
                write!(f, "{item}, which has a multiplicity, does not exist")
            }
            BuildError::MultipleSecondary { item } => {
                write!(f, "{item} has a multiplicity, but is secondary")
            }
            BuildError::NoMultiplicity { item, low, high } => {
                write!(f, "{item} cannot be covered {low} to {high} times")
            }
            BuildError::EmptyOption { option } => write!(f, "{option} has no items"),
            BuildError::UnknownItem { option, item } => {
                write!(f, "{option} has {item}, which does not exist")
            }
            BuildError::DuplicateItem { option, item } => write!(f, "{option} has {item} twice"),
            BuildError::ColoredPrimary { option, item } => {
                write!(f, "{option} gives a color to {item}, which is primary")
            }
            BuildError::NoPrimaryItem { option } => {
                write!(
                    f,
                    "{option} has no primary item, so it could never be chosen"
                )
            }
            BuildError::RaggedRow {
                option,
                expected,
                found,
            } => {
                let row = option.index();
                write!(f, "expected {expected} cells in row {row}, found {found}")
            }
            BuildError::NotABit { option, item } => {
                let (row, column) = (option.index(), item.index());
                write!(f, "row {row} has neither 0 nor 1 in column {column}")
            }
            BuildError::TooLarge => f.write_str("the problem has more than 2^31 - 1 parts"),
        }
    }
}

/// Why [`Problem::verify`](crate::Problem::verify) refused a claimed solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Violation {
    /// The problem has no such option.
    UnknownOption {
        /// The option.
        option: OptionId,
    },
    /// Two options (or one option that is listed twice) cover the same item and do not agree on a
    /// color for it.
    CoveredTwice {
        /// The item.
        item: ItemId,
        /// The option that covers it first, in the order given.
        first: OptionId,
        /// The option that covers it again.
        second: OptionId,
    },
    /// No option covers this primary item.
    Uncovered {
        /// The item.
        item: ItemId,
    },
    /// More options cover this item than its multiplicity allows.
    CoveredTooOften {
        /// The item.
        item: ItemId,
        /// The most that may cover it.
        most: u32,
        /// The first option beyond these, in the order given.
        option: OptionId,
    },
    /// Fewer options cover this item than its multiplicity, which is more than 1, demands.
    CoveredTooSeldom {
        /// The item.
        item: ItemId,
        /// The fewest that have to cover it.
        least: u32,
        /// How many do.
        times: u32,
    },
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Violation::UnknownOption { option } => write!(f, "{option} does not exist"),
            Violation::CoveredTwice {
                item,
                first,
                second,
            } => {
                write!(f, "{item} is covered by both {first} and {second}")
            }
            Violation::Uncovered { item } => write!(f, "primary {item} is not covered"),
            Violation::CoveredTooOften { item, most, option } => {
                write!(f, "{option} covers {item} more than {most} times")
            }
            Violation::CoveredTooSeldom { item, least, times } => {
                write!(f, "{item} is covered {times} times, not at least {least}")
            }
        }
    }
}

#[cfg(feature = "std")]
impl std::error::Error for BuildError {}

#[cfg(feature = "std")]
impl std::error::Error for Violation {}
