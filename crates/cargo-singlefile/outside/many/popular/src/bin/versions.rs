//! A list that keeps its earlier states: `im-rc`.
use im_rc::{OrdMap, Vector};

fn main() {
    let mut list = Vector::new();
    let mut states = Vec::new();
    for number in input::numbers() {
        list.push_front(number);
        states.push(list.clone());
    }
    let sums: OrdMap<usize, usize> = states
        .iter()
        .map(|list| (list[0], list.iter().sum::<usize>()))
        .collect();
    println!("{sums:?} {:?}", states[9]);
}
