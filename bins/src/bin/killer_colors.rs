//! Killer sudoku by colors: NTU ADA 2020, homework 4, problem 1.
//!
//! Input: 9 lines of 9 characters, the color of each cell; then for each color a line with its
//! character and the total of its cells, which hold different digits. Output: 9 lines of 9
//! digits, any board that fits.
//!
//! Search on candidates: cages are filtered over the sets of digits that their cells can hold, at
//! most 512, so that nothing grows with the number of fillings of a cage. Milliseconds a board.

use judge_io::{Failure, Input, Word};
use std::process::ExitCode;
use sudoku_model::text::{self, Style};
use sudoku_model::{Backend, Cell, First, Model, Shape};

fn main() -> ExitCode {
    judge_io::run(Input::stdin(), solve)
}

fn solve(input: &Input) -> Result<String, Failure> {
    let mut words = input.words();
    let mut cages: Vec<(char, Vec<Cell>)> = Vec::new();
    for row in 0..9 {
        let line = words.expect("a row of 9 colors")?;
        let length = line.text().chars().count();
        if length != 9 {
            return Err(line.error(&format!("expected 9 colors, found {length}")));
        }
        for (column, (color, word)) in line.letters().enumerate() {
            if !('!'..='~').contains(&color) {
                return Err(word.expected("a color from '!' to '~'"));
            }
            let cell = Shape::CLASSIC.cell(row, column);
            match cages.iter_mut().find(|(known, _)| *known == color) {
                Some((_, cells)) => cells.push(cell),
                None => cages.push((color, vec![cell])),
            }
        }
    }
    let mut model = Model::builder(Shape::CLASSIC);
    let mut totals: Vec<(&str, Word<'_>)> = Vec::new();
    let mut sum = 0;
    while let Some(missing) = cages
        .first()
        .map(|(color, _)| format!("color {color} and its total"))
    {
        let name = words.expect(&missing)?;
        let named = cages
            .iter()
            .position(|(color, _)| name.text() == color.to_string());
        let (_, cells) = match named {
            Some(k) => cages.remove(k),
            None => return Err(name.expected("a color of the board without a total so far")),
        };
        let word = words.expect("a total")?;
        let total = word.number("a total", 1..=405)?;
        model.cage(total, cells);
        sum += total;
        totals.push((name.text(), word));
    }
    words.expect_end()?;

    let model = model.build().map_err(|error| match error.cage() {
        Some(cage) => {
            let (color, total) = totals[cage];
            let number = format!("cage {}", cage + 1);
            let name = format!("color {color}");
            total.error(&error.to_string().replacen(&number, &name, 1))
        }
        None => Failure::Input(error.to_string()),
    })?;
    if sum != 405 {
        let why = format!("the totals add up to {sum}, and a board to 405");
        return Err(Failure::Unsolvable(why));
    }
    match model.solver_with(Backend::CANDIDATES).first().answer {
        First::Found(grid) => Ok(text::write(&grid, Style::Rows) + "\n"),
        _ => Err(Failure::Unsolvable("no board has these totals".into())),
    }
}
