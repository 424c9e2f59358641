//! A search cut into pieces that can be searched side by side.
//!
//! The tree is opened at its top by [`Cells`], always at the piece with the largest share of it. A
//! piece is the list of options on the way to it, and searching it means searching the problem that
//! they leave. The pieces depend on the problem and the settings, never on the clock. With
//! [`Strategy::Mrv`](crate::Strategy::Mrv) the choice of the next item does not depend on the past,
//! and the pieces have together the nodes of the whole, whatever they are.

use super::below::{ranked, Choices, Left};
use crate::engine::cells::Cells;
use crate::problem::ids::OptionId;
use crate::problem::matrix::Matrix;
use crate::run::kernel::{Kernel, Node};
use crate::run::limits::{Limits, Stats};
use crate::run::settings::Settings;
use alloc::vec;
use alloc::vec::Vec;

/// Every piece costs as much as reading the problem, and what an engine does to warm up. All
/// pieces together may not have more entries than this, about ten seconds' worth.
const MOST_ENTRIES: usize = 1 << 30;

/// The pieces of a search, in the order in which a single search comes to them.
#[derive(Debug)]
pub(crate) struct Split {
    /// The problem, with its items in the order in which ties prefer them.
    matrix: Matrix,
    /// The options that no piece has.
    without: Vec<OptionId>,
    pub(crate) pieces: Vec<Piece>,
    /// What a single search does behind the last piece.
    pub(crate) behind: Stats,
}

/// A part of the tree: everything below these choices.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    /// The options chosen on the way from the root.
    pub(crate) chosen: Vec<OptionId>,
    /// How much of the tree it is, as [`seen`](crate::run::drive::seen) measures it.
    pub(crate) share: f64,
    /// What a single search does from the end of the piece before this one (or from the root) to
    /// its beginning.
    pub(crate) above: Stats,
    /// Whether it cannot be opened: it is a solution, or has too many parts.
    closed: bool,
}

impl Piece {
    /// The part of it below these choices, which has such a share of it.
    pub(crate) fn part(&self, chosen: Vec<OptionId>, share: f64) -> Self {
        Piece {
            chosen,
            share: self.share * share,
            above: Stats::default(),
            closed: true,
        }
    }
}

impl Split {
    /// The search below these choices: at least `wanted` pieces if the tree is large enough, and
    /// none with more than two shares of so many; `None` if the time is over first.
    pub(crate) fn new(
        matrix: &Matrix,
        prefix: &Choices,
        settings: &Settings,
        wanted: usize,
    ) -> Option<Self> {
        let matrix = ranked(matrix, settings)?;
        // Nothing has been learned yet: at the top, all strategies are this one.
        let settings = Settings {
            limits: settings.limits.clone(),
            ..Settings::default()
        };
        let root = Piece {
            chosen: prefix.with.clone(),
            share: 1.0,
            above: Stats::default(),
            closed: false,
        };
        let mut split = Split {
            matrix,
            without: prefix.without.clone(),
            pieces: vec![root],
            behind: Stats::default(),
        };
        // In a long and narrow tree the pieces never get many: better few than a slow search here.
        for _ in 0..4 * wanted {
            let open = split.pieces.iter().enumerate();
            let open = open.filter(|(_, piece)| !piece.closed);
            // Of equal shares the first.
            let largest = open.fold(None, |best: Option<(usize, f64)>, (k, piece)| match best {
                Some((_, share)) if share >= piece.share => best,
                _ => Some((k, piece.share)),
            });
            match largest {
                Some((k, share)) if split.pieces.len() < wanted || share * wanted as f64 > 2.0 => {
                    split.open(k, &settings)?;
                }
                _ => break,
            }
        }
        Some(split)
    }

    /// What it took to find the pieces: the nodes above them.
    pub(crate) fn stats(&self) -> Stats {
        let mut stats = Stats {
            engine: Some(Cells::NAME),
            ..self.behind
        };
        for piece in &self.pieces {
            add(&mut stats, 0, &piece.above);
        }
        stats
    }

    /// The pieces with their places, as one search would come to them.
    pub(crate) fn in_order(&self) -> Vec<(usize, &Piece)> {
        self.pieces.iter().enumerate().collect()
    }

    /// The pieces with their places, the largest shares first: small ones at the end make up for
    /// what the shares do not tell.
    pub(crate) fn largest_first(&self) -> Vec<(usize, &Piece)> {
        let mut pieces = self.in_order();
        pieces.sort_by(|(_, a), (_, b)| b.share.total_cmp(&a.share));
        pieces
    }

    /// What is left of the whole in this piece; `None` if the time is over first.
    pub(crate) fn below(&self, piece: &Piece, limits: &Limits) -> Option<Left> {
        let choices = Choices::new(&piece.chosen, &self.without);
        Left::new(&self.matrix, &choices, limits)
    }

    /// Replaces a piece by those that it consists of; `None` if the time is over first.
    fn open(&mut self, k: usize, settings: &Settings) -> Option<()> {
        let Left {
            matrix, options, ..
        } = self.below(&self.pieces[k], &settings.limits)?;
        let parent = &self.pieces[k];
        let mut kernel = Cells::new(&matrix, settings)?;
        let depth = parent.chosen.len();
        let mut stats = Stats::default();
        // What was done until then belongs to the parts before.
        let mut before = Stats::default();
        let mut above = parent.above;
        let mut parts = Vec::new();
        let node = kernel.descend(&mut stats);
        let mut part = |kernel: &Cells, stats: &Stats, closed| {
            let mut below = Vec::new();
            kernel.chosen(&mut below);
            let mut chosen = parent.chosen.clone();
            chosen.extend(below.iter().map(|option| options[option.index()]));
            add_since(&mut above, depth, stats, &before);
            before = *stats;
            parts.push(Piece {
                chosen,
                share: parent.share,
                above: core::mem::take(&mut above),
                closed,
            });
        };
        match node {
            Node::Dead => {}
            Node::Solved => part(&kernel, &stats, true),
            // Without looking at the states in between, the kernel tries every option of its only
            // level.
            Node::Branch => {
                while kernel.late().is_none() && kernel.advance(&mut stats) {
                    part(&kernel, &stats, false);
                }
            }
        }
        if kernel.late().is_some() {
            return None;
        }
        let total = (self.pieces.len() + parts.len()).saturating_mul(self.matrix.entries.len());
        if parts.len() > 1 && total > MOST_ENTRIES {
            self.pieces[k].closed = true;
            return Some(());
        }
        let count = parts.len();
        for part in &mut parts {
            part.share /= count as f64;
        }
        // Of a dead piece there is nothing left but what it took.
        add_since(&mut above, depth, &stats, &before);
        self.pieces.splice(k..=k, parts);
        let next = self.pieces.get_mut(k + count);
        let next = next.map_or(&mut self.behind, |piece| &mut piece.above);
        add(next, 0, &above);
        Some(())
    }
}

/// Adds what a search below so many choices has done.
pub(crate) fn add(stats: &mut Stats, depth: usize, more: &Stats) {
    add_since(stats, depth, more, &Stats::default());
}

/// Adds what a search below so many choices has done since it had come to `before`.
pub(crate) fn add_since(stats: &mut Stats, depth: usize, now: &Stats, before: &Stats) {
    stats.nodes += now.nodes - before.nodes;
    stats.updates += now.updates - before.updates;
    stats.solutions += now.solutions - before.solutions;
    stats.max_depth = stats.max_depth.max(depth + now.max_depth);
}

#[cfg(test)]
mod tests {
    use super::{Choices, Split};
    use crate::engine::Engine;
    use crate::run::machine::Goal;
    use crate::run::settings::Settings;
    use std::format;

    /// How much sooner two threads are done than one, in updates, which take the same time on
    /// every machine. Whoever is idle takes the next piece.
    fn gain(text: &str) -> f64 {
        let problem = crate::format::read(text).expect("a valid problem").problem;
        let settings = Settings::default();
        let split = Split::new(&problem.matrix, &Choices::default(), &settings, 12)
            .expect("there is no limit");
        let mut busy = [0; 2];
        for (_, piece) in split.largest_first() {
            let below = split.below(piece, &settings.limits);
            let left = below.expect("there is no limit");
            let mut machine = Engine::CELLS.start(&left.matrix, &settings);
            machine.resume(Goal::Count);
            let idle = usize::from(busy[1] < busy[0]);
            busy[idle] += machine.stats().updates;
        }
        let above = split.stats().updates;
        (above + busy[0] + busy[1]) as f64 / (above + busy[0].max(busy[1])) as f64
    }

    #[test]
    fn two_threads_get_equal_shares_of_the_work() {
        for name in ["planted60", "soma"] {
            let path = format!(
                "{}/../../testdata/dlx/{name}.dlx",
                env!("CARGO_MANIFEST_DIR")
            );
            let gain = gain(&std::fs::read_to_string(path).expect("the file is there"));
            assert!(gain > 1.9, "{name}: {gain}");
        }
    }
}
