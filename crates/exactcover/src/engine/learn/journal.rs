//! What was learned and dropped, for whoever checks it: a proof, or a test.

use super::network::Lit;
#[cfg(any(feature = "proof", test))]
use crate::run::alarm::each_in_parts;
use crate::run::alarm::Alarm;
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

    pub(super) fn learned(&mut self, clause: &[Lit], alarm: &mut Alarm) {
        self.note(Note::Learned, clause, alarm);
    }

    pub(super) fn dropped(&mut self, clause: &[Lit], alarm: &mut Alarm) {
        self.note(Note::Dropped, clause, alarm);
    }

    /// Nothing if the alarm rings: half a clause must not be told to anybody.
    fn note(&mut self, note: fn(Vec<Lit>) -> Note, clause: &[Lit], alarm: &mut Alarm) {
        if let Some(notes) = &mut self.notes {
            let mut copy = Vec::with_capacity(clause.len());
            if each_in_parts(clause, alarm, |literal, _| copy.push(literal)).is_some() {
                notes.push(note(copy));
            }
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
    pub(super) fn learned(&mut self, _clause: &[Lit], _alarm: &mut Alarm) {}

    #[allow(clippy::unused_self)]
    pub(super) fn dropped(&mut self, _clause: &[Lit], _alarm: &mut Alarm) {}
}
