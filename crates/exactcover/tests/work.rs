//! How much every engine works for known answers: choices, updates and depth, as `work.tsv` has
//! them.
//!
//! They are the same on every machine, so they show what a clock cannot: a search that finds the
//! same solutions with more effort. A change that means to change nothing leaves the table as it
//! is; `EXACTCOVER_WRITE_WORK=1 cargo test -p exactcover --test work` writes it anew for one that
//! does.

use exactcover::{format, Engine, Problem, Strategy, Ties};
use std::fs;

const INSTANCES: [&str; 12] = [
    "domino6x6",
    "edge6x6b",
    "langford8",
    "langford9",
    "mutil6x6",
    "pent3x20",
    "queens8",
    "qwh20-165",
    "sud16-poj3076",
    "sud9-escargot",
    "sud9-norvig0",
    "sud9-platinum",
];

const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/work.tsv");

fn problem(name: &str) -> Problem<usize> {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/dlx");
    let text = fs::read_to_string(format!("{directory}/{name}.dlx"));
    format::read(&text.expect("the file is there"))
        .expect("a valid problem")
        .problem
}

/// The strategies that make a difference to the engine: `rows` and `masks` leave weights to
/// `cells`.
fn strategies(engine: Engine) -> &'static [Strategy] {
    match engine.name() {
        "links" | "cells" | "tallies" => &[Strategy::Mrv, Strategy::Weighted, Strategy::Restarts],
        _ => &[Strategy::Mrv],
    }
}

/// How the instance is searched; those that take long, in one way alone.
fn settings(name: &str, engine: Engine) -> Vec<(Strategy, Ties)> {
    // In `pent3x20` an option meets too many others for clauses to be of use.
    match (name, engine.name()) {
        ("pent3x20", "learn") => return Vec::new(),
        ("pent3x20" | "edge6x6b", _) => return vec![(Strategy::Mrv, Ties::First)],
        _ => {}
    }
    let both = [Ties::First, Ties::Random(1)];
    let pairs = strategies(engine).iter();
    pairs
        .flat_map(|&strategy| both.map(|ties| (strategy, ties)))
        .collect()
}

#[test]
fn every_engine_works_as_much_as_it_did() {
    let mut table = String::from("instance\tengine\tstrategy\tties\tnodes\tupdates\tdepth\n");
    for name in INSTANCES {
        let problem = problem(name);
        for &engine in Engine::ALL {
            for (strategy, ties) in settings(name, engine) {
                let search = problem.search_with(engine).strategy(strategy).ties(ties);
                let stats = search.count().stats;
                table += &format!(
                    "{name}\t{}\t{strategy:?}\t{ties:?}\t{}\t{}\t{}\n",
                    engine.name(),
                    stats.nodes,
                    stats.updates,
                    stats.max_depth,
                );
            }
        }
    }
    if std::env::var_os("EXACTCOVER_WRITE_WORK").is_some() {
        fs::write(TABLE, &table).expect("the table can be written");
    }
    let expected = fs::read_to_string(TABLE).expect("the table is there");
    for (line, expected) in table.lines().zip(expected.lines()) {
        assert_eq!(line, expected);
    }
    assert_eq!(table.lines().count(), expected.lines().count());
}
