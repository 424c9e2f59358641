//! `plan`: who takes what.

use super::forecast::Forecast;
use super::tally::{show, Tally};
use super::{unwritable, Job};
use crate::records::{hash_on, seal, sync_parent, Steps, NOTHING};
use cli_manners::{tell, Failure, Verdict};
use exactcover::SplitMix64;
use serde_json::json;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// When so little is left for a task, another round would not pay: as a part of all that a task
/// has.
const LITTLE: f64 = 1.0 / 400.0;

pub(crate) fn plan(
    dir: &Path,
    tasks: usize,
    (least, most): (u64, u64),
    out: &mut impl Write,
) -> Result<Verdict, Failure> {
    let job = Job::open(dir)?;
    let tally = Tally::new(&job)?;
    if !tally.contradictions.is_empty() {
        return Ok(contradicted(&tally));
    }
    let mut round = job.next_round();
    if tally.answered(&job.header) {
        writeln!(out, "{round} 0 0")?;
        return Ok(Verdict::Yes);
    }
    let open = tally.open.len();
    let forecast = Forecast::new(&job.header, &tally);
    let tasks = tasks.min(open);
    let quota = forecast.quota(tally.stats.nodes, tasks, !tally.begun_units.is_empty());
    let little = LITTLE * forecast.total / tasks as f64;
    let quota = (quota.max(little) as u64).max(least).min(most);
    let units = tally.open.into_iter().map(|open| open.unit);
    let tasks = deal(units.zip(forecast.sizes).collect(), tasks);
    let plans = dir.join("plans");
    fs::create_dir_all(&plans).map_err(unwritable(&plans))?;
    let staged = plans.join(format!(".{}", std::process::id()));
    let result = write_tasks(&staged, &tasks, quota).and_then(|()| loop {
        // Another plan may have been made meanwhile: a directory that is not empty stays.
        match fs::rename(&staged, job.plan(round)) {
            Err(_) if job.plan(round).exists() => round += 1,
            result => break result,
        }
    });
    if result.is_err() {
        let _ = fs::remove_dir_all(&staged);
    }
    result.map_err(unwritable(&job.plan(round)))?;
    sync_parent(&job.plan(round));
    writeln!(out, "{round} {} {open}", tasks.len())?;
    Ok(Verdict::Yes)
}

pub(super) fn contradicted(tally: &Tally) -> Verdict {
    tally.contradictions.iter().take(10).for_each(tell);
    Verdict::Contradiction
}

/// The largest units first, each to the task with the least so far. Tasks take them in an order
/// that has nothing to do with their sizes: so whatever is done tells what the others will take.
fn deal(mut open: Vec<(Steps, f64)>, tasks: usize) -> Vec<Vec<Steps>> {
    open.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut dealt = vec![Vec::new(); tasks];
    // Positive numbers are in the order of their bits.
    let loads = (0..dealt.len()).map(|task| Reverse((0_u64, task)));
    let mut loads: BinaryHeap<_> = loads.collect();
    for (unit, size) in open {
        if let Some(Reverse((load, task))) = loads.pop() {
            dealt[task].push(unit);
            loads.push(Reverse(((f64::from_bits(load) + size).to_bits(), task)));
        }
    }
    for units in &mut dealt {
        units.sort_by_cached_key(|unit| random(unit));
    }
    dealt.sort_by_cached_key(|units| units.first().map(|unit| random(unit)));
    dealt
}

/// A number that is always the same for the unit, and tells nothing of it. The hash alone is near
/// for units that are near, which are alike.
fn random(unit: &[i64]) -> u64 {
    SplitMix64::new(hash_on(NOTHING, show(unit).as_bytes())).next_u64()
}

fn write_tasks(staged: &Path, tasks: &[Vec<Steps>], quota: u64) -> io::Result<()> {
    fs::create_dir(staged)?;
    for (task, units) in tasks.iter().enumerate() {
        let mut file = File::create(staged.join(task.to_string()))?;
        let lines = units.iter().map(|unit| seal(&json!(unit)));
        let lines: String = std::iter::once(seal(&json!(quota))).chain(lines).collect();
        file.write_all(lines.as_bytes())?;
        file.sync_all()?;
    }
    Ok(())
}
