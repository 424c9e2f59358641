//! The languages of proofs.

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
