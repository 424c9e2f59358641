//! Places of each number: `multimap`.
use multimap::MultiMap;

fn main() {
    let numbers = input::numbers();
    let places: MultiMap<usize, usize> = numbers.iter().copied().zip(0..).collect();
    for number in &numbers {
        println!("{:?} {}", places.get_vec(number), places.is_vec(number));
    }
}
