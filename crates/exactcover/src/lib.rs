//! x
#![no_std]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod choose;
mod dlx;
mod engine;
mod error;
pub mod format;
mod ids;
mod outcome;
mod problem;
mod search;

pub use choose::{Strategy, Ties};
pub use dlx::{Dlx, RowError};
pub use engine::Engine;
pub use error::{BuildError, Violation};
pub use ids::{Color, Entry, ItemId, OptionId};
pub use outcome::{First, Limit, Limits, Outcome, Report, Stats, Unique};
pub use problem::{Builder, Problem};
pub use search::{Search, Solution, Solutions};
