//! What the tests have to know about a problem beside its rules, which are in the crate `setter`:
//! the rest they find in the folders.

use setter::Verdict;

/// What no folder tells about a program's tests.
pub(crate) struct Problem {
    pub(crate) program: &'static str,
    /// How many samples there are at least, so that no test passes on a part of them.
    pub(crate) samples: usize,
    /// Two symbols: an answer in which they change places in the last line is wrong. `None` where a
    /// last line may have neither of two symbols.
    pub(crate) swapped: Option<(char, char)>,
}

/// The problems of all programs.
pub(crate) const PROBLEMS: &[Problem] = &[
    row("killer_colors", 16, Some(('1', '2'))),
    row("killer_sudoku", 15, Some(('1', '2'))),
    row("cross_hatching", 9, None),
    row("su_domino_ku", 1, Some(('1', '2'))),
    row("sudoku16", 3, Some(('A', 'B'))),
    row("exact_cover", 7, None),
    row("exact_cover_hust", 4, None),
    row("easy_finding", 4, None),
    row("power_stations", 5, None),
    row("crossword", 6, None),
    row("wisdom_beads", 5, None),
    row("tiling", 7, None),
    row("treasure_map", 5, None),
    row("squiggly", 5, None),
    row("sudokunique", 4, None),
    row("sudogob", 4, None),
    row("target_sudoku", 7, None),
    row("easudoku", 4, None),
    row("sudoku81", 5, Some(('1', '2'))),
    row("all_solutions", 4, None),
];

const fn row(program: &'static str, samples: usize, swapped: Option<(char, char)>) -> Problem {
    Problem {
        program,
        samples,
        swapped,
    }
}

/// The same input in forms that are allowed for this problem alone.
pub(crate) fn forms(program: &str, input: &str) -> Vec<(&'static str, String)> {
    match program {
        "sudoku16" => vec![
            ("lower case", input.to_lowercase()),
            ("no empty lines", input.replace("\n\n", "\n")),
        ],
        _ => Vec::new(),
    }
}

/// The problem of a program.
#[track_caller]
pub(crate) fn problem(program: &str) -> &'static Problem {
    let mut problems = PROBLEMS.iter();
    let found = problems.find(|problem| problem.program == program);
    found.unwrap_or_else(|| panic!("{program} has no row in PROBLEMS of {}", file!()))
}

/// Whether `answer` solves `input`, by the rules of this program's problem, and is as tidy as ours
/// are: that is more than judges ask for.
#[track_caller]
pub(crate) fn check(program: &str, input: &str, answer: &str) -> Verdict {
    let tidy =
        |line: &str| line.ends_with('\n') && !line.trim_end_matches('\n').ends_with([' ', '\r']);
    if !answer.split_inclusive('\n').all(tidy) {
        return Err("a line ends with a blank, or not at all".into());
    }
    match setter::problem(program) {
        Some(problem) => problem.check(input, answer),
        None => panic!("{program} has no row in PROBLEMS of the crate setter"),
    }
}
