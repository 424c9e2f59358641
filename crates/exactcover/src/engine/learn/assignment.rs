//! What is assigned, in which order and why, and what follows from the groups.

use super::network::{Lit, Network};
use crate::run::alarm::{filled_in_parts, Alarm, ONE_GO};
use crate::run::limits::Stats;
#[cfg(test)]
use crate::run::looks::touched;
use alloc::vec::Vec;

/// Why a literal is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reason {
    /// It was decided, or has to be true anyway.
    None,
    /// This literal is true, and the two are in a group or tied by a color.
    Because(Lit),
    /// It is the last member of a group that is not rejected.
    Last(u32),
    /// All other literals of a learned clause are false.
    Clause(u32),
    /// All options that the lefts of a Hall set have outside of its rights are rejected.
    Hall(u32),
    /// The decisions of its level and of those below have been tried with the opposite.
    Tried,
}

/// What cannot be.
#[derive(Clone, Copy, Debug)]
pub(super) enum Conflict {
    /// Two literals that exclude each other are true.
    Both(Lit, Lit),
    /// All members of a group are rejected.
    Empty(u32),
    /// All literals of a learned clause are false.
    Clause(u32),
    /// Items have fewer others left to go with than they are.
    Hall(u32),
}

#[derive(Clone, Copy, Debug)]
struct Mark {
    level: u32,
    reason: Reason,
}

/// A required group: how many of its members are not rejected, and the sum of their numbers. If it
/// is one, the sum is its number.
#[derive(Clone, Copy, Debug, Default)]
struct Left {
    count: u32,
    sum: u32,
}

#[derive(Debug)]
pub(super) struct Assignment {
    /// Per literal: 1 if it is true, -1 if it is false.
    values: Vec<i8>,
    /// Per variable; of the past if it is not assigned.
    marks: Vec<Mark>,
    left: Vec<Left>,
    /// The true literals, in the order of assigning, and room for what is written beyond them.
    room: Vec<Lit>,
    /// How many are true.
    length: usize,
    /// Where in the trail each level begins, with its decision. What comes before is level 0.
    levels: Vec<u32>,
    /// How much of the trail has been looked at for what follows.
    head: usize,
    /// The options chosen, as far as the trail has been looked at.
    depth: usize,
    /// What has been read since the alarm was told; a literal more may come to it.
    work: usize,
}

/// What is told to the alarm for each literal that is taken back, or looked at in the analysis: it
/// may have to find its place in the order, too.
pub(super) const MUCH: usize = 32;

impl Assignment {
    /// `None` if the alarm rings.
    pub(super) fn new(network: &Network, alarm: &mut Alarm) -> Option<Self> {
        let mut left = Vec::with_capacity(network.required);
        for group in 0..network.required as u32 {
            let members = network.members(group);
            let mut sum = 0_u32;
            for part in members.chunks(ONE_GO) {
                if alarm.after(part.len()) {
                    return None;
                }
                #[cfg(test)]
                touched(part.len());
                sum = part.iter().fold(sum, |sum, &var| sum.wrapping_add(var));
            }
            left.push(Left {
                count: members.len() as u32,
                sum,
            });
        }
        let mark = Mark {
            level: 0,
            reason: Reason::None,
        };
        Some(Assignment {
            values: filled_in_parts(0, 2 * network.vars, alarm)?,
            marks: filled_in_parts(mark, network.vars, alarm)?,
            left,
            room: filled_in_parts(Lit::default(), network.vars + 1, alarm)?,
            length: 0,
            levels: Vec::new(),
            head: 0,
            depth: 0,
            work: 0,
        })
    }

    #[inline(always)]
    pub(super) fn is_true(&self, literal: Lit) -> bool {
        self.values[literal.index()] > 0
    }

    #[inline(always)]
    pub(super) fn is_false(&self, literal: Lit) -> bool {
        self.values[literal.index()] < 0
    }

    pub(super) fn is_open(&self, var: u32) -> bool {
        self.values[Lit::chosen(var).index()] == 0
    }

    pub(super) fn level_of(&self, var: u32) -> u32 {
        self.marks[var as usize].level
    }

    pub(super) fn reason(&self, var: u32) -> Reason {
        self.marks[var as usize].reason
    }

    /// For the clauses, which have been moved.
    pub(super) fn change_reason(&mut self, var: u32, reason: Reason) {
        self.marks[var as usize].reason = reason;
    }

    pub(super) fn trail(&self) -> &[Lit] {
        &self.room[..self.length]
    }

    /// The number of decisions.
    pub(super) fn level(&self) -> u32 {
        self.levels.len() as u32
    }

    /// The decision that this level begins with, from 1 on.
    pub(super) fn decision(&self, level: u32) -> Lit {
        self.room[self.levels[level as usize - 1] as usize]
    }

    /// Where in the trail a level ends.
    pub(super) fn end_of(&self, level: u32) -> usize {
        let next = self.levels.get(level as usize);
        next.map_or(self.length, |&end| end as usize)
    }

    /// The part of the trail below the last decision.
    pub(super) fn settled(&self) -> &[Lit] {
        match self.levels.last() {
            Some(&end) => &self.room[..end as usize],
            None => self.trail(),
        }
    }

    /// Opens a level with a literal that nothing is known about.
    pub(super) fn decide(&mut self, literal: Lit) {
        self.levels.push(self.length as u32);
        self.assign(literal, Reason::None);
    }

    /// Makes an open literal true.
    #[inline(always)]
    pub(super) fn assign(&mut self, literal: Lit, reason: Reason) {
        self.values[literal.index()] = 1;
        self.values[(!literal).index()] = -1;
        self.marks[literal.var() as usize] = Mark {
            level: self.levels.len() as u32,
            reason,
        };
        self.room[self.length] = literal;
        self.length += 1;
    }

    /// Assigns everything that follows, until nothing does (`true`), there is a conflict, or so
    /// many updates have been made (`false`, and it can go on from there). What it returns when the
    /// alarm rings means nothing. What follows from clauses when a literal has become false is for
    /// `visit` to say.
    pub(super) fn propagate(
        &mut self,
        network: &Network,
        stats: &mut Stats,
        updates: u64,
        alarm: &mut Alarm,
        mut visit: impl FnMut(Lit, &mut Assignment, &mut Alarm) -> Result<(), Conflict>,
    ) -> Result<bool, Conflict> {
        while self.head < self.length {
            if self.work >= ONE_GO && (self.tell(alarm) || stats.updates >= updates) {
                return Ok(false);
            }
            let literal = self.room[self.head];
            self.head += 1;
            let option = network.is_option(literal.var());
            if literal.is_chosen() {
                if option {
                    self.depth += 1;
                    stats.nodes += 1;
                }
                self.exclude(network, literal, alarm)?;
            } else {
                stats.updates += u64::from(option);
                self.count_down(network, literal.var(), alarm)?;
            }
            // What colors tie to it.
            for &implied in network.implied(literal) {
                self.work += 1;
                if self.work >= ONE_GO && self.tell(alarm) {
                    return Ok(false);
                }
                #[cfg(test)]
                touched(1);
                if self.is_false(implied) {
                    return Err(Conflict::Both(literal, !implied));
                }
                if !self.is_true(implied) {
                    self.assign(implied, Reason::Because(literal));
                }
            }
            visit(!literal, self, alarm)?;
        }
        Ok(true)
    }

    /// Tells the alarm what has been read; whether it rings.
    #[cold]
    pub(super) fn tell(&mut self, alarm: &mut Alarm) -> bool {
        alarm.after(core::mem::take(&mut self.work))
    }

    /// So much is about to be read, and has to be told when it adds up.
    #[inline(always)]
    pub(super) fn adds(&mut self, work: usize) -> bool {
        self.work += work;
        self.work >= ONE_GO
    }

    #[inline(always)]
    fn reads(&mut self, work: usize) -> bool {
        #[cfg(test)]
        touched(work);
        self.adds(work)
    }

    /// Rejects all that are in a group with a variable that is chosen.
    fn exclude(
        &mut self,
        network: &Network,
        literal: Lit,
        alarm: &mut Alarm,
    ) -> Result<(), Conflict> {
        let rivals = network.rivals(literal.var());
        // A color of no group has to be counted, too.
        self.reads(rivals.len() + 1);
        if !rivals.is_empty() {
            return self.reject(rivals, literal);
        }
        for &group in network.groups(literal.var()) {
            let members = network.members(group);
            if members.len() < ONE_GO {
                if self.reads(members.len()) && self.tell(alarm) {
                    return Ok(());
                }
                self.reject(members, literal)?;
                continue;
            }
            for members in members.chunks(ONE_GO) {
                if self.reads(members.len()) && self.tell(alarm) {
                    return Ok(());
                }
                self.reject(members, literal)?;
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn reject(&mut self, members: &[u32], literal: Lit) -> Result<(), Conflict> {
        // Whether a member is open cannot be foretold, so there is no branch on it: all are written
        // to the end of the trail, and those that are not open are written over.
        let start = self.length;
        let mut result = Ok(());
        for &member in members {
            let other = Lit::chosen(member);
            let value = self.values[other.index()];
            if value > 0 && other != literal {
                result = Err(Conflict::Both(literal, other));
                break;
            }
            self.room[self.length] = !other;
            self.length += usize::from(value == 0);
        }
        let mark = Mark {
            level: self.level(),
            reason: Reason::Because(literal),
        };
        for &rejected in &self.room[start..self.length] {
            self.values[rejected.index()] = 1;
            self.values[(!rejected).index()] = -1;
            self.marks[rejected.var() as usize] = mark;
        }
        result
    }

    /// Takes a rejected variable from its groups. All of them, because [`Assignment::undo`] gives
    /// it back to all.
    fn count_down(
        &mut self,
        network: &Network,
        var: u32,
        alarm: &mut Alarm,
    ) -> Result<(), Conflict> {
        let groups = network.required_groups(var);
        if groups.len() < ONE_GO {
            self.reads(groups.len() + 1);
            return self.take_from(groups, var);
        }
        let mut result = Ok(());
        for groups in groups.chunks(ONE_GO) {
            if self.reads(groups.len() + 1) && self.tell(alarm) {
                return Ok(());
            }
            result = self.take_from(groups, var).and(result);
        }
        result
    }

    #[inline(always)]
    fn take_from(&mut self, groups: &[u32], var: u32) -> Result<(), Conflict> {
        let mut result = Ok(());
        for &group in groups {
            let left = &mut self.left[group as usize];
            left.count -= 1;
            left.sum = left.sum.wrapping_sub(var);
            // One is left, and the sum is its number. If it is false it has been rejected, too, and
            // has only not been counted down yet: none is left. That is met here at the latest, as
            // the count comes down to 1 before it comes down to 0.
            if left.count == 1 {
                let last = Lit::chosen(left.sum);
                let value = self.values[last.index()];
                if value == 0 {
                    self.assign(last, Reason::Last(group));
                } else if value < 0 {
                    result = Err(Conflict::Empty(group));
                }
            }
        }
        result
    }

    /// Goes back to the end of a level, or only part of the way if the alarm rings; `forget` gets
    /// what is no longer assigned.
    pub(super) fn undo(
        &mut self,
        level: u32,
        network: &Network,
        alarm: &mut Alarm,
        mut forget: impl FnMut(Lit),
    ) {
        if level >= self.level() {
            return;
        }
        let end = self.levels[level as usize] as usize;
        let mut told = self.length;
        for k in (end..told).rev() {
            if k < told {
                told = k.saturating_sub(ONE_GO / MUCH).max(end);
                if alarm.after((k + 1 - told) * MUCH) {
                    return;
                }
            }
            let literal = self.room[k];
            let var = literal.var();
            // What has not been looked at has not been counted down either.
            if k < self.head {
                if !literal.is_chosen() {
                    let mut groups = network.required_groups(var);
                    while groups.len() > MUCH / 4 {
                        let (now, later) = groups.split_at(groups.len().min(ONE_GO));
                        if alarm.after(now.len()) {
                            return;
                        }
                        self.give_back(now, var);
                        groups = later;
                    }
                    self.give_back(groups, var);
                } else if network.is_option(var) {
                    self.depth -= 1;
                }
            }
            self.values[literal.index()] = 0;
            self.values[(!literal).index()] = 0;
            #[cfg(test)]
            touched(1);
            forget(literal);
        }
        self.length = end;
        self.levels.truncate(level as usize);
        self.head = self.head.min(end);
    }

    #[inline(always)]
    fn give_back(&mut self, groups: &[u32], var: u32) {
        #[cfg(test)]
        touched(groups.len());
        for &group in groups {
            let left = &mut self.left[group as usize];
            left.count += 1;
            left.sum = left.sum.wrapping_add(var);
        }
    }

    /// The number of options chosen.
    pub(super) fn depth(&self) -> usize {
        self.depth
    }
}
