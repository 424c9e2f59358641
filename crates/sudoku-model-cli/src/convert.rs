//! `convert`: puzzles in another form.

use crate::form::Puzzle;
use crate::{cover, puzzles};
use clap::ArgMatches;
use cli_manners::args::given;
use cli_manners::{Failure, Verdict};
use std::io::Write;
use sudoku_model::text::{self, iss, links, sheet, Style};
use sudoku_model::{killer, Builder, Grid, Model, Rule};

/// What can be written.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Target {
    Grid(Style),
    Cages,
    Sheet,
    Iss,
    FPuzzles,
    SudokuPad,
    Cover,
}

impl Target {
    pub(crate) const ALL: [(&'static str, Target); 14] = [
        ("line", Target::Grid(Style::Line)),
        ("zeros", Target::Grid(Style::Zeros)),
        ("rows", Target::Grid(Style::Rows)),
        ("spaced", Target::Grid(Style::Spaced)),
        ("letters", Target::Grid(Style::Letters)),
        ("hex", Target::Grid(Style::Hex)),
        ("framed", Target::Grid(Style::Framed)),
        ("boxed", Target::Grid(Style::Boxed)),
        ("cages", Target::Cages),
        ("sheet", Target::Sheet),
        ("iss", Target::Iss),
        ("f-puzzles", Target::FPuzzles),
        ("sudokupad", Target::SudokuPad),
        ("cover", Target::Cover),
    ];
}

pub(crate) fn run(matches: &ArgMatches, out: &mut impl Write) -> Result<Verdict, Failure> {
    let entries = puzzles::read(matches)?;
    let target: Target = given(matches, "to");
    if matches!(target, Target::Cover) && entries.len() != 1 {
        let count = entries.len();
        let message = format!("--to cover writes the problem of one puzzle, and there are {count}");
        return Err(Failure::Input(message));
    }
    for entry in &entries {
        let text = write(&entry.puzzle, target);
        let text = text.map_err(|wrong| Failure::Input(format!("{entry}: {wrong}")))?;
        let lines = if text.trim_end().contains('\n') && entries.len() > 1 {
            "\n"
        } else {
            ""
        };
        writeln!(out, "{}{lines}", text.trim_end())?;
    }
    Ok(Verdict::Yes)
}

/// The text, or why the form cannot say all of the puzzle.
fn write(puzzle: &Puzzle, target: Target) -> Result<String, String> {
    let model = match (puzzle.model(), puzzle, target) {
        // Digits that contradict each other are a grid, too.
        (Err(_), Puzzle::Grid(grid), Target::Grid(style)) => return drawn(grid, style),
        (model, ..) => model.map_err(|error| error.to_string())?,
    };
    let givens = model.givens();
    let mut said = Model::builder(givens.shape());
    match target {
        Target::Grid(style) => {
            check(&model, said.givens(givens), "a grid alone")?;
            drawn(givens, style)
        }
        Target::Cages => {
            for cage in model.cages() {
                said.cage(cage.total(), cage.cells().iter().copied());
            }
            check(&model, &said, "a list of cages")?;
            Ok(killer::write_cages(&model))
        }
        Target::Sheet => sheet::write(&model).map_err(|error| error.to_string()),
        Target::Iss => iss::write(&model).map_err(|error| error.to_string()),
        Target::FPuzzles => links::fpuzzles(&model).map_err(|error| error.to_string()),
        Target::SudokuPad => links::sudokupad(&model).map_err(|error| error.to_string()),
        Target::Cover => cover::write(&model),
    }
}

/// A grid as text. What its digits are called has to show in it: hex without a letter beyond the
/// usual ones would have empty cells for ones.
fn drawn(grid: &Grid, style: Style) -> Result<String, String> {
    let text = text::write(grid, style);
    match text::read_as(grid.shape(), &text) {
        Ok(read) if read == *grid => Ok(text),
        _ => Err("in this form its digits would be taken for others".into()),
    }
}

/// Whether this is all of the model.
fn check(model: &Model, said: &Builder, form: &str) -> Result<(), String> {
    let said = match said.build() {
        Ok(said) if said == *model => return Ok(()),
        said => said.map_err(|error| error.to_string())?,
    };
    let known: Vec<&str> = said.rules().map(Rule::name).collect();
    let mut names = model.rules().map(Rule::name);
    let what = match names.find(|name| !known.contains(name)) {
        Some(rule) => format!("the rule {rule:?} has"),
        None if said.givens() != model.givens() => "givens have".into(),
        None => "boxes of another kind have".into(),
    };
    Err(format!("{what} no place in {form}"))
}
