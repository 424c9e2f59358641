//! Counting what nobody can list: items are eliminated one by one, and states that agree on what is
//! still open are counted together.

mod circuit;
mod list;
mod meter;
mod number;
mod order;
mod parts;
mod plan;
mod race;
mod reduced;
mod sweep;
mod symmetry;
mod table;
#[cfg(feature = "rayon")]
mod threads;

pub use circuit::{Circuit, CircuitError, Covers};
pub use number::Count;

use crate::problem::ids::OptionId;
use crate::problem::matrix::Matrix;
use crate::run::limits::{Limit, Stats};
use crate::run::machine::Machine;
use crate::run::outcome::{Outcome, Report};
use crate::run::progress::Watch;
use crate::run::settings::Settings;
use crate::search::{Choices, Left};
use alloc::boxed::Box;
use alloc::vec::Vec;
use circuit::Derivations;
pub(crate) use list::Waiting;
use meter::{Lonely, Meter, Rival, Stop};
pub(crate) use race::Enumeration;
#[cfg(feature = "rayon")]
pub(crate) use race::Forecast;
use race::{race, Raced};
use reduced::Reduced;
use sweep::Record;
use symmetry::Orbit;

/// What [`Stats::engine`] says.
const NAME: &str = "diagram";

/// More threads than this would wait for each other.
const MOST_SHARDS: usize = 64;

/// The number of solutions, by enumeration and elimination in turns.
pub(crate) fn by_both(
    matrix: &Matrix,
    settings: &Settings,
    machine: Box<dyn Machine>,
    watch: Option<Watch>,
) -> Report<Count> {
    let mut enumeration = Enumeration::new(machine, watch);
    if enumeration.begin() {
        return enumeration.report(Outcome::Exhausted);
    }
    match by_elimination(matrix, settings, &mut enumeration, 1) {
        Ok(report) => report,
        Err(outcome) => {
            if outcome == Outcome::LimitReached(Limit::Memory) {
                enumeration.go_on_alone();
            }
            enumeration.report(outcome)
        }
    }
}

/// The number of solutions by elimination, or how it ended without an answer.
fn by_elimination(
    matrix: &Matrix,
    settings: &Settings,
    rival: &mut dyn Rival,
    threads: usize,
) -> Result<Report<Count>, Outcome> {
    let mut meter = Meter::new(&settings.limits, rival);
    meter.shards = threads.next_power_of_two().min(MOST_SHARDS);
    recorded(matrix, meter, |_, count, (), _| Ok(count))
        .map_err(|stop| Outcome::LimitReached(stop.limit()))
}

/// What is made of the number of solutions and the record of how they were counted.
fn recorded<R: Record + Default, T>(
    matrix: &Matrix,
    mut meter: Meter<'_>,
    make: impl FnOnce(&Reduced, Count, R, &mut Meter<'_>) -> Result<T, Stop>,
) -> Result<Report<T>, Stop> {
    let made = eliminate(matrix, &mut meter).and_then(|(reduced, count, record)| {
        let solutions = count.to_u128().unwrap_or(u128::MAX);
        Ok((make(&reduced, count, record, &mut meter)?, solutions))
    });
    let (answer, solutions) = made?;
    let stats = Stats {
        nodes: meter.states,
        updates: meter.steps,
        max_depth: 0,
        solutions,
        engine: Some(NAME),
    };
    meter.finish();
    Ok(Report {
        answer,
        outcome: Outcome::Exhausted,
        stats,
    })
}

/// All solutions with the options chosen before, in a problem of so many options; `names` says
/// which of them the options of the matrix are. The rival has the numbers of that problem.
pub(crate) fn compiled(
    matrix: &Matrix,
    settings: &Settings,
    options: usize,
    chosen: &[OptionId],
    names: &[OptionId],
    mut rival: Waiting<'_>,
) -> Report<Option<Circuit>> {
    let node = |option: OptionId| option.index() as u32 + 1;
    let eliminated = |rival: &mut dyn Rival| {
        recorded(
            matrix,
            Meter::new(&settings.limits, rival),
            |reduced, count, record: Derivations, meter| {
                if count.is_zero() {
                    return Ok(Some(Circuit::empty(options)));
                }
                let name = |option: &u32| node(names[*option as usize]);
                let chosen = chosen.iter().map(|&option| node(option));
                let always: Vec<u32> = chosen.chain(reduced.forced.iter().map(name)).collect();
                let name = |option: u32| name(&reduced.ids[option as usize]);
                record.into_circuit(options, name, &always, meter).map(Some)
            },
        )
    };
    let made = match eliminated(&mut rival) {
        Err(stop @ (Stop::Beaten | Stop::Memory)) => {
            match rival.listed(options, &settings.limits) {
                // The tables may fit where the list does not.
                Err(Stop::Memory) if stop == Stop::Beaten => {
                    let made = eliminated(&mut Lonely::new(None));
                    if let Ok(report) = &made {
                        rival.show(1.0, report.stats.nodes);
                    }
                    made
                }
                listed => listed,
            }
        }
        made => made,
    };
    made.unwrap_or_else(|stop| Report {
        answer: None,
        outcome: Outcome::LimitReached(stop.limit()),
        stats: Stats::default(),
    })
}

/// The number of solutions by elimination alone, with so many threads, or how it ended without.
pub(crate) fn by_elimination_alone(
    matrix: &Matrix,
    settings: &Settings,
    threads: usize,
) -> Result<Report<Count>, Outcome> {
    let mut nobody = Lonely::new(settings.watch.clone());
    by_elimination(matrix, settings, &mut nobody, threads)
}

/// The same, which is 0 if it ended without.
pub(crate) fn alone(matrix: &Matrix, settings: &Settings, threads: usize) -> Report<Count> {
    by_elimination_alone(matrix, settings, threads).unwrap_or_else(|outcome| Report {
        answer: Count::zero(),
        outcome,
        stats: Stats::default(),
    })
}

/// What is left of the problem, its number of solutions, and how these were made.
fn eliminate<R: Record + Default>(
    matrix: &Matrix,
    meter: &mut Meter<'_>,
) -> Result<(Reduced, Count, R), Stop> {
    let mut times = Count::one();
    let mut chosen: Option<Matrix> = None;
    let begun = meter.work_done();
    loop {
        let matrix = chosen.as_ref().unwrap_or(matrix);
        let reduced = match Reduced::new(matrix, &mut meter.alarm) {
            Some(reduced) => reduced,
            None if meter.alarm.rang().is_some() => return Err(meter.late()),
            None => return Ok((Reduced::default(), Count::zero(), R::default())),
        };
        // Of solutions that were multiplied there is no record, and of parts neither.
        if !R::WANTED {
            let before = meter.work_done() - begun;
            if let Some(orbit) = symmetry::any_option(&reduced, before, meter)? {
                times = &times * &Count::from(u64::from(orbit.size));
                let left = part(matrix, reduced.name(orbit.option), meter)?;
                meter.forget(chosen.as_ref().map_or(0, Matrix::bytes));
                if !meter.keep(left.bytes()) {
                    return Err(Stop::Memory);
                }
                chosen = Some(left);
                continue;
            }
        }
        return match race(&reduced, meter)? {
            Raced::Counted(count, record) => Ok((reduced, &times * &count, record)),
            Raced::Parts(options) if !R::WANTED && !options.is_empty() => {
                let orbits = symmetry::orbits(&reduced, &options, meter)?.into_iter();
                let named = |orbit: Orbit| (reduced.name(orbit.option), orbit.size);
                let parts = orbits.map(named).collect();
                drop(reduced);
                let count = sum_of_parts(matrix, parts, meter)?;
                Ok((Reduced::default(), &times * &count, R::default()))
            }
            Raced::Parts(_) => Err(Stop::Memory),
        };
    }
}

/// What is left of a problem with this option.
fn part(matrix: &Matrix, option: OptionId, meter: &mut Meter<'_>) -> Result<Matrix, Stop> {
    match Left::new(matrix, &Choices::new(&[option], &[]), meter.alarm.limits()) {
        Some(left) => Ok(left.matrix),
        None => {
            meter.alarm.now();
            Err(meter.late())
        }
    }
}

/// The number of solutions of a problem that does not fit in the memory, all of which have exactly
/// one of these options, or of so many that are as good as that.
fn sum_of_parts(
    matrix: &Matrix,
    options: Vec<(OptionId, u32)>,
    meter: &mut Meter<'_>,
) -> Result<Count, Stop> {
    let mut sum = Count::zero();
    let (mut states, mut steps) = (0, 0);
    let mut parts = meter.parts(options.len())?;
    for (option, times) in options {
        let left = part(matrix, option, meter)?;
        meter.begin_part(&mut parts, left.bytes())?;
        let (_, count, ()) = eliminate(&left, meter)?;
        sum += &(&count * &Count::from(u64::from(times)));
        states += meter.states;
        steps += meter.steps;
    }
    meter.end_parts(&parts);
    meter.states = states;
    meter.steps = steps;
    Ok(sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::ids::{Color, Entry};
    use crate::random::SplitMix64;
    use crate::run::alarm::Alarm;
    use crate::run::limits::Limits;
    use crate::run::looks;
    use crate::Problem;
    use alloc::format;
    use alloc::string::String;
    use core::fmt::Write;

    /// Latin squares (joins of large tables) or dominoes (a single sweep).
    pub(super) fn problem(side: usize, latin: bool) -> String {
        let mut text = String::new();
        let mut options = String::new();
        for a in 0..side {
            for b in 0..side {
                if latin {
                    let _ = write!(text, "p{a}.{b} r{a}.{b} c{a}.{b} ");
                    for d in 0..side {
                        let _ = writeln!(options, "p{a}.{b} r{a}.{d} c{b}.{d}");
                    }
                    continue;
                }
                let _ = write!(text, "p{a}.{b} ");
                if a > 0 {
                    let _ = writeln!(options, "p{}.{b} p{a}.{b}", a - 1);
                }
                if b > 0 {
                    let _ = writeln!(options, "p{a}.{} p{a}.{b}", b - 1);
                }
            }
        }
        format!("{text}\n{options}")
    }

    #[test]
    fn every_attempt_looks_at_the_limits_after_so_many_entries() {
        for (side, latin, answer) in [(12, false, 53_060_477_521_960_000_u128), (5, true, 161_280)]
        {
            let parsed = crate::format::read(&problem(side, latin)).expect("a valid problem");
            let settings = Settings::default();
            let (most, all) = looks::counted(|| {
                let report = alone(&parsed.problem.matrix, &settings, 1);
                assert_eq!(report.answer, answer);
            });
            assert!(most <= 1 << 16, "{most} of {all}");
            assert!(all > 1 << 18, "{all}");
        }
    }

    /// Coins that lie beside each other, in a row of their own each or of two, and so many options
    /// that are the same.
    pub(super) fn coins(count: usize, in_a_row: bool, same: usize) -> Problem {
        let mut builder = Problem::builder();
        let items = builder.primaries(count + 1);
        for (k, &item) in items.iter().enumerate() {
            let last = k == count;
            for _ in 0..if last { same } else { 2 } {
                builder.option((), [item]);
            }
            if in_a_row && !last && k % 2 == 1 {
                builder.option((), [items[k - 1], item]);
            }
        }
        builder.build().expect("a valid problem")
    }

    #[test]
    fn symmetries_take_no_longer_than_the_states_that_they_save() {
        // As many symmetries as there are coins, of which none saves anything; and an item all of
        // whose options go into each other.
        for (count, same) in [(800, 1), (1, 4_000)] {
            let problem = coins(count, false, same);
            let (_, all) = looks::counted(|| {
                let report = alone(&problem.matrix, &Settings::default(), 1);
                let log = count as f64 + number::log2(same as f64);
                assert!((report.answer.log2() - log).abs() < 1e-9);
            });
            assert!(all < 1 << 24, "{count} {same}: {all}");
        }
    }

    #[test]
    fn plans_for_many_items_look_at_the_limits_after_so_many_entries() {
        let problem = coins(40_000, true, 1);
        let (most, all) = looks::counted(|| {
            let settings = Settings::default();
            let names: Vec<OptionId> = problem.options().collect();
            let start = || problem.search().start();
            let rival = Waiting::new(&start, 0, None);
            let made = compiled(&problem.matrix, &settings, names.len(), &[], &names, rival);
            let circuit = made.answer.expect("there is no limit");
            // Each row lies in one of five ways.
            let log = 20_000.0 * 5_f64.log2();
            assert!((circuit.count().log2() - log).abs() < 1e-3);
        });
        assert!(most <= 1 << 16, "{most} of {all}");
        assert!(all > 1 << 20, "{all}");
    }

    /// Options that lie near each other along a line, with colors; and with multiplicities or not.
    pub(super) fn along_a_line(seed: u64) -> Problem {
        let mut random = SplitMix64::new(seed);
        let mut builder = Problem::builder();
        let (items, painted) = (builder.primaries(16), builder.secondaries(16));
        for &item in items.iter().skip(1).step_by(3).filter(|_| seed % 2 == 1) {
            let low = random.below(2) as u32;
            builder.multiplicity(item, low..=low + 1);
        }
        for k in 0..16 {
            for _ in 0..5 {
                let near = items[k + 1..].iter().take(6);
                let near: Vec<_> = near.filter(|_| random.below(3) == 0).collect();
                let mut option: Vec<Entry> = near.into_iter().map(|&item| item.into()).collect();
                option.push(items[k].into());
                if random.below(2) == 0 {
                    let color = Color::new(random.below(3) as u32);
                    option.push(painted[(k + random.below(4)) % 16].color(color));
                }
                builder.option((), option);
            }
        }
        builder.build().expect("a valid problem")
    }

    #[test]
    fn parts_of_what_does_not_fit_in_memory_add_up_to_the_whole() {
        let mut added = [0; 2];
        for seed in 0..40 {
            let problem = along_a_line(seed);
            let expected = problem.search().count().answer;
            for memory in (13..30).step_by(4).map(|k| k * 1_000) {
                let limits = Limits::none().memory(memory);
                let reduced = Reduced::new(&problem.matrix, &mut Alarm::new(&limits));
                let mut nobody = Lonely::new(None);
                let mut meter = Meter::new(&limits, &mut nobody);
                let whole = race::<()>(&reduced.expect("a solution"), &mut meter);
                let settings = Settings {
                    limits: limits.clone(),
                    ..Settings::default()
                };
                match by_elimination_alone(&problem.matrix, &settings, 1) {
                    Ok(report) => {
                        assert_eq!(report.answer, expected, "seed {seed}, {memory} bytes");
                        let in_parts = matches!(whole, Ok(Raced::Parts(_)));
                        added[seed as usize % 2] += u32::from(in_parts);
                    }
                    Err(outcome) => assert_eq!(outcome, Outcome::LimitReached(Limit::Memory)),
                }
            }
        }
        // With once and with multiplicities.
        assert!(added.iter().all(|&added| added > 5), "{added:?}");
    }
}
