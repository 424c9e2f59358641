//! Puzzles stated twice: once for the crate's builder, and once as plain lists of cell indices for
//! a brute force that knows nothing of the crate.

// Every test program uses another part.
#![allow(dead_code)]

use fastrand::Rng;
use std::sync::atomic::AtomicBool;
use std::sync::Arc;
use std::time::Instant;
use sudoku_model::{Builder, Cell, Grid, Limit, Limits, Model, Shape, SumCage};

/// Limits that leave no time for anything, and what they are called.
pub(crate) fn limits_without_time() -> Vec<(Limits, Limit)> {
    let raised = Arc::new(AtomicBool::new(true));
    vec![
        (Limits::none().nodes(0), Limit::Nodes),
        (Limits::none().deadline(Instant::now()), Limit::Deadline),
        (Limits::none().cancel(raised), Limit::Cancelled),
    ]
}

/// The rules of a puzzle on cells numbered in row order.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    pub(crate) side: usize,
    pub(crate) givens: Vec<u8>,
    /// Cells with different digits.
    pub(crate) groups: Vec<Vec<usize>>,
    /// Cells with different digits and their sum.
    pub(crate) cages: Vec<(u32, Vec<usize>)>,
    /// Cells with their sum.
    pub(crate) sums: Vec<(u32, Vec<usize>)>,
    /// The cells under no domino, on a board with dominoes.
    pub(crate) singles: Option<Vec<usize>>,
    /// The dominoes placed in advance.
    pub(crate) dominoes: Vec<Tile>,
}

impl Rules {
    /// The rules of a model without dominoes.
    pub(crate) fn of_model(model: &Model) -> Rules {
        assert_eq!(model.tiling(), None);
        let indices = |cells: &[Cell]| cells.iter().map(|cell| cell.index()).collect();
        let cages = model.cages();
        let cages = cages.map(|cage| (cage.total(), indices(cage.cells())));
        let sums = model.rules_of::<SumCage>();
        let sums = sums.map(|sum| (sum.total(), indices(sum.cells())));
        let houses = model.houses();
        Rules {
            side: model.shape().side(),
            givens: model.givens().digits().to_vec(),
            groups: houses.map(|house| indices(house.cells())).collect(),
            cages: cages.collect(),
            sums: sums.collect(),
            singles: None,
            dominoes: Vec::new(),
        }
    }

    /// All grids that fit, or the first `most` of them.
    pub(crate) fn grids(&self, most: usize) -> Vec<Vec<u8>> {
        let mut found = Vec::new();
        self.search(&mut self.givens.clone(), most, &mut found, &mut |_| ());
        found
    }

    /// A random grid that fits.
    pub(crate) fn random_grid(&self, rng: &mut Rng) -> Option<Vec<u8>> {
        let mut found = Vec::new();
        let mut shuffle = |digits: &mut Vec<u8>| rng.shuffle(digits);
        self.search(&mut self.givens.clone(), 1, &mut found, &mut shuffle);
        found.pop()
    }

    fn search(
        &self,
        grid: &mut Vec<u8>,
        most: usize,
        found: &mut Vec<Vec<u8>>,
        order: &mut dyn FnMut(&mut Vec<u8>),
    ) {
        let empty = (0..grid.len()).filter(|&cell| grid[cell] == 0);
        let choices = empty.map(|cell| (self.digits_for(grid, cell), cell));
        match choices.min_by_key(|(digits, _)| digits.len()) {
            None if self.accepts(grid) => found.push(grid.clone()),
            None => {}
            Some((mut digits, cell)) => {
                order(&mut digits);
                for digit in digits {
                    if found.len() < most {
                        grid[cell] = digit;
                        self.search(grid, most, found, order);
                    }
                }
                grid[cell] = 0;
            }
        }
    }

    /// The digits that break no rule in an empty cell.
    fn digits_for(&self, grid: &[u8], cell: usize) -> Vec<u8> {
        let mut fits = vec![true; self.side + 1];
        let cages = self.cages.iter().map(|(_, cells)| cells);
        for cells in self.groups.iter().chain(cages) {
            if cells.contains(&cell) {
                cells.iter().for_each(|&c| fits[grid[c] as usize] = false);
            }
        }
        let sums = self.cages.iter().chain(&self.sums);
        for (total, cells) in sums.filter(|(_, cells)| cells.contains(&cell)) {
            let open = cells.iter().filter(|&&c| grid[c] == 0).count() as u32;
            let rest = i64::from(*total) - cells.iter().map(|&c| i64::from(grid[c])).sum::<i64>();
            for (digit, fits) in fits.iter_mut().enumerate() {
                let rest = rest - digit as i64;
                let most = i64::from(open - 1) * self.side as i64;
                *fits &= rest >= i64::from(open - 1) && rest <= most;
            }
        }
        (1..=self.side as u8)
            .filter(|&d| fits[d as usize])
            .collect()
    }

    /// Whether a full grid keeps every rule.
    pub(crate) fn accepts(&self, grid: &[u8]) -> bool {
        let different = |cells: &[usize]| {
            let mut digits: Vec<u8> = cells.iter().map(|&cell| grid[cell]).collect();
            digits.sort_unstable();
            digits.windows(2).all(|pair| pair[0] != pair[1])
        };
        let sum = |cells: &[usize]| cells.iter().map(|&cell| u32::from(grid[cell])).sum::<u32>();
        let digits = 1..=self.side as u8;
        grid.iter().all(|digit| digits.contains(digit))
            && self
                .givens
                .iter()
                .zip(grid)
                .all(|(&g, &d)| g == 0 || g == d)
            && self.groups.iter().all(|cells| different(cells))
            && self
                .cages
                .iter()
                .all(|(total, cells)| different(cells) && sum(cells) == *total)
            && self.sums.iter().all(|(total, cells)| sum(cells) == *total)
            && self.tiled(grid)
    }

    fn tiled(&self, grid: &[u8]) -> bool {
        let singles = match &self.singles {
            None => return true,
            Some(singles) => singles,
        };
        let mut covered = vec![false; grid.len()];
        singles.iter().for_each(|&cell| covered[cell] = true);
        for domino in &self.dominoes {
            if domino.cells.map(|cell| grid[cell]) != domino.digits {
                return false;
            }
            domino.cells.iter().for_each(|&cell| covered[cell] = true);
        }
        let mut dominoes = self.dominoes.clone();
        tile(self.side, grid, &mut covered, &mut dominoes, &mut |_| true)
    }
}

/// Two cells and their digits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tile {
    pub(crate) cells: [usize; 2],
    pub(crate) digits: [u8; 2],
}

/// Covers the cells left with dominoes of different digits, no pair twice, the cells in row order;
/// `done` sees all the dominoes and says whether they will do.
pub(crate) fn tile(
    side: usize,
    grid: &[u8],
    covered: &mut [bool],
    dominoes: &mut Vec<Tile>,
    done: &mut dyn FnMut(&[Tile]) -> bool,
) -> bool {
    let a = match covered.iter().position(|&covered| !covered) {
        None => return done(dominoes),
        Some(a) => a,
    };
    let right = Some(a + 1).filter(|b| b % side != 0);
    let below = Some(a + side).filter(|&b| b < grid.len());
    for b in right
        .into_iter()
        .chain(below)
        .filter(|&b| !covered[b])
        .collect::<Vec<_>>()
    {
        let digits = [grid[a], grid[b]];
        let same = |tile: &Tile| tile.digits == digits || tile.digits == [digits[1], digits[0]];
        if digits[0] != digits[1] && !dominoes.iter().any(same) {
            covered[a] = true;
            covered[b] = true;
            dominoes.push(Tile {
                cells: [a, b],
                digits,
            });
            let good = tile(side, grid, covered, dominoes, done);
            dominoes.pop();
            covered[a] = false;
            covered[b] = false;
            if good {
                return true;
            }
        }
    }
    false
}

/// A puzzle in both forms: every method adds the same rule to the two.
#[derive(Clone, Debug)]
pub(crate) struct Puzzle {
    pub(crate) shape: Shape,
    pub(crate) builder: Builder,
    pub(crate) rules: Rules,
}

impl Puzzle {
    /// Rows and columns only.
    pub(crate) fn latin(shape: Shape) -> Puzzle {
        let side = shape.side();
        let lines = |across: usize, along: usize| {
            (0..side).map(move |k| (0..side).map(|i| k * across + i * along).collect())
        };
        let mut builder = Model::builder(shape);
        builder.without_boxes();
        Puzzle {
            shape,
            builder,
            rules: Rules {
                side,
                givens: vec![0; side * side],
                groups: lines(side, 1).chain(lines(1, side)).collect(),
                cages: Vec::new(),
                sums: Vec::new(),
                singles: None,
                dominoes: Vec::new(),
            },
        }
    }

    /// Rows, columns and boxes of `width` columns and `height` rows.
    pub(crate) fn boxes(width: usize, height: usize) -> Puzzle {
        let shape = Shape::new(width, height).expect("a side in 4..=25");
        let mut puzzle = Puzzle::latin(shape);
        puzzle.builder = Model::builder(shape);
        let side = width * height;
        for top in (0..side).step_by(height) {
            for left in (0..side).step_by(width) {
                let cells = (0..side).map(|i| (top + i / width) * side + left + i % width);
                puzzle.rules.groups.push(cells.collect());
            }
        }
        puzzle
    }

    pub(crate) fn cells<'p>(&self, cells: &'p [usize]) -> impl Iterator<Item = Cell> + 'p {
        let shape = self.shape;
        cells.iter().map(move |&cell| shape.cell_at(cell))
    }

    /// Jigsaw regions on a board without boxes.
    pub(crate) fn jigsaw(&mut self, regions: &[u8]) {
        self.builder.jigsaw(regions);
        for number in 0..self.rules.side {
            let cells = (0..regions.len()).filter(|&cell| regions[cell] as usize == number);
            self.rules.groups.push(cells.collect());
        }
    }

    pub(crate) fn diagonals(&mut self) {
        self.builder.diagonals();
        let side = self.rules.side;
        let down = (0..side).map(|i| i * (side + 1)).collect();
        let up = (1..=side).map(|i| i * (side - 1)).collect();
        self.rules.groups.extend([down, up]);
    }

    /// The windows of a board with `size` x `size` boxes.
    pub(crate) fn windoku(&mut self, size: usize) {
        self.builder.windoku();
        let side = size * size;
        let starts = (0..size - 1).map(|k| 1 + k * (size + 1));
        for top in starts.clone() {
            for left in starts.clone() {
                let cells = (0..side).map(|i| (top + i / size) * side + left + i % size);
                self.rules.groups.push(cells.collect());
            }
        }
    }

    pub(crate) fn region(&mut self, cells: &[usize]) {
        self.builder.region(self.cells(cells).collect::<Vec<_>>());
        self.rules.groups.push(cells.to_vec());
    }

    pub(crate) fn cage(&mut self, total: u32, cells: &[usize]) {
        self.builder
            .cage(total, self.cells(cells).collect::<Vec<_>>());
        self.rules.cages.push((total, cells.to_vec()));
    }

    /// A cage in which digits may repeat.
    pub(crate) fn sum_cage(&mut self, total: u32, cells: &[usize]) {
        self.builder
            .sum_cage(total, self.cells(cells).collect::<Vec<_>>());
        self.rules.sums.push((total, cells.to_vec()));
    }

    pub(crate) fn given(&mut self, cell: usize, digit: u8) {
        self.builder.given(self.shape.cell_at(cell), digit);
        self.rules.givens[cell] = digit;
    }

    pub(crate) fn singles(&mut self, cells: &[usize]) {
        self.builder
            .domino_tiling(self.cells(cells).collect::<Vec<_>>());
        self.rules.singles = Some(cells.to_vec());
    }

    pub(crate) fn domino(&mut self, tile: Tile) {
        let [a, b] = tile.cells.map(|cell| self.shape.cell_at(cell));
        self.builder.domino(a, tile.digits[0], b, tile.digits[1]);
        for (cell, digit) in tile.cells.into_iter().zip(tile.digits) {
            self.rules.givens[cell] = digit;
        }
        self.rules.dominoes.push(tile);
    }

    pub(crate) fn grid(&self, digits: &[u8]) -> Grid {
        Grid::from_digits(self.shape, digits).expect("a digit for each cell")
    }
}
