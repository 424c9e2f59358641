//! Candidates: what givens and totals leave for each cell before any search.

use crate::cage::{self, Cage};
use crate::digits::Digits;
use crate::innies;
use crate::model::Model;
use crate::shape::{Cell, House};

/// A model with its derived cages and the digits that each cell may still have.
#[derive(Debug)]
pub(crate) struct Reduced<'m> {
    pub(crate) model: &'m Model,
    /// The cages of the model, and then those that follow from them.
    pub(crate) cages: Vec<Cage>,
    candidates: Vec<Digits>,
}

impl<'m> Reduced<'m> {
    /// Removes digits until nothing more follows from single candidates in a house or cage, and from the
    /// sums of cages. A cell without candidates is then left to the search to stumble upon.
    pub(crate) fn new(model: &'m Model) -> Self {
        let all = Digits::up_to(model.shape().side());
        let given = |cell| model.givens().get(cell).map_or(all, Digits::single);
        let candidates = model.shape().cells().map(given).collect();
        let cages: Vec<Cage> = model
            .cages()
            .iter()
            .cloned()
            .chain(innies::derived_cages(model))
            .collect();
        let mut reduced = Reduced {
            model,
            cages,
            candidates,
        };
        while reduced.apply_singles() || reduced.apply_sums() {}
        reduced
    }

    /// The digits that the cell may have.
    pub(crate) fn candidates(&self, cell: Cell) -> Digits {
        self.candidates[cell.index()]
    }

    /// The sets of digits that fit the cells of a cage beside these of its digits that are
    /// known already.
    pub(crate) fn sets(&self, cage: &Cage, known: Digits, open: &[Cell]) -> Vec<Digits> {
        let union = open.iter().fold(Digits::empty(), |union, &cell| {
            union | self.candidates(cell)
        });
        let side = self.model.shape().side();
        let mut sets = match cage.total().checked_sub(known.sum()) {
            Some(rest) => cage::combinations(side, open.len(), rest, known | !union),
            None => Vec::new(),
        };
        sets.retain(|&set| {
            open.iter()
                .all(|&cell| set.intersects(self.candidates(cell)))
        });
        sets
    }

    fn restrict(&mut self, cell: Cell, allowed: Digits) -> bool {
        let candidates = &mut self.candidates[cell.index()];
        let before = *candidates;
        *candidates = before & allowed;
        *candidates != before
    }

    /// Removes the digit of each cell with a single candidate from the cells that it sees.
    fn apply_singles(&mut self) -> bool {
        let mut changed = false;
        let model = self.model;
        let houses = model.houses().iter().map(House::cells);
        let groups: Vec<&[Cell]> = houses
            .chain(model.cages().iter().map(Cage::cells))
            .collect();
        for cells in groups {
            for &cell in cells {
                if let Some(digit) = self.candidates(cell).only() {
                    for &other in cells.iter().filter(|&&other| other != cell) {
                        changed |= self.restrict(other, !Digits::single(digit));
                    }
                }
            }
        }
        changed
    }

    /// Removes the digits that are in no set that fits a cage.
    fn apply_sums(&mut self) -> bool {
        let mut changed = false;
        for k in 0..self.cages.len() {
            let cage = &self.cages[k];
            let mut known = Digits::empty();
            let mut open = Vec::new();
            for &cell in cage.cells() {
                match self.candidates(cell).only() {
                    Some(digit) => known |= Digits::single(digit),
                    None => open.push(cell),
                }
            }
            let sets = self.sets(cage, known, &open);
            let union = sets
                .into_iter()
                .fold(Digits::empty(), |union, set| union | set);
            for cell in open {
                changed |= self.restrict(cell, union);
            }
        }
        changed
    }
}
