//! The rule of 45: regions that follow from houses and totals together.
//!
//! Cells with a known sum that all see each other make a cage like any other, and the rest is split
//! into groups that do.

use super::basic::{all_see_each_other, cage, sums};
use super::board::Board;
use super::region::{Cells, Region};
use crate::board::set::elements;
use crate::model::Model;
use crate::parts::area::{self, areas, balance, Set, MAX_CELLS};
use std::collections::BTreeSet;

/// The regions that follow, or `None` if one of them cannot be filled at first sight.
pub(super) fn derived(model: &Model, board: &Board) -> Option<Vec<Region>> {
    let totals = area::totals(model);
    let empty = Set::from_elem(0, board.words);
    let known = totals.iter().map(|(set, _)| (set.clone(), empty.clone()));
    let mut maker = Maker {
        board,
        known: known.collect(),
        regions: Vec::new(),
    };
    areas(model, |_, area, sum| {
        // The whole board shows whether the totals can be right.
        let balance = balance(&totals, area, sum);
        maker.add(&balance.innies.0, &empty, balance.innies.1)?;
        if let Some((outies, total)) = &balance.outies {
            maker.add(outies, &empty, *total)?;
        }
        let (plus, minus, total) = &balance.mixed;
        maker.add(plus, minus, *total)
    })?;
    Some(maker.regions)
}

struct Maker<'a> {
    board: &'a Board,
    regions: Vec<Region>,
    /// Cells with a plus and with a minus sign of the regions that are there already.
    known: BTreeSet<(Set, Set)>,
}

impl Maker<'_> {
    /// Adds a region: the cells of `plus` have a sum that is larger by `total` than that of the
    /// cells of `minus`.
    fn add(&mut self, plus: &Set, minus: &Set, total: i32) -> Option<()> {
        match (area::size(plus), area::size(minus)) {
            (0, 0) => return if total == 0 { Some(()) } else { None },
            (0, _) => return self.add(minus, plus, -total),
            (a, b) if a + b > MAX_CELLS => return Some(()),
            _ => {}
        }
        if self.known.contains(&(minus.clone(), plus.clone()))
            || !self.known.insert((plus.clone(), minus.clone()))
        {
            return Some(());
        }
        let positive: Cells = elements(plus).map(|cell| cell as u16).collect();
        let negative: Cells = elements(minus).map(|cell| cell as u16).collect();
        let region = if negative.is_empty() && all_see_each_other(self.board, &positive) {
            cage(self.board, total, &positive)?
        } else {
            sums(self.board, total, &positive, &negative)
        };
        self.regions.push(region.redundant());
        Some(())
    }
}
