//! Deductions on random positions: none contradicts the solution, and plain code finds no others.

#[path = "common/positions.rs"]
mod positions;

use fastrand::Rng;
use positions::{models, random_position, rounds, with_givens};
use std::collections::BTreeSet;
use sudoku_model::deduce::{Candidates, PathEnd, Step, Technique};
use sudoku_model::{Cell, Digits, Grid, House, HouseKind, Model};

/// The techniques that find their steps in single houses; `tests/rules` has the others.
fn of_houses() -> Vec<Technique> {
    let mut techniques = Technique::ALL.to_vec();
    techniques.retain(|technique| {
        !matches!(
            technique,
            Technique::Partner
                | Technique::Combination
                | Technique::RequiredDigit
                | Technique::InnieOutie
                | Technique::Sum
                | Technique::Line
                | Technique::InnieOutieOfSeveral
                | Technique::ForcingChain
        )
    });
    techniques
}

/// Panics if the step contradicts the solution, or does nothing.
fn check(step: &Step, before: &Candidates, solution: &Grid) {
    for &(cell, digits) in &step.remove {
        assert!(
            !digits.is_empty() && before.get(cell).contains(digits),
            "{step}"
        );
        assert!(
            !digits.has(solution.get(cell).expect("a digit")),
            "{step}\n{before:?}\n{solution}"
        );
    }
    assert!(
        step.remove.windows(2).all(|pair| pair[0].0 < pair[1].0),
        "{step}"
    );
    match step.place {
        Some((cell, digit)) => {
            assert_eq!(
                solution.get(cell),
                Some(digit),
                "{step}\n{before:?}\n{solution}"
            );
            assert_eq!(before.grid().get(cell), None);
        }
        None => assert!(!step.remove.is_empty(), "{step}"),
    }
}

#[test]
fn no_step_contradicts_a_solution() {
    let mut rng = Rng::with_seed(6);
    let techniques = of_houses();
    let mut found = vec![0; techniques.len()];
    let models = models(&mut rng);
    for (round, (model, solution)) in rounds(&models, 200).enumerate() {
        let position = random_position(model, solution, &mut rng);
        for (&technique, found) in techniques.iter().zip(&mut found) {
            for step in position.steps(technique) {
                assert_eq!(step.technique, technique);
                check(&step, &position, solution);
                *found += 1;
            }
        }
        if round % 20 == 0 {
            let path = position.clone().path(&techniques);
            let mut position = position;
            for step in &path.steps {
                check(step, &position, solution);
                position.apply(step).expect("nothing is wrong");
            }
            assert_eq!(position, path.rest);
            assert_eq!(path.end == PathEnd::Solved, position.grid() == solution);
        }
    }
    for (technique, found) in techniques.iter().zip(found) {
        assert!(found > 500, "{technique}: {found}");
    }
}

/// What singles there are, by plain loops over all houses.
fn naive_singles(model: &Model, position: &Candidates) -> [BTreeSet<(usize, u8)>; 2] {
    let shape = model.shape();
    let digits = shape.digits();
    let can = |cell: Cell, digit: u8| {
        let taken = |house: &House| {
            let cells = house.cells();
            cells.contains(&cell)
                && cells
                    .iter()
                    .any(|&other| position.grid().get(other) == Some(digit))
        };
        position.grid().get(cell).is_none() && !model.houses().any(taken)
    };
    let naked = shape.cells().filter_map(|cell| {
        let mut fits = digits.digits().filter(|&digit| can(cell, digit));
        Some((cell.index(), fits.next()?)).filter(|_| fits.next().is_none())
    });
    let full = model
        .houses()
        .filter(|house| house.cells().len() == digits.len());
    let pairs = full.flat_map(|house| digits.digits().map(move |digit| (house, digit)));
    let hidden = pairs.filter_map(|(house, digit)| {
        let mut places = house.cells().iter().filter(|&&cell| can(cell, digit));
        Some((places.next()?.index(), digit)).filter(|_| places.next().is_none())
    });
    [naked.collect(), hidden.collect()]
}

#[test]
fn no_single_is_missed() {
    let mut rng = Rng::with_seed(7);
    let models = models(&mut rng);
    let mut found = 0;
    for (model, solution) in rounds(&models, 80) {
        let mut givens = Grid::empty(model.shape());
        let share = rng.f64();
        for (cell, digit) in solution.filled().filter(|_| rng.f64() < share) {
            givens.set(cell, digit);
        }
        let position = with_givens(model, &givens);
        let singles = |technique| -> BTreeSet<(usize, u8)> {
            let steps = position.steps(technique).into_iter();
            steps
                .filter_map(|step| step.place)
                .map(|(cell, digit)| (cell.index(), digit))
                .collect()
        };
        let [naked, hidden] = naive_singles(model, &position);
        found += naked.len() + hidden.len();
        assert_eq!(singles(Technique::NakedSingle), naked);
        assert_eq!(singles(Technique::HiddenSingle), hidden);
    }
    assert!(found > 10_000, "{found}");
}

/// What a technique removes, by trying all sets of cells, digits or lines.
fn naive_removals(
    model: &Model,
    position: &Candidates,
    technique: Technique,
) -> BTreeSet<(Cell, u8)> {
    let mut removed = BTreeSet::new();
    let mut remove = |cell: Cell, digits: Digits| {
        let gone = (digits & position.get(cell)).digits();
        removed.extend(gone.map(|digit| (cell, digit)));
    };
    let all = model.shape().digits();
    let is_full = |house: &House| house.cells().len() == all.len();
    let size = match technique {
        Technique::NakedPair | Technique::HiddenPair | Technique::XWing => 2,
        Technique::NakedTriple | Technique::HiddenTriple | Technique::Swordfish => 3,
        _ => 4,
    };
    let is_line = |house: &House| matches!(house.kind(), HouseKind::Row(_) | HouseKind::Column(_));
    let places = |house: &House, digit: u8| -> Vec<Cell> {
        let cells = house.cells().iter().copied();
        cells
            .filter(|&cell| position.get(cell).has(digit))
            .collect()
    };
    match technique {
        Technique::Pointing | Technique::Claiming => {
            let full = model.houses().filter(|house| is_full(house));
            for house in full.filter(|house| is_line(house) == (technique == Technique::Claiming)) {
                for digit in all.digits() {
                    let places = places(house, digit);
                    let holds =
                        |other: &&House| places.iter().all(|cell| other.cells().contains(cell));
                    for other in model.houses().filter(holds).filter(|_| !places.is_empty()) {
                        let rest = other
                            .cells()
                            .iter()
                            .filter(|cell| !house.cells().contains(cell));
                        rest.for_each(|&cell| remove(cell, Digits::single(digit)));
                    }
                }
            }
        }
        Technique::CommonPeer => {
            let seen = |a| model.shape().cells().filter(move |&b| model.sees(a, b));
            let seen: Vec<BTreeSet<Cell>> =
                model.shape().cells().map(|a| seen(a).collect()).collect();
            for house in model.houses().filter(|house| is_full(house)) {
                for digit in all.digits() {
                    let places = places(house, digit);
                    let (first, rest) = match places.split_first() {
                        Some(split) => split,
                        None => continue,
                    };
                    let mut common = seen[first.index()].clone();
                    common
                        .retain(|cell| rest.iter().all(|place| seen[place.index()].contains(cell)));
                    common
                        .into_iter()
                        .for_each(|cell| remove(cell, Digits::single(digit)));
                }
            }
        }
        Technique::NakedPair | Technique::NakedTriple | Technique::NakedQuad => {
            for house in model.houses() {
                for chosen in choices(house.cells(), size) {
                    let union: Digits = chosen.iter().map(|&cell| position.get(cell)).collect();
                    if union.len() == size
                        && chosen.iter().all(|&cell| position.get(cell).len() > 1)
                    {
                        let rest = house.cells().iter().filter(|cell| !chosen.contains(cell));
                        rest.for_each(|&cell| remove(cell, union));
                    }
                }
            }
        }
        Technique::HiddenPair | Technique::HiddenTriple | Technique::HiddenQuad => {
            let full = model.houses().filter(|house| is_full(house));
            for house in full {
                for digits in choices(&all.digits().collect::<Vec<_>>(), size) {
                    let all_places = digits.iter().flat_map(|&digit| places(house, digit));
                    let cells: BTreeSet<Cell> = all_places.collect();
                    if cells.len() == size
                        && digits.iter().all(|&digit| places(house, digit).len() > 1)
                    {
                        let others = all - digits.into_iter().collect::<Digits>();
                        cells.into_iter().for_each(|cell| remove(cell, others));
                    }
                }
            }
        }
        Technique::XWing | Technique::Swordfish | Technique::Jellyfish => {
            let (rows, columns) = (model.shape().rows(), model.shape().columns());
            let (rows, columns): (Vec<House>, Vec<House>) = (rows.collect(), columns.collect());
            for (bases, covers) in [(&rows, &columns), (&columns, &rows)] {
                let bases: Vec<&House> = bases.iter().filter(|base| is_full(base)).collect();
                for (digit, chosen) in all
                    .digits()
                    .flat_map(|digit| choices(&bases, size).into_iter().map(move |it| (digit, it)))
                {
                    let cells: Vec<Cell> =
                        chosen.iter().flat_map(|base| places(base, digit)).collect();
                    let covers = covers
                        .iter()
                        .filter(|cover| cells.iter().any(|cell| cover.cells().contains(cell)));
                    let covers: Vec<&House> = covers.collect();
                    if covers.len() == size
                        && chosen.iter().all(|base| places(base, digit).len() > 1)
                    {
                        let rest = covers
                            .iter()
                            .flat_map(|cover| cover.cells())
                            .filter(|cell| !cells.contains(cell));
                        rest.for_each(|&cell| remove(cell, Digits::single(digit)));
                    }
                }
            }
        }
        Technique::XyWing => {
            let pairs = model
                .shape()
                .cells()
                .filter(|&cell| position.get(cell).len() == 2);
            let pairs: Vec<Cell> = pairs.collect();
            for three in choices(&pairs, 3) {
                for k in 0..3 {
                    let (pivot, a, b) = (three[k], three[(k + 1) % 3], three[(k + 2) % 3]);
                    let common = position.get(a) & position.get(b);
                    let others = (position.get(a) | position.get(b)) - common;
                    if model.sees(pivot, a)
                        && model.sees(pivot, b)
                        && common.len() == 1
                        && others == position.get(pivot)
                    {
                        let seen = model
                            .shape()
                            .cells()
                            .filter(|&cell| model.sees(cell, a) && model.sees(cell, b));
                        seen.for_each(|cell| remove(cell, common));
                    }
                }
            }
        }
        other => unreachable!("{other} removes nothing by itself"),
    }
    removed
}

/// Every choice of so many of the things.
fn choices<T: Clone>(things: &[T], size: usize) -> Vec<Vec<T>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let starting_at = |k: usize| {
        let rest = choices(&things[k + 1..], size - 1).into_iter();
        rest.map(move |rest| [&things[k..=k], &rest].concat())
    };
    (0..things.len()).flat_map(starting_at).collect()
}

#[test]
fn no_removal_is_missed() {
    let mut rng = Rng::with_seed(9);
    let models = models(&mut rng);
    let small = models.iter().filter(|(model, _)| model.shape().side() <= 9);
    let techniques = of_houses();
    let mut found = vec![0; techniques.len()];
    for (model, solution) in small.flat_map(|entry| vec![entry; 12]) {
        let position = random_position(model, solution, &mut rng);
        for (&technique, found) in techniques.iter().zip(&mut found).skip(2) {
            let steps = position.steps(technique);
            let removed = steps.iter().flat_map(|step| &step.remove);
            let removed =
                removed.flat_map(|&(cell, digits)| digits.digits().map(move |digit| (cell, digit)));
            let removed: BTreeSet<(Cell, u8)> = removed.collect();
            *found += removed.len();
            assert_eq!(
                removed,
                naive_removals(model, &position, technique),
                "{technique}\n{position}"
            );
        }
    }
    assert!(found.iter().skip(2).all(|&found| found > 50), "{found:?}");
}

#[test]
fn the_same_position_gives_the_same_step() {
    let mut rng = Rng::with_seed(8);
    for (model, solution) in models(&mut rng) {
        let position = random_position(&model, &solution, &mut rng);
        let techniques = of_houses();
        assert_eq!(
            position.next_step(&techniques),
            position.clone().next_step(&techniques)
        );
        for technique in techniques {
            assert_eq!(
                position.next_step(&[technique]).as_ref(),
                position.steps(technique).first()
            );
        }
    }
}
