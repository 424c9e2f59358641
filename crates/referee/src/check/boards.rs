//! Boards of nine digits, by trying every digit.

use super::nothing_more;
use crate::Verdict;

/// The regions of the classic board.
fn boxes() -> Vec<usize> {
    (0..81).map(|k| k / 27 * 3 + k % 9 / 3).collect()
}

/// Numbers side by side as boards of 81.
fn boards(words: &[&str]) -> Vec<Vec<u8>> {
    assert_eq!(words.len() % 81, 0, "whole boards");
    let numbers: Vec<u8> = words.iter().map(|word| word.parse().unwrap()).collect();
    numbers.chunks(81).map(<[u8]>::to_vec).collect()
}

/// The grids with these givens, smallest digits first, up to so many.
fn grids(givens: &[u8], regions: &[usize], most: usize) -> Vec<Vec<u8>> {
    let (mut found, mut open) = (Vec::new(), vec![givens.to_vec()]);
    'boards: while let Some(grid) = open.pop() {
        // The digits of each row, column and region, as bits.
        let mut taken = [0_u16; 27];
        let houses = |cell: usize| [cell / 9, 9 + cell % 9, 18 + regions[cell]];
        for (cell, &digit) in grid.iter().enumerate().filter(|(_, &digit)| digit != 0) {
            for house in houses(cell) {
                if taken[house] >> digit & 1 != 0 {
                    continue 'boards;
                }
                taken[house] |= 1 << digit;
            }
        }
        let free = |&cell: &usize| !houses(cell).iter().fold(1, |all, &it| all | taken[it]) & 0x3FF;
        let empty = (0..81).filter(|&cell| grid[cell] == 0);
        let tightest = empty.min_by_key(|cell| free(cell).count_ones());
        let cell = match tightest {
            Some(cell) => cell,
            None => {
                found.push(grid);
                if found.len() == most {
                    break;
                }
                continue;
            }
        };
        for digit in (1..=9).filter(|digit| free(&cell) >> digit & 1 != 0) {
            let mut next = grid.clone();
            next[cell] = digit;
            open.push(next);
        }
    }
    found.sort();
    found
}

fn rows(grid: &[u8], between: &str) -> String {
    let row = |row: &[u8]| {
        let digits: Vec<String> = row.iter().map(u8::to_string).collect();
        digits.join(between) + "\n"
    };
    grid.chunks(9).map(row).collect()
}

pub(super) fn sudokunique(input: &str) -> String {
    let words: Vec<&str> = input.split_whitespace().collect();
    let answer = |board: &Vec<u8>| match &grids(board, &boxes(), 2)[..] {
        [] => "Find another job\n".into(),
        [grid] => rows(grid, " "),
        _ => "Non-unique\n".into(),
    };
    let answers: Vec<String> = boards(&words).iter().map(answer).collect();
    answers.join("\n")
}

/// Whether this is a whole grid with these givens.
fn solves(grid: &[u8], givens: &[u8]) -> bool {
    let fits = |(digit, given): (&u8, &u8)| digit == given || *given == 0;
    let whole = grid.len() == 81 && grid.iter().all(|digit| (1..=9).contains(digit));
    whole && grid.iter().zip(givens).all(fits) && !grids(grid, &boxes(), 1).is_empty()
}

/// Any grid that fits: nothing promises that there is but one.
pub(super) fn easudoku(input: &str, answer: &str) -> Verdict {
    let words: Vec<&str> = input.split_whitespace().collect();
    let mut lines = answer.split_inclusive('\n');
    for (number, board) in (1..).zip(boards(&words[1..])) {
        let first = lines.next();
        let first = first.ok_or_else(|| format!("board {number} has no answer"))?;
        if first == "No solution\n" {
            if !grids(&board, &boxes(), 1).is_empty() {
                return Err(format!("there is a solution of board {number}"));
            }
            continue;
        }
        let found: String = [first].into_iter().chain(lines.by_ref().take(8)).collect();
        let digits = found
            .split_whitespace()
            .map(|word| word.parse().unwrap_or(0));
        let grid: Vec<u8> = digits.collect();
        if !solves(&grid, &board) || rows(&grid, " ") != found {
            return Err(format!("no grid with the givens of board {number}"));
        }
    }
    nothing_more(lines)
}

/// One grid a line. That there is one, and no other, is promised.
pub(super) fn sudoku81(input: &str, answer: &str) -> Verdict {
    let mut lines = answer.split_inclusive('\n');
    let boards = input.split_whitespace().take_while(|&line| line != "end");
    for (number, board) in (1..).zip(boards) {
        let digit = |c: char| c.to_digit(10).unwrap_or(0) as u8;
        let givens: Vec<u8> = board.chars().map(digit).collect();
        let found = lines.next();
        let found = found.ok_or_else(|| format!("board {number} has no answer"))?;
        let grid: Vec<u8> = found.trim_end_matches('\n').chars().map(digit).collect();
        if !found.ends_with('\n') || !solves(&grid, &givens) {
            return Err(format!("no grid with the givens of board {number}"));
        }
    }
    nothing_more(lines)
}

pub(super) fn sudogob(input: &str) -> String {
    let words: Vec<&str> = input.split_whitespace().collect();
    let answer = |board: &Vec<u8>| {
        let grids = grids(board, &boxes(), usize::MAX);
        let grid = match &grids[..] {
            [grid] => rows(grid, " "),
            _ => String::new(),
        };
        format!("{}\n{grid}", grids.len())
    };
    boards(&words[1..]).iter().map(answer).collect()
}

pub(super) fn all_solutions(input: &str) -> String {
    let words: Vec<&str> = input.split_whitespace().collect();
    let grids = grids(&boards(&words)[0], &boxes(), usize::MAX);
    let count = format!("there are a total of {} solution(s).\n", grids.len());
    let grids = grids.iter().map(|grid| rows(grid, " ") + "\n");
    grids.collect::<String>() + &count
}

pub(super) fn target_sudoku(input: &str) -> String {
    let words: Vec<&str> = input.split_whitespace().collect();
    let from_border = |place: usize| place.min(8 - place);
    let score = |grid: Vec<u8>| -> usize {
        let weights = (0..81).map(|cell| 6 + from_border(cell / 9).min(from_border(cell % 9)));
        let cells = weights.zip(grid);
        cells
            .map(|(weight, digit)| weight * usize::from(digit))
            .sum()
    };
    let grids = grids(&boards(&words)[0], &boxes(), usize::MAX);
    let best = grids.into_iter().map(score).max();
    best.map_or("-1\n".into(), |best| format!("{best}\n"))
}

pub(super) fn squiggly(input: &str) -> String {
    let words: Vec<&str> = input.split_whitespace().collect();
    let boards = boards(&words[1..]);
    let answer = |(number, board): (usize, &Vec<u8>)| {
        let givens: Vec<u8> = board.iter().map(|cell| cell % 16).collect();
        let answer = match &grids(&givens, &walled(board), 2)[..] {
            [] => "No solution\n".into(),
            [grid] => rows(grid, ""),
            _ => "Multiple Solutions\n".into(),
        };
        format!("Case {number}:\n{answer}")
    };
    (1..).zip(&boards).map(answer).collect()
}

/// The regions of cells, numbered by their first cells.
#[must_use]
pub fn walled(board: &[u8]) -> Vec<usize> {
    let mut names: Vec<usize> = (0..81).collect();
    loop {
        let before = names.clone();
        for cell in 0..81 {
            if cell % 9 < 8 && board[cell] & 32 == 0 {
                let name = names[cell].min(names[cell + 1]);
                (names[cell], names[cell + 1]) = (name, name);
            }
            if cell < 72 && board[cell] & 64 == 0 {
                let name = names[cell].min(names[cell + 9]);
                (names[cell], names[cell + 9]) = (name, name);
            }
        }
        if names == before {
            let mut firsts = names.clone();
            firsts.sort_unstable();
            firsts.dedup();
            let number = |name| firsts.iter().position(|first| first == name).unwrap();
            return names.iter().map(number).collect();
        }
    }
}
