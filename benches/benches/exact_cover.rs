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

criterion_group!(benches, count);
criterion_main!(benches);
