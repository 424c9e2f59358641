//! The backend on candidates: known node counts, answers that givens must not change, limits.

use fastrand::Rng;
use std::collections::BTreeSet;
use sudoku_model::{
    killer, Backend, Builder, First, Grid, KillerGenerator, Limit, Limits, Model, Outcome, Shape,
    Strategy, Ties, Unique,
};

/// Boards that are hard for a first solution, and the guesses that it takes. A change of the
/// search changes these numbers; it should not make their sum much larger.
const HARD: [(&str, &str, u64); 6] = [
    (
        "mid4_2",
        include_str!("../../../testdata/killer_hard/mid4_2.cages"),
        115,
    ),
    (
        "mid5_6",
        include_str!("../../../testdata/killer_hard/mid5_6.cages"),
        252,
    ),
    (
        "mid7_2",
        include_str!("../../../testdata/killer_hard/mid7_2.cages"),
        226,
    ),
    (
        "maxk8_2",
        include_str!("../../../testdata/killer_hard/maxk8_2.cages"),
        119,
    ),
    (
        "maxk8_6",
        include_str!("../../../testdata/killer_hard/maxk8_6.cages"),
        165,
    ),
    (
        "big6_0",
        include_str!("../../../testdata/killer_hard/big6_0.cages"),
        195,
    ),
];

fn hard(text: &str) -> Model {
    killer::read_cages(Shape::CLASSIC, text).expect("a board of the test data")
}

fn found(model: &Model, ties: Ties, strategy: Strategy) -> (Grid, u64) {
    let solver = model.solver_with(Backend::CANDIDATES);
    let report = solver.ties(ties).strategy(strategy).first();
    match report.answer {
        First::Found(grid) => (grid, report.stats.nodes),
        other => panic!("{other:?}"),
    }
}

#[test]
fn hard_boards_take_the_guesses_that_they_took() {
    for (name, text, nodes) in HARD {
        let model = hard(text);
        let (grid, taken) = found(&model, Ties::First, Strategy::Weighted);
        assert_eq!(model.verify(&grid), Ok(()), "{name}");
        assert_eq!(taken, nodes, "{name}");
    }
}

#[test]
fn every_tie_finds_a_grid_of_a_hard_board_with_few_guesses() {
    for (name, text, _) in [HARD[0], HARD[3], HARD[5]] {
        let model = hard(text);
        for seed in 0..3 {
            let (grid, nodes) = found(&model, Ties::Random(seed), Strategy::Weighted);
            assert_eq!(model.verify(&grid), Ok(()), "{name}");
            assert!(nodes < 1500, "{name}: {nodes} guesses with seed {seed}");
        }
    }
}

/// All grids of a small board, by the other backend: two at a time, and then the parts of the board
/// in which they differ.
fn grids(builder: &Builder) -> Vec<Grid> {
    let model = builder.build().expect("a model");
    let mut found = Vec::new();
    let mut open = vec![Vec::new()];
    while let Some(givens) = open.pop() {
        let mut part = builder.clone();
        for &(cell, digit) in &givens {
            part.given(cell, digit);
        }
        match part
            .build()
            .map(|model| model.solver_with(Backend::COVER).unique().answer)
        {
            Err(_) | Ok(Unique::None) => {}
            Ok(Unique::One(grid)) => found.push(grid),
            Ok(Unique::Many(one, other)) => {
                let differ = |cell: &sudoku_model::Cell| one.get(*cell) != other.get(*cell);
                let cell = model.shape().cells().find(differ).expect("two grids");
                for digit in 1..=model.shape().side() as u8 {
                    let mut more = givens.clone();
                    more.push((cell, digit));
                    open.push(more);
                }
            }
            Ok(Unique::Unknown(..)) => panic!("no limit was set"),
        }
    }
    found
}

/// A killer on a 6 x 6 board that leaves much open.
fn loose_killer(rng: &mut Rng) -> Builder {
    let shape = Shape::new(3, 2).expect("a shape");
    let mut generator = KillerGenerator::new(&Model::builder(shape), rng.u64(..)).cage_sizes(2..=4);
    let puzzle = generator.generate().expect("6 x 6 killers abound");
    let mut builder = Model::builder(shape);
    for cage in puzzle.model.cages() {
        if rng.u8(0..3) > 0 {
            builder.cage(cage.total(), cage.cells().iter().copied());
        }
    }
    builder
}

#[test]
fn a_true_given_leaves_exactly_the_grids_that_have_it() {
    let mut several = 0;
    for seed in 0..20 {
        let rng = &mut Rng::with_seed(seed);
        let builder = loose_killer(rng);
        let model = builder.build().expect("cages of a puzzle");
        let most = model.solver_with(Backend::CANDIDATES).count(400);
        if most.outcome != Outcome::Exhausted {
            continue;
        }
        let grids = grids(&builder);
        // No grid is counted twice, before or after the restart with more regions.
        assert_eq!(most.answer, grids.len() as u64, "seed {seed}");
        assert_eq!(
            grids
                .iter()
                .map(Grid::to_string)
                .collect::<BTreeSet<_>>()
                .len(),
            grids.len()
        );
        several += usize::from(grids.len() > 20);
        for _ in 0..6 {
            let grid = rng.choice(&grids).expect("the puzzle has one");
            let cell = model.shape().cell_at(rng.usize(..36));
            let mut with = builder.clone();
            with.given(cell, grid.get(cell).expect("a full grid"));
            let with = with.build().expect("a solution contradicts nothing");
            let left = grids
                .iter()
                .filter(|other| other.get(cell) == grid.get(cell));
            let count = with.solver_with(Backend::CANDIDATES).count(u64::MAX);
            assert_eq!(count.answer, left.count() as u64, "seed {seed}, {cell}");
        }
    }
    assert!(several >= 3, "{several}");
}

#[test]
fn a_true_given_does_not_change_the_only_grid() {
    for seed in 0..6 {
        let mut generator =
            KillerGenerator::new(&Model::builder(Shape::CLASSIC), seed).cage_sizes(2..=5);
        let puzzle = generator.generate().expect("9 x 9 killers abound");
        let mut builder = Model::builder(Shape::CLASSIC);
        for cage in puzzle.model.cages() {
            builder.cage(cage.total(), cage.cells().iter().copied());
        }
        let grid = match puzzle
            .model
            .solver_with(Backend::CANDIDATES)
            .unique()
            .answer
        {
            Unique::One(grid) => grid,
            other => panic!("{other:?}"),
        };
        let rng = &mut Rng::with_seed(seed);
        for _ in 0..12 {
            let cell = Shape::CLASSIC.cell_at(rng.usize(..81));
            builder.given(cell, grid.get(cell).expect("a full grid"));
            let model = builder.build().expect("a solution contradicts nothing");
            let answer = model.solver_with(Backend::CANDIDATES).unique().answer;
            assert_eq!(answer, Unique::One(grid.clone()), "seed {seed}");
        }
    }
}

#[test]
fn guesses_are_counted_to_the_limit() {
    let model = hard(HARD[1].1);
    for nodes in [0, 1, 14, 15, 16, 40] {
        let solver = model.solver_with(Backend::CANDIDATES);
        let report = solver.limits(Limits::none().nodes(nodes)).first();
        assert_eq!(report.answer, First::Unknown(Limit::Nodes));
        assert_eq!(report.stats.nodes, nodes);
    }
}

#[test]
fn a_large_killer_with_givens_is_solved() {
    let rng = &mut Rng::with_seed(3);
    let empty = Model::builder(Shape::HEX).build().expect("an empty board");
    let (grid, _) = found(&empty, Ties::Random(1), Strategy::Weighted);
    let mut builder = Model::builder(Shape::HEX);
    for row in 0..16 {
        for column in (row % 4..13).step_by(4) {
            let cells: Vec<_> = (column..column + 4)
                .map(|c| Shape::HEX.cell(row, c))
                .collect();
            let digits = cells.iter().filter_map(|&cell| grid.get(cell));
            builder.cage(digits.map(u32::from).sum(), cells);
        }
    }
    for cell in Shape::HEX.cells() {
        if rng.u8(0..100) < 40 {
            builder.given(cell, grid.get(cell).expect("a full grid"));
        }
    }
    let model = builder.build().expect("the rules of a grid");
    match model.solver_with(Backend::CANDIDATES).unique().answer {
        Unique::One(only) => assert_eq!(only, grid),
        Unique::Many(one, other) => {
            assert_eq!((model.verify(&one), model.verify(&other)), (Ok(()), Ok(())));
        }
        other => panic!("{other:?}"),
    }
}
