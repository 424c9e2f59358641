//! Candidates: what givens and totals leave for each cell before any search.

use crate::cage::{self, Cage};
use crate::digits::Digits;
use crate::innies;
use crate::model::Model;
use crate::shape::{Cell, House, HouseKind};
use exactcover::{Limit, Limits, Stats};

/// A model with its derived cages and the digits that each cell may still have.
#[derive(Debug)]
pub(crate) struct Reduced<'m> {
    pub(crate) model: &'m Model,
    /// The cages of the model, and then those that follow from them.
    pub(crate) cages: Vec<Cage>,
    candidates: Vec<Digits>,
    limits: Limits,
    /// Why no more was removed, if the time was over.
    pub(crate) late: Option<Limit>,
}

/// What shows that a model has no solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Failure {
    /// A cell without candidates.
    Cell(Cell),
    /// A cage, the model's own or derived, whose cells have no digits left with its total.
    Cage(usize),
    /// A house without a cell for a digit.
    House(HouseKind, u8),
}

impl<'m> Reduced<'m> {
    /// Removes digits until nothing more follows from single candidates in a house or cage, and
    /// from the sums of cages, or until something fails, which is then left to the search to
    /// stumble upon, or until the time is over.
    pub(crate) fn new(model: &'m Model, limits: &Limits) -> Self {
        let derived = innies::derived_cages(model);
        let mut reduced = Reduced::start(model, derived.into_iter().map(|(_, cage)| cage));
        reduced.limits = limits.clone();
        while let Ok(true) = reduced.step() {}
        reduced
    }

    /// The givens and nothing that follows.
    pub(crate) fn start(model: &'m Model, derived: impl Iterator<Item = Cage>) -> Self {
        let all = Digits::up_to(model.shape().side());
        let given = |cell| model.givens().get(cell).map_or(all, Digits::single);
        Reduced {
            model,
            cages: model.cages().iter().cloned().chain(derived).collect(),
            candidates: model.shape().cells().map(given).collect(),
            limits: Limits::none(),
            late: None,
        }
    }

    /// Removes what single candidates exclude, or else what sums do; whether there was any.
    pub(crate) fn step(&mut self) -> Result<bool, Failure> {
        Ok(self.apply_singles()? || self.apply_sums()?)
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

    fn restrict(&mut self, cell: Cell, allowed: Digits) -> Result<bool, Failure> {
        let candidates = &mut self.candidates[cell.index()];
        let before = *candidates;
        *candidates = before & allowed;
        if candidates.is_empty() {
            return Err(Failure::Cell(cell));
        }
        Ok(*candidates != before)
    }

    /// Removes the digit of each cell with a single candidate from the cells that it sees.
    fn apply_singles(&mut self) -> Result<bool, Failure> {
        let mut changed = false;
        let model = self.model;
        let houses = model.houses().iter().map(House::cells);
        let own = model.cages().iter().filter(|cage| !cage.repeats());
        let groups: Vec<&[Cell]> = houses.chain(own.map(Cage::cells)).collect();
        for cells in groups {
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

    /// Removes the digits that are in no set that fits a cage.
    fn apply_sums(&mut self) -> Result<bool, Failure> {
        let mut changed = false;
        for k in 0..self.cages.len() {
            self.late = self.limits.reached(&Stats::default());
            if self.late.is_some() {
                return Ok(false);
            }
            let cage = &self.cages[k];
            if cage.repeats() || cage::has_many_sets(self.model.shape().side(), cage.cells().len())
            {
                changed |= self.apply_bounds(k)?;
                continue;
            }
            let mut known = Digits::empty();
            let mut open = Vec::new();
            for &cell in cage.cells() {
                match self.candidates(cell).only() {
                    Some(digit) => known |= Digits::single(digit),
                    None => open.push(cell),
                }
            }
            let sets = self.sets(cage, known, &open);
            if sets.is_empty() {
                return Err(Failure::Cage(k));
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

    /// The same for a cage in which digits may repeat, or one with too many sets: removes the
    /// digits that are too small beside the largest ones of the other cells, or too large beside
    /// their smallest ones.
    fn apply_bounds(&mut self, k: usize) -> Result<bool, Failure> {
        let total = self.cages[k].total();
        let cells = self.cages[k].cells().to_vec();
        let ends = |cell: &Cell| {
            let mut digits = self.candidates(*cell).digits().map(u32::from);
            let least = digits.next().unwrap_or(0);
            (least, digits.last().unwrap_or(least))
        };
        let ends: Vec<(u32, u32)> = cells.iter().map(ends).collect();
        let low: u32 = ends.iter().map(|(low, _)| low).sum();
        let high: u32 = ends.iter().map(|(_, high)| high).sum();
        if !(low..=high).contains(&total) {
            return Err(Failure::Cage(k));
        }
        let mut changed = false;
        for (cell, (least, greatest)) in cells.into_iter().zip(ends) {
            let from = (total + greatest).saturating_sub(high);
            let to = total - (low - least);
            let all = self.candidates(cell).digits();
            let fits = all.filter(|&digit| (from..=to).contains(&u32::from(digit)));
            changed |= self.restrict(cell, fits.collect())?;
        }
        Ok(changed)
    }

    /// Removes all others from a cell that alone in its house can have a digit; whether there were
    /// any.
    pub(crate) fn apply_last_places(&mut self) -> Result<bool, Failure> {
        let mut changed = false;
        let model = self.model;
        let side = model.shape().side();
        let full = |house: &&House| house.cells().len() == side;
        for house in model.houses().iter().filter(full) {
            for digit in Digits::up_to(side).digits() {
                let cells = house.cells().iter().copied();
                let mut places = cells.filter(|&cell| self.candidates(cell).has(digit));
                match (places.next(), places.next()) {
                    (None, _) => return Err(Failure::House(house.kind(), digit)),
                    (Some(cell), None) => changed |= self.restrict(cell, Digits::single(digit))?,
                    _ => {}
                }
            }
        }
        Ok(changed)
    }
}
