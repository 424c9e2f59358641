//! The solutions of a circuit, one by one.

use super::{Circuit, Node};
use crate::problem::ids::OptionId;
use alloc::vec::Vec;

/// The end of a list of nodes.
const END: u32 = u32::MAX;

/// The solutions of a [`Circuit`], each a list of options in ascending order: see
/// [`Circuit::covers`].
#[derive(Clone, Debug)]
pub struct Covers<'c> {
    circuit: &'c Circuit,
    /// Nodes that are still to be made, as lists that share their ends: a node, and the place of
    /// the next.
    lists: Vec<(Node, u32)>,
    /// The sums between here and the root, with the terms taken.
    levels: Vec<Level>,
    chosen: Vec<OptionId>,
    /// The list that comes next; `None` after the last solution.
    open: Option<u32>,
}

/// A sum in the solution.
#[derive(Clone, Copy, Debug)]
struct Level {
    node: Node,
    term: usize,
    /// The list of what is to be made after it.
    rest: u32,
    /// How long the lists and the solution were before it.
    lists: usize,
    chosen: usize,
}

impl<'c> Covers<'c> {
    pub(super) fn new(circuit: &'c Circuit) -> Self {
        Covers {
            circuit,
            lists: circuit.root.iter().map(|&root| (root, END)).collect(),
            levels: Vec::new(),
            chosen: Vec::new(),
            open: circuit.root.map(|_| 0),
        }
    }

    fn push(&mut self, node: Node, rest: u32) -> u32 {
        self.lists.push((node, rest));
        self.lists.len() as u32 - 1
    }

    /// Takes the term at which a level stands; the list that is to be made then.
    fn take(&mut self, level: Level) -> u32 {
        let [a, b] = self.circuit.terms_of(level.node)[level.term];
        let rest = self.push(b, level.rest);
        self.push(a, rest)
    }

    /// The list to go on with at the last sum that has another term.
    fn turn_back(&mut self) -> Option<u32> {
        while let Some(mut level) = self.levels.pop() {
            self.lists.truncate(level.lists);
            self.chosen.truncate(level.chosen);
            level.term += 1;
            if level.term < self.circuit.terms_of(level.node).len() {
                self.levels.push(level);
                return Some(self.take(level));
            }
        }
        None
    }
}

impl Iterator for Covers<'_> {
    type Item = Vec<OptionId>;

    fn next(&mut self) -> Option<Vec<OptionId>> {
        let mut open = self.open?;
        // Every node has a solution: there are no dead ends.
        while open != END {
            let (node, rest) = self.lists[open as usize];
            self.chosen.extend(self.circuit.option(node));
            open = rest;
            if !self.circuit.terms_of(node).is_empty() {
                let level = Level {
                    node,
                    term: 0,
                    rest,
                    lists: self.lists.len(),
                    chosen: self.chosen.len(),
                };
                self.levels.push(level);
                open = self.take(level);
            }
        }
        let mut cover = self.chosen.clone();
        cover.sort_unstable();
        self.open = self.turn_back();
        Some(cover)
    }
}

impl core::iter::FusedIterator for Covers<'_> {}
