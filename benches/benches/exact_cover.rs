//! Counting all solutions of exact cover instances with every engine.

// `criterion_group!` makes a public function without documentation.
#![allow(missing_docs)]

use criterion::{criterion_group, criterion_main, BenchmarkId, Criterion};
use exactcover::Engine;

/// Instances, each with the reason why it is here.
const INSTANCES: &[(&str, &str)] = &[
    ("queens10", "secondary items"),
    ("langford8", "few items, short options"),
    ("pent3x20", "dense: every choice hides most options"),
    ("domino6x6", "many solutions, options of two items"),
    ("mutil6x6", "no solution"),
    ("planted90", "random triples, deep tree"),
    ("sud9-platinum", "long forced chains"),
    ("sud16-poj3076", "a thousand items"),
    ("qwh20-165", "hundreds of items, few options each"),
    ("edge6x6b", "colors"),
    ("wordrect4x5", "colors, long options"),
];

fn count(c: &mut Criterion) {
    for (name, _why) in INSTANCES {
        let (problem, expected) = benches::instance(name);
        let mut group = c.benchmark_group(*name);
        group.sample_size(10);
        for &engine in Engine::ALL {
            let search = problem.search_with(engine);
            assert_eq!(
                search.count().answer,
                expected,
                "{name} by {}",
                engine.name()
            );
            group.bench_function(BenchmarkId::from_parameter(engine.name()), |b| {
                b.iter(|| search.count().answer);
            });
        }
        group.finish();
    }
}

/// Items with thousands of options, each with the reason why it is here: the sizes of the items,
/// and whether all options give a secondary item the same color.
const LARGE_ITEMS: &[(&str, &[usize], bool, &str)] = &[
    (
        "one-80000",
        &[80_000],
        false,
        "one item, too large for rows and masks",
    ),
    (
        "one-8000-colored",
        &[8000],
        true,
        "one item, as large as rows take",
    ),
    (
        "two-2000-colored",
        &[2000, 2000],
        true,
        "4 million solutions in rows",
    ),
    (
        "two-20000-colored",
        &[200, 20_000],
        true,
        "4 million solutions in cells",
    ),
];

/// `Engine::AUTO` takes at most 1.5 times the instructions of `Engine::LINKS`, reading included.
fn large_items(c: &mut Criterion) {
    for &(name, sizes, colored, _why) in LARGE_ITEMS {
        let text = benches::large_items(sizes, colored);
        let expected = sizes.iter().product::<usize>() as u128;
        let mut group = c.benchmark_group(name);
        group.sample_size(10);
        for engine in [Engine::LINKS, Engine::AUTO] {
            let count = || {
                let problem = exactcover::format::read(&text).expect("a valid problem");
                problem.problem.search_with(engine).count().answer
            };
            assert_eq!(count(), expected, "{name} by {}", engine.name());
            group.bench_function(BenchmarkId::from_parameter(engine.name()), |b| {
                b.iter(count);
            });
        }
        group.finish();
    }
}

criterion_group!(benches, count, large_items);
criterion_main!(benches);
