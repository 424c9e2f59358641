//! The pictures of the documentation are those that the program draws.

use crate::{program, NAME};
use std::fs;
use std::path::Path;

const PICTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/pictures");

#[test]
fn pictures_of_the_documentation_are_fresh() {
    let directory = Path::new(PICTURES);
    let make = fs::read_to_string(directory.join("make")).expect("the script is there");
    let ours = make
        .lines()
        .filter_map(|line| line.strip_prefix(NAME)?.split_once(" > "));
    let mut count = 0;
    for (arguments, picture) in ours {
        let run = program()
            .current_dir(directory)
            .args(arguments.split_whitespace())
            .output();
        let drawn = String::from_utf8(run.expect("the program starts").stdout).expect("UTF-8");
        let there = fs::read_to_string(directory.join(picture)).expect(picture);
        assert!(drawn == there, "{picture} is old: run docs/pictures/make");
        count += 1;
    }
    assert!(count > 0, "no line of {NAME}");
}
