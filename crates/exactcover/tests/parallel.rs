//! Searches on several threads: the same answers, the same totals, the same limits.
#![cfg(feature = "rayon")]

use exactcover::{
    format, Engine, First, Limit, Limits, OptionId, Outcome, Problem, Progress, Solution, Stats,
    Strategy, Ties, Unique,
};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

fn pool(threads: usize) -> ThreadPool {
    let builder = ThreadPoolBuilder::new().num_threads(threads);
    builder.build().expect("threads can be started")
}

fn problem(name: &str) -> Problem<usize> {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/dlx");
    let text = std::fs::read_to_string(format!("{directory}/{name}.dlx"));
    format::read(&text.expect("the file is there")).expect("a valid problem")
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

/// Engines may choose the options of a solution in another order.
fn sorted<L>(solution: Solution<'_, L>) -> Vec<OptionId> {
    let mut options = solution.into_options();
    options.sort_unstable();
    options
}

#[test]
fn totals_are_those_of_one_thread() {
    let names = [
        "queens8",
        "langford8",
        "domino6x6",
        "sud9-escargot",
        "wordrect4x5",
    ];
    for name in names {
        let problem = problem(name);
        for &engine in Engine::ALL {
            for ties in [Ties::First, Ties::Random(3)] {
                let search = problem.search_with(engine).ties(ties);
                let alone = search.count();
                let mut reports = Vec::new();
                for threads in [1, 2, 4, 16] {
                    let report = pool(threads).install(|| search.par_count());
                    let case = format!("{name}, {engine:?}, {ties:?}, {threads} threads");
                    assert_eq!(report.answer, alone.answer, "{case}");
                    assert_eq!(report.outcome, Outcome::Exhausted, "{case}");
                    assert_eq!(report.stats.solutions, alone.answer, "{case}");
                    if ["links", "cells"].contains(&engine.name()) {
                        let Stats { updates, .. } = report.stats;
                        assert_eq!(
                            report.stats,
                            Stats {
                                updates,
                                ..alone.stats
                            },
                            "{case}"
                        );
                    }
                    reports.push(report);
                }
                // One thread searches the same pieces as two.
                assert!(reports[0] == reports[1], "{reports:?}");
            }
        }
    }
}

/// About: a piece begins without the options that the choices above it have excluded, and looks for
/// what is forced in its own order.
#[test]
fn updates_are_those_of_all_pieces() {
    let problem = problem("langford11");
    for engine in [Engine::LINKS, Engine::CELLS] {
        let search = problem.search_with(engine);
        let alone = search.count().stats.updates;
        let updates = pool(2).install(|| search.par_count()).stats.updates;
        assert!(
            (alone * 9 / 10..=alone * 11 / 10).contains(&updates),
            "{engine:?}: {updates} instead of {alone}"
        );
    }
}

#[test]
fn weights_are_learned_the_same_way_on_every_run() {
    let problem = problem("qwh20-165");
    for &engine in Engine::ALL {
        let search = problem.search_with(engine).strategy(Strategy::Weighted);
        let report = pool(1).install(|| search.par_count());
        assert_eq!((report.answer, report.outcome), (66, Outcome::Exhausted));
        assert_eq!(pool(2).install(|| search.par_count()), report, "{engine:?}");
    }
}

#[test]
fn takes_the_solutions_that_come_first() {
    for name in [
        "queens8",
        "langford8",
        "wordrect4x5",
        "mutil6x6",
        "qwh20-165",
    ] {
        let problem = problem(name);
        for &engine in Engine::ALL {
            let search = problem.search_with(engine).ties(Ties::Random(11));
            for count in [0, 1, 2, 7, 1000] {
                let mut expected: Vec<_> = search.solutions().take(count).map(sorted).collect();
                let report = pool(4).install(|| search.par_take(count));
                let complete = expected.len() < count;
                assert_eq!(report.stats.solutions, expected.len() as u128);
                let outcome = if complete {
                    Outcome::Exhausted
                } else {
                    Outcome::Stopped
                };
                assert_eq!(report.outcome, outcome);
                let mut taken: Vec<_> = report.answer.into_iter().map(sorted).collect();
                if engine.name() == "learn" {
                    // In the order of the pieces, within which it has an order of its own.
                    if complete {
                        expected.sort_unstable();
                        taken.sort_unstable();
                    } else {
                        continue;
                    }
                }
                assert_eq!(taken, expected, "{name}, {engine:?}, {count}");
            }
        }
    }
}

#[test]
fn first_and_unique_answer_like_one_thread() {
    for (name, solutions) in [("mutil6x6", 0), ("sud9-clue17", 1), ("queens10", 724)] {
        let problem = problem(name);
        let search = problem.search();
        let alone = search.first().answer.map(sorted);
        assert_eq!(search.par_first().answer.map(sorted), alone);
        let alone = search.unique().answer.map(sorted);
        let unique = search.par_unique().answer.map(sorted);
        assert_eq!(unique, alone);
        assert_eq!(matches!(unique, Unique::None), solutions == 0);
        assert_eq!(matches!(unique, Unique::One(_)), solutions == 1);
    }
}

#[test]
fn finds_a_first_solution_where_counting_would_never_end() {
    let problem = problem("domino14x14");
    let solution = pool(2).install(|| problem.search().par_first()).answer;
    let solution = solution.found().expect("a solution");
    assert_eq!(problem.verify(solution.options()), Ok(()));
}

#[test]
fn problems_without_a_choice_are_searched_too() {
    let empty: Problem = Problem::builder().build().expect("a valid problem");
    assert_eq!(empty.search().par_count().answer, 1);
    let mut builder = Problem::builder();
    let items = builder.primaries(2);
    builder.option((), [items[0]]);
    let hopeless = builder.clone().build().expect("a valid problem");
    assert_eq!(hopeless.search().par_count().answer, 0);
    assert_eq!(hopeless.search().par_first().answer.map(drop), First::None);
    builder.option((), [items[1]]);
    let forced = builder.build().expect("a valid problem");
    let report = forced.search().par_unique();
    assert!(matches!(report.answer, Unique::One(solution) if solution.options().len() == 2));
    assert_eq!(report.stats.nodes, 2);
}

#[test]
fn counts_solutions_up_to_the_limit_exactly() {
    let problem = coins(20);
    for most in [0, 1, 1000, (1 << 20) - 1] {
        let search = problem.search().limits(Limits::none().solutions(most));
        let report = pool(3).install(|| search.par_count());
        assert_eq!((report.answer, report.stats.solutions), (most, most));
        assert_eq!(report.outcome, Outcome::LimitReached(Limit::Solutions));
    }
    let search = problem.search().limits(Limits::none().solutions(1 << 21));
    let report = search.par_count();
    assert_eq!(
        (report.answer, report.outcome),
        (1 << 20, Outcome::Exhausted)
    );
}

#[test]
fn takes_no_more_than_the_limit() {
    let problem = coins(8);
    let search = problem.search().limits(Limits::none().solutions(3));
    let report = search.par_take(5);
    assert_eq!(report.answer.len(), 3);
    assert_eq!(report.outcome, Outcome::LimitReached(Limit::Solutions));
    assert_eq!(search.par_take(3).outcome, Outcome::Stopped);
}

#[test]
fn stops_all_threads_at_the_node_limit() {
    let problem = problem("domino14x14");
    for &engine in Engine::ALL {
        let search = problem
            .search_with(engine)
            .limits(Limits::none().nodes(50_000));
        let report = pool(4).install(|| search.par_count());
        assert_eq!(
            report.outcome,
            Outcome::LimitReached(Limit::Nodes),
            "{engine:?}"
        );
        let nodes = report.stats.nodes;
        // Four threads look at it once in 1,024 nodes and a chain of forced ones.
        assert!((50_000..56_000).contains(&nodes), "{engine:?}: {nodes}");
    }
}

#[test]
fn stops_all_threads_in_time() {
    let problem = problem("domino14x14");
    let begin = Instant::now();
    let limits = Limits::none().deadline(begin + Duration::from_millis(50));
    let search = problem.search().limits(limits);
    let report = pool(4).install(|| search.par_count());
    assert_eq!(report.outcome, Outcome::LimitReached(Limit::Deadline));
    assert!(report.answer > 0 && begin.elapsed() < Duration::from_secs(10));
    let report = search.par_first();
    assert!(matches!(report.answer, First::Unknown(Limit::Deadline)));
}

#[test]
fn stops_all_threads_when_cancelled() {
    let problem = problem("domino14x14");
    let cancel = Arc::new(AtomicBool::new(false));
    let search = problem
        .search()
        .limits(Limits::none().cancel(Arc::clone(&cancel)));
    let report = std::thread::scope(|scope| {
        let counting = scope.spawn(|| pool(4).install(|| search.par_count()));
        std::thread::sleep(Duration::from_millis(50));
        cancel.store(true, Ordering::Relaxed);
        counting.join().expect("no panic")
    });
    assert_eq!(report.outcome, Outcome::LimitReached(Limit::Cancelled));
    let unique = search.par_unique();
    assert!(matches!(
        unique.answer,
        Unique::Unknown(None, Limit::Cancelled)
    ));
    assert_eq!(unique.stats.nodes, 0);
}

#[test]
fn shows_the_progress_of_all_threads_together() {
    let problem = coins(17);
    let shown = Arc::new(Mutex::new(Vec::<Progress>::new()));
    let log = Arc::clone(&shown);
    let search = problem
        .search()
        .watch(move |progress| log.lock().unwrap().push(progress));
    let report = pool(4).install(|| search.par_count());
    let shown = shown.lock().unwrap();
    assert!(shown.len() > 100);
    for pair in shown.windows(2) {
        assert!(pair[0].fraction <= pair[1].fraction);
        assert!(pair[0].stats.nodes <= pair[1].stats.nodes);
        assert!(pair[0].stats.solutions <= pair[1].stats.solutions);
    }
    // Each solution stands for the same share of the tree.
    for progress in shown.iter() {
        let share = progress.stats.solutions as f64 / f64::from(1 << 17);
        assert!((progress.fraction - share).abs() < 0.001, "{progress:?}");
    }
    let last = shown.last().expect("at least one");
    assert_eq!((last.fraction, last.stats), (1.0, report.stats));
}
