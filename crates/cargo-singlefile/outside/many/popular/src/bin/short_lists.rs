//! Lists that stay off the heap while they are short: `smallvec`.
use smallvec::{smallvec, SmallVec};

fn main() {
    let numbers = input::numbers();
    let mut lists: Vec<SmallVec<[usize; 2]>> = vec![smallvec![]; numbers.len()];
    for (i, &k) in numbers.iter().enumerate() {
        lists[k].push(i);
    }
    lists.retain(|list| !list.is_empty());
    println!(
        "{lists:?} {}",
        lists.iter().filter(|list| list.spilled()).count()
    );
}
