//! Ratings: their order, what they are made of, and puzzles that have none.

use insta::assert_snapshot;
use sudoku_model::deduce::{Candidates, Contradiction, PathEnd, Technique};
use sudoku_model::{killer, text, Grid, Limits, Model, Rating, Shape, Unrated};

const CLASSIC: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// AI Escargot, by Arto Inkala.
const HARD: &str =
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";

fn model(text: &str) -> Model {
    let grid: Grid = text.parse().expect("a grid");
    let model = Model::builder(grid.shape()).givens(&grid).build();
    model.expect("no given twice")
}

fn rate(text: &str) -> Result<Rating, Unrated> {
    model(text).rating(Limits::none())
}

fn testdata(name: &str) -> String {
    let path = format!("{}/../../testdata/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn a_rating_counts_the_steps_of_the_path() {
    let file = testdata("sudoku/s9_minimal.txt");
    let mut chained = 0;
    for (_, grid) in text::puzzles(&file).take(30) {
        let grid = grid.expect("a grid");
        let path = Candidates::new(&grid)
            .expect("nothing is wrong")
            .path(Technique::ALL);
        let rating = rate(&grid.to_string()).expect("a solution");
        for (technique, count) in rating.techniques() {
            assert_eq!(count, path.count(technique));
        }
        assert_eq!(
            rating.techniques().map(|(_, count)| count).sum::<usize>(),
            path.steps.len()
        );
        assert_eq!(rating.hardest(), path.hardest());
        assert_eq!(rating.guesses().is_none(), path.end == PathEnd::Solved);
        assert_eq!(rate(&grid.to_string()), Ok(rating.clone()), "again");
        chained += usize::from(rating.hardest() == Some(Technique::ForcingChain));
    }
    assert!((5..55).contains(&chained), "{chained}");
}

#[test]
fn harder_puzzles_are_greater() {
    let easy = rate(CLASSIC).expect("a solution");
    let hard = rate(HARD).expect("a solution");
    assert!(hard.guesses() > Some(0));
    let file = testdata("sudoku/s9_minimal.txt");
    let grids = text::puzzles(&file)
        .take(60)
        .map(|(_, grid)| grid.expect("a grid"));
    let mut ratings: Vec<Rating> = grids
        .map(|grid| rate(&grid.to_string()).expect("a solution"))
        .collect();
    ratings.sort();
    assert!(easy < ratings[0] && easy < hard);
    let key = |rating: &Rating| (rating.guesses(), rating.hardest());
    for pair in ratings.windows(2) {
        let (a, b) = (key(&pair[0]), key(&pair[1]));
        assert!(
            a.0 < b.0 || a.0 == b.0 && a.1 <= b.1,
            "{} {}",
            pair[0],
            pair[1]
        );
    }
}

#[test]
fn a_rating_prints_what_was_needed() {
    assert_snapshot!(rate(CLASSIC).expect("a solution"), @"naked single: 51 x naked single");
    let minimal = testdata("sudoku/s9_minimal.txt");
    let with_wing =
        text::puzzles(&minimal).filter_map(|(_, grid)| rate(&grid.ok()?.to_string()).ok());
    let with_wing = with_wing
        .filter(|rating| rating.guesses().is_none() && rating.hardest() == Some(Technique::XyWing));
    assert_snapshot!(with_wing.min().expect("there is one"), @"XY-wing: 44 x naked single, 14 x hidden single, 4 x pointing, 2 x claiming, 1 x XY-wing");
    let done = model(CLASSIC).solve().found().expect("a solution");
    assert_snapshot!(rate(&done.to_string()).expect("it is solved"), @"nothing to do");
}

#[test]
fn cages_count_as_much_as_houses() {
    let model =
        killer::read(Shape::CLASSIC, &testdata("killer_sudoku/daily-5561.txt")).expect("cages");
    let rating = model.rating(Limits::none()).expect("a solution");
    assert_snapshot!(rating, @"innies and outies of several houses: 66 x naked single, 15 x hidden single, 43 x combination, 9 x pointing, 5 x claiming, 14 x required digit, 6 x innies and outies, 1 x innies and outies of several houses");
    // Houses alone solve it, and only the cage is broken.
    let shape = Shape::with_side(4).expect("a side in 4..=25");
    let grid: Grid = "1.....3..1.....2".parse().expect("a grid");
    let mut builder = Model::builder(shape);
    builder.givens(&grid);
    let right = [shape.cell(0, 1), shape.cell(0, 2)];
    let rating = builder
        .clone()
        .cage(5, right)
        .build()
        .expect("a model")
        .rating(Limits::none());
    assert_eq!(rating.expect("3 and 2").guesses(), None);
    let wrong = builder.cage(6, right).build().expect("a model");
    let found = wrong.rating(Limits::none()).expect_err("5 is right");
    assert_snapshot!(found, @"no solution: the digits placed break cage 1");
}

#[test]
fn reports_why_there_is_no_rating() {
    let found = rate("1... ..2. .... ...1").expect_err("1 has no place");
    assert!(matches!(
        found,
        Unrated::Contradiction(Contradiction::NoPlace { .. })
    ));
    assert_snapshot!(found, @"no solution: box 2 has no place for digit 1");
    let found = rate("123. .... .... .4..").expect_err("several");
    assert!(matches!(found, Unrated::Several(_)));
    assert_snapshot!(rate("12.. 34.. 21.. 43..").expect_err("several"), @"several solutions, such as 1243342121344312 and 1243341221344321");
    let found = model(HARD)
        .rating(Limits::none().nodes(1))
        .expect_err("a limit");
    assert_eq!(found, Unrated::Limit);
    assert_snapshot!(found, @"the search has reached its limit");
    assert_snapshot!(Unrated::NoSolution, @"no solution");
}

#[test]
fn a_search_can_show_that_there_is_no_solution() {
    // The hard one with a wrong digit that no technique notices.
    let puzzle = model(HARD);
    let solution = puzzle.solve().found().expect("a solution");
    let wrong = puzzle
        .shape()
        .cells()
        .filter(|&cell| puzzle.givens().get(cell).is_none());
    let found = wrong.flat_map(|cell| {
        let digit = solution.get(cell);
        let others = (1..=9).filter(move |&other| Some(other) != digit);
        others.map(move |other| (cell, other))
    });
    let mut results = found.filter_map(|(cell, digit)| {
        let mut grid = puzzle.givens().clone();
        grid.set(cell, digit);
        let model = Model::builder(puzzle.shape()).givens(&grid).build();
        Some(model.ok()?.rating(Limits::none()))
    });
    assert!(results.any(|result| result == Err(Unrated::NoSolution)));
}
