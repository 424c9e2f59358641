//! What makes no sense: exit code 2, nothing on standard output, and a message.

use crate::{run, CLASSIC};
use insta::assert_snapshot;

/// The first line of the message.
fn refusal(arguments: &str, input: &str) -> String {
    let run = run(arguments, input);
    assert_eq!((run.code, &*run.out), (Some(2), ""), "{arguments}");
    run.err.lines().next().expect("a message").to_owned()
}

#[test]
fn commands_and_options() {
    assert_snapshot!(refusal("", ""), @"sudoku: expected a command: solve, unique, count, candidates, explain, rate, generate, convert, draw, prove, completions or man");
    assert_snapshot!(refusal("solv", ""), @r#"sudoku: "solv" is no command: expected solve, unique, count, candidates, explain, rate, generate, convert, draw, prove, completions or man"#);
    assert_snapshot!(refusal("solve --lime", ""), @"sudoku: invalid option '--lime', perhaps '--line'");
    assert_snapshot!(refusal("count --line", ""), @r#"sudoku: --line does not apply to "count""#);
    assert_snapshot!(refusal("count --diagram --limit 5", ""), @"sudoku: The argument '--diagram' cannot be used with '--limit <N>'");
    assert_snapshot!(refusal("solve --limit-memory 1G", ""), @r#"sudoku: --limit-memory does not apply to "solve""#);
    assert_snapshot!(refusal("count --limit-memory 1P", ""), @r#"sudoku: --limit-memory: expected a number of bytes, for example 500M or 2G, found "1P""#);
    assert_snapshot!(refusal("prove", ""), @r#"sudoku: "prove" needs --output DIR"#);
    assert_snapshot!(refusal("generate --killer --clues 30", ""), @"sudoku: --clues is not for killers");
    assert_snapshot!(refusal("generate --cages 2-3 --symmetry full", ""), @"sudoku: --symmetry: killers take none and half-turn alone");
}

#[test]
fn values() {
    assert_snapshot!(refusal("count --limit 0", ""), @r#"sudoku: --limit: expected a whole number, at least 1, found "0""#);
    assert_snapshot!(refusal("count --limit-time x", ""), @r#"sudoku: --limit-time: expected a number of seconds, found "x""#);
    assert_snapshot!(refusal("count --limit-nodes -1", ""), @r#"sudoku: --limit-nodes: expected a whole number, found "-1""#);
    assert_snapshot!(refusal("solve --backend dlx", ""), @r#"sudoku: --backend: expected one of auto, cover, learn, plain9, plain16, candidates, dominoes, found "dlx""#);
    assert_snapshot!(refusal("solve --shape 9", ""), @r#"sudoku: --shape: expected boxes such as 3x3, found "9""#);
    assert_snapshot!(refusal("solve --shape 6x5", ""), @r#"sudoku: --shape: expected boxes of a board of side 4 to 25, found "6x5""#);
    assert_snapshot!(refusal("generate --symmetry round", ""), @r#"sudoku: --symmetry: expected one of none, half-turn, quarter-turn, left-right, up-down, diagonal, antidiagonal, full, found "round""#);
    assert_snapshot!(refusal("generate --clues few", ""), @r#"sudoku: --clues: expected numbers such as 2-5, found "few""#);
    assert_snapshot!(refusal("generate --clues 30-20", ""), @r#"sudoku: --clues: expected the smaller number first, found "30-20""#);
    assert_snapshot!(refusal("generate --clues 90-", ""), @"sudoku: 90 clues or more: only numbers from 0 to 81 will do");
    let most = std::thread::available_parallelism().map_or(1, usize::from) + 64;
    let message = refusal(&format!("solve --threads {}", most + 1), CLASSIC);
    assert!(
        message.contains("64 more than processor cores"),
        "{message}"
    );
    assert_eq!(
        run(&format!("solve --threads {most}"), CLASSIC).code,
        Some(0)
    );
}

#[test]
fn files_and_boards() {
    let message = refusal("solve missing.txt", "");
    assert!(
        message.starts_with("missing.txt: cannot read: "),
        "{message}"
    );
    let file = format!("{CLASSIC}1...............\n");
    for threads in 1..=4 {
        let message = refusal(
            &format!("count --backend plain16 --threads {threads}"),
            &file,
        );
        assert_eq!(
            message,
            "stdin:1: the backend plain16 is not for this board"
        );
    }
}
