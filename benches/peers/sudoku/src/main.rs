//! `sudoku-peers ROUNDS FILES...` solves every puzzle of each file with the `sudoku` crate and with
//! `sudoku-model`, once for a first solution and once for the only one. The files have one puzzle a
//! line, 81 cells each.
//!
//! A line of output for each file and question: the file, the number of puzzles, the question, the
//! CPU time of the crate and of ours in nanoseconds a puzzle, each the smallest of the rounds, in
//! which they take turns, and the guesses of ours a puzzle. Time goes from the bytes of the file to
//! full grids.

use cpu_time::ProcessTime;
use std::env;
use std::fs;
use std::hint::black_box;
use std::process::ExitCode;
use sudoku::Sudoku;
use sudoku_model::{text, Batch, First, Grid, Unique};

#[derive(Clone, Copy)]
enum Question {
    First,
    Unique,
}

impl Question {
    fn name(self) -> &'static str {
        match self {
            Question::First => "first",
            Question::Unique => "unique",
        }
    }
}

/// The digits of each puzzle's solution, none without one or, if that was the question, with
/// several.
type Answers = Vec<Option<[u8; 81]>>;

fn lines(file: &str) -> impl Iterator<Item = &str> {
    file.lines().filter(|line| !line.is_empty())
}

fn crate_sudoku(file: &str, question: Question) -> Result<Answers, String> {
    let solve = |line: &str| {
        let puzzle = Sudoku::from_str_line(line).map_err(|error| format!("{line}: {error:?}"))?;
        let solution = match question {
            Question::First => puzzle.some_solution(),
            Question::Unique => puzzle.solution(),
        };
        Ok(solution.map(Sudoku::to_bytes))
    };
    lines(file).map(solve).collect()
}

/// What [`Batch`] says, and its guesses.
fn ours(file: &str, question: Question) -> Result<(Vec<Option<Grid>>, u64), String> {
    let grids = text::puzzles(file).map(|(_, grid)| grid.map_err(|error| error.to_string()));
    let puzzles: Vec<Grid> = grids.collect::<Result<_, _>>()?;
    let mut guesses = 0;
    let solutions = match question {
        Question::First => Batch::new()
            .first(&puzzles)
            .into_iter()
            .map(|report| {
                guesses += report.stats.nodes;
                match report.answer {
                    First::Found(grid) => Some(grid),
                    _ => None,
                }
            })
            .collect(),
        Question::Unique => Batch::new()
            .unique(&puzzles)
            .into_iter()
            .map(|report| {
                guesses += report.stats.nodes;
                match report.answer {
                    Unique::One(grid) => Some(grid),
                    _ => None,
                }
            })
            .collect(),
    };
    Ok((solutions, guesses))
}

fn keeps_the_rules(puzzle: &str, digits: &[u8; 81]) -> bool {
    let given = puzzle.bytes().zip(digits);
    let kept = given
        .filter(|(cell, _)| (b'1'..=b'9').contains(cell))
        .all(|(cell, &digit)| cell - b'0' == digit);
    let full = |cells: &dyn Fn(usize) -> usize| {
        (0..9).fold(0, |set, k| set | 1 << digits[cells(k)]) == 0b11_1111_1110
    };
    kept && (0..9).all(|house| {
        full(&|k| house * 9 + k)
            && full(&|k| k * 9 + house)
            && full(&|k| (house / 3 * 3 + k / 3) * 9 + house % 3 * 3 + k % 3)
    })
}

/// Whether both have an answer for the same puzzles, each of them right.
fn check(file: &str, question: Question) -> Result<u64, String> {
    let theirs = crate_sudoku(file, question)?;
    let (ours, guesses) = ours(file, question)?;
    if ours.len() != theirs.len() {
        return Err(format!("{} and {} puzzles", theirs.len(), ours.len()));
    }
    for ((line, theirs), ours) in lines(file).zip(theirs).zip(ours) {
        let ours: Option<[u8; 81]> = ours.and_then(|grid| grid.digits().try_into().ok());
        let equal = match (question, theirs, ours) {
            (Question::First, Some(_), Some(ours)) => keeps_the_rules(line, &ours),
            _ => theirs == ours,
        };
        if !equal {
            return Err(format!("{line}: {}: the answers differ", question.name()));
        }
    }
    Ok(guesses)
}

fn time<T>(best: &mut u128, work: impl FnOnce() -> T) {
    let start = ProcessTime::now();
    black_box(work());
    *best = start.elapsed().as_nanos().min(*best);
}

fn compare(path: &str, rounds: usize) -> Result<(), String> {
    let file = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let puzzles = lines(&file).count();
    for question in [Question::First, Question::Unique] {
        let guesses = check(&file, question)?;
        let (mut theirs, mut mine) = (u128::MAX, u128::MAX);
        for _ in 0..rounds {
            time(&mut theirs, || crate_sudoku(black_box(&file), question));
            time(&mut mine, || ours(black_box(&file), question));
        }
        let each = |total: u128| total as f64 / puzzles as f64;
        println!(
            "{path}\t{puzzles}\t{}\t{:.0}\t{:.0}\t{:.2}",
            question.name(),
            each(theirs),
            each(mine),
            guesses as f64 / puzzles as f64
        );
    }
    Ok(())
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let (rounds, files) = match arguments.split_first() {
        Some((rounds, files)) if !files.is_empty() && rounds.parse() != Ok(0) => {
            (rounds.parse(), files)
        }
        _ => return fail("usage: sudoku-peers ROUNDS FILES..."),
    };
    let Ok(rounds) = rounds else {
        return fail("ROUNDS is a number from 1");
    };
    for file in files {
        if let Err(error) = compare(file, rounds) {
            return fail(&format!("{file}: {error}"));
        }
    }
    ExitCode::SUCCESS
}

fn fail(message: &str) -> ExitCode {
    eprintln!("sudoku-peers: {message}");
    ExitCode::FAILURE
}
