//! Killer sudoku by cages: a course assignment that is given to be solved with Gecode 6.2.0.
//!
//! Usage: `killer_sudoku cages.txt`; without a file, or with `-`, the cages come from stdin.
//! Input: a cage a line, `TOTAL K R1 C1 ... RK CK` with rows and columns from 1. Output: 9 lines
//! of 9 numbers with single spaces.
//!
//! Search on candidates: cages are filtered over the sets of digits that their cells can hold, at
//! most 512, so that nothing grows with the number of fillings of a cage. Milliseconds a board.

use judge_io::{Failure, Input, Word};
use std::process::ExitCode;
use sudoku_model::text::{self, Style};
use sudoku_model::{Backend, Cell, First, Model, Shape};

fn main() -> ExitCode {
    judge_io::run(Input::file_argument(), solve)
}

fn solve(input: &Input) -> Result<String, Failure> {
    let mut model = Model::builder(Shape::CLASSIC);
    let mut cages: Vec<(Vec<Word<'_>>, Vec<Cell>)> = Vec::new();
    let mut sum = 0;
    let mut covered = 0;
    for words in input.lines() {
        let total = words[0].number("a total", 1..=405)?;
        let count = match words.get(1) {
            Some(word) => word.number("a number of cells", 1..=9)?,
            None => return Err(words[0].error("expected a number of cells after the total")),
        };
        let coordinates = &words[2..];
        if coordinates.len() != 2 * count as usize {
            let found = coordinates.len();
            return Err(words[1].error(&format!(
                "expected {} coordinates for {count} cells, found {found}",
                2 * count
            )));
        }
        let mut cells = Vec::new();
        for pair in coordinates.chunks(2) {
            let row = pair[0].number("a row", 1..=9)?;
            let column = pair[1].number("a column", 1..=9)?;
            cells.push(Shape::CLASSIC.cell(row as usize - 1, column as usize - 1));
        }
        sum += total;
        covered += cells.len();
        model.cage(total, cells.iter().copied());
        cages.push((words, cells));
    }
    if cages.is_empty() {
        return Err(input.end_error("a cage"));
    }

    let model = model.build().map_err(|error| match error.cage() {
        Some(cage) => {
            let (words, cells) = &cages[cage];
            // The later of two mentions of a cell is wrong; if no cell is, the total is.
            let cell = cells.iter().rposition(|&cell| error.cell() == Some(cell));
            words[cell.map_or(0, |k| 2 + 2 * k)].error(&error.to_string())
        }
        None => Failure::Input(error.to_string()),
    })?;
    if covered == 81 && sum != 405 {
        let why = format!("the totals add up to {sum}, and a board to 405");
        return Err(Failure::Unsolvable(why));
    }
    match model.solver_with(Backend::CANDIDATES).first().answer {
        First::Found(grid) => Ok(text::write(&grid, Style::Spaced) + "\n"),
        _ => Err(Failure::Unsolvable("no board has these cages".into())),
    }
}
