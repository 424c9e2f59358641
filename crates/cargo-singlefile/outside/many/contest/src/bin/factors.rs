//! Prime factors by a sieve: `primal`.
use primal::Sieve;

fn main() {
    let sieve = Sieve::new(1000);
    for number in input::numbers() {
        let big = number * number + 1;
        println!(
            "{:?} {} {}",
            sieve.factor(big),
            sieve.is_prime(number),
            sieve.prime_pi(number)
        );
    }
    println!("{:?}", primal::Primes::all().skip(1000).next());
}
