//! Guesses, and what is learned from those that fail.

use super::lanes::{Lanes, Work};
use super::position::{DeadEnd, Position, BOX, SIDE};
use crate::board::Grid;
use crate::model::Model;
use crate::solve::Settings;
use core::ops::ControlFlow;
use exactcover::{Outcome, Report, Stats, Strategy};

/// What a cell with two candidates is worth that nothing depends on, against 1 for each candidate
/// of another such cell that it decides.
const ALONE: u32 = 2;

/// A search, from the position before the first guess to the end.
pub(super) struct RowSearch<'a> {
    model: &'a Model,
    settings: &'a Settings,
    visit: &'a mut dyn FnMut(Grid) -> ControlFlow<()>,
    stats: Stats,
    levels: Vec<Guess>,
    /// Per cell: 1 plus the number of times that no digit was left for it. Most puzzles need no
    /// guess, and have none.
    weights: Vec<f64>,
}

/// A digit tried in a cell, and the position before.
struct Guess {
    before: Position,
    cell: usize,
    digit: u16,
}

impl<'a> RowSearch<'a> {
    pub(super) fn new(
        model: &'a Model,
        settings: &'a Settings,
        visit: &'a mut dyn FnMut(Grid) -> ControlFlow<()>,
    ) -> Self {
        RowSearch {
            model,
            settings,
            visit,
            stats: Stats::default(),
            levels: Vec::new(),
            weights: Vec::new(),
        }
    }

    /// The weights before the first guess.
    fn weigh(&mut self) {
        // Among equals the slightly heavier one is taken: by less than a millionth of a failure.
        let mut order: Vec<u32> = (0..(SIDE * SIDE) as u32).collect();
        self.settings.ties.arrange(&mut order);
        self.weights = vec![1.0; order.len()];
        for (rank, &cell) in order.iter().rev().enumerate() {
            self.weights[cell as usize] += rank as f64 * 1e-9;
        }
    }

    #[inline(always)]
    fn search<L: Lanes>(&mut self, zero: L) -> Outcome {
        let mut position = Position::of(self.model.givens().digits());
        if let Some(limit) = self.settings.limits.reached(&self.stats) {
            return Outcome::LimitReached(limit);
        }
        loop {
            self.stats.updates += 1;
            let end = match position.propagate(zero) {
                Ok(()) => match self.choose(zero, &position) {
                    Some((cell, digit)) => match self.settings.limits.reached(&self.stats) {
                        Some(limit) => Some(Outcome::LimitReached(limit)),
                        None => {
                            self.guess(&mut position, cell, digit);
                            continue;
                        }
                    },
                    None => self.report(&position),
                },
                Err(failure) => {
                    self.learn(failure);
                    None
                }
            };
            if let Some(outcome) = end {
                return outcome;
            }
            if self.back(&mut position).is_none() {
                return Outcome::Exhausted;
            }
        }
    }

    #[cfg_attr(page, optimize(speed))]
    fn guess(&mut self, position: &mut Position, cell: usize, digit: u16) {
        self.levels.push(Guess {
            before: position.clone(),
            cell,
            digit,
        });
        self.stats.nodes += 1;
        self.stats.max_depth = self.stats.max_depth.max(self.levels.len());
        position.set(cell, digit);
    }

    /// Goes back to the last guess, if there is one, and on with what else its cell may hold.
    #[cfg_attr(page, optimize(speed))]
    fn back(&mut self, position: &mut Position) -> Option<()> {
        let guess = self.levels.pop()?;
        *position = guess.before;
        position.set(guess.cell, position.cell(guess.cell) & !guess.digit);
        Some(())
    }

    /// Makes the cell heavier that nothing was left for.
    #[cfg_attr(page, optimize(speed))]
    fn learn(&mut self, failure: DeadEnd) {
        match failure {
            DeadEnd::Cell(cell) if self.settings.strategy != Some(Strategy::Mrv) => {
                // Before the first guess there is nothing to learn for.
                if let Some(weight) = self.weights.get_mut(cell) {
                    *weight += 1.0;
                }
            }
            _ => {}
        }
    }

    /// Shows a solved position; the outcome if this is the end.
    fn report(&mut self, position: &Position) -> Option<Outcome> {
        let cells = position.rows.iter().flatten();
        let digits = cells.map(|cell| cell.trailing_zeros() as u8 + 1);
        let grid = Grid::solved(self.model.shape(), digits.collect());
        self.stats.solutions += 1;
        if (self.visit)(grid).is_break() {
            return Some(Outcome::Stopped);
        }
        let limit = self.settings.limits.reached(&self.stats);
        limit.map(Outcome::LimitReached)
    }

    /// The next guess, or none if every cell is decided.
    #[inline(always)]
    fn choose<L: Lanes>(&mut self, zero: L, position: &Position) -> Option<(usize, u16)> {
        let mut undecided = zero;
        let mut pairs = [0_u32; SIDE];
        for (pairs, row) in pairs.iter_mut().zip(&position.rows) {
            let rest = zero.of(*row).drop_lowest();
            undecided = undecided.or(rest);
            // A second candidate, and no third.
            let two = rest.drop_lowest().empty().without(rest.empty());
            *pairs = two.signs() & 0x5555_5555;
        }
        if !undecided.any() {
            return None;
        }
        if self.weights.is_empty() {
            self.weigh();
        }
        self.choose_pair(position, &pairs)
            .or_else(|| self.choose_any(position))
    }

    /// Of the cells with two candidates the one with the greatest weight, times what it would
    /// decide in other such cells.
    #[cfg_attr(page, optimize(speed))]
    fn choose_pair(&self, position: &Position, pairs: &[u32; SIDE]) -> Option<(usize, u16)> {
        // Per house and digit: the cells that have it as one of two.
        let mut counts = [[0_u8; SIDE]; 3 * SIDE];
        let mut cells = [[0_u8; 3]; SIDE * SIDE];
        let mut found = 0;
        for (row, &columns) in pairs.iter().enumerate() {
            let mut left = columns;
            while left != 0 {
                let column = left.trailing_zeros() as usize / 2;
                left &= left - 1;
                let digits = position.rows[row][column];
                let (low, high) = (digits.trailing_zeros(), 15 - digits.leading_zeros());
                for house in houses(row, column) {
                    counts[house][low as usize % SIDE] += 1;
                    counts[house][high as usize % SIDE] += 1;
                }
                cells[found] = [(row * SIDE + column) as u8, low as u8, high as u8];
                found += 1;
            }
        }
        let (mut best, mut most) = (None, 0.0);
        for cell in &cells[..found] {
            let [cell, low, high] = cell.map(usize::from);
            // The cell itself is counted three times for each digit.
            let mut near = 0;
            for house in houses(cell / SIDE, cell % SIDE) {
                near += u32::from(counts[house][low % SIDE] + counts[house][high % SIDE]);
            }
            let score = self.weights[cell] * f64::from(near - 6 + ALONE);
            if score > most {
                most = score;
                best = Some((cell, 1 << low));
            }
        }
        best
    }

    /// The cell with the greatest weight for each candidate.
    #[cfg_attr(page, optimize(speed))]
    fn choose_any(&self, position: &Position) -> Option<(usize, u16)> {
        let (mut best, mut most) = (None, 0.0);
        for (cell, &digits) in position.rows.iter().flatten().enumerate() {
            let score = self.weights[cell] / f64::from(digits.count_ones());
            if digits & (digits - 1) != 0 && score > most {
                most = score;
                best = Some((cell, digits & digits.wrapping_neg()));
            }
        }
        best
    }
}

/// The row, the column and the box of a cell, by their numbers among all.
#[inline(always)]
fn houses(row: usize, column: usize) -> [usize; 3] {
    let in_box = row / BOX * BOX + column / BOX;
    [row, SIDE + column, 2 * SIDE + in_box]
}

impl Work for RowSearch<'_> {
    type Output = Report<()>;
    #[inline(always)]
    fn work<L: Lanes>(mut self, zero: L) -> Report<()> {
        let outcome = self.search(zero);
        Report {
            answer: (),
            outcome,
            stats: self.stats,
        }
    }
}
