//! Langford's problem: two 1s, two 2s, ... two ns in a row, with one number between the 1s, two
//! between the 2s, and so on: 2 3 1 2 1 3. `cargo run --release --example langford -- 7`

use exactcover::{BuildError, Problem};
use std::error::Error;
use std::io::{self, Write};

/// Number k at places p and p + k + 1, labeled (k, p).
fn langford(n: usize) -> Result<Problem<(usize, usize)>, BuildError> {
    let mut builder = Problem::builder();
    let numbers = builder.primaries(n);
    let places = builder.primaries(2 * n);
    for number in 1..=n {
        for place in 0..(2 * n).saturating_sub(number + 1) {
            let pair = [places[place], places[place + number + 1]];
            builder.option((number, place), [numbers[number - 1], pair[0], pair[1]]);
        }
    }
    builder.build()
}

fn row<'s>(n: usize, pairs: impl Iterator<Item = &'s (usize, usize)>) -> String {
    let mut row = vec![String::new(); 2 * n];
    for &(number, place) in pairs {
        row[place] = number.to_string();
        row[place + number + 1] = number.to_string();
    }
    row.join(" ")
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout();
    let n = std::env::args().nth(1).map_or(Ok(7), |n| n.parse())?;
    let problem = langford(n)?;
    let mut count = 0;
    for solution in problem.search().solutions() {
        writeln!(out, "{}", row(n, solution.labels()))?;
        count += 1;
    }
    writeln!(out, "{count} solutions")?;
    Ok(())
}

#[test]
fn finds_all_rows() -> Result<(), BuildError> {
    // https://oeis.org/A014552, which leaves out that every row can be read backwards.
    for (n, count) in [0, 0, 1, 1, 0, 0, 26, 150].into_iter().enumerate() {
        assert_eq!(langford(n + 1)?.search().count().answer, 2 * count);
    }
    let problem = langford(3)?;
    let solution = problem.search().solutions().next().expect("a solution");
    assert_eq!(row(3, solution.labels()), "3 1 2 1 3 2");
    Ok(())
}
