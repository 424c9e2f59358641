//! The code of the validators and checkers of contest problems, a function each. The validators
//! that packages carry are bundles of it; the crate `setter` has the problems as a list, by their
//! names.
//!
//! Everything here is written from the statements, by plain search, and stands on no other code of
//! this repository than that which names places in a text.
//!
//! ```
//! assert_eq!(referee::validate::tiling("1 2 2\n2 2\n"), Ok(()));
//! assert_eq!(referee::check::tiling("1 2 2\n2 2\n", "Yes\n"), Ok(()));
//! ```

pub mod check;
pub mod program;
mod strict;
pub mod validate;

pub use strict::{Read, Refusal};

/// A place on a board, row and column from 0.
pub type Place = (usize, usize);

/// The verdict on an answer: why it does not solve the input, if it does not.
pub type Verdict = Result<(), String>;
