//! Each rule's filter against its definition, digit by digit.

use super::*;

/// The first row of a large board, with a filling and little else: what can be enumerated.
fn sparse_row_of(rng: &mut Rng, side: usize, noise: u32) -> (Board, State) {
    let shape = from_zero_or_one(rng, Shape::with_side(side).expect("a side in 4..=25"));
    let model = Model::builder(shape).build().expect("a model");
    let board = Board::new(&model);
    let all: Vec<Mask> = bits(&board).collect();
    let mut digits: Vec<usize> = (0..side).collect();
    rng.shuffle(&mut digits);
    let mut masks = vec![board.all(); board.cell_count];
    for (mask, &digit) in masks.iter_mut().zip(&digits) {
        // Two at least, so that no cell is decided.
        let other = all[(digit + rng.usize(1..side)) % side];
        let kept = all.iter().filter(|_| rng.u32(0..100) < noise);
        *mask = kept.fold(all[digit] | other, |mask, digit| mask | digit);
    }
    let state = State::new(masks);
    (board, state)
}

#[test]
fn a_cage_of_a_large_board_keeps_what_occurs_in_a_filling_and_nothing_else() {
    let mut most_digits = 0;
    for seed in 0..300 {
        let rng = &mut Rng::with_seed(seed);
        let side = rng.usize(10..=25);
        let size = rng.usize(1..=if side > 16 { 3 } else { 7 });
        let (board, mut state) = sparse_row_of(rng, side, 70 / size as u32);
        let mut left = fillings(&state.masks[..size], &|_, _| true);
        let union = state.masks[..size].iter().fold(0, |all, mask| all | mask);
        most_digits = most_digits.max(if size > 4 { union.count_ones() } else { 0 });
        let total: u32 = rng.choice(&left).expect("there is one").iter().sum();
        left.retain(|filling| filling.iter().sum::<u32>() == total);
        let cells: Vec<u16> = (0..size as u16).collect();
        let region = cage(&board, total as i32, cells.clone().into()).expect("no negative total");
        let found = region.run(&board, &mut state, &mut SumTable::new(board.digits));
        if found.is_some() {
            assert_eq!(state.masks[..size], occurring(size, &left), "seed {seed}");
        }
    }
    assert!(most_digits > 13, "{most_digits} digits at the most");
}

#[test]
fn a_house_of_a_large_board_keeps_what_occurs_in_a_filling_with_the_sums_inside() {
    for seed in 0..150 {
        let rng = &mut Rng::with_seed(seed);
        let side = rng.usize(8..=13);
        let (board, mut state) = sparse_row_of(rng, side, 8);
        let mut left = fillings(&state.masks[..side], &|_, _| true);
        let filling = rng.choice(&left).expect("there is one").clone();
        let first = rng.usize(2..side / 2);
        let second = rng.usize(side / 2..side);
        let checks = [first, second].map(|count| (count, filling[..count].iter().sum::<u32>()));
        left.retain(|filling| {
            let sum = |count: usize| filling[..count].iter().sum::<u32>();
            checks.iter().all(|&(count, total)| sum(count) == total)
        });
        let cells: Cells = (0..side as u16).collect();
        let checks = checks
            .iter()
            .flat_map(|&(count, sum)| [count as u16, sum as u16]);
        let region = Region::new(Constraint::House(checks.collect()), cells, 0);
        let found = region.run(&board, &mut state, &mut SumTable::new(board.digits));
        assert!(found.is_some(), "seed {seed}");
        assert_eq!(state.masks[..side], occurring(side, &left), "seed {seed}");
    }
}

/// A board with random candidates in its first three rows, few or many.
fn noisy(rng: &mut Rng, shape: Shape) -> (Board, State) {
    let model = Model::builder(from_zero_or_one(rng, shape)).build();
    let board = Board::new(&model.expect("a model"));
    let density = rng.u32(1..=9);
    let mut masks = vec![board.all(); board.cell_count];
    for mask in &mut masks[..3 * shape.side()] {
        let one = any_bit(rng, &board);
        let kept = bits(&board).filter(|_| rng.u32(0..10) < density);
        *mask = kept.fold(one, |mask, digit| mask | digit);
    }
    let state = State::new(masks);
    (board, state)
}

/// What is left of the candidates when each digit is taken out of the cells where `loses` says so,
/// which looks at the candidates as they were.
fn without(before: &[Mask], loses: &dyn Fn(usize, Mask) -> bool) -> Vec<Mask> {
    let digits = (0..32).map(|digit| 1 << digit);
    let kept = |(cell, mask): (usize, &Mask)| {
        let lost = digits.clone().filter(|&digit| loses(cell, digit));
        mask & !lost.fold(0, |lost, digit| lost | digit)
    };
    before.iter().enumerate().map(kept).collect()
}

#[test]
fn a_digit_with_a_single_place_in_a_house_goes_there() {
    let mut hits = [0; 3];
    for seed in 0..2000 {
        let rng = &mut Rng::with_seed(seed);
        let side = 9;
        let (board, mut state) = noisy(rng, Shape::CLASSIC);
        let before = state.masks.clone();
        let cells: Cells = (0..side as u16).collect();
        let region = Region::new(Constraint::Hidden, cells, 0);
        let found = region.run(&board, &mut state, &mut SumTable::new(board.digits));
        let places = |digit: Mask| before[..side].iter().filter(move |&mask| mask & digit != 0);
        let all: Vec<Mask> = bits(&board).collect();
        let lone = |mask: Mask| all.iter().copied().filter(move |digit| mask & digit != 0);
        let lone = |mask: Mask| lone(mask).filter(|&digit| places(digit).count() == 1);
        let missing = all.iter().any(|&digit| places(digit).count() == 0);
        // Two digits, and others, where only one can be; a pair is left for other houses to refute.
        let crowded = before[..side].iter().any(|&mask| {
            let all = lone(mask).fold(0, |all, digit| all | digit);
            all != mask && !is_decided(all)
        });
        if missing || crowded {
            assert_eq!(found, None, "seed {seed}");
            hits[0] += 1;
            continue;
        }
        let expected: Vec<Mask> = before[..side]
            .iter()
            .map(|&mask| match lone(mask).count() {
                1 => lone(mask).sum(),
                _ => mask,
            })
            .collect();
        assert_eq!(state.masks[..side], expected, "seed {seed}");
        assert_eq!(state.masks[side..], before[side..], "seed {seed}");
        let changed = expected != before[..side];
        assert_eq!(found, Some(changed), "seed {seed}");
        hits[1 + usize::from(changed)] += 1;
    }
    assert!(hits.iter().all(|&count| count > 20), "{hits:?}");
}

#[test]
fn what_a_box_has_in_one_line_only_leaves_the_line_elsewhere_and_the_other_way_round() {
    let mut hits = [0; 3];
    for seed in 0..3000 {
        let rng = &mut Rng::with_seed(seed);
        let shape = [(3, 3), (2, 3), (4, 3)][seed as usize % 3];
        let shape = Shape::new(shape.0, shape.1).expect("a shape");
        let (side, width) = (shape.side(), shape.box_width());
        let (board, mut state) = noisy(rng, shape);
        let before = state.masks.clone();
        let cells: Cells = (0..3 * side as u16).collect();
        let region = Region::new(Constraint::Band { lines: 3, width }, cells, 0);
        let found = region.run(&board, &mut state, &mut SumTable::new(board.digits));

        let (line, in_box) = (|cell: usize| cell / side, |cell: usize| cell % side / width);
        // Whether this line and this box have the digit where they meet.
        let meet = |l: usize, b: usize, digit: Mask| {
            (0..3 * side).any(|c| line(c) == l && in_box(c) == b && before[c] & digit != 0)
        };
        let boxes = side / width;
        let line_only = |l: usize, b: usize, digit: Mask| {
            meet(l, b, digit) && (0..boxes).all(|other| other == b || !meet(l, other, digit))
        };
        let box_only = |l: usize, b: usize, digit: Mask| {
            meet(l, b, digit) && (0..3).all(|other| other == l || !meet(other, b, digit))
        };
        let loses = |cell: usize, digit: Mask| {
            let (l, b) = (line(cell), in_box(cell));
            l < 3
                && ((0..boxes).any(|other| other != b && box_only(l, other, digit))
                    || (0..3).any(|other| other != l && line_only(other, b, digit)))
        };
        let expected = without(&before, &loses);
        // Two boxes that both need the digit in the same line, or two lines in the same box.
        let clash = bits(&board).any(|digit| {
            let of_line = |l| (0..boxes).filter(|&b| box_only(l, b, digit)).count() > 1;
            let of_box = |b| (0..3).filter(|&l| line_only(l, b, digit)).count() > 1;
            (0..3).any(of_line) || (0..boxes).any(of_box)
        });
        if clash || expected.contains(&0) {
            assert_eq!(found, None, "seed {seed}");
            hits[0] += 1;
            continue;
        }
        assert_eq!(state.masks, expected, "seed {seed}");
        assert_eq!(found, Some(expected != before), "seed {seed}");
        hits[1 + usize::from(expected != before)] += 1;
    }
    assert!(hits.iter().all(|&count| count > 50), "{hits:?}");
}

#[test]
fn what_a_house_has_only_where_it_meets_another_leaves_the_rest_of_the_other() {
    let mut hits = [0; 3];
    for seed in 0..2000 {
        let rng = &mut Rng::with_seed(seed);
        let (board, mut state) = noisy(rng, Shape::CLASSIC);
        let before = state.masks.clone();
        // Any cells will do: the shared ones, the rest of the one and the rest of the other.
        let mut cells: Vec<usize> = (0..27).collect();
        rng.shuffle(&mut cells);
        let (shared, first) = (rng.usize(2..4), rng.usize(4..7));
        cells.truncate(shared + first + rng.usize(4..7));
        let region = Region::new(
            Constraint::Locked { shared, first },
            cells.iter().map(|&cell| cell as u16).collect(),
            0,
        );
        let found = region.run(&board, &mut state, &mut SumTable::new(board.digits));
        let (both, rest) = cells.split_at(shared);
        let (one, other) = rest.split_at(first);
        let has = |cells: &[usize], digit: Mask| cells.iter().any(|&c| before[c] & digit != 0);
        let loses = |cell: usize, digit: Mask| {
            has(both, digit)
                && (other.contains(&cell) && !has(one, digit)
                    || one.contains(&cell) && !has(other, digit))
        };
        let expected = without(&before, &loses);
        if expected.contains(&0) {
            assert_eq!(found, None, "seed {seed}");
            hits[0] += 1;
            continue;
        }
        assert_eq!(state.masks, expected, "seed {seed}");
        assert_eq!(found, Some(expected != before), "seed {seed}");
        hits[1 + usize::from(expected != before)] += 1;
    }
    assert!(hits.iter().all(|&count| count > 50), "{hits:?}");
}

/// Cells of two rows in groups of one row each, so that only cells of a group see each other.
#[test]
fn groups_near_their_least_or_greatest_sum_keep_what_occurs_and_nothing_else() {
    let mut hits = [0; 3];
    for seed in 0..1500 {
        let rng = &mut Rng::with_seed(seed);
        let (board, mut state) = noisy(rng, Shape::CLASSIC);
        // Few enough to be enumerated.
        for mask in &mut state.masks[..27] {
            while mask.count_ones() > 5 {
                *mask &= !any_bit(rng, &board);
            }
        }
        let (mut positive, mut negative): (Vec<u16>, Vec<u16>) = (Vec::new(), Vec::new());
        // The second ones are in another box: none sees a cell of the first row.
        for (start, most) in [(0, 4), (9 + 6, 2)] {
            let cells = start..start + rng.u16(0..=most);
            if rng.u8(0..3) == 0 {
                negative.extend(cells);
            } else {
                positive.extend(cells);
            }
        }
        if positive.is_empty() {
            continue;
        }
        let region = sums(&board, 0, &positive, &negative);
        let order: Vec<usize> = region.cells.iter().map(|&cell| usize::from(cell)).collect();
        // The filters rely on it that decided digits are nowhere else among the cells of a row.
        let crowded = order.iter().any(|&a| {
            let same = |b: usize| b != a && b / 9 == a / 9 && state.masks[a] & state.masks[b] != 0;
            is_decided(state.masks[a]) && order.iter().any(|&b| same(b))
        });
        if crowded {
            continue;
        }
        let masks = |state: &State| order.iter().map(|&k| state.masks[k]).collect::<Vec<Mask>>();
        let before = masks(&state);
        let signed = |filling: &Vec<u32>| {
            let digits = filling.iter().zip(&order);
            let digits = digits.map(|(&digit, &cell)| match negative.contains(&(cell as u16)) {
                true => -(digit as i32),
                false => digit as i32,
            });
            digits.sum::<i32>()
        };
        let mut left = fillings(&before, &|a, b| order[a] / 9 == order[b] / 9);
        // The least that the digits of each row alone would give, or the greatest.
        let near_least = rng.bool();
        let bound = |row: usize| {
            let cells = (0..order.len()).filter(|&k| order[k] / 9 == row);
            let masks: Vec<Mask> = cells.map(|k| before[k]).collect();
            let union = masks.iter().fold(0, |union, mask| union | mask);
            let mut digits: Vec<i32> = (0..=9).filter(|d| union >> d & 1 == 1).collect();
            let is_negative = negative.iter().any(|&cell| usize::from(cell) / 9 == row);
            if near_least == is_negative {
                digits.reverse();
            }
            let sum: i32 = digits.iter().take(masks.len()).sum();
            if is_negative {
                -sum
            } else {
                sum
            }
        };
        let off = rng.i32(-1..3);
        let bound: i32 = (0..2).map(bound).sum();
        let total = if near_least { bound + off } else { bound - off };
        let region = Region {
            constraint: match region.constraint {
                Constraint::Sums { groups, .. } => Constraint::Sums {
                    groups,
                    total: total.into(),
                },
                other => panic!("{other:?}"),
            },
            ..region
        };
        left.retain(|filling| signed(filling) == total);
        let found = region.run(&board, &mut state, &mut SumTable::new(board.digits));
        let exact = before.iter().all(|&mask| mask.count_ones() > 3) && off >= 0;
        if left.is_empty() {
            let decided = before.iter().all(|&mask| is_decided(mask));
            assert!(found.is_none() || !(exact || decided), "seed {seed}");
            hits[0] += usize::from(found.is_none());
            continue;
        }
        let expected = occurring(order.len(), &left);
        let kept = masks(&state);
        for (kept, expected) in kept.iter().zip(&expected) {
            assert_eq!(kept & expected, *expected, "seed {seed}");
        }
        assert_eq!(found, Some(kept != before), "seed {seed}");
        if exact {
            assert_eq!(kept, expected, "seed {seed}, total {total}");
        }
        hits[if exact { 2 } else { 1 }] += 1;
    }
    assert!(hits.iter().all(|&count| count > 20), "{hits:?}");
}

/// Single cells far apart, on a board too large for tables: their sums have more values than a word
/// has bits.
#[test]
fn a_sum_with_too_many_values_to_list_keeps_to_its_bounds() {
    let side = 25;
    let shape = Shape::with_side(side).expect("a side in 4..=25");
    let model = Model::builder(shape).build().expect("a model");
    let board = Board::new(&model);
    // Eight cells of the diagonal have sums from 8 to 200.
    let cells: Vec<u16> = (0..8).map(|k| k * 26).collect();
    let filter = |total: i32| {
        let mut state = State::new(vec![board.all(); board.cell_count]);
        let region = sums(&board, total, &cells, &[]);
        let found = region.run(&board, &mut state, &mut SumTable::new(board.digits))?;
        let left = Digits::from_bits_truncate(state.masks[0]);
        assert!(cells
            .iter()
            .all(|&cell| state.masks[usize::from(cell)] == left.bits()));
        assert_eq!(found, left != board.digits);
        Some((left.min()?, left.max()?))
    };
    for (total, least, most) in [
        (8, 1, 1),
        (11, 1, 4),
        (100, 1, 25),
        (190, 15, 25),
        (200, 25, 25),
    ] {
        assert_eq!(filter(total), Some((least, most)), "{total}");
    }
    assert_eq!((filter(7), filter(201)), (None, None));
}

/// What [`Propagator`] relies on when it does not queue a region for its own changes.
#[test]
fn a_second_run_of_a_filter_finds_nothing() {
    let mut hits = 0;
    for seed in 0..150 {
        let rng = &mut Rng::with_seed(seed);
        let (mut builder, grid) = solved(rng, Shape::CLASSIC);
        add_cages(rng, &mut builder, &grid, 6);
        let model = builder.build().expect("the rules of a grid");
        let mut propagator = Propagator::new(&model, &Limits::none());
        let more = rule45::derived(&model, &propagator.board, 1..=10).expect("there is a solution");
        propagator.add(more);
        propagator.run().expect("the grid is there");
        let cell = rng.usize(0..81);
        let masks = propagator.state.masks.clone();
        let mut table = SumTable::new(propagator.board.digits);
        for region in &propagator.regions {
            // A new candidate less, as a guess would leave it.
            let mut state = propagator.state.clone();
            let cell = match region.cells.len() {
                0 => cell,
                len => usize::from(region.cells[rng.usize(0..len)]),
            };
            state.masks[cell] &= masks[cell].wrapping_sub(1);
            if is_decided(state.masks[cell]) {
                continue;
            }
            let found = region.run(&propagator.board, &mut state, &mut table);
            // A digit that goes to its only place may leave another one with a single place.
            if found == Some(true) && !matches!(region.constraint, Constraint::Hidden) {
                let again = region.run(&propagator.board, &mut state, &mut table);
                assert_eq!(again, Some(false), "seed {seed}: {region:?}");
                hits += 1;
            }
        }
    }
    assert!(hits > 200, "{hits}");
}
