//! What a terminal does to the program: signals, and a keyboard as standard input.

use crate::{endless, endless_and_hopeless, program, start, WORDS};
use nix::pty::openpty;
use nix::sys::signal::{kill, Signal};
use nix::unistd::Pid;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;
use std::{iter, thread};

const SIGNALS: [(Signal, i32); 2] = [(Signal::SIGINT, 130), (Signal::SIGTERM, 143)];

fn send(child: &Child, signal: Signal) {
    let id = i32::try_from(child.id()).expect("it fits");
    kill(Pid::from_raw(id), signal).expect("it has not been waited for");
}

/// Sends the signal once a search that has no end is going on: its exit code and what it printed
/// until then.
fn interrupted(arguments: &str, input: &str, signal: Signal) -> (Option<i32>, String) {
    // Without masks and learning, which might find an end.
    let arguments = format!("{arguments} --engine links --progress always");
    let mut child = start(&arguments, input);
    let mut progress = BufReader::new(child.stderr.take().expect("a pipe"));
    let mut line = String::new();
    progress.read_line(&mut line).expect("a line");
    assert!(line.contains(" nodes, "), "{line}");
    send(&child, signal);
    let output = child.wait_with_output().expect("the program ends");
    let out = String::from_utf8(output.stdout).expect("UTF-8");
    (output.status.code(), out)
}

#[test]
fn count_tells_what_is_known_when_interrupted() {
    for (signal, code) in SIGNALS {
        let (ended, out) = interrupted("count --engine rows", &endless(), signal);
        assert_eq!(ended, Some(code), "{signal}");
        let (number, words) = out.split_once(' ').expect("a number and words");
        assert!(number.parse::<u128>().expect("the number is first") > 0);
        assert_eq!(words, "or more: interrupted\n");
        let (ended, out) = interrupted(
            "count --json --engine rows",
            &endless_and_hopeless(),
            signal,
        );
        assert_eq!(ended, Some(code), "{signal}");
        assert!(out.contains(r#""stopped_by":"interrupt""#), "{out}");
        let (ended, out) = interrupted("count --threads 2", &endless_and_hopeless(), signal);
        assert_eq!((ended, &*out), (Some(code), "0 or more: interrupted\n"));
    }
}

#[test]
fn unique_tells_what_is_known_when_interrupted() {
    for (signal, code) in SIGNALS {
        let (ended, out) = interrupted("unique", &endless_and_hopeless(), signal);
        assert_eq!((ended, &*out), (Some(code), "unknown: interrupted\n"));
    }
}

#[test]
fn prove_leaves_nothing_when_interrupted() {
    for (signal, code) in SIGNALS {
        let parent = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("interrupted-{code}"));
        fs::create_dir_all(&parent).expect("it can be made");
        let arguments = format!("prove -o {}/proof", parent.display());
        let (ended, out) = interrupted(&arguments, &endless_and_hopeless(), signal);
        let words = "unknown: interrupted after 0 solutions, no proof\n";
        assert_eq!((ended, &*out), (Some(code), words));
        assert_eq!(fs::read_dir(&parent).expect("it is there").count(), 0);
    }
}

/// A search that prints a solution without end, after its first line.
fn printing() -> (Child, BufReader<impl Read>) {
    let mut child = start("solve --numbers", &endless());
    let mut solutions = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    solutions.read_line(&mut line).expect("a line");
    assert_eq!(line.split(' ').count(), 200);
    (child, solutions)
}

#[test]
fn solve_tells_what_is_known_when_interrupted() {
    for (signal, code) in SIGNALS {
        let (mut child, mut solutions) = printing();
        send(&child, signal);
        let mut rest = String::new();
        solutions.read_to_string(&mut rest).expect("UTF-8");
        assert!(rest.lines().all(|line| line.split(' ').count() == 200));
        let mut err = String::new();
        let mut stderr = child.stderr.take().expect("a pipe");
        stderr.read_to_string(&mut err).expect("UTF-8");
        assert_eq!(err, "interrupted: there may be more solutions\n");
        let ended = child.wait().expect("the program ends");
        assert_eq!(ended.code(), Some(code), "{signal}");
    }
}

#[test]
fn a_second_signal_ends_the_program_at_once() {
    for (signal, code) in SIGNALS {
        // It fills the pipe and waits. One signal makes it wait no less.
        let (mut child, _unread) = printing();
        let ended = iter::repeat_with(|| {
            send(&child, signal);
            thread::sleep(Duration::from_millis(10));
            child.try_wait().expect("it can be asked")
        });
        let ended = ended.flatten().next().expect("the program ends");
        assert_eq!(ended.code(), Some(code), "{signal}");
    }
}

#[test]
fn says_that_it_reads_from_the_keyboard() {
    for (arguments, what, input, code) in [
        ("count", "the problem", WORDS, 0),
        ("solve -", "the problem", WORDS, 0),
        ("check queens8.dlx", "the solutions", "no\n", 1),
    ] {
        let terminal = openpty(None, None).expect("there is a terminal left");
        let mut keyboard = File::from(terminal.master);
        let child = program()
            .args(arguments.split(' '))
            .stdin(Stdio::from(terminal.slave))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        keyboard.write_all(input.as_bytes()).expect("typed");
        // Ctrl-D at the beginning of a line.
        keyboard.write_all(b"\x04").expect("typed");
        let output = child.wait_with_output().expect("the program ends");
        let hint = format!("exactcover: reading {what} from the keyboard up to Ctrl-D\n");
        assert_eq!(String::from_utf8_lossy(&output.stderr), hint);
        assert_eq!(output.status.code(), Some(code), "{arguments}");
    }
}
