//! Errors with their texts: `thiserror`.
use thiserror::Error;

#[derive(Debug, Error)]
enum Fault {
    #[error("{0} is odd")]
    Odd(usize),
    #[error("no number: {word}")]
    NoNumber {
        word: String,
        #[source]
        reason: std::num::ParseIntError,
    },
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

fn half(word: &str) -> Result<usize, Fault> {
    let number: usize = word.parse().map_err(|reason| Fault::NoNumber {
        word: word.into(),
        reason,
    })?;
    if number % 2 == 1 {
        return Err(Fault::Odd(number));
    }
    Ok(number / 2)
}

fn main() -> Result<(), Fault> {
    let text = std::io::read_to_string(std::io::stdin())?;
    for word in text.split_whitespace().chain(["x"]) {
        match half(word) {
            Ok(number) => println!("{number}"),
            Err(fault) => println!("{fault} {:?}", std::error::Error::source(&fault).is_some()),
        }
    }
    Ok(())
}
