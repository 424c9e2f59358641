//! Places by their number, equals as they were: the sort of `glidesort`.
fn main() {
    let mut places: Vec<(usize, usize)> = input::numbers().into_iter().enumerate().collect();
    glidesort::sort_by_key(&mut places, |&(_, number)| number);
    println!("{places:?}");
}
