//! Sums of rows and products of matrices: `ndarray`.
use ndarray::{Array2, Axis};

fn main() {
    let numbers: Vec<i64> = input::numbers().into_iter().map(|k| k as i64).collect();
    let a = Array2::from_shape_vec((5, 6), numbers).unwrap();
    println!("{} {}", a.sum_axis(Axis(0)), a.dot(&a.t()));
    println!("{:?}", a.column(2).iter().max());
}
