//! Automata that count one digit, with what the houses say of it: of cells that see each other, one
//! at most has it. In some cells it may be its absence that counts: if as many of some cells have a
//! digit as of others, those with it here and those without it there are as many as there are
//! others.

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
    /// Groups of cells that see each other, one after the other: how many cells, and whether those
    /// without the digit count.
    groups: Box<[(usize, bool)]>,
}

/// A digit, and how many of it an automaton accepts, a bit for each number.
pub(super) struct Counted {
    digit: u8,
    numbers: u64,
    /// The cells where its absence counts, a bit for each.
    absent: u64,
}

impl Counted {
    /// What the automaton of so many cells counts, if it does nothing else.
    pub(super) fn by(all: Digits, automaton: &Automaton, size: usize) -> Option<Counted> {
        let counted = |digit| {
            let (numbers, absent) = numbers(all, automaton, digit, size)?;
            Some(Counted {
                digit,
                numbers,
                absent,
            })
        };
        all.digits().find_map(counted)
    }

    /// A region for cells of which so many have the digit.
    pub(super) fn region(&self, board: &Board, cells: &Cells) -> Region {
        let mut all = Cells::new();
        let mut groups = Vec::new();
        for absent in [false, true] {
            let side = cells.iter().enumerate();
            let side = side.filter(|&(k, _)| (self.absent >> k & 1 == 1) == absent);
            let side: Cells = side.map(|(_, &cell)| cell).collect();
            for group in split(board, &side) {
                groups.push((group.len(), absent));
                all.extend(group);
            }
        }
        let count = Count {
            digit: Digits::single(self.digit).bits(),
            numbers: self.numbers,
            groups: groups.into(),
        };
        Region::new(Constraint::Count(count), all, 54)
    }
}

/// The numbers of a digit that are accepted, if nothing else counts, and the cells where its
/// absence does.
fn numbers(all: Digits, automaton: &Automaton, digit: u8, size: usize) -> Option<(u64, u64)> {
    let mut others = (all - Digits::single(digit)).digits();
    let other = others.next().filter(|_| size < 64)?;
    // For each number found so far the state, or none after which nothing is accepted.
    let mut states = vec![Some(0)];
    let mut absent = 0;
    for cell in 0..size {
        let after = |state: Option<usize>, digit| automaton.next(cell, state?, digit);
        let leads = |digit| -> Vec<Option<usize>> {
            states.iter().map(|&state| after(state, digit)).collect()
        };
        let (without, with) = (leads(other), leads(digit));
        if !others.clone().all(|another| leads(another) == without) {
            return None;
        }
        // What counts leads to the state of one more.
        let last = states.len() - 1;
        let (stays, counts) = if without[1..] == with[..last] {
            (without, with)
        } else if with[1..] == without[..last] {
            absent |= 1 << cell;
            (with, without)
        } else {
            return None;
        };
        states = stays;
        states.push(counts[last]);
    }
    let accepted = states
        .iter()
        .enumerate()
        .filter(|(_, state)| state.is_some());
    let numbers = accepted.fold(0, |numbers, (number, _)| numbers | 1 << number);
    Some((numbers, absent))
}

impl Count {
    /// Removes the digit everywhere else if no more may count, and keeps it to the cells of each
    /// group if all of the groups need it; the other way round where its absence counts.
    #[inline(never)]
    #[cfg_attr(page, optimize(speed))]
    pub(super) fn filter(&self, cells: &[u16], board: &Board, state: &mut State) -> Found {
        let mut hit = false;
        loop {
            let (mut least, mut most) = (0, 0);
            for (group, absent) in self.groups_of(cells) {
                let places = group.iter().map(|&cell| state.masks[usize::from(cell)]);
                let mut places = places.filter(|mask| mask & self.digit != 0).peekable();
                let may = u32::from(places.peek().is_some());
                let must = u32::from(places.any(is_decided));
                let size = group.len() as u32;
                least += if absent { size - may } else { must };
                most += if absent { size - must } else { may };
            }
            let fits = self.numbers & !0 << least & !0 >> (63 - most);
            if fits == 0 {
                return None;
            }
            let mut changed = false;
            if least < most {
                let (no_more, all) = (
                    63 - fits.leading_zeros() == least,
                    fits.trailing_zeros() == most,
                );
                if no_more || all {
                    for (group, absent) in self.groups_of(cells) {
                        changed |= match no_more == absent {
                            true => self.require(group, board, state)?,
                            false => self.refuse(group, state),
                        };
                    }
                }
            }
            if !changed {
                return Some(hit);
            }
            hit = true;
        }
    }

    /// The cells of each group, and whether those without the digit count.
    fn groups_of<'c>(&'c self, mut cells: &'c [u16]) -> impl Iterator<Item = (&'c [u16], bool)> {
        self.groups.iter().map(move |&(size, absent)| {
            let (group, rest) = cells.split_at(size);
            cells = rest;
            (group, absent)
        })
    }

    /// None of the cells has the digit but those that are decided.
    fn refuse(&self, group: &[u16], state: &mut State) -> bool {
        let mut changed = false;
        for &cell in group {
            let mask = state.masks[usize::from(cell)];
            if !is_decided(mask) {
                changed |= mask & self.digit != 0;
                state.set(cell.into(), mask & !self.digit);
            }
        }
        changed
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
