//! True candidates: against lists of all grids, across backends, and under limits.

mod common;
#[path = "common/dominoes.rs"]
mod dominoes;
#[path = "common/small.rs"]
mod small;

use common::{limits_without_time, Puzzle};
use dominoes::Dominoes;
use exactcover::SplitMix64;
use proptest::prelude::*;
use small::{grids, Small};
use sudoku_model::rules::Apart;
use sudoku_model::*;

/// The number of grids that have a digit in a cell.
fn count(grids: &[Vec<u8>], cell: Cell, digit: u8) -> u64 {
    let has = |grid: &&Vec<u8>| grid[cell.index()] == digit;
    grids.iter().filter(has).count() as u64
}

/// Compares the answer of every backend with the list of all grids.
fn compare(model: &Model, grids: &[Vec<u8>], cap: u64) {
    for backend in Backend::ALL.iter().filter(|backend| backend.fits(model)) {
        let report = model.solver_with(*backend).true_candidates(cap);
        let candidates = report.answer;
        for cell in model.shape().cells() {
            assert_eq!(candidates.open(cell), Digits::empty());
            for digit in 0..=Digits::MAX {
                let expected = count(grids, cell, digit);
                assert_eq!(candidates.get(cell).has(digit), expected > 0, "{backend:?}");
                assert_eq!(
                    candidates.count(cell, digit),
                    cap.min(expected),
                    "{backend:?}"
                );
            }
        }
        match report.outcome {
            Outcome::Exhausted => assert_eq!(report.stats.solutions, grids.len() as u128),
            outcome => assert_eq!(outcome, Outcome::Stopped),
        }
    }
}

#[test]
fn the_digit_0_is_counted_like_others() {
    let shape = Shape::with_side(4).expect("a side");
    let from_zero = shape.with_digits((0..=3).collect()).expect("4 digits");
    let model = |shape: Shape, digit| {
        let mut builder = Model::builder(shape);
        builder.given(shape.cell(0, 0), digit);
        builder.given(shape.cell(3, 2), digit);
        builder.build().expect("a model")
    };
    let mut grids = grids(&model(shape, 1));
    grids.iter_mut().flatten().for_each(|digit| *digit -= 1);
    compare(&model(from_zero, 0), &grids, 5);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn small_boards_have_the_candidates_of_all_their_grids(
        board in Small::any(2, 2),
        cap in prop::sample::select(vec![1, 2, 7, 40, 1000]),
    ) {
        if let Ok(model) = board.builder().build() {
            compare(&model, &grids(&model), cap);
        }
    }
}

#[test]
fn boards_of_six_have_the_candidates_of_all_their_grids() {
    for seed in 0..6 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut puzzle = Puzzle::boxes(3, 2);
        let solution = puzzle.rules.random_grid(&mut rng).expect("a grid");
        for cell in rng.choose_multiple(0..36, 9) {
            puzzle.given(cell, solution[cell]);
        }
        let total = solution[..3].iter().map(|&digit| u32::from(digit)).sum();
        puzzle.cage(total, &[0, 1, 2]);
        let grids = puzzle.rules.grids(2000);
        assert!(grids.len() < 2000, "not all: {seed}");
        let model = puzzle.builder.build().expect("a model");
        compare(&model, &grids, [1, 5, 100][seed as usize % 3]);
    }
}

#[test]
fn the_backends_of_large_boards_agree() {
    let mut generator = ClueGenerator::new(&Model::builder(Shape::CLASSIC), 1);
    let givens = generator
        .generate()
        .expect("a puzzle")
        .model
        .givens()
        .clone();
    let agree = |model: &Model, backends: [Backend; 2], cap| {
        let answers = backends.map(|b| model.solver_with(b).true_candidates(cap).answer);
        assert_eq!(answers[0], answers[1]);
    };
    for left in [8, 22] {
        let mut builder = Model::builder(Shape::CLASSIC);
        for (cell, digit) in givens.filled().take(left) {
            builder.given(cell, digit);
        }
        let model = builder.build().expect("a model");
        agree(&model, [Backend::PLAIN9, Backend::CANDIDATES], 3);
    }
    let shape = Shape::with_side(16).expect("a side");
    let mut builder = Model::builder(shape);
    for k in 0..16 {
        builder.given(shape.cell(0, k), k as u8 + 1);
        builder.given(shape.cell(k, 0), (k as u8 * 5) % 16 + 1);
    }
    let model = builder.build().expect("a model");
    agree(&model, [Backend::PLAIN16, Backend::CANDIDATES], 1);
    let samples = Dominoes::read(include_str!("../../../testdata/su_domino_ku/sample.in"));
    let model = samples[0].cut(9, &mut SplitMix64::new(3)).model();
    agree(&model, [Backend::DOMINOES, Backend::COVER], 1);
}

/// What a limit leaves: nothing wrong is said, and what is not open is known.
#[test]
fn a_limit_leaves_the_rest_open() {
    let model = Model::builder(Shape::CLASSIC).build().expect("a model");
    for (limits, limit) in limits_without_time() {
        let report = model.solver().limits(limits).true_candidates(1);
        assert_eq!(report.outcome, Outcome::LimitReached(limit));
        for cell in model.shape().cells() {
            assert_eq!(report.answer.open(cell), Digits::up_to(9));
            assert_eq!(report.answer.get(cell), Digits::empty());
        }
    }
    let knights = Model::builder(Shape::CLASSIC)
        .rule(Apart::knight())
        .build()
        .expect("a model");
    for nodes in [20, 100, 400] {
        let limits = Limits::none().nodes(nodes);
        for solver in [model.solver(), knights.solver_with(Backend::CANDIDATES)] {
            let report = solver.limits(limits.clone()).true_candidates(5);
            assert_eq!(report.outcome, Outcome::LimitReached(Limit::Nodes));
            assert_eq!(report.stats.nodes, nodes);
        }
    }
    let solver = model.solver();
    for solutions in [1, 19, 20, 21, 30] {
        let limits = Limits::none().solutions(solutions);
        let report = solver.clone().limits(limits).true_candidates(2);
        assert_eq!(report.outcome, Outcome::LimitReached(Limit::Solutions));
        assert_eq!(report.stats.solutions, solutions);
        let counts = |cell| (1..=9).map(move |digit| (cell, digit));
        for (cell, digit) in model.shape().cells().flat_map(counts) {
            let known = report.answer.count(cell, digit) == 2;
            assert_eq!(known, !report.answer.open(cell).has(digit));
        }
    }
}

#[test]
fn a_model_without_a_grid_has_no_candidates_and_a_cap_of_none_is_one() {
    let shape = Shape::with_side(4).expect("a side");
    let mut builder = Model::builder(shape);
    let model = builder.build().expect("a model");
    let candidates = |cap| model.solver().true_candidates(cap).answer;
    assert_eq!(candidates(0), candidates(1));
    assert_eq!(candidates(1), model.true_candidates());
    for (column, row, digit) in [(0, 0, 1), (1, 0, 2), (2, 0, 3), (3, 2, 4)] {
        builder.given(shape.cell(row, column), digit);
    }
    let model = builder.build().expect("a model");
    let report = model.solver().true_candidates(1);
    assert_eq!(report.outcome, Outcome::Exhausted);
    assert!(shape.cells().all(|cell| report.answer.get(cell).is_empty()));
}

#[test]
#[should_panic = "r9c9 is none of the 16 cells"]
fn a_cell_of_another_board_is_refused() {
    let model = Model::builder(Shape::with_side(4).expect("a side"))
        .build()
        .expect("a model");
    let _ = model.true_candidates().get(Shape::CLASSIC.cell(8, 8));
}
