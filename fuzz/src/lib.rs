//! What the fuzzers do with the bytes that they are given: a function for each target.
//!
//! A target may return for any reason and panics if something is broken. The same functions run
//! under libFuzzer (`targets/`) and, over the files of `corpus/`, in a plain test
//! (`tests/replay.rs`).

mod bundler;
mod calls;
#[path = "../../crates/exactcover/tests/checker/mod.rs"]
mod checker;
#[path = "../../crates/exactcover/tests/counting/mod.rs"]
mod counting;
mod judges;
mod mirror;
mod models;
mod oracle;
mod programs;
mod proofs;
mod texts;

pub use bundler::Program;

/// No target may use more than this at any time, whatever it is given.
const MOST_BYTES: usize = 64 << 20;

/// A target, by its name.
pub type Target = (&'static str, fn(&[u8]));

/// All targets.
pub const TARGETS: &[Target] = &[
    ("format", texts::format),
    ("grid_text", texts::grid_text),
    ("killer_text", texts::killer_text),
    ("killer_colors", judges::killer_colors),
    ("killer_sudoku", judges::killer_sudoku),
    ("cross_hatching", judges::cross_hatching),
    ("su_domino_ku", judges::su_domino_ku),
    ("sudoku16", judges::sudoku16),
    ("dlx_mirror", mirror::dlx_mirror),
    ("calls", calls::calls),
    ("models", models::models),
    ("proof", proofs::proof),
    ("bundler", bundler::bundler),
];

/// Runs a target on these bytes and sees to it that it keeps to [`MOST_BYTES`].
///
/// # Panics
/// If something is broken, or there is no such target.
pub fn run(name: &str, data: &[u8]) {
    let named = TARGETS.iter().find(|(known, _)| *known == name);
    let (_, target) = named.expect("the name of a target");
    let peak = counting::bytes_of_all_threads(|| target(data));
    assert!(peak <= MOST_BYTES, "{name} took {peak} bytes");
}
