//! Random boards of 4 x 4 with a few rules, and all their grids.

// Every test program uses another part.
#![allow(dead_code)]

use crate::common::Puzzle;
use proptest::prelude::*;
use sudoku_model::rules::{Apart, Difference, Thermometer, Whisper};
use sudoku_model::{Builder, Cell, Grid, Model, Shape};

/// What makes a board.
#[derive(Clone, Debug)]
pub(crate) struct Small {
    boxes: bool,
    /// The kind of a rule, and cells.
    pub(crate) rules: Vec<(u8, Vec<usize>)>,
    pub(crate) givens: Vec<(usize, u8)>,
}

impl Small {
    /// Boards with up to so many rules and givens.
    pub(crate) fn any(rules: usize, givens: usize) -> impl Strategy<Value = Small> {
        let cells = prop::sample::subsequence((0..16).collect::<Vec<_>>(), 2..4);
        let rules = prop::collection::vec((0u8..7, cells), 0..=rules);
        let givens = prop::collection::vec((0usize..16, 1u8..=4), 0..=givens);
        let parts = (any::<bool>(), rules, givens);
        parts.prop_map(|(boxes, rules, givens)| Small {
            boxes,
            rules,
            givens,
        })
    }

    pub(crate) fn builder(&self) -> Builder {
        let shape = Shape::with_side(4).expect("a side");
        let mut builder = Model::builder(shape);
        if !self.boxes {
            builder.without_boxes();
        }
        for (kind, cells) in &self.rules {
            let cells: Vec<Cell> = cells.iter().map(|&cell| shape.cell_at(cell)).collect();
            match kind {
                0 => builder.rule(Thermometer::new(cells)),
                1 => builder.rule(Whisper::new(2, cells)),
                2 => builder.cage(5 + cells.len() as u32, cells),
                3 => builder.sum_cage(3 * cells.len() as u32, cells),
                4 => builder.region(cells),
                5 => builder.rule(Apart::knight()),
                _ => {
                    let right = shape.cell(cells[0].row(), (cells[0].column() + 1) % 4);
                    builder.rule(Difference::new(1, [cells[0], right]))
                }
            };
        }
        for &(cell, digit) in &self.givens {
            builder.given(shape.cell_at(cell), digit);
        }
        builder
    }
}

thread_local! {
    /// Every Latin square of 4 x 4.
    static SQUARES: Vec<Vec<u8>> = {
        let shape = Shape::with_side(4).expect("a side");
        Puzzle::latin(shape).rules.grids(1000)
    };
}

/// All grids of a model of 4 x 4.
pub(crate) fn grids(model: &Model) -> Vec<Vec<u8>> {
    let grid = |digits: &Vec<u8>| Grid::from_digits(model.shape(), digits).expect("a grid");
    let fits = |digits: &&Vec<u8>| model.verify(&grid(digits)).is_ok();
    SQUARES.with(|squares| squares.iter().filter(fits).cloned().collect())
}
