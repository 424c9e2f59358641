//! Every engine against a solver that can be read at a glance.

use exactcover::{
    Builder, Color, Engine, Entry, ItemId, OptionId, Outcome, Problem, Solution, Strategy, Ties,
};
use proptest::prelude::{any, prop, prop_assert_eq, proptest, Just, ProptestConfig};
use proptest::strategy::Strategy as _;
use std::ops::ControlFlow;

/// The oracle: for every option, take it or leave it. An item is a bit, and an option is a mask
/// of its items and the colors of those that have one.
struct Oracle {
    primary: u32,
    options: Vec<(u32, Vec<(usize, u32)>)>,
}

impl Oracle {
    /// Whether two options may be chosen together: all the items that both have are colored alike.
    fn compatible(&self, a: usize, b: usize) -> bool {
        let ((a_mask, a_colors), (b_mask, b_colors)) = (&self.options[a], &self.options[b]);
        let alike = a_colors.iter().filter(|color| b_colors.contains(color));
        a_mask & b_mask == alike.fold(0, |mask, &(item, _)| mask | 1 << item)
    }

    fn is_solution(&self, chosen: &[usize]) -> bool {
        let covered = chosen.iter().fold(0, |mask, &o| mask | self.options[o].0);
        let mut pairs = (0..chosen.len()).flat_map(|k| (0..k).map(move |j| (chosen[j], chosen[k])));
        pairs.all(|(a, b)| a != b && self.compatible(a, b)) && self.primary & !covered == 0
    }

    /// All solutions, each ascending, in ascending order.
    fn solutions(&self) -> Vec<Vec<OptionId>> {
        let mut found = Vec::new();
        self.extend(&mut Vec::new(), 0, &mut found);
        found.sort();
        found
    }

    fn extend(&self, chosen: &mut Vec<usize>, next: usize, found: &mut Vec<Vec<OptionId>>) {
        if next == self.options.len() {
            if self.is_solution(chosen) {
                found.push(chosen.iter().map(|&o| OptionId::new(o)).collect());
            }
            return;
        }
        self.extend(chosen, next + 1, found);
        if chosen.iter().all(|&o| self.compatible(o, next)) {
            chosen.push(next);
            self.extend(chosen, next + 1, found);
            chosen.pop();
        }
    }
}

/// Per item whether it is primary, and the options: items with the color that they get if they
/// are secondary, where 0 is none.
type Description = (Vec<bool>, Vec<Vec<(usize, u32)>>);

fn descriptions() -> impl proptest::strategy::Strategy<Value = Description> {
    // Some engines take problems without colors only.
    prop::sample::select(vec![1_u32, 3]).prop_flat_map(descriptions_in_colors)
}

/// Descriptions with fewer colors than this.
fn descriptions_in_colors(colors: u32) -> impl proptest::strategy::Strategy<Value = Description> {
    prop::collection::vec(prop::bool::weighted(0.6), 1..9).prop_flat_map(move |mut primary| {
        if !primary.contains(&true) {
            primary[0] = true;
        }
        let all: Vec<usize> = (0..primary.len()).collect();
        let required: Vec<usize> = all.iter().copied().filter(|&i| primary[i]).collect();
        let most = primary.len().min(4);
        let option = (
            prop::sample::select(required),
            prop::sample::subsequence(all, 0..=most).prop_shuffle(),
            prop::collection::vec(0..colors, primary.len()),
            any::<prop::sample::Index>(),
        )
            .prop_map(|(must, mut items, colors, at)| {
                if !items.contains(&must) {
                    items.insert(at.index(items.len() + 1), must);
                }
                items.into_iter().map(|item| (item, colors[item])).collect()
            });
        (Just(primary), prop::collection::vec(option, 0..14))
    })
}

fn make_items(builder: &mut Builder<usize>, primary: &[bool]) {
    for &primary in primary {
        if primary {
            builder.primaries(1);
        } else {
            builder.secondaries(1);
        }
    }
}

/// The problem and its oracle. Items are made between the options, each when it is first used.
fn build((primary, options): &Description) -> (Problem<usize>, Oracle) {
    let mut builder = Problem::builder();
    let mut oracle = Oracle {
        primary: 0,
        options: Vec::new(),
    };
    let mut made = 0;
    for (label, option) in options.iter().enumerate() {
        let last = option.iter().map(|&(item, _)| item).max().unwrap_or(0);
        if last >= made {
            make_items(&mut builder, &primary[made..=last]);
            made = last + 1;
        }
        let colors = option
            .iter()
            .filter(|&&(item, color)| !primary[item] && color > 0);
        let mask = option.iter().fold(0, |mask, &(item, _)| mask | 1 << item);
        oracle.options.push((mask, colors.copied().collect()));
        let entries = option.iter().map(|&(item, color)| Entry {
            item: ItemId::new(item),
            color: Some(Color::new(color)).filter(|_| !primary[item] && color > 0),
        });
        builder.option(label, entries);
    }
    make_items(&mut builder, &primary[made..]);
    for (item, _) in primary.iter().enumerate().filter(|(_, &primary)| primary) {
        oracle.primary |= 1 << item;
    }
    (builder.build().expect("a valid problem"), oracle)
}

/// The engines that go through a tree, an item's options one after the other.
fn trees() -> impl Iterator<Item = Engine> {
    let all = Engine::ALL.iter().copied();
    all.filter(|engine| engine.name() != "learn")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2048))]

    #[test]
    fn all_engines_find_exactly_the_solutions_of_the_oracle(
        description in descriptions(),
        seed: u64,
    ) {
        let (problem, oracle) = build(&description);
        let expected = oracle.solutions();
        for &engine in Engine::ALL.iter().chain([&Engine::AUTO]) {
            for strategy in [Strategy::Mrv, Strategy::Weighted, Strategy::Restarts] {
                for ties in [Ties::First, Ties::Last, Ties::Random(seed)] {
                    let search = problem.search_with(engine).strategy(strategy).ties(ties);
                    let mut found = Vec::new();
                    let report = search.run(|solution| {
                        let mut options = solution.options().to_vec();
                        options.sort_unstable();
                        found.push(options);
                        ControlFlow::Continue(())
                    });
                    found.sort();
                    let case = format!("{engine:?}, {strategy:?}, {ties:?}");
                    prop_assert_eq!(&found, &expected, "{}", case);
                    prop_assert_eq!(report.outcome, Outcome::Exhausted, "{}", case);
                    prop_assert_eq!(search.count().answer, expected.len() as u128, "{}", case);
                }
            }
        }
    }

    /// Forced moves, early failure and the removal from sets must not change the tree.
    #[test]
    fn cells_make_the_same_choices_as_links(description in descriptions(), seed: u64) {
        let (problem, _) = build(&description);
        for ties in [Ties::First, Ties::Last, Ties::Random(seed)] {
            let walk = |engine| {
                let search = problem.search_with(engine).ties(ties);
                let found: Vec<_> = search.solutions().map(Solution::into_options).collect();
                (found, search.count().stats.nodes)
            };
            prop_assert_eq!(walk(Engine::CELLS), walk(Engine::LINKS), "{:?}", ties);
        }
    }

    /// Engines that take all forced options at once branch on the same items nevertheless.
    #[test]
    fn all_trees_have_the_solutions_in_the_same_order(description in descriptions(), seed: u64) {
        let (problem, _) = build(&description);
        for ties in [Ties::First, Ties::Last, Ties::Random(seed)] {
            let walk = |engine| -> Vec<_> {
                let solutions = problem.search_with(engine).ties(ties).solutions();
                let sorted = solutions.map(|solution| {
                    let mut options = solution.into_options();
                    options.sort_unstable();
                    options
                });
                sorted.collect()
            };
            for engine in trees() {
                prop_assert_eq!(walk(engine), walk(Engine::LINKS), "{:?}, {:?}", engine, ties);
            }
        }
    }

    /// Two engines that have nothing else in common.
    #[test]
    fn masks_make_the_same_choices_as_rows(
        description in descriptions_in_colors(1),
        seed: u64,
    ) {
        let (problem, _) = build(&description);
        for ties in [Ties::First, Ties::Last, Ties::Random(seed)] {
            let walk = |engine| {
                let search = problem.search_with(engine).ties(ties);
                let sorted = search.solutions().map(|solution| {
                    let mut options = solution.into_options();
                    options.sort_unstable();
                    options
                });
                let found: Vec<_> = sorted.collect();
                (found, search.count().stats.nodes)
            };
            prop_assert_eq!(walk(Engine::MASKS), walk(Engine::ROWS), "{:?}", ties);
        }
    }

    /// Searched on several threads, the tree is the same, and so is the order of its solutions.
    #[cfg(feature = "rayon")]
    #[test]
    fn pieces_are_together_the_whole(description in descriptions(), seed: u64) {
        let (problem, _) = build(&description);
        let sorted = |solution: Solution<'_, usize>| {
            let mut options = solution.into_options();
            options.sort_unstable();
            options
        };
        for &engine in Engine::ALL {
            for ties in [Ties::First, Ties::Last, Ties::Random(seed)] {
                let search = problem.search_with(engine).ties(ties);
                let mut whole: Vec<_> = search.solutions().map(sorted).collect();
                let report = search.par_take(usize::MAX);
                let mut pieces: Vec<_> = report.answer.into_iter().map(sorted).collect();
                if engine.name() == "learn" {
                    pieces.sort_unstable();
                    whole.sort_unstable();
                }
                prop_assert_eq!(pieces, whole, "{:?}, {:?}", engine, ties);
                prop_assert_eq!(report.outcome, Outcome::Exhausted);
                prop_assert_eq!(search.par_count().stats, report.stats);
                if ["links", "cells"].contains(&engine.name()) {
                    prop_assert_eq!(search.count().stats.nodes, report.stats.nodes);
                }
            }
        }
    }

    #[test]
    fn verify_accepts_exactly_the_solutions_of_the_oracle(
        description in descriptions(),
        picks in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
    ) {
        let (problem, oracle) = build(&description);
        let ids = |options: &[usize]| -> Vec<OptionId> {
            options.iter().map(|&o| OptionId::new(o)).collect()
        };
        let count = oracle.options.len();
        if count > 0 {
            let subset: Vec<usize> = picks.iter().map(|pick| pick.index(count)).collect();
            prop_assert_eq!(problem.verify(&ids(&subset)).is_ok(), oracle.is_solution(&subset));
        }
        // Random subsets are rarely solutions: take real ones, and break them.
        for mut solution in oracle.solutions() {
            solution.reverse();
            prop_assert_eq!(problem.verify(&solution), Ok(()));
            for pick in &picks {
                let mut broken: Vec<usize> = solution.iter().map(|o| o.index()).collect();
                match broken.iter().position(|&o| o == pick.index(count)) {
                    Some(at) => drop(broken.remove(at)),
                    None => broken.push(pick.index(count)),
                }
                prop_assert_eq!(problem.verify(&ids(&broken)).is_ok(), oracle.is_solution(&broken));
            }
        }
    }
}
