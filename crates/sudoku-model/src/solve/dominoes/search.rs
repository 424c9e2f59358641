//! Guesses, and what is learned from those that fail.

use super::board::{bit_of, each, Bits, Board, DeadEnd, Position, MAX_SIDE, STEPS, STRIDE};
use crate::board::Grid;
use crate::model::Model;
use crate::solve::Settings;
use core::ops::ControlFlow;
use exactcover::{Limits, Outcome, Report, Stats, Strategy};
use std::collections::HashSet;

/// Guesses until the first restart, and the factor from one to the next. Most of the worst boards
/// owe it to choices at the top, made before the weights knew better.
const FIRST_RUN: u64 = 100;
const GROWTH: (u64, u64) = (3, 2);

/// A place of a pair counts as half a possibility: it decides two cells.
const PAIR_WORTH: f64 = 2.0;

/// What to branch on.
#[derive(Clone, Copy, Debug)]
enum Choice {
    Cell(usize),
    Pair(usize, usize),
}

/// Why a run through the tree breaks off.
enum Stop {
    Restart,
    End(Outcome),
}

/// A search, from the position before the first guess to the end.
pub(super) struct DominoSearch<'a> {
    model: &'a Model,
    board: &'a Board,
    limits: &'a Limits,
    visit: &'a mut dyn FnMut(Grid) -> ControlFlow<()>,
    stats: Stats,
    depth: usize,
    learns: bool,
    /// Per bit of a cell, and per pair: 1 plus the number of failures that it was part of.
    cell_weights: Vec<f64>,
    pair_weights: Vec<f64>,
    /// The number of guesses after which to start again.
    run_ends: u64,
    /// The grids found: a grid can have several tilings, and a restart finds it again.
    found: HashSet<Vec<u8>>,
}

impl<'a> DominoSearch<'a> {
    pub(super) fn new(
        model: &'a Model,
        board: &'a Board,
        settings: &'a Settings,
        visit: &'a mut dyn FnMut(Grid) -> ControlFlow<()>,
    ) -> Self {
        // Among equals the slightly heavier one is taken.
        let weights = |count: usize| {
            let mut order: Vec<u32> = (0..count as u32).collect();
            settings.ties.arrange(&mut order);
            let mut weights = vec![1.0; count];
            for (rank, &k) in order.iter().rev().enumerate() {
                weights[k as usize] += rank as f64 * 1e-9;
            }
            weights
        };
        let learns = settings.strategy != Some(Strategy::Mrv);
        DominoSearch {
            model,
            board,
            limits: &settings.limits,
            visit,
            stats: Stats::default(),
            depth: 0,
            learns,
            cell_weights: weights(MAX_SIDE * STRIDE),
            pair_weights: weights(board.side * board.side),
            run_ends: if learns { FIRST_RUN } else { u64::MAX },
            found: HashSet::new(),
        }
    }

    pub(super) fn run(mut self, root: &Position) -> Report<()> {
        let mut length = FIRST_RUN;
        let outcome = loop {
            let run = match self.check_limits() {
                ControlFlow::Continue(()) => self.descend(root.clone()),
                end => end,
            };
            match run {
                ControlFlow::Continue(()) => break Outcome::Exhausted,
                ControlFlow::Break(Stop::End(outcome)) => break outcome,
                ControlFlow::Break(Stop::Restart) => {
                    length = length * GROWTH.0 / GROWTH.1;
                    self.run_ends = self.stats.nodes + length;
                    self.depth = 0;
                }
            }
        };
        Report {
            answer: (),
            outcome,
            stats: self.stats,
        }
    }

    /// Searches everything below a position.
    fn descend(&mut self, mut position: Position) -> ControlFlow<Stop> {
        loop {
            self.stats.updates += 1;
            if let Err(failure) = position.propagate(self.board) {
                self.learn(failure);
                return ControlFlow::Continue(());
            }
            if position.is_solved(self.board) {
                return self.report(&position);
            }
            let choice = self.choose(&position);
            match choice.expect("a position that is not solved has a cell or a pair left") {
                // What to try after the first digit is chosen anew.
                Choice::Cell(bit) => {
                    let digit = position.digit_at(bit, self.board);
                    let digit = digit.expect("each cell has candidates");
                    let mut guess = position.clone();
                    guess.fix(1 << bit, digit, self.board);
                    self.attempt(guess)?;
                    position.remove(1 << bit, digit);
                }
                Choice::Pair(x, y) => {
                    for (low, high) in [(x, y), (y, x)] {
                        self.try_places(&position, low, high)?;
                    }
                    return ControlFlow::Continue(());
                }
            }
        }
    }

    /// Tries a pair on all of its edges, the first digit on the left or upper cell.
    fn try_places(
        &mut self,
        position: &Position,
        first: usize,
        second: usize,
    ) -> ControlFlow<Stop> {
        let edges = [position.right, position.down];
        for (edges, step) in edges.iter().copied().zip(STEPS) {
            let places = edges & position.places[first] & position.places[second] >> step;
            for bit in each(places) {
                let mut guess = position.clone();
                guess.join(bit, step);
                guess.fix(1 << bit, first, self.board);
                guess.fix(1 << (bit + step), second, self.board);
                self.attempt(guess)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn attempt(&mut self, guess: Position) -> ControlFlow<Stop> {
        self.check_limits()?;
        if self.stats.nodes >= self.run_ends {
            return ControlFlow::Break(Stop::Restart);
        }
        self.stats.nodes += 1;
        self.depth += 1;
        self.stats.max_depth = self.stats.max_depth.max(self.depth);
        self.descend(guess)?;
        self.depth -= 1;
        ControlFlow::Continue(())
    }

    fn report(&mut self, position: &Position) -> ControlFlow<Stop> {
        let mut grid = Grid::empty(self.model.shape());
        for cell in self.model.shape().cells() {
            let digit = position.digit_at(bit_of(cell), self.board);
            grid.set(cell, digit.expect("a solved cell") as u8 + 1);
        }
        if !self.found.insert(grid.digits().to_vec()) {
            return ControlFlow::Continue(());
        }
        self.stats.solutions += 1;
        if (self.visit)(grid).is_break() {
            return ControlFlow::Break(Stop::End(Outcome::Stopped));
        }
        self.check_limits()
    }

    fn check_limits(&self) -> ControlFlow<Stop> {
        match self.limits.reached(&self.stats) {
            Some(limit) => ControlFlow::Break(Stop::End(Outcome::LimitReached(limit))),
            None => ControlFlow::Continue(()),
        }
    }

    /// Makes heavier what a contradiction has to do with.
    fn learn(&mut self, failure: DeadEnd) {
        if !self.learns {
            return;
        }
        match failure {
            DeadEnd::Cell(bit) => self.cell_weights[bit] += 1.0,
            DeadEnd::House(cells) => {
                for bit in each(cells) {
                    self.cell_weights[bit] += 1.0;
                }
            }
            DeadEnd::Pair(x, y) => self.pair_weights[x.min(y) * self.board.side + x.max(y)] += 1.0,
            DeadEnd::Edges => {}
        }
    }

    /// The cell or pair with the greatest weight a possibility.
    fn choose(&self, position: &Position) -> Option<Choice> {
        let mut best = None;
        let mut most = 0.0;
        let places = &position.places[..self.board.side];
        for (size, cells) in cells_by_size(places, self.board.cells & !position.settled) {
            for bit in each(cells) {
                let score = self.cell_weights[bit] / size as f64;
                if score > most {
                    most = score;
                    best = Some(Choice::Cell(bit));
                }
            }
        }
        position.open_pairs(self.board, |x, y, [right, down]| {
            let size = right.count_ones() + down.count_ones();
            let weight = self.pair_weights[x * self.board.side + y];
            let score = weight * PAIR_WORTH / f64::from(size);
            if score > most {
                most = score;
                best = Some(Choice::Pair(x, y));
            }
        });
        best
    }
}

/// The cells among these with 2, 3, ... candidates.
fn cells_by_size(places: &[Bits], among: Bits) -> impl Iterator<Item = (usize, Bits)> {
    // Four binary digits of every cell's count, each in a set of its own.
    let mut count = [0; 4];
    for &set in places {
        let mut carry = set;
        for plane in &mut count {
            let sum = *plane ^ carry;
            carry &= *plane;
            *plane = sum;
        }
    }
    (2..=places.len()).map(move |size| {
        let planes = count.iter().enumerate();
        let cells = planes.fold(among, |cells, (k, &plane)| {
            cells & if size >> k & 1 == 1 { plane } else { !plane }
        });
        (size, cells)
    })
}
