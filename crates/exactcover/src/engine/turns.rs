//! A walk through the tree and [`LEARN`](super::learn) in turns, for whoever wants a solution or
//! two and no order: where one loses its way, the other may find it.

use super::learn;
use crate::problem::ids::OptionId;
use crate::problem::matrix::Matrix;
use crate::run::alarm::{listed_in_parts, Alarm};
use crate::run::drive::Open;
use crate::run::limits::{Limits, Stats};
use crate::run::machine::{Goal, Machine, Step};
use crate::run::outcome::Outcome;
use crate::run::progress::Shown;
use crate::run::settings::Settings;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// The work that a walk may do before anything else is tried, and as much more for each entry: to
/// read the problem and to set up the other takes about as long. What sets the walk up counts, too;
/// where that alone is more, the other begins. See [`Drive::work`](crate::run::drive::Drive::work).
const ALONE: u64 = 1 << 18;
const ALONE_FOR_AN_ENTRY: u64 = 32;

/// A walk that has at most so many times the work before it that it has done gets all the time. If
/// it is so many times, the other gets as much, or else half as much again.
const SOON: f64 = 1.0;
const FAR: f64 = 16.0;

/// How much the walk does in a turn: what it needs has left the caches meanwhile.
const TURN: u64 = 1 << 18;

/// Problems with more entries than this are not kept for another engine.
const LARGE: usize = 1 << 20;

/// The work that a walk does alone; `None` if the problem is too large for help.
pub(crate) fn alone(matrix: &Matrix) -> Option<u64> {
    let entries = matrix.entries.len();
    (entries <= LARGE).then_some(ALONE + ALONE_FOR_AN_ENTRY * entries as u64)
}

/// The share of a turn, more or less, from one look at their common limits to the next.
const LOOK: u64 = 8;

/// What a walk has before it, by how fast it came on of late. A choice near the root may shut out
/// much of the tree at once; a walk that is lost below the next one goes on for ever and sees
/// nothing.
#[derive(Debug, Default)]
struct Forecast {
    /// The work that it had done, and how much of the tree it had seen then: twice, and the work
    /// has at least doubled from one to the other.
    marks: [(u64, f64); 2],
}

impl Forecast {
    /// How many times the work that the walk has done is still to do. At least a half of that work
    /// is what it goes by.
    fn left(&mut self, work: u64, seen: f64) -> f64 {
        let [_, last] = self.marks;
        if work >= 2 * last.0 {
            self.marks = [last, (work, seen)];
        }
        let (done, before) = self.marks[0];
        if seen <= before {
            return f64::INFINITY;
        }
        let share = (work - done) as f64 / work as f64;
        (1.0 - seen) / (seen - before) * share
    }
}

/// One of them alone at first, mostly the walk, then both in turns. What one of them finds counts
/// if the other has not found it; when one comes to its end, all has been found.
pub(super) struct Turns {
    walk: Box<dyn Machine>,
    /// Once it is its turn for the first time.
    learn: Option<Box<dyn Machine>>,
    matrix: Matrix,
    /// What each of them is told: all but the limits of nodes and solutions, and who watches.
    settings: Settings,
    limits: Limits,
    /// The solutions found so far, each in ascending order.
    found: Vec<Vec<OptionId>>,
    /// How much of the tree the walk has seen, at most: at its very end, no level is left to tell.
    seen: f64,
    forecast: Forecast,
    /// Whether it was the walk that went on last, and the work with which its turn ends, or the
    /// other's.
    walked: bool,
    due: u64,
    /// The work of a turn of the walk.
    turn: u64,
    /// The nodes at which to pause.
    until: u64,
    outcome: Option<Outcome>,
    shown: Shown,
}

/// What `walk` starts, with the help of LEARN where it loses its way.
pub(super) fn start(walk: Start, matrix: &Matrix, settings: &Settings) -> Box<dyn Machine> {
    let kept = alone(matrix).and_then(|due| {
        let kept = copy(matrix, &mut Alarm::new(&settings.limits))?;
        Some(Turns::new(walk, kept, settings, due))
    });
    match kept {
        Some(turns) => Box::new(turns),
        // If it is too late, the walk says so.
        None => walk(matrix, settings),
    }
}

type Start = fn(&Matrix, &Settings) -> Box<dyn Machine>;

fn copy(matrix: &Matrix, alarm: &mut Alarm) -> Option<Matrix> {
    Some(Matrix {
        primary: listed_in_parts(matrix.primary.len(), alarm, |k| matrix.primary[k])?,
        entries: listed_in_parts(matrix.entries.len(), alarm, |k| matrix.entries[k])?,
        starts: listed_in_parts(matrix.starts.len(), alarm, |k| matrix.starts[k])?,
        bounds: Vec::new(),
    })
}

impl Turns {
    fn new(walk: Start, matrix: Matrix, settings: &Settings, due: u64) -> Self {
        let limits = settings.limits.clone();
        let own = Settings {
            limits: limits.clone().nodes(u64::MAX).solutions(u128::MAX),
            watch: None,
            ..settings.clone()
        };
        let walk = walk(&matrix, &own);
        let set_up = walk.set_up();
        Turns {
            walked: set_up <= due,
            due: set_up.abs_diff(due),
            walk,
            learn: None,
            turn: TURN,
            matrix,
            settings: own,
            limits,
            found: Vec::new(),
            seen: 0.0,
            forecast: Forecast::default(),
            until: u64::MAX,
            outcome: None,
            shown: Shown::new(settings.watch.clone()),
        }
    }

    /// Says whose turn it is, and until when.
    fn take_turns(&mut self) {
        if self.last().work() < self.due {
            return;
        }
        if self.walked {
            self.seen = self.walk.seen().max(self.seen);
            let work = self.walk.work();
            let spent = work + self.walk.set_up();
            let due = match self.forecast.left(work, self.seen) {
                left if left <= SOON => 0,
                left if left <= FAR => spent,
                _ => spent + spent / 2,
            };
            if self.learn.as_ref().map_or(0, |learn| learn.work()) < due {
                self.walked = false;
                self.due = due;
                return;
            }
        }
        self.walked = true;
        self.due = self.walk.work() + self.turn;
    }

    /// The one that went on last.
    fn last(&self) -> &dyn Machine {
        match &self.learn {
            Some(learn) if !self.walked => &**learn,
            _ => &*self.walk,
        }
    }

    /// Goes on with one of them, for a while and at most so many nodes.
    fn go_on(&mut self, nodes: u64) -> Step {
        self.take_turns();
        let machine = if self.walked {
            &mut self.walk
        } else {
            let (matrix, settings) = (&self.matrix, &self.settings);
            let learn = &mut self.learn;
            learn.get_or_insert_with(|| learn::start(matrix, settings))
        };
        machine.pause_after(self.turn / LOOK, nodes);
        machine.resume(Goal::Next)
    }

    /// Whether the one that went on last is at a solution that is new.
    fn is_news(&mut self) -> bool {
        let mut solution = Vec::new();
        self.last().chosen(&mut solution);
        solution.sort_unstable();
        let news = !self.found.contains(&solution);
        if news {
            self.found.push(solution);
        }
        news
    }
}

impl Machine for Turns {
    fn resume(&mut self, goal: Goal) -> Step {
        loop {
            let stats = self.stats();
            let limit = self.limits.reached(&stats).map(Outcome::LimitReached);
            self.outcome = self.outcome.or(limit);
            let ended = self.outcome == Some(Outcome::Exhausted);
            self.shown
                .show(if ended { 1.0 } else { self.seen() }, stats);
            if let Some(outcome) = self.outcome {
                return Step::Done(outcome);
            }
            let left = self
                .limits
                .nodes
                .min(self.until)
                .saturating_sub(stats.nodes);
            if left == 0 {
                return Step::Paused;
            }
            match self.go_on(left) {
                Step::Done(outcome) => self.outcome = Some(outcome),
                Step::Solution if self.is_news() && goal == Goal::Next => return Step::Solution,
                Step::Solution | Step::Paused => {}
            }
        }
    }

    fn chosen(&self, options: &mut Vec<OptionId>) {
        self.last().chosen(options);
    }

    /// What both have cost.
    fn stats(&self) -> Stats {
        let walk = self.walk.stats();
        let learn = self
            .learn
            .as_ref()
            .map_or(Stats::default(), |learn| learn.stats());
        Stats {
            nodes: walk.nodes + learn.nodes,
            updates: walk.updates + learn.updates,
            max_depth: walk.max_depth.max(learn.max_depth),
            solutions: self.found.len() as u128,
            engine: self.last().stats().engine,
        }
    }

    fn pause_at(&mut self, nodes: u64) {
        self.until = nodes;
    }

    /// Two searches have two trees, or none.
    fn open(&self) -> Option<Open> {
        None
    }

    fn seen(&self) -> f64 {
        self.seen
    }

    fn work(&self) -> u64 {
        self.walk.work() + self.learn.as_ref().map_or(0, |learn| learn.work())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rows;
    use crate::examples::{coins, random_problem};
    use crate::problem::Problem;
    use crate::random::SplitMix64;
    use crate::run::limits::Limit;
    use crate::run::progress::{Progress, Watch};
    use alloc::sync::Arc;
    use core::sync::atomic::{AtomicBool, Ordering};
    use std::sync::Mutex;

    /// Both search from the beginning on, and change as often as they can.
    fn hasty(problem: &Problem<()>, settings: &Settings) -> Turns {
        let matrix = problem.matrix.clone();
        let mut turns = Turns::new(rows::start, matrix, settings, 0);
        turns.turn = 1;
        turns
    }

    /// All solutions, in ascending order, and the end.
    fn all(machine: &mut dyn Machine) -> (Vec<Vec<OptionId>>, Outcome) {
        let mut found = Vec::new();
        loop {
            match machine.resume(Goal::Next) {
                Step::Solution => {
                    let mut solution = Vec::new();
                    machine.chosen(&mut solution);
                    solution.sort_unstable();
                    found.push(solution);
                }
                Step::Paused => panic!("nobody has asked for a pause"),
                Step::Done(outcome) => {
                    found.sort();
                    return (found, outcome);
                }
            }
        }
    }

    #[test]
    fn both_together_find_each_solution_once() {
        let mut random = SplitMix64::new(19);
        let (mut helped, mut most) = (0, 0);
        for _ in 0..2000 {
            let problem = random_problem(&mut random, 10..41);
            let settings = Settings::default();
            let expected = all(&mut *rows::start(&problem.matrix, &settings));
            let mut turns = hasty(&problem, &settings);
            assert_eq!(all(&mut turns), expected);
            assert_eq!(turns.stats().solutions, expected.0.len() as u128);
            assert_eq!(turns.resume(Goal::Next), Step::Done(Outcome::Exhausted));
            let learn = turns.learn.as_ref().map(|learn| learn.stats());
            helped += usize::from(learn.map_or(false, |stats| stats.solutions > 0));
            most = most.max(expected.0.len());
        }
        assert!(helped > 100, "only {helped} were helped");
        assert!(most > 10, "no problem has many solutions");
    }

    #[test]
    fn a_walk_that_is_long_in_setting_up_waits() {
        for (many, begins) in [(100, "rows"), (3000, "learn")] {
            let mut turns = start(rows::start, &coins(many).matrix, &Settings::default());
            assert_eq!(turns.resume(Goal::Next), Step::Solution);
            assert_eq!(turns.stats().engine, Some(begins));
        }
    }

    #[test]
    fn the_first_nodes_show_how_much_work_a_node_is() {
        let mut walk = rows::start(&coins(40).matrix, &Settings::default());
        while walk.work() < 1 << 15 {
            walk.pause_after(1 << 15, u64::MAX);
            assert_eq!(walk.resume(Goal::Count), Step::Paused);
        }
        assert!(walk.work() < 1 << 16, "{}", walk.work());
    }

    #[test]
    fn a_walk_that_sees_nothing_more_is_far_from_its_end() {
        // Evenly on.
        let mut even = Forecast::default();
        assert!((1..=100_u32).all(|k| {
            let left = 1000.0 / f64::from(k) - 1.0;
            (even.left(k.into(), f64::from(k) / 1000.0) - left).abs() < 1e-6
        }));
        // A quarter at once, and then nothing.
        let mut lost = Forecast::default();
        assert_eq!(lost.left(1, 0.25), 3.0);
        assert_eq!(lost.left(2, 0.25), f64::INFINITY);
    }

    #[test]
    fn limits_hold_for_both_together() {
        let mut random = SplitMix64::new(7);
        for nodes in 0..300 {
            let problem = random_problem(&mut random, 10..41);
            let limits = Limits::none().nodes(nodes % 40);
            let settings = Settings {
                limits,
                ..Settings::default()
            };
            let mut turns = hasty(&problem, &settings);
            let (found, outcome) = all(&mut turns);
            let stats = turns.stats();
            assert_eq!(stats.solutions, found.len() as u128);
            if outcome == Outcome::Exhausted {
                continue;
            }
            assert_eq!(outcome, Outcome::LimitReached(Limit::Nodes));
            // A chain of forced choices has at most one option for each item.
            let most = nodes % 40 + problem.matrix.primary.len() as u64;
            assert!(
                (nodes % 40..=most).contains(&stats.nodes),
                "{stats:?} for {nodes}"
            );
        }
        let problem = coins(8);
        let limits = Limits::none().solutions(3);
        let settings = Settings {
            limits,
            ..Settings::default()
        };
        let (found, outcome) = all(&mut hasty(&problem, &settings));
        assert_eq!(
            (found.len(), outcome),
            (3, Outcome::LimitReached(Limit::Solutions))
        );
    }

    #[test]
    fn a_flag_ends_both() {
        let flag = Arc::new(AtomicBool::new(false));
        let limits = Limits::none().cancel(flag.clone());
        let settings = Settings {
            limits,
            ..Settings::default()
        };
        let mut turns = hasty(&coins(40), &settings);
        for _ in 0..10 {
            assert_eq!(turns.resume(Goal::Next), Step::Solution);
        }
        flag.store(true, Ordering::Relaxed);
        let end = Step::Done(Outcome::LimitReached(Limit::Cancelled));
        assert_eq!(turns.resume(Goal::Next), end);
        flag.store(false, Ordering::Relaxed);
        assert_eq!(turns.resume(Goal::Next), end);
    }

    #[test]
    fn progress_never_goes_back_while_they_take_turns() {
        let shown = Arc::new(Mutex::new(Vec::<Progress>::new()));
        let log = shown.clone();
        let watch = Watch(Arc::new(move |progress| log.lock().unwrap().push(progress)));
        let settings = Settings {
            watch: Some(watch),
            ..Settings::default()
        };
        all(&mut hasty(&coins(10), &settings));
        let shown = shown.lock().unwrap();
        assert!(shown
            .windows(2)
            .all(|two| two[0].fraction <= two[1].fraction));
        assert!(shown
            .windows(2)
            .all(|two| two[0].stats.nodes <= two[1].stats.nodes));
        assert_eq!(shown.last().map(|last| last.fraction), Some(1.0));
    }
}
