//! The puzzles of the files that the command line names.

use crate::form::{self, Puzzle};
use clap::ArgMatches;
use cli_manners::args::value;
use cli_manners::input::Source;
use cli_manners::json::Object;
use cli_manners::{Failure, Verdict};
use std::fmt;
use std::io::Write;
use std::sync::Arc;
use sudoku_model::text::Form;
use sudoku_model::{Model, Shape};

/// A puzzle and where it comes from.
#[derive(Debug)]
pub(crate) struct Entry {
    file: Arc<str>,
    line: usize,
    pub(crate) puzzle: Puzzle,
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

impl Entry {
    /// The beginning of an answer in JSON.
    pub(crate) fn json(&self, command: &str) -> Object {
        let object = Object::new().text("command", command);
        object.text("file", &self.file).raw("line", self.line)
    }

    /// The puzzle as a model; givens that contradict each other are no input.
    pub(crate) fn model(&self) -> Result<Model, Failure> {
        let model = self.puzzle.model();
        model.map_err(|error| Failure::Input(format!("{self}: {error}")))
    }
}

/// The puzzles of all files.
pub(crate) fn read(matches: &ArgMatches) -> Result<Vec<Entry>, Failure> {
    let form: Option<Form> = value(matches, "form").flatten();
    let shape: Option<Shape> = value(matches, "shape");
    let sources = matches.get_many::<Source>("file");
    let mut entries = Vec::new();
    for source in sources.into_iter().flatten() {
        let text = source.read()?;
        let file: Arc<str> = text.name.as_str().into();
        let puzzles = form::read(form, shape, &text)?.into_iter();
        entries.extend(puzzles.map(|(line, puzzle)| Entry {
            file: file.clone(),
            line,
            puzzle,
        }));
    }
    Ok(entries)
}

/// The only puzzle, or the one that `--puzzle` names.
pub(crate) fn one(matches: &ArgMatches) -> Result<Entry, Failure> {
    let mut entries = read(matches)?;
    match (entries.len(), value::<usize>(matches, "puzzle")) {
        (1, None) => Ok(entries.swap_remove(0)),
        (count, Some(number)) if number <= count => Ok(entries.swap_remove(number - 1)),
        (0, _) => Err(Failure::Usage("there is no puzzle".into())),
        (count, number) => {
            let found = number.map_or("no --puzzle".into(), |number| format!("\"{number}\""));
            let expected = format!("--puzzle: expected a number from 1 to {count}, found {found}");
            Err(Failure::Usage(expected))
        }
    }
}

/// Prints what there is to say of each puzzle: alone if there is one, otherwise with its place.
pub(crate) fn print(
    out: &mut impl Write,
    entry: &Entry,
    many: bool,
    text: &str,
) -> Result<(), Failure> {
    let text = text.trim_end();
    match (many, text.contains('\n')) {
        (false, _) => writeln!(out, "{text}")?,
        (true, false) => writeln!(out, "{entry}: {text}")?,
        (true, true) => writeln!(out, "{entry}\n{text}\n")?,
    }
    Ok(())
}

/// The verdict about several: that of the one which leaves most to be desired.
pub(crate) fn worse(one: Verdict, other: Verdict) -> Verdict {
    let rank = |verdict: &Verdict| match verdict {
        Verdict::Yes => 0,
        Verdict::No => 1,
        Verdict::Incomplete => 2,
        Verdict::Contradiction => 3,
        Verdict::Interrupted(_) => 4,
    };
    std::cmp::max_by_key(one, other, rank)
}
