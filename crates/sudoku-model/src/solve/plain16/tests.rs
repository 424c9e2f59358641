//! What follows from positions, with each kind of lanes.

use super::lanes::{run, Lanes, Plain, Work};
use super::position::{DeadEnd, Position};
use proptest::prelude::*;

struct Propagate(Position);

impl Work for Propagate {
    type Output = (Position, Result<(), DeadEnd>);
    fn work<L: Lanes>(mut self, zero: L) -> Self::Output {
        let result = self.0.propagate(zero);
        (self.0, result)
    }
}

/// What follows, the same with each kind of lanes.
fn propagate(position: &Position) -> (Position, Result<(), DeadEnd>) {
    let plain = Propagate(position.clone()).work(Plain([0; 16]));
    let picked = run(Propagate(position.clone()));
    assert_eq!(picked.1, plain.1);
    if plain.1.is_ok() {
        assert_eq!(picked.0.rows, plain.0.rows);
    }
    plain
}

/// A grid with its digits, rows and columns within bands and stacks, bands and stacks in random
/// order.
fn random_grid(seed: u64) -> Vec<usize> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut lines = || {
        let mut bands: Vec<Vec<usize>> = (0..4).map(|b| (4 * b..4 * b + 4).collect()).collect();
        bands.iter_mut().for_each(|band| random.shuffle(band));
        random.shuffle(&mut bands);
        bands.concat()
    };
    let (rows, columns) = (lines(), lines());
    let mut digits: Vec<usize> = (0..16).collect();
    random.shuffle(&mut digits);
    let digit = |r: usize, c: usize| digits[(r % 4 * 4 + r / 4 + c) % 16];
    let cells = rows
        .iter()
        .flat_map(|&r| columns.iter().map(move |&c| (r, c)));
    cells.map(|(r, c)| digit(r, c)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn conclusions_keep_every_digit_of_a_solution(seed: u64, noise: u64, fixed in 0_u32..100) {
        let grid = random_grid(seed);
        let mut random = fastrand::Rng::with_seed(noise);
        let mut position = Position::open();
        for (cell, &digit) in grid.iter().enumerate() {
            let others = if random.u32(..100) < fixed { 0 } else { random.u16(..) | random.u16(..) };
            position.set(cell, others | 1 << digit);
        }
        let (after, result) = propagate(&position);
        prop_assert_eq!(result, Ok(()));
        for (cell, &digit) in grid.iter().enumerate() {
            prop_assert!(after.cell(cell) >> digit & 1 == 1, "cell {}", cell);
            prop_assert_eq!(after.cell(cell) & !position.cell(cell), 0);
        }
    }

    #[test]
    fn a_decided_digit_is_left_in_no_cell_that_sees_it(seed: u64, noise: u64) {
        let grid = random_grid(seed);
        let mut random = fastrand::Rng::with_seed(noise);
        let mut position = Position::open();
        for (cell, &digit) in grid.iter().enumerate() {
            if random.u8(..2) == 0 {
                position.set(cell, 1 << digit);
            }
        }
        let (after, result) = propagate(&position);
        prop_assert_eq!(result, Ok(()));
        for a in 0..256 {
            for b in (0..256).filter(|&b| sees(a, b)) {
                let (digits, other) = (after.cell(a), after.cell(b));
                prop_assert!(digits & (digits - 1) != 0 || other & digits == 0);
            }
        }
    }
}

fn sees(a: usize, b: usize) -> bool {
    let [(r, c), (s, d)] = [a, b].map(|cell| (cell / 16, cell % 16));
    a != b && (r == s || c == d || (r / 4, c / 4) == (s / 4, d / 4))
}

#[test]
fn a_digit_with_one_place_in_a_row_column_or_box_goes_there() {
    let houses: [fn(usize) -> usize; 3] = [|k| k, |k| 16 * k, |k| k / 4 * 16 + k % 4];
    for house in houses {
        let mut position = Position::open();
        for k in 0..16 {
            position.set(house(k), if k == 6 { u16::MAX } else { !(1 << 9) });
        }
        let (after, result) = propagate(&position);
        assert_eq!(result, Ok(()));
        assert_eq!(after.cell(house(6)), 1 << 9);
        assert_eq!(after.cell(house(7)), !(1 << 9));
    }
}

#[test]
fn rows_that_share_boxes_leave_them_to_each_other() {
    // Digit 1 is in rows 1 and 2 only in the two boxes on the left, and so in no other row there.
    let mut position = Position::open();
    for row in 0..2 {
        for column in 8..16 {
            position.set(16 * row + column, !1);
        }
    }
    let (after, result) = propagate(&position);
    assert_eq!(result, Ok(()));
    for cell in 0..64 {
        let (row, left) = (cell / 16, cell % 16 < 8);
        assert_eq!(after.cell(cell) & 1 == 1, (row < 2) == left, "cell {cell}");
    }
    // The same with columns and the boxes above each other.
    let mut turned = Position::open();
    for cell in 0..256 {
        turned.set(cell % 16 * 16 + cell / 16, position.cell(cell));
    }
    let (turned, result) = propagate(&turned);
    assert_eq!(result, Ok(()));
    for cell in 0..256 {
        assert_eq!(turned.cell(cell % 16 * 16 + cell / 16), after.cell(cell));
    }
}

#[test]
fn every_kind_of_contradiction_is_found() {
    let mut empty = Position::open();
    empty.set(77, 0);
    assert_eq!(propagate(&empty).1, Err(DeadEnd::Cell(77)));
    let mut twice = Position::open();
    twice.set(3, 1);
    twice.set(12, 1);
    assert!(propagate(&twice).1.is_err());
    let mut lost = Position::open();
    (0..16).for_each(|row| lost.set(16 * row + 5, !4));
    assert_eq!(propagate(&lost).1, Err(DeadEnd::House));
    // The digits 1 and 2 have only this place in their row and in their column.
    let mut crowded = Position::open();
    for k in 1..16 {
        crowded.set((k + 2) % 16, !1);
        crowded.set(16 * k + 2, !2);
    }
    assert_eq!(propagate(&crowded).1, Err(DeadEnd::House));
    // Three rows for one digit have only two boxes.
    let mut narrow = Position::open();
    for row in 0..3 {
        (8..16).for_each(|column| narrow.set(16 * row + column, !1));
    }
    assert_eq!(propagate(&narrow).1, Err(DeadEnd::House));
}

#[test]
fn an_open_board_and_a_full_one_stay_as_they_are() {
    let (after, result) = propagate(&Position::open());
    assert_eq!((after.rows, result), ([[u16::MAX; 16]; 16], Ok(())));
    let mut full = Position::open();
    let grid = random_grid(1);
    (0..256).for_each(|cell| full.set(cell, 1 << grid[cell]));
    let (after, result) = propagate(&full);
    assert_eq!((after.rows, result), (full.rows, Ok(())));
}
