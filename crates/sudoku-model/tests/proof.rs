//! Proofs that no other grid fits, accepted by the checker that also tests the proofs of
//! `exactcover`.
#![cfg(feature = "proof")]

#[path = "../../exactcover/tests/checker/mod.rs"]
mod checker;
mod common;

use checker::Database;
use common::{tile, Puzzle};
use exactcover::proof::{self, Format};
use exactcover::{Engine, Outcome};
use fastrand::Rng;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use sudoku_model::proof::Cover;
use sudoku_model::rules::{Arrow, Sandwich, Thermometer};
use sudoku_model::{killer, Grid, Model, Shape};

/// The grids, the number of covers, and whether the proof that there are no other grids than all
/// but `hidden` of them is accepted.
fn prove(model: &Model, engine: Engine, hidden: usize) -> (usize, usize, bool) {
    let cover = Cover::new(model);
    let (mut derivation, mut grids, mut covers) = (String::new(), BTreeSet::new(), 0);
    let search = cover.problem().search_with(engine);
    let report = search.prove(Format::VeriPb, &mut derivation, |solution| {
        covers += 1;
        grids.insert(cover.grid(solution).digits().to_vec());
        ControlFlow::Continue(())
    });
    let report = report.expect("a string takes everything");
    assert_eq!(report.outcome, Outcome::Exhausted);
    let others: Vec<_> = grids
        .iter()
        .skip(hidden)
        .map(|digits| {
            let mut grid = Grid::empty(model.shape());
            for (cell, &digit) in model.shape().cells().zip(digits) {
                grid.set(cell, digit);
            }
            assert_eq!(model.verify(&grid), Ok(()));
            cover.block(&grid)
        })
        .collect();
    let mut text = String::new();
    let written = proof::Model::new(cover.problem()).write(Format::VeriPb, &others, &mut text);
    written.expect("a string takes everything");
    let mut database = Database::model(Format::VeriPb, &text).expect("a model");
    let accepted = database.check(Format::VeriPb, &derivation).is_ok();
    (grids.len(), covers, accepted)
}

#[test]
fn a_killer_has_exactly_these_grids() {
    let shape = Shape::with_side(4).expect("a side in 4..=25");
    let cages = "3 2 1 1 1 2\n4 2 1 3 2 3\n5 2 2 4 3 4\n9 3 3 1 4 1 4 2\n5 2 3 2 3 3\n";
    let model = killer::read(shape, cages).expect("a killer");
    for &engine in Engine::ALL {
        assert_eq!(prove(&model, engine, 0), (2, 2, true), "{engine:?}");
        assert_eq!(prove(&model, engine, 1), (2, 2, false), "{engine:?}");
    }
}

/// A full grid that can be tiled in several ways: one constraint leaves all of them out.
#[test]
fn a_domino_board_has_exactly_one_grid_and_several_covers() {
    let shape = Shape::with_side(4).expect("a side in 4..=25");
    let puzzle = (0..).find_map(|seed| {
        let mut rng = Rng::with_seed(seed);
        let mut puzzle = Puzzle::latin(shape);
        let grid = puzzle.rules.random_grid(&mut rng)?;
        let mut singles = Vec::new();
        for digit in 1..=4 {
            let cells: Vec<usize> = (0..16).filter(|&cell| grid[cell] == digit).collect();
            singles.push(cells[rng.usize(..cells.len())]);
        }
        let mut covered: Vec<bool> = (0..16).map(|cell| singles.contains(&cell)).collect();
        let mut tilings = 0;
        tile(4, &grid, &mut covered, &mut Vec::new(), &mut |_| {
            tilings += 1;
            false
        });
        puzzle.singles(&singles);
        (0..16).for_each(|cell| puzzle.given(cell, grid[cell]));
        (tilings > 1).then_some((puzzle, tilings))
    });
    let (puzzle, tilings) = puzzle.expect("one of many");
    let model = puzzle.builder.build().expect("a solved board");
    for &engine in Engine::ALL {
        assert_eq!(prove(&model, engine, 0), (1, tilings, true), "{engine:?}");
        assert_eq!(prove(&model, engine, 1), (1, tilings, false), "{engine:?}");
    }
}

/// Different digits, relations, sums, and what is read cell by cell: each has a cover of its own.
#[test]
fn variants_have_exactly_these_grids() {
    let shape = Shape::with_side(4).expect("a side in 4..=25");
    let cell = |row, column| shape.cell(row, column);
    let row = (0..4).map(|column| cell(0, column));
    let mut builder = Model::builder(shape);
    builder
        .rule(Sandwich::new(2, row))
        .rule(Thermometer::new([cell(3, 0), cell(2, 1), cell(1, 2)]))
        .rule(Arrow::new([cell(3, 3)], [cell(2, 2), cell(1, 3)]))
        .sum_cage(5, [cell(1, 1), cell(2, 0)]);
    let model = builder.build().expect("a model");
    let count = model.count(1000) as usize;
    assert!(count > 0);
    for &engine in Engine::ALL {
        let grids = (count, count, true);
        assert_eq!(prove(&model, engine, 0), grids, "{engine:?}");
        let hidden = (count, count, false);
        assert_eq!(prove(&model, engine, 1), hidden, "{engine:?}");
    }
}

#[test]
#[should_panic(expected = "with too many sets of digits, sums or states is not a cover problem")]
fn a_cage_with_a_hundred_thousand_sets_is_refused() {
    let shape = Shape::with_side(25).expect("a side in 4..=25");
    let mut builder = Model::builder(shape);
    builder.cage(156, (0..12).map(|column| shape.cell(0, column)));
    let _ = Cover::new(&builder.build().expect("a model"));
}
