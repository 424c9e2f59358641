//! Every learned clause holds in every solution that has not been found yet, and nothing is found
//! but solutions, each once: on small problems, against trying everything.

use super::journal::Note;
use super::network::{Lit, Network};
use super::pace::Pace;
use super::{places, Learner, Table};
use crate::problem::ids::{Color, Entry, ItemId};
use crate::problem::Problem;
use crate::random::SplitMix64;
use crate::run::alarm::Alarm;
use crate::run::drive::{Event, Marks};
use crate::run::limits::{Limits, Stats};
use crate::run::settings::Ties;
use alloc::vec::Vec;

/// A problem with many dead ends: short options on few items, some of them secondary.
fn random_problem(random: &mut SplitMix64) -> Problem {
    let mut builder = Problem::builder();
    let primary = builder.primaries(5 + random.below(5));
    let secondary = builder.secondaries(random.below(5));
    let colors = random.below(4);
    for _ in 0..12 + random.below(9) {
        let mut items: Vec<ItemId> = primary.clone();
        random.shuffle(&mut items);
        items.truncate(1 + random.below(3));
        let mut entries: Vec<Entry> = items.into_iter().map(Entry::from).collect();
        for &item in &secondary {
            if random.below(3) == 0 {
                entries.push(match random.below(colors + 1) {
                    0 => item.into(),
                    color => item.color(Color::new(color as u32)),
                });
            }
        }
        builder.option((), entries);
    }
    builder.build().expect("a valid problem")
}

fn go_together(problem: &Problem, a: usize, b: usize) -> bool {
    let theirs = problem.matrix.option(b);
    problem.matrix.option(a).iter().all(|entry| {
        let mut theirs = theirs.iter().filter(|other| other.item == entry.item);
        theirs.all(|other| entry.color.is_some() && entry.color == other.color)
    })
}

/// All solutions, each as the ascending list of its options.
fn solutions(problem: &Problem) -> Vec<Vec<u32>> {
    let mut partial = alloc::vec![Vec::new()];
    for option in 0..problem.option_count() {
        for k in 0..partial.len() {
            let chosen: &Vec<u32> = &partial[k];
            let fits = |&other: &u32| go_together(problem, option, other as usize);
            if chosen.iter().all(fits) {
                let mut more = chosen.clone();
                more.push(option as u32);
                partial.push(more);
            }
        }
    }
    partial.retain(|chosen| {
        let covers = |item: ItemId| {
            let mut options = chosen.iter();
            options.any(|&o| {
                problem
                    .matrix
                    .option(o as usize)
                    .iter()
                    .any(|e| e.item == item)
            })
        };
        problem
            .items()
            .all(|item| !problem.is_primary(item) || covers(item))
    });
    partial.sort();
    partial
}

/// Searches for everything, checking every clause, and returns how many were learned and dropped.
fn check(problem: &Problem, ties: Ties, seed: u64, pace: Pace) -> (usize, usize) {
    let mut alarm = Alarm::new(&Limits::none());
    let table = Table::new(&problem.matrix, ties, &mut alarm).expect("no limits");
    let places = places(&problem.matrix, ties, &mut alarm).expect("no limits");
    let mut stats = Stats::default();
    let mut forced = Vec::new();
    let expected = solutions(problem);
    let part = match table.settle(&mut stats, &mut forced, &mut alarm) {
        Some(part) => part,
        None => {
            assert!(expected.is_empty());
            return (0, 0);
        }
    };
    let network = Network::new(&table, &part, &places, &mut alarm).expect("no limits");
    let mut search = Learner::new(network, seed, pace, &mut alarm).expect("no limits");
    search.journal.read();
    let mut found: Vec<Vec<u32>> = Vec::new();
    let mut clauses = (0, 0);
    let mut alive: Vec<Vec<Lit>> = Vec::new();
    loop {
        let marks = Marks {
            nodes: stats.nodes + 1,
            updates: u64::MAX,
            solutions: stats.solutions + 1,
        };
        let event = search.run(forced.len(), &mut stats, &marks, &mut alarm);
        for note in search.journal.read() {
            match note {
                Note::Counted(_) => {}
                Note::Learned(mut clause) => {
                    for solution in expected
                        .iter()
                        .filter(|&solution| !found.contains(solution))
                    {
                        let holds = |literal: &Lit| {
                            let option = search.network.options[literal.var() as usize];
                            solution.contains(&option) == literal.is_chosen()
                        };
                        assert!(clause.iter().any(holds), "{clause:?} denies {solution:?}");
                    }
                    clauses.0 += 1;
                    clause.sort_unstable();
                    alive.push(clause);
                }
                Note::Dropped(mut clause) => {
                    clauses.1 += 1;
                    clause.sort_unstable();
                    let place = alive.iter().position(|other| *other == clause);
                    alive.swap_remove(place.expect("what is dropped was learned"));
                }
            }
        }
        match event {
            Event::Paused => {}
            Event::Exhausted => break,
            Event::Solution => {
                let mut solution: Vec<u32> =
                    forced.iter().copied().chain(search.chosen()).collect();
                solution.sort_unstable();
                assert!(expected.contains(&solution), "{solution:?} is none");
                assert!(!found.contains(&solution), "{solution:?} comes twice");
                found.push(solution);
            }
        }
    }
    assert_eq!(found.len(), expected.len());
    clauses
}

#[test]
fn every_clause_holds_in_every_solution_that_is_left() {
    let mut random = SplitMix64::new(3);
    let (mut learned, mut dropped, mut without) = (0, 0, 0);
    for round in 0..2000 {
        let problem = random_problem(&mut random);
        without += u32::from(solutions(&problem).is_empty());
        for stored in [0, 1, 1000] {
            let ties = Ties::Random(round);
            let counts = check(&problem, ties, round, Pace::hasty(stored));
            learned += counts.0;
            dropped += counts.1;
        }
        check(&problem, Ties::First, 0, Pace::default());
    }
    // Otherwise there was nothing to check.
    assert!(learned > 10_000, "{learned} learned");
    assert!(dropped > 100, "{dropped} dropped");
    assert!(
        (500..1500).contains(&without),
        "{without} without a solution"
    );
}

/// The example of `DESIGN.md`.
#[test]
fn learns_that_the_last_option_of_the_toy_is_in_no_solution() {
    let problem = crate::format::read("a b c d\na b\na c\nb d\nc d\nd\n")
        .expect("a problem")
        .problem;
    let mut alarm = Alarm::new(&Limits::none());
    let table = Table::new(&problem.matrix, Ties::First, &mut alarm).expect("no limits");
    let places = places(&problem.matrix, Ties::First, &mut alarm).expect("no limits");
    let mut stats = Stats::default();
    let part = table
        .settle(&mut stats, &mut Vec::new(), &mut alarm)
        .expect("no dead end");
    let network = Network::new(&table, &part, &places, &mut alarm).expect("no limits");
    let mut search = Learner::new(network, 0, Pace::default(), &mut alarm).expect("no limits");
    search.journal.read();
    let last = search
        .network
        .options
        .iter()
        .position(|&option| option == 4);
    let last = Lit::chosen(last.expect("it was not settled") as u32);
    search.state.decide(last);
    let result = search.propagate(&mut stats, u64::MAX, &mut alarm);
    search.learn(result.expect_err("there is a conflict"), &mut alarm);
    assert_eq!(search.journal.read(), [Note::Learned(alloc::vec![!last])]);
    assert_eq!(search.state.trail(), [!last]);
}
