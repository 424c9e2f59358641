//! What the fuzzers do with the bytes that they are given: a function for each target.
//!
//! A target may return for any reason and panics if something is broken. The same functions run
//! under libFuzzer (`fuzz.rs`) and, over the files of `corpus/`, in a plain test
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

/// The targets that are no contest programs, by their names.
const TARGETS: &[(&str, fn(&[u8]))] = &[
    ("format", texts::format),
    ("grid_text", texts::grid_text),
    ("killer_text", texts::killer_text),
    ("dlx_mirror", mirror::dlx_mirror),
    ("calls", calls::calls),
    ("models", models::models),
    ("proof", proofs::proof),
    ("bundler", bundler::bundler),
];

/// The names of all targets. Each contest program is one.
pub fn targets() -> impl Iterator<Item = &'static str> {
    let programs = programs::ALL.iter().map(|&(name, ..)| name);
    TARGETS.iter().map(|&(name, _)| name).chain(programs)
}

/// Runs a target on these bytes and sees to it that it keeps to [`MOST_BYTES`].
///
/// # Panics
/// If something is broken, or there is no such target.
pub fn run(name: &str, data: &[u8]) {
    let peak = match TARGETS.iter().find(|(known, _)| *known == name) {
        Some((_, target)) => counting::bytes_of_all_threads(|| target(data)),
        None => {
            let program = programs::ALL.iter().find(|(known, ..)| *known == name);
            let program = program.unwrap_or_else(|| panic!("there is no target {name}"));
            let &(_, solve, judge) = program;
            counting::bytes_of_all_threads(|| judge(data, solve))
        }
    };
    assert!(peak <= MOST_BYTES, "{name} took {peak} bytes");
}
