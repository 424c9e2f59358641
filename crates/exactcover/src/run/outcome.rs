//! How a search ends, and the shapes of an answer.

use super::limits::{Limit, Stats};
use core::fmt;

/// How a search ended; it prints as a few words, such as `node limit reached`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// The whole tree was searched: there are no other solutions.
    Exhausted,
    /// The caller had enough: its visitor said so, or the question was answered early.
    Stopped,
    /// A limit was reached first; what is not known yet stays unknown.
    LimitReached(Limit),
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Exhausted => f.write_str("complete"),
            Outcome::Stopped => f.write_str("stopped"),
            Outcome::LimitReached(limit) => limit.fmt(f),
        }
    }
}

/// An answer, how the search for it ended, and what it cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report<T> {
    /// The answer to the question.
    pub answer: T,
    /// How the search ended.
    pub outcome: Outcome,
    /// What the search cost.
    pub stats: Stats,
}

impl<T> Report<T> {
    /// The same report with another form of the answer.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Report<U> {
        Report {
            answer: f(self.answer),
            outcome: self.outcome,
            stats: self.stats,
        }
    }
}

/// The answer to "is there a solution, and which?"
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum First<S> {
    /// There is one: this is the first in the order of the search.
    Found(S),
    /// There is none: the whole tree was searched.
    None,
    /// A limit was reached before the answer was known.
    Unknown(Limit),
}

/// The answer to "is there exactly one solution?"
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unique<S> {
    /// There is none: the whole tree was searched.
    None,
    /// There is exactly one: the whole tree was searched.
    One(S),
    /// There are at least two, and these are witnesses.
    Many(S, S),
    /// A limit was reached before the answer was known; a solution that was found until then is
    /// here.
    Unknown(Option<S>, Limit),
}

impl<S> First<S> {
    /// The answer in the words of these solutions, found in the order given until `outcome`.
    #[must_use]
    pub fn new(found: Option<S>, outcome: Outcome) -> Self {
        match (found, outcome) {
            (Some(solution), _) => First::Found(solution),
            (None, Outcome::LimitReached(limit)) => First::Unknown(limit),
            (None, _) => First::None,
        }
    }

    /// The same answer about another form of the solution.
    pub fn map<T>(self, f: impl FnOnce(S) -> T) -> First<T> {
        match self {
            First::Found(solution) => First::Found(f(solution)),
            First::None => First::None,
            First::Unknown(limit) => First::Unknown(limit),
        }
    }

    /// The solution if there is a known one. What this throws away is the difference between
    /// "none" and "unknown".
    pub fn found(self) -> Option<S> {
        match self {
            First::Found(solution) => Some(solution),
            _ => None,
        }
    }
}

impl<S> Unique<S> {
    /// The answer that follows from the different solutions found (the first two at most) and
    /// the end of the search for them.
    #[must_use]
    pub fn new(first: Option<S>, second: Option<S>, outcome: Outcome) -> Self {
        match (first, second, outcome) {
            (Some(first), Some(second), _) => Unique::Many(first, second),
            (first, _, Outcome::LimitReached(limit)) => Unique::Unknown(first, limit),
            (Some(only), None, _) => Unique::One(only),
            (None, ..) => Unique::None,
        }
    }

    /// The same answer about another form of the solutions.
    pub fn map<T>(self, mut f: impl FnMut(S) -> T) -> Unique<T> {
        match self {
            Unique::None => Unique::None,
            Unique::One(only) => Unique::One(f(only)),
            Unique::Many(first, second) => Unique::Many(f(first), f(second)),
            Unique::Unknown(found, limit) => Unique::Unknown(found.map(f), limit),
        }
    }
}
