//! What AUTO promises when one backend hands over to another: the same answers, one set of limits,
//! no grid twice.

use exactcover::SplitMix64;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use sudoku_model::*;

/// Puzzles of 25 x 25 that take many guesses.
fn hard() -> Vec<Grid> {
    let text = include_str!("../../../testdata/sudoku/s25_ladder.txt");
    let puzzles = text
        .lines()
        .map(|line| line.trim().parse().expect("a puzzle"));
    puzzles
        .filter(|grid: &Grid| (280..300).contains(&clues(grid)))
        .collect()
}

fn clues(grid: &Grid) -> usize {
    grid.digits().iter().filter(|&&digit| digit != 0).count()
}

fn model(grid: &Grid) -> Model {
    let shape = grid.shape();
    Model::builder(shape).givens(grid).build().expect("a model")
}

#[test]
fn hard_boards_are_solved_where_candidates_alone_give_up() {
    for grid in hard().iter().take(2) {
        let model = model(grid);
        let limits = Limits::none().nodes(400_000);
        let report = model.solver().limits(limits).first();
        let found = report.answer.found().expect("in time");
        assert_eq!(model.verify(&found), Ok(()));
        assert!(report.stats.nodes > 50, "it was handed over");
        assert_eq!(report.stats.engine, Some("learn"));
        assert_eq!(report.stats.solutions, 1);
        assert_eq!(model.solver().first().stats, report.stats, "not repeatable");
    }
}

#[test]
fn the_node_limit_holds_for_both_together() {
    let model = model(&hard()[0]);
    for limit in [10, 51, 100, 700] {
        let report = model.solver().limits(Limits::none().nodes(limit)).first();
        assert_eq!(report.answer, First::Unknown(Limit::Nodes), "{limit}");
        // A chain of forced choices may go past it by its length.
        assert!(
            (limit..limit + 400).contains(&report.stats.nodes),
            "{limit}: {:?}",
            report.stats
        );
    }
}

/// A solved board of 25 x 25 without three of its digits, which can come back in any order.
fn board_with_several_grids() -> Model {
    let grid = hard().pop().expect("a puzzle");
    let solved = model(&grid).solve().found().expect("it has a solution");
    let mut puzzle = Grid::empty(solved.shape());
    for (cell, digit) in solved.shape().cells().zip(solved.digits()) {
        if *digit > 3 {
            puzzle.set(cell, *digit);
        }
    }
    model(&puzzle)
}

#[test]
fn no_grid_comes_twice_and_all_come() {
    let model = board_with_several_grids();
    let all = |backend| {
        let mut grids = BTreeSet::new();
        let report = model.solver_with(backend).run(|grid| {
            assert!(grids.insert(grid.digits().to_vec()), "{backend:?}: twice");
            if grids.len() < 2000 {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        assert_eq!(report.stats.solutions, grids.len() as u128, "{backend:?}");
        (grids, report.outcome)
    };
    let (auto, outcome) = all(Backend::AUTO);
    assert!(auto.len() >= 6);
    let (candidates, same) = all(Backend::CANDIDATES);
    assert_eq!(outcome, same);
    if outcome == Outcome::Exhausted {
        assert_eq!(auto, candidates);
    }
    let most = auto.len() as u128 - 1;
    let report = model
        .solver()
        .limits(Limits::none().solutions(most))
        .count(u64::MAX);
    assert_eq!(u128::from(report.answer), most);
    assert_eq!(report.outcome, Outcome::LimitReached(Limit::Solutions));
}

#[test]
fn no_grid_of_a_variant_comes_twice_when_the_search_goes_on() {
    let shape = Shape::CLASSIC;
    let thermometer = rules::Thermometer::new([shape.cell(0, 0), shape.cell(0, 1)]);
    let model = Model::builder(shape).rule(thermometer).build();
    let mut grids = BTreeSet::new();
    let report = model.expect("a model").solver().run(|grid| {
        assert!(grids.insert(grid.digits().to_vec()), "twice");
        match grids.len() < 110_000 {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    });
    assert_eq!(report.stats.solutions, 110_000);
    // It took more than the guesses of the first turn, and those were not made again.
    let nodes = report.stats.nodes;
    assert!((100_001..150_000).contains(&nodes), "{:?}", report.stats);
}

#[test]
fn learning_agrees_with_candidates_on_uniqueness() {
    for grid in hard().iter().take(1) {
        let model = model(grid);
        assert!(matches!(model.unique(), Unique::One(_)));
        assert!(matches!(
            model.solver_with(Backend::LEARN).unique().answer,
            Unique::One(_)
        ));
    }
}

/// Rows, columns, boxes and diagonals, with few givens, none of which is one too many.
#[test]
fn boards_with_diagonals_have_the_same_grid_before_and_after_they_are_handed_over() {
    let mut nodes = Vec::new();
    for seed in 0..30 {
        let mut builder = Model::builder(Shape::CLASSIC);
        builder.diagonals();
        let with = |givens: &Grid| builder.clone().givens(givens).build().expect("a model");
        let empty = with(&Grid::empty(Shape::CLASSIC));
        let solver = empty.solver().ties(Ties::Random(seed));
        let full = solver.first().answer.found().expect("a grid");
        let mut grid = full.clone();
        let mut cells: Vec<Cell> = Shape::CLASSIC.cells().collect();
        SplitMix64::new(seed).shuffle(&mut cells);
        for cell in cells {
            let mut fewer = grid.clone();
            fewer.set(cell, None);
            if let Unique::One(_) = with(&fewer).solver().unique().answer {
                grid = fewer;
            }
        }
        let model = with(&grid);
        let report = model.solver().unique();
        assert_eq!(report.answer, Unique::One(full), "seed {seed}");
        let candidates = model.solver_with(Backend::CANDIDATES).unique();
        assert_eq!(candidates.answer, report.answer, "seed {seed}");
        nodes.push(report.stats.nodes);
    }
    let more = nodes.iter().filter(|&&nodes| nodes > 50).count();
    assert!(more > 0, "{nodes:?}");
}

#[test]
fn large_boards_with_diagonals_get_more_guesses_before_they_are_handed_over() {
    let shape = Shape::new(4, 4).expect("a shape");
    let mut builder = Model::builder(shape);
    builder.diagonals();
    let with = |givens: &Grid| builder.clone().givens(givens).build().expect("a model");
    let empty = with(&Grid::empty(shape));
    let mut grid = empty.solver().first().answer.found().expect("a grid");
    let full = grid.clone();
    let mut cells: Vec<Cell> = shape.cells().collect();
    SplitMix64::new(1).shuffle(&mut cells);
    for cell in cells {
        let mut fewer = grid.clone();
        fewer.set(cell, None);
        let limits = Limits::none().nodes(400);
        if let Unique::One(_) = with(&fewer).solver().limits(limits).unique().answer {
            grid = fewer;
        }
    }
    let report = with(&grid).solver().unique();
    assert_eq!(report.answer, Unique::One(full));
    assert_eq!(report.stats.engine, None, "{:?}", report.stats);
    assert!(report.stats.nodes > 50, "{:?}", report.stats);
}
