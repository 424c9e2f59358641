//! The problem with its items in order of preference, and what can be said about it before any
//! search: what [`rows`](super::rows) and [`learn`](super::learn) are built from.

use crate::choose::Ties;
use crate::problem::Matrix;
use crate::{Color, Stats};
use alloc::vec;
use alloc::vec::Vec;

/// Variable-length lists of `T`, one behind the other.
#[derive(Clone, Debug)]
pub(super) struct Lists<T> {
    /// List `k` is `all[starts[k]..starts[k + 1]]`.
    starts: Vec<u32>,
    all: Vec<T>,
}

impl<T> Lists<T> {
    pub(super) fn new() -> Self {
        Lists {
            starts: vec![0],
            all: Vec::new(),
        }
    }

    pub(super) fn get(&self, list: u32) -> &[T] {
        let list = list as usize;
        &self.all[self.starts[list] as usize..self.starts[list + 1] as usize]
    }

    pub(super) fn push(&mut self, element: T) {
        self.all.push(element);
    }

    /// Ends the current list.
    pub(super) fn end(&mut self) {
        self.starts.push(self.all.len() as u32);
    }

    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }
}

/// What an option wants of a secondary item.
#[derive(Clone, Copy, Debug)]
pub(super) struct Claim {
    pub(super) item: u32,
    /// The pair of item and color, numbered after the secondary items; [`Claim::ALONE`] without a color.
    pub(super) paint: u32,
}

impl Claim {
    pub(super) const ALONE: u32 = u32::MAX;

    fn agrees(self, other: Claim) -> bool {
        self.paint == other.paint && self.paint != Claim::ALONE
    }
}

/// The problem, items numbered in the order in which ties prefer them.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) primary: usize,
    secondary: usize,
    /// How many pairs of secondary item and color there are.
    paints: usize,
    /// Per option, its primary items.
    items: Lists<u32>,
    /// Per option, its secondary items, numbered from 0.
    claims: Lists<Claim>,
}

/// What is left of a problem when everything forced has been chosen; ascending.
#[derive(Debug, Default)]
pub(super) struct Part {
    pub(super) options: Vec<u32>,
    /// The primary items.
    pub(super) items: Vec<u32>,
    /// Room to number anew the secondary items of the part, and their colors.
    pub(super) slots: Vec<u32>,
}

impl Table {
    pub(super) fn new(matrix: &Matrix, ties: Ties) -> Self {
        let (order, primary) = ties.ranking(matrix);
        let mut number = vec![0; order.len()];
        for (rank, &item) in order.iter().enumerate() {
            number[item as usize] = rank as u32;
        }
        let mut paints: Vec<(u32, u32)> = matrix
            .entries
            .iter()
            .filter(|entry| entry.color.is_some())
            .map(|entry| (number[entry.item.index()], Color::code(entry.color)))
            .collect();
        paints.sort_unstable();
        paints.dedup();
        let secondary = (order.len() - primary) as u32;
        let (mut items, mut claims) = (Lists::new(), Lists::new());
        for option in 0..matrix.option_count() {
            for entry in matrix.option(option) {
                let item = number[entry.item.index()];
                if (item as usize) < primary {
                    items.all.push(item);
                    continue;
                }
                let paint = paints
                    .binary_search(&(item, Color::code(entry.color)))
                    .map_or(Claim::ALONE, |paint| secondary + paint as u32);
                claims.all.push(Claim {
                    item: item - primary as u32,
                    paint,
                });
            }
            items.end();
            claims.end();
        }
        Table {
            primary,
            secondary: secondary as usize,
            paints: paints.len(),
            items,
            claims,
        }
    }

    pub(super) fn options(&self) -> usize {
        self.items.len()
    }

    pub(super) fn items(&self, option: u32) -> &[u32] {
        self.items.get(option)
    }

    pub(super) fn claims(&self, option: u32) -> &[Claim] {
        self.claims.get(option)
    }

    /// Chooses everything that is forced at the root, generation by generation as the stages
    /// do; `None` if an item cannot be covered.
    ///
    /// # Complexity
    /// Linear: the list of an item is walked once at most.
    pub(super) fn settle(&self, stats: &mut Stats, chosen: &mut Vec<u32>) -> Option<Part> {
        let options = self.items.len() as u32;
        let mut root = Root {
            sizes: vec![0_u32; self.primary],
            covered: vec![false; self.primary],
            taken: vec![false; self.secondary],
            alive: vec![true; options as usize],
            killed: Vec::new(),
        };
        for &item in &self.items.all {
            root.sizes[item as usize] += 1;
        }
        if root.sizes.contains(&0) {
            return None;
        }
        let ones = (0..self.primary as u32).filter(|&item| root.sizes[item as usize] == 1);
        let mut ones: Vec<u32> = ones.collect();
        if !ones.is_empty() {
            let covering = invert(&self.items, self.primary, |&item| item);
            let claiming = invert(&self.claims, self.secondary, |claim| claim.item);
            while !ones.is_empty() {
                let before = chosen.len();
                for &item in &ones {
                    if root.covered[item as usize] {
                        continue;
                    }
                    let mut candidates = covering.get(item).iter();
                    let option = *candidates.find(|&&option| root.alive[option as usize])?;
                    chosen.push(option);
                    self.choose(option, &covering, &claiming, &mut root);
                }
                stats.nodes += (chosen.len() - before) as u64;
                stats.max_depth = chosen.len();
                ones.clear();
                let mut dead = false;
                for option in root.killed.drain(..) {
                    stats.updates += 1;
                    for &item in self.items.get(option) {
                        if !root.covered[item as usize] {
                            let size = &mut root.sizes[item as usize];
                            *size -= 1;
                            dead |= *size == 0;
                            if *size == 1 {
                                ones.push(item);
                            }
                        }
                    }
                }
                if dead {
                    return None;
                }
            }
        }
        let items = 0..self.primary as u32;
        Some(Part {
            options: (0..options).filter(|&o| root.alive[o as usize]).collect(),
            items: items.filter(|&i| !root.covered[i as usize]).collect(),
            slots: vec![0; self.secondary + self.paints],
        })
    }

    /// Takes the option and all that are in conflict with it out of the living.
    fn choose(&self, option: u32, covering: &Lists<u32>, claiming: &Lists<u32>, root: &mut Root) {
        root.alive[option as usize] = false;
        for &item in self.items(option) {
            root.covered[item as usize] = true;
            for &other in covering.get(item) {
                root.kill(other);
            }
        }
        for claim in self.claims(option) {
            // A claim that came before has left only options that agree with it.
            if core::mem::replace(&mut root.taken[claim.item as usize], true) {
                continue;
            }
            for &other in claiming.get(claim.item) {
                let mut claims = self.claims(other).iter();
                if claims.any(|theirs| theirs.item == claim.item && !theirs.agrees(*claim)) {
                    root.kill(other);
                }
            }
        }
    }
}

/// The state of [`Table::settle`].
struct Root {
    /// Per primary item, how many options are left, as of the last generation.
    sizes: Vec<u32>,
    covered: Vec<bool>,
    /// Per secondary item, whether a chosen option has it.
    taken: Vec<bool>,
    alive: Vec<bool>,
    /// The options that died in this generation.
    killed: Vec<u32>,
}

impl Root {
    fn kill(&mut self, option: u32) {
        if core::mem::replace(&mut self.alive[option as usize], false) {
            self.killed.push(option);
        }
    }
}

/// Per item, the options that have it, ascending.
fn invert<T>(lists: &Lists<T>, items: usize, item: impl Fn(&T) -> u32) -> Lists<u32> {
    let mut starts = vec![0_u32; items + 1];
    for entry in &lists.all {
        starts[item(entry) as usize + 1] += 1;
    }
    for i in 0..items {
        starts[i + 1] += starts[i];
    }
    let mut next = starts.clone();
    let mut all = vec![0; lists.all.len()];
    for list in 0..lists.len() as u32 {
        for entry in lists.get(list) {
            let at = &mut next[item(entry) as usize];
            all[*at as usize] = list;
            *at += 1;
        }
    }
    Lists { starts, all }
}
