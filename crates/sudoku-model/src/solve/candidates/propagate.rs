//! Filtering to the end: the queue of regions.

use super::any_of;
use super::basic;
use super::board::{is_decided, Board, Mask, State};
use super::region::{Constraint, Region};
use super::sets::SumTable;
use crate::board::set::{insert, unite_one_of};
use crate::board::Grid;
use crate::model::Model;
use exactcover::{Limit, Limits};

/// How often a redundant region runs before it is judged by its hits.
const TRIAL_RUNS: u32 = 64;
/// A redundant region is left out if fewer than one in so many runs has removed something.
const RUNS_PER_HIT: u32 = 20;

/// Where a contradiction has shown.
#[derive(Clone, Copy, Debug)]
pub(super) enum DeadEnd {
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
    /// Per cell, the set of those that need not run before it has two candidates; nothing, if there
    /// are none of them.
    patient: Vec<u64>,
    /// The regions that have to run.
    queue: Vec<u64>,
    /// Room for decided cells.
    decided: Vec<u16>,
    /// The cell that was decided last, with its digit.
    pub(super) decided_last: Option<(usize, Mask)>,
    table: SumTable,
    pub(super) runs: u64,
    /// Looked at from time to time for the clock and the flags; with 16 digits a filter may take a
    /// millisecond.
    pub(super) limits: Limits,
    /// Why filtering has been broken off, if it has.
    pub(super) late: Option<Limit>,
}

impl Propagator {
    pub(super) fn new(model: &Model, limits: &Limits) -> Propagator {
        let board = Board::new(model);
        let (nothing, givens) = (Grid::nothing(model.shape()), model.givens().digits());
        let given = |&digit: &u8| match digit == nothing {
            true => board.all(),
            false => 1 << digit,
        };
        let masks = givens.iter().map(given).collect();
        let regions = basic::regions(model, &board);
        let table = SumTable::new(board.digits);
        Propagator::of(board, masks, regions, table, limits.clone())
    }

    /// Candidates with regions, and room for sums where there are such.
    pub(super) fn of(
        board: Board,
        masks: Vec<Mask>,
        regions: Vec<Region>,
        table: SumTable,
        limits: Limits,
    ) -> Propagator {
        let state = State::new(masks);
        let mut propagator = Propagator {
            state,
            regions: Vec::new(),
            listeners: Vec::new(),
            patient: Vec::new(),
            queue: Vec::new(),
            decided: Vec::new(),
            decided_last: None,
            table,
            runs: 0,
            limits,
            late: None,
            board,
        };
        propagator.add(regions);
        propagator
    }

    /// Adds regions, and lets all run.
    #[cfg_attr(page, optimize(speed))]
    pub(super) fn add(&mut self, regions: Vec<Region>) {
        if self.regions.is_empty() {
            self.regions = regions;
        } else {
            self.regions.extend(regions);
        }
        // They are large: keys are sorted, and each region moves once at most.
        let in_order = |pair: &[Region]| pair[0].rank <= pair[1].rank;
        if !self.regions.windows(2).all(in_order) {
            self.regions.sort_by_cached_key(|region| region.rank);
        }
        let words = (self.regions.len() + 63) / 64;
        self.listeners = vec![0; words * self.board.cell_count];
        self.patient.clear();
        self.queue = vec![0; words];
        for (k, region) in self.regions.iter().enumerate() {
            insert(&mut self.queue, k);
            // Pencil marks have nothing to find after their first run.
            if matches!(region.constraint, Constraint::Automaton(_)) && region.cells.len() == 1 {
                continue;
            }
            let listeners = match &region.constraint {
                Constraint::Relation(relation) if relation.is_loose() => {
                    self.patient.resize(self.listeners.len(), 0);
                    &mut self.patient
                }
                _ => &mut self.listeners,
            };
            for &cell in &region.cells {
                listeners[usize::from(cell) * words + k / 64] |= 1 << (k % 64);
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
    #[cfg_attr(page, optimize(speed))]
    pub(super) fn load(&mut self, masks: &[Mask], open: &[u64], dirty: &[u64]) {
        self.state.masks.copy_from_slice(masks);
        self.state.open.copy_from_slice(open);
        self.state.dirty.copy_from_slice(dirty);
        self.queue.fill(0);
    }

    /// What is left of other candidates, `None` if no filling is: of such of which nothing is
    /// known, or of a part of those that were left once.
    #[cfg_attr(page, optimize(speed))]
    pub(super) fn filter(
        &mut self,
        masks: &[Mask],
        left: Option<&[Mask]>,
        table: &mut SumTable,
    ) -> Option<&[Mask]> {
        let is_dirty = |cell: usize| match left {
            Some(left) => left[cell] != masks[cell],
            // All regions run anyway.
            None => is_decided(masks[cell]),
        };
        self.state.masks.copy_from_slice(masks);
        self.state.open_all();
        self.state.dirty.fill(0);
        let dirty = (0..masks.len()).filter(|&cell| is_dirty(cell));
        dirty.for_each(|cell| insert(&mut self.state.dirty, cell));
        self.queue.fill(0);
        if left.is_none() {
            (0..self.regions.len()).for_each(|region| insert(&mut self.queue, region));
        }
        core::mem::swap(&mut self.table, table);
        let found = self.run();
        core::mem::swap(&mut self.table, table);
        found.ok().map(|()| &self.state.masks[..])
    }

    /// Removes candidates until no region has any to remove, or the time is over: see `late`.
    #[cfg_attr(page, optimize(speed))]
    pub(super) fn run(&mut self) -> Result<(), DeadEnd> {
        let mut last = None;
        // Once in a power of 2 it is looked whether it is late: a division takes longer than many a
        // filter.
        let between = if self.board.digits.len() > 9 { 3 } else { 255 };
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
            if self.runs & between == 0 {
                self.late = self.limits.late();
                if self.late.is_some() {
                    return Ok(());
                }
            }
            region.runs += 1;
            let (state, table) = (&mut self.state, &mut self.table);
            let found = match &mut region.constraint {
                Constraint::AnyOf(cases) => any_of::filter(cases, &region.cells, state, table),
                _ => region.run(&self.board, state, table),
            };
            region.hits += u32::from(found != Some(false));
            if found.is_none() {
                return Err(match region.constraint {
                    Constraint::Hidden | Constraint::Locked { .. } => {
                        DeadEnd::Cell(self.state.failed)
                    }
                    _ => DeadEnd::Region(next),
                });
            }
            last = Some(next);
        }
    }

    /// Takes note of the cells that have changed: queues their regions, and removes the digits of
    /// decided cells from the cells that see them. The region of a filter is not queued for that
    /// filter's own results: only [`Constraint::Hidden`] may leave something for a second run, a
    /// digit whose other place has just been taken, and that is seen with the next change in the
    /// region.
    #[cfg_attr(page, optimize(speed))]
    fn absorb(&mut self, mut last: Option<usize>) -> Result<(), DeadEnd> {
        let is_patient = !self.patient.is_empty();
        while self.state.dirty.iter().any(|&word| word != 0) {
            self.decided.clear();
            for k in 0..self.state.dirty.len() {
                let mut changed = core::mem::take(&mut self.state.dirty[k]);
                while changed != 0 {
                    let cell = k * 64 + changed.trailing_zeros() as usize;
                    changed &= changed - 1;
                    let mask = self.state.masks[cell];
                    if is_decided(mask) {
                        self.decided.push(cell as u16);
                    }
                    // At most two candidates: to count them takes longer.
                    if is_patient && is_decided(mask & mask.wrapping_sub(1)) {
                        unite_one_of(&mut self.queue, &self.patient, cell);
                    }
                    unite_one_of(&mut self.queue, &self.listeners, cell);
                }
            }
            if let Some(last) = last.take() {
                self.queue[last / 64] &= !(1 << (last % 64));
            }
            for &cell in &self.decided {
                let cell = usize::from(cell);
                let digit = self.state.masks[cell];
                self.decided_last = Some((cell, digit));
                let sees = &self.board.sees_with(digit)[cell * self.board.words..];
                for (k, &seen) in sees[..self.board.words].iter().enumerate() {
                    if !self.state.remove(k, seen, digit) {
                        return Err(DeadEnd::Cell(self.state.failed));
                    }
                }
                self.state.open[cell / 64] &= !(1 << (cell % 64));
            }
        }
        Ok(())
    }
}
