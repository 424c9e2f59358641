//! Limits of a search, and how to say that one was reached.

use crate::interrupt::Interrupt;
use exactcover::{Limit, Limits, Outcome};
use std::time::{Duration, Instant};

/// The limits of a search that begins now: those of [`limits`](crate::options::limits), and
/// signals.
#[must_use]
pub fn from_now(nodes: Option<u64>, time: Option<Duration>, interrupt: &Interrupt) -> Limits {
    let mut limits = Limits::none().cancel(interrupt.flag());
    if let Some(count) = nodes {
        limits = limits.nodes(count);
    }
    // A time too long for the clock is no limit.
    if let Some(at) = time.and_then(|time| Instant::now().checked_add(time)) {
        limits = limits.deadline(at);
    }
    limits
}

/// How many bytes a count by a diagram may take where nobody says it.
pub const MEMORY: usize = 1_000_000_000;

/// What kept the search from the end: for people, and as an option's name for programs.
#[must_use]
pub fn obstacle(outcome: Outcome) -> Option<(&'static str, &'static str)> {
    match outcome {
        Outcome::LimitReached(Limit::Solutions) => Some(("enough", "first")),
        Outcome::LimitReached(Limit::Nodes) => Some(("node limit reached", "limit-nodes")),
        Outcome::LimitReached(Limit::Deadline) => Some(("time limit reached", "limit-time")),
        Outcome::LimitReached(Limit::Memory) => Some(("memory limit reached", "limit-memory")),
        Outcome::LimitReached(Limit::Multiplicities) => {
            Some(("multiplicities are not taken here", "multiplicities"))
        }
        Outcome::LimitReached(_) => Some(("interrupted", "interrupt")),
        Outcome::Exhausted | Outcome::Stopped => None,
    }
}
