//! `prove`. That the checker accepts what it writes is for `crates/exactcover-cli/veripb/check`.

use crate::{answer, json_lines, run, CLASSIC, FIVE};
use std::fs;
use std::path::PathBuf;

/// A directory that is not there.
fn nowhere(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    path
}

#[test]
fn writes_grids_model_and_proof() {
    for (input, file, grids) in [
        ("1.....3..1.....2", "-", 1),
        ("12..34..21..43..", "-", 4),
        ("", "killer_sudoku/daily-5561.txt", 1),
        ("", "--puzzle 2 su_domino_ku/sample.in", 1),
        (".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4", "-", 12),
    ] {
        let directory = nowhere("proof");
        let shown = directory.display();
        let (code, out) = answer(&format!("prove -o {shown} {file}"), input);
        assert_eq!((code, out), (0, format!("{grids}: proved in {shown}\n")));
        let read = |name| fs::read_to_string(directory.join(name)).expect(name);
        assert_eq!(read("grids.txt").lines().count(), grids);
        assert!(read("model.opb").contains("\n* item r1c1\n"));
        assert!(read("proof.pbp").starts_with("pseudo-Boolean proof version "));
    }
}

#[test]
fn every_engine_proves() {
    for engine in exactcover::Engine::ALL {
        let directory = nowhere(&format!("proof-{}", engine.name()));
        let arguments = format!(
            "prove --json --engine {} -o {}",
            engine.name(),
            directory.display()
        );
        let (code, out) = answer(&arguments, CLASSIC);
        assert_eq!((code, &json_lines(&out)[0]["solutions"]), (0, &1.into()));
    }
}

#[test]
fn a_limit_leaves_nothing() {
    let directory = nowhere("unproved");
    let arguments = format!("prove --limit-nodes 1 -o {}", directory.display());
    let (code, out) = answer(&arguments, "................");
    assert_eq!(
        (code, &*out),
        (3, "unknown: node limit reached after 0 grids, no proof\n")
    );
    assert!(!directory.exists());
}

#[test]
fn one_puzzle_of_several_has_to_be_named() {
    let directory = nowhere("named");
    let shown = directory.display();
    let run = run(&format!("prove -o {shown}"), FIVE);
    assert_eq!(run.code, Some(2));
    assert!(run
        .err
        .starts_with("sudoku: --puzzle: expected a number from 1 to 5"));
    assert_eq!(answer(&format!("prove -o {shown} --puzzle 1"), FIVE).0, 0);
}
