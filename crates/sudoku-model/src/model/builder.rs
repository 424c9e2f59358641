//! The parts of a model as they come, and the checks that make them one.

use super::{Fault, Model, ModelError, Ruled, Subject};
use crate::board::{Cell, Grid, House, HouseKind, Shape};
use crate::parts::{check_cells, Domino, Part};
use crate::rules::cage::Cage;
use crate::rules::dominoes::DominoSet;
use crate::rules::sum::SumCage;
use crate::rules::{house, Rule};
use std::sync::Arc;

/// Collects the rules of a puzzle; [`build`](Builder::build) checks them.
///
/// Every method but `build` takes what it is given and returns the builder, so that calls can be
/// chained; what is wrong with it shows in `build`.
///
/// ```
/// use sudoku_model::{Fault, Model, Shape};
///
/// let shape = Shape::CLASSIC;
/// let top_left = [shape.cell(0, 0), shape.cell(0, 1)];
/// let error = Model::builder(shape).cage(18, top_left).build().unwrap_err();
/// assert_eq!(error.cage(), Some(0));
/// assert!(matches!(error.fault, Fault::Total { total: 18, min: 3, max: 17, .. }));
/// assert_eq!(error.to_string(), "cage 1: 2 different digits add up to 3..17, not to 18");
/// ```
#[derive(Clone, Debug)]
pub struct Builder {
    shape: Shape,
    /// What there is in place of the boxes of the shape, if not these.
    boxes: Option<Vec<House>>,
    /// Diagonals, windows and regions.
    more_houses: Vec<House>,
    region_count: usize,
    rules: Vec<Arc<dyn Rule>>,
    givens: Vec<(Cell, u8)>,
    /// The first thing that was wrong by itself.
    error: Option<ModelError>,
}

impl Builder {
    pub(super) fn new(shape: Shape) -> Builder {
        Builder {
            shape,
            boxes: None,
            more_houses: Vec::new(),
            region_count: 0,
            rules: Vec::new(),
            givens: Vec::new(),
            error: None,
        }
    }

    /// What a model was built from.
    pub(super) fn of(model: &Model) -> Builder {
        let is_box =
            |house: &House| matches!(house.kind(), HouseKind::Box(_) | HouseKind::Jigsaw(_));
        let others = model.board_houses().filter(|house| !house.kind().is_line());
        let (boxes, more_houses): (Vec<House>, Vec<House>) = others.cloned().partition(is_box);
        let regions = more_houses.iter().filter_map(|house| match house.kind() {
            HouseKind::Region(region) => Some(region + 1),
            _ => None,
        });
        let mut builder = Builder {
            region_count: regions.max().unwrap_or(0),
            boxes: Some(boxes),
            more_houses,
            ..Builder::new(model.shape)
        };
        for ruled in &model.rules {
            builder.shared(ruled.rule.clone());
        }
        builder.givens(&model.givens);
        builder
    }

    /// Drops the boxes (or the jigsaw regions): rows and columns only, a Latin square.
    pub fn without_boxes(&mut self) -> &mut Builder {
        self.boxes = Some(Vec::new());
        self
    }

    /// Puts jigsaw regions in place of the boxes: for each cell in row order, the number of its
    /// region, from 0. Regions have as many cells as a box, and there are as many of them.
    pub fn jigsaw(&mut self, regions: &[u8]) -> &mut Builder {
        match house::jigsaw(self.shape, regions) {
            Ok(houses) => self.boxes = Some(houses),
            Err(error) => self.refuse(error),
        }
        self
    }

    /// Each digit once on both long diagonals. For square boards only.
    pub fn diagonals(&mut self) -> &mut Builder {
        self.falling_diagonal().rising_diagonal()
    }

    /// Each digit once on the diagonal from the top left. For square boards only.
    pub fn falling_diagonal(&mut self) -> &mut Builder {
        self.diagonal(0)
    }

    /// Each digit once on the diagonal from the top right. For square boards only.
    pub fn rising_diagonal(&mut self) -> &mut Builder {
        self.diagonal(1)
    }

    fn diagonal(&mut self, number: usize) -> &mut Builder {
        match house::diagonals(self.shape) {
            Ok(diagonals) => self.add(diagonals.into_iter().skip(number).take(1)),
            Err(error) => self.refuse(error),
        }
        self
    }

    /// Each digit once in the windows of windoku: blocks of a box's size, one cell off the edges
    /// and one cell apart; four of them on a 9 x 9 board, one on a 6 x 6 board.
    pub fn windoku(&mut self) -> &mut Builder {
        match house::windows(self.shape) {
            Ok(windows) => self.add(windows),
            Err(error) => self.refuse(error),
        }
        self
    }

    /// Different digits in an extra region; each digit once, if it has as many cells as there are
    /// digits. Regions may overlap everything.
    pub fn region(&mut self, cells: impl IntoIterator<Item = Cell>) -> &mut Builder {
        let (region, cells) = (self.region_count, cells.into_iter().collect());
        self.region_count += 1;
        match house::region(self.shape, region, cells) {
            Ok(region) => self.more_houses.push(region),
            Err(error) => self.refuse(error),
        }
        self
    }

    /// Asking twice for the same houses changes nothing.
    fn add(&mut self, houses: impl IntoIterator<Item = House>) {
        for house in houses {
            if !self.more_houses.contains(&house) {
                self.more_houses.push(house);
            }
        }
    }

    fn refuse(&mut self, error: ModelError) {
        self.error.get_or_insert(error);
    }

    /// A cage: different digits that add up to `total`. No cell may be in two cages. With the
    /// domino rule and more than 16 digits, it has at most 5 cells, or all but at most 5 of a
    /// house.
    pub fn cage(&mut self, total: u32, cells: impl IntoIterator<Item = Cell>) -> &mut Builder {
        self.rule(Cage::new(total, cells))
    }

    /// A cage in which digits may repeat, unless a house forbids it: digits that add up to `total`.
    /// It may have as many cells as the board. It counts among the other cages: no cell may be in
    /// two of either kind. Beside the domino rule it has no more cells than
    /// [`Backend::COVER`](crate::Backend::COVER) takes.
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
        self.rule(SumCage::new(total, cells))
    }

    /// The rule of su-domino-ku: dominoes, one for each pair of different digits, cover every cell
    /// but the `singles`, across box borders too and either way round.
    ///
    /// There must be as many singles as digits; each digit is then left over on exactly one of
    /// them.
    pub fn domino_tiling(&mut self, singles: impl IntoIterator<Item = Cell>) -> &mut Builder {
        let singles = singles.into_iter().collect();
        self.domino_set(|set| set.singles = Some(singles))
    }

    /// A domino placed in advance: `digit_a` on `cell_a` and `digit_b` on its neighbor `cell_b`.
    /// Only with [`domino_tiling`](Self::domino_tiling).
    pub fn domino(&mut self, cell_a: Cell, digit_a: u8, cell_b: Cell, digit_b: u8) -> &mut Builder {
        let domino = Domino {
            cells: [cell_a, cell_b],
            digits: [digit_a, digit_b],
        };
        self.domino_set(|set| set.placed.push(domino));
        self.given(cell_a, digit_a).given(cell_b, digit_b)
    }

    /// Changes the domino rule, or begins it.
    fn domino_set(&mut self, change: impl FnOnce(&mut DominoSet)) -> &mut Builder {
        let known = self.known_dominoes().map(|(k, set)| (k, set.clone()));
        let (place, mut set) = known.unwrap_or((self.rules.len(), DominoSet::default()));
        change(&mut set);
        let set: Arc<dyn Rule> = Arc::new(set);
        match self.rules.get_mut(place) {
            Some(known) => *known = set,
            None => self.rules.push(set),
        }
        self
    }

    /// The domino rule, and where it is.
    fn known_dominoes(&self) -> Option<(usize, &DominoSet)> {
        let mut rules = self.rules.iter().enumerate();
        rules.find_map(|(k, rule)| Some((k, (**rule).as_any().downcast_ref()?)))
    }

    /// A rule of any kind, of this crate or your own: see [`Rule`].
    pub fn rule(&mut self, rule: impl Rule) -> &mut Builder {
        self.shared(Arc::new(rule))
    }

    /// The same for a rule that is known as one already.
    pub(crate) fn shared(&mut self, rule: Arc<dyn Rule>) -> &mut Builder {
        if self.rules.is_empty() {
            // Where there is one, there are mostly some dozens, as in killers.
            self.rules.reserve(32);
        }
        self.rules.push(rule);
        self
    }

    /// Takes a rule away: that with this index among all that were added, from 0, as in
    /// [`Model::rules`]. Those after it move up, and are counted anew in messages.
    ///
    /// ```
    /// use sudoku_model::{Fault, Model, Shape};
    ///
    /// let shape = Shape::with_side(4)?;
    /// let cell = |column| shape.cell(0, column);
    /// let mut builder = Model::builder(shape);
    /// builder.cage(3, [cell(0), cell(1)]).cage(6, [cell(1), cell(2)]);
    /// assert!(builder.build().is_err(), "they share a cell");
    /// let model = builder.remove_rule(0).build()?;
    /// assert_eq!(model.cages().next().map(|cage| cage.total()), Some(6));
    /// let error = builder.remove_rule(1).build().unwrap_err();
    /// assert_eq!(error.fault, Fault::NoRule { index: 1, rules: 1 });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove_rule(&mut self, index: usize) -> &mut Builder {
        let rules = self.rules.len();
        if index < rules {
            self.rules.remove(index);
        } else {
            self.refuse(Subject::Board.error(Fault::NoRule { index, rules }));
        }
        self
    }

    /// Checks a rule, and adds its parts. `owners` are, per cell, the rules that have it for their
    /// own.
    fn add_parts(
        &self,
        rule: &dyn Rule,
        me: Subject,
        owners: &mut [Option<Subject>],
        parts: &mut Vec<Part>,
    ) -> Result<(), ModelError> {
        // Parts may take long to make: what is refused anyway needs none.
        let cells = rule.cells();
        check_cells(self.shape, &cells).map_err(|fault| me.error(fault))?;
        rule.check(me, self.shape)
            .map_err(|(subject, fault)| subject.error(fault))?;
        let start = parts.len();
        parts.append(&mut rule.parts(self.shape));
        for part in &parts[start..] {
            let fault = |fault| part.subject(me).error(fault);
            part.check(self.shape).map_err(fault)?;
        }
        if rule.is_exclusive() {
            for cell in cells {
                if let Some(other) = owners[cell.index()].replace(me) {
                    return Err(me.error(Fault::Overlap { cell, other }));
                }
            }
        }
        Ok(())
    }

    /// A given digit.
    pub fn given(&mut self, cell: Cell, digit: u8) -> &mut Builder {
        self.givens.push((cell, digit));
        self
    }

    /// All digits of a grid as givens.
    pub fn givens(&mut self, grid: &Grid) -> &mut Builder {
        if grid.shape() == self.shape {
            self.givens.reserve(self.shape.cell_count());
            self.givens.extend(grid.filled());
        } else {
            self.refuse(Subject::Board.error(Fault::GivensShape {
                expected: self.shape,
                found: grid.shape(),
            }));
        }
        self
    }

    /// Takes back what was given for a cell, unless it is the cell of a [domino](Self::domino).
    ///
    /// ```
    /// use sudoku_model::{Model, Shape};
    ///
    /// let cell = Shape::CLASSIC.cell(4, 4);
    /// let model = Model::builder(Shape::CLASSIC).given(cell, 1).build()?;
    /// let model = model.to_builder().remove_given(cell).given(cell, 2).build()?;
    /// assert_eq!(model.givens().get(cell), Some(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove_given(&mut self, cell: Cell) -> &mut Builder {
        self.retain_givens(|other| other != cell)
    }

    /// Takes back all givens but those of [dominoes](Self::domino).
    pub fn remove_givens(&mut self) -> &mut Builder {
        self.retain_givens(|_| false)
    }

    fn retain_givens(&mut self, stays: impl Fn(Cell) -> bool) -> &mut Builder {
        let mut givens = core::mem::take(&mut self.givens);
        let placed = self.known_dominoes();
        let placed = placed.map_or(&[][..], |(_, set)| &set.placed);
        let on_domino = |cell: Cell| placed.iter().any(|domino| domino.cells.contains(&cell));
        givens.retain(|&(cell, _)| stays(cell) || on_domino(cell));
        self.givens = givens;
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
        let shape = self.shape;
        let others = self.boxes.iter().flatten().chain(&self.more_houses);
        let usual = shape.row_count() + shape.column_count() + shape.box_count();
        let room = usual + others.clone().count() + self.rules.len();
        let mut parts = Vec::with_capacity(room);
        parts.extend(shape.rows().chain(shape.columns()).map(Part::House));
        if self.boxes.is_none() {
            parts.extend(shape.boxes().map(Part::House));
        }
        parts.extend(others.cloned().map(Part::House));
        let mut rules = Vec::with_capacity(self.rules.len());
        let mut owners = vec![None; shape.cell_count()];
        for rule in &self.rules {
            let name = rule.name();
            // Mostly the last one has the same name.
            let number = (rules.iter().rev()).find_map(|ruled: &Ruled| match ruled.me {
                Subject::Rule { name: of, number } if of == name => Some(number + 1),
                _ => None,
            });
            let number = number.unwrap_or(0);
            let me = Subject::Rule { name, number };
            let start = parts.len();
            self.add_parts(&**rule, me, &mut owners, &mut parts)?;
            rules.push(Ruled {
                rule: rule.clone(),
                me,
                parts: start..parts.len(),
            });
        }
        let model = Model {
            shape,
            parts,
            rules,
            givens: self.collect_givens()?,
        };
        // Without givens there is nothing to look for.
        if !self.givens.is_empty() {
            model.check_givens()?;
        }
        for ruled in &model.rules {
            let checked = ruled.rule.check_model(ruled.me, &model);
            checked.map_err(|(subject, fault)| subject.error(fault))?;
        }
        Ok(model)
    }

    fn collect_givens(&self) -> Result<Grid, ModelError> {
        let mut grid = Grid::empty(self.shape);
        for &(cell, digit) in &self.givens {
            let error = |fault| Subject::Cell(cell).error(fault);
            check_cells(self.shape, &[cell]).map_err(error)?;
            let digits = self.shape.digits();
            if !digits.has(digit) {
                return Err(error(Fault::DigitOutOfRange { digit, digits }));
            }
            match grid.replace(cell, digit) {
                Some(earlier) if earlier != digit => {
                    let digits = [earlier, digit];
                    return Err(error(Fault::GivenConflict { digits }));
                }
                _ => {}
            }
        }
        Ok(grid)
    }
}
