//! Which of some words stand where: `aho-corasick`.
use aho_corasick::AhoCorasick;

fn main() {
    let words = AhoCorasick::new(["3", "26", "9 3", "8 9"]).unwrap();
    for found in words.find_iter(&input::text()) {
        println!("{:?} {}..{}", found.pattern(), found.start(), found.end());
    }
}
