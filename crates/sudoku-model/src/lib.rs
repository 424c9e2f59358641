//! Sudokus of up to 25x25 cells as models that can be solved, proved unique and counted, with
//! cages, regions, diagonals, dominoes, the rules of variants, and rules of your own.
//!
//! A killer on a 4 x 4 board, by its cages alone:
//! ```
//! use sudoku_model::{Model, Shape, Unique};
//!
//! let shape = Shape::with_side(4)?;
//! let cell = |row, column| shape.cell(row, column);
//! let mut builder = Model::builder(shape);
//! builder
//!     .cage(3, [cell(0, 0), cell(0, 1)])
//!     .cage(4, [cell(0, 2), cell(1, 2)])
//!     .cage(5, [cell(1, 3), cell(2, 3)])
//!     .cage(9, [cell(2, 0), cell(3, 0), cell(3, 1)])
//!     .cage(5, [cell(2, 1), cell(2, 2)]);
//! assert_eq!(builder.build()?.count(100), 2);
//!
//! builder.given(cell(1, 0), 3);
//! let model = builder.build()?;
//! match model.unique() {
//!     Unique::One(grid) => assert_eq!(grid.to_string(), "1234341221434321"),
//!     Unique::Many(one, other) => panic!("{one} and {other}"),
//!     Unique::None => panic!("no grid fits"),
//!     Unique::Unknown(..) => unreachable!("no limit was set"),
//! }
//!
//! // What is wrong with a model has a name and a place.
//! let error = Model::builder(shape).cage(9, [cell(0, 0), cell(0, 1)]).build().unwrap_err();
//! assert_eq!(error.to_string(), "cage 1: 2 different digits add up to 3..7, not to 9");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Rules
//! A [`Rule`] is what people say; the [`Part`]s that it is made of are what solvers understand.
//! Whoever needs another rule writes it like those here, and gives it to [`Builder::rule`]: every
//! backend that takes its parts keeps it, and the others say that they do not [fit](Backend::fits).
//!
//! Rows and columns have each digit once; so have boxes of any width and height, unless
//! [jigsaw regions](Builder::jigsaw) take their place or there are [none](Builder::without_boxes).
//! On a [`Shape`] with more digits than one of them has cells, its digits are different.
//! Beside these, and beside one another:
//! * both [diagonals](Builder::diagonals), the windows of [windoku](Builder::windoku), any
//!   [region](Builder::region) in which no digit is twice;
//! * [cages](Builder::cage) of different digits with a total, and [cages](Builder::sum_cage) whose
//!   digits may repeat; no cell is in two of them;
//! * a [tiling with dominoes](Builder::domino_tiling), all different;
//! * the [rules of variants](rules): thermometers, whispers, arrows, sandwiches, dots, anti-knight
//!   and thirty more;
//! * [given digits](Builder::given).
//!
//! Every backend that takes a board keeps all of its rules. The deductions of [`deduce`] know all
//! of them but dominoes.
//!
//! # What is where
//! * [`Shape`], [`Cell`], [`House`]: squares and rectangles with boxes of any width and height, and
//!   with any digits from 0 to 25.
//! * [`Grid`] and [`text`](mod@text): digits on a board, every usual way to write them, and files with
//!   many of them.
//! * [`text::sheet`]: puzzles with all of their rules as text, a line for each.
//! * [`text::iss`]: puzzles as the constraint strings of Interactive Sudoku Solver.
//! * [`killer`]: killer sudokus as text, by cages or by colors.
//! * [`Model`] and its [`Builder`]: houses, rules and givens, validated in [`Builder::build`].
//!   [`Model::verify`] checks a full grid with code of its own; [`Model::to_builder`] leads back to
//!   what can be changed.
//! * [`rules`]: what people draw. [`Rule`] and [`Part`]: rules of your own.
//! * [`ModelError`] and [`RuleBroken`]: what is wrong as data, told in your [`Names`].
//! * [`Model::solve`], [`Model::unique`], [`Model::count`], and [`Model::solver`] for limits,
//!   statistics and strategies. Solutions are told apart by their grids.
//! * [`Model::count_all`]: how many grids, of any size, without a list of them.
//! * [`Model::true_candidates`] and [`Solver::true_candidates`]: every digit of every cell that
//!   occurs in some grid, with the number of these grids up to a cap.
//! * [`Batch`]: one question about many plain puzzles, as fast as it gets.
//! * [`Model::conflict`]: why a model has no solution, in simple cases. [`Solver::culprits`]: which
//!   rules, givens and houses contradict each other, in all cases, and [`Solver::superfluous`]: which
//!   of them could go.
//! * [`cage`]: the digit sets of a size and total, for setters and solvers.
//! * [`ClueGenerator`]: sudokus of any size with exactly one solution, minimal or of as many clues
//!   as you like, symmetric or not, by seed; [`KillerGenerator`]: killers. Both take [`Limits`].
//! * [`deduce`]: the named deductions that people make, step by step and with reasons;
//!   [`Model::rating`]: how hard a puzzle is, by those that it needs.
//!
//! # How it solves
//! Plain 9 x 9 puzzles on bitboards ([`Backend::PLAIN9`]): one or two microseconds each, the
//! hardest known less than a hundred on average. Plain 16 x 16 puzzles on vectors
//! ([`Backend::PLAIN16`]): easy ones take some microseconds, those without a spare given some 0.1
//! to 0.4 milliseconds. Others by search on candidates ([`Backend::CANDIDATES`]): each cell has a
//! set of digits, filters remove what no filling of a cage, house or band has, the rule of 45 over
//! several houses joins in when guesses are needed. Killers from newspapers take some 50
//! microseconds, the hardest known ones up to seconds: for these, set [`Limits`]. Domino boards are
//! searched on bitboards ([`Backend::DOMINOES`]). As exact cover problems for the [`exactcover`]
//! crate ([`Backend::COVER`], and [`Backend::LEARN`] with clause learning) most models can be
//! solved once more, by code that shares next to nothing with the others. `DESIGN.md` in the
//! repository explains the backends.
//!
//! # Memory
//! A plain model takes 2 KB on a board of 9 x 9; with cages everywhere 7, on 16 x 16 24 and on 25 x
//! 25 56. Copies share the rules themselves. Beside it, a backend that counts takes at most, in KB
//! on the heap (the test `memory` counts these, on the boards that take most):
//!
//! | | 9 x 9 | 16 x 16 | 25 x 25 | it is |
//! |---|---|---|---|---|
//! | [`Backend::PLAIN9`] | 16 | | | room for 64 levels; a few boards with hardly a clue take twice that |
//! | [`Backend::DOMINOES`] | 5 | | | weights of cells and pairs; hardly more for more levels |
//! | [`Backend::PLAIN16`] | | 250 | | a board for each level |
//! | [`Backend::CANDIDATES`] | 70 | 800 | 2500 | 4 bytes for each cell and level, and filters for the cages |
//! | [`Backend::COVER`] | 350 | 7500 | 125,000 | 28 bytes for each item of an option; cages have an option for each set of digits |
//! | [`Backend::LEARN`] | 400 | 10,000 | 150,000 | the same problem, and what it has learned |
//!
//! To these come 112 bytes for each arrow of an [`Automaton`] or of a sum of digits that may
//! repeat, with [`Backend::COVER`] and [`Backend::LEARN`]: a rule with 100,000 arrows, the most
//! that they take, has 11 MB.
//!
//! Grids that have to be told apart from later ones are kept, too: those of domino boards, and
//! those found before a restart.
//!
//! Minimum supported Rust version: 1.63.

// Set for the page, which is built for size: what it waits for is compiled for speed there. That
// attribute is not stable yet.
#![cfg_attr(page, feature(optimize_attribute))]

mod board;
mod generate;
mod human;
mod model;
mod parts;
#[cfg(feature = "proof")]
pub mod proof;
pub mod rules;
mod solve;
pub mod text;

pub use crate::board::{
    Cell, DigitIter, Digits, Grid, GridError, House, HouseKind, Shape, ShapeError,
};
pub use crate::generate::clues::ClueGenerator;
pub use crate::generate::killer::KillerGenerator;
pub use crate::generate::symmetry::Symmetry;
pub use crate::generate::{GenerateError, Puzzle};
pub use crate::human::{deduce, Conflict, ConflictKind, Culprits, Rating, Superfluous, Unrated};
pub use crate::model::{
    Broken, Builder, DigitLetters, Fault, Model, ModelError, Names, RowLetters, RuleBroken, Subject,
};
pub use crate::parts::{
    Automaton, DigitSets, Domino, Part, Pattern, PatternError, Ranked, Table, Tiling,
};
pub use crate::rules::cage::{self, Cage};
pub use crate::rules::sum::SumCage;
pub use crate::rules::{draw, AsAny, Rule};
pub use crate::solve::{Backend, Batch, Solver, TrueCandidates};
pub use crate::text::killer::{self, KillerError, KillerErrorKind};
pub use crate::text::{TextError, TextErrorKind, Unsayable};
pub use exactcover::{Count, First, Limit, Limits, Outcome, Report, Stats, Strategy, Ties, Unique};
pub use text_places::Place;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
