//! The trials of a search that is to be proved, noted while it goes on.
//!
//! A search without a proof must not pay for that. So the hot loops ask nothing but what they ask
//! anyway, whether a mark is reached: a search that is to be proved is at its marks all the time,
//! and the diary knows when to pause in earnest.

use crate::proof::log::{Log, Trial};
use crate::run::drive::Marks;
use crate::run::settings::Settings;
use alloc::vec::Vec;

#[derive(Debug)]
pub(super) struct Diary {
    kept: bool,
    /// Where the search is to pause in earnest.
    nodes: u64,
    updates: u64,
    trials: Vec<Trial>,
}

impl Diary {
    pub(super) fn new(settings: &Settings) -> Self {
        Diary {
            kept: settings.proving,
            nodes: 0,
            updates: 0,
            trials: Vec::new(),
        }
    }

    /// The marks for the hot loops of a search with these ones.
    pub(super) fn open(&mut self, marks: &Marks) -> Marks {
        let mut marks = *marks;
        if self.kept {
            self.nodes = core::mem::take(&mut marks.nodes);
            self.updates = marks.updates;
        }
        marks
    }

    /// Notes the trial to come, unless it is time to pause.
    #[inline(always)]
    pub(super) fn takes(&mut self, nodes: u64, updates: u64, next: impl FnOnce() -> Trial) -> bool {
        let goes_on = nodes < self.nodes && updates < self.updates;
        if goes_on {
            self.trials.push(next());
        }
        goes_on
    }

    /// Tells all trials.
    pub(super) fn read(&mut self, log: &mut Log<'_>) {
        self.trials.drain(..).for_each(|trial| log.trial(trial));
    }
}
