//! How many pairs of numbers are out of order: the Fenwick tree of ac-library-rs.
use ac_library::FenwickTree;

fn main() {
    let numbers = input::numbers();
    let mut seen = FenwickTree::new(numbers.len(), 0);
    let mut inversions = 0;
    for &number in &numbers {
        inversions += seen.sum(number + 1..);
        seen.add(number, 1);
    }
    println!("{inversions}");
}
