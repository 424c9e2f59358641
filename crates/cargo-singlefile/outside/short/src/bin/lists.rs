//! The numbers in a list that stays off the heap while it is short.
use tinyvec::TinyVec;

fn main() {
    let text = std::io::read_to_string(std::io::stdin()).unwrap();
    let numbers = text.split_whitespace().map(|word| word.parse().unwrap());
    let mut list: TinyVec<[i32; 2]> = numbers.collect();
    list.reverse();
    println!("{list:?}");
}
