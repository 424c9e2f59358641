//! Plain sudokus of several sizes: batches of them, and making new ones.

// `criterion_group!` makes a public function without documentation.
#![allow(missing_docs)]

use criterion::{criterion_group, criterion_main, Criterion};
use std::hint::black_box;
use sudoku_model::{
    text, Backend, Batch, ClueGenerator, First, Grid, Limits, Model, Shape, Symmetry, Unique,
};

fn model(puzzle: &Grid) -> Model {
    let model = Model::builder(puzzle.shape()).givens(puzzle).build();
    model.expect("the givens keep the rules")
}

/// The puzzles of a file in `testdata/sudoku`, each of which has one solution.
fn puzzles(name: &str) -> Vec<Grid> {
    let text = benches::text(&format!("sudoku/{name}.txt"));
    let puzzles = text::puzzles(&text).map(|(_, grid)| grid.expect("a grid"));
    let puzzles: Vec<Grid> = puzzles.collect();
    let firsts = Batch::new().first(&puzzles);
    let uniques = Batch::new().unique(&puzzles);
    for ((puzzle, first), unique) in puzzles.iter().zip(firsts).zip(uniques) {
        let First::Found(grid) = first.answer else {
            panic!("{puzzle} has a solution")
        };
        assert_eq!(model(puzzle).verify(&grid), Ok(()));
        assert_eq!(unique.answer, Unique::One(grid));
    }
    puzzles
}

fn batches(c: &mut Criterion) {
    for (name, count) in [
        ("s9_easy", 250),
        ("s9_minimal", 250),
        ("s16_c140", 20),
        ("s16_c120", 20),
        ("s16_c110", 20),
        ("s16_c100", 20),
        ("s16_min", 20),
    ] {
        let puzzles = puzzles(name);
        assert_eq!(puzzles.len(), count);
        c.bench_function(&format!("sudoku_batch/{name}/first"), |b| {
            b.iter(|| Batch::new().first(black_box(&puzzles)));
        });
        c.bench_function(&format!("sudoku_batch/{name}/unique"), |b| {
            b.iter(|| Batch::new().unique(black_box(&puzzles)));
        });
    }
}

/// A kind of puzzle to make: the name, the board, and whether the puzzles must be minimal.
type Kind = (&'static str, ClueGenerator, bool);

fn kinds() -> Vec<Kind> {
    let generator = |side| {
        let shape = Shape::with_side(side).expect("a side");
        ClueGenerator::new(&Model::builder(shape), 1)
    };
    let half_turn = generator(9).symmetry(Symmetry::HalfTurn);
    vec![
        ("9x9/minimal", generator(9), true),
        ("9x9/half-turn", half_turn, true),
        ("9x9/21-clues", generator(9).clues(21..=21), false),
        ("16x16/minimal", generator(16), true),
        ("25x25/300-clues", generator(25).clues(300..=300), false),
    ]
}

/// An exact cover search asks once more what the generator has asked the other backends.
fn generated(c: &mut Criterion) {
    let mut group = c.benchmark_group("sudoku_generate");
    group.sample_size(10);
    for (name, generator, minimal) in kinds() {
        let puzzle = generator.clone().generate().expect("a puzzle");
        let limits = Limits::none().nodes(10_000);
        let by_cover = puzzle.model.solver_with(Backend::COVER).limits(limits);
        match by_cover.unique().answer {
            Unique::One(grid) => assert_eq!(grid, puzzle.solution),
            Unique::Unknown(..) => assert_eq!(puzzle.model.shape().side(), 25),
            other => panic!("{name}: {other:?}"),
        }
        assert!(puzzle.minimal || !minimal);
        assert_eq!(puzzle.model.verify(&puzzle.solution), Ok(()));
        let mut generator = generator;
        group.bench_function(name, |b| b.iter(|| generator.generate()));
    }
}

criterion_group!(benches, batches, generated);
criterion_main!(benches);
