//! Every engine looks at the limits often enough.

use super::Engine;
use crate::problem::Problem;
use crate::run::limits::Limits;
use crate::run::looks::counted;
use crate::run::settings::Strategy;
use alloc::vec::Vec;

/// What [`Limits`](crate::Limits) promises.
const MOST: usize = 1 << 16;

/// A problem of primary items 0 to `items` - 1 with these options.
fn problem(items: usize, options: impl IntoIterator<Item = Vec<usize>>) -> Problem {
    let mut builder = Problem::builder();
    let items = builder.primaries(items);
    for option in options {
        builder.option((), option.into_iter().map(|item| items[item]));
    }
    builder.build().expect("a valid problem")
}

/// `options` options of `items` secondary items each, in one color, for each of `primary` items.
fn colored(primary: usize, options: usize, items: usize) -> Problem {
    let mut builder = Problem::builder();
    let primaries = builder.primaries(primary);
    let shared: Vec<_> = (0..items)
        .map(|k| builder.secondary(std::format!("s{k}")))
        .collect();
    for item in primaries {
        for _ in 0..options {
            let shared = shared.iter().map(|shared| shared.color('c'));
            builder.option((), (item, shared));
        }
    }
    builder.build().expect("a valid problem")
}

/// Shapes on which a search does much between two nodes.
fn shapes() -> Vec<(&'static str, Problem)> {
    let chain = |length: usize| {
        let next = (0..length - 1).flat_map(|k| [std::vec![k], std::vec![k, k + 1]]);
        problem(length, next.chain([std::vec![length - 1]]))
    };
    let long = |options: usize, items: usize| {
        let option = move |k: usize| {
            (0..items)
                .map(|j| (j * 7 + k * (j % 5 + 1)) % (items * 3))
                .collect()
        };
        let option = move |k| {
            let mut option: Vec<usize> = option(k);
            option.sort_unstable();
            option.dedup();
            option
        };
        problem(items * 3, (0..options).map(option))
    };
    let pigeons = |holes: usize| {
        let hole = |pigeon: usize| (0..holes).map(move |hole| std::vec![pigeon, hole]);
        let mut builder = Problem::builder();
        let pigeons = builder.primaries(holes + 1);
        let holes = (0..holes).map(|k| builder.secondary(std::format!("h{k}")));
        let holes: Vec<_> = holes.collect();
        for (pigeon, item) in pigeons.into_iter().enumerate() {
            for option in hole(pigeon) {
                builder.option((), [item, holes[option[1]]]);
            }
        }
        builder.build().expect("a valid problem")
    };
    // Of the first of two options of an item follows the first of the next, and so on.
    let dominoes = |length: usize| {
        let mut builder = Problem::builder();
        let items = builder.primaries(length);
        let between = (0..=length).map(|k| builder.secondary(std::format!("b{k}")));
        let between: Vec<_> = between.collect();
        for (k, &item) in items.iter().enumerate() {
            builder.option((), [item, between[k + 1]]);
            builder.option((), [item, between[k]]);
        }
        builder.build().expect("a valid problem")
    };
    std::vec![
        (
            "one item of 80,000 options",
            problem(1, (0..80_000).map(|_| std::vec![0]))
        ),
        (
            "one item of 60,000 options",
            problem(1, (0..60_000).map(|_| std::vec![0]))
        ),
        (
            "one item of 9,000 options",
            problem(1, (0..9_000).map(|_| std::vec![0]))
        ),
        (
            "two items of 2,000 options, one color",
            colored(2, 2_000, 1)
        ),
        (
            "three items of 3,000 options of 40 colored items",
            colored(3, 3_000, 40)
        ),
        ("a chain of 60,000 forced options", chain(60_000)),
        ("a chain of 5,000 forced options", chain(5_000)),
        (
            "60,000 options on 64 items",
            problem(
                64,
                (0..60_000).map(|k| {
                    let mut option = std::vec![
                        k % 64,
                        (k / 64 + 1 + k % 64) % 64,
                        (k / 4096 * 3 + 2 + k % 64) % 64
                    ];
                    option.sort_unstable();
                    option.dedup();
                    option
                })
            )
        ),
        ("300 options of 3,000 items", long(300, 3_000)),
        ("15,000 options of 16 items", long(15_000, 16)),
        (
            "100,000 items of two options",
            problem(100_000, (0..200_000).map(|k| std::vec![k / 2]))
        ),
        ("41 pigeons in 40 holes", pigeons(40)),
        (
            "60,000 equal masks",
            problem(
                3,
                (0..60_000).map(|_| std::vec![0, 2]).chain([std::vec![1]])
            )
        ),
        (
            "127 items, one more forced at a time",
            problem(
                127,
                (0..126)
                    .flat_map(|k| {
                        let twin = move |far: usize| std::vec![k, (k + far).min(126)];
                        (1..40).map(twin).filter(|option| option[0] != option[1])
                    })
                    .chain((0..127).map(|k| std::vec![k]))
            )
        ),
        (
            "20,000 masks of 127 items, hardly any of which meet",
            problem(127, (0..20_000).map(|k| std::vec![k % 127]))
        ),
        (
            "6,000 options of two items",
            problem(
                120,
                (0..6_000).map(|k| std::vec![k % 60, 60 + (k / 60 * 7 + k) % 60])
            )
        ),
        (
            "500 options of 400 items, which meet most of the others",
            problem(
                2_000,
                (0..500).map(|k| {
                    let side = move |j: usize| (k + k / 5 * j + k / 25 * (j / 5)) % 5;
                    (0..400).map(|j| j * 5 + side(j)).collect()
                })
            )
        ),
        ("two choices, each of which forces 2,000", dominoes(2_000)),
        ("two choices, each of which forces 200", dominoes(200)),
    ]
}

/// Searches every shape with a far deadline, and looks at what was read in between.
fn looks_often_enough(engine: Engine) {
    looks_often_enough_at(engine, shapes());
}

fn looks_often_enough_at(engine: Engine, shapes: Vec<(&str, Problem)>) {
    for (name, problem) in shapes {
        // So that a node that goes through everything does not make the test slow.
        let most = 20_000_000 / problem.matrix.entries.len() as u64;
        for strategy in [Strategy::Mrv, Strategy::Weighted, Strategy::Restarts] {
            for mut nodes in [1, most.min(2_000)] {
                if engine.name() == Engine::LEARN.name() {
                    // Its walk through the solutions of one item is quadratic.
                    nodes = nodes.min(8_000_000 / problem.option_count() as u64);
                }
                let limits = Limits::none().nodes(nodes);
                let search = problem
                    .search_with(engine)
                    .strategy(strategy)
                    .limits(limits);
                let (worst, all) = counted(|| {
                    let _ = search.count();
                });
                let case = std::format!("{engine:?}, {strategy:?}, {nodes} nodes: {name}");
                assert!(worst <= MOST, "{case}: {worst} entries without a look");
                assert!(all > 0, "{case}: nothing was counted");
            }
        }
    }
}

#[test]
fn links_look_often_enough() {
    looks_often_enough(Engine::LINKS);
}

#[test]
fn tallies_look_often_enough() {
    looks_often_enough(Engine::TALLIES);
}

#[test]
fn tallies_look_often_enough_with_multiplicities() {
    for (low, high) in [(0, 1), (0, 3), (1, 2), (2, 2)] {
        let mut shapes = shapes();
        for (_, problem) in &mut shapes {
            let primary = problem.matrix.primary.iter();
            let bounds = |&primary: &bool| if primary { (low, high) } else { (0, 1) };
            problem.matrix.bounds = primary.map(bounds).collect();
        }
        looks_often_enough_at(Engine::TALLIES, shapes);
    }
}

#[test]
fn cells_look_often_enough() {
    looks_often_enough(Engine::CELLS);
}

#[test]
fn learning_looks_often_enough() {
    looks_often_enough(Engine::LEARN);
}

#[test]
fn rows_look_often_enough() {
    looks_often_enough(Engine::ROWS);
}

#[test]
fn masks_look_often_enough() {
    looks_often_enough(Engine::MASKS);
}

#[test]
fn the_search_for_the_cheapest_looks_often_enough() {
    for (name, problem) in shapes() {
        let nodes = 1 + 2_000_000 / problem.matrix.entries.len() as u64;
        let search = problem.search().limits(Limits::none().nodes(nodes));
        let (worst, all) = counted(|| {
            let _ = search.cheapest(1);
        });
        assert!(worst <= MOST, "{name}: {worst} entries without a look");
        assert!(all > 0, "{name}: nothing was counted");
    }
}

/// The choice of an engine reads, too.
#[test]
fn the_choice_of_an_engine_looks_often_enough() {
    looks_often_enough(Engine::AUTO);
}
