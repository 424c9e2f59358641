//! Finds all grids of a puzzle and writes a proof that there are no others, for `veripb` to check.
//!
//! `cargo run --release --package sudoku-model --features proof --example sudoku_prove --
//! KIND FILE DIR [ENGINE]`
//!
//! KIND is `sudoku` (a grid as text), `killer` (by cages or by colors) or `dominoes` (the first
//! puzzle in the format of su-domino-ku). Into the directory DIR go `grids.txt`, `model.opb` and
//! `proof.pbp`. The grids are checked against the rules, by code that shares nothing with the
//! search. Then `veripb DIR/model.opb DIR/proof.pbp` certifies that no other grid fits the model,
//! which is made to be read.

#[path = "common/program.rs"]
mod program;

use exactcover::proof::{self, Format, Sink};
use exactcover::{Engine, Outcome, Strategy};
use std::collections::BTreeSet;
use std::error::Error;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;
use sudoku_model::proof::Cover;
use sudoku_model::{killer, text, Model, RowLetters, Shape};

const USAGE: &str = "usage: sudoku_prove sudoku|killer|dominoes FILE DIR [ENGINE]";

struct Options {
    read: fn(&str) -> Result<Model, Box<dyn Error>>,
    file: String,
    directory: String,
    engine: Engine,
}

fn options(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut argument = |name| arguments.next().ok_or_else(|| format!("no {name}"));
    let read = match &*argument("KIND")? {
        "sudoku" => read_sudoku,
        "killer" => read_killer,
        "dominoes" => read_dominoes,
        kind => return Err(format!("no kind {kind:?}")),
    };
    let (file, directory) = (argument("FILE")?, argument("DIR")?);
    let name = arguments.next().unwrap_or_else(|| "cells".into());
    let engine = Engine::ALL.iter().find(|engine| engine.name() == name);
    let engine = *engine.ok_or_else(|| format!("no engine {name:?}"))?;
    match arguments.next() {
        Some(more) => Err(format!("unknown argument {more}")),
        None => Ok(Options {
            read,
            file,
            directory,
            engine,
        }),
    }
}

fn read_sudoku(input: &str) -> Result<Model, Box<dyn Error>> {
    let givens = text::read(input)?;
    Ok(Model::builder(givens.shape()).givens(&givens).build()?)
}

fn read_killer(input: &str) -> Result<Model, Box<dyn Error>> {
    Ok(killer::read(Shape::CLASSIC, input)?)
}

/// Their number, the dominoes (`digit cell digit cell`), and the cells of the isolated digits 1 to
/// 9.
fn read_dominoes(input: &str) -> Result<Model, Box<dyn Error>> {
    let mut words = input.split_whitespace();
    let mut word = || words.next().ok_or("the puzzle is not complete");
    let cell = |name: &str| {
        let cell = RowLetters::cell(Shape::CLASSIC, name);
        cell.ok_or_else(|| format!("{name:?} is no cell from A1 to I9"))
    };
    let mut builder = Model::builder(Shape::CLASSIC);
    for _ in 0..word()?.parse()? {
        let (digit_a, cell_a) = (word()?.parse()?, cell(word()?)?);
        let (digit_b, cell_b) = (word()?.parse()?, cell(word()?)?);
        builder.domino(cell_a, digit_a, cell_b, digit_b);
    }
    let mut singles = Vec::new();
    for digit in 1..=9 {
        let at = cell(word()?)?;
        builder.given(at, digit);
        singles.push(at);
    }
    builder.domino_tiling(singles);
    Ok(builder.build()?)
}

fn run(options: &Options, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let file = &options.file;
    let input = fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let model = (options.read)(&input).map_err(|error| format!("{file}: {error}"))?;
    let told = prove(&model, options.engine, Path::new(&options.directory));
    let told = told.map_err(|error| format!("{}: {error}", options.directory))?;
    writeln!(out, "{told}")?;
    Ok(())
}

/// Writes the files, and says what there was to prove.
fn prove(model: &Model, engine: Engine, directory: &Path) -> Result<String, Box<dyn Error>> {
    fs::create_dir_all(directory)?;
    let create = |name: &str| File::create(directory.join(name)).map(BufWriter::new);
    let cover = Cover::new(model);
    // Weights learn which houses and cages are hard; dominoes have no such favorites.
    let strategy = match model.tiling() {
        None => Strategy::Weighted,
        Some(_) => Strategy::Mrv,
    };
    let search = cover.problem().search_with(engine).strategy(strategy);
    let mut derivation = Sink::new(create("proof.pbp")?);
    let (mut grids, mut covers) = (BTreeSet::new(), 0);
    let report = search.prove(Format::VeriPb, &mut derivation, |solution| {
        covers += 1;
        grids.insert(cover.grid(solution).to_string());
        ControlFlow::Continue(())
    });
    derivation.finish()?;
    let report = report?;
    assert_eq!(report.outcome, Outcome::Exhausted, "no limit was set");

    let mut others = Vec::new();
    let mut list = String::new();
    for grid in &grids {
        let grid = text::read_as(model.shape(), grid)?;
        model.verify(&grid)?;
        others.push(cover.block(&grid));
        list += &format!("{grid}\n");
    }
    fs::write(directory.join("grids.txt"), list)?;
    let mut constraints = Sink::new(create("model.opb")?);
    let written =
        proof::Model::new(cover.problem()).write(Format::VeriPb, &others, &mut constraints);
    constraints.finish()?;
    written?;
    let (grids, nodes) = (grids.len(), report.stats.nodes);
    Ok(format!("{grids} grids in {covers} covers, {nodes} nodes"))
}

fn main() -> ExitCode {
    program::main(USAGE, options, |options, out| run(&options, out))
}
