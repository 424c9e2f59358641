//! The cells and who sees whom, and the candidates at one point of a search.

use crate::board::set::{self, has, insert, unite_to_one_of};
use crate::board::{Cell, Digits, House, HouseKind};
use crate::model::Model;
use crate::parts::Part;

/// Candidates of a cell: bit `d` stands for digit `d`, as in [`Digits`].
pub(super) type Mask = u32;

/// Whether at most one candidate is left.
#[inline(always)]
pub(super) fn is_decided(mask: Mask) -> bool {
    mask & mask.wrapping_sub(1) == 0
}

/// What stays the same during a search.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) digits: Digits,
    pub(super) cell_count: usize,
    /// Words of a set of cells.
    pub(super) words: usize,
    /// Every digit once: the cells of all parts of different digits that are as large as that, one
    /// after the other.
    houses: Vec<u16>,
    /// The same as sets of cells.
    house_sets: Vec<u64>,
    /// Per cell, the set of those that must have other digits.
    sees: Vec<u64>,
    /// The same for a digit that more cells must not have, as two steps apart from a two.
    sees_with: Vec<(Mask, Vec<u64>)>,
}

impl Board {
    #[cfg_attr(page, optimize(speed))]
    pub(super) fn new(model: &Model) -> Board {
        let shape = model.shape();
        let (digits, cell_count) = (shape.digits(), shape.cell_count());
        let words = set::words(cell_count);
        let lines = model.houses().count();
        let mut board = Board {
            digits,
            cell_count,
            words,
            houses: Vec::with_capacity(lines * digits.len()),
            house_sets: Vec::with_capacity(lines * words),
            sees: vec![0; cell_count * words],
            sees_with: Vec::new(),
        };
        let mut set = vec![0; words];
        for part in model.parts() {
            let cells = match part {
                Part::Relation { cells, table } if table.is_different() => cells,
                _ => match part.different() {
                    Some(cells) => cells,
                    None => continue,
                },
            };
            let is_new = matches!(part, Part::House(house) if is_basic(house));
            set.fill(0);
            cells.iter().for_each(|cell| insert(&mut set, cell.index()));
            for cell in cells {
                unite_to_one_of(&mut board.sees, cell.index(), &set);
            }
            if cells.len() == digits.len()
                && (is_new || board.house_sets().all(|house| house != set))
            {
                board
                    .houses
                    .extend(cells.iter().map(|cell| cell.index() as u16));
                board.house_sets.extend_from_slice(&set);
            }
        }
        for cell in 0..cell_count {
            board.sees[cell * words + cell / 64] &= !(1 << (cell % 64));
        }
        for part in model.parts() {
            if let Part::Relation { cells, table } = part {
                if let Some(digits) = table.unequal().filter(|_| !table.is_different()) {
                    board.add_seeing_with(digits, cells.map(Cell::index));
                }
            }
        }
        board
    }

    /// Makes two cells see each other where it comes to some digits.
    fn add_seeing_with(&mut self, digits: Digits, [a, b]: [usize; 2]) {
        for digit in digits.digits().map(|digit| 1 << digit) {
            let known = self.sees_with.iter().position(|with| with.0 == digit);
            let place = known.unwrap_or_else(|| {
                self.sees_with.push((digit, self.sees.clone()));
                self.sees_with.len() - 1
            });
            let sees = &mut self.sees_with[place].1;
            insert(&mut sees[a * self.words..][..self.words], b);
            insert(&mut sees[b * self.words..][..self.words], a);
        }
    }

    /// Whether it is known that two cells do not have the same digit, if it is one of these.
    pub(super) fn sets_apart(&self, digits: Digits, [a, b]: [u16; 2]) -> bool {
        let mut digits = digits.digits().map(|digit| 1 << digit);
        let seen = |digit| &self.sees_with(digit)[usize::from(a) * self.words..];
        digits.all(|digit| has(seen(digit), b.into()))
    }

    /// Some of the cells, given in order, as a board without houses.
    pub(super) fn restricted(&self, cells: &[u16]) -> Board {
        let words = set::words(cells.len());
        let mut sees = vec![0; cells.len() * words];
        for (&cell, sees) in cells.iter().zip(sees.chunks_exact_mut(words.max(1))) {
            let seen = self.seen_by(cell.into());
            let others = cells.iter().enumerate();
            others
                .filter(|&(_, &other)| has(seen, other.into()))
                .for_each(|(k, _)| insert(sees, k));
        }
        Board {
            digits: self.digits,
            cell_count: cells.len(),
            words,
            houses: Vec::new(),
            house_sets: Vec::new(),
            sees,
            sees_with: Vec::new(),
        }
    }

    /// Makes cells see each other.
    pub(super) fn add_seeing(&mut self, cells: &[u16]) {
        for &cell in cells {
            let sees = &mut self.sees[usize::from(cell) * self.words..][..self.words];
            for &other in cells.iter().filter(|&&other| other != cell) {
                insert(sees, other.into());
            }
        }
    }

    pub(super) fn houses(&self) -> impl Iterator<Item = &[u16]> {
        self.houses.chunks_exact(self.digits.len())
    }

    pub(super) fn house_sets(&self) -> impl Iterator<Item = &[u64]> {
        self.house_sets.chunks_exact(self.words)
    }

    pub(super) fn all(&self) -> Mask {
        self.digits.bits()
    }

    /// The cells that `cell` sees, without itself.
    #[inline(always)]
    pub(super) fn seen_by(&self, cell: usize) -> &[u64] {
        &self.sees[cell * self.words..][..self.words]
    }

    /// Per cell, the set of those that must not have a digit if it has it.
    #[inline(always)]
    pub(super) fn sees_with(&self, digit: Mask) -> &[u64] {
        let more = self.sees_with.iter().find(|with| with.0 == digit);
        more.map_or(&self.sees, |with| &with.1)
    }

    /// The sum of a full house.
    pub(super) fn house_total(&self) -> u32 {
        self.digits.sum()
    }
}

/// Whether no earlier house of a model can have the same cells, except boxes of a single row, which
/// do no harm.
fn is_basic(house: &House) -> bool {
    use HouseKind::{Box, Column, Row};
    matches!(house.kind(), Row(_) | Column(_) | Box(_))
}

/// Candidates in every cell, and what has changed since the last look.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) masks: Vec<Mask>,
    /// The cells that have changed.
    pub(super) dirty: Vec<u64>,
    /// All cells but those that are decided and whose digit has been removed from what sees them:
    /// these cannot lose it to another one.
    pub(super) open: Vec<u64>,
    /// The last cell that was left without candidates.
    pub(super) failed: usize,
}

impl State {
    pub(super) fn new(masks: Vec<Mask>) -> State {
        let words = set::words(masks.len());
        let mut state = State {
            masks,
            dirty: vec![0; words],
            open: vec![0; words],
            failed: 0,
        };
        state.open_all();
        state
    }

    /// Takes all cells for open, as nothing is known of other masks.
    pub(super) fn open_all(&mut self) {
        let mut left = self.masks.len();
        for word in &mut self.open {
            *word = if left < 64 { (1 << left) - 1 } else { !0 };
            left = left.saturating_sub(64);
        }
    }

    /// Puts new candidates into a cell; `false` if there are none.
    #[inline]
    #[cfg_attr(page, optimize(speed))]
    pub(super) fn set(&mut self, cell: usize, mask: Mask) -> bool {
        let before = core::mem::replace(&mut self.masks[cell], mask);
        self.dirty[cell / 64] |= u64::from(mask != before) << (cell % 64);
        if mask == 0 {
            self.failed = cell;
            return false;
        }
        true
    }

    /// Removes a digit from the cells of a word of a set; `false` if it was the last in one.
    #[inline]
    #[cfg_attr(page, optimize(speed))]
    pub(super) fn remove(&mut self, word: usize, cells: u64, digit: Mask) -> bool {
        let mut cells = cells & self.open[word];
        while cells != 0 {
            let cell = word * 64 + cells.trailing_zeros() as usize;
            // No branch on whether it has the digit, as nobody could foretell that.
            let before = self.masks[cell];
            let mask = before & !digit;
            self.masks[cell] = mask;
            self.dirty[word] |= u64::from(mask != before) << (cell % 64);
            if mask == 0 {
                self.failed = cell;
                return false;
            }
            cells &= cells - 1;
        }
        true
    }
}
