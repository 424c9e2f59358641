//! From the search that is quick to start to the one that learns.
//!
//! Most boards are solved by candidates before clause learning has so much as read its problem. On
//! the others, candidates may search for ages. Which is which shows after some guesses.

use crate::board::{Grid, Shape};
use crate::model::Model;
use crate::parts::Part;
use crate::solve::{candidates, cover, Settings};
use core::ops::ControlFlow;
use exactcover::{Limit, Outcome, Report, Stats};

/// As many guesses on candidates take about 3 ms on boards of 25 x 25: as long as setting up the
/// cover, and its first hundred conflicts. Boards that need more are rarely solved by a few more.
const GUESSES: u64 = 50;

/// Shows every grid that fits to `visit`, none twice.
pub(crate) fn run(
    model: &Model,
    settings: &Settings,
    visit: &mut dyn FnMut(Grid) -> ControlFlow<()>,
) -> Report<()> {
    let enough = Stats {
        nodes: GUESSES,
        ..Stats::default()
    };
    let learnable = |part: &Part| is_learnable(part, model.shape());
    let plain = settings.strategy.is_none() && model.parts().iter().all(learnable);
    // A limit that may be reached first leaves nothing to hand over.
    if !plain || settings.limits.reached(&enough).is_some() {
        return candidates::run(model, settings, visit);
    }
    let mut shown: Vec<Grid> = Vec::new();
    let first = Settings {
        limits: settings.limits.clone().nodes(GUESSES),
        ..settings.clone()
    };
    let report = candidates::run(model, &first, &mut |grid| {
        shown.push(grid.clone());
        visit(grid)
    });
    if report.outcome != Outcome::LimitReached(Limit::Nodes) {
        return report;
    }
    let rest = Settings {
        limits: settings.limits.after(&Stats {
            // Those that were shown will be found again.
            solutions: 0,
            ..report.stats
        }),
        ..settings.clone()
    };
    // Where solutions are many, learning where they are not is of little use.
    let go_on = if shown.len() > 1 {
        candidates::run
    } else {
        cover::learn
    };
    let mut found = report.stats.solutions;
    let mut full = false;
    let second = go_on(model, &rest, &mut |grid| {
        if shown.contains(&grid) {
            return ControlFlow::Continue(());
        }
        found += 1;
        let flow = visit(grid);
        full = flow.is_continue()
            && settings.limits.reached(&Stats {
                solutions: found,
                ..Stats::default()
            }) == Some(Limit::Solutions);
        if full {
            return ControlFlow::Break(());
        }
        flow
    });
    Report {
        answer: (),
        outcome: if full {
            Outcome::LimitReached(Limit::Solutions)
        } else {
            second.outcome
        },
        stats: Stats {
            nodes: report.stats.nodes + second.stats.nodes,
            updates: report.stats.updates + second.stats.updates,
            max_depth: report.stats.max_depth.max(second.stats.max_depth),
            solutions: found,
            engine: second.stats.engine,
        },
    }
}

/// Whether learning is of use with a part: not with totals.
fn is_learnable(part: &Part, shape: Shape) -> bool {
    match part {
        Part::DigitSets { .. } | Part::Sum { .. } => false,
        Part::House(_) | Part::AllDifferent(_) => true,
        Part::Relation { .. } | Part::Automaton { .. } | Part::Tiling(_) => part.has_cover(shape),
        Part::AnyOf(cases) => {
            let mut parts = cases.iter().flatten();
            part.has_cover(shape) && parts.all(|part| is_learnable(part, shape))
        }
    }
}
