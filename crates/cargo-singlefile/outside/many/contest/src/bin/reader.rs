//! A number and a list of pairs, read by `whiteread`.
use whiteread::Reader;

fn main() {
    let stdin = std::io::stdin();
    let mut reader = Reader::new(stdin.lock());
    let n: usize = reader.line().unwrap();
    let pairs: Vec<(u32, u32)> = (0..n / 2).map(|_| reader.parse().unwrap()).collect();
    println!("{pairs:?}");
}
