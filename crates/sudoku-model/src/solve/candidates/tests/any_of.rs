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
        let region = any_of::region(&[vec![cage], vec![line]], &board, &place);
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
