//! What the rules beside the houses say, and what follows from houses and sums together.

use super::candidates::Board;
use super::{Candidates, Equation, Technique};
use crate::board::set::{elements, has, insert, words};
use crate::board::{Cell, Digits, House, HouseKind};
use crate::model::{Model, Subject};
use crate::parts::area::{consequences, Set, MAX_CELLS};
use crate::parts::{clamped, sums, Automaton, Part, Table};
use crate::solve::candidates::{Filter, Filters};

/// Something that is known about the digits of some cells.
pub(super) struct Clue {
    technique: Technique,
    /// The rules that say it, none if it is the board.
    pub(super) rules: Vec<Subject>,
    /// The houses that say it with them.
    pub(super) houses: Vec<HouseKind>,
    pub(super) cells: Vec<Cell>,
    pub(super) says: Says,
}

pub(super) enum Says {
    /// Which digits of two cells go together, seen from each.
    Relation([Table; 2]),
    /// The cells are read one after the other.
    Line(Filter),
    /// Of several cases, each with automata for some of the cells, one at least holds.
    AnyOf(Vec<Vec<(Vec<Cell>, Automaton)>>),
    /// The first so many cells add up to so much more than the others.
    Sum {
        plus: usize,
        total: i32,
        /// None if no digits have that.
        filter: Option<Filter>,
    },
}

impl Clue {
    /// What its steps are called.
    pub(super) fn techniques(&self) -> &[Technique] {
        match self.technique {
            Technique::Combination => &[Technique::Combination, Technique::RequiredDigit],
            _ => core::slice::from_ref(&self.technique),
        }
    }

    /// What the clue leaves of the digits of all cells; `None` if nothing fits.
    pub(super) fn filter(&self, board: &Board, digits: &[Digits]) -> Option<Vec<Digits>> {
        let mut own: Vec<Digits> = self.cells.iter().map(|cell| digits[cell.index()]).collect();
        match &self.says {
            Says::Sum { filter, .. } => return filter.as_ref()?.run(&board.filters, digits),
            Says::Line(filter) => return filter.run(&board.filters, digits),
            Says::AnyOf(cases) => {
                let cases = cases.iter().filter_map(|case| filter_case(case, digits));
                let cases: Vec<Vec<Digits>> = cases.collect();
                for (cell, own) in self.cells.iter().zip(&mut own) {
                    *own = cases.iter().map(|left| left[cell.index()]).collect();
                }
            }
            Says::Relation(tables) => {
                let goes = |k: usize, digit| tables[k].partners(digit).intersects(own[1 - k]);
                let left = |k: usize| own[k].digits().filter(|&digit| goes(k, digit)).collect();
                own = vec![left(0), left(1)];
            }
        }
        let mut left = digits.to_vec();
        for (cell, own) in self.cells.iter().zip(own) {
            left[cell.index()] = Some(own).filter(|own| !own.is_empty())?;
        }
        Some(left)
    }

    /// What is left of a sum.
    pub(super) fn equation(&self, position: &Candidates) -> Option<Equation> {
        let (plus, mut total) = match self.says {
            Says::Sum { plus, total, .. } => (plus, total),
            _ => return None,
        };
        let mut sides = [Vec::new(), Vec::new()];
        for (k, &cell) in self.cells.iter().enumerate() {
            let minus = k >= plus;
            match position.grid().get(cell) {
                None => sides[usize::from(minus)].push(cell),
                Some(digit) if minus => total += i32::from(digit),
                Some(digit) => total -= i32::from(digit),
            }
        }
        let [plus, minus] = sides;
        let mut equation = Equation {
            combinations: Vec::new(),
            plus,
            minus,
            total,
        };
        let all = position.grid().shape().digits();
        let board = &position.board;
        if equation.minus.is_empty()
            && all_differ(&equation.plus, |a, b| board.sees(a, b))
            && !sums::has_many_sets(all, equation.plus.len())
            && equation.plus.len() <= 9
        {
            let candidates: Vec<Digits> = equation
                .plus
                .iter()
                .map(|&cell| position.get(cell))
                .collect();
            let mut sets = sums::sets(total, Digits::empty(), &candidates);
            if sets.len() <= 12 {
                sets.retain(|&set| fills(&candidates, set));
                equation.combinations = sets;
            }
        }
        Some(equation)
    }
}

/// What several automata leave of the digits of all cells; `None` if nothing fits.
fn filter_case(case: &[(Vec<Cell>, Automaton)], digits: &[Digits]) -> Option<Vec<Digits>> {
    let mut left = digits.to_vec();
    loop {
        let before = left.clone();
        for (cells, automaton) in case {
            let mut own: Vec<Digits> = cells.iter().map(|cell| left[cell.index()]).collect();
            automaton.filter(&mut own);
            for (cell, own) in cells.iter().zip(own) {
                left[cell.index()] = Some(own).filter(|own| !own.is_empty())?;
            }
        }
        if left == before {
            return Some(left);
        }
    }
}

/// Whether the digits can be put into these cells, one into each.
fn fills(cells: &[Digits], digits: Digits) -> bool {
    let (first, rest) = match cells.split_first() {
        None => return true,
        Some(split) => split,
    };
    let mut tries = (*first & digits).digits();
    tries.any(|digit| fills(rest, digits - Digits::single(digit)))
}

/// All clues of a model: its parts, and the rule of 45.
pub(super) fn clues(model: &Model, filters: &Filters) -> Vec<Clue> {
    let mut clues = Vec::new();
    for (rule, part) in model.named_parts() {
        match part {
            Part::Ranked(ranked) => {
                for part in ranked.spelled_out(model.shape()) {
                    clues.extend(clue(model, filters, rule, &part));
                }
            }
            _ => clues.extend(clue(model, filters, rule, part)),
        }
    }
    add_consequences(model, filters, &mut clues);
    clues
}

/// What a part says beside the houses.
fn clue(model: &Model, filters: &Filters, rule: Subject, part: &Part) -> Option<Clue> {
    let (technique, cells, says) = match part {
        Part::House(_) | Part::AllDifferent(_) | Part::Ranked(_) | Part::Tiling(_) => {
            return None;
        }
        Part::Relation { cells, table } => {
            let tables = [table.clone(), table.turned()];
            (Technique::Partner, cells.to_vec(), Says::Relation(tables))
        }
        Part::Linear { terms, total } => {
            let says = Says::Line(filters.linear(terms, *total));
            (Technique::Line, part.cells(), says)
        }
        Part::Automaton { cells, automaton } => {
            let says = Says::Line(filters.line(automaton, cells));
            (Technique::Line, cells.clone(), says)
        }
        // What is too large to write down says nothing here.
        Part::AnyOf(_) if !part.has_cover(model.shape()) => return None,
        Part::AnyOf(cases) => {
            let all = model.shape().digits();
            let automata = |case: &Vec<Part>| {
                let automata = case.iter().filter_map(|part| part.to_automaton(all));
                automata.collect()
            };
            let mut cells = part.cells();
            cells.sort();
            cells.dedup();
            let says = Says::AnyOf(cases.iter().map(automata).collect());
            (Technique::Line, cells, says)
        }
        Part::DigitSets { .. } | Part::Sum { .. } => {
            let (plus, minus, total) = match (part, part.total()) {
                (_, Some((cells, total))) => (cells, &[][..], total),
                (Part::Sum { plus, minus, total }, None) => (&plus[..], &minus[..], *total),
                _ => return None,
            };
            let says = sum(filters, plus, minus, clamped(total));
            let technique = match minus.is_empty() && all_differ(plus, |a, b| model.sees(a, b)) {
                true => Technique::Combination,
                false => Technique::Sum,
            };
            (technique, [plus, minus].concat(), says)
        }
    };
    Some(Clue {
        technique,
        rules: vec![rule],
        houses: Vec::new(),
        cells,
        says,
    })
}

/// The rule of 45.
fn add_consequences(model: &Model, filters: &Filters, clues: &mut Vec<Clue>) {
    let cells = |set: &Set| -> Vec<Cell> {
        elements(set)
            .map(|cell| model.shape().cell_at(cell))
            .collect()
    };
    // If something does not fit, the clues that are there by then show it.
    let _ = consequences(model, MAX_CELLS, |houses, plus, minus, total| {
        let rules = counted(model, houses, plus);
        if rules.is_empty() {
            return Some(());
        }
        let (plus, minus) = (cells(plus), cells(minus));
        let technique = match houses.len() {
            1 => Technique::InnieOutie,
            _ => Technique::InnieOutieOfSeveral,
        };
        clues.push(Clue {
            technique,
            rules,
            houses: houses.iter().map(|house| house.kind()).collect(),
            says: sum(filters, &plus, &minus, total),
            cells: [plus, minus].concat(),
        });
        Some(())
    });
}

fn sum(filters: &Filters, plus: &[Cell], minus: &[Cell], total: i32) -> Says {
    Says::Sum {
        plus: plus.len(),
        total,
        filter: filters.sum(plus, minus, total),
    }
}

/// The rules whose totals count in what some houses say of the cells of `plus`: those that have
/// cells of the houses, unless they are there to be known.
fn counted(model: &Model, houses: &[&House], plus: &Set) -> Vec<Subject> {
    let mut left = Set::from_elem(0, words(model.shape().cell_count()));
    let area = houses.iter().flat_map(|house| house.cells());
    area.for_each(|cell| insert(&mut left, cell.index()));
    let mut rules = Vec::new();
    let totals = model.named_parts();
    for (rule, cells) in totals.filter_map(|(rule, part)| Some((rule, part.total()?.0))) {
        let inside: Vec<usize> = cells.iter().map(|cell| cell.index()).collect();
        let inside: Vec<usize> = inside
            .into_iter()
            .filter(|&cell| has(&left, cell))
            .collect();
        if inside.iter().any(|&cell| !has(plus, cell)) {
            rules.push(rule);
        }
        // Of sums that share cells, only the first counts.
        inside
            .iter()
            .for_each(|&cell| left[cell / 64] &= !(1 << (cell % 64)));
    }
    rules
}

fn all_differ(cells: &[Cell], sees: impl Fn(Cell, Cell) -> bool) -> bool {
    let mut pairs = cells.iter().enumerate();
    pairs.all(|(k, &a)| cells[..k].iter().all(|&b| sees(a, b)))
}
