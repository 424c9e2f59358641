//! Filtering to the end: the queue of regions.

use super::board::{elements, has, insert, is_decided, Board, Mask, State};
use super::region::{Region, Rule};
use super::rule45;
use super::sets::{SumTable, MAX_DIGITS};
use crate::model::Model;

/// A redundant region is left out once it has run this often
const TRIAL_RUNS: u32 = 64;
/// with a hit in fewer than one of this many runs.
const RUNS_PER_HIT: u32 = 20;

/// Where a contradiction has shown.
#[derive(Clone, Copy, Debug)]
pub(super) enum Failure {
    Cell(usize),
    Region(usize),
}

/// Candidates with the regions that restrict them.
#[derive(Clone, Debug)]
pub(super) struct Propagator {
    pub(super) board: Board,
    pub(super) state: State,
    /// In the order in which they take their turns.
    pub(super) regions: Vec<Region>,
    /// Per cell, the set of the regions to run when it changes.
    listeners: Vec<u64>,
    /// The regions that have to run.
    queue: Vec<u64>,
    table: SumTable,
    pub(super) runs: u64,
}

impl Propagator {
    pub(super) fn new(model: &Model) -> Propagator {
        let board = Board::new(model);
        let given = |cell| {
            let given = model.givens().get(cell);
            given.map_or(board.all(), |digit| 1 << (digit - 1))
        };
        let state = State {
            masks: model.shape().cells().map(given).collect(),
            dirty: vec![0; board.words],
            failed: 0,
        };
        let regions = regions(model, &board);
        let mut propagator = Propagator {
            state,
            regions: Vec::new(),
            listeners: Vec::new(),
            queue: Vec::new(),
            table: SumTable::new(board.side),
            runs: 0,
            board,
        };
        propagator.add(regions);
        propagator
    }

    /// Adds regions, and lets all run.
    pub(super) fn add(&mut self, regions: Vec<Region>) {
        self.regions.extend(regions);
        self.regions.sort_by_key(|region| region.rank);
        let words = (self.regions.len() + 63) / 64;
        self.listeners = vec![0; words * self.board.cell_count];
        self.queue = vec![0; words];
        for (k, region) in self.regions.iter().enumerate() {
            insert(&mut self.queue, k);
            for &cell in &region.cells {
                insert(&mut self.listeners[usize::from(cell) * words..][..words], k);
            }
        }
        // Decided cells have not been looked at yet.
        for cell in 0..self.board.cell_count {
            insert(&mut self.state.dirty, cell);
        }
    }

    /// Starts from other candidates, of which the `dirty` cells have changed.
    pub(super) fn load(&mut self, masks: &[Mask], dirty: &[u64]) {
        self.state.masks.copy_from_slice(masks);
        self.state.dirty.copy_from_slice(dirty);
        self.queue.fill(0);
    }

    /// Removes candidates until no region has any to remove.
    pub(super) fn run(&mut self) -> Result<(), Failure> {
        let mut last = None;
        loop {
            self.absorb(last)?;
            let next = match elements(&self.queue).next() {
                None => return Ok(()),
                Some(next) => next,
            };
            self.queue[next / 64] &= !(1 << (next % 64));
            let region = &mut self.regions[next];
            if region.off {
                continue;
            }
            if region.redundant && region.runs >= TRIAL_RUNS {
                region.off = region.hits * RUNS_PER_HIT < region.runs;
                region.runs /= 2;
                region.hits /= 2;
            }
            self.runs += 1;
            region.runs += 1;
            let found = region.filter(&self.board, &mut self.state, &mut self.table);
            region.hits += u32::from(found != Some(false));
            if found.is_none() {
                return Err(match region.rule {
                    Rule::Hidden | Rule::Locked { .. } => Failure::Cell(self.state.failed),
                    _ => Failure::Region(next),
                });
            }
            last = Some(next);
        }
    }

    /// Takes note of the cells that have changed: queues their regions, and removes the digits of
    /// decided cells from the cells that see them. The filters leave nothing for a second run on
    /// their own results, so that region need not be queued for these.
    fn absorb(&mut self, mut last: Option<usize>) -> Result<(), Failure> {
        let words = self.queue.len();
        let mut changed = [0; 10];
        let changed = &mut changed[..self.board.words];
        while self.state.dirty.iter().any(|&word| word != 0) {
            changed.copy_from_slice(&self.state.dirty);
            self.state.dirty.fill(0);
            for cell in elements(changed) {
                let listeners = &self.listeners[cell * words..][..words];
                self.queue
                    .iter_mut()
                    .zip(listeners)
                    .for_each(|(queue, set)| *queue |= set);
            }
            if let Some(last) = last.take() {
                self.queue[last / 64] &= !(1 << (last % 64));
            }
            for cell in elements(changed) {
                let mask = self.state.masks[cell];
                if is_decided(mask) && !self.state.remove(self.board.seen_by(cell), mask) {
                    return Err(Failure::Cell(self.state.failed));
                }
            }
        }
        Ok(())
    }
}

/// The regions of the model, and redundant ones of single houses.
fn regions(model: &Model, board: &Board) -> Vec<Region> {
    let mut regions = Vec::new();
    let sets: Vec<&[u64]> = board.house_sets.chunks(board.words).collect();
    let mut cages: Vec<(Vec<u16>, u32)> = Vec::new();
    for cage in model.cages() {
        let cells: Vec<u16> = cage
            .cells()
            .iter()
            .map(|cell| cell.index() as u16)
            .collect();
        // The largest cages are houses.
        if cells.len() < board.side {
            regions.extend(rule45::cage(board, cage.total() as i32, &cells));
            cages.push((cells, cage.total()));
        }
    }
    cages.sort_by_key(|(cells, _)| cells.len());
    for (house, &set) in board.houses.iter().zip(&sets) {
        regions.push(Region::new(Rule::Hidden, house.iter().copied(), 52));
        if board.side <= MAX_DIGITS {
            let mut order: Vec<u16> = Vec::new();
            let mut checks = Vec::new();
            let mut sum = 0;
            for (cells, total) in &cages {
                if cells.iter().all(|&cell| has(set, cell.into())) {
                    order.extend(cells);
                    sum += total;
                    checks.push((order.len(), sum));
                }
            }
            let rank = if checks.is_empty() { 250 } else { 200 };
            let inside = order.len();
            for &cell in house {
                if !order[..inside].contains(&cell) {
                    order.push(cell);
                }
            }
            regions.push(Region::new(Rule::House(checks), order, rank).redundant());
        }
    }
    for (k, one) in sets.iter().enumerate() {
        for other in &sets[..k] {
            let split = |f: fn(u64, u64) -> u64| {
                let words: Vec<u64> = one.iter().zip(*other).map(|(&a, &b)| f(a, b)).collect();
                elements(&words)
                    .map(|cell| cell as u16)
                    .collect::<Vec<u16>>()
            };
            let meet = one.iter().zip(*other).map(|(a, b)| (a & b).count_ones());
            let shared = meet.sum::<u32>() as usize;
            if shared > 1 {
                let mut cells = split(|a, b| a & b);
                cells.extend(split(|a, b| a & !b));
                cells.extend(split(|a, b| b & !a));
                let first = board.side - shared;
                regions.push(Region::new(Rule::Locked { shared, first }, cells, 58));
            }
        }
    }
    regions
}
