//! The numbers in an order by chance, from a seed: `rand` 0.8 with all it has.
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};

fn main() {
    let mut numbers = input::numbers();
    let mut rng = StdRng::seed_from_u64(numbers.len() as u64);
    numbers.shuffle(&mut rng);
    println!("{numbers:?} {} {}", rng.gen_range(1..=6), rng.gen::<f64>());
}
