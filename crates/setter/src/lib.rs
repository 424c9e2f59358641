//! What whoever sets a contest problem needs beside a program that solves it: a *validator*, which
//! says whether an input is exactly what the statement promises, and a *checker*, which says whether
//! an answer solves it. Both are written from the statements and know nothing of the crates that the
//! programs of this repository stand on, so their tests use them, too.
//!
//! The program `setter` has both on the command line.
//!
//! ```
//! let problem = setter::problem("tiling").unwrap();
//! assert_eq!(problem.validate("1 2 2\n2 2\n"), Ok(()));
//! assert_eq!(problem.check("1 2 2\n2 2\n", "Yes\n"), Ok(()));
//!
//! let blank = problem.validate("1 2 2 \n2 2\n").unwrap_err();
//! assert_eq!(blank.to_string(), "1:6: expected the end of the line, found \" \"\n  | 1 2 2\n  |      ^");
//! assert!(problem.check("1 2 2\n2 2\n", "No\n").is_err());
//! ```

mod check;
mod strict;
mod validate;

pub use check::{all_tiles, Tiles};
pub use strict::Refusal;

/// A place on a board, row and column from 0.
pub type Place = (usize, usize);

/// The verdict on an answer: why it does not solve the input, if it does not.
pub type Verdict = Result<(), String>;

/// A contest problem.
#[derive(Clone, Copy, Debug)]
pub struct Problem {
    /// Its name, which is that of the program that solves it.
    pub name: &'static str,
    validate: fn(&str) -> Result<(), Refusal>,
    check: fn(&str, &str) -> Verdict,
}

impl Problem {
    /// Whether a text is an input as the statement draws it, to the byte: lines that end with a line
    /// feed, single blanks between words and none elsewhere, numbers without leading zeros and within
    /// their ranges, and what the statement promises of the whole, as far as that can be seen without
    /// solving it. Our programs take much more.
    ///
    /// # Errors
    /// The first thing that is not so, and where.
    ///
    /// # Complexity
    /// Linear in the text.
    pub fn validate(&self, input: &str) -> Result<(), Refusal> {
        (self.validate)(input)
    }

    /// Whether an answer solves an input that is valid. The answer may be anything.
    ///
    /// # Errors
    /// Why not.
    ///
    /// # Panics
    /// If the input is not valid, perhaps.
    ///
    /// # Complexity
    /// Where more than one answer is right, linear in both, and exponential where the answer says that
    /// there is no solution; else that of finding the answer by plain search: seconds for the largest
    /// inputs of the judges.
    pub fn check(&self, input: &str, answer: &str) -> Verdict {
        (self.check)(input, answer)
    }
}

/// The problem of this name, if there is one.
#[must_use]
pub fn problem(name: &str) -> Option<&'static Problem> {
    PROBLEMS.iter().find(|problem| problem.name == name)
}

/// All problems.
pub const PROBLEMS: &[Problem] = &[
    row(
        "all_solutions",
        validate::all_solutions,
        check::all_solutions,
    ),
    row(
        "cross_hatching",
        validate::cross_hatching,
        check::cross_hatching,
    ),
    row("crossword", validate::crossword, check::crossword),
    row("easudoku", validate::easudoku, check::easudoku),
    row("exact_cover", validate::exact_cover, check::exact_cover),
    row(
        "killer_colors",
        validate::killer_colors,
        check::killer_colors,
    ),
    row(
        "killer_sudoku",
        validate::killer_sudoku,
        check::killer_sudoku,
    ),
    row(
        "power_stations",
        validate::power_stations,
        check::power_stations,
    ),
    row("squiggly", validate::squiggly, check::squiggly),
    row("su_domino_ku", validate::su_domino_ku, check::su_domino_ku),
    row("sudogob", validate::sudogob, check::sudogob),
    row("sudoku16", validate::sudoku16, check::sudoku16),
    row("sudoku81", validate::sudoku81, check::sudoku81),
    row("sudokunique", validate::sudokunique, check::sudokunique),
    row(
        "target_sudoku",
        validate::target_sudoku,
        check::target_sudoku,
    ),
    row("tiling", validate::tiling, check::tiling),
    row("treasure_map", validate::treasure_map, check::treasure_map),
    row("wisdom_beads", validate::wisdom_beads, check::wisdom_beads),
];

const fn row(
    name: &'static str,
    validate: fn(&str) -> Result<(), Refusal>,
    check: fn(&str, &str) -> Verdict,
) -> Problem {
    Problem {
        name,
        validate,
        check,
    }
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
