//! Where numbers belong among the sorted ones: `superslice`.
use superslice::Ext;

fn main() {
    let numbers = input::numbers();
    let mut sorted = numbers.clone();
    sorted.sort_unstable();
    for number in &numbers {
        println!(
            "{:?} {}",
            sorted.equal_range(number),
            sorted.upper_bound(number)
        );
    }
    let mut three = numbers[..3].to_vec();
    println!("{} {three:?}", three.next_permutation());
}
