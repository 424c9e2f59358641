//! Knuth's text format for exact cover problems, read and written.
//!
//! The first line that is neither blank nor a comment names the items, primary ones before a bar
//! and secondary ones behind it. Every other line is an option: items by name, a secondary one with
//! a color if a colon and one character follow. A bar with a number directly behind it, `|7`, is a
//! cost of the option, at most 2<sup>64</sup> - 1; several add up. A line that begins with a bar is
//! a comment. Where items are named, a number and a bar in front of a primary one, `2|a`, say how
//! many options have to cover it, and two numbers, `0:2|a`, how many at least and at most.
//! ```text
//! | two words crossing at x
//! across down | x
//! across x:a
//! across x:b
//! down x:b |7
//! ```
//! # Differences from Knuth's programs
//! A text means the same to [`read`] as to his DLX2, with costs to his DLX5 and with multiplicities
//! to his DLX3, except for what follows.
//!
//! | | Knuth | here |
//! |---|---|---|
//! | names | up to 8 bytes | any length, any characters but blanks, bars and colons |
//! | colors | one byte | one character, but not a bar |
//! | a bar in front of the secondary items | `a\|x` is refused, `a \|x` is not | a blank on both sides |
//! | blanks | those of ASCII | those of Unicode; a byte order mark at the beginning is skipped |
//! | a last line without an end | refused | a line as any other |
//! | size (DLX2) | 100,000 items, lines of 900,000 bytes, 10 million nodes | 2<sup>31</sup> - 1 items, options and entries together |
//!
//! An option without a primary item is ignored with a [`Warning`], here as there. There, options
//! are counted without it; here, the lines behind it keep their numbers.

use crate::problem::builder::Builder;
use crate::problem::ids::{Color, Entry, ItemId, OptionId};
use crate::problem::Problem;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

pub use crate::problem::quote::quote;

/// What [`read`] has made of a text.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Parsed {
    /// The problem; the label of an option is the number of its line, 1-based.
    pub problem: Problem<usize>,
    /// What is odd but not wrong, from top to bottom.
    pub warnings: Vec<Warning>,
}

/// Reads a problem.
///
/// Options without a primary item are left out, since no solution needs them: each is a
/// [`Warning`]. Labels are line numbers, and so they are the same with and without such options.
///
/// # Errors
/// The first [`ParseError`], from top to bottom and left to right.
///
/// # Complexity
/// O(n log k) for n characters and k items.
///
/// ```
/// use exactcover::format;
/// let read = format::read("a b | x\na x:1\nx:2\nb x:1\nb x:2\n")?;
/// assert_eq!(read.problem.search().count().answer, 1);
/// assert_eq!(read.warnings.len(), 1);
/// assert_eq!(read.warnings[0].to_string(), "3:1: the option has no primary item and is ignored");
///
/// let error = format::read("a b\na c\n").unwrap_err();
/// assert_eq!(error.to_string(), "2:3: no item is named \"c\"");
/// # Ok::<(), format::ParseError>(())
/// ```
pub fn read(text: &str) -> Result<Parsed, ParseError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = Reader {
        builder: Problem::builder(),
        names: Names::default(),
        entries: Vec::new(),
        seen: Vec::new(),
        warnings: Vec::new(),
    };
    let mut named = false;
    let mut last = 0;
    for (line, content) in (1..).zip(lines(text)) {
        last = line;
        let line = Line {
            number: line,
            text: content,
        };
        if matches!(content.trim_start().bytes().next(), None | Some(b'|')) {
            continue;
        }
        if named {
            reader.option(line)?;
        } else {
            reader.item_names(line)?;
            named = true;
        }
    }
    if !named {
        return Err(ParseError {
            line: last + 1,
            column: 1,
            reason: Reason::NoItems,
        });
    }
    // Every rule of `build` has been checked with its position, except the sheer size.
    let problem = reader.builder.build().map_err(|_| ParseError {
        line: last,
        column: 1,
        reason: Reason::TooLarge,
    })?;
    Ok(Parsed {
        problem,
        warnings: reader.warnings,
    })
}

/// What stands between the ends of lines, found byte by byte: most lines are so short that anything
/// cleverer takes longer. A carriage return stays, and is a blank.
fn lines(mut text: &str) -> impl Iterator<Item = &str> {
    core::iter::from_fn(move || {
        if text.is_empty() {
            return None;
        }
        let end = text.bytes().position(|byte| byte == b'\n');
        let (line, rest) = text.split_at(end.unwrap_or(text.len()));
        text = rest.get(1..).unwrap_or_default();
        Some(line)
    })
}

struct Reader<'t> {
    builder: Builder<usize>,
    names: Names<'t>,
    /// Those of the option at hand.
    entries: Vec<Entry>,
    /// Per item, the line that had it last: an option of all items is no quadratic work.
    seen: Vec<usize>,
    warnings: Vec<Warning>,
}

/// The items by name, each with whether it is primary.
///
/// Most are found by a hash of the name. Names that share one are found by it in turns, and
/// searched for otherwise: so a text that makes all of them share it takes logarithmic time a name.
#[derive(Default)]
struct Names<'t> {
    items: BTreeMap<&'t str, (ItemId, bool)>,
    /// Per hash, what was asked for last; a power of two of them, or none before the first
    /// question. No item has the name "".
    last: Vec<(&'t str, Option<(ItemId, bool)>)>,
}

impl<'t> Names<'t> {
    fn get(&mut self, name: &'t str) -> Option<(ItemId, bool)> {
        if self.last.is_empty() {
            let places = (2 * self.items.len()).next_power_of_two();
            self.last.resize(places, ("", None));
        }
        let add = |hash: u32, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        let hash = name.bytes().fold(0, add);
        // The upper half of a product depends on all of the name.
        let place = (hash ^ hash >> 16) as usize & (self.last.len() - 1);
        let last = &mut self.last[place];
        if last.0 != name {
            *last = (name, self.items.get(name).copied());
        }
        last.1
    }
}

#[derive(Clone, Copy)]
struct Line<'t> {
    number: usize,
    text: &'t str,
}

impl<'t> Line<'t> {
    /// What stands between blanks, mostly found byte by byte.
    fn words(self) -> impl Iterator<Item = &'t str> {
        let bytes = self.text.bytes();
        // All blanks of ASCII but the vertical tab are ASCII whitespace.
        let is_plain = bytes.fold(true, |all, byte| all & byte.is_ascii() & (byte != 0x0b));
        let (plain, any) = if is_plain {
            (self.text, "")
        } else {
            ("", self.text)
        };
        plain.split_ascii_whitespace().chain(any.split_whitespace())
    }

    /// The column of a part of this line.
    fn column(self, at: &str) -> usize {
        let bytes = at.as_ptr() as usize - self.text.as_ptr() as usize;
        self.text[..bytes].chars().count() + 1
    }

    /// An error at a part of this line.
    fn error(self, at: &str, reason: Reason) -> ParseError {
        ParseError {
            line: self.number,
            column: self.column(at),
            reason,
        }
    }
}

impl<'t> Reader<'t> {
    fn item_names(&mut self, line: Line<'t>) -> Result<(), ParseError> {
        let mut primary = true;
        for mut word in line.words() {
            let mut times = None;
            if let Some((before, behind)) = word.split_once('|') {
                let bounds = |c: char| c.is_ascii_digit() || c == ':';
                if !before.is_empty() && before.chars().all(bounds) {
                    if !primary {
                        return Err(line.error(word, Reason::MultipleSecondary));
                    }
                    times = Some(multiplicity(line, before)?);
                    word = behind;
                    if word.is_empty() {
                        return Err(line.error(word, Reason::NoNameBehindBar));
                    }
                }
            }
            if let Some((before, behind)) = word.split_once('|') {
                let bar = &word[before.len()..];
                if !before.is_empty() || times.is_some() {
                    return Err(line.error(bar, Reason::NoBlankBeforeBar));
                }
                if !primary {
                    return Err(line.error(bar, Reason::SecondBar));
                }
                if !behind.is_empty() {
                    return Err(line.error(behind, Reason::NoBlankBehindBar));
                }
                primary = false;
                continue;
            }
            if let Some(colon) = word.find(':') {
                return Err(line.error(&word[colon..], Reason::ColonInName));
            }
            let item = if primary {
                self.builder.primary(word)
            } else {
                self.builder.secondary(word)
            };
            if let Some((low, high)) = times {
                self.builder.multiplicity(item, low..=high);
            }
            if self.names.items.insert(word, (item, primary)).is_some() {
                return Err(line.error(word, Reason::DuplicateName(word.into())));
            }
            self.seen.push(line.number);
        }
        Ok(())
    }

    fn option(&mut self, line: Line<'t>) -> Result<(), ParseError> {
        self.entries.clear();
        let mut any_primary = false;
        let mut total = 0_u64;
        for word in line.words() {
            if let Some(digits) = word.strip_prefix('|').filter(|digits| is_number(digits)) {
                let sum = digits.parse().ok().and_then(|cost| total.checked_add(cost));
                total = sum.ok_or_else(|| line.error(word, Reason::CostTooLarge))?;
                continue;
            }
            let (mut name, mut color) = (word, None);
            // Mostly there is neither, and nothing to be split.
            if word.bytes().any(|byte| byte == b':' || byte == b'|') {
                if let Some((before, behind)) = word.split_once(':') {
                    name = before;
                    color = Some(behind);
                }
                if let Some((before, behind)) = name.split_once('|') {
                    let reason = if is_number(behind) {
                        Reason::NoBlankBeforeCost
                    } else {
                        Reason::BarInOption
                    };
                    return Err(line.error(&word[before.len()..], reason));
                }
                if name.is_empty() {
                    return Err(line.error(word, Reason::NoName));
                }
            }
            let (item, primary) = match self.names.get(name) {
                None => return Err(line.error(word, Reason::UnknownItem(name.into()))),
                Some(known) => known,
            };
            let color = match color {
                None => None,
                Some(text) if primary => {
                    return Err(line.error(text, Reason::ColoredPrimary(name.into())))
                }
                Some(text) => {
                    let mut letters = text.chars();
                    match (letters.next(), letters.next()) {
                        (Some('|'), None) => return Err(line.error(text, Reason::BarAsColor)),
                        (Some(letter), None) => Some(Color::from(letter)),
                        _ => return Err(line.error(text, Reason::BadColor(text.into()))),
                    }
                }
            };
            if core::mem::replace(&mut self.seen[item.index()], line.number) == line.number {
                return Err(line.error(word, Reason::DuplicateItem(name.into())));
            }
            any_primary |= primary;
            self.entries.push(Entry { item, color });
        }
        if any_primary {
            let entries = self.entries.iter().copied();
            self.builder.option_with_cost(line.number, total, entries);
        } else {
            self.warnings.push(Warning {
                line: line.number,
                column: line.column(line.text.trim_start()),
            });
        }
        Ok(())
    }
}

/// What stands in front of a bar: digits and colons.
fn multiplicity<'t>(line: Line<'t>, text: &'t str) -> Result<(u32, u32), ParseError> {
    let number = |text: &'t str| {
        if !is_number(text) {
            return Err(line.error(text, Reason::NoMultiplicity));
        }
        let parsed = text.parse::<u32>();
        parsed.map_err(|_| line.error(text, Reason::MultiplicityTooLarge))
    };
    let (low, high) = match text.split_once(':') {
        None => {
            let times = number(text)?;
            (times, times)
        }
        Some((low, high)) => (number(low)?, number(high)?),
    };
    if high < low.max(1) {
        return Err(line.error(text, Reason::EmptyMultiplicity(low, high)));
    }
    Ok((low, high))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Why and where [`read`] refused a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    line: usize,
    column: usize,
    reason: Reason,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Reason {
    NoItems,
    SecondBar,
    NoBlankBeforeBar,
    NoBlankBehindBar,
    MultipleSecondary,
    NoMultiplicity,
    MultiplicityTooLarge,
    EmptyMultiplicity(u32, u32),
    NoNameBehindBar,
    ColonInName,
    DuplicateName(String),
    CostTooLarge,
    NoBlankBeforeCost,
    BarInOption,
    NoName,
    UnknownItem(String),
    ColoredPrimary(String),
    BadColor(String),
    BarAsColor,
    DuplicateItem(String),
    TooLarge,
}

impl ParseError {
    /// The line, 1-based.
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }

    /// The character of the line, 1-based.
    #[must_use]
    pub fn column(&self) -> usize {
        self.column
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: ", self.line, self.column)?;
        match &self.reason {
            Reason::NoItems => {
                f.write_str("expected a line with the names of the items, found the end")
            }
            Reason::SecondBar => f.write_str("expected a secondary item, found a second bar"),
            Reason::NoBlankBeforeBar => f.write_str("expected a blank in front of the bar"),
            Reason::NoBlankBehindBar => f.write_str("expected a blank behind the bar"),
            Reason::MultipleSecondary => f.write_str("a secondary item has no multiplicity"),
            Reason::NoMultiplicity => {
                f.write_str("expected a number of times, or two with a colon between them")
            }
            Reason::MultiplicityTooLarge => f.write_str("a multiplicity is at most 2^32 - 1"),
            Reason::EmptyMultiplicity(low, high) => {
                write!(f, "an item cannot be covered {low} to {high} times")
            }
            Reason::NoNameBehindBar => f.write_str("expected the name of an item behind the bar"),
            Reason::ColonInName => f.write_str("the name of an item cannot have a colon"),
            Reason::DuplicateName(name) => write!(f, "two items are named {}", quote(name)),
            Reason::CostTooLarge => f.write_str("an option costs at most 2^64 - 1"),
            Reason::NoBlankBeforeCost => f.write_str("expected a blank in front of the cost"),
            Reason::BarInOption => {
                f.write_str("an option has a bar only in front of its cost, such as |7")
            }
            Reason::NoName => f.write_str("expected the name of an item in front of the colon"),
            Reason::UnknownItem(name) => write!(f, "no item is named {}", quote(name)),
            Reason::ColoredPrimary(name) => {
                let name = quote(name);
                write!(f, "{name} is a primary item and cannot have a color")
            }
            Reason::BadColor(color) => {
                let color = quote(color);
                write!(f, "expected a color of one character, found {color}")
            }
            Reason::BarAsColor => f.write_str("a bar cannot be a color"),
            Reason::DuplicateItem(name) => write!(f, "the option has {} twice", quote(name)),
            Reason::TooLarge => f.write_str("the problem has more than 2^31 - 1 parts"),
        }
    }
}

#[cfg(feature = "std")]
impl std::error::Error for ParseError {}

/// What [`read`] has left out: an option without a primary item.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Warning {
    line: usize,
    column: usize,
}

impl Warning {
    /// The line, 1-based.
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }

    /// The character of the line, 1-based.
    #[must_use]
    pub fn column(&self) -> usize {
        self.column
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Warning { line, column } = self;
        let what = "the option has no primary item and is ignored";
        write!(f, "{line}:{column}: {what}")
    }
}

/// Writes a problem, without its labels. [`read`] gives it back with the same options in the
/// same order; items are renumbered if a primary one was made after a secondary one.
///
/// Items without a name are called `#` and their index, with as many `#` as it takes to avoid
/// every given name.
///
/// # Errors
/// A [`WriteError`] for names and colors that the format cannot hold.
///
/// ```
/// use exactcover::{format, Problem};
/// let mut builder = Problem::builder();
/// let (a, x) = (builder.primary("a"), builder.secondary("x"));
/// builder.option((), (a, x.color('r')));
/// assert_eq!(format::write(&builder.build()?)?, "a | x\na x:r\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write<L>(problem: &Problem<L>) -> Result<String, WriteError> {
    let mut prefix = String::from("#");
    let given: Vec<&str> = problem
        .items()
        .filter_map(|item| problem.name(item))
        .collect();
    while given.iter().any(|name| name.starts_with(&*prefix)) {
        prefix.push('#');
    }
    let mut names = Vec::with_capacity(problem.item_count());
    // The names of the primary and of the secondary items, each with a blank before it.
    let mut line = [String::new(), String::from(" |")];
    for item in problem.items() {
        let name = match problem.name(item) {
            None => format!("{prefix}{}", item.index()),
            Some(name) => String::from(name),
        };
        // `read` skips a byte order mark at the beginning of a text, even if it belongs to a name.
        let splits = |c: char| c.is_whitespace() || matches!(c, '|' | ':' | '\u{feff}');
        if name.is_empty() || name.contains(splits) {
            return Err(WriteError::Name { item, name });
        }
        let primary = problem.is_primary(item);
        let list = &mut line[usize::from(!primary)];
        list.push(' ');
        match problem.multiplicity(item).into_inner() {
            _ if !primary => {}
            (1, 1) => {}
            (low, high) if low == high => list.push_str(&format!("{low}|")),
            (low, high) => list.push_str(&format!("{low}:{high}|")),
        }
        list.push_str(&name);
        names.push(name);
    }
    if line[0].is_empty() {
        return Err(WriteError::NoPrimaryItems);
    }
    let mut text = String::from(&line[0][1..]);
    if line[1].len() > 2 {
        text.push_str(&line[1]);
    }
    text.push('\n');
    for option in problem.options() {
        for (k, entry) in problem.entries(option).iter().enumerate() {
            if k > 0 {
                text.push(' ');
            }
            text.push_str(&names[entry.item.index()]);
            if let Some(color) = entry.color {
                let letter = char::from_u32(color.value());
                match letter.filter(|c| !c.is_whitespace() && !c.is_control() && *c != '|') {
                    None => return Err(WriteError::Color { option, color }),
                    Some(letter) => {
                        text.push(':');
                        text.push(letter);
                    }
                }
            }
        }
        if problem.cost(option) > 0 {
            text.push_str(&format!(" |{}", problem.cost(option)));
        }
        text.push('\n');
    }
    Ok(text)
}

/// Why [`write()`] refused a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum WriteError {
    /// The name is empty or has a blank (a byte order mark is one), a bar or a colon.
    Name {
        /// The item.
        item: ItemId,
        /// Its name.
        name: String,
    },
    /// The color is not the number of a visible character (see [`Color::from`]) other than a
    /// bar.
    Color {
        /// The option.
        option: OptionId,
        /// Its color.
        color: Color,
    },
    /// There is no primary item to begin the first line with.
    NoPrimaryItems,
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::Name { item, name } => {
                let name = quote(name);
                write!(
                    f,
                    "the name {name} of {item} is empty or has a blank, a bar or a colon"
                )
            }
            WriteError::Color { option, color } => {
                write!(
                    f,
                    "{option} has color {}, which is not a visible character",
                    color.value()
                )
            }
            WriteError::NoPrimaryItems => f.write_str("the problem has no primary items"),
        }
    }
}

#[cfg(feature = "std")]
impl std::error::Error for WriteError {}
