//! The rule of 45: regions that follow from houses and cages together.
//!
//! Houses without common cells have a known sum. Take away the cages inside, and the rest (the
//! innies) has a known sum too; add the cages that cross the border, and so have the cells beyond
//! it (the outies). For each crossing cage the smaller part may be taken: innies with a plus sign,
//! outies with a minus sign. Cells that all see each other make a cage like any other, and the
//! rest is split into groups that do.

use super::basic::{all_see_each_other, cage, sums};
use super::board::{elements, insert, Board};
use super::region::{Cells, Region};
use crate::model::Model;
use crate::shape::HouseKind;
use smallvec::SmallVec;
use std::collections::BTreeSet;

/// Regions of more cells find next to nothing.
const MAX_CELLS: u32 = 6;

/// Cells.
type Set = SmallVec<[u64; 4]>;

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
    cages: Vec<(Set, i32)>,
    regions: Vec<Region>,
    /// Cells with a plus and with a minus sign of the regions that are there already.
    known: BTreeSet<(Set, Set)>,
}

impl<'a> Maker<'a> {
    fn new(model: &Model, board: &'a Board) -> Self {
        let empty = Set::from_elem(0, board.words);
        let cages = model.cages().iter().map(|cage| {
            let mut set = empty.clone();
            cage.cells()
                .iter()
                .for_each(|cell| insert(&mut set, cell.index()));
            (set, cage.total() as i32)
        });
        let cages: Vec<(Set, i32)> = cages.collect();
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
        let total = (houses * self.board.house_total()) as i32;
        let empty = Set::from_elem(0, area.len());
        let (mut innies, mut uncaged) = (Set::from_slice(area), Set::from_slice(area));
        let (mut outies, mut plus, mut minus) = (empty.clone(), empty.clone(), empty.clone());
        // The totals of the cages inside, of those that cross the border, and of those of which
        // the outer part is taken.
        let (mut within, mut crossing, mut turned) = (0, 0, 0);
        for (cage, sum) in &self.cages {
            let inside: Set = cage
                .iter()
                .zip(area)
                .map(|(cage, area)| cage & area)
                .collect();
            if inside == empty {
                continue;
            }
            let outside: Set = cage
                .iter()
                .zip(area)
                .map(|(cage, area)| cage & !area)
                .collect();
            remove(&mut uncaged, &inside);
            if outside == empty {
                within += sum;
                remove(&mut innies, &inside);
                continue;
            }
            crossing += sum;
            add(&mut outies, &outside);
            if size(&inside) <= size(&outside) {
                add(&mut plus, &inside);
            } else {
                turned += sum;
                add(&mut minus, &outside);
            }
        }
        add(&mut plus, &uncaged);
        self.add(&innies, &empty, total - within)?;
        if uncaged == empty {
            self.add(&outies, &empty, within + crossing - total)?;
        }
        self.add(&plus, &minus, total - within - turned)
    }

    /// Adds a region: the cells of `plus` have a sum that is larger by `total` than that of the
    /// cells of `minus`.
    fn add(&mut self, plus: &Set, minus: &Set, total: i32) -> Option<()> {
        match (size(plus), size(minus)) {
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

fn size(set: &Set) -> u32 {
    set.iter().map(|word| word.count_ones()).sum()
}

fn add(set: &mut Set, more: &Set) {
    set.iter_mut()
        .zip(more)
        .for_each(|(set, more)| *set |= more);
}

fn remove(set: &mut Set, less: &Set) {
    set.iter_mut()
        .zip(less)
        .for_each(|(set, less)| *set &= !less);
}
