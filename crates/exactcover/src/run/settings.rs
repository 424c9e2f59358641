//! What a search can be told.

use super::limits::Limits;
use super::progress::Watch;
use crate::random::SplitMix64;

/// How a search chooses the item to branch on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Strategy {
    /// Minimum remaining values: a primary item with the fewest options left. The right default;
    /// the tree depends on the problem and the ties alone.
    #[default]
    Mrv,
    /// The fewest options left divided by the item's weight, which is 1 plus the number of dead
    /// ends that the item has caused so far ("dom/wdeg"). An item with a single option left is
    /// still taken first. Wins by orders of magnitude where a few items are at the root of
    /// most failures (quasigroups, killer sudoku), and loses where failures are spread evenly.
    Weighted,
    /// [`Strategy::Weighted`] that goes back to the root, with the weights it has, after a number
    /// of dead ends: 100 times 1, 1, 2, 1, 1, 2, 4, 1, ... (Luby's sequence). For a first solution
    /// that early bad luck would hide for ages; several times faster on quasigroups than weights
    /// alone, and the worst case is far better.
    ///
    /// Of the options of an item it tries first what was in the largest partial solution since
    /// the last start, and then what leaves the most to other items. After the first solution it
    /// searches the rest of the tree without starting again, so that every solution is found,
    /// and none twice. To show that there is no solution takes longer than without restarts.
    /// Like the others it is deterministic; other [`Ties`] give other searches.
    Restarts,
}

/// Which of several equally good items a search branches on.
///
/// It is a fixed ranking of the items: the choice depends on which options are left, never on
/// the way that led there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Ties {
    /// The one that was made first.
    #[default]
    First,
    /// The one that was made last.
    Last,
    /// The one that comes first in a random ranking drawn from this seed; the same on every
    /// machine.
    Random(u64),
}

impl Ties {
    /// Puts things that stand in the order in which they were made into the order of preference:
    /// for searches outside of this crate.
    ///
    /// ```
    /// use exactcover::Ties;
    /// let mut cells = [0, 1, 2];
    /// Ties::Last.arrange(&mut cells);
    /// assert_eq!(cells, [2, 1, 0]);
    /// ```
    pub fn arrange(self, order: &mut [u32]) {
        match self {
            Ties::First => {}
            Ties::Last => order.reverse(),
            Ties::Random(seed) => SplitMix64::new(seed).shuffle(order),
        }
    }
}

/// All that a search is told.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settings {
    pub(crate) strategy: Strategy,
    pub(crate) ties: Ties,
    pub(crate) limits: Limits,
    pub(crate) watch: Option<Watch>,
    /// Whether one solution or two are all that is asked for, and it may be any.
    pub(crate) few: bool,
}
