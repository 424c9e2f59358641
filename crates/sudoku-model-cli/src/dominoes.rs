//! Boards of the contest problem Su-domino-ku: the number of dominoes, the dominoes
//! (`digit cell digit cell`), and the cells of the isolated digits from 1; at the end a 0.

use crate::form::{Puzzle, Wrong};
use sudoku_model::{Cell, Model, RowLetters, Shape};

/// The boards, with the lines where they begin.
pub(crate) fn read(shape: Shape, text: &str) -> Result<Vec<(usize, Puzzle)>, Wrong> {
    let mut words = Words { shape, text, at: 0 };
    let mut puzzles = Vec::new();
    while puzzles.is_empty() || !words.rest().is_empty() {
        let begin = words.place();
        let count = words.number("a number of dominoes", shape.cell_count() / 2)?;
        if count == 0 && !puzzles.is_empty() && words.rest().is_empty() {
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
        let model =
            model.map_err(|error| Wrong::new(begin.0, begin.1, error.with_names(&RowLetters)))?;
        puzzles.push((begin.0, Puzzle::Model(Box::new(model))));
    }
    Ok(puzzles)
}

/// The words of a text, read one after the other.
struct Words<'t> {
    shape: Shape,
    text: &'t str,
    /// Behind the last word.
    at: usize,
}

impl<'t> Words<'t> {
    fn rest(&self) -> &'t str {
        self.text[self.at..].trim_start()
    }

    /// Line and column of the next word.
    fn place(&self) -> (usize, usize) {
        let before = &self.text[..self.text.len() - self.rest().len()];
        let column = before
            .chars()
            .rev()
            .take_while(|&letter| letter != '\n')
            .count();
        (before.matches('\n').count() + 1, column + 1)
    }

    fn read<T>(
        &mut self,
        expected: &str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, Wrong> {
        let word = self.rest().split_whitespace().next().unwrap_or_default();
        let Some(read) = parse(word) else {
            let (line, column) = self.place();
            let found = match word {
                "" => "the end of the input".to_owned(),
                word => format!("{word:?}"),
            };
            return Err(Wrong::new(
                line,
                column,
                format!("expected {expected}, found {found}"),
            ));
        };
        self.at = self.text.len() - self.rest().len() + word.len();
        Ok(read)
    }

    fn number(&mut self, what: &str, most: usize) -> Result<usize, Wrong> {
        self.read(&format!("{what} up to {most}"), |word| {
            word.parse().ok().filter(|number| *number <= most)
        })
    }

    fn digit(&mut self) -> Result<u8, Wrong> {
        let side = self.shape.side() as u8;
        self.read(&format!("a digit from 1 to {side}"), |word| {
            word.parse().ok().filter(|digit| (1..=side).contains(digit))
        })
    }

    fn cell(&mut self) -> Result<Cell, Wrong> {
        let shape = self.shape;
        self.read("a cell such as B3", |word| RowLetters::cell(shape, word))
    }
}
