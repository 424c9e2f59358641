//! From the search that is quick to start to the one that learns.
//!
//! Most boards are solved by candidates before clause learning has so much as read its problem. On
//! the others, candidates may search for ages. Which is which shows after some guesses.

use crate::board::{Grid, House, HouseKind, Shape};
use crate::model::Model;
use crate::parts::Part;
use crate::solve::{candidates, cover, Settings};
use core::ops::ControlFlow;
use exactcover::{Limit, Outcome, Report, Stats};
use std::collections::HashSet;

/// Who searches.
#[derive(Clone, Copy)]
enum Who {
    /// Those on candidates, who go on where they were when it is their turn again.
    Candidates,
    /// Those who choose their guesses as with rules of variants.
    AsWithVariants,
    Learner,
}

/// A search, and its nodes before the next one takes its turn.
type Turn = (Who, Option<u64>);

/// Without totals and rules of variants: 50 guesses on candidates take about 3 ms on boards of 25 x
/// 25, as long as setting up the cover, and its first hundred conflicts. Boards that need more are
/// rarely solved by a few more.
const PLAIN: [Turn; 2] = [(Who::Candidates, Some(50)), (Who::Learner, None)];

/// With diagonals, knight's moves and the like beside rows, columns and boxes: there guesses gain
/// as much from what contradictions teach as with rules of variants. On boards of up to 16 digits,
/// where a guess takes 2 to 25 microseconds, they solve what learning needs ten times as many
/// choices for.
const MORE_HOUSES: [Turn; 2] = [(Who::AsWithVariants, Some(5000)), (Who::Learner, None)];

/// The filters of variants see much that a cover does not: most puzzles that need more than 50
/// guesses take learning longer, some much longer, and a few far less. So it gets its turn late,
/// and for a short time: of 149 puzzles six take more than 60,000 guesses, and learning, a tenth of
/// whose time a guess takes, would need 800,000 or more for each of them.
const VARIANT: [Turn; 3] = [
    (Who::Candidates, Some(100_000)),
    (Who::Learner, Some(20_000)),
    (Who::Candidates, None),
];

/// For totals, and where grids are many: to learn where they are not is of little use.
const OTHERS: [Turn; 1] = [(Who::Candidates, None)];

/// Shows every grid that fits to `visit`, none twice.
pub(crate) fn run(
    model: &Model,
    settings: &Settings,
    visit: &mut dyn FnMut(Grid) -> ControlFlow<()>,
) -> Report<()> {
    let mut turns = turns(model, settings).iter();
    let mut shown: HashSet<Grid> = HashSet::new();
    let mut stats = Stats::default();
    let mut paused: Option<candidates::Search<'_>> = None;
    loop {
        let next = turns.next().filter(|_| shown.len() < 2);
        let (who, most) = next.unwrap_or(&OTHERS[0]);
        // A limit that may be reached first leaves nothing to hand over.
        let most = most.filter(|most| {
            let nodes = stats.nodes + most;
            let then = Stats { nodes, ..stats };
            settings.limits.reached(&then).is_none()
        });
        let rest = settings.limits.after(&Stats {
            // Those that another search has shown will be found again.
            solutions: 0,
            ..stats
        });
        let turn = Settings {
            limits: match most {
                Some(most) => rest.nodes(most),
                None => rest,
            },
            ..settings.clone()
        };
        let mut found = stats.solutions;
        let mut full = false;
        let mut show = |grid: Grid| {
            if shown.contains(&grid) {
                return ControlFlow::Continue(());
            }
            found += 1;
            if most.is_some() {
                shown.insert(grid.clone());
            }
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
        };
        let report = match who {
            Who::Learner => cover::learn(model, &turn, &mut show),
            Who::Candidates | Who::AsWithVariants => {
                let new = match who {
                    Who::AsWithVariants => candidates::Search::as_with_variants,
                    _ => candidates::Search::new,
                };
                let search = paused.get_or_insert_with(|| new(model, &turn));
                search.extend(&turn.limits);
                search.run(&mut show)
            }
        };
        stats = Stats {
            nodes: stats.nodes + report.stats.nodes,
            updates: stats.updates + report.stats.updates,
            max_depth: stats.max_depth.max(report.stats.max_depth),
            solutions: found,
            engine: report.stats.engine,
        };
        let outcome = match report.outcome {
            _ if full => Outcome::LimitReached(Limit::Solutions),
            Outcome::LimitReached(Limit::Nodes) if most.is_some() => continue,
            outcome => outcome,
        };
        return Report {
            answer: (),
            outcome,
            stats,
        };
    }
}

/// Who searches for the grids of a model, one after the other.
fn turns(model: &Model, settings: &Settings) -> &'static [Turn] {
    let learnable = |part: &Part| is_learnable(part, model.shape());
    let is_plain = |part: &Part| matches!(part, Part::House(_) | Part::AllDifferent(_));
    if settings.strategy.is_some() || !model.parts().iter().all(learnable) {
        &OTHERS
    } else if model.parts().iter().all(is_plain) {
        match has_more_houses(model) {
            true => &MORE_HOUSES,
            false => &PLAIN,
        }
    } else {
        &VARIANT
    }
}

/// Whether a small board has rows, columns, boxes and something else.
fn has_more_houses(model: &Model) -> bool {
    let shape = model.shape();
    let is_usual = |house: &&House| {
        use HouseKind::{Box, Column, Row};
        matches!(house.kind(), Row(_) | Column(_) | Box(_))
    };
    let usual = shape.row_count() + shape.column_count() + shape.box_count();
    shape.digits().len() <= 16
        && model.houses().filter(is_usual).count() == usual
        && model.parts().len() > usual
}

/// Whether learning is of use with a part: not with totals.
fn is_learnable(part: &Part, shape: Shape) -> bool {
    match part {
        Part::DigitSets { .. } | Part::Sum { .. } | Part::Linear { .. } => false,
        Part::House(_) | Part::AllDifferent(_) => true,
        Part::Relation { .. } | Part::Automaton { .. } | Part::Ranked(_) | Part::Tiling(_) => {
            part.has_cover(shape)
        }
        Part::AnyOf(cases) => {
            let mut parts = cases.iter().flatten();
            part.has_cover(shape) && parts.all(|part| is_learnable(part, shape))
        }
    }
}
