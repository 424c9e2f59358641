//! Reading a text as a statement draws it, to the byte.

use std::fmt;
use std::ops::RangeInclusive;
use text_places::{clip, excerpt, letters, number, Place};

/// What is not as the statement promises, and where. It prints as
/// `line:column: message`, the line and a caret.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// Where it is.
    pub place: Place,
    /// What is wrong, without the place.
    pub message: String,
    excerpt: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}{}", self.place, self.message, self.excerpt)
    }
}

impl std::error::Error for Refusal {}

/// A text that is read from its beginning to its end.
pub(crate) struct Strict<'t> {
    text: &'t str,
    rest: &'t str,
}

/// What is read, or why it is not.
pub type Read<T> = Result<T, Refusal>;

impl<'t> Strict<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Strict { text, rest: text }
    }

    /// The refusal of a part of the text.
    pub(crate) fn fault(&self, part: &str, message: impl fmt::Display) -> Refusal {
        let place = Place::of(part, self.text);
        Refusal {
            place,
            message: message.to_string(),
            excerpt: excerpt(self.text, place),
        }
    }

    /// The refusal of what comes next.
    fn expected(&self, what: impl fmt::Display) -> Refusal {
        let found = match letters(self.rest).next() {
            None => "the end of the text".to_string(),
            Some(('\n', _)) => "the end of the line".to_string(),
            Some((' ', _)) => "\" \"".to_string(),
            Some((letter, _)) if letter.is_control() => format!("{letter:?}"),
            Some(_) => {
                let word = self.rest.split([' ', '\n', '\r', '\t']).next();
                format!("{:?}", clip(word.unwrap_or_default()))
            }
        };
        self.fault(self.rest, format_args!("expected {what}, found {found}"))
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    pub(crate) fn end(&self) -> Read<()> {
        match self.is_at_end() {
            true => Ok(()),
            false => Err(self.expected("the end of the text")),
        }
    }

    /// Takes this if it comes next.
    pub(crate) fn takes(&mut self, text: &str) -> bool {
        match self.rest.strip_prefix(text) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    pub(crate) fn line_end(&mut self) -> Read<()> {
        match self.takes("\n") {
            true => Ok(()),
            false => Err(self.expected("the end of the line")),
        }
    }

    pub(crate) fn empty_line(&mut self) -> Read<()> {
        match self.takes("\n") {
            true => Ok(()),
            false => Err(self.expected("an empty line")),
        }
    }

    pub(crate) fn blank(&mut self) -> Read<()> {
        match self.takes(" ") {
            true => Ok(()),
            false => Err(self.expected("a blank")),
        }
    }

    /// A number without leading zeros, and where it stands.
    pub(crate) fn number(
        &mut self,
        what: &str,
        range: RangeInclusive<u32>,
    ) -> Read<(usize, &'t str)> {
        let length = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let (word, rest) = self.rest.split_at(length);
        if word.len() > 1 && word.starts_with('0') {
            return Err(self.fault(word, "a number begins with 0"));
        }
        let value = number(word, what, range).map_err(|expected| self.expected(expected))?;
        self.rest = rest;
        Ok((value as usize, word))
    }

    /// So many numbers with single blanks between them, on a line of their own.
    pub(crate) fn numbers<const N: usize>(
        &mut self,
        expected: [(&str, RangeInclusive<u32>); N],
    ) -> Read<[(usize, &'t str); N]> {
        let mut numbers = [(0, ""); N];
        for (k, (what, range)) in expected.into_iter().enumerate() {
            if k > 0 {
                self.blank()?;
            }
            numbers[k] = self.number(what, range)?;
        }
        self.line_end()?;
        Ok(numbers)
    }

    /// A symbol of these, and where it stands.
    pub(crate) fn symbol(
        &mut self,
        what: &str,
        is_one: impl Fn(char) -> bool,
    ) -> Read<(char, &'t str)> {
        match letters(self.rest).next() {
            Some((letter, part)) if is_one(letter) => {
                self.rest = &self.rest[part.len()..];
                Ok((letter, part))
            }
            _ => Err(self.expected(what)),
        }
    }

    /// So many symbols side by side on a line of their own.
    pub(crate) fn symbols(
        &mut self,
        count: usize,
        what: &str,
        is_one: impl Fn(char) -> bool + Copy,
    ) -> Read<Vec<(char, &'t str)>> {
        let line = (0..count).map(|_| self.symbol(what, is_one));
        let line = line.collect::<Read<Vec<_>>>()?;
        self.line_end()?;
        Ok(line)
    }
}
