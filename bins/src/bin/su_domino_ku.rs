//! Su-domino-ku: ACM Mid-Central 2009; HDU 4210, e-olymp 3108.
//!
//! Input: puzzles until a line `0`. A puzzle: N, then N dominoes `U LU V LV` (digit, cell, digit,
//! cell; cells `A1` to `I9`), then the cells of the isolated digits 1 to 9. Output: for each
//! puzzle `Puzzle K` and 9 lines of 9 digits.
//!
//! Limits from 1 s and 32 MB for a whole file. Search on bitboards: the places of each digit, and
//! the edges under which a domino may lie.

use judge_io::{Failure, Input, Word, Words};
use std::process::ExitCode;
use sudoku_model::text::{self, Style};
use sudoku_model::{Backend, Cell, Fault, First, Model, Names, Shape};

fn main() -> ExitCode {
    judge_io::run(Input::stdin(), solve)
}

pub(crate) fn solve(input: &Input) -> Result<String, Failure> {
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
    for domino in 1..=count.number("a number of dominoes", 0..=36)? {
        let digit_name = format!("a digit of domino {domino}");
        let cell_name = format!("a cell of domino {domino}");
        let first = words.expect(&digit_name)?;
        let digit_a = first.number(&digit_name, 1..=9)?;
        let cell_a = cell(words.expect(&cell_name)?, &cell_name)?;
        let digit_b = words.expect(&digit_name)?.number(&digit_name, 1..=9)?;
        let cell_b = cell(words.expect(&cell_name)?, &cell_name)?;
        model.domino(cell_a, digit_a as u8, cell_b, digit_b as u8);
        dominoes.push(first);
    }
    let mut singles = Vec::new();
    for digit in 1..=9 {
        let name = format!("the cell of the isolated digit {digit}");
        let word = words.expect(&name)?;
        let cell = cell(word, &name)?;
        model.given(cell, digit);
        singles.push((cell, word));
    }
    model.domino_tiling(singles.iter().map(|&(cell, _)| cell));

    let model = model.build().map_err(|error| {
        let single = singles
            .iter()
            .rev()
            .find(|&&(cell, _)| error.cell() == Some(cell));
        let message = error.with_names(&Letters);
        match (&error.fault, error.domino(), single) {
            (Fault::GivenTwice { .. }, ..) => unsolvable(message),
            (Fault::Overlap { .. }, _, Some((_, word))) => word.error(&message),
            (_, Some(domino), _) => dominoes[domino].error(&message),
            (_, None, Some((_, word))) => word.error(&message),
            _ => count.error(&message),
        }
    })?;
    match model.solver_with(Backend::DOMINOES).first().answer {
        First::Found(grid) => Ok(text::write(&grid, Style::Rows)),
        _ => Err(unsolvable(
            "no board can be tiled with these dominoes".into(),
        )),
    }
}

fn cell(word: Word<'_>, name: &str) -> Result<Cell, Failure> {
    match word.text().as_bytes() {
        [row @ b'A'..=b'I', column @ b'1'..=b'9'] => {
            Ok(Shape::CLASSIC.cell((row - b'A').into(), (column - b'1').into()))
        }
        _ => Err(word.expected(&format!("{name}, A1 to I9"))),
    }
}

/// Cells are called as in the input: `B3`, not `r2c3`.
struct Letters;

impl Names for Letters {
    fn cell(&self, cell: Cell) -> String {
        format!(
            "{}{}",
            char::from(b'A' + cell.row() as u8),
            cell.column() + 1
        )
    }
}
