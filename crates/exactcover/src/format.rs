//! Knuth's text format for exact cover problems, read and written.
//!
//! The first line that is neither blank nor a comment names the items, primary ones before a
//! bar and secondary ones behind it. Every other line is an option: items by name, a secondary
//! one with a color if a colon and one character follow. A line that begins with a bar is a comment.
//! ```text
//! | two words crossing at x
//! across down | x
//! across x:a
//! across x:b
//! down x:b
//! ```
//! Multiplicities and costs, which some of Knuth's other programs read, are refused.

use crate::{Builder, Color, Entry, ItemId, OptionId, Problem};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// Reads a problem; the label of an option is the number of its line, 1-based.
///
/// # Errors
/// The first [`ParseError`], from top to bottom and left to right.
///
/// # Complexity
/// O(n log k) for n characters and k items.
///
/// ```
/// let problem = exactcover::format::read("a b | x\na x:1\nb x:1\nb x:2\n")?;
/// assert_eq!(problem.search().count().answer, 1);
///
/// let error = exactcover::format::read("a b\na c\n").unwrap_err();
/// assert_eq!(error.to_string(), "2:3: no item is named \"c\"");
/// # Ok::<(), exactcover::format::ParseError>(())
/// ```
pub fn read(text: &str) -> Result<Problem<usize>, ParseError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = Reader {
        builder: Problem::builder(),
        items: BTreeMap::new(),
        seen: Vec::new(),
    };
    let mut named = false;
    let mut last = 0;
    for (line, content) in (1..).zip(text.lines()) {
        last = line;
        let line = Line {
            number: line,
            text: content,
        };
        if content.trim().is_empty() || content.trim_start().starts_with('|') {
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
    reader.builder.build().map_err(|_| ParseError {
        line: last,
        column: 1,
        reason: Reason::TooLarge,
    })
}

struct Reader<'t> {
    builder: Builder<usize>,
    items: BTreeMap<&'t str, (ItemId, bool)>,
    /// Per item, the line that had it last: an option of all items is no quadratic work.
    seen: Vec<usize>,
}

#[derive(Clone, Copy)]
struct Line<'t> {
    number: usize,
    text: &'t str,
}

impl<'t> Line<'t> {
    fn words(self) -> impl Iterator<Item = &'t str> {
        self.text.split_whitespace()
    }

    /// An error at a part of this line.
    fn error(self, at: &str, reason: Reason) -> ParseError {
        let bytes = at.as_ptr() as usize - self.text.as_ptr() as usize;
        ParseError {
            line: self.number,
            column: self.text[..bytes].chars().count() + 1,
            reason,
        }
    }
}

impl<'t> Reader<'t> {
    fn item_names(&mut self, line: Line<'t>) -> Result<(), ParseError> {
        let mut primary = true;
        for word in line.words() {
            if word == "|" {
                if !primary {
                    return Err(line.error(word, Reason::SecondBar));
                }
                primary = false;
                continue;
            }
            if let Some(bar) = word.find('|') {
                return Err(line.error(&word[bar..], Reason::Multiplicity));
            }
            if let Some(colon) = word.find(':') {
                return Err(line.error(&word[colon..], Reason::ColonInName));
            }
            let item = if primary {
                self.builder.primary(word)
            } else {
                self.builder.secondary(word)
            };
            if self.items.insert(word, (item, primary)).is_some() {
                return Err(line.error(word, Reason::DuplicateName(word.into())));
            }
            self.seen.push(line.number);
        }
        Ok(())
    }

    fn option(&mut self, line: Line<'t>) -> Result<(), ParseError> {
        let mut entries: Vec<Entry> = Vec::new();
        let mut any_primary = false;
        for word in line.words() {
            if let Some(bar) = word.find('|') {
                return Err(line.error(&word[bar..], Reason::Cost));
            }
            let (name, color) = match word.split_once(':') {
                None => (word, None),
                Some((name, color)) => (name, Some(color)),
            };
            let (item, primary) = match self.items.get(name) {
                None => return Err(line.error(word, Reason::UnknownItem(name.into()))),
                Some(&known) => known,
            };
            let color = match color {
                None => None,
                Some(text) if primary => {
                    return Err(line.error(text, Reason::ColoredPrimary(name.into())))
                }
                Some(text) => {
                    let mut letters = text.chars();
                    match (letters.next(), letters.next()) {
                        (Some(letter), None) => Some(Color::from(letter)),
                        _ => return Err(line.error(text, Reason::BadColor(text.into()))),
                    }
                }
            };
            if core::mem::replace(&mut self.seen[item.index()], line.number) == line.number {
                return Err(line.error(word, Reason::DuplicateItem(name.into())));
            }
            any_primary |= primary;
            entries.push(Entry { item, color });
        }
        if !any_primary {
            return Err(line.error(line.text.trim_start(), Reason::NoPrimaryItem));
        }
        self.builder.option(line.number, entries);
        Ok(())
    }
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
    Multiplicity,
    ColonInName,
    DuplicateName(String),
    Cost,
    UnknownItem(String),
    ColoredPrimary(String),
    BadColor(String),
    DuplicateItem(String),
    NoPrimaryItem,
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
            Reason::Multiplicity => f.write_str("multiplicities are not supported"),
            Reason::ColonInName => f.write_str("the name of an item cannot have a colon"),
            Reason::DuplicateName(name) => write!(f, "two items are named {name:?}"),
            Reason::Cost => f.write_str("costs are not supported"),
            Reason::UnknownItem(name) => write!(f, "no item is named {name:?}"),
            Reason::ColoredPrimary(name) => {
                write!(f, "{name:?} is a primary item and cannot have a color")
            }
            Reason::BadColor(color) => {
                write!(f, "expected a color of one character, found {color:?}")
            }
            Reason::DuplicateItem(name) => write!(f, "the option has {name:?} twice"),
            Reason::NoPrimaryItem => {
                f.write_str("the option has no primary item, so it could never be chosen")
            }
            Reason::TooLarge => f.write_str("the problem has more than 2^31 - 1 parts"),
        }
    }
}

#[cfg(feature = "std")]
impl std::error::Error for ParseError {}

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
/// builder.option((), [a.into(), x.color('r'.into())]);
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
        let list = &mut line[usize::from(!problem.is_primary(item))];
        list.push(' ');
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
                write!(
                    f,
                    "the name {name:?} of {item} is empty or has a blank, a bar or a colon"
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
