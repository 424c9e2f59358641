//! Parts as an exact cover problem.
//!
//! | item | name | covered by |
//! |---|---|---|
//! | a cell | `r1c1` | its digits |
//! | a house, or cells with different digits, and a digit; secondary if they are fewer than the digits | `row 1 has 1` | the digit in one of the cells |
//! | a total of different digits and a digit | `cage 1 has 1` | the digit in one of the cells, or a set without it |
//! | such a total | `the set of cage 1` | the set of its digits |
//! | a relation and a digit of its first cell; secondary | `whisper 1 allows 1 in r1c1 beside r1c2` | the digit, and those of the other cell that do not go with it |
//! | a cell of an automaton, or of a sum of digits that may repeat | `line 1 reads r1c1` | the arrows for its digits |
//! | the cell, if it is still to be decided; secondary, its color is the digit | `the digit of r1c1` | its digits, and those arrows |
//! | such a cell but the last; secondary, its color is the state | `line 1 after r1c1` | the arrows to and from the state |
//! | a part of a case; secondary, its color is 1 if it holds and 2 if not | `the verdict on choice 1, case 1, part 1` | the arrows to it, and those by which the alternatives read it |
//! | a cell of such a part, or a verdict; like cells of an automaton, but with a state for what is not accepted | `choice 1, case 1, part 1 reads r1c1` | the arrows for its digits |
//! | a pair of digits on a tiled board | `domino 1 2` | the places of the domino |
//!
//! A total never has an option for each filling. Its digits are chosen apart from their places: the
//! option for a set covers the items of the digits that are *not* in it, so that the cells must
//! cover the others.

use super::area::Total;
use super::{sums, Automaton, Domino, Part, Table, Tiling};
use crate::board::{Cell, Digits, Grid};
use crate::model::{Model, Subject};
use exactcover::{Builder, Color, Entry, ItemId, Limit, Limits, Problem};
use std::collections::HashMap;

/// A derived total with more sets than this helps less than it costs.
const MAX_DERIVED_SETS: usize = 30;

/// What is known of a model beforehand, and need not be said again. A search has found it out; a
/// proof takes nothing for granted.
pub(crate) struct Known<'k> {
    /// The digits that each cell may hold, in row order.
    pub(crate) candidates: &'k [Digits],
    /// The digits that are decided: their cells get no items.
    pub(crate) decided: &'k Grid,
    /// Totals that follow from those of the model, which help a search.
    pub(crate) derived: &'k [Total],
    /// Whether items get names, and everything is written down, even what says nothing.
    pub(crate) in_full: bool,
}

/// The problem whose solutions are the grids that fit the model; a tiled board has several for a
/// grid that can be tiled in several ways. An option is labeled with what it puts on the board:
/// nothing, a digit, or the two of a domino. Fails when it is too late.
///
/// Every part has to have [a cover](Part::has_cover).
pub(crate) fn encode<P>(
    model: &Model,
    known: &Known<'_>,
    limits: &Limits,
) -> Result<Builder<P>, Limit>
where
    P: for<'a> From<&'a [(Cell, u8)]>,
{
    let mut encoder = Encoder {
        model,
        known,
        builder: Problem::builder(),
        names: HashMap::new(),
        items_of: vec![Vec::new(); model.shape().cell_count()],
        digit_of: vec![None; model.shape().cell_count()],
    };
    encoder.cells();
    for (name, part) in model.named_parts() {
        match part {
            Part::House(house) => encoder.different(house.cells(), name),
            Part::AllDifferent(cells) => encoder.different(cells, name),
            Part::DigitSets { .. }
            | Part::Sum { .. }
            | Part::Linear { .. }
            | Part::Relation { .. }
            | Part::Automaton { .. }
            | Part::AnyOf(_)
            | Part::Ranked(_)
            | Part::Tiling(_) => {}
        }
    }
    for (name, part) in model.named_parts() {
        if let (Part::DigitSets { .. }, Some((cells, total))) = (part, part.total()) {
            encoder.total(cells, total, false, name, limits)?;
        }
    }
    for Total { cells, total, .. } in known.derived {
        encoder.total(cells, *total, true, Subject::Board, limits)?;
    }
    for (name, part) in model.named_parts() {
        if let Some(limit) = limits.late() {
            return Err(limit);
        }
        match part {
            Part::Relation { cells, table } => encoder.relation(*cells, table, name),
            Part::Automaton { cells, automaton } => encoder.automaton(cells, automaton, name),
            Part::Sum { total, .. } | Part::Linear { total, .. } => {
                match part.to_automaton(model.shape().digits()) {
                    Some((cells, automaton)) => encoder.automaton(&cells, &automaton, name),
                    None if *total == 0 => {}
                    // Nothing covers it.
                    None => {
                        encoder.item(true, || format!("{name} adds up to {total}"));
                    }
                }
            }
            Part::AnyOf(cases) => encoder.any_of(cases, None, &|| name.to_string()),
            Part::Ranked(ranked) => {
                let cases = [ranked.spelled_out(model.shape())];
                encoder.any_of(&cases, None, &|| name.to_string());
            }
            Part::House(_) | Part::AllDifferent(_) | Part::DigitSets { .. } | Part::Tiling(_) => {}
        }
    }
    encoder.places();
    Ok(encoder.builder)
}

/// A digit that an automaton reads: the color of an item, if it is not known.
struct Reading {
    name: String,
    item: Option<ItemId>,
    digits: Digits,
}

/// The verdict that a part holds, as a digit that is read; the next digit is that it does not.
const HOLDS: u8 = 1;

impl Reading {
    /// A verdict that nothing can change.
    fn known(holds: bool) -> Reading {
        Reading {
            name: "a known verdict".into(),
            item: None,
            digits: Digits::single(if holds { HOLDS } else { HOLDS + 1 }),
        }
    }
}

struct Encoder<'a, P> {
    model: &'a Model,
    known: &'a Known<'a>,
    builder: Builder<P>,
    /// How often each name of an item was asked for.
    names: HashMap<String, usize>,
    /// Per cell and digit, the items that the digit in the cell covers, with their colors.
    items_of: Vec<Vec<(u8, Entry)>>,
    /// Per cell, the item whose color is its digit, once there is one.
    digit_of: Vec<Option<ItemId>>,
}

impl<P: for<'a> From<&'a [(Cell, u8)]>> Encoder<'_, P> {
    fn item(&mut self, primary: bool, name: impl FnOnce() -> String) -> ItemId {
        let name = self.known.in_full.then(|| self.new_name(name()));
        match (name, primary) {
            (Some(name), true) => self.builder.primary(name),
            (Some(name), false) => self.builder.secondary(name),
            (None, true) => self.builder.primaries(1)[0],
            (None, false) => self.builder.secondaries(1)[0],
        }
    }

    /// Two parts of a rule may say the same of a cell: the second has a number.
    fn new_name(&mut self, name: String) -> String {
        let times = self.names.entry(name.clone()).or_insert(0);
        *times += 1;
        match *times {
            1 => name,
            times => self.new_name(format!("{name} ({times})")),
        }
    }

    fn all(&self) -> Digits {
        self.model.shape().digits()
    }

    fn candidates(&self, cell: Cell) -> Digits {
        self.known.candidates[cell.index()]
    }

    fn is_open(&self, cell: Cell) -> bool {
        self.known.decided.get(cell).is_none()
    }

    fn cells(&mut self) {
        for cell in self.model.shape().cells() {
            if self.is_open(cell) {
                let item = self.item(true, || cell.to_string());
                let digits = self
                    .candidates(cell)
                    .digits()
                    .map(|digit| (digit, item.into()));
                self.items_of[cell.index()].extend(digits);
            }
        }
    }

    /// An item for each of these digits, which some cells have at most once.
    fn digit_items(
        &mut self,
        cells: &[Cell],
        digits: Digits,
        exactly_once: bool,
        name: Subject,
    ) -> Vec<(u8, ItemId)> {
        let mut items = Vec::new();
        for digit in digits.digits() {
            let item = self.item(exactly_once, || format!("{name} has {digit}"));
            for &cell in cells {
                if self.is_open(cell) && self.candidates(cell).has(digit) {
                    self.items_of[cell.index()].push((digit, item.into()));
                }
            }
            items.push((digit, item));
        }
        items
    }

    fn decided(&self, cells: &[Cell]) -> Digits {
        let digits = cells
            .iter()
            .filter_map(|&cell| self.known.decided.get(cell));
        digits.map(Digits::single).collect()
    }

    fn different(&mut self, cells: &[Cell], name: Subject) {
        let missing = self.all() - self.decided(cells);
        let exactly_once = cells.len() == self.all().len();
        self.digit_items(cells, missing, exactly_once, name);
    }

    fn total(
        &mut self,
        cells: &[Cell],
        total: i32,
        derived: bool,
        name: Subject,
        limits: &Limits,
    ) -> Result<(), Limit> {
        if let Some(limit) = limits.late() {
            return Err(limit);
        }
        if derived && sums::has_many_sets(self.all(), cells.len()) {
            return Ok(());
        }
        let known = self.decided(cells);
        let mut open = cells.to_vec();
        open.retain(|&cell| self.is_open(cell));
        let candidates: Vec<Digits> = open.iter().map(|&cell| self.candidates(cell)).collect();
        let sets = sums::sets(total, known, &candidates);
        // One cell has been reduced to the digits that fit, and none leaves nothing to say unless
        // the total is wrong.
        let says_little = open.len() <= 1 || sets.len() > MAX_DERIVED_SETS;
        if derived && !sets.is_empty() && says_little {
            return Ok(());
        }
        let digits = if self.known.in_full {
            self.all()
        } else {
            sets.iter().copied().collect()
        };
        let items = self.digit_items(&open, digits, true, name);
        if sets.len() != 1 || self.known.in_full {
            let chosen = self.item(true, || format!("the set of {name}"));
            for set in sets {
                let absent = items.iter().filter(|&&(digit, _)| !set.has(digit));
                let absent = absent.map(|&(_, item)| item);
                self.builder.option(P::from(&[]), absent.chain([chosen]));
            }
        }
        Ok(())
    }

    /// Whoever has decided a cell has taken the digits that do not go with it from the other.
    fn relation(&mut self, [one, other]: [Cell; 2], table: &Table, name: Subject) {
        let bad = self.candidates(one).digits().map(|digit| {
            let bad = self.candidates(other) - table.partners(digit);
            (digit, bad)
        });
        let bad: Vec<(u8, Digits)> = bad.filter(|(_, bad)| !bad.is_empty()).collect();
        for (digit, bad) in bad {
            let item = self.item(false, || {
                format!("{name} allows {digit} in {one} beside {other}")
            });
            self.items_of[one.index()].push((digit, item.into()));
            let bad = bad.digits().map(|digit| (digit, item.into()));
            self.items_of[other.index()].extend(bad);
        }
    }

    /// The digits of the cells are accepted.
    fn automaton(&mut self, cells: &[Cell], automaton: &Automaton, name: Subject) {
        let cells: Vec<_> = cells.iter().map(|&cell| self.reading(cell)).collect();
        self.read(&cells, automaton, None, &|| name.to_string());
    }

    /// How automata read a cell.
    fn reading(&mut self, cell: Cell) -> Reading {
        Reading {
            name: cell.to_string(),
            item: self.digit_of(cell),
            digits: self.candidates(cell),
        }
    }

    /// Each cell is read once, from the state that the cell before has led to. What is not accepted
    /// has no options, unless the verdict goes to an `end`.
    fn read(
        &mut self,
        cells: &[Reading],
        automaton: &Automaton,
        end: Option<ItemId>,
        name: &dyn Fn() -> String,
    ) {
        let steps: Box<dyn Iterator<Item = _>> = match end {
            None => Box::new(automaton.arrows()),
            Some(_) => Box::new(automaton.verdicts()),
        };
        let mut before: Option<ItemId> = None;
        for (k, (cell, arrows)) in cells.iter().zip(steps).enumerate() {
            let reads = self.item(true, || format!("{} reads {}", name(), cell.name));
            let after = if k + 1 == cells.len() {
                end
            } else {
                Some(self.item(false, || format!("{} after {}", name(), cell.name)))
            };
            for (from, digit, to) in arrows {
                if cell.digits.has(digit) {
                    let colored = |item: Option<ItemId>, color: usize| {
                        item.map(|item| item.color(Color::new(color as u32)))
                    };
                    let mut entries = vec![Entry::from(reads)];
                    entries.extend(colored(cell.item, digit.into()));
                    entries.extend(colored(before, from));
                    entries.extend(colored(after, to));
                    self.builder.option(P::from(&[]), entries);
                }
            }
            before = after;
        }
    }

    /// Every part of every case gets a verdict, and an automaton reads these. So a grid has one
    /// cover, however many of its cases hold. One has to, unless the verdict on all goes to an
    /// `end`.
    fn any_of(&mut self, cases: &[Vec<Part>], end: Option<ItemId>, name: &dyn Fn() -> String) {
        let mut verdicts: Vec<Reading> = Vec::new();
        // After how many verdicts a case is over.
        let mut ends = Vec::new();
        for (case, parts) in (1..).zip(cases) {
            for (number, part) in (1..).zip(parts) {
                let name = || format!("{}, case {case}, part {number}", name());
                verdicts.push(self.verdict(part, &name));
            }
            if parts.is_empty() {
                verdicts.push(Reading::known(true));
            }
            ends.push(verdicts.len());
        }
        if cases.is_empty() {
            verdicts.push(Reading::known(false));
        }
        let read = |&(count, case, any): &(usize, bool, bool), verdict| {
            let (count, case) = (count + 1, case && verdict == HOLDS);
            let is_over = ends.contains(&count);
            Some((count, case || is_over, any || case && is_over))
        };
        let start = (0, true, false);
        let automaton = Automaton::new(
            Digits::up_to(2),
            verdicts.len(),
            start,
            read,
            |&(.., any)| any,
        );
        self.read(&verdicts, &automaton, end, name);
    }

    /// Whether a part of a case holds, as a digit.
    fn verdict(&mut self, part: &Part, name: &dyn Fn() -> String) -> Reading {
        let verdict = self.item(false, || format!("the verdict on {}", name()));
        match (part, part.to_automaton(self.all())) {
            (Part::AnyOf(cases), _) => self.any_of(cases, Some(verdict), name),
            (Part::Ranked(ranked), _) => {
                let cases = [ranked.spelled_out(self.model.shape())];
                self.any_of(&cases, Some(verdict), name);
            }
            (_, Some((cells, automaton))) => {
                let cells: Vec<_> = cells.iter().map(|&cell| self.reading(cell)).collect();
                self.read(&cells, &automaton, Some(verdict), name);
            }
            // It has no cells.
            (_, None) => return Reading::known(part.total().map_or(true, |(_, total)| total == 0)),
        }
        Reading {
            name: name(),
            item: Some(verdict),
            digits: Digits::up_to(2),
        }
    }

    /// The item whose color is the digit of a cell, unless that is decided.
    fn digit_of(&mut self, cell: Cell) -> Option<ItemId> {
        let known = self.digit_of[cell.index()];
        if known.is_some() || !self.is_open(cell) {
            return known;
        }
        let item = self.item(false, || format!("the digit of {cell}"));
        let digits = self.candidates(cell).digits();
        let digits = digits.map(|digit| (digit, item.color(Color::new(digit.into()))));
        self.items_of[cell.index()].extend(digits);
        self.digit_of[cell.index()] = Some(item);
        Some(item)
    }

    /// The options that put digits on the board.
    fn places(&mut self) {
        let tiling = self.model.tiling();
        let alone = |cell| tiling.map_or(true, |tiling| tiling.singles().contains(&cell));
        for cell in self.model.shape().cells().filter(|&cell| alone(cell)) {
            if self.is_open(cell) {
                for digit in self.candidates(cell).digits() {
                    self.place(&[(cell, digit)], None);
                }
            }
        }
        if let Some(tiling) = tiling {
            self.dominoes(tiling);
        }
    }

    /// An option that puts these digits on the board, unless one of them cannot be.
    fn place(&mut self, placement: &[(Cell, u8)], domino: Option<ItemId>) {
        let mut items: Vec<Entry> = Vec::new();
        for &(cell, digit) in placement {
            let given = self.model.givens().get(cell);
            if !self.candidates(cell).has(digit) || given.map_or(false, |given| given != digit) {
                return;
            }
            let own = self.items_of[cell.index()].iter();
            for &(_, item) in own.filter(|&&(its, _)| its == digit) {
                // Both cells of a relation, with digits that do not go together.
                if items.contains(&item) {
                    return;
                }
                items.push(item);
            }
        }
        items.extend(domino.map(Entry::from));
        self.builder.option(P::from(placement), items);
    }

    /// An option for each place and orientation of each domino.
    fn dominoes(&mut self, tiling: &Tiling) {
        let shape = self.model.shape();
        let pairs = self.all().digits();
        let pairs = pairs.flat_map(|low| self.all().digits().map(move |high| (low, high)));
        let pairs: Vec<(u8, u8)> = pairs.filter(|(low, high)| low < high).collect();
        let mut open: Vec<((u8, u8), ItemId)> = Vec::new();
        for (low, high) in pairs {
            let has =
                |placed: &&Domino| placed.digits.contains(&low) && placed.digits.contains(&high);
            let known = tiling.placed().iter().find(has);
            // If its cells are decided, there is nothing left to choose.
            match known.map(|domino| (domino.cells, domino.digits)) {
                None => {
                    let item = self.item(true, || format!("domino {low} {high}"));
                    open.push(((low, high), item));
                }
                Some(([a, b], [at_a, at_b])) if self.is_open(a) => {
                    let item = self.item(true, || format!("domino {low} {high}"));
                    self.place(&[(a, at_a), (b, at_b)], Some(item));
                }
                Some(_) => {}
            }
        }
        let tiled: Vec<bool> = shape.cells().map(|cell| tiling.is_open(cell)).collect();
        for a in shape.cells().filter(|cell| tiled[cell.index()]) {
            let right = shape.try_cell(a.row(), a.column() + 1);
            let below = shape.try_cell(a.row() + 1, a.column());
            let neighbors = right.into_iter().chain(below);
            for b in neighbors.filter(|cell| tiled[cell.index()]) {
                for &((low, high), domino) in &open {
                    self.place(&[(a, low), (b, high)], Some(domino));
                    self.place(&[(a, high), (b, low)], Some(domino));
                }
            }
        }
    }
}
