//! The rules of one puzzle, validated once.

mod builder;
mod error;

pub use self::builder::Builder;
pub use self::error::{
    Broken, DigitLetters, Fault, ModelError, Names, RowLetters, RuleBroken, Subject,
};

use crate::board::{Cell, Digits, Grid, House, HouseKind, Shape};
use crate::parts::{Part, Tiling};
use crate::rules::cage::Cage;
use crate::rules::Rule;
use core::ops::Range;
use std::sync::Arc;

/// A puzzle: a board, its rules with the parts that they are made of, and the givens.
///
/// Made by a [`Builder`], which checks everything, so that whoever reads a model can rely on it.
/// [`Model::solve`] and [`Model::solver`] solve it. Two models are equal if they have the same
/// board, parts and givens, whatever rules these come from.
#[derive(Clone, Debug)]
pub struct Model {
    shape: Shape,
    /// The houses of the board, and then the parts of the rules in their order.
    parts: Vec<Part>,
    rules: Vec<Ruled>,
    givens: Grid,
}

/// A rule of a model.
#[derive(Clone, Debug)]
struct Ruled {
    rule: Arc<dyn Rule>,
    me: Subject,
    /// Where its parts are.
    parts: Range<usize>,
}

impl PartialEq for Model {
    fn eq(&self, other: &Model) -> bool {
        self.shape == other.shape && self.parts == other.parts && self.givens == other.givens
    }
}

impl Eq for Model {}

impl Model {
    /// A builder that knows the rows, columns and boxes of a board, and nothing else yet.
    #[must_use]
    pub fn builder(shape: Shape) -> Builder {
        Builder::new(shape)
    }

    /// A builder with all that this model has, to change it: it builds an equal model.
    ///
    /// ```
    /// use sudoku_model::{Model, Shape};
    ///
    /// let shape = Shape::with_side(4)?;
    /// let model = Model::builder(shape).diagonals().given(shape.cell(0, 0), 1).build()?;
    /// assert_eq!(model.to_builder().build()?, model);
    /// let more = model.to_builder().cage(7, [shape.cell(0, 1), shape.cell(0, 2)]).build()?;
    /// assert_eq!((model.count(100), more.count(100)), (12, 4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_builder(&self) -> Builder {
        Builder::of(self)
    }

    /// Puts a grid of the same shape in the place of the givens, and looks whether a house has a
    /// digit twice now. For a model without rules, which might not be content with the givens.
    pub(crate) fn replace_givens(&mut self, givens: &Grid) -> Result<(), ModelError> {
        debug_assert!(self.shape == givens.shape() && self.rules.is_empty());
        self.givens.clone_from(givens);
        self.check_givens()
    }

    /// Whether the givens go with the houses and the rules, as far as that shows at sight.
    fn check_givens(&self) -> Result<(), ModelError> {
        // Houses of the board are looked at one by one only to say which is wrong.
        let is_broken = self.givens.is_broken();
        let others = |house: &&House| is_broken || !house.kind().is_of_shape();
        for house in self.houses().filter(others) {
            if let Some((digit, cells)) = self.givens.repeated_digit(house.cells()) {
                let subject = Subject::House(house.kind());
                return Err(subject.error(Fault::GivenTwice { digit, cells }));
            }
        }
        for ruled in &self.rules {
            let checked = ruled.rule.check_givens(ruled.me, self);
            checked.map_err(|(subject, fault)| subject.error(fault))?;
        }
        Ok(())
    }

    /// The board.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// What solvers understand of the rules: the houses of the board first, and then what the rules
    /// are made of, in their order.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The rules beside the houses of the board, in the order in which they were added.
    pub fn rules(&self) -> impl Iterator<Item = &dyn Rule> {
        self.rules.iter().map(|ruled| &*ruled.rule)
    }

    /// The rules with their names and numbers.
    pub(crate) fn named_rules(&self) -> impl Iterator<Item = (Subject, &dyn Rule)> {
        self.rules.iter().map(|ruled| (ruled.me, &*ruled.rule))
    }

    /// The houses that belong to the board and not to a rule.
    pub(crate) fn own_houses(&self) -> impl Iterator<Item = &House> {
        let end = self
            .rules
            .first()
            .map_or(self.parts.len(), |ruled| ruled.parts.start);
        self.parts[..end].iter().filter_map(|part| match part {
            Part::House(house) => Some(house),
            _ => None,
        })
    }

    /// The rules of one type, in the order in which they were added.
    pub fn rules_of<R: Rule>(&self) -> impl Iterator<Item = &R> {
        self.rules().filter_map(|rule| rule.as_any().downcast_ref())
    }

    /// The houses: rows, columns, boxes or jigsaw regions, diagonals, windows, extra regions, the
    /// singles of a domino board, and disjoint groups.
    pub fn houses(&self) -> impl Iterator<Item = &House> {
        self.parts.iter().filter_map(|part| match part {
            Part::House(house) => Some(house),
            _ => None,
        })
    }

    /// The houses that no rule has brought: rows, columns, boxes, and those that the builder adds.
    fn board_houses(&self) -> impl Iterator<Item = &House> {
        let first = self.rules.first();
        let end = first.map_or(self.parts.len(), |first| first.parts.start);
        self.parts[..end].iter().filter_map(|part| match part {
            Part::House(house) => Some(house),
            _ => None,
        })
    }

    /// The cages of different digits in the order in which they were added; no cell is in two.
    pub fn cages(&self) -> impl Iterator<Item = &Cage> {
        self.rules_of()
    }

    /// The tiling with dominoes, if the board has one.
    #[must_use]
    pub fn tiling(&self) -> Option<&Tiling> {
        self.parts.iter().find_map(|part| match part {
            Part::Tiling(tiling) => Some(tiling),
            _ => None,
        })
    }

    /// The parts with their names: those of houses, and of the rules that others come from.
    pub(crate) fn named_parts(&self) -> impl Iterator<Item = (Subject, &Part)> {
        let mut rules = self.rules.iter().peekable();
        self.parts.iter().enumerate().map(move |(k, part)| {
            while rules.next_if(|ruled| ruled.parts.end <= k).is_some() {}
            let owner = rules.peek().map_or(Subject::Board, |ruled| ruled.me);
            (part.subject(owner), part)
        })
    }

    /// The cells that add up to a total, and what to: of cages, and of other rules with one.
    pub fn totals(&self) -> impl Iterator<Item = (&[Cell], i32)> {
        self.parts.iter().filter_map(Part::total)
    }

    /// The given digits, those of the dominoes placed in advance among them.
    #[must_use]
    pub fn givens(&self) -> &Grid {
        &self.givens
    }

    /// Whether rows, columns and boxes are the only rules.
    pub(crate) fn is_plain(&self) -> bool {
        let usual = |house: &House| {
            matches!(
                house.kind(),
                HouseKind::Row(_) | HouseKind::Column(_) | HouseKind::Box(_)
            )
        };
        let shape = self.shape;
        self.parts.len() == shape.row_count() + shape.column_count() + shape.box_count()
            && self.parts.iter().all(|part| match part {
                Part::House(house) => usual(house),
                Part::AllDifferent(_)
                | Part::DigitSets { .. }
                | Part::Sum { .. }
                | Part::Linear { .. }
                | Part::Relation { .. }
                | Part::Automaton { .. }
                | Part::AnyOf(_)
                | Part::Ranked(_)
                | Part::Tiling(_) => false,
            })
    }

    /// Whether two cells must hold different digits because a house, a cage or another part says
    /// so; a cage in which digits may repeat does not.
    #[must_use]
    pub fn sees(&self, a: Cell, b: Cell) -> bool {
        let mut groups = self.parts.iter().filter_map(Part::different);
        a != b && groups.any(|cells| cells.contains(&a) && cells.contains(&b))
    }

    /// What the model consists of: the rules, the givens by their cells, and the houses of the
    /// board.
    pub(crate) fn subjects(&self) -> impl Iterator<Item = Subject> + '_ {
        let rules = self.rules.iter().map(|ruled| ruled.me);
        let givens = self.givens.filled().map(|(cell, _)| Subject::Cell(cell));
        let houses = self
            .board_houses()
            .map(|house| Subject::House(house.kind()));
        rules.chain(givens).chain(houses)
    }

    /// The cells that a subject names, those of a rule or a house in their order; none if this
    /// model has no such rule or house.
    ///
    /// ```
    /// use sudoku_model::{HouseKind, Model, Shape, Subject};
    ///
    /// let model = Model::builder(Shape::CLASSIC).build()?;
    /// let row = model.cells_of(Subject::House(HouseKind::Row(8)));
    /// assert_eq!(row, Shape::CLASSIC.rows().nth(8).expect("the last").cells());
    /// # Ok::<(), sudoku_model::ModelError>(())
    /// ```
    #[must_use]
    pub fn cells_of(&self, subject: Subject) -> Vec<Cell> {
        let mut houses = self.houses();
        let mut rules = self.rules.iter();
        match subject {
            Subject::Board => Vec::new(),
            Subject::Cell(cell) => vec![cell],
            Subject::House(kind) => {
                let house = houses.find(|house| house.kind() == kind);
                house.map_or(Vec::new(), |house| house.cells().to_vec())
            }
            Subject::Rule { .. } => {
                let ruled = rules.find(|ruled| ruled.me == subject);
                ruled.map_or(Vec::new(), |ruled| ruled.rule.cells())
            }
        }
    }

    /// Per cell, the digits that no given excludes at sight.
    pub(crate) fn unseen(&self) -> Vec<Digits> {
        let mut unseen = vec![self.shape.digits(); self.shape.cell_count()];
        for cells in self.parts.iter().filter_map(Part::different) {
            let digits = cells.iter().filter_map(|&cell| self.givens.get(cell));
            let given: Digits = digits.collect();
            for cell in cells {
                unseen[cell.index()] -= given;
            }
        }
        for (cell, digit) in self.givens.filled() {
            unseen[cell.index()] = Digits::single(digit);
        }
        unseen
    }

    /// The same model with only those of its rules, givens and houses that stay.
    pub(crate) fn only(&self, stays: impl Fn(Subject) -> bool) -> Model {
        let houses = self.board_houses();
        let houses = houses.filter(|house| stays(Subject::House(house.kind())));
        let mut parts: Vec<Part> = houses.cloned().map(Part::House).collect();
        let rules = self.rules.iter().filter(|ruled| stays(ruled.me));
        let rules = rules.map(|ruled| {
            let start = parts.len();
            parts.extend_from_slice(&self.parts[ruled.parts.clone()]);
            Ruled {
                parts: start..parts.len(),
                ..ruled.clone()
            }
        });
        let rules = rules.collect();
        let mut givens = Grid::empty(self.shape);
        for (cell, digit) in self.givens.filled() {
            if stays(Subject::Cell(cell)) {
                givens.set(cell, digit);
            }
        }
        Model {
            shape: self.shape,
            parts,
            rules,
            givens,
        }
    }

    /// The same model with other givens, which keep its rules.
    pub(crate) fn with_givens(&self, givens: Grid) -> Model {
        Model {
            givens,
            ..self.clone()
        }
    }

    /// Gives a digit that keeps the rules, or takes a given away.
    pub(crate) fn set_given(&mut self, cell: Cell, digit: Option<u8>) {
        self.givens.set(cell, digit);
    }

    /// Checks a full grid against every rule of the model, with code that shares nothing with the
    /// solvers.
    ///
    /// # Errors
    /// The first rule that the grid breaks.
    ///
    /// ```
    /// use sudoku_model::{Broken, Grid, Model, Shape};
    ///
    /// let shape = Shape::with_side(4)?;
    /// let model = Model::builder(shape).cage(3, [shape.cell(0, 0), shape.cell(0, 1)]).build()?;
    /// let grid: Grid = "1234341221434321".parse()?;
    /// assert_eq!(model.verify(&grid), Ok(()));
    /// let grid: Grid = "4321214334121234".parse()?;
    /// let error = model.verify(&grid).unwrap_err();
    /// assert_eq!(error.broken, Broken::Sum { expected: 3, found: 7 });
    /// assert_eq!(error.to_string(), "cage 1 adds up to 7, not to 3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn verify(&self, grid: &Grid) -> Result<(), RuleBroken> {
        let broken = |subject, broken| Err(RuleBroken { subject, broken });
        if grid.shape() != self.shape {
            let (expected, found) = (self.shape, grid.shape());
            return broken(Subject::Board, Broken::Shape { expected, found });
        }
        if let Some(cell) = self.shape.cells().find(|&cell| grid.get(cell).is_none()) {
            return broken(Subject::Cell(cell), Broken::Empty { cell });
        }
        for (cell, expected) in self.givens.filled() {
            let found = grid.digits()[cell.index()];
            if found != expected {
                let given = Broken::Given {
                    cell,
                    expected,
                    found,
                };
                return broken(Subject::Cell(cell), given);
            }
        }
        for house in self.houses() {
            if let Some((digit, cells)) = grid.repeated_digit(house.cells()) {
                let twice = Broken::DigitTwice { digit, cells };
                return broken(Subject::House(house.kind()), twice);
            }
        }
        for ruled in &self.rules {
            if let Err(what) = ruled.rule.verify(grid) {
                return broken(ruled.me, what);
            }
        }
        Ok(())
    }
}
