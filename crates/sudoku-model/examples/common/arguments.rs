//! What the examples understand on their command lines.

use std::str::FromStr;

/// A number.
pub(crate) fn number<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse()
        .map_err(|_| format!("expected a number, found {text:?}"))
}
