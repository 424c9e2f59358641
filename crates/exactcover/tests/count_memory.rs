//! Counting keeps to its limit of memory, as an allocator sees it. The one test here has the
//! process for itself.

mod counting;
mod planted;
mod tilings;

use counting::bytes;
use exactcover::{Limit, Limits, Outcome, Problem};
use planted::planted;
use tilings::dominoes;

/// Two places for each digit, with as many others between as it says.
fn langford(digits: usize) -> Problem {
    let mut builder = Problem::builder();
    let (numbers, places) = (builder.primaries(digits), builder.primaries(2 * digits));
    for (digit, &number) in (1..).zip(&numbers) {
        for (&first, &second) in places.iter().zip(&places[digit + 1..]) {
            builder.option((), [number, first, second]);
        }
    }
    builder.build().expect("a valid problem")
}

#[test]
fn counting_keeps_to_its_limit_of_memory() {
    let problem = dominoes(16, 16);
    for (memory, fits) in [(600_000, false), (3_000_000, true)] {
        let search = problem.search().limits(Limits::none().memory(memory));
        let (report, kept, most) = bytes(|| search.count_by_diagram());
        // Beside it, 200 bytes for each of 480 options and 256 items.
        assert!(most <= memory + 200 * (480 + 256), "{most} of {memory}");
        assert!(kept <= 100, "{kept}");
        if fits {
            assert_eq!(report.outcome, Outcome::Exhausted);
            assert_eq!(report.answer, 2_444_888_770_250_892_795_802_079_170_816);
        } else {
            assert_eq!(report.outcome, Outcome::LimitReached(Limit::Memory));
            assert!(2 * most > memory, "{most} of {memory} is no try");
        }
    }
    let pairs = langford(11);
    let (whole, _, most) = bytes(|| pairs.search().count_by_diagram());
    let memory = most / 5;
    let search = pairs.search().limits(Limits::none().memory(memory));
    let (in_parts, kept, most) = bytes(|| search.count_by_diagram());
    assert_eq!(in_parts.outcome, Outcome::Exhausted);
    assert_eq!(in_parts.answer, 35_584);
    assert_eq!(whole.answer, 35_584);
    assert!(most <= memory + 200 * (165 + 33), "{most} of {memory}");
    assert!(kept <= 100, "{kept}");

    // With the engine of an enumeration that is no help.
    for (memory, fits) in [(4_000_000, false), (32_000_000, true)] {
        let search = problem.search().limits(Limits::none().memory(memory));
        let (report, kept, most) = bytes(|| search.compile());
        assert!(most <= memory + 1_000 * (480 + 256), "{most} of {memory}");
        assert_eq!(report.answer.is_some(), fits);
        assert_eq!(kept > 0, fits);
    }

    // No tables fit in these, but a list may.
    let problem = planted(60, 150, 1);
    for (memory, fits) in [(20_000, false), (200_000, true)] {
        let search = problem.search().limits(Limits::none().memory(memory));
        let (report, kept, most) = bytes(|| search.compile());
        assert!(most <= memory + 600 * (170 + 60), "{most} of {memory}");
        assert_eq!(report.stats.engine, fits.then_some("masks"));
        assert_eq!(report.answer.is_some(), fits);
        assert_eq!(kept > 0, fits);
    }
}
