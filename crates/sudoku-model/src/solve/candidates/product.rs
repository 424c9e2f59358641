//! Cells with different digits that an automaton accepts, exactly.
//!
//! A state of the automaton after some cells goes together with the sets of digits that lead to
//! it: the way through is that of `sets.rs`, with an array of sets for each state. Decided cells
//! change the state alone, because no other cell can have their digits.

use super::board::{is_decided, Mask};
use super::sets::{digits_of, extend, is_none, lacks, retract};
use crate::parts::Automaton;

/// Leaves the candidates that occur in some filling, and returns the digits that are in open cells
/// in every filling; `None` if there is no filling. `union` has the candidates of the open cells:
/// more than nine are left as they are.
#[cfg_attr(page, optimize(speed))]
pub(super) fn filter(automaton: &Automaton, cells: &mut [Mask], union: Mask) -> Option<Mask> {
    match union.count_ones() {
        0..=6 => run::<1>(automaton, cells, union),
        7 => run::<2>(automaton, cells, union),
        8 => run::<4>(automaton, cells, union),
        9 => run::<8>(automaton, cells, union),
        _ => Some(0),
    }
}

#[inline(never)]
#[cfg_attr(page, optimize(speed))]
fn run<const W: usize>(automaton: &Automaton, cells: &mut [Mask], union: Mask) -> Option<Mask> {
    let mut index = [0u8; 32];
    for (k, digit) in digits_of(union).enumerate() {
        index[digit] = k as u8;
    }
    // Per cell, where the states before it begin.
    let mut start = 0;
    let mut reached = vec![[0u64; W]; (0..=cells.len()).map(|k| automaton.states(k)).sum()];
    reached.first_mut()?[0] = 1;
    for (k, &mask) in cells.iter().enumerate() {
        let next = start + automaton.states(k);
        let (before, after) = reached.split_at_mut(next);
        for (state, sets) in before[start..].iter().enumerate() {
            if is_none(sets) {
                continue;
            }
            for digit in digits_of(mask) {
                if let Some(to) = automaton.next(k, state, digit as u8) {
                    if is_decided(mask) {
                        join(&mut after[to], sets);
                    } else {
                        extend(&mut after[to], sets, index[digit]);
                    }
                }
            }
        }
        start = next;
    }
    let last = reached[start];
    if is_none(&last) {
        return None;
    }
    let open = |digit: &usize| !lacks(&last, index[*digit]);
    let required = digits_of(union)
        .filter(open)
        .fold(0, |all, digit| all | 1 << digit);
    let mut alive = vec![last];
    for (k, mask) in cells.iter_mut().enumerate().rev() {
        start -= automaton.states(k);
        let mut leading = vec![[0u64; W]; automaton.states(k)];
        let mut kept = 0;
        for (state, (leading, sets)) in leading.iter_mut().zip(&reached[start..]).enumerate() {
            if is_none(sets) {
                continue;
            }
            for digit in digits_of(*mask) {
                if let Some(to) = automaton.next(k, state, digit as u8) {
                    let found = if is_decided(*mask) {
                        let both = meet(&alive[to], sets);
                        join(leading, &both);
                        !is_none(&both)
                    } else {
                        retract(leading, &alive[to], sets, index[digit])
                    };
                    kept |= Mask::from(found) << digit;
                }
            }
        }
        *mask = kept;
        alive = leading;
    }
    Some(required)
}

#[cfg_attr(page, optimize(speed))]
fn join<const W: usize>(sets: &mut [u64; W], more: &[u64; W]) {
    for word in 0..W {
        sets[word] |= more[word];
    }
}

#[cfg_attr(page, optimize(speed))]
fn meet<const W: usize>(sets: &[u64; W], others: &[u64; W]) -> [u64; W] {
    let mut both = *sets;
    for word in 0..W {
        both[word] &= others[word];
    }
    both
}
