//! Which cell is in which cage, while a puzzle is being made.

use core::ops::RangeInclusive;

use exactcover::SplitMix64;

use crate::board::{Cell, Digits, Grid};

/// A board divided into cages: connected, without a digit twice, none larger than allowed.
///
/// There may be cages that are too small at first; no edit makes them lack
/// more.
#[derive(Clone, Debug)]
pub(crate) struct Layout<'g> {
    grid: &'g Grid,
    sizes: RangeInclusive<usize>,
    /// Whether half a turn of the board leaves the layout as it is.
    symmetric: bool,
    /// Per cell, the number of its cage, below the number of cells. Not every number is in use.
    cage_of: Vec<u16>,
}

impl<'g> Layout<'g> {
    /// Every cell alone.
    pub(crate) fn of_single_cells(
        grid: &'g Grid,
        sizes: RangeInclusive<usize>,
        symmetric: bool,
    ) -> Self {
        Layout {
            grid,
            sizes,
            symmetric,
            cage_of: (0..grid.shape().cell_count() as u16).collect(),
        }
    }

    /// The cells of each cage, cages and cells in row order.
    pub(crate) fn cages(&self) -> Vec<Vec<Cell>> {
        let mut position = vec![None; self.cage_of.len()];
        let mut cages: Vec<Vec<Cell>> = Vec::new();
        for cell in self.grid.shape().cells() {
            let cage = *position[self.cage(cell)].get_or_insert(cages.len());
            if cage == cages.len() {
                cages.push(Vec::new());
            }
            cages[cage].push(cell);
        }
        cages
    }

    /// The sum of the digits in some cells.
    pub(crate) fn total(&self, cells: &[Cell]) -> u32 {
        let digits = cells.iter().filter_map(|&cell| self.grid.get(cell));
        digits.map(u32::from).sum()
    }

    /// Whether the cages would accept another full grid in place of the layout's own.
    pub(crate) fn accepts(&self, other: &Grid) -> bool {
        let mut digits = vec![Digits::empty(); self.cage_of.len()];
        let mut excess = vec![0_i32; self.cage_of.len()];
        for ((&cage, &own), &digit) in self
            .cage_of
            .iter()
            .zip(self.grid.digits())
            .zip(other.digits())
        {
            let cage = usize::from(cage);
            if digits[cage].has(digit) {
                return false;
            }
            digits[cage] |= Digits::single(digit);
            excess[cage] += i32::from(digit) - i32::from(own);
        }
        excess.iter().all(|&excess| excess == 0)
    }

    /// Other sizes from now on.
    pub(crate) fn allow(&mut self, sizes: RangeInclusive<usize>) {
        self.sizes = sizes;
    }

    /// The cells of the cages that are too small.
    pub(crate) fn short_cells(&self) -> Vec<Cell> {
        let sizes = self.cage_sizes();
        let cells = self.grid.shape().cells();
        cells
            .filter(|&cell| sizes[self.cage(cell)] < *self.sizes.start())
            .collect()
    }

    /// How many cells the cages that are too small lack.
    fn shortfall(&self) -> usize {
        let least = *self.sizes.start();
        let sizes = self.cage_sizes();
        let used = sizes.iter().filter(|&&size| size > 0);
        used.map(|&size| least.saturating_sub(size)).sum()
    }

    /// The layout with the cages of two neighbors made one, if that is allowed.
    pub(crate) fn merged(&self, a: Cell, b: Cell) -> Option<Self> {
        let (from, to) = (self.cage(a), self.cage(b));
        let cells = self.cells_of(from);
        if from == to || cells.len() + self.cells_of(to).len() > *self.sizes.end() {
            return None;
        }
        let moves: Vec<(Cell, Cell)> = cells.iter().map(|&cell| (cell, b)).collect();
        self.moved(&moves)
    }

    /// The layout with a random change at a cell: it goes over to a neighbor's cage, for nothing or
    /// for a cell in return, or its cage is cut in two. `None` if the change drawn is not allowed.
    pub(crate) fn changed(&self, cell: Cell, random: &mut SplitMix64) -> Option<Self> {
        let cage = self.cage(cell);
        let least = *self.sizes.start();
        let size = self.cells_of(cage).len();
        if size >= 2 * least && random.below(2) == 0 {
            return self.split(cell, least + random.below(size + 1 - 2 * least), random);
        }
        let neighbors: Vec<Cell> = self.neighbors(cell).collect();
        let to = neighbors[random.below(neighbors.len())];
        if self.cage(to) == cage {
            return None;
        }
        if size > 1 && random.below(2) == 0 {
            let cells = self.cells_of(self.cage(to));
            return self.moved(&[(cell, to), (cells[random.below(cells.len())], cell)]);
        }
        self.moved(&[(cell, to)])
    }

    /// Cuts a connected part of some size out of a cage, around a cell.
    fn split(&self, cell: Cell, size: usize, random: &mut SplitMix64) -> Option<Self> {
        let mut part = vec![cell];
        while part.len() < size {
            let around = part.iter().flat_map(|&cell| self.neighbors(cell));
            let next: Vec<Cell> = around
                .filter(|other| self.cage(*other) == self.cage(cell) && !part.contains(other))
                .collect();
            part.push(*next.get(random.below(next.len().max(1)))?);
        }
        let mut next = self.clone();
        next.separate(&part);
        let image: Vec<Cell> = part.iter().map(|&cell| self.image(cell)).collect();
        let overlap = image.iter().filter(|cell| part.contains(cell)).count();
        if self.symmetric && overlap != part.len() {
            if overlap > 0 {
                return None;
            }
            next.separate(&image);
        }
        self.accept(next)
    }

    /// Puts some cells into a cage of their own.
    fn separate(&mut self, cells: &[Cell]) {
        let used = self.cage_sizes();
        let free = used.iter().position(|&size| size == 0);
        let free = free.expect("a cage of several cells leaves a number unused");
        for cell in cells {
            self.cage_of[cell.index()] = free as u16;
        }
    }

    /// The layout after some cells have gone over, each to the cage that another cell is in now,
    /// and their images to the images of these cages.
    fn moved(&self, moves: &[(Cell, Cell)]) -> Option<Self> {
        let mut next = self.clone();
        for &(cell, to) in moves {
            next.cage_of[cell.index()] = self.cage_of[to.index()];
        }
        if self.symmetric {
            for &(cell, to) in moves {
                next.cage_of[self.image(cell).index()] = self.cage_of[self.image(to).index()];
            }
            let in_place = |&(cell, to): &(Cell, Cell)| next.cage(cell) == self.cage(to);
            if !moves.iter().all(in_place) {
                return None;
            }
        }
        self.accept(next)
    }

    fn accept(&self, next: Self) -> Option<Self> {
        (next.is_sound() && next.shortfall() <= self.shortfall()).then_some(next)
    }

    /// Whether every cage is connected, has each digit once at most and is not too large.
    fn is_sound(&self) -> bool {
        let cells = self.cage_of.len();
        let mut digits = vec![Digits::empty(); cells];
        let mut seen = vec![false; cells];
        for start in self.grid.shape().cells() {
            if seen[start.index()] {
                continue;
            }
            let cage = self.cage(start);
            if !digits[cage].is_empty() {
                // A second part of it, which the first did not reach.
                return false;
            }
            seen[start.index()] = true;
            let mut stack = vec![start];
            while let Some(cell) = stack.pop() {
                let digit = self.grid.get(cell).map_or(Digits::empty(), Digits::single);
                if digits[cage].contains(digit) {
                    return false;
                }
                digits[cage] |= digit;
                for next in self.neighbors(cell) {
                    if !seen[next.index()] && self.cage(next) == cage {
                        seen[next.index()] = true;
                        stack.push(next);
                    }
                }
            }
            if digits[cage].len() > *self.sizes.end() {
                return false;
            }
        }
        true
    }

    /// Per number, how many cells the cage has.
    fn cage_sizes(&self) -> Vec<usize> {
        let mut sizes = vec![0; self.cage_of.len()];
        for &cage in &self.cage_of {
            sizes[usize::from(cage)] += 1;
        }
        sizes
    }

    fn cage(&self, cell: Cell) -> usize {
        usize::from(self.cage_of[cell.index()])
    }

    fn cells_of(&self, cage: usize) -> Vec<Cell> {
        let cells = self.grid.shape().cells();
        cells.filter(|&cell| self.cage(cell) == cage).collect()
    }

    fn image(&self, cell: Cell) -> Cell {
        self.grid.shape().half_turn(cell)
    }

    fn neighbors(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        self.grid.shape().neighbors(cell)
    }
}
