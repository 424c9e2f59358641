//! The parts of a model as they come, and the checks that make them one.

use super::{Domino, Model, Tiling};
use crate::cage::{self, Cage};
use crate::digits::Digits;
use crate::error::ModelError;
use crate::grid::Grid;
use crate::shape::{Cell, House, HouseKind, Shape};
use core::fmt;

/// [`Builder::check_cages`] and [`check_given_cages`].
#[derive(Clone, Copy)]
struct CheckCages {
    alone: fn(&Builder) -> Result<(), ModelError>,
    with_givens: fn(&[Cage], &Grid) -> Result<(), ModelError>,
}

// Rust 1.63 cannot derive it: the functions take references.
impl fmt::Debug for CheckCages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CheckCages")
    }
}

const CHECK_CAGES: CheckCages = CheckCages {
    alone: Builder::check_cages,
    with_givens: check_given_cages,
};

/// [`Builder::make_tiling`].
#[derive(Clone, Copy)]
struct MakeTiling(fn(&Builder) -> Result<Tiling, ModelError>);

impl fmt::Debug for MakeTiling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MakeTiling")
    }
}

/// Collects the rules of a puzzle; [`build`](Builder::build) checks them.
///
/// Every method but `build` takes what it is given and returns the builder, so that calls can be
/// chained; what is wrong with it shows in `build`.
///
/// ```
/// use sudoku_model::{Model, ModelError, Shape};
///
/// let shape = Shape::CLASSIC;
/// let top_left = [shape.cell(0, 0), shape.cell(0, 1)];
/// let error = Model::builder(shape).cage(18, top_left).build().unwrap_err();
/// assert_eq!(error, ModelError::CageTotal { cage: 0, total: 18, size: 2, min: 3, max: 17 });
/// assert_eq!(error.to_string(), "cage 1: 2 different digits add up to 3..17, not to 18");
/// ```
#[derive(Clone, Debug)]
pub struct Builder {
    shape: Shape,
    boxes: Vec<House>,
    /// Diagonals, windows and regions.
    more_houses: Vec<House>,
    region_count: usize,
    cages: Vec<Cage>,
    singles: Option<Vec<Cell>>,
    dominoes: Vec<Domino>,
    /// Checks the cages and makes the domino rule, once there are any: a program that never has
    /// them is without the checks, too, which matters where programs are one file of limited size.
    check_cages: Option<CheckCages>,
    tiling: Option<MakeTiling>,
    givens: Vec<(Cell, u8)>,
    /// The first thing that was wrong by itself.
    error: Option<ModelError>,
}

impl Builder {
    pub(super) fn new(shape: Shape) -> Builder {
        Builder {
            shape,
            boxes: shape.boxes().collect(),
            more_houses: Vec::new(),
            region_count: 0,
            cages: Vec::new(),
            singles: None,
            dominoes: Vec::new(),
            check_cages: None,
            tiling: None,
            givens: Vec::new(),
            error: None,
        }
    }

    /// Drops the boxes (or the jigsaw regions): rows and columns only, a Latin square.
    pub fn without_boxes(&mut self) -> &mut Builder {
        self.boxes.clear();
        self
    }

    /// Puts jigsaw regions in place of the boxes: for each cell in row order, the number of its
    /// region, in `0..side`.
    pub fn jigsaw(&mut self, regions: &[u8]) -> &mut Builder {
        match jigsaw(self.shape, regions) {
            Ok(houses) => self.boxes = houses,
            Err(error) => self.refuse(error),
        }
        self
    }

    /// Each digit once on both long diagonals.
    pub fn diagonals(&mut self) -> &mut Builder {
        let (shape, side) = (self.shape, self.shape.side());
        let down = (0..side).map(|i| shape.cell(i, i));
        let up = (0..side).map(|i| shape.cell(i, side - 1 - i));
        self.add(House::new(HouseKind::Diagonal(0), down));
        self.add(House::new(HouseKind::Diagonal(1), up));
        self
    }

    /// Each digit once in the windows of windoku: blocks of a box's size, one cell off the edges
    /// and one cell apart; four of them on a 9 x 9 board. For square boxes only.
    pub fn windoku(&mut self) -> &mut Builder {
        let (shape, size) = (self.shape, self.shape.box_width());
        if size != shape.box_height() {
            self.refuse(ModelError::WindokuBoxes { shape });
            return self;
        }
        for window in 0..(size - 1) * (size - 1) {
            let top = window / (size - 1) * (size + 1) + 1;
            let left = window % (size - 1) * (size + 1) + 1;
            let cells = (0..size * size).map(|i| shape.cell(top + i / size, left + i % size));
            self.add(House::new(HouseKind::Window(window), cells));
        }
        self
    }

    /// Different digits in an extra region; each digit once, if it has as many cells as there are
    /// digits. Regions may overlap everything.
    pub fn region(&mut self, cells: impl IntoIterator<Item = Cell>) -> &mut Builder {
        let (region, side) = (self.region_count, self.shape.side());
        self.region_count += 1;
        let cells: Vec<Cell> = cells.into_iter().collect();
        match (
            check_cells(self.shape, &cells),
            repeated(&cells),
            cells.len(),
        ) {
            (Err(error), ..) => self.refuse(error),
            (_, Some(cell), _) => self.refuse(ModelError::RegionRepeatsCell { region, cell }),
            (.., 0) => self.refuse(ModelError::EmptyRegion { region }),
            (.., size) if size > side => {
                self.refuse(ModelError::RegionTooLarge { region, size, side });
            }
            _ => (self.more_houses).push(House::new(HouseKind::Region(region), cells)),
        }
        self
    }

    /// Asking twice for the same house changes nothing.
    fn add(&mut self, house: House) {
        if !self.more_houses.contains(&house) {
            self.more_houses.push(house);
        }
    }

    fn refuse(&mut self, error: ModelError) {
        self.error.get_or_insert(error);
    }

    /// A cage: different digits that add up to `total`. No cell may be in two cages. With the
    /// domino rule and more than 16 digits, it has at most 5 cells, or all but at most 5 of a
    /// house.
    pub fn cage(&mut self, total: u32, cells: impl IntoIterator<Item = Cell>) -> &mut Builder {
        self.cages.push(Cage::new(total, cells));
        self.check_cages = Some(CHECK_CAGES);
        self
    }

    /// A cage in which digits may repeat, unless a house forbids it: digits that add up to `total`.
    /// It may have as many cells as the board. It counts among the other cages: no cell may be in
    /// two of either kind. Not for boards with the domino rule.
    ///
    /// ```
    /// use sudoku_model::{Model, Shape};
    ///
    /// let shape = Shape::with_side(4)?;
    /// let corners = [shape.cell(0, 0), shape.cell(0, 3), shape.cell(3, 0), shape.cell(3, 3)];
    /// let model = Model::builder(shape).sum_cage(6, corners).build()?;
    /// let grid = model.solve().found().expect("1 and 2 twice each");
    /// let digit = |k: usize| grid.get(corners[k]);
    /// assert!(digit(0) == digit(3) && digit(1) == digit(2));
    ///
    /// let error = Model::builder(shape).cage(6, corners).build().unwrap_err();
    /// assert_eq!(error.to_string(), "cage 1: 4 different digits add up to 10..10, not to 6");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sum_cage(&mut self, total: u32, cells: impl IntoIterator<Item = Cell>) -> &mut Builder {
        self.cages.push(Cage::with_repeats(total, cells));
        self.check_cages = Some(CHECK_CAGES);
        self
    }

    /// The rule of su-domino-ku: dominoes, one for each pair of different digits, cover every cell
    /// but the `singles`, across box borders too and either way round.
    ///
    /// There must be as many singles as digits; each digit is then left over on exactly one of
    /// them.
    pub fn domino_tiling(&mut self, singles: impl IntoIterator<Item = Cell>) -> &mut Builder {
        self.singles = Some(singles.into_iter().collect());
        self.tiling = Some(MakeTiling(Builder::make_tiling));
        self
    }

    /// A domino placed in advance: `digit_a` on `cell_a` and `digit_b` on its neighbor `cell_b`.
    /// Only with [`domino_tiling`](Self::domino_tiling).
    pub fn domino(&mut self, cell_a: Cell, digit_a: u8, cell_b: Cell, digit_b: u8) -> &mut Builder {
        self.dominoes.push(Domino {
            cells: [cell_a, cell_b],
            digits: [digit_a, digit_b],
        });
        self.tiling = Some(MakeTiling(Builder::make_tiling));
        self
    }

    /// A given digit.
    pub fn given(&mut self, cell: Cell, digit: u8) -> &mut Builder {
        self.givens.push((cell, digit));
        self
    }

    /// All digits of a grid as givens.
    pub fn givens(&mut self, grid: &Grid) -> &mut Builder {
        if grid.shape() == self.shape {
            self.givens.extend(grid.filled());
        } else {
            self.refuse(ModelError::GivensShape {
                expected: self.shape,
                found: grid.shape(),
            });
        }
        self
    }

    /// Checks everything and makes the model. The builder stays as it is and can go on.
    ///
    /// # Errors
    /// [`ModelError`] names the part and the reason. A puzzle may still have no solution: only what
    /// cannot fit at first sight is an error, such as givens that break a house or a cage by
    /// themselves.
    pub fn build(&self) -> Result<Model, ModelError> {
        if let Some(error) = &self.error {
            return Err(error.clone());
        }
        let lines = self.shape.rows().chain(self.shape.columns());
        let others = self.boxes.iter().chain(&self.more_houses);
        let mut houses: Vec<House> = lines.chain(others.cloned()).collect();
        if let Some(CheckCages { alone: check, .. }) = self.check_cages {
            check(self)?;
        }
        let tiling = self.tiling.map(|MakeTiling(make)| make(self)).transpose()?;
        if let Some(tiling) = &tiling {
            let singles = tiling.singles.iter().copied();
            houses.push(House::new(HouseKind::Singles, singles));
        }
        let givens = self.collect_givens()?;
        check_given_houses(&houses, &givens)?;
        if let Some(CheckCages {
            with_givens: check, ..
        }) = self.check_cages
        {
            check(&self.cages, &givens)?;
        }
        Ok(Model {
            shape: self.shape,
            houses,
            cages: self.cages.clone(),
            tiling,
            givens,
        })
    }

    fn check_cages(&self) -> Result<(), ModelError> {
        let side = self.shape.side();
        let mut owner: Vec<Option<usize>> = vec![None; self.shape.cell_count()];
        for (cage, rule) in self.cages.iter().enumerate() {
            let (cells, total, size) = (rule.cells(), rule.total(), rule.cells().len());
            check_cells(self.shape, cells)?;
            if size == 0 {
                return Err(ModelError::EmptyCage { cage });
            }
            if let Some(cell) = repeated(cells) {
                return Err(ModelError::CageRepeatsCell { cage, cell });
            }
            for &cell in cells {
                if let Some(first) = owner[cell.index()].replace(cage) {
                    return Err(ModelError::CagesOverlap {
                        cell,
                        first,
                        second: cage,
                    });
                }
            }
            if size > side && !rule.repeats() {
                return Err(ModelError::CageTooLarge { cage, size, side });
            }
            let totals = if rule.repeats() {
                size as u32..=(size * side) as u32
            } else {
                cage::totals(side, size)
            };
            if !totals.contains(&total) {
                let (min, max) = totals.into_inner();
                return Err(ModelError::CageTotal {
                    cage,
                    total,
                    size,
                    min,
                    max,
                });
            }
        }
        Ok(())
    }

    /// The domino rule with the singles and the dominoes placed so far.
    fn make_tiling(&self) -> Result<Tiling, ModelError> {
        let (shape, side) = (self.shape, self.shape.side());
        let (singles, placed) = (self.singles.clone(), self.dominoes.clone());
        let singles = singles.ok_or(ModelError::DominoWithoutTiling { domino: 0 })?;
        for (cage, rule) in self.cages.iter().enumerate() {
            if rule.repeats() {
                return Err(ModelError::SumCageOnDominoes { cage });
            }
            let size = rule.cells().len();
            if cage::has_many_sets(side, size) {
                return Err(ModelError::LargeCageOnDominoes { cage, size });
            }
        }
        check_cells(shape, &singles)?;
        if let Some(cell) = repeated(&singles) {
            return Err(ModelError::SingleTwice { cell });
        }
        if singles.len() != side {
            return Err(ModelError::SinglesCount {
                expected: side,
                found: singles.len(),
            });
        }
        let mut owner: Vec<Option<usize>> = vec![None; shape.cell_count()];
        for (domino, &Domino { cells, digits }) in placed.iter().enumerate() {
            check_cells(shape, &cells)?;
            for (cell, digit) in cells.iter().copied().zip(digits) {
                check_digit(shape, cell, digit)?;
            }
            if digits[0] == digits[1] {
                return Err(ModelError::DominoDouble {
                    domino,
                    digit: digits[0],
                });
            }
            if !cells[0].touches(cells[1]) {
                return Err(ModelError::DominoCellsApart { domino, cells });
            }
            for cell in cells {
                if singles.contains(&cell) {
                    return Err(ModelError::SingleCovered { cell, domino });
                }
                if let Some(first) = owner[cell.index()].replace(domino) {
                    return Err(ModelError::DominoesOverlap {
                        cell,
                        first,
                        second: domino,
                    });
                }
            }
            let pair: Digits = digits.iter().copied().collect();
            let same =
                |earlier: &Domino| earlier.digits.iter().copied().collect::<Digits>() == pair;
            if let Some(first) = placed[..domino].iter().position(same) {
                return Err(ModelError::DominoTwice {
                    digits: pair,
                    first,
                    second: domino,
                });
            }
        }
        Ok(Tiling { singles, placed })
    }

    fn collect_givens(&self) -> Result<Grid, ModelError> {
        let mut grid = Grid::empty(self.shape);
        let halves = self
            .dominoes
            .iter()
            .flat_map(|domino| IntoIterator::into_iter(domino.cells).zip(domino.digits));
        for (cell, digit) in halves.chain(self.givens.iter().copied()) {
            check_cells(self.shape, &[cell])?;
            check_digit(self.shape, cell, digit)?;
            match grid.get(cell) {
                Some(earlier) if earlier != digit => {
                    return Err(ModelError::GivenConflict {
                        cell,
                        digits: [earlier, digit],
                    });
                }
                _ => grid.set(cell, digit),
            }
        }
        Ok(grid)
    }
}

fn check_cells(shape: Shape, cells: &[Cell]) -> Result<(), ModelError> {
    match cells.iter().find(|&&cell| !shape.contains(cell)) {
        Some(&cell) => Err(ModelError::ForeignCell {
            cell,
            side: shape.side(),
        }),
        None => Ok(()),
    }
}

fn check_digit(shape: Shape, cell: Cell, digit: u8) -> Result<(), ModelError> {
    let side = shape.side();
    if !(1..=side).contains(&usize::from(digit)) {
        return Err(ModelError::DigitOutOfRange { cell, digit, side });
    }
    Ok(())
}

/// The regions with these numbers.
fn jigsaw(shape: Shape, numbers: &[u8]) -> Result<Vec<House>, ModelError> {
    let (side, expected) = (shape.side(), shape.cell_count());
    if numbers.len() != expected {
        let found = numbers.len();
        return Err(ModelError::JigsawLength { expected, found });
    }
    let mut regions = vec![Vec::new(); side];
    for (cell, &number) in shape.cells().zip(numbers) {
        let number = usize::from(number);
        match regions.get_mut(number) {
            Some(cells) => cells.push(cell),
            None => return Err(ModelError::JigsawNumber { cell, number, side }),
        }
    }
    let house = |(region, cells): (usize, Vec<Cell>)| match cells.len() {
        size if size == side => Ok(House::new(HouseKind::Jigsaw(region), cells)),
        found => Err(ModelError::JigsawSize {
            region,
            expected: side,
            found,
        }),
    };
    regions.into_iter().enumerate().map(house).collect()
}

/// The first cell that occurs again later in the list.
fn repeated(cells: &[Cell]) -> Option<Cell> {
    cells
        .iter()
        .enumerate()
        .find(|(i, cell)| cells[..*i].contains(cell))
        .map(|(_, &cell)| cell)
}

fn check_given_houses(houses: &[House], givens: &Grid) -> Result<(), ModelError> {
    for house in houses {
        if let Some((digit, cells)) = givens.repeated_digit(house.cells()) {
            return Err(ModelError::GivenTwice {
                house: house.kind(),
                digit,
                cells,
            });
        }
    }
    Ok(())
}

fn check_given_cages(cages: &[Cage], givens: &Grid) -> Result<(), ModelError> {
    let side = givens.shape().side();
    for (cage, rule) in cages.iter().enumerate() {
        if rule.repeats() {
            check_given_sum(cage, rule, givens)?;
            continue;
        }
        if let Some((digit, cells)) = givens.repeated_digit(rule.cells()) {
            return Err(ModelError::CageGivenTwice { cage, digit, cells });
        }
        let given: Digits = rule
            .cells()
            .iter()
            .filter_map(|&cell| givens.get(cell))
            .collect();
        let (total, open) = (rule.total(), rule.cells().len() - given.len());
        // Without a given, every total in range can be reached.
        let fits = given.is_empty()
            || total.checked_sub(given.sum()).map_or(false, |rest| {
                !cage::first_combinations(side, open, rest, given, 1).is_empty()
            });
        if !fits {
            return Err(ModelError::CageGivens {
                cage,
                total,
                given,
                open,
            });
        }
    }
    Ok(())
}

fn check_given_sum(cage: usize, rule: &Cage, givens: &Grid) -> Result<(), ModelError> {
    let side = givens.shape().side();
    let digits = rule.cells().iter().map(|&cell| givens.get(cell));
    let open = digits.clone().filter(Option::is_none).count();
    let (total, given) = (rule.total(), digits.flatten().map(u32::from).sum());
    let reached = given + open as u32..=given + (open * side) as u32;
    if !reached.contains(&total) {
        return Err(ModelError::SumCageGivens {
            cage,
            total,
            given,
            open,
        });
    }
    Ok(())
}
