//! What the constraints say, as rules.

use super::base64;
use super::nfa::Nfa;
use super::plain::Plain;
use super::{Item, Token, Wrong};
use crate::board::{Cell, Digits, House, Shape};
use crate::model::{Builder, Model};
use crate::parts::Pattern;
use crate::rules::*;
use crate::text::TextErrorKind;
use core::str::FromStr;
use std::sync::Arc;

type Rules = Vec<Arc<dyn Rule>>;

/// The board that the constraints name, if they do.
pub(super) fn shape(items: &[Item<'_>]) -> Result<Option<Shape>, Wrong> {
    let item = match items.iter().find(|item| item.name.text == "Shape") {
        Some(item) => item,
        None => return Ok(None),
    };
    let size = item.argument(0);
    let lines = size.text.split_once('x');
    let lines = lines.and_then(|(rows, columns)| Some((rows.parse().ok()?, columns.parse().ok()?)));
    let shape = lines.and_then(|(rows, columns)| Shape::rectangle(rows, columns).ok());
    let mut shape = shape.ok_or_else(|| size.wrong("Shape", "rows and columns, such as 9x9"))?;
    let range = item.argument(1);
    if !range.text.is_empty() {
        let (least, most) = range.text.split_once('-').unwrap_or(("1", range.text));
        let digits = match (least.parse::<u8>(), most.parse::<u8>()) {
            (Ok(least), Ok(most)) if most <= Digits::MAX => (least..=most).collect(),
            _ => Digits::empty(),
        };
        let wrong = |_| range.wrong("Shape", "digits enough, such as 0-8");
        shape = shape.with_digits(digits).map_err(wrong)?;
    }
    match item.argument(2) {
        kind if kind.text.is_empty() => Ok(Some(shape)),
        kind => Err(kind.wrong("Shape", "nothing more")),
    }
}

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
    /// Whether the diagonals from the top left and from the top right are houses.
    has_diagonal: [bool; 2],
    /// The pairs with dots, and those with an X or a V.
    marked: [Vec<[Cell; 2]>; 2],
    ties: Option<RankTies>,
    ranks: Vec<(usize, Vec<Cell>)>,
    /// How many rows and columns a copy is away.
    offset: [isize; 2],
    copies: usize,
}

/// So many copies may be made, in all; copies of copies are many.
const MAX_COPIES: usize = 10_000;

const DOTS: usize = 0;
const SIGNS: usize = 1;

impl Item<'_> {
    /// What stands there; nothing, behind the end of it.
    fn argument(&self, place: usize) -> Token<'_> {
        let behind = |token: &Token<'_>| token.at + token.text.len();
        let end = Token {
            at: self.arguments.last().map_or(behind(&self.name), behind),
            text: "",
        };
        self.arguments.get(place).copied().unwrap_or(end)
    }

    fn title(&self) -> &str {
        match self.name.text {
            "" => "Given",
            name => name,
        }
    }

    fn wrong(&self, token: Token<'_>, expected: &'static str) -> Wrong {
        token.wrong(self.title(), expected)
    }

    fn unsupported(&self) -> Wrong {
        let rule = self.title().into();
        (self.name.at, TextErrorKind::Unsupported { rule })
    }

    fn parse<T: FromStr>(&self, token: Token<'_>, text: &str) -> Result<T, Wrong> {
        text.parse().map_err(|_| self.wrong(token, "a number"))
    }

    fn number<T: FromStr>(&self, place: usize) -> Result<T, Wrong> {
        let token = self.argument(place);
        self.parse(token, token.text)
    }

    /// The lists of cells behind the first argument; each may begin with its name.
    fn groups(&self) -> impl Iterator<Item = &[Token<'_>]> {
        let is_name = |token: &Token<'_>| token.text.is_empty() || token.text.starts_with('_');
        let groups = self.arguments.get(1..).unwrap_or(&[]).split(is_name);
        groups.filter(|group| !group.is_empty())
    }

    /// The number before the cells, or the customary one, and where the cells begin.
    fn optional<T: FromStr>(&self, customary: T) -> (T, usize) {
        match self.number(0) {
            Ok(number) => (number, 1),
            Err(_) => (customary, 0),
        }
    }

    /// Numbers with a `_` between.
    fn numbers<T: FromStr>(&self, token: Token<'_>) -> Result<Vec<T>, Wrong> {
        let numbers = token.text.split('_');
        numbers.map(|text| self.parse(token, text)).collect()
    }
}

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
            has_diagonal: [false; 2],
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
        self.has_diagonal = [plain.diagonals; 2];
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
        let side = shape.row_count().min(shape.column_count());
        match self.has_diagonal {
            [true, true] => {
                self.builder.diagonals();
            }
            [true, false] => {
                self.builder.region((0..side).map(|at| shape.cell(at, at)));
            }
            [false, true] => {
                self.builder
                    .region((0..side).map(|at| shape.cell(at, side - 1 - at)));
            }
            [false, false] => {}
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
        for number in 0..=u8::MAX {
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

    fn cell(&self, item: &Item<'_>, token: Token<'_>) -> Result<Cell, Wrong> {
        self.cell_at(token.text)
            .ok_or_else(|| item.wrong(token, "a cell of the board"))
    }

    fn cell_at(&self, text: &str) -> Option<Cell> {
        let (row, column) = match *text.as_bytes() {
            [b'R' | b'r', row, b'C' | b'c', column] => (row, column),
            _ => return None,
        };
        let place = |sign: u8, offset: isize| {
            let place = char::from(sign).to_digit(17)? as isize - 1 + offset;
            usize::try_from(place).ok()
        };
        let [down, right] = self.offset;
        self.shape
            .try_cell(place(row, down)?, place(column, right)?)
    }

    /// The cells from this argument on; at least one.
    fn cells(&self, item: &Item<'_>, start: usize) -> Result<Vec<Cell>, Wrong> {
        let (_, tokens) = item.arguments.split_at(start.min(item.arguments.len()));
        match tokens {
            [] => Err(item.wrong(item.argument(start), "a cell of the board")),
            tokens => tokens.iter().map(|&token| self.cell(item, token)).collect(),
        }
    }

    /// The cells from this argument on, each once.
    fn different(&self, item: &Item<'_>, start: usize) -> Result<Vec<Cell>, Wrong> {
        let mut cells = Vec::new();
        for cell in self.cells(item, start)? {
            if !cells.contains(&cell) {
                cells.push(cell);
            }
        }
        Ok(cells)
    }

    /// All neighbors among the cells, in their order.
    fn neighbors(&self, item: &Item<'_>) -> Result<Vec<[Cell; 2]>, Wrong> {
        let cells = self.cells(item, 0)?;
        let mut pairs = Vec::new();
        for (k, &a) in cells.iter().enumerate() {
            let later = cells[k + 1..].iter().filter(|&&b| a.touches(b));
            pairs.extend(later.map(|&b| [a, b]));
        }
        match pairs.is_empty() {
            true => Err(item.wrong(item.argument(0), "cells that share an edge")),
            false => Ok(pairs),
        }
    }

    /// A row or a column.
    fn line(&self, item: &Item<'_>, place: usize) -> Result<Vec<Cell>, Wrong> {
        let token = item.argument(place);
        let wrong = || item.wrong(token, "a row or a column, such as R1");
        let number = token.text.get(1..).and_then(|number| number.parse().ok());
        let number: usize = number.filter(|&number| number > 0).ok_or_else(wrong)?;
        let line = match &token.text[..1] {
            "R" => self.shape.rows().nth(number - 1),
            "C" => self.shape.columns().nth(number - 1),
            _ => None,
        };
        Ok(line.ok_or_else(wrong)?.cells().to_vec())
    }

    /// The clues at both ends of a line, each with the line from there.
    fn ends<T: FromStr>(&self, item: &Item<'_>) -> Result<Vec<(T, Vec<Cell>)>, Wrong> {
        let mut clues = Vec::new();
        let mut line = self.line(item, 0)?;
        for place in 1..3 {
            if !item.argument(place).text.is_empty() {
                clues.push((item.number(place)?, line.clone()));
            }
            line.reverse();
        }
        Ok(clues)
    }

    fn clues<T: FromStr, R: Rule>(
        &self,
        item: &Item<'_>,
        rule: impl Fn(T, Vec<Cell>) -> R,
    ) -> Result<Rules, Wrong> {
        let clues = self.ends(item)?.into_iter();
        Ok(clues
            .map(|(clue, line)| Arc::new(rule(clue, line)) as Arc<dyn Rule>)
            .collect())
    }

    /// The pairs of digits that a key of base64 allows.
    fn table(&self, item: &Item<'_>, is_old: bool) -> Result<impl Fn(u8, u8) -> bool, Wrong> {
        let (token, digits) = (item.argument(0), self.shape.digits());
        let (side, least) = (digits.len(), digits.min().unwrap_or(0));
        let swap = |sign| match sign {
            '-' if is_old => '_',
            '_' if is_old => '-',
            sign => sign,
        };
        let values = base64::values(&token.text.chars().map(swap).collect::<String>());
        let values = values.ok_or_else(|| item.wrong(token, "a key of base64"))?;
        let bit = |place: usize| Some(values.get(place / 6)? >> (place % 6) & 1 == 1);
        let bits: Vec<bool> = (0..side * side).map_while(bit).collect();
        Ok(move |a, b| {
            let place = usize::from(a - least) * side + usize::from(b - least);
            bits.get(place).copied().unwrap_or(false)
        })
    }

    /// Relations between the cells of each group; a group may begin with its name.
    fn relations(&self, item: &Item<'_>) -> Result<Rules, Wrong> {
        let (old, all) = (
            item.name.text.starts_with("Binary"),
            item.name.text.ends_with('X'),
        );
        let allowed = Arc::new(self.table(item, old)?);
        let mut rules = Rules::new();
        for group in item.groups() {
            let cells = group.iter().map(|&token| self.cell(item, token));
            let (cells, allowed) = (
                cells.collect::<Result<Vec<Cell>, Wrong>>()?,
                allowed.clone(),
            );
            let allowed = move |a, b| allowed(a, b);
            rules.push(Arc::new(match all {
                true => Relation::all_pairs(cells, allowed),
                false => Relation::along(cells, allowed),
            }));
        }
        Ok(rules)
    }

    /// What each cell may hold.
    fn given(&self, item: &Item<'_>) -> Result<Vec<(Cell, Digits)>, Wrong> {
        let mut givens = Vec::new();
        for &token in &item.arguments {
            let (cell, digits) = token.text.split_once('_').unwrap_or((token.text, ""));
            let cell = self.cell(
                item,
                Token {
                    text: cell,
                    ..token
                },
            )?;
            let at = token.at + token.text.len() - digits.len();
            let digits = Token { at, text: digits };
            let all = self.shape.digits();
            let mut marks = Digits::empty();
            for digit in item.numbers(digits)? {
                if !all.has(digit) {
                    return Err(item.wrong(digits, "digits of the board"));
                }
                marks |= Digits::single(digit);
            }
            givens.push((cell, marks));
        }
        Ok(givens)
    }

    fn pencil_marks(&self, item: &Item<'_>) -> Result<Rules, Wrong> {
        let marks = self
            .given(item)?
            .into_iter()
            .map(|(cell, digits)| -> Arc<dyn Rule> { Arc::new(PencilMarks::new(digits, [cell])) });
        Ok(marks.collect())
    }

    /// A cell that holds a number, if that is a digit.
    fn says(&self, cell: Cell, number: usize) -> Option<PencilMarks> {
        let digit = u8::try_from(number).ok();
        let digit = digit.filter(|&digit| self.shape.digits().has(digit))?;
        Some(PencilMarks::new(Digits::single(digit), [cell]))
    }

    /// A loop begins at any of its cells, as far as a piece may be long.
    fn sum_line(&self, item: &Item<'_>) -> Result<Arc<dyn Rule>, Wrong> {
        let (total, start) = item.optional(10_u32);
        let is_loop = item
            .arguments
            .last()
            .map_or(false, |last| last.text == "LOOP");
        if !is_loop {
            return Ok(Arc::new(SumLine::new(total, self.cells(item, start)?)));
        }
        let end = item.arguments.len() - 1;
        let tokens = item.arguments.get(start..end).unwrap_or(&[]).iter();
        let cells = tokens
            .map(|&token| self.cell(item, token))
            .collect::<Result<Vec<Cell>, Wrong>>()?;
        let turned = |turn: usize| {
            let mut cells = cells.clone();
            cells.rotate_left(turn);
            SumLine::new(total, cells)
        };
        Ok(one_of((0..cells.len().min(total as usize)).map(turned)))
    }

    /// Groups of cells hold the same digits, each as often.
    fn same_digits(&self, item: &Item<'_>) -> Result<Rules, Wrong> {
        let (count, cells) = (item.number::<usize>(0)?, self.cells(item, 1)?);
        if count == 0 || cells.len() % count > 0 {
            return Err(item.wrong(item.argument(0), "a number of groups of the same size"));
        }
        let size = cells.len() / count;
        let groups: Vec<&[Cell]> = cells.chunks(size).collect();
        let mut rules = Rules::new();
        for pair in groups.windows(2) {
            for digit in self.shape.digits().digits() {
                rules.push(one_of((0..=size).map(|times| {
                    let holds = |cells: &[Cell]| Contains::exactly(times, digit, cells.to_vec());
                    AllOf::new().and(holds(pair[0])).and(holds(pair[1]))
                })));
            }
        }
        Ok(rules)
    }

    /// Lines that a regular expression or an automaton reads, each perhaps with a name before it.
    fn sequences(&self, item: &Item<'_>) -> Result<Rules, Wrong> {
        let token = item.argument(0);
        let pattern = base64::decode(token.text).and_then(|text| String::from_utf8(text).ok());
        let pattern: Option<Pattern> = pattern.and_then(|text| text.parse().ok());
        let nfa = Nfa::read(token.text).map(Arc::new);
        let groups = item.groups();
        let rule = |group: &[Token<'_>]| -> Result<Arc<dyn Rule>, Wrong> {
            let cells = group.iter().map(|&token| self.cell(item, token));
            let cells = cells.collect::<Result<Vec<Cell>, Wrong>>()?;
            Ok(Arc::new(match (item.name.text, &pattern, &nfa) {
                ("Regex", Some(pattern), _) => Sequence::matching(pattern.clone(), cells),
                ("NFA", _, Some(nfa)) => {
                    let (nfa, end) = (nfa.clone(), nfa.clone());
                    let least = self.shape.digits().min().unwrap_or(0);
                    let step = move |states: &Vec<usize>, digit| {
                        nfa.step(states, usize::from(digit - least))
                    };
                    Sequence::stepping(cells, end.start(), step, move |states| end.accepts(states))
                }
                ("Regex", ..) => return Err(item.wrong(token, "a regular expression in base64")),
                _ => return Err(item.wrong(token, "an automaton in base64")),
            }))
        };
        groups.map(rule).collect()
    }

    fn little_killer(&self, item: &Item<'_>) -> Result<Rules, Wrong> {
        let (total, token) = (item.number(0)?, item.argument(1));
        let (bottom, right) = (self.shape.row_count() - 1, self.shape.column_count() - 1);
        let start = self.cell(item, token)?;
        let direction = match (start.row(), start.column()) {
            (row, 0) if row < bottom => [1, 1],
            (row, column) if column == right && row > 0 && row < bottom => [-1, -1],
            (0, _) => [1, -1],
            (row, _) if row == bottom => [-1, 1],
            _ => return Err(item.wrong(token, "a cell at the edge")),
        };
        let clue = LittleKiller::from_border(total, self.shape, start, direction);
        Ok(vec![Arc::new(clue)])
    }

    /// The sum of a multiple of each cell.
    fn sum(&self, item: &Item<'_>) -> Result<Rules, Wrong> {
        let (token, cells) = (item.argument(0), self.cells(item, 1)?);
        let (total, factors) = token.text.split_once("_=_").unwrap_or((token.text, ""));
        let total = item.parse(token, total)?;
        let text = factors;
        let factors = match text {
            "" => vec![1; cells.len()],
            text => item.numbers(Token { text, ..token })?,
        };
        if factors.len() != cells.len() {
            return Err(item.wrong(token, "a factor for each cell"));
        }
        let terms = factors.into_iter().zip(cells);
        Ok(vec![Arc::new(LinearSum::new(total, multiples(terms)))])
    }

    fn pill(&self, item: &Item<'_>) -> Result<Rules, Wrong> {
        let (size, cells) = (item.number(0)?, self.cells(item, 1)?);
        if !(1..cells.len()).contains(&size) {
            return Err(item.wrong(item.argument(0), "fewer digits than cells"));
        }
        let (pill, shaft) = cells.split_at(size);
        let mut pill = pill.to_vec();
        pill.sort_unstable();
        let mut rules = Rules::new();
        if self.shape.digits().max() > Some(9) {
            // All but the first are digits of a decimal number.
            rules.push(Arc::new(PencilMarks::new(
                Digits::up_to(9),
                pill[1..].to_vec(),
            )));
        }
        rules.push(Arc::new(Arrow::new(pill, shaft.to_vec())));
        Ok(rules)
    }

    /// The rule for each digit that some cells have as often as it is listed.
    fn contains(
        &self,
        item: &Item<'_>,
        rule: fn(usize, u8, Vec<Cell>) -> Contains,
    ) -> Result<Rules, Wrong> {
        let (mut digits, cells) = (item.numbers(item.argument(0))?, self.cells(item, 1)?);
        let all = digits.clone();
        digits.sort_unstable();
        digits.dedup();
        let times = |digit| all.iter().filter(|&&it| it == digit).count();
        let rules = digits
            .into_iter()
            .map(|digit| -> Arc<dyn Rule> { Arc::new(rule(times(digit), digit, cells.clone())) });
        Ok(rules.collect())
    }

    fn quadruple(&self, item: &Item<'_>) -> Result<Rules, Wrong> {
        let token = item.argument(0);
        let start = self.cell(item, token)?;
        let digits = (1..item.arguments.len()).map(|place| item.number(place));
        let digits: Vec<u8> = digits.collect::<Result<_, Wrong>>()?;
        let (row, column) = (start.row(), start.column());
        let corner = |at: usize| self.shape.try_cell(row + at / 2, column + at % 2);
        match (0..4).map(corner).collect::<Option<Vec<Cell>>>() {
            Some(cells) => Ok(vec![Arc::new(Quadruple::new(digits, cells))]),
            None => Err(item.wrong(token, "the top left of four cells")),
        }
    }

    fn look_and_say(&self, item: &Item<'_>) -> Result<Rules, Wrong> {
        let (token, cells) = (item.argument(0), self.cells(item, 1)?);
        let says: Vec<u32> = token
            .text
            .chars()
            .filter_map(|sign| sign.to_digit(10))
            .collect();
        if says.len() != token.text.len() || says.len() % 2 == 1 {
            return Err(item.wrong(token, "pairs of digits"));
        }
        let says = says.chunks(2).map(|says| (says[0] as usize, says[1] as u8));
        Ok(vec![Arc::new(LookAndSay::new(says, cells))])
    }

    fn indexing(&self, item: &Item<'_>) -> Result<Rules, Wrong> {
        let cells = self.cells(item, 1)?;
        match item.argument(0) {
            kind if kind.text == "R" => Ok(vec![Arc::new(Indexing::of_rows(cells))]),
            kind if kind.text == "C" => Ok(vec![Arc::new(Indexing::of_columns(cells))]),
            kind => Err(item.wrong(kind, "R or C")),
        }
    }

    /// Copies of what is inside, at each place of a set.
    fn copies(&mut self, item: &Item<'_>) -> Result<Rules, Wrong> {
        let (token, columns) = (item.argument(0), self.shape.column_count() as isize);
        let origin = match item.argument(1) {
            origin if origin.text.is_empty() => self.shape.cell_at(0),
            origin => self.cell(item, origin)?,
        };
        let mut rules = Rules::new();
        let outer = self.offset;
        let values = base64::values(token.text);
        let values = values.ok_or_else(|| item.wrong(token, "a set in base64"))?;
        for (place, bits) in values.into_iter().enumerate() {
            for bit in (0..6).filter(|bit| bits >> bit & 1 == 1) {
                let target = (origin.index() + 6 * place + bit) as isize;
                let down = target / columns - origin.row() as isize;
                let right = target % columns - origin.column() as isize;
                self.offset = [outer[0] + down, outer[1] + right];
                self.copies += 1;
                if self.copies > MAX_COPIES {
                    return Err(item.wrong(token, "fewer copies"));
                }
                rules.extend(self.inner(item)?);
            }
        }
        self.offset = outer;
        Ok(rules)
    }

    /// The rules inside of a constraint.
    fn inner(&mut self, item: &Item<'_>) -> Result<Rules, Wrong> {
        let mut rules = Rules::new();
        for item in &item.items {
            rules.extend(self.rules(item)?);
        }
        Ok(rules)
    }

    /// A constraint that is no part of another.
    fn constraint(&mut self, item: &Item<'_>) -> Result<(), Wrong> {
        let marks = match item.name.text {
            "WhiteDot" | "BlackDot" => Some(DOTS),
            "X" | "V" => Some(SIGNS),
            _ => None,
        };
        if let Some(marks) = marks {
            let pairs = self.neighbors(item)?;
            self.marked[marks].extend(pairs);
        }
        match item.name.text {
            "Shape" | "NoBoxes" | "Jigsaw" => {}
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
            "Diagonal" => match item.number(0)? {
                -1 => self.has_diagonal[0] = true,
                1 => self.has_diagonal[1] = true,
                _ => return Err(item.wrong(item.argument(0), "1 or -1")),
            },
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
                let (cells, most) = (line()?, self.shape.digits().len());
                let case = |count: usize| {
                    let control = self.says(cells[0], count);
                    Some(
                        AllOf::new()
                            .and(control?)
                            .and(DistinctCount::new(count, cells[1..].to_vec())),
                    )
                };
                one_of((1..=most).filter_map(case))
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
                let pattern: Pattern = "([^5]|15|59)*".parse().expect("a pattern");
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
            "Sandwich" => Arc::new(Sandwich::new(item.number(0)?, self.line(item, 1)?)),
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

    /// A rule for each pair of neighbors.
    fn pairs<R: Rule>(
        &self,
        item: &Item<'_>,
        rule: impl Fn([Cell; 2]) -> R,
    ) -> Result<Rules, Wrong> {
        let pairs = self.neighbors(item)?.into_iter();
        Ok(pairs
            .map(|pair| Arc::new(rule(pair)) as Arc<dyn Rule>)
            .collect())
    }
}

/// One of several rules.
fn one_of(rules: impl Iterator<Item = impl Rule>) -> Arc<dyn Rule> {
    Arc::new(rules.fold(AnyOf::new(), AnyOf::or))
}

/// Each cell once, with all its factors.
fn multiples(terms: impl Iterator<Item = (i32, Cell)>) -> Vec<(i32, Cell)> {
    let mut multiples: Vec<(i32, Cell)> = Vec::new();
    for (factor, cell) in terms {
        match multiples.iter_mut().find(|term| term.1 == cell) {
            Some(term) => term.0 = term.0.saturating_add(factor),
            None => multiples.push((factor, cell)),
        }
    }
    multiples
}
