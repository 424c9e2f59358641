//! Automata that count one digit, with what the houses say of it: of cells that see each other, one
//! at most has it.

use super::basic::split;
use super::board::{is_decided, Board, Mask, State};
use super::region::{keep_required, Cells, Constraint, Found, Region};
use crate::board::Digits;
use crate::parts::Automaton;

/// How many of some cells have a digit.
#[derive(Clone, Debug)]
pub(super) struct Count {
    digit: Mask,
    /// The numbers that there may be, a bit for each.
    numbers: u64,
    /// The sizes of the groups of cells that see each other, one after the other.
    groups: Box<[usize]>,
}

/// A digit, and how many of it an automaton accepts, a bit for each number.
pub(super) struct Counted {
    digit: u8,
    numbers: u64,
}

impl Counted {
    /// What the automaton of so many cells counts, if it does nothing else.
    pub(super) fn by(all: Digits, automaton: &Automaton, size: usize) -> Option<Counted> {
        let counted = |digit| {
            let numbers = numbers(all, automaton, digit, size)?;
            Some(Counted { digit, numbers })
        };
        all.digits().find_map(counted)
    }

    /// A region for cells of which so many have the digit.
    pub(super) fn region(&self, board: &Board, cells: &Cells) -> Region {
        let groups = split(board, cells);
        let count = Count {
            digit: Digits::single(self.digit).bits(),
            numbers: self.numbers,
            groups: groups.iter().map(Cells::len).collect(),
        };
        let cells = groups.into_iter().flatten().collect();
        Region::new(Constraint::Count(count), cells, 54)
    }
}

/// The numbers of a digit that are accepted, if nothing else counts.
fn numbers(all: Digits, automaton: &Automaton, digit: u8, size: usize) -> Option<u64> {
    let mut others = (all - Digits::single(digit)).digits();
    let other = others.next().filter(|_| size < 64)?;
    // For each number found so far the state, or none after which nothing is accepted.
    let mut states = vec![Some(0)];
    for cell in 0..size {
        let after = |state: Option<usize>, digit| automaton.next(cell, state?, digit);
        for &state in &states {
            if !(others.clone()).all(|another| after(state, another) == after(state, other)) {
                return None;
            }
        }
        let without = states.iter().map(|&state| after(state, other));
        let mut next: Vec<_> = without.collect();
        for (k, &state) in states.iter().enumerate() {
            match (after(state, digit), next.get(k + 1)) {
                (found, None) => next.push(found),
                (found, Some(&known)) if found != known => return None,
                _ => {}
            }
        }
        states = next;
    }
    let accepted = states
        .iter()
        .enumerate()
        .filter(|(_, state)| state.is_some());
    Some(accepted.fold(0, |numbers, (number, _)| numbers | 1 << number))
}

impl Count {
    /// Removes the digit everywhere else if no more may have it, and keeps it to the cells of each
    /// group if all of the groups need it.
    #[inline(never)]
    #[cfg_attr(page, optimize(speed))]
    pub(super) fn filter(&self, cells: &[u16], board: &Board, state: &mut State) -> Found {
        let mut hit = false;
        loop {
            let (mut least, mut most) = (0, 0);
            for group in self.groups_of(cells) {
                let places = group.iter().map(|&cell| state.masks[usize::from(cell)]);
                let mut places = places.filter(|mask| mask & self.digit != 0).peekable();
                most += u32::from(places.peek().is_some());
                least += u32::from(places.any(is_decided));
            }
            let fits = self.numbers & !0 << least & !0 >> (63 - most);
            if fits == 0 {
                return None;
            }
            let mut changed = false;
            if least < most && 63 - fits.leading_zeros() == least {
                for &cell in cells {
                    let mask = state.masks[usize::from(cell)];
                    if !is_decided(mask) {
                        changed |= mask & self.digit != 0;
                        state.set(cell.into(), mask & !self.digit);
                    }
                }
            } else if least < most && fits.trailing_zeros() == most {
                for group in self.groups_of(cells) {
                    changed |= self.require(group, board, state)?;
                }
            }
            if !changed {
                return Some(hit);
            }
            hit = true;
        }
    }

    fn groups_of<'c>(&'c self, mut cells: &'c [u16]) -> impl Iterator<Item = &'c [u16]> {
        self.groups.iter().map(move |&size| {
            let (group, rest) = cells.split_at(size);
            cells = rest;
            group
        })
    }

    /// One of the cells must have the digit, if any of them may.
    fn require(&self, group: &[u16], board: &Board, state: &mut State) -> Found {
        let has = |&&cell: &&u16| state.masks[usize::from(cell)] & self.digit != 0;
        let mut places = group.iter().filter(has);
        match (places.next(), places.next()) {
            (None, _) => Some(false),
            (Some(&only), None) => {
                let changed = state.masks[usize::from(only)] != self.digit;
                state.set(only.into(), self.digit);
                Some(changed)
            }
            _ => {
                keep_required(group, self.digit, board, state)?;
                Some(false)
            }
        }
    }
}
