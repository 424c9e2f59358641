//! Counting what nobody can list: items are eliminated one by one, and states that agree on what is
//! still open are counted together.

mod circuit;
mod meter;
mod number;
mod order;
mod plan;
mod race;
mod reduced;
mod sweep;
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
use alloc::boxed::Box;
use alloc::vec::Vec;
use circuit::Derivations;
use meter::{Lonely, Meter, Rival, Stop};
use race::race;
pub(crate) use race::Enumeration;
#[cfg(feature = "rayon")]
pub(crate) use race::Forecast;
use reduced::Reduced;
use sweep::Record;

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
}

/// What is made of the number of solutions and the record of how they were counted.
fn recorded<R: Record + Default, T>(
    matrix: &Matrix,
    mut meter: Meter<'_>,
    make: impl FnOnce(&Reduced, Count, R, &mut Meter<'_>) -> Result<T, Stop>,
) -> Result<Report<T>, Outcome> {
    let made = eliminate(matrix, &mut meter).and_then(|(reduced, count, record)| {
        let solutions = count.to_u128().unwrap_or(u128::MAX);
        Ok((make(&reduced, count, record, &mut meter)?, solutions))
    });
    match made {
        Ok((answer, solutions)) => {
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
        Err(Stop::Late(limit)) => Err(Outcome::LimitReached(limit)),
        Err(_) => Err(Outcome::LimitReached(Limit::Memory)),
    }
}

/// All solutions with the options chosen before, in a problem of so many options; `names` says which
/// of them the options of the matrix are.
pub(crate) fn compiled(
    matrix: &Matrix,
    settings: &Settings,
    options: usize,
    chosen: &[OptionId],
    names: &[OptionId],
) -> Report<Option<Circuit>> {
    let mut nobody = Lonely::new(settings.watch.clone());
    let node = |option: OptionId| option.index() as u32 + 1;
    let report = recorded(
        matrix,
        Meter::new(&settings.limits, &mut nobody),
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
    );
    report.unwrap_or_else(|outcome| Report {
        answer: None,
        outcome,
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
    match Reduced::new(matrix, &mut meter.alarm) {
        Some(reduced) => {
            let (count, record) = race(&reduced, meter)?;
            Ok((reduced, count, record))
        }
        None if meter.alarm.rang().is_some() => Err(meter.late()),
        None => Ok((Reduced::default(), Count::zero(), R::default())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::looks;
    use alloc::format;
    use alloc::string::String;
    use core::fmt::Write;

    /// Latin squares (joins of large tables) or dominoes (a single sweep).
    fn problem(side: usize, latin: bool) -> String {
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
}
