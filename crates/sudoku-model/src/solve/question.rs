//! The questions that a search answers by showing its solutions to a visitor.

use core::ops::ControlFlow;
use exactcover::{First, Limits, Report, Unique};

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

/// Counts up to `most` solutions. `run` gets the limits of its search: it must stop of itself if
/// nothing is to be counted, as there is no solution then at which the visitor could break.
pub(crate) fn count<S>(
    most: u64,
    limits: &Limits,
    run: impl FnOnce(&Limits, Visit<'_, S>) -> Report<()>,
) -> Report<u64> {
    let none;
    let limits = if most == 0 {
        none = limits.clone().solutions(0);
        &none
    } else {
        limits
    };
    let mut count = 0;
    let report = run(limits, &mut |_| {
        count += 1;
        if count >= most {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    report.map(|()| count)
}
