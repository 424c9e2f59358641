//! Puzzles with known answers, and impossible ones that must be seen through at once.

#[path = "common/dominoes.rs"]
mod dominoes;

use dominoes::Dominoes;
use sudoku_model::text::{self, Style};
use sudoku_model::{deduce, killer, First, Grid, Model, Shape, Unique};

fn testdata(name: &str) -> String {
    let path = format!("{}/../../testdata/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The digits of an answer file.
fn digits(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

fn only(model: &Model) -> Grid {
    match model.unique() {
        Unique::One(grid) => grid,
        other => panic!("expected one solution, found {other:?}"),
    }
}

#[test]
fn the_daily_killer_is_unique() {
    let model = killer::read_cages(Shape::CLASSIC, &testdata("killer_sudoku/daily-5561.txt"));
    let grid = only(&model.expect("the cages fit together"));
    assert_eq!(
        grid.to_string(),
        digits(&testdata("killer_sudoku/daily-5561.ans"))
    );
}

#[test]
fn the_16x16_sample_is_unique() {
    let grid: Grid = testdata("sudoku16/poj3076.in").parse().expect("a grid");
    let model = Model::builder(Shape::HEX)
        .givens(&grid)
        .build()
        .expect("a model");
    assert_eq!(
        text::write(&only(&model), Style::Letters) + "\n",
        testdata("sudoku16/poj3076.ans")
    );
}

#[test]
fn the_domino_samples_are_unique_by_grids() {
    let answers = testdata("su_domino_ku/sample.ans");
    let mut answers = answers
        .split("Puzzle")
        .skip(1)
        .map(|answer| digits(answer)[1..].to_string());
    let puzzles = Dominoes::read(&testdata("su_domino_ku/sample.in"));
    assert_eq!(puzzles.len(), 2);
    for puzzle in puzzles {
        let model = puzzle.model();
        // The second puzzle has two tilings, which are one grid.
        let grid = only(&model);
        assert_eq!(Some(grid.to_string()), answers.next());
        assert_eq!(model.solver().count(5).answer, 1);
        assert_eq!(model.verify(&grid), Ok(()));
    }
}

#[test]
fn totals_that_contradict_each_other_need_no_search() {
    let column_cages = |last: u32| {
        let mut model = Model::builder(Shape::CLASSIC);
        for column in 0..9 {
            for band in 0..3 {
                let total = if (column, band) == (8, 2) { last } else { 15 };
                model.cage(
                    total,
                    (0..3).map(|row| Shape::CLASSIC.cell(band * 3 + row, column)),
                );
            }
        }
        model.build().expect("each total is possible")
    };
    for wrong in [14, 16] {
        let report = column_cages(wrong).solver().first();
        assert_eq!((report.answer, report.stats.nodes), (First::None, 0));
    }
    assert!(matches!(column_cages(15).solve(), First::Found(_)));
}

#[test]
fn cross_hatching_stops_where_the_samples_stop() {
    for name in ["coci1", "coci2", "coci3", "coci4"] {
        let grid: Grid = testdata(&format!("cross_hatching/{name}.in"))
            .parse()
            .expect("a grid");
        let answer = testdata(&format!("cross_hatching/{name}.ans"));
        match deduce::cross_hatching(&grid) {
            Ok(grid) => assert_eq!(text::write(&grid, Style::Rows) + "\n", answer, "{name}"),
            Err(_) => assert_eq!(answer, "ERROR\n", "{name}"),
        }
    }
}
