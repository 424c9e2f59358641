//! The learned clauses: sets of literals of which at least one is true in every solution that has
//! not been found yet.

use super::assignment::{Assignment, Conflict, Reason};
use super::network::Lit;
use crate::engine::Alarm;
use alloc::vec::Vec;
use core::mem;

/// The words of a clause before its literals: their number, its glue, and the conflict that it was
/// last used in.
const HEAD: usize = 3;

/// Clauses with literals of at most so many levels are kept for ever.
const KEPT_GLUE: u32 = 2;

/// A clause in the list of a literal that it watches.
#[derive(Clone, Copy, Debug)]
struct Watch {
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
    watches: Vec<Vec<Watch>>,
}

impl Clauses {
    /// `None` if the alarm rings.
    pub(super) fn new(vars: usize, alarm: &mut Alarm) -> Option<Self> {
        let mut watches = Vec::with_capacity(2 * vars);
        for _ in 0..2 * vars {
            watches.push(Vec::new());
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

    /// Adds a clause of two literals or more; it watches the first two.
    pub(super) fn add(&mut self, literals: &[Lit], glue: u32, now: u32) -> u32 {
        let clause = self.words.len() as u32;
        self.words.extend([literals.len() as u32, glue, now]);
        self.words
            .extend(literals.iter().map(|literal| literal.word()));
        self.all.push(clause);
        self.watch(clause);
        clause
    }

    fn watch(&mut self, clause: u32) {
        let first = self.literal(clause, 0);
        let second = self.literal(clause, 1);
        self.watches[first.index()].push(Watch {
            clause,
            blocker: second,
        });
        self.watches[second.index()].push(Watch {
            clause,
            blocker: first,
        });
    }

    fn literal(&self, clause: u32, k: usize) -> Lit {
        Lit::from_word(self.words[clause as usize + HEAD + k])
    }

    pub(super) fn literals(&self, clause: u32) -> impl Iterator<Item = Lit> + '_ {
        let at = clause as usize + HEAD;
        let words = &self.words[at..at + self.words[clause as usize] as usize];
        words.iter().map(|&word| Lit::from_word(word))
    }

    /// The clause has played a part in this conflict.
    pub(super) fn touch(&mut self, clause: u32, now: u32) {
        self.words[clause as usize + 2] = now;
    }

    /// Looks at the clauses that watch a literal that has become false.
    #[inline(always)]
    pub(super) fn visit(&mut self, falsified: Lit, state: &mut Assignment) -> Result<(), Conflict> {
        if self.watches[falsified.index()].is_empty() {
            return Ok(());
        }
        let mut watches = mem::take(&mut self.watches[falsified.index()]);
        let (mut seen, mut kept) = (0, 0);
        let mut result = Ok(());
        while seen < watches.len() {
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
            if words[0] == falsified.word() {
                words.swap(0, 1);
            }
            let first = Lit::from_word(words[0]);
            let watch = Watch {
                clause: watch.clause,
                blocker: first,
            };
            if !state.is_true(first) {
                let other = words[2..]
                    .iter()
                    .position(|&word| !state.is_false(Lit::from_word(word)));
                if let Some(other) = other {
                    words.swap(1, other + 2);
                    self.watches[Lit::from_word(words[1]).index()].push(watch);
                    continue;
                }
                if state.is_false(first) {
                    seen -= 1;
                    result = Err(Conflict::Clause(watch.clause));
                    break;
                }
                state.assign(first, Reason::Clause(watch.clause));
            }
            watches[kept] = watch;
            kept += 1;
        }
        watches.copy_within(seen.., kept);
        watches.truncate(kept + watches.len() - seen);
        self.watches[falsified.index()] = watches;
        result
    }

    /// Drops the worse half of the clauses that have literals of several levels and are no reason for
    /// anything, and those that can never be of use again; `drop` gets their literals.
    pub(super) fn reduce(&mut self, state: &mut Assignment, mut drop: impl FnMut(&[Lit])) {
        let mut needed: Vec<u32> = state
            .trail()
            .iter()
            .filter_map(|l| match state.reason(l.var()) {
                Reason::Clause(clause) => Some(clause),
                _ => None,
            })
            .collect();
        needed.sort_unstable();
        let is_needed = |clause: u32| needed.binary_search(&clause).is_ok();
        let mut worst: Vec<u32> = self.all.clone();
        worst.retain(|&clause| self.words[clause as usize + 1] > KEPT_GLUE && !is_needed(clause));
        // Many levels are worse than few, and long unused is worse than just used.
        worst.sort_by_key(|&clause| {
            let clause = clause as usize;
            (u32::MAX - self.words[clause + 1], self.words[clause + 2])
        });
        worst.truncate(worst.len() / 2);
        worst.sort_unstable();
        for watches in &mut self.watches {
            watches.clear();
        }
        let old = mem::take(&mut self.words);
        let mut all = mem::take(&mut self.all);
        // Those of few levels are looked at first.
        all.sort_by_key(|&clause| old[clause as usize + 1]);
        let mut moved = Vec::with_capacity(needed.len());
        let mut literals = Vec::new();
        for clause in all {
            let at = clause as usize;
            let words = &old[at..at + HEAD + old[at] as usize];
            literals.clear();
            literals.extend(words[HEAD..].iter().map(|&word| Lit::from_word(word)));
            let settled = |l: &Lit| state.is_true(*l) && state.level_of(l.var()) == 0;
            let dropped = worst.binary_search(&clause).is_ok();
            if !is_needed(clause) && (dropped || literals.iter().any(settled)) {
                drop(&literals);
                continue;
            }
            let place = self.words.len() as u32;
            if is_needed(clause) {
                moved.push((clause, place));
            }
            self.words.extend_from_slice(words);
            self.all.push(place);
            self.watch(place);
        }
        moved.sort_unstable();
        for k in 0..state.trail().len() {
            let var = state.trail()[k].var();
            if let Reason::Clause(clause) = state.reason(var) {
                let at = moved.binary_search_by_key(&clause, |&(from, _)| from);
                let at = at.expect("a reason is never dropped");
                state.change_reason(var, Reason::Clause(moved[at].1));
            }
        }
    }
}
