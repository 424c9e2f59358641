//! The place of a row or column among the others, by the numbers that they show.

use super::{Automaton, Part};
use crate::board::{Cell, Digits, Shape};
use std::collections::HashMap;

/// A line of cells as a number, and how many others are smaller: what
/// [`FullRank`](crate::rules::FullRank) says of a clue, and makes alone.
///
/// The line begins with a certain digit. On each of several sides one line begins with the same
/// digit; on as many sides as this says it is a smaller number, on the others a greater one. All
/// are whole rows and columns, so that digits differ in each of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranked {
    line: Vec<Cell>,
    first: u8,
    sides: Vec<Vec<Vec<Cell>>>,
    smaller: usize,
    may_tie: bool,
}

impl Ranked {
    pub(crate) fn new(
        line: Vec<Cell>,
        first: u8,
        sides: Vec<Vec<Vec<Cell>>>,
        smaller: usize,
        may_tie: bool,
    ) -> Ranked {
        Ranked {
            line,
            first,
            sides,
            smaller,
            may_tie,
        }
    }

    /// The number.
    #[must_use]
    pub fn line(&self) -> &[Cell] {
        &self.line
    }

    /// Its first digit.
    #[must_use]
    pub fn first(&self) -> u8 {
        self.first
    }

    /// The numbers that it is compared with, by the side of the board where they begin.
    #[must_use]
    pub fn sides(&self) -> &[Vec<Vec<Cell>>] {
        &self.sides
    }

    /// On how many of the sides the number with the same first digit is smaller.
    #[must_use]
    pub fn smaller(&self) -> usize {
        self.smaller
    }

    /// Whether one that is not smaller may be equal.
    #[must_use]
    pub fn may_tie(&self) -> bool {
        self.may_tie
    }

    pub(crate) fn cells(&self) -> Vec<Cell> {
        let others = self.sides.iter().flatten().flatten();
        // Each by its place: they are in several lines, and to sort so many takes long.
        let mut cells = Vec::new();
        for &cell in self.line.iter().chain(others) {
            if cells.len() <= cell.index() {
                cells.resize(cell.index() + 1, None);
            }
            cells[cell.index()] = Some(cell);
        }
        cells.into_iter().flatten().collect()
    }

    /// The same by parts that say less each: alternatives of sides, and on each of them of lines.
    pub(crate) fn spelled_out(&self, shape: Shape) -> Vec<Part> {
        let mut compare = Comparisons::new(shape);
        let begins = |cell| {
            let read = |_: &(), digit| (digit == self.first).then_some(());
            Part::automaton(vec![cell], shape, (), read, |_| true)
        };
        let more = match self.may_tie {
            true => Compared::NotLess,
            false => Compared::Greater,
        };
        let mut cases = Vec::new();
        for less in 0..1u32 << self.sides.len() {
            if less.count_ones() as usize != self.smaller {
                continue;
            }
            let mut case = Vec::new();
            for (k, lines) in self.sides.iter().enumerate() {
                let what = if less >> k & 1 == 1 {
                    Compared::Less
                } else {
                    more
                };
                let places = lines.iter().map(|other| {
                    let mut place = vec![begins(other[0])];
                    place.extend(compare.part(what, other, &self.line));
                    place
                });
                case.push(Part::any_of(places.collect(), shape));
            }
            cases.push(case);
        }
        let mut parts = vec![begins(self.line[0])];
        match cases.pop() {
            Some(case) if cases.is_empty() => parts.extend(case),
            last => {
                cases.extend(last);
                parts.push(Part::any_of(cases, shape));
            }
        }
        parts
    }

    /// About as many arrows as the automata of its parts have together.
    pub(crate) fn arrows(&self, digits: usize) -> usize {
        let line = self.line.len() * digits * (digits + 3);
        let lines: usize = self.sides.iter().map(Vec::len).sum();
        let cases = (0..1u32 << self.sides.len())
            .filter(|less| less.count_ones() as usize == self.smaller)
            .count();
        line * lines * cases
    }
}

/// How a number compares with another that begins with the same digit.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Compared {
    Less,
    /// Greater, or equal in the end.
    NotLess,
    Greater,
    Different,
}

impl Compared {
    /// What comparing two digits decides.
    fn holds(self, one: u8, other: u8) -> bool {
        match self {
            Compared::Less => one < other,
            Compared::NotLess | Compared::Greater => one > other,
            Compared::Different => one != other,
        }
    }
}

/// The cells of two whole rows or columns that decide which number is less, pair by pair, and
/// whether these can be equal.
///
/// A cell where a row and a column cross says nothing if it has the same place in both. If not, the
/// numbers differ where the first of them comes to it: the other has its digit later, and none
/// twice.
pub(crate) fn pairs(one: &[Cell], other: &[Cell]) -> (Vec<[Cell; 2]>, bool) {
    let mut pairs: Vec<[Cell; 2]> = Vec::new();
    for (&a, &b) in one.iter().zip(other).filter(|(a, b)| a != b) {
        pairs.push([a, b]);
        if other.contains(&a) || one.contains(&b) {
            return (pairs, false);
        }
    }
    (pairs, true)
}

/// Makes the parts that compare numbers; there are few different automata.
pub(crate) struct Comparisons {
    digits: Digits,
    automata: HashMap<(Compared, usize, bool), Automaton>,
}

impl Comparisons {
    pub(crate) fn new(shape: Shape) -> Comparisons {
        Comparisons {
            digits: shape.digits(),
            automata: HashMap::new(),
        }
    }

    /// One number compared with another; `None` if it is always so.
    pub(crate) fn part(&mut self, what: Compared, one: &[Cell], other: &[Cell]) -> Option<Part> {
        let (pairs, may_tie) = pairs(one, other);
        if what == Compared::Different && !may_tie {
            return None;
        }
        let (all, length) = (self.digits, 2 * pairs.len());
        let ties = may_tie && what == Compared::NotLess;
        let automaton = self
            .automata
            .entry((what, length, ties))
            .or_insert_with(|| {
                // While all pairs are equal it is nothing, or the first digit of a pair.
                let decided = u8::MAX;
                let read = |&state: &Option<u8>, digit: u8| match state {
                    None => Some(Some(digit)),
                    Some(first) if first == digit => Some(None),
                    Some(first) if first == decided || what.holds(first, digit) => {
                        Some(Some(decided))
                    }
                    Some(_) => None,
                };
                let end = |&state: &Option<u8>| state == Some(decided) || ties;
                Automaton::new(all, length, None, read, end)
            });
        let (cells, automaton) = (pairs.concat(), automaton.clone());
        Some(Part::Automaton { cells, automaton })
    }
}
