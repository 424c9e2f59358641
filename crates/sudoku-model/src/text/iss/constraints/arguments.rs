//! What stands in constraints: numbers, cells, lines, boards.

use super::Reader;
use crate::board::{Cell, Digits, Shape};
use crate::text::iss::{Item, Token, Wrong};
use crate::text::TextErrorKind;
use core::str::FromStr;

/// The board that the constraints name, if they do.
pub(in crate::text::iss) fn shape(items: &[Item<'_>]) -> Result<Option<Shape>, Wrong> {
    let item = match items.iter().find(|item| item.name.text == "Shape") {
        Some(item) => item,
        None => return Ok(None),
    };
    let size = item.argument(0);
    let lines = size.text.split_once('x');
    let lines = lines.and_then(|(rows, columns)| Some((rows.parse().ok()?, columns.parse().ok()?)));
    let shape = lines.and_then(|(rows, columns)| Shape::rectangle(rows, columns).ok());
    let mut shape = shape.ok_or_else(|| size.wrong("Shape", "rows and columns, such as 9x9"))?;
    let range = item.argument(1);
    if !range.text.is_empty() {
        let (least, most) = range.text.split_once('-').unwrap_or(("1", range.text));
        let digits = match (least.parse::<u8>(), most.parse::<u8>()) {
            (Ok(least), Ok(most)) if most <= Digits::MAX => (least..=most).collect(),
            _ => Digits::empty(),
        };
        let wrong = |_| range.wrong("Shape", "digits enough, such as 0-8");
        shape = shape.with_digits(digits).map_err(wrong)?;
    }
    match item.argument(2) {
        kind if kind.text.is_empty() => Ok(Some(shape)),
        kind => Err(kind.wrong("Shape", "nothing more")),
    }
}

impl Item<'_> {
    /// What stands there; nothing, behind the end of it.
    pub(super) fn argument(&self, place: usize) -> Token<'_> {
        let behind = |token: &Token<'_>| token.at + token.text.len();
        let end = Token {
            at: self.arguments.last().map_or(behind(&self.name), behind),
            text: "",
        };
        self.arguments.get(place).copied().unwrap_or(end)
    }

    pub(super) fn title(&self) -> &str {
        match self.name.text {
            "" => "Given",
            name => name,
        }
    }

    pub(super) fn wrong(&self, token: Token<'_>, expected: &'static str) -> Wrong {
        token.wrong(self.title(), expected)
    }

    pub(super) fn unsupported(&self) -> Wrong {
        let rule = self.title().into();
        (self.name.at, TextErrorKind::Unsupported { rule })
    }

    pub(super) fn parse<T: FromStr>(&self, token: Token<'_>, text: &str) -> Result<T, Wrong> {
        text.parse().map_err(|_| self.wrong(token, "a number"))
    }

    pub(super) fn number<T: FromStr>(&self, place: usize) -> Result<T, Wrong> {
        let token = self.argument(place);
        self.parse(token, token.text)
    }

    /// The lists of cells behind the first argument; each may begin with its name.
    pub(super) fn groups(&self) -> impl Iterator<Item = &[Token<'_>]> {
        let is_name = |token: &Token<'_>| token.text.is_empty() || token.text.starts_with('_');
        let groups = self.arguments.get(1..).unwrap_or(&[]).split(is_name);
        groups.filter(|group| !group.is_empty())
    }

    /// The number before the cells, or the customary one, and where the cells begin.
    pub(super) fn optional<T: FromStr>(&self, customary: T) -> (T, usize) {
        match self.number(0) {
            Ok(number) => (number, 1),
            Err(_) => (customary, 0),
        }
    }

    /// Numbers with a `_` between.
    pub(super) fn numbers<T: FromStr>(&self, token: Token<'_>) -> Result<Vec<T>, Wrong> {
        let numbers = token.text.split('_');
        numbers.map(|text| self.parse(token, text)).collect()
    }
}

impl Reader {
    pub(super) fn cell(&self, item: &Item<'_>, token: Token<'_>) -> Result<Cell, Wrong> {
        self.cell_at(token.text)
            .ok_or_else(|| item.wrong(token, "a cell of the board"))
    }

    fn cell_at(&self, text: &str) -> Option<Cell> {
        let (row, column) = match *text.as_bytes() {
            [b'R' | b'r', row, b'C' | b'c', column] => (row, column),
            _ => return None,
        };
        let place = |sign: u8, offset: isize| {
            let place = char::from(sign).to_digit(17)? as isize - 1 + offset;
            usize::try_from(place).ok()
        };
        let [down, right] = self.offset;
        self.shape
            .try_cell(place(row, down)?, place(column, right)?)
    }

    /// The cells from this argument on; at least one.
    pub(super) fn cells(&self, item: &Item<'_>, start: usize) -> Result<Vec<Cell>, Wrong> {
        let (_, tokens) = item.arguments.split_at(start.min(item.arguments.len()));
        match tokens {
            [] => Err(item.wrong(item.argument(start), "a cell of the board")),
            tokens => tokens.iter().map(|&token| self.cell(item, token)).collect(),
        }
    }

    /// The cells from this argument on, each once.
    pub(super) fn different(&self, item: &Item<'_>, start: usize) -> Result<Vec<Cell>, Wrong> {
        let mut cells = Vec::new();
        for cell in self.cells(item, start)? {
            if !cells.contains(&cell) {
                cells.push(cell);
            }
        }
        Ok(cells)
    }

    /// All neighbors among the cells, in their order.
    pub(super) fn neighbors(&self, item: &Item<'_>) -> Result<Vec<[Cell; 2]>, Wrong> {
        let cells = self.cells(item, 0)?;
        let mut pairs = Vec::new();
        for (k, &a) in cells.iter().enumerate() {
            let later = cells[k + 1..].iter().filter(|&&b| a.touches(b));
            pairs.extend(later.map(|&b| [a, b]));
        }
        match pairs.is_empty() {
            true => Err(item.wrong(item.argument(0), "cells that share an edge")),
            false => Ok(pairs),
        }
    }

    /// A row or a column.
    pub(super) fn line(&self, item: &Item<'_>, place: usize) -> Result<Vec<Cell>, Wrong> {
        let token = item.argument(place);
        let wrong = || item.wrong(token, "a row or a column, such as R1");
        let number = token.text.get(1..).and_then(|number| number.parse().ok());
        let number: usize = number.filter(|&number| number > 0).ok_or_else(wrong)?;
        let line = match &token.text[..1] {
            "R" => self.shape.rows().nth(number - 1),
            "C" => self.shape.columns().nth(number - 1),
            _ => None,
        };
        Ok(line.ok_or_else(wrong)?.cells().to_vec())
    }

    /// The clues at both ends of a line, each with the line from there.
    pub(super) fn ends<T: FromStr>(&self, item: &Item<'_>) -> Result<Vec<(T, Vec<Cell>)>, Wrong> {
        let mut clues = Vec::new();
        let mut line = self.line(item, 0)?;
        for place in 1..3 {
            if !item.argument(place).text.is_empty() {
                clues.push((item.number(place)?, line.clone()));
            }
            line.reverse();
        }
        Ok(clues)
    }
}
