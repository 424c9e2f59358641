//! Sums of fractions: `num-rational`.
use num_rational::Ratio;

fn main() {
    let numbers = input::numbers();
    let all = numbers
        .chunks_exact(2)
        .map(|two| Ratio::new(two[0] as i64, two[1] as i64 + 1));
    let sum: Ratio<i64> = all.clone().sum();
    println!("{sum} {} {:?}", sum.floor(), all.max());
}
