//! The smallest number with some remainders, and sums of quotients: ac-library-rs.
use ac_library::{crt, floor_sum, inv_mod, pow_mod};

fn main() {
    let numbers: Vec<i64> = input::numbers().iter().map(|&k| k as i64).collect();
    for three in numbers.chunks_exact(3) {
        println!("{:?}", crt(three, &[7, 11, 12]));
        println!("{}", floor_sum(30, three[0] + 1, three[1], three[2]));
        println!(
            "{} {}",
            inv_mod(three[0] * 31 + 1, 31),
            pow_mod(three[1], three[2], 1000)
        );
    }
}
