//! How often each word occurs, by fxhash.
use fxhash::FxHashMap;
use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut counts: FxHashMap<&str, u32> = FxHashMap::default();
    for word in text.split_whitespace() {
        *counts.entry(word).or_default() += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_unstable();
    println!("{counts:?}");
}
