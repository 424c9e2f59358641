//! What a running search shows of its progress, and that it never goes back.

use exactcover::{format, Engine, Limits, Outcome, Problem, Progress, Report, Search, Strategy};
use std::sync::{Arc, Mutex};

fn engines() -> impl Iterator<Item = Engine> {
    Engine::ALL.iter().copied().chain([Engine::AUTO])
}

/// The engines that go through a tree, an item's options one after the other: all but the one that
/// learns clauses, which has its own ways to choose and to start again.
fn trees() -> impl Iterator<Item = Engine> {
    engines().filter(|engine| engine.name() != "learn")
}

/// `n` independent items with two options each.
fn coins(n: usize) -> Problem<()> {
    let mut builder = Problem::builder();
    for item in builder.primaries(n) {
        builder.option((), [item]);
        builder.option((), [item]);
    }
    builder.build().expect("a valid problem")
}

/// Counts the solutions; also returns what the search has shown on the way.
fn watched<L>(search: Search<'_, L>) -> (Report<u128>, Vec<Progress>) {
    let shown = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&shown);
    let report = search
        .watch(move |progress| log.lock().unwrap().push(progress))
        .count();
    let shown = shown.lock().unwrap().clone();
    (report, shown)
}

fn instance(name: &str) -> Problem<usize> {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/dlx");
    let text = std::fs::read_to_string(format!("{directory}/{name}.dlx"));
    format::read(&text.expect("the file is there"))
        .expect("a valid problem")
        .problem
}

#[test]
fn ends_with_everything_seen() {
    for name in ["langford8", "sud9-norvig0"] {
        let problem = instance(name);
        for engine in engines() {
            let (report, shown) = watched(problem.search_with(engine).strategy(Strategy::Weighted));
            let last = shown.last().expect("at least one look");
            assert_eq!(report.outcome, Outcome::Exhausted);
            assert_eq!(
                (last.fraction, last.stats),
                (1.0, report.stats),
                "{name}, {engine:?}"
            );
        }
    }
}

#[test]
fn takes_the_options_of_a_level_for_equal_shares() {
    // Depth first through the tosses of three coins: the choices, and the share of the eight
    // solutions that have been passed.
    let expected = [
        (1, 0.0),
        (3, 0.125),
        (4, 0.25),
        (5, 0.25),
        (8, 0.5),
        (12, 0.75),
        (13, 0.875),
    ];
    let problem = coins(3);
    for engine in trees() {
        for (nodes, fraction) in expected {
            let search = problem
                .search_with(engine)
                .limits(Limits::none().nodes(nodes));
            let (report, shown) = watched(search);
            let last = shown.last().expect("at least one look");
            assert_eq!((report.stats.nodes, last.stats), (nodes, report.stats));
            assert_eq!(last.fraction, fraction, "{engine:?} after {nodes} nodes");
        }
    }
}

fn assert_never_goes_back<L>(problem: &Problem<L>, engines: impl Iterator<Item = Engine>) {
    for engine in engines {
        let (_, shown) = watched(problem.search_with(engine));
        assert!(shown.len() > 10, "{engine:?}: {} looks", shown.len());
        for pair in shown.windows(2) {
            assert!(pair[0].fraction <= pair[1].fraction, "{engine:?}");
            assert!(pair[0].stats.nodes <= pair[1].stats.nodes, "{engine:?}");
        }
        let halfway = shown.iter().find(|progress| progress.fraction >= 0.5);
        assert!(
            halfway.map_or(false, |progress| progress.fraction < 0.6),
            "{engine:?}"
        );
    }
}

#[test]
fn never_goes_back() {
    assert_never_goes_back(&coins(14), engines());
}

#[test]
fn never_goes_back_with_many_options() {
    assert_never_goes_back(&instance("pent3x20"), trees());
}

/// Once it has found some solutions, it goes through the rest decision by decision.
#[test]
fn learning_makes_no_large_steps_when_it_shows_progress() {
    let (_, shown) = watched(instance("domino6x6").search_with(Engine::LEARN));
    let fractions: Vec<f64> = shown.iter().map(|progress| progress.fraction).collect();
    let first = fractions.iter().position(|&fraction| fraction > 0.0);
    let walk = &fractions[first.expect("some progress")..];
    let step = walk.windows(2).map(|pair| pair[1] - pair[0]);
    let largest = step.fold(0.0, f64::max);
    assert!(walk.len() > 20 && largest < 0.2, "{walk:?}");
}

#[test]
fn watching_changes_nothing() {
    let problem = coins(10);
    for engine in engines() {
        let search = problem.search_with(engine);
        assert_eq!(watched(search.clone()).0, search.count(), "{engine:?}");
    }
}

/// Limits and whoever watches are looked at after the same work: 1,024 nodes, or fewer where a node
/// looks at many items, or 65,536 updates.
#[test]
fn looks_up_after_a_thousand_nodes_and_not_much_sooner() {
    for name in ["langford9", "qwh20-165", "sud16-poj3076"] {
        let problem = instance(name);
        let items = problem.items().filter(|&i| problem.is_primary(i)).count() as u64;
        let nodes = (65_536 / (items + 1)).clamp(1, 1024);
        for engine in engines() {
            let (report, shown) = watched(problem.search_with(engine));
            for pair in shown.windows(2) {
                let (before, after) = (pair[0].stats, pair[1].stats);
                // A choice and all that it forces are made in one go.
                assert!(
                    after.nodes - before.nodes <= nodes + items,
                    "{name}, {engine:?}"
                );
                let updates = after.updates - before.updates;
                assert!(updates <= 65_536 + 20_000, "{name}, {engine:?}: {updates}");
            }
            let due = report.stats.nodes / nodes + report.stats.updates / 65_536;
            let looks = shown.len() as u64;
            assert!(
                looks <= due + 4,
                "{name}, {engine:?}: {looks} looks, {due} due"
            );
        }
    }
}
