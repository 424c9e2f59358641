//! Filtering to the end: the queue of regions.

use super::board::{has, insert, is_decided, Board, Mask, State};
use super::region::{Region, Rule};
use super::rule45;
use super::sets::{SumTable, MAX_DIGITS};
use crate::cage::Cage;
use crate::model::Model;
use crate::shape::{Cell, House, HouseKind};
use smallvec::SmallVec;

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
    /// Room for decided cells.
    decided: Vec<u16>,
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
            decided: Vec::new(),
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
        // The others need not tell anybody of a change.
        for (cell, &mask) in self.state.masks.iter().enumerate() {
            if is_decided(mask) {
                insert(&mut self.state.dirty, cell);
            }
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
            let word = match self.queue.iter().position(|&word| word != 0) {
                None => return Ok(()),
                Some(word) => word,
            };
            let next = word * 64 + self.queue[word].trailing_zeros() as usize;
            self.queue[word] &= self.queue[word] - 1;
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
        while self.state.dirty.iter().any(|&word| word != 0) {
            self.decided.clear();
            for k in 0..self.state.dirty.len() {
                let mut changed = core::mem::take(&mut self.state.dirty[k]);
                while changed != 0 {
                    let cell = k * 64 + changed.trailing_zeros() as usize;
                    changed &= changed - 1;
                    if is_decided(self.state.masks[cell]) {
                        self.decided.push(cell as u16);
                    }
                    let listeners = &self.listeners[cell * words..][..words];
                    for (queue, set) in self.queue.iter_mut().zip(listeners) {
                        *queue |= set;
                    }
                }
            }
            if let Some(last) = last.take() {
                self.queue[last / 64] &= !(1 << (last % 64));
            }
            for &cell in &self.decided {
                let digit = self.state.masks[usize::from(cell)];
                for (k, &seen) in self.board.seen_by(cell.into()).iter().enumerate() {
                    if !self.state.remove(k, seen, digit) {
                        return Err(Failure::Cell(self.state.failed));
                    }
                }
            }
        }
        Ok(())
    }
}

/// The regions of the model, and redundant ones of single houses.
fn regions(model: &Model, board: &Board) -> Vec<Region> {
    let mut regions = Vec::with_capacity(256);
    // The largest cages are houses.
    let small = model
        .cages()
        .iter()
        .filter(|cage| cage.cells().len() < board.side);
    let mut cages: Vec<&Cage> = small.collect();
    cages.sort_by_key(|cage| cage.cells().len());
    let indices = |cells: &[Cell]| -> SmallVec<[u16; 16]> {
        cells.iter().map(|cell| cell.index() as u16).collect()
    };
    for cage in &cages {
        regions.extend(rule45::cage(
            board,
            cage.total() as i32,
            &indices(cage.cells()),
        ));
    }
    let houses: Vec<(&[u16], &[u64])> = board.houses().zip(board.house_sets()).collect();
    for (house, _) in &houses {
        regions.push(Region::new(Rule::Hidden, house.iter().copied(), 52));
    }
    let shape = model.shape();
    let is_box = |house: &House| matches!(house.kind(), HouseKind::Box(_));
    let mut basic = 2 * board.side;
    if model.houses().iter().any(is_box) {
        basic = 3 * board.side;
        let (rows, others) = houses.split_at(board.side);
        let (width, height) = (shape.box_width(), shape.box_height());
        for (houses, lines, width) in [
            (rows, height, width),
            (&others[..board.side], width, height),
        ] {
            for band in houses.chunks(lines) {
                let cells = band.iter().flat_map(|(cells, _)| cells.iter().copied());
                regions.push(Region::new(Rule::Band { lines, width }, cells, 58));
            }
        }
    }
    for (k, &(one, one_set)) in houses.iter().enumerate().skip(basic) {
        for &(other, other_set) in &houses[..k] {
            let meet = one_set.iter().zip(other_set).map(|(a, b)| a & b);
            if meet.clone().all(|word| word & word.wrapping_sub(1) == 0)
                && meet.filter(|&word| word != 0).count() < 2
            {
                continue;
            }
            let shared = one
                .iter()
                .filter(|&&cell| has(other_set, cell.into()))
                .count();
            let both = one.iter().filter(|&&cell| has(other_set, cell.into()));
            let one = one.iter().filter(|&&cell| !has(other_set, cell.into()));
            let other = other.iter().filter(|&&cell| !has(one_set, cell.into()));
            let cells = both.chain(one).chain(other).copied();
            let first = board.side - shared;
            regions.push(Region::new(Rule::Locked { shared, first }, cells, 58));
        }
    }
    if board.side <= MAX_DIGITS {
        for &(house, set) in &houses {
            let mut order: SmallVec<[u16; 16]> = SmallVec::new();
            let mut checks = Vec::new();
            let mut sum = 0;
            for cage in &cages {
                if cage.cells().iter().all(|cell| has(set, cell.index())) {
                    order.extend(indices(cage.cells()));
                    sum += cage.total();
                    checks.push((order.len(), sum));
                }
            }
            // Different digits alone are hardly ever worth the effort.
            if checks.is_empty() {
                continue;
            }
            let inside = order.len();
            for &cell in house {
                if !order[..inside].contains(&cell) {
                    order.push(cell);
                }
            }
            regions.push(Region::new(Rule::House(checks), order, 200).redundant());
        }
    }
    regions
}
