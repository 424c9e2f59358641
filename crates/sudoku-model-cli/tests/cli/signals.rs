//! Signals: what is known is told.

use crate::start;
use nix::sys::signal::{kill, Signal};
use nix::unistd::Pid;
use std::io::{BufRead, BufReader};

#[test]
fn tells_what_is_known_when_interrupted() {
    for (signal, code) in [(Signal::SIGINT, 130), (Signal::SIGTERM, 143)] {
        for threads in ["", "--threads 2"] {
            let arguments = format!("count --progress always {threads}");
            // The number of all boards is out of reach.
            let mut child = start(&arguments, &(".".repeat(81) + "\n").repeat(3));
            let mut progress = BufReader::new(child.stderr.take().expect("a pipe"));
            let mut line = String::new();
            progress.read_line(&mut line).expect("a line");
            assert!(line.contains(" 0 of 3 puzzles, "), "{line}");
            let id = i32::try_from(child.id()).expect("it fits");
            kill(Pid::from_raw(id), signal).expect("it has not been waited for");
            let output = child.wait_with_output().expect("the program ends");
            let out = String::from_utf8(output.stdout).expect("UTF-8");
            assert_eq!(output.status.code(), Some(code), "{out}");
            assert!(
                out.starts_with("stdin:1: ") && out.ends_with(" or more: interrupted\n"),
                "{out}"
            );
            assert_eq!(out.lines().count(), 1, "the others are not looked at");
        }
    }
}
