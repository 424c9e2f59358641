//! Memory, counted by the allocator: what the documentation of the crate says of bytes per item, option
//! and entry. One test, because the memory of all threads is one.

// An allocator is unsafe by its nature; this one hands everything on and adds up sizes.
#![allow(unsafe_code)]

use exactcover::{Engine, Limit, Limits, Outcome, Problem};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::Arc;

struct Counting;

static USED: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call goes to the system's allocator as it is.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let used = USED.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        PEAK.fetch_max(used, Ordering::Relaxed);
        // SAFETY: the caller keeps the promises that the system's allocator asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        USED.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller keeps the promises that the system's allocator asks for.
        unsafe { System.dealloc(place, layout) };
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What `work` leaves allocated, and the most that it has in use at the same time.
fn bytes<T>(work: impl FnOnce() -> T) -> (T, usize, usize) {
    let before = USED.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    let result = work();
    let after = USED.load(Ordering::Relaxed);
    let peak = PEAK.load(Ordering::Relaxed);
    (result, after - before, peak - before)
}

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
fn memory_is_what_the_documentation_says() {
    let entries = OPTIONS * EACH;
    let (problem, kept, most) = bytes(problem);
    // Vectors that grow may have twice the room that they need, and are copied when they grow.
    let stated = 8 * entries + 4 * OPTIONS + 25 * ITEMS;
    assert!(kept <= 2 * stated, "{kept} for {stated}");
    assert!(most <= 3 * stated + 8 * ITEMS, "{most} for {stated}");

    for (engine, per_entry, per_option, per_item) in
        [(Engine::CELLS, 20, 12, 40), (Engine::LINKS, 20, 20, 40)]
    {
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
