//! Checkers beside an answer that is known to be right. Whether a case has no solution takes no
//! search then, so they are linear where those of [`check`](crate::check) may be exponential.

// The functions have the names of the problems, and all say the same.
#![allow(missing_docs)]

use crate::{check, Claims, Verdict};

pub use crate::check::covers::{
    exact_cover_claims as exact_cover, power_stations_claims as power_stations,
    wisdom_beads_claims as wisdom_beads,
};

pub fn killer_colors(input: &str, answer: &str) -> Claims {
    check::killer_colors(input, answer).map(|()| Vec::new())
}

pub fn killer_sudoku(input: &str, answer: &str) -> Claims {
    check::killer_sudoku(input, answer).map(|()| Vec::new())
}

/// What a checker finds out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding {
    /// The answer is right.
    Right,
    /// It is not, and why.
    Wrong(String),
    /// It is the judge's answer that is wrong, and why.
    JudgeIsWrong(String),
}

/// What there is to say of an answer beside that of the judge.
pub fn compare(
    claims: fn(&str, &str) -> Claims,
    input: &str,
    answer: &str,
    judges: &str,
) -> Finding {
    let known = match claims(input, judges) {
        Ok(known) => known,
        Err(reason) => return Finding::JudgeIsWrong(reason),
    };
    let said = match claims(input, answer) {
        Ok(said) => said,
        Err(reason) => return Finding::Wrong(reason),
    };
    if let Some(case) = said.iter().find(|case| !known.contains(case)) {
        return Finding::Wrong(format!("there is a solution of case {}", case + 1));
    }
    match known.iter().find(|case| !said.contains(case)) {
        None => Finding::Right,
        Some(case) => Finding::JudgeIsWrong(format!("there is a solution of case {}", case + 1)),
    }
}

/// The verdict on an answer, if whether a case has a solution is found out.
pub(crate) fn searched(claims: Claims, has_solution: impl Fn(usize) -> bool) -> Verdict {
    match claims?.into_iter().find(|&case| has_solution(case)) {
        None => Ok(()),
        Some(_) => Err("there is a solution".into()),
    }
}
