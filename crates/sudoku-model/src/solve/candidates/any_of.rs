//! Alternatives: each case has candidates of its own, and what no case leaves is removed.

use super::basic;
use super::board::{Board, Mask, State};
use super::propagate::Propagator;
use super::region::{apply, Cells, Constraint, Found, Region};
use super::sets::SumTable;
use crate::board::Cell;
use crate::parts::Part;
use smallvec::SmallVec;

/// The region of several cases, on a board whose cells have these places.
pub(super) fn region(cases: &[Vec<Part>], board: &Board, place: &dyn Fn(Cell) -> u16) -> Region {
    let parts = cases.iter().flatten();
    let mut cells: Cells = parts.flat_map(Part::cells).map(place).collect();
    cells.sort();
    cells.dedup();
    // Each case is a little board with these cells alone.
    let within = |cell| {
        let found = cells.binary_search(&place(cell));
        found.map_or(0, |found| found as u16)
    };
    let restricted = board.restricted(&cells);
    let case = |parts: &Vec<Part>| {
        let mut board = restricted.clone();
        for cells in parts.iter().filter_map(Part::different) {
            let places: Cells = cells.iter().map(|&cell| within(cell)).collect();
            board.add_seeing(&places);
        }
        let regions = basic::regions_of(parts, &board, &within);
        let masks = vec![board.all(); cells.len()];
        Propagator::of(board, masks, regions)
    };
    let cases = cases.iter().map(case).collect();
    let rank = 70 + cells.len() as u32;
    Region::new(Constraint::AnyOf(cases), cells, rank)
}

/// Leaves what some case leaves. A case that leaves everything ends it, and comes first next time.
#[inline(never)]
pub(super) fn filter(
    cases: &mut [Propagator],
    cells: &[u16],
    state: &mut State,
    table: &mut SumTable,
) -> Found {
    let masks = cells.iter().map(|&cell| state.masks[usize::from(cell)]);
    let masks: SmallVec<[Mask; 16]> = masks.collect();
    let mut kept: SmallVec<[Mask; 16]> = SmallVec::from_elem(0, masks.len());
    let mut holds = false;
    for k in 0..cases.len() {
        if let Some(left) = cases[k].filter(&masks, table) {
            holds = true;
            kept.iter_mut()
                .zip(left)
                .for_each(|(kept, left)| *kept |= left);
            if kept == masks {
                cases.swap(0, k);
                return Some(false);
            }
        }
    }
    if holds {
        apply(cells, &kept, state)
    } else {
        None
    }
}
