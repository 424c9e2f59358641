//! Sums of the first numbers while they change: `fenwick`.
use fenwick::array::{prefix_sum, update};

fn main() {
    let numbers = input::numbers();
    let mut tree = vec![0; numbers.len()];
    for (i, &k) in numbers.iter().enumerate() {
        update(&mut tree, k, i);
        println!("{}", prefix_sum(&tree, i));
    }
}
