//! `setter generate` and `setter stress` as processes.

#![cfg(unix)]

use insta::assert_snapshot;
use setter::problem;
use std::path::Path;
use std::process::Command;

fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_setter"));
    let output = command.args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

/// What `stress` says of a program of the shell.
fn stress(arguments: &[&str], script: &str) -> (Option<i32>, String, String) {
    run(&[
        &["stress", "--shrink-time=3600"],
        arguments,
        &["--", "sh", "-c", script],
    ]
    .concat())
}

/// Says of each tiling that there is none.
const NO: &str = "cat > /dev/null; echo No";
/// So that nobody waits too short.
const LONG: &str = "--limit-time=3600";

#[test]
fn what_is_right_on_all_tests_is_right() {
    let tiling = problem("tiling").unwrap();
    let has_none = |seed: &u64| {
        let input = tiling.generate(&tiling.groups[0], *seed);
        tiling.check(&input, "No\n").is_ok()
    };
    let seed = (1..).find(has_none).unwrap().to_string();
    let (code, out, message) = stress(&[LONG, "--tests=1", "--seed", &seed, "tiling"], NO);
    assert_eq!((code, &*out), (Some(0), ""));
    let said = format!("no wrong answer on group tiny, seeds {seed} to {seed}\n");
    assert_eq!(message, said);
}

#[test]
fn a_wrong_answer_is_shown_on_a_small_input() {
    let (code, out, message) = stress(&[LONG, "tiling"], NO);
    assert_eq!((code, &*out), (Some(1), "1 1 1\n1 1\n"));
    assert_snapshot!(message, @r#"
    wrong on group tiny, seed 1: sh: line 1, word 1: expected "Yes", found "No"
    wrong on the smaller input, too: sh: line 1, word 1: expected "Yes", found "No"
    "#);
    let (code, out, message) = stress(&[LONG, "--group=full", "--seed=5", "tiling"], NO);
    assert_eq!((code, &*out), (Some(1), "1 1 1\n1 1\n"));
    assert_snapshot!(message, @r#"
    wrong on group full, seed 7: sh: line 1, word 1: expected "Yes", found "No"
    wrong on the smaller input, too: sh: line 1, word 1: expected "Yes", found "No"
    "#);
}

#[test]
fn what_is_no_answer_is_wrong() {
    let message = |arguments: &[&str], script: &str| {
        let (code, out, message) = stress(&[arguments, &["tiling"]].concat(), script);
        assert_eq!((code, &*out), (Some(1), "1 1 1\n1 1\n"));
        message
    };
    assert_snapshot!(message(&[LONG], "echo no memory >&2; exit 3"), @r"
    wrong on group tiny, seed 1: sh: exit status: 3
    no memory
    wrong on the smaller input, too: sh: exit status: 3
    no memory
    ");
    assert_snapshot!(message(&[LONG], r"printf '\377'"), @r"
    wrong on group tiny, seed 1: sh: prints what is no UTF-8
    wrong on the smaller input, too: sh: prints what is no UTF-8
    ");
    assert_snapshot!(message(&[LONG], "kill -9 $$"), @r"
    wrong on group tiny, seed 1: sh: signal: 9 (SIGKILL)
    wrong on the smaller input, too: sh: signal: 9 (SIGKILL)
    ");
    // It never ends, so that any limit is right.
    assert_snapshot!(message(&["--limit-time=0.01"], "exec sleep 100000"), @r"
    wrong on group tiny, seed 1: sh: takes longer than 0.01 s
    wrong on the smaller input, too: sh: takes longer than 0.01 s
    ");
    // Nor does its child, which keeps the pipes.
    assert_snapshot!(message(&["--limit-time=0.01"], "sleep 100 & echo No"), @r"
    wrong on group tiny, seed 1: sh: takes longer than 0.01 s
    wrong on the smaller input, too: sh: takes longer than 0.01 s
    ");
}

/// It is killed by a signal when nobody reads on, which is not the reason.
#[test]
fn an_answer_without_end_is_called_so() {
    let (code, _, message) = run(&["stress", "--shrink-time=0", LONG, "tiling", "--", "yes"]);
    let said = "wrong on group tiny, seed 1: yes: prints 268435456 bytes or more\n";
    assert_eq!((code, &*message), (Some(1), said));
}

#[test]
fn the_other_program_is_judged_too() {
    let arguments = [LONG, "--tests=40", "--against=false", "sudoku81"];
    let (code, out, message) = stress(&arguments, "exec false");
    assert_eq!((code, &*out), (Some(1), "end\n"));
    assert_snapshot!(message, @r"
    wrong on group tiny, seed 1: sh: exit status: 1
    wrong on the smaller input, too: sh: exit status: 1
    ");
}

#[test]
fn nothing_is_judged_if_the_program_cannot_run() {
    let (code, out, message) = run(&["stress", "tiling", "--", "/no/such/program"]);
    assert_eq!((code, &*out), (Some(2), ""));
    assert_snapshot!(message, @r#"
    setter: /no/such/program: cannot run: No such file or directory (os error 2)
    Try "setter --help".
    "#);
}

#[test]
fn setter_prints_the_groups_of_a_problem() {
    let (code, out, message) = run(&["list", "tiling"]);
    assert_eq!((code, &*message), (Some(0), ""));
    assert_snapshot!(out, @r"
    tiny       up to 5 tiles, sides up to 5
    full       7 tiles, sides up to 10
    area       7 tiles: some have the area of the grid, and none cover it
    edges      the smallest and the largest grids and tiles
    ");
}

#[test]
fn the_readme_of_setter_shows_what_is_printed() {
    let readme = include_str!("../README.md");
    for command in ["list tiling", "generate tiling"] {
        let (_, out, _) = run(&command.split(' ').collect::<Vec<_>>());
        let shown = format!("$ setter {command}\n{out}");
        assert!(readme.contains(&shown), "{shown}");
    }
    let (_, out, message) = stress(&["tiling"], "echo No");
    let shown = format!("> wrong.in\n{message}$ cat wrong.in\n{out}");
    assert!(readme.contains(&shown), "{shown}");
}

#[test]
fn generate_prints_one_input_or_fills_a_folder() {
    let tiling = problem("tiling").unwrap();
    let input = |group: usize, seed| tiling.generate(&tiling.groups[group], seed);
    let printed = |arguments: &[&str]| {
        let (code, out, message) = run(&[&["generate", "tiling"], arguments].concat());
        assert_eq!((code, &*message), (Some(0), ""));
        out
    };
    assert_eq!(printed(&[]), input(0, 1));
    assert_eq!(printed(&["--group=full", "--seed=7"]), input(1, 7));

    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("generated");
    let _ = std::fs::remove_dir_all(&folder);
    let path = folder.to_str().unwrap();
    assert_eq!(printed(&["--output", path, "--count=2", "--seed=7"]), "");
    for (name, group, seed) in [
        ("tiny-7", 0, 7),
        ("tiny-8", 0, 8),
        ("full-7", 1, 7),
        ("full-8", 1, 8),
        ("area-7", 2, 7),
        ("area-8", 2, 8),
    ] {
        let text = std::fs::read_to_string(folder.join(format!("{name}.in")));
        assert_eq!(text.unwrap(), input(group, seed), "{name}");
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 8);

    // Nothing is lost.
    let (code, out, message) = run(&["generate", "tiling", "--output", path]);
    assert_eq!((code, &*out), (Some(2), ""));
    assert!(message.contains("is there and not empty"), "{message}");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 8);
}

#[test]
fn generate_refuses_command_lines_that_make_no_sense() {
    let message = |arguments: &[&str]| {
        let (code, out, message) = run(arguments);
        assert_eq!((code, &*out), (Some(2), ""));
        message
    };
    assert_snapshot!(message(&["generate", "tiling", "--group=huge"]), @r#"
    setter: --group: expected one of tiny, full, area, edges, found "huge"
    Try "setter --help".
    "#);
    assert_snapshot!(message(&["generate", "tiling", "--count=2"]), @r#"
    setter: "generate" needs --output DIR
    Try "setter --help".
    "#);
    assert_snapshot!(message(&["stress", "tiling"]), @r#"
    setter: "stress" needs PROGRAM...
    Try "setter --help".
    "#);
}
