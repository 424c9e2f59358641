//! What whoever sets a contest problem needs beside a program that solves it: a *validator*, which
//! says whether an input is exactly what the statement promises, and a *checker*, which says
//! whether an answer solves it. Both are written from the statements and know nothing of the crates
//! that the programs of this repository stand on, so their tests use them, too. Further, *groups*
//! of inputs that are made by seeds, and [`shrink`], which makes an input smaller while something
//! is wrong on it.
//!
//! The program `setter` has all that on the command line, and runs programs on such inputs.
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

mod generate;
mod promise;
mod shrink;

pub use generate::Group;
pub use referee::check::{all_tiles, Tiles};
use referee::{check, validate};
pub use referee::{Place, Refusal, Verdict};
pub use shrink::shrink;

/// A contest problem.
#[derive(Clone, Copy, Debug)]
pub struct Problem {
    /// Its name, which is that of the program that solves it.
    pub name: &'static str,
    /// What its inputs can be like: `tiny` ones first, for many tests; the others test limits.
    pub groups: &'static [Group],
    /// The statement, in Markdown: a title, where the problem was set first, limits, the names of
    /// the samples in `testdata`, and what is asked.
    pub statement: &'static str,
    /// Whether there are inputs with several right answers. Where there is only one, judges compare
    /// texts.
    pub has_several_answers: bool,
    validate: fn(&str) -> Result<(), Refusal>,
    check: fn(&str, &str) -> Verdict,
    promise: fn(&str) -> Result<(), String>,
}

impl Problem {
    /// Whether a text is an input as the statement draws it, to the byte: lines that end with a
    /// line feed, single blanks between words and none elsewhere, numbers without leading zeros and
    /// within their ranges, and what the statement promises of the whole, as far as that can be
    /// seen without solving it. Our programs take much more.
    ///
    /// # Errors
    /// The first thing that is not so, and where.
    ///
    /// # Complexity
    /// Linear in the text.
    pub fn validate(&self, input: &str) -> Result<(), Refusal> {
        (self.validate)(input)
    }

    /// Whether a valid input keeps what the statement promises about its solutions, and what the
    /// judges do with answers supposes: that there is one, or one only, or so few that they can be
    /// listed. Unlike all else here, this stands on the crates behind the programs.
    ///
    /// # Errors
    /// What is not kept; also if that is too hard to find out.
    ///
    /// # Panics
    /// If the input is not valid, perhaps.
    ///
    /// # Complexity
    /// That of the searches: mostly milliseconds, seconds for the largest inputs.
    pub fn promise(&self, input: &str) -> Result<(), String> {
        (self.promise)(input)
    }

    /// Whether an answer solves an input that is valid. The answer may be anything. As for judges,
    /// it makes no difference how many blanks are between words, and how lines end.
    ///
    /// # Errors
    /// Why not.
    ///
    /// # Panics
    /// If the input is not valid, perhaps.
    ///
    /// # Complexity
    /// Where more than one answer is right, linear in both, and exponential where the answer says
    /// that there is no solution; else that of finding the answer by plain search: seconds for the
    /// largest inputs of the judges.
    pub fn check(&self, input: &str, answer: &str) -> Verdict {
        (self.check)(input, answer)
    }
}

/// The problem of this name, if there is one.
#[must_use]
pub fn problem(name: &str) -> Option<&'static Problem> {
    PROBLEMS.iter().find(|problem| problem.name == name)
}

/// The rows of the table: a problem, its groups, what is promised of solutions, and whether an
/// input has `one` right answer or may have `several`.
macro_rules! problems {
    (one) => { false };
    (several) => { true };
    ($($name:ident $groups:ident $promise:ident $answers:ident,)*) => {
        /// All problems.
        pub const PROBLEMS: &[Problem] = &[$(Problem {
            name: stringify!($name),
            groups: generate::$groups,
            statement: include_str!(concat!("../statements/", stringify!($name), ".md")),
            has_several_answers: problems!($answers),
            validate: validate::$name,
            check: check::$name,
            promise: promise::$promise,
        }),*];
    };
}

problems! {
    all_solutions ALL_SOLUTIONS at_most_fifty one,
    cross_hatching CROSS_HATCHING nothing one,
    crossword CROSSWORD one_filling one,
    easudoku EASUDOKU at_most_one_each one,
    easy_finding EASY_FINDING nothing one,
    exact_cover EXACT_COVER nothing several,
    exact_cover_hust EXACT_COVER_HUST nothing several,
    killer_colors KILLER_COLORS some_killer several,
    killer_sudoku KILLER_SUDOKU some_killer several,
    power_stations POWER_STATIONS nothing several,
    squiggly SQUIGGLY nothing one,
    su_domino_ku SU_DOMINO_KU one_tiling_each one,
    sudogob SUDOGOB not_too_many_each one,
    sudoku16 SUDOKU16 one_of_letters one,
    sudoku81 SUDOKU81 one_a_line one,
    sudokunique SUDOKUNIQUE nothing one,
    target_sudoku TARGET_SUDOKU not_too_many one,
    tiling TILING nothing one,
    treasure_map TREASURE_MAP nothing one,
    wisdom_beads WISDOM_BEADS at_most_one_filling several,
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
