//! Roots of the numbers, each once and sorted.
use ordered_float::OrderedFloat;
use std::collections::BTreeSet;

fn main() {
    let text = std::io::read_to_string(std::io::stdin()).unwrap();
    let numbers = text
        .split_whitespace()
        .map(|word| word.parse::<f64>().unwrap().sqrt());
    let sorted: BTreeSet<_> = numbers.map(OrderedFloat).collect();
    println!("{sorted:?}");
}
