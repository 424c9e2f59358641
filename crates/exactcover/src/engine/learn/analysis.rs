//! From a conflict to the clause that avoids it.

use super::assignment::{Assignment, Conflict, Reason};
use super::clauses::Clauses;
use super::network::{Lit, Network};
use super::order::Order;
use alloc::vec;
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
}

impl Facts<'_> {
    /// The false literals that made this variable what it is.
    fn reason(&self, var: u32, mut each: impl FnMut(Lit)) {
        match self.state.reason(var) {
            Reason::None => {}
            Reason::Because(other) => each(!other),
            Reason::Last(group) => {
                let members = self.network.members(group).iter();
                members
                    .filter(|&&member| member != var)
                    .for_each(|&member| each(Lit::chosen(member)));
            }
            Reason::Clause(clause) => {
                self.clauses
                    .literals(clause)
                    .filter(|literal| literal.var() != var)
                    .for_each(each);
            }
            Reason::Tried => {
                let levels = 1..=self.state.level_of(var);
                levels.for_each(|level| each(!self.state.decision(level)));
            }
        }
    }

    /// False literals of which one must be true.
    fn conflict(&self, conflict: Conflict, mut each: impl FnMut(Lit)) {
        match conflict {
            Conflict::Both(a, b) => {
                each(!a);
                each(!b);
            }
            Conflict::Empty(group) => {
                let members = self.network.members(group).iter();
                members.for_each(|&member| each(Lit::chosen(member)));
            }
            Conflict::Clause(clause) => self.clauses.literals(clause).for_each(each),
        }
    }
}

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
    /// Literals of the last level that are still to be replaced.
    open: u32,
    pending: Vec<u32>,
    /// Per level, the last conflict that it was counted in.
    counted: Vec<u32>,
}

impl Analysis {
    pub(super) fn new(vars: usize) -> Self {
        Analysis {
            seen: vec![Seen::No; vars],
            touched: Vec::new(),
            clause: Vec::new(),
            open: 0,
            pending: Vec::new(),
            counted: vec![0; vars + 1],
        }
    }

    /// The clause that was learned last.
    pub(super) fn clause(&self) -> &[Lit] {
        &self.clause
    }

    /// Replaces literals of the last level by their reasons until one is left, the first unique
    /// implication point. `now` is the number of the conflict.
    pub(super) fn learn(
        &mut self,
        conflict: Conflict,
        state: &Assignment,
        network: &Network,
        clauses: &mut Clauses,
        order: &mut Order,
        now: u32,
    ) -> Lesson {
        self.clause.clear();
        self.clause.push(Lit::chosen(0));
        self.open = 0;
        if let Conflict::Clause(clause) = conflict {
            clauses.touch(clause, now);
        }
        let facts = Facts {
            state,
            network,
            clauses,
        };
        facts.conflict(conflict, |literal| self.take(literal, state, order));
        let mut trail = state.trail().iter().rev();
        let mut used = Vec::new();
        loop {
            let literal = *trail
                .find(|literal| self.seen[literal.var() as usize] == Seen::Yes)
                .expect("the last level has a decision");
            self.open -= 1;
            // Clauses speak of options alone, and behind a color there is always one of them.
            if self.open == 0 && network.is_option(literal.var()) {
                self.clause[0] = !literal;
                break;
            }
            if let Reason::Clause(clause) = state.reason(literal.var()) {
                used.push(clause);
            }
            facts.reason(literal.var(), |literal| self.take(literal, state, order));
        }
        self.drop_implied(&facts);
        for clause in used {
            clauses.touch(clause, now);
        }
        for &var in &self.touched {
            self.seen[var as usize] = Seen::No;
        }
        self.touched.clear();
        self.measure(state, now)
    }

    fn mark(&mut self, var: u32, seen: Seen) {
        if self.seen[var as usize] == Seen::No {
            self.touched.push(var);
        }
        self.seen[var as usize] = seen;
    }

    /// Takes a false literal into the clause. If it is false because another one is true, it
    /// is the other one that counts: what a chosen option excludes are many, and it is one.
    fn take(&mut self, literal: Lit, state: &Assignment, order: &mut Order) {
        let var = literal.var();
        if self.seen[var as usize] != Seen::No || state.level_of(var) == 0 {
            return;
        }
        order.bump(var);
        if state.level_of(var) == state.level() {
            self.mark(var, Seen::Yes);
            self.open += 1;
            return;
        }
        let mut cause = literal;
        while let Reason::Because(other) = state.reason(cause.var()) {
            // The cause came before the literal on the trail, so this never goes round in a circle.
            self.mark(cause.var(), Seen::Implied);
            cause = !other;
        }
        if self.seen[cause.var() as usize] == Seen::No && state.level_of(cause.var()) > 0 {
            self.mark(cause.var(), Seen::Yes);
            self.clause.push(cause);
        }
    }

    /// Drops the literals that are false because others of the clause are.
    fn drop_implied(&mut self, facts: &Facts<'_>) {
        let bit = |var| 1_u64 << (facts.state.level_of(var) % 64);
        let levels = self.clause[1..]
            .iter()
            .fold(0, |levels, literal| levels | bit(literal.var()));
        let mut kept = 1;
        for k in 1..self.clause.len() {
            let literal = self.clause[k];
            if !self.is_implied(literal.var(), facts, levels) {
                self.clause[kept] = literal;
                kept += 1;
            }
        }
        self.clause.truncate(kept);
    }

    /// Whether the reason of the variable, and the reasons of what is in there and so on, come down
    /// to literals of the clause. A reason is older than what it is the reason for, so no literal
    /// ever vouches for itself. `levels` has a bit for each level of the clause: of another level,
    /// nothing comes down to it.
    fn is_implied(&mut self, var: u32, facts: &Facts<'_>, levels: u64) -> bool {
        if facts.state.reason(var) == Reason::None {
            return false;
        }
        let before = self.touched.len();
        let mut implied = true;
        self.pending.clear();
        self.pending.push(var);
        while let Some(var) = self.pending.pop() {
            facts.reason(var, |literal| {
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
            });
            if !implied {
                for var in self.touched.drain(before..) {
                    self.seen[var as usize] = Seen::No;
                }
                return false;
            }
        }
        true
    }

    /// Puts a literal of the highest level but the first into the second place, for watching.
    fn measure(&mut self, state: &Assignment, now: u32) -> Lesson {
        let mut level = 0;
        let mut glue = 0;
        for k in 0..self.clause.len() {
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
        Lesson { level, glue }
    }
}
