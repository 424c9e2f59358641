//! The most frequent numbers: `counter`.
use counter::Counter;

fn main() {
    let counts: Counter<usize> = input::numbers().into_iter().collect();
    println!(
        "{:?} {}",
        counts.k_most_common_ordered(4),
        counts.total::<usize>()
    );
    let once: Counter<usize> = counts.keys().copied().collect();
    println!("{:?}", (counts - once).most_common_ordered());
}
