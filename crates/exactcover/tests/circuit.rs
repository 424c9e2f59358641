//! Circuits: what they say of all solutions, against the oracle that lists them.

mod common;
mod planted;
mod tilings;

use common::{build, descriptions};
use exactcover::{Circuit, Count, Limit, Limits, OptionId, Outcome, Problem, SplitMix64};
use planted::planted;
use proptest::prelude::{any, prop_assert_eq, proptest, ProptestConfig};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::Arc;
use tilings::dominoes;

fn compiled<L>(problem: &Problem<L>) -> Circuit {
    let report = problem.compile(Limits::none());
    assert_eq!(report.outcome, Outcome::Exhausted);
    assert_eq!(report.stats.engine, Some("diagram"));
    report.answer.expect("it has come to its end")
}

/// All covers of a circuit, in order.
fn listed(circuit: &Circuit) -> Vec<Vec<OptionId>> {
    let mut covers: Vec<_> = circuit.covers().collect();
    covers.sort();
    covers
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn a_circuit_has_the_solutions_of_the_oracle(
        description in descriptions(),
        costs in proptest::collection::vec(0_u64..5, 16),
        (with, without) in (any::<u16>(), any::<u16>()),
        k in 0_usize..6,
    ) {
        let (problem, oracle) = build(&description);
        let expected = oracle.solutions();
        let circuit = compiled(&problem);
        prop_assert_eq!(circuit.count(), &Count::from(expected.len() as u64));
        prop_assert_eq!(listed(&circuit), expected.clone());
        prop_assert_eq!(&circuit.to_string().parse::<Circuit>(), &Ok(circuit.clone()));
        let options: Vec<OptionId> = (0..problem.option_count()).map(OptionId::new).collect();
        let counts = options.iter().map(|option| {
            Count::from(expected.iter().filter(|cover| cover.contains(option)).count() as u64)
        });
        prop_assert_eq!(circuit.option_counts(), counts.collect::<Vec<_>>());

        // Some options with few bits, so that some solutions are left.
        let some = |bits: u16, other: u16| -> Vec<OptionId> {
            let bits = bits & other & other.rotate_left(5) & other.rotate_left(9);
            options.iter().copied().filter(|option| bits >> (option.index() % 16) & 1 == 1).collect()
        };
        let (with, without) = (some(with, without), some(without, with));
        let left = circuit.restrict(&with, &without);
        let fits = |cover: &&Vec<OptionId>| {
            with.iter().all(|option| cover.contains(option))
                && !without.iter().any(|option| cover.contains(option))
        };
        let fitting: Vec<_> = expected.iter().filter(fits).cloned().collect();
        prop_assert_eq!(left.count(), &Count::from(fitting.len() as u64));
        prop_assert_eq!(listed(&left), fitting);
        prop_assert_eq!(&left.to_string().parse::<Circuit>(), &Ok(left));

        let cost = |option: OptionId| costs[option.index() % 16];
        let mut sums: Vec<u128> = expected
            .iter()
            .map(|cover| cover.iter().map(|&option| u128::from(cost(option))).sum())
            .collect();
        sums.sort_unstable();
        sums.truncate(k);
        let cheapest = circuit.cheapest(k, cost);
        for (sum, cover) in &cheapest {
            let of_cover: u128 = cover.iter().map(|&option| u128::from(cost(option))).sum();
            prop_assert_eq!((of_cover, problem.verify(cover)), (*sum, Ok(())));
        }
        let mut covers: Vec<_> = cheapest.iter().map(|(_, cover)| cover).collect();
        covers.sort();
        covers.dedup();
        prop_assert_eq!(covers.len(), cheapest.len());
        prop_assert_eq!(cheapest.iter().map(|(sum, _)| *sum).collect::<Vec<_>>(), sums);
    }

    /// Whatever is read is written as what it is.
    #[test]
    fn a_text_with_a_fault_is_refused_or_another_circuit(
        description in descriptions(),
        faults in proptest::collection::vec((any::<usize>(), "[ 01os+\n]{0,2}"), 1..3),
    ) {
        let mut text = compiled(&build(&description).0).to_string();
        for (place, with) in faults {
            let start = place % text.len();
            text.replace_range(start..start + 1, &with);
        }
        if let Ok(circuit) = text.parse::<Circuit>() {
            prop_assert_eq!(circuit.to_string().parse::<Circuit>(), Ok(circuit));
        }
    }

    #[test]
    fn a_circuit_below_some_choices_has_the_solutions_with_them(description in descriptions()) {
        let (problem, oracle) = build(&description);
        let expected = oracle.solutions();
        for option in (0..problem.option_count()).map(OptionId::new) {
            let below = problem.search().below(&[option]);
            if let Ok(search) = below {
                let circuit = search.compile().answer.expect("there is no limit");
                let with = expected.iter().filter(|cover| cover.contains(&option));
                prop_assert_eq!(listed(&circuit), with.cloned().collect::<Vec<_>>());
            }
        }
    }
}

#[test]
fn over_the_options_of_an_item_the_counts_add_up_to_all() {
    let problem = dominoes(16, 16);
    let circuit = compiled(&problem);
    assert_eq!(
        circuit.count().to_string(),
        "2444888770250892795802079170816"
    );
    let counts = circuit.option_counts();
    for item in problem.items() {
        let mut sum = Count::zero();
        for (option, count) in (0..).map(OptionId::new).zip(&counts) {
            if problem
                .entries(option)
                .iter()
                .any(|entry| entry.item == item)
            {
                sum += count;
            }
        }
        assert_eq!(&sum, circuit.count());
    }
}

#[test]
fn samples_are_solutions_and_equally_likely() {
    // 36 tilings, 3,600 samples: chi-square with 35 degrees of freedom is above 66.6 once in 1,000.
    let problem = dominoes(4, 4);
    let circuit = compiled(&problem);
    let all = listed(&circuit);
    assert_eq!(all.len(), 36);
    let mut drawn = vec![0_i64; all.len()];
    let mut random = SplitMix64::new(1);
    for _ in 0..100 * all.len() {
        let cover = circuit.sample(&mut random).expect("there are solutions");
        assert_eq!(problem.verify(&cover), Ok(()));
        drawn[all.binary_search(&cover).expect("one of them")] += 1;
    }
    let squares: i64 = drawn
        .iter()
        .map(|count| (count - 100) * (count - 100))
        .sum();
    assert!(squares < 66 * 100, "{drawn:?}");
    let again = circuit.sample(&mut SplitMix64::new(5));
    assert_eq!(again, circuit.sample(&mut SplitMix64::new(5)));
    // Numbers of several limbs.
    let large = compiled(&dominoes(16, 16));
    let cover = large.sample(&mut random).expect("there are solutions");
    assert_eq!(dominoes(16, 16).verify(&cover), Ok(()));
}

#[test]
fn few_solutions_that_are_hard_to_eliminate_are_listed() {
    let problem = planted(60, 150, 1);
    let diagram = problem.search().count_by_diagram();
    // Nodes and states that were made on the way, which are the same on every machine.
    let made = Arc::new(AtomicU64::new(0));
    let seen = Arc::clone(&made);
    let search = problem.search().watch(move |progress| {
        seen.fetch_max(progress.stats.nodes, Ordering::Relaxed);
    });
    let report = search.compile();
    assert_eq!(report.outcome, Outcome::Exhausted);
    let counted = problem.search().count().stats;
    assert_eq!(report.stats, counted);
    let made = made.load(Ordering::Relaxed);
    assert!(
        3 * made < diagram.stats.nodes,
        "{made} of {}",
        diagram.stats.nodes
    );
    let circuit = report.answer.expect("it has come to its end");
    let solutions = problem.search().solutions();
    let mut expected: Vec<_> = solutions.map(|cover| cover.options().to_vec()).collect();
    expected.iter_mut().for_each(|cover| cover.sort_unstable());
    expected.sort();
    assert_eq!(listed(&circuit), expected);
    assert_eq!(circuit.count(), &diagram.answer);
}

#[test]
fn a_problem_without_solutions_has_a_circuit_without_any() {
    let problem = dominoes(3, 3);
    let circuit = compiled(&problem);
    assert!(circuit.count().is_zero());
    assert_eq!(circuit.covers().next(), None);
    assert_eq!(circuit.sample(&mut SplitMix64::new(1)), None);
    assert_eq!(circuit.cheapest(3, |_| 1), []);
    assert!(circuit.option_counts().iter().all(Count::is_zero));
    assert_eq!(circuit.restrict(&[], &[]), circuit);
}

#[test]
fn compiling_says_what_it_was_stopped_by() {
    let problem = dominoes(16, 16);
    let report = problem.compile(Limits::none().memory(1_000_000));
    assert_eq!(report.outcome, Outcome::LimitReached(Limit::Memory));
    assert_eq!(report.answer, None);
    let flag = Arc::new(AtomicBool::new(true));
    let report = problem.compile(Limits::none().cancel(flag));
    assert_eq!(report.outcome, Outcome::LimitReached(Limit::Cancelled));
    assert_eq!(report.answer, None);
}

/// What is wrong with a text, and where.
fn refusal(text: &str) -> String {
    text.parse::<Circuit>().expect_err("no circuit").to_string()
}

#[test]
fn a_text_that_is_no_circuit_is_refused_where_it_goes_wrong() {
    for (text, expected) in [
        (
            "",
            r#"1:1: expected "circuit" and the number of options, found the end of the line"#,
        ),
        (
            "problem 7",
            r#"1:1: expected "circuit" and the number of options, found "problem""#,
        ),
        (
            "circuit -7\nnone",
            r#"1:9: expected the number of options, found "-7""#,
        ),
        (
            "circuit 4294967295\nnone",
            r#"1:9: expected the number of options, found "4294967295""#,
        ),
        (
            "circuit 7 8\nnone",
            r#"1:11: expected the end of the line, found "8""#,
        ),
        (
            "circuit 7\n",
            r#"2:1: expected a sum, "all" or "none", found the end of the line"#,
        ),
        (
            "circuit 7\n\nnone",
            r#"2:1: expected a sum, "all" or "none", found the end of the line"#,
        ),
        (
            "circuit 7\no1 + o2 o3 o4\n",
            r#"2:12: expected " + ", found "o4""#,
        ),
        ("circuit 7\n1 o4\n", r#"2:3: expected " + ", found "o4""#),
        (
            "circuit 7\no1 + \n",
            "2:5: expected an option, a sum or 1, found the end of the line",
        ),
        (
            "circuit 7\n+ o1\n",
            r#"2:1: expected an option, a sum or 1, found "+""#,
        ),
        (
            "circuit 7\no1 x2\n",
            r#"2:4: expected an option such as o7 or a sum such as s7, found "x2""#,
        ),
        (
            "circuit 7\no+1\n",
            r#"2:1: expected an option such as o7 or a sum such as s7, found "o+1""#,
        ),
        ("circuit 7\no1 o7\n", "2:4: the options are o0 to o6"),
        ("circuit 0\no0\n", "2:1: there are no options"),
        ("circuit 7\no0 s0\n", "2:4: no sum comes before this one"),
        (
            "circuit 7\no0\no1\no0 s2\n",
            "4:4: the sums before this one are s0 to s1",
        ),
        (
            "circuit 1\no0 + 1 + 1\n",
            "2:1: more solutions than there are sets of options",
        ),
        (
            "circuit 7\no0 + o1\nall s0 3\n",
            "3:8: the number of solutions is 2",
        ),
        (
            "circuit 7\no0 + o1\nall s0\n",
            "3:7: the number of solutions is 2",
        ),
        (
            "circuit 7\no0 + o1\nall s0 2 2\n",
            r#"3:10: expected the end of the line, found "2""#,
        ),
        (
            "circuit 7\nnone\nnone\n",
            r#"3:1: expected the end, found "none""#,
        ),
    ] {
        assert_eq!(refusal(text), expected, "{text:?}");
    }
    // Numbers and solutions that double with each line end before they are long, however many
    // options the first line says that there are.
    let doubling: String = (1..99).map(|k| format!("s{k} s{k}\n")).collect();
    for (first, expected) in [
        ("o0", "3:1: a solution has an option or a sum twice"),
        ("1", "3:1: a solution has an option or a sum twice"),
        (
            "1 + 1 + o0",
            "2:1: more solutions than there are sets of options",
        ),
        ("o0 + o1", "3:1: a solution has an option or a sum twice"),
    ] {
        let text = format!("circuit 2000000000\n{first}\ns0 s0\n{doubling}");
        assert_eq!(refusal(&text), expected, "{first}");
    }
    for text in [
        "circuit 7\r\no0\r\nall s0 1\r\n",
        "circuit 7\nall 1 1\n",
        "circuit 0\nnone",
    ] {
        assert!(text.parse::<Circuit>().is_ok(), "{text:?}");
    }
}

#[test]
fn a_drawing_has_a_node_for_each_sum_and_each_option_that_is_needed() {
    let text = "circuit 5\no1 + o2\ns0 o4 + o3\nall s1 3\n";
    let circuit: Circuit = text.parse().expect("a circuit");
    let drawing = circuit.to_dot(|option| format!("\"{}\"", option.index()));
    let expected = r#"digraph {
  node [shape=circle]
  s0 [label="+"]
  s0 -> o1
  s0 -> o2
  s1 [label="+"]
  s1t0 [shape=point]
  s1 -> s1t0
  s1t0 -> s0
  s1t0 -> o4
  s1 -> o3
  o1 [shape=box, label="\"1\""]
  o2 [shape=box, label="\"2\""]
  o3 [shape=box, label="\"3\""]
  o4 [shape=box, label="\"4\""]
}
"#;
    assert_eq!(drawing, expected);
}

#[test]
fn parts_that_do_not_meet_and_what_is_forced_make_no_large_numbers_on_the_way() {
    // Coins beside each other, and as many items with one option each.
    let mut builder = Problem::builder();
    for (k, &item) in builder.primaries(20_000).iter().enumerate() {
        for _ in 0..=k % 2 {
            builder.option((), [item]);
        }
    }
    let problem = builder.build().expect("a valid problem");
    // If each sum had a number with a bit for each coin before it, that would take 6 MB for the
    // coins and 12 MB for the others.
    let report = problem.compile(Limits::none().memory(8_000_000));
    assert_eq!(report.outcome, Outcome::Exhausted);
    let circuit = report.answer.expect("it fits");
    assert_eq!(circuit.count().log2(), 10_000.0);
    let solution = circuit
        .sample(&mut SplitMix64::new(1))
        .expect("there are many");
    assert_eq!(problem.verify(&solution), Ok(()));
}
