//! Clause learning: how much it searches, and what it is there for.

use exactcover::{format, Engine, First, Limits, Problem, Ties, Unique};

fn problem(name: &str) -> Problem<usize> {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/dlx");
    let text = std::fs::read_to_string(format!("{directory}/{name}.dlx"));
    format::read(&text.expect("the file is there"))
        .expect("a valid problem")
        .problem
}

/// Covers and nodes. A change that means to change nothing leaves the nodes as they are.
const GOLDEN: [(&str, u128, u64); 8] = [
    ("edge6x6b", 8, 39_168),
    ("langford8", 300, 3976),
    ("mutil6x6", 0, 346),
    ("mutil8x8", 0, 656),
    ("queens8", 92, 1504),
    ("qwh20-165", 66, 3046),
    ("sud16-poj3076", 1, 4495),
    ("sud9-norvig0", 0, 24),
];

#[test]
fn searches_as_much_as_it_did() {
    let searched = GOLDEN.map(|(name, ..)| {
        let report = problem(name).search_with(Engine::LEARN).count();
        (name, report.answer, report.stats.nodes)
    });
    assert_eq!(searched, GOLDEN);
}

#[test]
fn finds_first_solutions_with_every_seed() {
    for name in ["qwh30-300", "qwh33-381"] {
        let problem = problem(name);
        for seed in 0..8 {
            let search = problem.search_with(Engine::LEARN).ties(Ties::Random(seed));
            let report = search.limits(Limits::none().nodes(2_000_000)).first();
            let solution = report.answer.found().expect("in time");
            assert_eq!(problem.verify(solution.options()), Ok(()), "{name}, {seed}");
        }
    }
}

#[test]
fn the_automatic_choice_is_helped_where_the_walk_loses_its_way() {
    let problem = problem("qwh33-381");
    // Rows alone take 4,262,079 nodes, clauses alone 47,134.
    let search = problem.search().limits(Limits::none().nodes(400_000));
    let first = search.first();
    assert_eq!(first.stats.engine, Some("learn"));
    let solution = first.answer.found().expect("in time");
    assert_eq!(problem.verify(solution.options()), Ok(()));
    match search.unique().answer {
        Unique::Many(one, other) => {
            assert_eq!(problem.verify(one.options()), Ok(()));
            assert_eq!(problem.verify(other.options()), Ok(()));
            let sorted = |solution: exactcover::Solution<'_, usize>| {
                let mut options = solution.into_options();
                options.sort_unstable();
                options
            };
            assert_ne!(sorted(one), sorted(other));
        }
        answer => panic!("{answer:?}"),
    }
    // Whoever asks for all of them gets them in the order of the walk.
    assert_eq!(search.solutions().next().map(drop), None);
}

/// Pigeons are primary items, their holes secondary ones.
#[test]
fn tells_none_and_unique_from_many() {
    let pigeons = |pigeons: usize, holes: usize| {
        let mut builder = Problem::builder();
        let birds = builder.primaries(pigeons);
        let places = builder.secondaries(holes);
        for &bird in &birds {
            for &place in &places {
                builder.option((), [bird, place]);
            }
        }
        builder.build().expect("a valid problem")
    };
    let too_many = pigeons(7, 6);
    let search = too_many.search_with(Engine::LEARN);
    assert!(matches!(search.first().answer, First::None));
    assert!(matches!(search.unique().answer, Unique::None));
    let enough = pigeons(5, 5);
    assert_eq!(enough.search_with(Engine::LEARN).count().answer, 120);
    let puzzle = problem("sud16-poj3076");
    let unique = puzzle.search_with(Engine::LEARN).unique();
    assert!(matches!(unique.answer, Unique::One(_)));
}
