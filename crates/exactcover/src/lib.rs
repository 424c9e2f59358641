//! Exact cover search: dancing links and dancing cells behind one contract.
//!
//! An exact cover problem has *items* and *options*, which are sets of items. A solution is a
//! choice of options that has every primary item exactly once, and every secondary item at
//! most once, or several times in one color. Tilings, sudoku, n queens, crosswords, schedules:
//! whatever reads "each of these exactly once" is one.
//!
//! ```
//! use exactcover::{Problem, Unique};
//!
//! // Cover the squares of a 2 x 3 board with three dominoes.
//! let mut builder = Problem::builder();
//! let squares = builder.primaries(6);
//! for (a, b) in [(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)] {
//!     builder.option((a, b), [squares[a], squares[b]]);
//! }
//! let problem = builder.build()?;
//!
//! assert_eq!(problem.search().count().answer, 3);
//! for solution in problem.search().solutions() {
//!     let dominoes: Vec<_> = solution.labels().collect();
//!     assert_eq!(dominoes.len(), 3);
//! }
//! assert!(matches!(problem.search().unique().answer, Unique::Many(..)));
//! # Ok::<(), exactcover::BuildError>(())
//! ```
//!
//! # What is where
//! * [`Problem`] and its [`Builder`]: items, colors, options with labels of your own type, checked
//!   in [`Builder::build`]. [`Problem::verify`] checks a claimed solution.
//! * [`Search`]: [`run`](Search::run) with a visitor, lazy [`solutions`](Search::solutions),
//!   [`first`](Search::first), [`count`](Search::count), [`unique`](Search::unique); with
//!   [`Limits`], a [`Strategy`] and a rule for [`Ties`]. Every [`Report`] has the [`Outcome`], so that
//!   "none" and "not found in time" stay apart, and the [`Stats`].
//! * [`format`]: Knuth's text format.
//! * [`Dlx`]: the interface of a C++ header, for homework that is written against it.
//!
//! # Which engine
//! | | [`Engine::CELLS`] | [`Engine::LINKS`] |
//! |---|---|---|
//! | algorithm | dancing cells: sparse sets, forced moves, early failure | dancing links: Knuth's Algorithm C |
//! | memory per entry of an option | 28 bytes with the problem | 28 bytes with the problem |
//! | choose it for | almost everything; long forced chains above all | reading; small dense problems |
//!
//! [`Problem::search`] picks one ([`Engine::AUTO`]); [`Problem::search_with`] takes yours. All engines
//! find the same solutions with the same number of nodes. `DESIGN.md` in the repository explains
//! both to someone who has never seen them.
//!
//! # Complexity
//! Exact cover is NP-complete: time is exponential in the worst case. A search uses memory linear
//! in the problem, whatever its depth, and no recursion.
//!
//! # Features
//! `std` (default): [`Limits::deadline`] and `std::error::Error`. Without it the crate needs
//! `alloc` only.
//!
//! Minimum supported Rust version: 1.63.
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
mod random;
mod search;

pub use choose::{Strategy, Ties};
pub use dlx::{Dlx, RowError};
pub use engine::Engine;
pub use error::{BuildError, Violation};
pub use ids::{Color, Entry, ItemId, OptionId};
pub use outcome::{First, Limit, Limits, Outcome, Report, Stats, Unique};
pub use problem::{Builder, Problem};
pub use random::SplitMix64;
pub use search::{Search, Solution, Solutions};
