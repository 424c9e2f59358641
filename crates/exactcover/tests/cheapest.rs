//! The cheapest solutions: against the oracle, and what limits and ties do to them.

mod common;

use common::{build, descriptions, Description};
use exactcover::{format, Limit, Limits, OptionId, Outcome, Problem, Solution, Ties};
use proptest::prelude::{prop, prop_assert, prop_assert_eq, prop_oneof, proptest, Just};
use proptest::prelude::{ProptestConfig, Strategy};
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

/// The same problem with these costs.
fn priced(problem: &Problem<usize>, costs: &[u64]) -> Problem<usize> {
    let mut builder = Problem::builder();
    for item in problem.items() {
        if problem.is_primary(item) {
            builder.primaries(1);
        } else {
            builder.secondaries(1);
        }
    }
    for (option, &cost) in problem.options().zip(costs) {
        let entries = problem.entries(option).iter().copied();
        builder.option_with_cost(option.index(), cost, entries);
    }
    builder.build().expect("it was well formed before")
}

fn sum(problem: &Problem<usize>, options: &[OptionId]) -> u128 {
    let costs = options.iter().map(|&option| problem.cost(option));
    costs.map(u128::from).sum()
}

fn sorted(solution: &Solution<'_, usize>) -> Vec<OptionId> {
    let mut options = solution.options().to_vec();
    options.sort_unstable();
    options
}

/// Problems with costs for up to 14 options: few different ones, or of any size.
fn cases() -> impl Strategy<Value = (Description, Vec<u64>)> {
    let cost = prop_oneof![Just(0..4), Just(0..1000), Just(u64::MAX - 2..u64::MAX)];
    let costs = cost.prop_flat_map(|range| prop::collection::vec(range, 14));
    (descriptions(), costs)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn the_cheapest_are_the_first_of_the_oracle_by_cost(
        (description, costs) in cases(),
        k in prop_oneof![0..4_usize, Just(5_000)],
        ties in prop::sample::select(vec![Ties::First, Ties::Last, Ties::Random(3)]),
    ) {
        let (problem, oracle) = build(&description);
        let problem = priced(&problem, &costs);
        let solutions = oracle.solutions();
        let mut expected: Vec<u128> = solutions.iter().map(|s| sum(&problem, s)).collect();
        expected.sort_unstable();
        expected.truncate(k);

        let search = problem.search().ties(ties);
        let report = search.cheapest(k);
        prop_assert_eq!(report.outcome, Outcome::Exhausted);
        prop_assert_eq!(report.stats.engine, Some("links"));
        let found: Vec<u128> = report.answer.iter().map(|&(cost, _)| cost).collect();
        prop_assert_eq!(&found, &expected);
        let mut different = BTreeSet::new();
        for (cost, solution) in &report.answer {
            prop_assert_eq!(problem.verify(solution.options()), Ok(()));
            prop_assert_eq!(sum(&problem, solution.options()), *cost);
            prop_assert!(different.insert(sorted(solution)));
        }
        let again: Vec<_> = search.cheapest(k).answer.iter().map(|(_, s)| sorted(s)).collect();
        let first: Vec<_> = report.answer.iter().map(|(_, s)| sorted(s)).collect();
        prop_assert_eq!(again, first);
    }

    #[test]
    fn below_choices_the_cheapest_have_them_all((description, costs) in cases()) {
        let (problem, oracle) = build(&description);
        let problem = priced(&problem, &costs);
        for option in problem.options() {
            let with = oracle.solutions().into_iter().filter(|s| s.contains(&option));
            let mut expected: Vec<u128> = with.map(|s| sum(&problem, &s)).collect();
            expected.sort_unstable();
            let search = problem.search().below(&[option]).expect("one goes with itself");
            let report = search.cheapest(100_000);
            let found: Vec<u128> = report.answer.iter().map(|&(cost, _)| cost).collect();
            prop_assert_eq!(found, expected);
            for (_, solution) in &report.answer {
                prop_assert_eq!(solution.options()[0], option);
                prop_assert_eq!(problem.verify(solution.options()), Ok(()));
            }
        }
    }
}

/// Twelve queens, whose file has a cost for each square.
fn queens() -> Problem<usize> {
    let text = include_str!("../../../testdata/dlx/qcost12.dlx");
    format::read(text).expect("well formed").problem
}

#[test]
fn the_bound_saves_most_of_the_tree_of_queens_with_costs() {
    let problem = queens();
    let mut all: Vec<u128> = Vec::new();
    let whole = problem.search().run(|solution| {
        all.push(sum(&problem, solution.options()));
        std::ops::ControlFlow::Continue(())
    });
    all.sort_unstable();
    let report = problem.search().cheapest(10);
    let found: Vec<u128> = report.answer.iter().map(|&(cost, _)| cost).collect();
    assert_eq!(found, all[..10]);
    assert!(report.stats.nodes < whole.stats.nodes / 100);
}

#[test]
fn of_equally_cheap_solutions_the_first_of_the_search_stay() {
    let mut builder = Problem::builder();
    let item = builder.primary("x");
    for label in 0..6 {
        builder.option_with_cost(label, [2, 1, 2, 1, 1, 0][label], [item]);
    }
    let problem = builder.build().expect("well formed");
    let report = problem.search().cheapest(3);
    let found: Vec<_> = report.answer.iter().map(|(_, s)| sorted(s)[0]).collect();
    assert_eq!(found, [5, 1, 3].map(OptionId::new));
}

#[test]
fn a_limit_leaves_the_cheapest_that_were_found() {
    let problem = queens();
    for nodes in [0, 1, 50] {
        let report = problem
            .search()
            .limits(Limits::none().nodes(nodes))
            .cheapest(4);
        assert_eq!(report.outcome, Outcome::LimitReached(Limit::Nodes));
        assert_eq!(report.stats.nodes, nodes);
        let costs: Vec<u128> = report.answer.iter().map(|&(cost, _)| cost).collect();
        assert!(costs.windows(2).all(|pair| pair[0] <= pair[1]));
        for (cost, solution) in &report.answer {
            assert_eq!(problem.verify(solution.options()), Ok(()));
            assert_eq!(sum(&problem, solution.options()), *cost);
        }
    }
    let report = problem
        .search()
        .limits(Limits::none().solutions(2))
        .cheapest(4);
    assert_eq!(report.outcome, Outcome::LimitReached(Limit::Solutions));
    assert_eq!((report.answer.len(), report.stats.solutions), (2, 2));
    let flag = Arc::new(AtomicBool::new(true));
    let report = problem
        .search()
        .limits(Limits::none().cancel(flag))
        .cheapest(4);
    assert_eq!(report.outcome, Outcome::LimitReached(Limit::Cancelled));
    assert!(report.answer.is_empty());
}

#[test]
fn who_watches_sees_the_cheapest_come_to_the_end() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&seen);
    let mut builder = Problem::builder();
    for item in builder.primaries(12) {
        builder.option_with_cost("heads", 2, [item]);
        builder.option_with_cost("tails", 3, [item]);
    }
    let problem = builder.build().expect("well formed");
    let search = problem.search();
    let search = search.watch(move |progress| log.lock().unwrap().push(progress.fraction));
    assert_eq!(search.cheapest(usize::MAX).answer.len(), 1 << 12);
    let seen = seen.lock().unwrap();
    assert!(seen.len() > 2 && seen.windows(2).all(|pair| pair[0] <= pair[1]));
    assert_eq!(seen.last(), Some(&1.0));
}
