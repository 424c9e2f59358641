//! Counts of any size, against known numbers and against lists of grids.

use std::sync::atomic::AtomicBool;
use std::sync::Arc;
use sudoku_model::text::sheet;
use sudoku_model::{Limit, Limits, Model, Outcome};

fn model(text: &str) -> Model {
    let built = sheet::read(text).map(|builder| builder.build());
    built.expect("a sheet").expect("a model")
}

/// How many grids fit, with 100 MB.
fn counted(text: &str) -> String {
    let report = model(text).count_all(Limits::none().memory(100_000_000));
    assert_eq!(report.outcome, Outcome::Exhausted);
    report.answer.to_string()
}

/// Sudokus: OEIS A107739 and 28,200,960 by Pettersen. Latin squares: A002860, reduced ones A000315.
#[test]
fn known_numbers_of_grids() {
    assert_eq!(counted("board 4x4"), "288");
    assert_eq!(counted("board 6x6"), "28200960");
    assert_eq!(counted("board 6x6\nno-boxes"), "812851200");
    let reduced = "board 7x7\nno-boxes\n\
                   givens 1234567 2...... 3...... 4...... 5...... 6...... 7......";
    assert_eq!(counted(reduced), "16942080");
    // Nobody can list these, and no table holds their states; but first row and column are 7! x 6!
    // times the same.
    assert_eq!(counted("board 7x7\nno-boxes"), "61479419904000");
    // 21!, which has more than 64 bits.
    assert_eq!(counted("board 1x21\nno-boxes"), "51090942171709440000");
}

#[test]
fn counts_of_variants_are_those_of_the_lists() {
    for text in [
        "board 6x6\nthermometer r1c1-c5\nwhisper 3 r6c1-c4",
        "board 6x6\ncage 12 r1c1 r1c2 r2c2\narrow r4c4 / r5c4 r6c4\napart knight",
        "board 4x4\ndifference 1 r1c1 r1c2\nsum-cage 9 r1c1 r2c2 r3c3 r4c4",
        "board 4x4\ncage 10 r2c1-c4",
        "board 4x4\nany-of [ thermometer r1c1-c3 ] [ palindrome r2c1 r2c2 r3c3 ]",
        "board 2x4\nsandwich 3 r1c1-c4",
        "board 9x9\ndiagonals\ngivens 12345.... 456789123 7891234.. ......... ......... ......... ......... ......... .........",
    ] {
        let listed = model(text).count(u64::MAX);
        assert_eq!(counted(text), listed.to_string(), "{text}");
    }
}

#[test]
fn domino_boards_are_listed_grid_by_grid() {
    let text = "board 4x4\ndominoes r1c1 r1c2 r1c3 r1c4 /";
    let listed = model(text).count(u64::MAX);
    assert!(listed > 0);
    assert_eq!(counted(text), listed.to_string());
}

#[test]
fn a_count_keeps_to_its_limits() {
    // Without memory for a diagram it lists them.
    let text = "board 6x6\ngivens 123456 456... ...... ...... ...... ......";
    let listed = model(text).count(u64::MAX);
    let report = model(text).count_all(Limits::none().memory(1_000));
    assert_eq!(report.outcome, Outcome::Exhausted);
    assert_eq!(report.answer, u128::from(listed));
    let report = model("board 6x6").count_all(Limits::none().nodes(100));
    assert_eq!(report.outcome, Outcome::LimitReached(Limit::Nodes));
    let flag = Arc::new(AtomicBool::new(true));
    let report = model("board 9x9").count_all(Limits::none().cancel(flag));
    assert_eq!(report.outcome, Outcome::LimitReached(Limit::Cancelled));
}
