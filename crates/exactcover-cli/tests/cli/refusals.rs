//! Every input and every command line that the program refuses, with exit code 2.

use crate::{run, run_bytes};
use insta::assert_snapshot;

/// The message of a refused run, without the hint at the help.
fn refusal(arguments: &str, input: &[u8]) -> String {
    let run = run_bytes(arguments, input);
    assert_eq!(run.code, Some(2), "{run:?}");
    assert_eq!(run.out, "", "{arguments}");
    let hint = "\nTry \"exactcover --help\".\n";
    match run.err.strip_suffix(hint) {
        Some(message) => message.to_owned(),
        None => {
            assert!(!run.err.starts_with("exactcover: "), "no hint: {run:?}");
            run.err
        }
    }
}

#[test]
fn commands() {
    assert_snapshot!(refusal("", b""), @"exactcover: expected a command: solve, count, unique, prove or check");
    assert_snapshot!(refusal("cuont x", b""), @r#"exactcover: "cuont" is no command: expected solve, count, unique, prove or check"#);
    assert_snapshot!(refusal("count a b", b""), @r#"exactcover: did not expect "b""#);
    assert_snapshot!(refusal("check a b c", b""), @r#"exactcover: did not expect "c""#);
    assert_snapshot!(refusal("check", b""), @"exactcover: only one of the problem, the solutions and the model can be standard input");
}

#[test]
fn options() {
    assert_snapshot!(refusal("count --frist", b""), @"exactcover: invalid option '--frist'");
    assert_snapshot!(refusal("count -x", b""), @"exactcover: invalid option '-x'");
    assert_snapshot!(refusal("unique --first", b""), @r#"exactcover: --first does not apply to "unique""#);
    assert_snapshot!(refusal("count --numbers", b""), @r#"exactcover: --numbers does not apply to "count""#);
    assert_snapshot!(refusal("check --stats x", b""), @r#"exactcover: --stats does not apply to "check""#);
    assert_snapshot!(refusal("solve --threads 2", b""), @r#"exactcover: --threads needs --first if the command is "solve""#);
    assert_snapshot!(refusal("prove queens8.dlx", b""), @r#"exactcover: "prove" needs a directory to write to: -o DIR"#);
    assert_snapshot!(refusal("prove -o x --threads 2", b""), @r#"exactcover: --threads does not apply to "prove""#);
    assert_snapshot!(refusal("count -o x", b""), @r#"exactcover: --output does not apply to "count""#);
    assert_snapshot!(refusal("prove -o x --format lrat", b""), @r#"exactcover: --format: expected one of veripb, drat, found "lrat""#);
    assert_snapshot!(refusal("count --stats=3", b""), @r#"exactcover: unexpected argument for option '--stats': "3""#);
}

#[test]
fn values() {
    assert_snapshot!(refusal("count --engine", b""), @"exactcover: missing argument for option '--engine'");
    assert_snapshot!(refusal("count --strategy best", b""), @r#"exactcover: --strategy: expected one of mrv, weighted, restarts, found "best""#);
    assert_snapshot!(refusal("count --progress yes", b""), @r#"exactcover: --progress: expected one of auto, always, never, found "yes""#);
    assert_snapshot!(refusal("count --seed x", b""), @r#"exactcover: --seed: expected a whole number, found "x""#);
    assert_snapshot!(refusal("count --limit-nodes -1", b""), @r#"exactcover: --limit-nodes: expected a whole number, found "-1""#);
    assert_snapshot!(refusal("count --limit-time soon", b""), @r#"exactcover: --limit-time: expected a number of seconds, found "soon""#);
    assert_snapshot!(refusal("count --limit-time NaN", b""), @r#"exactcover: --limit-time: expected a number of seconds, found "NaN""#);
    assert_snapshot!(refusal("count --threads 0", b""), @r#"exactcover: --threads: expected a whole number, at least 1, found "0""#);
    assert_snapshot!(refusal("count --first=0", b""), @r#"exactcover: --first: expected a whole number, at least 1, found "0""#);
    let engine = refusal("count --engine fast", b"");
    assert!(engine.starts_with("exactcover: --engine: expected one of auto, links, cells"));
    assert!(engine.ends_with(", found \"fast\""));
}

#[test]
fn problems() {
    assert_snapshot!(refusal("count", b"a b\na c\n"), @r#"
    stdin:2:3: no item is named "c"
      | a c
      |   ^
    "#);
    assert_snapshot!(refusal("count", b""), @"
    stdin:1:1: expected a line with the names of the items, found the end
      | 
      | ^
    ");
    assert_snapshot!(refusal("solve qdom8x5.dlx", b"").lines().next().unwrap(), @"qdom8x5.dlx:2:2: multiplicities are not supported");
    assert_snapshot!(refusal("count", b"a b\r\na b\r\na b a\r\n"), @r#"
    stdin:3:5: the option has "a" twice
      | a b a
      |     ^
    "#);
    assert_snapshot!(refusal("count", b"a b\na \xc3\xa9\xff\n"), @"stdin:2:4: expected UTF-8, found the byte 0xff");
}

#[test]
fn files() {
    let message = refusal("count missing.dlx", b"");
    assert!(
        message.starts_with("missing.dlx: cannot read: "),
        "{message}"
    );
    let message = refusal("check queens8.dlx missing.txt", b"");
    assert!(
        message.starts_with("missing.txt: cannot read: "),
        "{message}"
    );
}

#[test]
fn an_empty_list_of_solutions() {
    assert_snapshot!(refusal("check queens8.dlx", b"| nothing\n\n"), @"stdin: expected solutions, found none");
}

#[test]
fn a_file_after_a_bare_first_is_no_number() {
    assert_eq!(run("solve --first queens8.dlx", "").code, Some(0));
    let message = refusal("solve --first 3x", b"");
    assert!(message.starts_with("3x: cannot read: "), "{message}");
}
