//! Problems from files.

use cli_manners::input::Text;
use cli_manners::{tell, Failure};
use exactcover::format::{self, Parsed};
use std::fmt::Display;
use text_places::Place;

/// The most warnings that are shown one by one.
const WARNINGS: usize = 10;

/// The problem that the text describes; labels are line numbers. What is odd about it goes to
/// standard error.
pub(crate) fn read(text: &Text) -> Result<Parsed, Failure> {
    let place = |message: &dyn Display, line, column| text.place(message, Place { line, column });
    let read = format::read(&text.text)
        .map_err(|error| Failure::Input(place(&error, error.line(), error.column())))?;
    for warning in read.warnings.iter().take(WARNINGS) {
        tell(place(warning, warning.line(), warning.column()));
    }
    if let Some(more @ 1..) = read.warnings.len().checked_sub(WARNINGS) {
        tell(format_args!(
            "{}: and so are {more} more options",
            text.name
        ));
    }
    Ok(read)
}
