//! Runs the program as a user does, and looks at both streams and the exit code.

mod answers;
mod covers;
mod draw;
mod forms;
mod generate;
#[path = "../../../exactcover-cli/tests/cli/pages.rs"]
mod pages;
mod people;
#[path = "../../../exactcover-cli/tests/cli/pictures.rs"]
mod pictures;
#[path = "../../../exactcover-cli/tests/cli/process.rs"]
mod process;
mod proofs;
mod readme;
mod refusals;
#[cfg(unix)]
mod signals;

use serde_json::Value;
use std::process::Command;

pub(crate) use process::{file, run, start};

/// The name of the program.
pub(crate) const NAME: &str = "sudoku";

/// Its own commands.
pub(crate) const COMMANDS: &[&str] = &[
    "solve",
    "unique",
    "count",
    "candidates",
    "explain",
    "rate",
    "generate",
    "convert",
    "draw",
    "prove",
];

/// A value of an option that its help and the completions show.
pub(crate) const VALUE: &str = "plain16";

/// Where the program runs: names of files in messages are relative, so that they are the same on
/// every machine.
pub(crate) const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata");

pub(crate) fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sudoku"));
    command.current_dir(DATA);
    command
}

/// The exit code and what was printed; nothing else was said.
pub(crate) fn answer(arguments: &str, input: &str) -> (i32, String) {
    let run = run(arguments, input);
    assert_eq!(run.err, "", "{arguments}");
    (run.code.expect("an exit code"), run.out)
}

pub(crate) fn json_lines(text: &str) -> Vec<Value> {
    let parse = |line| serde_json::from_str(line).expect("every line is JSON");
    text.lines().map(parse).collect()
}

/// A puzzle with one grid.
pub(crate) const CLASSIC: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";

pub(crate) const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179\n";

/// One grid, many, none at first sight, none, many.
pub(crate) const FIVE: &str = "\
# the first of Project Euler's fifty
003020600900305001001806400008102900700000008006708200002609500800203009005010300

1...............  # 72 grids
11..............  # none
123....4........  # none, but not at first sight
12..34...........................1..
";
