//! The rules of one puzzle, validated once.

mod builder;

pub use self::builder::Builder;

use crate::cage::Cage;
use crate::grid::Grid;
use crate::shape::{Cell, House, HouseKind, Shape};
use crate::verify::{self, RuleBroken};

/// A puzzle: a board, its houses, cages and dominoes, and the givens.
///
/// Made by a [`Builder`], which checks everything, so that whoever reads a model can rely on it.
/// [`Model::solve`] and [`Model::solver`] solve it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Model {
    shape: Shape,
    houses: Vec<House>,
    cages: Vec<Cage>,
    tiling: Option<Tiling>,
    givens: Grid,
}

/// A domino placed in advance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Domino {
    /// Its cells, which share an edge.
    pub cells: [Cell; 2],
    /// The digits on them, in the same order; never the same twice.
    pub digits: [u8; 2],
}

/// The domino rule: all cells but the singles are covered by dominoes, one for each pair of
/// different digits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tiling {
    singles: Vec<Cell>,
    placed: Vec<Domino>,
}

impl Tiling {
    /// The cells under no domino: as many as there are digits.
    #[must_use]
    pub fn singles(&self) -> &[Cell] {
        &self.singles
    }

    /// The dominoes placed in advance, in the order given.
    #[must_use]
    pub fn placed(&self) -> &[Domino] {
        &self.placed
    }
}

impl Model {
    /// A builder that knows the rows, columns and boxes of a board, and nothing else yet.
    #[must_use]
    pub fn builder(shape: Shape) -> Builder {
        Builder::new(shape)
    }

    /// The board.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Every set of cells that must hold different digits, apart from the cages: rows, columns,
    /// boxes or jigsaw regions, diagonals, windows, extra regions, and the singles of a domino
    /// board (each digit is on `side - 1` dominoes and in `side` rows, hence on exactly one
    /// single).
    #[must_use]
    pub fn houses(&self) -> &[House] {
        &self.houses
    }

    /// The cages of both kinds in the order in which they were added; no cell is in two.
    #[must_use]
    pub fn cages(&self) -> &[Cage] {
        &self.cages
    }

    /// The domino rule, if the board has it.
    #[must_use]
    pub fn tiling(&self) -> Option<&Tiling> {
        self.tiling.as_ref()
    }

    /// The given digits, those of the dominoes placed in advance among them.
    #[must_use]
    pub fn givens(&self) -> &Grid {
        &self.givens
    }

    /// Whether rows, columns and boxes are the only rules.
    pub(crate) fn is_plain(&self) -> bool {
        let usual = |house: &House| {
            matches!(
                house.kind(),
                HouseKind::Row(_) | HouseKind::Column(_) | HouseKind::Box(_)
            )
        };
        self.cages.is_empty()
            && self.tiling.is_none()
            && self.houses.len() == 3 * self.shape.side()
            && self.houses.iter().all(usual)
    }

    /// Whether two cells must hold different digits because a house or a cage has both; a cage in
    /// which digits may repeat does not count.
    #[must_use]
    pub fn sees(&self, a: Cell, b: Cell) -> bool {
        let houses = self.houses.iter().map(House::cells);
        let cages = self.cages.iter().filter(|cage| !cage.repeats());
        let mut groups = houses.chain(cages.map(Cage::cells));
        a != b && groups.any(|cells| cells.contains(&a) && cells.contains(&b))
    }

    /// The same model with only some of its cages, by their numbers, and other givens.
    pub(crate) fn part(&self, cages: &[usize], givens: Grid) -> Model {
        Model {
            cages: cages.iter().map(|&cage| self.cages[cage].clone()).collect(),
            givens,
            ..self.clone()
        }
    }

    /// The same model with other givens, which keep its rules.
    pub(crate) fn with_givens(&self, givens: Grid) -> Model {
        Model {
            givens,
            ..self.clone()
        }
    }

    /// Gives a digit that keeps the rules, or takes a given away.
    pub(crate) fn set_given(&mut self, cell: Cell, digit: Option<u8>) {
        self.givens.set(cell, digit);
    }

    /// Checks a full grid against every rule of the model, with code that shares nothing with the
    /// solvers.
    ///
    /// # Errors
    /// The first rule that the grid breaks.
    ///
    /// ```
    /// use sudoku_model::{Grid, Model, RuleBroken, Shape};
    ///
    /// let shape = Shape::with_side(4)?;
    /// let model = Model::builder(shape).cage(3, [shape.cell(0, 0), shape.cell(0, 1)]).build()?;
    /// let grid: Grid = "1234341221434321".parse()?;
    /// assert_eq!(model.verify(&grid), Ok(()));
    /// let grid: Grid = "4321214334121234".parse()?;
    /// assert_eq!(model.verify(&grid), Err(RuleBroken::CageSum { cage: 0, expected: 3, found: 7 }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn verify(&self, grid: &Grid) -> Result<(), RuleBroken> {
        verify::verify(self, grid)
    }
}
