//! From a conflict to the clause that avoids it.

use super::assignment::{Assignment, Conflict, Reason, MUCH};
use super::clauses::Clauses;
use super::matchings::Matchings;
use super::network::{Lit, Network};
use super::order::Order;
use crate::run::alarm::{each_in_parts, filled_in_parts, Alarm, ONE_GO};
#[cfg(test)]
use crate::run::looks;
use alloc::vec::Vec;

/// What is known of a variable during the analysis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Seen {
    No,
    /// It is in the clause, or will be replaced by its reason.
    Yes,
    /// It follows from other literals of the clause.
    Implied,
}

/// All that reasons are read from.
struct Facts<'a> {
    state: &'a Assignment,
    network: &'a Network,
    clauses: &'a Clauses,
    matchings: &'a Matchings,
}

impl Facts<'_> {
    /// The false literals that made this variable what it is; not all of them, and `None`, if the
    /// alarm rings.
    fn reason(
        &self,
        var: u32,
        alarm: &mut Alarm,
        mut f: impl FnMut(Lit, &mut Alarm),
    ) -> Option<()> {
        match self.state.reason(var) {
            Reason::None => {}
            Reason::Because(other) => {
                alarm.after(MUCH);
                f(!other, alarm);
            }
            Reason::Last(group) => read(self.network.members(group), alarm, |member, alarm| {
                if member != var {
                    f(Lit::chosen(member), alarm);
                }
            })?,
            Reason::Clause(clause) => read(self.clauses.words(clause), alarm, |word, alarm| {
                let literal = Lit::from_word(word);
                if literal.var() != var {
                    f(literal, alarm);
                }
            })?,
            Reason::Hall(hall) => self.matchings.reason(hall, alarm, f)?,
            Reason::Tried => {
                for level in 1..=self.state.level_of(var) {
                    read(&[!self.state.decision(level)], alarm, &mut f)?;
                }
            }
        }
        Some(())
    }

    /// Whether the reason is known at once to have few literals.
    fn has_short_reason(&self, var: u32) -> bool {
        let literals = match self.state.reason(var) {
            Reason::None | Reason::Because(_) => 1,
            Reason::Last(group) => self.network.members(group).len() - 1,
            Reason::Clause(clause) => self.clauses.words(clause).len() - 1,
            Reason::Hall(_) | Reason::Tried => return false,
        };
        literals <= SHORT
    }

    /// False literals of which one must be true; as [`Facts::reason`].
    fn conflict(
        &self,
        conflict: Conflict,
        alarm: &mut Alarm,
        mut f: impl FnMut(Lit, &mut Alarm),
    ) -> Option<()> {
        match conflict {
            Conflict::Both(a, b) => read(&[!a, !b], alarm, f),
            Conflict::Empty(group) => read(self.network.members(group), alarm, |member, alarm| {
                f(Lit::chosen(member), alarm);
            }),
            Conflict::Clause(clause) => read(self.clauses.words(clause), alarm, |word, alarm| {
                f(Lit::from_word(word), alarm);
            }),
            Conflict::Hall(hall) => self.matchings.reason(hall, alarm, f),
        }
    }
}

/// Each of the literals of a reason: to take it may mean to look at its own cause, and to let it
/// rise in the order.
#[inline(always)]
pub(super) fn read<T: Copy>(
    list: &[T],
    alarm: &mut Alarm,
    mut f: impl FnMut(T, &mut Alarm),
) -> Option<()> {
    let mut list = list;
    loop {
        let (part, rest) = list.split_at(list.len().min(ONE_GO / MUCH));
        if alarm.after(part.len() * MUCH) {
            return None;
        }
        #[cfg(test)]
        looks::touched(part.len());
        for &element in part {
            f(element, alarm);
        }
        if rest.is_empty() {
            return Some(());
        }
        list = rest;
    }
}

/// A reason with more literals says little about each of them.
const SHORT: usize = 16;

/// How much of the trail is told to the alarm at once.
const STRETCH: usize = 1 << 10;

/// What a conflict teaches besides the clause.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lesson {
    /// The level at which all literals of the clause but the first are false.
    pub(super) level: u32,
    /// How many levels its literals are of.
    pub(super) glue: u32,
}

#[derive(Debug)]
pub(super) struct Analysis {
    seen: Vec<Seen>,
    /// The variables that are not [`Seen::No`].
    touched: Vec<u32>,
    /// The learned clause, the literal of the last level first.
    clause: Vec<Lit>,
    /// The Hall sets among the reasons, one perhaps several times.
    halls: Vec<u32>,
    /// Literals of the last level that are still to be replaced.
    open: u32,
    pending: Vec<u32>,
    /// Per level, the last conflict that it was counted in.
    counted: Vec<u32>,
}

impl Analysis {
    /// `None` if the alarm rings.
    pub(super) fn new(vars: usize, alarm: &mut Alarm) -> Option<Self> {
        Some(Analysis {
            seen: filled_in_parts(Seen::No, vars, alarm)?,
            touched: Vec::new(),
            clause: Vec::new(),
            halls: Vec::new(),
            open: 0,
            pending: Vec::new(),
            counted: filled_in_parts(0, vars + 1, alarm)?,
        })
    }

    /// The clause that was learned last.
    pub(super) fn clause(&self) -> &[Lit] {
        &self.clause
    }

    /// The Hall sets that it follows from.
    pub(super) fn halls(&self) -> &[u32] {
        &self.halls
    }

    /// Replaces literals of the last level by their reasons until one is left, the first unique
    /// implication point. `now` is the number of the conflict. If the alarm rings, `None`, and
    /// there is no clause.
    // The parts of the search that it borrows, and nothing to group them by.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn learn(
        &mut self,
        conflict: Conflict,
        state: &Assignment,
        network: &Network,
        clauses: &mut Clauses,
        matchings: &Matchings,
        order: &mut Order,
        now: u32,
        alarm: &mut Alarm,
    ) -> Option<Lesson> {
        self.clause.clear();
        // In place of the literal of the last level, which is known at the end.
        self.clause.push(Lit::chosen(0));
        self.open = 0;
        self.halls.clear();
        match conflict {
            Conflict::Clause(clause) => clauses.touch(clause, now),
            Conflict::Hall(hall) => self.halls.push(hall),
            Conflict::Both(..) | Conflict::Empty(_) => {}
        }
        let facts = Facts {
            state,
            network,
            clauses,
            matchings,
        };
        facts.conflict(conflict, alarm, |literal, alarm| {
            self.take(literal, state, order, alarm);
        })?;
        // The trail is gone through from its end. So before a literal is replaced, all that it is a
        // reason for has been, and none comes twice.
        let mut stretches = state.trail().rchunks(STRETCH);
        let mut trail = [].iter().rev();
        let mut used = Vec::new();
        loop {
            let literal = loop {
                let seen = &self.seen;
                match trail.find(|literal: &&Lit| seen[literal.var() as usize] == Seen::Yes) {
                    Some(&literal) => break literal,
                    None => {
                        let next = stretches.next().expect("the last level has a decision");
                        if alarm.after(next.len()) {
                            return None;
                        }
                        #[cfg(test)]
                        looks::touched(next.len());
                        trail = next.iter().rev();
                    }
                }
            };
            self.open -= 1;
            // Clauses speak of options alone, and behind a color there is always one of them.
            if self.open == 0 && network.is_option(literal.var()) {
                self.clause[0] = !literal;
                break;
            }
            match state.reason(literal.var()) {
                Reason::Clause(clause) => used.push(clause),
                Reason::Hall(hall) => self.halls.push(hall),
                _ => {}
            }
            facts.reason(literal.var(), alarm, |literal, alarm| {
                self.take(literal, state, order, alarm);
            })?;
        }
        self.drop_implied(&facts, alarm)?;
        self.bump_reasons(&facts, order, alarm)?;
        each_in_parts(&used, alarm, |clause, _| clauses.touch(clause, now))?;
        self.unmark(0, alarm)?;
        self.measure(state, now, alarm)
    }

    /// Forgets what is known of the variables that were touched last, but for so many.
    fn unmark(&mut self, before: usize, alarm: &mut Alarm) -> Option<()> {
        let seen = &mut self.seen;
        each_in_parts(&self.touched[before..], alarm, |var, _| {
            seen[var as usize] = Seen::No;
        })?;
        self.touched.truncate(before);
        Some(())
    }

    fn mark(&mut self, var: u32, seen: Seen) {
        if self.seen[var as usize] == Seen::No {
            self.touched.push(var);
        }
        self.seen[var as usize] = seen;
    }

    /// Takes a false literal into the clause, or what it is false for: a chosen option that
    /// excludes it. That is what the conflict is about, and stands for all that it excludes; and
    /// clauses speak of options alone, so colors have to give way in any case.
    fn take(&mut self, literal: Lit, state: &Assignment, order: &mut Order, alarm: &mut Alarm) {
        let var = literal.var();
        if self.seen[var as usize] != Seen::No || state.level_of(var) == 0 {
            return;
        }
        order.bump(var, alarm);
        self.mark(var, Seen::Yes);
        if state.level_of(var) == state.level() {
            // Only counted: it is found again on the trail.
            self.open += 1;
            return;
        }
        let mut cause = literal;
        while let Reason::Because(other) = state.reason(cause.var()) {
            // The cause came before the literal on the trail, so this never goes round in a circle.
            cause = !other;
            #[cfg(test)]
            looks::touched(1);
        }
        debug_assert_eq!(state.level_of(cause.var()), state.level_of(var));
        if cause != literal {
            self.seen[var as usize] = Seen::Implied;
            if self.seen[cause.var() as usize] != Seen::No {
                return;
            }
            order.bump(cause.var(), alarm);
            self.mark(cause.var(), Seen::Yes);
        }
        self.clause.push(cause);
    }

    /// Drops the literals that are false because others of the clause are.
    fn drop_implied(&mut self, facts: &Facts<'_>, alarm: &mut Alarm) -> Option<()> {
        let mut levels = 0;
        each_in_parts(&self.clause[1..], alarm, |literal, _| {
            levels |= 1_u64 << (facts.state.level_of(literal.var()) % 64);
        })?;
        let mut kept = 1;
        for k in 1..self.clause.len() {
            let literal = self.clause[k];
            if k % ONE_GO == 1 && alarm.after(ONE_GO) {
                return None;
            }
            #[cfg(test)]
            looks::touched(1);
            if !self.is_implied(literal.var(), facts, levels, alarm)? {
                self.clause[kept] = literal;
                kept += 1;
            }
        }
        self.clause.truncate(kept);
        Some(())
    }

    /// Whether the reason of the variable, and the reasons of what is in there and so on, come down
    /// to literals of the clause. A reason is older than what it is the reason for, so no literal
    /// ever vouches for itself. `levels` has a bit for each level of the clause: of another level,
    /// nothing comes down to it.
    fn is_implied(
        &mut self,
        var: u32,
        facts: &Facts<'_>,
        levels: u64,
        alarm: &mut Alarm,
    ) -> Option<bool> {
        if facts.state.reason(var) == Reason::None {
            return Some(false);
        }
        let before = self.touched.len();
        let mut implied = true;
        self.pending.clear();
        self.pending.push(var);
        while let Some(var) = self.pending.pop() {
            if let Reason::Hall(hall) = facts.state.reason(var) {
                self.halls.push(hall);
            }
            facts.reason(var, alarm, |literal, _| {
                let var = literal.var();
                let level = facts.state.level_of(var);
                if !implied || self.seen[var as usize] != Seen::No || level == 0 {
                    return;
                }
                if facts.state.reason(var) == Reason::None || levels >> (level % 64) & 1 == 0 {
                    implied = false;
                    return;
                }
                self.seen[var as usize] = Seen::Implied;
                self.touched.push(var);
                self.pending.push(var);
            })?;
            // All marks since then go, as some may hang on what has failed. After a success they
            // stay: what came down to the clause once does so for the next literal, too.
            if !implied {
                self.unmark(before, alarm)?;
                return Some(false);
            }
        }
        Some(true)
    }

    /// What the literals of the clause follow from was close to being part of the conflict: lets it
    /// rise in the order, too, each variable once.
    fn bump_reasons(
        &mut self,
        facts: &Facts<'_>,
        order: &mut Order,
        alarm: &mut Alarm,
    ) -> Option<()> {
        for k in 0..self.clause.len() {
            let var = self.clause[k].var();
            if !facts.has_short_reason(var) {
                continue;
            }
            facts.reason(var, alarm, |literal, alarm| {
                let var = literal.var();
                if self.seen[var as usize] == Seen::No && facts.state.level_of(var) > 0 {
                    self.mark(var, Seen::Implied);
                    order.bump(var, alarm);
                }
            })?;
        }
        Some(())
    }

    /// Puts a literal of the highest level but the first into the second place, for watching.
    fn measure(&mut self, state: &Assignment, now: u32, alarm: &mut Alarm) -> Option<Lesson> {
        let mut level = 0;
        let mut glue = 0;
        for k in 0..self.clause.len() {
            if k % ONE_GO == 0 && alarm.after(ONE_GO) {
                return None;
            }
            #[cfg(test)]
            looks::touched(1);
            let theirs = state.level_of(self.clause[k].var());
            if k > 0 && theirs > level {
                level = theirs;
                self.clause.swap(1, k);
            }
            if self.counted[theirs as usize] != now {
                self.counted[theirs as usize] = now;
                glue += 1;
            }
        }
        Some(Lesson { level, glue })
    }
}
