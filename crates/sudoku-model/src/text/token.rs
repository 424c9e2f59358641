//! Pieces of text that know where they are.

use super::{TextError, TextErrorKind};
use text_places::Place;

/// What is wrong, and at which byte of the text.
pub(crate) type Wrong = (usize, TextErrorKind);

/// A piece of a text, and the byte where it begins.
#[derive(Clone, Copy)]
pub(crate) struct Token<'t> {
    pub(crate) at: usize,
    pub(crate) text: &'t str,
}

impl Token<'_> {
    /// What a rule expects in place of this.
    pub(crate) fn wrong(self, rule: &str, expected: &'static str) -> Wrong {
        let kind = TextErrorKind::Argument {
            rule: rule.into(),
            expected,
            found: self.text.into(),
        };
        (self.at, kind)
    }
}

/// The same with line and column.
pub(super) fn placed(text: &str, (at, kind): Wrong) -> TextError {
    let place = Place::behind(text.get(..at).unwrap_or(text));
    TextError { place, kind }
}
