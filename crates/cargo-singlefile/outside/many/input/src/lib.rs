//! What the programs read.

/// Standard input as it is.
pub fn text() -> String {
    std::io::read_to_string(std::io::stdin()).unwrap()
}

/// The numbers of a list behind its length, all smaller than that.
pub fn numbers() -> Vec<usize> {
    let numbers = text();
    let numbers = numbers.split_whitespace().skip(1);
    numbers.map(|word| word.parse().unwrap()).collect()
}
