//! Products of complex numbers: `num-complex`.
use num_complex::Complex;

fn main() {
    let numbers = input::numbers();
    let points = numbers
        .chunks_exact(2)
        .map(|two| Complex::new(two[0] as i64, two[1] as i64));
    let sum: Complex<i64> = points.clone().map(|z| z * z.conj() + z).sum();
    println!(
        "{sum} {} {:.3}",
        sum.norm_sqr(),
        Complex::new(1.0, 2.0).powf(1.5)
    );
    println!("{:?}", points.reduce(|a, b| (a * b) % 1000));
}
