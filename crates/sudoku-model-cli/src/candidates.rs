//! `candidates`: the digits of every cell that occur in some grid.

use crate::puzzles::{self, worse, Entry};
use clap::ArgMatches;
use cli_manners::args::{flag, given, value};
use cli_manners::interrupt::Interrupt;
use cli_manners::json::array;
use cli_manners::limits::{self, obstacle};
use cli_manners::{Failure, Verdict};
use std::io::Write;
use sudoku_model::deduce::Candidates;
use sudoku_model::{Backend, Limit, Model, Outcome, Report, TrueCandidates};

pub(crate) fn run(matches: &ArgMatches, out: &mut impl Write) -> Result<Verdict, Failure> {
    let entries = puzzles::read(matches)?;
    let interrupt = Interrupt::catch();
    let cap: Option<u64> = value(matches, "limit");
    let backend: Option<Backend> = given(matches, "backend");
    let backend = backend.unwrap_or(Backend::AUTO);
    let mut verdict = Verdict::Yes;
    for entry in &entries {
        let (nodes, time) = (value(matches, "limit-nodes"), value(matches, "limit-time"));
        let limits = limits::from_now(nodes, time, &interrupt);
        let found = match entry.puzzle.model() {
            Ok(model) if !backend.fits(&model) => {
                let name = backend.name();
                let message = format!("{entry}: the backend {name} is not for this board");
                return Err(Failure::Input(message));
            }
            Ok(model) => {
                let solver = model.solver_with(backend).limits(limits);
                let report = solver.true_candidates(cap.unwrap_or(1));
                Ok((model, report))
            }
            Err(error) => Err(error.to_string()),
        };
        let none = match &found {
            Ok((model, report)) => model
                .shape()
                .cells()
                .all(|cell| report.answer.get(cell).is_empty()),
            Err(_) => true,
        };
        let outcome = found
            .as_ref()
            .map_or(Outcome::Exhausted, |(_, report)| report.outcome);
        let ended = match outcome {
            Outcome::LimitReached(Limit::Cancelled) => interrupt.verdict(),
            Outcome::LimitReached(_) => Verdict::Incomplete,
            _ if none => Verdict::No,
            _ => Verdict::Yes,
        };
        verdict = worse(verdict, ended);
        if flag(matches, "json") {
            writeln!(out, "{}", json(entry, found.as_ref().ok(), cap))?;
        } else {
            let text = match (&found, obstacle(outcome)) {
                (Err(reason), _) => format!("none: {reason}"),
                (Ok((model, _)), None) if none => match model.conflict() {
                    Some(conflict) => format!("none: {conflict}"),
                    None => "none".into(),
                },
                (Ok((model, report)), None) => told(model, &report.answer, cap),
                (Ok((model, report)), Some((why, _))) => {
                    format!(
                        "{}\nunknown which others: {why}",
                        told(model, &report.answer, cap)
                    )
                }
            };
            puzzles::print(out, entry, entries.len() > 1, &text)?;
        }
        if matches!(verdict, Verdict::Interrupted(_)) {
            break;
        }
    }
    Ok(verdict)
}

/// The board with the candidates; or, with numbers of grids, a line a cell.
fn told(model: &Model, found: &TrueCandidates, cap: Option<u64>) -> String {
    let Some(cap) = cap else {
        return board(model, found);
    };
    let cells = model.shape().cells().map(|cell| {
        let digits = found.get(cell).digits().map(|digit| {
            let count = found.count(cell, digit);
            let more = if count == cap { " or more" } else { "" };
            format!("{digit} in {count}{more}")
        });
        format!("{cell}: {}", digits.collect::<Vec<_>>().join(", "))
    });
    cells.collect::<Vec<_>>().join("\n")
}

fn board(model: &Model, found: &TrueCandidates) -> String {
    let shape = model.shape();
    // Digits that were found contradict nothing.
    let Ok(mut board) = Candidates::of_model(model) else {
        return String::new();
    };
    for cell in shape
        .cells()
        .filter(|&cell| model.givens().get(cell).is_none())
    {
        let others = shape.digits() - found.get(cell);
        if board.remove(cell, others).is_err() {
            return String::new();
        }
    }
    board.to_string()
}

fn json(
    entry: &Entry,
    found: Option<&(Model, Report<TrueCandidates>)>,
    cap: Option<u64>,
) -> String {
    let object = entry.json("candidates");
    let Some((model, report)) = found else {
        return object
            .raw("candidates", "null")
            .raw("complete", true)
            .to_string();
    };
    let cells = |of: &dyn Fn(sudoku_model::Cell, u8) -> u64| {
        array(model.shape().cells().map(|cell| {
            let digits = report.answer.get(cell).digits();
            array(digits.map(|digit| of(cell, digit)))
        }))
    };
    let why = obstacle(report.outcome).map(|(_, option)| option);
    let mut object = object
        .raw("candidates", cells(&|_, digit| digit.into()))
        .raw("complete", why.is_none())
        .text_or_null("stopped_by", why);
    if cap.is_some() {
        object = object.raw(
            "counts",
            cells(&|cell, digit| report.answer.count(cell, digit)),
        );
    }
    object.to_string()
}
