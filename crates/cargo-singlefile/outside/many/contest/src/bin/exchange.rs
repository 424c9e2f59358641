//! A permutation made by swaps of places that may be the same: `omniswap`.
use omniswap::swap;

fn main() {
    let numbers = input::numbers();
    let mut rows = [[0_usize; 10]; 3];
    for (i, k) in rows.iter_mut().flatten().zip(0..) {
        *i = k;
    }
    for (i, &k) in numbers.iter().enumerate() {
        swap!(&mut rows[i / 10][i % 10], &mut rows[k / 10][k % 10]);
    }
    println!("{rows:?}");
}
