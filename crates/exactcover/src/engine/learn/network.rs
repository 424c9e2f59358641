//! What is left of the problem after its root, as variables and the groups they are in.

use super::super::table::{Claim, Lists, Part, Table};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Not;

/// A variable with one of its two values: an option that is chosen, or one that is rejected.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Lit(u32);

impl Lit {
    pub(super) const fn chosen(var: u32) -> Lit {
        Lit(2 * var)
    }

    pub(super) const fn rejected(var: u32) -> Lit {
        Lit(2 * var + 1)
    }

    pub(super) const fn var(self) -> u32 {
        self.0 / 2
    }

    pub(super) const fn is_chosen(self) -> bool {
        self.0 % 2 == 0
    }

    /// For tables with a place for each literal.
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The literal as a word, for [`Lit::from_word`].
    pub(super) const fn word(self) -> u32 {
        self.0
    }

    pub(super) const fn from_word(word: u32) -> Lit {
        Lit(word)
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}{}",
            if self.is_chosen() { "+" } else { "-" },
            self.var()
        )
    }
}

/// Variables and groups of them, of which exactly one (a primary item) or at most one (a secondary
/// item) can be chosen.
///
/// The first variables are options. A color of a secondary item that several options give it is a
/// variable behind them: those options imply it, and the colors of an item exclude each other. So the size of
/// it all is linear in the entries of the problem.
#[derive(Debug)]
pub(super) struct Network {
    /// Per variable that is an option, its id.
    pub(super) options: Vec<u32>,
    pub(super) vars: usize,
    /// Of the first groups, exactly one member has to be chosen.
    pub(super) required: usize,
    members: Lists<u32>,
    groups: Lists<u32>,
    /// Per variable, how many of its groups are required ones; they come first.
    required_groups: Vec<u32>,
    /// Per literal, those that follow from it alone; empty if there are no colors.
    implied: Lists<Lit>,
}

impl Network {
    pub(super) fn new(table: &Table, part: &Part) -> Network {
        const NONE: u32 = u32::MAX;
        // Options of the same item get numbers side by side: they are looked at together.
        let mut of_item = vec![Vec::new(); table.primary];
        for &option in &part.options {
            for &item in table.items(option) {
                of_item[item as usize].push(option);
            }
        }
        let mut number = vec![NONE; table.options()];
        let mut options = Vec::with_capacity(part.options.len());
        let mut members = Lists::new();
        for &item in &part.items {
            for &option in &of_item[item as usize] {
                let number = &mut number[option as usize];
                if *number == NONE {
                    *number = options.len() as u32;
                    options.push(option);
                }
                members.push(*number);
            }
            members.end();
        }
        let mut network = Network {
            vars: options.len(),
            required: members.len(),
            options,
            members,
            groups: Lists::new(),
            required_groups: Vec::new(),
            implied: Lists::new(),
        };
        network.exclude_claims(table);
        network.find_groups();
        network
    }

    /// Makes the groups of the secondary items, and the variables for colors.
    fn exclude_claims(&mut self, table: &Table) {
        let mut claims: Vec<(Claim, u32)> = Vec::new();
        for (var, &option) in self.options.iter().enumerate() {
            let theirs = table.claims(option).iter();
            claims.extend(theirs.map(|&claim| (claim, var as u32)));
        }
        claims.sort_unstable_by_key(|&(claim, var)| (claim.item, claim.paint, var));
        let mut pairs = Vec::new();
        let mut group = Vec::new();
        for same in chunks_by(&claims, |claim| claim.0.item) {
            for same in chunks_by(same, |claim| claim.0.paint) {
                if same.len() == 1 || same[0].0.paint == Claim::ALONE {
                    group.extend(same.iter().map(|&(_, var)| var));
                    continue;
                }
                let color = self.vars as u32;
                self.vars += 1;
                group.push(color);
                for &(_, var) in same {
                    pairs.push((Lit::chosen(var), Lit::chosen(color)));
                    pairs.push((Lit::rejected(color), Lit::rejected(var)));
                }
            }
            if group.len() > 1 {
                group.iter().for_each(|&var| self.members.push(var));
                self.members.end();
            }
            group.clear();
        }
        if !pairs.is_empty() {
            pairs.sort_unstable();
            let mut pairs = pairs.into_iter().peekable();
            for literal in 0..2 * self.vars {
                while let Some((_, implied)) = pairs.next_if(|pair| pair.0.index() == literal) {
                    self.implied.push(implied);
                }
                self.implied.end();
            }
        }
    }

    fn find_groups(&mut self) {
        let mut of_var = vec![Vec::new(); self.vars];
        self.required_groups = vec![0; self.vars];
        for group in 0..self.members.len() as u32 {
            for &var in self.members.get(group) {
                of_var[var as usize].push(group);
                if (group as usize) < self.required {
                    self.required_groups[var as usize] += 1;
                }
            }
        }
        for groups in of_var {
            groups.iter().for_each(|&group| self.groups.push(group));
            self.groups.end();
        }
    }

    pub(super) fn members(&self, group: u32) -> &[u32] {
        self.members.get(group)
    }

    /// The groups that the variable is in.
    pub(super) fn groups(&self, var: u32) -> &[u32] {
        self.groups.get(var)
    }

    /// Those of which exactly one member has to be chosen.
    pub(super) fn required_groups(&self, var: u32) -> &[u32] {
        &self.groups.get(var)[..self.required_groups[var as usize] as usize]
    }

    /// The literals that follow from this one because of colors.
    pub(super) fn implied(&self, literal: Lit) -> &[Lit] {
        if self.implied.len() == 0 {
            return &[];
        }
        self.implied.get(literal.index() as u32)
    }

    /// Whether the variable is an option, and not a color.
    pub(super) fn is_option(&self, var: u32) -> bool {
        (var as usize) < self.options.len()
    }
}

/// The longest runs of elements with the same key.
fn chunks_by<T, K: PartialEq>(mut all: &[T], key: impl Fn(&T) -> K) -> impl Iterator<Item = &[T]> {
    core::iter::from_fn(move || {
        let first = key(all.first()?);
        let end = all.iter().position(|element| key(element) != first);
        let (chunk, rest) = all.split_at(end.unwrap_or(all.len()));
        all = rest;
        Some(chunk)
    })
}
