//! Runs the program as a user does, and looks at both streams and the exit code.

mod answers;
mod drawing;
mod jobs;
mod pages;
mod pictures;
mod process;
mod proofs;
mod readme;
mod refusals;
#[cfg(unix)]
mod terminal;

use std::process::Command;

pub(crate) use process::{file, run, run_bytes, start, Run};

/// The name of the program.
pub(crate) const NAME: &str = "exactcover";

/// Its own commands.
pub(crate) const COMMANDS: &[&str] = &[
    "solve", "count", "unique", "cheapest", "sample", "options", "prove", "check", "estimate",
    "split", "plan", "run", "status", "merge", "clean",
];

/// A value of an option that its help and the completions show.
pub(crate) const VALUE: &str = "restarts";

/// Where the program runs: names of files in messages are relative, so that they are the same on
/// every machine.
pub(crate) const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/dlx");

pub(crate) fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_exactcover"));
    command.current_dir(DATA);
    command
}

/// A problem with 2^200 solutions.
pub(crate) fn endless() -> String {
    let items: Vec<String> = (0..200).map(|k| format!("coin{k}")).collect();
    let options: String = items
        .iter()
        .map(|item| format!("{item}\n{item}\n"))
        .collect();
    format!("{}\n{options}", items.join(" "))
}

/// A problem without a solution, which engines that only search find out 2^200 times: four pigeons
/// do not fit into three holes, but items with fewer options come first.
#[cfg(unix)]
pub(crate) fn endless_and_hopeless() -> String {
    let endless = endless();
    let (items, options) = endless.split_once('\n').expect("lines");
    let pigeons = ["p1", "p2", "p3", "p4"];
    let holes = ["h1", "h2", "h3"];
    let pairs = pigeons
        .iter()
        .flat_map(|p| holes.map(|h| format!("{p} {h}\n")));
    let pairs: String = pairs.collect();
    let (pigeons, holes) = (pigeons.join(" "), holes.join(" "));
    format!("{items} {pigeons} | {holes}\n{options}{pairs}")
}

/// The problem that the help shows: two solutions, one of them with both crossings in color b.
pub(crate) const WORDS: &str = "| two words crossing at x
across down | x
across x:a
across x:b
down x:b
";
