//! Automata as they are packed in constraints.

use super::base64;
use crate::board::{Cell, Shape};
use crate::parts::Automaton;
use crate::rules::Sequence;
use std::sync::Arc;

/// An automaton that may be in several states at once.
struct Nfa {
    starts: usize,
    accepts: Vec<bool>,
    /// From each state: the symbol, and the next state.
    arrows: Vec<Vec<(usize, usize)>>,
}

/// Bits, the first one last.
struct Bits(Vec<bool>);

impl Bits {
    fn of(text: &str) -> Option<Bits> {
        let bytes = base64::decode(text)?;
        let bits = bytes
            .iter()
            .rev()
            .flat_map(|byte| (0..8).map(move |bit| byte >> bit & 1 == 1));
        Some(Bits(bits.collect()))
    }

    fn number(&mut self, length: usize) -> Option<usize> {
        let rest = self.0.len().checked_sub(length)?;
        let bits = self.0.split_off(rest);
        Some(
            bits.iter()
                .rev()
                .fold(0, |number, &bit| number << 1 | usize::from(bit)),
        )
    }
}

impl Nfa {
    /// The header, and then what follows from each state: so many arrows, or a set of symbols and
    /// an arrow for each.
    fn read(text: &str) -> Option<Nfa> {
        let mut bits = Bits::of(text)?;
        let is_packed = match bits.number(2)? {
            0 => false,
            1 => true,
            _ => return None,
        };
        let size = bits.number(4)? + 1;
        let symbols = bits.number(4)? + 1;
        let starts = bits.number(size)?;
        let accepting = bits.number(size)?;
        let mut accepts = Vec::new();
        for _ in 0..starts {
            accepts.push(bits.number(1)? == 1);
        }
        // The start states come in the order of the bits, the lowest first.
        accepts.reverse();
        accepts.resize(starts + accepting, true);
        let counter = if is_packed { 0 } else { bits.number(4)? };
        let symbol_size = usize::BITS as usize - (symbols - 1).leading_zeros() as usize;
        let mut arrows = Vec::new();
        loop {
            let mut list = Vec::new();
            let head = bits.number(if is_packed { symbols } else { counter });
            let head = match head {
                Some(head) if is_packed || counter > 0 => head,
                _ => break,
            };
            if is_packed {
                for symbol in (0..symbols).filter(|symbol| head >> symbol & 1 == 1) {
                    list.push((symbol, bits.number(size)?));
                }
            } else {
                for _ in 0..head {
                    list.push((bits.number(symbol_size)?, bits.number(size)?));
                }
            }
            arrows.push(list);
        }
        Some(Nfa {
            starts,
            accepts,
            arrows,
        })
    }

    fn start(&self) -> Vec<usize> {
        (0..self.starts).collect()
    }

    /// The states after a symbol, none twice; `None` if there are none.
    fn step(&self, states: &[usize], symbol: usize) -> Option<Vec<usize>> {
        let arrows = states
            .iter()
            .filter_map(|&state| self.arrows.get(state))
            .flatten();
        let next = arrows
            .filter(|arrow| arrow.0 == symbol)
            .map(|arrow| arrow.1);
        let mut next: Vec<usize> = next.collect();
        next.sort();
        next.dedup();
        (!next.is_empty()).then_some(next)
    }

    fn accepts(&self, states: &[usize]) -> bool {
        states
            .iter()
            .any(|&state| self.accepts.get(state) == Some(&true))
    }
}

/// What reads these cells with a packed automaton; `None` if it is none.
pub(crate) fn sequence(shape: Shape, text: &str, cells: Vec<Cell>) -> Option<Sequence> {
    let nfa = Arc::new(Nfa::read(text)?);
    let (start, end) = (nfa.start(), Arc::clone(&nfa));
    let least = shape.digits().min().unwrap_or(0);
    let step = move |states: &Vec<usize>, digit| nfa.step(states, usize::from(digit - least));
    let key = ("nfa", text.bytes().map(u32::from).collect());
    let accepts = move |states: &Vec<usize>| end.accepts(states);
    Some(Sequence::with_key(Some(key), cells, start, step, accepts))
}

/// Packs an automaton that reads a line of cells; `None` if it is too large.
pub(crate) fn write(automaton: &Automaton) -> Option<String> {
    let (digits, length) = (automaton.digits(), automaton.length()?);
    let side = digits.len();
    // The start is the first state, the end the second one, and then those between, cell by cell.
    let mut next = 2;
    let mut firsts = vec![0];
    for cell in 1..length {
        firsts.push(next);
        next += automaton.states(cell);
    }
    firsts.push(1);
    let size = usize::BITS as usize - (next - 1_usize).leading_zeros() as usize;
    if length == 0 || size > 16 || side > 16 {
        return None;
    }
    let mut bits = Vec::new();
    let mut push = |number: usize, length: usize| {
        bits.extend((0..length).rev().map(|bit| number >> bit & 1 == 1));
    };
    for (number, length) in [
        (1, 2),
        (size - 1, 4),
        (side - 1, 4),
        (1, size),
        (1, size),
        (0, 1),
    ] {
        push(number, length);
    }
    // Nothing follows the end, which comes second.
    let cells = [(0, 1), (length, 1)].into_iter();
    for (cell, count) in cells.chain((1..length).map(|cell| (cell, automaton.states(cell)))) {
        for state in 0..count {
            // An automaton that accepts nothing has no state, not even the first.
            let is_there = state < automaton.states(cell);
            let next = |digit| automaton.next(cell, state, digit).filter(|_| is_there);
            let next: Vec<Option<usize>> = digits.digits().map(next).collect();
            let is_read = next.iter().rev().map(Option::is_some);
            push(
                is_read.fold(0, |bits, bit| bits << 1 | usize::from(bit)),
                side,
            );
            for to in next.into_iter().flatten() {
                push(firsts[cell + 1] + to, size);
            }
        }
    }
    let byte = |bits: &[bool]| {
        let bits = (0..8).map(|at| bits.get(at) == Some(&true));
        bits.fold(0, |byte, bit| byte << 1 | u8::from(bit))
    };
    Some(base64::encode(
        &bits.chunks(8).map(byte).collect::<Vec<u8>>(),
    ))
}
