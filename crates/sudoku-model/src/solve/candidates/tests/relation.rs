//! Relations against the pairs that they allow.

use super::super::families::Known;
use super::*;
use crate::parts::Table;

/// A random table, in which a digit has so many strangers at most.
fn table(rng: &mut Rng, board: &Board, strangers: usize) -> Table {
    let digits: Vec<u8> = board.digits.digits().collect();
    let mut pairs = vec![(0, 0); strangers * digits.len()];
    // No digit of either cell is in more than one pair of each round.
    for round in pairs.chunks_exact_mut(digits.len()) {
        let mut turned = digits.clone();
        rng.shuffle(&mut turned);
        for (k, pair) in round.iter_mut().enumerate() {
            *pair = (digits[k], turned[k]);
        }
    }
    pairs.retain(|_| rng.u32(0..3) > 0);
    Table::new(board.digits, |a, b| !pairs.contains(&(a, b)))
}

#[test]
fn relations_keep_what_occurs_in_an_allowed_pair_and_nothing_else() {
    let mut hits = [0; 4];
    for seed in 0..6000 {
        let rng = &mut Rng::with_seed(seed);
        let (board, mut state, cells) = row_of(rng, 9, 2);
        let strangers = rng.usize(1..=8);
        let table = table(rng, &board, strangers);
        let allowed = |filling: &[u32]| table.partners(filling[0] as u8).has(filling[1] as u8);
        let mut left = fillings(&state.masks[..2], &|_, _| true);
        left.retain(|filling| allowed(filling));
        let others: Mask = state.masks[2..9].iter().fold(0, |all, mask| all | mask);
        let region = Known::default().relation(&board, &table, cells);
        let found = region.run(&board, &mut state, &mut SumTable::new(board.digits));
        // A digit of every pair may have been the last one of another cell of the row.
        assert!(found.is_some() || left.is_empty() || state.masks[2..9].contains(&0));
        assert!(found.is_none() || !left.is_empty(), "seed {seed}");
        if found.is_some() {
            assert_eq!(state.masks[..2], occurring(2, &left)[..], "seed {seed}");
            // What has its place in both cells goes elsewhere; decided cells tell for themselves.
            let has = |filling: &Vec<u32>, bit| filling.iter().any(|digit| 1 << digit == bit);
            let both = bits(&board).filter(|bit| bit & state.masks[0] & state.masks[1] != 0);
            let required = both.filter(|&bit| left.iter().all(|filling| has(filling, bit)));
            let required = required.fold(0, |all, bit| all | bit);
            let after: Mask = state.masks[2..9].iter().fold(0, |all, mask| all | mask);
            assert_eq!(after, others & !required, "seed {seed}");
            hits[3] += usize::from(required != 0);
            hits[usize::from(found == Some(true))] += 1;
        } else {
            hits[2] += 1;
        }
    }
    assert!(hits.iter().all(|&count| count > 20), "{hits:?}");
}

/// Relations that let most pairs pass are not run each time that a cell has changed.
#[test]
fn relations_miss_no_change_that_matters() {
    let mut hits = 0;
    for seed in 0..300 {
        let rng = &mut Rng::with_seed(seed);
        let size = rng.usize(3..=6);
        let (board, state, cells) = row_of(rng, 9, size);
        let (mut regions, mut known) = (Vec::new(), Known::default());
        for (k, &one) in (1..).zip(&cells) {
            for &other in &cells[k..] {
                let strangers = rng.usize(1..=2);
                let table = table(rng, &board, strangers);
                let pair = Cells::from_slice(&[one, other]);
                regions.push(known.relation(&board, &table, pair));
            }
        }
        let board = board.restricted(&cells);
        let mut table = SumTable::new(board.digits);
        let mut masks = state.masks[..size].to_vec();
        let (room, limits) = (table.clone(), Limits::none());
        let mut anew = Propagator::of(board, masks.clone(), regions, room, limits);
        let mut again = anew.clone();
        while let Some(left) = again.filter(&masks, None, &mut table) {
            let left = left.to_vec();
            masks = left.clone();
            let cell = rng.usize(0..size);
            if masks.iter().all(|&mask| is_decided(mask)) {
                break;
            }
            masks[cell] &= !any_bit(rng, &again.board) | masks[cell] & masks[cell].wrapping_neg();
            let expected = anew.filter(&masks, None, &mut table);
            let found = again.filter(&masks, Some(&left), &mut table);
            assert_eq!(found, expected, "seed {seed}");
            hits += usize::from(found != Some(&masks[..]));
        }
    }
    assert!(hits > 100, "{hits}");
}
