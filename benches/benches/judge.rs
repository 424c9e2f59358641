//! The samples of the contest problems, from the parsed model to the answer.

// `criterion_group!` makes a public function without documentation.
#![allow(missing_docs)]

#[path = "../../crates/sudoku-model/tests/common/dominoes.rs"]
mod dominoes;

use criterion::{criterion_group, criterion_main, Criterion};
use dominoes::Dominoes;
use exactcover::SplitMix64;
use std::hint::black_box;
use sudoku_model::text::{self, Style};
use sudoku_model::{deduce, Backend, First, Grid, KillerGenerator, Model, Puzzle, Shape, Unique};

/// The only grid of a model, in one line.
fn only(model: &Model) -> String {
    match model.unique() {
        Unique::One(grid) => text::write(&grid, Style::Line),
        other => panic!("expected a unique solution, found {other:?}"),
    }
}

/// The digits of an answer file, in one line.
fn digits(answer: &str) -> String {
    answer
        .lines()
        .filter(|line| !line.contains("Puzzle"))
        .flat_map(str::chars)
        .filter(|c| !c.is_whitespace())
        .collect()
}

fn killer(c: &mut Criterion) {
    let model = benches::killer("killer_sudoku/daily-5561.txt");
    assert_eq!(
        only(&model),
        digits(&benches::text("killer_sudoku/daily-5561.ans"))
    );
    c.bench_function("killer_sudoku/daily-5561/first", |b| {
        b.iter(|| model.solve());
    });
    c.bench_function("killer_sudoku/daily-5561/unique", |b| {
        b.iter(|| model.unique());
    });
}

fn killer_colors(c: &mut Criterion) {
    for name in ["sample", "c9"] {
        let model = benches::killer(&format!("killer_colors/{name}.in"));
        let First::Found(grid) = model.solve() else {
            panic!("{name} has a solution")
        };
        assert_eq!(model.verify(&grid), Ok(()));
        c.bench_function(&format!("killer_colors/{name}/first"), |b| {
            b.iter(|| model.solve());
        });
    }
}

/// Killers nobody has seen before, so that no rule of the solver can fit them by accident.
fn generated_killers(c: &mut Criterion) {
    for (name, sizes) in [("pairs_and_triples", 2..=3), ("up_to_five", 2..=5)] {
        let mut generator =
            KillerGenerator::new(&Model::builder(Shape::CLASSIC), 1).cage_sizes(sizes);
        let puzzles: Vec<Puzzle> = (0..20)
            .map(|_| generator.generate().expect("a puzzle"))
            .collect();
        for puzzle in &puzzles {
            let by_cover = puzzle.model.solver_with(Backend::COVER).first().answer;
            assert_eq!(by_cover, First::Found(puzzle.solution.clone()));
        }
        c.bench_function(&format!("generated_killers/{name}/20_unique"), |b| {
            b.iter(|| {
                for puzzle in &puzzles {
                    black_box(puzzle.model.unique());
                }
            });
        });
        c.bench_function(&format!("generated_killers/{name}/generate"), |b| {
            b.iter(|| generator.generate());
        });
    }
}

fn cross_hatching(c: &mut Criterion) {
    let grid: Grid = benches::text("cross_hatching/coci1.in")
        .parse()
        .expect("a grid");
    let answer: Grid = benches::text("cross_hatching/coci1.ans")
        .parse()
        .expect("a grid");
    assert_eq!(deduce::cross_hatching(&grid), Ok(answer));
    c.bench_function("cross_hatching/coci1", |b| {
        b.iter(|| deduce::cross_hatching(&grid));
    });
}

fn su_domino_ku(c: &mut Criterion) {
    let samples = Dominoes::read(&benches::text("su_domino_ku/sample.in"));
    let model = samples[0].model();
    let answer = digits(&benches::text("su_domino_ku/sample.ans"));
    assert_eq!(only(&model), answer[..81]);
    c.bench_function("su_domino_ku/sample/unique", |b| b.iter(|| model.unique()));
    for left in [0, 2, 4, 6] {
        let mut random = SplitMix64::new(left as u64);
        let mut cuts: Vec<Model> = (0..40)
            .map(|k| samples[k % 2].cut(left, &mut random).model())
            .collect();
        cuts.sort_by_cached_key(|model| {
            let report = model.solver().unique();
            match report.answer {
                Unique::One(grid) => assert_eq!(model.verify(&grid), Ok(())),
                Unique::Many(one, other) => {
                    assert_eq!(model.verify(&one), Ok(()));
                    assert_eq!(model.verify(&other), Ok(()));
                }
                other => panic!("a cut has a solution, not {other:?}"),
            }
            report.stats.nodes
        });
        let mut group = c.benchmark_group(format!("su_domino_ku/cut-to-{left}"));
        group.sample_size(10);
        group.bench_function("all-40", |b| {
            b.iter(|| {
                for model in &cuts {
                    black_box(model.unique());
                }
            });
        });
        group.bench_function("worst", |b| b.iter(|| cuts[39].unique()));
    }
}

fn sudoku16(c: &mut Criterion) {
    let grid: Grid = benches::text("sudoku16/poj3076.in")
        .parse()
        .expect("a grid");
    let answer: Grid = benches::text("sudoku16/poj3076.ans")
        .parse()
        .expect("a grid");
    let model = Model::builder(Shape::HEX)
        .givens(&grid)
        .build()
        .expect("the givens fit together");
    assert_eq!(model.unique(), Unique::One(answer));
    c.bench_function("sudoku16/poj3076/first", |b| b.iter(|| model.solve()));
    c.bench_function("sudoku16/poj3076/unique", |b| b.iter(|| model.unique()));
}

criterion_group!(
    benches,
    killer,
    killer_colors,
    generated_killers,
    cross_hatching,
    su_domino_ku,
    sudoku16
);
criterion_main!(benches);
