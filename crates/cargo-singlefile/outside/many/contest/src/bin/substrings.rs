//! How many different substrings a text has, and what it shares with its own start: ac-library-rs.
use ac_library::{lcp_array, suffix_array, z_algorithm};

fn main() {
    let text = input::text();
    let suffixes = suffix_array(&text);
    let common = lcp_array(&text, &suffixes);
    let all = text.len() * (text.len() + 1) / 2;
    println!(
        "{} {:?}",
        all - common.iter().sum::<usize>(),
        &suffixes[..5]
    );
    println!("{:?}", z_algorithm(&text));
}
