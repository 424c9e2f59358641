//! What was learned and dropped, for whoever observes the search.

use super::network::Lit;
use crate::run::alarm::{each_in_parts, Alarm};
use alloc::vec::Vec;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Note {
    /// The next clause that is learned follows from this, too: what the options of these items
    /// and those of the others add up to.
    Counted([Vec<u32>; 2]),
    Learned(Vec<Lit>),
    Dropped(Vec<Lit>),
}

/// The notes since somebody read them last; none are taken before the first time.
#[derive(Debug, Default)]
pub(super) struct Journal {
    notes: Option<Vec<Note>>,
}

impl Journal {
    /// Takes the notes out.
    pub(super) fn read(&mut self) -> Vec<Note> {
        self.notes.replace(Vec::new()).unwrap_or_default()
    }

    pub(super) fn is_kept(&self) -> bool {
        self.notes.is_some()
    }

    pub(super) fn counted(&mut self, items: [Vec<u32>; 2]) {
        if let Some(notes) = &mut self.notes {
            notes.push(Note::Counted(items));
        }
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
