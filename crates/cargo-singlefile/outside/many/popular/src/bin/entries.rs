//! How often each number occurs, in the order of the first: `indexmap` 2.
use indexmap::{IndexMap, IndexSet};

fn main() {
    let numbers = input::numbers();
    let mut counts = IndexMap::new();
    for number in &numbers {
        *counts.entry(number).or_insert(0) += 1;
    }
    let set: IndexSet<usize> = numbers.iter().copied().collect();
    println!("{counts:?} {:?}", set.get_index_of(&9));
    counts.swap_remove(&numbers[0]);
    println!("{:?}", counts.get_index(0));
}
