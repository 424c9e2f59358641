//! Sudoku 16 x 16 with letters: SEERC 2006 problem A; POJ 3076, ZOJ 3122, UVa 1309, LA 2659, AcWing
//! 169, SPOJ SUDOKU.
//!
//! Input: data sets of 16 lines of 16 characters, `A` to `P` or `-`, to the end of the input; SPOJ
//! puts their number first. Output: the solved grids, with an empty line between two.
//!
//! Limits from 1 s a file. Search on vectors of whole rows: a guess takes about a microsecond.

use judge_io::{Failure, Input};
use std::process::ExitCode;
use sudoku_model::{text, Backend, DigitLetters, First, Grid, Model, Shape};

/// AcWing wants an empty line after the last grid, too: a line feed here.
const LAST_LINE: &str = "";

fn main() -> ExitCode {
    judge_io::run(Input::stdin(), solve)
}

pub(crate) fn solve(input: &Input) -> Result<String, Failure> {
    let (mut cells, mut announced) = (Vec::new(), None);
    for words in input.lines() {
        let word = words.only("one word of 16 characters a line")?;
        if cells.is_empty() && announced.is_none() && word.text().starts_with(char::is_numeric) {
            announced = Some((word, word.number("a number of data sets", 0..=u32::MAX)?));
            continue;
        }
        let found = word.letters().count();
        if found != 16 {
            return Err(word.error(&format!("expected 16 characters, found {found}")));
        }
        for (letter, place) in word.letters() {
            cells.push(match letter.to_ascii_uppercase() {
                '-' => 0,
                letter @ 'A'..='P' => letter as u8 - b'A' + 1,
                _ => return Err(place.expected("a letter from A to P or -")),
            });
        }
    }
    let (sets, rows) = (cells.len() / 256, cells.len() / 16 % 16);
    if rows > 0 {
        return Err(input.end_error(format_args!("row {} of data set {}", rows + 1, sets + 1)));
    }
    if let Some((word, number)) = announced.filter(|&(_, number)| number as usize != sets) {
        return Err(word.error(&format!("{number} data sets are announced, {sets} follow")));
    }
    let answers = (1..).zip(cells.chunks(256)).map(solve_set);
    Ok(answers.collect::<Result<Vec<_>, _>>()?.join("\n") + LAST_LINE)
}

fn solve_set((number, digits): (usize, &[u8])) -> Result<String, Failure> {
    let unsolvable = |why| Failure::Unsolvable(format!("data set {number}: {why}"));
    let grid = Grid::from_digits(Shape::HEX, digits).expect("16 rows of 16 digits");
    let model = Model::builder(Shape::HEX).givens(&grid).build();
    let model = model.map_err(|error| unsolvable(error.with_names(&DigitLetters)))?;
    match model.solver_with(Backend::PLAIN16).first().answer {
        First::Found(grid) => Ok(text::write(&grid, text::Style::Letters) + "\n"),
        _ => Err(unsolvable("the letters given leave no grid".into())),
    }
}
