//! Large problems: building them is linear, and so is the way to the first choice.

use exactcover::{Engine, First, Limits, OptionId, Problem};
use std::fs;
use std::time::{Duration, Instant};

const OPTIONS: usize = 1_000_000;
const ITEMS: usize = 100_000;

/// A million options of five items each. The first of them are a solution.
fn million() -> Problem {
    let mut random = fastrand::Rng::with_seed(1);
    let mut builder = Problem::builder();
    let items = builder.primaries(ITEMS);
    for option in 0..OPTIONS {
        let (first, step) = if option < ITEMS / 5 {
            (5 * option, 1)
        } else {
            (random.usize(..ITEMS), random.usize(1..20))
        };
        builder.option((), (0..5).map(|k| items[(first + k * step) % ITEMS]));
    }
    builder.build().expect("a valid problem")
}

/// The most memory that this process has had so far, where the system tells.
fn peak_kilobytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[test]
#[ignore = "measures time and memory: run alone, in release"]
fn a_million_options_build_in_a_second_and_200_megabytes() {
    let start = Instant::now();
    let problem = million();
    assert!(start.elapsed() < Duration::from_secs(1));
    assert!(peak_kilobytes().map_or(true, |peak| peak < 200_000));

    let solution: Vec<OptionId> = problem.options().take(ITEMS / 5).collect();
    assert_eq!(problem.verify(&solution), Ok(()));
    let start = Instant::now();
    for engine in [Engine::AUTO, Engine::CELLS, Engine::ROWS, Engine::MASKS] {
        let search = problem
            .search_with(engine)
            .limits(Limits::none().nodes(100));
        assert!(
            matches!(search.first().answer, First::Unknown(_)),
            "{engine:?}"
        );
    }
    // Four times: with conflict rows it would be 125 GB.
    assert!(start.elapsed() < Duration::from_secs(8));
    assert!(peak_kilobytes().map_or(true, |peak| peak < 400_000));
}

#[test]
fn many_items_that_are_forced_at_once_are_no_quadratic_work() {
    let count = 200_000;
    let mut builder = Problem::builder();
    for item in builder.primaries(count) {
        builder.option((), [item]);
    }
    let problem = builder.build().expect("a valid problem");
    for engine in [Engine::CELLS, Engine::ROWS, Engine::MASKS] {
        let start = Instant::now();
        let solution = problem.search_with(engine).first().answer.found();
        assert_eq!(solution.expect("a solution").options().len(), count);
        // A tenth of a second, and a minute if each choice looked at all of the others.
        assert!(start.elapsed() < Duration::from_secs(20), "{engine:?}");
    }
}
