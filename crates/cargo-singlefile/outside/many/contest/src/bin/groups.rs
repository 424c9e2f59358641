//! Groups of numbers that lead to each other: `disjoint-sets`.
use disjoint_sets::UnionFind;

fn main() {
    let numbers = input::numbers();
    let mut sets = UnionFind::<usize>::new(numbers.len());
    for (i, &k) in numbers.iter().enumerate() {
        println!("{}", sets.union(i, k));
    }
    println!("{:?} {}", sets.to_vec(), sets.equiv(0, 1));
}
