//! Numbers by their names: the maps of `maplit`.
use maplit::{btreemap, hashset};

fn main() {
    let names = btreemap! { 2 => "two", 3 => "three", 5 => "five" };
    let odd = hashset! { 3, 5, 7 };
    for number in input::numbers() {
        let name = names.get(&number).unwrap_or(&"other");
        println!("{name} {}", odd.contains(&number));
    }
}
