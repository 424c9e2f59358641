//! Counting what nobody can list: items are eliminated one by one, and states that agree on what is
//! still open are counted together.

mod meter;
mod number;
mod order;
mod plan;
mod race;
mod reduced;
mod sweep;
mod table;

pub use number::Count;

use crate::problem::matrix::Matrix;
use crate::run::limits::{Limit, Stats};
use crate::run::machine::Machine;
use crate::run::outcome::{Outcome, Report};
use crate::run::progress::Watch;
use crate::run::settings::Settings;
use alloc::boxed::Box;
use meter::{Meter, Rival, Stop};
use race::{race, Enumeration, Lonely};
use reduced::Reduced;
use sweep::Record;

/// What [`Stats::engine`] says.
const NAME: &str = "diagram";

/// What the enumeration may do before anything else is tried, in nodes and updates.
const ALONE: u64 = 1 << 18;

/// The number of solutions, by enumeration and elimination in turns.
pub(crate) fn by_both(
    matrix: &Matrix,
    settings: &Settings,
    machine: Box<dyn Machine>,
    watch: Option<Watch>,
) -> Report<Count> {
    let mut enumeration = Enumeration::new(machine, watch);
    if enumeration.go_on(ALONE) {
        return enumeration.report(Outcome::Exhausted);
    }
    match by_elimination(matrix, settings, &mut enumeration) {
        Ok(report) => report,
        Err(outcome) => enumeration.report(outcome),
    }
}

/// The number of solutions by elimination, or how it ended without an answer.
fn by_elimination(
    matrix: &Matrix,
    settings: &Settings,
    rival: &mut dyn Rival,
) -> Result<Report<Count>, Outcome> {
    let mut meter = Meter::new(&settings.limits, rival);
    match eliminate::<()>(matrix, &mut meter) {
        Ok((_, answer, ())) => {
            let stats = Stats {
                nodes: meter.states,
                updates: meter.steps,
                max_depth: 0,
                solutions: answer.to_u128().unwrap_or(u128::MAX),
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

/// The number of solutions by elimination alone.
pub(crate) fn alone(matrix: &Matrix, settings: &Settings) -> Report<Count> {
    let mut nobody = Lonely::new(settings.watch.clone());
    by_elimination(matrix, settings, &mut nobody).unwrap_or_else(|outcome| Report {
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
                let report = alone(&parsed.problem.matrix, &settings);
                assert_eq!(report.answer, answer);
            });
            assert!(most <= 1 << 16, "{most} of {all}");
            assert!(all > 1 << 18, "{all}");
        }
    }
}
