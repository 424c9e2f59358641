//! Text cut into lines, and lines into cells, with the column of each.

use core::iter::Zip;
use core::ops::RangeFrom;
use core::str::Lines;

use super::{TextError, TextErrorKind};

/// A line, cut at its blanks.
#[derive(Clone)]
pub(super) struct Line<'t> {
    /// From 1; empty lines count.
    pub(super) number: usize,
    /// Columns, from 1, and the text there.
    pub(super) tokens: Vec<(usize, &'t str)>,
}

/// Lines with their numbers, from 1.
pub(crate) type Numbered<'t> = Zip<RangeFrom<usize>, Lines<'t>>;

/// The lines, without a byte order mark.
pub(crate) fn numbered(text: &str) -> Numbered<'_> {
    (1..).zip(text.strip_prefix('\u{feff}').unwrap_or(text).lines())
}

/// The words of a line with their columns, from 1, cut when they are asked for.
pub(crate) fn words(
    line: &str,
    blank: fn(char) -> bool,
) -> impl Iterator<Item = (usize, &str)> + Clone {
    let mut column = 1;
    line.split(blank).filter_map(move |word| {
        let start = column;
        column += word.chars().count() + 1;
        (!word.is_empty()).then_some((start, word))
    })
}

impl<'t> Line<'t> {
    pub(super) fn new(number: usize, line: &'t str, blank: fn(char) -> bool) -> Line<'t> {
        let tokens = words(line, blank).collect();
        Line { number, tokens }
    }

    /// Whether each token can be a cell: a number has two digits at most; anything longer is a
    /// group of cells, as in `123 456 789`.
    fn has_numbers(&self) -> bool {
        self.tokens.iter().all(|(_, token)| token.len() <= 2)
    }

    fn count_characters(&self) -> usize {
        let lengths = self.tokens.iter().map(|(_, token)| token.chars().count());
        lengths.sum()
    }

    /// As how many cells the line can be read.
    pub(super) fn lengths(&self) -> [usize; 2] {
        let characters = self.count_characters();
        let numbers = self.has_numbers().then_some(self.tokens.len());
        [numbers.unwrap_or(characters), characters]
    }

    /// Whether the line can be read as that many cells.
    pub(super) fn fits(&self, count: usize) -> bool {
        self.lengths().contains(&count)
    }

    /// The text of `count` cells, if the line can be read as that many.
    pub(super) fn split(&self, count: usize) -> Option<Vec<(usize, &'t str)>> {
        if self.tokens.len() == count && self.has_numbers() {
            return Some(self.tokens.clone());
        }
        (self.count_characters() == count).then(|| self.characters())
    }

    fn characters(&self) -> Vec<(usize, &'t str)> {
        let mut cells = Vec::new();
        for &(column, token) in &self.tokens {
            let places = token.char_indices().enumerate();
            cells.extend(places.map(|(i, (at, c))| (column + i, &token[at..at + c.len_utf8()])));
        }
        cells
    }

    /// The number of cells that a reader would see in a line that fits nothing.
    pub(super) fn natural_length(&self) -> usize {
        self.lengths()[usize::from(self.tokens.len() == 1)]
    }

    pub(super) fn error(&self, column: usize, kind: TextErrorKind) -> TextError {
        TextError {
            line: self.number,
            column,
            kind,
        }
    }

    /// The error of a row that does not have as many cells as the board has columns. It points at
    /// the first cell too many, or behind the last one.
    pub(super) fn row_error(&self, expected: usize) -> TextError {
        let found = self.natural_length();
        let cells = if found == self.tokens.len() {
            self.tokens.clone()
        } else {
            self.characters()
        };
        let end = cells
            .last()
            .map_or(1, |(column, cell)| column + cell.chars().count());
        let column = cells.get(expected).map_or(end, |&(column, _)| column);
        self.error(column, TextErrorKind::RowLength { expected, found })
    }
}
