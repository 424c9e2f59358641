//! When memory is short: a problem has a part for each option of an item, with smaller tables.

use super::meter::{Meter, Stop};
use super::number::{exp2, log2};
use super::plan::Plan;
use super::reduced::{Part, Reduced};
use alloc::vec;
use alloc::vec::Vec;

/// Tables smaller than the largest one by this, as a power of 2, are not looked at.
const SMALL: f64 = 10.0;

/// Where more tables than this are large, no option makes all of them smaller.
const MOST_TABLES: usize = 1 << 12;

/// The largest table of a part is smaller than that of the whole by this at least, and for each
/// half all parts together take at most so many times as long; as powers of 2.
const LEAST_GAIN: f64 = 0.4;
const MOST_PRICE: f64 = 3.0;

/// The options of the item whose parts take least time for what they save of the memory of a plan,
/// by its estimates; none if nothing is saved.
pub(super) fn parts(
    problem: &Reduced,
    plan: &Plan,
    meter: &mut Meter<'_>,
) -> Result<Vec<u32>, Stop> {
    let width = |scope: &Vec<u32>| scope.iter().map(|&item| problem.weight(item)).sum();
    let widths: Vec<f64> = plan.scope.iter().map(width).collect();
    let peak = widths.iter().copied().fold(0.0, f64::max);
    // The sizes of large tables, and per item, which of them have it.
    let mut sizes = Vec::new();
    let mut places = vec![Vec::new(); problem.items()];
    for (scope, width) in plan.scope.iter().zip(widths) {
        if width > peak - SMALL {
            if sizes.len() == MOST_TABLES {
                return Ok(Vec::new());
            }
            for &item in scope {
                places[item as usize].push(sizes.len() as u32);
            }
            sizes.push(exp2(width - peak));
        }
        meter.work(2 * scope.len() + 1)?;
    }
    let shares = (0..problem.items() as u32).map(|item| exp2(-problem.weight(item)));
    let shares: Vec<f64> = shares.collect();
    // Per item, the largest table of all its parts, and the sum of all tables.
    let mut all = vec![(0.0_f64, 0.0); problem.primary];
    let mut left = Vec::new();
    for option in 0..problem.options() {
        left.clone_from(&sizes);
        for part in problem.option(option) {
            let item = part.item as usize;
            for &place in &places[item] {
                left[place as usize] *= shares[item];
            }
            meter.work(1 + places[item].len())?;
        }
        let largest = left.iter().copied().fold(0.0, f64::max);
        let sum: f64 = left.iter().sum();
        for part in problem.option(option) {
            if let Some(all) = all.get_mut(part.item as usize) {
                *all = (all.0.max(largest), all.1 + sum);
            }
        }
        meter.work(2 * left.len() + 1)?;
    }
    let whole: f64 = sizes.iter().sum();
    let mut best = (MOST_PRICE, None);
    for (item, &(largest, sum)) in (0..).zip(&all) {
        let times = problem.times(item);
        if times.low == 1 && !times.several() && largest > 0.0 {
            let gain = -log2(largest);
            let price = log2(sum / whole) / gain;
            if gain > LEAST_GAIN && price < best.0 - 1e-9 {
                best = (price, Some(item));
            }
        }
        meter.work(1)?;
    }
    let is_best = |part: &Part| Some(part.item) == best.1;
    let has_it = |&option: &usize| problem.option(option).iter().any(is_best);
    let options = (0..problem.options()).filter(has_it);
    Ok(options.map(|option| option as u32).collect())
}
