//! The smallest numbers first, from a heap of limited room: `heapless`.
use heapless::binary_heap::{BinaryHeap, Min};
use heapless::Vec;

fn main() {
    let mut heap = BinaryHeap::<usize, Min, 8>::new();
    let mut out = Vec::<usize, 64>::new();
    for number in input::numbers() {
        if let Err(number) = heap.push(number) {
            out.extend(heap.pop());
            heap.push(number).unwrap();
        }
    }
    println!("{out:?} {:?}", heap.peek());
}
