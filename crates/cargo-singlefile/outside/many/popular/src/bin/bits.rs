//! A sieve of bits: `bitvec`.
use bitvec::prelude::*;

fn main() {
    let numbers = input::numbers();
    let mut seen = bitvec![0; numbers.len()];
    for &number in &numbers {
        seen.set(number, true);
    }
    println!("{} {:?}", seen.count_ones(), seen.first_zero());
    println!("{:?}", seen.iter_ones().collect::<Vec<_>>());
}
