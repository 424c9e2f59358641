//! Input that was made to break the programs: each of them answers or complains, in an address
//! space of 64 MB.

#![cfg(unix)]

use std::io::Write;
use std::process::{Command, Stdio};

/// What `judge_io` reads at most.
const MOST: usize = 8 << 20;

/// Programs and their files.
const PROGRAMS: [(&str, &str); 5] = [
    ("killer_colors", env!("CARGO_BIN_EXE_killer_colors")),
    ("killer_sudoku", env!("CARGO_BIN_EXE_killer_sudoku")),
    ("cross_hatching", env!("CARGO_BIN_EXE_cross_hatching")),
    ("su_domino_ku", env!("CARGO_BIN_EXE_su_domino_ku")),
    ("sudoku16", env!("CARGO_BIN_EXE_sudoku16")),
];

/// Runs a program within 64 MB: its exit code, and what it says on stderr.
fn run(file: &str, input: &[u8]) -> (Option<i32>, String) {
    let mut child = Command::new("sh")
        .args(["-c", "ulimit -v 65536 && exec \"$0\"", file])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a shell");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A program that has seen enough does not read the rest.
    let _ = stdin.write_all(input);
    drop(stdin);
    let output = child.wait_with_output().expect("an end");
    let message = String::from_utf8(output.stderr).expect("a message in UTF-8");
    (output.status.code(), message)
}

fn repeated(text: &str, bytes: usize) -> Vec<u8> {
    text.bytes().cycle().take(bytes).collect()
}

#[test]
fn more_bytes_than_the_cap_are_refused() {
    for (program, file) in PROGRAMS {
        let refused = (Some(2), "input has over 8388608 bytes\n".to_string());
        assert_eq!(run(file, &repeated(" ", MOST + 1)), refused, "{program}");
        assert_ne!(run(file, &repeated(" ", MOST)), refused, "{program}");
    }
}

#[test]
fn as_many_bytes_as_are_read_fit_into_64_megabytes() {
    // Words and lines that are as short as can be, one enormous word, and nothing in UTF-8.
    let row = "A--------------P\n";
    for text in ["1 ", "1\n", "A\n", "0\n1 ", ".", "1", row, "\u{feff}\r\n"] {
        for (program, file) in PROGRAMS {
            let (code, message) = run(file, &repeated(text, MOST));
            assert!(
                matches!(code, Some(1 | 2)),
                "{program}, {text:?}: {code:?}, {message}"
            );
            assert!(message.len() < 1000, "{program}, {text:?}");
        }
    }
    for (program, file) in PROGRAMS {
        let (code, message) = run(file, &vec![0xFF; MOST]);
        assert_eq!(code, Some(2), "{program}: {message}");
    }
}
