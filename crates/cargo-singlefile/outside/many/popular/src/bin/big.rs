//! The product of large numbers, and what divides it: `num-bigint`.
use num_bigint::{BigInt, BigUint};

fn main() {
    let mut product = BigUint::from(1u32);
    for number in input::numbers() {
        product *= number + 1;
    }
    println!("{product} {}", &product % 1_000_007u32);
    let minus: BigInt = "-123456789012345678901234567890".parse().unwrap();
    println!("{} {}", &minus * &minus, BigInt::from(product) / minus);
}
