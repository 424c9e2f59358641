//! Small questions about a list of numbers, answered with itertools.

use itertools::{iproduct, Itertools};
use std::io::{self, BufRead};

fn main() {
    for line in io::stdin().lock().lines().map(Result::unwrap) {
        let numbers: Vec<i64> = line.split_ascii_whitespace().map(|word| word.parse().unwrap()).collect();
        let best = numbers.iter().combinations(3).map(|three| three.into_iter().sum::<i64>()).max();
        let runs = numbers.iter().tuple_windows().filter(|(a, b)| a < b).count();
        let distinct = numbers.iter().unique().sorted().join(" ");
        let pairs = iproduct!(&numbers, &numbers).filter(|(a, b)| *a + *b == 10).count();
        let (even, odd): (Vec<i64>, Vec<i64>) = numbers.iter().partition(|&n| n % 2 == 0);
        let mixed = even.iter().interleave(&odd).join(",");
        let span = numbers.iter().minmax().into_option();
        println!("{best:?} {runs} [{distinct}] {pairs} {mixed} {span:?}");
    }
}
