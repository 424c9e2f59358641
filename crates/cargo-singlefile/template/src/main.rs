use std::io::{self, Read};

fn main() -> io::Result<()> {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input)?;
    print!("{}", solve(&input));
    Ok(())
}

fn solve(input: &str) -> String {
    let sum: i64 = input
        .split_whitespace()
        .filter_map(|word| word.parse::<i64>().ok())
        .sum();
    format!("{sum}\n")
}
