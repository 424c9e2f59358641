//! The rule of 45: regions that follow from houses and totals together.
//!
//! Cells with a known sum that all see each other make a cage like any other, and the rest is split
//! into groups that do.

use super::basic::{indices, sees, split, sums as region_of, total};
use super::board::Board;
use super::region::{Cells, Region};
use super::sets::are_few;
use crate::board::set::{elements, subtract, unite};
use crate::model::Model;
use crate::parts::{area, sums::totals, Part};
use core::ops::RangeInclusive;
use smallvec::SmallVec;

/// The regions that follow for so many cells, or `None` if one of them cannot be filled at first
/// sight.
pub(super) fn derived(
    model: &Model,
    board: &Board,
    counts: RangeInclusive<usize>,
) -> Option<Vec<Region>> {
    let mut regions = Vec::new();
    area::consequences(model, *counts.end(), |_, plus, minus, sum| {
        if !counts.contains(&(area::size(plus) + area::size(minus))) {
            return Some(());
        }
        let positive: Cells = elements(plus).map(|cell| cell as u16).collect();
        let negative: Cells = elements(minus).map(|cell| cell as u16).collect();
        regions.push(total(board, sum, &positive, &negative)?.redundant());
        Some(())
    })?;
    for part in model.parts() {
        if let Part::Sum { .. } = part {
            beside_houses(model, board, &mut regions)?;
            combine(model, board, &mut regions)?;
            break;
        }
    }
    Some(regions)
}

/// Adds what sums that cross a house say beside it: their sum, less that of the house, and less
/// those of houses that lie in the rest. Cells of the house in none of them are filled by houses
/// that go through these alone. `None` if a sum is beyond reach.
///
/// Of four neighboring diagonals that cross the main diagonal, together they fill three boxes,
/// twelve cells are left.
fn beside_houses(model: &Model, board: &Board, regions: &mut Vec<Region>) -> Option<()> {
    let sums = area::totals(model);
    if sums.len() > MAX_SUMS || !are_few(board.digits) {
        return Some(());
    }
    let house_sum = board.house_total() as i32;
    let meets = |a: &[u64], b: &[u64]| a.iter().zip(b).any(|(a, b)| a & b != 0);
    let common = |a: &[u64], b: &[u64]| -> usize {
        let both = a.iter().zip(b).map(|(a, b)| (a & b).count_ones() as usize);
        both.sum()
    };
    let mut known: Vec<area::Set> = Vec::new();
    for house in board.house_sets() {
        // Those first that share a cell with fewest others, as more of them fit then.
        let crossing = sums.iter().filter(|(cells, _)| meets(cells, house));
        let mut crossing: Vec<&(area::Set, i32)> = crossing.collect();
        let overlaps = |one: &(area::Set, i32)| {
            let others = crossing.iter().filter(|other| meets(&one.0, &other.0));
            others.count()
        };
        let mut by_overlaps: Vec<(usize, &(area::Set, i32))> = Vec::new();
        by_overlaps.extend(crossing.iter().map(|&sum| (overlaps(sum), sum)));
        by_overlaps.sort_by_key(|&(count, _)| count);
        crossing.clear();
        crossing.extend(by_overlaps.iter().map(|&(_, sum)| sum));
        let mut cells = area::Set::from_elem(0, board.words);
        let mut total = -house_sum;
        for (own, sum) in crossing {
            if !meets(own, &cells) {
                unite(&mut cells, own);
                total += sum;
            }
        }
        let mut open = area::Set::from_slice(house);
        subtract(&mut open, &cells);
        for gap in board.house_sets() {
            let shared = common(&open, gap);
            if shared > 1 && shared == common(house, gap) && !meets(&cells, gap) {
                unite(&mut cells, gap);
                subtract(&mut open, gap);
                total += house_sum;
            }
        }
        if area::size(&open) > 0 {
            continue;
        }
        subtract(&mut cells, house);
        for inside in board.house_sets() {
            if common(&cells, inside) == board.digits.len() {
                subtract(&mut cells, inside);
                total -= house_sum;
            }
        }
        if area::size(&cells) == 0
            || known.contains(&cells)
            || sums.iter().any(|sum| sum.0 == cells)
        {
            continue;
        }
        known.push(cells.clone());
        let cells: Cells = elements(&cells).map(|cell| cell as u16).collect();
        let few = cells.len() <= 2 * board.digits.len();
        if Loose::new(board, cells.clone(), total, true)?.is_tight() && few {
            regions.push(region_of(board, total, &cells, &[]).redundant());
        }
    }
    Some(())
}

/// More sums are not put together, as there are too many pairs.
const MAX_SUMS: usize = 32;
/// Sums are put together if so many cells of the smaller one see some of the other.
const MIN_TOUCHING: usize = 6;

/// A sum of cells of which not all see each other.
struct Loose {
    cells: Cells,
    total: i32,
    gain: i32,
    /// How far the sum could be from the least, and how far it is from the nearer bound.
    width: i32,
    slack: i32,
    is_new: bool,
}

impl Loose {
    /// `None` if no digits have the sum.
    fn new(board: &Board, cells: Cells, total: i32, is_new: bool) -> Option<Loose> {
        let bounds: SmallVec<[[i32; 2]; 16]> = (split(board, &cells).iter())
            .map(|group| totals(board.digits, group.len()).into_inner())
            .map(|(low, high)| [low as i32, high as i32])
            .collect();
        let low: i32 = bounds.iter().map(|[low, _]| low).sum();
        let high: i32 = bounds.iter().map(|[_, high]| high).sum();
        // Of the sums that a group can have, no more are left than the total is away from its
        // bounds.
        let slack = (total - low).min(high - total);
        let gain = bounds.iter().map(|[low, high]| high - low - slack).sum();
        (slack >= 0).then(|| Loose {
            cells,
            total,
            gain,
            width: high - low,
            slack,
            is_new,
        })
    }

    /// Whether so little is left of what the cells could add up to that it is worth a look.
    fn is_tight(&self) -> bool {
        self.width > 4 * self.slack
    }

    /// Both together, if that says more.
    fn with(&self, other: &Loose, board: &Board) -> Option<Option<Loose>> {
        let (small, large) = match self.cells.len() < other.cells.len() {
            true => (&self.cells, &other.cells),
            false => (&other.cells, &self.cells),
        };
        let touches = |&&a: &&u16| large.iter().any(|&b| sees(board, a, b));
        if small.iter().any(|cell| large.contains(cell))
            || small.iter().filter(touches).count() < MIN_TOUCHING
        {
            return Some(None);
        }
        let cells = small.iter().chain(large).copied().collect();
        let both = Loose::new(board, cells, self.total + other.total, true)?;
        let gains = both.gain > self.gain.max(other.gain) || both.gain > self.gain + other.gain;
        Some(Some(both).filter(|_| gains))
    }
}

/// Adds sums without common cells whose cells fall into larger groups together than alone, such as
/// neighboring diagonals: the larger the groups, the fewer sums they can have. `None` if a sum is
/// beyond reach.
fn combine(model: &Model, board: &Board, regions: &mut Vec<Region>) -> Option<()> {
    let mut sums = Vec::new();
    for part in model.parts() {
        match part {
            Part::Sum { plus, minus, .. } if minus.is_empty() => {
                let (_, total) = part.total()?;
                sums.push(Loose::new(board, indices(plus), total, false)?);
            }
            _ => {}
        }
    }
    if sums.len() > MAX_SUMS || !are_few(board.digits) {
        return Some(());
    }
    loop {
        let mut best: Option<(usize, usize, Loose)> = None;
        for (k, one) in sums.iter().enumerate() {
            for (other, sum) in sums[..k].iter().enumerate() {
                let most = best.as_ref().map(|(_, _, best)| best.gain);
                if let Some(both) = one.with(sum, board)?.filter(|both| Some(both.gain) > most) {
                    best = Some((k, other, both));
                }
            }
        }
        let (k, other, both) = match best {
            Some(best) => best,
            None => break,
        };
        sums.remove(k);
        sums[other] = both;
    }
    let useful = sums.iter().filter(|sum| sum.is_new && sum.gain > 0);
    regions.extend(useful.map(|sum| region_of(board, sum.total, &sum.cells, &[]).redundant()));
    Some(())
}
