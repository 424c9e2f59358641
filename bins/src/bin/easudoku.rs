//! Easy sudoku: SPOJ EASUDOKU.
//!
//! Input: T, then T boards of 81 digits, 0 for an empty cell. Output: a grid of each in 9 rows, or
//! `No solution`.
//!
//! Limits 1 s, and 5000 bytes for rustc 1.56. So this program alone is written for itself, without
//! our crates, and is its own source file. Exact cover: the cell with the fewest digits, or the
//! digit with the fewest places in a house, comes first.

use std::error::Error;
use std::io::{self, Read, Write};

/// A cell, and its digit.
type Move = (usize, usize);

struct Board {
    digits: [usize; 81],
    /// Digits of each row, column and box, as bits.
    used: [usize; 27],
}

fn houses(cell: usize) -> [usize; 3] {
    let (row, column) = (cell / 9, cell % 9);
    [row, 9 + column, 18 + row / 3 * 3 + column / 3]
}

impl Board {
    fn fits(&self, (cell, digit): Move) -> bool {
        let houses = houses(cell);
        let used = houses.iter().fold(0, |all, &house| all | self.used[house]);
        self.digits[cell] == 0 && used >> digit & 1 == 0
    }

    /// Writes a digit into an empty cell, or takes it out again.
    fn turn(&mut self, (cell, digit): Move) {
        self.digits[cell] ^= digit;
        for &house in &houses(cell) {
            self.used[house] ^= 1 << digit;
        }
    }

    /// Moves of which exactly one has to be made, the fewest of all; `None` if the board is full.
    fn choices(&self) -> Option<Vec<Move>> {
        let mut moves = vec![Vec::new(); 4 * 81];
        for cell in 0..81 {
            for digit in (1..10).filter(|&digit| self.fits((cell, digit))) {
                moves[cell].push((cell, digit));
                for &house in &houses(cell) {
                    moves[80 + 9 * house + digit].push((cell, digit));
                }
            }
        }
        let open = |item: &usize| match *item {
            cell if cell < 81 => self.digits[cell] == 0,
            pair => self.used[pair / 9 - 9] >> (pair % 9 + 1) & 1 == 0,
        };
        let items = (0..4 * 81).filter(open);
        let fewest = items.min_by_key(|&item| moves[item].len());
        fewest.map(|item| moves.swap_remove(item))
    }

    /// Whether the board can be filled; if so, it is.
    fn fill(&mut self) -> bool {
        let choices = self.choices();
        choices.map_or(true, |choices| {
            choices.into_iter().any(|choice| {
                self.turn(choice);
                let full = self.fill();
                if !full {
                    self.turn(choice);
                }
                full
            })
        })
    }
}

fn solve(text: &str) -> Result<String, String> {
    let text = text.trim_matches(|c| c == '\u{feff}' || c == '\u{1a}');
    let mut words = text.split_whitespace();
    let count = number(text, words.next(), "a number of boards", usize::MAX)?;
    let mut answer = String::new();
    for _ in 0..count {
        let (digits, used) = ([0; 81], [0; 27]);
        let mut board = Board { digits, used };
        let mut possible = true;
        for cell in 0..81 {
            let digit = number(text, words.next(), "a digit from 0 to 9", 9)?;
            if digit > 0 && board.fits((cell, digit)) {
                board.turn((cell, digit));
            } else {
                possible &= digit == 0;
            }
        }
        if possible && board.fill() {
            for row in board.digits.chunks(9) {
                let row: Vec<String> = row.iter().map(usize::to_string).collect();
                answer += &(row.join(" ") + "\n");
            }
        } else {
            answer += "No solution\n";
        }
    }
    match words.next() {
        None => Ok(answer),
        word => Err(expected(text, word, "the end of the input")),
    }
}

fn number(text: &str, word: Option<&str>, what: &str, most: usize) -> Result<usize, String> {
    let number = word.and_then(|word| word.parse().ok());
    let number = number.filter(|&number| number <= most);
    number.ok_or_else(|| expected(text, word, what))
}

fn expected(text: &str, word: Option<&str>, what: &str) -> String {
    let start = |text: &str| text.as_ptr() as usize;
    let before = word.map_or(text, |word| &text[..start(word) - start(text)]);
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|&c| c != '\n').count();
    let place = format!("input:{}:{}", line, column + 1);
    let found = format!(", found {:.20}", word.unwrap_or("the end of the input"));
    place + ": expected " + what + &found
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut text = String::new();
    let most = 8 << 20;
    if io::stdin().take(most + 1).read_to_string(&mut text)? as u64 > most {
        return Err("input has over 8388608 bytes".into());
    }
    io::stdout().write_all(solve(&text)?.as_bytes())?;
    Ok(())
}

fn main() {
    if let Err(error) = run() {
        let _ = io::stderr().write_all((error.to_string() + "\n").as_bytes());
        std::process::exit(2);
    }
}
