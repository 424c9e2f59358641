//! The greatest common divisor and the least common multiple of some numbers.
use num_integer::Integer;
use num_traits::{One, Zero};

fn main() {
    let text = std::io::read_to_string(std::io::stdin()).unwrap();
    let numbers = text
        .split_whitespace()
        .map(|word| word.parse::<u64>().unwrap());
    let both = numbers.fold((u64::zero(), u64::one()), |(gcd, lcm), n| {
        (gcd.gcd(&n), lcm.lcm(&n))
    });
    println!("{} {}", both.0, both.1);
}
