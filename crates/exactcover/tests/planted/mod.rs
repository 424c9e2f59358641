//! Problems with few solutions that are far apart.

use exactcover::{Problem, SplitMix64};

/// A solution of options with three items each, among so many other options of three items.
pub(crate) fn planted(items: usize, others: usize, seed: u64) -> Problem {
    let mut random = SplitMix64::new(seed);
    let mut builder = Problem::builder();
    let mut shuffled = builder.primaries(items);
    random.shuffle(&mut shuffled);
    for option in shuffled.clone().chunks(3) {
        builder.option((), option.iter().copied());
    }
    for _ in 0..others {
        random.shuffle(&mut shuffled);
        builder.option((), shuffled[..3].iter().copied());
    }
    builder.build().expect("a valid problem")
}
