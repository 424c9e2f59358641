//! Problems that were made to break a search: enormous, deep, dense, or without end.

use exactcover::{
    format, Color, Dlx, Engine, First, Limit, Limits, Outcome, Problem, Stats, Strategy,
};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
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

/// How long a search goes on after it should have stopped: the longest over several deadlines, of
/// each the shortest of five, because what others do on the machine is not meant.
fn lateness(problem: &Problem, engine: Engine, strategy: Strategy) -> Duration {
    let delay = |wait| {
        let deadline = Instant::now() + Duration::from_millis(wait);
        let search = problem.search_with(engine).strategy(strategy);
        let report = search.limits(Limits::none().deadline(deadline)).count();
        match report.outcome {
            Outcome::Exhausted => Duration::ZERO,
            _ => Instant::now().saturating_duration_since(deadline),
        }
    };
    let waits = [0, 1, 3, 10, 30, 100, 300].into_iter();
    let delays = waits.map(|wait| (0..5).map(|_| delay(wait)).min().unwrap_or_default());
    delays.max().unwrap_or_default()
}

/// Every engine, and the choice among them.
fn engines() -> impl Iterator<Item = Engine> {
    Engine::ALL.iter().chain([&Engine::AUTO]).copied()
}

#[test]
fn a_chain_of_a_million_forced_choices_needs_no_stack() {
    let problem = chain(1_000_000);
    // Links look at every open item before each choice.
    for engine in engines().filter(|engine| !["links", "tallies"].contains(&engine.name())) {
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
        let short = format::read(text).expect("a valid problem").problem;
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

#[test]
fn a_deadline_holds_while_an_engine_is_set_up_and_within_a_choice() {
    // Each takes some hundred milliseconds to read, and `wide` as many for its first choice.
    for problem in [wide(2000), chain(500_000)] {
        for engine in engines() {
            let deadline = Instant::now() + Duration::from_millis(1);
            let limits = Limits::none().deadline(deadline);
            let report = problem.search_with(engine).limits(limits).count();
            let late = Outcome::LimitReached(Limit::Deadline);
            assert_eq!(
                (report.outcome, report.stats.nodes),
                (late, 0),
                "{engine:?}"
            );
        }
    }
}

#[test]
fn a_flag_from_another_thread_stops_what_has_no_end() {
    let problem = pigeons(40);
    for engine in engines() {
        for strategy in [Strategy::Mrv, Strategy::Weighted, Strategy::Restarts] {
            let flag = Arc::new(AtomicBool::new(false));
            let raised_at = Arc::new(AtomicU64::new(0));
            let (raises, at) = (Arc::clone(&flag), Arc::clone(&raised_at));
            let search = problem.search_with(engine).strategy(strategy);
            let search = search.limits(Limits::none().cancel(flag));
            // The search waits for the other thread, so that its nodes tell when the flag was
            // raised.
            let search = search.watch(move |progress| {
                let nodes = progress.stats.nodes;
                if nodes >= 5000 && at.swap(nodes, Ordering::Relaxed) == 0 {
                    let flag = Arc::clone(&raises);
                    let other = thread::spawn(move || flag.store(true, Ordering::Relaxed));
                    other.join().expect("no panic");
                }
            });
            let report = search.first();
            let case = format!("{engine:?}, {strategy:?}");
            assert_eq!(
                report.answer.map(drop),
                First::Unknown(Limit::Cancelled),
                "{case}"
            );
            let more = report.stats.nodes - raised_at.load(Ordering::Relaxed);
            // A look at the limits every 1,024 nodes, and no chain of forced choices is longer than
            // a solution.
            assert!(more <= 1024 + 41, "{case}: {more} nodes more");
        }
    }
}

#[cfg(feature = "rayon")]
#[test]
fn a_deadline_holds_while_a_search_is_cut_into_pieces() {
    for problem in [wide(2000), pigeons(40)] {
        let deadline = Instant::now() + Duration::from_millis(1);
        let search = problem.search().limits(Limits::none().deadline(deadline));
        let outcome = search.par_count().outcome;
        assert_eq!(outcome, Outcome::LimitReached(Limit::Deadline));
    }
}

/// As many items as there are sizes, each with so many options, which all give the same color.
fn flags(sizes: &[usize], colored: bool) -> Problem {
    let mut builder = Problem::builder();
    let items = builder.primaries(sizes.len());
    let flag = builder.secondary("flag");
    for (&item, &size) in items.iter().zip(sizes) {
        for _ in 0..size {
            let flag = colored.then(|| flag.color(Color::new(0)));
            builder.option((), core::iter::once(item.into()).chain(flag));
        }
    }
    builder.build().expect("a valid problem")
}

/// One option of the item after the other is tried, and the others must not be hidden each time.
#[test]
fn an_item_of_many_options_is_covered_once_for_all() {
    for sizes in [&[20_000][..], &[500, 700], &[30, 40, 900], &[2, 2, 9000]] {
        for colored in [false, true] {
            let problem = flags(sizes, colored);
            let solutions = sizes.iter().product::<usize>();
            // Each level costs its item's options once, or a few of them at each trial.
            let levels =
                (1..=sizes.len()).map(|k| sizes[..k - 1].iter().product::<usize>() * sizes[k - 1]);
            let most = 2 * levels.sum::<usize>() as u64 + 2 * 16 * 16;
            for engine in engines().filter(|engine| engine.name() != "learn") {
                let report = problem.search_with(engine).count();
                let case = format!("{engine:?}, {sizes:?}, {colored}");
                assert_eq!(report.answer, solutions as u128, "{case}");
                let updates = report.stats.updates;
                assert!(updates <= most, "{case}: {updates} updates, not {most}");
            }
        }
    }
}

/// Options of many items, which are hidden for each other: what a trial leaves has short ones.
#[test]
fn long_options_of_an_item_are_hidden_once_for_all() {
    // More options than a narrow stage of rows can count.
    for (options, length) in [(150, 50), (300, 100)] {
        let mut builder = Problem::builder();
        let items = builder.primaries(2);
        for _ in 0..options {
            let others = builder.secondaries(length);
            // Each of them twice, so that no engine may leave it out.
            builder.option((), [items[0]].into_iter().chain(others.clone()));
            builder.option((), [items[0]].into_iter().chain(others));
        }
        for _ in 0..=2 * options {
            builder.option((), [items[1]]);
        }
        let problem = builder.build().expect("a valid problem");
        let trials = 2 * options as u64;
        for engine in engines().filter(|engine| engine.name() != "learn") {
            let report = problem.search_with(engine).count();
            assert_eq!(
                report.answer,
                u128::from(trials * (trials + 1)),
                "{engine:?}"
            );
            let once = trials * (length as u64 + 1);
            // At a trial, its items and the options of the other primary item.
            let each = trials * (length as u64 + trials + 2);
            let updates = report.stats.updates;
            assert!(
                updates <= 2 * (once + each),
                "{engine:?}: {updates} updates"
            );
        }
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
    let problem = format::read(&text).expect("a valid problem").problem;
    assert_eq!(problem.option_count(), 1_000_000);
    let error = format::read(&(text + "nobody\n")).expect_err("an unknown item");
    assert_eq!((error.line(), error.column()), (1_000_002, 1));
}

/// Work that is quadratic in a million would not come to an end.
#[test]
fn an_option_of_a_million_items_is_no_quadratic_work() {
    let count = 1_000_000;
    let names: String = (0..count).map(|k| format!(" i{k}")).collect();
    let problem = format::read(&format!("{names}\n{names}\n"))
        .expect("a valid problem")
        .problem;
    assert_eq!(problem.search().count().answer, 1);
    let error = format::read(&format!("{names}\n{names} i7\n")).expect_err("an item twice");
    let column = names.len() + 2;
    assert_eq!(
        error.to_string(),
        format!("2:{column}: the option has \"i7\" twice")
    );

    let mut dlx = Dlx::new();
    dlx.init(count);
    let row: Vec<usize> = (1..=count).rev().collect();
    dlx.add_row(5, &row).expect("a valid row");
    assert_eq!(dlx.solver(), [5]);
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
                println!("{name} {engine:?} {strategy:?}: {late:.1?}");
                assert!(late < Duration::from_millis(100));
            }
        }
    }
}
