//! All orders of the first numbers: `permutohedron`.
use permutohedron::{Heap, LexicalPermutation};

fn main() {
    let numbers = input::numbers();
    let mut three = numbers[..3].to_vec();
    println!("{:?}", Heap::new(&mut three).collect::<Vec<_>>());
    let mut four = numbers[..4].to_vec();
    four.sort_unstable();
    while four.next_permutation() {
        println!("{four:?}");
    }
}
