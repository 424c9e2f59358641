//! The choice between engines: by multiplicities, the strategy, the size of the problem and its
//! density.

use super::{cells, masks, rows, tallies, turns};
use crate::problem::matrix::Matrix;
use crate::run::alarm::{each_in_parts, Alarm};
use crate::run::machine::Machine;
use crate::run::settings::{Settings, Strategy};
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

/// With fewer options, rows have a state of two or three vectors and nothing is faster.
const FEW_OPTIONS: usize = 96;
/// As many options are looked at to estimate the density,
const SAMPLES: usize = 32;
/// or less, down to 2, if each of them meets options with more entries than this in all.
const SAMPLED_ENTRIES: usize = 1 << 19;
/// Masks win if an option meets at least so many percent of all options
const DENSE: usize = 13;
/// or, if they have to be wider than 64 bits for some time,
const DENSE_FOR_WIDE_MASKS: usize = 20;

pub(super) fn start(matrix: &Matrix, settings: &Settings) -> Box<dyn Machine> {
    if matrix.has_multiplicities() {
        return tallies::start(matrix, settings);
    }
    if settings.strategy != Strategy::Mrv {
        return cells::start(matrix, settings);
    }
    if settings.few {
        return turns::start(walk, matrix, settings);
    }
    walk(matrix, settings)
}

fn walk(matrix: &Matrix, settings: &Settings) -> Box<dyn Machine> {
    if matrix.option_count() > FEW_OPTIONS && masks::fits(matrix, settings) {
        let primary = matrix.primary.iter().filter(|&&primary| primary).count();
        let dense = if primary <= 64 {
            DENSE
        } else {
            DENSE_FOR_WIDE_MASKS
        };
        if density(matrix, &mut Alarm::new(&settings.limits)) >= dense {
            return masks::start(matrix, settings);
        }
    }
    // Too large for rows, it goes to cells from there.
    rows::start(matrix, settings)
}

/// How many percent of the options an option shares an item with, itself included, on average over
/// options spread evenly; what has been seen until then when the alarm rings.
fn density(matrix: &Matrix, alarm: &mut Alarm) -> usize {
    let mut options_of = vec![Vec::new(); matrix.primary.len()];
    for option in 0..matrix.option_count() {
        if alarm.after(matrix.option(option).len()) {
            return 0;
        }
        #[cfg(test)]
        crate::run::looks::touched(matrix.option(option).len());
        for entry in matrix.option(option) {
            options_of[entry.item.index()].push(option);
        }
    }
    let count = matrix.option_count();
    let mut seen = vec![usize::MAX; count];
    let (mut met, mut samples) = (0, 0);
    let most = (SAMPLED_ENTRIES / matrix.entries.len().max(1)).clamp(2, SAMPLES);
    for sample in (0..count).step_by(count / most + 1) {
        samples += 1;
        for entry in matrix.option(sample) {
            let meet = |option: usize, _: &mut Alarm| {
                if seen[option] != sample {
                    seen[option] = sample;
                    met += 1;
                }
            };
            if each_in_parts(&options_of[entry.item.index()], alarm, meet).is_none() {
                break;
            }
        }
    }
    met * 100 / (samples * count).max(1)
}

#[cfg(test)]
mod tests {
    use super::density;
    use crate::format::read;
    use crate::run::alarm::Alarm;
    use crate::run::limits::Limits;

    fn never() -> Alarm {
        Alarm::new(&Limits::none())
    }

    #[test]
    fn density_is_the_share_of_options_that_meet_an_option() {
        // Every option meets itself and one other of four.
        let pairs = read("a b\na\na\nb\nb\n").expect("a valid problem").problem;
        assert_eq!(density(&pairs.matrix, &mut never()), 50);
        // To share two items is to meet once.
        let twins = read("a b\na b\na b\n").expect("a valid problem").problem;
        assert_eq!(density(&twins.matrix, &mut never()), 100);
        let none = read("a\n").expect("a valid problem").problem;
        assert_eq!(density(&none.matrix, &mut never()), 0);
    }
}
