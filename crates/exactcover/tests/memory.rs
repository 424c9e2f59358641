//! Memory, counted by the allocator: what the documentation of the crate says of bytes per item,
//! option, entry and level.

mod counting;

use counting::bytes;
use exactcover::{Engine, First, Limit, Limits, Outcome, Problem};
use std::sync::atomic::AtomicBool;
use std::sync::Arc;
use std::thread;

const ITEMS: usize = 20_000;
const OPTIONS: usize = 100_000;
const EACH: usize = 5;

fn problem() -> Problem {
    let mut random = fastrand::Rng::with_seed(1);
    let mut builder = Problem::builder();
    let items = builder.primaries(ITEMS);
    for _ in 0..OPTIONS {
        let (first, step) = (random.usize(..ITEMS), random.usize(1..20));
        builder.option((), (0..EACH).map(|k| items[(first + k * step) % ITEMS]));
    }
    builder.build().expect("a valid problem")
}

#[test]
fn other_threads_are_not_counted() {
    let allocate = || vec![0u8; 1 << 20];
    let (there, _, most) = bytes(|| thread::spawn(allocate).join().expect("no panic"));
    assert!(most < 1 << 16, "{most}");
    drop(there);
    let (here, kept, most) = bytes(allocate);
    assert_eq!((here.len(), kept, most), (1 << 20, 1 << 20, 1 << 20));
}

#[test]
fn memory_is_what_the_documentation_says() {
    let entries = OPTIONS * EACH;
    let (problem, kept, most) = bytes(problem);
    // Vectors that grow may have twice the room that they need, and are copied when they grow.
    let stated = 8 * entries + 4 * OPTIONS + 25 * ITEMS;
    assert!(kept <= 2 * stated, "{kept} for {stated}");
    assert!(most <= 3 * stated + 8 * ITEMS, "{most} for {stated}");

    for (engine, per_entry, per_option, per_item) in [
        (Engine::CELLS, 20, 12, 40),
        (Engine::LINKS, 20, 20, 40),
        (Engine::TALLIES, 20, 20, 48),
    ] {
        let search = problem.search_with(engine).limits(Limits::none().nodes(50));
        let (report, kept, most) = bytes(|| search.count());
        assert_eq!(report.outcome, Outcome::LimitReached(Limit::Nodes));
        assert_eq!(kept, 0, "{engine:?} keeps something");
        let stated = per_entry * entries + per_option * OPTIONS + per_item * ITEMS + 100_000;
        assert!(most <= stated, "{engine:?}: {most} for {stated}");
        assert!(
            2 * most > stated,
            "{engine:?}: {most} is far less than {stated}"
        );
    }

    let mut builder = Problem::builder();
    let items = builder.primaries(64);
    for k in 0..50_000 {
        builder.option((), (0..8).map(|j| items[(k + j * (k / 64 % 7 + 1)) % 64]));
    }
    let dense: Problem = builder.build().expect("a valid problem");
    let search = dense
        .search_with(Engine::MASKS)
        .limits(Limits::none().nodes(3));
    let (report, _, most) = bytes(|| search.count());
    assert_eq!(report.outcome, Outcome::LimitReached(Limit::Nodes));
    assert!(most <= 240 * 50_000 + 100_000, "{most}");
    assert!(most > 50 * 50_000, "{most}: this is not item masks");

    // Whoever is late before the start sets up nothing.
    for &engine in Engine::ALL.iter().chain([&Engine::AUTO]) {
        let flag = Arc::new(AtomicBool::new(true));
        let search = problem
            .search_with(engine)
            .limits(Limits::none().cancel(flag));
        let (report, _, most) = bytes(|| search.count());
        assert_eq!(report.outcome, Outcome::LimitReached(Limit::Cancelled));
        assert!(most < 1000, "{engine:?}: {most}");
    }
}

/// The most memory of a search that is set up and makes a few choices.
fn to_set_up<L>(problem: &Problem<L>, engine: Engine) -> usize {
    let search = problem.search_with(engine).limits(Limits::none().nodes(3));
    let (report, _, most) = bytes(|| search.count());
    assert_eq!(report.outcome, Outcome::LimitReached(Limit::Nodes));
    most
}

/// Two options for each item: the first solution is as many levels deep.
fn deep(items: usize) -> Problem {
    let mut builder = Problem::builder();
    for item in builder.primaries(items) {
        builder.option((), [item]);
        builder.option((), [item]);
    }
    builder.build().expect("a valid problem")
}

/// Options of six items each.
fn scattered(options: usize, items: usize) -> Problem {
    let mut random = fastrand::Rng::with_seed(2);
    let mut builder = Problem::builder();
    let all = builder.primaries(items);
    for k in 0..options {
        let step = random.usize(1..items / 12);
        builder.option((), (0..6).map(|j| all[(k + j * step) % items]));
    }
    builder.build().expect("a valid problem")
}

/// As many items as options, each in five of them, which share no other.
fn ring(options: usize) -> Problem {
    let mut builder = Problem::builder();
    let all = builder.primaries(options);
    for k in 0..options {
        builder.option((), [0, 1, 4, 9, 11].map(|step| all[(k + step) % options]));
    }
    builder.build().expect("a valid problem")
}

/// `most` is at least `stated`, but for a tenth, and at most the multiple of it.
#[track_caller]
fn assert_within(most: usize, stated: usize, multiple: usize) {
    assert!(most <= multiple * stated, "{most} for {stated}");
    assert!(10 * most >= 9 * stated, "{most} is far less than {stated}");
}

#[test]
fn a_level_of_the_search_takes_what_the_documentation_says() {
    // A little less than a power of two, so that vectors that double are nearly full.
    let per_level = |engine, items: usize| {
        let problem = deep(items);
        let before = to_set_up(&problem, engine);
        let (report, _, most) = bytes(|| problem.search_with(engine).first());
        assert!(matches!(report.answer, First::Found(_)), "{engine:?}");
        (most - before) / items
    };
    // Two options are tried, and an item is covered.
    assert_within(per_level(Engine::CELLS, 8000), 44 + 2 * 4 + 4, 2);
    assert_within(per_level(Engine::LINKS, 8000), 12, 2);
    assert_within(per_level(Engine::TALLIES, 8000), 24, 2);
    // All levels of learning are there from the beginning.
    assert_eq!(per_level(Engine::LEARN, 8000), 0);
    // A bit for each option, a byte for each item.
    assert_within(per_level(Engine::ROWS, 2000), 4000 / 8 + 2000 + 64, 2);
    // On each level two options fewer are left, in words of 16 bytes, and from 64 and 32 items on
    // in those of 8 and 4.
    let left = |items: std::ops::Range<usize>| items.map(|k| 2 * (k + 1)).sum::<usize>();
    let words = 16 * left(64..128) + 8 * left(32..64) + 4 * left(0..32);
    assert_within(per_level(Engine::MASKS, 128), words / 128, 2);
}

#[test]
fn rows_take_what_the_documentation_says_and_no_more_than_their_cap() {
    for options in [8000, 15_500] {
        let most = to_set_up(&scattered(options, 600), Engine::ROWS);
        let rows = options * (options + 600) / 8;
        assert!(most >= rows, "{most} for {rows}");
        let stated = rows + 6 * 16 * options + 500_000;
        assert!(most <= stated, "{most} for {stated}");
        assert!(most <= 32 << 20, "{most}");
    }
    // Near the cap because of its depth.
    let problem = deep(3200);
    let (_, _, most) = bytes(|| problem.search_with(Engine::ROWS).first());
    assert!((24 << 20..32 << 20).contains(&most), "{most}");
    // Beyond it are cells.
    let most = to_set_up(&scattered(16_000, 600), Engine::ROWS);
    assert!(most < 4 << 20, "{most}");
}

#[test]
fn learning_takes_what_the_documentation_says() {
    // Twenty are excluded by each of the ring, in a list that may have twice the room.
    let problems = [
        (scattered(10_000, 1000), 10_000, 60_000, 1000, 0),
        (scattered(20_000, 10_000), 20_000, 120_000, 10_000, 0),
        (ring(20_000), 20_000, 100_000, 20_000, 2 * 20_000 * 20),
        (deep(8000), 16_000, 16_000, 8000, 0),
        (problem(), OPTIONS, OPTIONS * EACH, ITEMS, 0),
    ];
    for (problem, options, entries, items, excluded) in problems {
        let most = to_set_up(&problem, Engine::LEARN);
        let stated = 18 * entries + 120 * options + 4 * excluded + 30 * items;
        assert!(most <= stated, "{most} for {stated}");
        assert!(4 * most >= 3 * stated, "{most} is far less than {stated}");
    }
}

/// The proof says which clauses there are at any time.
#[cfg(feature = "proof")]
#[test]
fn a_learned_clause_takes_what_the_documentation_says() {
    use exactcover::{format, proof::Format};
    use std::ops::ControlFlow;
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../testdata/dlx/langford9.dlx"
    );
    let text = std::fs::read_to_string(path).expect("the file is there");
    let problem = format::read(&text).expect("a valid problem").problem;
    let search = problem.search_with(Engine::LEARN);
    let mut proof = String::new();
    let proved = search.prove(Format::VeriPb, &mut proof, |_| ControlFlow::Continue(()));
    assert!(proved.is_ok());
    let (mut stated, mut kept) = (0, 0);
    for line in proof.lines() {
        let literals = line.split(' ').filter(|word| word.contains('x')).count();
        // A clause of one literal is a fact.
        if literals > 1 && line.starts_with("rup ") {
            kept += 32 + 4 * literals;
        } else if literals > 1 && line.starts_with("del ") {
            kept -= 32 + 4 * literals;
        }
        stated = stated.max(kept);
    }
    let before = to_set_up(&problem, Engine::LEARN);
    let (_, _, most) = bytes(|| search.count());
    // Vectors that grow, and two copies while some clauses are dropped.
    assert_within(most - before, stated, 3);
}
