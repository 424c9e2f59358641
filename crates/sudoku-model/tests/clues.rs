//! Generated puzzles of clues: one solution, no clue too many, and what was asked for, all by means
//! other than the generator's.

mod common;

use common::{limits_without_time, Rules};
use insta::assert_snapshot;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};
use sudoku_model::{
    Backend, Builder, Cell, ClueGenerator, GenerateError, Grid, Limit, Limits, Model, Outcome,
    Puzzle, Shape, Symmetry, Unique,
};

fn board(side: usize) -> Builder {
    Model::builder(Shape::with_side(side).expect("a side"))
}

fn clue_count(puzzle: &Puzzle) -> usize {
    puzzle.model.givens().filled().count()
}

fn with_givens(rules: &Builder, givens: &Grid) -> Model {
    let model = rules.clone().givens(givens).build();
    model.expect("the solution keeps the rules")
}

/// Whether there are two grids at least, by a brute force that knows nothing of the crate.
fn has_two_by_brute_force(rules: &Builder, givens: &Grid) -> bool {
    Rules::of_model(&with_givens(rules, givens)).grids(2).len() == 2
}

/// The same by exact cover, which the generator does not ask.
fn has_two_by_cover(rules: &Builder, givens: &Grid) -> bool {
    let model = with_givens(rules, givens);
    model.solver_with(Backend::COVER).count(2).answer == 2
}

/// The puzzle has its solution alone, and more as soon as a clue and its images are gone.
fn check_minimal(
    puzzle: &Puzzle,
    rules: &Builder,
    symmetry: Symmetry,
    has_two: fn(&Builder, &Grid) -> bool,
) {
    let (givens, shape) = (puzzle.model.givens(), puzzle.model.shape());
    let always = rules.build().expect("rules").givens().clone();
    assert!(puzzle.minimal);
    assert!(!has_two(rules, givens), "{givens}");
    assert_eq!(puzzle.model.verify(&puzzle.solution), Ok(()));
    let free = |cell: Cell| always.get(cell).is_none();
    for (cell, _) in givens.filled().filter(|&(cell, _)| free(cell)) {
        let mut fewer = givens.clone();
        for image in symmetry.orbit(shape, cell) {
            if free(image) {
                assert!(givens.get(image).is_some(), "{image} in {givens:#}");
                fewer.set(image, None);
            }
        }
        assert!(has_two(rules, &fewer), "{givens} without {cell}");
    }
}

#[test]
fn no_clue_of_a_small_puzzle_is_too_many_by_brute_force() {
    for side in 4..=9 {
        let mut generator = ClueGenerator::new(&board(side), side as u64);
        for _ in 0..[8, 2][usize::from(side > 6)] {
            let puzzle = generator.generate().expect("a puzzle");
            check_minimal(
                &puzzle,
                &board(side),
                Symmetry::None,
                has_two_by_brute_force,
            );
        }
    }
}

#[test]
fn no_clue_of_a_large_puzzle_is_too_many_by_exact_cover() {
    for (width, height) in [(3, 3), (5, 2), (2, 5), (4, 3), (3, 4), (6, 2)] {
        let rules = Model::builder(Shape::new(width, height).expect("a shape"));
        let mut generator = ClueGenerator::new(&rules, 1);
        let puzzle = generator.generate().expect("a puzzle");
        check_minimal(&puzzle, &rules, Symmetry::None, has_two_by_cover);
    }
}

#[test]
fn symmetric_16x16_puzzles_are_minimal_by_exact_cover() {
    for symmetry in [Symmetry::HalfTurn, Symmetry::Full] {
        let mut generator = ClueGenerator::new(&board(16), 1).symmetry(symmetry);
        let puzzle = generator.generate().expect("a puzzle");
        check_minimal(&puzzle, &board(16), symmetry, has_two_by_cover);
    }
}

#[test]
fn every_shape_has_puzzles() {
    for side in Shape::MIN_SIDE..=Shape::MAX_SIDE {
        let customary = Shape::with_side(side).expect("a side");
        for height in (1..=side).filter(|height| side % height == 0) {
            let shape = Shape::new(side / height, height).expect("a shape");
            if side > 12 && shape != customary {
                continue;
            }
            let rules = Model::builder(shape);
            let clues = shape.cell_count() * 2 / 3;
            let mut generator = ClueGenerator::new(&rules, 0).clues(clues..=clues);
            let puzzle = generator.generate().expect("a puzzle");
            assert_eq!(clue_count(&puzzle), clues);
            assert!(!has_two_by_cover(&rules, puzzle.model.givens()));
            assert_eq!(puzzle.model.verify(&puzzle.solution), Ok(()));
        }
    }
}

#[test]
fn symmetric_puzzles_lose_no_clue_with_its_images() {
    for &symmetry in Symmetry::ALL {
        for side in [4, 5, 6] {
            let mut generator = ClueGenerator::new(&board(side), 3).symmetry(symmetry);
            for _ in 0..4 {
                let puzzle = generator.generate().expect("a puzzle");
                check_minimal(&puzzle, &board(side), symmetry, has_two_by_brute_force);
            }
        }
        let mut generator = ClueGenerator::new(&board(9), 3).symmetry(symmetry);
        let puzzle = generator.generate().expect("a puzzle");
        check_minimal(&puzzle, &board(9), symmetry, has_two_by_cover);
    }
}

/// Where a symmetry takes a cell of a board with this last row, by formulas of its own.
fn images(symmetry: Symmetry, last: usize, row: usize, column: usize) -> Vec<(usize, usize)> {
    let (up, left) = (last - row, last - column);
    let mut images = match symmetry {
        Symmetry::HalfTurn => vec![(up, left)],
        Symmetry::QuarterTurn => vec![(column, up), (up, left), (left, row)],
        Symmetry::LeftRight => vec![(row, left)],
        Symmetry::UpDown => vec![(up, column)],
        Symmetry::Diagonal => vec![(column, row)],
        Symmetry::Antidiagonal => vec![(left, up)],
        Symmetry::Full => [Symmetry::QuarterTurn, Symmetry::LeftRight, Symmetry::UpDown]
            .into_iter()
            .chain([Symmetry::Diagonal, Symmetry::Antidiagonal])
            .flat_map(|part| images(part, last, row, column))
            .collect(),
        _ => Vec::new(),
    };
    images.push((row, column));
    images.sort_unstable();
    images.dedup();
    images
}

#[test]
fn an_orbit_is_a_cell_and_its_images() {
    for &symmetry in Symmetry::ALL {
        for shape in [Shape::with_side(6).expect("a side"), Shape::CLASSIC] {
            for cell in shape.cells() {
                let orbit = symmetry.orbit(shape, cell);
                let places: Vec<_> = orbit
                    .iter()
                    .map(|cell| (cell.row(), cell.column()))
                    .collect();
                let last = shape.side() - 1;
                assert_eq!(places, images(symmetry, last, cell.row(), cell.column()));
                for image in &orbit {
                    assert_eq!(symmetry.orbit(shape, *image), orbit, "{symmetry:?}");
                }
            }
        }
    }
    let names: Vec<&str> = Symmetry::ALL
        .iter()
        .map(|symmetry| symmetry.name())
        .collect();
    assert_snapshot!(
        names.join(" "),
        @"none half-turn quarter-turn left-right up-down diagonal antidiagonal full"
    );
}

#[test]
fn variants_are_minimal_too() {
    let mut diagonals = board(6);
    diagonals.diagonals();
    let mut jigsaw = board(5);
    jigsaw.jigsaw(&[
        0, 0, 0, 1, 1, //
        0, 0, 1, 1, 1, //
        2, 2, 2, 2, 2, //
        3, 3, 3, 4, 4, //
        3, 3, 4, 4, 4,
    ]);
    let mut latin = board(6);
    latin.without_boxes();
    let mut cages = board(6);
    let cell = |row, column| cages.build().expect("rules").shape().cell(row, column);
    let (a, b) = (
        [cell(0, 0), cell(0, 1)],
        [cell(3, 2), cell(4, 2), cell(4, 3)],
    );
    cages.cage(9, a).cage(13, b);
    for rules in [diagonals, jigsaw, latin, cages] {
        for seed in 0..4 {
            let puzzle = ClueGenerator::new(&rules, seed).generate();
            let puzzle = puzzle.expect("a puzzle");
            check_minimal(&puzzle, &rules, Symmetry::None, has_two_by_brute_force);
            let rules = rules.build().expect("rules");
            assert!(puzzle.model.cages().eq(rules.cages()));
        }
    }
}

#[test]
fn givens_of_the_rules_stay() {
    let mut rules = board(6);
    let shape = rules.build().expect("rules").shape();
    for (column, digit) in [(0, 3), (1, 5), (2, 1)] {
        rules.given(shape.cell(0, column), digit);
    }
    for symmetry in [Symmetry::None, Symmetry::UpDown] {
        let mut generator = ClueGenerator::new(&rules, 4).symmetry(symmetry);
        let puzzle = generator.generate().expect("a puzzle");
        let givens = puzzle.model.givens();
        assert!(givens.to_string().starts_with("351"));
        check_minimal(&puzzle, &rules, symmetry, has_two_by_brute_force);
    }
}

/// Whatever backend answers the questions, these puzzles stay: what they depend on is the way in
/// which random grids are made.
#[test]
fn a_seed_stands_for_its_puzzles() {
    let lines = |side: usize, seed| {
        let mut generator = ClueGenerator::new(&board(side), seed);
        [(); 3].map(|()| {
            generator
                .generate()
                .expect("a puzzle")
                .model
                .givens()
                .to_string()
        })
    };
    assert_snapshot!(lines(4, 7).join(" "), @".4.3........2.1. ...3..4....2.1.. .....3.24.2.....");
    assert_snapshot!(lines(9, 7).join("\n"), @r"
    .98...6......382.....45....7.......1.241.3.9..3.5...2.3..9...1........5.9..7.....
    .89..............32...4.......1..456.......3..5.6.7.9...3..62.58..23.16...5..8...
    9.7..5.....19...83...28....4.....5.........177.......6.3......5.56.1.9........64.
    ");
    assert_eq!(lines(6, 8), lines(6, 8));
    assert_ne!(lines(6, 8)[0], lines(6, 9)[0]);
}

#[test]
fn a_number_of_clues_is_kept() {
    for clues in [25..=25, 30..=30, 30..=34, 60..=60, 81..=81] {
        let mut generator = ClueGenerator::new(&board(9), 2).clues(clues.clone());
        for _ in 0..3 {
            let puzzle = generator.generate().expect("a puzzle");
            assert!(clues.contains(&clue_count(&puzzle)));
            assert!(!has_two_by_cover(&board(9), puzzle.model.givens()));
        }
    }
    // Only what was not stopped by the bound may be called minimal.
    let mut generator = ClueGenerator::new(&board(4), 2).clues(6..=16);
    for _ in 0..20 {
        let puzzle = generator.generate().expect("a puzzle");
        if puzzle.minimal {
            check_minimal(&puzzle, &board(4), Symmetry::None, has_two_by_brute_force);
        } else {
            assert_eq!(clue_count(&puzzle), 6);
        }
    }
}

#[test]
fn few_clues_are_found_by_changing_others() {
    for (rules, clues) in [(board(9), 21), (board(6), 8), (board(12), 46)] {
        let mut generator = ClueGenerator::new(&rules, 1).clues(0..=clues);
        let puzzle = generator.generate().expect("a puzzle");
        assert!(clue_count(&puzzle) <= clues);
        check_minimal(&puzzle, &rules, Symmetry::None, has_two_by_cover);
    }
    let mut generator = ClueGenerator::new(&board(9), 1)
        .symmetry(Symmetry::HalfTurn)
        .clues(0..=24);
    let puzzle = generator.generate().expect("a puzzle");
    assert!(clue_count(&puzzle) <= 24);
    check_minimal(&puzzle, &board(9), Symmetry::HalfTurn, has_two_by_cover);
}

#[test]
fn a_symmetric_puzzle_stops_before_the_least_number_of_clues() {
    let mut generator = ClueGenerator::new(&board(9), 6)
        .symmetry(Symmetry::QuarterTurn)
        .clues(38..=81);
    for _ in 0..4 {
        let puzzle = generator.generate().expect("a puzzle");
        // The orbits have four cells, and the middle is one by itself.
        assert!((38..=41).contains(&clue_count(&puzzle)));
        assert!(!puzzle.minimal);
    }
}

#[test]
fn no_puzzle_is_harder_than_asked_for() {
    for nodes in [0, 1, 5] {
        let mut generator = ClueGenerator::new(&board(9), 9).max_nodes(nodes);
        for _ in 0..3 {
            let puzzle = generator.generate().expect("a puzzle");
            assert!(puzzle.stats.nodes <= nodes);
            let report = puzzle.model.solver().unique();
            assert_eq!(report.outcome, Outcome::Exhausted);
            assert_eq!(report.answer, Unique::One(puzzle.solution.clone()));
            assert_eq!(report.stats, puzzle.stats);
            assert!(!has_two_by_cover(&board(9), puzzle.model.givens()));
            if puzzle.minimal {
                check_minimal(&puzzle, &board(9), Symmetry::None, has_two_by_cover);
            }
        }
    }
}

#[test]
fn says_why_there_is_no_puzzle() {
    let mut rules = board(9);
    let corner = Shape::CLASSIC.cell(0, 0);
    rules.given(corner, 10);
    let error = ClueGenerator::new(&rules, 0).generate().unwrap_err();
    let expected = rules.build().expect_err("there is no 10");
    assert_eq!(expected.cell(), Some(corner));
    assert_eq!(error, GenerateError::Rules(expected));

    let mut rules = board(9);
    rules.given(corner, 1).given(Shape::CLASSIC.cell(4, 4), 2);
    #[allow(clippy::reversed_empty_ranges)]
    for clues in [30..=29, 82..=90, 0..=1] {
        let mut generator = ClueGenerator::new(&rules, 0).clues(clues.clone());
        let expected = GenerateError::Clues {
            clues,
            given: 2,
            cells: 81,
        };
        assert_eq!(generator.generate(), Err(expected));
    }
    let error = ClueGenerator::new(&rules, 0).clues(0..=1).generate();
    assert_snapshot!(error.unwrap_err(), @"0..1 clues: only numbers from 2 to 81 will do");

    // The last cell of the first row has no digit left.
    let mut rules = board(4);
    let shape = Shape::with_side(4).expect("a side");
    for (cell, digit) in [((0, 0), 1), ((0, 1), 2), ((0, 2), 3), ((3, 3), 4)] {
        rules.given(shape.cell(cell.0, cell.1), digit);
    }
    let error = ClueGenerator::new(&rules, 0).generate().unwrap_err();
    assert_eq!(error, GenerateError::GaveUp { attempts: 30 });

    // No 4 x 4 board with three clues has one solution.
    let mut generator = ClueGenerator::new(&board(4), 0).clues(0..=3);
    let error = generator.generate().unwrap_err();
    let expected = GenerateError::TooManyClues {
        most: 3,
        fewest: 4,
        attempts: 30,
    };
    assert_eq!(error, expected);
    assert_snapshot!(error, @"no puzzle of at most 3 clues on 30 boards: the best has 4");
}

/// How many nodes a generator may have before it makes its puzzle.
fn nodes_needed(generator: &ClueGenerator) -> u64 {
    let enough = |&nodes: &u64| {
        let limits = Limits::none().nodes(nodes);
        generator.clone().limits(limits).generate().is_ok()
    };
    (0..).map(|k| 1 << k).find(enough).expect("a puzzle")
}

#[test]
fn limits_change_no_puzzle() {
    let mut limits = limits_without_time();
    limits.push((Limits::none().nodes(50), Limit::Nodes));
    let mut free = ClueGenerator::new(&board(9), 12).clues(0..=23);
    let mut stopped = free.clone();
    for _ in 0..3 {
        for (limits, limit) in &limits {
            stopped = stopped.limits(limits.clone());
            let error = stopped.generate().unwrap_err();
            assert_eq!(error, GenerateError::LimitReached(*limit));
        }
        // Any number of nodes is enough for this puzzle or for none.
        let most = nodes_needed(&stopped);
        for nodes in (1..most).step_by(most as usize / 20 + 1) {
            let mut cut = stopped.clone().limits(Limits::none().nodes(nodes));
            if let Ok(puzzle) = cut.generate() {
                assert_eq!(puzzle, free.clone().generate().expect("a puzzle"));
            }
        }
        stopped = stopped.limits(Limits::none());
        assert_eq!(stopped.generate(), free.generate());
    }
    let mut one = free.clone().limits(Limits::none().solutions(1));
    assert_eq!(one.generate(), free.generate());
}

/// These would take hours.
#[test]
fn a_flag_from_another_thread_stops_a_generator() {
    let mut generators = [
        ClueGenerator::new(&board(25), 1),
        ClueGenerator::new(&board(9), 1).clues(0..=16),
    ];
    for generator in &mut generators {
        let flag = Arc::new(AtomicBool::new(false));
        let limits = Limits::none().cancel(Arc::clone(&flag));
        let mut generator = generator.clone().limits(limits);
        let other = thread::spawn(move || {
            thread::sleep(Duration::from_millis(20));
            flag.store(true, Ordering::Relaxed);
        });
        let error = generator.generate().unwrap_err();
        assert_eq!(error, GenerateError::LimitReached(Limit::Cancelled));
        other.join().expect("no panic");
    }
}

#[test]
fn says_which_limit_it_has_reached() {
    let generator = ClueGenerator::new(&board(4), 0);
    let said = |limits| generator.clone().limits(limits).generate().unwrap_err();
    assert_snapshot!(said(Limits::none().nodes(0)), @"no puzzle with so many nodes");
    assert_snapshot!(said(Limits::none().deadline(Instant::now())), @"no puzzle before the deadline");
    let flag = Arc::new(AtomicBool::new(true));
    assert_snapshot!(said(Limits::none().cancel(flag)), @"cancelled before there was a puzzle");
}

#[test]
fn other_boards_have_puzzles_but_not_every_symmetry() {
    let shape = Shape::rectangle(4, 6).expect("a board");
    for &symmetry in Symmetry::ALL {
        let mut generator = ClueGenerator::new(&Model::builder(shape), 3).symmetry(symmetry);
        use Symmetry::{Antidiagonal, Diagonal, Full, QuarterTurn};
        match generator.generate() {
            Ok(puzzle) => assert_eq!(puzzle.model.unique(), Unique::One(puzzle.solution)),
            Err(error) => {
                assert!(matches!(
                    symmetry,
                    QuarterTurn | Diagonal | Antidiagonal | Full
                ));
                assert_eq!(error, GenerateError::Symmetry { symmetry, shape });
            }
        }
    }
    let error = GenerateError::Symmetry {
        symmetry: Symmetry::Full,
        shape,
    };
    assert_snapshot!(error, @r#"the symmetry "full" needs a square board, and this has 4 rows and 6 columns"#);
    let from_zero = Shape::with_side(4).and_then(|four| four.with_digits((0..=3).collect()));
    let rules = Model::builder(from_zero.expect("a board"));
    for seed in 0..5 {
        let puzzle = ClueGenerator::new(&rules, seed)
            .generate()
            .expect("a puzzle");
        assert_eq!(puzzle.model.unique(), Unique::One(puzzle.solution));
    }
}
