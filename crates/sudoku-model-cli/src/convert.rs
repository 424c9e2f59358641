//! `convert`: puzzles in another form.

use crate::puzzles::{self, Entry};
use clap::ArgMatches;
use cli_manners::args::given;
use cli_manners::{Failure, Verdict};
use std::io::Write;
use sudoku_model::text::{self, Style};
use sudoku_model::{killer, Model, ModelError, Rule};

/// What can be written.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Target {
    Grid(Style),
    Cages,
}

impl Target {
    pub(crate) const ALL: [(&'static str, Target); 9] = [
        ("line", Target::Grid(Style::Line)),
        ("zeros", Target::Grid(Style::Zeros)),
        ("rows", Target::Grid(Style::Rows)),
        ("spaced", Target::Grid(Style::Spaced)),
        ("letters", Target::Grid(Style::Letters)),
        ("hex", Target::Grid(Style::Hex)),
        ("framed", Target::Grid(Style::Framed)),
        ("boxed", Target::Grid(Style::Boxed)),
        ("cages", Target::Cages),
    ];
}

pub(crate) fn run(matches: &ArgMatches, out: &mut impl Write) -> Result<Verdict, Failure> {
    let entries = puzzles::read(matches)?;
    let target: Target = given(matches, "to");
    for entry in &entries {
        let text = write(entry, target).map_err(Failure::Input)?;
        let lines = if text.trim_end().contains('\n') && entries.len() > 1 {
            "\n"
        } else {
            ""
        };
        writeln!(out, "{}{lines}", text.trim_end())?;
    }
    Ok(Verdict::Yes)
}

/// The text, unless the form cannot say all of the puzzle.
fn write(entry: &Entry, target: Target) -> Result<String, String> {
    let givens = entry.puzzle.givens();
    if let Target::Grid(style) = target {
        if let Ok(model) = entry.puzzle.model() {
            let plain = Model::builder(givens.shape()).givens(givens).build();
            check(entry, &model, &plain, "a grid alone")?;
        }
        return Ok(text::write(givens, style));
    }
    let model = entry
        .puzzle
        .model()
        .map_err(|error| format!("{entry}: {error}"))?;
    let mut builder = Model::builder(givens.shape());
    for cage in model.cages() {
        builder.cage(cage.total(), cage.cells().iter().copied());
    }
    check(entry, &model, &builder.build(), "a list of cages")?;
    Ok(killer::write_cages(&model))
}

fn check(
    entry: &Entry,
    model: &Model,
    said: &Result<Model, ModelError>,
    form: &str,
) -> Result<(), String> {
    let said = match said {
        Ok(said) if said == model => return Ok(()),
        Ok(said) => said,
        Err(error) => return Err(format!("{entry}: {error}")),
    };
    let known: Vec<&str> = said.rules().map(Rule::name).collect();
    let other = model
        .rules()
        .map(Rule::name)
        .find(|name| !known.contains(name));
    let what = match other {
        Some(rule) => format!("the rule {rule:?} has"),
        None if said.givens() != model.givens() => "givens have".into(),
        None => "boxes of another kind have".into(),
    };
    Err(format!("{entry}: {what} no place in {form}"))
}
