//! Numbers by chance from a generator that is the same everywhere: `rand_pcg`.
use rand::distributions::{Distribution, Uniform};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

fn main() {
    let numbers = input::numbers();
    let mut rng = Pcg64Mcg::seed_from_u64(numbers[0] as u64);
    let draws = Uniform::from(0..numbers.len())
        .sample_iter(&mut rng)
        .take(10);
    println!("{:?}", draws.map(|i| numbers[i]).collect::<Vec<_>>());
}
