//! A model as an exact cover problem.
//!
//! Candidates are reduced first: what givens and totals decide beforehand gets no items at all.
//! Totals that follow by the rule of 45 are treated like those of the model.

mod reduce;

pub(crate) use self::reduce::{Reduced, Refutation};

use crate::board::{Cell, Grid};
use crate::model::Model;
use crate::parts::cover::{encode, Known};
use crate::solve::Settings;
use core::ops::ControlFlow;
use exactcover::{
    Count, Engine, Limit, Limits, Outcome, Problem, Report, Solution, Stats, Strategy,
};
use smallvec::SmallVec;
use std::collections::HashSet;

/// What an option puts on the board: nothing, a digit, or the two of a domino.
type Placed = SmallVec<[(Cell, u8); 2]>;

/// Shows every grid that fits to `visit`, none twice.
pub(crate) fn run(
    model: &Model,
    settings: &Settings,
    visit: &mut dyn FnMut(Grid) -> ControlFlow<()>,
) -> Report<()> {
    search(model, settings, Engine::CELLS, visit)
}

/// How many grids fit, by [`Problem::count_all`]; `None` if the model has no covers, or several for
/// a grid.
pub(crate) fn count(model: &Model, limits: &Limits) -> Option<Report<Count>> {
    if !fits(model) || model.tiling().is_some() {
        return None;
    }
    let late = |limit| Report {
        answer: Count::zero(),
        outcome: Outcome::LimitReached(limit),
        stats: Stats::default(),
    };
    Some(
        Encoded::new(model, limits)
            .map_or_else(late, |cover| cover.problem.count_all(limits.clone())),
    )
}

/// [`run`] with clause learning.
pub(crate) fn learn(
    model: &Model,
    settings: &Settings,
    visit: &mut dyn FnMut(Grid) -> ControlFlow<()>,
) -> Report<()> {
    search(model, settings, Engine::LEARN, visit)
}

fn search(
    model: &Model,
    settings: &Settings,
    engine: Engine,
    visit: &mut dyn FnMut(Grid) -> ControlFlow<()>,
) -> Report<()> {
    // Nothing is spent yet, but a limit of nothing is reached without a cover, which may be large.
    let stats = Stats::default();
    let cover = match settings.limits.reached(&stats) {
        None => Encoded::new(model, &settings.limits),
        Some(limit) => Err(limit),
    };
    let cover = match cover {
        Ok(cover) => cover,
        Err(limit) => {
            return Report {
                answer: (),
                outcome: Outcome::LimitReached(limit),
                stats,
            }
        }
    };
    let search = cover.problem.search_with(engine);
    // Weights cut killers and large boards by orders of magnitude and double the tree of the
    // domino boards, where failures have no favorite place.
    let default = if model.tiling().is_some() {
        Strategy::Mrv
    } else {
        Strategy::Weighted
    };
    let search = search
        .strategy(settings.strategy.unwrap_or(default))
        .ties(settings.ties)
        .limits(settings.limits.clone());
    // A domino board can have several covers a grid.
    let mut seen = model.tiling().map(|_| HashSet::new());
    search.run(|solution| {
        let grid = cover.grid(solution);
        let new = |seen: &mut HashSet<_>| seen.insert(grid.digits().to_vec());
        if seen.as_mut().map_or(true, new) {
            visit(grid)
        } else {
            ControlFlow::Continue(())
        }
    })
}

/// Whether this backend takes the model.
pub(crate) fn fits(model: &Model) -> bool {
    model
        .parts()
        .iter()
        .all(|part| part.has_cover(model.shape()))
}

/// A model as a cover problem, with the digits that were decided while making it.
#[derive(Debug)]
struct Encoded {
    problem: Problem<Placed>,
    decided: Grid,
}

impl Encoded {
    /// The problem, or why there was no time to make it.
    fn new(model: &Model, limits: &Limits) -> Result<Encoded, Limit> {
        let reduced = Reduced::new(model, limits);
        if let Some(limit) = reduced.late {
            return Err(limit);
        }
        // A cell that is still to be tiled has its digit from a domino, even if there is but one.
        let mut decided = Grid::empty(model.shape());
        let tiling = model.tiling();
        let fixed = |cell| tiling.map_or(true, |tiling| !tiling.is_open(cell));
        for cell in model.shape().cells().filter(|&cell| fixed(cell)) {
            if let Some(digit) = reduced.candidates(cell).only() {
                decided.set(cell, digit);
            }
        }
        let own = model.totals().count();
        let known = Known {
            candidates: &reduced.candidates,
            decided: &decided,
            derived: &reduced.totals[own..],
            in_full: false,
        };
        let problem = encode(model, &known, limits)?.build();
        let problem =
            problem.unwrap_or_else(|_| unreachable!("every option names each of its items once"));
        Ok(Encoded { problem, decided })
    }

    /// The grid that a solution stands for.
    fn grid(&self, solution: &Solution<'_, Placed>) -> Grid {
        let mut grid = self.decided.clone();
        for &(cell, digit) in solution.labels().flatten() {
            grid.set(cell, digit);
        }
        grid
    }
}
