//! Running a program, which the other programs of the workspace do in the same way.

use crate::program;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Stdio};

/// What a run of the program left behind.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
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

/// A file for one test.
pub(crate) fn file(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("the directory of the target can be written");
    path
}
