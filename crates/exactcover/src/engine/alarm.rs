//! Deadline and cancel flags for work that is not made of small steps: reading a large problem, or
//! one enormous choice.

use super::CHECK_WORK;
use crate::{Limit, Limits};

/// Hiding an option is taken for this much work, so that the alarm hears of all the options of an item
/// at once, and of a single one only if it has more items than this.
pub(super) const SHORT: usize = 16;

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
