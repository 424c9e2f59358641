//! Counting keeps to its limit of memory, as an allocator sees it. The one test here has the process
//! for itself.

mod counting;

use counting::bytes;
use exactcover::{Limit, Limits, Outcome, Problem};

fn dominoes(side: usize) -> Problem {
    let mut builder = Problem::builder();
    let squares = builder.primaries(side * side);
    for k in 0..side * side {
        if k % side + 1 < side {
            builder.option((), [squares[k], squares[k + 1]]);
        }
        if k + side < side * side {
            builder.option((), [squares[k], squares[k + side]]);
        }
    }
    builder.build().expect("a valid problem")
}

#[test]
fn counting_keeps_to_its_limit_of_memory() {
    let problem = dominoes(16);
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
}
