//! Guesses.

use super::board::{assume, digits_of, refute, words_of, Board, Saved, Settled, DIGITS};
use super::lanes::{self, Lanes, Work};
use crate::board::Grid;
use crate::solve::vectors::each;
use core::ops::ControlFlow;
use exactcover::{Limits, Outcome, Report, Stats, Ties};

/// What a peer with two candidates counts when one of them goes, against 1 for any peer.
const CHAIN: u32 = 3;

/// After so many dead ends without a grid, and whenever they have doubled since, the search goes on
/// from the first guess that is still to be refuted, not from the last: it may be the wrong one.
const PATIENCE: u64 = 8;

/// After more guesses in a row without a dead end than there have been dead ends, the board seems
/// to have many grids, and any guess is a good one: then there is one in each band, and so many
/// rounds are enough to find what follows.
const HASTE: u64 = 2;

/// A search that can be used for one puzzle after the other.
#[derive(Clone, Debug)]
pub(crate) struct BandSearch {
    /// The board after each guess that is still to be refuted.
    levels: Vec<Saved>,
    /// The digits in the order of preference.
    names: [u8; DIGITS],
    /// For each cell of each band a number that is greater for a cell preferred among equals.
    ranks: [[u32; 27]; 3],
    /// Whether it may take the first cell where any will do: not if it is asked for chance.
    hurries: bool,
}

impl BandSearch {
    pub(crate) fn new(ties: Ties) -> Self {
        let mut names = [1, 2, 3, 4, 5, 6, 7, 8, 9];
        ties.arrange(&mut names);
        let mut cells = [0; 81];
        for (cell, index) in cells.iter_mut().zip(0..) {
            *cell = index;
        }
        ties.arrange(&mut cells);
        let mut ranks = [[0; 27]; 3];
        for (rank, &cell) in (0..81).rev().zip(&cells) {
            ranks[cell as usize / 27][cell as usize % 27] = rank;
        }
        BandSearch {
            levels: Vec::new(),
            names: names.map(|name| name as u8),
            ranks,
            hurries: ties == Ties::First,
        }
    }

    /// Shows the digits of every grid with these givens to `visit`, none twice, until it breaks or
    /// a limit is reached.
    ///
    /// # Panics
    /// If the grid is not 9 x 9.
    pub(crate) fn run(
        &mut self,
        givens: &Grid,
        limits: &Limits,
        visit: &mut dyn FnMut(&[u8; 81]) -> ControlFlow<()>,
    ) -> Report<()> {
        let mut digits = [0; 81];
        digits.copy_from_slice(givens.digits());
        lanes::run(Task {
            search: self,
            givens: &digits,
            limits,
            visit,
        })
    }

    /// The digit and the cell to guess: of the cells with two candidates the one that says most
    /// about its peers, or else one with the fewest candidates.
    #[inline(always)]
    fn choose(&self, board: &Saved, open: [u32; 3], pairs: [u32; 3]) -> (usize, usize, u32) {
        let mut best = 0;
        let mut choice = (0, 0, 0);
        for band in 0..3 {
            let mut cells = pairs[band];
            while cells != 0 {
                let bit = first(cells);
                cells &= cells - 1;
                let set = candidates(board, band, bit);
                let (low, high) = (first(set) as usize % 16, last(set) as usize % 16);
                // Whatever the guess, one of the two goes from the peers in the end.
                let ([a, b, c], [d, e, f]) = (words_of(board, low), words_of(board, high));
                let [p, q, r] = PEERS[band][bit as usize];
                // Two words are looked at at once.
                let worth = |places: u64, peers: u64, pairs: u64| {
                    let places = places & peers;
                    places.count_ones() + CHAIN * (places & pairs).count_ones()
                };
                let score = worth(both(a, b), both(p, q), both(pairs[0], pairs[1]))
                    + worth(both(d, e), both(p, q), both(pairs[0], pairs[1]))
                    + worth(both(c, f), both(r, r), both(pairs[2], pairs[2]));
                // A rank is below 81: it decides among equals only, and no score is 0.
                let score = score << 8 | (self.ranks[band][bit as usize] + 1);
                if score > best {
                    best = score;
                    choice = (low, band, bit);
                }
            }
        }
        if best > 0 {
            return choice;
        }
        // No cell has two candidates: the fewest are three.
        for (band, &open) in open.iter().enumerate() {
            let mut cells = open;
            while cells != 0 {
                let bit = first(cells);
                cells &= cells - 1;
                let set = candidates(board, band, bit);
                let score =
                    (DIGITS as u32 - set.count_ones()) << 8 | (self.ranks[band][bit as usize] + 1);
                if score > best {
                    best = score;
                    choice = (first(set) as usize % 16, band, bit);
                    // The fewest, and the cells come in the order of preference.
                    if self.hurries && set.count_ones() == 3 {
                        return choice;
                    }
                }
            }
        }
        choice
    }
}

/// The candidates of a cell, a bit for each.
#[inline(always)]
fn candidates(board: &Saved, band: usize, bit: u32) -> u32 {
    let mut set = 0;
    each!(digit in 8 7 6 5 4 3 2 1 0 {
        set = set << 1 | (words_of(board, digit)[band] >> bit & 1);
    });
    set
}

/// Two words side by side.
#[inline(always)]
fn both(a: u32, b: u32) -> u64 {
    u64::from(a) | u64::from(b) << 32
}

/// The first bit of a set that is not empty.
#[inline(always)]
fn first(set: u32) -> u32 {
    set.trailing_zeros() % 32
}

/// The last one.
#[inline(always)]
fn last(set: u32) -> u32 {
    (31 - set.leading_zeros()) % 32
}

/// One search, for any lanes.
struct Task<'a> {
    search: &'a mut BandSearch,
    givens: &'a [u8; 81],
    limits: &'a Limits,
    visit: &'a mut dyn FnMut(&[u8; 81]) -> ControlFlow<()>,
}

impl Work for Task<'_> {
    type Output = Report<()>;

    #[inline(always)]
    fn work<L: Lanes>(self, zero: L) -> Report<()> {
        let Task {
            search,
            givens,
            limits,
            visit,
        } = self;
        let mut stats = Stats::default();
        let outcome = search.descend(zero, givens, limits, &mut stats, visit);
        search.levels.clear();
        Report {
            answer: (),
            outcome,
            stats,
        }
    }
}

impl BandSearch {
    /// Takes a candidate for right. The way back has the others only, so no board is come to twice.
    #[inline(always)]
    fn guess(&mut self, board: &mut Saved, digit: usize, band: usize, bit: u32, stats: &mut Stats) {
        let mut others = *board;
        refute(&mut others, digit, band, bit);
        self.levels.push(others);
        assume(board, digit, band, bit);
        stats.nodes += 1;
        stats.max_depth = stats.max_depth.max(self.levels.len());
    }

    // An iterator takes 400 bytes more in the page, which has few left.
    #[allow(clippy::needless_range_loop)]
    #[inline(always)]
    fn descend<L: Lanes>(
        &mut self,
        zero: L,
        givens: &[u8; 81],
        limits: &Limits,
        stats: &mut Stats,
        visit: &mut dyn FnMut(&[u8; 81]) -> ControlFlow<()>,
    ) -> Outcome {
        if let Some(limit) = limits.reached(stats) {
            return Outcome::LimitReached(limit);
        }
        let mut saved = Board::new(zero, givens, &self.names).save();
        // The guesses since the last dead end, and the dead ends.
        let (mut right, mut wrong) = (0, 0);
        let mut enough = u64::MAX;
        loop {
            let mut board = Board::load(zero, &saved);
            let settled = board.conclude(&mut stats.updates, enough);
            enough = u64::MAX;
            match settled {
                Settled::Dead => {
                    right = 0;
                    wrong += 1;
                    let lost = wrong >= PATIENCE && wrong.is_power_of_two();
                    if lost && stats.solutions == 0 && !self.levels.is_empty() {
                        saved = self.levels.remove(0);
                        continue;
                    }
                }
                Settled::Solved => {
                    stats.solutions += 1;
                    if visit(&digits_of(&board.save(), &self.names)).is_break() {
                        return Outcome::Stopped;
                    }
                    if let Some(limit) = limits.reached(stats) {
                        return Outcome::LimitReached(limit);
                    }
                }
                Settled::Open { open, pairs } => {
                    if let Some(limit) = limits.reached(stats) {
                        return Outcome::LimitReached(limit);
                    }
                    saved = board.save();
                    if self.hurries && right > wrong {
                        enough = stats.updates + HASTE;
                        let some = if pairs == [0; 3] { open } else { pairs };
                        for band in 0..3 {
                            let cells = some[band];
                            if cells != 0 && limits.reached(stats).is_none() {
                                // From different sides: a digit would often be in a column twice.
                                let bit = if band < 2 { last(cells) } else { first(cells) };
                                let set = candidates(&saved, band, bit);
                                let digit = if band == 0 { last(set) } else { first(set) };
                                self.guess(&mut saved, digit as usize % 16, band, bit, stats);
                            }
                        }
                    } else {
                        let (digit, band, bit) = self.choose(&saved, open, pairs);
                        self.guess(&mut saved, digit, band, bit, stats);
                    }
                    right += 1;
                    continue;
                }
            }
            match self.levels.pop() {
                Some(other) => saved = other,
                None => return Outcome::Exhausted,
            }
        }
    }
}

/// For each cell of each band, the cells of the three bands that share a house with it.
static PEERS: [[[u32; 3]; 27]; 3] = {
    let mut peers = [[[0; 3]; 27]; 3];
    let mut pair = 0;
    while pair < 81 * 81 {
        let (a, b) = (pair / 81, pair % 81);
        let row = a / 9 == b / 9;
        let column = a % 9 == b % 9;
        let square = a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3;
        if a != b && (row || column || square) {
            peers[a / 27][a % 27][b / 27] |= 1 << (b % 27);
        }
        pair += 1;
    }
    peers
};
