//! The domino backend on boards cut from the samples, against the cover; its limits and settings.

#[path = "common/dominoes.rs"]
mod puzzles;

use core::ops::ControlFlow;
use exactcover::SplitMix64;
use puzzles::Dominoes;
use std::collections::BTreeSet;
use sudoku_model::*;

fn samples() -> Vec<Dominoes> {
    Dominoes::read(include_str!("../../../testdata/su_domino_ku/sample.in"))
}

/// All grids, or the first `most` of them.
fn grids(model: &Model, backend: Backend, most: usize) -> BTreeSet<Vec<u8>> {
    let mut found = BTreeSet::new();
    let _ = model.solver_with(backend).run(|grid| {
        assert_eq!(model.verify(&grid), Ok(()), "{grid:#}");
        assert!(found.insert(grid.digits().to_vec()), "twice: {grid:#}");
        if found.len() < most {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    found
}

/// Compares the grids of random cuts, as sets; returns how many had one grid and how many several.
fn compare_cuts(count: usize, left: impl Fn(usize) -> usize) -> [usize; 2] {
    const MOST: usize = 60;
    let (samples, mut random) = (samples(), SplitMix64::new(1));
    let mut tally = [0; 2];
    for round in 0..count {
        let model = samples[round % 2].cut(left(round), &mut random).model();
        let mine = grids(&model, Backend::DOMINOES, MOST);
        let cover = grids(&model, Backend::COVER, MOST);
        if mine.len() < MOST {
            assert_eq!(mine, cover, "round {round}");
        } else {
            assert_eq!(cover.len(), MOST, "round {round}");
        }
        tally[usize::from(mine.len() > 1)] += 1;
    }
    tally
}

#[test]
fn two_hundred_random_cuts_have_the_grids_of_their_covers() {
    let [unique, several] = compare_cuts(200, |round| 8 + round % 8);
    assert!(
        unique > 100 && several > 3,
        "{unique}, {several}: one-sided"
    );
}

/// All digits are given, so that it is up to the dominoes alone.
#[test]
fn a_full_grid_is_a_solution_exactly_if_it_can_be_tiled() {
    let mut tally = [0; 2];
    for seed in 0..300 {
        let mut random = SplitMix64::new(seed);
        let shape = [Shape::new(2, 2), Shape::new(3, 2)][seed as usize % 2].expect("a shape");
        let empty = Model::builder(shape).build().expect("an empty board");
        let first = empty.solver().ties(Ties::Random(seed)).first();
        let grid = first.answer.found().expect("a grid");
        let mut cells: Vec<Cell> = shape.cells().collect();
        random.shuffle(&mut cells);
        // A single of each digit.
        let with = |digit| cells.iter().copied().find(|&c| grid.get(c) == Some(digit));
        let singles: Vec<Cell> = (1..=shape.side() as u8).filter_map(with).collect();
        let mut builder = Model::builder(shape);
        builder.givens(&grid).domino_tiling(singles);
        let model = match builder.build() {
            Ok(model) => model,
            // Some singles leave a cell without a neighbor.
            Err(_) => continue,
        };
        let count = model.solver_with(Backend::DOMINOES).count(2).answer;
        assert_eq!(
            count,
            model.solver_with(Backend::COVER).count(2).answer,
            "{seed}"
        );
        tally[count as usize] += 1;
    }
    assert!(tally.iter().all(|&count| count > 5), "{tally:?}");
}

#[test]
fn a_wrong_domino_leaves_nothing_for_either() {
    let (samples, mut random) = (samples(), SplitMix64::new(2));
    let mut none = 0;
    for round in 0..40 {
        let mut cut = samples[round % 2].cut(12, &mut random);
        // Two of the isolated digits change places.
        let other = 1 + random.below(8);
        cut.singles.swap(0, other);
        // Some swaps break a row by themselves.
        if let Ok(model) = cut.builder().build() {
            let mine = model.solver_with(Backend::DOMINOES).count(50).answer;
            assert_eq!(mine, model.solver_with(Backend::COVER).count(50).answer);
            none += usize::from(mine == 0);
        }
    }
    assert!(none >= 5, "{none}");
}

#[test]
fn every_setting_finds_that_the_samples_are_unique() {
    for sample in samples() {
        let model = sample.model();
        let solver = || model.solver_with(Backend::DOMINOES);
        let only = model.solver_with(Backend::COVER).unique().answer;
        assert!(matches!(only, Unique::One(_)));
        for strategy in [Strategy::Mrv, Strategy::Weighted] {
            for ties in [Ties::First, Ties::Last, Ties::Random(7)] {
                let report = solver().strategy(strategy).ties(ties).unique();
                assert_eq!(report.answer, only, "{strategy:?} {ties:?}");
                assert_eq!(report.outcome, Outcome::Exhausted);
            }
        }
    }
}

/// Known work: a worse propagation or choice shows here and not only in the benches.
#[test]
fn boards_without_dominoes_take_some_thousand_guesses() {
    for sample in samples() {
        let model = sample.without_dominoes().model();
        let report = model.solver_with(Backend::DOMINOES).unique();
        assert!(matches!(report.answer, Unique::Many(..)));
        assert!(report.stats.nodes < 40_000, "{:?}", report.stats);
        assert_eq!(report.stats.solutions, 2);
    }
}

#[test]
fn limits_stop_in_the_middle_of_a_board_without_dominoes() {
    let model = samples()[0].without_dominoes().model();
    let solver = model.solver_with(Backend::DOMINOES);
    for nodes in [0, 1, 100, 1000] {
        let report = solver.clone().limits(Limits::none().nodes(nodes)).unique();
        assert_eq!(report.outcome, Outcome::LimitReached(Limit::Nodes));
        assert_eq!(report.stats.nodes, nodes);
    }
    let report = solver.clone().limits(Limits::none().solutions(1)).count(9);
    assert_eq!(report.outcome, Outcome::LimitReached(Limit::Solutions));
    assert_eq!(report.answer, 1);
    let again = solver.clone().limits(Limits::none().solutions(1)).count(9);
    assert_eq!(again.stats, report.stats, "the same search every time");
}

#[test]
fn fits_domino_boards_alone() {
    let tiled = |side: usize| {
        let shape = Shape::with_side(side).expect("a legal side");
        let mut model = Model::builder(shape);
        model.domino_tiling((0..side).map(|i| shape.cell(i, i)));
        model.build().expect("a board")
    };
    let plain = Model::builder(Shape::CLASSIC).build().expect("a board");
    assert!(!Backend::DOMINOES.fits(&plain));
    assert!(Backend::COVER.fits(&plain) && Backend::CANDIDATES.fits(&plain));
    assert!(Backend::AUTO.fits(&plain) && Backend::AUTO.fits(&tiled(4)));
    assert!(!Backend::CANDIDATES.fits(&tiled(4)));
    assert!(Backend::DOMINOES.fits(&tiled(4)));
    assert!(Backend::DOMINOES.fits(&tiled(10)));
    assert!(!Backend::DOMINOES.fits(&tiled(12)));
}

#[test]
#[should_panic(expected = "Backend(dominoes) is not for this model")]
fn is_refused_for_a_board_without_the_domino_rule() {
    let plain = Model::builder(Shape::CLASSIC).build().expect("a board");
    let _ = plain.solver_with(Backend::DOMINOES);
}
