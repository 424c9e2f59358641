//! What the examples understand on their command lines.

use std::ops::RangeInclusive;
use std::str::FromStr;

/// A number.
pub(crate) fn number<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse()
        .map_err(|_| format!("expected a number, found {text:?}"))
}

/// `A-B`, or `N` for `N-N`; what is left out is 0 or as many as there can be.
pub(crate) fn range(text: &str) -> Result<RangeInclusive<usize>, String> {
    let end = |text: &str, open| match text {
        "" => Ok(open),
        text => number(text),
    };
    match text.split_once('-') {
        Some((least, most)) => Ok(end(least, 0)?..=end(most, usize::MAX)?),
        None => number(text).map(|count| count..=count),
    }
}
