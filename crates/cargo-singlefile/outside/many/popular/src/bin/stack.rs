//! The numbers that a stack of limited room holds: `arrayvec`.
use arrayvec::{ArrayString, ArrayVec};

fn main() {
    let mut stack = ArrayVec::<usize, 8>::new();
    let mut text = ArrayString::<20>::new();
    for number in input::numbers() {
        if stack.last().is_some_and(|&last| last > number) {
            stack.pop();
        }
        if stack.try_push(number).is_err() {
            stack.drain(..4);
        }
        let _ = text.try_push_str(&format!("{number}."));
    }
    println!("{stack:?} {text}");
}
