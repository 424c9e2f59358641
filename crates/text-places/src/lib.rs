//! Places in a text: line and column of a part of it, and the line with a caret for a message.
//!
//! Words that are cut out of a text are parts of it and so know where they lie: a reader passes
//! plain `&str` around, and nothing is counted unless there is something to say.
//!
//! ```
//! use text_places::{clip, excerpt, Place};
//!
//! let text = "one two\n\tthree\n";
//! let word = text.split_whitespace().last().unwrap();
//! let place = Place::of(word, text);
//! assert_eq!(place, Place { line: 2, column: 2 });
//! let message = format!("{place}: not {:?}{}", clip(word), excerpt(text, place));
//! assert_eq!(message, "\
//! 2:2: not \"three\"
//!   |  three
//!   |  ^");
//! ```
//!
//! Lines end with LF or CRLF. Lines and columns count from 1, columns in characters, of which a tab
//! is one.

use std::fmt;
use std::ops::RangeInclusive;

/// A place in a text; it prints as `line:column`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// Line, from 1; empty lines count.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl Place {
    /// Where a part of a text begins, in time linear in what is before it. Text that is not cut out
    /// of this one counts as its end.
    ///
    /// ```
    /// use text_places::Place;
    ///
    /// let text = "a b\r\né c";
    /// assert_eq!(Place::of(&text[8..], text), Place { line: 2, column: 3 });
    /// ```
    #[must_use]
    pub fn of(part: &str, text: &str) -> Place {
        let start = (part.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize);
        Place::behind(text.get(..start).unwrap_or(text))
    }

    /// Where the next character would stand.
    ///
    /// ```
    /// use text_places::Place;
    ///
    /// assert_eq!(Place::behind(""), Place { line: 1, column: 1 });
    /// assert_eq!(Place::behind("one\ntwo"), Place { line: 2, column: 4 });
    /// assert_eq!(Place::behind("one\ntwo\n"), Place { line: 3, column: 1 });
    /// ```
    #[must_use]
    pub fn behind(text: &str) -> Place {
        let column = text.chars().rev().take_while(|&c| c != '\n').count();
        Place {
            line: text.matches('\n').count() + 1,
            column: column + 1,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// The line of a place and a caret under it, each after a line feed: to be put behind a message. It
/// is empty behind the last line.
///
/// Of a long line it is 72 characters with the place in column 60 at most. Each is as wide as one
/// column and moves no cursor: tabs are blanks, control characters are `U+FFFD`.
///
/// ```
/// use text_places::{excerpt, Place};
///
/// let place = Place { line: 1, column: 3 };
/// assert_eq!(excerpt("a\tb\n", place), "\n  | a b\n  |   ^");
/// ```
#[must_use]
pub fn excerpt(text: &str, place: Place) -> String {
    let shown = text.lines().nth(place.line.wrapping_sub(1)).map(|line| {
        let start = place.column.saturating_sub(60);
        let (line, width) = (visible(line, start, 72), place.column - start);
        format!("\n  | {}\n  | {:>width$}", line.trim_end(), '^')
    });
    shown.unwrap_or_default()
}

/// A word as a message shows it: cut after 20 characters, with `U+FFFD` for control characters.
///
/// ```
/// assert_eq!(text_places::clip("digit\u{7}"), "digit\u{fffd}");
/// assert_eq!(text_places::clip("abcdefghijklmnopqrstuvwxyz"), "abcdefghijklmnopqrst...");
/// ```
#[must_use]
pub fn clip(word: &str) -> String {
    let rest = word.chars().nth(20).map_or("", |_| "...");
    visible(word, 0, 20) + rest
}

/// At most `length` characters from `start` on.
fn visible(text: &str, start: usize, length: usize) -> String {
    let plain = |c: char| match c {
        '\t' => ' ',
        _ if c.is_control() => '\u{fffd}',
        _ => c,
    };
    text.chars().skip(start).take(length).map(plain).collect()
}

/// The text without a byte order mark, from which columns count.
///
/// ```
/// assert_eq!(text_places::body("\u{feff}a b"), "a b");
/// ```
#[must_use]
pub fn body(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// The characters of a word one by one, each also as a part of the text.
///
/// ```
/// let letters = text_places::letters("né!");
/// assert_eq!(letters.collect::<Vec<_>>(), [('n', "n"), ('é', "é"), ('!', "!")]);
/// ```
pub fn letters(word: &str) -> impl Iterator<Item = (char, &str)> + Clone {
    let places = word.char_indices();
    places.map(move |(at, c)| (c, &word[at..at + c.len_utf8()]))
}

/// The number that a word of plain digits tells.
///
/// # Errors
/// If it tells none, or none in this range: what to expect, as a message says it.
///
/// ```
/// use text_places::number;
///
/// assert_eq!(number("45", "a total", 1..=45), Ok(45));
/// let expected = "a total from 1 to 45".to_string();
/// assert_eq!(number("46", "a total", 1..=45), Err(expected.clone()));
/// assert_eq!(number("+4", "a total", 1..=45), Err(expected));
/// ```
pub fn number(
    word: &str,
    what: impl fmt::Display,
    range: RangeInclusive<u32>,
) -> Result<u32, String> {
    let digits = word.bytes().all(|byte| byte.is_ascii_digit());
    match word.parse() {
        Ok(number) if digits && range.contains(&number) => Ok(number),
        _ => Err(format!("{what} from {} to {}", range.start(), range.end())),
    }
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
