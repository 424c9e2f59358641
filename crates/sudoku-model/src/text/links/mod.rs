//! Links of the web's f-puzzles and `SudokuPad`, which hold a whole puzzle: JSON with a list for
//! each constraint, packed. Only with the feature `links`.
//!
//! [`read`] takes `https://www.f-puzzles.com/?load=...`, `https://sudokupad.app/fpuzzles...`,
//! what is packed in them, and the JSON itself. These constraints are rules:
//!
//! * in cells: given digits and pencil marks, `odd`, `even`, `minimum`, `maximum`, `rowindexer`,
//!   `columnindexer`, `boxindexer`;
//! * between cells: `difference`, `ratio`, `xv`, `quadruple`, `clone`, and `negative`;
//! * along lines: `arrow`, `betweenline`, `doublearrow`, `entropicline`, `lockout`, `modularline`,
//!   `nabner`, `palindrome`, `regionsumline`, `renban`, `slowthermometer`, `thermometer`,
//!   `whispers`, `zipperline`;
//! * of groups: the regions of the grid, `extraregion`, `killercage`;
//! * beside the grid: `littlekillersum`, `sandwichsum`, `skyscraper`, `xsum`;
//! * of the whole board: `diagonal+`, `diagonal-`, `antiking`, `antiknight`, `disjointgroups`,
//!   `nonconsecutive`.
//!
//! What has no number, such as an empty circle outside, says nothing. Titles, colors, lines,
//! circles and other pictures, and digits that a player has entered, are passed over: a rule that
//! only the title or the text of a puzzle tells is not read. Any other constraint is an error.
//!
//! Links that begin with `scl`, `SudokuPad`'s own form, those of Penpa, and short ones with the
//! name of a puzzle cannot be read: the first two draw rules as pictures, the last have no puzzle
//! in them.
//!
//! ```
//! use sudoku_model::rules::Thermometer;
//! use sudoku_model::text::links;
//! use sudoku_model::{Model, Shape};
//!
//! let shape = Shape::with_side(4)?;
//! let line = [shape.cell(0, 0), shape.cell(0, 1), shape.cell(1, 1)];
//! let model = Model::builder(shape).rule(Thermometer::new(line)).build()?;
//! let link = links::fpuzzles(&model)?;
//! assert!(link.starts_with("https://www.f-puzzles.com/?load=N4"));
//! assert_eq!(links::read(&link)?.build()?, model);
//!
//! let error = links::read(r#"{"size": 4, "renban": [{"lines": [["R1C5"]]}]}"#).unwrap_err();
//! assert_eq!(error.to_string(), "1:1: renban 1: expected a cell of the board, found 'R1C5'");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod constraints;
mod write;

use super::token::{placed, Wrong};
use super::{TextError, TextErrorKind, Unsayable};
use crate::model::{Builder, Model};

/// What packs to more is no puzzle: unpacked, text can be very long.
const MAX_PACKED: usize = 1 << 15;

/// Reads a puzzle from a link, or from what it holds.
///
/// What makes no sense on the board, such as a cage of two cells with the total 30, shows in
/// [`Builder::build`].
///
/// # Errors
/// [`TextError`] at the beginning of the text, or of what is packed in it; it names the constraint.
/// Of a text that is no JSON it is at the place where that shows.
/// [`Unsupported`](TextErrorKind::Unsupported) is one that no rule of this crate says.
pub fn read(text: &str) -> Result<Builder, TextError> {
    let body = text.trim_start_matches(|sign: char| sign.is_whitespace() || sign == '\u{feff}');
    let start = text.len() - body.len();
    let body = body.trim_end();
    let read = match body.starts_with('{') {
        true => read_json(body),
        false => packed(body).and_then(|(at, data)| {
            let json = unpack(data).map_err(|wrong| (at, wrong))?;
            // Within what is packed there is no place to point at.
            read_json(&json).map_err(|(_, wrong)| (at, wrong))
        }),
    };
    read.map_err(|(at, wrong)| placed(text, (start + at, wrong)))
}

fn read_json(json: &str) -> Result<Builder, Wrong> {
    let value = serde_json::from_str(json).map_err(|error| {
        let before = json
            .split_inclusive('\n')
            .take(error.line().saturating_sub(1));
        let at = before.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
        let text = error.to_string();
        // Its own line and column are of what is read here, and in bytes.
        let found = text.split(" at line ").next().unwrap_or_default();
        (at, wrong("JSON", "a puzzle", found))
    })?;
    constraints::read(&value).map_err(|wrong| (0, wrong))
}

/// Writes a link that f-puzzles opens, so that [`read`] gives a model with the same grids.
///
/// # Errors
/// [`Unsayable`] names a rule that f-puzzles does not have, or the board, or what [`read`] refuses.
pub fn fpuzzles(model: &Model) -> Result<String, Unsayable> {
    Ok(format!("https://www.f-puzzles.com/?load={}", pack(model)?))
}

/// Writes a link that `SudokuPad` opens; it holds the same as that of [`fpuzzles`].
///
/// # Errors
/// [`Unsayable`] names a rule that f-puzzles does not have, or the board, or what [`read`] refuses.
pub fn sudokupad(model: &Model) -> Result<String, Unsayable> {
    let data = pack(model)?.replace('+', "%2B").replace('/', "%2F");
    Ok(format!("https://sudokupad.app/fpuzzles{data}"))
}

/// Writes the JSON that the links hold.
///
/// # Errors
/// [`Unsayable`] names a rule that f-puzzles does not have, or the board, or what [`read`] refuses.
pub fn json(model: &Model) -> Result<String, Unsayable> {
    Unsayable::check(write::write(model)?.to_string(), read)
}

fn pack(model: &Model) -> Result<String, Unsayable> {
    Ok(lz_str::compress_to_base64(&json(model)?))
}

/// What a link holds, and where that begins.
fn packed(link: &str) -> Result<(usize, &str), Wrong> {
    let behind = |mark: &str| Some(link.find(mark)? + mark.len());
    let own = ["/scl", "=scl"].iter().find_map(|mark| behind(mark));
    let start = match ["load=", "fpuzzles"].iter().find_map(|mark| behind(mark)) {
        Some(start) => start,
        None if own.is_some() || link.starts_with("scl") => {
            let rule = "scl".into();
            return Err((
                own.unwrap_or(0).saturating_sub(3),
                TextErrorKind::Unsupported { rule },
            ));
        }
        None if link.contains("://") => {
            return Err((0, wrong("link", "a puzzle from f-puzzles", link)));
        }
        None => 0,
    };
    let mut data = link[start..].split(&['?', '&', '#'][..]);
    Ok((start, data.next().unwrap_or_default()))
}

/// The text that is packed in letters, some of which may be written as `%2B`.
fn unpack(data: &str) -> Result<String, TextErrorKind> {
    if data.len() > MAX_PACKED {
        return Err(wrong(
            "link",
            "at most 32768 letters",
            &data.len().to_string(),
        ));
    }
    let data = (data.replace("%2B", "+").replace("%2b", "+")).replace(' ', "+");
    let data = (data.replace("%2F", "/").replace("%2f", "/"))
        .replace("%3D", "=")
        .replace("%3d", "=");
    let is_letter = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '+' | '/' | '=');
    if let Some(sign) = data.chars().find(|&sign| !is_letter(sign)) {
        return Err(wrong("link", "letters of base64", &sign.to_string()));
    }
    // Without the last sign, the end is not seen; some programs cut it off.
    let text = lz_str::decompress_from_base64(&(data + "="));
    let text = text.and_then(|text| String::from_utf16(&text).ok());
    text.filter(|text| !text.is_empty())
        .ok_or_else(|| wrong("link", "a packed puzzle, all of it", ""))
}

fn wrong(rule: &str, expected: &'static str, found: &str) -> TextErrorKind {
    TextErrorKind::Argument {
        rule: rule.into(),
        expected,
        found: found.chars().take(40).collect(),
    }
}
