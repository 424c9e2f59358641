//! The longest run of digits, in letters of `ascii`.
use ascii::{AsciiChar, AsciiStr, AsciiString};

fn main() {
    let text = input::text();
    let text = AsciiStr::from_ascii(&text).unwrap().trim();
    let letters = text
        .chars()
        .filter(|each| each.is_ascii_digit())
        .map(|each| AsciiChar::from_ascii(each.as_byte() - b'0' + b'a').unwrap());
    let letters: AsciiString = letters.collect();
    println!("{letters} {}", letters.to_ascii_uppercase());
    println!("{}", text.lines().map(|line| line.len()).max().unwrap());
}
