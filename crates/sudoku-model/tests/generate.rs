//! Generated puzzles: what was asked for, with one solution by other means than the generator's.

mod common;

use common::{limits_without_time, Rules};
use insta::assert_snapshot;
use proptest::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use sudoku_model::{
    Backend, Builder, Cell, Fault, GenerateError, Grid, KillerGenerator, Limit, Limits, Model,
    ModelError, Puzzle, Shape, Unique,
};

fn board(side: usize) -> Builder {
    Model::builder(Shape::with_side(side).expect("a side"))
}

fn indices(cells: &[Cell]) -> Vec<usize> {
    cells.iter().map(|cell| cell.index()).collect()
}

/// Cages cover the board, and each is connected, of the right size and without a digit twice.
fn check_cages(puzzle: &Puzzle, sizes: core::ops::RangeInclusive<usize>) {
    let mut covered = vec![0; puzzle.solution.digits().len()];
    for cage in puzzle.model.cages() {
        let cells = cage.cells();
        assert!(sizes.contains(&cells.len()), "{cells:?}");
        cells.iter().for_each(|cell| covered[cell.index()] += 1);
        let mut reached = vec![cells[0]];
        for k in 0..cells.len() {
            let from = *reached.get(k).expect("a cage is connected");
            for &cell in cells {
                if cell.touches(from) && !reached.contains(&cell) {
                    reached.push(cell);
                }
            }
        }
    }
    assert!(covered.iter().all(|&cages| cages == 1));
    assert_eq!(puzzle.model.verify(&puzzle.solution), Ok(()));
}

/// The generator asks the other backend.
fn by_cover(model: &Model) -> Unique<Grid> {
    model.solver_with(Backend::COVER).unique().answer
}

/// Up to two grids, by a brute force that knows nothing of the crate.
fn grids(model: &Model) -> Vec<Vec<u8>> {
    Rules::of_model(model).grids(2)
}

#[test]
fn killers_without_givens_have_one_solution() {
    let mut generator = KillerGenerator::new(&board(9), 1).max_nodes(3);
    for _ in 0..5 {
        let puzzle = generator.generate().expect("a puzzle");
        check_cages(&puzzle, 2..=5);
        assert_eq!(puzzle.model.givens(), &Grid::empty(Shape::CLASSIC));
        assert_eq!(by_cover(&puzzle.model), Unique::One(puzzle.solution));
    }
}

#[test]
fn small_boards_of_all_kinds_have_one_solution_by_brute_force() {
    let mut jigsaw = board(5);
    jigsaw.jigsaw(&[
        0, 0, 0, 1, 1, //
        0, 0, 1, 1, 1, //
        2, 2, 2, 2, 2, //
        3, 3, 3, 4, 4, //
        3, 3, 4, 4, 4,
    ]);
    let mut diagonals = board(4);
    diagonals.diagonals();
    let mut latin = board(5);
    latin.without_boxes();
    for rules in [board(4), board(6), jigsaw, diagonals, latin] {
        for seed in 0..10 {
            let sizes = if seed % 2 == 0 { 2..=4 } else { 1..=3 };
            let mut generator = KillerGenerator::new(&rules, seed)
                .cage_sizes(sizes.clone())
                .symmetric(seed % 3 == 0);
            let puzzle = generator.generate().expect("a puzzle");
            check_cages(&puzzle, sizes);
            assert_eq!(grids(&puzzle.model), [puzzle.solution.digits()]);
        }
    }
}

#[test]
fn exact_cage_sizes_are_kept() {
    let mut generator = KillerGenerator::new(&board(9), 4).cage_sizes(3..=3);
    let puzzle = generator.generate().expect("a puzzle");
    check_cages(&puzzle, 3..=3);
    assert_eq!(puzzle.model.cages().count(), 27);
}

#[test]
fn half_a_turn_leaves_a_symmetric_puzzle_as_it_is() {
    for seed in 0..4 {
        let mut generator = KillerGenerator::new(&board(9), seed)
            .symmetric(true)
            .givens(3);
        let model = generator.generate().expect("a puzzle").model;
        let turned = |index: usize| model.shape().cell_count() - 1 - index;
        let cages: Vec<Vec<usize>> = model.cages().map(|c| indices(c.cells())).collect();
        for cage in &cages {
            let mut image: Vec<usize> = cage.iter().map(|&cell| turned(cell)).collect();
            image.sort_unstable();
            assert!(cages.contains(&image), "{cage:?}");
        }
        let given: Vec<usize> = model.givens().filled().map(|(c, _)| c.index()).collect();
        assert!((3..=4).contains(&given.len()));
        assert!(given.iter().all(|&cell| given.contains(&turned(cell))));
    }
}

#[test]
fn givens_come_on_top_of_those_of_the_rules() {
    let mut rules = board(9);
    rules.given(Shape::CLASSIC.cell(4, 4), 7);
    let mut generator = KillerGenerator::new(&rules, 5).givens(20).cage_sizes(2..=9);
    let puzzle = generator.generate().expect("a puzzle");
    check_cages(&puzzle, 2..=9);
    assert_eq!(puzzle.model.givens().filled().count(), 21);
    assert_eq!(
        puzzle.model.givens().get(Shape::CLASSIC.cell(4, 4)),
        Some(7)
    );
    assert_eq!(by_cover(&puzzle.model), Unique::One(puzzle.solution));
}

#[test]
fn a_seed_stands_for_its_puzzles() {
    let puzzles = |seed| {
        let mut generator = KillerGenerator::new(&board(6), seed);
        [(); 3].map(|()| generator.generate().expect("a puzzle"))
    };
    let [one, two, three] = puzzles(8);
    assert!(one != two && one != three && two != three);
    assert_eq!([one.clone(), two, three], puzzles(8));
    assert_ne!(one, puzzles(9)[0]);
}

#[test]
fn no_puzzle_is_harder_than_asked_for() {
    let mut generator = KillerGenerator::new(&board(9), 2).max_nodes(6);
    for _ in 0..3 {
        let puzzle = generator.generate().expect("a puzzle");
        assert!(puzzle.stats.nodes <= 6);
        let report = puzzle.model.solver().unique();
        assert_eq!(report.stats, puzzle.stats);
    }
}

#[test]
fn limits_change_no_puzzle() {
    let limits = limits_without_time();
    let mut free = KillerGenerator::new(&board(9), 8).cage_sizes(3..=6);
    let mut stopped = free.clone();
    for _ in 0..3 {
        for (limits, limit) in &limits {
            stopped = stopped.limits(limits.clone());
            let error = stopped.generate().unwrap_err();
            assert_eq!(error, GenerateError::LimitReached(*limit));
        }
        let puzzle = free.generate();
        assert!(puzzle.is_ok());
        // Any number of nodes is enough for this puzzle or for none.
        for nodes in (0..12).map(|k| 1 << k) {
            let mut cut = stopped.clone().limits(Limits::none().nodes(nodes));
            let cut = cut.generate();
            let none = GenerateError::LimitReached(Limit::Nodes);
            assert!(cut == puzzle || cut == Err(none), "{nodes}: {cut:?}");
        }
        stopped = stopped.limits(Limits::none().solutions(1));
        assert_eq!(stopped.generate(), puzzle);
    }
}

/// It would take minutes.
#[test]
fn a_flag_from_another_thread_stops_a_generator() {
    let flag = Arc::new(AtomicBool::new(false));
    let limits = Limits::none().cancel(Arc::clone(&flag));
    let generator = KillerGenerator::new(&board(25), 1).cage_sizes(5..=9);
    let other = thread::spawn(move || {
        thread::sleep(Duration::from_millis(20));
        flag.store(true, Ordering::Relaxed);
    });
    let error = generator.limits(limits).generate().unwrap_err();
    assert_eq!(error, GenerateError::LimitReached(Limit::Cancelled));
    other.join().expect("no panic");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn true_givens_change_no_answer_and_wrong_ones_leave_none(
        seed in any::<u64>(),
        most in 3..=5_usize,
        symmetric in any::<bool>(),
        given in 0..36_usize,
    ) {
        let mut generator = KillerGenerator::new(&board(6), seed)
            .cage_sizes(2..=most)
            .symmetric(symmetric);
        let Puzzle { model, solution, .. } = generator.generate().expect("a puzzle");
        let mut rules = board(6);
        for cage in model.cages() {
            rules.cage(cage.total(), cage.cells().iter().copied());
        }
        let cell = model.shape().cell_at(given);
        let digit = solution.get(cell).expect("a digit");
        let with = |digit| rules.clone().given(cell, digit).build();
        let with_given = with(digit).expect("the given is true");
        let with_wrong = with(digit % 6 + 1).ok();
        for &backend in Backend::ALL.iter().filter(|backend| backend.fits(&model)) {
            let answer = |model: &Model| model.solver_with(backend).unique().answer;
            prop_assert_eq!(answer(&model), Unique::One(solution.clone()));
            prop_assert_eq!(answer(&with_given), Unique::One(solution.clone()));
            if let Some(model) = &with_wrong {
                prop_assert_eq!(answer(model), Unique::None);
            }
        }
    }
}

#[test]
fn says_why_there_is_no_puzzle() {
    let mut rules = board(4);
    rules.given(rules.build().expect("a board").shape().cell(0, 0), 5);
    let error = KillerGenerator::new(&rules, 0).generate().unwrap_err();
    assert!(matches!(
        error,
        GenerateError::Rules(ModelError {
            fault: Fault::DigitOutOfRange { .. },
            ..
        })
    ));
    assert_snapshot!(error, @"r1c1: digit 5 is not in 1..=4");

    let mut rules = board(4);
    rules.cage(1, [rules.build().expect("a board").shape().cell(0, 0)]);
    let error = KillerGenerator::new(&rules, 0).generate().unwrap_err();
    assert_eq!(error, GenerateError::Cages);
    assert_snapshot!(error, @"the rules have cages already");

    #[allow(clippy::reversed_empty_ranges)]
    for sizes in [0..=2, 3..=2, 2..=5] {
        let mut generator = KillerGenerator::new(&board(4), 0).cage_sizes(sizes.clone());
        let error = generator.generate().unwrap_err();
        assert_eq!(error, GenerateError::CageSizes { sizes, most: 4 });
    }
    let error = KillerGenerator::new(&board(4), 0)
        .cage_sizes(2..=5)
        .generate();
    assert_snapshot!(error.unwrap_err(), @"cages of 2..5 cells: only sizes from 1 to 4 will do");
    let mut open = KillerGenerator::new(&board(4), 0).cage_sizes(2..=usize::MAX);
    assert_snapshot!(open.generate().unwrap_err(), @"cages of 2 cells or more: only sizes from 1 to 4 will do");

    // 16 cells cannot be divided by 3.
    let mut generator = KillerGenerator::new(&board(4), 0).cage_sizes(3..=3);
    let error = generator.generate().unwrap_err();
    assert!(matches!(error, GenerateError::GaveUp { .. }));
    assert_snapshot!(error, @"no puzzle with one solution on 30 boards");
}

#[test]
fn other_boards_have_killers() {
    let four = Shape::with_side(4).expect("a side");
    for shape in [four.with_digits((0..=3).collect()), Shape::rectangle(4, 6)] {
        let rules = Model::builder(shape.expect("a board"));
        for seed in 0..3 {
            let mut generator = KillerGenerator::new(&rules, seed).cage_sizes(2..=4);
            let puzzle = generator.generate().expect("a puzzle");
            check_cages(&puzzle, 2..=4);
            assert_eq!(puzzle.model.unique(), Unique::One(puzzle.solution));
        }
    }
}
