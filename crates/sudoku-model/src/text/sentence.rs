//! Lists in sentences.

use core::fmt;

/// `a`, `a and b`, `a, b and c`, with this word before the last.
pub(crate) fn list<T: fmt::Display>(things: impl IntoIterator<Item = T>, last: &str) -> String {
    let mut things: Vec<String> = things.into_iter().map(|thing| thing.to_string()).collect();
    match things.pop() {
        Some(end) if !things.is_empty() => format!("{} {last} {end}", things.join(", ")),
        end => end.unwrap_or_default(),
    }
}
