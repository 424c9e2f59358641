//! What is left of the problem after its root, as variables and the groups they are in.

use crate::engine::table::{Claim, Lists, Part, Table};
use crate::run::alarm::{each_in_parts, filled_in_parts, sort, Alarm};
use alloc::vec::Vec;
use core::fmt;
use core::ops::Not;

/// A variable with one of its two values: an option that is chosen, or one that is rejected.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
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
/// variable behind them: those options imply it, and the colors of an item exclude each other. So
/// the size of it all is linear in the entries of the problem.
#[derive(Debug)]
pub(super) struct Network {
    /// Per variable that is an option, its id.
    pub(super) options: Vec<u32>,
    pub(super) vars: usize,
    /// Of the first groups, exactly one member has to be chosen.
    pub(super) required: usize,
    /// Of these, the primary items, by their places in the problem.
    pub(super) items: Vec<u32>,
    /// The groups of these as the options have them, one option after the other.
    pub(super) met: Vec<u32>,
    members: Lists<u32>,
    groups: Lists<u32>,
    /// Per variable in small groups, those that it excludes; empty for others. One list is faster
    /// to go through than several that are short.
    rivals: Lists<u32>,
    /// Per variable, how many of its groups are required ones; they come first.
    required_groups: Vec<u32>,
    /// Per literal, those that follow from it alone; empty if there are no colors.
    implied: Lists<Lit>,
}

/// No variable, and no group.
pub(super) const NONE: u32 = u32::MAX;

/// A variable whose groups have no more members together has its rivals listed.
const FEW: usize = 32;

impl Network {
    /// `places` has, per primary item of the table, its place in the problem. `None` if the alarm
    /// rings.
    pub(super) fn new(
        table: &Table,
        part: &Part,
        places: &[u32],
        alarm: &mut Alarm,
    ) -> Option<Network> {
        // Options of the same item get numbers side by side: they are looked at together.
        let covering = part.options.iter();
        let covering = covering
            .flat_map(|&option| table.items(option).iter().map(move |&item| (item, option)));
        let covering = Lists::gather(table.primary, covering, alarm)?;
        let mut number = filled_in_parts(NONE, table.options(), alarm)?;
        let mut options = Vec::with_capacity(part.options.len());
        let mut members = Lists::new();
        let mut items = Vec::with_capacity(part.items.len());
        for &item in &part.items {
            items.push(places[item as usize]);
            each_in_parts(covering.get(item), alarm, |option, _| {
                let number = &mut number[option as usize];
                if *number == NONE {
                    *number = options.len() as u32;
                    options.push(option);
                }
                members.push(*number);
            })?;
            members.end();
        }
        let mut network = Network {
            vars: options.len(),
            required: members.len(),
            items,
            met: groups_met(table, part, alarm)?,
            options,
            members,
            groups: Lists::new(),
            rivals: Lists::new(),
            required_groups: Vec::new(),
            implied: Lists::new(),
        };
        network.exclude_claims(table, alarm)?;
        network.find_groups(alarm)?;
        network.find_rivals(alarm)?;
        Some(network)
    }

    /// The most required groups that an option is in; `None` if the alarm rings.
    pub(super) fn most_groups(&self, alarm: &mut Alarm) -> Option<usize> {
        let mut most = 0;
        each_in_parts(&self.required_groups, alarm, |count, _| {
            most = most.max(count);
        })?;
        Some(most as usize)
    }

    /// Makes the groups of the secondary items, and the variables for colors.
    fn exclude_claims(&mut self, table: &Table, alarm: &mut Alarm) -> Option<()> {
        let claims = (0..).zip(&self.options);
        let claims = claims.flat_map(|(var, &option)| {
            let theirs = table.claims(option).iter();
            theirs.map(move |claim| (claim.item, (claim.paint, var)))
        });
        let claims: Lists<(u32, u32)> = Lists::gather(table.secondary, claims, alarm)?;
        let mut pairs = Vec::new();
        let mut claiming = Vec::new();
        let mut group = Vec::new();
        for item in 0..table.secondary as u32 {
            claiming.clear();
            each_in_parts(claims.get(item), alarm, |claim, _| claiming.push(claim))?;
            sort(&mut claiming, alarm)?;
            let mut rest = &claiming[..];
            while let Some(&(paint, _)) = rest.first() {
                let (same, others) = rest.split_at(rest.partition_point(|&(p, _)| p == paint));
                rest = others;
                if same.len() == 1 || paint == Claim::ALONE {
                    each_in_parts(same, alarm, |(_, var), _| group.push(var))?;
                    continue;
                }
                let color = self.vars as u32;
                self.vars += 1;
                group.push(color);
                each_in_parts(same, alarm, |(_, var), _| {
                    pairs.push((Lit::chosen(var), Lit::chosen(color)));
                    pairs.push((Lit::rejected(color), Lit::rejected(var)));
                })?;
            }
            if group.len() > 1 {
                each_in_parts(&group, alarm, |var, _| self.members.push(var))?;
                self.members.end();
            }
            group.clear();
            if alarm.after(1) {
                return None;
            }
        }
        if !pairs.is_empty() {
            let pairs = pairs.iter();
            let pairs = pairs.map(|&(literal, implied)| (literal.word(), implied));
            self.implied = Lists::gather(2 * self.vars, pairs, alarm)?;
        }
        Some(())
    }

    fn find_groups(&mut self, alarm: &mut Alarm) -> Option<()> {
        let groups = self.members.pairs().map(|(group, &var)| (var, group));
        self.groups = Lists::gather(self.vars, groups, alarm)?;
        let required = self.required as u32;
        for var in 0..self.vars as u32 {
            // The required ones come first.
            let groups = self.groups.get(var);
            let count = groups.partition_point(|&group| group < required);
            self.required_groups.push(count as u32);
            #[cfg(test)]
            crate::run::looks::touched(1);
            if alarm.after(1) {
                return None;
            }
        }
        Some(())
    }

    /// Lists whom each variable in small groups excludes, in the order of its groups.
    fn find_rivals(&mut self, alarm: &mut Alarm) -> Option<()> {
        let mut seen = filled_in_parts(NONE, self.vars, alarm)?;
        for var in 0..self.vars as u32 {
            let groups = self.groups.get(var);
            // None is empty, so many groups are many members.
            let mut size = groups.len();
            if size <= FEW {
                let sizes = groups.iter().map(|&group| self.members.get(group).len());
                size = sizes.sum();
            }
            if size <= FEW {
                seen[var as usize] = var;
                for &group in groups {
                    for &member in self.members.get(group) {
                        if seen[member as usize] != var {
                            seen[member as usize] = var;
                            self.rivals.push(member);
                        }
                    }
                }
            }
            self.rivals.end();
            let read = 1 + size.min(FEW);
            #[cfg(test)]
            crate::run::looks::touched(read);
            if alarm.after(read) {
                return None;
            }
        }
        Some(())
    }

    #[inline(always)]
    pub(super) fn members(&self, group: u32) -> &[u32] {
        self.members.get(group)
    }

    /// All that are in a group with the variable, or none if its groups are to be asked for.
    #[inline(always)]
    pub(super) fn rivals(&self, var: u32) -> &[u32] {
        self.rivals.get(var)
    }

    /// The groups that the variable is in.
    #[inline(always)]
    pub(super) fn groups(&self, var: u32) -> &[u32] {
        self.groups.get(var)
    }

    /// Those of which exactly one member has to be chosen.
    #[inline(always)]
    pub(super) fn required_groups(&self, var: u32) -> &[u32] {
        &self.groups.get(var)[..self.required_groups[var as usize] as usize]
    }

    /// The literals that follow from this one because of colors.
    #[inline(always)]
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

/// The primary items of a part, by their places there, in the order in which its options have them.
fn groups_met(table: &Table, part: &Part, alarm: &mut Alarm) -> Option<Vec<u32>> {
    let mut group_of = filled_in_parts(NONE, table.primary, alarm)?;
    let mut group = 0;
    each_in_parts(&part.items, alarm, |item, _| {
        group_of[item as usize] = group;
        group += 1;
    })?;
    let mut met = Vec::with_capacity(part.items.len());
    for &option in &part.options {
        for &item in table.items(option) {
            let group = core::mem::replace(&mut group_of[item as usize], NONE);
            if group != NONE {
                met.push(group);
            }
            #[cfg(test)]
            crate::run::looks::touched(1);
            if alarm.after(1) {
                return None;
            }
        }
    }
    Some(met)
}
