//! Boards of the contest problem Su-domino-ku: the number of dominoes, the dominoes
//! (`digit cell digit cell`), and the cells of the isolated digits from 1; at the end a 0.

use crate::form::{Puzzle, Wrong};
use std::iter::Peekable;
use std::str::SplitWhitespace;
use sudoku_model::{Cell, Model, RowLetters, Shape};
use text_places::{body, clip, number, Place};

/// The boards, with the lines where they begin.
pub(crate) fn read(shape: Shape, text: &str) -> Result<Vec<(usize, Puzzle)>, Wrong> {
    let text = body(text);
    let mut words = Words {
        shape,
        text,
        rest: text.split_whitespace().peekable(),
    };
    let mut puzzles = Vec::new();
    while puzzles.is_empty() || words.rest.peek().is_some() {
        let begin = words.place();
        let count = words.number("a number of dominoes", 0, shape.cell_count() / 2)?;
        if count == 0 && !puzzles.is_empty() && words.rest.peek().is_none() {
            break;
        }
        let mut builder = Model::builder(shape);
        for _ in 0..count {
            let (digit_a, cell_a) = (words.digit()?, words.cell()?);
            let (digit_b, cell_b) = (words.digit()?, words.cell()?);
            builder.domino(cell_a, digit_a, cell_b, digit_b);
        }
        let mut singles = Vec::new();
        for digit in 1..=shape.side() {
            singles.push(words.cell()?);
            builder.given(singles[digit - 1], digit as u8);
        }
        let model = builder.domino_tiling(singles).build();
        let model = model.map_err(|error| Wrong::new(begin, error.with_names(&RowLetters)))?;
        puzzles.push((begin.line, Puzzle::Model(Box::new(model))));
    }
    Ok(puzzles)
}

/// The words of a text, read one after the other.
struct Words<'t> {
    shape: Shape,
    text: &'t str,
    rest: Peekable<SplitWhitespace<'t>>,
}

impl Words<'_> {
    /// That of the next word.
    fn place(&mut self) -> Place {
        match self.rest.peek() {
            Some(word) => Place::of(word, self.text),
            None => Place::behind(self.text),
        }
    }

    /// The next word, as `parse` reads it or says what it should be.
    fn read<T>(&mut self, parse: impl FnOnce(&str) -> Result<T, String>) -> Result<T, Wrong> {
        let word = self.rest.peek().copied().unwrap_or_default();
        let read = parse(word).map_err(|expected| {
            let found = match word {
                "" => "the end of the input".to_owned(),
                word => format!("{:?}", clip(word)),
            };
            Wrong::new(self.place(), format!("expected {expected}, found {found}"))
        });
        self.rest.next();
        read
    }

    fn number(&mut self, what: &str, least: usize, most: usize) -> Result<usize, Wrong> {
        let range = least as u32..=most as u32;
        self.read(|word| number(word, what, range).map(|number| number as usize))
    }

    fn digit(&mut self) -> Result<u8, Wrong> {
        let side = self.shape.side();
        self.number("a digit", 1, side).map(|digit| digit as u8)
    }

    fn cell(&mut self) -> Result<Cell, Wrong> {
        let shape = self.shape;
        let expected = || "a cell such as B3".to_owned();
        self.read(|word| RowLetters::cell(shape, word).ok_or_else(expected))
    }
}
