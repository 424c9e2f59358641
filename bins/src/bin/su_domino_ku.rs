//! Su-domino-ku: ACM Mid-Central 2009; HDU 4210, BOJ 4574, e-olymp 3108.
//!
//! Input: puzzles until a line `0`. A puzzle: N, then N dominoes `U LU V LV` (digit, cell, digit,
//! cell; cells `A1` to `I9`), then the cells of the isolated digits 1 to 9. Output: for each
//! puzzle `Puzzle K` and 9 lines of 9 digits.
//!
//! Limits from 1 s and 32 MB for a whole file. Exact cover by dancing cells; an option places one
//! of the 36 tiles: two cells, and their digits in two rows, columns and boxes.

use judge_io::{Failure, Input, Word, Words};
use std::process::ExitCode;
use sudoku_model::text::{self, Style};
use sudoku_model::{Cell, First, Model, ModelError, Shape};

fn main() -> ExitCode {
    judge_io::run(Input::stdin(), solve)
}

fn solve(input: &Input) -> Result<String, Failure> {
    let mut words = input.words();
    let mut answer = String::new();
    for puzzle in 1.. {
        let count = words.expect("a number of dominoes, or 0 after the last puzzle")?;
        // A puzzle without dominoes begins with 0 too, but then its nine cells follow.
        if count.number("a number of dominoes", 0..=36)? == 0 && words.at_end() {
            break;
        }
        let grid = read_puzzle(&mut words, count, puzzle)?;
        answer += &format!("Puzzle {puzzle}\n{grid}\n");
    }
    Ok(answer)
}

fn read_puzzle(words: &mut Words<'_>, count: Word<'_>, puzzle: usize) -> Result<String, Failure> {
    let unsolvable = |why: String| Failure::Unsolvable(format!("puzzle {puzzle}: {why}"));
    let mut model = Model::builder(Shape::CLASSIC);
    let mut dominoes = Vec::new();
    for _ in 0..count.number("a number of dominoes", 0..=36)? {
        let first = words.expect("a domino")?;
        let digit_a = first.number("a digit", 1..=9)?;
        let cell_a = cell(words.expect("the cell of the first digit")?)?;
        let digit_b = words
            .expect("the second digit of the domino")?
            .number("a digit", 1..=9)?;
        let cell_b = cell(words.expect("the cell of the second digit")?)?;
        model.domino(cell_a, digit_a as u8, cell_b, digit_b as u8);
        dominoes.push(first);
    }
    let mut singles = Vec::new();
    for digit in 1..=9 {
        let word = words.expect(&format!("the cell of the isolated digit {digit}"))?;
        model.given(cell(word)?, digit);
        singles.push((cell(word)?, word));
    }
    model.domino_tiling(singles.iter().map(|&(cell, _)| cell));

    let model = model.build().map_err(|error| {
        let single = singles
            .iter()
            .rev()
            .find(|&&(cell, _)| error.cell() == Some(cell));
        match (&error, error.domino(), single) {
            (ModelError::GivenTwice { .. }, ..) => unsolvable(error.to_string()),
            (ModelError::SingleCovered { .. }, _, Some((_, word))) => {
                word.error(&error.to_string())
            }
            (_, Some(domino), _) => dominoes[domino].error(&error.to_string()),
            (_, None, Some((_, word))) => word.error(&error.to_string()),
            _ => count.error(&error.to_string()),
        }
    })?;
    match model.solve() {
        First::Found(grid) => Ok(text::write(&grid, Style::Rows)),
        _ => Err(unsolvable(
            "no board can be tiled with these dominoes".into(),
        )),
    }
}

fn cell(word: Word<'_>) -> Result<Cell, Failure> {
    match word.text().as_bytes() {
        [row @ b'A'..=b'I', column @ b'1'..=b'9'] => {
            Ok(Shape::CLASSIC.cell((row - b'A').into(), (column - b'1').into()))
        }
        _ => Err(word.expected("a cell from A1 to I9")),
    }
}
