//! The learned clauses: sets of literals of which at least one is true in every solution that has
//! not been found yet.

use super::assignment::{Assignment, Conflict, Reason};
use super::network::Lit;
use crate::run::alarm::{each_in_parts, sort, Alarm, ONE_GO};
#[cfg(test)]
use crate::run::looks::touched;
use alloc::vec::Vec;
use core::mem;

/// The words of a clause before its literals: their number, its glue, and the conflict that it was
/// last used in.
const HEAD: usize = 3;

/// Clauses with literals of at most so many levels are kept for ever.
const KEPT_GLUE: u32 = 2;

/// Clauses with literals of at most so many levels are kept as long as one of so many conflicts of
/// late has used them.
const USED_GLUE: u32 = 6;
const OF_LATE: u32 = 5000;

/// A clause in the list of a literal that it watches.
#[derive(Clone, Copy, Debug)]
struct Watcher {
    clause: u32,
    /// Another of its literals: if it is true there is no need to look at the clause.
    blocker: Lit,
}

/// Each clause watches two of its literals, its first two. As long as neither is false, nothing
/// follows from it.
#[derive(Debug)]
pub(super) struct Clauses {
    /// Clause after clause; a clause is known by where it begins.
    words: Vec<u32>,
    all: Vec<u32>,
    /// Per literal, the clauses that watch it.
    watches: Vec<Vec<Watcher>>,
}

impl Clauses {
    /// `None` if the alarm rings.
    pub(super) fn new(vars: usize, alarm: &mut Alarm) -> Option<Self> {
        let mut watches = Vec::with_capacity(2 * vars);
        for _ in 0..2 * vars {
            watches.push(Vec::new());
            #[cfg(test)]
            touched(1);
            if alarm.after(1) {
                return None;
            }
        }
        Some(Clauses {
            words: Vec::new(),
            all: Vec::new(),
            watches,
        })
    }

    /// Adds a clause, which watches its first two literals; a single one need not be kept. Returns
    /// the reason that its first literal has if all others are false. `None` if the alarm rings,
    /// and then there may be half a clause that nobody knows of.
    pub(super) fn add(
        &mut self,
        literals: &[Lit],
        glue: u32,
        now: u32,
        alarm: &mut Alarm,
    ) -> Option<Reason> {
        if literals.len() == 1 {
            return Some(Reason::None);
        }
        let clause = self.words.len() as u32;
        self.words.extend([literals.len() as u32, glue, now]);
        let words = &mut self.words;
        each_in_parts(literals, alarm, |literal, _| words.push(literal.word()))?;
        self.all.push(clause);
        self.watch(clause);
        Some(Reason::Clause(clause))
    }

    fn watch(&mut self, clause: u32) {
        let first = self.literal(clause, 0);
        let second = self.literal(clause, 1);
        self.watches[first.index()].push(Watcher {
            clause,
            blocker: second,
        });
        self.watches[second.index()].push(Watcher {
            clause,
            blocker: first,
        });
    }

    fn literal(&self, clause: u32, k: usize) -> Lit {
        Lit::from_word(self.words[clause as usize + HEAD + k])
    }

    /// The literals of a clause, as words.
    pub(super) fn words(&self, clause: u32) -> &[u32] {
        let at = clause as usize + HEAD;
        &self.words[at..at + self.words[clause as usize] as usize]
    }

    /// The clause has played a part in this conflict.
    pub(super) fn touch(&mut self, clause: u32, now: u32) {
        self.words[clause as usize + 2] = now;
    }

    /// Looks at the clauses that watch a literal that has become false.
    #[inline(always)]
    pub(super) fn visit(
        &mut self,
        falsified: Lit,
        state: &mut Assignment,
        alarm: &mut Alarm,
    ) -> Result<(), Conflict> {
        if self.watches[falsified.index()].is_empty() {
            return Ok(());
        }
        // Taken out, because clauses move to lists of other literals meanwhile. None comes to this
        // one: nobody watches what is false. Those that stay move up to close the gaps.
        let mut watches = mem::take(&mut self.watches[falsified.index()]);
        let (mut seen, mut kept) = (0, 0);
        let mut result = Ok(());
        while result.is_ok() && seen < watches.len() {
            let stop = watches.len().min(seen + ONE_GO / SHORT);
            if state.adds((stop - seen) * SHORT) && state.tell(alarm) {
                break;
            }
            #[cfg(test)]
            touched(stop - seen);
            while seen < stop {
                let watch = watches[seen];
                seen += 1;
                if state.is_true(watch.blocker) {
                    watches[kept] = watch;
                    kept += 1;
                    continue;
                }
                let at = watch.clause as usize;
                let end = at + HEAD + self.words[at] as usize;
                let words = &mut self.words[at + HEAD..end];
                // The one that is false goes to the second place, which is to be filled anew.
                if words[0] == falsified.word() {
                    words.swap(0, 1);
                }
                let first = Lit::from_word(words[0]);
                let watch = Watcher {
                    clause: watch.clause,
                    blocker: first,
                };
                if !state.is_true(first) {
                    let rest = &words[2..];
                    let near = &rest[..rest.len().min(SHORT)];
                    #[cfg(test)]
                    touched(near.len());
                    let mut other = first_not_false(near, state);
                    if other.is_none() && rest.len() > SHORT {
                        other = search(rest, state, alarm);
                    }
                    if let Some(other) = other {
                        words.swap(1, other + 2);
                        self.watches[Lit::from_word(words[1]).index()].push(watch);
                        continue;
                    }
                    if state.is_false(first) {
                        // It stays in the list, as all behind it do.
                        seen -= 1;
                        result = Err(Conflict::Clause(watch.clause));
                        break;
                    }
                    state.assign(first, Reason::Clause(watch.clause));
                }
                watches[kept] = watch;
                kept += 1;
            }
        }
        while seen < watches.len() {
            let stop = watches.len().min(seen + ONE_GO);
            if alarm.after(stop - seen) {
                break;
            }
            #[cfg(test)]
            touched(stop - seen);
            watches.copy_within(seen..stop, kept);
            kept += stop - seen;
            seen = stop;
        }
        watches.truncate(kept);
        self.watches[falsified.index()] = watches;
        result
    }

    /// Drops the worse two thirds of the clauses that have literals of many levels, or of several
    /// and have not been used of late, and are no reason for anything; and those that can never be
    /// of use again. `drop` gets their literals; `now` is the number of the last conflict. If the
    /// alarm rings, `None`, and nothing is as it should be.
    pub(super) fn reduce(
        &mut self,
        state: &mut Assignment,
        now: u32,
        alarm: &mut Alarm,
        mut drop: impl FnMut(&[Lit], &mut Alarm),
    ) -> Option<()> {
        let mut needed: Vec<u32> = Vec::new();
        each_in_parts(state.trail(), alarm, |literal, _| {
            if let Reason::Clause(clause) = state.reason(literal.var()) {
                needed.push(clause);
            }
        })?;
        sort(&mut needed, alarm)?;
        // Many levels are worse than few, and long unused is worse than just used.
        let mut ranking = Vec::new();
        each_in_parts(&self.all, alarm, |clause, alarm| {
            let at = clause as usize;
            let (glue, used) = (self.words[at + 1], self.words[at + 2]);
            let kept = glue <= KEPT_GLUE || (glue <= USED_GLUE && now - used < OF_LATE);
            if !kept && find(&needed, clause, alarm).is_none() {
                ranking.push((u32::MAX - glue, used, clause));
            }
        })?;
        sort(&mut ranking, alarm)?;
        let mut worst = Vec::new();
        let part = &ranking[..ranking.len() * 2 / 3];
        each_in_parts(part, alarm, |(_, _, clause), _| worst.push(clause))?;
        sort(&mut worst, alarm)?;
        // The watched literals of a clause are its first two, so the lists can be made anew.
        for watches in self.watches.chunks_mut(ONE_GO) {
            if alarm.after(watches.len()) {
                return None;
            }
            #[cfg(test)]
            touched(watches.len());
            watches.iter_mut().for_each(Vec::clear);
        }
        let old = mem::take(&mut self.words);
        // Those of few levels are looked at first.
        let mut all = Vec::with_capacity(self.all.len());
        each_in_parts(&self.all, alarm, |clause, _| {
            all.push((old[clause as usize + 1], clause));
        })?;
        sort(&mut all, alarm)?;
        self.all.clear();
        let mut moved = Vec::with_capacity(needed.len());
        let mut literals = Vec::new();
        for (_, clause) in all {
            let at = clause as usize;
            let words = &old[at..at + HEAD + old[at] as usize];
            literals.clear();
            let mut dropped = find(&worst, clause, alarm).is_some();
            each_in_parts(&words[HEAD..], alarm, |word, _| {
                let literal = Lit::from_word(word);
                literals.push(literal);
                // True for good, and so is the clause.
                dropped |= state.is_true(literal) && state.level_of(literal.var()) == 0;
            })?;
            let needed = find(&needed, clause, alarm).is_some();
            if dropped && !needed {
                drop(&literals, alarm);
                continue;
            }
            let place = self.words.len() as u32;
            if needed {
                moved.push((clause, place));
            }
            let room = &mut self.words;
            each_in_parts(words, alarm, |word, _| room.push(word))?;
            self.all.push(place);
            self.watch(place);
        }
        // A clause is known by its place: reasons have to learn the new one.
        sort(&mut moved, alarm)?;
        for k in 0..state.trail().len() {
            if alarm.after(1) {
                return None;
            }
            #[cfg(test)]
            touched(1);
            let var = state.trail()[k].var();
            if let Reason::Clause(clause) = state.reason(var) {
                let at = moved.partition_point(|&(from, _)| from < clause);
                debug_assert_eq!(moved[at].0, clause, "a reason is never dropped");
                state.change_reason(var, Reason::Clause(moved[at].1));
                alarm.after(STEPS);
                #[cfg(test)]
                touched(STEPS);
            }
        }
        Some(())
    }
}

/// More than bisection of any list takes.
const STEPS: usize = 32;

/// Where the clause is in an ascending list.
fn find(list: &[u32], clause: u32, alarm: &mut Alarm) -> Option<usize> {
    alarm.after(STEPS);
    #[cfg(test)]
    touched(STEPS);
    list.binary_search(&clause).ok()
}

/// So many literals of a clause are told to the alarm whether they are read or not.
const SHORT: usize = 64;

/// The place of the first of these literals that is not false.
#[inline(always)]
fn first_not_false(words: &[u32], state: &Assignment) -> Option<usize> {
    let mut words = words.iter();
    words.position(|&word| !state.is_false(Lit::from_word(word)))
}

/// The same beyond the first literals of a long clause. `None` if the alarm rings, too.
#[inline(never)]
fn search(words: &[u32], state: &Assignment, alarm: &mut Alarm) -> Option<usize> {
    let mut before = SHORT;
    for part in words[SHORT..].chunks(ONE_GO) {
        if alarm.after(part.len()) {
            return None;
        }
        #[cfg(test)]
        touched(part.len());
        if let Some(place) = first_not_false(part, state) {
            return Some(before + place);
        }
        before += part.len();
    }
    None
}
