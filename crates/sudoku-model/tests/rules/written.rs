//! What is written reads back as a model that accepts the same grids, or it is refused: rules on
//! boards that constraints can say, rules without cells, and rules that no grid keeps.

use super::variants::{Sketch, RULES, WHOLE};
use super::{round_trips, shuffled};
use fastrand::Rng;
use std::ops::ControlFlow;
use sudoku_model::rules::*;
use sudoku_model::text::{iss, sheet};
use sudoku_model::{Builder, Cell, Grid, Model, Shape, Ties};

/// Some grids of a model, at random.
fn grids(builder: &Builder, seed: u64, count: usize) -> Vec<Grid> {
    let mut grids = Vec::new();
    let model = builder.build().expect("a model");
    let _ = model.solver().ties(Ties::Random(seed)).run(|grid| {
        grids.push(grid);
        match grids.len() < count {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    });
    grids
}

#[test]
fn each_rule_reads_back_on_boards_with_other_lines_and_digits() {
    for text in [
        ".Shape~4x4",
        ".Shape~4x4.NoBoxes",
        ".Shape~4x4~0-3",
        ".Shape~4x4~0-4",
        ".Shape~4x4~2-6",
        ".Shape~4x5",
        ".Shape~5x4~0-5",
        ".Shape~6x6",
    ] {
        let builder = iss::read(text).expect(text);
        let shape = builder.build().expect(text).shape();
        for seed in 0..6 {
            let frame = grids(&builder, seed, 10);
            for &(name, add) in RULES {
                let rng = &mut Rng::with_seed(seed);
                let (mut ruled, cells) = (builder.clone(), shuffled(shape, rng));
                let grid = &frame[rng.usize(..frame.len())];
                add(
                    &mut ruled,
                    &mut Sketch {
                        shape,
                        cells,
                        grid,
                        rng,
                    },
                );
                // Some need other digits, or a square.
                if ruled.build().is_ok() {
                    let kept = grids(&ruled, seed, 10);
                    round_trips(&ruled, &[&frame[..], &kept].concat());
                } else {
                    assert!(text != ".Shape~4x4", "{name}");
                }
            }
            for (_, add) in WHOLE {
                let mut ruled = builder.clone();
                add(&mut ruled);
                if ruled.build().is_ok() {
                    let kept = grids(&ruled, seed, 10);
                    round_trips(&ruled, &[&frame[..], &kept].concat());
                }
            }
        }
    }
}

type Says = fn(&mut Builder);

/// Rules without cells, which a line of text has forgotten.
const WITHOUT_CELLS: &[Says] = &[
    |b| {
        b.rule(Arrow::new(NOTHING, NOTHING));
    },
    |b| {
        b.rule(Arrow::new([Shape::CLASSIC.cell(0, 0)], NOTHING));
    },
    |b| {
        b.rule(Between::new(NOTHING));
    },
    |b| {
        b.rule(Contains::exactly(0, 1, NOTHING));
    },
    |b| {
        b.rule(CountingCircles::new(NOTHING));
    },
    |b| {
        b.rule(DoubleArrow::new(NOTHING));
    },
    |b| {
        b.rule(Entropic::new(NOTHING));
    },
    |b| {
        b.rule(EqualityCage::new(NOTHING));
    },
    |b| {
        b.rule(Indexing::of_rows(NOTHING));
    },
    |b| {
        b.rule(LinearSum::new(0, []));
    },
    |b| {
        b.rule(LittleKiller::new(0, NOTHING));
    },
    |b| {
        b.rule(Lockout::new(4, NOTHING));
    },
    |b| {
        b.rule(LookAndSay::new([], NOTHING));
    },
    |b| {
        b.rule(Lunchbox::new(0, NOTHING));
    },
    |b| {
        b.rule(Modular::new(3, NOTHING));
    },
    |b| {
        b.rule(Nabner::new(NOTHING));
    },
    |b| {
        b.rule(OverlappingCage::without_total(NOTHING));
    },
    |b| {
        b.rule(Palindrome::new(NOTHING));
    },
    |b| {
        b.rule(PencilMarks::odd(NOTHING));
    },
    |b| {
        b.rule(Renban::new(NOTHING));
    },
    |b| {
        b.rule(Sandwich::new(0, NOTHING));
    },
    |b| {
        b.rule(SumLine::new(10, NOTHING));
    },
    |b| {
        b.rule(Thermometer::new(NOTHING));
    },
    |b| {
        b.rule(AnyOf::new().or(Thermometer::new(NOTHING)));
    },
    |b| {
        b.rule(AllOf::new().and(Thermometer::new(NOTHING)));
    },
    |b| {
        b.rule(Whisper::new(5, NOTHING));
    },
    |b| {
        b.rule(Zipper::new(NOTHING));
    },
];

const NOTHING: [Cell; 0] = [];

#[test]
fn rules_without_cells_read_back_or_are_refused() {
    let shape = Shape::with_side(4).expect("a shape");
    let frame = grids(&Model::builder(shape), 0, 20);
    for says in WITHOUT_CELLS {
        let mut builder = Model::builder(shape);
        says(&mut builder);
        if builder.build().is_ok() {
            round_trips(&builder, &frame);
        }
    }
    let mut builder = Model::builder(shape);
    let model = builder.rule(Thermometer::new(NOTHING)).build();
    let error = sheet::write(&model.expect("a model")).expect_err("no cells");
    let expected = "this form of text cannot say thermometer 1";
    assert_eq!(error.to_string(), expected);
}
