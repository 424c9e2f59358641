//! Every engine against a solver that can be read at a glance.

mod common;

use common::{build, descriptions, descriptions_in_colors};
use exactcover::{Engine, OptionId, Outcome, Solution, Strategy, Ties};
use proptest::prelude::{any, prop, prop_assert_eq, proptest, ProptestConfig};
use std::ops::ControlFlow;

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

    /// Where no item has a multiplicity, counting makes no difference.
    #[test]
    fn tallies_work_as_much_as_links(description in descriptions(), seed: u64) {
        let (problem, _) = build(&description);
        for strategy in [Strategy::Mrv, Strategy::Weighted, Strategy::Restarts] {
            for ties in [Ties::First, Ties::Last, Ties::Random(seed)] {
                let walk = |engine| {
                    let search = problem.search_with(engine).strategy(strategy).ties(ties);
                    let found: Vec<_> = search.solutions().map(Solution::into_options).collect();
                    let stats = search.count().stats;
                    (found, stats.nodes, stats.updates, stats.max_depth)
                };
                prop_assert_eq!(walk(Engine::TALLIES), walk(Engine::LINKS), "{:?}, {:?}", strategy, ties);
            }
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
                let whole: Vec<_> = search.solutions().map(sorted).collect();
                let report = search.par_take(usize::MAX);
                let pieces: Vec<_> = report.answer.into_iter().map(sorted).collect();
                prop_assert_eq!(pieces, whole, "{:?}, {:?}", engine, ties);
                prop_assert_eq!(report.outcome, Outcome::Exhausted);
                let count = search.par_count();
                prop_assert_eq!(count.answer, report.stats.solutions);
                if engine.name() != "learn" {
                    prop_assert_eq!(count.stats, report.stats);
                }
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
