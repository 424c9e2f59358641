//! Digits that contradict themselves within few steps.

use core::ops::ControlFlow;
use std::sync::Arc;

use super::find::{single, step, Go, Visit, GO_ON};
use super::{Candidates, Contradiction, Step, Technique};
use crate::board::{Cell, Digits};

/// The most steps of a chain that somebody should read.
const MAX_CHAIN: usize = 10;
/// The most steps that are tried to find one: most of them have nothing to do with its end.
const MAX_STEPS: usize = 40;

impl Candidates {
    /// Shows each digit of the cells, those with few candidates first, that leads to a
    /// contradiction within [`MAX_CHAIN`] steps.
    pub(super) fn forcing(&self, visit: Visit<'_>) -> Go {
        let mut cells: Vec<Cell> = self.board.shape.cells().collect();
        cells.sort_by_key(|cell| self.open[cell.index()].len());
        for cell in cells {
            for digit in self.open[cell.index()].digits() {
                if let Some((chain, contradiction)) = Trial::new(self).refute(cell, digit) {
                    let digits = Digits::single(digit);
                    visit(Step {
                        chain,
                        contradiction: Some(contradiction),
                        remove: vec![(cell, digits)],
                        ..step(Technique::ForcingChain, &[cell], digits)
                    })?;
                }
            }
        }
        GO_ON
    }
}

/// A position after a digit that may be wrong, and what has followed from it.
struct Trial {
    position: Candidates,
    links: Vec<Link>,
    /// Per house, the digits that have lost a place since it was looked at.
    houses: Vec<Digits>,
    /// Per clue, whether its cells have changed since it was looked at.
    clues: Vec<bool>,
}

/// A step of a trial.
struct Link {
    step: Step,
    /// Where it comes from, if it is no single.
    clue: Option<usize>,
    /// What it has removed, by placing a digit or otherwise.
    removed: Vec<(Cell, Digits)>,
}

impl Trial {
    fn new(position: &Candidates) -> Trial {
        Trial {
            position: position.clone(),
            links: Vec::new(),
            houses: vec![Digits::empty(); position.board.houses.len()],
            clues: vec![false; position.board.clues.len()],
        }
    }

    /// The steps from a digit to a contradiction, if there are few.
    fn refute(mut self, cell: Cell, digit: u8) -> Option<(Vec<Step>, Contradiction)> {
        let assumed = single(Technique::NakedSingle, cell, digit, Vec::new());
        let mut next = (assumed, None);
        for _ in 0..=MAX_STEPS {
            if let Err(contradiction) = self.apply(next) {
                let chain = self.chain(&contradiction)?;
                return Some((chain, contradiction));
            }
            next = self.next()?;
        }
        None
    }

    fn apply(&mut self, (step, clue): (Step, Option<usize>)) -> Result<(), Contradiction> {
        let Trial { position, .. } = self;
        let board = Arc::clone(&position.board);
        let removed: Vec<(Cell, Digits)> = match step.place {
            Some((cell, digit)) => {
                let others = position.open[cell.index()] - Digits::single(digit);
                let seen = board.seen[cell.index()].iter();
                let seen =
                    seen.map(|&cell| (cell, Digits::single(digit) & position.open[cell.index()]));
                let removed = seen
                    .chain([(cell, others)])
                    .filter(|(_, lost)| !lost.is_empty())
                    .collect();
                position.write(cell, digit);
                removed
            }
            None => {
                for &(cell, digits) in &step.remove {
                    position.open[cell.index()] -= digits;
                }
                step.remove.clone()
            }
        };
        for &(cell, digits) in &removed {
            for &house in &board.houses_of[cell.index()] {
                self.houses[house] |= digits;
            }
        }
        for (changed, clue) in self.clues.iter_mut().zip(&board.clues) {
            *changed |= removed.iter().any(|(cell, _)| clue.cells.contains(cell));
        }
        let placed = step.place.map(|(cell, _)| cell);
        let cells = removed.iter().map(|&(cell, _)| cell).chain(placed);
        let result = self.position.check(cells);
        self.links.push(Link {
            step,
            clue,
            removed,
        });
        result
    }

    /// A single, or else what a clue says whose cells have changed.
    fn next(&mut self) -> Option<(Step, Option<usize>)> {
        let position = &self.position;
        let board = &position.board;
        if let Some(step) = position.next_step(&[Technique::NakedSingle]) {
            return Some((step, None));
        }
        let houses = board.houses.iter().zip(&mut self.houses);
        for (house, changed) in houses.filter(|(house, _)| board.is_full(house)) {
            while let Some(digit) = (*changed).min() {
                changed.remove(Digits::single(digit));
                if let Some(step) = position.hidden_single(house, digit) {
                    return Some((step, None));
                }
            }
        }
        let values = position.values();
        let clues = board.clues.iter().zip(&mut self.clues).enumerate();
        for (k, (clue, changed)) in clues.filter(|(_, (_, changed))| **changed) {
            let mut found = None;
            for &technique in clue.techniques() {
                let _ = position.clue(clue, technique, &values, &mut |step| {
                    found.get_or_insert(step);
                    ControlFlow::Break(())
                });
            }
            if let Some(step) = found {
                return Some((step, Some(k)));
            }
            *changed = false;
        }
        None
    }

    /// The steps after the first that a contradiction needs; `None` if they are too many.
    fn chain(self, contradiction: &Contradiction) -> Option<Vec<Step>> {
        let board = &self.position.board;
        let all = board.shape.digits();
        // The digits of each cell without which the rest of the chain would not follow.
        let mut needed = vec![Digits::empty(); board.shape.cell_count()];
        let need = |needed: &mut [Digits], cells: &[Cell], digits: Digits| {
            cells.iter().for_each(|cell| needed[cell.index()] |= digits);
        };
        let house_cells = |kind| {
            let mut houses = board
                .houses
                .iter()
                .filter(move |house| house.kind() == kind);
            houses.next().map_or(&[][..], |house| house.cells())
        };
        match *contradiction {
            Contradiction::NoDigit { cell } => need(&mut needed, &[cell], all),
            Contradiction::NoPlace { house, digit }
            | Contradiction::Repeated { house, digit, .. } => {
                need(&mut needed, house_cells(house), Digits::single(digit));
            }
            Contradiction::Broken { rule } => {
                let clues = board.clues.iter().filter(|clue| clue.rules.contains(&rule));
                clues.for_each(|clue| need(&mut needed, &clue.cells, all));
            }
        }
        let mut chain = Vec::new();
        for link in self.links.into_iter().skip(1).rev() {
            let is_needed =
                |&(cell, digits): &(Cell, Digits)| needed[cell.index()].intersects(digits);
            if !link.removed.iter().any(is_needed) {
                continue;
            }
            match (link.clue, link.step.houses.first()) {
                (Some(clue), _) => need(&mut needed, &board.clues[clue].cells, all),
                (None, Some(&house)) => need(&mut needed, house_cells(house), link.step.digits),
                (None, None) => need(&mut needed, &link.step.cells, all - link.step.digits),
            }
            chain.push(link.step);
            if chain.len() > MAX_CHAIN {
                return None;
            }
        }
        chain.reverse();
        Some(chain)
    }
}
