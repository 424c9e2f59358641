//! Numbers of two digits: `regex`.
use regex::Regex;

fn main() {
    let two = Regex::new(r"(\d)(\d)( \d)?\b").unwrap();
    let text = input::text();
    for found in two.captures_iter(&text) {
        println!(
            "{} {} {:?}",
            &found[1],
            &found[2],
            found.get(3).map(|more| more.range())
        );
    }
    println!("{}", two.replace_all(&text, "$2$1"));
}
