//! One contract, every engine: named instances with known counts, under every setting.

use exactcover::{format, Engine, Limits, OptionId, Outcome, Problem, Strategy, Ties};
use std::collections::BTreeSet;
use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;

type Setting = (Strategy, Ties);

/// Where an option meets too many others for learning to be of use, it finds some solutions; that
/// these are not all is left to the other engines.
const DENSE: [&str; 7] = [
    "langford11",
    "pent3x20",
    "pent6x10s",
    "planted60",
    "planted90",
    "soma",
    "wordrect4x5",
];
const SOME: u128 = 100;

const DEFAULT_SETTING: [Setting; 1] = [(Strategy::Mrv, Ties::First)];
const EVERY_SETTING: [Setting; 6] = [
    (Strategy::Mrv, Ties::First),
    (Strategy::Mrv, Ties::Last),
    (Strategy::Mrv, Ties::Random(1)),
    (Strategy::Weighted, Ties::Last),
    (Strategy::Weighted, Ties::Random(1)),
    (Strategy::Restarts, Ties::First),
];

/// A row of `testdata/counts.tsv`, where `-` stands for what is not known.
struct Instance {
    name: &'static str,
    primary: usize,
    secondary: usize,
    options: usize,
    entries: usize,
    count: Option<u128>,
    kind: &'static str,
    /// Choices of a full search with `Strategy::Mrv` and `Ties::First`.
    nodes: Option<u64>,
    /// The same for an engine that makes all choices at once that are forced at the same time:
    /// others in the chains that end dead.
    batched: Option<u64>,
}

fn instances() -> impl Iterator<Item = Instance> {
    let table = include_str!("../../../testdata/counts.tsv");
    table.lines().skip(1).map(|line| {
        let row: Vec<&str> = line.split('\t').collect();
        let number = |column: usize| row[column].parse().expect("a number");
        Instance {
            name: row[0],
            primary: number(2),
            secondary: number(3),
            options: number(4),
            entries: number(5),
            count: row[6].parse().ok(),
            kind: row[7],
            nodes: row[8].parse().ok(),
            batched: row[9].parse().ok(),
        }
    })
}

fn instance(name: &str) -> Instance {
    instances()
        .find(|instance| instance.name == name)
        .expect("counts.tsv has the instance")
}

fn directory() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/dlx"))
}

fn text(name: &str) -> String {
    fs::read_to_string(directory().join(name).with_extension("dlx")).expect("the file is there")
}

fn problem(name: &str) -> Problem<usize> {
    format::read(&text(name))
        .unwrap_or_else(|error| panic!("{name}.dlx:{error}"))
        .problem
}

fn engines() -> impl Iterator<Item = Engine> {
    Engine::ALL.iter().copied().chain([Engine::AUTO])
}

/// Searches the whole tree and compares the count, the set of solutions (each verified) and,
/// where the order of the choices is defined, the nodes.
fn check(name: &str, settings: &[Setting]) {
    let problem = problem(name);
    let expected = instance(name);
    let count = expected.count.expect("a known count");
    let mut reference: Option<BTreeSet<Vec<OptionId>>> = None;
    for engine in engines() {
        for &(strategy, ties) in settings {
            if engine.name() == "learn" && strategy != Strategy::Mrv {
                // Strategies make no difference to it.
                continue;
            }
            let case = format!("{name}, {engine:?}, {strategy:?}, {ties:?}");
            let mut found = BTreeSet::new();
            let mut search = problem.search_with(engine).strategy(strategy).ties(ties);
            let some = engine.name() == "learn" && DENSE.contains(&name);
            if some {
                search = search.limits(Limits::none().solutions(SOME.min(count / 2)));
            }
            let report = search.run(|solution| {
                problem
                    .verify(solution.options())
                    .unwrap_or_else(|violation| panic!("{case}: {violation}"));
                let mut options = solution.options().to_vec();
                options.sort_unstable();
                assert!(found.insert(options), "{case}: a solution comes twice");
                ControlFlow::Continue(())
            });
            if some {
                assert_eq!(found.len() as u128, SOME.min(count / 2), "{case}");
                let reference = reference.as_ref().expect("another engine came first");
                assert!(found.is_subset(reference), "{case}: wrong solutions");
                continue;
            }
            assert_eq!(report.outcome, Outcome::Exhausted, "{case}");
            assert_eq!(report.stats.solutions, count, "{case}");
            assert_eq!(found.len() as u128, count, "{case}");
            if (strategy, ties) == (Strategy::Mrv, Ties::First) {
                let nodes = match engine.name() {
                    "auto" => Some(report.stats.nodes),
                    "links" | "cells" | "tallies" => expected.nodes,
                    // It has left the problem to cells.
                    "masks" if expected.primary > 128 || expected.kind == "xcc" => expected.nodes,
                    // It searches no tree; `learn.rs` has its numbers.
                    "learn" => Some(report.stats.nodes),
                    _ => expected.batched,
                };
                assert_eq!(Some(report.stats.nodes), nodes, "{case}: nodes");
            }
            match &reference {
                None => reference = Some(found),
                Some(reference) => assert!(*reference == found, "{case}: other solutions"),
            }
        }
    }
}

/// Makes a test of each instance, for every engine under the settings named before the arrow.
macro_rules! engine_matrix {
    ($($settings:ident => $($test:ident: $name:literal),+;)+) => {
        $($(
            #[test]
            fn $test() {
                engine_matrix!(@$settings $name);
            }
        )+)+
    };
    (@every_setting $name:literal) => { check($name, &EVERY_SETTING) };
    (@default_setting $name:literal) => { check($name, &DEFAULT_SETTING) };
}

engine_matrix! {
    every_setting =>
        queens8: "queens8",
        queens10: "queens10",
        langford7: "langford7",
        langford8: "langford8",
        langford9: "langford9",
        dominoes_6x6: "domino6x6",
        mutilated_6x6: "mutil6x6",
        sudoku9_17_clues: "sud9-clue17",
        sudoku9_escargot: "sud9-escargot",
        sudoku9_platinum: "sud9-platinum",
        sudoku9_without_a_solution: "sud9-norvig0",
        sudoku16: "sud16-poj3076",
        quasigroup_20: "qwh20-165",
        word_rectangles_4x5: "wordrect4x5";
    default_setting =>
        queens12: "queens12",
        langford11: "langford11",
        soma: "soma",
        mutilated_8x8: "mutil8x8",
        edge_matching_5x5: "edge5x5",
        planted60: "planted60",
        planted90: "planted90",
        edge_matching_6x6: "edge6x6b",
        pentominoes_3x20: "pent3x20";
}

#[test]
#[ignore = "about half a minute in release"]
fn larger_instances() {
    for name in ["planted120", "qwh30-300", "pent6x10s"] {
        check(name, &DEFAULT_SETTING);
    }
}

#[test]
fn first_solutions_of_boards_with_too_many_to_count() {
    for name in ["domino8x8", "domino10x10", "domino14x14"] {
        let problem = problem(name);
        for engine in engines() {
            let search = problem.search_with(engine);
            let solution = search.first().answer.found().expect("a solution");
            assert_eq!(
                problem.verify(solution.options()),
                Ok(()),
                "{name}, {engine:?}"
            );
        }
    }
}

#[test]
fn every_file_is_in_the_table_with_its_dimensions() {
    let mut names: Vec<String> = fs::read_dir(directory())
        .expect("the directory is there")
        .map(|entry| entry.expect("an entry").path())
        .map(|path| {
            path.file_stem()
                .expect("a name")
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort_unstable();
    let table: Vec<&str> = instances().map(|instance| instance.name).collect();
    assert_eq!(names, table);
    for expected in instances() {
        let problem = problem(expected.name);
        let primary = problem.items().filter(|&i| problem.is_primary(i)).count();
        let entries: usize = problem.options().map(|o| problem.entries(o).len()).sum();
        assert_eq!(
            (
                primary,
                problem.item_count() - primary,
                problem.option_count(),
                entries
            ),
            (
                expected.primary,
                expected.secondary,
                expected.options,
                expected.entries
            ),
            "{}",
            expected.name
        );
    }
}

/// Some engines take them, with the nodes of the table.
#[test]
fn instances_with_multiplicities() {
    let with = instances().filter(|instance| instance.kind == "mcc");
    for Instance {
        name, count, nodes, ..
    } in with
    {
        let problem = problem(name);
        let takers = Engine::ALL.iter();
        for engine in takers.filter(|engine| engine.takes_multiplicities()) {
            let mut found = BTreeSet::new();
            let report = problem.search_with(*engine).run(|solution| {
                let mut options = solution.options().to_vec();
                options.sort_unstable();
                assert_eq!(problem.verify(&options), Ok(()), "{name}, {engine:?}");
                assert!(found.insert(options), "{name}: a solution comes twice");
                ControlFlow::Continue(())
            });
            assert_eq!(report.outcome, Outcome::Exhausted);
            assert_eq!(
                (Some(report.stats.solutions), Some(report.stats.nodes)),
                (count, nodes)
            );
            assert_eq!(report.stats.engine, Some("tallies"));
        }
    }
}
