//! The position, and what follows from it.

use crate::board::{Cell, HouseKind};
use crate::model::Model;
use crate::parts::Tiling;
use smallvec::SmallVec;

/// The largest side: its cells and one guard bit a row fit in 128 bits.
pub(super) const MAX_SIDE: usize = 10;

/// From a row to the next, in bits; the same for all sides, since shifts by a constant are
/// several times cheaper.
pub(super) const STRIDE: usize = MAX_SIDE + 1;

/// From a cell to its neighbor on the right, and to the one below.
pub(super) const STEPS: [usize; 2] = [1, STRIDE];

/// How to fold the rows onto the first one: shifts, and the rows left after each.
const FOLDS: [(usize, usize); 4] = [(5, 5), (3, 3), (2, 2), (1, 1)];

/// A set of cells, one bit each: rows from the lowest bits on, with at least one bit between them
/// that is never set, so that neighbors are shifts that cannot run over. A set of edges has the
/// bits of their left or upper cells.
pub(super) type Bits = u128;

/// A set of digits, from 0.
type DigitBits = u16;

/// The bits of a set, lowest first.
pub(super) fn each(mut set: Bits) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let bit = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        if bit < Bits::BITS as usize {
            Some(bit)
        } else {
            None
        }
    })
}

/// The digits of a set, lowest first.
fn digits(mut set: DigitBits) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let digit = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        if digit < MAX_SIDE {
            Some(digit)
        } else {
            None
        }
    })
}

fn at_most_one(set: Bits) -> bool {
    set & set.wrapping_sub(1) == 0
}

/// What is in at least one of the sets, and what in at least two.
fn once_and_twice(sets: impl IntoIterator<Item = Bits>) -> (Bits, Bits) {
    let (mut once, mut twice) = (0, 0);
    for set in sets {
        twice |= once & set;
        once |= set;
    }
    (once, twice)
}

/// Why a position has no solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DeadEnd {
    /// A cell has no digit left, or two that see each other have the same.
    Cell(usize),
    /// A digit has no place left among these cells.
    House(Bits),
    /// A cell that must be tiled has no edge left, or two.
    Edges,
    /// These two digits have no place left for their domino, or two.
    Pair(usize, usize),
}

/// What never changes during a search.
#[derive(Debug)]
pub(super) struct Board {
    pub(super) side: usize,
    pub(super) cells: Bits,
    /// The guard bit of each row, and its first cell.
    guards: Bits,
    firsts: Bits,
    /// The houses other than rows and columns that have each digit.
    houses: Vec<Bits>,
    /// Per bit: the cells that see it.
    peers: Vec<Bits>,
}

/// What is known so far. Small enough to be copied at each guess.
#[derive(Clone, Debug)]
pub(super) struct Position {
    /// Per digit, from 0: the cells where it may be.
    pub(super) places: [Bits; MAX_SIDE],
    /// Edges under which a domino may lie: from a cell to the right, and down.
    pub(super) right: Bits,
    pub(super) down: Bits,
    /// Per digit: the digits with which its domino is still to be found.
    pairs: [DigitBits; MAX_SIDE],
    /// Cells whose domino is not known in full.
    pub(super) open: Bits,
    /// Cells whose digit is known, and removed from those that see it.
    pub(super) settled: Bits,
    /// Digits whose places have changed since they were looked at.
    dirty: DigitBits,
}

/// The bit of a cell.
pub(super) fn bit_of(cell: Cell) -> usize {
    cell.row() * STRIDE + cell.column()
}

impl Board {
    /// The board of a model with a tiling, and the position to start from.
    pub(super) fn new(model: &Model) -> (Board, Position) {
        let side = model.shape().side();
        let set = |cells: &[Cell]| cells.iter().fold(0, |set, &cell| set | 1 << bit_of(cell));
        let cells = model
            .shape()
            .cells()
            .fold(0, |set, cell| set | 1 << bit_of(cell));
        let firsts = (0..side).fold(0, |set, row| set | 1 << (row * STRIDE));
        let mut board = Board {
            side,
            cells,
            guards: firsts << side,
            firsts,
            houses: Vec::new(),
            peers: vec![0; side * STRIDE],
        };
        for house in model.houses() {
            let members = set(house.cells());
            for i in each(members) {
                board.peers[i] |= members & !(1 << i);
            }
            let line = matches!(house.kind(), HouseKind::Row(_) | HouseKind::Column(_));
            if !line && house.cells().len() == side {
                board.houses.push(members);
            }
        }
        let position = Position::new(model, &board);
        (board, position)
    }

    /// Of the places of a digit, those that are the only one in a row, column or other house.
    fn lone_places(&self, places: Bits) -> Result<Bits, DeadEnd> {
        // A guard bit before the subtraction is still there after it if the row had any cell.
        let less_one = |set: Bits| (set | self.guards) - self.firsts;
        let filled = less_one(places);
        if filled & self.guards != self.guards {
            let guard = self.guards & !filled;
            let last = guard & guard.wrapping_neg();
            return Err(DeadEnd::House(last - (last >> self.side)));
        }
        let single_rows = self.guards & !less_one(places & filled);
        let mut lone = places & (single_rows - (single_rows >> self.side));

        let (mut once, mut twice) = (places, 0);
        for (shift, rows) in FOLDS {
            let left = (1 << (rows * STRIDE)) - 1;
            let (once_more, twice_more) = (once >> (shift * STRIDE), twice >> (shift * STRIDE));
            twice = (twice | twice_more | once & once_more) & left;
            once = (once | once_more) & left;
        }
        let all_columns = (1 << self.side) - 1;
        if once != all_columns {
            let column = (all_columns & !once).trailing_zeros();
            return Err(DeadEnd::House(self.firsts << column));
        }
        lone |= places & (once & !twice).wrapping_mul(self.firsts);

        for &house in &self.houses {
            let inside = places & house;
            if at_most_one(inside) {
                if inside == 0 {
                    return Err(DeadEnd::House(house));
                }
                lone |= inside;
            }
        }
        Ok(lone)
    }
}

impl Position {
    fn new(model: &Model, board: &Board) -> Position {
        let side = board.side;
        let mut position = Position {
            places: [board.cells; MAX_SIDE],
            right: 0,
            down: 0,
            pairs: [0; MAX_SIDE],
            open: board.cells,
            settled: 0,
            dirty: (1 << side) - 1,
        };
        for (digit, pairs) in position.pairs[..side].iter_mut().enumerate() {
            *pairs = ((1 << side) - 1) & !(1 << digit);
        }
        for (cell, digit) in model.givens().filled() {
            position.fix(1 << bit_of(cell), usize::from(digit) - 1, board);
        }
        let tiling = model.tiling();
        let singles = tiling.map_or(&[][..], Tiling::singles);
        for &cell in singles {
            position.open &= !(1 << bit_of(cell));
        }
        for domino in tiling.map_or(&[][..], Tiling::placed) {
            let [x, y] = domino.digits.map(|digit| usize::from(digit) - 1);
            position.open &= !(1 << bit_of(domino.cells[0]) | 1 << bit_of(domino.cells[1]));
            position.use_pair(x, y);
        }
        position.right = position.open & position.open >> 1;
        position.down = position.open & position.open >> STRIDE;
        position
    }

    /// Whether every digit and every domino is known.
    pub(super) fn is_solved(&self, board: &Board) -> bool {
        self.settled == board.cells && self.open == 0
    }

    /// The digit of a settled cell.
    pub(super) fn digit_at(&self, bit: usize, board: &Board) -> Option<usize> {
        (0..board.side).find(|&digit| self.places[digit] >> bit & 1 == 1)
    }

    /// Takes a digit out of some cells.
    pub(super) fn remove(&mut self, cells: Bits, digit: usize) {
        if self.places[digit] & cells != 0 {
            self.places[digit] &= !cells;
            self.dirty |= 1 << digit;
        }
    }

    /// Leaves only this digit in some cells.
    pub(super) fn fix(&mut self, cells: Bits, digit: usize, board: &Board) {
        for other in (0..board.side).filter(|&other| other != digit) {
            self.remove(cells, other);
        }
    }

    /// Leaves only one edge, the one that goes `step` bits on from `bit`, to both of its cells.
    pub(super) fn join(&mut self, bit: usize, step: usize) {
        let cells: Bits = 1 << bit | 1 << (bit + step);
        self.right &= !(cells | cells >> 1);
        self.down &= !(cells | cells >> STRIDE);
        if step == 1 {
            self.right |= 1 << bit;
        } else {
            self.down |= 1 << bit;
        }
    }

    fn use_pair(&mut self, x: usize, y: usize) {
        self.pairs[x] &= !(1 << y);
        self.pairs[y] &= !(1 << x);
    }

    /// The pairs still to be placed, each once, with the edges to the right and down where each
    /// may lie, one way round or the other.
    pub(super) fn open_pairs(&self, board: &Board, mut show: impl FnMut(usize, usize, [Bits; 2])) {
        let places = self.places.map(|here| {
            let starts = [self.right & here, self.down & here];
            (starts, [here >> 1, here >> STRIDE])
        });
        for x in 0..board.side {
            let (starts_x, ends_x) = places[x];
            for y in digits(self.pairs[x] >> x << x) {
                let (starts_y, ends_y) = places[y];
                let edges =
                    |kind: usize| starts_x[kind] & ends_y[kind] | starts_y[kind] & ends_x[kind];
                show(x, y, [edges(0), edges(1)]);
            }
        }
    }

    /// Draws conclusions in turn, until digits and pairs find nothing more. Edges that go
    /// by themselves are no reason to look for support again: that costs more than it finds.
    ///
    /// # Errors
    /// What cannot be satisfied; the position is then of no more use.
    pub(super) fn propagate(&mut self, board: &Board) -> Result<(), DeadEnd> {
        loop {
            self.settle_digits(board)?;
            self.keep_supported(board);
            self.match_cells()?;
            if self.dirty != 0 {
                continue;
            }
            let spent = self.spend_pairs(board)?;
            let placed = self.place_lone_pairs(board)?;
            if !spent && !placed {
                return Ok(());
            }
        }
    }

    /// Cells with one digit, and digits with one cell in a house.
    fn settle_digits(&mut self, board: &Board) -> Result<(), DeadEnd> {
        loop {
            let (once, twice) = once_and_twice(self.places[..board.side].iter().copied());
            if once != board.cells {
                let empty = (board.cells & !once).trailing_zeros();
                return Err(DeadEnd::Cell(empty as usize));
            }
            let new = once & !twice & !self.settled;
            if new != 0 {
                self.settled |= new;
                for digit in 0..board.side {
                    let mine = self.places[digit] & new;
                    if mine != 0 {
                        let seen = each(mine).fold(0, |seen, i| seen | board.peers[i]);
                        if seen & mine != 0 {
                            return Err(DeadEnd::Cell((seen & mine).trailing_zeros() as usize));
                        }
                        self.remove(seen, digit);
                    }
                }
                continue;
            }
            for digit in digits(core::mem::take(&mut self.dirty)) {
                let lone = board.lone_places(self.places[digit])? & !self.settled;
                if lone != 0 {
                    self.fix(lone, digit, board);
                }
            }
            if self.dirty == 0 {
                return Ok(());
            }
        }
    }

    /// A digit needs a domino to a neighbor, and an edge two digits that are still to be paired.
    fn keep_supported(&mut self, board: &Board) {
        let (before, mut right, mut down) = (self.places, 0, 0);
        for digit in 0..board.side {
            let here = before[digit];
            let partners = digits(self.pairs[digit]).fold(0, |set, other| set | before[other]);
            let to_right = self.right & here & partners >> 1;
            let to_left = here & (self.right & partners) << 1;
            let to_below = self.down & here & partners >> STRIDE;
            let to_above = here & (self.down & partners) << STRIDE;
            right |= to_right;
            down |= to_below;
            let supported = to_right | to_left | to_below | to_above;
            self.remove(self.open & !supported, digit);
        }
        self.right &= right;
        self.down &= down;
    }

    /// Every open cell has exactly one edge: one that is left alone excludes those that it meets.
    fn match_cells(&mut self) -> Result<(), DeadEnd> {
        let (once, twice) = Position::ends(self.right, self.down);
        if self.open & !once != 0 {
            return Err(DeadEnd::Edges);
        }
        let single = self.open & !twice;
        let sure_right = self.right & (single | single >> 1);
        let sure_down = self.down & (single | single >> STRIDE);
        let (joined, failure) = Position::ends(sure_right, sure_down);
        if failure != 0 {
            return Err(DeadEnd::Edges);
        }
        self.right = sure_right | self.right & !(joined | joined >> 1);
        self.down = sure_down | self.down & !(joined | joined >> STRIDE);
        Ok(())
    }

    /// The cells at the ends of these edges, and those at the ends of two or more.
    fn ends(right: Bits, down: Bits) -> (Bits, Bits) {
        once_and_twice([right, right << 1, down, down << STRIDE])
    }

    /// Dominoes whose edge and digits are known use up their pair.
    fn spend_pairs(&mut self, board: &Board) -> Result<bool, DeadEnd> {
        let (_, twice) = Position::ends(self.right, self.down);
        let known = self.settled & self.open & !twice;
        let open = self.open;
        for (edges, step) in [self.right, self.down].iter().copied().zip(STEPS) {
            for bit in each(edges & known & known >> step) {
                let digits = (self.digit_at(bit, board), self.digit_at(bit + step, board));
                let (x, y) = match digits {
                    (Some(x), Some(y)) => (x, y),
                    _ => return Err(DeadEnd::Cell(bit)),
                };
                if self.pairs[x] >> y & 1 == 0 {
                    return Err(DeadEnd::Pair(x, y));
                }
                self.use_pair(x, y);
                self.open &= !(1 << bit | 1 << (bit + step));
            }
        }
        self.right &= self.open;
        self.down &= self.open;
        Ok(self.open != open)
    }

    /// A pair with one edge left lies there.
    fn place_lone_pairs(&mut self, board: &Board) -> Result<bool, DeadEnd> {
        let edges_before = (self.right, self.down);
        let mut lone: SmallVec<[(usize, usize, [Bits; 2]); 8]> = SmallVec::new();
        self.open_pairs(board, |x, y, [right, down]| {
            if at_most_one(right) && at_most_one(down) && (right == 0 || down == 0) {
                lone.push((x, y, [right, down]));
            }
        });
        for (x, y, [right, down]) in lone {
            if right | down == 0 {
                return Err(DeadEnd::Pair(x, y));
            }
            let step = if down == 0 { 1 } else { STRIDE };
            let bit = (right | down).trailing_zeros() as usize;
            for other in (0..board.side).filter(|&other| other != x && other != y) {
                self.remove(1 << bit | 1 << (bit + step), other);
            }
            self.join(bit, step);
        }
        Ok(self.dirty != 0 || edges_before != (self.right, self.down))
    }
}
