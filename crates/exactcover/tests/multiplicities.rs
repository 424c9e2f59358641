//! Problems whose items are covered other numbers of times than once, against a solver that can be
//! read at a glance; and what does not take them.

#[cfg(feature = "proof")]
mod checker;

use exactcover::{
    format, BuildError, Builder, Choice, Color, Count, Engine, Entry, First, ItemId, Limit, Limits,
    OptionId, Outcome, Problem, Solution, SplitMix64, Strategy, Ties, Unique, Violation,
};
use proptest::prelude::{
    any, prop, prop_assert, prop_assert_eq, prop_assume, proptest, Just, ProptestConfig,
};
use proptest::strategy::Strategy as _;
use std::ops::ControlFlow;

/// Items: how often they are covered, at least and at most, or `None` for a secondary one. Options:
/// items, with a color of a secondary one, where 0 is none.
type Description = (Vec<Option<(u32, u32)>>, Vec<Vec<(usize, u32)>>);

fn descriptions() -> impl proptest::strategy::Strategy<Value = Description> {
    let times = (0..3_u32, 0..3_u32).prop_map(|(low, more)| (low, (low + more).max(1)));
    let item = prop::option::weighted(0.7, times);
    prop::collection::vec(item, 1..7).prop_flat_map(|mut items| {
        items[0].get_or_insert((2, 2));
        let all: Vec<usize> = (0..items.len()).collect();
        let required: Vec<usize> = all
            .iter()
            .copied()
            .filter(|&k| items[k].is_some())
            .collect();
        let most = items.len().min(4);
        let option = (
            prop::sample::select(required),
            prop::sample::subsequence(all, 0..=most).prop_shuffle(),
            prop::collection::vec(0..3_u32, items.len()),
        )
            .prop_map(|(must, mut items, colors)| {
                if !items.contains(&must) {
                    items.push(must);
                }
                items.into_iter().map(|item| (item, colors[item])).collect()
            });
        (Just(items), prop::collection::vec(option, 0..11))
    })
}

fn build(description: &Description) -> Problem<usize> {
    priced(description, &[])
}

/// With these costs; the options behind them are free.
fn priced((items, options): &Description, costs: &[u64]) -> Problem<usize> {
    let mut builder = Problem::builder();
    for times in items {
        match *times {
            None => drop(builder.secondaries(1)),
            Some((low, high)) => {
                let item = builder.primaries(1)[0];
                builder.multiplicity(item, low..=high);
            }
        }
    }
    for (label, option) in options.iter().enumerate() {
        let entries = option.iter().map(|&(item, color)| Entry {
            item: ItemId::new(item),
            color: Some(Color::new(64 + color)).filter(|_| items[item].is_none() && color > 0),
        });
        let cost = costs.get(label).copied().unwrap_or(0);
        builder.option_with_cost(label, cost, entries);
    }
    builder.build().expect("a valid problem")
}

fn is_solution((items, options): &Description, chosen: &[usize]) -> bool {
    items.iter().enumerate().all(|(item, times)| {
        let entries = chosen.iter().flat_map(|&option| &options[option]);
        let colors: Vec<u32> = entries.filter(|e| e.0 == item).map(|e| e.1).collect();
        match *times {
            Some((low, high)) => (low..=high).contains(&(colors.len() as u32)),
            None => colors.len() < 2 || colors[0] > 0 && colors.iter().all(|&c| c == colors[0]),
        }
    })
}

/// Every set of options is tried; each solution ascending, in ascending order.
fn solutions(description: &Description) -> Vec<Vec<OptionId>> {
    let count = description.1.len();
    let mut found = Vec::new();
    for set in 0..1_u32 << count {
        let chosen: Vec<usize> = (0..count).filter(|k| set >> k & 1 == 1).collect();
        if is_solution(description, &chosen) {
            found.push(chosen.into_iter().map(OptionId::new).collect());
        }
    }
    found.sort();
    found
}

/// All solutions that a search finds, ascending.
fn found(
    problem: &Problem<usize>,
    engine: Engine,
    setting: (Strategy, Ties),
) -> Vec<Vec<OptionId>> {
    let search = problem
        .search_with(engine)
        .strategy(setting.0)
        .ties(setting.1);
    let mut found = Vec::new();
    let report = search.run(|solution| {
        let mut options = solution.options().to_vec();
        options.sort_unstable();
        found.push(options);
        ControlFlow::Continue(())
    });
    assert_eq!(report.outcome, Outcome::Exhausted);
    assert_eq!(report.stats.solutions, found.len() as u128);
    found.sort();
    found
}

/// The items, and how often each is covered; any of the options are chosen.
fn subsets(options: usize, items: &[(u32, u32)]) -> Problem<usize> {
    let mut builder = Problem::builder();
    let all = builder.primaries(items.len());
    for (&item, &(low, high)) in all.iter().zip(items) {
        builder.multiplicity(item, low..=high);
    }
    for option in 0..options {
        builder.option(option, all.clone());
    }
    builder.build().expect("a valid problem")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn each_set_of_options_with_the_right_multiplicities_is_found_once(
        description in descriptions(),
        seed: u64,
    ) {
        let problem = build(&description);
        let expected = solutions(&description);
        for engine in [Engine::TALLIES, Engine::AUTO] {
            for strategy in [Strategy::Mrv, Strategy::Weighted, Strategy::Restarts] {
                for ties in [Ties::First, Ties::Last, Ties::Random(seed)] {
                    let case = format!("{engine:?}, {strategy:?}, {ties:?}");
                    prop_assert_eq!(&found(&problem, engine, (strategy, ties)), &expected, "{}", case);
                }
            }
        }
        prop_assert_eq!(problem.search().count().answer, expected.len() as u128);
        for solution in &expected {
            prop_assert_eq!(problem.verify(solution), Ok(()));
        }
    }

    #[test]
    fn verify_accepts_what_has_the_right_multiplicities_and_nothing_else(
        description in descriptions(),
        picks in prop::collection::vec(any::<prop::sample::Index>(), 0..7),
    ) {
        let problem = build(&description);
        let count = description.1.len();
        let mut sets = Vec::new();
        if count > 0 {
            sets.push(picks.iter().map(|pick| pick.index(count)).collect::<Vec<_>>());
        }
        // Random sets are rarely solutions: take real ones, and break them.
        for solution in solutions(&description).iter().take(20) {
            for pick in &picks {
                let mut set: Vec<usize> = solution.iter().map(|o| o.index()).collect();
                sets.push(set.clone());
                set.push(pick.index(count.max(1)));
                sets.push(set);
            }
        }
        for set in sets {
            let ids: Vec<OptionId> = set.iter().map(|&o| OptionId::new(o)).collect();
            let twice = (1..set.len()).any(|k| set[..k].contains(&set[k]));
            let right = !twice && set.iter().all(|&o| o < count) && is_solution(&description, &set);
            prop_assert_eq!(problem.verify(&ids).is_ok(), right, "{:?}", set);
        }
    }

    #[test]
    fn written_multiplicities_read_back(description in descriptions()) {
        let problem = build(&description);
        let text = format::write(&problem).expect("it can be written");
        let back = format::read(&text).expect("it was written").problem;
        prop_assert_eq!(format::write(&back).expect("it can be written"), text);
        prop_assert_eq!(back.has_multiplicities(), problem.has_multiplicities());
        let primary = |problem: &Problem<usize>| -> Vec<_> {
            let items = problem.items().filter(|&item| problem.is_primary(item));
            items.map(|item| problem.multiplicity(item)).collect()
        };
        prop_assert_eq!(primary(&back), primary(&problem));
    }

    #[test]
    fn a_node_limit_cuts_off_a_search_with_multiplicities_and_changes_nothing_else(
        description in descriptions(),
        nodes in 1..30_u64,
    ) {
        let problem = build(&description);
        let all: Vec<_> = problem.search().solutions().map(Solution::into_options).collect();
        let limited = problem.search().limits(Limits::none().nodes(nodes));
        let some: Vec<_> = limited.solutions().map(Solution::into_options).collect();
        prop_assert!(all.starts_with(&some));
        let stats = limited.count().stats;
        // Multiplicities of one are none: then the engine may be one that makes forced choices at
        // once.
        let slack = if problem.has_multiplicities() { 0 } else { description.1.len() as u64 };
        prop_assert!(stats.nodes <= nodes + slack);
        prop_assert_eq!(stats.solutions, some.len() as u128);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn elimination_counts_what_enumeration_finds(description in descriptions(), seed: u64) {
        let problem = build(&description);
        let expected = solutions(&description);
        let report = problem.search().count_by_diagram();
        prop_assert_eq!(report.outcome, Outcome::Exhausted);
        prop_assert_eq!(report.answer, expected.len() as u128);
        let report = problem.count_all(Limits::none());
        prop_assert_eq!((report.outcome, report.answer), (Outcome::Exhausted, (expected.len() as u128).into()));
        // All questions that a circuit answers come from its solutions.
        let circuit = problem.compile(Limits::none()).answer.expect("there is no limit");
        let mut covers: Vec<_> = circuit.covers().collect();
        covers.sort();
        prop_assert_eq!(&covers, &expected);
        let counts = problem.options().map(|option| {
            Count::from(expected.iter().filter(|cover| cover.contains(&option)).count() as u64)
        });
        prop_assert_eq!(circuit.option_counts(), counts.collect::<Vec<_>>());
        let mut random = SplitMix64::new(seed);
        for _ in 0..3 {
            let sample = circuit.sample(&mut random);
            prop_assert_eq!(sample.is_some(), !expected.is_empty());
            if let Some(sample) = sample {
                prop_assert_eq!(problem.verify(&sample), Ok(()));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn parts_with_some_options_and_without_others_have_the_solutions_of_these(
        description in descriptions(),
        with in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
        without in prop::collection::vec(any::<prop::sample::Index>(), 0..3),
        ties in prop::sample::select(vec![Ties::First, Ties::Last, Ties::Random(3)]),
    ) {
        let problem = build(&description);
        let options: Vec<OptionId> = problem.options().collect();
        prop_assume!(!options.is_empty());
        let some = |picks: &[prop::sample::Index]| -> Vec<OptionId> {
            picks.iter().map(|pick| options[pick.index(options.len())]).collect()
        };
        let (with, without) = (some(&with), some(&without));
        let search = match problem.search().ties(ties).without(&without).below(&with) {
            Ok(search) => search,
            // They do not go together.
            Err(_) => return Ok(()),
        };
        let fits = |cover: &Vec<OptionId>| {
            with.iter().all(|option| cover.contains(option))
                && !without.iter().any(|option| cover.contains(option))
        };
        let mut expected = solutions(&description);
        expected.retain(fits);
        let mut found: Vec<Vec<OptionId>> = Vec::new();
        search.run(|solution| {
            let mut options = solution.options().to_vec();
            options.sort_unstable();
            found.push(options);
            ControlFlow::Continue(())
        });
        found.sort();
        prop_assert_eq!(&found, &expected);
        prop_assert_eq!(search.count_all().answer, expected.len() as u128);
        prop_assert_eq!(search.count_by_diagram().answer, expected.len() as u128);
        let circuit = search.compile().answer.expect("there is no limit");
        let mut covers: Vec<_> = circuit.covers().collect();
        covers.sort();
        prop_assert_eq!(&covers, &expected);
    }

    #[test]
    fn the_cheapest_with_multiplicities_are_those_of_all_solutions(
        description in descriptions(),
        costs in prop::collection::vec(prop::sample::select(vec![0_u64, 1, 2, 3, 7, 20]), 11),
        k in 0..5_usize,
        ties in prop::sample::select(vec![Ties::First, Ties::Last, Ties::Random(3)]),
    ) {
        let problem = priced(&description, &costs);
        let cost = |cover: &Vec<OptionId>| cover.iter().map(|&o| u128::from(problem.cost(o))).sum();
        let mut expected: Vec<u128> = solutions(&description).iter().map(cost).collect();
        expected.sort_unstable();
        expected.truncate(k);
        let report = problem.search().ties(ties).cheapest(k);
        prop_assert_eq!(report.outcome, Outcome::Exhausted);
        let found: Vec<u128> = report.answer.iter().map(|(cost, _)| *cost).collect();
        prop_assert_eq!(&found, &expected);
        let mut different = Vec::new();
        for (sum, solution) in &report.answer {
            let mut options = solution.options().to_vec();
            options.sort_unstable();
            prop_assert_eq!(problem.verify(&options), Ok(()));
            prop_assert_eq!(cost(&options), *sum);
            different.push(options);
        }
        different.sort();
        different.dedup();
        prop_assert_eq!(different.len(), found.len());
    }
}

/// Of a tree in which all ways down are alike, one probe tells everything.
#[test]
fn an_estimate_counts_to_cover_no_more_as_a_choice() {
    // Any of 1 item's 7 options, at most one: eight ways, seven nodes.
    let problem = subsets(7, &[(0, 1)]);
    let report = problem.search().estimate(5, 1);
    assert_eq!(
        (report.answer.probes, report.outcome),
        (5, Outcome::Exhausted)
    );
    assert_eq!((report.answer.nodes, report.answer.solutions), (7.0, 8.0));
    assert_eq!(problem.search().count().stats.nodes, 7);
    // On average it is right for any other.
    let problem = subsets(9, &[(2, 4)]);
    let counted = problem.search().count();
    let guess = problem.search().estimate(20_000, 1).answer;
    let near = |guess: f64, error: f64, exact: f64| (guess - exact).abs() < 4.0 * error;
    assert!(
        near(guess.nodes, guess.nodes_error, counted.stats.nodes as f64),
        "{guess:?}"
    );
    assert!(
        near(
            guess.solutions,
            guess.solutions_error,
            counted.answer as f64
        ),
        "{guess:?}"
    );
}

fn binomial(n: u128, k: u128) -> u128 {
    (0..k).fold(1, |product, j| product * (n - j) / (j + 1))
}

#[test]
fn one_item_with_multiplicities_counts_subsets() {
    for (low, high) in [
        (0, 1),
        (0, 20),
        (3, 3),
        (2, 5),
        (7, 9),
        (9, 9),
        (10, 20),
        (1, u32::MAX),
    ] {
        let problem = subsets(9, &[(low, high)]);
        let counted = problem.search().count();
        let sizes = u128::from(low)..=u128::from(high).min(9);
        let expected: u128 = sizes.map(|k| binomial(9, k)).sum();
        assert_eq!(counted.answer, expected, "{low} to {high}");
        assert_eq!(counted.stats.engine, Some("tallies"));
    }
}

#[test]
fn a_second_item_of_the_same_options_narrows_the_first() {
    assert_eq!(
        subsets(12, &[(2, 6), (5, 9)]).search().count().answer,
        792 + 924
    );
    assert_eq!(subsets(12, &[(2, 4), (5, 9)]).search().count().answer, 0);
}

#[test]
fn covers_an_item_again_before_it_is_closed() {
    let problem = subsets(3, &[(0, 2)]);
    let report = problem.search().first();
    let solution = report.answer.found().expect("a solution").into_options();
    assert_eq!(solution, [OptionId::new(0), OptionId::new(1)]);
    let report = problem.search().unique();
    assert!(matches!(report.answer, Unique::Many(..)));
}

/// Queens on the board of five rows and eight columns, five of them, that see every square: how
/// many ways there are came with the file. Each square is covered 1 to 5 times.
#[test]
fn queens_dominate_a_board() {
    let text = include_str!("../../../testdata/dlx/qdom8x5.dlx");
    let problem = format::read(text).expect("a valid problem").problem;
    let report = problem.search().count_all();
    assert_eq!(report.answer, 4860_u128);
    let diagram = problem.search().count_by_diagram();
    assert_eq!(
        (diagram.outcome, diagram.answer),
        (Outcome::Exhausted, 4860_u64.into())
    );
    let queens = problem.items().next().expect("an item");
    assert_eq!(problem.multiplicity(queens), 5..=5);
    assert_eq!(
        format::write(&problem).unwrap().lines().next(),
        text.lines().nth(1)
    );
}

#[test]
fn multiplicities_of_one_are_none() {
    let mut builder = Problem::<()>::builder();
    let items = builder.primaries(2);
    let secondary = builder.secondaries(1)[0];
    builder.multiplicity(items[0], 2..=2);
    let several = builder.clone().build().expect("a valid problem");
    assert!(several.has_multiplicities());
    assert_eq!(several.multiplicity(items[0]), 2..=2);
    assert_eq!(several.multiplicity(items[1]), 1..=1);
    assert_eq!(several.multiplicity(secondary), 0..=1);
    // What was said last holds.
    builder.multiplicity(items[0], 1..=1);
    let once = builder.build().expect("a valid problem");
    assert!(!once.has_multiplicities());
    assert_eq!(once.multiplicity(items[0]), 1..=1);
    assert_eq!(once.multiplicity(secondary), 0..=1);
}

#[test]
fn build_reports_every_multiplicity_that_makes_no_sense() {
    let refusal = |say: &dyn Fn(&mut Builder<()>, ItemId, ItemId)| {
        let mut builder = Problem::builder();
        let (a, x) = (builder.primary("a"), builder.secondary("x"));
        say(&mut builder, a, x);
        builder.build().unwrap_err()
    };
    let item = ItemId::new(7);
    let error = refusal(&|builder, _, _| builder.multiplicity(item, 1..=2));
    assert_eq!(error, BuildError::UnknownMultipleItem { item });
    insta::assert_snapshot!(error, @"item 7, which has a multiplicity, does not exist");
    let error = refusal(&|builder, _, x| builder.multiplicity(x, 1..=1));
    assert_eq!(
        error,
        BuildError::MultipleSecondary {
            item: ItemId::new(1)
        }
    );
    insta::assert_snapshot!(error, @"item 1 has a multiplicity, but is secondary");
    for (low, high) in [(0, 0), (3, 2)] {
        let error = refusal(&|builder, a, _| {
            builder.multiplicity(a, 4..=4);
            builder.multiplicity(a, low..=high);
            builder.option((), [a]);
        });
        let item = ItemId::new(0);
        assert_eq!(error, BuildError::NoMultiplicity { item, low, high });
        let message = format!("item 0 cannot be covered {low} to {high} times");
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn verify_says_what_is_wrong_with_a_multiplicity() {
    let problem = subsets(4, &[(2, 3)]);
    let [a, b, c, d] = [0, 1, 2, 3].map(OptionId::new);
    let item = ItemId::new(0);
    assert_eq!(problem.verify(&[a, c]), Ok(()));
    let seldom = Violation::CoveredTooSeldom {
        item,
        least: 2,
        times: 1,
    };
    assert_eq!(problem.verify(&[b]), Err(seldom));
    insta::assert_snapshot!(seldom, @"item 0 is covered 1 times, not at least 2");
    let often = Violation::CoveredTooOften {
        item,
        most: 3,
        option: a,
    };
    assert_eq!(problem.verify(&[d, c, b, a]), Err(often));
    insta::assert_snapshot!(often, @"option 0 covers item 0 more than 3 times");
    let twice = Violation::CoveredTwice {
        item,
        first: b,
        second: b,
    };
    assert_eq!(problem.verify(&[a, b, b]), Err(twice));
    assert_eq!(
        subsets(2, &[(1, 2)]).verify(&[]),
        Err(Violation::Uncovered { item })
    );
    assert_eq!(subsets(2, &[(0, 2)]).verify(&[]), Ok(()));
}

#[test]
fn partial_solutions_know_multiplicities() {
    let problem = subsets(4, &[(2, 3)]);
    let ids = [0, 1, 2, 3].map(OptionId::new);
    let item = ItemId::new(0);
    let mut partial = problem.partial();
    assert_eq!(partial.open_items(), [(item, 4)]);
    partial.choose(ids[1]).expect("nothing is chosen");
    assert_eq!(partial.options(), [ids[0], ids[2], ids[3]]);
    assert_eq!(partial.open_items(), [(item, 3)]);
    partial.choose(ids[0]).expect("two may be chosen");
    assert_eq!(partial.open_items(), []);
    partial.choose(ids[3]).expect("three may be chosen");
    assert!(partial.options().is_empty());
    assert!(partial.choose(ids[2]).is_err());
}

#[test]
fn read_points_at_multiplicities_that_it_refuses() {
    let refusal = |text: &str| format::read(text).unwrap_err().to_string();
    insta::assert_snapshot!(refusal("a 2|"), @"1:5: expected the name of an item behind the bar");
    insta::assert_snapshot!(refusal("a :2|b"), @"1:3: expected a number of times, or two with a colon between them");
    insta::assert_snapshot!(refusal("a 2:|b"), @"1:5: expected a number of times, or two with a colon between them");
    insta::assert_snapshot!(refusal("a 1:2:3|b"), @"1:5: expected a number of times, or two with a colon between them");
    insta::assert_snapshot!(refusal("a 4294967296|b"), @"1:3: a multiplicity is at most 2^32 - 1");
    insta::assert_snapshot!(refusal("a 3:2|b"), @"1:3: an item cannot be covered 3 to 2 times");
    insta::assert_snapshot!(refusal("a 0|b"), @"1:3: an item cannot be covered 0 to 0 times");
    insta::assert_snapshot!(refusal("a | 2|b"), @"1:5: a secondary item has no multiplicity");
    insta::assert_snapshot!(refusal("a 2|b|c"), @"1:6: expected a blank in front of the bar");
    insta::assert_snapshot!(refusal("a 2|b 1:4|b"), @r#"1:11: two items are named "b""#);
    let problem = format::read("2|2 1:3|b 1|c | x\nb\n")
        .expect("well formed")
        .problem;
    assert_eq!(
        format::write(&problem).as_deref(),
        Ok("2|2 1:3|b c | x\nb\n")
    );
}

#[test]
fn engines_without_multiplicities_refuse_them() {
    let problem = subsets(3, &[(1, 2)]);
    let takes = |engine: &Engine| engine.takes_multiplicities();
    let (takers, others): (Vec<Engine>, Vec<Engine>) = Engine::ALL.iter().partition(|e| takes(e));
    assert_eq!(
        takers.iter().map(Engine::name).collect::<Vec<_>>(),
        ["tallies"]
    );
    assert!(takes(&Engine::AUTO));
    assert_eq!(others.len(), 5);
    let limit = Limit::Multiplicities;
    for engine in others {
        let search = problem.search_with(engine);
        let report = search.count();
        assert_eq!(
            (report.answer, report.outcome),
            (0, Outcome::LimitReached(limit))
        );
        assert_eq!(report.stats.engine, None, "{engine:?}");
        assert!(matches!(search.first().answer, First::Unknown(why) if why == limit));
        assert!(matches!(search.unique().answer, Unique::Unknown(None, why) if why == limit));
        assert_eq!(search.count_all().outcome, Outcome::LimitReached(limit));
        let mut solutions = search.solutions();
        assert!(solutions.next().is_none());
        assert_eq!(solutions.outcome(), Some(Outcome::LimitReached(limit)));
    }
}

#[cfg(feature = "proof")]
mod proofs {
    use super::checker::Database;
    use super::*;
    use exactcover::proof::{join, Block, Format, Model};
    use exactcover::{Close, Open, Search};

    fn proved(search: &Search<'_, usize>) -> (String, Vec<Vec<OptionId>>) {
        let (mut proof, mut found) = (String::new(), Vec::new());
        let report = search.prove(Format::VeriPb, &mut proof, |solution| {
            let mut options = solution.options().to_vec();
            options.sort_unstable();
            found.push(options);
            ControlFlow::Continue(())
        });
        let report = report.expect("a string takes everything");
        assert_eq!(report.outcome, Outcome::Exhausted);
        (proof, found)
    }

    fn model(problem: &Problem<usize>, found: &[Vec<OptionId>]) -> String {
        let blocked: Vec<Block> = found.iter().cloned().map(Block::Exactly).collect();
        let mut model = String::new();
        let written = Model::new(problem).write(Format::VeriPb, &blocked, &mut model);
        written.expect("a string takes everything");
        model
    }

    fn check(model: &str, proof: &str) -> Result<(), String> {
        Database::model(Format::VeriPb, model)?.check(Format::VeriPb, proof)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(512))]

        #[test]
        fn proofs_of_multiplicities_follow_by_propagation(
            description in descriptions(),
            seed: u64,
            pick: prop::sample::Index,
        ) {
            let problem = build(&description);
            for strategy in [Strategy::Mrv, Strategy::Weighted, Strategy::Restarts] {
                for ties in [Ties::First, Ties::Random(seed)] {
                    let search = problem.search().strategy(strategy).ties(ties);
                    let (proof, mut found) = proved(&search);
                    let all = model(&problem, &found);
                    prop_assert_eq!(check(&all, &proof), Ok(()), "{}\n{}", all, proof);
                    // With a solution that is not left out, it is wrong.
                    if !found.is_empty() {
                        found.remove(pick.index(found.len()));
                        prop_assert!(check(&model(&problem, &found), &proof).is_err());
                    }
                }
            }
        }
    }

    /// The proof of parts that each stop after so many nodes, and the solutions; `change` may
    /// change what they say of the rest.
    fn joined(
        search: &Search<'_, usize>,
        budget: u64,
        mut change: impl FnMut(&mut Open),
    ) -> (String, Vec<Vec<OptionId>>) {
        let (mut proof, mut found) = (String::new(), Vec::new());
        let written = join(&mut proof, |part| {
            let mut steps = String::new();
            let mut walk = search.clone().part(part).expect("a part").walk();
            walk.prove(budget, &mut steps, |solution| {
                let mut options = solution.options().to_vec();
                options.sort_unstable();
                found.push(options);
                ControlFlow::Continue(())
            })?;
            let mut open = walk.open().expect("it has begun, without limits");
            change(&mut open);
            Ok((steps, open))
        });
        written.expect("a string takes everything");
        (proof, found)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(512))]

        #[test]
        fn proofs_of_parts_with_multiplicities_are_joined_to_one(
            description in descriptions(),
            budget in 1..12_u64,
            ties in prop::sample::select(vec![Ties::First, Ties::Last, Ties::Random(3)]),
            pick: prop::sample::Index,
        ) {
            let problem = build(&description);
            for engine in [Engine::TALLIES, Engine::AUTO] {
                for strategy in [Strategy::Mrv, Strategy::Weighted, Strategy::Restarts] {
                    let search = problem.search_with(engine).strategy(strategy).ties(ties);
                    let (proof, mut found) = joined(&search, budget, |_| ());
                    let all = model(&problem, &found);
                    prop_assert_eq!(check(&all, &proof), Ok(()), "{}\n{}", all, proof);
                    found.sort();
                    prop_assert_eq!(&found, &solutions(&description));
                    if !found.is_empty() {
                        found.remove(pick.index(found.len()));
                        prop_assert!(check(&model(&problem, &found), &proof).is_err());
                    }
                }
            }
        }
    }

    /// Something open is said to be done: an option, or that an item is covered no more. Everywhere
    /// there are solutions.
    #[test]
    fn a_part_with_multiplicities_that_is_left_out_is_found_out() {
        let problem = subsets(6, &[(2, 4), (0, 5)]);
        let search = problem.search();
        let (mut options, mut closings) = (0, 0);
        for forged in 0.. {
            let mut left = forged;
            let mut now = || {
                left -= 1;
                left == -1
            };
            let (mut option, mut closing) = (false, false);
            let (proof, found) = joined(&search, 3, |open| {
                for level in &mut open.levels {
                    if let Some(place) = (0..level.open.len()).find(|_| now()) {
                        let done = level.open.remove(place);
                        level.done.push(done);
                        option = true;
                    }
                    if level.close == Close::Open && now() {
                        level.close = Close::Done;
                        closing = true;
                    }
                }
            });
            let checked = check(&model(&problem, &found), &proof);
            if !option && !closing {
                assert_eq!((checked, found.len()), (Ok(()), 15 + 20 + 15));
                break;
            }
            assert!(checked.is_err(), "{}", proof);
            options += usize::from(option);
            closings += usize::from(closing);
        }
        assert!(options > 10 && closings > 5, "{options} {closings}");
    }

    /// It leaves out the last option, and so says that all others have failed, too.
    #[test]
    fn a_clause_about_multiplicities_that_says_too_much_is_refused() {
        let problem = subsets(8, &[(2, 4), (0, 5)]);
        let (proof, found) = joined(&problem.search(), 3, |_| ());
        let model = model(&problem, &found);
        assert_eq!(check(&model, &proof), Ok(()));
        let lines: Vec<&str> = proof.split_inclusive('\n').collect();
        let (mut refused, mut all) = (0, 0);
        for (k, line) in lines.iter().enumerate() {
            let claim = line.strip_suffix(" ==> >= 1;\n");
            let claim = claim.and_then(|claim| claim.rsplit_once(" x"));
            let claim = match claim {
                Some((claim, last)) if !last.contains('~') => claim,
                _ => continue,
            };
            let arrow = if claim == "rup" { "" } else { " ==>" };
            let line = format!("{claim}{arrow} >= 1;\n");
            let changed = [&lines[..k], &[&line[..]], &lines[k + 1..]].concat();
            all += 1;
            refused += usize::from(check(&model, &changed.concat()).is_err());
        }
        // If one or two are left, propagation alone sees that they fail.
        assert!(refused > 80 && 2 * refused > all, "{refused} of {all}");
    }

    #[test]
    fn a_model_of_multiplicities_is_sums() {
        let problem = subsets(3, &[(2, 2), (0, 2), (1, 9), (1, 1)]);
        let found = [vec![OptionId::new(0), OptionId::new(2)]];
        let expected = "* #variable= 3 #constraint= 6
* item 0
1 x1 1 x2 1 x3 >= 2 ;
-1 x1 -1 x2 -1 x3 >= -2 ;
* item 1
-1 x1 -1 x2 -1 x3 >= -2 ;
* item 2
1 x1 1 x2 1 x3 >= 1 ;
* item 3
1 x1 1 x2 1 x3 = 1 ;
* left out
1 ~x1 1 ~x3 1 x2 >= 1 ;
";
        assert_eq!(model(&problem, &found), expected);
    }

    #[test]
    fn clauses_take_no_multiplicities() {
        let problem = subsets(3, &[(1, 2)]);
        let refused = Outcome::LimitReached(Limit::Multiplicities);
        let mut text = String::new();
        let search = problem.search();
        let report = search.prove(Format::Drat, &mut text, |_| ControlFlow::Continue(()));
        assert_eq!(report.expect("nothing is written").outcome, refused);
        assert_eq!(text, "");
    }
}

/// What a search of this part comes to that stops after so many nodes, and so do its parts.
fn add_up(
    search: &exactcover::Search<'_, usize>,
    part: &[Choice],
    budget: u64,
    found: &mut Vec<Vec<OptionId>>,
) -> u64 {
    let mut walk = search.clone().part(part).expect("a part").walk();
    walk.run(budget, |solution| {
        let mut options = solution.options().to_vec();
        options.sort_unstable();
        found.push(options);
        ControlFlow::Continue(())
    });
    let mut nodes = walk.stats().nodes;
    let open = walk.open().expect("it has begun, without limits");
    for part in open.parts() {
        nodes += u64::from(matches!(part.last(), Some(Choice::With(_))));
        nodes += add_up(search, &part, 2 * budget, found);
    }
    nodes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn parts_have_together_the_nodes_and_solutions_of_the_whole(
        description in descriptions(),
        budget in 1..12_u64,
        ties in prop::sample::select(vec![Ties::First, Ties::Last, Ties::Random(3)]),
    ) {
        let problem = build(&description);
        for engine in [Engine::TALLIES, Engine::AUTO] {
            for strategy in [Strategy::Mrv, Strategy::Weighted] {
                let search = problem.search_with(engine).strategy(strategy).ties(ties);
                // The parts are for the engine that takes the whole.
                let mut walk = search.walk();
                walk.count(0);
                let engine = walk.stats().engine.and_then(Engine::named).expect("it has begun");
                let search = problem.search_with(engine).strategy(strategy).ties(ties);
                let mut found = Vec::new();
                let nodes = add_up(&search, &[], budget, &mut found);
                if strategy == Strategy::Mrv {
                    prop_assert_eq!(nodes, search.count().stats.nodes);
                    let all = search.solutions().map(|solution| {
                        let mut options = solution.into_options();
                        options.sort_unstable();
                        options
                    });
                    prop_assert_eq!(&found, &all.collect::<Vec<_>>());
                }
                found.sort();
                prop_assert_eq!(&found, &solutions(&description));
            }
        }
    }
}

#[cfg(feature = "rayon")]
#[test]
fn threads_give_the_same_answers_about_multiplicities() {
    let problem = subsets(14, &[(2, 5)]);
    let search = problem.search();
    assert_eq!(search.par_count(), search.count());
    let limited = search.clone().limits(Limits::none().nodes(100));
    assert_eq!(limited.par_count(), limited.count());
    let first = |options: Solution<'_, usize>| options.into_options();
    let (parallel, single) = (search.par_first(), search.first());
    assert_eq!(parallel.answer.map(first), single.answer.map(first));
    assert_eq!(search.par_take(7).answer.len(), 7);
}
