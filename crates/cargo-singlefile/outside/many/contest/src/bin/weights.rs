//! Which sums some weights can have, as bits of `bitset-fixed`.
use bitset_fixed::BitSet;

fn main() {
    let numbers = input::numbers();
    let mut sums = BitSet::new(numbers.iter().sum::<usize>() + 1);
    sums.set(0, true);
    for &number in numbers.iter().take(6) {
        sums |= &(&sums << number);
    }
    let all: Vec<usize> = (0..sums.size()).filter(|&k| sums[k]).collect();
    println!("{} {all:?}", sums.count_ones());
}
