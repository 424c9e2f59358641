//! The squares of the numbers, from a table that is made once.
use lazy_static::lazy_static;

lazy_static! {
    static ref SQUARES: Vec<u64> = (0..1000).map(|x| x * x).collect();
}

fn main() {
    let text = std::io::read_to_string(std::io::stdin()).unwrap();
    let squares = text
        .split_whitespace()
        .map(|word| SQUARES[word.parse::<usize>().unwrap()]);
    println!("{}", squares.sum::<u64>());
}
