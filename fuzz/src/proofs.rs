//! Proofs of every engine for problems of any kind, read by the checker of the tests, which shares
//! nothing with what writes them; and the same proofs with a few bytes changed.

use crate::calls::Sketch;
use crate::checker::{Assignment, Database};
use crate::oracle::{self, Found};
use arbitrary::{Arbitrary, Unstructured};
use core::ops::ControlFlow;
use exactcover::proof::{Block, Format, Model};
use exactcover::{Engine, Outcome, Problem, Search, Strategy, Ties};
use std::collections::BTreeSet;

#[derive(Arbitrary, Clone, Copy, Debug)]
struct Setup {
    engine: u8,
    strategy: u8,
    ties: u8,
    drat: bool,
    /// Which solution is not left out of the model.
    hidden: u8,
}

/// A change of one line: which one, and what becomes of it.
#[derive(Arbitrary, Clone, Copy, Debug)]
struct Change {
    line: u16,
    at: u8,
    what: u8,
}

/// Problems, their proofs, and what is left of them after changes.
pub(crate) fn proof(data: &[u8]) {
    let mut input = Unstructured::new(data);
    let problem = match input.arbitrary::<Sketch>() {
        Ok(sketch) => sketch.problem(),
        Err(_) => return,
    };
    let all = match oracle::solutions(&problem, 200) {
        Some(all) => all,
        None => return,
    };
    let mut rounds = 0;
    while let (true, Ok(setup)) = (rounds < 12, input.arbitrary::<Setup>()) {
        rounds += 1;
        prove(&problem, &all, setup, &mut input);
        if input.is_empty() {
            return;
        }
    }
}

fn search(problem: &Problem<usize>, setup: Setup) -> Search<'_, usize> {
    let engine = match usize::from(setup.engine) % (Engine::ALL.len() + 1) {
        0 => Engine::AUTO,
        k => Engine::ALL[k - 1],
    };
    let strategy =
        [Strategy::Mrv, Strategy::Weighted, Strategy::Restarts][usize::from(setup.strategy % 3)];
    let ties = match setup.ties % 4 {
        0 => Ties::First,
        1 => Ties::Last,
        _ => Ties::Random(setup.ties.into()),
    };
    problem.search_with(engine).strategy(strategy).ties(ties)
}

fn prove(
    problem: &Problem<usize>,
    all: &BTreeSet<Found>,
    setup: Setup,
    input: &mut Unstructured<'_>,
) {
    let format = if setup.drat {
        Format::Drat
    } else {
        Format::VeriPb
    };
    let (mut text, mut found) = (String::new(), Vec::new());
    let report = search(problem, setup).prove(format, &mut text, |solution| {
        let mut options = solution.options().to_vec();
        options.sort_unstable();
        found.push(options);
        ControlFlow::Continue(())
    });
    let report = report.expect("a string takes everything");
    assert_eq!(report.outcome, Outcome::Exhausted);
    let distinct: BTreeSet<Found> = found.iter().cloned().collect();
    assert_eq!((distinct.len(), &distinct), (found.len(), all));

    let model = model(problem, format, &found);
    let checked = check(format, &model, &text);
    assert_eq!(checked, Ok(()), "{format:?}\n{model}\n{text}");
    // One solution is left in the model: nothing proves that there is none.
    let open = (!found.is_empty()).then(|| {
        let mut others = found.clone();
        others.remove(usize::from(setup.hidden) % found.len());
        self::model(problem, format, &others)
    });
    if let Some(open) = &open {
        assert!(check(format, open, &text).is_err(), "{open}\n{text}");
    }
    for _ in 0..6 {
        let change = match input.arbitrary::<Change>() {
            Ok(change) if !input.is_empty() => change,
            _ => return,
        };
        // Whatever a changed proof says, it must not be believed if it is wrong.
        let changed = changed(&text, change);
        let _ = check(format, &model, &changed);
        if let Some(open) = &open {
            assert!(check(format, open, &changed).is_err(), "{open}\n{changed}");
        }
        // A changed model that the proof still fits has no solution.
        let changed = self::changed(&model, change);
        if check(format, &changed, &text).is_ok() {
            let database = Database::model(format, &changed).expect("it was read");
            assert!(
                is_unsatisfiable(&database, database.assume([])),
                "{changed}\n{text}"
            );
        }
    }
}

fn model(problem: &Problem<usize>, format: Format, found: &[Found]) -> String {
    let blocked: Vec<Block> = found.iter().cloned().map(Block::AllOf).collect();
    let mut model = String::new();
    let written = Model::new(problem).write(format, &blocked, &mut model);
    written.expect("a string takes everything");
    model
}

fn check(format: Format, model: &str, proof: &str) -> Result<(), String> {
    Database::model(format, model)?.check(format, proof)
}

/// Whether no assignment satisfies what is given, by trying them.
fn is_unsatisfiable(database: &Database, mut known: Assignment) -> bool {
    if !database.propagate(&mut known) {
        return true;
    }
    let open = (1..known.len()).find(|&variable| known[variable].is_none());
    open.is_some_and(|variable| {
        [false, true].into_iter().all(|value| {
            let mut known = known.clone();
            known[variable] = Some(value);
            is_unsatisfiable(database, known)
        })
    })
}

/// The text with one of its lines dropped, repeated, moved, or with a byte changed.
fn changed(text: &str, change: Change) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    if lines.is_empty() {
        return String::new();
    }
    let k = usize::from(change.line) % lines.len();
    let other = usize::from(change.at) % lines.len();
    let byte = usize::from(change.at) % lines[k].len().max(1);
    match change.what % 8 {
        0 => drop(lines.remove(k)),
        1 => lines.insert(other, lines[k].clone()),
        2 => lines.swap(k, other),
        3 => lines.truncate(k),
        // All lines are ASCII.
        4 if !lines[k].is_empty() => drop(lines[k].remove(byte)),
        5 => lines[k].insert(
            byte,
            char::from(b" ~-0123456789x>=;d"[usize::from(change.what / 8) % 18]),
        ),
        6 if !lines[k].is_empty() => {
            let digit = char::from(b'0' + change.what / 8 % 10).to_string();
            lines[k].replace_range(byte..=byte, &digit);
        }
        _ => {
            // One of its words is gone.
            let mut words: Vec<&str> = lines[k].split(' ').collect();
            words.remove(usize::from(change.at) % words.len());
            lines[k] = words.join(" ");
        }
    }
    lines.join("\n") + "\n"
}
