//! `draw` and `explain --svg`: pictures.

use crate::{answer, run, CLASSIC, FIVE};
use roxmltree::Document;
use std::fs;
use std::path::PathBuf;

const KILLER: &str = "killer_sudoku/daily-5561.txt";

/// How many elements of a class a picture has.
fn count(svg: &str, class: &str) -> usize {
    let document = Document::parse(svg).expect("XML");
    let nodes = document.descendants();
    nodes
        .filter(|node| node.attribute("class") == Some(class))
        .count()
}

/// A directory that is not there.
fn nowhere(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    path
}

#[test]
fn draws_puzzles_of_any_form() {
    let (code, svg) = answer("draw", CLASSIC);
    assert_eq!(
        (code, count(&svg, "given"), count(&svg, "found")),
        (0, 30, 0)
    );
    let (_, svg) = answer("draw --solution --theme dark", CLASSIC);
    assert_eq!((count(&svg, "given"), count(&svg, "found")), (30, 51));
    let (_, svg) = answer(&format!("draw --colors {KILLER}"), "");
    assert_eq!((count(&svg, "cage"), count(&svg, "label")), (25, 25));
    let (_, svg) = answer("draw --candidates --numbers", "12.. .... .... ...3");
    assert_eq!((count(&svg, "candidate"), count(&svg, "number")), (33, 8));
    let (_, svg) = answer("draw --puzzle 2 su_domino_ku/sample.in", "");
    assert!(count(&svg, "cage") > 0, "the dominoes given");
}

#[test]
fn what_cannot_be_drawn_is_said() {
    let said = |arguments: &str, input: &str| {
        let run = run(arguments, input);
        (run.code, run.err, run.out.is_empty())
    };
    let (code, err, nothing) = said("draw", FIVE);
    assert_eq!((code, nothing), (Some(2), true));
    assert!(
        err.starts_with("sudoku: --puzzle: expected a number from 1 to 5"),
        "{err}"
    );
    let (code, err, nothing) = said("draw", "11..............");
    assert_eq!((code, nothing), (Some(2), true), "{err}");
    let hopeless = "123....4........";
    assert_eq!(
        said("draw --solution", hopeless),
        (Some(1), "no solution\n".into(), false)
    );
    let limited = said(
        "draw --solution --limit-nodes 0 --form grid",
        &".".repeat(625),
    );
    assert_eq!((limited.0, limited.2), (Some(3), false), "{}", limited.1);
}

#[test]
fn explains_in_pictures() {
    let directory = nowhere("steps");
    let arguments = format!("explain --svg {}", directory.display());
    let input = "1.....3..1.....2";
    let (code, text) = answer(&arguments, input);
    assert_eq!((code, text), answer("explain", input));
    let steps = 12;
    assert_eq!(
        fs::read_dir(&directory).expect("it is there").count(),
        steps + 1
    );
    for number in 1..=steps {
        let svg = fs::read_to_string(directory.join(format!("step-{number:03}.svg")));
        let svg = svg.expect("a picture a step");
        assert_eq!(count(&svg, "found"), number - 1, "each step places a digit");
        assert!(count(&svg, "ring") > 0);
    }
    let end = fs::read_to_string(directory.join("end.svg")).expect("the end");
    assert_eq!((count(&end, "found"), count(&end, "candidate")), (12, 0));

    let (_, drawn) = answer("draw --numbers --step 3", input);
    let third = fs::read_to_string(directory.join("step-003.svg"));
    assert_eq!(drawn, third.expect("a picture"));
    let both = run("draw --step 3 --solution", input);
    let message = "sudoku: --step draws a position, without --candidates and --solution\n";
    assert!(
        both.code == Some(2) && both.err.starts_with(message),
        "{both:?}"
    );
    let beyond = run("draw --step 13", input);
    assert_eq!(beyond.code, Some(2));
    assert!(
        beyond
            .err
            .contains("--step: expected a number from 1 to 12"),
        "{}",
        beyond.err
    );

    let again = run(&arguments, input);
    assert_eq!((again.code, &*again.out), (Some(2), ""), "{}", again.err);
    assert!(again.err.starts_with("sudoku: --svg: "), "{}", again.err);
}

#[test]
fn pictures_of_one_puzzle_of_several() {
    let directory = nowhere("steps-of-several");
    let shown = directory.display();
    assert_eq!(run(&format!("explain --svg {shown}"), FIVE).code, Some(2));
    assert!(!directory.exists());
    assert_eq!(
        answer(&format!("explain --puzzle 1 --svg {shown}"), FIVE).0,
        0
    );
    assert!(directory.join("end.svg").exists());
}
