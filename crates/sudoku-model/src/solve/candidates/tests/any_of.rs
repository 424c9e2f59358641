//! Alternatives against their definition.

use super::super::any_of;
use super::*;
use crate::{Cell, DigitSets, Part};

#[test]
fn alternatives_keep_what_occurs_in_a_filling_of_some_case_and_nothing_else() {
    let mut hits = [0; 2];
    for seed in 0..500 {
        let rng = &mut Rng::with_seed(seed);
        let size = rng.usize(3..=5);
        let (board, mut state, _) = row_of(rng, 9, size);
        let shape = Shape::CLASSIC.with_digits(board.digits).expect("nine");
        let cells: Vec<Cell> = (0..size).map(|column| shape.cell(0, column)).collect();
        let total = rng.u32(6..30);
        let rises = |&last: &Option<u8>, digit| (last < Some(digit)).then_some(Some(digit));
        let cage = Part::DigitSets {
            cells: cells.clone(),
            sets: DigitSets::Total(total),
        };
        let line = Part::automaton(cells, shape, None, rises, |_| true);
        let mut left = fillings(&state.masks[..size], &|_, _| true);
        left.retain(|filling| {
            let rises = filling.windows(2).all(|pair| pair[0] < pair[1]);
            rises || filling.iter().sum::<u32>() == total
        });
        let place = |cell: Cell| cell.index() as u16;
        let region = any_of::region(
            &[vec![cage], vec![line]],
            &board,
            &place,
            &mut Default::default(),
        );
        let found = region.run(&board, &mut state, &mut SumTable::new(board.digits));
        hits[usize::from(found.is_some())] += 1;
        assert_eq!(found.is_some(), !left.is_empty(), "seed {seed}");
        if found.is_some() {
            let expected = occurring(size, &left);
            assert_eq!(state.masks[..size], expected[..], "seed {seed}");
        }
    }
    assert!(hits.iter().all(|&count| count > 20), "{hits:?}");
}

/// Candidates come and go as in a search: fewer with each guess, more with each that is taken back.
#[test]
fn alternatives_that_remember_what_they_found_leave_the_same() {
    let mut hits = [0; 3];
    for seed in 0..200 {
        let rng = &mut Rng::with_seed(seed);
        let size = rng.usize(3..=6);
        let (board, first, _) = row_of(rng, 9, size);
        let shape = Shape::CLASSIC.with_digits(board.digits).expect("nine");
        let cells: Vec<Cell> = (0..size).map(|column| shape.cell(0, column)).collect();
        let cage = |cells: &[Cell], total| Part::DigitSets {
            cells: cells.to_vec(),
            sets: DigitSets::Total(total),
        };
        let rises = |&last: &Option<u8>, digit| (last < Some(digit)).then_some(Some(digit));
        let line = Part::automaton(cells.clone(), shape, None, rises, |_| true);
        let pairs = [9, 11].map(|total| vec![cage(&cells[..2], total)]);
        let inner = vec![Part::AnyOf(pairs.to_vec()), cage(&cells, rng.u32(15..25))];
        let cases = [vec![cage(&cells, rng.u32(6..30))], vec![line], inner];
        let place = |cell: Cell| cell.index() as u16;
        let anew = any_of::region(&cases, &board, &place, &mut Default::default());
        let mut region = anew.clone();
        let mut table = SumTable::new(board.digits);
        let mut levels = vec![first];
        for _ in 0..40 {
            let mut state = levels[levels.len() - 1].clone();
            let removed = rng.u32(0..=levels.len() as u32).min(3);
            for _ in 0..removed {
                let cell = rng.usize(0..size);
                let fewer = state.masks[cell] & !any_bit(rng, &board);
                state.masks[cell] = if fewer == 0 { state.masks[cell] } else { fewer };
            }
            let mut expected = state.clone();
            let exists = anew.run(&board, &mut expected, &mut table);
            let found = match &mut region.constraint {
                Constraint::AnyOf(cases) => {
                    any_of::filter(cases, &region.cells, &mut state, &mut table)
                }
                _ => unreachable!("it is of several cases"),
            };
            assert_eq!(found, exists, "seed {seed}");
            if found.is_some() {
                assert_eq!(state.masks, expected.masks, "seed {seed}");
                levels.push(state);
                hits[usize::from(found == Some(true))] += 1;
            } else {
                hits[2] += 1;
            }
            let most = levels.len();
            levels.truncate(if rng.u32(0..4) == 0 {
                rng.usize(1..=most)
            } else {
                most
            });
        }
    }
    assert!(hits.iter().all(|&count| count > 100), "{hits:?}");
}
