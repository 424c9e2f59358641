//! Which item to branch on.

use crate::problem::Matrix;
use crate::SplitMix64;
use alloc::vec;
use alloc::vec::Vec;

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
    /// All items in the order in which an engine numbers them, and the number of primary ones:
    /// the primary items from the most to the least preferred, then the secondary ones.
    pub(crate) fn ranking(self, matrix: &Matrix) -> (Vec<u32>, usize) {
        let all = 0..matrix.primary.len() as u32;
        let (mut order, secondary): (Vec<u32>, Vec<u32>) =
            all.partition(|&item| matrix.primary[item as usize]);
        self.arrange(&mut order);
        let primary = order.len();
        order.extend(secondary);
        (order, primary)
    }

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

/// The memory of a strategy: what it has learned about the items from failures.
#[derive(Clone, Debug)]
pub(crate) struct Chooser {
    /// Per primary item in the engine's numbering; empty for [`Strategy::Mrv`].
    weights: Vec<u32>,
}

impl Chooser {
    pub(crate) fn new(strategy: Strategy, primary: usize) -> Self {
        let weights = match strategy {
            Strategy::Mrv => Vec::new(),
            Strategy::Weighted => vec![1; primary],
        };
        Chooser { weights }
    }

    /// The best of the items with their sizes, ties to the lowest number; a size of 0 is best.
    pub(crate) fn choose(&self, items: impl Iterator<Item = (u32, u32)>) -> Option<(u32, u32)> {
        if self.weights.is_empty() {
            let mut best = u64::MAX;
            for (item, size) in items {
                // Size and number in one word make one comparison of two.
                best = best.min(u64::from(size) << 32 | u64::from(item));
                if size == 0 {
                    break;
                }
            }
            return if best == u64::MAX {
                None
            } else {
                Some((best as u32, (best >> 32) as u32))
            };
        }
        let mut best: Option<(u32, u32)> = None;
        for (item, size) in items {
            let better = match best {
                None => true,
                Some((other, least)) if size <= 1 || least <= 1 => (size, item) < (least, other),
                Some((other, least)) => {
                    let mine = u64::from(size) * u64::from(self.weights[other as usize]);
                    let others = u64::from(least) * u64::from(self.weights[item as usize]);
                    (mine, item) < (others, other)
                }
            };
            if better {
                best = Some((item, size));
            }
            if size == 0 {
                break;
            }
        }
        best
    }

    /// This item was left without an option.
    pub(crate) fn failed(&mut self, item: u32) {
        if let Some(weight) = self.weights.get_mut(item as usize) {
            *weight = weight.saturating_add(1);
        }
    }
}
