//! Puzzles: read, written, looked at, and what is wrong with them.

use serde_json::{json, Value};
use sudoku_model::text::{self, iss, links, sheet, Form, Style};
use sudoku_model::{
    killer, Cell, Digits, Fault as Wrong, Grid, HouseKind, KillerError, Model, ModelError, Shape,
    Subject, TextError,
};
use sudoku_svg::{Picture, Theme};

use crate::Request;

/// What is wrong, and where.
#[derive(Debug)]
pub(crate) struct Fault {
    message: String,
    /// The line of the sheet, from 1.
    line: Option<usize>,
    cells: Vec<Cell>,
}

impl Fault {
    pub(crate) fn new(message: impl Into<String>) -> Fault {
        Fault {
            message: message.into(),
            line: None,
            cells: Vec::new(),
        }
    }

    pub(crate) fn json(&self) -> Value {
        json!({ "message": self.message, "line": self.line, "cells": cells(&self.cells) })
    }
}

impl From<TextError> for Fault {
    fn from(error: TextError) -> Fault {
        Fault {
            line: Some(error.place.line),
            ..Fault::new(error.kind.to_string())
        }
    }
}

impl From<KillerError> for Fault {
    fn from(error: KillerError) -> Fault {
        Fault {
            line: Some(error.place.line),
            ..Fault::new(error.kind.to_string())
        }
    }
}

impl From<ModelError> for Fault {
    fn from(error: ModelError) -> Fault {
        let cells = match &error.fault {
            Wrong::GivenTwice { cells, .. } => cells.to_vec(),
            Wrong::Said { cells, .. } => cells.clone(),
            _ => error.cell().into_iter().collect(),
        };
        Fault {
            cells,
            ..Fault::new(error.to_string())
        }
    }
}

/// Cells as numbers.
pub(crate) fn cells(cells: &[Cell]) -> Value {
    cells.iter().map(|cell| cell.index()).collect()
}

/// The digits of a grid, 0 for empty cells.
pub(crate) fn grid(grid: &Grid) -> Value {
    let shape = grid.shape();
    let digits = shape.cells().map(|cell| grid.get(cell).unwrap_or(0));
    digits.collect()
}

/// The model of a sheet without faults.
pub(crate) fn model(text: &str) -> Result<Model, Fault> {
    let (model, faults) = forgiving(text)?;
    match faults.into_iter().next() {
        Some(fault) => Err(fault),
        None => Ok(model),
    }
}

/// The model of all lines but those that are wrong by themselves or beside the lines before them.
///
/// Where all is well it is built once, otherwise O(log l) times for each fault in l lines.
fn forgiving(text: &str) -> Result<(Model, Vec<Fault>), Fault> {
    let lines: Vec<&str> = text.lines().collect();
    let mut kept: Vec<usize> = (0..lines.len()).collect();
    let mut faults = Vec::new();
    loop {
        let build = |kept: &[usize]| -> Result<Model, Fault> {
            let lines: Vec<&str> = kept.iter().map(|&line| lines[line]).collect();
            Ok(sheet::read(&lines.join("\n"))?.build()?)
        };
        let mut wrong = match build(&kept) {
            Ok(model) => return Ok((model, faults)),
            Err(fault) => fault,
        };
        // The first line with which it fails: more lines do not mend it.
        let (mut good, mut bad) = (0, kept.len());
        while bad - good > 1 {
            let middle = (good + bad) / 2;
            match build(&kept[..middle]) {
                Ok(_) => good = middle,
                Err(fault) => (bad, wrong) = (middle, fault),
            }
        }
        if good == 0 {
            return Err(Fault {
                line: Some(1),
                ..wrong
            });
        }
        wrong.line = Some(kept.remove(good) + 1);
        faults.push(wrong);
    }
}

/// The puzzle of a text in any form, as a sheet.
pub(crate) fn read(text: &str) -> Result<Value, Fault> {
    let model = read_model(text)?;
    let sheet = sheet::write(&model).map_err(|error| Fault::new(error.to_string()))?;
    Ok(json!({ "sheet": sheet }))
}

fn read_model(text: &str) -> Result<Model, Fault> {
    let builder = match Form::of(text) {
        Form::Sheet => sheet::read(text)?,
        Form::Link => links::read(text)?,
        Form::Iss => iss::read(text)?,
        Form::Cages => return Ok(killer::read_cages(Shape::CLASSIC, text)?),
        Form::Colors => {
            let side = text.split_whitespace().next().map_or(0, str::len);
            let shape = Shape::with_side(side).unwrap_or(Shape::CLASSIC);
            return Ok(killer::read_colors(shape, text)?);
        }
        _ => {
            let grid = text::read(text)?;
            return Ok(Model::builder(grid.shape()).givens(&grid).build()?);
        }
    };
    Ok(builder.build()?)
}

/// A puzzle in some form.
pub(crate) fn write(model: &Model, form: &str) -> Result<Value, Fault> {
    let text = match form {
        "sheet" => sheet::write(model),
        "grid" => Ok(text::write(model.givens(), Style::Line)),
        "iss" => iss::write(model),
        "f-puzzles" => links::fpuzzles(model),
        "sudokupad" => links::sudokupad(model),
        other => return Err(Fault::new(format!("no form is called '{other}'"))),
    };
    let text = text.map_err(|error| Fault::new(error.to_string()))?;
    Ok(json!({ "text": text }))
}

/// The picture of a puzzle, with digits beside the givens.
pub(crate) fn draw(request: &Request) -> Result<Value, Fault> {
    let model = request.model()?;
    let mut digits = Grid::empty(model.shape());
    let list = request.0.get("digits").and_then(Value::as_array);
    for (cell, digit) in model.shape().cells().zip(list.into_iter().flatten()) {
        let digit = digit.as_u64().and_then(|digit| u8::try_from(digit).ok());
        digits.set(
            cell,
            digit.filter(|&digit| model.shape().digits().has(digit)),
        );
    }
    let picture = Picture::new(&model).theme(theme(request)?).digits(&digits);
    Ok(json!({ "svg": picture.svg() }))
}

fn theme(request: &Request) -> Result<Theme, Fault> {
    let name = request.text("theme").unwrap_or("light");
    let theme = Theme::ALL.iter().find(|theme| theme.0 == name);
    let theme = theme.ok_or_else(|| Fault::new(format!("no theme is called '{name}'")))?;
    Ok(theme.1)
}

/// What a board is like, and the picture of its rules.
pub(crate) fn look(request: &Request) -> Result<Value, Fault> {
    let (model, faults) = forgiving(request.text("sheet")?)?;
    let shape = model.shape();
    let mut regions = vec![Value::Null; shape.cell_count()];
    let mut extra = Vec::new();
    for house in model.houses() {
        match house.kind() {
            HouseKind::Box(number) | HouseKind::Jigsaw(number) => {
                for cell in house.cells() {
                    regions[cell.index()] = number.into();
                }
            }
            HouseKind::Region(_) => extra.push(cells(house.cells())),
            _ => {}
        }
    }
    // The page writes the givens itself, also those that are wrong.
    let ruled = model.to_builder().remove_givens().build()?;
    let svg = Picture::new(&ruled).theme(theme(request)?).svg();
    let rules: Vec<Value> = model.rules().map(|rule| cells(&rule.cells())).collect();
    let faults: Vec<Value> = faults.iter().map(Fault::json).collect();
    Ok(json!({
        "rows": shape.row_count(),
        "columns": shape.column_count(),
        "digits": shape.digits().digits().collect::<Vec<u8>>(),
        "box": [shape.box_width(), shape.box_height()],
        "regions": regions,
        "extra": extra,
        "rules": rules,
        "faults": faults,
        "svg": svg,
        "words": sheet::words().collect::<Vec<_>>(),
    }))
}

/// A subject in words, with its cells, and where its rule is among all of them.
pub(crate) fn subject(model: &Model, subject: Subject) -> Value {
    let rule = match subject {
        Subject::Rule { name, number } => {
            let rules = model.rules().enumerate();
            let mut same = rules.filter(|(_, rule)| rule.name() == name);
            same.nth(number).map(|(place, _)| place)
        }
        _ => None,
    };
    let text = match subject {
        Subject::Cell(cell) => match model.givens().get(cell) {
            Some(digit) => format!("{digit} in {cell}"),
            None => cell.to_string(),
        },
        other => other.to_string(),
    };
    json!({ "text": text, "rule": rule, "cells": cells(&model.cells_of(subject)) })
}

/// A set of digits as bits.
pub(crate) fn bits(digits: Digits) -> u32 {
    digits.bits()
}
