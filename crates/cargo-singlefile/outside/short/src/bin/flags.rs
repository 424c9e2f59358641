//! Which of the digits occur, as flags of bitflags 1.
use bitflags::bitflags;

bitflags! {
    struct Seen: u32 {
        const ONE = 1;
        const TWO = 2;
        const THREE = 4;
    }
}

fn main() {
    let text = std::io::read_to_string(std::io::stdin()).unwrap();
    let mut seen = Seen::empty();
    for word in text.split_whitespace() {
        match word {
            "1" => seen |= Seen::ONE,
            "2" => seen |= Seen::TWO,
            "3" => seen |= Seen::THREE,
            _ => {}
        }
    }
    println!("{:?} {}", seen, seen.bits());
}
