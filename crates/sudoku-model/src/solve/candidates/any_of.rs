//! Alternatives: each case has candidates of its own, and what no case leaves is removed.

use super::board::{Board, Mask, State};
use super::propagate::Propagator;
use super::region::{apply, Cells, Constraint, Found, Region};
use super::sets::SumTable;
use super::{basic, families};
use crate::board::{Cell, Digits};
use crate::parts::Part;
use exactcover::Limits;
use smallvec::SmallVec;

/// A case: a little board of the cells of all cases, with what has been found out there.
///
/// Fewer candidates never leave more. So a case that was dead once is dead for all parts of these
/// candidates, and filtering goes on from what was left of more of them.
#[derive(Clone, Debug)]
pub(super) struct Case {
    propagator: Propagator,
    /// Of the first candidates, those before a search, and of the last ones.
    known: Vec<Known>,
    /// The last candidates of which nothing was left.
    dead: Option<Vec<Mask>>,
}

/// What is left of some candidates.
#[derive(Clone, Debug)]
struct Known {
    from: Vec<Mask>,
    left: Vec<Mask>,
}

/// The region of several cases, on a board whose cells have these places.
pub(super) fn region<'p>(
    cases: &'p [Vec<Part>],
    board: &Board,
    place: &dyn Fn(Cell) -> u16,
    known: &mut families::Known<'p>,
) -> Region {
    let parts = cases.iter().flatten();
    let mut cells: Cells = parts.flat_map(Part::cells).map(place).collect();
    cells.sort();
    cells.dedup();
    let within = |cell| {
        let found = cells.binary_search(&place(cell));
        found.map_or(0, |found| found as u16)
    };
    let restricted = board.restricted(&cells);
    let case = |parts: &'p Vec<Part>| {
        let mut board = restricted.clone();
        for cells in parts.iter().filter_map(Part::different) {
            let places: Cells = cells.iter().map(|&cell| within(cell)).collect();
            board.add_seeing(&places);
        }
        let regions = basic::regions_of(parts, &board, &within, known);
        let masks = vec![board.all(); cells.len()];
        // Whoever asks has a table, and looks at the limits.
        let (table, limits) = (SumTable::new(Digits::empty()), Limits::none());
        Case {
            propagator: Propagator::of(board, masks, regions, table, limits),
            known: Vec::new(),
            dead: None,
        }
    };
    let cases = cases.iter().map(case).collect();
    let rank = 70 + cells.len() as u32;
    Region::new(Constraint::AnyOf(cases), cells, rank)
}

fn within(masks: &[Mask], others: &[Mask]) -> bool {
    let mut pairs = masks.iter().zip(others);
    pairs.all(|(mask, other)| mask & !other == 0)
}

impl Case {
    /// What is left in the cells; `None` if no filling is.
    #[cfg_attr(page, optimize(speed))]
    fn filter(&mut self, masks: &[Mask], table: &mut SumTable) -> Option<&[Mask]> {
        if matches!(&self.dead, Some(dead) if within(masks, dead)) {
            return None;
        }
        // The last one is of the fewest candidates, so the first that fits from behind says most.
        let mut known = self.known.iter();
        let place = known.rposition(|known| within(masks, &known.from));
        let left = match place.map(|place| &self.known[place].left) {
            // What was left of more is still there, so it is what is left of these.
            Some(left) if within(left, masks) => {
                return place.map(|place| &self.known[place].left[..]);
            }
            Some(left) => {
                let rest = masks.iter().zip(left).map(|(mask, left)| mask & left);
                let rest: SmallVec<[Mask; 16]> = rest.collect();
                // A cell without candidates needs no filter to tell that the case is dead.
                match rest.contains(&0) {
                    true => None,
                    false => self.propagator.filter(&rest, Some(left), table),
                }
            }
            None => self.propagator.filter(masks, None, table),
        };
        match left {
            Some(left) => {
                // Place 0 is for the first candidates, before a search; place 1 for the last ones,
                // which take the place of those before them, their memory too.
                let place = usize::from(place.is_some());
                self.known.truncate(place + 1);
                match self.known.get_mut(place) {
                    Some(known) => {
                        known.from.copy_from_slice(masks);
                        known.left.copy_from_slice(left);
                    }
                    None => self.known.push(Known {
                        from: masks.to_vec(),
                        left: left.to_vec(),
                    }),
                }
                Some(left)
            }
            None => {
                match &mut self.dead {
                    Some(dead) => dead.copy_from_slice(masks),
                    None => self.dead = Some(masks.to_vec()),
                }
                None
            }
        }
    }
}

/// Leaves what some case leaves. A case that leaves everything ends it, and comes first next time.
#[inline(never)]
#[cfg_attr(page, optimize(speed))]
pub(super) fn filter(
    cases: &mut [Case],
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
            // The other cases could only add to what is there already.
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
