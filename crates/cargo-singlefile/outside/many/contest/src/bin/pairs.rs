//! A type of its own and lines as they come, read by proconio 0.5.
use proconio::marker::Usize1;
use proconio::source::{line::LineSource, Readable, Source};
use proconio::{derive_readable, input};
use std::io::BufRead;

#[derive_readable]
struct Point {
    x: i32,
    y: i32,
}

struct Halved;

impl Readable for Halved {
    type Output = u32;
    fn read<R: BufRead, S: Source<R>>(source: &mut S) -> u32 {
        u32::read(source) / 2
    }
}

fn main() {
    let source = LineSource::new(std::io::BufReader::new(std::io::stdin()));
    input! { from source, _n: usize, points: [Point; 4], halves: [Halved; 3], k: [Usize1; 2] }
    let turned = points.iter().map(|point| (point.y, point.x));
    println!("{:?} {halves:?} {k:?}", turned.collect::<Vec<_>>());
}
