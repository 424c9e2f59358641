//! The backend on bitboards: what it takes, that it agrees with the other backends, known node
//! counts, limits.

use fastrand::Rng;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use sudoku_model::{
    Backend, Builder, First, Grid, Limit, Limits, Model, Outcome, Shape, Strategy, Ties, Unique,
};

/// Puzzles with one grid each, and the guesses for the first grids and for all the proofs that
/// there is no other. A change of the search changes these numbers; it should not make them much
/// larger.
const SETS: [(&str, &str, [u64; 2]); 5] = [
    (
        "c140",
        include_str!("../../../testdata/sudoku/s16_c140.txt"),
        [0, 0],
    ),
    (
        "c120",
        include_str!("../../../testdata/sudoku/s16_c120.txt"),
        [11, 11],
    ),
    (
        "c110",
        include_str!("../../../testdata/sudoku/s16_c110.txt"),
        [290, 432],
    ),
    (
        "c100",
        include_str!("../../../testdata/sudoku/s16_c100.txt"),
        [1004, 2554],
    ),
    (
        "min",
        include_str!("../../../testdata/sudoku/s16_min.txt"),
        [1786, 3557],
    ),
];

fn models(text: &str) -> impl Iterator<Item = Model> + '_ {
    text.lines().map(|line| {
        let grid = line.parse().expect("a grid of the test data");
        model(&grid)
    })
}

fn model(givens: &Grid) -> Model {
    let model = Model::builder(Shape::HEX).givens(givens).build();
    model.expect("givens that break no house")
}

fn only(answer: Unique<Grid>) -> Grid {
    match answer {
        Unique::One(grid) => grid,
        other => panic!("{other:?}"),
    }
}

#[test]
fn it_takes_plain_boards_of_16_and_nothing_else() {
    let fits = |shape: Shape, rules: fn(&mut Builder)| {
        let mut builder = Model::builder(shape);
        rules(&mut builder);
        Backend::PLAIN16.fits(&builder.build().expect("a model"))
    };
    assert!(fits(Shape::HEX, |_| ()));
    assert!(fits(Shape::HEX, |b| {
        b.given(Shape::HEX.cell(3, 4), 16);
    }));
    let corner = || Shape::HEX.cells().take(2);
    assert!(!fits(Shape::CLASSIC, |_| ()));
    assert!(!fits(Shape::new(8, 2).expect("a shape"), |_| ()));
    assert!(!fits(Shape::HEX, |b| {
        b.without_boxes();
    }));
    assert!(!fits(Shape::HEX, |b| {
        b.diagonals();
    }));
    assert!(!fits(Shape::HEX, |b| {
        b.windoku();
    }));
    let mut builder = Model::builder(Shape::HEX);
    builder.region(corner());
    assert!(!Backend::PLAIN16.fits(&builder.build().expect("a model")));
    let mut builder = Model::builder(Shape::HEX);
    builder.cage(5, corner());
    assert!(!Backend::PLAIN16.fits(&builder.build().expect("a model")));
}

#[test]
fn puzzles_take_the_guesses_that_they_took() {
    for (name, text, guesses) in SETS {
        let mut taken = [0, 0];
        for model in models(text) {
            let solver = model.solver_with(Backend::PLAIN16);
            let (first, unique) = (solver.first(), solver.unique());
            let grid = only(unique.answer);
            assert_eq!(model.verify(&grid), Ok(()), "{name}");
            assert_eq!(first.answer, First::Found(grid), "{name}");
            assert_eq!(unique.outcome, Outcome::Exhausted);
            let usual = model.solver().unique();
            assert_eq!(usual.stats, unique.stats, "AUTO takes another backend");
            taken[0] += first.stats.nodes;
            taken[1] += unique.stats.nodes;
        }
        assert_eq!(taken, guesses, "{name}");
    }
}

#[test]
fn all_backends_find_the_same_grid() {
    for (name, text, _) in SETS {
        for model in models(text) {
            let grid = only(model.solver_with(Backend::PLAIN16).unique().answer);
            let answer = model.solver_with(Backend::CANDIDATES).unique().answer;
            assert_eq!(only(answer), grid, "{name}");
            if name != "min" && name != "c100" {
                let answer = model.solver_with(Backend::COVER).unique().answer;
                assert_eq!(only(answer), grid, "{name}");
            }
        }
    }
}

/// A puzzle of the test data with some givens less, and often with a given that is wrong.
fn altered(rng: &mut Rng) -> Model {
    let (_, text, _) = SETS[rng.usize(1..5)];
    let line = text.lines().nth(rng.usize(..20)).expect("20 puzzles");
    let mut grid: Grid = line.parse().expect("a grid of the test data");
    let givens: Vec<_> = grid.filled().map(|(cell, _)| cell).collect();
    let less = rng.usize(..6);
    for cell in rng.choose_multiple(givens.iter().copied(), less) {
        grid.set(cell, None);
    }
    for _ in 0..rng.usize(..10) {
        let mut wrong = grid.clone();
        wrong.set(Shape::HEX.cell_at(rng.usize(..256)), rng.u8(1..=16));
        if Model::builder(Shape::HEX).givens(&wrong).build().is_ok() {
            grid = wrong;
        }
    }
    model(&grid)
}

#[test]
fn boards_with_none_or_many_grids_have_the_same_grids_in_all_backends() {
    const MOST: usize = 50;
    let mut rng = Rng::with_seed(16);
    let mut tally = [0; 3];
    for _ in 0..40 {
        let model = altered(&mut rng);
        let grids = |backend: Backend, ties| {
            let mut found = BTreeSet::new();
            let limits = Limits::none().solutions(MOST as u128 + 1);
            let solver = model.solver_with(backend).ties(ties).limits(limits);
            solver.run(|grid| {
                assert_eq!(model.verify(&grid), Ok(()));
                assert!(found.insert(grid.digits().to_vec()), "{grid} twice");
                ControlFlow::Continue(())
            });
            found
        };
        let all = grids(Backend::CANDIDATES, Ties::First);
        for ties in [Ties::First, Ties::Last, Ties::Random(3)] {
            let mine = grids(Backend::PLAIN16, ties);
            assert_eq!(mine.len(), all.len());
            assert!(all.len() > MOST || mine == all);
        }
        tally[all.len().min(2)] += 1;
    }
    assert!(tally.iter().all(|&count| count > 2), "{tally:?}");
}

#[test]
fn every_limit_stops_and_is_kept() {
    let (_, text, _) = SETS[4];
    let model = models(text).nth(1).expect("20 puzzles");
    let solver = model.solver_with(Backend::PLAIN16);
    let all = solver.unique().stats.nodes;
    for nodes in [0, 1, 2, 10, all] {
        let report = solver.clone().limits(Limits::none().nodes(nodes)).unique();
        assert_eq!(report.stats.nodes, nodes);
        assert_eq!(report.outcome == Outcome::Exhausted, nodes == all);
        if nodes < all {
            assert!(matches!(report.answer, Unique::Unknown(_, Limit::Nodes)));
        }
    }
    let empty = Model::builder(Shape::HEX).build().expect("an empty board");
    let solver = empty.solver_with(Backend::PLAIN16);
    for most in [1, 2, 500] {
        let report = solver
            .clone()
            .limits(Limits::none().solutions(most))
            .count(1000);
        assert_eq!(u128::from(report.answer), most);
        assert_eq!(report.outcome, Outcome::LimitReached(Limit::Solutions));
        assert_eq!(report.stats.solutions, most);
    }
    assert_eq!(solver.count(500).outcome, Outcome::Stopped);
    let deadline = Limits::none().deadline(std::time::Instant::now());
    let late = solver.clone().limits(deadline).first();
    assert_eq!(late.answer, First::Unknown(Limit::Deadline));
}

#[test]
fn strategies_and_ties_change_the_way_but_not_the_answer() {
    let (_, text, _) = SETS[3];
    for model in models(text).take(5) {
        let grid = only(model.unique());
        let mut nodes = BTreeSet::new();
        for strategy in [Strategy::Mrv, Strategy::Weighted] {
            for ties in [Ties::First, Ties::Last, Ties::Random(1), Ties::Random(2)] {
                let solver = model.solver_with(Backend::PLAIN16);
                let solver = solver.strategy(strategy).ties(ties);
                let report = solver.unique();
                assert_eq!(report.stats, solver.unique().stats);
                assert_eq!(only(report.answer), grid);
                nodes.insert(report.stats.nodes);
            }
        }
        assert!(nodes.len() > 1);
    }
}
