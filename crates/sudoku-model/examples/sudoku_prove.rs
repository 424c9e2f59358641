//! Finds all grids of a puzzle and writes a proof that there are no others, for `veripb` to check.
//!
//! `cargo run --release --package sudoku-model --features proof --example sudoku_prove --
//! KIND FILE DIR [ENGINE]`
//!
//! KIND is `sudoku` (a grid as text), `killer` (by cages or by colors) or `dominoes` (the first puzzle in
//! the format of su-domino-ku). Into the directory DIR go `grids.txt`, `model.opb` and `proof.pbp`. The
//! grids are checked against the rules, by code that shares nothing with the search. Then `veripb
//! DIR/model.opb DIR/proof.pbp` certifies that no other grid fits the model, which is made to be read.

#[path = "../tests/common/dominoes.rs"]
mod dominoes;

use exactcover::proof::{self, Format, Sink};
use exactcover::{Engine, Outcome, Strategy};
use std::collections::BTreeSet;
use std::error::Error;
use std::fs::{self, File};
use std::io::BufWriter;
use std::ops::ControlFlow;
use std::path::Path;
use sudoku_model::proof::Cover;
use sudoku_model::{killer, text, Model, Shape};

const USAGE: &str = "usage: sudoku_prove sudoku|killer|dominoes FILE DIR [ENGINE]";

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (kind, file, directory, engine) = match &arguments[..] {
        [kind, file, directory] => (kind, file, directory, "cells"),
        [kind, file, directory, engine] => (kind, file, directory, &**engine),
        _ => return Err(USAGE.into()),
    };
    let mut engines = Engine::ALL.iter();
    let engine = *engines.find(|known| known.name() == engine).ok_or(USAGE)?;
    let input = fs::read_to_string(file)?;
    let model = match &**kind {
        "sudoku" => {
            let givens = text::read(&input)?;
            Model::builder(givens.shape()).givens(&givens).build()?
        }
        "killer" => killer::read(Shape::CLASSIC, &input)?,
        "dominoes" => match dominoes::Dominoes::read(&input).first() {
            Some(puzzle) => puzzle.model(),
            None => return Err("no puzzle".into()),
        },
        _ => return Err(USAGE.into()),
    };
    prove(&model, engine, Path::new(directory))
}

fn prove(model: &Model, engine: Engine, directory: &Path) -> Result<(), Box<dyn Error>> {
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
    println!(
        "{} grids in {covers} covers, {} nodes",
        grids.len(),
        report.stats.nodes
    );
    Ok(())
}
