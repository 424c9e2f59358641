//! The first place of each number: `rustc-hash`.
use rustc_hash::{FxHashMap, FxHashSet};

fn main() {
    let numbers = input::numbers();
    let seen: FxHashSet<usize> = numbers.iter().copied().collect();
    let mut first = FxHashMap::default();
    for (i, &k) in numbers.iter().enumerate() {
        first.entry(k).or_insert(i);
    }
    let mut first: Vec<_> = first.into_iter().collect();
    first.sort_unstable();
    println!("{} {first:?}", seen.len());
}
