//! Exact cover search: several engines behind one contract, one of them to read, the others to be
//! fast.
//!
//! An exact cover problem has *items* and *options*, which are sets of items. A solution is a
//! choice of options that has every primary item exactly once (or as often as its multiplicity
//! says), and every secondary item at most once, or several times in one color. Tilings, sudoku, n
//! queens, crosswords, schedules: whatever reads "each of these exactly once" is one.
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
//!   in [`Builder::build`]; or [`Problem::from_rows`] for a matrix of zeros and ones.
//!   [`Problem::verify`] checks a claimed solution.
//! * [`Search`]: [`run`](Search::run) with a visitor, lazy [`solutions`](Search::solutions),
//!   [`first`](Search::first), [`count`](Search::count), [`unique`](Search::unique); with
//!   [`Limits`], a [`Strategy`] and a rule for [`Ties`]. Every [`Report`] has the [`Outcome`], so that
//!   "none" and "not found in time" stay apart, and the [`Stats`]. [`watch`](Search::watch) shows the
//!   [`Progress`] of long ones.
//! * [`Search::below`]: the part of a search below some choices. [`Walk`]: a search that stops after some
//!   nodes and says what is left. [`Search::cheapest`]: the solutions that cost least, by branch and
//!   bound. [`Search::estimate`]: how many nodes it may have. [`Partial`]: which
//!   options go together with some.
//! * [`Problem::count_all`]: how many, also when nobody could list them, as a [`Count`] of any size.
//!   [`Problem::compile`]: all of them as a [`Circuit`], which answers further questions.
//! * [`mod@format`]: Knuth's text format. The program `exactcover` (package `exactcover-cli`) solves,
//!   counts and checks such files from the command line.
//! * [`Dlx`]: the interface of a C++ header, for homework that is written against it.
//!
//! The examples of the repository are short: `queens` (secondary items), `langford`, `pentominoes`
//! (drawn as text), `sudoku`, `coloring` (of a map), `words` (crossing words, with colors).
//!
//! # Which engine
//! [`Problem::search`] picks one ([`Engine::AUTO`]); [`Problem::search_with`] takes yours, and a program
//! that names one contains no other (`TALLIES` stand on `LINKS`). All engines find the same solutions, and but for `LEARN` with
//! [`Strategy::Mrv`] in the same order.
//!
//! | engine | how it works | best for |
//! |---|---|---|
//! | [`Engine::ROWS`] | for each option the set of those that exclude it; states are copied, never undone | most problems of up to some 8,000 options, colors and all |
//! | [`Engine::MASKS`] | lists of item masks, a word for each option | dense problems of up to 128 items without colors: packing, Langford pairs |
//! | [`Engine::CELLS`] | dancing cells: sparse sets, forced moves, early failure | large problems, and strategies with weights |
//! | [`Engine::LEARN`] | clauses learned from dead ends, restarts | hard first solutions, uniqueness and "none" with hundreds of items |
//! | [`Engine::LINKS`] | dancing links: Knuth's Algorithm C | reading and comparing |
//! | [`Engine::TALLIES`] | dancing links that count: Knuth's Algorithm M | multiplicities, which no other one takes |
//!
//! `ROWS` and `MASKS` hand on to `CELLS` what they are not made for. `DESIGN.md` in the repository
//! explains the engines to someone who has never seen them.
//!
//! # Which strategy
//! [`Strategy::Mrv`] branches on the item with the fewest options, and is the right one for counting.
//! If a first solution does not come, the search has probably gone astray near the root:
//! [`Strategy::Weighted`] learns which items fail, and [`Strategy::Restarts`] begins again with what
//! it has learned.
//!
//! # Complexity
//! Exact cover is NP-complete: time is exponential in the worst case. There is no recursion: depth
//! costs no call stack.
//!
//! Memory in bytes, where an *entry* is an item of an option (the test `memory` counts them):
//!
//! | | an entry | an option | an item | a level of the search |
//! |---|---|---|---|---|
//! | the problem | 8 | 4 and the label | 25 and the name | |
//! | `CELLS` | 20 | 12 | 40 | 44, and 4 for each option tried there, 12 for each item that it changes |
//! | `LINKS` | 20 | 20 | 40 | 12, and 4 for each option tried there with `Strategy::Restarts` |
//! | `TALLIES` | 20 | 20 | 48 | 24, and as `LINKS`; with multiplicities, 4 for each option tried there |
//! | `ROWS` | 4 (8 with a color); 16 at first | a bit for each option and item | | 64, a bit for each option, a byte for each item |
//! | `MASKS` | | 240 at most | | a word of 4, 8 or 16 for each option that is left there |
//! | `LEARN` | 18 | 120, and 4 for each that it excludes, if its items have at most 32 options together | 38 | |
//!
//! What grows, in particular the levels, may take twice as much. A problem that is being built may
//! need three times its size for a moment. Weights and restarts add 4 an item and 8 an option.
//!
//! `ROWS` take at most 32 MB, states of all levels included: a problem that might need more is left
//! to `CELLS`. To `LEARN`, a color of an item counts as an option. It also keeps clauses, of 32
//! bytes and 4 for each literal, in up to three times the room: some 2,000 of 3,000 that it has
//! learned, 10,000 of 50,000, and so on with the square root. Where families of items cross, it
//! takes 12 bytes more for each option and pair of families, of at most 28, and twice that for a
//! moment.
//!
//! # Limits
//! Items, options and the items of all options are at most 2<sup>31</sup> - 1 together. A larger
//! one is [`BuildError::TooLarge`]. A search counts solutions in 128 bits, [`Problem::count_all`]
//! in as many as it takes. A multiplicity ([`Builder::multiplicity`]) is at most 2<sup>32</sup> -
//! 1. Costs of options (`Builder::option_with_cost`) are up to 2<sup>64</sup> - 1 each.
//!
//! # Features
//! * `std` (default): [`Limits::deadline`] and `std::error::Error`. Without it the crate needs
//!   `alloc` only.
//! * `num-bigint`: a [`Count`] converts to and from `num_bigint::BigUint`.
//! * `proof`: `Search::prove` and the module `proof`: a search writes the proof that it has found all
//!   solutions, for `VeriPB` or as DRAT.
//! * `rayon`: `Search::par_count`, `par_count_all`, `par_count_by_diagram`, `par_first`, `par_unique`
//!   and `par_take`, on several threads, with the same answers as on one; `par_first` may find
//!   another solution.
//!
//! Minimum supported Rust version: 1.63.
#![no_std]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod count;
mod dlx;
mod engine;
#[cfg(test)]
mod examples;
pub mod format;
mod problem;
#[cfg(feature = "proof")]
pub mod proof;
mod random;
mod run;
mod search;

pub use count::{Circuit, CircuitError, Count, Covers};
pub use dlx::{Dlx, RowError};
pub use engine::Engine;
pub use problem::builder::Builder;
pub use problem::error::{BuildError, Violation};
pub use problem::ids::{Color, Entries, Entry, ItemId, OptionId};
pub use problem::partial::Partial;
pub use problem::Problem;
pub use random::SplitMix64;
pub use run::limits::{Limit, Limits, Stats};
pub use run::outcome::{First, Outcome, Report, Unique};
pub use run::progress::Progress;
pub use run::settings::{Strategy, Ties};
pub use search::{Choice, Close, Estimate, Level, Open, Search, Solution, Solutions, Walk};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
