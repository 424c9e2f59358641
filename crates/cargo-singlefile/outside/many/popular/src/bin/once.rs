//! A table that is made when somebody asks: `once_cell`.
use once_cell::sync::{Lazy, OnceCell};

static SQUARES: Lazy<Vec<usize>> = Lazy::new(|| (0..1000).map(|k| k * k).collect());
static FIRST: OnceCell<usize> = OnceCell::new();

fn main() {
    for number in input::numbers() {
        println!("{} {}", SQUARES[number], FIRST.get_or_init(|| number));
    }
}
