//! Regions: cells with a filter that removes candidates.

use super::any_of::{self, Case};
use super::board::{is_decided, Board, Mask, State};
use super::count::Count;
use super::ranked::Rank;
use super::relation::Relation;
use super::sets::{digits_of, SumTable, Sums, Task};
use super::{product, small, square};
use crate::board::Digits;
use crate::parts::Automaton;
use smallvec::SmallVec;
use std::convert;
use std::sync::Arc;

/// What a filter has found out; `None` if nothing is left to find.
pub(super) type Found = Option<bool>;

/// Some cells, in an order that the filter gives a meaning.
pub(super) type Cells = SmallVec<[u16; 16]>;

/// Candidates of some cells.
type Masks = SmallVec<[Mask; 16]>;

/// Cells with a filter.
#[derive(Clone, Debug)]
pub(super) struct Region {
    pub(super) constraint: Constraint,
    pub(super) cells: Cells,
    /// The lower, the sooner its turn comes.
    pub(super) rank: u32,
    /// Whether it follows from other regions, and may thus be left out.
    pub(super) redundant: bool,
    pub(super) off: bool,
    pub(super) runs: u32,
    pub(super) hits: u32,
}

/// What a region says. In all but `Sums` the cells that have to see each other do.
#[derive(Clone, Debug)]
pub(super) enum Constraint {
    /// Different digits with this sum.
    Cage(u32),
    /// Different digits, and [`Checks`].
    House(Checks),
    /// Every digit of the board once: a digit with a single place goes there.
    Hidden,
    /// As many lines as boxes have there, segment by segment of this width: a digit that a box or
    /// a line has in one segment only is in no other segment of the line or the box.
    Band { lines: usize, width: usize },
    /// The same for any two houses, that share their first cells, go on in the next ones and in the
    /// rest: a digit that one of them has in the shared cells only is in no other cell of the
    /// other.
    Locked { shared: usize, first: usize },
    /// Groups of cells, each with different digits, whose sums, each times the factor of the group,
    /// add up to this total.
    Sums { groups: Vec<Group>, total: i64 },
    /// Two cells whose digits go together.
    Relation(Arc<Relation>),
    /// Digits that are accepted, one after the other.
    Automaton(Automaton),
    /// The same, and the digits are different.
    Product(Automaton),
    /// How many cells have a digit.
    Count(Count),
    /// Different digits that are one of these sets together, a bit for each.
    Family(Box<[u64]>),
    /// Where a line ranks among others.
    Rank(Rank),
    /// What one of several cases says.
    AnyOf(Vec<Case>),
}

/// Pairs of numbers: how many of the first cells, and their sum.
pub(super) type Checks = SmallVec<[u16; 16]>;

/// The next so many cells of a region, with different digits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub(super) size: usize,
    /// What their sum is multiplied by, not 0.
    pub(super) factor: i32,
}

/// The groups of a [`Constraint::Sums`] have no more cells, so that their sums fit 128 bits.
pub(super) const MAX_GROUP: usize = 8;

/// A [`Constraint::Cage`] has no more cells, so that there is room for them.
pub(super) const MAX_CAGE: usize = 16;

impl Region {
    #[cfg_attr(page, optimize(speed))]
    pub(super) fn new(constraint: Constraint, cells: Cells, rank: u32) -> Region {
        Region {
            constraint,
            cells,
            rank,
            redundant: false,
            off: false,
            runs: 0,
            hits: 0,
        }
    }

    pub(super) fn redundant(mut self) -> Region {
        self.redundant = true;
        self
    }

    /// Removes candidates, and says whether there were any to remove.
    // One filter in the loop that calls all costs the others registers: they are not inlined (3%).
    #[inline]
    #[cfg_attr(page, optimize(speed))]
    pub(super) fn run(&self, board: &Board, state: &mut State, table: &mut SumTable) -> Found {
        match &self.constraint {
            Constraint::Cage(total) => self.cage(*total, board, state, table),
            Constraint::House(checks) => self.house(checks, board, state, table),
            Constraint::Hidden => self.hidden(board, state),
            Constraint::Band { lines, width } => self.band(*lines, *width, state),
            Constraint::Locked { shared, first } => self.locked(*shared, *first, state),
            Constraint::Sums { groups, total } => self.sums(groups, *total, state, table),
            Constraint::Relation(relation) => relation.filter(&self.cells, board, state),
            Constraint::Automaton(automaton) => self.automaton(automaton, state),
            Constraint::Count(count) => count.filter(&self.cells, board, state),
            Constraint::Product(automaton) => self.product(automaton, board, state),
            Constraint::Family(sets) => self.family(sets, board, state, table),
            Constraint::Rank(rank) => rank.filter(state),
            // Who runs it often keeps what it finds out.
            Constraint::AnyOf(cases) => {
                any_of::filter(&mut cases.clone(), &self.cells, state, table)
            }
        }
    }

    #[inline(never)]
    #[cfg_attr(page, optimize(speed))]
    fn automaton(&self, automaton: &Automaton, state: &mut State) -> Found {
        let masks = self.masks(state).into_iter();
        let mut digits: SmallVec<[Digits; 16]> = masks.map(Digits::from_bits_truncate).collect();
        automaton.filter(&mut digits);
        let kept: Masks = digits.iter().map(Digits::bits).collect();
        apply(&self.cells, &kept, state)
    }

    #[inline(never)]
    #[cfg_attr(page, optimize(speed))]
    fn product(&self, automaton: &Automaton, board: &Board, state: &mut State) -> Found {
        let mut masks = self.masks(state);
        let open = masks.iter().filter(|&&mask| !is_decided(mask));
        let union = open.fold(0, |union, mask| union | mask);
        let required = product::filter(automaton, &mut masks, union)?;
        let hit = apply(&self.cells, &masks, state)?;
        keep_required(&self.cells, required, board, state)?;
        Some(hit)
    }

    #[inline(never)]
    #[cfg_attr(page, optimize(speed))]
    fn family(
        &self,
        sets: &[u64],
        board: &Board,
        state: &mut State,
        table: &mut SumTable,
    ) -> Found {
        let mut masks = self.masks(state);
        let decided = masks.iter().filter(|&&mask| is_decided(mask));
        let decided = decided.fold(0, |decided, mask| decided | mask);
        let required = Task {
            cells: &mut masks,
            checks: &[],
            sums: Sums::Any,
            among: Some(sets),
            table,
        }
        .filter()?;
        let hit = apply(&self.cells, &masks, state)?;
        keep_required(&self.cells, required & !decided, board, state)?;
        Some(hit)
    }

    #[cfg_attr(page, optimize(speed))]
    fn masks(&self, state: &State) -> Masks {
        let cells = self.cells.iter();
        cells.map(|&cell| state.masks[usize::from(cell)]).collect()
    }

    #[inline(never)]
    #[cfg_attr(page, optimize(speed))]
    fn cage(&self, total: u32, board: &Board, state: &mut State, table: &mut SumTable) -> Found {
        let mut rest = total;
        // Room that cannot grow takes less to fill.
        let (mut cells, mut masks, mut count) = ([0; MAX_CAGE], [0; MAX_CAGE], 0);
        for &cell in &self.cells {
            let mask = state.masks[usize::from(cell)];
            if is_decided(mask) {
                rest = rest.checked_sub(mask.trailing_zeros())?;
            } else {
                cells[count] = cell;
                masks[count] = mask;
                count += 1;
            }
        }
        let (cells, masks) = (&cells[..count], &mut masks[..count]);
        let required = match masks {
            [] => return if rest == 0 { Some(false) } else { None },
            [mask] => {
                let digit = 1u32.checked_shl(rest).unwrap_or(0);
                *mask &= digit;
                digit
            }
            [_, _] => small::pair(masks, rest),
            [_, _, _] => small::triple(masks, rest),
            [_, _, _, _] | [_, _, _, _, _] if square::fits(board.all()) => {
                square::filter(masks, rest, board.all().trailing_zeros())
            }
            [_, _, _, _] => small::quad(masks, rest),
            _ => Task {
                cells: masks,
                checks: &[],
                sums: Sums::One(rest),
                among: None,
                table,
            }
            .filter()?,
        };
        let hit = apply(cells, masks, state)?;
        keep_required(cells, required, board, state)?;
        Some(hit)
    }

    #[inline(never)]
    #[cfg_attr(page, optimize(speed))]
    fn house(
        &self,
        checks: &[u16],
        board: &Board,
        state: &mut State,
        table: &mut SumTable,
    ) -> Found {
        let mut fixed = 0;
        let mut cells = Cells::new();
        let mut masks = Masks::new();
        let mut left: SmallVec<[(usize, u32); 4]> = SmallVec::new();
        let mut checks = checks;
        for (k, &cell) in self.cells.iter().enumerate() {
            let mask = state.masks[usize::from(cell)];
            if is_decided(mask) {
                fixed += mask.trailing_zeros();
            } else {
                cells.push(cell);
                masks.push(mask);
            }
            match checks {
                [count, sum, later @ ..] if usize::from(*count) == k + 1 => {
                    checks = later;
                    let rest = u32::from(*sum).checked_sub(fixed)?;
                    if !cells.is_empty() {
                        left.push((cells.len(), rest));
                    } else if rest != 0 {
                        return None;
                    }
                }
                _ => {}
            }
        }
        if cells.is_empty() {
            return Some(false);
        }
        let required = Task {
            cells: &mut masks,
            checks: &left,
            sums: Sums::Any,
            among: None,
            table,
        }
        .filter()?;
        let hit = apply(&cells, &masks, state)?;
        if self.cells.len() < board.digits.len() {
            keep_required(&cells, required, board, state)?;
        }
        Some(hit)
    }

    #[inline(never)]
    #[cfg_attr(page, optimize(speed))]
    fn hidden(&self, board: &Board, state: &mut State) -> Found {
        let (mut once, mut twice, mut decided) = (0, 0, 0);
        for &cell in &self.cells {
            let mask = state.masks[usize::from(cell)];
            twice |= once & mask;
            once |= mask;
            decided |= if is_decided(mask) { mask } else { 0 };
        }
        if once != board.all() {
            state.failed = self.cells[0].into();
            return None;
        }
        let hidden = once & !twice & !decided;
        let mut hit = false;
        if hidden != 0 {
            for &cell in &self.cells {
                let mask = state.masks[usize::from(cell)];
                let found = mask & hidden;
                if found != 0 && found != mask {
                    // Two digits with this as their only place leave none for one of them.
                    if !is_decided(found) {
                        state.failed = cell.into();
                        return None;
                    }
                    hit |= state.set(cell.into(), found);
                }
            }
        }
        Some(hit)
    }

    #[inline(never)]
    #[cfg_attr(page, optimize(speed))]
    fn band(&self, lines: usize, width: usize, state: &mut State) -> Found {
        // The trait is named, as bundles for edition 2018 have to.
        let usual: Result<&[u16; 27], _> = convert::TryFrom::try_from(&self.cells[..]);
        if let (3, 3, Ok(cells)) = (lines, width, usual) {
            // Loops whose ends the compiler knows take less than half of the instructions.
            let (mut in_lines, mut in_boxes) = <([Spread; 3], [Spread; 3])>::default();
            return band(cells, 3, &mut in_lines, &mut in_boxes, &mut [0; 9], state);
        }
        let boxes = self.cells.len() / (lines * width);
        let mut segments = Masks::from_elem(0, lines * boxes);
        let none = |count| SmallVec::<[Spread; 4]>::from_elem(Spread::default(), count);
        let (mut in_lines, mut in_boxes) = (none(lines), none(boxes));
        band(
            &self.cells,
            width,
            &mut in_lines,
            &mut in_boxes,
            &mut segments,
            state,
        )
    }

    #[inline(never)]
    #[cfg_attr(page, optimize(speed))]
    fn locked(&self, shared: usize, first: usize, state: &mut State) -> Found {
        let (both, rest) = self.cells.split_at(shared);
        let (one, other) = rest.split_at(first);
        let (in_both, in_one) = (union(both, state), union(one, state));
        let in_other = union(other, state);
        let mut hit = false;
        for (digits, outside, cells) in [
            (in_both & !in_one, in_other, other),
            (in_both & !in_other, in_one, one),
        ] {
            if digits & outside != 0 {
                hit = true;
                for &cell in cells {
                    let mask = state.masks[usize::from(cell)];
                    if !state.set(cell.into(), mask & !digits) {
                        return None;
                    }
                }
            }
        }
        Some(hit)
    }

    #[inline(never)]
    #[cfg_attr(page, optimize(speed))]
    fn sums(&self, groups: &[Group], total: i64, state: &mut State, table: &mut SumTable) -> Found {
        // Each group contributes its least possible share and a surplus; the surpluses, times the
        // factors without their signs, have to add up to `rest`. The share of a group with a
        // negative factor is least if its sum is largest.
        let mut rest = total;
        let (mut widest, mut all) = (0, 0);
        let mut parts: SmallVec<[Share<'_>; 8]> = SmallVec::new();
        let mut start = 0;
        for group in groups {
            let cells = &self.cells[start..start + group.size];
            start += group.size;
            let part = Share::new(cells, group.factor, state)?;
            let end = if group.factor < 0 {
                part.high
            } else {
                part.low
            };
            rest -= i64::from(group.factor) * i64::from(end);
            widest = widest.max(part.width());
            all += part.width();
            parts.push(part);
        }
        if rest < 0 || rest > all {
            return None;
        }
        // If every surplus can be anything, leave it for later: the test above is enough once all
        // cells are decided.
        if rest >= widest && all - rest >= widest {
            return Some(false);
        }
        let mut hit = false;
        if all > 127 {
            // Too many to list: each has what its bounds leave, as the others have theirs.
            for part in &mut parts {
                let (least, most) = (rest - (all - part.width()), rest.min(part.width()));
                if least > 0 || most < part.width() {
                    part.surpluses = part.list(table)?;
                    let factor = i64::from(part.factor.unsigned_abs());
                    let fits =
                        |surplus: &u32| (least..=most).contains(&(i64::from(*surplus) * factor));
                    let kept = shifts(part.surpluses).filter(fits);
                    let kept = kept.fold(0, |kept, surplus| kept | 1 << surplus);
                    if kept != part.surpluses {
                        hit |= part.keep(kept, state, table)?;
                    }
                }
            }
            return Some(hit);
        }
        let mut reached: SmallVec<[u128; 9]> = SmallVec::new();
        reached.push(1);
        for part in &mut parts {
            part.surpluses = part.list(table)?;
            let before = reached[reached.len() - 1];
            reached.push(shifts(part.surpluses).fold(0, |sums, s| {
                sums | before << (s * part.factor.unsigned_abs())
            }));
        }
        let mut sums = reached[parts.len()] & 1 << rest;
        if sums == 0 {
            return None;
        }
        for (part, before) in parts.iter().zip(&reached).rev() {
            let mut kept = 0;
            let mut next = 0;
            for surplus in shifts(part.surpluses) {
                let found = sums >> (surplus * part.factor.unsigned_abs()) & before;
                if found != 0 {
                    kept |= 1 << surplus;
                    next |= found;
                }
            }
            sums = next;
            if kept != part.surpluses {
                hit |= part.keep(kept, state, table)?;
            }
        }
        Some(hit)
    }
}

/// The digits in the segments of a line or a box.
#[derive(Clone, Copy, Default)]
struct Spread {
    once: Mask,
    /// In two segments at least.
    twice: Mask,
    /// Needed elsewhere: the others of the line or box lose them.
    lost: Mask,
}

impl Spread {
    fn add(&mut self, segment: Mask) {
        self.twice |= self.once & segment;
        self.once |= segment;
    }
}

/// The filter of a [`Constraint::Band`], with room for its lines, its boxes and its segments.
#[inline(always)]
#[cfg_attr(page, optimize(speed))]
fn band(
    cells: &[u16],
    width: usize,
    in_lines: &mut [Spread],
    in_boxes: &mut [Spread],
    segments: &mut [Mask],
    state: &mut State,
) -> Found {
    let boxes = in_boxes.len();
    for (segment, cells) in segments.iter_mut().zip(cells.chunks_exact(width)) {
        *segment = union(cells, state);
    }
    for (segments, in_line) in segments.chunks_exact(boxes).zip(in_lines.iter_mut()) {
        for (&segment, in_box) in segments.iter().zip(in_boxes.iter_mut()) {
            in_line.add(segment);
            in_box.add(segment);
        }
    }
    let mut any = 0;
    for (segments, in_line) in segments.chunks_exact(boxes).zip(in_lines.iter_mut()) {
        for (&segment, in_box) in segments.iter().zip(in_boxes.iter_mut()) {
            let to_line = segment & in_line.twice & !in_box.twice;
            let to_box = segment & in_box.twice & !in_line.twice;
            if to_line & in_line.lost != 0 || to_box & in_box.lost != 0 {
                state.failed = cells[0].into();
                return None;
            }
            in_line.lost |= to_line;
            in_box.lost |= to_box;
            any |= to_line | to_box;
        }
    }
    if any == 0 {
        return Some(false);
    }
    for (line, in_line) in cells.chunks_exact(boxes * width).zip(in_lines) {
        for (cells, in_box) in line.chunks_exact(width).zip(in_boxes.iter()) {
            let loses = in_line.lost & in_box.twice | in_box.lost & in_line.twice;
            for &cell in cells {
                let mask = state.masks[usize::from(cell)];
                if !state.set(cell.into(), mask & !loses) {
                    return None;
                }
            }
        }
    }
    Some(true)
}

#[cfg_attr(page, optimize(speed))]
fn union(cells: &[u16], state: &State) -> Mask {
    let mut union = 0;
    for &cell in cells {
        union |= state.masks[usize::from(cell)];
    }
    union
}

/// A group of a [`Constraint::Sums`] at one moment.
struct Share<'r> {
    cells: &'r [u16],
    factor: i32,
    /// The candidates of the cells that are open.
    masks: SmallVec<[Mask; 8]>,
    /// The sum of the decided cells.
    fixed: u32,
    /// The least and the greatest sum of all cells.
    low: u32,
    high: u32,
    /// A bit for each possible distance from the least share.
    surpluses: u128,
}

impl<'r> Share<'r> {
    #[cfg_attr(page, optimize(speed))]
    fn new(cells: &'r [u16], factor: i32, state: &State) -> Option<Share<'r>> {
        let mut fixed = 0;
        let mut union = 0;
        let mut masks = SmallVec::new();
        for &cell in cells {
            let mask = state.masks[usize::from(cell)];
            if is_decided(mask) {
                fixed += mask.trailing_zeros();
            } else {
                union |= mask;
                masks.push(mask);
            }
        }
        let (mut low, mut high) = (fixed, fixed);
        let mut rising = digits_of(union);
        let mut left = union;
        for _ in 0..masks.len() {
            low += rising.next()? as u32;
            let largest = 31 - left.leading_zeros();
            high += largest;
            left ^= 1 << largest;
        }
        Some(Share {
            cells,
            factor,
            masks,
            fixed,
            low,
            high,
            surpluses: 0,
        })
    }

    /// The greatest surplus, times the factor.
    fn width(&self) -> i64 {
        i64::from(self.factor.unsigned_abs()) * i64::from(self.high - self.low)
    }

    /// Between sums of the open cells, a bit for each, and surpluses.
    #[cfg_attr(page, optimize(speed))]
    fn turn(&self, bits: u128) -> u128 {
        if self.factor > 0 {
            return bits >> (self.low - self.fixed);
        }
        let high = self.high - self.fixed;
        shifts(bits).fold(0, |turned, bit| turned | 1 << (high - bit))
    }

    #[cfg_attr(page, optimize(speed))]
    fn list(&self, table: &mut SumTable) -> Option<u128> {
        let sums = match self.masks[..] {
            [] => 1,
            [a] => u128::from(a),
            [a, b] => digits_of(a).fold(0, |sums, digit| {
                sums | u128::from(b & !(1 << digit)) << digit
            }),
            [_, _, _] => small::triple_sums(&self.masks),
            _ => Task {
                cells: &mut self.masks.clone(),
                checks: &[],
                sums: Sums::Any,
                among: None,
                table,
            }
            .sums()?,
        };
        Some(self.turn(sums))
    }

    /// Leaves the candidates that give one of these surpluses.
    #[cfg_attr(page, optimize(speed))]
    fn keep(&self, surpluses: u128, state: &mut State, table: &mut SumTable) -> Found {
        let sums = if self.factor < 0 {
            self.turn(surpluses)
        } else {
            surpluses << (self.low - self.fixed)
        };
        let open = self.cells.iter().copied();
        let open = open.filter(|&cell| !is_decided(state.masks[usize::from(cell)]));
        let cells: SmallVec<[u16; 8]> = open.collect();
        let mut masks = self.masks.clone();
        match masks[..] {
            [mask] => masks[0] = mask & sums as Mask,
            [a, b] => masks = small::pair_with(a, b, sums as u64)[..].into(),
            [a, b, c] => masks = small::triple_with(a, b, c, sums as u64)[..].into(),
            _ => {
                Task {
                    cells: &mut masks,
                    checks: &[],
                    sums: Sums::Some(sums),
                    among: None,
                    table,
                }
                .filter()?;
            }
        }
        apply(&cells, &masks, state)
    }
}

#[cfg_attr(page, optimize(speed))]
fn shifts(mut bits: u128) -> impl Iterator<Item = u32> {
    core::iter::from_fn(move || {
        let bit = bits.trailing_zeros();
        let some = bits != 0;
        bits &= bits.wrapping_sub(1);
        some.then_some(bit)
    })
}

/// Puts masks into cells.
#[cfg_attr(page, optimize(speed))]
pub(super) fn apply(cells: &[u16], masks: &[Mask], state: &mut State) -> Found {
    let mut hit = false;
    for (&cell, &mask) in cells.iter().zip(masks) {
        hit |= state.masks[usize::from(cell)] != mask;
        if !state.set(cell.into(), mask) {
            return None;
        }
    }
    Some(hit)
}

/// Removes digits that are in every filling of the cells from all cells that see every place for
/// them there.
#[cfg_attr(page, optimize(speed))]
pub(super) fn keep_required(
    cells: &[u16],
    required: Mask,
    board: &Board,
    state: &mut State,
) -> Option<()> {
    for digit in digits_of(required).map(|digit| 1 << digit) {
        let sees = board.sees_with(digit);
        for word in 0..board.words {
            let mut seen = !0;
            for cell in cells.iter().map(|&cell| usize::from(cell)) {
                let has = u64::from(state.masks[cell] & digit != 0);
                seen &= sees[cell * board.words + word] | has.wrapping_sub(1);
            }
            if !state.remove(word, seen, digit) {
                return None;
            }
        }
    }
    Some(())
}
