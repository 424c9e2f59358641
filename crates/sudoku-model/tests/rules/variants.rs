//! The rules of the variants, each on random cells.

use super::{board, compare};
use fastrand::Rng;
use sudoku_model::rules::{
    Arrow, Between, DoubleArrow, Lockout, Modular, Nabner, Palindrome, Renban, Sandwich, SumLine,
    Thermometer, Whisper, Zipper,
};
use sudoku_model::{Builder, Cell, Grid, Shape};

/// What a rule of the table is made from: a board, random cells of it, a grid that might keep it.
struct Sketch<'a> {
    shape: Shape,
    cells: Vec<Cell>,
    grid: &'a Grid,
    rng: &'a mut Rng,
}

impl Sketch<'_> {
    /// Some of the cells, at random.
    fn some(&mut self, sizes: core::ops::RangeInclusive<usize>) -> Vec<Cell> {
        self.cells[..self.rng.usize(sizes)].to_vec()
    }

    /// A row or a column, from either end.
    fn line(&mut self) -> Vec<Cell> {
        let (side, number) = (self.shape.side(), self.rng.usize(..self.shape.side()));
        let across = self.rng.bool();
        let cell = |k| match across {
            true => self.shape.cell(number, k),
            false => self.shape.cell(k, number),
        };
        let mut cells: Vec<Cell> = (0..side).map(cell).collect();
        if self.rng.bool() {
            cells.reverse();
        }
        cells
    }

    /// What these cells hold in the grid.
    fn digits(&self, cells: &[Cell]) -> Vec<u8> {
        let digits = cells.iter().filter_map(|&cell| self.grid.get(cell));
        digits.collect()
    }
}

type Entry = (&'static str, fn(&mut Builder, &mut Sketch<'_>));

/// Every rule of the crate, each in all its forms.
const RULES: &[Entry] = &[
    ("arrow", |builder, sketch| {
        let cells = sketch.some(3..=4);
        builder.rule(Arrow::new([cells[0]], cells[1..].iter().copied()));
    }),
    ("arrow with a pill", |builder, sketch| {
        let (circle, shaft) = sketch.cells.split_at(2);
        builder.rule(Arrow::new(circle.to_vec(), shaft[..6].to_vec()));
    }),
    ("between line", |builder, sketch| {
        builder.rule(Between::new(sketch.some(3..=4)));
    }),
    ("double arrow", |builder, sketch| {
        builder.rule(DoubleArrow::new(sketch.some(3..=5)));
    }),
    ("lockout line", |builder, sketch| {
        let difference = sketch.rng.u8(0..=2);
        builder.rule(Lockout::new(difference, sketch.some(2..=4)));
    }),
    ("modular line", |builder, sketch| {
        let modulus = sketch.rng.u8(1..=4);
        builder.rule(Modular::new(modulus, sketch.some(2..=4)));
    }),
    ("nabner", |builder, sketch| {
        builder.rule(Nabner::new(sketch.some(2..=3)));
    }),
    ("palindrome", |builder, sketch| {
        builder.rule(Palindrome::new(sketch.some(2..=5)));
    }),
    ("renban", |builder, sketch| {
        builder.rule(Renban::new(sketch.some(2..=4)));
    }),
    ("sandwich", |builder, sketch| {
        let line = sketch.line();
        let digits = sketch.digits(&line);
        let inside = digits.split(|digit| [1, 4].contains(digit)).nth(1);
        let total = inside.map_or(0, |inside| inside.iter().map(|&it| u32::from(it)).sum());
        builder.rule(Sandwich::new(total, line));
    }),
    ("sum line", |builder, sketch| {
        let cells = sketch.some(2..=4);
        let total = sketch
            .digits(&cells)
            .iter()
            .map(|&digit| u32::from(digit))
            .sum();
        builder.rule(SumLine::new(total, cells));
    }),
    ("sum line of pieces", |builder, sketch| {
        let line = sketch.line();
        builder.rule(SumLine::new(5, line));
    }),
    ("thermometer", |builder, sketch| {
        builder.rule(Thermometer::new(sketch.some(2..=4)));
    }),
    ("slow thermometer", |builder, sketch| {
        builder.rule(Thermometer::new(sketch.some(2..=5)).slow());
    }),
    ("whisper", |builder, sketch| {
        let difference = sketch.rng.u8(1..=3);
        builder.rule(Whisper::new(difference, sketch.some(2..=5)));
    }),
    ("zipper", |builder, sketch| {
        builder.rule(Zipper::new(sketch.some(2..=5)));
    }),
];

#[test]
fn each_rule_is_the_same_to_its_check_its_parts_and_all_backends() {
    let shape = Shape::with_side(4).expect("a shape");
    for &(name, add) in RULES {
        // How often all grids, some and none keep it.
        let mut tally = [0; 3];
        for boxes in [true, false] {
            let (builder, frame) = board(boxes);
            for seed in 0..20 {
                let rng = &mut Rng::with_seed(seed);
                let mut cells: Vec<Cell> = shape.cells().collect();
                rng.shuffle(&mut cells);
                let grid = &frame[rng.usize(..frame.len())];
                let mut builder = builder.clone();
                add(
                    &mut builder,
                    &mut Sketch {
                        shape,
                        cells,
                        grid,
                        rng,
                    },
                );
                let kept = compare(&builder, &frame);
                tally[if kept == 0 {
                    2
                } else {
                    usize::from(kept < frame.len())
                }] += 1;
            }
        }
        assert!(tally[1] >= 8, "{name}: all, some, no grids {tally:?}");
    }
}
