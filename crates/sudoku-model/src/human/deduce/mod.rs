//! Deductions that people make, one by one, as data that can be explained.
//!
//! [`path`] solves a grid as far as the [techniques](Technique) go and tells every [`Step`] of the
//! way; [`Candidates`] is the position, for those who want single steps. Nothing here guesses: what
//! a step places or removes holds in every solution.
//!
//! The techniques know houses: rows, columns, boxes, jigsaw and extra regions, diagonals, windows.
//! Cages and dominoes have no say in them yet. So of a killer they find what its givens and houses
//! say, which is mostly nothing, and a path can be stuck where a person would go on.
//!
//! ```
//! use sudoku_model::{deduce::{self, PathEnd, Technique}, Grid};
//!
//! let puzzle: Grid = "1... ..3. .1.. ...2".parse()?;
//! let path = deduce::path(&puzzle)?;
//! assert_eq!(path.end, PathEnd::Solved);
//! assert_eq!(path.count(Technique::NakedSingle), 12);
//! assert_eq!(path.steps[0].to_string(), "naked single: 4 is the only digit left for r1c4");
//! assert_eq!(path.rest.grid().to_string(), "1324423121433412");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`cross_hatching`] is one deduction by itself, on the digits of a grid alone.

mod candidates;
mod contradiction;
mod find;
mod hatching;
mod path;
mod step;

pub use self::candidates::Candidates;
pub use self::contradiction::Contradiction;
pub use self::hatching::cross_hatching;
pub use self::path::{path, Path, PathEnd};
pub use self::step::{Step, Technique};
