//! What the constraints say, as rules.

mod arguments;
mod forms;

pub(super) use self::arguments::shape;

use self::forms::{multiples, one_of};
use super::plain::Plain;
use super::{Item, Token, Wrong};
use crate::board::{Cell, Digits, House, Shape};
use crate::model::{Builder, Model};
use crate::parts::Pattern;
use crate::rules::*;
use crate::text::TextErrorKind;
use std::sync::Arc;

type Rules = Vec<Arc<dyn Rule>>;

/// Makes rules of constraints.
pub(super) struct Reader {
    shape: Shape,
    builder: Builder,
    /// Whether each cell is in a cage.
    caged: Vec<bool>,
    /// Whether what is read is one of several cases.
    in_case: bool,
    has_boxes: bool,
    /// The cells of each region of a jigsaw.
    regions: Vec<Vec<Cell>>,
    /// Whether all dots, and all signs, are there.
    is_strict: [bool; 2],
    /// The pairs with dots, and those with an X or a V.
    marked: [Vec<[Cell; 2]>; 2],
    ties: Option<RankTies>,
    ranks: Vec<(usize, Vec<Cell>)>,
    /// How many rows and columns a copy is away.
    offset: [isize; 2],
    copies: usize,
}

const DOTS: usize = 0;
const SIGNS: usize = 1;

impl Reader {
    pub(super) fn new(shape: Shape) -> Reader {
        Reader {
            shape,
            builder: Model::builder(shape),
            caged: vec![false; shape.cell_count()],
            in_case: false,
            has_boxes: shape.box_height() > 1 && shape.box_width() > 1,
            regions: Vec::new(),
            is_strict: [false; 2],
            marked: [Vec::new(), Vec::new()],
            ties: None,
            ranks: Vec::new(),
            offset: [0; 2],
            copies: 0,
        }
    }

    pub(super) fn plain(&mut self, plain: &Plain) -> Result<(), Wrong> {
        let (expected, found) = (self.shape.row_count(), plain.shape.row_count());
        if self.shape != plain.shape {
            return Err((0, TextErrorKind::RowCount { expected, found }));
        }
        for (cell, &digits) in self.shape.cells().zip(&plain.marks) {
            if !digits.is_empty() {
                self.marks(cell, digits);
            }
        }
        for (total, cells) in &plain.cages {
            let cells = cells.iter().map(|&at| self.shape.cell_at(at)).collect();
            if *total == 0 {
                self.builder.rule(OverlappingCage::without_total(cells));
            } else {
                let cage = self.cage(*total, cells);
                self.builder.shared(cage);
            }
        }
        if !plain.regions.is_empty() {
            self.has_boxes = false;
            self.jigsaw(&plain.regions);
        }
        if plain.diagonals {
            self.builder.diagonals();
        }
        Ok(())
    }

    /// Reads what the boxes are; the rules ask for them.
    pub(super) fn layout(&mut self, items: &[Item<'_>]) -> Result<(), Wrong> {
        for item in items {
            match item.name.text {
                "NoBoxes" => self.has_boxes = false,
                "Jigsaw" => {
                    // An older form has the board before it.
                    let token = item.argument(item.arguments.len().saturating_sub(1));
                    if token.text.len() != self.shape.cell_count() {
                        return Err(item.wrong(token, "a sign for each cell"));
                    }
                    self.jigsaw(token.text.as_bytes());
                }
                _ => {}
            }
        }
        Ok(())
    }

    pub(super) fn read(&mut self, items: &[Item<'_>]) -> Result<(), Wrong> {
        items.iter().try_for_each(|item| self.constraint(item))
    }

    /// The number of the region of each cell, and another number where there is none.
    fn numbers(&self) -> Vec<u8> {
        let mut numbers = vec![u8::MAX; self.shape.cell_count()];
        for (number, cells) in (0..).zip(&self.regions) {
            cells.iter().for_each(|cell| numbers[cell.index()] = number);
        }
        numbers
    }

    /// What depends on all constraints comes last.
    pub(super) fn finish(mut self) -> Builder {
        let shape = self.shape;
        if !self.has_boxes {
            self.builder.without_boxes();
        }
        let is_whole = self.regions.len() == shape.box_count();
        let numbers = self.numbers();
        if !self.has_boxes && is_whole && !numbers.contains(&u8::MAX) {
            self.builder.jigsaw(&numbers);
        } else {
            for cells in self.regions {
                self.builder.region(cells);
            }
        }
        if self.ties == Some(RankTies::None) || !self.ranks.is_empty() {
            let rule = FullRank::new(self.ties.unwrap_or(RankTies::OnlyUnclued));
            let ranks = self.ranks.into_iter();
            self.builder
                .rule(ranks.fold(rule, |rule, (rank, line)| rule.clue(rank, line)));
        }
        let [dots, signs] = self.marked;
        if self.is_strict[DOTS] {
            self.builder.rule(Strict::kropki(dots));
        }
        if self.is_strict[SIGNS] {
            self.builder.rule(Strict::xv(signs));
        }
        self.builder
    }

    fn jigsaw(&mut self, numbers: &[u8]) {
        let mut kinds = numbers.to_vec();
        kinds.sort();
        kinds.dedup();
        for number in kinds {
            let cells = self.shape.cells().zip(numbers);
            let cells = cells.filter(|&(_, &it)| it == number).map(|(cell, _)| cell);
            let cells: Vec<Cell> = cells.collect();
            if cells.len() == self.shape.side() && !self.regions.contains(&cells) {
                self.regions.push(cells);
            }
        }
    }

    fn marks(&mut self, cell: Cell, digits: Digits) {
        match digits.only() {
            Some(digit) => self.builder.given(cell, digit),
            None if digits == self.shape.digits() => &mut self.builder,
            None => self.builder.rule(PencilMarks::new(digits, [cell])),
        };
    }

    /// A cage in the sense of [`Cage`], as long as none overlaps. In a case the total may be out of
    /// reach: then the others are left.
    fn cage(&mut self, total: u32, cells: Vec<Cell>) -> Arc<dyn Rule> {
        let mut is_alone = !self.in_case;
        for cell in &cells {
            is_alone &= !core::mem::replace(&mut self.caged[cell.index()], true);
        }
        match is_alone {
            true => Arc::new(Cage::new(total, cells)),
            false => Arc::new(OverlappingCage::new(total, cells)),
        }
    }

    /// A constraint that is no part of another.
    fn constraint(&mut self, item: &Item<'_>) -> Result<(), Wrong> {
        match item.name.text {
            "Shape" | "NoBoxes" | "Jigsaw" => {}
            "And" => self.read(&item.items)?,
            "" | "Given" => {
                for (cell, digits) in self.given(item)? {
                    self.marks(cell, digits);
                }
            }
            "FullRank" => {
                for (rank, line) in self.ends(item)? {
                    self.ranks.push((rank, line));
                }
            }
            "FullRankTies" => {
                self.ties = Some(match item.argument(0) {
                    ties if ties.text == "none" => RankTies::None,
                    ties if ties.text == "only-unclued" => RankTies::OnlyUnclued,
                    ties if ties.text == "any" => RankTies::Any,
                    ties => return Err(item.wrong(ties, "none, only-unclued or any")),
                });
            }
            "StrictKropki" => self.is_strict[DOTS] = true,
            "StrictXV" => self.is_strict[SIGNS] = true,
            "Diagonal" => {
                match item.number(0)? {
                    -1 => self.builder.falling_diagonal(),
                    1 => self.builder.rising_diagonal(),
                    _ => return Err(item.wrong(item.argument(0), "1 or -1")),
                };
            }
            "Windoku" => {
                self.builder.windoku();
            }
            "AllDifferent" => {
                self.builder.region(self.different(item, 0)?);
            }
            _ => {
                for rule in self.rules(item)? {
                    self.builder.shared(rule);
                }
            }
        }
        Ok(())
    }

    /// The rules of a constraint that may be a part of another.
    fn rules(&mut self, item: &Item<'_>) -> Result<Rules, Wrong> {
        let marks = match item.name.text {
            "WhiteDot" | "BlackDot" => Some(DOTS),
            "X" | "V" => Some(SIGNS),
            _ => None,
        };
        if let Some(marks) = marks.filter(|_| !self.in_case) {
            let pairs = self.neighbors(item)?;
            self.marked[marks].extend(pairs);
        }
        let line = || self.cells(item, 0);
        let rule: Arc<dyn Rule> = match item.name.text {
            "AllDifferent" => Arc::new(OverlappingCage::without_total(self.different(item, 0)?)),
            "AntiConsecutive" => Arc::new(Strict::new([]).difference(1)),
            "AntiKing" => Arc::new(Apart::king()),
            "AntiKnight" => Arc::new(Apart::knight()),
            "AntiTaxicab" => Arc::new(Apart::digit_taxicab()),
            "Arrow" => {
                let cells = line()?;
                Arc::new(Arrow::new([cells[0]], cells[1..].to_vec()))
            }
            "Between" => Arc::new(Between::new(line()?)),
            "Binary" | "BinaryX" | "Pair" | "PairX" => return self.relations(item),
            "BlackDot" => return self.pairs(item, |pair| Ratio::new(2, pair)),
            "Cage" => {
                let (named, cells) = (self.cells(item, 1)?, self.different(item, 1)?);
                match item.argument(0).text {
                    "" | "0" => Arc::new(OverlappingCage::without_total(cells)),
                    _ if cells.len() < named.len() => {
                        let terms = multiples(named.into_iter().map(|cell| (1, cell)));
                        let sum = LinearSum::new(item.number(0)?, terms);
                        let different = OverlappingCage::without_total(cells);
                        return Ok(vec![Arc::new(different), Arc::new(sum)]);
                    }
                    _ => self.cage(item.number(0)?, cells),
                }
            }
            "ContainAtLeast" => return self.contains(item, Contains::at_least),
            "ContainExact" => return self.contains(item, Contains::exactly),
            "CountDistinct" => {
                let cells = line()?;
                Arc::new(DistinctCount::shown_in(cells[0], cells[1..].to_vec()))
            }
            "CountingCircles" => Arc::new(CountingCircles::new(line()?)),
            "DisjointSets" => Arc::new(DisjointGroups),
            "Doppelganger" => match self.has_boxes {
                true => Arc::new(Doppelganger::new()),
                false => Arc::new(Doppelganger::lines()),
            },
            "DoubleArrow" => Arc::new(DoubleArrow::new(line()?)),
            "Entropic" => Arc::new(Entropic::new(line()?)),
            "DutchFlatmates" => {
                // Each 5 has a 1 above or a 9 below.
                let pattern: Pattern = "([^5]|15|59)*"
                    .parse()
                    .unwrap_or_else(|_| unreachable!("a pattern"));
                let rule = |column: House| -> Arc<dyn Rule> {
                    Arc::new(Sequence::matching(pattern.clone(), column.cells().to_vec()))
                };
                return Ok(self.shape.columns().map(rule).collect());
            }
            "EqualityCage" => Arc::new(EqualityCage::new(line()?)),
            "EqualSum" => {
                let groups = item.arguments.split(|token| token.text == "-");
                let cell = |&token: &Token<'_>| self.cell(item, token);
                let groups = groups.map(|group| group.iter().map(cell).collect());
                let groups: Vec<Vec<Cell>> = groups.collect::<Result<_, Wrong>>()?;
                Arc::new(EqualSums::new(groups))
            }
            "GlobalEntropy" => Arc::new(Squares::entropy()),
            "GlobalMod" => Arc::new(Squares::modular()),
            "GreaterThan" => return self.pairs(item, GreaterThan::new),
            "HiddenSkyscraper" => return self.clues(item, HiddenSkyscraper::new),
            "Indexing" => return self.indexing(item),
            "LittleKiller" => return self.little_killer(item),
            "Lockout" => {
                let (difference, start) = item.optional(4);
                Arc::new(Lockout::new(difference, self.cells(item, start)?))
            }
            "LookAndSay" => return self.look_and_say(item),
            "Lunchbox" => Arc::new(Lunchbox::new(item.number(0)?, self.cells(item, 1)?)),
            "Modular" => Arc::new(Modular::new(item.number(0)?, self.cells(item, 1)?)),
            "NumberedRoom" => return self.clues(item, NumberedRoom::new),
            "Palindrome" => Arc::new(Palindrome::new(line()?)),
            "PillArrow" => return self.pill(item),
            "Quad" => return self.quadruple(item),
            "RegionSumLine" => {
                let line = line()?;
                match self.has_boxes {
                    true => Arc::new(RegionSumLine::new(self.shape, line)),
                    false => Arc::new(RegionSumLine::jigsaw(&self.numbers(), line)),
                }
            }
            "RellikCage" => Arc::new(Rellik::new(item.number(0)?, self.cells(item, 1)?)),
            "Renban" => Arc::new(Renban::new(line()?)),
            "Sandwich" => {
                let (total, line) = (item.number(0)?, self.line(item, 1)?);
                // The bread is that of the line, which may lack digits of the board.
                match line.len() == self.shape.digits().len() {
                    true => Arc::new(Sandwich::new(total, line)),
                    false => Arc::new(Lunchbox::new(total, line)),
                }
            }
            "Skyscraper" => return self.clues(item, Skyscraper::new),
            "Sum" => return self.sum(item),
            "SumLine" => self.sum_line(item)?,
            "Thermo" => Arc::new(Thermometer::new(line()?)),
            "V" => return self.pairs(item, |pair| PairSum::new(5, pair)),
            "Whisper" => {
                let (difference, start) = item.optional(5);
                Arc::new(Whisper::new(difference, self.cells(item, start)?))
            }
            "WhiteDot" => return self.pairs(item, |pair| Difference::new(1, pair)),
            "X" => return self.pairs(item, |pair| PairSum::new(10, pair)),
            "XSum" => return self.clues(item, XSum::new),
            "Zipper" => Arc::new(Zipper::new(line()?)),
            "SameValues" => return self.same_digits(item),
            "ValueIndexing" => {
                let cells = line()?;
                if cells.len() < 3 {
                    return Err(item.wrong(item.argument(cells.len()), "a third cell"));
                }
                let case = |(place, &cell): (usize, &Cell)| {
                    let index = self.says(cells[1], place + 1);
                    Some(
                        AllOf::new()
                            .and(index?)
                            .and(Palindrome::new([cells[0], cell])),
                    )
                };
                one_of(cells[2..].iter().enumerate().filter_map(case))
            }
            "Regex" | "NFA" => return self.sequences(item),
            "" | "Given" => return self.pencil_marks(item),
            "Or" => {
                let outside = core::mem::replace(&mut self.in_case, true);
                let mut cases = AnyOf::new();
                for item in &item.items {
                    let all = |all: AllOf, rule| all.and_shared(rule);
                    let rules = self.rules(item)?.into_iter();
                    cases = cases.or(rules.fold(AllOf::new(), all));
                }
                self.in_case = outside;
                Arc::new(cases)
            }
            "And" => return self.inner(item),
            "Replicate" => return self.copies(item),
            _ => return Err(item.unsupported()),
        };
        Ok(vec![rule])
    }
}
