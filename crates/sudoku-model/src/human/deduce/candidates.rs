//! The position: digits placed, and candidates of the empty cells.

use core::fmt;
use core::ops::ControlFlow;
use std::sync::Arc;

use super::clues::{clues, Clue};
use super::{Contradiction, Path, PathEnd, Step, Technique};
use crate::board::{Cell, Digits, Grid, House, Shape};
use crate::model::Model;
use crate::parts::Part;
use crate::solve::candidates::Filters;
use crate::text::{frame, symbol};

/// A grid with the candidates of its empty cells, and the houses that it must keep.
///
/// It never contradicts itself at sight: no house has a digit twice, every empty cell has a
/// candidate, and every house with as many cells as there are digits has a place for each digit.
///
/// ```
/// use sudoku_model::{deduce::{Candidates, Technique}, Grid};
///
/// let grid: Grid = "12.. .... .... ...3".parse()?;
/// let mut candidates = Candidates::new(&grid)?;
/// let cell = grid.shape().cell(0, 3);
/// assert_eq!(candidates.get(cell).to_string(), "{4}");
///
/// while let Some(step) = candidates.next_step(Technique::ALL) {
///     println!("{step}");
///     candidates.apply(&step)?;
/// }
/// assert_eq!(candidates.grid().get(cell), Some(4));
/// assert!(!candidates.grid().is_complete(), "it has several solutions");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// It prints as the candidates in a frame, digits from 10 as letters from `A`:
///
/// ```
/// # use sudoku_model::{deduce::Candidates, Grid};
/// let grid: Grid = "12.. .... .... ...3".parse()?;
/// assert_eq!(Candidates::new(&grid)?.to_string(), "\
/// +-----------+-----------+
/// | 1    2    | 34   4    |
/// | 34   34   | 1234 124  |
/// +-----------+-----------+
/// | 234  134  | 124  124  |
/// | 24   14   | 124  3    |
/// +-----------+-----------+");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Candidates {
    pub(super) board: Arc<Board>,
    grid: Grid,
    /// None for a cell with a digit.
    pub(super) open: Vec<Digits>,
}

/// What does not change from step to step.
pub(super) struct Board {
    pub(super) shape: Shape,
    /// Boxes and other regions, then rows and columns.
    pub(super) houses: Vec<House>,
    pub(super) rows: Vec<House>,
    pub(super) columns: Vec<House>,
    /// Per cell, the houses that have it.
    pub(super) houses_of: Vec<Vec<usize>>,
    /// Per cell, the cells that must have other digits, in row order.
    pub(super) seen: Vec<Vec<Cell>>,
    pub(super) clues: Vec<Clue>,
    /// What the filters of clues have in common.
    pub(super) filters: Filters,
    /// The rules, without the givens.
    model: Model,
}

impl Board {
    fn new(model: &Model) -> Arc<Board> {
        let shape = model.shape();
        let mut houses: Vec<House> = model.houses().cloned().collect();
        // People look at boxes first.
        houses.sort_by_key(|house| house.kind().is_line());
        let mut houses_of = vec![Vec::new(); shape.cell_count()];
        for (number, house) in houses.iter().enumerate() {
            for cell in house.cells() {
                houses_of[cell.index()].push(number);
            }
        }
        let mut seen = vec![Vec::new(); shape.cell_count()];
        for cells in model.parts().iter().filter_map(Part::different) {
            for &cell in cells {
                let others = cells.iter().filter(|&&other| other != cell);
                seen[cell.index()].extend(others);
            }
        }
        for cells in &mut seen {
            cells.sort();
            cells.dedup();
        }
        let filters = Filters::new(model);
        Arc::new(Board {
            shape,
            houses,
            rows: shape.rows().collect(),
            columns: shape.columns().collect(),
            houses_of,
            seen,
            clues: clues(model, &filters),
            filters,
            model: model.with_givens(Grid::empty(shape)),
        })
    }

    pub(super) fn sees(&self, a: Cell, b: Cell) -> bool {
        self.seen[a.index()].binary_search(&b).is_ok()
    }

    /// The houses that have all of some cells.
    pub(super) fn common(&self, cells: &[Cell]) -> Vec<usize> {
        let mut houses = match cells.first() {
            Some(cell) => self.houses_of[cell.index()].clone(),
            None => Vec::new(),
        };
        houses.retain(|house| {
            cells
                .iter()
                .all(|cell| self.houses_of[cell.index()].contains(house))
        });
        houses
    }

    /// Whether every digit must be in the house.
    pub(super) fn is_full(&self, house: &House) -> bool {
        house.cells().len() == self.shape.digits().len()
    }
}

impl Candidates {
    /// The position of a grid with the usual houses: rows, columns and boxes.
    ///
    /// # Errors
    /// A [`Contradiction`] that can be seen at once.
    pub fn new(grid: &Grid) -> Result<Candidates, Contradiction> {
        let plain = Model::builder(grid.shape()).build();
        let plain = plain.unwrap_or_else(|_| unreachable!("nothing that could be wrong"));
        Candidates::start(Board::new(&plain), grid)
    }

    /// The position of a model's givens with its houses and rules: jigsaw regions, diagonals, cages
    /// and so on too. Only dominoes have no say.
    ///
    /// # Errors
    /// A [`Contradiction`] that can be seen at once.
    ///
    /// ```
    /// use sudoku_model::{deduce::{Candidates, Technique}, Model, Shape};
    ///
    /// let shape = Shape::with_side(4)?;
    /// let mut model = Model::builder(shape);
    /// model.diagonals().given(shape.cell(0, 0), 1).given(shape.cell(1, 2), 1);
    /// let candidates = Candidates::of_model(&model.build()?)?;
    /// let step = candidates.next_step(Technique::ALL).expect("r3c2 sees r2c3");
    /// assert_eq!(step.to_string(), "hidden single: r4c2 is the only place for 1 in box 3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_model(model: &Model) -> Result<Candidates, Contradiction> {
        Candidates::start(Board::new(model), model.givens())
    }

    fn start(board: Arc<Board>, grid: &Grid) -> Result<Candidates, Contradiction> {
        for house in &board.houses {
            if let Some((digit, cells)) = grid.repeated_digit(house.cells()) {
                let house = house.kind();
                return Err(Contradiction::Repeated {
                    house,
                    digit,
                    cells,
                });
            }
        }
        for (rule, part) in board.model.named_parts() {
            let cells = part.different().unwrap_or(&[]);
            if grid.repeated_digit(cells).is_some() {
                return Err(Contradiction::Broken { rule });
            }
        }
        let shape = grid.shape();
        let mut candidates = Candidates {
            open: vec![shape.digits(); shape.cell_count()],
            grid: Grid::empty(shape),
            board,
        };
        for (cell, digit) in grid.filled() {
            candidates.write(cell, digit);
        }
        candidates.check(shape.cells())?;
        Ok(candidates)
    }

    /// The digits placed so far.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The candidates of an empty cell, none of a cell with a digit.
    ///
    /// # Panics
    /// If the cell is not of this board's side.
    #[must_use]
    #[track_caller]
    pub fn get(&self, cell: Cell) -> Digits {
        self.open[self.board.shape.index_of(cell)]
    }

    /// Places a digit and removes it from the candidates of all cells that see it.
    ///
    /// # Errors
    /// The [`Contradiction`] to which that leads at once; the position is then as it was.
    /// [`Contradiction::NoDigit`] if the digit is no candidate of the cell.
    ///
    /// # Panics
    /// If the cell is not of this board's side.
    #[track_caller]
    pub fn place(&mut self, cell: Cell, digit: u8) -> Result<(), Contradiction> {
        self.assert_has(cell);
        self.change(Some((cell, digit)), &[])
    }

    /// Removes candidates of a cell; digits that are no candidates do not matter.
    ///
    /// # Errors
    /// The [`Contradiction`] to which that leads at once; the position is then as it was.
    ///
    /// # Panics
    /// If the cell is not of this board's side.
    #[track_caller]
    pub fn remove(&mut self, cell: Cell, digits: Digits) -> Result<(), Contradiction> {
        self.assert_has(cell);
        self.change(None, &[(cell, digits)])
    }

    /// Does what a step says.
    ///
    /// # Errors
    /// The [`Contradiction`] to which that leads at once, which means that the grid has no
    /// solution, or that the step is one of another grid; the position is then as it was.
    ///
    /// # Panics
    /// If the step is one for a board of another side.
    #[track_caller]
    pub fn apply(&mut self, step: &Step) -> Result<(), Contradiction> {
        let removed = step.remove.iter().map(|&(cell, _)| cell);
        let placed = step.place.map(|(cell, _)| cell);
        removed.chain(placed).for_each(|cell| self.assert_has(cell));
        self.change(step.place, &step.remove)
    }

    /// The first step that one of the techniques finds, the techniques tried in the order given.
    ///
    /// Boxes and other regions come before rows and columns, otherwise the first cells and
    /// digits before others: the same position always gives the same step.
    #[must_use]
    pub fn next_step(&self, techniques: &[Technique]) -> Option<Step> {
        let mut found = None;
        techniques.iter().find(|&&technique| {
            self.find(technique, &mut |step| {
                found = Some(step);
                ControlFlow::Break(())
            });
            found.is_some()
        })?;
        found
    }

    /// All steps that a technique finds in this position.
    ///
    /// ```
    /// use sudoku_model::{deduce::{Candidates, Technique}, Grid};
    ///
    /// let grid: Grid = "123. .... .... ...3".parse()?;
    /// let candidates = Candidates::new(&grid)?;
    /// let steps = candidates.steps(Technique::NakedSingle);
    /// assert_eq!(steps[0].to_string(), "naked single: 4 is the only digit left for r1c4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn steps(&self, technique: Technique) -> Vec<Step> {
        let mut steps = Vec::new();
        self.find(technique, &mut |step| {
            steps.push(step);
            ControlFlow::Continue(())
        });
        steps
    }

    /// Steps until none of the techniques finds another, the first that finds one each time.
    #[must_use]
    pub fn path(mut self, techniques: &[Technique]) -> Path {
        let mut steps = Vec::new();
        let end = loop {
            let step = match self.next_step(techniques) {
                Some(step) => step,
                None if self.grid.is_complete() => break PathEnd::Solved,
                None => break PathEnd::Stuck,
            };
            let applied = self.apply(&step);
            steps.push(step);
            if let Err(contradiction) = applied {
                break PathEnd::Contradiction(contradiction);
            }
        };
        Path {
            steps,
            rest: self,
            end,
        }
    }

    #[track_caller]
    fn assert_has(&self, cell: Cell) {
        self.board.shape.index_of(cell);
    }

    fn change(
        &mut self,
        place: Option<(Cell, u8)>,
        remove: &[(Cell, Digits)],
    ) -> Result<(), Contradiction> {
        let mut after = self.clone();
        if let Some((cell, digit)) = place {
            match self.grid.get(cell) {
                Some(before) if before == digit => {}
                None if self.open[cell.index()].has(digit) => after.write(cell, digit),
                _ => return Err(Contradiction::NoDigit { cell }),
            }
        }
        for &(cell, digits) in remove {
            after.open[cell.index()] -= digits;
        }
        let changed = |cell: &Cell| after.open[cell.index()] != self.open[cell.index()];
        after.check(self.board.shape.cells().filter(changed))?;
        *self = after;
        Ok(())
    }

    pub(super) fn write(&mut self, cell: Cell, digit: u8) {
        self.grid.set(cell, digit);
        self.open[cell.index()] = Digits::empty();
        for other in &self.board.seen[cell.index()] {
            self.open[other.index()] -= Digits::single(digit);
        }
    }

    /// What each cell may hold: its digit, or its candidates.
    pub(super) fn values(&self) -> Vec<Digits> {
        let mut values = self.open.clone();
        for (cell, digit) in self.grid.filled() {
            values[cell.index()] = Digits::single(digit);
        }
        values
    }

    /// Whether these cells, their houses and the rules are without a contradiction.
    pub(super) fn check(&self, cells: impl Iterator<Item = Cell>) -> Result<(), Contradiction> {
        let mut houses = vec![false; self.board.houses.len()];
        let cells: Vec<Cell> = cells.collect();
        for &cell in &cells {
            if self.grid.get(cell).is_none() && self.open[cell.index()].is_empty() {
                return Err(Contradiction::NoDigit { cell });
            }
            for &house in &self.board.houses_of[cell.index()] {
                houses[house] = true;
            }
        }
        let all = self.board.shape.digits();
        for (house, _) in (self.board.houses.iter().zip(houses)).filter(|(_, touched)| *touched) {
            let digits = house.cells().iter().map(|cell| match self.grid.get(*cell) {
                Some(digit) => Digits::single(digit),
                None => self.open[cell.index()],
            });
            let missing = all - digits.collect::<Digits>();
            if let Some(digit) = missing.min().filter(|_| self.board.is_full(house)) {
                let house = house.kind();
                return Err(Contradiction::NoPlace { house, digit });
            }
        }
        let is_full = |clue: &&Clue| clue.cells.iter().all(|&cell| self.grid.get(cell).is_some());
        let is_new = |clue: &&Clue| clue.cells.iter().any(|cell| cells.contains(cell));
        for clue in self.board.clues.iter().filter(is_full).filter(is_new) {
            let left = clue.filter(&self.board, &self.values());
            if let (Some(&rule), None) = (clue.rules.first(), left) {
                return Err(Contradiction::Broken { rule });
            }
        }
        Ok(())
    }
}

impl PartialEq for Candidates {
    fn eq(&self, other: &Candidates) -> bool {
        self.grid == other.grid && self.open == other.open && self.board.model == other.board.model
    }
}

impl Eq for Candidates {}

impl fmt::Display for Candidates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = self.board.shape.cells().map(|cell| {
            let digits = self.open[cell.index()].digits().chain(self.grid.get(cell));
            digits.map(|digit| symbol(digit, 10)).collect()
        });
        let cells: Vec<String> = cells.collect();
        f.write_str(&frame(self.board.shape, &cells, "-|", ["+++"; 3]))
    }
}

impl fmt::Debug for Candidates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let open = self
            .board
            .shape
            .cells()
            .filter(|cell| self.grid.get(*cell).is_none());
        write!(f, "{:?} ", self.grid)?;
        f.debug_map()
            .entries(open.map(|cell| (cell, self.open[cell.index()])))
            .finish()
    }
}
