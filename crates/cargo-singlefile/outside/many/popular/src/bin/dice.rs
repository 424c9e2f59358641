//! The numbers in an order by chance, from a seed: `fastrand`.
use fastrand::Rng;

fn main() {
    let mut numbers = input::numbers();
    let mut rng = Rng::with_seed(numbers.len() as u64);
    rng.shuffle(&mut numbers);
    println!("{numbers:?} {} {}", rng.u32(1..=6), rng.f64());
}
