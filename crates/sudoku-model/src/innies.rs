//! The rule of 45: cages that follow from others.
//!
//! A full house adds up to a known total. Take away the cages inside, and what is left (the
//! innies) has a known total too; so have the cells that the cages of the house leave it by (the
//! outies). Cells that see each other then make a cage like any other. The same goes for
//! several houses without common cells, here neighboring rows or columns.

use crate::cage::Cage;
use crate::model::Model;
use crate::shape::{Cell, House, HouseKind};

/// Derived cages of more cells say little, and cost as much as others.
const MAX_CELLS: usize = 6;
/// The most neighboring rows or columns to put together.
const MAX_RUN: usize = 4;

/// A cage that follows from others.
#[derive(Clone, Debug)]
pub(crate) struct Derived {
    /// The houses that it follows from: one, or neighboring lines.
    pub(crate) houses: Vec<HouseKind>,
    /// Its cells: innies or outies.
    pub(crate) cells: Vec<Cell>,
    /// What they have to add up to. Where cages contradict each other it can be anything.
    pub(crate) total: i32,
}

impl Derived {
    /// As a cage. No cells with a total of 1 are just as impossible as a total below 0.
    pub(crate) fn cage(&self) -> Cage {
        match u32::try_from(self.total) {
            Ok(total) => Cage::new(total, self.cells.iter().copied()),
            Err(_) => Cage::new(1, []),
        }
    }
}

/// The cages that follow from those of the model, without the model's own and without repetition.
pub(crate) fn derived_cages(model: &Model) -> Vec<(Derived, Cage)> {
    let mut derived: Vec<(Derived, Cage)> = Vec::new();
    if model.cages().is_empty() {
        return derived;
    }
    let side = model.shape().side();
    let house_total = (side * (side + 1) / 2) as i32;
    let full: Vec<&House> = model
        .houses()
        .iter()
        .filter(|house| house.cells().len() == side)
        .collect();
    for (k, house) in full.iter().enumerate() {
        let lines = is_line(house);
        let mut area = vec![false; model.shape().cell_count()];
        let same_kind = |other: &&&House| {
            core::mem::discriminant(&other.kind()) == core::mem::discriminant(&house.kind())
        };
        for (houses, next) in (1..).zip(full[k..].iter().take_while(same_kind)) {
            for cell in next.cells() {
                area[cell.index()] = true;
            }
            // The whole board cannot give a cage, but it can show that the totals are wrong.
            let together = lines && (houses <= MAX_RUN || houses == side);
            if houses > 1 && !together {
                continue;
            }
            for (cells, total) in innies_and_outies(model, &area, houses as i32 * house_total) {
                let new = Derived {
                    houses: full[k..k + houses]
                        .iter()
                        .map(|house| house.kind())
                        .collect(),
                    cells,
                    total,
                };
                let cage = new.cage();
                let known = derived.iter().map(|(_, cage)| cage);
                if model
                    .cages()
                    .iter()
                    .chain(known)
                    .all(|other| *other != cage)
                {
                    derived.push((new, cage));
                }
            }
        }
    }
    derived
}

/// Rows and columns stand in the list in their order, and no two of them meet.
fn is_line(house: &House) -> bool {
    matches!(house.kind(), HouseKind::Row(_) | HouseKind::Column(_))
}

/// The cells that cages leave over in an area, and those that they have beyond it, with their
/// totals.
fn innies_and_outies(
    model: &Model,
    area: &[bool],
    total: i32,
) -> impl Iterator<Item = (Vec<Cell>, i32)> {
    let inside = |cell: &&Cell| area[cell.index()];
    let mut caged = vec![false; area.len()];
    let mut innies: Vec<Cell> = Vec::new();
    let mut outies: Vec<Cell> = Vec::new();
    // What the cages inside, and what all cages that touch the area, add up to.
    let (mut within, mut touching) = (0, 0);
    for cage in model.cages() {
        let cells = cage.cells();
        cells.iter().for_each(|cell| caged[cell.index()] = true);
        let count = cells.iter().filter(inside).count();
        if count == cells.len() {
            within += cage.total() as i32;
        } else if count > 0 {
            innies.extend(cells.iter().filter(inside));
            outies.extend(cells.iter().filter(|cell| !inside(cell)));
            touching += cage.total() as i32;
        }
    }
    touching += within;
    let uncaged = model
        .shape()
        .cells()
        .filter(|cell| area[cell.index()] && !caged[cell.index()]);
    let before = innies.len();
    innies.extend(uncaged);
    let sees_all = |cells: &[Cell]| {
        let pairs = cells.iter().enumerate();
        let mut pairs = pairs.flat_map(|(k, &a)| cells[..k].iter().map(move |&b| (a, b)));
        pairs.all(|(a, b)| model.sees(a, b))
    };
    let checked = |mut cells: Vec<Cell>, total: i32| {
        cells.sort_unstable();
        let says_nothing = cells.is_empty() && total == 0;
        let cage = cells.len() <= MAX_CELLS && sees_all(&cells);
        (total < 0 || cage && !says_nothing).then_some((cells, total))
    };
    // The outies are known only if cages fill the area.
    let outer = if innies.len() == before {
        checked(outies, touching - total)
    } else {
        None
    };
    checked(innies, total - within).into_iter().chain(outer)
}
