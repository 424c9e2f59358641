//! In how many ways two numbers have each sum, by convolution, and powers modulo what is read:
//! ac-library-rs.
use ac_library::{convolution, DefaultId, DynamicModInt, ModInt998244353};

type Modular = DynamicModInt<DefaultId>;

fn main() {
    let numbers = input::numbers();
    let mut counts = vec![ModInt998244353::new(0); numbers.len()];
    for &number in &numbers {
        counts[number] += 1;
    }
    let ways: Vec<String> = convolution(&counts, &counts)
        .iter()
        .map(ToString::to_string)
        .collect();
    println!("{}", ways.join(" "));
    Modular::set_modulus(numbers.len() as u32 + 1);
    let power = numbers.iter().map(|&k| Modular::new(k).pow(5));
    println!("{}", power.sum::<Modular>());
}
