//! Prime factors by division, and the primes between: `primes`.
use primes::{PrimeSet, Sieve};

fn main() {
    let mut sieve = Sieve::new();
    for number in input::numbers() {
        let big = (number * 31 + 2) as u64;
        println!("{:?} {:?}", primes::factors(big), sieve.find(number as u64));
    }
}
