//! The sum of n numbers, read by proconio 0.3.
use proconio_0_3::input;

fn main() {
    input! { n: usize, numbers: [i64; n] }
    println!("{}", numbers.iter().sum::<i64>());
}
