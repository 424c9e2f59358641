//! Numbers sorted and shown on the way: `tap`.
use tap::{Conv, Pipe, Tap};

fn main() {
    let sorted = input::numbers().tap_mut(|numbers| numbers.sort_unstable());
    let total = sorted.iter().sum::<usize>().tap(|sum| println!("{sum}"));
    println!(
        "{}",
        total
            .pipe(|sum| sum * 2)
            .pipe(|sum| sum as u32)
            .conv::<f64>()
    );
}
