//! Every rule, of this crate and of its users, against brute force: on small boards, the grids that
//! its own check accepts, the grids that a plain reading of its parts accepts, and the grids of
//! each backend that takes it are the same.

mod boards;
#[path = "../common/mod.rs"]
mod common;
mod deduce;
mod variants;
mod written;

use common::Tile;
use fastrand::Rng;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use sudoku_model::rules::Thermometer;
#[cfg(feature = "links")]
use sudoku_model::text::links;
use sudoku_model::text::{iss, sheet};
use sudoku_model::{
    Automaton, Backend, Broken, Builder, Cell, DigitSets, Digits, Fault, Grid, Model, Outcome,
    Part, Rule, Shape, Subject, SumCage,
};

/// A rule as a user writes one: the parts and the check are said apart.
#[derive(Clone)]
struct Own {
    name: &'static str,
    cells: Vec<Cell>,
    parts: Vec<Part>,
    keeps: fn(&[u8]) -> bool,
}

impl Rule for Own {
    fn name(&self) -> &'static str {
        self.name
    }

    fn cells(&self) -> Vec<Cell> {
        self.cells.clone()
    }

    fn parts(&self, _shape: Shape) -> Vec<Part> {
        self.parts.clone()
    }

    fn verify(&self, grid: &Grid) -> Result<(), Broken> {
        let digits = self.cells.iter().map(|&cell| grid.digits()[cell.index()]);
        if (self.keeps)(&digits.collect::<Vec<_>>()) {
            return Ok(());
        }
        Err(Broken::Said {
            cells: self.cells.clone(),
            why: "do not fit".into(),
        })
    }

    fn sentence(&self) -> String {
        format!("A {} of {} cells.", self.name, self.cells.len())
    }
}

/// Pairs of neighbors on a line.
fn along(cells: &[Cell], shape: Shape, allowed: fn(u8, u8) -> bool) -> Vec<Part> {
    let pairs = cells.windows(2);
    let relation = |pair: &[Cell]| Part::relation([pair[0], pair[1]], shape, allowed);
    pairs.map(relation).collect()
}

fn sum(digits: &[u8]) -> i32 {
    digits.iter().map(|&digit| i32::from(digit)).sum()
}

/// The cells of a board in any order.
fn shuffled(shape: Shape, rng: &mut Rng) -> Vec<Cell> {
    let mut cells: Vec<Cell> = shape.cells().collect();
    rng.shuffle(&mut cells);
    cells
}

/// A rule of each kind that users may write, on random cells.
fn own_rule(kind: usize, shape: Shape, rng: &mut Rng) -> Own {
    let mut cells = shuffled(shape, rng);
    cells.truncate(rng.usize(2..=4));
    let (name, parts, keeps): (_, _, fn(&[u8]) -> bool) = match kind {
        0 => (
            "thermometer",
            along(&cells, shape, |a, b| a < b),
            |digits| digits.windows(2).all(|pair| pair[0] < pair[1]),
        ),
        1 => (
            "whisper",
            along(&cells, shape, |a, b| a.abs_diff(b) >= 2),
            |digits| digits.windows(2).all(|pair| pair[0].abs_diff(pair[1]) >= 2),
        ),
        2 => (
            "ratio",
            along(&cells, shape, |a, b| a == 2 * b || b == 2 * a),
            |digits| {
                digits
                    .windows(2)
                    .all(|pair| pair[0] == 2 * pair[1] || pair[1] == 2 * pair[0])
            },
        ),
        3 => {
            let (plus, minus) = (vec![cells[0]], cells[1..].to_vec());
            (
                "arrow",
                vec![Part::Sum {
                    plus,
                    minus,
                    total: 0,
                }],
                |digits| i32::from(digits[0]) == sum(&digits[1..]),
            )
        }
        4 => (
            "diverse line",
            vec![Part::AllDifferent(cells.clone())],
            |digits| digits.iter().collect::<BTreeSet<_>>().len() == digits.len(),
        ),
        5 => {
            let sets = DigitSets::Total(6);
            cells.truncate(3);
            let part = Part::DigitSets {
                cells: cells.clone(),
                sets,
            };
            ("total of 6", vec![part], |digits| {
                sum(digits) == 6 && digits.iter().collect::<BTreeSet<_>>().len() == digits.len()
            })
        }
        6 => (
            "little killer",
            vec![Part::sum(cells.clone(), 7)],
            |digits| sum(digits) == 7,
        ),
        7 => {
            let start = (None, 0);
            let read = |&(first, last): &(Option<u8>, u8), digit| {
                let fits = first.map_or(true, |_| last.abs_diff(digit) % 2 == 1);
                fits.then(|| (first.or(Some(digit)), digit))
            };
            let end = |&(first, last): &(Option<u8>, u8)| first.map_or(false, |it| it < last);
            let part = Part::automaton(cells.clone(), shape, start, read, end);
            ("rising line of odd and even", vec![part], |digits| {
                digits.windows(2).all(|pair| (pair[0] + pair[1]) % 2 == 1)
                    && digits[0] < digits[digits.len() - 1]
            })
        }
        8 => {
            // What was read backward is subtracted twice.
            let read = |&sum: &i32, digit| Some(2 * i32::from(digit) - sum);
            let part = Part::automaton(cells.clone(), shape, 0, read, |&sum| sum == 4);
            ("sum with turns", vec![part], |digits| {
                let signs = (0..digits.len()).rev();
                let terms = signs
                    .zip(digits)
                    .map(|(k, &digit)| (k, 2 * i32::from(digit)));
                terms
                    .map(|(k, term)| if k % 2 == 0 { term } else { -term })
                    .sum::<i32>()
                    == 4
            })
        }
        _ => {
            // Two totals share a cell: nothing may count it twice.
            let parts = vec![
                Part::sum(cells[..2].to_vec(), 5),
                Part::sum(cells[1..].to_vec(), 2 * cells[1..].len() as i32),
            ];
            ("pair of sums", parts, |digits| {
                sum(&digits[..2]) == 5 && sum(&digits[1..]) == 2 * (digits.len() as i32 - 1)
            })
        }
    };
    Own {
        name,
        cells,
        parts,
        keeps,
    }
}

/// How many kinds [`own_rule`] knows.
const KINDS: usize = 10;

/// What a part says of a full grid, read in the plainest way.
fn keeps(part: &Part, grid: &Grid) -> bool {
    let digit = |cell: &Cell| grid.digits()[cell.index()];
    let digits = |cells: &[Cell]| cells.iter().map(digit).collect::<Vec<u8>>();
    let different = |cells: &[Cell]| {
        let digits = digits(cells);
        digits.iter().collect::<BTreeSet<_>>().len() == digits.len()
    };
    match part {
        Part::House(house) => different(house.cells()),
        Part::AllDifferent(cells) => different(cells),
        Part::DigitSets {
            cells,
            sets: DigitSets::Total(total),
        } => different(cells) && i64::from(sum(&digits(cells))) == i64::from(*total),
        Part::Sum { plus, minus, total } => sum(&digits(plus)) - sum(&digits(minus)) == *total,
        Part::Linear { terms, total } => {
            let value = |&(factor, cell): &(i32, Cell)| i64::from(factor) * i64::from(digit(&cell));
            terms.iter().map(value).sum::<i64>() == i64::from(*total)
        }
        Part::Relation {
            cells: [a, b],
            table,
        } => table.partners(digit(a)).has(digit(b)),
        Part::Automaton { cells, automaton } => automaton.accepts(&digits(cells)),
        Part::AnyOf(cases) => {
            let holds = |case: &Vec<Part>| case.iter().all(|part| keeps(part, grid));
            cases.iter().any(holds)
        }
        Part::Ranked(ranked) => {
            let number = digits(ranked.line());
            let begins = |line: &&Vec<Cell>| digit(&line[0]) == ranked.first();
            let others = ranked.sides().iter().flatten().filter(begins);
            let others: Vec<Vec<u8>> = others.map(|line| digits(line)).collect();
            let smaller = others.iter().filter(|&other| *other < number).count();
            number[0] == ranked.first()
                && smaller == ranked.smaller()
                && (ranked.may_tie() || !others.contains(&number))
        }
        Part::Tiling(tiling) => {
            let mut covered = vec![false; grid.digits().len()];
            tiling
                .singles()
                .iter()
                .for_each(|cell| covered[cell.index()] = true);
            let mut tiles = Vec::new();
            for domino in tiling.placed() {
                domino
                    .cells
                    .iter()
                    .for_each(|cell| covered[cell.index()] = true);
                tiles.push(Tile {
                    cells: domino.cells.map(Cell::index),
                    digits: domino.digits,
                });
                if domino.cells.map(|cell| digit(&cell)) != domino.digits {
                    return false;
                }
            }
            let side = grid.shape().side();
            common::tile(side, grid.digits(), &mut covered, &mut tiles, &mut |_| true)
        }
        other => panic!("a part that this test does not know: {other:?}"),
    }
}

/// The grids of a model by one backend, in order.
fn grids(model: &Model, backend: Backend) -> BTreeSet<String> {
    let mut grids = BTreeSet::new();
    let report = model.solver_with(backend).run(|grid| {
        assert!(
            grids.insert(grid.to_string()),
            "{backend:?} shows {grid} twice"
        );
        ControlFlow::Continue(())
    });
    assert_eq!(report.outcome, Outcome::Exhausted);
    grids
}

/// Compares what the rules, their parts and all backends say; how many grids there are.
fn compare(builder: &Builder, frame: &[Grid]) -> usize {
    let model = builder.build().expect("rules that make sense");
    let kept = |keeps: &dyn Fn(&Grid) -> bool| -> BTreeSet<String> {
        let kept = frame.iter().filter(|grid| keeps(grid));
        kept.map(ToString::to_string).collect()
    };
    let rules: Vec<&dyn Rule> = model.rules().collect();
    let parts: Vec<Part> = rules
        .iter()
        .flat_map(|rule| rule.parts(model.shape()))
        .collect();
    assert!(model.parts().ends_with(&parts));
    let expected = kept(&|grid| rules.iter().all(|rule| rule.verify(grid).is_ok()));
    assert_eq!(
        kept(&|grid| model.verify(grid).is_ok()),
        expected,
        "{rules:?}"
    );
    let by_parts = kept(&|grid| parts.iter().all(|part| keeps(part, grid)));
    assert_eq!(by_parts, expected, "{rules:?}");
    assert!(rules.iter().all(|rule| rule.sentence().ends_with('.')));
    let fitting = Backend::ALL.iter().filter(|backend| backend.fits(&model));
    for &backend in fitting.chain([&Backend::AUTO]) {
        assert_eq!(grids(&model, backend), expected, "{backend:?} {rules:?}");
    }
    #[cfg(feature = "proof")]
    if Backend::COVER.fits(&model) {
        let cover = sudoku_model::proof::Cover::new(&model);
        let found = cover.problem().search().solutions();
        let found = found.map(|solution| cover.grid(&solution).to_string());
        assert_eq!(found.collect::<BTreeSet<_>>(), expected, "{rules:?}");
    }
    expected.len()
}

/// Compares a model with what becomes of it as text: the same one from its own form, and one that
/// accepts the same grids from constraints and links, where these can say it. What would make no
/// sense there is kept by no grid.
fn round_trips(builder: &Builder, frame: &[Grid]) {
    let model = builder.build().expect("rules that make sense");
    let mut others = vec![(iss::write(&model), iss::read as fn(&str) -> _)];
    #[cfg(feature = "links")]
    others.push((links::json(&model), links::read));
    if let Ok(text) = sheet::write(&model) {
        let back = sheet::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(back.build().as_ref(), Ok(&model), "{text}");
    }
    for (text, read) in others {
        let back = match &text {
            Ok(text) => read(text).unwrap_or_else(|error| panic!("{error}\n{text}")),
            Err(error) => {
                assert!(error.error.is_none() || model.count(1) == 0, "{error}");
                continue;
            }
        };
        let back = back
            .build()
            .unwrap_or_else(|error| panic!("{error} {text:?}"));
        for grid in frame {
            let keeps = back.verify(grid).is_ok();
            assert_eq!(keeps, model.verify(grid).is_ok(), "{text:?} {grid}");
        }
    }
}

/// All grids of a board without other rules.
fn frame(builder: &Builder) -> Vec<Grid> {
    let mut frame = Vec::new();
    let model = builder.build().expect("a board");
    let _ = model.solver_with(Backend::COVER).run(|grid| {
        frame.push(grid);
        ControlFlow::Continue(())
    });
    frame
}

fn board(boxes: bool) -> (Builder, Vec<Grid>) {
    let mut builder = Model::builder(Shape::with_side(4).expect("a shape"));
    if !boxes {
        builder.without_boxes();
    }
    let grids = frame(&builder);
    assert_eq!(grids.len(), if boxes { 288 } else { 576 });
    (builder, grids)
}

#[test]
fn rules_parts_and_backends_accept_the_same_grids() {
    let mut some = [0; KINDS];
    for boxes in [true, false] {
        let (builder, frame) = board(boxes);
        for seed in 0..40 * KINDS as u64 {
            let mut rng = Rng::with_seed(seed);
            let kind = seed as usize % KINDS;
            let mut builder = builder.clone();
            builder.rule(own_rule(
                kind,
                Shape::with_side(4).expect("a shape"),
                &mut rng,
            ));
            some[kind] += usize::from(compare(&builder, &frame) > 0);
        }
    }
    assert!(
        some.iter().all(|&count| count >= 5),
        "each kind has grids: {some:?}"
    );
}

#[test]
fn rules_of_several_kinds_go_together() {
    let shape = Shape::with_side(4).expect("a shape");
    let mut some = 0;
    for boxes in [true, false] {
        let (builder, frame) = board(boxes);
        for seed in 0..150 {
            let mut rng = Rng::with_seed(seed);
            let mut builder = builder.clone();
            // Totals that one of the grids has, so that some of the boards can be filled.
            let grid = &frame[rng.usize(..frame.len())];
            let cells = shuffled(shape, &mut rng);
            for cells in cells.chunks(2).take(rng.usize(0..=2)) {
                let total = cells.iter().map(|cell| grid.digits()[cell.index()]);
                let total = total.map(u32::from).sum();
                builder.rule(SumCage::new(total, cells.iter().copied()));
            }
            for _ in 0..rng.usize(1..=3) {
                let kind = rng.usize(..KINDS);
                builder.rule(own_rule(kind, shape, &mut rng));
            }
            some += usize::from(compare(&builder, &frame) > 0);
        }
    }
    assert!(some > 40, "{some}");
}

#[test]
fn the_rules_of_this_crate_are_like_any_other() {
    let shape = Shape::with_side(4).expect("a shape");
    let (builder, frame) = board(true);
    let cell = |row, column| shape.cell(row, column);
    let mut cages = builder.clone();
    cages.cage(5, [cell(0, 0), cell(0, 1)]);
    cages.sum_cage(6, [cell(1, 0), cell(2, 1), cell(3, 3)]);
    assert!(compare(&cages, &frame) > 0);
    let mut tiled = builder.clone();
    tiled.domino_tiling([cell(0, 0), cell(1, 3), cell(2, 1), cell(3, 2)]);
    let _ = compare(&tiled, &frame);
    let mut placed = builder;
    placed.domino_tiling([cell(0, 0), cell(1, 2), cell(2, 1), cell(3, 3)]);
    placed.domino(cell(0, 1), 1, cell(0, 2), 2);
    let _ = compare(&placed, &frame);
}

/// A domino may lie on both cells of a relation.
#[test]
fn relations_go_with_dominoes() {
    let shape = Shape::with_side(4).expect("a shape");
    let (mut tiled, frame) = board(true);
    let cell = |row, column| shape.cell(row, column);
    tiled.domino_tiling([cell(0, 0), cell(0, 1), cell(3, 2), cell(3, 3)]);
    let all = compare(&tiled, &frame);
    let pair = [cell(1, 1), cell(1, 2)];
    let rising = compare(tiled.clone().rule(Thermometer::new(pair)), &frame);
    let [a, b] = pair;
    let falling = compare(tiled.clone().rule(Thermometer::new([b, a])), &frame);
    assert!(
        all > 0 && rising + falling == all,
        "each grid has one of both: {rising} and {falling} of {all}"
    );
}

#[test]
fn a_part_that_makes_no_sense_is_refused() {
    let shape = Shape::with_side(4).expect("a shape");
    let (a, b) = (shape.cell(0, 0), shape.cell(3, 3));
    let foreign = Shape::CLASSIC.cell(8, 8);
    let refused = |parts: Vec<Part>| {
        let own = Own {
            name: "own rule",
            cells: vec![a, b],
            parts,
            keeps: |_| true,
        };
        let error = Model::builder(shape).rule(own).build().unwrap_err();
        let (name, number) = ("own rule", 0);
        assert_eq!(error.subject, Subject::Rule { name, number });
        error.fault
    };
    let twice = Fault::CellTwice { cell: a };
    assert_eq!(refused(vec![Part::AllDifferent(vec![a, b, a])]), twice);
    assert_eq!(refused(vec![Part::sum(vec![a, a], 4)]), twice);
    assert_eq!(
        refused(vec![Part::relation([a, a], shape, |_, _| true)]),
        twice
    );
    let cell = foreign;
    let outside = Fault::ForeignCell { cell, shape };
    assert_eq!(refused(vec![Part::sum(vec![foreign], 4)]), outside);
    let (cells, sets) = (shape.cells().take(5).collect(), DigitSets::Total(10));
    let large = Fault::TooLarge { size: 5, most: 4 };
    assert_eq!(refused(vec![Part::DigitSets { cells, sets }]), large);
    let large = Part::relation([a, b], Shape::CLASSIC, |a, b| a < b);
    let (expected, found) = (Digits::up_to(4), Digits::up_to(9));
    let other = Fault::OtherDigits { expected, found };
    assert_eq!(refused(vec![large]), other);
    let any = |side, length| {
        let digits = Digits::up_to(side);
        Automaton::new(digits, length, 0, |&state, _| Some(state), |_| true)
    };
    let read = |cells: &[Cell], automaton| {
        let cells = cells.to_vec();
        refused(vec![Part::Automaton { cells, automaton }])
    };
    assert_eq!(read(&[a, b], any(9, 2)), other);
    assert_eq!(read(&[], any(4, 0)), Fault::NoCells);
    let (expected, found) = (3, 2);
    assert_eq!(read(&[a, b], any(4, 3)), Fault::Size { expected, found });
    assert_eq!(read(&[a, b, a], any(4, 3)), twice);
    let singles = (0..4).map(|k| shape.cell(k, k));
    let tiled = Model::builder(shape).domino_tiling(singles).build();
    let tiling = tiled
        .expect("a tiling")
        .tiling()
        .cloned()
        .expect("a tiling");
    let never = vec![Part::AnyOf(vec![Vec::new(), vec![Part::Tiling(tiling)]])];
    let why = "a tiling is no alternative".into();
    assert_eq!(
        refused(never),
        Fault::Said {
            cells: Vec::new(),
            why
        }
    );
    let all = Automaton::new(
        Digits::up_to(4),
        16,
        0u64,
        |&number, digit| Some(4 * number + u64::from(digit)),
        |_| true,
    );
    assert_eq!(all.length(), None);
    let cells: Vec<Cell> = shape.cells().collect();
    assert_eq!(read(&cells, all), Fault::TooManyStates);
}

/// A rule that is refused.
enum Refused {
    /// As it is. Its parts would take forever.
    AtOnce,
    /// Where something is given, or another rule is.
    BesideOthers,
}

impl Rule for Refused {
    fn name(&self) -> &'static str {
        "refused rule"
    }

    fn cells(&self) -> Vec<Cell> {
        Vec::new()
    }

    fn check(&self, me: Subject, _shape: Shape) -> Result<(), (Subject, Fault)> {
        match self {
            Refused::AtOnce => Err((me, Fault::NoCells)),
            Refused::BesideOthers => Ok(()),
        }
    }

    fn check_givens(&self, me: Subject, model: &Model) -> Result<(), (Subject, Fault)> {
        assert!(model.givens().filled().next().is_some(), "asked without");
        Err((me, Fault::NoCells))
    }

    fn check_model(&self, me: Subject, model: &Model) -> Result<(), (Subject, Fault)> {
        match model.rules().count() {
            1 => Ok(()),
            _ => Err((me, Fault::WithoutTiling)),
        }
    }

    fn parts(&self, _shape: Shape) -> Vec<Part> {
        match self {
            Refused::AtOnce => panic!("nobody needs them"),
            Refused::BesideOthers => Vec::new(),
        }
    }

    fn verify(&self, _grid: &Grid) -> Result<(), Broken> {
        Ok(())
    }

    fn sentence(&self) -> String {
        "Nothing.".into()
    }
}

#[test]
fn what_is_refused_is_never_made() {
    let shape = Shape::with_side(4).expect("a shape");
    let refused = Model::builder(shape).rule(Refused::AtOnce).build();
    let error = refused.unwrap_err();
    assert_eq!(error.fault, Fault::NoCells);
    let foreign = Shape::CLASSIC.cell(8, 8);
    for cells in [vec![shape.cell(0, 0); 2], vec![foreign]] {
        let part = Part::automaton(cells, shape, (), |_, _| panic!("nobody reads"), |_| true);
        assert!(matches!(part, Part::Automaton { automaton, .. } if automaton.length().is_none()));
    }
}

#[test]
fn givens_are_shown_to_rules_where_there_are_some_and_other_rules_always() {
    let shape = Shape::with_side(4).expect("a shape");
    let mut builder = Model::builder(shape);
    assert!(builder.rule(Refused::BesideOthers).build().is_ok());
    let refused = |builder: &Builder| builder.build().unwrap_err();
    let given = refused(builder.clone().given(shape.cell(0, 0), 1));
    assert_eq!(given.fault, Fault::NoCells);
    let another = refused(builder.rule(Refused::BesideOthers));
    assert_eq!(another.fault, Fault::WithoutTiling);
    assert_eq!(another.to_string().split(' ').next(), Some("refused"));
}

/// Totals beyond reach are no error of a rule of one's own: no grid fits, in any backend.
#[test]
fn totals_beyond_reach_leave_no_grid() {
    let shape = Shape::with_side(4).expect("a shape");
    let (builder, frame) = board(true);
    let row: Vec<Cell> = (0..4).map(|column| shape.cell(0, column)).collect();
    let sets = |total| Part::DigitSets {
        cells: row.clone(),
        sets: DigitSets::Total(total),
    };
    let (plus, minus) = (row[..2].to_vec(), row[2..].to_vec());
    let sum = |total| Part::Sum {
        plus: plus.clone(),
        minus: minus.clone(),
        total,
    };
    let alone = |total| Part::sum(plus.clone(), total);
    let mut parts = vec![sets(9), sets(11), sets(u32::MAX), sets(0)];
    parts.push(Part::sum(Vec::new(), 1));
    parts.push(Part::Linear {
        terms: Vec::new(),
        total: -1,
    });
    parts.push(Part::automaton(
        row.clone(),
        shape,
        (),
        |_, _| Some(()),
        |_| false,
    ));
    for total in [i32::MIN, -6, 8, i32::MAX] {
        parts.extend([sum(total), alone(total)]);
        let factors = [i32::MAX, i32::MIN, 10, -7];
        parts.push(Part::Linear {
            terms: factors.into_iter().zip(row.clone()).collect(),
            total,
        });
    }
    for part in parts {
        let mut builder = builder.clone();
        builder.rule(Own {
            name: "own rule",
            cells: row.clone(),
            parts: vec![part],
            keeps: |_| false,
        });
        assert_eq!(compare(&builder, &frame), 0);
    }
}

/// Two models are equal if their parts are, whoever has made these.
#[test]
fn models_are_equal_if_their_parts_are() {
    let shape = Shape::with_side(4).expect("a shape");
    let cells = vec![shape.cell(0, 0), shape.cell(3, 3)];
    let own = Own {
        name: "corner sum",
        cells: cells.clone(),
        parts: vec![Part::sum(cells.clone(), 5)],
        keeps: |digits| sum(digits) == 5,
    };
    let one = Model::builder(shape).rule(own).build().expect("a model");
    let other = Model::builder(shape)
        .sum_cage(5, cells.iter().copied())
        .build();
    assert_eq!(one, other.expect("a model"));
    let third = Model::builder(shape).sum_cage(6, cells).build();
    assert_ne!(one, third.expect("a model"));
}
