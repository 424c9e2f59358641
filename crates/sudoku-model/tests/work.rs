//! How much the backends work for known boards: guesses, runs of the filters and depth, as
//! `work.tsv` has them.
//!
//! They are the same on every machine, so they show what a clock cannot: filters that find less, or
//! that run in vain. A change that means to change nothing leaves the table as it is;
//! `SUDOKU_WRITE_WORK=1 cargo test -p sudoku-model --test work` writes it anew for one that does.

#[path = "common/dominoes.rs"]
mod puzzles;

use exactcover::SplitMix64;
use puzzles::Dominoes;
use std::fs;
use sudoku_model::rules::{LittleKiller, Renban, Skyscraper, Thermometer};
use sudoku_model::{
    killer, Backend, Builder, Cell, Grid, Limits, Model, Outcome, Rule, Shape, Strategy, Ties,
};

const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/work.tsv");

/// Enough for all but the loosest boards; these are compared up to here. A guess costs the domino
/// backend far less.
const GUESSES: [u64; 2] = [400, 8000];

fn read(path: &str) -> String {
    let path = format!("{}/../../testdata/{path}", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The killer boards of the test data, by their names.
fn killers() -> Vec<(String, Model)> {
    let sets = [
        (
            "killer_hard",
            "big6_0 maxk8_2 maxk8_6 mid4_2 mid5_6 mid7_2",
            "cages",
        ),
        (
            "killer_sudoku",
            "c37_0 c37big_2 c75_0 c9sol_10 daily-5561 maxk2_0 maxk3_2",
            "in",
        ),
    ];
    let mut boards = Vec::new();
    for (directory, names, ending) in sets {
        for name in names.split(' ') {
            let text = read(&format!("{directory}/{name}.{ending}"));
            let model = killer::read_cages(Shape::CLASSIC, &text).expect("a board");
            boards.push((name.to_string(), model));
        }
    }
    boards
}

/// The first boards of the files with givens.
fn givens() -> Vec<(String, Model)> {
    let mut boards = Vec::new();
    for (name, most) in [("s9_minimal", 12), ("s16_c140", 3), ("s25_ladder", 1)] {
        let text = read(&format!("sudoku/{name}.txt"));
        for (k, line) in text.lines().take(most).enumerate() {
            let grid: Grid = line.trim().parse().expect("a puzzle");
            let model = Model::builder(grid.shape()).givens(&grid).build();
            boards.push((format!("{name}:{}", k + 1), model.expect("a model")));
        }
    }
    boards
}

/// What random grids say of their rows, columns and diagonals, and of lines of three cells.
fn variants() -> Vec<(String, Model)> {
    let mut boards = Vec::new();
    for k in 1..=2 {
        let shape = Shape::CLASSIC;
        let empty = Model::builder(shape).build().expect("no rules");
        let grid = empty.solver().ties(Ties::Random(k)).first().answer;
        let grid = grid.found().expect("a grid");
        let digit = |cell: &Cell| grid.get(*cell).expect("a full grid");

        let mut skyscrapers = Model::builder(shape);
        for line in shape.rows().chain(shape.columns()) {
            let mut top = 0;
            let mut is_visible = |digit: &u8| {
                let is_new = *digit > top;
                top = top.max(*digit);
                is_new
            };
            let digits = line.cells().iter().map(digit);
            let visible = digits.filter(|digit| is_visible(digit)).count();
            skyscrapers.rule(Skyscraper::new(visible, line.cells().iter().copied()));
        }
        boards.push((format!("skyscrapers:{k}"), skyscrapers));

        let mut diagonals = Model::builder(shape);
        for (start, right) in (1..8).flat_map(|row| [([row, 0], 1), ([row, 8], -1)]) {
            let start = shape.cell(start[0], start[1]);
            let cells: Vec<Cell> = LittleKiller::from_border(0, shape, start, [-1, right]).cells();
            let total = cells.iter().map(|cell| u32::from(digit(cell))).sum();
            diagonals.rule(LittleKiller::new(total, cells));
        }
        boards.push((format!("diagonals:{k}"), diagonals));

        let mut lines = Model::builder(shape);
        let corners = shape
            .cells()
            .filter(|cell| cell.row() % 2 == 1 && cell.column() % 2 == 1);
        for cell in corners {
            let around: Vec<Cell> = shape.cells().filter(|&other| cell.touches(other)).collect();
            let by = |digits: i8| {
                around.iter().copied().find(|other| {
                    i16::from(digit(other)) == i16::from(digit(&cell)) + i16::from(digits)
                })
            };
            let greater = around.iter().copied().max_by_key(digit);
            match (by(-1), by(1), greater) {
                (Some(one), Some(other), _) => lines.rule(Renban::new([one, cell, other])),
                (_, _, Some(top)) if digit(&top) > digit(&cell) => {
                    lines.rule(Thermometer::new([cell, top]))
                }
                _ => &mut lines,
            };
        }
        boards.push((format!("lines:{k}"), lines));
    }
    let built = |(name, builder): (String, Builder)| (name, builder.build().expect("a model"));
    boards.into_iter().map(built).collect()
}

/// The samples with dominoes, cut, and without any.
fn dominoes() -> Vec<(String, Model)> {
    let samples = Dominoes::read(&read("su_domino_ku/sample.in"));
    let mut random = SplitMix64::new(5);
    let mut boards = Vec::new();
    for (k, sample) in samples.iter().enumerate() {
        for left in [4, 8] {
            let model = sample.cut(left, &mut random).model();
            boards.push((format!("dominoes:{}:{left}", k + 1), model));
        }
        let model = sample.without_dominoes().model();
        boards.push((format!("dominoes:{}:0", k + 1), model));
    }
    boards
}

#[test]
fn the_backends_work_as_much_as_they_did() {
    let mut table = String::from("board\tstrategy\tties\tguesses\truns\tdepth\tgrids\tend\n");
    let candidates = killers().into_iter().chain(givens()).chain(variants());
    let candidates = candidates.map(|board| (Backend::CANDIDATES, GUESSES[0], board));
    let dominoes = dominoes();
    let dominoes = dominoes
        .into_iter()
        .map(|board| (Backend::DOMINOES, GUESSES[1], board));
    for (backend, guesses, (name, model)) in candidates.chain(dominoes) {
        for strategy in [Strategy::Weighted, Strategy::Mrv] {
            for ties in [Ties::First, Ties::Random(1)] {
                let solver = model.solver_with(backend).strategy(strategy).ties(ties);
                let report = solver.limits(Limits::none().nodes(guesses)).count(20);
                let stats = report.stats;
                let end = match report.outcome {
                    Outcome::Exhausted => "all",
                    Outcome::Stopped => "enough",
                    _ => "limit",
                };
                table += &format!(
                    "{name}\t{strategy:?}\t{ties:?}\t{}\t{}\t{}\t{}\t{end}\n",
                    stats.nodes, stats.updates, stats.max_depth, report.answer
                );
            }
        }
    }
    if std::env::var_os("SUDOKU_WRITE_WORK").is_some() {
        fs::write(TABLE, &table).expect("the table can be written");
    }
    let expected = fs::read_to_string(TABLE).expect("the table is there");
    for (line, expected) in table.lines().zip(expected.lines()) {
        assert_eq!(line, expected);
    }
    assert_eq!(table.lines().count(), expected.lines().count());
}
