//! Proofs that a search has found everything, for checkers that share no code with it.
//!
//! [`Search::prove`] writes down why there are no other solutions than those that it shows, and
//! [`Model::write`] the model that the proof is about: the problem, without these solutions. The proof
//! says that nothing is left in it. So a proof checker that accepts both certifies "no solution",
//! "exactly this one", "exactly these 300", for anybody who believes that the model is the problem
//! (it is made to be read) and that the solutions are some
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
//! The proof has a line or two for each leaf of the search tree. It is the same search as without
//! a proof, on one thread.

mod log;
mod model;
#[cfg(feature = "std")]
mod sink;

pub(crate) use log::{Literal, Log, Trial};
pub use model::{Block, Model};
#[cfg(feature = "std")]
pub use sink::Sink;

use crate::engine::Step;
use crate::{Outcome, Report, Search, Solution};
use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;

/// The language of a proof, and of the model that it is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Format {
    /// A model in OPB, and a proof for `VeriPB` 3: `veripb MODEL PROOF` says `s VERIFIED
    /// UNSATISFIABLE`.
    VeriPb,
    /// A model in DIMACS CNF, and a proof in DRAT (text), for any checker of SAT solvers' proofs.
    Drat,
}

impl<'p, L> Search<'p, L> {
    /// Shows every solution to `visit` and writes to `out` the proof that there are no others, until
    /// there are no more, a limit is reached or `visit` breaks.
    ///
    /// It is a proof only if the outcome is [`Outcome::Exhausted`]. What it says is that the
    /// [`Model`] of this problem has no solution once each that was shown is left out ([`Block`]).
    ///
    /// # Errors
    /// Whatever `out` fails with; the search ends then.
    pub fn prove<F>(
        &self,
        format: Format,
        out: &mut dyn fmt::Write,
        mut visit: F,
    ) -> Result<Report<()>, fmt::Error>
    where
        F: FnMut(&Solution<'p, L>) -> ControlFlow<()>,
    {
        let mut settings = self.settings.clone();
        settings.proving = true;
        let mut machine = self.engine.start(&self.problem.matrix, &settings);
        let mut log = Log::new(format, self.problem.option_count(), out);
        let mut solution = Solution {
            problem: self.problem,
            options: Vec::new(),
        };
        let outcome = loop {
            if let Step::Done(outcome) = machine.prove(&mut log) {
                break outcome;
            }
            solution.options.clear();
            machine.chosen(&mut solution.options);
            if visit(&solution).is_break() {
                break Outcome::Stopped;
            }
        };
        if outcome == Outcome::Exhausted {
            log.conclude();
        }
        log.finish()?;
        Ok(Report {
            answer: (),
            outcome,
            stats: machine.stats(),
        })
    }
}
