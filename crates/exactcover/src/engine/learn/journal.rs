//! What was learned and dropped, for whoever checks it: a proof, or a test.

use super::network::Lit;
#[cfg(any(feature = "proof", test))]
use alloc::vec::Vec;

#[cfg(any(feature = "proof", test))]
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Note {
    Learned(Vec<Lit>),
    Dropped(Vec<Lit>),
}

/// The notes since somebody read them last; none unless somebody wants to.
#[derive(Debug, Default)]
pub(super) struct Journal {
    #[cfg(any(feature = "proof", test))]
    notes: Option<Vec<Note>>,
}

#[cfg(any(feature = "proof", test))]
impl Journal {
    pub(super) fn new(kept: bool) -> Self {
        Journal {
            notes: kept.then(Vec::new),
        }
    }

    /// Takes the notes out.
    pub(super) fn read(&mut self) -> Vec<Note> {
        self.notes.as_mut().map(core::mem::take).unwrap_or_default()
    }

    pub(super) fn is_kept(&self) -> bool {
        self.notes.is_some()
    }

    pub(super) fn learned(&mut self, clause: &[Lit]) {
        if let Some(notes) = &mut self.notes {
            notes.push(Note::Learned(clause.to_vec()));
        }
    }

    pub(super) fn dropped(&mut self, clause: &[Lit]) {
        if let Some(notes) = &mut self.notes {
            notes.push(Note::Dropped(clause.to_vec()));
        }
    }
}

#[cfg(not(any(feature = "proof", test)))]
impl Journal {
    #[allow(clippy::unused_self)]
    pub(super) fn is_kept(&self) -> bool {
        false
    }

    #[allow(clippy::unused_self)]
    pub(super) fn learned(&mut self, _clause: &[Lit]) {}

    #[allow(clippy::unused_self)]
    pub(super) fn dropped(&mut self, _clause: &[Lit]) {}
}
