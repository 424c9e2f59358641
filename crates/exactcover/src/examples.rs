//! Problems for the tests of several modules.

use crate::problem::ids::ItemId;
use crate::problem::Problem;
use crate::random::SplitMix64;
use alloc::vec::Vec;
use core::ops::Range;

/// So many items with two options each.
pub(crate) fn coins(items: usize) -> Problem<()> {
    let mut builder = Problem::builder();
    for item in builder.primaries(items) {
        builder.option((), [item]);
        builder.option((), [item]);
    }
    builder.build().expect("a valid problem")
}

/// Up to 20 items, and some options of up to three of them.
pub(crate) fn random_problem(random: &mut SplitMix64, options: Range<usize>) -> Problem<()> {
    let mut builder = Problem::builder();
    let items = builder.primaries(4 + random.below(17));
    for _ in 0..options.start + random.below(options.len()) {
        let mut option: Vec<ItemId> = Vec::new();
        for _ in 0..=random.below(3) {
            let item = items[random.below(items.len())];
            if !option.contains(&item) {
                option.push(item);
            }
        }
        builder.option((), option);
    }
    builder.build().expect("a valid problem")
}
