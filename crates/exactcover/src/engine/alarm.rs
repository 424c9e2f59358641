//! Deadline and cancel flags for work that is not made of small steps: reading a large problem, or
//! one enormous choice.

use super::CHECK_WORK;
use crate::{Limit, Limits};

/// A problem with at most so many entries is so small that a choice is made in one go, with all
/// that it forces: each item is closed once at most, and each option hidden once.
pub(super) const ONE_GO: usize = CHECK_WORK as usize;

/// Looks at the clock and at the flags whenever so much work has been done. Once it rings it keeps
/// ringing: the engine drops what it is at, and its state is good for nothing afterwards.
#[derive(Clone, Debug)]
pub(crate) struct Alarm {
    limits: Limits,
    /// The work until the next look.
    left: u64,
    rang: Option<Limit>,
}

impl Alarm {
    pub(crate) fn new(limits: &Limits) -> Self {
        Alarm {
            limits: limits.clone(),
            left: CHECK_WORK,
            rang: None,
        }
    }

    /// So much has been done (entries looked at, about); whether to stop.
    #[inline]
    pub(crate) fn after(&mut self, work: usize) -> bool {
        match self.left.checked_sub(work as u64) {
            Some(left) => {
                self.left = left;
                self.rang.is_some()
            }
            None => self.look(),
        }
    }

    #[cold]
    fn look(&mut self) -> bool {
        self.left = CHECK_WORK;
        self.rang = self.rang.or_else(|| self.limits.late());
        self.rang.is_some()
    }

    /// Why it rang.
    pub(crate) fn rang(&self) -> Option<Limit> {
        self.rang
    }
}
