//! Which item to branch on.

use crate::problem::matrix::Matrix;
use crate::random::SplitMix64;
use crate::run::alarm::{listed_in_parts, Alarm};
use crate::run::settings::{Strategy, Ties};
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

impl Ties {
    /// For each item the number that an engine gives it, and how many are primary: the primary
    /// items from the most to the least preferred, then the secondary ones. `None` if the alarm
    /// rings.
    pub(crate) fn ranking(self, matrix: &Matrix, alarm: &mut Alarm) -> Option<(Vec<u32>, usize)> {
        let mut primary = 0;
        let mut number = listed_in_parts(matrix.primary.len(), alarm, |item| {
            let before = primary;
            primary += u32::from(matrix.primary[item]);
            before
        })?;
        // Its place among the items of its kind has become the number of an item that was made in
        // this place; what the ties prefer first is at the first place.
        let mut order = listed_in_parts(primary as usize, alarm, |place| match self {
            Ties::First | Ties::Random(_) => place as u32,
            Ties::Last => primary - 1 - place as u32,
        })?;
        if let Ties::Random(seed) = self {
            let mut random = SplitMix64::new(seed);
            for last in (1..order.len()).rev() {
                if alarm.after(2) {
                    return None;
                }
                #[cfg(test)]
                crate::run::looks::touched(2);
                order.swap(last, random.below(last + 1));
            }
        }
        let mut rank = listed_in_parts(order.len(), alarm, |_| 0)?;
        for (place, &item) in (0..).zip(&order) {
            if alarm.after(1) {
                return None;
            }
            #[cfg(test)]
            crate::run::looks::touched(1);
            rank[item as usize] = place;
        }
        for (item, number) in number.iter_mut().enumerate() {
            if alarm.after(1) {
                return None;
            }
            #[cfg(test)]
            crate::run::looks::touched(1);
            *number = if matrix.primary[item] {
                rank[*number as usize]
            } else {
                // So many primary items were made before it.
                item as u32 + (primary - *number)
            };
        }
        Some((number, primary as usize))
    }
}

/// The dead ends from one start to the next are a multiple of this.
const DEAD_ENDS: u64 = 100;

/// The `k`-th of 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, ..., counting from 1: up to a factor
/// and a logarithm the best for a search of which nothing is known (Luby, Sinclair, Zuckerman
/// 1993).
pub(super) fn luby(mut k: u64) -> u64 {
    loop {
        let bits = u64::BITS - k.leading_zeros();
        if k == (1 << bits) - 1 {
            return 1 << (bits - 1);
        }
        k -= (1 << (bits - 1)) - 1;
    }
}

/// The memory of a strategy: what it has learned from failures.
#[derive(Clone, Debug)]
pub(crate) struct Chooser {
    /// Per primary item in the engine's numbering; empty for [`Strategy::Mrv`].
    weights: Vec<u32>,
    /// For [`Strategy::Restarts`] alone.
    restarts: Option<Restarts>,
}

#[derive(Clone, Debug)]
struct Restarts {
    /// How often the search was started.
    starts: u64,
    /// The dead ends that are left until the next start; none is needed after a solution.
    left: u64,
    solved: bool,
    /// The size of the largest partial solution since the last start. Its options are those
    /// with the last mark.
    largest: usize,
    marks: Vec<u64>,
    mark: u64,
}

impl Chooser {
    pub(crate) fn new(strategy: Strategy, primary: usize, options: usize) -> Self {
        let weights = match strategy {
            Strategy::Mrv => Vec::new(),
            Strategy::Weighted | Strategy::Restarts => vec![1; primary],
        };
        let restarts = (strategy == Strategy::Restarts).then(|| Restarts {
            starts: 1,
            left: DEAD_ENDS,
            solved: false,
            largest: 0,
            marks: vec![0; options],
            mark: 1,
        });
        Chooser { weights, restarts }
    }

    /// The best of the items with their sizes, ties to the lowest number; a size of 0 is best.
    #[inline(always)]
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

    /// The state is dead with these options chosen.
    pub(crate) fn dead_end(
        &mut self,
        chosen: impl ExactSizeIterator<Item = u32>,
        alarm: &mut Alarm,
    ) {
        if let Some(restarts) = &mut self.restarts {
            restarts.left = restarts.left.saturating_sub(1);
            if chosen.len() > restarts.largest {
                restarts.largest = chosen.len();
                restarts.mark += 1;
                for option in chosen {
                    if alarm.after(1) {
                        return;
                    }
                    #[cfg(test)]
                    crate::run::looks::touched(1);
                    restarts.marks[option as usize] = restarts.mark;
                }
            }
        }
    }

    pub(crate) fn solved(&mut self) {
        if let Some(restarts) = &mut self.restarts {
            restarts.solved = true;
        }
    }

    /// Whether the engine should go back to the root now; if so, the next start begins.
    pub(crate) fn starts_again(&mut self) -> bool {
        match &mut self.restarts {
            Some(restarts) if restarts.left == 0 && !restarts.solved => {
                restarts.starts += 1;
                restarts.left = DEAD_ENDS * luby(restarts.starts);
                restarts.largest = 0;
                true
            }
            _ => false,
        }
    }

    /// How often the search has gone back to the root.
    pub(crate) fn starts(&self) -> u64 {
        self.restarts.as_ref().map_or(0, |restarts| restarts.starts)
    }

    /// Whether [`Chooser::worth`] is for this strategy; otherwise options are tried in the order
    /// of adding.
    pub(crate) fn orders(&self) -> bool {
        self.restarts.is_some()
    }

    /// What the trial of this option is sorted by, the best one last: `blocked` is the number of
    /// options in the lists of its items.
    pub(crate) fn worth(&self, option: u32, blocked: u64) -> (bool, Reverse<u64>) {
        let kept = |restarts: &Restarts| restarts.marks[option as usize] == restarts.mark;
        (self.restarts.as_ref().map_or(false, kept), Reverse(blocked))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::limits::Limits;

    fn alarm() -> Alarm {
        Alarm::new(&Limits::none())
    }

    #[test]
    fn ranks_primary_items_as_the_ties_arrange_them() {
        let primary = [false, true, true, false, true, true, true, false];
        let matrix = Matrix {
            primary: primary.to_vec(),
            ..Matrix::default()
        };
        for ties in [Ties::First, Ties::Last, Ties::Random(1), Ties::Random(7)] {
            let all = 0..primary.len() as u32;
            let (mut order, rest): (Vec<u32>, Vec<u32>) =
                all.partition(|&item| primary[item as usize]);
            ties.arrange(&mut order);
            order.extend(rest);
            let (number, count) = ties.ranking(&matrix, &mut alarm()).expect("no limit");
            assert_eq!(count, 5);
            for (rank, &item) in order.iter().enumerate() {
                assert_eq!(number[item as usize] as usize, rank, "{ties:?}");
            }
        }
    }

    #[test]
    fn counts_like_luby() {
        let first: Vec<u64> = (1..=16).map(luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, 1]);
    }

    #[test]
    fn starts_again_after_dead_ends_and_never_after_a_solution() {
        let mut chooser = Chooser::new(Strategy::Restarts, 1, 1);
        let mut gaps = Vec::new();
        for _ in 0..3 {
            let mut dead_ends = 0;
            while !chooser.starts_again() {
                chooser.dead_end([0].into_iter(), &mut alarm());
                dead_ends += 1;
            }
            gaps.push(dead_ends);
        }
        assert_eq!(gaps, [100, 100, 200]);
        chooser.solved();
        (0..1000).for_each(|_| chooser.dead_end([0].into_iter(), &mut alarm()));
        assert!(!chooser.starts_again());
    }

    #[test]
    fn tries_what_worked_best_and_then_what_blocks_least() {
        let mut chooser = Chooser::new(Strategy::Restarts, 1, 4);
        chooser.dead_end([1, 2].into_iter(), &mut alarm());
        chooser.dead_end([3].into_iter(), &mut alarm());
        let mut trials = [(3, 5), (2, 9), (1, 8), (0, 5)];
        trials.sort_by_key(|&(option, blocked)| chooser.worth(option, blocked));
        assert_eq!(trials, [(3, 5), (0, 5), (2, 9), (1, 8)]);
    }
}
