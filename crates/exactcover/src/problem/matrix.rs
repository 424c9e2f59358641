//! What the engines see of a problem: items and options, no names and no labels.

use super::ids::{Entry, OptionId};
use alloc::vec::Vec;

/// The most items, options and entries that a problem can have, all together: engines that number
/// everything in one row keep a bit to spare.
pub(crate) const MAX_PARTS: usize = (u32::MAX / 2) as usize;

/// The items and options of a problem.
#[derive(Clone, Debug, Default)]
pub(crate) struct Matrix {
    /// Per item, whether it is primary.
    pub(crate) primary: Vec<bool>,
    /// All entries, option after option.
    pub(crate) entries: Vec<Entry>,
    /// `entries[starts[o]..starts[o + 1]]` belong to option `o`; begins with 0.
    pub(crate) starts: Vec<u32>,
    /// Per item, how often a solution covers it, at least and at most; empty if no item has a
    /// multiplicity, which is what most of the crate takes.
    pub(crate) bounds: Vec<(u32, u32)>,
}

impl Matrix {
    pub(crate) fn option_count(&self) -> usize {
        self.starts.len() - 1
    }

    pub(crate) fn option(&self, option: usize) -> &[Entry] {
        &self.entries[self.starts[option] as usize..self.starts[option + 1] as usize]
    }

    pub(crate) fn has_multiplicities(&self) -> bool {
        !self.bounds.is_empty()
    }

    /// About how much memory it takes.
    pub(crate) fn bytes(&self) -> usize {
        let entries = self.entries.capacity() * core::mem::size_of::<Entry>();
        entries + 4 * self.starts.capacity() + self.primary.capacity() + 8 * self.bounds.capacity()
    }

    pub(super) fn options(&self) -> impl Iterator<Item = (OptionId, &[Entry])> + '_ {
        (0..self.option_count()).map(move |o| (OptionId::new(o), self.option(o)))
    }
}
