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
    assert_snapshot!(refusal("", b""), @"exactcover: expected a command: solve, count, unique, cheapest, sample, options, prove, check, estimate, split, plan, run, status, merge, clean, completions or man");
    assert_snapshot!(refusal("cuont x", b""), @r#"exactcover: "cuont" is no command: expected solve, count, unique, cheapest, sample, options, prove, check, estimate, split, plan, run, status, merge, clean, completions or man"#);
    assert_snapshot!(refusal("help cuont", b""), @r#"exactcover: "cuont" is no command: expected solve, count, unique, cheapest, sample, options, prove, check, estimate, split, plan, run, status, merge, clean, completions or man"#);
    assert_snapshot!(refusal("man cuont", b""), @r#"exactcover: COMMAND: expected one of solve, count, unique, cheapest, sample, options, prove, check, estimate, split, plan, run, status, merge, clean, completions, man, found "cuont""#);
    assert_snapshot!(refusal("completions csh", b""), @r#"exactcover: SHELL: expected one of bash, elvish, fish, powershell, zsh, found "csh""#);
    assert_snapshot!(refusal("count a b", b""), @r#"exactcover: did not expect "b""#);
    assert_snapshot!(refusal("check a b c", b""), @r#"exactcover: did not expect "c""#);
    assert_snapshot!(refusal("check", b""), @r#"exactcover: "check" needs FILE"#);
    assert_snapshot!(refusal("check -", b""), @"exactcover: only one of the problem, the solutions and the model can be standard input");
}

#[test]
fn options() {
    assert_snapshot!(refusal("count --frist", b""), @"exactcover: invalid option '--frist', perhaps '--first'");
    assert_snapshot!(refusal("count -x", b""), @"exactcover: invalid option '-x'");
    assert_snapshot!(refusal("--json count", b""), @"exactcover: --json belongs behind the command");
    assert_snapshot!(refusal("cheapest --engine rows", b""), @r#"exactcover: --engine does not apply to "cheapest""#);
    assert_snapshot!(refusal("sample --limit-nodes 9", b""), @r#"exactcover: --limit-nodes does not apply to "sample""#);
    assert_snapshot!(refusal("sample -n 0", b""), @r#"exactcover: --n: expected a whole number, at least 1, found "0""#);
    assert_snapshot!(refusal("options --engine rows", b""), @r#"exactcover: --engine does not apply to "options""#);
    assert_snapshot!(refusal("cheapest -k 0", b""), @r#"exactcover: --k: expected a whole number, at least 1, found "0""#);
    assert_snapshot!(refusal("estimate --probes 0", b""), @r#"exactcover: --probes: expected a whole number, at least 1, found "0""#);
    assert_snapshot!(refusal("estimate --engine rows", b""), @r#"exactcover: --engine does not apply to "estimate""#);
    assert_snapshot!(refusal("unique --first", b""), @r#"exactcover: --first does not apply to "unique""#);
    assert_snapshot!(refusal("count --numbers", b""), @r#"exactcover: --numbers does not apply to "count""#);
    assert_snapshot!(refusal("check --stats x", b""), @r#"exactcover: --stats does not apply to "check""#);
    assert_snapshot!(refusal("solve --threads 2", b""), @r#"exactcover: --threads needs --first if the command is "solve""#);
    assert_snapshot!(refusal("prove queens8.dlx", b""), @r#"exactcover: "prove" needs --output DIR"#);
    assert_snapshot!(refusal("prove -o x --threads 2", b""), @r#"exactcover: --threads does not apply to "prove""#);
    assert_snapshot!(refusal("count -o x", b""), @r#"exactcover: --output does not apply to "count""#);
    assert_snapshot!(refusal("prove -o x --format lrat", b""), @r#"exactcover: --format: expected one of veripb, drat, found "lrat""#);
    assert_snapshot!(refusal("count --stats=3", b""), @r#"exactcover: unexpected argument for option '--stats': "3""#);
}

#[test]
fn values() {
    assert_snapshot!(refusal("count --limit-memory much", b""), @r#"exactcover: --limit-memory: expected a number of bytes, for example 500M or 2G, found "much""#);
    assert_snapshot!(refusal("count --limit-memory -5", b""), @r#"exactcover: --limit-memory: expected a number of bytes, for example 500M or 2G, found "-5""#);
    assert_snapshot!(refusal("count --limit-memory 5MBB", b""), @r#"exactcover: --limit-memory: expected a number of bytes, for example 500M or 2G, found "5MBB""#);
    assert_snapshot!(refusal("count --first -1 queens8.dlx", b""), @r#"exactcover: --first: expected a whole number, at least 1, found "-1""#);
    assert_eq!(run("count --limit-memory 1TB queens8.dlx", "").out, "92\n");
    assert_snapshot!(refusal("count --engine diagram --first 2", b""), @"exactcover: --engine diagram goes with none of --strategy, --seed, --first, --limit-nodes and --checkpoint, which are for searches");
    assert_snapshot!(refusal("count --engine", b""), @"exactcover: missing argument for option '--engine'");
    assert_snapshot!(refusal("count --strategy best", b""), @r#"exactcover: --strategy: expected one of mrv, weighted, restarts, found "best""#);
    assert_snapshot!(refusal("count --progress yes", b""), @r#"exactcover: --progress: expected one of auto, always, never, found "yes""#);
    assert_snapshot!(refusal("count --seed x", b""), @r#"exactcover: --seed: expected a whole number, found "x""#);
    assert_snapshot!(refusal("count --seed 18446744073709551616", b""), @r#"exactcover: --seed: expected a whole number below 2^64, found "18446744073709551616""#);
    assert_snapshot!(refusal("sample -n 18446744073709551616", b""), @r#"exactcover: --n: expected a whole number, at least 1 below 2^64, found "18446744073709551616""#);
    assert_snapshot!(refusal("count --limit-nodes -1", b""), @r#"exactcover: --limit-nodes: expected a whole number, found "-1""#);
    assert_snapshot!(refusal("count --limit-time soon", b""), @r#"exactcover: --limit-time: expected a number of seconds, found "soon""#);
    assert_snapshot!(refusal("count --limit-time NaN", b""), @r#"exactcover: --limit-time: expected a number of seconds, found "NaN""#);
    assert_snapshot!(refusal("count --threads 0", b""), @r#"exactcover: --threads: expected a whole number, at least 1, found "0""#);
    assert_snapshot!(refusal("count --first=0", b""), @r#"exactcover: --first: expected a whole number, at least 1, found "0""#);
    assert_snapshot!(refusal("count --seed --json", b""), @"exactcover: missing argument for option '--seed'");
    assert_snapshot!(refusal("count --first 0", b""), @r#"exactcover: --first: expected a whole number, at least 1, found "0""#);
    let most = std::thread::available_parallelism().map_or(1, usize::from) + 64;
    let error = refusal(&format!("count --threads {}", most + 1), b"a\na\n");
    assert_eq!(
        error,
        format!(
            "exactcover: --threads: expected at most {most}, 64 more than processor cores, found \"{}\"",
            most + 1
        )
    );
    let run = run(&format!("count --threads {most} queens8.dlx"), "");
    assert_eq!((run.code, run.out.as_str()), (Some(0), "92\n"));
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
    assert_snapshot!(refusal("count", b""), @"stdin:1:1: expected a line with the names of the items, found the end");
    assert_snapshot!(refusal("count", b"a b\r\na b\r\na b a\r\n"), @r#"
    stdin:3:5: the option has "a" twice
      | a b a
      |     ^
    "#);
    assert_snapshot!(refusal("count", b"a b\na \xc3\xa9\xff\n"), @"stdin:2:4: expected UTF-8, found the byte 0xff");
}

#[test]
fn multiplicities() {
    const TWICE: &[u8] = b"| two of three\na 2|b\na b\nb\nb\n";
    assert_snapshot!(refusal("prove --format drat -o never", TWICE), @r#"
    stdin:2:3: --format drat takes no multiplicities
      | a 2|b
      |   ^
    "#);
    for (command, who) in [
        ("prove --engine links -o never", "--engine links"),
        ("count --engine links", "--engine links"),
        ("solve --engine learn --json", "--engine learn"),
        ("unique --engine rows", "--engine rows"),
        ("split --engine links -o never", "--engine links"),
        (
            "split --question prove --engine rows -o never",
            "--engine rows",
        ),
        ("count --engine rows --checkpoint never", "--engine rows"),
    ] {
        let message = refusal(command, TWICE);
        let expected = format!("stdin:2:3: {who} takes no multiplicities\n");
        assert!(message.starts_with(&expected), "{command}: {message}");
        assert!(!std::path::Path::new("never").exists(), "{command}");
    }
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
