//! Counting keeps to its limit of memory, as an allocator sees it. The one test here has the process
//! for itself.

mod counting;
mod tilings;

use counting::bytes;
use exactcover::{Limit, Limits, Outcome};
use tilings::dominoes;

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
    for (memory, fits) in [(4_000_000, false), (32_000_000, true)] {
        let search = problem.search().limits(Limits::none().memory(memory));
        let (report, kept, most) = bytes(|| search.compile());
        assert!(most <= memory + 200 * (480 + 256), "{most} of {memory}");
        assert_eq!(report.answer.is_some(), fits);
        assert_eq!(kept > 0, fits);
    }
}
