//! The search for each technique.

use core::ops::ControlFlow;

use super::clues::Clue;
use super::{Candidates, Step, Technique};
use crate::board::{Cell, Digits, House, HouseKind};

/// Breaks when the visitor has had enough.
pub(super) type Go = ControlFlow<()>;

/// Gets every step that is found.
pub(super) type Visit<'v> = &'v mut dyn FnMut(Step) -> Go;

impl Candidates {
    /// Shows the steps of a technique to a visitor until it has had enough.
    pub(super) fn find(&self, technique: Technique, visit: Visit<'_>) {
        let _ = match technique {
            Technique::NakedSingle => self.naked_singles(visit),
            Technique::HiddenSingle => self.hidden_singles(visit),
            Technique::Pointing | Technique::Claiming => self.locked(technique, visit),
            Technique::NakedPair => self.naked_sets(technique, 2, visit),
            Technique::NakedTriple => self.naked_sets(technique, 3, visit),
            Technique::NakedQuad => self.naked_sets(technique, 4, visit),
            Technique::HiddenPair => self.hidden_sets(technique, 2, visit),
            Technique::HiddenTriple => self.hidden_sets(technique, 3, visit),
            Technique::HiddenQuad => self.hidden_sets(technique, 4, visit),
            Technique::XWing => self.fish(technique, 2, visit),
            Technique::Swordfish => self.fish(technique, 3, visit),
            Technique::Jellyfish => self.fish(technique, 4, visit),
            Technique::XyWing => self.xy_wings(visit),
            Technique::CommonPeer => self.common_peers(visit),
            Technique::Partner
            | Technique::Combination
            | Technique::RequiredDigit
            | Technique::InnieOutie
            | Technique::Sum
            | Technique::Line
            | Technique::InnieOutieOfSeveral => self.clues(technique, visit),
            Technique::ForcingChain => self.forcing(visit),
        };
    }

    fn naked_singles(&self, visit: Visit<'_>) -> Go {
        for cell in self.board.shape.cells() {
            if let Some(digit) = self.open[cell.index()].only() {
                let step = single(Technique::NakedSingle, cell, digit, Vec::new());
                visit(step)?;
            }
        }
        GO_ON
    }

    fn hidden_singles(&self, visit: Visit<'_>) -> Go {
        for house in self.full_houses() {
            for digit in self.board.shape.digits().digits() {
                if let Some(step) = self.hidden_single(house, digit) {
                    visit(step)?;
                }
            }
        }
        GO_ON
    }

    /// The step for a digit with one place in a house.
    pub(super) fn hidden_single(&self, house: &House, digit: u8) -> Option<Step> {
        let mut places = self.places(house, digit);
        match (places.next(), places.next()) {
            (Some(cell), None) => {
                let houses = vec![house.kind()];
                Some(single(Technique::HiddenSingle, cell, digit, houses))
            }
            _ => None,
        }
    }

    fn locked(&self, technique: Technique, visit: Visit<'_>) -> Go {
        let wanted = |kind: HouseKind| kind.is_line() == (technique == Technique::Claiming);
        for house in self.full_houses().filter(|house| wanted(house.kind())) {
            for digit in self.board.shape.digits().digits() {
                let cells: Vec<Cell> = self.places(house, digit).collect();
                for target in self.board.common(&cells) {
                    let target = &self.board.houses[target];
                    if target.kind() != house.kind() {
                        let step = Step {
                            houses: vec![house.kind()],
                            ..step(technique, &cells, Digits::single(digit))
                        };
                        self.show(step, &[target], visit)?;
                    }
                }
            }
        }
        GO_ON
    }

    fn naked_sets(&self, technique: Technique, size: usize, visit: Visit<'_>) -> Go {
        for (number, house) in self.board.houses.iter().enumerate() {
            let cells = house.cells();
            let masks: Vec<u32> = cells
                .iter()
                .map(|cell| self.open[cell.index()].bits())
                .collect();
            subsets(&masks, size, &mut |chosen, union| {
                let cells: Vec<Cell> = chosen.iter().map(|&k| cells[k]).collect();
                let targets = self.board.common(&cells);
                // Cells that share two houses are found in the first of them.
                if targets.first() != Some(&number) {
                    return GO_ON;
                }
                let targets: Vec<&House> = targets.iter().map(|&k| &self.board.houses[k]).collect();
                self.show(
                    step(technique, &cells, Digits::from_bits_truncate(union)),
                    &targets,
                    visit,
                )
            })?;
        }
        GO_ON
    }

    fn hidden_sets(&self, technique: Technique, size: usize, visit: Visit<'_>) -> Go {
        for house in self.full_houses() {
            let all: Vec<u8> = self.board.shape.digits().digits().collect();
            let masks: Vec<u32> = all.iter().map(|&it| self.place_mask(house, it)).collect();
            subsets(&masks, size, &mut |chosen, union| {
                let digits: Digits = chosen.iter().map(|&k| all[k]).collect();
                let places = house.cells().iter().enumerate();
                let places = places.filter(|(k, _)| union >> k & 1 == 1);
                let cells: Vec<Cell> = places.map(|(_, &cell)| cell).collect();
                let others = |&cell: &Cell| (cell, self.open[cell.index()] - digits);
                let remove = cells.iter().map(others).collect();
                let step = Step {
                    houses: vec![house.kind()],
                    remove,
                    ..step(technique, &cells, digits)
                };
                self.show(step, &[], visit)
            })?;
        }
        GO_ON
    }

    fn fish(&self, technique: Technique, size: usize, visit: Visit<'_>) -> Go {
        let (rows, columns) = (&self.board.rows, &self.board.columns);
        for digit in self.board.shape.digits().digits() {
            for (bases, covers) in [(rows, columns), (columns, rows)] {
                let bases = bases.iter().filter(|base| self.board.is_full(base));
                let bases: Vec<&House> = bases.collect();
                let masks: Vec<u32> = bases
                    .iter()
                    .map(|base| self.place_mask(base, digit))
                    .collect();
                subsets(&masks, size, &mut |chosen, union| {
                    let cells = chosen.iter().flat_map(|&k| self.places(bases[k], digit));
                    let covers = covers
                        .iter()
                        .enumerate()
                        .filter(|(k, _)| union >> k & 1 == 1);
                    let covers: Vec<&House> = covers.map(|(_, cover)| cover).collect();
                    let cells: Vec<Cell> = cells.collect();
                    let step = Step {
                        houses: chosen.iter().map(|&k| bases[k].kind()).collect(),
                        ..step(technique, &cells, Digits::single(digit))
                    };
                    self.show(step, &covers, visit)
                })?;
            }
        }
        GO_ON
    }

    fn xy_wings(&self, visit: Visit<'_>) -> Go {
        let pairs = self
            .board
            .shape
            .cells()
            .filter(|cell| self.open[cell.index()].len() == 2);
        let pairs: Vec<Cell> = pairs.collect();
        let open = |cell: Cell| self.open[cell.index()];
        for &pivot in &pairs {
            let is_wing = |wing: &&Cell| {
                self.board.sees(pivot, **wing) && (open(pivot) & open(**wing)).len() == 1
            };
            let wings: Vec<Cell> = pairs.iter().filter(is_wing).copied().collect();
            for (k, &a) in wings.iter().enumerate() {
                for &b in &wings[k + 1..] {
                    let digits = open(a) - open(pivot);
                    if digits != open(b) - open(pivot) || open(a) == open(b) {
                        continue;
                    }
                    let seen = self
                        .board
                        .shape
                        .cells()
                        .filter(|&cell| self.board.sees(cell, a) && self.board.sees(cell, b));
                    let step = Step {
                        remove: seen.map(|cell| (cell, digits)).collect(),
                        ..step(Technique::XyWing, &[pivot, a, b], digits)
                    };
                    self.show(step, &[], visit)?;
                }
            }
        }
        GO_ON
    }

    fn common_peers(&self, visit: Visit<'_>) -> Go {
        for house in self.full_houses() {
            for digit in self.board.shape.digits().digits() {
                let places: Vec<Cell> = self.places(house, digit).collect();
                let seen = places
                    .first()
                    .map_or(&[][..], |&first| &self.board.seen[first.index()]);
                let seen = seen
                    .iter()
                    .filter(|&&cell| places.iter().all(|&place| self.board.sees(cell, place)));
                let step = Step {
                    houses: vec![house.kind()],
                    remove: seen.map(|&cell| (cell, Digits::single(digit))).collect(),
                    ..step(Technique::CommonPeer, &places, Digits::single(digit))
                };
                self.show(step, &[], visit)?;
            }
        }
        GO_ON
    }

    /// What single rules say, or houses and totals together.
    fn clues(&self, technique: Technique, visit: Visit<'_>) -> Go {
        let values = self.values();
        let clues = self.board.clues.iter();
        for clue in clues.filter(|clue| clue.techniques().contains(&technique)) {
            self.clue(clue, technique, &values, visit)?;
        }
        GO_ON
    }

    /// What a clue says, with the digits that each cell may hold.
    pub(super) fn clue(
        &self,
        clue: &Clue,
        technique: Technique,
        values: &[Digits],
        visit: Visit<'_>,
    ) -> Go {
        let open = |cell: &Cell| !self.open[cell.index()].is_empty();
        let left = clue.filter(&self.board, values);
        let lost = |cell: Cell| {
            let left = left
                .as_ref()
                .map_or(Digits::empty(), |left| left[cell.index()]);
            (cell, self.open[cell.index()] - left)
        };
        let mut lost: Vec<(Cell, Digits)> = match left {
            // If nothing fits, one cell shows it.
            None => clue
                .cells
                .iter()
                .copied()
                .filter(open)
                .take(1)
                .map(lost)
                .collect(),
            Some(_) => self.board.shape.cells().map(lost).collect(),
        };
        let is_inside = |&(cell, _): &(Cell, Digits)| clue.cells.contains(&cell);
        lost.retain(|(_, digits)| !digits.is_empty());
        match technique {
            Technique::RequiredDigit => lost.retain(|lost| !is_inside(lost)),
            Technique::Combination => lost.retain(is_inside),
            _ => {}
        }
        if lost.is_empty() {
            return GO_ON;
        }
        let cells: Vec<Cell> = clue.cells.iter().copied().filter(open).collect();
        let made = Step {
            houses: clue.houses.clone(),
            rules: clue.rules.clone(),
            equation: clue.equation(self),
            ..step(
                technique,
                &cells,
                cells.iter().map(|cell| self.open[cell.index()]).collect(),
            )
        };
        match technique {
            Technique::Partner => {
                for lost in lost {
                    let others = clue.cells.iter().copied().filter(|&other| other != lost.0);
                    let others: Vec<Cell> = others.collect();
                    let step = Step {
                        digits: others.iter().map(|other| values[other.index()]).collect(),
                        cells: [&[lost.0], &others[..]].concat(),
                        remove: vec![lost],
                        ..made.clone()
                    };
                    self.show(step, &[], visit)?;
                }
                GO_ON
            }
            Technique::RequiredDigit => {
                let digits: Digits = lost.iter().map(|&(_, digits)| digits).collect();
                let place = |cell: &Cell| self.open[cell.index()].intersects(digits);
                let step = Step {
                    cells: cells.into_iter().filter(place).collect(),
                    digits,
                    remove: lost,
                    ..made
                };
                self.show(step, &[], visit)
            }
            _ => self.show(
                Step {
                    remove: lost,
                    ..made
                },
                &[],
                visit,
            ),
        }
    }

    /// Shows the step, whose digits the other cells of the targets lose, if they have any of them,
    /// or if it removes anything else.
    fn show(&self, mut step: Step, targets: &[&House], visit: Visit<'_>) -> Go {
        for &cell in targets.iter().flat_map(|house| house.cells()) {
            if !step.cells.contains(&cell) {
                step.remove.push((cell, step.digits));
            }
        }
        for (cell, digits) in &mut step.remove {
            *digits &= self.open[cell.index()];
        }
        step.remove.retain(|(_, digits)| !digits.is_empty());
        if step.remove.is_empty() {
            return GO_ON;
        }
        step.remove.sort_by_key(|&(cell, _)| cell);
        step.remove.dedup();
        step.targets = targets.iter().map(|house| house.kind()).collect();
        visit(step)
    }

    fn full_houses(&self) -> impl Iterator<Item = &House> {
        self.board
            .houses
            .iter()
            .filter(|house| self.board.is_full(house))
    }

    /// The cells of a house that can have a digit.
    fn places<'a>(&'a self, house: &'a House, digit: u8) -> impl Iterator<Item = Cell> + 'a {
        let cells = house.cells().iter().copied();
        cells.filter(move |cell| self.open[cell.index()].has(digit))
    }

    /// The same as the bits of their positions in the house.
    fn place_mask(&self, house: &House, digit: u8) -> u32 {
        let cells = house.cells().iter().enumerate();
        let places = cells.filter(|(_, cell)| self.open[cell.index()].has(digit));
        places.fold(0, |mask, (k, _)| mask | 1 << k)
    }
}

pub(super) const GO_ON: Go = ControlFlow::Continue(());

pub(super) fn step(technique: Technique, cells: &[Cell], digits: Digits) -> Step {
    Step {
        technique,
        cells: cells.to_vec(),
        digits,
        houses: Vec::new(),
        targets: Vec::new(),
        rules: Vec::new(),
        equation: None,
        chain: Vec::new(),
        contradiction: None,
        place: None,
        remove: Vec::new(),
    }
}

pub(super) fn single(technique: Technique, cell: Cell, digit: u8, houses: Vec<HouseKind>) -> Step {
    Step {
        houses,
        place: Some((cell, digit)),
        ..step(technique, &[cell], Digits::single(digit))
    }
}

/// Shows every choice of `size` masks that have `size` bits in all: `size` cells with as many
/// digits, as many digits with so many places, as many rows with so many columns. Masks of one bit,
/// which are singles, are left out, and so are empty ones.
fn subsets(masks: &[u32], size: usize, show: &mut dyn FnMut(&[usize], u32) -> Go) -> Go {
    fn extend(
        masks: &[u32],
        size: usize,
        chosen: &mut Vec<usize>,
        union: u32,
        show: &mut dyn FnMut(&[usize], u32) -> Go,
    ) -> Go {
        if chosen.len() == size {
            return show(chosen, union);
        }
        let first = chosen.last().map_or(0, |&last| last + 1);
        for (k, &mask) in masks.iter().enumerate().skip(first) {
            let union = union | mask;
            if mask.count_ones() >= 2 && union.count_ones() as usize <= size {
                chosen.push(k);
                extend(masks, size, chosen, union, show)?;
                chosen.pop();
            }
        }
        GO_ON
    }
    extend(masks, size, &mut Vec::with_capacity(size), 0, show)
}
