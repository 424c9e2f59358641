//! Clause learning: every dead end is turned into a *clause*, a set of literals (this option
//! chosen, that one rejected) of which one must be true, and no part of the tree with the same
//! cause is ever entered again. For problems in which a first solution or the proof that there is
//! no other one is hard to find.
//!
//! The groups of a problem, exactly one option of an item or at most one, are not written out as
//! clauses. A required group counts the options that are not rejected and sums up their numbers:
//! when one is left, the sum is its number. The learned clauses watch two of their literals each.
//! `DESIGN.md` has an example.
//!
//! After a solution, a clause of its decisions shuts it out. So solutions may be found in any
//! order, with restarts, and none twice. That would need memory for each of them; so after some,
//! the engine begins to *walk*: there are no more restarts, no jump back goes beyond a decision of
//! the last solution, and each of these is tried with the opposite in turn, from the last to the
//! first.
//!
//! What holds between two decisions:
//! * for each required group, `count` and `sum` are those of its members that are not rejected, as
//!   far as the trail has been looked at;
//! * of the two literals that a clause watches, none is false, or the clause is satisfied;
//! * every literal of a reason is on the trail before what it is the reason for.

mod analysis;
mod assignment;
mod clauses;
mod journal;
mod matchings;
mod network;
mod order;
mod pace;
#[cfg(test)]
mod tests;

use super::table::Table;
use crate::problem::ids::OptionId;
use crate::problem::matrix::Matrix;
use crate::run::alarm::{each_in_parts, filled_in_parts, Alarm};
use crate::run::drive::{Drive, Event, Marks};
use crate::run::limits::{Limit, Stats};
use crate::run::machine::{launch, Machine};
use crate::run::observer::{Literal, Observer};
use crate::run::settings::{Settings, Ties};
use alloc::boxed::Box;
use alloc::vec::Vec;
use analysis::Analysis;
use assignment::{Assignment, Conflict, Reason};
use clauses::Clauses;
use journal::{Journal, Note};
use matchings::{Look, Matchings};
use network::{Lit, Network};
use order::Order;
use pace::Pace;

/// Entries looked at that take as long as an update of a walk.
const ENTRIES: u64 = 6;

/// Starts this engine.
pub(super) fn start(matrix: &Matrix, settings: &Settings) -> Box<dyn Machine> {
    launch(Learn::new(matrix, settings), matrix, settings)
}

#[derive(Debug)]
struct Learn {
    /// The problem, until the search starts.
    table: Option<Table>,
    /// Per primary item of the table, its place in the problem.
    places: Vec<u32>,
    seed: u64,
    /// The options that are chosen before there is anything to decide.
    forced: Vec<u32>,
    search: Option<Learner>,
    alarm: Alarm,
}

impl Learn {
    /// `None` if the time is over first.
    fn new(matrix: &Matrix, settings: &Settings) -> Option<Self> {
        let mut alarm = Alarm::new(&settings.limits);
        Some(Learn {
            table: Some(Table::new(matrix, settings.ties, &mut alarm)?),
            places: places(matrix, settings.ties, &mut alarm)?,
            seed: match settings.ties {
                Ties::Random(seed) => seed,
                Ties::First | Ties::Last => 0,
            },
            forced: Vec::new(),
            search: None,
            alarm,
        })
    }
}

impl Drive for Learn {
    const NAME: &'static str = "learn";

    fn run(&mut self, stats: &mut Stats, marks: &Marks) -> Event {
        if let Some(table) = self.table.take() {
            self.search = self.open_root(&table, stats);
        }
        let forced = self.forced.len();
        match &mut self.search {
            None if self.alarm.rang().is_some() => Event::Paused,
            None => Event::Exhausted,
            Some(search) => search.run(forced, stats, marks, &mut self.alarm),
        }
    }

    fn chosen(&self, options: &mut Vec<OptionId>) {
        let chosen = self.search.iter().flat_map(Learner::chosen);
        options.extend(self.forced.iter().copied().chain(chosen).map(OptionId));
    }

    fn seen(&self) -> f64 {
        self.search.as_ref().map_or(0.0, Learner::seen)
    }

    /// Its nodes and updates are cheap or dear as its clauses are few or many.
    fn work(&self, _stats: &Stats) -> u64 {
        self.alarm.done() / ENTRIES
    }

    fn late(&self) -> Option<Limit> {
        self.alarm.rang()
    }

    const GAP: u64 = u64::MAX;

    fn explain<O: Observer + ?Sized>(&mut self, observer: &mut O) {
        if let Some(search) = &mut self.search {
            search.matches &= observer.counts();
            for note in search.journal.read() {
                match note {
                    Note::Counted([lefts, rights]) => observer.counted(&lefts, &rights),
                    Note::Learned(clause) => observer.learned(&search.named(&clause)),
                    Note::Dropped(clause) => observer.dropped(&search.named(&clause)),
                }
            }
        }
    }
}

impl Learn {
    /// Chooses what is forced, and sets up the search in the rest; `None` if some item cannot be
    /// covered, or if the alarm rings.
    fn open_root(&mut self, table: &Table, stats: &mut Stats) -> Option<Learner> {
        let part = table.settle(stats, &mut self.forced, &mut self.alarm)?;
        let network = Network::new(table, &part, &self.places, &mut self.alarm)?;
        Learner::new(network, self.seed, Pace::default(), &mut self.alarm)
    }
}

/// Per primary item, in the order that the ties give it, its place in the problem. `None` if the
/// alarm rings.
fn places(matrix: &Matrix, ties: Ties, alarm: &mut Alarm) -> Option<Vec<u32>> {
    let (number, primary) = ties.ranking(matrix, alarm)?;
    let mut places = filled_in_parts(0, primary, alarm)?;
    let mut place = 0;
    each_in_parts(&number, alarm, |number, _| {
        if let Some(item) = places.get_mut(number as usize) {
            *item = place;
        }
        place += 1;
    })?;
    Some(places)
}

/// The search in what is left after the root.
#[derive(Debug)]
struct Learner {
    network: Network,
    state: Assignment,
    clauses: Clauses,
    matchings: Matchings,
    /// Whether matchings are to be looked for.
    matches: bool,
    order: Order,
    analysis: Analysis,
    pace: Pace,
    journal: Journal,
    /// How many solutions have been shut out by clauses.
    stored: u32,
    /// While walking, the level up to which the decisions are those of the last solution, and
    /// nothing may be jumped over.
    floor: Option<u32>,
    /// Literals that must be true and were learned while walking, above level 0.
    units: Vec<Lit>,
    at_solution: bool,
    exhausted: bool,
}

impl Learner {
    /// `None` if the alarm rings.
    fn new(network: Network, seed: u64, pace: Pace, alarm: &mut Alarm) -> Option<Self> {
        Some(Learner {
            state: Assignment::new(&network, alarm)?,
            clauses: Clauses::new(network.vars, alarm)?,
            matchings: Matchings::default(),
            matches: true,
            order: Order::new(&network, seed, alarm)?,
            analysis: Analysis::new(network.vars, alarm)?,
            pace,
            journal: Journal::default(),
            stored: 0,
            floor: None,
            units: Vec::new(),
            at_solution: false,
            exhausted: false,
            network,
        })
    }

    fn run(&mut self, forced: usize, stats: &mut Stats, marks: &Marks, alarm: &mut Alarm) -> Event {
        loop {
            if self.at_solution {
                self.at_solution = false;
                self.leave_solution(alarm);
            }
            if alarm.rang().is_some() {
                return Event::Paused;
            }
            if stats.nodes >= marks.nodes || stats.updates >= marks.updates {
                return Event::Paused;
            }
            if self.exhausted {
                return Event::Exhausted;
            }
            let result = self.propagate(stats, marks.updates, alarm);
            if alarm.rang().is_some() {
                return Event::Paused;
            }
            stats.max_depth = stats.max_depth.max(forced + self.state.depth());
            match result {
                Ok(true) => {}
                Ok(false) => continue,
                Err(conflict) => {
                    self.learn(conflict, alarm);
                    continue;
                }
            }
            // They are dear, so they are asked when all else has been heard.
            if !self.matchings.are_none() {
                match self.look(alarm) {
                    Some(true) => continue,
                    Some(false) => {}
                    None => return Event::Paused,
                }
            }
            // Matchings are found at level 0. Walking, there is no way back to it.
            let due = self.matches && self.pace.conflicts >= self.pace.easy;
            if self.floor.is_none() && (due || self.pace.starts_again()) {
                self.start_again(alarm);
                continue;
            }
            let (state, aims) = (&self.state, self.pace.aims());
            match self.order.next(aims, |var| state.is_open(var), alarm) {
                Some(literal) => self.state.decide(literal),
                None if alarm.rang().is_some() => return Event::Paused,
                // All is assigned, and nothing is false.
                None => {
                    stats.solutions += 1;
                    self.at_solution = true;
                    if stats.solutions >= marks.solutions {
                        return Event::Solution;
                    }
                }
            }
        }
    }

    fn chosen(&self) -> impl Iterator<Item = u32> + '_ {
        let trail = self.state.trail().iter();
        let chosen = trail.filter(|literal| literal.is_chosen());
        chosen.filter_map(|literal| self.network.options.get(literal.var() as usize).copied())
    }

    /// While walking, each decision stands for half of what was left above it.
    fn seen(&self) -> f64 {
        let (mut seen, mut share) = (0.0, 1.0);
        if self.floor.is_some() {
            for &literal in self.state.trail() {
                let tried = self.state.reason(literal.var()) == Reason::Tried;
                let level = self.state.level_of(literal.var());
                if tried || (level > 0 && self.state.decision(level) == literal) {
                    share /= 2.0;
                }
                if tried {
                    seen += share;
                }
            }
        }
        seen
    }

    /// What follows from matchings; whether anything does. `None` if the alarm rings.
    fn look(&mut self, alarm: &mut Alarm) -> Option<bool> {
        let before = self.state.trail().len();
        let conflicts = self.pace.conflicts;
        match self.matchings.look(&mut self.state, conflicts, alarm)? {
            Look::Nothing => return Some(false),
            Look::News => {
                if self.state.level() == 0 && self.journal.is_kept() {
                    self.note_facts(before, alarm);
                }
            }
            Look::Conflict(conflict, level) => {
                self.undo(level.max(self.floor.unwrap_or(0)), alarm);
                if alarm.rang().is_none() {
                    self.learn(conflict, alarm);
                }
            }
        }
        Some(true)
    }

    /// Notes what has been assigned by matchings for good.
    fn note_facts(&mut self, before: usize, alarm: &mut Alarm) {
        for k in before..self.state.trail().len() {
            let literal = self.state.trail()[k];
            if let Reason::Hall(hall) = self.state.reason(literal.var()) {
                self.note_halls(&[hall]);
                self.journal.learned(&[literal], alarm);
            }
        }
    }

    /// Notes all that propagation cannot see of the trail.
    fn note_all_halls(&mut self) {
        let all: Vec<u32> = (0..self.matchings.halls()).collect();
        self.note_halls(&all);
    }

    fn note_halls(&mut self, halls: &[u32]) {
        for &hall in halls {
            let items = self.matchings.items(hall, &self.network);
            self.journal.counted(items);
        }
    }

    fn undo(&mut self, level: u32, alarm: &mut Alarm) {
        if !self.matchings.are_none() && self.matchings.forget(level, &self.state, alarm).is_none()
        {
            return;
        }
        let order = &mut self.order;
        self.state.undo(level, &self.network, alarm, |literal| {
            order.release(literal);
        });
    }

    /// If the alarm rings, the clause may be half made: nobody gets to know of it.
    fn learn(&mut self, conflict: Conflict, alarm: &mut Alarm) {
        if self.state.level() <= self.floor.unwrap_or(0) {
            self.try_opposite(alarm);
            return;
        }
        self.order.offer(self.state.settled(), alarm);
        let lesson = self.analysis.learn(
            conflict,
            &self.state,
            &self.network,
            &mut self.clauses,
            &self.matchings,
            &mut self.order,
            self.pace.conflicts + 1,
            alarm,
        );
        let lesson = match lesson {
            Some(lesson) => lesson,
            None => return,
        };
        let matched = matches!(conflict, Conflict::Hall(_));
        self.pace.learned(matched);
        self.order.decay();
        if self.journal.is_kept() {
            let mut halls = self.analysis.halls().to_vec();
            halls.sort();
            halls.dedup();
            self.note_halls(&halls);
        }
        self.undo(lesson.level.max(self.floor.unwrap_or(0)), alarm);
        if alarm.rang().is_some() {
            return;
        }
        let clause = self.analysis.clause();
        self.journal.learned(clause, alarm);
        if clause.len() == 1 && self.floor.is_some() {
            self.units.push(clause[0]);
        }
        let conflicts = self.pace.conflicts;
        match self.clauses.add(clause, lesson.glue, conflicts, alarm) {
            Some(reason) => self.state.assign(clause[0], reason),
            None => return,
        }
        if self.pace.reduces() {
            let journal = &mut self.journal;
            let reduced =
                self.clauses
                    .reduce(&mut self.state, conflicts, alarm, |clause, alarm| {
                        journal.dropped(clause, alarm);
                    });
            debug_assert!(reduced.is_some() || alarm.rang().is_some());
        }
    }

    fn start_again(&mut self, alarm: &mut Alarm) {
        self.undo(0, alarm);
        if alarm.rang().is_some() {
            return;
        }
        if self.pace.rearranges() {
            self.order.rearrange(alarm);
        }
        self.renew_matchings(alarm);
    }

    /// At level 0, looks for matchings once it is not easy, and drops those that are of no use.
    fn renew_matchings(&mut self, alarm: &mut Alarm) -> Option<()> {
        if self.matches && self.pace.conflicts >= self.pace.easy {
            self.matches = false;
            self.matchings = Matchings::find(&self.network, alarm)?;
        }
        self.matchings.drop_useless(&self.network, alarm)
    }

    /// Sees to it that the solution is not found again.
    fn leave_solution(&mut self, alarm: &mut Alarm) {
        let level = self.state.level();
        if self.stored == self.pace.stored || level == 0 {
            self.floor = Some(level);
            self.try_opposite(alarm);
            return;
        }
        self.stored += 1;
        if self.journal.is_kept() {
            self.note_all_halls();
        }
        let clause = match self.not_all((1..=level).rev(), alarm) {
            Some(clause) => clause,
            None => return,
        };
        self.journal.learned(&clause, alarm);
        self.undo(level - 1, alarm);
        if alarm.rang().is_some() {
            return;
        }
        if let Some(reason) = self.clauses.add(&clause, 0, self.pace.conflicts, alarm) {
            self.state.assign(clause[0], reason);
        }
    }

    /// Of these decisions, one is wrong. `None` if the alarm rings.
    fn not_all(&self, levels: impl Iterator<Item = u32>, alarm: &mut Alarm) -> Option<Vec<Lit>> {
        let mut clause = Vec::new();
        for level in levels {
            each_in_parts(&[level], alarm, |level, _| {
                clause.push(!self.state.decision(level));
            })?;
        }
        Some(clause)
    }

    /// All is known of what the decisions up to the floor leave: turns the last of them round.
    fn try_opposite(&mut self, alarm: &mut Alarm) {
        loop {
            let floor = self.floor.unwrap_or(0);
            if floor == 0 {
                if self.journal.is_kept() {
                    self.note_all_halls();
                }
                self.exhausted = true;
                return;
            }
            let last = self.state.decision(floor);
            if self.journal.is_kept() {
                self.note_opposite(floor, alarm);
            }
            self.undo(floor - 1, alarm);
            if alarm.rang().is_some() {
                return;
            }
            self.floor = Some(floor - 1);
            self.state.assign(!last, Reason::Tried);
            let state = &mut self.state;
            let mut clash = false;
            let all = each_in_parts(&self.units, alarm, |unit, _| {
                clash |= state.is_false(unit);
                if state.is_open(unit.var()) {
                    state.assign(unit, Reason::None);
                }
            });
            if all.is_none() || !clash {
                return;
            }
        }
    }

    /// Notes that not all decisions up to the floor can be right, and that nobody needs to know any
    /// more what was found out in the same way with more of them.
    fn note_opposite(&mut self, floor: u32, alarm: &mut Alarm) -> Option<()> {
        self.note_all_halls();
        let clause = self.not_all(1..=floor, alarm)?;
        self.journal.learned(&clause, alarm);
        for k in 0..self.state.trail().len() {
            if alarm.after(1) {
                return None;
            }
            #[cfg(test)]
            crate::run::looks::touched(1);
            let literal = self.state.trail()[k];
            let level = self.state.level_of(literal.var());
            if self.state.reason(literal.var()) == Reason::Tried && level >= floor {
                let mut clause = self.not_all(1..=level, alarm)?;
                clause.push(literal);
                self.journal.dropped(&clause, alarm);
            }
        }
        Some(())
    }

    /// Assigns what follows from the groups and the clauses: see [`Assignment::propagate`].
    // Within the loop of the search it takes 0.7% more instructions (`qwh30-300`).
    #[inline(never)]
    fn propagate(
        &mut self,
        stats: &mut Stats,
        updates: u64,
        alarm: &mut Alarm,
    ) -> Result<bool, Conflict> {
        let (state, network, clauses) = (&mut self.state, &self.network, &mut self.clauses);
        // It has this reference itself: one to the reference would be read at every literal.
        let visit =
            move |falsified, state: &mut _, alarm: &mut _| clauses.visit(falsified, state, alarm);
        state.propagate(network, stats, updates, alarm, visit)
    }

    /// The literals of a clause, by the names of their options.
    fn named(&self, clause: &[Lit]) -> Vec<Literal> {
        let name = |literal: &Lit| {
            let option = self.network.options[literal.var() as usize] as Literal + 1;
            if literal.is_chosen() {
                option
            } else {
                -option
            }
        };
        clause.iter().map(name).collect()
    }
}
