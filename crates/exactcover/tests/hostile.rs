//! Problems that were made to break a search: enormous, deep, dense, or without end.

use exactcover::{
    format, Color, Dlx, Engine, First, Limit, Limits, Outcome, Problem, Stats, Strategy,
};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// As many items, with two options each: the first solution is as many choices deep.
fn deep(items: usize) -> Problem<bool> {
    let mut builder = Problem::builder();
    for item in builder.primaries(items) {
        builder.option(false, [item]);
        builder.option(true, [item]);
    }
    builder.build().expect("a valid problem")
}

/// Options of that many items, as many, each without one item: no two go together.
fn wide(items: usize) -> Problem {
    let mut builder = Problem::builder();
    let all = builder.primaries(items);
    for gap in 0..items {
        let others = all.iter().enumerate().filter(|&(k, _)| k != gap);
        builder.option((), others.map(|(_, &item)| item));
    }
    builder.build().expect("a valid problem")
}

/// A chain in which every choice forces the next one, with a color to carry on at each step.
fn chain(links: usize) -> Problem {
    let mut builder = Problem::builder();
    let items = builder.primaries(links);
    let colors = builder.secondaries(links + 1);
    for k in 0..links {
        for value in 0..if k == 0 { 1 } else { 2 } {
            let (from, to) = (
                colors[k].color(Color::new(value)),
                colors[k + 1].color(Color::new(value)),
            );
            builder.option((), [items[k].into(), from, to]);
        }
    }
    builder.build().expect("a valid problem")
}

/// As many options as item masks can take, each with nearly half of the items, and no solution.
fn dense(options: usize) -> Problem {
    let mut random = fastrand::Rng::with_seed(3);
    let mut builder = Problem::builder();
    let items = builder.primaries(127);
    for _ in 0..options {
        let mut some = items.clone();
        random.shuffle(&mut some);
        builder.option((), some[..62].iter().copied());
    }
    builder.build().expect("a valid problem")
}

/// Pigeons: one more than there are holes, so that the whole of a factorial tree has no solution.
fn pigeons(holes: usize) -> Problem {
    let mut builder = Problem::builder();
    let pigeons = builder.primaries(holes + 1);
    let holes = builder.secondaries(holes);
    for &pigeon in &pigeons {
        for &hole in &holes {
            builder.option((), [pigeon, hole]);
        }
    }
    builder.build().expect("a valid problem")
}

/// A million options of five items.
fn million() -> Problem {
    let mut random = fastrand::Rng::with_seed(1);
    let mut builder = Problem::builder();
    let items = builder.primaries(100_000);
    for _ in 0..1_000_000 {
        let (first, step) = (random.usize(..100_000), random.usize(1..20));
        builder.option((), (0..5).map(|k| items[(first + k * step) % 100_000]));
    }
    builder.build().expect("a valid problem")
}

/// Quasigroup-like: as large as conflict rows take.
fn rows(options: usize) -> Problem {
    let mut random = fastrand::Rng::with_seed(2);
    let mut builder = Problem::builder();
    let items = builder.primaries(600);
    for k in 0..options {
        let step = random.usize(1..50);
        builder.option((), (0..6).map(|j| items[(k + j * step) % 600]));
    }
    builder.build().expect("a valid problem")
}

/// How long a search goes on after it should have stopped, in milliseconds: the longest over several
/// deadlines, of each the shortest of five, because what others do on the machine is not meant.
fn lateness(problem: &Problem, engine: Engine, strategy: Strategy) -> f64 {
    let waits = [0, 1, 3, 10, 30, 100, 300];
    let delays = waits.map(|wait| {
        let delay = least_delay(|| {
            let deadline = Instant::now() + Duration::from_millis(wait);
            let search = problem.search_with(engine).strategy(strategy);
            let report = search.limits(Limits::none().deadline(deadline)).count();
            match report.outcome {
                Outcome::Exhausted => Duration::ZERO,
                _ => Instant::now().saturating_duration_since(deadline),
            }
        });
        delay.as_secs_f64() * 1000.0
    });
    delays.into_iter().fold(0.0, f64::max)
}

/// Every engine, and the choice among them.
fn engines() -> impl Iterator<Item = Engine> {
    Engine::ALL.iter().chain([&Engine::AUTO]).copied()
}

#[test]
fn a_chain_of_a_million_forced_choices_needs_no_stack() {
    let problem = chain(1_000_000);
    // Links look at every open item before each choice.
    for engine in engines().filter(|engine| engine.name() != "links") {
        let solution = problem.search_with(engine).first().answer.found();
        assert_eq!(
            solution.expect("a solution").options().len(),
            1_000_000,
            "{engine:?}"
        );
    }
}

#[test]
fn many_thousand_open_choices_need_no_stack() {
    let problem = deep(10_000);
    for engine in engines() {
        for strategy in [Strategy::Mrv, Strategy::Weighted, Strategy::Restarts] {
            let search = problem.search_with(engine).strategy(strategy);
            let mut solutions = search.solutions().map(|solution| solution.options().len());
            assert_eq!(solutions.nth(5), Some(10_000), "{engine:?}, {strategy:?}");
        }
    }
}

/// The value of the first of some thousand items is that of all others.
#[test]
fn one_choice_forces_thousands_of_options() {
    let links = 2500;
    let mut builder = Problem::builder();
    let items = builder.primaries(links);
    let values = builder.secondaries(links + 1);
    for k in 0..links {
        for value in 0..2 {
            let [from, to] = [values[k], values[k + 1]].map(|item| item.color(Color::new(value)));
            builder.option(value, [items[k].into(), from, to]);
        }
    }
    let problem = builder.build().expect("a valid problem");
    for engine in engines() {
        let mut found = Vec::new();
        let report = problem.search_with(engine).run(|solution| {
            assert_eq!(problem.verify(solution.options()), Ok(()), "{engine:?}");
            found.push(
                solution
                    .labels()
                    .map(|&value| value as usize)
                    .sum::<usize>(),
            );
            ControlFlow::Continue(())
        });
        assert_eq!(report.outcome, Outcome::Exhausted, "{engine:?}");
        found.sort_unstable();
        assert_eq!(found, [0, links], "{engine:?}");
    }
}

/// Every item many times over, always in the same options: the same solutions, in long options.
#[test]
fn long_options_have_the_solutions_of_short_ones() {
    let texts = [
        (include_str!("../../../testdata/dlx/langford7.dlx"), 52),
        (include_str!("../../../testdata/dlx/queens8.dlx"), 92),
    ];
    for (text, count) in texts {
        let short = format::read(text).expect("a valid problem");
        for copies in [6, 20] {
            let mut builder = Problem::builder();
            let items: Vec<_> = short
                .items()
                .map(|item| match short.is_primary(item) {
                    true => builder.primaries(copies),
                    false => builder.secondaries(copies),
                })
                .collect();
            for option in short.options() {
                let entries = short.entries(option).iter();
                builder.option(
                    (),
                    entries.flat_map(|entry| items[entry.item.index()].clone()),
                );
            }
            let long = builder.build().expect("a valid problem");
            for engine in engines() {
                let report = long.search_with(engine).count();
                let case = format!("{engine:?}, {copies} copies");
                assert_eq!(
                    (report.answer, report.outcome),
                    (count, Outcome::Exhausted),
                    "{case}"
                );
            }
        }
    }
}

#[test]
fn a_million_open_choices_need_no_stack() {
    // The other engines look at every open item before each of them.
    let problem = deep(1_000_000);
    let mut solutions = problem.search_with(Engine::LEARN).solutions();
    for _ in 0..2 {
        let solution = solutions.next().expect("one of very many");
        assert_eq!(solution.options().len(), 1_000_000);
    }
}

#[test]
fn options_of_thousands_of_items_are_searched() {
    // Two are too many, and one leaves a gap.
    let problem = wide(1000);
    for engine in engines() {
        let report = problem.search_with(engine).count();
        assert_eq!(
            (report.answer, report.outcome),
            (0, Outcome::Exhausted),
            "{engine:?}"
        );
    }
}

/// The least of several delays with which a search ends, so that a busy machine is no failure.
fn least_delay(mut late: impl FnMut() -> Duration) -> Duration {
    (0..5).map(|_| late()).min().unwrap_or_default()
}

#[test]
fn a_deadline_holds_while_an_engine_is_set_up_and_within_a_choice() {
    // Each takes several hundred milliseconds to read, and `wide` as many for its first choice.
    for problem in [wide(2000), chain(500_000)] {
        for engine in engines() {
            for wait in [1, 30] {
                let delay = least_delay(|| {
                    let deadline = Instant::now() + Duration::from_millis(wait);
                    let limits = Limits::none().deadline(deadline);
                    let report = problem.search_with(engine).limits(limits).count();
                    if report.outcome == Outcome::Exhausted {
                        return Duration::ZERO;
                    }
                    assert_eq!(report.outcome, Outcome::LimitReached(Limit::Deadline));
                    Instant::now().saturating_duration_since(deadline)
                });
                assert!(delay < Duration::from_millis(100), "{engine:?}: {delay:?}");
            }
        }
    }
}

#[test]
fn a_flag_from_another_thread_stops_what_has_no_end() {
    let problem = pigeons(40);
    for engine in engines() {
        for strategy in [Strategy::Mrv, Strategy::Weighted, Strategy::Restarts] {
            let delay = least_delay(|| {
                let flag = Arc::new(AtomicBool::new(false));
                let search = problem.search_with(engine).strategy(strategy);
                let search = search.limits(Limits::none().cancel(Arc::clone(&flag)));
                let raised = thread::spawn(move || {
                    thread::sleep(Duration::from_millis(5));
                    flag.store(true, Ordering::Relaxed);
                    Instant::now()
                });
                let answer = search.first().answer;
                assert!(
                    matches!(answer, First::Unknown(Limit::Cancelled)),
                    "{engine:?}"
                );
                raised.join().expect("no panic").elapsed()
            });
            assert!(
                delay < Duration::from_millis(100),
                "{engine:?}, {strategy:?}: {delay:?}"
            );
        }
    }
}

#[cfg(feature = "rayon")]
#[test]
fn a_deadline_holds_while_a_search_is_cut_into_pieces() {
    for problem in [wide(2000), pigeons(40)] {
        let delay = least_delay(|| {
            let deadline = Instant::now() + Duration::from_millis(20);
            let report = problem
                .search()
                .limits(Limits::none().deadline(deadline))
                .par_count();
            assert_eq!(report.outcome, Outcome::LimitReached(Limit::Deadline));
            Instant::now().saturating_duration_since(deadline)
        });
        assert!(delay < Duration::from_millis(100), "{delay:?}");
    }
}

#[test]
fn limits_at_the_edges_of_their_numbers_are_limits() {
    let problem = deep(4);
    for engine in engines() {
        let limits = Limits::none().solutions(u128::MAX).nodes(u64::MAX);
        let report = problem.search_with(engine).limits(limits).count();
        assert_eq!((report.answer, report.outcome), (16, Outcome::Exhausted));
        for limits in [Limits::none().solutions(0), Limits::none().nodes(0)] {
            let report = problem.search_with(engine).limits(limits).count();
            assert_eq!((report.answer, report.stats.nodes), (0, 0));
            assert!(matches!(report.outcome, Outcome::LimitReached(_)));
        }
    }
}

#[test]
fn no_limit_is_left_no_limit_and_the_rest_of_a_limit_is_one() {
    let mut cost = Stats::default();
    (cost.nodes, cost.solutions) = (60, 60);
    let mut enormous = Stats::default();
    (enormous.nodes, enormous.solutions) = (u64::MAX - 1, u128::MAX - 1);
    let rest = Limits::none().after(&cost);
    assert_eq!(rest.reached(&enormous), None);
    for (limits, limit) in [
        (Limits::none().nodes(100), Limit::Nodes),
        (Limits::none().solutions(100), Limit::Solutions),
    ] {
        let rest = limits.after(&cost);
        let mut more = Stats::default();
        (more.nodes, more.solutions) = (39, 39);
        assert_eq!(rest.reached(&more), None);
        (more.nodes, more.solutions) = (40, 40);
        assert_eq!(rest.reached(&more), Some(limit));
        let nothing = limits.after(&enormous);
        assert_eq!(nothing.reached(&Stats::default()), Some(limit));
    }
}

#[test]
fn a_text_of_a_million_lines_is_read_in_one_go() {
    let text = "a b c | x\n".to_string() + &"a x:1\n".repeat(1_000_000);
    let problem = format::read(&text).expect("a valid problem");
    assert_eq!(problem.option_count(), 1_000_000);
    let error = format::read(&(text + "nobody\n")).expect_err("an unknown item");
    assert_eq!((error.line(), error.column()), (1_000_002, 1));
}

#[test]
fn an_option_of_a_hundred_thousand_items_is_no_quadratic_work() {
    let names: String = (0..100_000).map(|k| format!(" i{k}")).collect();
    let start = Instant::now();
    let problem = format::read(&format!("{names}\n{names}\n")).expect("a valid problem");
    assert_eq!(problem.search().count().answer, 1);
    let error = format::read(&format!("{names}\n{names} i7\n")).expect_err("an item twice");
    assert_eq!(error.to_string(), "2:688892: the option has \"i7\" twice");

    let mut dlx = Dlx::new();
    dlx.init(100_000);
    let row: Vec<usize> = (1..=100_000).rev().collect();
    dlx.add_row(5, &row).expect("a valid row");
    assert_eq!(dlx.solver(), [5]);
    assert!(
        start.elapsed() < Duration::from_secs(20),
        "{:?}",
        start.elapsed()
    );
}

#[test]
fn more_items_than_memory_take_none_where_some_must_stay_uncovered() {
    let mut dlx = Dlx::new();
    dlx.init(usize::MAX);
    dlx.add_row(1, &[1, usize::MAX]).expect("a valid row");
    assert_eq!(dlx.solver(), []);
}

#[test]
#[ignore = "measures time: run alone, in release"]
fn every_engine_stops_soon_after_a_deadline() {
    let problems: [(&str, Problem<()>); 6] = [
        ("million", million()),
        ("wide", wide(3000)),
        ("chain", chain(300_000)),
        ("dense", dense(60_000)),
        ("pigeons", pigeons(60)),
        ("rows", rows(9000)),
    ];
    for (name, problem) in &problems {
        for &engine in Engine::ALL.iter().chain([&Engine::AUTO]) {
            for strategy in [Strategy::Mrv, Strategy::Weighted] {
                let late = lateness(problem, engine, strategy);
                println!("{name} {engine:?} {strategy:?}: {late:.1} ms");
            }
        }
    }
}
