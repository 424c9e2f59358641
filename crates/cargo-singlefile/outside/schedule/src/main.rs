//! The longest chain of tasks that do not overlap, read with proconio.

use proconio::input;
use proconio::marker::{Chars, Usize1};

fn main() {
    input! {
        n: usize,
        mut tasks: [(u32, u32); n],
        names: [Chars; n],
        q: usize,
        queries: [Usize1; q],
    }
    for &k in &queries {
        let (begin, end) = tasks[k];
        println!("{} {begin}..{end}", names[k].iter().rev().collect::<String>());
    }
    tasks.sort_unstable_by_key(|&(_, end)| end);
    let mut last = 0;
    let chain = tasks.iter().filter(|&&(begin, end)| {
        let fits = begin >= last;
        if fits {
            last = end;
        }
        fits
    });
    println!("{}", chain.count());
}
