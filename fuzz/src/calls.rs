//! Searches of all kinds in any order, side by side, paused, resumed, cancelled, cloned and
//! limited, against all solutions as [`oracle`](crate::oracle) knows them.

use crate::oracle::{self, Found};
use arbitrary::{Arbitrary, Unstructured};
use core::ops::ControlFlow;
use exactcover::{
    Color, Engine, Entry, First, Limit, Limits, OptionId, Outcome, Problem, Search, Solution,
    Solutions, Stats, Strategy, Ties, Unique,
};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A problem: how many items, and per option a bit for each of them, and what colors.
#[derive(Arbitrary, Debug)]
pub(crate) struct Sketch {
    primary: u8,
    secondary: u8,
    options: Vec<(u16, u16)>,
}

impl Sketch {
    pub(crate) fn problem(&self) -> Problem<usize> {
        let mut builder = Problem::builder();
        // Secondary items first, so that the engines have to number them anew.
        let mut items = builder.secondaries(usize::from(self.secondary % 4));
        let secondary = items.len();
        items.extend(builder.primaries(usize::from(self.primary % 9)));
        for (label, &(has, colors)) in self.options.iter().take(14).enumerate() {
            let chosen = (0..items.len()).filter(|k| has >> k & 1 == 1);
            let entries: Vec<Entry> = chosen
                .map(|k| match u32::from(colors >> (2 * k % 16) & 3) {
                    color @ 1..=3 if k < secondary => items[k].color(Color::new(color)),
                    _ => items[k].into(),
                })
                .collect();
            if entries.iter().any(|entry| entry.item.index() >= secondary) {
                builder.option(label, entries);
            }
        }
        builder.build().expect("a valid problem")
    }
}

#[derive(Arbitrary, Clone, Copy, Debug)]
struct Setup {
    engine: u8,
    strategy: u8,
    ties: u8,
    /// Limits, each if it is below a half of its range.
    solutions: u8,
    nodes: u8,
    /// A deadline: in the past, in an hour, or none.
    deadline: Option<bool>,
    watched: bool,
}

#[derive(Arbitrary, Debug)]
enum Call {
    /// Starts an iterator.
    Start(Setup),
    /// Takes so many solutions from an iterator that was started.
    Next(u8, u8),
    /// Raises the flag of an iterator.
    Cancel(u8),
    Drop(u8),
    Count(Setup),
    First(Setup),
    Unique(Setup),
    /// Shows solutions to a visitor that breaks after so many.
    Run(Setup, u8),
    ParCount(Setup),
    ParTake(Setup, u8),
    ParUnique(Setup),
}

/// A search, and what it was told.
struct Told<'p> {
    search: Search<'p, usize>,
    /// Whether the order of the solutions is promised.
    mrv: bool,
    ties: Ties,
    solutions: u128,
    nodes: u64,
    /// Whether the deadline has passed or the flag is up.
    late: bool,
    flag: Arc<AtomicBool>,
    seen: Arc<Mutex<f64>>,
}

fn told(problem: &Problem<usize>, setup: Setup) -> Told<'_> {
    let engine = match usize::from(setup.engine) % (Engine::ALL.len() + 1) {
        0 => Engine::AUTO,
        k => Engine::ALL[k - 1],
    };
    let strategy =
        [Strategy::Mrv, Strategy::Weighted, Strategy::Restarts][usize::from(setup.strategy % 3)];
    let ties = match setup.ties % 4 {
        0 => Ties::First,
        1 => Ties::Last,
        _ => Ties::Random(setup.ties.into()),
    };
    let flag = Arc::new(AtomicBool::new(false));
    let mut limits = Limits::none().cancel(Arc::clone(&flag));
    let (mut solutions, mut nodes) = (u128::MAX, u64::MAX);
    if setup.solutions < 128 {
        solutions = u128::from(setup.solutions % 16);
        limits = limits.solutions(solutions);
    }
    if setup.nodes < 128 {
        nodes = setup.nodes.into();
        limits = limits.nodes(nodes);
    }
    if let Some(passed) = setup.deadline {
        let hour = Duration::from_secs(3600);
        let now = Instant::now();
        limits = limits.deadline(if passed { now } else { now + hour });
    }
    let seen = Arc::new(Mutex::new(0.0));
    let mut search = problem
        .search_with(engine)
        .strategy(strategy)
        .ties(ties)
        .limits(limits);
    if setup.watched {
        let seen = Arc::clone(&seen);
        search = search.watch(move |progress| {
            let mut seen = seen.lock().expect("no panic so far");
            assert!(*seen <= progress.fraction && progress.fraction <= 1.0);
            *seen = progress.fraction;
        });
    }
    Told {
        // A clone is as good as the original.
        search: search.clone(),
        mrv: strategy == Strategy::Mrv && engine.name() != "learn",
        ties,
        solutions,
        nodes,
        late: setup.deadline == Some(true),
        flag,
        seen,
    }
}

impl Told<'_> {
    /// The end of a search that has shown `found` of `all`: an outcome that may be so.
    fn check_end(&self, outcome: Outcome, found: usize, all: usize, stats: &Stats) {
        let count = found as u128;
        assert!(found <= all && count <= self.solutions);
        match outcome {
            Outcome::Exhausted => {
                assert_eq!(found, all);
                assert!(count < self.solutions && !self.late);
            }
            Outcome::Stopped => {}
            Outcome::LimitReached(Limit::Solutions) => assert_eq!(count, self.solutions),
            Outcome::LimitReached(Limit::Nodes) => assert!(stats.nodes >= self.nodes),
            Outcome::LimitReached(Limit::Deadline) => assert!(self.late),
            Outcome::LimitReached(Limit::Cancelled) => assert!(self.flag.load(Ordering::Relaxed)),
            Outcome::LimitReached(limit) => panic!("{limit:?}"),
        }
        assert!(!self.late || found == 0);
    }
}

/// An iterator that was started, and what it has shown so far.
struct Running<'p> {
    told: Told<'p>,
    solutions: Solutions<'p, usize>,
    shown: BTreeSet<Found>,
    stats: Stats,
}

/// A solution as the oracle has it, after a look whether it is one.
fn checked(
    problem: &Problem<usize>,
    all: &BTreeSet<Found>,
    solution: &Solution<'_, usize>,
) -> Found {
    assert_eq!(problem.verify(solution.options()), Ok(()));
    let labels = solution.labels().copied();
    assert!(labels.eq(solution
        .options()
        .iter()
        .map(|&option| *problem.label(option))));
    let mut options: Vec<OptionId> = solution.options().to_vec();
    options.sort_unstable();
    assert!(all.contains(&options));
    options
}

/// Calls in any order.
pub(crate) fn calls(data: &[u8]) {
    let mut input = Unstructured::new(data);
    let problem = match input.arbitrary::<Sketch>() {
        Ok(sketch) => sketch.problem(),
        Err(_) => return,
    };
    let all = match oracle::solutions(&problem, 4000) {
        Some(all) => all,
        None => return,
    };
    let mut running: Vec<Running<'_>> = Vec::new();
    let mut calls = 0;
    while let (false, Ok(call)) = (input.is_empty() || calls > 60, input.arbitrary::<Call>()) {
        calls += 1;
        let slot = |k: u8, running: &[Running<'_>]| {
            (!running.is_empty()).then(|| usize::from(k) % running.len().max(1))
        };
        match call {
            Call::Start(setup) => {
                let told = told(&problem, setup);
                running.push(Running {
                    solutions: told.search.solutions(),
                    told,
                    shown: BTreeSet::new(),
                    stats: Stats::default(),
                });
            }
            Call::Next(k, count) => {
                if let Some(k) = slot(k, &running) {
                    running[k].take(&problem, &all, count);
                }
            }
            Call::Cancel(k) => {
                if let Some(k) = slot(k, &running) {
                    running[k].told.flag.store(true, Ordering::Relaxed);
                }
            }
            Call::Drop(k) => {
                if let Some(k) = slot(k, &running) {
                    running.swap_remove(k);
                }
            }
            Call::Count(setup) => {
                let told = told(&problem, setup);
                let report = told.search.count();
                assert_eq!(report.answer, report.stats.solutions);
                told.check_end(
                    report.outcome,
                    report.answer as usize,
                    all.len(),
                    &report.stats,
                );
                if setup.watched && report.outcome == Outcome::Exhausted {
                    assert!(*told.seen.lock().expect("no panic so far") == 1.0);
                }
            }
            Call::ParCount(setup) => {
                let told = told(&problem, setup);
                let report = told.search.par_count();
                assert_eq!(report.answer, report.stats.solutions);
                told.check_end(
                    report.outcome,
                    report.answer as usize,
                    all.len(),
                    &report.stats,
                );
            }
            Call::First(setup) => {
                let told = told(&problem, setup);
                let report = told.search.first();
                match report.answer {
                    First::Found(solution) => {
                        let first = checked(&problem, &all, &solution);
                        assert!(!told.mrv || in_order(&problem, &all, told.ties)[0] == first);
                    }
                    First::None => assert!(all.is_empty()),
                    First::Unknown(limit) => {
                        told.check_end(Outcome::LimitReached(limit), 0, all.len(), &report.stats);
                    }
                }
            }
            Call::Unique(setup) => {
                let told = told(&problem, setup);
                let report = told.search.unique();
                check_unique(&problem, &all, &told, report.answer, &report.stats);
            }
            Call::ParUnique(setup) => {
                let told = told(&problem, setup);
                let report = told.search.par_unique();
                check_unique(&problem, &all, &told, report.answer, &report.stats);
            }
            Call::Run(setup, most) => {
                let told = told(&problem, setup);
                let mut shown = BTreeSet::new();
                let report = told.search.run(|solution| {
                    assert!(shown.insert(checked(&problem, &all, solution)));
                    if shown.len() > usize::from(most) {
                        return ControlFlow::Break(());
                    }
                    ControlFlow::Continue(())
                });
                let stopped = report.outcome == Outcome::Stopped;
                assert_eq!(stopped, shown.len() > usize::from(most));
                told.check_end(report.outcome, shown.len(), all.len(), &report.stats);
            }
            Call::ParTake(setup, most) => {
                let told = told(&problem, setup);
                let report = told.search.par_take(most.into());
                let taken: Vec<Found> = (report.answer.iter())
                    .map(|solution| checked(&problem, &all, solution))
                    .collect();
                let distinct: BTreeSet<&Found> = taken.iter().collect();
                assert_eq!(distinct.len(), taken.len());
                assert!(taken.len() <= usize::from(most));
                if report.outcome == Outcome::Stopped {
                    assert_eq!(taken.len(), usize::from(most));
                }
                // Whatever the limits.
                assert!(!told.mrv || in_order(&problem, &all, told.ties).starts_with(&taken));
                told.check_end(report.outcome, taken.len(), all.len(), &report.stats);
            }
        }
    }
}

impl Running<'_> {
    fn take(&mut self, problem: &Problem<usize>, all: &BTreeSet<Found>, count: u8) {
        for _ in 0..count {
            let over = self.solutions.outcome();
            let next = self.solutions.next();
            let stats = self.solutions.stats();
            assert!(stats.nodes >= self.stats.nodes && stats.updates >= self.stats.updates);
            self.stats = stats;
            match next {
                Some(solution) => {
                    assert_eq!(over, None, "a solution after the end");
                    assert!(self.shown.insert(checked(problem, all, &solution)), "twice");
                    assert_eq!(stats.solutions, self.shown.len() as u128);
                    assert!(stats.max_depth >= solution.options().len());
                }
                None => {
                    let outcome = self.solutions.outcome().expect("it has ended");
                    assert!(over.is_none_or(|over| over == outcome));
                    self.told
                        .check_end(outcome, self.shown.len(), all.len(), &stats);
                    return;
                }
            }
        }
    }
}

fn check_unique(
    problem: &Problem<usize>,
    all: &BTreeSet<Found>,
    told: &Told<'_>,
    answer: Unique<Solution<'_, usize>>,
    stats: &Stats,
) {
    match answer {
        Unique::None => assert!(all.is_empty()),
        Unique::One(only) => {
            checked(problem, all, &only);
            assert_eq!(all.len(), 1);
        }
        Unique::Many(one, other) => {
            let found = [checked(problem, all, &one), checked(problem, all, &other)];
            assert_ne!(found[0], found[1]);
            assert!(!told.mrv || in_order(problem, all, told.ties).starts_with(&found));
        }
        Unique::Unknown(found, limit) => {
            let found: Vec<Found> = (found.iter())
                .map(|found| checked(problem, all, found))
                .collect();
            assert!(!told.mrv || in_order(problem, all, told.ties).starts_with(&found));
            told.check_end(Outcome::LimitReached(limit), found.len(), all.len(), stats);
        }
    }
}

/// The solutions in the order of dancing links, which every engine promises to keep.
fn in_order(problem: &Problem<usize>, all: &BTreeSet<Found>, ties: Ties) -> Vec<Found> {
    let links = problem.search_with(Engine::LINKS).ties(ties);
    links
        .solutions()
        .map(|solution| checked(problem, all, &solution))
        .collect()
}
