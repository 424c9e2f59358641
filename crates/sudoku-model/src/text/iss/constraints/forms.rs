//! Constraints that take more than to read their cells.

use super::{Reader, Rules};
use crate::board::{Cell, Digits};
use crate::rules::*;
use crate::text::iss::nfa;
use crate::text::iss::{base64, Item, Token, Wrong};
use core::str::FromStr;
use std::sync::Arc;

/// So many copies may be made, in all; copies of copies are many.
const MAX_COPIES: usize = 10_000;

impl Reader {
    pub(super) fn clues<T: FromStr, R: Rule>(
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
    pub(super) fn relations(&self, item: &Item<'_>) -> Result<Rules, Wrong> {
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
    pub(super) fn given(&self, item: &Item<'_>) -> Result<Vec<(Cell, Digits)>, Wrong> {
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

    pub(super) fn pencil_marks(&self, item: &Item<'_>) -> Result<Rules, Wrong> {
        let marks = self
            .given(item)?
            .into_iter()
            .map(|(cell, digits)| -> Arc<dyn Rule> { Arc::new(PencilMarks::new(digits, [cell])) });
        Ok(marks.collect())
    }

    /// A cell that holds a number, if that is a digit.
    pub(super) fn says(&self, cell: Cell, number: usize) -> Option<PencilMarks> {
        let digit = u8::try_from(number).ok();
        let digit = digit.filter(|&digit| self.shape.digits().has(digit))?;
        Some(PencilMarks::new(Digits::single(digit), [cell]))
    }

    /// A loop begins at any of its cells, as far as a piece may be long: with zeros, as long as it
    /// likes.
    pub(super) fn sum_line(&self, item: &Item<'_>) -> Result<Arc<dyn Rule>, Wrong> {
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
        let longest = match self.shape.digits().has(0) {
            true => cells.len(),
            false => cells.len().min(total as usize),
        };
        Ok(one_of((0..longest).map(turned)))
    }

    /// Groups of cells hold the same digits, each as often.
    pub(super) fn same_digits(&self, item: &Item<'_>) -> Result<Rules, Wrong> {
        let (count, cells) = (item.number::<usize>(0)?, self.cells(item, 1)?);
        if count == 0 || cells.len() % count > 0 {
            return Err(item.wrong(item.argument(0), "a number of groups of the same size"));
        }
        let groups = cells.chunks(cells.len() / count);
        let groups = groups.map(|group| group.iter().copied());
        Ok(vec![Arc::new(SameDigits::new(groups))])
    }

    /// Lines that a regular expression or an automaton reads, each perhaps with a name before it.
    pub(super) fn sequences(&self, item: &Item<'_>) -> Result<Rules, Wrong> {
        let token = item.argument(0);
        let pattern = || {
            String::from_utf8(base64::decode(token.text)?)
                .ok()?
                .parse()
                .ok()
        };
        let groups = item.groups();
        let rule = |group: &[Token<'_>]| -> Result<Arc<dyn Rule>, Wrong> {
            let cells = group.iter().map(|&token| self.cell(item, token));
            let cells = cells.collect::<Result<Vec<Cell>, Wrong>>()?;
            let (sequence, expected) = match item.name.text {
                "Regex" => {
                    let sequence = pattern().map(|pattern| Sequence::matching(pattern, cells));
                    (sequence, "a regular expression in base64")
                }
                _ => {
                    let sequence = nfa::sequence(self.shape, token.text, cells);
                    (sequence, "an automaton in base64")
                }
            };
            Ok(Arc::new(
                sequence.ok_or_else(|| item.wrong(token, expected))?,
            ))
        };
        groups.map(rule).collect()
    }

    pub(super) fn little_killer(&self, item: &Item<'_>) -> Result<Rules, Wrong> {
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
    pub(super) fn sum(&self, item: &Item<'_>) -> Result<Rules, Wrong> {
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

    pub(super) fn pill(&self, item: &Item<'_>) -> Result<Rules, Wrong> {
        let (size, cells) = (item.number(0)?, self.cells(item, 1)?);
        if !(1..cells.len()).contains(&size) {
            return Err(item.wrong(item.argument(0), "fewer digits than cells"));
        }
        let (pill, shaft) = cells.split_at(size);
        let mut pill = pill.to_vec();
        pill.sort();
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
    pub(super) fn contains(
        &self,
        item: &Item<'_>,
        rule: fn(usize, u8, Vec<Cell>) -> Contains,
    ) -> Result<Rules, Wrong> {
        let (mut digits, cells) = (item.numbers(item.argument(0))?, self.cells(item, 1)?);
        let all = digits.clone();
        digits.sort();
        digits.dedup();
        let times = |digit| all.iter().filter(|&&it| it == digit).count();
        let rules = digits
            .into_iter()
            .map(|digit| -> Arc<dyn Rule> { Arc::new(rule(times(digit), digit, cells.clone())) });
        Ok(rules.collect())
    }

    pub(super) fn quadruple(&self, item: &Item<'_>) -> Result<Rules, Wrong> {
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

    pub(super) fn look_and_say(&self, item: &Item<'_>) -> Result<Rules, Wrong> {
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

    pub(super) fn indexing(&self, item: &Item<'_>) -> Result<Rules, Wrong> {
        let cells = self.cells(item, 1)?;
        match item.argument(0) {
            kind if kind.text == "R" => Ok(vec![Arc::new(Indexing::of_rows(cells))]),
            kind if kind.text == "C" => Ok(vec![Arc::new(Indexing::of_columns(cells))]),
            kind => Err(item.wrong(kind, "R or C")),
        }
    }

    /// Copies of what is inside, at each place of a set.
    pub(super) fn copies(&mut self, item: &Item<'_>) -> Result<Rules, Wrong> {
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
    pub(super) fn inner(&mut self, item: &Item<'_>) -> Result<Rules, Wrong> {
        let mut rules = Rules::new();
        for item in &item.items {
            rules.extend(self.rules(item)?);
        }
        Ok(rules)
    }

    /// A rule for each pair of neighbors.
    pub(super) fn pairs<R: Rule>(
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
pub(super) fn one_of(rules: impl Iterator<Item = impl Rule>) -> Arc<dyn Rule> {
    Arc::new(rules.fold(AnyOf::new(), AnyOf::or))
}

/// Each cell once, with all its factors.
pub(super) fn multiples(terms: impl Iterator<Item = (i32, Cell)>) -> Vec<(i32, Cell)> {
    let mut multiples: Vec<(i32, Cell)> = Vec::new();
    for (factor, cell) in terms {
        match multiples.iter_mut().find(|term| term.1 == cell) {
            Some(term) => term.0 = term.0.saturating_add(factor),
            None => multiples.push((factor, cell)),
        }
    }
    multiples
}
