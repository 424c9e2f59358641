//! From the steps of a sweep to a circuit.

use super::{Circuit, Node, NOTHING};
use crate::count::meter::{Meter, Stop};
use crate::count::number::Count;
use crate::count::sweep::Record;
use alloc::vec::Vec;
use core::mem::size_of;

/// Steps are kept in chunks of so many, so that a list that grows is never there twice.
const CHUNK: usize = 1 << 12;

/// What goes with a source: another state, nothing, or an option with this bit.
const ALONE: u32 = u32::MAX;
const OPTION: u32 = 1 << 31;

/// A state comes from another one, with an option, with a third state, or alone.
#[derive(Clone, Copy, Debug)]
struct Step {
    target: u32,
    source: u32,
    with: u32,
}

/// How the states of a sweep come from each other. When a state is a source for the first time, all
/// steps to it are known: a table is not read before it is complete.
#[derive(Debug, Default)]
pub(in crate::count) struct Derivations {
    chunks: Vec<Vec<Step>>,
    /// The state of all solutions, if there are any.
    all: Option<u32>,
}

impl Derivations {
    fn push(&mut self, step: Step, meter: &mut Meter<'_>) -> Result<(), Stop> {
        if step.target >= OPTION {
            return Err(Stop::Memory);
        }
        match self.chunks.last_mut() {
            Some(chunk) if chunk.len() < CHUNK => chunk.push(step),
            _ => {
                meter.charge(CHUNK * size_of::<Step>())?;
                let mut chunk = Vec::with_capacity(CHUNK);
                chunk.push(step);
                self.chunks.push(chunk);
            }
        }
        Ok(())
    }

    fn steps(&self) -> impl DoubleEndedIterator<Item = Step> + '_ {
        self.chunks.iter().flatten().copied()
    }
}

impl Record for Derivations {
    fn step(
        &mut self,
        target: u32,
        source: u32,
        option: Option<u32>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let with = option.map_or(ALONE, |option| option | OPTION);
        let step = Step {
            target,
            source,
            with,
        };
        self.push(step, meter)
    }

    fn join(&mut self, target: u32, a: u32, b: u32, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let step = Step {
            target,
            source: a,
            with: b,
        };
        self.push(step, meter)
    }

    fn all(&mut self, state: u32) {
        self.all = Some(state);
    }
}

/// No solution needs this state; or one does, and it has no number yet.
const NEEDLESS: Node = Node::MAX;
const NEEDED: Node = Node::MAX - 1;

impl Derivations {
    /// All solutions of a problem of so many options; `option` says what number an option of the
    /// sweep has there, and `always` are the options that each solution has beside.
    pub(in crate::count) fn into_circuit(
        self,
        options: usize,
        option: impl Fn(u32) -> Node,
        always: &[Node],
        meter: &mut Meter<'_>,
    ) -> Result<Circuit, Stop> {
        let states = meter.states as usize;
        meter.charge(8 * states)?;
        let mut nodes = meter.filled(NEEDLESS, states)?;
        // How many steps lead to a state, later where its terms begin.
        let mut places = meter.filled(0_u32, states)?;
        let joined = |step: &Step| step.with < OPTION;
        if let Some(all) = self.all {
            nodes[all as usize] = NEEDED;
        }
        // Backward: which states lead to a solution?
        let (mut sums, mut terms) = (always.len(), always.len());
        for step in self.steps().rev() {
            meter.work(1)?;
            if nodes[step.target as usize] == NEEDED {
                let steps = &mut places[step.target as usize];
                sums += usize::from(*steps == 0);
                terms += 1;
                *steps += 1;
                nodes[step.source as usize] = NEEDED;
                if joined(&step) {
                    nodes[step.with as usize] = NEEDED;
                }
            }
        }
        if options + terms >= NEEDED as usize {
            return Err(Stop::Memory);
        }
        let mut circuit = Circuit::empty(options);
        meter.charge(terms * size_of::<[Node; 2]>())?;
        meter.charge(sums * size_of::<(u32, Count)>())?;
        circuit.terms = meter.filled([NOTHING; 2], terms)?;
        circuit.ends.reserve_exact(sums);
        circuit.counts.reserve_exact(sums);
        // Forward: numbers for these states, and room for their terms. A state to which no step
        // leads is the beginning of a chain, and comes to nothing.
        let mut end = 0;
        let mut number = |state: u32, nodes: &mut [Node]| {
            let state = state as usize;
            if nodes[state] == NEEDED {
                let start = end;
                end += core::mem::replace(&mut places[state], start);
                nodes[state] = NOTHING;
                if end > start {
                    circuit.ends.push(end);
                    nodes[state] = (options + circuit.ends.len()) as Node;
                }
            }
        };
        for step in self.steps() {
            meter.work(1)?;
            if nodes[step.target as usize] != NEEDLESS {
                number(step.source, &mut nodes);
                if joined(&step) {
                    number(step.with, &mut nodes);
                }
            }
        }
        if let Some(all) = self.all {
            number(all, &mut nodes);
        }
        // Forward again: the terms themselves.
        for step in self.steps() {
            meter.work(1)?;
            if nodes[step.target as usize] != NEEDLESS {
                let place = &mut places[step.target as usize];
                let with = match step.with {
                    ALONE => NOTHING,
                    with if with < OPTION => nodes[with as usize],
                    with => option(with & !OPTION),
                };
                circuit.terms[*place as usize] = Circuit::term(nodes[step.source as usize], with);
                *place += 1;
            }
        }
        let mut root = self.all.map_or(NOTHING, |all| nodes[all as usize]);
        // By themselves first, so that only the last of their sums has a large count.
        if let Some((&first, others)) = always.split_first() {
            let mut product = |a: Node, b: Node| {
                circuit.terms[end as usize] = Circuit::term(a, b);
                end += 1;
                circuit.ends.push(end);
                circuit.last()
            };
            let others = others.iter().copied();
            let forced = others.fold(first, &mut product);
            root = product(root, forced);
        }
        circuit.root = Some(root);
        circuit.count_all(|count, terms| {
            meter.charge(count.bytes())?;
            meter.work(1 + terms * count.bytes() / 8)
        })?;
        Ok(circuit)
    }
}
