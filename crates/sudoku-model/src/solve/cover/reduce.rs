//! Candidates: what givens and totals leave for each cell before any search.

use crate::board::{Cell, Digits, House, HouseKind};
use crate::model::Model;
use crate::parts::area::{self, Total};
use crate::parts::{sums, Part};
use exactcover::{Limit, Limits};

/// A model with its derived totals and the digits that each cell may still have.
#[derive(Debug)]
pub(crate) struct Reduced<'m> {
    pub(crate) model: &'m Model,
    /// The totals of the model, and then those that follow from them.
    pub(crate) totals: Vec<Total>,
    /// Per cell, in row order.
    pub(crate) candidates: Vec<Digits>,
    limits: Limits,
    /// Why no more was removed, if the time was over.
    pub(crate) late: Option<Limit>,
}

/// What shows that a model has no solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Refutation {
    /// A cell without candidates.
    Cell(Cell),
    /// A total, the model's own or derived, that its cells have no digits left for.
    Total(usize),
    /// A house without a cell for a digit.
    House(HouseKind, u8),
}

impl<'m> Reduced<'m> {
    /// Removes digits until nothing more follows from single candidates, relations, automata and
    /// totals; or until something fails, which is then left to the search to stumble upon; or until
    /// the time is over.
    pub(crate) fn new(model: &'m Model, limits: &Limits) -> Self {
        let derived = area::derived_totals(model);
        let mut reduced = Reduced::start(model, derived.into_iter().map(|derived| derived.total));
        reduced.limits = limits.clone();
        while let Ok(true) = reduced.step() {}
        reduced
    }

    /// The givens and nothing that follows.
    pub(crate) fn start(model: &'m Model, derived: impl Iterator<Item = Total>) -> Self {
        let all = model.shape().digits();
        let given = |cell| model.givens().get(cell).map_or(all, Digits::single);
        Reduced {
            model,
            totals: area::own_totals(model).chain(derived).collect(),
            candidates: model.shape().cells().map(given).collect(),
            limits: Limits::none(),
            late: None,
        }
    }

    /// Removes what single candidates exclude, or else what relations do, or automata, or sums;
    /// whether there was any.
    pub(crate) fn step(&mut self) -> Result<bool, Refutation> {
        Ok(self.apply_singles()?
            || self.apply_relations()?
            || self.apply_automata()?
            || self.apply_sums()?)
    }

    /// The digits that the cell may have.
    pub(crate) fn candidates(&self, cell: Cell) -> Digits {
        self.candidates[cell.index()]
    }

    fn restrict(&mut self, cell: Cell, allowed: Digits) -> Result<bool, Refutation> {
        let candidates = &mut self.candidates[cell.index()];
        let before = *candidates;
        *candidates = before & allowed;
        if candidates.is_empty() {
            return Err(Refutation::Cell(cell));
        }
        Ok(*candidates != before)
    }

    /// Removes the digit of each cell with a single candidate from the cells that it sees.
    fn apply_singles(&mut self) -> Result<bool, Refutation> {
        let mut changed = false;
        let model = self.model;
        for cells in model.parts().iter().filter_map(Part::different) {
            for &cell in cells {
                if let Some(digit) = self.candidates(cell).only() {
                    for &other in cells.iter().filter(|&&other| other != cell) {
                        changed |= self.restrict(other, !Digits::single(digit))?;
                    }
                }
            }
        }
        Ok(changed)
    }

    /// Removes the digits that go with none in the other cell.
    fn apply_relations(&mut self) -> Result<bool, Refutation> {
        let mut changed = false;
        for part in self.model.parts() {
            if let Part::Relation {
                cells: [one, other],
                table,
            } = part
            {
                let there = self.candidates(*other);
                let (mut here, mut partners) = (self.candidates(*one), Digits::empty());
                for digit in here.digits() {
                    partners |= table.partners(digit);
                    if (table.partners(digit) & there).is_empty() {
                        here.remove(Digits::single(digit));
                    }
                }
                changed |= self.restrict(*one, here)? | self.restrict(*other, partners)?;
            }
        }
        Ok(changed)
    }

    /// Removes the digits that no automaton accepts.
    fn apply_automata(&mut self) -> Result<bool, Refutation> {
        let mut changed = false;
        for part in self.model.parts() {
            if let Part::Automaton { cells, automaton } = part {
                let mut digits: Vec<Digits> =
                    cells.iter().map(|&cell| self.candidates(cell)).collect();
                automaton.filter(&mut digits);
                for (&cell, digits) in cells.iter().zip(digits) {
                    changed |= self.restrict(cell, digits)?;
                }
            }
        }
        Ok(changed)
    }

    /// Removes the digits that are in no set that fits a total.
    fn apply_sums(&mut self) -> Result<bool, Refutation> {
        let mut changed = false;
        for k in 0..self.totals.len() {
            self.late = self.limits.late();
            if self.late.is_some() {
                return Ok(false);
            }
            let Total { cells, total, .. } = &self.totals[k];
            let many = sums::has_many_sets(self.model.shape().digits(), cells.len());
            if many || !self.totals[k].different {
                changed |= self.apply_bounds(k)?;
                continue;
            }
            let mut known = Digits::empty();
            let mut open = Vec::new();
            for &cell in cells {
                match self.candidates(cell).only() {
                    Some(digit) => known |= Digits::single(digit),
                    None => open.push(cell),
                }
            }
            let candidates: Vec<Digits> = open.iter().map(|&cell| self.candidates(cell)).collect();
            let sets = sums::sets(*total, known, &candidates);
            if sets.is_empty() {
                return Err(Refutation::Total(k));
            }
            let union = sets
                .into_iter()
                .fold(Digits::empty(), |union, set| union | set);
            for cell in open {
                changed |= self.restrict(cell, union)?;
            }
        }
        Ok(changed)
    }

    /// The same for a total whose digits may repeat, or one with too many sets: removes the
    /// digits that are too small beside the largest ones of the other cells, or too large beside
    /// their smallest ones.
    fn apply_bounds(&mut self, k: usize) -> Result<bool, Refutation> {
        let Total { cells, total, .. } = &self.totals[k];
        let (cells, total) = (cells.clone(), *total);
        let ends = |cell: &Cell| {
            let mut digits = self.candidates(*cell).digits().map(i32::from);
            let least = digits.next().unwrap_or(0);
            (least, digits.last().unwrap_or(least))
        };
        let ends: Vec<(i32, i32)> = cells.iter().map(ends).collect();
        let low: i32 = ends.iter().map(|(low, _)| low).sum();
        let high: i32 = ends.iter().map(|(_, high)| high).sum();
        if !(low..=high).contains(&total) {
            return Err(Refutation::Total(k));
        }
        let mut changed = false;
        for (cell, (least, greatest)) in cells.into_iter().zip(ends) {
            let from = total + greatest - high;
            let to = total - (low - least);
            let all = self.candidates(cell).digits();
            let fits = all.filter(|&digit| (from..=to).contains(&i32::from(digit)));
            changed |= self.restrict(cell, fits.collect())?;
        }
        Ok(changed)
    }

    /// Removes all others from a cell that alone in its house can have a digit; whether there were
    /// any.
    pub(crate) fn apply_last_places(&mut self) -> Result<bool, Refutation> {
        let mut changed = false;
        let model = self.model;
        let all = model.shape().digits();
        let full = |house: &&House| house.cells().len() == all.len();
        for house in model.houses().filter(full) {
            for digit in all.digits() {
                let cells = house.cells().iter().copied();
                let mut places = cells.filter(|&cell| self.candidates(cell).has(digit));
                match (places.next(), places.next()) {
                    (None, _) => return Err(Refutation::House(house.kind(), digit)),
                    (Some(cell), None) => changed |= self.restrict(cell, Digits::single(digit))?,
                    _ => {}
                }
            }
        }
        Ok(changed)
    }
}
