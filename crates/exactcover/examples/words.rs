//! Fills a rectangle with words, across and down.
//!
//! Every row and every column needs a word: primary items. The cells are secondary items, and
//! the letter is their color: words that cross must agree on it. `cargo run --example words`

use exactcover::{BuildError, Problem};
use std::error::Error;
use std::io::{self, Write};

const ACROSS: &str = "acid atom boat crew deep each gate goat idea into iron left life moon need \
    oath open race ring song stem tree upon wing";
const DOWN: &str = "ace act all ape arc ate bed bid car dew end got gun ice met oar off one sun \
    the tie toe top win";

/// A word in a row or a column, 0-based; rows come before columns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Place {
    Row(usize),
    Column(usize),
}

fn rectangle(rows: usize, columns: usize) -> Result<Problem<(Place, &'static str)>, BuildError> {
    let mut builder = Problem::builder();
    let across = builder.primaries(rows);
    let down = builder.primaries(columns);
    let cells = builder.secondaries(rows * columns);
    let mut lines = Vec::new();
    for row in 0..rows {
        let cells = cells[row * columns..][..columns].to_vec();
        lines.push((Place::Row(row), across[row], ACROSS, cells));
    }
    for column in 0..columns {
        let cells: Vec<_> = cells[column..].iter().step_by(columns).copied().collect();
        lines.push((Place::Column(column), down[column], DOWN, cells));
    }
    for (place, item, list, cells) in lines {
        for word in list.split(' ').filter(|word| word.len() == cells.len()) {
            let letters = cells.iter().zip(word.chars());
            let letters = letters.map(|(cell, letter)| cell.color(letter));
            builder.option((place, word), (item, letters));
        }
    }
    builder.build()
}

/// All words, row by row and then column by column.
fn words(mut entries: Vec<&(Place, &'static str)>) -> String {
    entries.sort_unstable();
    let words: Vec<&str> = entries.into_iter().map(|&(_, word)| word).collect();
    words.join(" ")
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout();
    let problem = rectangle(3, 4)?;
    for solution in problem.search().solutions() {
        writeln!(out, "{}", words(solution.labels().collect()))?;
    }
    Ok(())
}

#[test]
fn all_words_are_in_the_lists() -> Result<(), BuildError> {
    let problem = rectangle(3, 4)?;
    let mut found = Vec::new();
    for solution in problem.search().solutions() {
        let words = words(solution.labels().collect());
        let (rows, columns) = words.split_at(15);
        for (column, word) in columns.split(' ').enumerate() {
            let letters: String = rows
                .trim()
                .split(' ')
                .map(|row| &row[column..=column])
                .collect();
            assert_eq!(word, letters, "{words}");
        }
        found.push(words);
    }
    found.sort_unstable();
    let expected = [
        "acid race crew arc car ice dew",
        "atom life left all tie off met",
        "boat into deep bid one ate top",
        "gate upon need gun ape toe end",
        "goat oath tree got oar ate the",
    ];
    assert_eq!(found, expected);
    Ok(())
}
