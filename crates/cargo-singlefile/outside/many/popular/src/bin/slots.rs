//! Places that are given back and taken again: `slab`.
use slab::Slab;

fn main() {
    let mut slab = Slab::new();
    for number in input::numbers() {
        let key = slab.insert(number);
        if let Some(old) = slab.try_remove(number) {
            println!("{key} {old}");
        }
    }
    println!("{:?} {}", slab.iter().collect::<Vec<_>>(), slab.len());
}
