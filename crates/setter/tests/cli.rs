//! The program `setter` as a process: exit codes and messages.

use insta::assert_snapshot;
use std::io::Write;
use std::process::{Command, Stdio};

fn run(arguments: &[&str], input: impl AsRef<[u8]>) -> (Option<i32>, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_setter"))
        .args(arguments)
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It may end before it has read all.
    let _ = child.stdin.take().unwrap().write_all(input.as_ref());
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

#[test]
fn setter_says_nothing_if_all_is_well() {
    let nothing = (Some(0), String::new(), String::new());
    assert_eq!(run(&["validate", "tiling"], "1 2 2\n2 2\n"), nothing);
    let sample = "testdata/tiling/1.in";
    assert_eq!(run(&["validate", "tiling", sample], ""), nothing);
    let answer = "testdata/tiling/1.ans";
    assert_eq!(run(&["check", "tiling", sample, answer], ""), nothing);
    let answer = std::fs::read_to_string(format!("{}/../../{answer}", env!("CARGO_MANIFEST_DIR")));
    assert_eq!(run(&["check", "tiling", sample], answer.unwrap()), nothing);
}

#[test]
fn setter_points_at_what_is_wrong() {
    let (code, out, message) = run(&["validate", "tiling"], "1 2 2\n2 2");
    assert_eq!((code, &*out), (Some(1), ""));
    assert_snapshot!(message, @r"
    stdin:2:4: expected the end of the line, found the end of the text
      | 2 2
      |    ^
    ");
    let (code, out, message) = run(&["check", "tiling", "testdata/tiling/1.in"], "Perhaps\n");
    assert_eq!((code, &*out), (Some(1), ""));
    assert_snapshot!(message, @r#"stdin: line 1, word 1: expected "Yes", found "Perhaps""#);
}

#[test]
fn setter_judges_no_answer_to_an_input_that_is_not_valid() {
    let (code, out, message) = run(&["check", "tiling", "-", "testdata/tiling/1.ans"], "1 2\n");
    assert_eq!((code, &*out), (Some(2), ""));
    assert_snapshot!(message, @r"
    stdin:1:4: expected a blank, found the end of the line
      | 1 2
      |    ^
    ");
}

#[test]
fn setter_refuses_command_lines_that_make_no_sense() {
    let message = |arguments: &[&str]| {
        let (code, out, message) = run(arguments, "");
        assert_eq!((code, &*out), (Some(2), ""));
        message
    };
    assert_snapshot!(message(&["validate", "chess"]), @r#"
    setter: PROBLEM: expected one of all_solutions, cross_hatching, crossword, easudoku, easy_finding, exact_cover, exact_cover_hust, killer_colors, killer_sudoku, power_stations, squiggly, su_domino_ku, sudogob, sudoku16, sudoku81, sudokunique, target_sudoku, tiling, treasure_map, wisdom_beads, found "chess"
    Try "setter --help".
    "#);
    assert_snapshot!(message(&["check", "tiling", "-"]), @r#"
    setter: input and answer cannot both be standard input
    Try "setter --help".
    "#);
    assert_snapshot!(message(&["validate", "tiling", "no-such-file"]), @"no-such-file: cannot read: No such file or directory (os error 2)");
    assert_snapshot!(message(&["check", "tiling"]), @r#"
    setter: "check" needs INPUT
    Try "setter --help".
    "#);
}

#[test]
fn setter_lists_its_problems() {
    let (code, out, _) = run(&["list"], "");
    assert_eq!(code, Some(0));
    assert_eq!(out.lines().count(), setter::PROBLEMS.len());
    assert!(out.lines().any(|line| line == "killer_sudoku"));
}

#[test]
fn setter_ends_with_the_codes_of_the_judge_that_is_named() {
    let input = "testdata/tiling/1.in";
    let code = |whose: &str, arguments: &[&str], text: &str| {
        let (command, rest) = arguments.split_first().unwrap();
        let all = [&[*command, "--exit-codes", whose], rest].concat();
        run(&all, text).0.unwrap()
    };
    let right = std::fs::read_to_string(format!(
        "{}/../../testdata/tiling/1.ans",
        env!("CARGO_MANIFEST_DIR")
    ));
    let right = right.unwrap();
    let of = |whose| {
        [
            code(whose, &["check", "tiling", input], &right),
            code(whose, &["check", "tiling", input], "Perhaps\n"),
            code(whose, &["check", "tiling", "no-such-file"], &right),
            code(
                whose,
                &["check", "tiling", "-", "testdata/tiling/1.ans"],
                "1 2\n",
            ),
            code(whose, &["validate", "tiling", input], ""),
            code(whose, &["validate", "tiling"], "1 2\n"),
        ]
    };
    assert_eq!(of("own"), [0, 1, 2, 2, 0, 1]);
    assert_eq!(of("kattis"), [42, 43, 2, 2, 42, 43]);
    assert_eq!(of("testlib"), [0, 1, 3, 3, 0, 3]);
}

#[test]
fn setter_takes_what_is_no_text_for_wrong() {
    let check = [
        "check",
        "--exit-codes",
        "kattis",
        "tiling",
        "testdata/tiling/1.in",
    ];
    let (code, out, message) = run(&check, b"Yes\xff\n");
    assert_eq!((code, &*out), (Some(43), ""));
    assert_snapshot!(message, @"stdin:1:4: expected UTF-8, found the byte 0xff");
    let (code, out, message) = run(&["validate", "tiling"], b"1 2 2\n2\xff2\n");
    assert_eq!((code, &*out), (Some(1), ""), "an input that is no text");
    assert_snapshot!(message, @"stdin:2:2: expected UTF-8, found the byte 0xff");
    // That is not the fault of whoever answers.
    let missing = [&check[..], &["no-such-file"]].concat();
    assert_eq!(run(&missing, "").0, Some(2));
}
