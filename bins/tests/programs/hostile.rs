//! Input that was made to break the programs: each of them answers or complains, in an address
//! space of 64 MB.

use crate::common::{executable, tested};
use std::io::Write;
use std::process::{Command, Stdio};

/// What `judge_io` reads at most.
const MOST: usize = 8 << 20;

/// Runs a program within 64 MB: its exit code, and what it says on stderr.
fn run(program: &str, input: &[u8]) -> (Option<i32>, String) {
    let mut child = Command::new("sh")
        .args(["-c", "ulimit -v 65536 && exec \"$0\""])
        .arg(executable(program))
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
    let refused = (Some(2), "input has over 8388608 bytes\n".to_string());
    let input = repeated(" ", MOST + 1);
    for program in &tested() {
        assert_eq!(run(program, &input), refused, "{program}");
        assert_ne!(run(program, &input[1..]), refused, "{program}");
    }
}

#[test]
fn as_many_bytes_as_are_read_fit_into_64_megabytes() {
    // Words and lines that are as short as can be, one enormous word, and nothing in UTF-8.
    let row = "A--------------P\n";
    for text in ["1 ", "1\n", "A\n", "0\n1 ", ".", "1", row, "\u{feff}\r\n"] {
        let input = repeated(text, MOST);
        for program in &tested() {
            let (code, message) = run(program, &input);
            // Tables with one row and column, again and again, with their answers.
            let is_valid = program == "exact_cover_hust" && ["1 ", "1\n"].contains(&text);
            assert!(
                matches!(code, Some(1 | 2)) || is_valid && code == Some(0),
                "{program}, {text:?}: {code:?}, {message}"
            );
            assert!(message.len() < 1000, "{program}, {text:?}");
        }
    }
    let input = vec![0xFF; MOST];
    for program in &tested() {
        let (code, message) = run(program, &input);
        assert_eq!(code, Some(2), "{program}: {message}");
    }
}
