//! Deductions that people make, one by one, as data that can be explained.
//!
//! [`path`] solves a grid as far as the [techniques](Technique) go and tells every [`Step`] of the
//! way; [`Candidates`] is the position, for those who want single steps. Nothing here guesses: what
//! a step places or removes holds in every solution.
//!
//! The techniques know houses (rows, columns, boxes, jigsaw and extra regions, diagonals, windows),
//! and what each rule says of its cells: the sets of digits that make the total of a cage, the
//! digits that go together on a whisper, the sums of arrows, the way along a line; and the rule of
//! 45, the innies and outies of one house or of several. The last resort are chains of up to ten
//! steps from a digit to a contradiction. Dominoes alone have no say, so a path can be stuck where
//! a person would go on.
//!
//! ```
//! use sudoku_model::{deduce::{Candidates, Technique}, Model, Shape};
//!
//! let shape = Shape::with_side(4)?;
//! let cell = |row, column| shape.cell(row, column);
//! let model = Model::builder(shape).cage(7, [cell(0, 0), cell(0, 1)]).build()?;
//! let step = Candidates::of_model(&model)?.next_step(Technique::ALL).expect("3 and 4");
//! assert_eq!(
//!     step.to_string(),
//!     "combination: by cage 1, r1c1 + r1c2 = 7, which leaves {3, 4}, \
//!      so r1c1 and r1c2 cannot be 1 or 2"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
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
mod clues;
mod contradiction;
mod find;
mod forcing;
mod hatching;
mod path;
mod step;

pub use self::candidates::Candidates;
pub use self::contradiction::Contradiction;
pub use self::hatching::cross_hatching;
pub use self::path::{path, Path, PathEnd};
pub use self::step::{Equation, Step, Technique};
