//! The rule of 45: regions that follow from houses and cages together.
//!
//! Houses without common cells have a known sum. Take away the cages inside, and the rest (the
//! innies) has a known sum too; add the cages that cross the border, and so have the cells beyond
//! it (the outies). For each crossing cage the smaller part may be taken: innies with a plus sign,
//! outies with a minus sign. Cells that all see each other make a cage like any other, and the
//! rest is split into groups that do.

use super::basic::{cage, sees, sums};
use super::board::{elements, insert, Board};
use super::region::Region;
use crate::model::Model;
use crate::shape::HouseKind;
use std::collections::BTreeSet;

/// Regions of more cells find next to nothing.
const MAX_CELLS: usize = 6;

/// The regions that follow, or `None` if one of them cannot be filled at first sight.
pub(super) fn derived(model: &Model, board: &Board) -> Option<Vec<Region>> {
    let mut maker = Maker::new(model, board);
    let mut area = vec![0; board.words];
    let full: Vec<_> = model.houses().iter().collect();
    for (k, house) in full
        .iter()
        .enumerate()
        .filter(|(_, h)| h.cells().len() == board.side)
    {
        area.fill(0);
        house
            .cells()
            .iter()
            .for_each(|cell| insert(&mut area, cell.index()));
        maker.area(&area, 1)?;
        let lines = matches!(house.kind(), HouseKind::Row(_) | HouseKind::Column(_));
        let kind = core::mem::discriminant(&house.kind());
        let mut count = 1;
        for next in &full[k + 1..] {
            if core::mem::discriminant(&next.kind()) != kind || next.cells().len() < board.side {
                break;
            }
            if lines {
                next.cells()
                    .iter()
                    .for_each(|cell| insert(&mut area, cell.index()));
                count += 1;
                // The whole board shows whether the totals can be right.
                maker.area(&area, count)?;
            } else {
                let mut two = area.clone();
                next.cells()
                    .iter()
                    .for_each(|cell| insert(&mut two, cell.index()));
                if elements(&two).count() == 2 * board.side {
                    maker.area(&two, 2)?;
                }
            }
        }
    }
    Some(maker.regions)
}

struct Maker<'a> {
    board: &'a Board,
    /// Cells and total of each cage.
    cages: Vec<(Vec<u64>, i32)>,
    regions: Vec<Region>,
    /// Cells with a plus and with a minus sign of the regions that are there already.
    known: BTreeSet<(Vec<u64>, Vec<u64>)>,
}

impl<'a> Maker<'a> {
    fn new(model: &Model, board: &'a Board) -> Self {
        let empty = vec![0; board.words];
        let cages = model.cages().iter().map(|cage| {
            let mut set = empty.clone();
            cage.cells()
                .iter()
                .for_each(|cell| insert(&mut set, cell.index()));
            (set, cage.total() as i32)
        });
        let cages: Vec<(Vec<u64>, i32)> = cages.collect();
        let known = cages.iter().map(|(set, _)| (set.clone(), empty.clone()));
        Maker {
            board,
            known: known.collect(),
            cages,
            regions: Vec::new(),
        }
    }

    /// What follows for an area of this many houses.
    fn area(&mut self, area: &[u64], houses: u32) -> Option<()> {
        let empty = vec![0; area.len()];
        let total = (houses * self.board.house_total()) as i32;
        let mut innies = area.to_vec();
        let mut outies = empty.clone();
        let mut uncaged = area.to_vec();
        let (mut plus, mut minus) = (empty.clone(), empty.clone());
        // The totals of the cages inside, of those that cross the border, and of those of which
        // the outer part is taken.
        let (mut within, mut crossing, mut turned) = (0, 0, 0);
        for (cage, sum) in &self.cages {
            let count = |inside: bool| {
                let flip = if inside { 0 } else { !0 };
                let words = cage.iter().zip(area);
                words
                    .map(|(cage, area)| (cage & (area ^ flip)).count_ones())
                    .sum::<u32>()
            };
            let inner = count(true);
            if inner == 0 {
                continue;
            }
            let outer = count(false);
            let inside = |k: usize| cage[k] & area[k];
            (0..area.len()).for_each(|k| uncaged[k] &= !cage[k]);
            if outer == 0 {
                within += sum;
                (0..area.len()).for_each(|k| innies[k] &= !cage[k]);
                continue;
            }
            crossing += sum;
            (0..area.len()).for_each(|k| outies[k] |= cage[k] & !area[k]);
            if inner <= outer {
                (0..area.len()).for_each(|k| plus[k] |= inside(k));
            } else {
                turned += sum;
                (0..area.len()).for_each(|k| minus[k] |= cage[k] & !area[k]);
            }
        }
        (0..area.len()).for_each(|k| plus[k] |= uncaged[k]);
        self.add(&innies, &empty, total - within)?;
        if uncaged == empty {
            self.add(&outies, &empty, within + crossing - total)?;
        }
        self.add(&plus, &minus, total - within - turned)
    }

    /// Adds a region: the cells of `plus` have a sum that is larger by `total` than that of the cells of `minus`.
    fn add(&mut self, plus: &[u64], minus: &[u64], total: i32) -> Option<()> {
        let positive: Vec<u16> = elements(plus).map(|cell| cell as u16).collect();
        let negative: Vec<u16> = elements(minus).map(|cell| cell as u16).collect();
        let size = positive.len() + negative.len();
        if size == 0 {
            return if total == 0 { Some(()) } else { None };
        }
        if positive.is_empty() {
            return self.add(minus, plus, -total);
        }
        if size > MAX_CELLS
            || self.known.contains(&(minus.to_vec(), plus.to_vec()))
            || !self.known.insert((plus.to_vec(), minus.to_vec()))
        {
            return Some(());
        }
        let region = if negative.is_empty() && all_see_each_other(self.board, &positive) {
            cage(self.board, total, &positive)?
        } else {
            sums(self.board, total, &positive, &negative)
        };
        self.regions.push(region.redundant());
        Some(())
    }
}

fn all_see_each_other(board: &Board, cells: &[u16]) -> bool {
    let mut pairs = cells.iter().enumerate().flat_map(|(k, &a)| {
        let earlier = cells[..k].iter();
        earlier.map(move |&b| (a, b))
    });
    pairs.all(|(a, b)| sees(board, a, b))
}
