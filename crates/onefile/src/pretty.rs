//! The readable form.

use crate::error::{Error, Result};

/// Formats a file.
///
/// # Errors
/// If the text is no Rust, which would be a fault of this program.
pub(crate) fn pretty(text: &str) -> Result<String> {
    let file = syn::parse_file(text).map_err(|e| {
        let line = text
            .lines()
            .nth(e.span().start().line.saturating_sub(1))
            .unwrap_or_default();
        Error::new(format!(
            "this program made a file that cannot be parsed: {e}, in: {line}"
        ))
    })?;
    Ok(prettyplease::unparse(&file))
}
