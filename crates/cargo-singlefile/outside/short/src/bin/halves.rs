//! Half of every number, and why there is none.
use anyhow::{bail, Context, Result};

fn half(word: &str) -> Result<i32> {
    let number: i32 = word
        .parse()
        .with_context(|| format!("`{word}` is no number"))?;
    if number % 2 != 0 {
        bail!("{number} is odd");
    }
    Ok(number / 2)
}

fn main() -> Result<()> {
    let text = std::io::read_to_string(std::io::stdin())?;
    for word in text.split_whitespace().chain(["x"]) {
        match half(word) {
            Ok(number) => println!("{number}"),
            Err(error) => println!("{error:#}"),
        }
    }
    Ok(())
}
