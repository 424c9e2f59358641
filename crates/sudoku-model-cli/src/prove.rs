//! `prove`: all grids of a puzzle, and a proof for others to check that these are all.

use crate::puzzles;
use clap::ArgMatches;
use cli_manners::args::{flag, given, value};
use cli_manners::interrupt::Interrupt;
use cli_manners::json::Object;
use cli_manners::limits::{self, obstacle};
use cli_manners::staging::Staging;
use cli_manners::{Failure, Verdict};
use exactcover::proof::{self, Format};
use exactcover::{Engine, Limit, Outcome, Report};
use std::collections::BTreeMap;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use sudoku_model::proof::Cover;
use sudoku_model::{Backend, Grid, Model, Strategy};

pub(crate) fn run(matches: &ArgMatches, out: &mut impl Write) -> Result<Verdict, Failure> {
    let entry = puzzles::one(matches)?;
    let model = entry.model()?;
    if !Backend::COVER.fits(&model) {
        let message = format!("{entry}: a rule has too many sums or states for a proof");
        return Err(Failure::Input(message));
    }
    let interrupt = Interrupt::catch();
    let directory: PathBuf = given(matches, "output");
    let staging = Staging::new("-o", &directory)?;
    let report = write_all(matches, &model, &staging, &interrupt)?;
    let (grids, nodes) = (report.answer, report.stats.nodes);
    let proved = report.outcome == Outcome::Exhausted;
    if proved {
        staging.publish()?;
    }
    let why = obstacle(report.outcome);
    if flag(matches, "json") {
        let object = entry.json("prove").raw("solutions", grids);
        let object = object.raw("complete", proved).raw("nodes", nodes);
        let object: Object = object.text_or_null("stopped_by", why.map(|(_, option)| option));
        writeln!(out, "{object}")?;
    } else {
        match why {
            Some((why, _)) => writeln!(out, "unknown: {why} after {grids} grids, no proof")?,
            None => writeln!(out, "{grids}: proved in {}", directory.display())?,
        }
    }
    Ok(match report.outcome {
        Outcome::LimitReached(Limit::Cancelled) => interrupt.verdict(),
        Outcome::LimitReached(_) => Verdict::Incomplete,
        Outcome::Exhausted | Outcome::Stopped => Verdict::Yes,
    })
}

/// Searches, and writes all that makes the proof; the answer is the number of grids.
fn write_all(
    matches: &ArgMatches,
    model: &Model,
    staging: &Staging<'_>,
    interrupt: &Interrupt,
) -> Result<Report<usize>, Failure> {
    let cover = Cover::new(model);
    // Weights learn which houses and cages are hard; dominoes have no such favorites.
    let strategy = match model.tiling() {
        None => Strategy::Weighted,
        Some(_) => Strategy::Mrv,
    };
    let engine: Engine = given(matches, "engine");
    let (nodes, time) = (value(matches, "limit-nodes"), value(matches, "limit-time"));
    let search = cover.problem().search_with(engine).strategy(strategy);
    let search = search.limits(limits::from_now(nodes, time, interrupt));
    let mut grids = BTreeMap::new();
    let report = staging.fill("proof.pbp", |derivation| {
        search.prove(Format::VeriPb, derivation, |solution| {
            let grid: Grid = cover.grid(solution);
            grids.insert(grid.to_string(), grid);
            ControlFlow::Continue(())
        })
    })?;
    let mut list = staging.create("grids.txt")?;
    let mut others = Vec::new();
    for (line, grid) in &grids {
        let checked = model.verify(grid);
        checked.map_err(|broken| Failure::Input(format!("a wrong grid was found: {broken}")))?;
        others.push(cover.block(grid));
        writeln!(list, "{line}").map_err(|error| staging.failure("grids.txt", error))?;
    }
    list.flush()
        .map_err(|error| staging.failure("grids.txt", error))?;
    staging.fill("model.opb", |constraints| {
        proof::Model::new(cover.problem()).write(Format::VeriPb, &others, constraints)
    })?;
    Ok(report.map(|()| grids.len()))
}
