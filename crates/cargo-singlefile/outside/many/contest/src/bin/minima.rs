//! The smallest number of ranges while numbers change: `segment-tree`.
use segment_tree::ops::{Add, Min};
use segment_tree::{PointSegment, SegmentPoint};

fn main() {
    let numbers = input::numbers();
    let mut minima = SegmentPoint::build(numbers.clone(), Min);
    let mut sums = PointSegment::build(vec![0; numbers.len()], Add);
    for (i, &k) in numbers.iter().enumerate() {
        minima.modify(i, 3 * k + 1);
        sums.modify(i.min(k), i.max(k), i);
        println!("{} {}", minima.query(i.min(k), i.max(k) + 1), sums.query(k));
    }
}
