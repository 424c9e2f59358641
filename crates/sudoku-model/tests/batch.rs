//! Batches of plain sudokus: the answers of the solver, in the order of the puzzles.

use std::sync::atomic::AtomicBool;
use std::sync::Arc;
use std::time::Instant;
use sudoku_model::{Batch, First, Grid, Limit, Limits, Model, Outcome, Shape, Ties, Unique};

const MINIMAL: &str = include_str!("../../../testdata/sudoku/s9_minimal.txt");

/// Boards of several shapes with one, no and many solutions; the bad ones have a digit twice in a
/// row, in a column and in a box.
fn puzzles() -> Vec<Grid> {
    let other = [
        "1...2...........",
        "1....2....3....4",
        "11..............",
        "..............................63....",
        "1.....1.............................",
        ".................................................................................",
        "11...............................................................................",
        "1........1.......................................................................",
        "1.........1......................................................................",
    ];
    let minimal = MINIMAL.lines().take(40);
    let lines = minimal.zip(other.iter().cycle());
    let parse = |line: &str| -> Grid { line.parse().expect("a grid") };
    lines.flat_map(|(a, b)| [parse(a), parse(b)]).collect()
}

/// A model of the puzzle, unless a digit is twice in a house.
fn model(puzzle: &Grid) -> Option<Model> {
    Model::builder(puzzle.shape()).givens(puzzle).build().ok()
}

#[test]
fn nothing_of_a_board_stays_for_the_next_of_its_shape() {
    let lines = [
        "1...2...........",
        "11..............",
        "................",
        "1....2....3....4",
        "................",
    ];
    let parse = |line: &str| -> Grid { line.parse().expect("a grid") };
    let batch = Batch::new().count(&lines.map(parse), 1000);
    let counts: Vec<u64> = batch.iter().map(|report| report.answer).collect();
    let count = |line: &str| model(&parse(line)).map_or(0, |model| model.count(1000));
    assert_eq!(counts, lines.map(count));
    assert_eq!(counts[1..3], [0, 288]);
    assert_eq!(counts[4], 288);
}

#[test]
fn answers_are_those_of_the_solver() {
    let puzzles = puzzles();
    let batch = Batch::new();
    let (first, unique, count) = (
        batch.first(&puzzles),
        batch.unique(&puzzles),
        batch.count(&puzzles, 20),
    );
    let mut bad = 0;
    for (k, puzzle) in puzzles.iter().enumerate() {
        match model(puzzle) {
            Some(model) => {
                assert_eq!(first[k], model.solver().first(), "{puzzle}");
                assert_eq!(unique[k], model.solver().unique(), "{puzzle}");
                assert_eq!(count[k], model.solver().count(20), "{puzzle}");
            }
            None => {
                bad += 1;
                assert_eq!(first[k].answer, First::None, "{puzzle}");
                assert_eq!(unique[k].answer, Unique::None, "{puzzle}");
                assert_eq!(count[k].answer, 0, "{puzzle}");
                assert_eq!(count[k].outcome, Outcome::Exhausted, "{puzzle}");
                assert_eq!(unique[k].stats.nodes, 0, "{puzzle}");
            }
        }
    }
    assert_eq!(
        (first.len(), unique.len(), count.len(), bad),
        (80, 80, 80, 21)
    );
    assert!(batch.first(&[]).is_empty());
}

#[test]
fn every_digit_twice_in_a_house_is_no_error() {
    let shape = Shape::CLASSIC;
    for (a, b) in [
        ((0, 0), (0, 8)),
        ((0, 0), (8, 0)),
        ((0, 0), (2, 2)),
        ((4, 3), (4, 5)),
    ] {
        for digit in 1..=9 {
            let mut grid = Grid::empty(shape);
            grid.set(shape.cell(a.0, a.1), digit);
            grid.set(shape.cell(b.0, b.1), digit);
            let report = Batch::new().first(&[grid.clone()]);
            assert_eq!(report[0].answer, First::None, "{grid}");
        }
    }
}

#[test]
fn full_grids_are_checked() {
    let puzzle: Grid = MINIMAL
        .lines()
        .next()
        .expect("a line")
        .parse()
        .expect("a grid");
    let full = Batch::new().first(&[puzzle])[0].answer.clone().found();
    let full = full.expect("a solution");
    let mut wrong = full.clone();
    let shape = full.shape();
    // Two digits of a row change places: the row is right, and the columns are not.
    let (a, b) = (shape.cell(0, 0), shape.cell(0, 1));
    wrong.set(a, full.get(b));
    wrong.set(b, full.get(a));
    let answers = Batch::new().unique(&[full.clone(), wrong]);
    assert_eq!(answers[0].answer, Unique::One(full));
    assert_eq!(answers[1].answer, Unique::None);
}

#[test]
fn limits_hold_for_each_puzzle() {
    let puzzles: Vec<Grid> = [&".".repeat(81), MINIMAL.lines().next().expect("a line")]
        .map(|line| line.parse().expect("a grid"))
        .into();
    let again: Vec<Grid> = puzzles.iter().chain(&puzzles).cloned().collect();
    let batch = Batch::new().limits(Limits::none().nodes(6));
    let answers = batch.unique(&again);
    for pair in answers.chunks(2) {
        assert_eq!(pair[0].answer, Unique::Unknown(None, Limit::Nodes));
        assert_eq!(pair[0].stats.nodes, 6);
        assert!(matches!(pair[1].answer, Unique::One(_)), "{:?}", pair[1]);
    }
    let batch = Batch::new().limits(Limits::none().solutions(2));
    let counts = batch.count(&again, 10);
    let counts: Vec<_> = counts
        .iter()
        .map(|report| (report.answer, report.outcome))
        .collect();
    let two = (2, Outcome::LimitReached(Limit::Solutions));
    assert_eq!(
        counts,
        [two, (1, Outcome::Exhausted), two, (1, Outcome::Exhausted)]
    );
    let none = Batch::new().count(&again, 0);
    assert!(none
        .iter()
        .all(|report| report.answer == 0 && report.stats.nodes == 0));
}

#[test]
fn no_puzzle_is_begun_after_a_deadline_or_a_flag() {
    let puzzles = puzzles();
    let late = Batch::new().limits(Limits::none().deadline(Instant::now()));
    let flag = Arc::new(AtomicBool::new(true));
    let cancelled = Batch::new().limits(Limits::none().cancel(flag));
    for (puzzle, (late, cancelled)) in puzzles
        .iter()
        .zip(late.first(&puzzles).iter().zip(&cancelled.first(&puzzles)))
        .filter(|(puzzle, _)| model(puzzle).is_some())
    {
        assert_eq!(late.answer, First::Unknown(Limit::Deadline), "{puzzle}");
        assert_eq!(
            cancelled.answer,
            First::Unknown(Limit::Cancelled),
            "{puzzle}"
        );
        assert_eq!(late.stats.nodes, 0);
    }
}

#[test]
fn ties_change_which_grid_comes_first() {
    let empty = [Grid::empty(Shape::CLASSIC), Grid::empty(Shape::CLASSIC)];
    let one = Batch::new().ties(Ties::Random(1)).first(&empty);
    assert_eq!(
        one[0], one[1],
        "one puzzle does not change how the next is solved"
    );
    let two = Batch::new().ties(Ties::Random(2)).first(&empty);
    assert_ne!(one[0].answer, two[0].answer);
}

#[cfg(feature = "rayon")]
#[test]
fn threads_give_the_same_answers_in_the_same_order() {
    let puzzles = puzzles();
    let none = Limits::none();
    let limits = [1, 2, 10, 50].map(|nodes| none.clone().nodes(nodes));
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pools = [1, 2, 8].map(pool);
    for limits in limits.into_iter().chain([none.clone(), none.solutions(2)]) {
        let batch = Batch::new().ties(Ties::Random(3)).limits(limits);
        let (first, unique) = (batch.first(&puzzles), batch.unique(&puzzles));
        let count = batch.count(&puzzles, 20);
        for pool in &pools {
            pool.as_ref().expect("threads can be started").install(|| {
                assert_eq!(batch.par_first(&puzzles), first);
                assert_eq!(batch.par_unique(&puzzles), unique);
                assert_eq!(batch.par_count(&puzzles, 20), count);
            });
        }
    }
}
