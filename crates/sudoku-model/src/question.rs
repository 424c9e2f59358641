//! The questions that a search answers by showing its solutions to a visitor.

use core::ops::ControlFlow;
use exactcover::{First, Report, Unique};

/// Shows solutions until it breaks.
type Visit<'v, S> = &'v mut dyn FnMut(S) -> ControlFlow<()>;

pub(crate) fn first<S>(run: impl FnOnce(Visit<'_, S>) -> Report<()>) -> Report<First<S>> {
    let mut found = None;
    let report = run(&mut |solution| {
        found = Some(solution);
        ControlFlow::Break(())
    });
    let answer = First::new(found, report.outcome);
    report.map(|()| answer)
}

pub(crate) fn unique<S>(run: impl FnOnce(Visit<'_, S>) -> Report<()>) -> Report<Unique<S>> {
    let mut found = [None, None];
    let report = run(&mut |solution| {
        if found[0].is_none() {
            found[0] = Some(solution);
            return ControlFlow::Continue(());
        }
        found[1] = Some(solution);
        ControlFlow::Break(())
    });
    let [first, second] = found;
    let answer = Unique::new(first, second, report.outcome);
    report.map(|()| answer)
}

/// For a `most` of 0 the search must be told by its limits to find nothing.
pub(crate) fn count<S>(most: u64, run: impl FnOnce(Visit<'_, S>) -> Report<()>) -> Report<u64> {
    let mut count = 0;
    let report = run(&mut |_| {
        count += 1;
        if count >= most {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    report.map(|()| count)
}
