//! In how many ways one climbs: a function that remembers its answers, by `memoise`.
use memoise::memoise;

#[memoise(n <= 100)]
fn ways(n: usize) -> u64 {
    if n < 2 {
        return 1;
    }
    ways(n - 1) + ways(n - 2)
}

fn main() {
    for number in input::numbers() {
        println!("{}", ways(number));
    }
}
