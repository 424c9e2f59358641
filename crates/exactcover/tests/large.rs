//! Large problems: building them is linear, and so is the way to the first choice.

mod counting;

use counting::bytes;
use exactcover::{Engine, First, Limits, OptionId, Problem};

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

#[test]
fn a_million_options_take_200_megabytes_to_build_and_as_many_to_search() {
    let (problem, _, most) = bytes(million);
    assert!(most < 200_000_000, "{most}");

    let solution: Vec<OptionId> = problem.options().take(ITEMS / 5).collect();
    assert_eq!(problem.verify(&solution), Ok(()));
    for engine in [Engine::AUTO, Engine::CELLS, Engine::ROWS, Engine::MASKS] {
        let search = problem
            .search_with(engine)
            .limits(Limits::none().nodes(100));
        let (report, _, most) = bytes(|| search.first());
        assert!(matches!(report.answer, First::Unknown(_)), "{engine:?}");
        // With conflict rows it would be 125 GB.
        assert!(most < 200_000_000, "{engine:?}: {most}");
    }
}

/// If each choice looked at all of the others, this would not come to an end.
#[test]
fn many_items_that_are_forced_at_once_are_no_quadratic_work() {
    let count = 2_000_000;
    let mut builder = Problem::builder();
    for item in builder.primaries(count) {
        builder.option((), [item]);
    }
    let problem = builder.build().expect("a valid problem");
    for engine in [Engine::CELLS, Engine::ROWS, Engine::MASKS] {
        let solution = problem.search_with(engine).first().answer.found();
        assert_eq!(solution.expect("a solution").options().len(), count);
    }
}
