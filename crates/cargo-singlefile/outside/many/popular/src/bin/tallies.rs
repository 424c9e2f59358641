//! How often each number occurs: `hashbrown` 0.14.
use hashbrown::{HashMap, HashSet};

fn main() {
    let mut counts = HashMap::new();
    for number in input::numbers() {
        *counts.entry(number).or_insert(0) += 1;
    }
    let often: HashSet<usize> = counts
        .iter()
        .filter(|(_, &n)| n > 1)
        .map(|(&k, _)| k)
        .collect();
    let mut often: Vec<usize> = often.into_iter().collect();
    often.sort_unstable();
    println!("{often:?} {}", counts.len());
}
