//! Which plan is best shows when they run: the estimates misjudge some.

use super::meter::{Meter, Rival, Stop};
use super::number::Count;
use super::order::orders;
use super::parts::parts;
use super::plan::Plan;
use super::reduced::Reduced;
use super::sweep::{sweep, Record};
use crate::run::machine::{Goal, Machine, Step};
use crate::run::outcome::{Outcome, Report};
use crate::run::progress::{Shown, Watch};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// While a plan seems to make at most twice so many states, no other is tried.
const FEW: f64 = (1 << 13) as f64;

/// After how many states is looked how many a plan seems to make: of the first attempt, and of
/// further ones in proportion to the last.
const FIRST_CAP: u64 = 1 << 9;
const NEXT_CAP: u64 = 4;

/// Plans whose estimate is larger than the best one by this factor, as a power of 2, do not start.
const HOPELESS: f64 = 10.0;

/// The plan at work stops when another seems to be better by this factor.
const SLACK: f64 = 2.0;

/// The plans worth a try, the best estimate first: of each kind the best, none twice.
fn plans(problem: &Reduced, meter: &mut Meter<'_>) -> Result<Vec<Plan>, Stop> {
    let mut plans: Vec<((&str, bool), Plan)> = Vec::new();
    let orders = orders(problem, meter)?;
    for (name, order) in &orders {
        // Of equals the tree: counts of its branches are smaller numbers.
        for path in [false, true] {
            let plan = meter.prepared(|alarm| {
                let plan = Plan::new(problem, order, path, alarm);
                alarm.rang().is_none().then_some(plan)
            })?;
            let plan = match plan {
                Some(plan) => plan,
                None => continue,
            };
            match plans.iter_mut().find(|known| known.0 == (name, path)) {
                Some((_, known)) if known.log <= plan.log => {}
                Some((_, known)) => *known = plan,
                None => plans.push(((name, path), plan)),
            }
        }
    }
    let mut plans: Vec<Plan> = plans.into_iter().map(|(_, plan)| plan).collect();
    plans.sort_by(|a, b| a.log.total_cmp(&b.log));
    // Others with the same estimate differ in names only, as a rule.
    plans.dedup_by(|b, a| b.log - a.log < 1e-9);
    let best = plans.first().map_or(0.0, |plan| plan.log);
    plans.retain(|plan| plan.log < best + HOPELESS && meter.keep(plan.bytes()));
    Ok(plans)
}

/// How a race has ended.
pub(super) enum Raced<R> {
    /// With what a plan has counted and recorded.
    Counted(Count, R),
    /// None fits in the memory. Parts with one of these options each may.
    Parts(Vec<u32>),
}

/// Lets the plan run that seems to make the fewest states, by how far it has come with those of its
/// last attempt, until one comes to its end.
pub(super) fn race<R: Record + Default>(
    problem: &Reduced,
    meter: &mut Meter<'_>,
) -> Result<Raced<R>, Stop> {
    if problem.primary == 0 {
        return Ok(Raced::Counted(Count::one(), R::default()));
    }
    let plans = plans(problem, meter)?;
    // How many states each seems to make, and after how many that is looked at.
    let mut running: Vec<(f64, u64, &Plan)> =
        plans.iter().map(|plan| (FEW, FIRST_CAP, plan)).collect();
    while !running.is_empty() {
        // Of equals, the one that has made fewer so far, then the best estimate.
        running.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let other = running.get(1).map_or(f64::INFINITY, |other| other.0);
        let (all, cap, plan) = &mut running[0];
        let mut record = R::default();
        meter.begin(*cap, SLACK * other);
        match sweep(problem, plan, &mut record, meter) {
            Ok(count) => return Ok(Raced::Counted(count, record)),
            Err(Stop::Cap) => {
                *all = meter.forecast();
                *cap = meter.cap.saturating_mul(NEXT_CAP);
            }
            Err(Stop::Memory) => {
                running.remove(0);
            }
            Err(stop) => return Err(stop),
        }
    }
    meter.forget(plans.iter().map(Plan::bytes).sum());
    match plans.first() {
        Some(plan) => parts(problem, plan, meter).map(Raced::Parts),
        None => Err(Stop::Memory),
    }
}

/// What the enumeration may do before anything else is tried.
const ALONE: u64 = 1 << 20;

/// Of an enumeration with this forecast, in updates, nothing else is tried: it ends in
/// milliseconds.
const SHORT: f64 = (1 << 24) as f64;

/// How an enumeration shares the time with the others. Its work is counted in updates, theirs in
/// entries.
#[derive(Clone, Copy, Debug)]
struct Pace {
    /// With a forecast larger than so many times what they have done, it gets a small part of the
    /// time: of an update for each entry. Otherwise its turn has [`NEAR`] updates for each.
    far: f64,
    part: usize,
    /// What each solution takes beside the updates that find it.
    solution: u64,
    /// With more solutions it gives up.
    most: u128,
}

/// An update takes as long as one to six entries of small tables, and as two thirds of one of large
/// ones: with 2 here, and the same for `far`, it ends after others have done as much as it has, at
/// most.
const NEAR: usize = 2;

/// If solutions are only counted.
const COUNTED: Pace = Pace {
    far: 2.0,
    part: 32,
    solution: 0,
    most: u128::MAX,
};

/// If they have to be found again and made a circuit at the end. All that takes two to three times
/// the forecast, and often a circuit by elimination is nearly made when it seems to be near. So it
/// goes on only if it is short beside what has been done.
const LISTED: Pace = Pace {
    far: 1.0 / 16.0,
    part: 256,
    solution: 1 << 9,
    most: 1 << 20,
};

/// When no tables fit, an enumeration goes on alone if its forecast is at most so many updates,
/// which take ten minutes to an hour; and then while it is at most twice as many.
const HOPE: f64 = (1_u64 << 40) as f64;

/// An enumeration with a larger forecast takes a minute or more.
#[cfg(feature = "rayon")]
const LONG: f64 = (1_u64 << 33) as f64;

/// How many nodes an enumeration goes on for at a time.
const PAUSE: u64 = 64;

/// What the beginning of an enumeration says of its end.
#[cfg(feature = "rayon")]
#[derive(Debug)]
pub(crate) enum Forecast {
    /// It is there.
    Ended,
    /// It ends in milliseconds.
    Short,
    /// It ends in a minute.
    Long,
    /// It does not, but it may be worth to wait.
    Endless { hope: bool },
}

/// The enumeration, which has every second turn as long as it may win. Work is counted in updates.
#[derive(Debug)]
pub(crate) struct Enumeration {
    machine: Box<dyn Machine>,
    outcome: Option<Outcome>,
    /// Its work so far, how much it may have done by now, and the work of the others.
    done: u64,
    due: u64,
    others: u64,
    shown: Shown,
    pace: Pace,
}

impl Enumeration {
    pub(crate) fn new(machine: Box<dyn Machine>, watch: Option<Watch>) -> Self {
        Enumeration {
            machine,
            outcome: None,
            done: 0,
            due: 0,
            others: 0,
            shown: Shown::new(watch),
            pace: COUNTED,
        }
    }

    /// One whose solutions are to be listed when they have been counted.
    pub(super) fn to_be_listed(machine: Box<dyn Machine>, shown: Shown) -> Self {
        Enumeration {
            shown,
            pace: LISTED,
            ..Enumeration::new(machine, None)
        }
    }

    /// Begins alone, and goes on to its end if that is near; whether it has come there.
    pub(super) fn begin(&mut self) -> bool {
        loop {
            if self.go_on(ALONE) || self.whole() >= SHORT {
                return self.outcome.is_some();
            }
        }
    }

    /// Begins alone, and looks ahead.
    #[cfg(feature = "rayon")]
    pub(crate) fn forecast(&mut self) -> Forecast {
        let ended = self.go_on(ALONE);
        match self.whole() {
            _ if ended => Forecast::Ended,
            whole if whole < SHORT => Forecast::Short,
            whole if whole < LONG => Forecast::Long,
            whole => Forecast::Endless {
                hope: whole <= HOPE,
            },
        }
    }

    /// Goes on alone, to its end if there is hope to see that.
    pub(super) fn go_on_alone(&mut self) {
        let mut hope = HOPE;
        if self.done == 0 {
            // There is no forecast yet.
            self.go_on(ALONE);
        }
        while self.has_hope() && self.whole() <= hope && !self.go_on(ALONE) {
            self.show(0.0, 0);
            hope = 2.0 * HOPE;
        }
    }

    /// Whether there are not too many solutions, by what it has found.
    fn has_hope(&self) -> bool {
        self.machine.stats().solutions <= self.pace.most
    }

    /// How it has ended, if it has.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// How much work it will have done in the end, by what it has seen of the whole.
    fn whole(&self) -> f64 {
        self.done as f64 / self.machine.seen()
    }

    /// Goes on for so much work; whether it has come to its end.
    fn go_on(&mut self, work: u64) -> bool {
        self.due += work;
        while self.outcome.is_none() && self.done < self.due {
            self.machine.pause_at(self.machine.stats().nodes + PAUSE);
            if let Step::Done(outcome) = self.machine.resume(Goal::Count) {
                self.outcome = Some(outcome);
            }
            // As many as it makes between two pauses do no harm beyond `most`.
            let found = self.machine.stats().solutions.min(self.pace.most);
            self.done = self.machine.work() + self.pace.solution * found as u64;
        }
        self.outcome.is_some()
    }

    /// What it has found. It ends like this if it has not ended by itself.
    pub(crate) fn report(&mut self, outcome: Outcome) -> Report<Count> {
        let stats = self.machine.stats();
        let outcome = self.outcome.unwrap_or(outcome);
        let share = f64::from(u8::from(outcome == Outcome::Exhausted));
        self.shown.show(share, stats);
        Report {
            answer: Count::from(stats.solutions),
            outcome,
            stats,
        }
    }
}

impl Rival for Enumeration {
    fn turn(&mut self, work: usize, share: f64, states: u64) -> bool {
        self.others += work as u64;
        let pace = &self.pace;
        let near = self.whole() < pace.far * self.others.max(1 << 20) as f64;
        let work = if !self.has_hope() {
            0
        } else if near {
            NEAR * work
        } else {
            work / pace.part
        };
        let ended = self.go_on(work as u64);
        self.show(share, states);
        ended
    }

    fn show(&mut self, share: f64, states: u64) {
        let mut stats = self.machine.stats();
        stats.nodes += states;
        self.shown.show(share.max(self.machine.seen()), stats);
    }
}
