//! The two samples of su-domino-ku, and puzzles cut from them. The benches use this file too.

// Every program uses another part.
#![allow(dead_code)]

use exactcover::SplitMix64;
use sudoku_model::{Builder, Cell, Domino, Model, Shape};

/// A puzzle of su-domino-ku.
#[derive(Clone)]
pub(crate) struct Dominoes {
    pub(crate) placed: Vec<Domino>,
    /// The cells of the isolated digits 1 to 9.
    pub(crate) singles: Vec<Cell>,
}

impl Dominoes {
    /// The puzzles in the text of the samples.
    pub(crate) fn read(text: &str) -> Vec<Dominoes> {
        let mut words = text.split_whitespace();
        let mut puzzles = Vec::new();
        while let Some(count @ 1..) = words.next().and_then(|word| word.parse::<u32>().ok()) {
            let mut next = || words.next().expect("a word");
            let placed = (0..count).map(|_| {
                let (a, at_a, b, at_b) = (next(), next(), next(), next());
                Domino {
                    cells: [at_a, at_b].map(cell),
                    digits: [a, b].map(|digit| digit.parse().expect("a digit")),
                }
            });
            puzzles.push(Dominoes {
                placed: placed.collect(),
                singles: (0..9).map(|_| cell(next())).collect(),
            });
        }
        puzzles
    }

    /// The puzzle with some of its dominoes, other digits, and turned over in one of four ways.
    pub(crate) fn cut(&self, left: usize, random: &mut SplitMix64) -> Dominoes {
        let mut digits: Vec<u8> = (1..=9).collect();
        random.shuffle(&mut digits);
        let digit = |old: u8| digits[usize::from(old) - 1];
        let (transposed, upside_down) = (random.below(2) == 1, random.below(2) == 1);
        let cell = |old: Cell| {
            let (mut row, mut column) = (old.row(), old.column());
            if transposed {
                core::mem::swap(&mut row, &mut column);
            }
            Shape::CLASSIC.cell(if upside_down { 8 - row } else { row }, column)
        };
        let mut placed = self.placed.clone();
        random.shuffle(&mut placed);
        placed.truncate(left);
        for domino in &mut placed {
            domino.cells = domino.cells.map(cell);
            domino.digits = domino.digits.map(digit);
        }
        let mut singles = self.singles.clone();
        for (old, &single) in (1..).zip(&self.singles) {
            singles[usize::from(digit(old)) - 1] = cell(single);
        }
        Dominoes { placed, singles }
    }

    pub(crate) fn without_dominoes(&self) -> Dominoes {
        Dominoes {
            placed: Vec::new(),
            singles: self.singles.clone(),
        }
    }

    pub(crate) fn builder(&self) -> Builder {
        let mut builder = Model::builder(Shape::CLASSIC);
        for Domino { cells, digits } in &self.placed {
            builder.domino(cells[0], digits[0], cells[1], digits[1]);
        }
        for (digit, &cell) in (1..).zip(&self.singles) {
            builder.given(cell, digit);
        }
        builder.domino_tiling(self.singles.iter().copied());
        builder
    }

    pub(crate) fn model(&self) -> Model {
        self.builder().build().expect("a part of a solved board")
    }
}

fn cell(name: &str) -> Cell {
    match name.as_bytes() {
        [row, column] => Shape::CLASSIC.cell((row - b'A').into(), (column - b'1').into()),
        _ => panic!("{name} is a cell"),
    }
}
