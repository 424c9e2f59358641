//! Runs the program as a user does, and looks at both streams and the exit code.

mod answers;
mod pages;
mod proofs;
mod readme;
mod refusals;
#[cfg(unix)]
mod terminal;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// What a run of the program left behind.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Where the program runs: names of files in messages are relative, so that they are the same on
/// every machine.
pub(crate) const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/dlx");

pub(crate) fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_exactcover"));
    command.current_dir(DATA);
    command
}

/// Runs the program with these arguments, separated by blanks, and this standard input.
pub(crate) fn run(arguments: &str, input: &str) -> Run {
    run_bytes(arguments, input.as_bytes())
}

pub(crate) fn run_bytes(arguments: &str, input: &[u8]) -> Run {
    let child = start_bytes(arguments, input);
    let output = child.wait_with_output().expect("the program ends");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Run {
        code: output.status.code(),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}

/// Starts the program with these arguments, separated by blanks, and this standard input.
pub(crate) fn start(arguments: &str, input: &str) -> Child {
    start_bytes(arguments, input.as_bytes())
}

fn start_bytes(arguments: &str, input: &[u8]) -> Child {
    let mut child = program()
        .args(arguments.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A program that refuses its arguments does not read.
    let _ = stdin.write_all(input);
    child
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

/// A file for one test.
pub(crate) fn file(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("the directory of the target can be written");
    path
}
