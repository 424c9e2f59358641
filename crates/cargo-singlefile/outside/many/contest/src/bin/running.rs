//! Running sums, and places evenly apart: `itertools-num`.
use itertools_num::{linspace, ItertoolsNum};

fn main() {
    let numbers = input::numbers();
    println!("{:?}", numbers.iter().cumsum::<usize>().collect::<Vec<_>>());
    println!(
        "{:?}",
        linspace(0.0, numbers[0] as f64, 5).collect::<Vec<_>>()
    );
}
