//! A number, and then as many: the macros of `text_io`.
use text_io::{read, scan};

fn main() {
    let n: usize = read!();
    let (first, second): (u32, u32);
    scan!("{} {}", first, second);
    let rest: Vec<u32> = (2..n).map(|_| read!()).collect();
    println!("{first} {second} {}", rest.iter().sum::<u32>());
}
