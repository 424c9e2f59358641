//! The rule of 45: what houses and totals say together.
//!
//! Houses without common cells have a known sum. Take away the totals inside, and the cells that
//! are left (the innies) have a known sum too; add the totals that cross the border, and so have
//! the cells beyond it (the outies). For each crossing total the smaller part may be taken: innies
//! with a plus sign, outies with a minus sign.

use crate::board::set::{elements, insert, subtract, unite, words};
use crate::board::{Cell, House, HouseKind};
use crate::model::Model;
use smallvec::SmallVec;
use std::collections::HashSet;

/// Cells.
pub(crate) type Set = SmallVec<[u64; 4]>;

/// Derived totals of more cells say little, and cost as much as others.
pub(crate) const MAX_CELLS: usize = 6;
/// The most neighboring rows or columns to put together for a [`Derived`] total.
const MAX_RUN: usize = 4;

/// Shows houses without common cells that are worth a look together, with their cells and the sum
/// of their digits: each house by itself, neighboring rows or columns, and pairs of other houses of
/// a kind. It ends early if `look` finds that nothing fits.
pub(crate) fn areas<'m>(
    model: &'m Model,
    mut look: impl FnMut(&[&'m House], &[u64], i32) -> Option<()>,
) -> Option<()> {
    let (digits, words) = (model.shape().digits(), words(model.shape().cell_count()));
    let (count, sum) = (digits.len(), digits.sum() as i32);
    let houses: Vec<&House> = model.houses().collect();
    let is_full = |house: &House| house.cells().len() == count;
    let (mut area, mut pair) = (vec![0; words], vec![0; words]);
    let put = |area: &mut [u64], house: &House| {
        let cells = house.cells().iter();
        cells.for_each(|cell| insert(area, cell.index()));
    };
    for (k, &house) in houses
        .iter()
        .enumerate()
        .filter(|(_, house)| is_full(house))
    {
        area.fill(0);
        put(&mut area, house);
        look(&[house], &area, sum)?;
        for (next, &other) in houses.iter().enumerate().skip(k + 1) {
            if !house.kind().is_like(other.kind()) || !is_full(other) {
                break;
            }
            // No two lines of a kind meet, and they stand in a model in their order.
            if house.kind().is_line() {
                put(&mut area, other);
                let run = &houses[k..=next];
                look(run, &area, run.len() as i32 * sum)?;
                continue;
            }
            pair.copy_from_slice(&area);
            put(&mut pair, other);
            if elements(&pair).count() == 2 * count {
                look(&[house, other], &pair, 2 * sum)?;
            }
        }
    }
    Some(())
}

/// What some houses and the totals that touch them say together.
pub(crate) struct Balance {
    /// The cells that totals inside leave over, and their sum.
    pub(crate) innies: (Set, i32),
    /// The cells beyond the border of the totals that cross it, and their sum: if there is no cell
    /// without a total.
    pub(crate) outies: Option<(Set, i32)>,
    /// Of each crossing total the smaller side, that inside (and the cells without a total) first:
    /// how much larger its sum is than that of the cells outside.
    pub(crate) mixed: (Set, Set, i32),
}

/// The cells of every total of a model with the total.
pub(crate) fn totals(model: &Model) -> Vec<(Set, i32)> {
    let empty = Set::from_elem(0, words(model.shape().cell_count()));
    let totals = model.totals().map(|(cells, total)| {
        let mut set = empty.clone();
        cells.iter().for_each(|cell| insert(&mut set, cell.index()));
        (set, total)
    });
    totals.collect()
}

/// What follows for an area of so much, with all its totals together. Of totals that share a cell,
/// only the first is taken: a sum over both would count the cell twice.
pub(crate) fn balance(totals: &[(Set, i32)], area: &[u64], sum: i32) -> Balance {
    let empty = Set::from_elem(0, area.len());
    let (mut innies, mut uncaged) = (Set::from_slice(area), Set::from_slice(area));
    let (mut outies, mut plus, mut minus) = (empty.clone(), empty.clone(), empty.clone());
    let mut taken = empty.clone();
    // The totals inside, those that cross the border, and those of which the outer part is taken.
    let (mut within, mut crossing, mut turned) = (0, 0, 0);
    for (cells, total) in totals {
        let inside: Set = cells.iter().zip(area).map(|(a, b)| a & b).collect();
        if inside == empty || cells.iter().zip(&taken).any(|(a, b)| a & b != 0) {
            continue;
        }
        unite(&mut taken, cells);
        let outside: Set = cells.iter().zip(area).map(|(a, b)| a & !b).collect();
        subtract(&mut uncaged, &inside);
        if outside == empty {
            within += total;
            subtract(&mut innies, &inside);
            continue;
        }
        crossing += total;
        unite(&mut outies, &outside);
        if size(&inside) <= size(&outside) {
            unite(&mut plus, &inside);
        } else {
            turned += total;
            unite(&mut minus, &outside);
        }
    }
    unite(&mut plus, &uncaged);
    Balance {
        innies: (innies, sum - within),
        outies: (uncaged == empty).then_some((outies, within + crossing - sum)),
        mixed: (plus, minus, sum - within - turned),
    }
}

/// Shows what follows for at most so many cells from [`areas`] and the model's totals: the houses
/// that it follows from, and that the digits in the first set of cells add up to so much more than
/// those in the second. Nothing comes twice, or is a total of the model. It ends early if `look`
/// finds that nothing fits, or if that shows here.
pub(crate) fn consequences<'m>(
    model: &'m Model,
    most: usize,
    mut look: impl FnMut(&[&'m House], &Set, &Set, i32) -> Option<()>,
) -> Option<()> {
    let totals = totals(model);
    let empty = Set::from_elem(0, words(model.shape().cell_count()));
    let known = totals.iter().map(|(set, _)| (set.clone(), empty.clone()));
    let mut known: HashSet<(Set, Set)> = known.collect();
    let mut show = |houses: &[&'m House], plus: Set, minus: Set, total: i32| {
        let (plus, minus, total) = match (size(&plus), size(&minus)) {
            (0, 0) => return (total == 0).then_some(()),
            (a, b) if a + b > most => return Some(()),
            (0, _) => (minus, plus, -total),
            _ => (plus, minus, total),
        };
        if known.contains(&(minus.clone(), plus.clone()))
            || !known.insert((plus.clone(), minus.clone()))
        {
            return Some(());
        }
        look(houses, &plus, &minus, total)
    };
    areas(model, |houses, area, sum| {
        // The whole board shows whether the totals can be right.
        let balance = balance(&totals, area, sum);
        show(houses, balance.innies.0, empty.clone(), balance.innies.1)?;
        if let Some((outies, total)) = balance.outies {
            show(houses, outies, empty.clone(), total)?;
        }
        let (plus, minus, total) = balance.mixed;
        show(houses, plus, minus, total)
    })
}

pub(crate) fn size(set: &[u64]) -> usize {
    set.iter().map(|word| word.count_ones() as usize).sum()
}

/// Cells with a total, which stand in the model or follow from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Total {
    pub(crate) cells: Vec<Cell>,
    /// Below 0 it cannot be reached, like a total above 0 without cells.
    pub(crate) total: i32,
    /// Whether no digit may be in it twice.
    pub(crate) different: bool,
}

/// A total that follows from others.
#[derive(Clone, Debug)]
pub(crate) struct Derived {
    /// The houses that it follows from: one, or neighboring lines.
    pub(crate) houses: Vec<HouseKind>,
    /// Innies or outies that see each other, in row order.
    pub(crate) total: Total,
}

/// The totals that a model has.
pub(crate) fn own_totals(model: &Model) -> impl Iterator<Item = Total> + '_ {
    model.parts().iter().filter_map(|part| {
        let (cells, total) = part.total()?;
        Some(Total {
            cells: cells.to_vec(),
            total,
            different: part.different().is_some(),
        })
    })
}

/// The totals of few cells that see each other and follow from those of the model, without the
/// model's own and without repetition.
pub(crate) fn derived_totals(model: &Model) -> Vec<Derived> {
    let mut derived: Vec<Derived> = Vec::new();
    let own: Vec<Total> = own_totals(model).collect();
    if own.is_empty() {
        return derived;
    }
    let (totals, shape) = (totals(model), model.shape());
    let sees_all = |cells: &[Cell]| {
        let pairs = cells.iter().enumerate();
        let mut pairs = pairs.flat_map(|(k, &a)| cells[..k].iter().map(move |&b| (a, b)));
        pairs.all(|(a, b)| model.sees(a, b))
    };
    areas(model, |houses, area, sum| {
        let count = houses.len();
        // The whole board cannot give a total of few cells, but it can show that others are wrong.
        let lines = houses[0].kind().is_line();
        if count > 1
            && !(lines && (count <= MAX_RUN || count * shape.digits().len() == shape.cell_count()))
        {
            return Some(());
        }
        let balance = balance(&totals, area, sum);
        for (set, total) in core::iter::once(balance.innies).chain(balance.outies) {
            let few = size(&set) <= MAX_CELLS;
            if total >= 0 && (!few || total == 0 && size(&set) == 0) {
                continue;
            }
            let cells: Vec<Cell> = elements(&set).map(|cell| shape.cell_at(cell)).collect();
            if total >= 0 && !sees_all(&cells) {
                continue;
            }
            let new = Total {
                cells,
                total,
                different: true,
            };
            let mut known = own
                .iter()
                .chain(derived.iter().map(|derived| &derived.total));
            if known.all(|known| *known != new) {
                let houses = houses.iter().map(|house| house.kind()).collect();
                derived.push(Derived { houses, total: new });
            }
        }
        Some(())
    });
    derived
}
