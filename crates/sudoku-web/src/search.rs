//! What searches answer.

use serde_json::{json, Value};
use sudoku_model::text::sheet;
use sudoku_model::{ClueGenerator, KillerGenerator, Outcome, Symmetry, Unique};

use crate::human::rate;
use crate::puzzle::{grid, Fault};
use crate::Request;

pub(crate) fn unique(request: &Request) -> Result<Value, Fault> {
    let model = request.model()?;
    let report = model.solver().limits(request.limits()?).unique();
    let (answer, grids) = match &report.answer {
        Unique::None => ("none", vec![]),
        Unique::One(one) => ("one", vec![grid(one)]),
        Unique::Many(one, other) => ("many", vec![grid(one), grid(other)]),
        Unique::Unknown(found, _) => ("unknown", found.iter().map(grid).collect()),
    };
    let nodes = report.stats.nodes;
    Ok(json!({ "answer": answer, "grids": grids, "nodes": nodes }))
}

pub(crate) fn count(request: &Request) -> Result<Value, Fault> {
    let model = request.model()?;
    let most = request.number("most")?.unwrap_or(u64::MAX);
    let report = model.solver().limits(request.limits()?).count(most);
    let complete = report.outcome == Outcome::Exhausted;
    let nodes = report.stats.nodes;
    Ok(json!({ "count": report.answer, "complete": complete, "nodes": nodes }))
}

pub(crate) fn candidates(request: &Request) -> Result<Value, Fault> {
    let model = request.model()?;
    let cap = request.number("cap")?.unwrap_or(1);
    let report = model
        .solver()
        .limits(request.limits()?)
        .true_candidates(cap);
    let found = &report.answer;
    let counts = model.shape().cells().map(|cell| {
        let digits = found.get(cell).digits();
        let counts = digits.map(|digit| json!([digit, found.count(cell, digit)]));
        counts.collect::<Value>()
    });
    let complete = !matches!(report.outcome, Outcome::LimitReached(_));
    let nodes = report.stats.nodes;
    Ok(json!({ "counts": counts.collect::<Value>(), "complete": complete, "nodes": nodes }))
}

/// A killer if `cages` says how large they may be, otherwise a puzzle of givens.
pub(crate) fn generate(request: &Request) -> Result<Value, Fault> {
    let rules = request.model()?;
    let rules = rules.to_builder();
    let seed = request.number("seed")?;
    let seed = seed.ok_or_else(|| Fault::new("the request has no number 'seed'"))?;
    let symmetry = match request.text("symmetry") {
        Ok(name) => {
            let mut all = Symmetry::ALL.iter().copied();
            let named = all.find(|symmetry| symmetry.name() == name);
            named.ok_or_else(|| Fault::new(format!("no symmetry is called '{name}'")))?
        }
        Err(_) => Symmetry::None,
    };
    let limits = request.limits()?;
    let puzzle = match request.number("cages")? {
        Some(most) => KillerGenerator::new(&rules, seed)
            .cage_sizes(2..=usize::try_from(most).unwrap_or(usize::MAX))
            .symmetric(symmetry == Symmetry::HalfTurn)
            .limits(limits)
            .generate(),
        None => ClueGenerator::new(&rules, seed)
            .symmetry(symmetry)
            .limits(limits)
            .generate(),
    };
    let puzzle = puzzle.map_err(|error| Fault::new(error.to_string()))?;
    let sheet = sheet::write(&puzzle.model).map_err(|error| Fault::new(error.to_string()))?;
    let mut reply = rate(&puzzle.model, request.limits()?)?;
    reply["sheet"] = sheet.into();
    reply["nodes"] = puzzle.stats.nodes.into();
    Ok(reply)
}
