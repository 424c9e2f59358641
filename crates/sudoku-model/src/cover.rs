//! A model as an exact cover problem.
//!
//! | item | covered by |
//! |---|---|
//! | a cell | its digits |
//! | a house and a digit | the digit in one of the cells |
//! | a cage and a digit | the digit in one of the cells, or a set without it |
//! | a cage | the set of its digits |
//! | a tile | the places of the tile |
//!
//! A cage never has an option for each filling. Its digits are chosen apart from their places: the
//! option for a set covers the (cage, digit) items of the digits that are *not* in it, so that the
//! cells must cover the others. Cages that follow by the rule of 45 are treated alike. What givens
//! and totals decide beforehand gets no items at all.

use crate::cage::{self, Cage};
use crate::digits::Digits;
use crate::grid::Grid;
use crate::model::{Model, Tiling};
use crate::reduce::Reduced;
use crate::shape::Cell;
use crate::solve::Settings;
use core::ops::ControlFlow;
use exactcover::{
    Engine, ItemId, Limit, Limits, Outcome, Problem, Report, Solution, Stats, Strategy,
};
use smallvec::SmallVec;
use std::collections::BTreeSet;

/// A derived cage with more sets than this helps less than it costs.
const MAX_DERIVED_SETS: usize = 30;

/// What an option puts on the board: nothing, a digit, or the two of a tile.
type Placement = SmallVec<[(Cell, u8); 2]>;

/// Shows every grid that fits to `visit`, none twice.
pub(crate) fn run(
    model: &Model,
    settings: &Settings,
    visit: &mut dyn FnMut(Grid) -> ControlFlow<()>,
) -> Report<()> {
    search(model, settings, Engine::CELLS, visit)
}

/// The same with clause learning.
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
    let cover = match Cover::new(model, &settings.limits) {
        Ok(cover) => cover,
        Err(limit) => {
            return Report {
                answer: (),
                outcome: Outcome::LimitReached(limit),
                stats: Stats::default(),
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
    let mut seen = model.tiling().map(|_| BTreeSet::new());
    search.run(|solution| {
        let grid = cover.grid(solution);
        let new = |seen: &mut BTreeSet<_>| seen.insert(grid.digits().to_vec());
        if seen.as_mut().map_or(true, new) {
            visit(grid)
        } else {
            ControlFlow::Continue(())
        }
    })
}

/// Whether this backend takes the model: all but sums of digits that may repeat, which no choice of
/// a set of digits stands for, and cages with too many sets.
pub(crate) fn fits(model: &Model) -> bool {
    let side = model.shape().side();
    let many = |cage: &Cage| cage::has_many_sets(side, cage.cells().len());
    !model
        .cages()
        .iter()
        .any(|cage| cage.repeats() || many(cage))
}

/// A model as a cover problem, with the digits that were decided while making it.
#[derive(Debug)]
struct Cover {
    problem: Problem<Placement>,
    decided: Grid,
}

impl Cover {
    /// The problem, or why there was no time to make it.
    fn new(model: &Model, limits: &Limits) -> Result<Cover, Limit> {
        let reduced = Reduced::new(model, limits);
        if let Some(limit) = reduced.late {
            return Err(limit);
        }
        let mut decided = Grid::empty(model.shape());
        let tiled = cells_to_tile(model);
        for cell in model.shape().cells().filter(|cell| !tiled[cell.index()]) {
            if let Some(digit) = reduced.candidates(cell).only() {
                decided.set(cell, digit);
            }
        }
        let mut maker = Maker {
            reduced: &reduced,
            decided: &decided,
            builder: Problem::builder(),
            items_of: vec![Vec::new(); model.shape().cell_count()],
        };
        maker.cells();
        maker.houses();
        maker.cages(limits)?;
        match model.tiling() {
            None => maker.digits(|_| true),
            Some(tiling) => {
                maker.digits(|cell| !tiled[cell.index()]);
                maker.tiles(tiling, &tiled);
            }
        }
        let problem = maker
            .builder
            .build()
            .expect("every option names each of its items once");
        Ok(Cover { problem, decided })
    }

    /// The grid that a solution stands for.
    fn grid(&self, solution: &Solution<'_, Placement>) -> Grid {
        let mut grid = self.decided.clone();
        for &(cell, digit) in solution.labels().flatten() {
            grid.set(cell, digit);
        }
        grid
    }
}

/// Per cell, whether a tile is still to be found for it.
fn cells_to_tile(model: &Model) -> Vec<bool> {
    let mut tiled = vec![model.tiling().is_some(); model.shape().cell_count()];
    if let Some(tiling) = model.tiling() {
        let placed = tiling.placed().iter().flat_map(|domino| domino.cells);
        for cell in tiling.singles().iter().copied().chain(placed) {
            tiled[cell.index()] = false;
        }
    }
    tiled
}

struct Maker<'a> {
    reduced: &'a Reduced<'a>,
    decided: &'a Grid,
    builder: exactcover::Builder<Placement>,
    /// Per cell and digit, the items that the digit in the cell covers.
    items_of: Vec<Vec<(u8, ItemId)>>,
}

impl Maker<'_> {
    fn open_cells(&self) -> Vec<Cell> {
        self.reduced
            .model
            .shape()
            .cells()
            .filter(|&cell| self.decided.get(cell).is_none())
            .collect()
    }

    fn cells(&mut self) {
        for cell in self.open_cells() {
            let item = self.builder.primaries(1)[0];
            for digit in self.reduced.candidates(cell).digits() {
                self.items_of[cell.index()].push((digit, item));
            }
        }
    }

    /// An item for each digit that these cells, a house or cage, do not have yet.
    fn digit_items(
        &mut self,
        cells: &[Cell],
        digits: Digits,
        exactly_once: bool,
    ) -> Vec<(u8, ItemId)> {
        let mut items = Vec::new();
        for digit in digits.digits() {
            let item = if exactly_once {
                self.builder.primaries(1)
            } else {
                self.builder.secondaries(1)
            }[0];
            for &cell in cells {
                if self.decided.get(cell).is_none() && self.reduced.candidates(cell).has(digit) {
                    self.items_of[cell.index()].push((digit, item));
                }
            }
            items.push((digit, item));
        }
        items
    }

    fn known(&self, cells: &[Cell]) -> Digits {
        let digits = cells.iter().filter_map(|&cell| self.decided.get(cell));
        digits.fold(Digits::empty(), |known, digit| {
            known | Digits::single(digit)
        })
    }

    fn houses(&mut self) {
        let side = self.reduced.model.shape().side();
        for house in self.reduced.model.houses() {
            let cells = house.cells();
            let missing = Digits::up_to(side) - self.known(cells);
            self.digit_items(cells, missing, cells.len() == side);
        }
    }

    fn cages(&mut self, limits: &Limits) -> Result<(), Limit> {
        let own = self.reduced.model.cages().len();
        let side = self.reduced.model.shape().side();
        for (k, cage) in self.reduced.cages.iter().enumerate() {
            if let Some(limit) = limits.reached(&Stats::default()) {
                return Err(limit);
            }
            if k >= own && cage::has_many_sets(side, cage.cells().len()) {
                continue;
            }
            let known = self.known(cage.cells());
            let mut open = cage.cells().to_vec();
            open.retain(|&cell| self.decided.get(cell).is_none());
            let sets = self.reduced.sets(cage, known, &open);
            // One cell has been reduced to the digits that fit, and none leaves nothing to say
            // unless the total is wrong.
            if k >= own && !sets.is_empty() && (open.len() <= 1 || sets.len() > MAX_DERIVED_SETS) {
                continue;
            }
            let union = sets.iter().fold(Digits::empty(), |union, &set| union | set);
            let items = self.digit_items(&open, union, true);
            if sets.len() != 1 {
                let cage_item = self.builder.primaries(1)[0];
                for set in sets {
                    let absent = items.iter().filter(|&&(digit, _)| !set.has(digit));
                    let absent = absent.map(|&(_, item)| item);
                    self.builder
                        .option(Placement::new(), absent.chain([cage_item]));
                }
            }
        }
        Ok(())
    }

    fn items(&self, cell: Cell, digit: u8) -> impl Iterator<Item = ItemId> + '_ {
        let items = self.items_of[cell.index()]
            .iter()
            .filter(move |&&(its, _)| its == digit);
        items.map(|&(_, item)| item)
    }

    /// An option for each digit in each of the cells that no tile will cover.
    fn digits(&mut self, untiled: impl Fn(Cell) -> bool) {
        for cell in self.open_cells().into_iter().filter(|&cell| untiled(cell)) {
            for digit in self.reduced.candidates(cell).digits() {
                let items: Vec<ItemId> = self.items(cell, digit).collect();
                self.builder
                    .option(Placement::from_slice(&[(cell, digit)]), items);
            }
        }
    }

    /// An option for each place and orientation of each tile.
    fn tiles(&mut self, tiling: &Tiling, tiled: &[bool]) {
        let shape = self.reduced.model.shape();
        let side = shape.side() as u8;
        let pairs = (1..=side).flat_map(|low| (low + 1..=side).map(move |high| (low, high)));
        let mut tiles: Vec<((u8, u8), ItemId)> = Vec::new();
        for (low, high) in pairs {
            let placed = |domino: &crate::Domino| {
                domino.digits.contains(&low) && domino.digits.contains(&high)
            };
            if !tiling.placed().iter().any(placed) {
                tiles.push(((low, high), self.builder.primaries(1)[0]));
            }
        }
        for a in shape.cells().filter(|cell| tiled[cell.index()]) {
            let right = shape.try_cell(a.row(), a.column() + 1);
            let below = shape.try_cell(a.row() + 1, a.column());
            for b in right
                .into_iter()
                .chain(below)
                .filter(|cell| tiled[cell.index()])
            {
                for &((low, high), tile) in &tiles {
                    for (at_a, at_b) in [(low, high), (high, low)] {
                        if self.reduced.candidates(a).has(at_a)
                            && self.reduced.candidates(b).has(at_b)
                        {
                            let mut items: Vec<ItemId> = self.items(a, at_a).collect();
                            items.extend(self.items(b, at_b));
                            items.push(tile);
                            self.builder
                                .option(Placement::from_slice(&[(a, at_a), (b, at_b)]), items);
                        }
                    }
                }
            }
        }
    }
}
