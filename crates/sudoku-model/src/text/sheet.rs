//! Puzzles with all of their rules as text: the board first, then a line for each rule.
//!
//! ```
//! use sudoku_model::text::sheet;
//!
//! let text = "\
//! board 4x4
//! givens .... .... 3... ....
//! thermometer r1c1-c4
//! cage 5 r3c2 r4c2   # a total, and cells
//! ";
//! let model = sheet::read(text)?.build()?;
//! assert_eq!(model.count(100), 3);
//! assert_eq!(sheet::read(&sheet::write(&model)?)?.build()?, model);
//!
//! let error = sheet::read("board 4x4\nthermometer r1c1 r1c5").unwrap_err();
//! assert_eq!(error.to_string(), "2:18: thermometer: expected a cell of the board, found 'r1c5'");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Words have blanks between; what follows a `#` is a comment. A cell is `r1c1`; cells along a
//! straight line are `r1c1-c3` (a row), `r1c1-r3` (a column) or `r1c1-r3c3`.
//!
//! # The board
//! | line | says |
//! |---|---|
//! | `board 9x9` | rows and columns; the first line |
//! | `digits 0,1,2` | the digits, where they are not those from 1 on; the next line |
//! | `boxes 3x2` | boxes of 3 columns and 2 rows, where others are customary; the next line |
//! | `no-boxes` | rows and columns only |
//! | `jigsaw 0012 0112 ..` | the region of each cell in place of the boxes, called 0 or 1 and so on, or A and so on |
//! | `diagonals` | each digit once on both diagonals |
//! | `falling-diagonal`, `rising-diagonal` | each digit once on that from the top left, or right |
//! | `windoku` | each digit once in each window |
//! | `region r1c1 r2c2 ..` | different digits, each once if there are as many cells |
//! | `givens 1..4 .2.. ..` | the digit of each cell, or `.`; digits beyond 9 are `A` = 10, `B` and so on |
//!
//! # The rules
//! What is in angle brackets stands for cells, numbers or words; what is in square brackets may be
//! missing. What a rule says is found at its type in [`rules`](crate::rules).
//!
//! | line | rule |
//! |---|---|
//! | `all-of [ <line> ] [ <line> ] ..` | [`AllOf`](crate::rules::AllOf); these brackets are there |
//! | `any-of [ <line> ] [ <line> ] ..` | [`AnyOf`](crate::rules::AnyOf) |
//! | `apart <knight, king, digit>`, `apart taxicab <steps>` | [`Apart`](crate::rules::Apart) |
//! | `arrow <circle> / <shaft>` | [`Arrow`](crate::rules::Arrow) |
//! | `between <cells>` | [`Between`](crate::rules::Between) |
//! | `cage <total> <cells>` | [`Cage`](crate::Cage) |
//! | `contains <exactly, at-least> <times> <digit> <cells>` | [`Contains`](crate::rules::Contains) |
//! | `copies <cells> / <cells>` | [`Copies`](crate::rules::Copies) |
//! | `counting-circles <cells>` | [`CountingCircles`](crate::rules::CountingCircles) |
//! | `difference <number> <cell> <cell>` | [`Difference`](crate::rules::Difference) |
//! | `disjoint-groups` | [`DisjointGroups`](crate::rules::DisjointGroups) |
//! | `distinct-count <number or cell> <cells>` | [`DistinctCount`](crate::rules::DistinctCount) |
//! | `dominoes <singles> / <r1c1=2:r1c2=3 ..>` | [`Builder::domino_tiling`](crate::Builder::domino_tiling) |
//! | `doppelganger <boxes, lines>` | [`Doppelganger`](crate::rules::Doppelganger) |
//! | `double-arrow <cells>` | [`DoubleArrow`](crate::rules::DoubleArrow) |
//! | `entropic <cells>` | [`Entropic`](crate::rules::Entropic) |
//! | `equal-sums <cells> / <cells> ..` | [`EqualSums`](crate::rules::EqualSums) |
//! | `equality-cage <cells>` | [`EqualityCage`](crate::rules::EqualityCage) |
//! | `full-rank <none, only-unclued, any> / <rank> <cells> ..` | [`FullRank`](crate::rules::FullRank) |
//! | `greater-than <cell> <cell>` | [`GreaterThan`](crate::rules::GreaterThan) |
//! | `hidden-skyscraper <digit> <cells>` | [`HiddenSkyscraper`](crate::rules::HiddenSkyscraper) |
//! | `indexing <columns, rows, boxes> <cells>` | [`Indexing`](crate::rules::Indexing) |
//! | `linear-sum <total> <2*r1c1 -1*r1c2 ..>` | [`LinearSum`](crate::rules::LinearSum) |
//! | `little-killer <total> <cells>` | [`LittleKiller`](crate::rules::LittleKiller) |
//! | `lockout <difference> <cells>` | [`Lockout`](crate::rules::Lockout) |
//! | `look-and-say <cells> / <2x5 1x3 ..>` | [`LookAndSay`](crate::rules::LookAndSay) |
//! | `lunchbox <total> <cells>` | [`Lunchbox`](crate::rules::Lunchbox) |
//! | `modular <modulus> <cells>` | [`Modular`](crate::rules::Modular) |
//! | `nabner <cells>` | [`Nabner`](crate::rules::Nabner) |
//! | `numbered-room <digit> <cells>` | [`NumberedRoom`](crate::rules::NumberedRoom) |
//! | `overlapping-cage [total] <cells>` | [`OverlappingCage`](crate::rules::OverlappingCage) |
//! | `pair-sum <total> <cell> <cell>` | [`PairSum`](crate::rules::PairSum) |
//! | `palindrome <cells>` | [`Palindrome`](crate::rules::Palindrome) |
//! | `pencil-marks <1,3,5> <cells>` | [`PencilMarks`](crate::rules::PencilMarks) |
//! | `quadruple <1,1,4> <cells>` | [`Quadruple`](crate::rules::Quadruple) |
//! | `ratio <number> <cell> <cell>` | [`Ratio`](crate::rules::Ratio) |
//! | `region-sums <cells> / <cells> ..` | [`RegionSumLine`](crate::rules::RegionSumLine), cut into its pieces |
//! | `relation <1:2,3 2:- ..> / <r1c1:r1c2 ..>` | [`Relation`](crate::rules::Relation): what goes with each digit, and the pairs |
//! | `rellik <total> <cells>` | [`Rellik`](crate::rules::Rellik) |
//! | `renban <cells>` | [`Renban`](crate::rules::Renban) |
//! | `rossini <rising, falling, neither> <cells>` | [`Rossini`](crate::rules::Rossini) |
//! | `same-digits <cells> / <cells> ..` | [`SameDigits`](crate::rules::SameDigits) |
//! | `sandwich <total> <cells>` | [`Sandwich`](crate::rules::Sandwich) |
//! | `sequence <pattern> <cells>` | [`Sequence`](crate::rules::Sequence) of a [`Pattern`](crate::Pattern) without blanks; or of `nfa:` and an automaton, packed as in the `NFA` of ISS |
//! | `skyscraper <number> <cells>` | [`Skyscraper`](crate::rules::Skyscraper) |
//! | `squares <entropy, modular>` | [`Squares`](crate::rules::Squares) |
//! | `strict <difference=1 ratio=2 total=5 ..> / <r1c1:r1c2 ..>` | [`Strict`](crate::rules::Strict): marks, and the marked pairs |
//! | `sum-cage <total> <cells>` | [`SumCage`](crate::SumCage) |
//! | `sum-line <total> <cells>` | [`SumLine`](crate::rules::SumLine) |
//! | `thermometer [slow] <cells>` | [`Thermometer`](crate::rules::Thermometer) |
//! | `tuples <cells> / <1,2 2,3 ..>` | [`Tuples`](crate::rules::Tuples) |
//! | `whisper <difference> <cells>` | [`Whisper`](crate::rules::Whisper) |
//! | `x-sum <total> <cells>` | [`XSum`](crate::rules::XSum) |
//! | `zipper <cells>` | [`Zipper`](crate::rules::Zipper) |

use super::token::{placed, Token, Wrong};
use super::{TextError, Unsayable};
use crate::board::{Digits, Grid, HouseKind, Shape};
use crate::model::{Builder, Model};
use crate::rules::form::{self, Field};
use core::fmt::Write;

/// The words that lines of rules begin with, in the order of the alphabet.
pub fn words() -> impl Iterator<Item = &'static str> {
    form::entries().map(|entry| entry.word)
}

/// Reads a puzzle. What makes no sense on the board, such as a cage of two cells with the total 30,
/// shows in [`Builder::build`].
///
/// # Errors
/// [`TextError`] with line and column.
pub fn read(text: &str) -> Result<Builder, TextError> {
    read_lines(text).map_err(|wrong| placed(text, wrong))
}

/// A line of words, none of them a comment, and where it ends.
struct Line<'t> {
    words: Vec<Token<'t>>,
    end: Token<'t>,
}

impl<'t> Line<'t> {
    /// The word at a place, or the end.
    fn word(&self, place: usize) -> Token<'t> {
        self.words.get(place).copied().unwrap_or(self.end)
    }

    fn is(&self, word: &str) -> bool {
        self.word(0).text == word
    }

    /// Refuses more words than so many.
    fn ends_after(&self, count: usize) -> Result<(), Wrong> {
        match self.words.get(count) {
            Some(word) => Err(word.wrong(self.word(0).text, "the end of the line")),
            None => Ok(()),
        }
    }

    /// Two numbers with an `x` between.
    fn size(&self) -> Option<(usize, usize)> {
        let (one, other) = self.word(1).text.split_once('x')?;
        Some((one.parse().ok()?, other.parse().ok()?))
    }

    /// A sign for each cell, and where it is.
    fn signs(&self, shape: Shape) -> Result<Vec<(usize, char)>, Wrong> {
        let signs = self.words[1..].iter().flat_map(|word| {
            let signs = word.text.char_indices();
            signs.map(move |(at, sign)| (word.at + at, sign))
        });
        let signs: Vec<(usize, char)> = signs.collect();
        match signs.len() == shape.cell_count() {
            true => Ok(signs),
            false => Err(self.end.wrong(self.word(0).text, "a sign for each cell")),
        }
    }
}

fn lines(text: &str) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let line_start = start;
        start += line.len();
        let line = line.split('#').next().unwrap_or_default();
        let mut words = Vec::new();
        let mut at = line_start;
        for text in line.split(|sign: char| sign.is_whitespace() || sign == '\u{feff}') {
            if !text.is_empty() {
                words.push(Token { at, text });
            }
            let blank = line[at + text.len() - line_start..].chars().next();
            at += text.len() + blank.map_or(0, char::len_utf8);
        }
        if let Some(&last) = words.last() {
            let (at, text) = (last.at + last.text.len(), "");
            lines.push(Line {
                words,
                end: Token { at, text },
            });
        }
    }
    lines
}

fn read_lines(text: &str) -> Result<Builder, Wrong> {
    let lines = lines(text);
    let mut lines = lines.iter().peekable();
    let first = lines.next();
    let word = first.map_or(Token { at: 0, text: "" }, |line| line.word(0));
    let board = first.filter(|line| line.is("board"));
    let line = board.ok_or_else(|| word.wrong("board", "the first line 'board 9x9'"))?;
    let size = line.size();
    let shape = size.and_then(|(rows, columns)| Shape::rectangle(rows, columns).ok());
    let wrong = || line.word(1).wrong("board", "rows and columns, such as 9x9");
    let mut shape = shape.ok_or_else(wrong)?;
    line.ends_after(2)?;
    if let Some(line) = lines.next_if(|line| line.is("digits")) {
        let digits = form::read_digits(line.word(1).text);
        let digits = digits.map(|digits| digits.into_iter().collect());
        let with_digits = digits.and_then(|digits| shape.with_digits(digits).ok());
        let wrong = || line.word(1).wrong("digits", "enough digits for the lines");
        shape = with_digits.ok_or_else(wrong)?;
        line.ends_after(2)?;
    }
    if let Some(line) = lines.next_if(|line| line.is("boxes")) {
        let boxes = line
            .size()
            .and_then(|(width, height)| shape.with_boxes(width, height).ok());
        let wrong = || {
            line.word(1)
                .wrong("boxes", "columns and rows of a box, such as 3x2")
        };
        shape = boxes.ok_or_else(wrong)?;
        line.ends_after(2)?;
    }
    let mut builder = Model::builder(shape);
    for line in lines {
        read_line(&mut builder, shape, line)?;
    }
    Ok(builder)
}

fn read_line(builder: &mut Builder, shape: Shape, line: &Line<'_>) -> Result<(), Wrong> {
    let word = line.word(0);
    match word.text {
        "no-boxes" | "diagonals" | "falling-diagonal" | "rising-diagonal" | "windoku" => {
            line.ends_after(1)?;
            match word.text {
                "no-boxes" => builder.without_boxes(),
                "diagonals" => builder.diagonals(),
                "falling-diagonal" => builder.falling_diagonal(),
                "rising-diagonal" => builder.rising_diagonal(),
                _ => builder.windoku(),
            };
        }
        "jigsaw" => {
            let mut regions = Vec::new();
            // The first may be called 1, or A.
            let mut first = u8::MAX;
            for (at, sign) in line.signs(shape)? {
                let region = sign.to_digit(36).map(|region| region as u8);
                let wrong = || (at, symbol_kind(sign, shape));
                regions.push(region.ok_or_else(wrong)?);
                first = first.min(regions[regions.len() - 1]);
            }
            regions.iter_mut().for_each(|region| *region -= first);
            builder.jigsaw(&regions);
        }
        "region" => {
            builder.region(form::cells(shape, word, &line.words[1..])?);
        }
        "givens" => {
            for ((at, sign), cell) in line.signs(shape)?.into_iter().zip(shape.cells()) {
                match sign.to_digit(36).map(|digit| digit as u8) {
                    Some(digit) if shape.digits().has(digit) => {
                        builder.given(cell, digit);
                    }
                    None if sign == '.' => {}
                    _ => return Err((at, symbol_kind(sign, shape))),
                }
            }
        }
        _ => {
            builder.shared(form::read(shape, word, &line.words[1..], line.end)?);
        }
    }
    Ok(())
}

fn symbol_kind(sign: char, shape: Shape) -> super::TextErrorKind {
    super::TextErrorKind::Symbol {
        found: sign.into(),
        digits: shape.digits(),
    }
}

/// Writes a model, so that [`read`] gives the same one.
///
/// # Errors
/// [`Unsayable`] names a rule that is not one of this crate, or that was made without cells, such as
/// a thermometer of none: [`read`] takes it that somebody has forgotten them.
pub fn write(model: &Model) -> Result<String, Unsayable> {
    let shape = model.shape();
    let (rows, columns) = (shape.row_count(), shape.column_count());
    let mut text = format!("board {rows}x{columns}\n");
    if shape.digits() != Digits::up_to(shape.side()) {
        let digits: Vec<u8> = shape.digits().digits().collect();
        let _ = writeln!(text, "digits {}", form::show_digits(&digits));
    }
    if !shape.has_usual_boxes() {
        let _ = writeln!(text, "boxes {}x{}", shape.box_width(), shape.box_height());
    }
    write_houses(model, &mut text);
    if model.givens().filled().next().is_some() {
        let _ = writeln!(text, "givens{}", signs(model.givens()));
    }
    for (subject, rule) in model.named_rules() {
        let line = form::write(shape, rule);
        let (word, fields) = line.ok_or_else(|| Unsayable::new(subject))?;
        text.push_str(word);
        for field in fields {
            let words = match field {
                Field::Word(word) => vec![word],
                Field::Cells(cells) => form::show_cells(&cells),
                Field::Slash => vec!["/".into()],
            };
            words.iter().for_each(|word| text.extend([" ", word]));
        }
        text.push('\n');
    }
    Ok(text)
}

/// The houses beside rows and columns, in their order.
fn write_houses(model: &Model, text: &mut String) {
    let shape = model.shape();
    let mut regions = vec![None; shape.cell_count()];
    let mut has_boxes = false;
    let mut more = String::new();
    for house in model.own_houses() {
        match house.kind() {
            HouseKind::Box(_) => has_boxes = true,
            HouseKind::Jigsaw(region) => {
                let sign = char::from_digit(region as u32, 36);
                house
                    .cells()
                    .iter()
                    .for_each(|cell| regions[cell.index()] = sign);
            }
            HouseKind::Diagonal(0) => more.push_str("falling-diagonal\n"),
            HouseKind::Diagonal(_) => more.push_str("rising-diagonal\n"),
            HouseKind::Window(0) => more.push_str("windoku\n"),
            HouseKind::Region(_) => {
                let _ = writeln!(more, "region {}", form::show_cells(house.cells()).join(" "));
            }
            _ => {}
        }
    }
    let jigsaw: Vec<char> = regions.iter().filter_map(|&sign| sign).collect();
    match &jigsaw[..] {
        [] if has_boxes => {}
        [] => text.push_str("no-boxes\n"),
        jigsaw => {
            text.push_str("jigsaw");
            for row in jigsaw.chunks(shape.column_count()) {
                text.push(' ');
                text.extend(row);
            }
            text.push('\n');
        }
    }
    text.push_str(&more.replace("falling-diagonal\nrising-diagonal\n", "diagonals\n"));
}

/// The digits of a grid, a word for each row.
fn signs(grid: &Grid) -> String {
    let mut text = String::new();
    for row in grid.shape().rows() {
        text.push(' ');
        text.extend(row.cells().iter().map(|&cell| {
            let sign = grid
                .get(cell)
                .and_then(|digit| char::from_digit(digit.into(), 36));
            sign.map_or('.', |sign| sign.to_ascii_uppercase())
        }));
    }
    text
}
