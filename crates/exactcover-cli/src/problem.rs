//! Problems from files.

use cli_manners::input::Text;
use cli_manners::{tell, Failure};
use exactcover::format::{self, Parsed};
use exactcover::{Engine, ItemId, Problem};
use std::fmt::Display;
use text_places::Place;

/// The most warnings that are shown one by one.
const WARNINGS: usize = 10;

/// Points at the first item with a multiplicity, if there is one, for what takes none: `who` says
/// what that is.
pub(crate) fn refuse_multiplicities(
    text: &Text,
    problem: &Problem<usize>,
    who: &str,
) -> Result<(), Failure> {
    let mut items = problem.items();
    let several =
        |&item: &ItemId| problem.is_primary(item) && problem.multiplicity(item) != (1..=1);
    let name = match items.find(several) {
        None => return Ok(()),
        Some(item) => problem.name(item).unwrap_or_default(),
    };
    let mut lines = (1..).zip(text.text.lines());
    let names = lines.find_map(|(line, content)| {
        let its = |word: &&str| word.strip_suffix(name).is_some_and(|it| it.ends_with('|'));
        let word = content.split_whitespace().find(its)?;
        let before = word.as_ptr() as usize - content.as_ptr() as usize;
        let column = content[..before].chars().count() + 1;
        Some(Place { line, column })
    });
    let place = names.unwrap_or(Place { line: 1, column: 1 });
    let Place { line, column } = place;
    let message = format!("{line}:{column}: {who} takes no multiplicities");
    Err(Failure::Input(text.place(&message, place)))
}

/// Points at the first item with a multiplicity if the engine that is asked for takes none.
pub(crate) fn refuse_by_engine(
    text: &Text,
    problem: &Problem<usize>,
    engine: Engine,
) -> Result<(), Failure> {
    if engine.takes_multiplicities() {
        return Ok(());
    }
    refuse_multiplicities(text, problem, &format!("--engine {}", engine.name()))
}

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
