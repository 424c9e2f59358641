//! Deductions from rules: none removes a digit that one of the grids has.

use super::variants::{Entry, Sketch, RULES};
use super::{board, shuffled};
use fastrand::Rng;
use sudoku_model::deduce::{Candidates, PathEnd, Step, Technique};
use sudoku_model::{Builder, Cell, Digits, Grid, Model, Shape};

/// Whether a grid has no digit that the position excludes.
fn fits(grid: &Grid, position: &Candidates) -> bool {
    grid.filled()
        .all(|(cell, digit)| match position.grid().get(cell) {
            Some(placed) => placed == digit,
            None => position.get(cell).has(digit),
        })
}

/// Panics if the step does nothing, or contradicts one of the grids.
fn check(step: &Step, before: &Candidates, grids: &[&Grid]) {
    assert!(step.place.is_some() || !step.remove.is_empty(), "{step}");
    for &(cell, digits) in &step.remove {
        assert!(
            !digits.is_empty() && before.get(cell).contains(digits),
            "{step}"
        );
    }
    let keeps = |grid: &&Grid| {
        let has = |cell: Cell, digits: Digits| digits.has(grid.digits()[cell.index()]);
        let placed = step
            .place
            .map_or(true, |(cell, digit)| has(cell, Digits::single(digit)));
        placed && !step.remove.iter().any(|&(cell, digits)| has(cell, digits))
    };
    let lost = grids.iter().find(|grid| !keeps(grid));
    assert_eq!(lost, None, "{step}\n{before}");
}

/// A position in which some of the candidates are gone that a grid does not have.
fn random_position(model: &Model, grid: &Grid, rng: &mut Rng) -> Candidates {
    let mut position = Candidates::of_model(model).expect("there is a grid");
    let (placed, gone) = (rng.f64() * 0.5, rng.f64() * 0.9);
    for (cell, digit) in grid.filled() {
        if rng.f64() < placed {
            position.place(cell, digit).expect("it has this grid");
            continue;
        }
        let wrong = position.get(cell) - Digits::single(digit);
        let wrong = wrong.digits().filter(|_| rng.f64() < gone).collect();
        position.remove(cell, wrong).expect("it has this grid");
    }
    position
}

/// Cages all over a board, each of a walk over cells without a cage whose digits differ.
fn cages(builder: &mut Builder, grid: &Grid, rng: &mut Rng) {
    let shape = grid.shape();
    let mut left: Vec<Cell> = shape.cells().collect();
    while let Some(&first) = left.first() {
        let (mut cells, mut end, size) = (vec![first], first, rng.usize(2..=4));
        let mut total = 0;
        let mut digits = Digits::empty();
        loop {
            left.retain(|&cell| cell != end);
            let digit = grid.digits()[end.index()];
            digits.insert(Digits::single(digit));
            total += u32::from(digit);
            let fresh =
                |cell: &Cell| left.contains(cell) && !digits.has(grid.digits()[cell.index()]);
            match shape
                .neighbors(end)
                .find(fresh)
                .filter(|_| cells.len() < size)
            {
                Some(next) => end = next,
                None => break,
            }
            cells.push(end);
        }
        builder.cage(total, cells);
    }
}

/// Walks over so many random positions of boards of side 4 that have cages or two random rules, and
/// counts the steps of each technique there.
fn check_positions(count: u64) -> Vec<(Technique, usize)> {
    let shape = Shape::with_side(4).expect("a shape");
    let boards = [true, false].map(board);
    let mut found = vec![0; Technique::ALL.len()];
    let mut round = 0;
    for seed in 0.. {
        let rng = &mut Rng::with_seed(seed);
        let (builder, frame) = &boards[rng.usize(..2)];
        let grid = &frame[rng.usize(..frame.len())];
        let mut builder = builder.clone();
        match rng.usize(..3) {
            0 => cages(&mut builder, grid, rng),
            kinds => {
                for _ in 0..kinds {
                    let (_, add): Entry = RULES[rng.usize(..RULES.len())];
                    let cells = shuffled(shape, rng);
                    add(
                        &mut builder,
                        &mut Sketch {
                            shape,
                            cells,
                            grid,
                            rng,
                        },
                    );
                }
            }
        }
        let model = match builder.build() {
            Ok(model) => model,
            // Two rules may have nothing in common with each other.
            Err(_) => continue,
        };
        let kept: Vec<&Grid> = frame
            .iter()
            .filter(|grid| model.verify(grid).is_ok())
            .collect();
        if kept.is_empty() {
            continue;
        }
        for _ in 0..16 {
            if round == count {
                return Technique::ALL.iter().copied().zip(found).collect();
            }
            round += 1;
            let mut position = random_position(&model, kept[rng.usize(..kept.len())], rng);
            let grids: Vec<&Grid> = kept
                .iter()
                .copied()
                .filter(|grid| fits(grid, &position))
                .collect();
            for (&technique, found) in Technique::ALL.iter().zip(&mut found) {
                for step in position.steps(technique) {
                    assert_eq!(step.technique, technique);
                    check(&step, &position, &grids);
                    *found += 1;
                }
            }
            let path = position.clone().path(Technique::ALL);
            for step in &path.steps {
                check(step, &position, &grids);
                position.apply(step).expect("there is a grid");
            }
            assert_eq!(position, path.rest);
            let solved = grids.iter().any(|&grid| grid == position.grid());
            assert_eq!(path.end == PathEnd::Solved, solved, "{position}");
        }
    }
    unreachable!("there are seeds enough")
}

#[test]
fn no_step_from_a_rule_loses_a_grid() {
    for (technique, found) in check_positions(400) {
        // A board of side 4 has no room for these.
        let large = matches!(
            technique,
            Technique::NakedQuad | Technique::HiddenQuad | Technique::Jellyfish
        );
        assert!(large || found > 4, "{technique}: {found}");
    }
}

/// `cargo test --release -p sudoku-model --test rules -- --ignored no_step_of_100_000_positions`
#[test]
#[ignore = "a minute in release"]
fn no_step_of_100_000_positions_loses_a_grid() {
    let found = check_positions(100_000);
    assert!(
        found.iter().map(|(_, found)| found).sum::<usize>() > 1_000_000,
        "{found:?}"
    );
}
