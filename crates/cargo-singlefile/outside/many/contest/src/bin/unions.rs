//! Groups with their sizes: `union-find`.
use union_find::{QuickUnionUf, UnionBySize, UnionFind};

fn main() {
    let numbers = input::numbers();
    let mut groups = QuickUnionUf::<UnionBySize>::new(numbers.len());
    for (i, &k) in numbers.iter().enumerate() {
        println!("{} {}", groups.union(i, k), groups.get(k).size());
    }
}
