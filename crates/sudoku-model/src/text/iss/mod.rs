//! Puzzles as strings of constraints, in the language of the web's Interactive Sudoku Solver (ISS):
//! `.Thermo~R1C1~R2C1~R3C1.Cage~10~R1C2~R1C3.~R5C5_9`.
//!
//! A constraint is a point, a name, and what it needs, each after a `~`; cells are `R1C1`, with
//! rows and columns beyond 9 as `a` to `g`. Givens and pencil marks have no name: `.~R1C1_5` and
//! `.~R1C1_1_2`. Blanks count for nothing, lines that begin with `#` are comments.
//!
//! What no rule says is an error with its name: regions that are unknown (`ChaosConstruction`,
//! `ChaosArrow`, `ChaosCount`), `RegionSize` and `RegionSameValues`, `ConnectedValues`, variables
//! outside the grid (`Var`), and an `NFA` of several lines with breaks (`-`) between.
//!
//! In place of constraints, or beside them after an empty line, there may be a whole grid:
//! * digits, as in [`text::read`](super::read), on boards with more than 9 digits letters from `A` = 1;
//! * pencil marks, as many signs for each cell as there are digits: `1.3......12.......` and so on;
//! * the regions of a jigsaw, a sign for each cell, alone or behind the digits;
//! * cages, as 81 signs that are totals (`A` = 10) or point at a neighbor of the same cage (`<^>v`);
//! * cages, as 81 numbers: `3x3::k:2817:2817:...`.
//!
//! ```
//! use sudoku_model::text::iss;
//!
//! let builder = iss::read(".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.~R2C1_3")?;
//! assert_eq!(builder.build()?.count(100), 6);
//!
//! let error = iss::read(".Shape~4x4.Thermo~R1C1~R5C1").unwrap_err();
//! assert_eq!(error.to_string(), "1:24: Thermo: expected a cell of the board, found 'R5C1'");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod base64;
mod constraints;
pub(crate) mod nfa;
mod plain;
mod write;

pub use self::write::write;

use self::constraints::Reader;
use self::plain::Plain;
use super::token::{placed, Token, Wrong};
use super::TextError;
use crate::board::Shape;
use crate::model::Builder;

/// Reads a puzzle.
///
/// What makes no sense on the board, such as a cage of two cells with the total 30, shows in
/// [`Builder::build`].
///
/// # Errors
/// [`TextError`] with line and column: [`Unsupported`](crate::TextErrorKind::Unsupported) names a
/// constraint that no rule of this crate says.
pub fn read(text: &str) -> Result<Builder, TextError> {
    let sections = sections(text);
    let mut parts = Vec::new();
    for section in &sections {
        let part = part(section).map_err(|wrong| section.error(text, wrong))?;
        parts.push((section, part));
    }
    let mut shape = None;
    for (section, part) in &parts {
        let found = match part {
            Part::Items(items) => {
                constraints::shape(items).map_err(|wrong| section.error(text, wrong))?
            }
            Part::Plain(plain) => Some(plain.shape),
        };
        shape = shape.or(found);
    }
    let mut reader = Reader::new(shape.unwrap_or(Shape::CLASSIC));
    for (section, part) in &parts {
        if let Part::Items(items) = part {
            reader
                .layout(items)
                .map_err(|wrong| section.error(text, wrong))?;
        }
    }
    for (section, part) in &parts {
        let read = match part {
            Part::Items(items) => reader.read(items),
            Part::Plain(plain) => reader.plain(plain),
        };
        read.map_err(|wrong| section.error(text, wrong))?;
    }
    Ok(reader.finish())
}

/// What a section holds.
enum Part<'t> {
    Items(Vec<Item<'t>>),
    Plain(Plain),
}

/// Lines without an empty one between, in one piece without blanks.
struct Section {
    text: String,
    /// Where each piece between blanks begins, in `text` and in the whole.
    pieces: Vec<(usize, usize)>,
}

/// A constraint.
struct Item<'t> {
    name: Token<'t>,
    arguments: Vec<Token<'t>>,
    /// What it is made of, up to its `.End`.
    items: Vec<Item<'t>>,
}

fn sections(text: &str) -> Vec<Section> {
    let mut sections = Vec::new();
    let empty = || Section {
        text: String::new(),
        pieces: Vec::new(),
    };
    let mut section = empty();
    for line in text.lines() {
        let is_comment = line.starts_with('#');
        if (is_comment || line.trim().is_empty()) && !section.text.is_empty() {
            sections.push(core::mem::replace(&mut section, empty()));
        }
        if !is_comment {
            let is_blank = |sign: char| sign.is_whitespace() || sign == '\u{feff}';
            for piece in line.split(is_blank).filter(|piece| !piece.is_empty()) {
                let at = piece.as_ptr() as usize - text.as_ptr() as usize;
                section.pieces.push((section.text.len(), at));
                section.text.push_str(piece);
            }
        }
    }
    if !section.text.is_empty() || sections.is_empty() {
        sections.push(section);
    }
    sections
}

impl Section {
    fn error(&self, text: &str, (at, kind): Wrong) -> TextError {
        let at = at.min(self.text.len());
        let before = self.pieces.iter().rev().find(|piece| piece.0 <= at);
        let place = before.map_or(0, |&(piece, place)| place + (at - piece));
        placed(text, (place, kind))
    }
}

/// Constraints begin with a point; so may grids, but these have neither `~` nor small letters,
/// unless they are cages.
fn part(section: &Section) -> Result<Part<'_>, Wrong> {
    let text = &section.text;
    let is_named = text.contains(|sign: char| sign == '~' || sign.is_ascii_lowercase());
    if text.starts_with('.') && is_named && !plain::is_cages(text) {
        return items(text).map(Part::Items);
    }
    plain::read(text).map(Part::Plain)
}

/// So deep may constraints lie within each other.
const MAX_DEPTH: usize = 32;

fn items(text: &str) -> Result<Vec<Item<'_>>, Wrong> {
    // The constraints that are still open, the whole string first.
    let mut open: Vec<(Option<Item<'_>>, Vec<Item<'_>>)> = vec![(None, Vec::new())];
    let mut at = 1;
    for piece in text[1..].split('.') {
        let mut tokens = piece.split('~').map(|text| {
            let token = Token { at, text };
            at += text.len() + 1;
            token
        });
        let name = tokens.next().expect("a piece, if an empty one");
        let item = Item {
            name,
            arguments: tokens.collect(),
            items: Vec::new(),
        };
        match name.text {
            // Two points, or one at the end.
            "" if item.arguments.is_empty() => {}
            "Or" | "And" | "Replicate" if open.len() > MAX_DEPTH => {
                return Err(name.wrong(name.text, "fewer constraints within each other"));
            }
            "Or" | "And" | "Replicate" => open.push((Some(item), Vec::new())),
            "End" => match open.pop() {
                Some((Some(outer), items)) => {
                    let item = Item { items, ..outer };
                    open.last_mut().expect("the string itself").1.push(item);
                }
                _ => return Err(name.wrong("End", "a constraint that it ends")),
            },
            _ => open.last_mut().expect("the string itself").1.push(item),
        }
    }
    match open.pop() {
        Some((Some(item), _)) => {
            let end = Token {
                at: text.len(),
                text: "",
            };
            Err(end.wrong(item.name.text, "'.End'"))
        }
        last => Ok(last.expect("the string itself").1),
    }
}
