//! Which numbers occur, in two halves: `fixedbitset`.
use fixedbitset::FixedBitSet;

fn main() {
    let numbers = input::numbers();
    let (a, b) = numbers.split_at(numbers.len() / 2);
    let set = |half: &[usize]| {
        let mut set = FixedBitSet::with_capacity(numbers.len());
        set.extend(half.iter().copied());
        set
    };
    let (a, b) = (set(a), set(b));
    println!(
        "{:?} {}",
        a.intersection(&b).collect::<Vec<_>>(),
        (&a | &b).count_ones(..)
    );
}
