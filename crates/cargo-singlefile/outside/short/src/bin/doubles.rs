//! Twice each number, with the fast output of proconio.
use proconio::{fastout, input};

#[fastout]
fn main() {
    input! { n: usize, next: [u64; n] }
    for x in &next {
        println!("{}", x * 2);
    }
    print!("{}", next.iter().sum::<u64>());
}
