//! In which order items are eliminated, what that may cost, and where each lies in a key.

use super::number::{log2, log2_of_sum};
use super::reduced::Reduced;
use crate::run::alarm::Alarm;
#[cfg(test)]
use crate::run::looks::touched;
use alloc::vec;
use alloc::vec::Vec;

pub(super) const NONE: u32 = u32::MAX;

/// The widest keys, in words.
pub(super) const MOST_WORDS: usize = 16;

/// An elimination tree: the children of an item are those that were eliminated before it and whose
/// tables it needs. The heaviest child is on the same *chain* as its parent, the others begin
/// chains of their own, which are joined there.
#[derive(Debug)]
pub(super) struct Plan {
    /// The items in postorder: below an item the heaviest child comes first.
    pub(super) sequence: Vec<u32>,
    /// Per item, its place in the sequence; `NONE` for items without options.
    pub(super) place: Vec<u32>,
    /// Per item, the child on its chain.
    pub(super) heavy: Vec<u32>,
    /// Per item, the other children.
    pub(super) sides: Vec<Vec<u32>>,
    /// Per item, whether it is the end of a tree.
    pub(super) root: Vec<bool>,
    /// Per item, how many are in the tree below it, with itself.
    pub(super) below: Vec<u32>,
    /// Per item, the frontier when its turn comes: what the tables of its children may have
    /// touched, in the order of elimination.
    pub(super) scope: Vec<Vec<u32>>,
    /// Per option, its item that is eliminated first.
    pub(super) lowest: Vec<u32>,
    /// Per item, its first bit in a key; `NONE` if it is never in one.
    pub(super) slot: Vec<u32>,
    /// How many words a key has: 1, 2, 4, 8 or 16.
    pub(super) words: usize,
    /// The binary logarithm of an estimate of all states: every set of the frontier, of every item.
    pub(super) log: f64,
    /// Per place in the sequence, the binary logarithm of the estimate up to there.
    pub(super) log_until: Vec<f64>,
}

/// The primary items in the order given, each followed by the secondary items that no later one
/// needs; with the first item of each option.
fn with_secondary(
    problem: &Reduced,
    order: &[u32],
    alarm: &mut Alarm,
) -> Option<(Vec<u32>, Vec<u32>)> {
    let mut rank = vec![0; problem.primary];
    for (k, &item) in order.iter().enumerate() {
        rank[item as usize] = k;
    }
    let mut lowest = Vec::with_capacity(problem.options());
    let mut last = vec![0; problem.items()];
    for option in 0..problem.options() {
        let parts = problem.option(option).iter();
        let primary = parts.clone().filter(|part| problem.is_primary(part.item));
        // Every option has a primary item.
        let low = primary.map(|part| rank[part.item as usize]).min();
        let low = low.unwrap_or(0);
        lowest.push(order[low]);
        for part in parts {
            let last = &mut last[part.item as usize];
            *last = low.max(*last);
        }
        #[cfg(test)]
        touched(problem.option(option).len());
        if alarm.after(2 * problem.option(option).len()) {
            return None;
        }
    }
    let mut after = vec![Vec::new(); order.len()];
    for item in problem.primary..problem.items() {
        after[last[item]].push(item as u32);
    }
    let mut all = Vec::with_capacity(problem.items());
    for (&item, after) in order.iter().zip(after) {
        all.push(item);
        all.extend(&after);
        if alarm.after(4 + 2 * after.len()) {
            return None;
        }
    }
    Some((all, lowest))
}

impl Plan {
    /// The plan for this order of the primary items: with a table for each branch of the tree, or
    /// with a single one (`path`). `None` if keys would be too long, or if the alarm rings.
    pub(super) fn new(
        problem: &Reduced,
        order: &[u32],
        path: bool,
        alarm: &mut Alarm,
    ) -> Option<Self> {
        let items = problem.items();
        let (all, lowest) = with_secondary(problem, order, alarm)?;
        let mut rank = vec![0; items];
        for (k, &item) in all.iter().enumerate() {
            rank[item as usize] = k;
        }
        let mut bucket = vec![Vec::new(); items];
        for (option, &low) in lowest.iter().enumerate() {
            bucket[low as usize].push(option);
            if alarm.after(1) {
                return None;
            }
        }
        let mut children: Vec<Vec<u32>> = vec![Vec::new(); items];
        let mut plan = Plan {
            sequence: Vec::with_capacity(items),
            place: vec![NONE; items],
            heavy: vec![NONE; items],
            sides: vec![Vec::new(); items],
            root: vec![false; items],
            below: vec![1; items],
            scope: vec![Vec::new(); items],
            lowest,
            slot: vec![NONE; items],
            words: 1,
            log: f64::NEG_INFINITY,
            log_until: Vec::new(),
        };
        let mut log = vec![0.0; items];
        // What the table behind an item may have touched; and a mark per item, to merge those.
        let mut behind: Vec<Vec<u32>> = vec![Vec::new(); items];
        let mut seen = vec![NONE; items];
        for (k, &item) in all.iter().enumerate() {
            let at = item as usize;
            let mut scope = Vec::new();
            let mut add = |scope: &mut Vec<u32>, other: u32| {
                if core::mem::replace(&mut seen[other as usize], item) != item {
                    scope.push(other);
                }
            };
            for &child in &children[at] {
                for other in core::mem::take(&mut behind[child as usize]) {
                    add(&mut scope, other);
                }
            }
            scope.sort_unstable_by_key(|&other| rank[other as usize]);
            log[at] = scope.iter().map(|&other| problem.weight(other)).sum();
            if scope.len() > 64 * MOST_WORDS {
                return None;
            }
            if children[at].len() > 1 {
                // A join looks at more pairs than it makes states.
                log[at] += 1.5;
            }
            let mut next = scope.clone();
            for &option in &bucket[at] {
                for part in problem.option(option) {
                    add(&mut next, part.item);
                }
                if alarm.after(problem.option(option).len()) {
                    return None;
                }
            }
            if alarm.after(4 * next.len() + 1) {
                return None;
            }
            if problem.times(item).several() {
                // Its options come one after the other.
                log[at] = next.iter().map(|&other| problem.weight(other)).sum();
                log[at] += log2(bucket[at].len() as f64 + 1.0);
            }
            plan.scope[at] = scope;
            next.retain(|&other| other != item);
            let parent = match next.iter().min_by_key(|&&other| rank[other as usize]) {
                _ if path => all.get(k + 1),
                parent => parent,
            };
            match parent {
                Some(&parent) => children[parent as usize].push(item),
                None => plan.root[at] = true,
            }
            behind[at] = next;
        }
        plan.arrange(&all, &children, &log, alarm)?;
        plan.place_keys(problem, alarm)?;
        let mut until = f64::NEG_INFINITY;
        for &item in &plan.sequence {
            until = log2_of_sum(until, log[item as usize]);
            plan.log_until.push(until);
            // A logarithm takes as long.
            if alarm.after(50) {
                return None;
            }
        }
        plan.log = until;
        Some(plan)
    }

    /// Chooses the heaviest child of each item, and puts the items into postorder. `None` if the
    /// alarm rings.
    fn arrange(
        &mut self,
        all: &[u32],
        children: &[Vec<u32>],
        log: &[f64],
        alarm: &mut Alarm,
    ) -> Option<()> {
        let mut heaviest = log.to_vec();
        for &item in all {
            let at = item as usize;
            let mut heavy = NONE;
            for &child in &children[at] {
                if heavy == NONE || heaviest[child as usize] > heaviest[heavy as usize] {
                    heavy = child;
                }
                self.below[at] += self.below[child as usize];
                heaviest[at] = heaviest[at].max(heaviest[child as usize]);
            }
            self.heavy[at] = heavy;
            let others = children[at].iter().copied();
            self.sides[at] = others.filter(|&child| child != heavy).collect();
            #[cfg(test)]
            touched(1 + children[at].len());
            if alarm.after(2 + 2 * children[at].len()) {
                return None;
            }
        }
        let mut stack: Vec<u32> = all.iter().rev().copied().collect();
        stack.retain(|&item| self.root[item as usize]);
        // Parents before children, the heaviest last: the postorder from its end.
        stack.reverse();
        while let Some(item) = stack.pop() {
            self.sequence.push(item);
            let heavy = self.heavy[item as usize];
            stack.extend((heavy != NONE).then_some(heavy));
            stack.extend(&self.sides[item as usize]);
            if alarm.after(2 + self.sides[item as usize].len()) {
                return None;
            }
        }
        self.sequence.reverse();
        for (place, &item) in self.sequence.iter().enumerate() {
            self.place[item as usize] = place as u32;
            if alarm.after(1) {
                return None;
            }
        }
        Some(())
    }

    /// Gives each item room in the key from the first option that touches it until its turn; `None`
    /// if the longest key is too short, or if the alarm rings.
    fn place_keys(&mut self, problem: &Reduced, alarm: &mut Alarm) -> Option<()> {
        let items = problem.items();
        let mut first = vec![NONE; items];
        for (option, &low) in self.lowest.iter().enumerate() {
            for part in problem.option(option) {
                let first = &mut first[part.item as usize];
                *first = self.place[low as usize].min(*first);
            }
            #[cfg(test)]
            touched(problem.option(option).len());
            if alarm.after(problem.option(option).len()) {
                return None;
            }
        }
        // An item whose own options can be chosen together is counted in its turn as well.
        let several = |item: u32| problem.times(item).several();
        let mut born = vec![Vec::new(); items];
        for item in 0..items {
            let (first, place) = (first[item], self.place[item]);
            let number = item as u32;
            let counted = first == place && first != NONE && several(number);
            if problem.bits(number) > 0 && (first < place || counted) {
                born[first as usize].push(number);
            }
            if alarm.after(2) {
                return None;
            }
        }
        let mut used = [0_u64; MOST_WORDS];
        let mut words = 1;
        for (place, &item) in self.sequence.iter().enumerate() {
            let free = |used: &mut [u64], slot: u32| {
                if slot != NONE {
                    used[slot as usize / 64] &= !(field(problem.bits(item)) << (slot % 64));
                }
            };
            if !several(item) {
                free(&mut used, self.slot[item as usize]);
            }
            for &item in &born[place] {
                let bits = problem.bits(item);
                let field = field(bits);
                let fits = |slot: &u32| used[*slot as usize / 64] >> (slot % 64) & field == 0;
                let slots = (0..64 * MOST_WORDS as u32).filter(|slot| slot % 64 + bits <= 64);
                let slot = slots.into_iter().find(fits)?;
                if alarm.after(1 + slot as usize) {
                    return None;
                }
                used[slot as usize / 64] |= field << (slot % 64);
                self.slot[item as usize] = slot;
                words = words.max(slot as usize / 64 + 1);
            }
            if several(item) {
                free(&mut used, self.slot[item as usize]);
            }
            if alarm.after(1) {
                return None;
            }
        }
        self.words = words.next_power_of_two();
        Some(())
    }

    /// About how much memory it takes.
    pub(super) fn bytes(&self) -> usize {
        let scopes = self.scope.iter().map(|scope| 4 * scope.capacity() + 100);
        4 * self.lowest.len() + scopes.sum::<usize>()
    }

    /// The items of the chain that ends at this one, the first one first.
    pub(super) fn chain(&self, end: u32) -> Vec<u32> {
        let mut chain = vec![end];
        while let Some(&heavy) = chain.last().map(|&item| &self.heavy[item as usize]) {
            if heavy == NONE {
                break;
            }
            chain.push(heavy);
        }
        chain.reverse();
        chain
    }
}

/// So many bits, at least one.
pub(super) fn field(bits: u32) -> u64 {
    u64::MAX >> (64 - bits)
}
