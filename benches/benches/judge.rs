//! The samples of the five contest problems, from the parsed model to the answer.

// `criterion_group!` makes a public function without documentation.
#![allow(missing_docs)]

use criterion::{criterion_group, criterion_main, Criterion};
use exactcover::SplitMix64;
use std::hint::black_box;
use sudoku_model::text::{self, Style};
use sudoku_model::{
    deduce, Backend, Cell, Domino, First, Generator, Grid, Model, Puzzle, Shape, Unique,
};

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

fn domino_cell(name: &str) -> Cell {
    let [row, column] = name.as_bytes() else {
        panic!("{name} is a cell")
    };
    Shape::CLASSIC.cell((row - b'A').into(), (column - b'1').into())
}

/// A puzzle of su-domino-ku.
#[derive(Clone)]
struct Dominoes {
    placed: Vec<Domino>,
    singles: Vec<Cell>,
}

impl Dominoes {
    /// The two puzzles of the sample.
    fn samples() -> Vec<Dominoes> {
        let text = benches::text("su_domino_ku/sample.in");
        let mut words = text.split_whitespace();
        let mut puzzle = || {
            let mut next = || words.next().expect("a word");
            let count = next().parse().expect("a number of dominoes");
            let mut domino = || {
                let (a, at_a, b, at_b) = (next(), next(), next(), next());
                Domino {
                    cells: [domino_cell(at_a), domino_cell(at_b)],
                    digits: [a, b].map(|digit| digit.parse().expect("a digit")),
                }
            };
            Dominoes {
                placed: (0..count).map(|_| domino()).collect(),
                singles: (0..9).map(|_| domino_cell(next())).collect(),
            }
        };
        vec![puzzle(), puzzle()]
    }

    /// The puzzle with some of its dominoes, other digits, and turned upside down or not.
    fn cut(&self, left: usize, random: &mut SplitMix64) -> Dominoes {
        let mut digits: Vec<u32> = (1..=9).collect();
        random.shuffle(&mut digits);
        let digit = |old: u8| digits[usize::from(old) - 1] as u8;
        let flipped = random.below(2) == 1;
        let cell = |old: Cell| {
            let row = if flipped { 8 - old.row() } else { old.row() };
            Shape::CLASSIC.cell(row, old.column())
        };
        let mut order: Vec<u32> = (0..self.placed.len() as u32).collect();
        random.shuffle(&mut order);
        let placed = order[..left].iter().map(|&k| {
            let domino = self.placed[k as usize];
            Domino {
                cells: domino.cells.map(cell),
                digits: domino.digits.map(digit),
            }
        });
        let mut singles = self.singles.clone();
        for (old, &single) in (1..).zip(&self.singles) {
            singles[usize::from(digit(old)) - 1] = cell(single);
        }
        Dominoes {
            placed: placed.collect(),
            singles,
        }
    }

    fn model(&self) -> Model {
        let mut model = Model::builder(Shape::CLASSIC);
        for Domino { cells, digits } in &self.placed {
            model.domino(cells[0], digits[0], cells[1], digits[1]);
        }
        for (digit, &cell) in (1..).zip(&self.singles) {
            model.given(cell, digit);
        }
        model.domino_tiling(self.singles.iter().copied());
        model.build().expect("the dominoes fit together")
    }
}

fn su_domino_ku(c: &mut Criterion) {
    let samples = Dominoes::samples();
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
