//! Text cut into lines, and lines into cells.

use core::iter::Zip;
use core::ops::RangeFrom;
use core::str::Lines;

use text_places::{body, letters, Place};

use super::{TextError, TextErrorKind};

/// A line, cut at its blanks.
#[derive(Clone)]
pub(super) struct Line<'t> {
    /// From 1; empty lines count.
    pub(super) number: usize,
    pub(super) text: &'t str,
    /// Parts of the text.
    pub(super) tokens: Vec<&'t str>,
}

/// Lines with their numbers, from 1.
pub(crate) type Numbered<'t> = Zip<RangeFrom<usize>, Lines<'t>>;

/// The lines, without a byte order mark.
pub(crate) fn numbered(text: &str) -> Numbered<'_> {
    (1..).zip(body(text).lines())
}

impl<'t> Line<'t> {
    pub(super) fn new(number: usize, text: &'t str, blank: fn(char) -> bool) -> Line<'t> {
        let words = text.split(blank).filter(|word| !word.is_empty());
        Line {
            number,
            text,
            tokens: words.collect(),
        }
    }

    /// Fields with commas or semicolons between, as a table or the array of a program has them. An
    /// empty one shows as the sign that ends it, or as its quote.
    pub(super) fn of_fields(number: usize, text: &'t str) -> Line<'t> {
        let mut tokens = Vec::new();
        let (mut token, mut quote) = (None, None);
        let (mut filled, mut closed, mut last) = (false, false, 0);
        for (at, sign) in text.bytes().chain([b' ']).enumerate() {
            let separates = matches!(sign, b',' | b';');
            let ends = separates || sign.is_ascii_whitespace() || b"[]{}\"'".contains(&sign);
            match token {
                None if !ends => token = Some(at),
                Some(from) if ends => {
                    tokens.push(&text[from..at]);
                    (token, filled) = (None, true);
                }
                _ => {}
            }
            match sign {
                b'"' | b'\'' => quote = Some(at),
                // What is in front of an array is none of it,
                b'[' | b'{' if !closed => tokens.clear(),
                // and what follows it separates rows, not cells.
                b']' | b'}' => {
                    tokens.extend(quote.filter(|_| !filled).map(|at| &text[at..=at]));
                    (filled, closed) = (true, true);
                }
                _ if separates => {
                    if !filled {
                        tokens.push(&text[at..=at]);
                    }
                    (filled, quote, last) = (false, None, at);
                }
                _ => {}
            }
        }
        if !filled && !closed && tokens.len() > 1 {
            tokens.push(&text[last..=last]);
        }
        Line {
            number,
            text,
            tokens,
        }
    }

    /// Whether each token can be a cell: a number has two digits at most; anything longer is a
    /// group of cells, as in `123 456 789`.
    fn has_numbers(&self) -> bool {
        self.tokens.iter().all(|token| token.len() <= 2)
    }

    fn count_characters(&self) -> usize {
        let lengths = self.tokens.iter().map(|token| token.chars().count());
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
    pub(super) fn split(&self, count: usize) -> Option<Vec<&'t str>> {
        if self.tokens.len() == count && self.has_numbers() {
            return Some(self.tokens.clone());
        }
        let characters = self.tokens.iter().flat_map(|token| letters(token));
        (self.count_characters() == count).then(|| characters.map(|(_, letter)| letter).collect())
    }

    /// The number of cells that a reader would see in a line that fits nothing.
    pub(super) fn natural_length(&self) -> usize {
        self.lengths()[usize::from(self.tokens.len() == 1)]
    }

    /// What is wrong with this part of the line.
    pub(super) fn error(&self, part: &str, kind: TextErrorKind) -> TextError {
        let place = Place {
            line: self.number,
            ..Place::of(part, self.text)
        };
        TextError { place, kind }
    }

    /// The error of a row that does not have as many cells as the board has columns. It points at
    /// the first cell too many, or behind the last one.
    pub(super) fn row_error(&self, expected: usize) -> TextError {
        let found = self.natural_length();
        let cells = self.split(found).unwrap_or_default();
        let end = cells.last().map_or(self.text, |cell| &cell[cell.len()..]);
        let part = cells.get(expected).copied().unwrap_or(end);
        self.error(part, TextErrorKind::RowLength { expected, found })
    }
}
