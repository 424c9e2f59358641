//! Counts of one digit against their definition.

use super::super::count::Counted;
use super::*;

#[test]
fn a_count_keeps_what_occurs_in_a_filling_and_fails_in_the_end() {
    let mut hits = [0; 3];
    for seed in 0..600 {
        let rng = &mut Rng::with_seed(seed);
        let (board, mut state, _) = row_of(rng, 6, 6);
        // Cells of two rows: some see each other and some do not.
        for cell in 6..12 {
            state.masks[cell] = any_bit(rng, &board) | any_bit(rng, &board) | any_bit(rng, &board);
        }
        let mut cells: Vec<u16> = (0..12).collect();
        rng.shuffle(&mut cells);
        cells.truncate(rng.usize(3..=6));
        for &cell in cells.iter().filter(|_| seed % 3 == 0) {
            let digits = state.masks[usize::from(cell)];
            state.masks[usize::from(cell)] = digits & digits.wrapping_neg();
        }
        let digit = any_bit(rng, &board).trailing_zeros();
        let numbers = rng.u32(0..8);
        let allows = |found: usize| numbers >> found & 1 == 1;
        let add = |&found: &usize, read| Some(found + usize::from(u32::from(read) == digit));
        let (digits, size) = (board.digits, cells.len());
        let automaton = Automaton::new(digits, size, 0, add, |&found| allows(found));
        let cells: Cells = cells[..].into();
        let region = Counted::by(digits, &automaton, size)
            .expect("it counts")
            .region(&board, &cells);
        let order: Vec<usize> = region.cells.iter().map(|&cell| usize::from(cell)).collect();
        let masks = |state: &State| order.iter().map(|&k| state.masks[k]).collect::<Vec<Mask>>();
        let before = masks(&state);
        let differ = |a: usize, b: usize| sees(&board, order[a] as u16, order[b] as u16);
        let mut left = fillings(&before, &differ);
        let all_decided = left.len() == 1 && before.iter().all(|&mask| is_decided(mask));
        let keeps = |filling: &[u32]| allows(filling.iter().filter(|&&it| it == digit).count());
        left.retain(|filling| keeps(filling));
        let found = region.run(&board, &mut state, &mut SumTable::new(board.digits));
        let kept = masks(&state);
        hits[usize::from(found.is_some()) + usize::from(found == Some(true))] += 1;
        match found {
            None => assert!(left.is_empty(), "seed {seed}"),
            Some(_) => {
                for (kept, expected) in kept.iter().zip(occurring(size, &left)) {
                    assert_eq!(kept & expected, expected, "seed {seed}");
                }
                assert!(!all_decided || !left.is_empty(), "seed {seed}");
            }
        }
    }
    assert!(hits.iter().all(|&count| count > 20), "{hits:?}");
}

#[test]
fn what_does_not_count_one_digit_is_no_count() {
    let digits = Digits::up_to(6);
    let sum = Automaton::new(
        digits,
        3,
        0,
        |sum, digit| Some(sum + digit),
        |&sum| sum == 9,
    );
    assert!(Counted::by(digits, &sum, 3).is_none());
    // One place counts, the others do not.
    let second = |&read: &u8, digit| (read != 1 || digit == 3).then_some(read + 1);
    let second = Automaton::new(digits, 3, 0, second, |_| true);
    assert!(Counted::by(digits, &second, 3).is_none());
}
