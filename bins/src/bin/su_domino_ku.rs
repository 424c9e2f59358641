//! Su-domino-ku: ACM Mid-Central 2009; HDU 4210, e-olymp 3108.
//!
//! Input: puzzles until a `0`: N, N dominoes `U LU V LV` (digit, cell, digit, cell; cells `A1` to
//! `I9`), the cells of the isolated digits 1 to 9. Output for each: `Puzzle K`, 9 rows of 9 digits.
//! Limits from 1 s and 32 MB a file. Search on bitboards: places of digits, edges under dominoes.

use judge_io::{Failure, Input};
use sudoku_model::{text, Backend, Fault, First, Model, RowLetters, Shape};

fn main() -> std::process::ExitCode {
    judge_io::run(Input::stdin(), solve)
}

pub(crate) fn solve(input: &Input) -> Result<String, Failure> {
    let (mut words, mut answer) = (input.words(), String::new());
    for puzzle in 1.. {
        let count = words.expect("a number of dominoes, or 0 after the last puzzle")?;
        let dominoes = count.number("a number of dominoes", 0..=36)? as usize;
        // A puzzle without dominoes begins with 0 too, but then its nine cells follow.
        if dominoes == 0 && words.at_end() {
            break;
        }
        let start = words.clone();
        let cell = |name: &str| RowLetters::cell(Shape::CLASSIC, name).ok_or("A1 to I9");
        let (mut model, mut singles) = (Model::builder(Shape::CLASSIC), Vec::new());
        for number in 1..=dominoes {
            let digit_a = words.number(format_args!("a digit of domino {number}"), 1..=9)? as u8;
            let cell_a = words.read(format_args!("a cell of domino {number}"), cell)?;
            let digit_b = words.number(format_args!("a digit of domino {number}"), 1..=9)? as u8;
            let cell_b = words.read(format_args!("a cell of domino {number}"), cell)?;
            model.domino(cell_a, digit_a, cell_b, digit_b);
        }
        for digit in 1..=9 {
            let at = words.read(format_args!("the cell of the isolated digit {digit}"), cell)?;
            singles.push(at);
            model.given(at, digit);
        }
        let unsolvable = |why: &str| Failure::Unsolvable(format!("puzzle {puzzle}: {why}"));
        let model = model.domino_tiling(singles.iter().copied()).build();
        let model = model.map_err(|error| {
            let message = error.with_names(&RowLetters);
            let single = singles.iter().rposition(|&cell| error.cell() == Some(cell));
            let place = match (&error.fault, error.domino(), single) {
                (Fault::GivenTwice { .. }, ..) => return unsolvable(&message),
                (Fault::Overlap { .. }, _, Some(single)) => 4 * dominoes + single,
                (_, Some(domino), _) => 4 * domino,
                (_, None, Some(single)) => 4 * dominoes + single,
                _ => return count.error(&message),
            };
            start.clone().nth(place).unwrap_or(count).error(&message)
        })?;
        let rows = match model.solver_with(Backend::DOMINOES).first().answer {
            First::Found(grid) => text::write(&grid, text::Style::Rows),
            _ => return Err(unsolvable("no board can be tiled with these dominoes")),
        };
        answer += &format!("Puzzle {puzzle}\n{rows}\n");
    }
    Ok(answer)
}
