//! The rule of 45 on totals that overlap, which rules of users may have; filters that are exact.

use super::area::{areas, balance, derived_totals, totals};
use super::{Automaton, Part};
use crate::board::set::elements;
use crate::board::{Cell, Digits, Grid, Shape};
use crate::model::{Broken, Model};
use crate::rules::Rule;
use exactcover::SplitMix64;

/// Totals of some cells.
struct Totals(Vec<(Vec<Cell>, i32)>);

impl Rule for Totals {
    fn name(&self) -> &'static str {
        "totals"
    }

    fn cells(&self) -> Vec<Cell> {
        self.0.iter().flat_map(|(cells, _)| cells.clone()).collect()
    }

    fn parts(&self, _shape: Shape) -> Vec<Part> {
        let parts = self.0.iter();
        parts
            .map(|(cells, total)| Part::sum(cells.clone(), *total))
            .collect()
    }

    fn verify(&self, _grid: &Grid) -> Result<(), Broken> {
        Ok(())
    }

    fn sentence(&self) -> String {
        "Totals.".into()
    }
}

/// Totals that a grid has, of neighbors in a row or a column, most of which share cells.
fn model(grid: &Grid, random: &mut SplitMix64) -> Model {
    let shape = grid.shape();
    let mut rules = Vec::new();
    for _ in 0..60 {
        let size = 2 + random.below(3);
        let along = random.below(shape.side() - size + 1);
        let across = random.below(shape.side());
        let turned = random.below(2) == 0;
        let cell = |k: usize| match turned {
            true => shape.cell(along + k, across),
            false => shape.cell(across, along + k),
        };
        let cells: Vec<Cell> = (0..size).map(cell).collect();
        let total = cells
            .iter()
            .map(|cell| i32::from(grid.digits()[cell.index()]))
            .sum();
        rules.push((cells, total));
    }
    Model::builder(shape)
        .rule(Totals(rules))
        .build()
        .expect("totals of a grid")
}

#[test]
fn what_follows_from_overlapping_totals_holds() {
    let rows = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let grid: Grid = rows.parse().expect("a grid");
    let sum = |cells: &[u64]| -> i32 {
        let digits = elements(cells).map(|cell| i32::from(grid.digits()[cell]));
        digits.sum()
    };
    let mut random = SplitMix64::new(4);
    let (mut followed, mut few) = (0, 0);
    for _ in 0..20 {
        let model = model(&grid, &mut random);
        let totals = totals(&model);
        let seen = areas(&model, |_, area, house_sum| {
            let balance = balance(&totals, area, house_sum);
            assert_eq!(sum(&balance.innies.0), balance.innies.1);
            if let Some((outies, total)) = &balance.outies {
                assert_eq!(sum(outies), *total);
                followed += 1;
            }
            let (plus, minus, total) = &balance.mixed;
            assert_eq!(sum(plus) - sum(minus), *total);
            Some(())
        });
        assert_eq!(seen, Some(()));
        for derived in derived_totals(&model) {
            let digits = derived
                .total
                .cells
                .iter()
                .map(|cell| grid.digits()[cell.index()]);
            assert_eq!(digits.map(i32::from).sum::<i32>(), derived.total.total);
            few += 1;
        }
    }
    assert!(followed > 20 && few > 20, "{followed}, {few}");
}

/// What is left are the digits of all that is accepted within the candidates, and no others.
#[test]
fn the_filter_of_an_automaton_is_exact() {
    let mut random = SplitMix64::new(11);
    let (mut some, mut none, mut wide) = (0, 0, 0);
    for k in 0..420 {
        // Most are small; in the others a set of states has more than one word.
        let (side, length, states) = match k {
            0..=399 => (4, 1 + k % 5, 1 + random.below(5)),
            _ => (9, 3, 1000),
        };
        // Where the next state is the largest digit so far, or a sum, arrows are followed together.
        let arrow = |k: usize, random: usize, from: usize, digit: usize| match k % 3 {
            0 if k < 400 => from.max(digit),
            1 if k < 400 => from + digit,
            _ => random,
        };
        let arrows: Vec<usize> = (0..side * states)
            .map(|place| arrow(k, random.below(states + 1), place / side, place % side + 1))
            .collect();
        let accepting: Vec<bool> = (0..states).map(|_| random.below(2) == 0).collect();
        let step = |&state: &usize, digit: u8| {
            let next = arrows[side * state + usize::from(digit) - 1];
            Some(next).filter(|&next| next < states)
        };
        let all = Digits::up_to(side);
        let automaton = Automaton::new(all, length, 0, step, |&state| accepting[state]);
        let mut digits: Vec<Digits> = Vec::new();
        digits.resize_with(length, || {
            Digits::from_bits_truncate(2 + 2 * random.below((1 << side) - 1) as u32)
        });
        let mut expected = vec![Digits::empty(); length];
        for number in 0..side.pow(length as u32) {
            let digit = |k: usize| (number / side.pow(k as u32) % side) as u8 + 1;
            let read: Vec<u8> = (0..length).map(digit).collect();
            let fits = read.iter().zip(&digits).all(|(&it, set)| set.has(it));
            if fits && automaton.accepts(&read) {
                let pairs = expected.iter_mut().zip(read);
                pairs.for_each(|(set, digit)| *set |= Digits::single(digit));
                some += 1;
            }
        }
        none += usize::from(expected[0].is_empty());
        wide += usize::from((0..length).any(|cell| automaton.states(cell) > 64));
        automaton.filter(&mut digits);
        assert_eq!(digits, expected, "{automaton:?}");
    }
    assert!(
        some > 100 && none > 20 && wide > 10,
        "{some}, {none}, {wide}"
    );
}

/// Also when there have been many others in between.
#[test]
fn what_is_remembered_of_automata_depends_on_all_that_they_depend_on() {
    let add = |&sum: &u32, digit| Some(sum + u32::from(digit));
    let new = |digits, length, total| Automaton::new(digits, length, 0, add, |&sum| sum == total);
    let any = |digits, length| Automaton::new(digits, length, 0, add, |_| true);
    let remembered = |rule, digits, length, total| {
        let make = move || match rule {
            "sum" => new(digits, length, total),
            _ => any(digits, length),
        };
        Automaton::remembered(digits, length, (rule, &[total]), Box::new(make))
    };
    for total in (0..40).chain(0..40) {
        for side in [4, 5] {
            for length in [2, 3] {
                let digits = Digits::up_to(side);
                assert_eq!(
                    remembered("any", digits, length, total),
                    any(digits, length)
                );
                let sum = remembered("sum", digits, length, total);
                assert_eq!(sum, new(digits, length, total));
                let never = Box::new(|| unreachable!("it was there a moment ago"));
                let again = Automaton::remembered(digits, length, ("sum", &[total]), never);
                assert_eq!(again, sum);
            }
        }
    }
}
