//! What people would say: steps, how hard a puzzle is, why there is no grid.

use serde_json::{json, Value};
use sudoku_model::deduce::{Candidates, PathEnd, Step, Technique};
use sudoku_model::{Culprits, Digits, Limits, Model, Rating, Subject};

use crate::puzzle::{bits, cells, subject, Fault};

/// Per cell, its candidates, or its digit.
fn open(model: &Model, position: &Candidates) -> Vec<u32> {
    let open = |cell| match position.grid().get(cell) {
        Some(digit) => Digits::single(digit),
        None => position.get(cell),
    };
    model.shape().cells().map(open).map(bits).collect()
}

/// The way to the solution.
pub(crate) fn explain(model: &Model) -> Result<Value, Fault> {
    let mut position = Candidates::of_model(model)
        .map_err(|contradiction| Fault::new(format!("no solution: {contradiction}")))?;
    let start = open(model, &position);
    let path = position.clone().path(Technique::ALL);
    let mut before = start.clone();
    let mut steps = Vec::new();
    for step in &path.steps {
        let applied = position.apply(step);
        let after = open(model, &position);
        let changed = (0..after.len()).filter(|&cell| after[cell] != before[cell]);
        let changes: Vec<Value> = changed.map(|cell| json!([cell, after[cell]])).collect();
        steps.push(told(model, step, &changes));
        before = after;
        if applied.is_err() {
            break;
        }
    }
    let end = match &path.end {
        PathEnd::Solved => "solved".into(),
        PathEnd::Contradiction(contradiction) => format!("no solution: {contradiction}"),
        _ => "stuck".into(),
    };
    Ok(json!({ "start": start, "steps": steps, "end": end }))
}

fn told(model: &Model, step: &Step, changes: &[Value]) -> Value {
    let houses = step.houses.iter().chain(&step.targets);
    let houses: Vec<Value> = houses
        .map(|&house| cells(&model.cells_of(Subject::House(house))))
        .collect();
    let rules = step.rules.iter().map(|&rule| subject(model, rule));
    let place = step.place.map(|(cell, digit)| json!([cell.index(), digit]));
    let remove = step.remove.iter();
    let remove: Vec<Value> = remove
        .map(|&(cell, digits)| json!([cell.index(), bits(digits)]))
        .collect();
    json!({
        "technique": step.technique.name(),
        "text": step.to_string(),
        "cells": cells(&step.cells),
        "digits": bits(step.digits),
        "houses": houses,
        "rules": rules.collect::<Value>(),
        "place": place,
        "remove": remove,
        "changes": changes,
    })
}

/// How hard a puzzle is.
pub(crate) fn rate(model: &Model, limits: Limits) -> Result<Value, Fault> {
    let rating = model.rating(limits);
    let rating = rating.map_err(|error| Fault::new(error.to_string()))?;
    Ok(json!({ "rating": rating.to_string(), "level": level(&rating) }))
}

/// Singles, what one house or rule shows, all that is no chain, chains, guesses.
fn level(rating: &Rating) -> usize {
    match (rating.guesses(), rating.hardest()) {
        (Some(_), _) => 4,
        (None, None) => 0,
        (None, Some(hardest)) => {
            let steps = [
                Technique::HiddenSingle,
                Technique::HiddenPair,
                Technique::Jellyfish,
            ];
            steps.iter().filter(|&&step| step < hardest).count()
        }
    }
}

/// Why there is no grid.
pub(crate) fn why(model: &Model, limits: Limits) -> Result<Value, Fault> {
    let reason = model.conflict().map(|conflict| conflict.to_string());
    let (culprits, minimal) = match model.solver().limits(limits).culprits().answer {
        Culprits::Found { subjects, minimal } => (subjects, minimal),
        Culprits::None(_) => return Err(Fault::new("some grid fits")),
        Culprits::Unknown(_) => (Vec::new(), false),
    };
    let culprits = culprits.into_iter().map(|culprit| subject(model, culprit));
    let culprits: Value = culprits.collect();
    Ok(json!({ "reason": reason, "culprits": culprits, "minimal": minimal }))
}
