//! The regions that a model begins with: its rules, and what follows from single houses.

use super::any_of;
use super::board::Board;
use super::families;
use super::ranked::Rank;
use super::region::{Cells, Checks, Constraint, Group, Region, MAX_CAGE, MAX_GROUP};
use super::sets::are_few;
use crate::board::set::has;
use crate::board::{Cell, HouseKind};
use crate::model::Model;
use crate::parts::area::MAX_CELLS;
use crate::parts::{clamped, DigitSets, Part, MAX_TOTAL};
use core::cmp::Reverse;
use core::ops::Range;

/// The regions of the model, and redundant ones of single houses.
#[cfg_attr(page, optimize(speed))]
pub(super) fn regions(model: &Model, board: &Board) -> Vec<Region> {
    let place = |cell: Cell| cell.index() as u16;
    // One for most parts, and one more for each house and each band.
    let room = model.parts().len() + board.houses().count() + 8;
    let mut regions = Vec::with_capacity(room);
    let mut known = families::Known::default();
    let cages = add_parts(model.parts(), board, &place, &mut known, &mut regions);
    for house in board.houses() {
        regions.push(Region::new(Constraint::Hidden, house.into(), 52));
    }
    families::add_relations(model, board, &mut regions);
    add_locked(model, board, &mut regions);
    if are_few(board.digits) {
        add_houses(board, cages, &mut regions);
    }
    regions
}

/// The regions of some parts, on a board whose cells have these places.
pub(super) fn regions_of<'p>(
    parts: &'p [Part],
    board: &Board,
    place: &dyn Fn(Cell) -> u16,
    known: &mut families::Known<'p>,
) -> Vec<Region> {
    let mut regions = Vec::new();
    add_parts(parts, board, place, known, &mut regions);
    regions
}

/// Adds the regions of parts; where the cages among them are.
fn add_parts<'p>(
    parts: &'p [Part],
    board: &Board,
    place: &dyn Fn(Cell) -> u16,
    known: &mut families::Known<'p>,
    regions: &mut Vec<Region>,
) -> Range<usize> {
    let places = |cells: &[Cell]| -> Cells { cells.iter().map(|&cell| place(cell)).collect() };
    let mut cages: Vec<(Cells, u32)> = Vec::new();
    for part in parts {
        match part {
            // The board knows them.
            Part::House(_) | Part::AllDifferent(_) => {}
            Part::DigitSets {
                cells,
                sets: DigitSets::Total(total),
            } => {
                // A house has all digits, and so their sum.
                if cells.len() < board.digits.len() || *total != board.house_total() {
                    cages.push((places(cells), (*total).min(MAX_TOTAL as u32)));
                }
            }
            Part::Sum { plus, minus, total } => {
                let (plus, minus, total) = (places(plus), places(minus), clamped(*total));
                let is_cage = minus.is_empty() && plus.len() < board.digits.len() && total >= 0;
                if is_cage && all_see_each_other(board, &plus) {
                    cages.push((plus, total as u32));
                } else {
                    regions.push(sums(board, total, &plus, &minus));
                }
            }
            Part::Linear { terms, total } => {
                regions.push(linear(board, (*total).into(), terms, place));
            }
            Part::Relation { cells, table } => {
                let cells = cells.map(place);
                // The board knows that too.
                let is_known = |digits| board.sets_apart(digits, cells);
                if !table.unequal().map_or(false, is_known) {
                    regions.push(known.relation(board, table, cells[..].into()));
                }
            }
            Part::Automaton { cells, automaton } => {
                families::add_automaton(board, automaton, places(cells), known, regions);
            }
            Part::AnyOf(cases) => regions.push(any_of::region(cases, board, place, known)),
            Part::Ranked(ranked) => {
                let rank = Constraint::Rank(Rank::new(ranked, place));
                regions.push(Region::new(rank, places(&ranked.cells()), 70));
            }
            Part::Tiling(_) => unreachable!("this backend does not take it"),
        }
    }
    cages.sort_by_key(|(cells, _)| cells.len());
    let start = regions.len();
    for (cells, total) in cages {
        regions.extend(cage(board, total as i32, cells));
    }
    start..regions.len()
}

pub(super) fn indices(cells: &[Cell]) -> Cells {
    cells.iter().map(|cell| cell.index() as u16).collect()
}

fn add_locked(model: &Model, board: &Board, regions: &mut Vec<Region>) {
    let (shape, size) = (model.shape(), board.digits.len());
    let houses: Vec<(&[u16], &[u64])> = board.houses().zip(board.house_sets()).collect();
    // Lines come first, then boxes, those of them that have all digits. A part of a model may lack
    // some of them.
    let (mut row_count, mut column_count, mut box_count) = (0, 0, 0);
    for house in model.houses().filter(|house| house.cells().len() == size) {
        match house.kind() {
            HouseKind::Row(_) => row_count += 1,
            HouseKind::Column(_) => column_count += 1,
            HouseKind::Box(_) => box_count += 1,
            _ => {}
        }
    }
    let mut done = row_count + column_count;
    if ![0, shape.row_count()].contains(&row_count)
        || ![0, shape.column_count()].contains(&column_count)
    {
        done = 0;
    } else if box_count == shape.box_count() {
        done += box_count;
        let (rows, columns) = houses[..row_count + column_count].split_at(row_count);
        let (width, height) = (shape.box_width(), shape.box_height());
        for (houses, lines, width) in [(rows, height, width), (columns, width, height)] {
            for band in houses.chunks(lines) {
                let mut cells = Cells::with_capacity(lines * size);
                band.iter().for_each(|line| cells.extend_from_slice(line.0));
                regions.push(Region::new(Constraint::Band { lines, width }, cells, 58));
            }
        }
    }
    for (k, &(one, one_set)) in houses.iter().enumerate().skip(done) {
        for &(other, other_set) in &houses[..k] {
            let mut cells: Cells = one
                .iter()
                .copied()
                .filter(|&c| has(other_set, c.into()))
                .collect();
            let shared = cells.len();
            if shared > 1 {
                cells.extend(one.iter().copied().filter(|&c| !has(other_set, c.into())));
                cells.extend(other.iter().copied().filter(|&c| !has(one_set, c.into())));
                let first = size - shared;
                regions.push(Region::new(Constraint::Locked { shared, first }, cells, 58));
            }
        }
    }
}

/// Houses with cages inside, of those among the regions. Different digits alone are hardly ever
/// worth the effort.
fn add_houses(board: &Board, cages: Range<usize>, regions: &mut Vec<Region>) {
    // Most cages are elsewhere: only those that begin in a house can be inside. Per cell, the last
    // cage that begins there, and per cage the one before it at the same cell, from 1.
    let (mut last, mut before) = (vec![0; board.cell_count], vec![0; cages.end + 1]);
    for cage in cages {
        if let Some(&cell) = regions[cage].cells.first() {
            before[cage + 1] = core::mem::replace(&mut last[usize::from(cell)], cage + 1);
        }
    }
    // Per cell, the house that it is in as long as no cage has taken it there: of cages that share
    // a cell, the first counts.
    let mut free_in = vec![0; board.cell_count];
    let mut begun = Vec::new();
    for (number, house) in (1..).zip(board.houses()) {
        begun.clear();
        for &cell in house {
            free_in[usize::from(cell)] = number;
            let mut next = last[usize::from(cell)];
            while next != 0 {
                begun.push(next - 1);
                next = before[next];
            }
        }
        begun.sort_unstable();
        let (mut cells, mut checks) = (Cells::new(), Checks::new());
        let mut sum = 0;
        for &cage in &begun {
            let (inside, total) = match &regions[cage] {
                Region {
                    cells,
                    constraint: Constraint::Cage(total),
                    ..
                } => (&cells[..], total),
                _ => continue,
            };
            let mut all = inside.iter();
            if all.all(|&cell| free_in[usize::from(cell)] == number) {
                for &cell in inside {
                    free_in[usize::from(cell)] = 0;
                    cells.push(cell);
                }
                sum += total;
                // Neither this sum nor a greater one is that of a house.
                let most = sum.min(u16::MAX.into());
                checks.push(cells.len() as u16);
                checks.push(most as u16);
            }
        }
        if !checks.is_empty() {
            let is_free = |cell: &&u16| free_in[usize::from(**cell)] == number;
            cells.extend(house.iter().filter(is_free).copied());
            regions.push(Region::new(Constraint::House(checks), cells, 200).redundant());
        }
    }
}

/// A region for cells with a sum larger by `total` than that of others; `None` if it cannot be.
pub(super) fn total(
    board: &Board,
    total: i32,
    positive: &[u16],
    negative: &[u16],
) -> Option<Region> {
    if negative.is_empty() && all_see_each_other(board, positive) {
        cage(board, total, positive.into())
    } else {
        Some(sums(board, total, positive, negative))
    }
}

/// A region for cells that see each other, with a total; `None` if that is negative.
pub(super) fn cage(board: &Board, total: i32, cells: Cells) -> Option<Region> {
    if total < 0 {
        return None;
    }
    let size = cells.len();
    // Beyond that the sets of the digits are too many.
    Some(if are_few(board.digits) && size <= MAX_CAGE || size <= 3 {
        Region::new(Constraint::Cage(total as u32), cells, 10 * size as u32)
    } else {
        sums(board, total, &cells, &[])
    })
}

/// A region for cells of which some see each other.
pub(super) fn sums(board: &Board, total: i32, positive: &[u16], negative: &[u16]) -> Region {
    region_of_sums(board, total.into(), &[(1, positive), (-1, negative)])
}

/// A region for cells that add up to a total, each multiplied by a number.
pub(super) fn linear(
    board: &Board,
    total: i64,
    terms: &[(i32, Cell)],
    place: impl Fn(Cell) -> u16,
) -> Region {
    let mut by_factor: Vec<(i32, Cells)> = Vec::new();
    for &(factor, cell) in terms.iter().filter(|term| term.0 != 0) {
        match by_factor.iter_mut().find(|some| some.0 == factor) {
            Some((_, cells)) => cells.push(place(cell)),
            None => by_factor.push((factor, Cells::from_slice(&[place(cell)]))),
        }
    }
    let by_factor = by_factor
        .iter()
        .map(|(factor, cells)| (*factor, &cells[..]));
    region_of_sums(board, total, &by_factor.collect::<Vec<_>>())
}

fn region_of_sums(board: &Board, total: i64, by_factor: &[(i32, &[u16])]) -> Region {
    let mut cells = Cells::new();
    let mut groups = Vec::new();
    for &(factor, all) in by_factor {
        for group in split(board, all) {
            groups.push(Group {
                size: group.len(),
                factor,
            });
            cells.extend(group);
        }
    }
    let rank = 80 + cells.len() as u32;
    Region::new(Constraint::Sums { groups, total }, cells, rank)
}

/// Cells in groups that see each other: a cell goes to the group begun first that takes it. Of many
/// cells, those that see most of the others begin, if that makes larger groups.
pub(super) fn split(board: &Board, cells: &[u16]) -> Vec<Cells> {
    let in_order = split_by(board, cells, |_, _| 0);
    if cells.len() <= MAX_CELLS {
        return in_order;
    }
    let crowded = split_by(board, cells, |cell, rest| {
        rest.iter()
            .filter(|&&other| sees(board, cell, other))
            .count()
    });
    let size = |groups: &[Cells]| groups.iter().map(|g| g.len().pow(2)).sum::<usize>();
    if size(&crowded) > size(&in_order) {
        crowded
    } else {
        in_order
    }
}

fn split_by(board: &Board, cells: &[u16], rank: impl Fn(u16, &[u16]) -> usize) -> Vec<Cells> {
    let most = if are_few(board.digits) { MAX_GROUP } else { 1 };
    let mut left: Cells = cells.into();
    let mut groups = Vec::new();
    while !left.is_empty() {
        let (mut group, mut rest) = (Cells::new(), left.clone());
        while group.len() < most {
            let next = match rest.iter().min_by_key(|&&cell| Reverse(rank(cell, &rest))) {
                Some(&next) => next,
                None => break,
            };
            group.push(next);
            rest.retain(|&mut cell| sees(board, next, cell));
        }
        left.retain(|cell| !group.contains(cell));
        groups.push(group);
    }
    groups
}

#[cfg_attr(page, optimize(speed))]
pub(super) fn all_see_each_other(board: &Board, cells: &[u16]) -> bool {
    let mut pairs = cells.iter().enumerate().flat_map(|(k, &a)| {
        let earlier = cells[..k].iter();
        earlier.map(move |&b| (a, b))
    });
    pairs.all(|(a, b)| sees(board, a, b))
}

#[cfg_attr(page, optimize(speed))]
pub(super) fn sees(board: &Board, a: u16, b: u16) -> bool {
    has(board.seen_by(a.into()), b.into())
}
