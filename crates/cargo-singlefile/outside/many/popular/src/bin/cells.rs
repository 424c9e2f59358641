//! The numbers in maps and sets of `ahash`.
use ahash::{AHashMap, AHashSet};

fn main() {
    let mut places = AHashMap::<usize, Vec<usize>>::new();
    for (i, k) in input::numbers().into_iter().enumerate() {
        places.entry(k).or_default().push(i);
    }
    let lengths: AHashSet<usize> = places.values().map(Vec::len).collect();
    let mut places: Vec<_> = places.into_iter().collect();
    places.sort_unstable();
    println!("{places:?} {}", lengths.len());
}
