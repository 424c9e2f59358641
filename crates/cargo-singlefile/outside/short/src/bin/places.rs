//! Where a permutation leads, read by proconio 0.4.
use proconio::{input, marker::Usize1};

fn main() {
    input! { n: usize, next: [Usize1; n] }
    println!(
        "{:?}",
        (0..n).map(|from| next[next[from]]).collect::<Vec<_>>()
    );
}
