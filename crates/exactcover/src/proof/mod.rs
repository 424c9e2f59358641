//! Proofs that a search has found everything, for checkers that share no code with it.
//!
//! [`Search::prove`](crate::Search::prove) writes down why there are no other solutions than those
//! that it shows, and [`Model::write`] the model that the proof is about: the problem, without
//! these solutions. The proof says that nothing is left in it. So a proof checker that accepts
//! both certifies "no solution", "exactly this one", "exactly these 300", for anybody who believes
//! that the model is the problem (it is made to be read) and that the solutions are some
//! ([`Problem::verify`](crate::Problem::verify) says so).
//!
//! ```
//! use core::ops::ControlFlow;
//! use exactcover::proof::{Block, Format, Model};
//! use exactcover::{Outcome, Problem};
//! // Two of three dominoes on a board of 2 x 2 squares.
//! let mut builder = Problem::builder();
//! let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| builder.primary(name));
//! builder.option("top", [a, b]);
//! builder.option("bottom", [c, d]);
//! builder.option("left", [a, c]);
//! let problem = builder.build()?;
//!
//! let (mut proof, mut found) = (String::new(), Vec::new());
//! let report = problem.search().prove(Format::VeriPb, &mut proof, |solution| {
//!     found.push(Block::AllOf(solution.options().to_vec()));
//!     ControlFlow::Continue(())
//! })?;
//! assert_eq!((found.len(), report.outcome), (1, Outcome::Exhausted));
//! assert!(proof.ends_with("conclusion UNSAT;\nend pseudo-Boolean proof;\n"));
//!
//! let mut model = String::new();
//! Model::new(&problem).write(Format::VeriPb, &found, &mut model)?;
//! assert!(model.contains("* item a\n1 x1 1 x3 = 1 ;\n"));
//! assert!(model.ends_with("* left out\n1 ~x1 1 ~x2 >= 1 ;\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The proof has a line or two for each leaf of the search tree. It is the same search as without a
//! proof, on one thread; parts of a search can be proved anywhere, and [`join`] makes one proof of
//! their proofs.

pub(crate) mod format;
mod join;
pub(crate) mod log;
mod model;
#[cfg(feature = "std")]
mod sink;

pub use format::Format;
pub use join::join;
pub use model::{Block, Model};
#[cfg(feature = "std")]
pub use sink::Sink;
