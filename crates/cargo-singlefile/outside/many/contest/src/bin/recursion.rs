//! A recursive closure, and one around it: `recur-fn`.
use recur_fn::{recur_fn, RecurFn};

fn main() {
    let numbers = input::numbers();
    let steps = recur_fn(|steps, i: usize| {
        if i < 2 {
            0
        } else {
            1 + steps(i / 2) + steps(i / 3)
        }
    });
    for &number in &numbers {
        println!("{}", steps.call(number));
    }
    let bounded = recur_fn(|more, i: usize| if i > 20 { 1 } else { steps.body(more, i) });
    println!("{}", bounded.call(numbers[0]));
}
