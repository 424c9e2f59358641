//! What a search promises besides the right solutions: when it stops, what it reports, how deep
//! it can go. Every promise holds for every engine unless it says otherwise.

use exactcover::{
    format, BuildError, Builder, Color, Dlx, Engine, Entry, First, ItemId, Limit, Limits, OptionId,
    Outcome, Problem, Report, RowError, Search, Solution, Solutions, Stats, Strategy, Ties, Unique,
    Violation,
};
use std::error::Error;
use std::fmt::Debug;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// `n` independent items with two options each: 2^n solutions and 2^(n + 1) - 2 choices. An
/// option's label is its item and its number.
fn coins(n: usize) -> Problem<(usize, u8)> {
    let mut builder = Problem::builder();
    for (k, item) in builder.primaries(n).into_iter().enumerate() {
        for side in 0..2 {
            builder.option((k, side), [item]);
        }
    }
    builder.build().expect("a valid problem")
}

fn without_solution() -> Problem<(usize, u8)> {
    let mut builder = Problem::builder();
    let items = builder.primaries(3);
    for k in 0..3 {
        builder.option((k, 0), [items[k], items[(k + 1) % 3]]);
    }
    builder.build().expect("a valid problem")
}

/// The side of each coin, by item.
fn sides(solution: &Solution<'_, (usize, u8)>) -> Vec<u8> {
    let mut labels: Vec<_> = solution.labels().copied().collect();
    labels.sort_unstable();
    labels.into_iter().map(|(_, side)| side).collect()
}

fn engines() -> impl Iterator<Item = Engine> {
    Engine::ALL.iter().copied().chain([Engine::AUTO])
}

/// The engines that go through a tree, an item's options one after the other: all but the one that
/// learns clauses, which has its own ways to choose and to start again.
fn trees() -> impl Iterator<Item = Engine> {
    engines().filter(|engine| engine.name() != "learn")
}

#[test]
fn engines_have_different_names() {
    let names: Vec<&str> = engines().map(|engine| engine.name()).collect();
    assert_eq!(
        names,
        ["links", "cells", "rows", "masks", "learn", "tallies", "auto"]
    );
    assert_eq!(format!("{:?}", Engine::LINKS), "Engine(links)");
}

#[test]
fn tries_options_in_the_order_of_adding_depth_first() {
    for engine in trees() {
        let problem = coins(3);
        let found: Vec<_> = problem
            .search_with(engine)
            .solutions()
            .map(|s| sides(&s))
            .collect();
        let ascending: Vec<Vec<u8>> = (0..8_u8)
            .map(|k| vec![k >> 2 & 1, k >> 1 & 1, k & 1])
            .collect();
        assert_eq!(found, ascending, "{engine:?}");
    }
}

#[test]
fn lists_the_options_of_a_solution_in_the_order_of_the_choices() {
    let problem = coins(4);
    let order = |engine, ties| {
        let search = problem.search_with(engine).ties(ties);
        let solution = search.first().answer.found().expect("a solution");
        solution.labels().map(|&(item, _)| item).collect::<Vec<_>>()
    };
    for engine in engines() {
        assert_eq!(order(engine, Ties::First), [0, 1, 2, 3], "{engine:?}");
        assert_eq!(order(engine, Ties::Last), [3, 2, 1, 0], "{engine:?}");
    }
}

#[test]
fn random_ties_depend_on_the_seed_alone() {
    let problem = coins(8);
    let order = |engine, seed| {
        let search = problem.search_with(engine).ties(Ties::Random(seed));
        let solution = search.first().answer.found().expect("a solution");
        solution.labels().map(|&(item, _)| item).collect::<Vec<_>>()
    };
    for engine in engines() {
        // Computed by another program, in Python: a release or a machine that gives another order
        // breaks the promise.
        assert_eq!(order(engine, 1), [4, 3, 2, 7, 5, 6, 0, 1], "{engine:?}");
        assert_eq!(order(engine, 2), [5, 2, 7, 4, 1, 3, 0, 6], "{engine:?}");
    }
}

#[test]
fn repeated_searches_cost_the_same() {
    let problem = format::read(include_str!("../../../testdata/dlx/langford7.dlx"))
        .unwrap()
        .problem;
    for engine in engines() {
        for strategy in [Strategy::Mrv, Strategy::Weighted, Strategy::Restarts] {
            let search = problem
                .search_with(engine)
                .strategy(strategy)
                .ties(Ties::Random(7));
            let first = search.count();
            assert!(first.stats.nodes > 0);
            assert_eq!(search.clone().count(), first, "{engine:?}, {strategy:?}");
            assert_eq!(search.run(|_| ControlFlow::Continue(())).stats, first.stats);
        }
    }
}

#[test]
fn weights_find_what_the_smallest_item_alone_does_not() {
    let problem = format::read(include_str!("../../../testdata/dlx/qwh33-381.dlx"))
        .unwrap()
        .problem;
    let find = |engine| {
        let search = problem
            .search_with(engine)
            .limits(Limits::none().nodes(800_000));
        assert!(
            matches!(search.first().answer, First::Unknown(Limit::Nodes)),
            "{engine:?}"
        );
        let weighted = search.strategy(Strategy::Weighted).first();
        let solution = weighted.answer.found().expect("a solution");
        assert_eq!(problem.verify(solution.options()), Ok(()), "{engine:?}");
    };
    thread::scope(|scope| {
        // The automatic choice is helped by the engine that learns clauses.
        for engine in trees().filter(|engine| engine.name() != "auto") {
            scope.spawn(move || find(engine));
        }
    });
}

#[test]
fn restarts_find_early_what_weights_alone_find_late() {
    let problem = format::read(include_str!("../../../testdata/dlx/qwh33-381.dlx"))
        .unwrap()
        .problem;
    for engine in engines() {
        for ties in [Ties::First, Ties::Last, Ties::Random(2)] {
            let search = problem
                .search_with(engine)
                .strategy(Strategy::Restarts)
                .ties(ties)
                .limits(Limits::none().nodes(400_000));
            let solution = search.first().answer.found().expect("a solution");
            let case = format!("{engine:?}, {ties:?}");
            assert_eq!(problem.verify(solution.options()), Ok(()), "{case}");
        }
    }
}

#[test]
fn restarts_show_that_there_is_no_solution() {
    // Some thousand dead ends, so there are several starts.
    let problem = format::read(include_str!("../../../testdata/dlx/langford9.dlx"))
        .unwrap()
        .problem;
    for engine in trees() {
        let report = problem
            .search_with(engine)
            .strategy(Strategy::Restarts)
            .first();
        assert!(matches!(report.answer, First::None), "{engine:?}");
        assert_eq!(report.outcome, Outcome::Exhausted, "{engine:?}");
        let once = problem.search_with(engine).count().stats.nodes;
        assert!(report.stats.nodes > once, "{engine:?}");
    }
}

#[test]
fn learning_is_the_same_with_every_strategy() {
    let problem = format::read(include_str!("../../../testdata/dlx/langford8.dlx"))
        .unwrap()
        .problem;
    let search = problem.search_with(Engine::LEARN);
    let report = search.count();
    assert_eq!(report.answer, 300);
    for strategy in [Strategy::Weighted, Strategy::Restarts] {
        assert_eq!(search.clone().strategy(strategy).count(), report);
    }
}

#[test]
fn a_visitor_can_stop_the_search() {
    let problem = coins(5);
    for engine in engines() {
        let mut visited = 0;
        let report = problem.search_with(engine).run(|solution| {
            assert_eq!(solution.options().len(), 5);
            visited += 1;
            if visited == 3 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        assert_eq!(
            (visited, report.outcome),
            (3, Outcome::Stopped),
            "{engine:?}"
        );
        assert_eq!(report.stats.solutions, 3, "{engine:?}");
    }
}

#[test]
fn the_iterator_is_lazy_and_stays_at_its_end() {
    let endless = coins(60);
    let small = coins(2);
    for engine in engines() {
        let mut solutions = endless.search_with(engine).solutions();
        assert_eq!(solutions.stats().nodes, 0, "{engine:?}");
        assert_eq!(solutions.by_ref().take(3).count(), 3, "{engine:?}");
        assert_eq!(solutions.outcome(), None, "{engine:?}");
        assert_eq!(solutions.stats().solutions, 3, "{engine:?}");

        let mut solutions = small.search_with(engine).solutions();
        for _ in 0..4 {
            assert!(solutions.next().is_some(), "{engine:?}");
            assert_eq!(solutions.outcome(), None, "{engine:?}");
        }
        for _ in 0..3 {
            assert!(solutions.next().is_none(), "{engine:?}");
            assert_eq!(solutions.outcome(), Some(Outcome::Exhausted), "{engine:?}");
            assert_eq!(solutions.stats().nodes, 6, "{engine:?}");
        }
    }
}

#[test]
fn first_finds_one_or_says_that_there_is_none() {
    for engine in engines() {
        let problem = coins(3);
        let report = problem.search_with(engine).first();
        assert_eq!(
            report.answer.map(|s| sides(&s)),
            First::Found(vec![0, 0, 0])
        );
        assert_eq!(report.outcome, Outcome::Stopped, "{engine:?}");
        assert_eq!(report.stats.nodes, 3, "{engine:?}");

        let problem = without_solution();
        let report = problem.search_with(engine).first();
        assert!(matches!(report.answer, First::None), "{engine:?}");
        assert_eq!(report.outcome, Outcome::Exhausted, "{engine:?}");
        assert!(report.answer.found().is_none(), "{engine:?}");
    }
}

#[test]
fn unique_tells_none_from_one_from_many() {
    for engine in engines() {
        let answer = |problem: &Problem<(usize, u8)>| {
            let report = problem.search_with(engine).unique();
            (report.answer.map(|s| sides(&s)), report.outcome)
        };
        assert_eq!(
            answer(&without_solution()),
            (Unique::None, Outcome::Exhausted)
        );
        assert_eq!(answer(&coins(0)), (Unique::One(vec![]), Outcome::Exhausted));
        let witnesses = Unique::Many(vec![0, 0], vec![0, 1]);
        assert_eq!(
            answer(&coins(2)),
            (witnesses, Outcome::Stopped),
            "{engine:?}"
        );
    }
}

#[test]
fn stats_count_choices_updates_depth_and_solutions() {
    for engine in engines() {
        let Report {
            answer,
            outcome,
            stats,
        } = coins(4).search_with(engine).count();
        assert_eq!((answer, outcome), (16, Outcome::Exhausted), "{engine:?}");
        let expected = Stats {
            nodes: 30,
            // Each engine counts its own kind of step.
            updates: stats.updates,
            max_depth: 4,
            solutions: 16,
            // Whether it is the right one is for another test.
            engine: stats.engine,
        };
        assert_eq!(stats, expected, "{engine:?}");
        if ["links", "cells", "tallies"].contains(&engine.name()) {
            // The options of a coin are in no other list: nothing is ever removed.
            assert_eq!(stats.updates, 0, "{engine:?}");
        }
        let stats = without_solution().search_with(engine).count().stats;
        assert!(stats.updates > 0 && stats.max_depth > 0, "{engine:?}");
    }
}

#[test]
fn stats_name_the_engine_that_has_searched() {
    let few = coins(4);
    let ran = |search: Search<'_, _>| search.count().stats.engine.expect("one has searched");
    for &engine in Engine::ALL {
        assert_eq!(ran(few.search_with(engine)), engine.name());
        let solutions = few.search_with(engine).solutions();
        assert_eq!(solutions.stats().engine, Some(engine.name()));
    }
    assert_eq!(ran(few.search()), "rows");

    // Some engines hand on to cells what they are not made for.
    for (engine, name) in [
        (Engine::LINKS, "links"),
        (Engine::CELLS, "cells"),
        (Engine::ROWS, "cells"),
        (Engine::MASKS, "cells"),
        (Engine::AUTO, "cells"),
        (Engine::LEARN, "learn"),
        (Engine::TALLIES, "tallies"),
    ] {
        let search = few.search_with(engine).strategy(Strategy::Weighted);
        assert_eq!(ran(search), name, "{engine:?}");
    }
    let wide = coins(65 + 64);
    let limited = |engine| {
        let search = wide.search_with(engine).limits(Limits::none().nodes(1));
        search.count().stats.engine
    };
    assert_eq!(limited(Engine::MASKS), Some("cells"));
    assert_eq!(limited(Engine::AUTO), Some("rows"));
    let dense = format::read(include_str!("../../../testdata/dlx/soma.dlx")).unwrap();
    let search = dense.problem.search().limits(Limits::none().nodes(1));
    assert_eq!(search.first().stats.engine, Some("masks"));
    let mut builder = Problem::builder();
    let item = builder.primary("x");
    let items = builder.secondaries(1 << 18);
    builder.option((), [item].into_iter().chain(items));
    let long = builder.build().expect("a valid problem");
    for engine in [Engine::ROWS, Engine::AUTO] {
        assert_eq!(long.search_with(engine).count().stats.engine, Some("cells"));
    }
}

#[test]
fn stats_name_no_engine_if_a_limit_came_first() {
    for engine in engines() {
        let problem = coins(4);
        let search = problem.search_with(engine).limits(Limits::none().nodes(0));
        assert_eq!(search.count().stats.engine, None, "{engine:?}");
        assert_eq!(search.solutions().stats().engine, None, "{engine:?}");
    }
}

#[test]
fn the_empty_problem_has_the_empty_solution() {
    let mut builder = Problem::<()>::builder();
    builder.secondary("nobody has to cover me");
    for problem in [
        Problem::builder().build().unwrap(),
        builder.build().unwrap(),
    ] {
        for engine in engines() {
            let found: Vec<_> = problem.search_with(engine).solutions().collect();
            assert_eq!(found.len(), 1, "{engine:?}");
            assert!(found[0].options().is_empty(), "{engine:?}");
        }
        assert_eq!(problem.verify(&[]), Ok(()));
    }
}

#[test]
fn an_item_without_options_leaves_nothing_to_search() {
    let mut builder = Problem::builder();
    let items = builder.primaries(2);
    builder.option((), [items[0]]);
    let problem = builder.build().unwrap();
    for engine in engines() {
        let report = problem.search_with(engine).count();
        assert_eq!((report.answer, report.stats.nodes), (0, 0), "{engine:?}");
        assert_eq!(report.outcome, Outcome::Exhausted, "{engine:?}");
    }
}

#[test]
fn the_solution_limit_is_exact() {
    let problem = coins(3);
    for engine in engines() {
        for limit in 0..10 {
            let search = problem
                .search_with(engine)
                .limits(Limits::none().solutions(limit));
            let mut visited = 0;
            let report = search.run(|_| {
                visited += 1;
                ControlFlow::Continue(())
            });
            assert_eq!(visited, limit.min(8), "{engine:?}");
            assert_eq!(search.count().answer, limit.min(8), "{engine:?}");
            // At 8 these are all, but the search does not go on to find that out.
            let outcome = match limit {
                0..=8 => Outcome::LimitReached(Limit::Solutions),
                _ => Outcome::Exhausted,
            };
            assert_eq!(report.outcome, outcome, "{engine:?}, {limit}");
        }
        let one = problem
            .search_with(engine)
            .limits(Limits::none().solutions(1));
        let answer = one.unique().answer.map(|s| sides(&s));
        assert_eq!(
            answer,
            Unique::Unknown(Some(vec![0, 0, 0]), Limit::Solutions)
        );
        assert!(matches!(one.first().answer, First::Found(_)), "{engine:?}");
        let none = problem
            .search_with(engine)
            .limits(Limits::none().solutions(0));
        assert!(
            matches!(none.first().answer, First::Unknown(Limit::Solutions)),
            "{engine:?}"
        );
    }
}

#[test]
fn the_node_limit_is_exact_up_to_a_chain_of_forced_choices() {
    let problem = format::read(include_str!("../../../testdata/dlx/queens8.dlx"))
        .unwrap()
        .problem;
    for engine in engines() {
        let all = problem.search_with(engine).count();
        let nodes = all.stats.nodes;
        for limit in (0..nodes).step_by(7).chain(nodes..nodes + 2) {
            let report = problem
                .search_with(engine)
                .limits(Limits::none().nodes(limit))
                .count();
            let Stats {
                nodes, solutions, ..
            } = report.stats;
            if limit > all.stats.nodes {
                assert_eq!(report, all, "{engine:?}");
                continue;
            }
            assert_eq!(
                report.outcome,
                Outcome::LimitReached(Limit::Nodes),
                "{engine:?}"
            );
            assert_eq!(report.answer, solutions, "{engine:?}");
            // A solution has 8 queens, the longest chain that there is.
            let slack = if engine.name() == "links" { 0 } else { 8 };
            assert!(
                (limit..=limit + slack).contains(&nodes),
                "{engine:?}: {nodes}, {limit}"
            );
        }
    }
}

#[test]
fn outcomes_and_engines_print_as_words() {
    let many = coins(40);
    let search = many
        .search_with(Engine::CELLS)
        .limits(Limits::none().nodes(39));
    assert_eq!(search.first().outcome.to_string(), "node limit reached");
    assert_eq!(coins(2).search().count().outcome.to_string(), "complete");
    assert_eq!(coins(2).search().unique().outcome.to_string(), "stopped");
    assert_eq!(format!("{:>8}", Engine::CELLS), "   cells");
}

#[test]
fn a_limit_leaves_the_answer_unknown() {
    let problem = coins(40);
    for engine in engines() {
        let search = problem.search_with(engine).limits(Limits::none().nodes(39));
        assert!(
            matches!(search.first().answer, First::Unknown(Limit::Nodes)),
            "{engine:?}"
        );
        assert!(matches!(
            search.unique().answer,
            Unique::Unknown(None, Limit::Nodes)
        ));
        let mut solutions = search.solutions();
        assert!(
            solutions.next().is_none() && solutions.next().is_none(),
            "{engine:?}"
        );
        assert_eq!(
            solutions.outcome(),
            Some(Outcome::LimitReached(Limit::Nodes)),
            "{engine:?}"
        );
    }
}

#[test]
fn a_deadline_in_the_past_allows_no_choice() {
    for engine in engines() {
        let limits = Limits::none().deadline(Instant::now());
        let report = coins(40).search_with(engine).limits(limits).count();
        assert_eq!(
            report.outcome,
            Outcome::LimitReached(Limit::Deadline),
            "{engine:?}"
        );
        assert_eq!(report.stats, Stats::default(), "{engine:?}");
    }
}

#[test]
fn it_is_late_after_the_deadline_or_with_a_flag_up_whatever_the_cost() {
    let (now, hour) = (Instant::now(), Duration::from_secs(3600));
    let (down, up) = ([false, false], [false, true]);
    for (deadline, flags, late) in [
        (None, down, None),
        (Some(now + hour), down, None),
        (Some(now), down, Some(Limit::Deadline)),
        (None, up, Some(Limit::Cancelled)),
        (Some(now + hour), up, Some(Limit::Cancelled)),
        (Some(now), up, Some(Limit::Cancelled)),
    ] {
        let mut limits = Limits::none();
        if let Some(at) = deadline {
            limits = limits.deadline(at);
        }
        for flag in flags {
            limits = limits.cancel(Arc::new(AtomicBool::new(flag)));
        }
        assert_eq!(limits.late(), late);
        // With nothing done and nothing allowed, a search has reached its limit; it is no later.
        let spent = limits.nodes(0).solutions(0);
        assert_eq!(spent.late(), late);
        assert_eq!(spent.reached(&Stats::default()), Some(Limit::Solutions));
    }
}

#[test]
fn a_deadline_ends_a_search_that_would_take_ages() {
    for engine in engines() {
        let start = Instant::now();
        let limits = Limits::none().deadline(start + Duration::from_millis(30));
        let report = coins(60).search_with(engine).limits(limits).count();
        assert_eq!(
            report.outcome,
            Outcome::LimitReached(Limit::Deadline),
            "{engine:?}"
        );
        // How soon after it: `hostile.rs`.
        assert!(start.elapsed().as_millis() >= 30, "{engine:?}");
    }
}

#[test]
fn the_cancel_flag_works_from_before_within_and_beside_the_search() {
    let problem = coins(60);
    for engine in engines() {
        let flag = Arc::new(AtomicBool::new(true));
        let search = problem
            .search_with(engine)
            .limits(Limits::none().cancel(flag.clone()));
        let before = search.count();
        assert_eq!(
            before.outcome,
            Outcome::LimitReached(Limit::Cancelled),
            "{engine:?}"
        );
        assert_eq!(before.stats, Stats::default(), "{engine:?}");

        flag.store(false, Ordering::Relaxed);
        let within = search.run(|_| {
            flag.store(true, Ordering::Relaxed);
            ControlFlow::Continue(())
        });
        assert_eq!(
            within.outcome,
            Outcome::LimitReached(Limit::Cancelled),
            "{engine:?}"
        );
        assert!((60..60 + 1024).contains(&within.stats.nodes), "{engine:?}");

        flag.store(false, Ordering::Relaxed);
        let beside = thread::scope(|scope| {
            let running = scope.spawn(|| search.count());
            thread::sleep(Duration::from_millis(10));
            flag.store(true, Ordering::Relaxed);
            running.join().expect("the search does not panic")
        });
        assert_eq!(
            beside.outcome,
            Outcome::LimitReached(Limit::Cancelled),
            "{engine:?}"
        );
    }
}

/// Runs the search for a first solution on a stack that would hold a few hundred frames.
fn first_on_a_small_stack<L: Sync>(problem: &Problem<L>, engine: Engine) -> Stats {
    let search = || {
        let report = problem.search_with(engine).first();
        let solution = report.answer.found().expect("a solution");
        assert_eq!(problem.verify(solution.options()), Ok(()), "{engine:?}");
        report.stats
    };
    thread::scope(|scope| {
        let small = thread::Builder::new().stack_size(64 << 10);
        small
            .spawn_scoped(scope, search)
            .expect("a thread")
            .join()
            .expect("no panic")
    })
}

#[test]
fn the_depth_of_the_tree_does_not_use_the_stack() {
    let depth = 10_000;
    let problem = coins(depth);
    for engine in engines() {
        assert_eq!(
            first_on_a_small_stack(&problem, engine).max_depth,
            depth,
            "{engine:?}"
        );
    }
}

#[test]
fn the_length_of_a_chain_of_forced_choices_does_not_use_the_stack() {
    let length = 10_000;
    let mut builder = Problem::builder();
    let items = builder.primaries(length);
    for pair in items.windows(2) {
        builder.option((), pair.iter().copied());
    }
    let problem = builder.build().unwrap();
    for engine in engines() {
        let stats = first_on_a_small_stack(&problem, engine);
        assert_eq!(stats.max_depth, length / 2, "{engine:?}");
    }
}

#[test]
fn ids_beyond_a_problem_are_refused_where_they_are_used() {
    let problem = coins(1);
    let panics = |use_it: &dyn Fn()| {
        let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(use_it));
        assert!(caught.is_err());
    };
    panics(&|| assert!(problem.is_primary(ItemId::new(1))));
    panics(&|| assert_eq!(problem.name(ItemId::new(1)), None));
    panics(&|| assert_eq!(problem.label(OptionId::new(2)).0, 0));
    panics(&|| assert!(problem.entries(OptionId::new(2)).is_empty()));
    panics(&|| assert_eq!(Color::new(Color::MAX + 1).value(), 0));
    panics(&|| assert_eq!(ItemId::new(1 << 32).index(), 0));
    panics(&|| assert_eq!(OptionId::new(1 << 32).index(), 0));
    assert_eq!(Color::new(Color::MAX).value(), Color::MAX);
}

#[test]
fn public_types_can_be_shared_sent_and_shown() {
    fn plain<T: Send + Sync + Debug + Unpin>() {}
    fn copy<T: Send + Sync + Debug + Copy + 'static>() {}
    fn error<T: Send + Sync + Error + Clone + PartialEq + 'static>() {}
    plain::<Problem>();
    plain::<Builder<String>>();
    plain::<Search<'_, String>>();
    plain::<Solution<'_, String>>();
    plain::<Solutions<'_, String>>();
    plain::<First<Solution<'_, ()>>>();
    plain::<Unique<Solution<'_, ()>>>();
    plain::<Limits>();
    plain::<Dlx>();
    copy::<Engine>();
    copy::<Strategy>();
    copy::<Ties>();
    copy::<Limit>();
    copy::<Outcome>();
    copy::<Stats>();
    copy::<Report<u128>>();
    copy::<ItemId>();
    copy::<OptionId>();
    copy::<Color>();
    copy::<Entry>();
    error::<BuildError>();
    error::<Violation>();
    error::<RowError>();
    error::<format::ParseError>();
    error::<format::WriteError>();
}
