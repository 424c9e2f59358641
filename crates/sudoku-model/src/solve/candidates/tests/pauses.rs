//! A search that is told again and again to go on.

use super::super::Search;
use crate::rules::{LittleKiller, Thermometer};
use crate::solve::Settings;
use crate::{Cell, Grid, Limits, Model, Outcome, Shape, Ties};
use core::ops::ControlFlow;

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
