//! Runs the program as a user does, and looks at both streams and the exit code.

mod answers;
mod proofs;
mod readme;
mod refusals;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// What a run of the program left behind.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

pub(crate) fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_exactcover"));
    // Names of files in messages are relative, so that they are the same on every machine.
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/dlx"));
    command
}

/// Runs the program with these arguments, separated by blanks, and this standard input.
pub(crate) fn run(arguments: &str, input: &str) -> Run {
    run_bytes(arguments, input.as_bytes())
}

pub(crate) fn run_bytes(arguments: &str, input: &[u8]) -> Run {
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
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Run {
        code: output.status.code(),
        out: text(output.stdout),
        err: text(output.stderr),
    }
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
