//! The contest programs, from the bytes on stdin to the answer: the very files that are bundled.
//!
//! Each has a function of its name here, which runs it and looks at its answer; `build.rs` brings
//! the two together.
//!
//! A puzzle that is well formed may still take years to solve. So each target first asks the
//! library, with a limit on nodes, and lets the program run only on input that it will get through
//! soon. What the target asks about is cut out of the input by code that knows nothing of errors:
//! input that the program would refuse anyway needs no such care.

use crate::programs::Solve;
use judge_io::Input;
use sudoku_model::text::{self, Style};
use sudoku_model::{killer, Cell, First, Grid, Limits, Model, Outcome, RowLetters, Shape};

/// Guesses that are over in some milliseconds.
const NODES: u64 = 1000;

/// Whether a search for the first grid ends soon.
fn is_quick(model: &Model) -> bool {
    let report = model.solver().limits(Limits::none().nodes(NODES)).first();
    !matches!(report.answer, First::Unknown(_))
}

/// The answer of a program; `None` if it complains, in a few lines that can be shown.
fn answer(data: &[u8], solve: Solve) -> Option<String> {
    match solve(&Input::new("input", data)) {
        Ok(answer) => {
            assert!(answer.is_empty() || answer.ends_with('\n') && !answer.contains('\r'));
            Some(answer)
        }
        Err(failure) => {
            let message = failure.to_string();
            let mut lines = message.split('\n');
            assert!(
                lines.next().is_some_and(|line| line.len() > 10),
                "{message}"
            );
            assert!(lines.all(|line| line.starts_with("  | ")), "{message}");
            assert!(
                !message.contains(|c: char| c.is_control() && c != '\n'),
                "{message:?}"
            );
            assert!(message.chars().count() < 1000, "{message}");
            None
        }
    }
}

fn text_of(data: &[u8]) -> String {
    Input::new("input", data).text().into()
}

/// Killers by colors.
pub(crate) fn killer_colors(data: &[u8], solve: Solve) {
    let model = killer::read_colors(Shape::CLASSIC, &text_of(data));
    killer(data, model.ok(), Style::Rows, solve);
}

/// Killers by cages.
pub(crate) fn killer_sudoku(data: &[u8], solve: Solve) {
    let model = killer::read_cages(Shape::CLASSIC, &text_of(data));
    killer(data, model.ok(), Style::Spaced, solve);
}

fn killer(data: &[u8], model: Option<Model>, style: Style, solve: Solve) {
    if !model.as_ref().is_none_or(is_quick) {
        return;
    }
    if let Some(answer) = answer(data, solve) {
        let grid = text::read(&answer).expect("a grid");
        assert_eq!(text::write(&grid, style) + "\n", answer);
        let model = model.expect("the program has read it too");
        assert_eq!(model.verify(&grid), Ok(()));
    }
}

/// Cross-hatching needs no search.
pub(crate) fn cross_hatching(data: &[u8], solve: Solve) {
    if let Some(answer) = answer(data, solve) {
        if answer != "ERROR\n" {
            let written = text::read(&answer).expect("a grid");
            let read = text::read_as(Shape::CLASSIC, &text_of(data)).expect("a grid");
            for cell in Shape::CLASSIC.cells() {
                assert!(read.get(cell).is_none() || read.get(cell) == written.get(cell));
            }
        }
    }
}

/// Domino boards.
pub(crate) fn su_domino_ku(data: &[u8], solve: Solve) {
    let text = text_of(data);
    let mut words = text.split_whitespace();
    let mut puzzles = 0;
    while let Some(model) = domino_board(&mut words) {
        puzzles += 1;
        if puzzles > 20 || !is_quick(&model) {
            return;
        }
    }
    if let Some(answer) = answer(data, solve) {
        for (k, puzzle) in answer.split("Puzzle ").skip(1).enumerate() {
            let grid = puzzle.strip_prefix(&format!("{}\n", k + 1));
            let grid = text::read(grid.expect("puzzles are numbered")).expect("a grid");
            assert!(grid.is_complete());
        }
    }
}

/// The next puzzle, if there is one and nothing is wrong with it.
fn domino_board<'t>(words: &mut impl Iterator<Item = &'t str>) -> Option<Model> {
    let cell = |word: &str| RowLetters::cell(Shape::CLASSIC, word);
    let mut builder = Model::builder(Shape::CLASSIC);
    let count: u32 = words.next()?.parse().ok()?;
    for _ in 0..count {
        let mut end = || Some((words.next()?.parse().ok()?, cell(words.next()?)?));
        let ((digit_a, a), (digit_b, b)): ((u8, Cell), (u8, Cell)) = (end()?, end()?);
        builder.domino(a, digit_a, b, digit_b);
    }
    let mut singles = Vec::new();
    for digit in 1..=9 {
        let cell = cell(words.next()?)?;
        builder.given(cell, digit);
        singles.push(cell);
    }
    builder.domino_tiling(singles);
    builder.build().ok()
}

/// Grids of 16 x 16 letters.
pub(crate) fn sudoku16(data: &[u8], solve: Solve) {
    let text = text_of(data);
    let lines: Vec<&str> = text.split_whitespace().collect();
    let announced = lines
        .first()
        .is_some_and(|line| line.starts_with(char::is_numeric));
    for set in lines[usize::from(announced)..].chunks(16) {
        let grid = match text::read_as(Shape::HEX, &set.join("\n")) {
            Ok(grid) => grid,
            Err(_) => break,
        };
        match Model::builder(Shape::HEX).givens(&grid).build() {
            Ok(model) if !is_quick(&model) => return,
            _ => {}
        }
    }
    if let Some(answer) = answer(data, solve) {
        let model = Model::builder(Shape::HEX).build().expect("an empty board");
        for set in answer.split("\n\n").filter(|set| !set.is_empty()) {
            let grid: Grid = text::read_as(Shape::HEX, set).expect("a grid");
            assert_eq!(model.verify(&grid), Ok(()));
        }
    }
}

/// Matrices of zeros and ones: too small to be hard.
pub(crate) fn exact_cover(data: &[u8], solve: Solve) {
    if data.len() > 400 {
        return;
    }
    if let Some(answer) = answer(data, solve) {
        let is_number = |word: &str| word.parse::<u32>().is_ok();
        assert!(answer == "No Solution!\n" || answer.split_whitespace().all(is_number));
    }
}

/// Rows as lists of columns.
pub(crate) fn exact_cover_hust(data: &[u8], solve: Solve) {
    if data.len() > 400 {
        return;
    }
    if let Some(answer) = answer(data, solve) {
        let is_number = |word: &str| word.parse::<u32>().is_ok();
        let mut lines = answer.lines();
        assert!(lines.all(|line| line == "NO" || line.split(' ').all(is_number)));
    }
}

/// Tables of zeros and ones.
pub(crate) fn easy_finding(data: &[u8], solve: Solve) {
    if data.len() > 400 {
        return;
    }
    if let Some(answer) = answer(data, solve) {
        let mut lines = answer.lines();
        assert!(lines.all(|line| ["Yes, I found it", "It is impossible"].contains(&line)));
    }
}

/// Some towns and days.
pub(crate) fn power_stations(data: &[u8], solve: Solve) {
    if data.len() > 400 {
        return;
    }
    if let Some(answer) = answer(data, solve) {
        assert!(answer.is_empty() || answer.ends_with("\n\n"));
    }
}

/// Some words.
pub(crate) fn crossword(data: &[u8], solve: Solve) {
    if data.len() > 200 {
        return;
    }
    if let Some(answer) = answer(data, solve) {
        let is_cell = |c: char| matches!(c, '#' | '.' | '\n') || c.is_ascii_uppercase();
        assert!(answer.chars().all(is_cell));
    }
}

/// Boards with room for a few pieces.
pub(crate) fn wisdom_beads(data: &[u8], solve: Solve) {
    let text = text_of(data);
    for board in text.split_whitespace().collect::<Vec<_>>().chunks(10) {
        if board.concat().matches('.').count() > 30 {
            return;
        }
    }
    if let Some(answer) = answer(data, solve) {
        for line in answer.lines() {
            assert!(line == "No solution" || line.chars().all(|c| matches!(c, 'A'..='L')));
        }
    }
}

/// Seven tiles at most.
pub(crate) fn tiling(data: &[u8], solve: Solve) {
    if let Some(answer) = answer(data, solve) {
        assert!(answer == "Yes\n" || answer == "No\n");
    }
}

/// A few pieces of maps.
pub(crate) fn treasure_map(data: &[u8], solve: Solve) {
    if data.len() > 400 {
        return;
    }
    if let Some(answer) = answer(data, solve) {
        let least = |line: &str| line.parse::<i32>().map_or(false, |count| count != 0);
        assert!(answer.lines().all(least));
    }
}

/// Boards with walls.
pub(crate) fn squiggly(data: &[u8], solve: Solve) {
    let text = text_of(data);
    let words = text.split_whitespace().skip(1);
    let digits = words.map(|word| word.parse().map_or(0, |number: u8| number % 16));
    // Regions of a board say less than its boxes in the worst case: many givens, then.
    let givens = digits.collect::<Vec<u8>>();
    let hard = |board: &[u8]| board.iter().filter(|&&digit| digit != 0).count() < 17;
    if givens.chunks(81).any(hard) {
        return;
    }
    if let Some(answer) = answer(data, solve) {
        assert!(answer.is_empty() || answer.starts_with("Case 1:\n"));
    }
}

/// Whether all grids of 81 digits are soon found, for each board in these words.
fn are_quick<'t>(words: impl Iterator<Item = &'t str>) -> bool {
    let digits: Vec<u8> = words.map(|word| word.parse().unwrap_or(0)).collect();
    let boards = digits.chunks_exact(81).take(20);
    let grids = boards.filter_map(|board| Grid::from_digits(Shape::CLASSIC, board).ok());
    let models = grids.map(|grid| Model::builder(Shape::CLASSIC).givens(&grid).build());
    models.filter_map(Result::ok).all(|model| {
        let report = model
            .solver()
            .limits(Limits::none().nodes(NODES))
            .count(NODES);
        report.outcome == Outcome::Exhausted
    })
}

/// Boards of nine digits.
pub(crate) fn sudokunique(data: &[u8], solve: Solve) {
    if let Some(answer) = answer(data, solve) {
        for part in answer.split_inclusive("\n\n") {
            let known = ["Non-unique", "Find another job"].contains(&part.trim());
            assert!(known || text::read(part).expect("a grid").is_complete());
        }
    }
}

/// Boards whose grids are counted.
pub(crate) fn sudogob(data: &[u8], solve: Solve) {
    if are_quick(text_of(data).split_whitespace().skip(1)) {
        if let Some(answer) = answer(data, solve) {
            assert!(answer.is_empty() || answer.starts_with(|c: char| c.is_ascii_digit()));
        }
    }
}

/// A board whose grids are few.
pub(crate) fn target_sudoku(data: &[u8], solve: Solve) {
    if are_quick(text_of(data).split_whitespace()) {
        if let Some(answer) = answer(data, solve) {
            assert!(answer.trim_end().parse::<i32>().is_ok());
        }
    }
}

/// Lines of 81.
pub(crate) fn sudoku81(data: &[u8], solve: Solve) {
    if let Some(answer) = answer(data, solve) {
        for line in answer.lines() {
            assert!(text::read(line).expect("a grid").is_complete());
        }
    }
}

/// A board and all of its grids.
pub(crate) fn all_solutions(data: &[u8], solve: Solve) {
    if are_quick(text_of(data).split_whitespace()) {
        if let Some(answer) = answer(data, solve) {
            assert!(answer.ends_with(" solution(s).\n"));
        }
    }
}
