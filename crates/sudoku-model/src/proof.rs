//! Models as exact cover problems for proofs: of uniqueness, of having no solution, of the number
//! of grids.
//!
//! ```
//! use core::ops::ControlFlow;
//! use exactcover::proof;
//! use sudoku_model::proof::Cover;
//! use sudoku_model::{Grid, Model, Shape};
//!
//! let givens: Grid = "1... ..3. .4.. ...2".parse()?;
//! let model = Model::builder(Shape::with_side(4)?).givens(&givens).build()?;
//!
//! let cover = Cover::new(&model);
//! let (mut derivation, mut grids) = (String::new(), Vec::new());
//! let search = cover.problem().search();
//! let report = search.prove(proof::Format::VeriPb, &mut derivation, |solution| {
//!     grids.push(cover.grid(solution));
//!     ControlFlow::Continue(())
//! })?;
//! assert_eq!(report.outcome, sudoku_model::Outcome::Exhausted);
//! assert_eq!(grids, ["1324423124133142".parse()?]);
//!
//! let others: Vec<_> = grids.iter().map(|grid| cover.block(grid)).collect();
//! let mut constraints = String::new();
//! proof::Model::new(cover.problem()).write(proof::Format::VeriPb, &others, &mut constraints)?;
//! assert!(constraints.contains("* item r1c1\n"));
//! // Now `veripb` can certify that no grid fits but this one.
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::cage;
use crate::digits::Digits;
use crate::grid::Grid;
use crate::model::{Model, Tiling};
use crate::shape::{Cell, Shape};
use crate::solve::Backend;
use exactcover::proof::Block;
use exactcover::{ItemId, Problem, Solution};

/// What an option puts on the board: nothing, a digit, or the two of a domino.
pub type Placement = Vec<(Cell, u8)>;

/// A model as an exact cover problem that says no more than the rules: nothing is deduced, so that
/// there is little to believe.
///
/// | item | for each | covered by |
/// |---|---|---|
/// | `r1c1` | cell | a digit in it; if it is given, this one |
/// | `row 1 has 1` | house and digit; secondary if the house has fewer cells than there are digits | the digit in one of its cells |
/// | `cage 1 has 1` | cage and digit | the digit in one of its cells, or a set without it |
/// | `the set of cage 1` | cage | a set of digits that add up to its total |
/// | `domino 1 2` | pair of digits, with the domino rule | the two on neighboring cells, or where it was placed |
///
/// A domino is one option, which puts both digits; only the isolated cells have options of their
/// own.
#[derive(Debug)]
pub struct Cover {
    problem: Problem<Placement>,
    shape: Shape,
}

impl Cover {
    /// The problem whose solutions are the grids that fit the model. A domino board has several
    /// solutions for a grid that can be tiled in several ways.
    ///
    /// # Panics
    /// If [`Backend::COVER`] does not [fit](Backend::fits): if digits may repeat in a cage, or a
    /// cage has too many sets of digits.
    #[must_use]
    #[track_caller]
    pub fn new(model: &Model) -> Self {
        assert!(
            Backend::COVER.fits(model),
            "a cage with repeated digits, or with too many sets of digits, is not a cover problem"
        );
        let shape = model.shape();
        let mut maker = Maker {
            model,
            builder: Problem::builder(),
            items_of: vec![Vec::new(); shape.cell_count()],
        };
        maker.cells();
        maker.houses();
        maker.cages();
        match model.tiling() {
            None => shape.cells().for_each(|cell| maker.digits(cell)),
            Some(tiling) => maker.dominoes(tiling),
        }
        Cover {
            problem: maker
                .builder
                .build()
                .expect("every option names each of its items once"),
            shape,
        }
    }

    /// The exact cover problem.
    #[must_use]
    pub fn problem(&self) -> &Problem<Placement> {
        &self.problem
    }

    /// The grid that a solution stands for.
    #[must_use]
    pub fn grid(&self, solution: &Solution<'_, Placement>) -> Grid {
        let mut grid = Grid::empty(self.shape);
        for &(cell, digit) in solution.labels().flatten() {
            grid.set(cell, digit);
        }
        grid
    }

    /// What leaves out all solutions that stand for this grid, and no others: one of the options is
    /// chosen that put another digit somewhere.
    ///
    /// So a proof with one of these for each grid is about grids, even if some can be tiled in
    /// several ways.
    #[must_use]
    pub fn block(&self, grid: &Grid) -> Block {
        let differs = |&(cell, digit): &(Cell, u8)| grid.get(cell) != Some(digit);
        let problem = &self.problem;
        let others = problem
            .options()
            .filter(|&option| problem.label(option).iter().any(differs));
        Block::NoneOf(others.collect())
    }
}

struct Maker<'m> {
    model: &'m Model,
    builder: exactcover::Builder<Placement>,
    /// Per cell and digit, the items that the digit in the cell covers.
    items_of: Vec<Vec<(u8, ItemId)>>,
}

impl Maker<'_> {
    fn all(&self) -> Digits {
        Digits::up_to(self.model.shape().side())
    }

    fn cells(&mut self) {
        for cell in self.model.shape().cells() {
            let item = self.builder.primary(cell.to_string());
            let digits = self.all().digits().map(|digit| (digit, item));
            self.items_of[cell.index()].extend(digits);
        }
    }

    /// A digit in one of these cells covers this item.
    fn covers(&mut self, item: ItemId, digit: u8, cells: &[Cell]) {
        for cell in cells {
            self.items_of[cell.index()].push((digit, item));
        }
    }

    fn houses(&mut self) {
        let model = self.model;
        for house in model.houses() {
            for digit in self.all().digits() {
                let name = format!("{} has {digit}", house.kind());
                let item = if house.cells().len() == model.shape().side() {
                    self.builder.primary(name)
                } else {
                    self.builder.secondary(name)
                };
                self.covers(item, digit, house.cells());
            }
        }
    }

    fn cages(&mut self) {
        let model = self.model;
        for (number, cage) in (1..).zip(model.cages()) {
            let mut has = Vec::new();
            for digit in self.all().digits() {
                let item = self.builder.primary(format!("cage {number} has {digit}"));
                self.covers(item, digit, cage.cells());
                has.push((digit, item));
            }
            let chosen = self.builder.primary(format!("the set of cage {number}"));
            let (side, size) = (model.shape().side(), cage.cells().len());
            for set in cage::combinations(side, size, cage.total(), Digits::empty()) {
                let absent = has.iter().filter(|&&(digit, _)| !set.has(digit));
                let absent = absent.map(|&(_, item)| item);
                self.builder.option(Vec::new(), absent.chain([chosen]));
            }
        }
    }

    fn place(&mut self, placement: Placement, more: Option<ItemId>) {
        let given = |&(cell, digit): &(Cell, u8)| {
            let given = self.model.givens().get(cell);
            given.map_or(true, |given| given == digit)
        };
        if !placement.iter().all(given) {
            return;
        }
        let mut items: Vec<ItemId> = more.into_iter().collect();
        for &(cell, digit) in &placement {
            let own = self.items_of[cell.index()].iter();
            let own = own.filter(|&&(its, _)| its == digit);
            items.extend(own.map(|&(_, item)| item));
        }
        self.builder.option(placement, items);
    }

    /// An option for each digit in the cell.
    fn digits(&mut self, cell: Cell) {
        for digit in self.all().digits() {
            self.place(vec![(cell, digit)], None);
        }
    }

    /// Options for the isolated cells, and for each place and orientation of each domino.
    fn dominoes(&mut self, tiling: &Tiling) {
        let shape = self.model.shape();
        let placed = tiling.placed();
        let mut free: Vec<Cell> = shape.cells().collect();
        free.retain(|cell| !placed.iter().any(|domino| domino.cells.contains(cell)));
        for &cell in tiling.singles() {
            free.retain(|&other| other != cell);
            self.digits(cell);
        }
        for low in self.all().digits() {
            for high in self.all().digits().filter(|&high| high > low) {
                let item = self.builder.primary(format!("domino {low} {high}"));
                let known = placed
                    .iter()
                    .find(|domino| [[low, high], [high, low]].contains(&domino.digits));
                if let Some(domino) = known {
                    let [a, b] = domino.cells;
                    let [at_a, at_b] = domino.digits;
                    self.place(vec![(a, at_a), (b, at_b)], Some(item));
                    continue;
                }
                for &a in &free {
                    let right = shape.try_cell(a.row(), a.column() + 1);
                    let below = shape.try_cell(a.row() + 1, a.column());
                    let neighbors = right.into_iter().chain(below);
                    for b in neighbors.filter(|b| free.contains(b)) {
                        self.place(vec![(a, low), (b, high)], Some(item));
                        self.place(vec![(a, high), (b, low)], Some(item));
                    }
                }
            }
        }
    }
}
