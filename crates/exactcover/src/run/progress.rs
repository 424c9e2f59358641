//! How far a search has come, for those who wait for it.

use super::limits::Stats;
use alloc::sync::Arc;
use core::fmt;

/// How far a running search has come; [`Search::watch`](crate::Search::watch) shows it.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct Progress {
    /// How much of the tree has been searched, from 0 to 1: Knuth's measure (TAOCP 4B,
    /// 7.2.2.1), which takes all options of a level to be equally hard. It never goes down, but
    /// it is no forecast: the options are not equally hard.
    ///
    /// An engine that cannot tell stays at 0 until the whole tree has been searched.
    pub fraction: f64,
    /// What the search has cost so far.
    pub stats: Stats,
}

/// Whom a search shows its progress.
#[derive(Clone)]
pub(crate) struct Watch(pub(crate) Arc<dyn Fn(Progress) + Send + Sync>);

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Watch")
    }
}

/// Whom several searches with one answer show their progress, and the most that was shown.
#[derive(Debug)]
pub(crate) struct Shown {
    watch: Option<Watch>,
    most: f64,
}

impl Shown {
    pub(crate) fn new(watch: Option<Watch>) -> Self {
        Shown { watch, most: 0.0 }
    }

    /// It never goes back.
    pub(crate) fn show(&mut self, fraction: f64, stats: Stats) {
        if let Some(Watch(watch)) = &self.watch {
            self.most = self.most.max(fraction).min(1.0);
            watch(Progress {
                fraction: self.most,
                stats,
            });
        }
    }
}
