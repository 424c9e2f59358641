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

/// The cages that follow from those of the model, without the model's own and without repetition.
pub(crate) fn derived_cages(model: &Model) -> Vec<Cage> {
    let mut derived: Vec<Cage> = Vec::new();
    if model.cages().is_empty() {
        return derived;
    }
    let side = model.shape().side();
    let house_total = (side * (side + 1) / 2) as u32;
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
            for cage in innies_and_outies(model, &area, houses as u32 * house_total) {
                let known = model.cages().iter().chain(&derived);
                if known.clone().all(|other| *other != cage) {
                    derived.push(cage);
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

fn innies_and_outies(model: &Model, area: &[bool], total: u32) -> impl Iterator<Item = Cage> {
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
            within += cage.total();
        } else if count > 0 {
            innies.extend(cells.iter().filter(inside));
            outies.extend(cells.iter().filter(|cell| !inside(cell)));
            touching += cage.total();
        }
    }
    touching += within;
    let uncaged = model
        .shape()
        .cells()
        .filter(|cell| area[cell.index()] && !caged[cell.index()]);
    let before = innies.len();
    innies.extend(uncaged);
    let inner = total.checked_sub(within);
    // The outies are known only if cages fill the area.
    let outer = if innies.len() == before {
        Some(touching.checked_sub(total))
    } else {
        None
    };
    let sees_all = |cells: &[Cell]| {
        let pairs = cells.iter().enumerate();
        let mut pairs = pairs.flat_map(|(k, &a)| cells[..k].iter().map(move |&b| (a, b)));
        pairs.all(|(a, b)| model.sees(a, b))
    };
    let cage = |mut cells: Vec<Cell>, total: Option<u32>| {
        cells.sort_unstable();
        match total {
            // The cages add up to too much: no cells with a total of 1 are just as impossible.
            None => Some(Cage::new(1, [])),
            Some(0) if cells.is_empty() => None,
            Some(total) if cells.len() <= MAX_CELLS && sees_all(&cells) => {
                Some(Cage::new(total, cells))
            }
            Some(_) => None,
        }
    };
    let outer = outer.and_then(|total| cage(outies, total));
    cage(innies, inner).into_iter().chain(outer)
}
