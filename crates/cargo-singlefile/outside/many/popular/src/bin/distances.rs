//! How much two words differ: `strsim`.
fn main() {
    let text = input::text();
    let lines: Vec<&str> = text.lines().collect();
    let (a, b) = lines[1].split_at(30);
    println!(
        "{} {:.4}",
        strsim::levenshtein(a, b),
        strsim::jaro_winkler(a, b)
    );
    println!(
        "{} {:.4}",
        strsim::damerau_levenshtein(a, b),
        strsim::sorensen_dice(a, b)
    );
}
