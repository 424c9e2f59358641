//! Searches on several threads: the same answers, the same totals, the same limits.
#![cfg(feature = "rayon")]

mod tilings;

use exactcover::{
    format, Count, Engine, First, Limit, Limits, OptionId, Outcome, Problem, Progress, Report,
    Search, Solution, Stats, Strategy, Ties, Unique,
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
    format::read(&text.expect("the file is there"))
        .expect("a valid problem")
        .problem
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

/// A report that can be compared.
fn told<L>(report: Report<First<Solution<'_, L>>>) -> Report<First<Vec<OptionId>>> {
    report.map(|answer| answer.map(sorted))
}

fn both<L>(report: Report<Unique<Solution<'_, L>>>) -> Report<Unique<Vec<OptionId>>> {
    report.map(|answer| answer.map(sorted))
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
            if (name, engine.name()) == ("wordrect4x5", "learn") {
                // A clause for each of 16,254 solutions takes seconds, and it searches alone
                // anyhow.
                continue;
            }
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

#[test]
fn stats_name_the_engine_that_searched_the_first_piece() {
    let engine = |search: Search<'_, usize>, threads| {
        let pool = pool(threads);
        let names = [
            pool.install(|| search.par_count().stats.engine),
            pool.install(|| search.par_first().stats.engine),
        ];
        assert_eq!(names[0], names[1]);
        names[0]
    };
    let (queens, soma) = (problem("queens8"), problem("soma"));
    for threads in [1, 2, 4] {
        for &named in Engine::ALL {
            let search = queens.search_with(named);
            assert_eq!(engine(search, threads), Some(named.name()));
        }
        let weighted = queens.search().strategy(Strategy::Weighted);
        assert_eq!(engine(weighted, threads), Some("cells"));
        assert_eq!(engine(queens.search(), threads), Some("rows"));
        assert_eq!(engine(soma.search(), threads), Some("masks"));
        let never = queens.search().limits(Limits::none().nodes(0));
        assert_eq!(engine(never, threads), None);
    }
    // What looks for the pieces has already found that there is nothing to search.
    let nothing = format::read("a b\na\n").expect("a valid problem");
    assert_eq!(
        engine(nothing.problem.search_with(Engine::ROWS), 2),
        Some("cells")
    );
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
                let expected: Vec<_> = search.solutions().take(count).map(sorted).collect();
                let report = pool(4).install(|| search.par_take(count));
                let complete = expected.len() < count;
                assert_eq!(report.stats.solutions, expected.len() as u128);
                let outcome = if complete {
                    Outcome::Exhausted
                } else {
                    Outcome::Stopped
                };
                assert_eq!(report.outcome, outcome);
                let taken: Vec<_> = report.answer.into_iter().map(sorted).collect();
                assert_eq!(taken, expected, "{name}, {engine:?}, {count}");
            }
        }
    }
}

/// What a piece teaches would put other solutions first in the next.
#[test]
fn searches_that_learn_take_what_they_take_alone() {
    let searches = [
        (Engine::LEARN, Strategy::Mrv),
        (Engine::CELLS, Strategy::Weighted),
        (Engine::LINKS, Strategy::Restarts),
    ];
    for name in ["queens8", "qwh20-165", "mutil6x6"] {
        let problem = problem(name);
        for (engine, strategy) in searches {
            for limits in [Limits::none(), Limits::none().nodes(3000)] {
                let search = problem
                    .search_with(engine)
                    .strategy(strategy)
                    .limits(limits);
                for pool in [pool(1), pool(8)] {
                    let case = format!("{name}, {engine:?}, {strategy:?}");
                    let (first, unique) =
                        pool.install(|| (search.par_first(), search.par_unique()));
                    assert_eq!(told(first), told(search.first()), "{case}");
                    assert_eq!(both(unique), both(search.unique()), "{case}");
                }
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

/// The statistics but for the updates, of which a piece has fewer: it begins without the options
/// that the choices above it have excluded.
fn but_updates<T>(mut report: Report<T>) -> Report<T> {
    report.stats.updates = 0;
    report
}

/// The answers of one thread, or that they are not known: the same ones for every pool.
#[test]
fn node_limits_mean_the_same_for_all_pools() {
    let pools = [1, 2, 8].map(pool);
    let names = [
        "langford9",
        "mutil6x6",
        "qwh20-165",
        "sud9-escargot",
        "pent3x20",
        "wordrect4x5",
    ];
    for name in names {
        let problem = problem(name);
        // The one that learns searches alone.
        let trees = Engine::ALL.iter().filter(|engine| engine.name() != "learn");
        for engine in trees.copied().chain([Engine::AUTO]) {
            let whole = problem.search_with(engine).ties(Ties::Random(5));
            let (first, unique) = (told(whole.first()), both(whole.unique()));
            let nodes = [first.stats.nodes, unique.stats.nodes];
            let mut limits = vec![100, 1500, 2500, 4000, 7000, 13_000, 30_000];
            limits.extend(
                nodes
                    .iter()
                    .flat_map(|&nodes| [nodes - 1, nodes, nodes + 1]),
            );
            for limit in limits {
                let case = format!("{name}, {engine:?}, {limit} nodes");
                let search = whole.clone().limits(Limits::none().nodes(limit));
                let mut answers = pools.iter().map(|pool| {
                    pool.install(|| {
                        let (first, unique) = (search.par_first(), search.par_unique());
                        (told(first), both(unique), search.par_count())
                    })
                });
                let (par_first, par_unique, par_count) = answers.next().expect("three pools");
                for answer in answers {
                    assert_eq!(
                        answer,
                        (par_first.clone(), par_unique.clone(), par_count),
                        "{case}"
                    );
                }
                match &par_first.answer {
                    First::Unknown(why) => assert_eq!(*why, Limit::Nodes, "{case}"),
                    known => assert_eq!(known, &first.answer, "{case}"),
                }
                match &par_unique.answer {
                    Unique::Unknown(found, why) => {
                        let found = found.clone().map(First::Found);
                        assert!(found.map_or(true, |found| found == first.answer), "{case}");
                        assert_eq!(*why, Limit::Nodes, "{case}");
                    }
                    known => assert_eq!(known, &unique.answer, "{case}"),
                }
                // Others may count a few nodes more or less in dead ends.
                if ["links", "cells"].contains(&engine.name()) {
                    let (first, unique) = (told(search.first()), both(search.unique()));
                    assert_eq!(but_updates(par_first), but_updates(first), "{case}");
                    assert_eq!(but_updates(par_unique), but_updates(unique), "{case}");
                    assert_eq!(
                        but_updates(par_count),
                        but_updates(search.count()),
                        "{case}"
                    );
                }
            }
        }
    }
}

/// The most nodes that so many threads add when they should stop: two times what comes between two
/// looks at the limits, if one has just looked.
fn some_more(threads: u64) -> u64 {
    let longest_chain = 14 * 14 / 2;
    threads * 2 * (1024 + longest_chain)
}

#[test]
fn stops_all_threads_at_the_node_limit() {
    let problem = problem("domino14x14");
    for &engine in Engine::ALL {
        let last = Arc::new(Mutex::new(Progress::default()));
        let log = Arc::clone(&last);
        let search = problem
            .search_with(engine)
            .limits(Limits::none().nodes(50_000))
            .watch(move |progress| *log.lock().expect("no panic") = progress);
        let report = pool(4).install(|| search.par_count());
        let reached = Outcome::LimitReached(Limit::Nodes);
        assert_eq!(report.outcome, reached, "{engine:?}");
        let nodes = report.stats.nodes;
        assert!((50_000..50_098).contains(&nodes), "{engine:?}: {nodes}");
        // What was searched in vain: no thread goes on where the limit must have been reached.
        let nodes = last.lock().expect("no panic").stats.nodes;
        assert!(nodes <= 4 * 50_000 + some_more(4), "{engine:?}: {nodes}");
    }
}

/// A watcher that does something when there are enough solutions, and then remembers how many
/// nodes there were.
fn when_found(
    solutions: u128,
    act: impl Fn() + Send + Sync + 'static,
) -> (Arc<Mutex<Option<u64>>>, impl Fn(Progress) + Send + Sync) {
    let nodes = Arc::new(Mutex::new(None));
    let noted = Arc::clone(&nodes);
    let watch = move |progress: Progress| {
        let mut noted = noted.lock().expect("no panic");
        if noted.is_none() && progress.stats.solutions >= solutions {
            act();
            *noted = Some(progress.stats.nodes);
        }
    };
    (nodes, watch)
}

#[test]
fn stops_all_threads_in_time() {
    let problem = problem("domino14x14");
    let late = problem
        .search()
        .limits(Limits::none().deadline(Instant::now()));
    let report = late.par_count();
    assert_eq!(report.outcome, Outcome::LimitReached(Limit::Deadline));
    assert_eq!(report.stats, Stats::default());
    let report = late.par_first();
    assert!(matches!(report.answer, First::Unknown(Limit::Deadline)));
    // The deadline comes while all threads are at work, unless the machine is very slow.
    let deadline = Instant::now() + Duration::from_millis(200);
    let (nodes, watch) = when_found(1, move || {
        while Instant::now() < deadline {
            std::thread::yield_now();
        }
    });
    let limits = Limits::none().deadline(deadline);
    let search = problem.search().limits(limits).watch(watch);
    let report = pool(4).install(|| search.par_count());
    assert_eq!(report.outcome, Outcome::LimitReached(Limit::Deadline));
    let nodes = nodes.lock().expect("no panic").unwrap_or(0);
    assert!(report.stats.nodes <= nodes + some_more(4), "{report:?}");
}

#[test]
fn stops_all_threads_when_cancelled() {
    let problem = problem("domino14x14");
    let cancel = Arc::new(AtomicBool::new(false));
    let limits = Limits::none().cancel(Arc::clone(&cancel));
    let (nodes, watch) = when_found(1, move || cancel.store(true, Ordering::Relaxed));
    let search = problem.search().limits(limits).watch(watch);
    let report = pool(4).install(|| search.par_count());
    assert_eq!(report.outcome, Outcome::LimitReached(Limit::Cancelled));
    assert!(report.answer > 0);
    let nodes = nodes.lock().expect("no panic").expect("a solution");
    assert!(report.stats.nodes <= nodes + some_more(4), "{report:?}");
    let unique = search.par_unique();
    assert!(matches!(
        unique.answer,
        Unique::Unknown(None, Limit::Cancelled)
    ));
    assert_eq!(unique.stats.nodes, 0);
}

/// All threads have found some by then, and those of the first piece that is not done are the last
/// that are known to be the first ones.
#[test]
fn solutions_taken_until_cancelled_are_the_first_ones() {
    let problem = coins(17);
    for threads in [1, 2, 8] {
        let cancel = Arc::new(AtomicBool::new(false));
        let limits = Limits::none().cancel(Arc::clone(&cancel));
        let (_, watch) = when_found(40_000, move || cancel.store(true, Ordering::Relaxed));
        let search = problem.search().limits(limits).watch(watch);
        let report = pool(threads).install(|| search.par_take(usize::MAX));
        assert_eq!(report.outcome, Outcome::LimitReached(Limit::Cancelled));
        assert_eq!(report.stats.solutions, report.answer.len() as u128);
        let alone = problem.search().solutions().take(report.answer.len());
        assert!(report.answer.into_iter().map(sorted).eq(alone.map(sorted)));
    }
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

/// Tables of one and of many chunks, with colors, with joins, and with multiplicities.
#[test]
fn tables_are_shared_out_among_threads() {
    let plain = [tilings::dominoes(16, 16), coins(200), latin_squares(5)];
    for threads in [1, 2, 5] {
        let pool = pool(threads);
        for problem in &plain {
            assert_shared_out(problem, &pool);
        }
        for name in ["edge5x5", "pent3x20"] {
            assert_shared_out(&problem(name), &pool);
        }
    }
    assert_shared_out(&problem("qdom8x5"), &pool(3));
}

#[track_caller]
fn assert_shared_out<L: Sync>(problem: &Problem<L>, pool: &ThreadPool) {
    let search = problem.search();
    let alone = search.count_by_diagram();
    let together = pool.install(|| search.par_count_by_diagram());
    assert_eq!(alone.outcome, Outcome::Exhausted);
    assert_eq!(
        (together.answer, together.outcome, together.stats),
        (alone.answer, alone.outcome, alone.stats)
    );
}

/// Each cell has a digit, each row and each column each digit.
fn latin_squares(side: usize) -> Problem<()> {
    let mut builder = Problem::builder();
    let [cells, rows, columns] = [(); 3].map(|()| builder.primaries(side * side));
    for (a, b, digit) in
        (0..side * side * side).map(|k| (k / side / side, k / side % side, k % side))
    {
        let (cell, row, column) = (a * side + b, a * side + digit, b * side + digit);
        builder.option((), [cells[cell], rows[row], columns[column]]);
    }
    builder.build().expect("a valid problem")
}

#[test]
fn limits_end_a_count_that_threads_share() {
    let problem = tilings::dominoes(16, 16);
    let pool = pool(2);
    let search = |limits| problem.search().limits(limits);
    let raised = Limits::none().cancel(Arc::new(AtomicBool::new(true)));
    for (limits, limit) in [
        (raised, Limit::Cancelled),
        (Limits::none().memory(600_000), Limit::Memory),
    ] {
        let report = pool.install(|| search(limits).par_count_by_diagram());
        assert_eq!(report.outcome, Outcome::LimitReached(limit));
        assert!(report.answer.is_zero());
    }
}

#[test]
fn whoever_counts_all_first_on_threads_is_right() {
    // In an order from what is enumerated at once to what nobody can enumerate; the last has no
    // pieces.
    for name in ["queens8", "pent3x20", "domino8x8", "domino14x14", "qdom8x5"] {
        let problem = problem(name);
        let alone = problem.search().count_all();
        for threads in [1, 3] {
            let report = pool(threads).install(|| problem.search().par_count_all());
            let case = format!("{name}, {threads} threads");
            assert_eq!(report.outcome, Outcome::Exhausted, "{case}");
            assert_eq!(report.answer, alone.answer, "{case}");
            assert_eq!(report.stats.solutions, alone.stats.solutions, "{case}");
        }
    }
}

#[test]
fn a_count_on_threads_goes_on_where_elimination_does_not_fit() {
    fn count<L: Sync>(problem: &Problem<L>, limits: Limits) -> Report<Count> {
        let search = problem.search().limits(limits);
        pool(2).install(|| search.par_count_all())
    }
    let nothing = || Limits::none().memory(0);
    let report = count(&problem("edge5x5"), nothing());
    assert_eq!(report.outcome, Outcome::Exhausted);
    assert_eq!(report.answer, 16_640);
    assert_ne!(report.stats.engine, Some("diagram"));
    // Nobody waits for 2^200.
    let report = count(&coins(200), nothing());
    assert_eq!(report.outcome, Outcome::LimitReached(Limit::Memory));
    assert!(!report.answer.is_zero());
    assert!(report.stats.updates < 1 << 22, "{:?}", report.stats);
    // Limits of nodes and solutions are for those who enumerate.
    let some = count(&coins(200), Limits::none().solutions(10));
    assert_eq!(some.outcome, Outcome::LimitReached(Limit::Solutions));
    assert_eq!(some.answer, 10);
    let flag = Arc::new(AtomicBool::new(true));
    for problem in [tilings::dominoes(8, 8), coins(200)] {
        let late = count(&problem, Limits::none().cancel(Arc::clone(&flag)));
        assert_eq!(late.outcome, Outcome::LimitReached(Limit::Cancelled));
    }
}
