//! Who is told what a search does.

use crate::problem::ids::OptionId;

/// An option in a clause: its number, counting from 1, if it is chosen, and minus that number if it
/// is not.
pub(crate) type Literal = i32;

/// A trial on the way to the current state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Trial {
    /// How often the search has gone back to the root to start again.
    pub(crate) start: u64,
    /// How many options are chosen on the way, whether tried or not.
    pub(crate) depth: usize,
    pub(crate) option: OptionId,
    /// Whether its item has no other option left: it never had, or they have been tried.
    pub(crate) forced: bool,
}

/// Whoever wants to know what a search does: a proof, or nobody, `()`.
///
/// An engine does not call it while it searches. An observed search pauses before every trial, as
/// limits make any search pause now and then, and says where it is
/// ([`Drive::explain`](super::drive::Drive::explain)). So no hot loop asks for an observer, and
/// with `()` nothing is left of all this.
pub(crate) trait Observer {
    /// Whether there is anybody.
    fn watches(&self) -> bool;
    /// The search has come to this trial, or is about to make it. All trials are told, in order;
    /// one may be told again.
    fn trial(&mut self, trial: Trial);
    /// Whether it takes what is counted; an engine may ask before it searches.
    fn counts(&self) -> bool;
    /// The options of the first items add up to at least their number, those of the others to at
    /// most theirs: what follows from both together is needed for the next clause.
    fn counted(&mut self, at_least: &[u32], at_most: &[u32]);
    /// This clause follows from the problem and from those that are known.
    fn learned(&mut self, clause: &[Literal]);
    /// A clause that was learned is not used any more.
    fn dropped(&mut self, clause: &[Literal]);
    /// Whether nothing it is told reaches anybody, so that the search may end.
    fn failed(&self) -> bool;
}

impl Observer for () {
    fn watches(&self) -> bool {
        false
    }

    fn trial(&mut self, _trial: Trial) {}

    fn counts(&self) -> bool {
        true
    }

    fn counted(&mut self, _at_least: &[u32], _at_most: &[u32]) {}

    fn learned(&mut self, _clause: &[Literal]) {}

    fn dropped(&mut self, _clause: &[Literal]) {}

    fn failed(&self) -> bool {
        false
    }
}
