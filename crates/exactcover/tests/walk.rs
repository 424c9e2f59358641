//! A search that is stopped at any node and goes on in pieces searches the same as one that is not.

mod common;

use common::{build, descriptions};
use exactcover::{
    format, Choice, Engine, Limit, Limits, OptionId, Outcome, Problem, Search, Stats, Strategy,
    Ties, Violation, Walk,
};
use proptest::prelude::{prop_assert, prop_assert_eq, proptest, ProptestConfig};
use std::collections::BTreeSet;
use std::fs;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::sync::Arc;

/// Those that walk through a tree.
fn engines() -> impl Iterator<Item = Engine> {
    let others = Engine::ALL.iter().copied().chain([Engine::AUTO]);
    others.filter(|engine| engine.name() != "learn")
}

fn problem(name: &str) -> Problem<usize> {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/dlx");
    let text = fs::read_to_string(format!("{directory}/{name}.dlx"));
    format::read(&text.expect("the file is there"))
        .expect("a valid problem")
        .problem
}

/// The engine that has in fact searched.
fn same_engine<L>(walk: &Walk<'_, L>) -> Engine {
    Engine::named(walk.stats().engine.expect("it has begun")).expect("engines are known")
}

/// What levels below these choices say is what code that shares nothing with the engines says.
fn check_levels<L>(problem: &Problem<L>, prefix: &[OptionId], walk: &Walk<'_, L>) {
    let open = walk.open().expect("there are no limits");
    let mut partial = problem.partial();
    let mut levels = open.levels.iter().peekable();
    for depth in 0..=open.chosen.len() {
        let via = open.chosen.get(depth).copied();
        match levels.next_if(|level| level.depth == depth) {
            Some(level) => {
                assert!(problem.is_primary(level.item) && partial.is_open(level.item));
                let mut options: Vec<OptionId> = via.into_iter().collect();
                options.extend(level.done.iter().chain(&level.open));
                options.sort_unstable();
                assert_eq!(options, partial.options_of(level.item).collect::<Vec<_>>());
            }
            // What is between two levels is forced.
            None if depth < prefix.len() => assert_eq!(via, Some(prefix[depth])),
            None => assert!(via.map_or(true, |via| {
                let entries = problem.entries(via).iter().map(|entry| entry.item);
                let mut primary = entries.filter(|&item| problem.is_primary(item));
                primary.any(|item| partial.options_of(item).eq([via]))
            })),
        }
        if let Some(via) = via {
            partial.choose(via).expect("options that go together");
        }
    }
    assert!(levels.next().is_none());
}

/// Adds up what a search below these choices comes to that stops after so many nodes, and so do its
/// pieces.
fn add_up<L>(
    problem: &Problem<L>,
    search: &Search<'_, L>,
    prefix: &[OptionId],
    budget: u64,
    found: &mut Vec<Vec<OptionId>>,
) -> (u64, u128, usize) {
    let search = search.clone().below(prefix).expect("a valid prefix");
    let mut walk = search.walk();
    let outcome = walk.run(budget, |solution| {
        let mut options = solution.options().to_vec();
        options.sort_unstable();
        found.push(options);
        ControlFlow::Continue(())
    });
    let stats = walk.stats();
    let mut sum = (stats.nodes, stats.solutions, stats.max_depth);
    if outcome.is_none() {
        assert!(stats.nodes >= budget);
    }
    check_levels(problem, prefix, &walk);
    let pieces = walk.open().expect("there are no limits");
    if outcome.is_some() {
        assert_eq!(
            (outcome, pieces.pieces().count()),
            (Some(Outcome::Exhausted), 0)
        );
    }
    let engine = walk.stats().engine.map(|_| same_engine(&walk));
    for piece in pieces.pieces() {
        let search = problem.search_with(engine.expect("it has begun"));
        let (nodes, solutions, depth) = add_up(problem, &search, &piece, budget.max(3) * 2, found);
        sum = (sum.0 + 1 + nodes, sum.1 + solutions, sum.2.max(depth));
    }
    sum
}

fn known(stats: &Stats) -> (u64, u128, usize) {
    (stats.nodes, stats.solutions, stats.max_depth)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn pieces_have_together_the_nodes_and_solutions_of_the_whole(
        description in descriptions(),
        budget in 1..40_u64,
    ) {
        let (problem, oracle) = build(&description);
        for engine in engines() {
            let search = problem.search_with(engine);
            let mut found = Vec::new();
            let sum = add_up(&problem, &search, &[], budget, &mut found);
            prop_assert_eq!(sum, known(&search.count().stats), "{:?}", engine);
            // In the order of the search, whatever the pieces.
            let all = search.solutions().map(|solution| {
                let mut options = solution.into_options();
                options.sort_unstable();
                options
            });
            prop_assert_eq!(&found, &all.collect::<Vec<_>>(), "{:?}", engine);
            found.sort();
            prop_assert_eq!(&found, &oracle.solutions(), "{:?}", engine);
        }
    }

    #[test]
    fn pieces_of_weighted_searches_have_each_solution_once(
        description in descriptions(),
        budget in 1..40_u64,
        seed: u64,
    ) {
        let (problem, oracle) = build(&description);
        for engine in [Engine::LINKS, Engine::CELLS] {
            for strategy in [Strategy::Weighted, Strategy::Restarts] {
                let search = problem.search_with(engine).strategy(strategy).ties(Ties::Random(seed));
                let mut found = Vec::new();
                add_up(&problem, &search, &[], budget, &mut found);
                found.sort();
                prop_assert_eq!(&found, &oracle.solutions(), "{:?} {:?}", engine, strategy);
            }
        }
    }

    #[test]
    fn below_a_prefix_are_the_solutions_that_have_it(description in descriptions(), pick: usize) {
        let (problem, oracle) = build(&description);
        let solutions = oracle.solutions();
        if solutions.is_empty() {
            return Ok(());
        }
        let solution = &solutions[pick % solutions.len()];
        let prefix = &solution[..pick % (solution.len() + 1)];
        let expected: BTreeSet<_> = solutions
            .iter()
            .filter(|solution| prefix.iter().all(|option| solution.contains(option)))
            .cloned()
            .collect();
        for &engine in Engine::ALL {
            let search = problem.search_with(engine).below(prefix).expect("a valid prefix");
            let found: BTreeSet<_> = search
                .solutions()
                .map(|solution| {
                    assert!(solution.options().starts_with(prefix));
                    let mut options = solution.into_options();
                    options.sort_unstable();
                    options
                })
                .collect();
            prop_assert_eq!(&found, &expected, "{:?}", engine);
            prop_assert_eq!(search.count().answer, expected.len() as u128);
        }
    }

    /// Of all probes that there are, each as likely as it is, the mean is the truth; some thousand
    /// come near.
    #[test]
    fn estimates_come_near_the_truth(description in descriptions()) {
        let (problem, _) = build(&description);
        let stats = problem.search_with(Engine::LINKS).count().stats;
        let guess = problem.search().estimate(2000, 1).answer;
        let near = |guess: f64, error: f64, truth: f64| (guess - truth).abs() <= 6.0 * error + 1e-9;
        prop_assert!(near(guess.nodes, guess.nodes_error, stats.nodes as f64), "{:?}", guess);
        let solutions = stats.solutions as f64;
        prop_assert!(near(guess.solutions, guess.solutions_error, solutions), "{:?}", guess);
    }
}

#[test]
fn an_estimate_keeps_to_the_limits() {
    let problem = problem("langford8");
    let whole = problem.search().estimate(20, 3);
    assert_eq!(
        (whole.answer.probes, whole.outcome),
        (20, Outcome::Exhausted)
    );
    let limits = Limits::none().nodes(whole.stats.nodes / 2);
    let half = problem.search().limits(limits).estimate(20, 3);
    assert_eq!(half.outcome, Outcome::LimitReached(Limit::Nodes));
    assert_eq!(half.stats.nodes, whole.stats.nodes / 2);
    // What counts are the probes that came to their end.
    let begun = half.answer.probes;
    assert!((1..20).contains(&begun), "{begun}");
    assert_eq!(half.answer, problem.search().estimate(begun, 3).answer);
    let limits = Limits::none().cancel(Arc::new(AtomicBool::new(true)));
    let nothing = problem.search().limits(limits).estimate(20, 3);
    assert_eq!(nothing.outcome, Outcome::LimitReached(Limit::Cancelled));
    assert_eq!((nothing.answer.probes, nothing.stats.nodes), (0, 0));
    assert!(nothing.answer.nodes_error.is_infinite());
}

#[test]
fn no_node_is_lost_in_any_representation() {
    // Wide and narrow rows, masks of every width, equal masks, items covered once, colors.
    for name in [
        "langford8",
        "pent3x20",
        "qwh20-165",
        "queens8",
        "mutil6x6",
        "sud9-platinum",
    ] {
        let problem = problem(name);
        for engine in engines() {
            for ties in [Ties::First, Ties::Random(5)] {
                let slow = engine.name() != "masks" || ties != Ties::First;
                if name == "pent3x20" && slow {
                    continue;
                }
                let search = problem.search_with(engine).ties(ties);
                let whole = search.count().stats;
                let mut walk = search.walk();
                let mut sums = Vec::new();
                let mut ended = None;
                while ended.is_none() {
                    ended = walk.count(whole.nodes / 3 + 1);
                    check_levels(&problem, &[], &walk);
                    let before = walk.stats();
                    let mut sum = known(&before);
                    for piece in walk.open().expect("there are no limits").pieces() {
                        let search = problem.search_with(same_engine(&walk)).ties(ties);
                        let search = search.below(&piece).expect("a valid prefix");
                        let stats = search.count().stats;
                        assert_eq!(stats.engine, before.engine);
                        sum.0 += 1 + stats.nodes;
                        sum.1 += stats.solutions;
                        sum.2 = sum.2.max(stats.max_depth);
                    }
                    sums.push(sum);
                }
                assert_eq!(known(&walk.stats()), known(&whole), "{name} {engine:?}");
                assert_eq!(
                    sums,
                    vec![known(&whole); sums.len()],
                    "{name} {engine:?} {ties:?}"
                );
                assert!(sums.len() > 2 || whole.nodes < 3, "{name} {engine:?}");
            }
        }
    }
}

#[test]
fn a_walk_stops_where_it_is_told_to() {
    let problem = problem("langford8");
    for engine in engines() {
        let mut walk = problem.search_with(engine).walk();
        assert_eq!(walk.open(), None);
        for step in 1..20_u64 {
            assert_eq!(walk.count(100), None);
            // A trial and what it forces.
            assert!(walk.stats().nodes < 100 * step + 16 * step, "{engine:?}");
        }
        // Limits hold as always.
        let limits = Limits::none().nodes(50);
        let mut walk = problem.search_with(engine).limits(limits).walk();
        assert!(matches!(walk.count(1000), Some(Outcome::LimitReached(_))));
        assert!(walk.open().is_some());
        let mut walk = problem
            .search_with(engine)
            .limits(Limits::none().nodes(0))
            .walk();
        assert!(matches!(walk.count(1000), Some(Outcome::LimitReached(_))));
        assert_eq!(walk.open(), None);
        // So does a visitor who has seen enough, and nothing is lost then.
        let mut walk = problem.search_with(engine).walk();
        let enough = walk.run(u64::MAX, |_| ControlFlow::Break(()));
        assert_eq!(
            (enough, walk.stats().solutions),
            (Some(Outcome::Stopped), 1)
        );
        let left: u128 = (walk.open().expect("there are no limits").pieces())
            .map(|piece| {
                problem
                    .search()
                    .below(&piece)
                    .map(|search| search.count().answer)
            })
            .sum::<Result<u128, Violation>>()
            .expect("valid prefixes");
        assert_eq!(1 + left, problem.search().count().answer);
    }
    let mut walk = problem.search_with(Engine::LEARN).walk();
    walk.count(10);
    assert_eq!(walk.open(), None);
}

#[test]
fn a_prefix_that_makes_no_sense_is_refused() {
    let mut builder = Problem::builder();
    let items = builder.primaries(2);
    let both = builder.option((), items.clone());
    let one = builder.option((), [items[0]]);
    let problem = builder.build().expect("a valid problem");
    let option = OptionId::new(2);
    let below = |prefix: &[OptionId]| problem.search().below(prefix).map(|_| ());
    assert_eq!(below(&[option]), Err(Violation::UnknownOption { option }));
    for prefix in [[both, one], [one, both], [one, one]] {
        let [first, second] = prefix;
        let item = items[0];
        let expected = Violation::CoveredTwice {
            item,
            first,
            second,
        };
        assert_eq!(below(&prefix), Err(expected));
    }
    assert_eq!(below(&[one]), Ok(()));
}

#[test]
fn no_solution_has_an_option_that_is_left_out_as_well() {
    for times in [1..=1, 1..=2] {
        let mut builder = Problem::builder();
        let items = builder.primaries(2);
        builder.multiplicity(items[1], times);
        let both = builder.option((), items.clone());
        builder.option((), [items[0]]);
        builder.option((), [items[1]]);
        let problem = builder.build().expect("a valid problem");
        let way = [Choice::Without(both), Choice::With(both)];
        for &engine in Engine::ALL.iter().chain([&Engine::AUTO]) {
            let search = problem.search_with(engine);
            let one = search.clone().without(&[both]).below(&[both]);
            let other = search.clone().below(&[both]);
            let other = other.map(|search| search.without(&[both]));
            for search in [one, other, search.part(&way)] {
                let search = search.expect("an option goes with itself");
                assert_eq!(search.count().answer, 0, "{engine}");
                assert!(search.first().answer.found().is_none(), "{engine}");
                assert_eq!(search.cheapest(1).answer.len(), 0);
                assert!(search.count_by_diagram().answer.is_zero());
            }
        }
    }
}

#[test]
#[cfg(feature = "rayon")]
fn threads_search_below_a_prefix_too() {
    let problem = problem("queens8");
    let first = problem
        .search()
        .first()
        .answer
        .found()
        .expect("there is one");
    for length in [0, 1, first.options().len()] {
        let search = problem.search().below(&first.options()[..length]);
        let search = search.expect("a part of a solution");
        assert_eq!(search.par_count().answer, search.count().answer);
        let solutions = search.par_take(5).answer;
        for (a, b) in solutions.iter().zip(search.solutions()) {
            assert_eq!(a.options(), b.options());
        }
        assert!(!solutions.is_empty());
    }
}
