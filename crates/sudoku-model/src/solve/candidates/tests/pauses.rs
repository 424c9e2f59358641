//! A search that is told again and again to go on.

use super::super::search::{CandidateSearch, Step};
use super::super::Search;
use super::{add_cages, from_zero_or_one, solved};
use crate::rules::{LittleKiller, Thermometer};
use crate::solve::Settings;
use crate::{Cell, Grid, Limits, Model, Outcome, Shape, Ties};
use core::ops::ControlFlow;
use fastrand::Rng;

/// Every grid in its order, and the nodes that it took, a turn having so many at most.
fn by_turns(model: &Model, most: u64) -> (Vec<Grid>, u64, u32) {
    let settings = Settings {
        strategy: None,
        ties: Ties::First,
        limits: Limits::none(),
    };
    let mut search = Search::new(model, &settings);
    let (mut grids, mut nodes, mut turns) = (Vec::new(), 0, 0);
    loop {
        search.extend(&Limits::none().nodes(most));
        let report = search.run(&mut |grid| {
            grids.push(grid);
            ControlFlow::Continue(())
        });
        nodes += report.stats.nodes;
        turns += 1;
        if report.outcome == Outcome::Exhausted {
            return (grids, nodes, turns);
        }
    }
}

#[test]
fn a_search_by_turns_makes_the_same_guesses_and_finds_the_same_grids() {
    let shape = Shape::with_side(4).expect("a side");
    let line = |length| -> Vec<Cell> { (0..length).map(|k| shape.cell(k, k)).collect() };
    let mut variant = Model::builder(shape);
    variant.rule(Thermometer::new(line(2)));
    let mut sums = Model::builder(shape);
    sums.rule(LittleKiller::new(8, line(3)));
    for builder in [Model::builder(shape), variant, sums] {
        let model = builder.build().expect("a model");
        let (grids, nodes, turns) = by_turns(&model, u64::MAX);
        assert!(grids.len() > 20 && nodes > 20 && turns == 1);
        for most in [1, 2, 3, 7, 50] {
            let (again, same, turns) = by_turns(&model, most);
            assert_eq!((&again, same), (&grids, nodes), "{most}");
            assert!(u64::from(turns) >= nodes / most, "{turns} turns of {most}");
        }
    }
}

/// Every grid, with larger sums after so many guesses.
fn by_steps(model: &Model, steps: &'static [Step]) -> (Vec<Vec<u8>>, bool) {
    let settings = Settings {
        strategy: None,
        ties: Ties::First,
        limits: Limits::none(),
    };
    let mut search = CandidateSearch::new(model, &settings);
    search.steps = steps;
    let mut grids = Vec::new();
    while search.resume().is_none() {
        grids.push(search.digits().collect());
    }
    grids.sort();
    (grids, search.steps.is_empty())
}

#[test]
fn a_search_that_begins_again_shows_each_grid_once() {
    let (mut again, mut several) = (0, 0);
    for seed in 0..60 {
        let rng = &mut Rng::with_seed(seed);
        let shape = from_zero_or_one(rng, Shape::new(3, 2).expect("a shape"));
        let (mut builder, grid) = solved(rng, shape);
        add_cages(rng, &mut builder, &grid, 5);
        let model = builder.build().expect("the rules of a grid");
        let (expected, _) = by_steps(&model, &[]);
        assert!(expected.windows(2).all(|pair| pair[0] != pair[1]));
        for steps in [
            &[(0, 6), (4, 12)][..],
            &[(2, 4), (3, 36)],
            &[(5, 1), (9, 8), (20, 36)],
        ] {
            let (grids, is_done) = by_steps(&model, steps);
            assert_eq!(grids, expected, "{seed}: {steps:?}");
            again += u32::from(is_done);
            several += u32::from(is_done && expected.len() > 1);
        }
    }
    assert!(again > 30 && several > 10, "{again}, {several}");
}
