//! Tilings with dominoes.

use crate::board::Cell;

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
    pub(crate) singles: Vec<Cell>,
    pub(crate) placed: Vec<Domino>,
}

impl Tiling {
    /// The cells under no domino: as many as there are digits.
    #[must_use]
    pub fn singles(&self) -> &[Cell] {
        &self.singles
    }

    /// Whether a domino covers the cell that is still to be found.
    pub(crate) fn is_open(&self, cell: Cell) -> bool {
        let mut placed = self.placed.iter();
        !self.singles.contains(&cell) && !placed.any(|domino| domino.cells.contains(&cell))
    }

    /// The dominoes placed in advance, in the order given.
    #[must_use]
    pub fn placed(&self) -> &[Domino] {
        &self.placed
    }
}
