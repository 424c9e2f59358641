//! Differences and products in narrow types, with the casts of `az`.
use az::{CheckedCast, SaturatingCast, WrappingCast};

fn main() {
    for pair in input::numbers().windows(2) {
        let (difference, product) = (pair[0] as i64 - pair[1] as i64, (pair[0] * pair[1]) as i64);
        let checked: Option<u8> = difference.checked_cast();
        let saturated: i8 = product.saturating_cast();
        let wrapped: u8 = (product as f64 * 1.5).wrapping_cast();
        println!("{checked:?} {saturated} {wrapped}");
    }
}
