//! The samples of the five contest problems, from the parsed model to the answer.

// `criterion_group!` makes a public function without documentation.
#![allow(missing_docs)]

use criterion::{criterion_group, criterion_main, Criterion};
use std::hint::black_box;
use sudoku_model::text::{self, Style};
use sudoku_model::{deduce, Backend, Cell, First, Generator, Grid, Model, Puzzle, Shape, Unique};

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
        let mut generator = Generator::new(&Model::builder(Shape::CLASSIC), 1).cage_sizes(sizes);
        let puzzles: Vec<Puzzle> = (0..20)
            .map(|_| generator.generate().expect("a puzzle"))
            .collect();
        for puzzle in &puzzles {
            let by_cover = puzzle.model.solver().backend(Backend::COVER).first().answer;
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

fn domino_cell(name: &str) -> Cell {
    let [row, column] = name.as_bytes() else {
        panic!("{name} is a cell")
    };
    Shape::CLASSIC.cell((row - b'A').into(), (column - b'1').into())
}

/// The first puzzle of the text with its first `keep` dominoes.
fn dominoes(text: &str, keep: usize) -> Model {
    let words: Vec<&str> = text.split_whitespace().collect();
    let count: usize = words[0].parse().expect("a number of dominoes");
    let (placed, rest) = words[1..].split_at(4 * count);
    let mut model = Model::builder(Shape::CLASSIC);
    for domino in placed.chunks(4).take(keep) {
        let digit = |word: &str| word.parse().expect("a digit");
        model.domino(
            domino_cell(domino[1]),
            digit(domino[0]),
            domino_cell(domino[3]),
            digit(domino[2]),
        );
    }
    let singles: Vec<Cell> = rest[..9].iter().map(|name| domino_cell(name)).collect();
    for (digit, &cell) in (1..).zip(&singles) {
        model.given(cell, digit);
    }
    model.domino_tiling(singles);
    model.build().expect("the dominoes fit together")
}

fn su_domino_ku(c: &mut Criterion) {
    let text = benches::text("su_domino_ku/sample.in");
    let model = dominoes(&text, usize::MAX);
    let answer = digits(&benches::text("su_domino_ku/sample.ans"));
    assert_eq!(only(&model), answer[..81]);
    c.bench_function("su_domino_ku/sample/unique", |b| b.iter(|| model.unique()));
    let model = dominoes(&text, 8);
    let First::Found(grid) = model.solve() else {
        panic!("the cut sample has a solution")
    };
    assert_eq!(model.verify(&grid), Ok(()));
    c.bench_function("su_domino_ku/sample-8/first", |b| b.iter(|| model.solve()));
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
