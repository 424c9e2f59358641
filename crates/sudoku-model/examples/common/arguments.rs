//! What the examples understand on their command lines.

// Each example takes what it needs.
#![allow(dead_code)]

use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

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

/// A number of seconds.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok();
    let seconds = seconds.filter(|seconds| (0.0..1e9).contains(seconds));
    let seconds = seconds.ok_or_else(|| format!("expected a number of seconds, found {text:?}"))?;
    Ok(Duration::from_secs_f64(seconds))
}

/// A number that is not 0.
pub(crate) fn positive(option: &str, text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| format!("{option} takes a number from 1"))
}
