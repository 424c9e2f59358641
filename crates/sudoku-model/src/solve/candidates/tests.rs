//! The filters against an enumeration of all fillings.

use super::basic::{cage, linear, sees, sums};
use super::board::{is_decided, Board, Mask, State};
use super::families;
use super::propagate::Propagator;
use super::region::{Cells, Constraint, Region};
use super::rule45;
use super::sets::SumTable;
use crate::rules::LittleKiller;
use crate::{Automaton, Builder, Cell, Digits, First, Grid, Model, Shape};
use exactcover::Limits;
use fastrand::Rng;

mod any_of;
mod count;
mod pauses;
mod ranked;
mod relation;
mod rules;

/// The same board with digits from 0 or from 1.
fn from_zero_or_one(rng: &mut Rng, shape: Shape) -> Shape {
    let digits = (rng.u8(0..=1)..).take(shape.side()).collect();
    shape.with_digits(digits).expect("as many digits as before")
}

/// The masks of the digits of a board.
fn bits(board: &Board) -> impl ExactSizeIterator<Item = Mask> + Clone {
    board.digits.digits().map(|digit| 1 << digit)
}

/// One of them.
fn any_bit(rng: &mut Rng, board: &Board) -> Mask {
    rng.choice(bits(board)).expect("a board has digits")
}

/// The first cells of the top row of a board, which see each other, and random candidates.
fn row_of(rng: &mut Rng, side: usize, size: usize) -> (Board, State, Cells) {
    let shape = from_zero_or_one(rng, Shape::with_side(side).expect("a side in 4..=25"));
    let model = Model::builder(shape).build().expect("a model");
    let board = Board::new(&model);
    let density = rng.u32(1..=4);
    // The top row of random candidates; everything goes elsewhere.
    let mut masks = vec![board.all(); board.cell_count];
    for mask in &mut masks[..side] {
        let one = any_bit(rng, &board);
        let kept = bits(&board).filter(|_| rng.u32(0..4) < density);
        *mask = kept.fold(one, |mask, digit| mask | digit);
    }
    let mut state = State::new(masks);
    let cells: Cells = (0..size as u16).collect();
    // The filters rely on it that decided digits are nowhere else in the row.
    while let Some((k, digit)) = (0..size).find_map(|k| {
        let digit = state.masks[k];
        let others = (0..side).filter(|&other| other != k);
        let repeated = others
            .map(|other| state.masks[other])
            .any(|mask| mask & digit != 0);
        (is_decided(digit) && repeated).then_some((k, digit))
    }) {
        for other in (0..side).filter(|&other| other != k) {
            state.masks[other] &= !digit;
            if state.masks[other] == 0 {
                return row_of(rng, side, size);
            }
        }
    }
    (board, state, cells)
}

/// All fillings of the cells: digits from the masks, different ones where `differ` says so.
fn fillings(masks: &[Mask], differ: &dyn Fn(usize, usize) -> bool) -> Vec<Vec<u32>> {
    let mut found = vec![vec![]];
    for (k, mask) in masks.iter().enumerate() {
        let mut longer = Vec::new();
        for filling in &found {
            for digit in (0..=25).filter(|digit| mask >> digit & 1 == 1) {
                if (0..k).all(|other| filling[other] != digit || !differ(other, k)) {
                    let mut filling: Vec<u32> = filling.clone();
                    filling.push(digit);
                    longer.push(filling);
                }
            }
        }
        found = longer;
    }
    found
}

/// What of the masks occurs in the fillings.
fn occurring(size: usize, fillings: &[Vec<u32>]) -> Vec<Mask> {
    let mut masks = vec![0; size];
    for filling in fillings {
        for (mask, digit) in masks.iter_mut().zip(filling) {
            *mask |= 1 << digit;
        }
    }
    masks
}

/// Runs the filter of a region on the first cells of the top row, of which it says no more than
/// that they hold one of these fillings; whether there are any.
fn keeps_what_occurs(region: &Region, board: &Board, state: &mut State, left: &[Vec<u32>]) -> bool {
    let size = region.cells.len();
    let before = state.masks.clone();
    let found = region.run(board, state, &mut SumTable::new(board.digits));
    // A digit of every filling of the cells has its place there, not in the rest of the row. What
    // the rest loses must be such a digit.
    let required = (0..=25).filter(|digit| left.iter().all(|f| f.contains(digit)));
    let required = required.fold(0, |mask, digit| mask | 1 << digit);
    let rest = before[size..board.digits.len()].iter();
    let rest: Vec<Mask> = rest.map(|mask| mask & !required).collect();
    if left.is_empty() || (rest.contains(&0) && found.is_none()) {
        assert_eq!(found, None, "{region:?}: {before:?}");
        return false;
    }
    let expected = occurring(size, left);
    let changed = before[..size] != expected;
    assert_eq!(found, Some(changed), "{region:?}: {before:?}");
    assert_eq!(state.masks[..size], expected, "{region:?}: {before:?}");
    assert_eq!(
        state.masks[size..board.digits.len()],
        rest,
        "{region:?}: {before:?}"
    );
    true
}

#[test]
fn a_cage_keeps_what_occurs_in_a_filling_and_nothing_else() {
    let mut hits = [0; 2];
    for seed in 0..800 {
        let rng = &mut Rng::with_seed(seed);
        let side = rng.usize(4..=9);
        let size = rng.usize(1..=if side > 7 { 5 } else { side - 1 });
        let (board, mut state, cells) = row_of(rng, side, size);
        let all = fillings(&state.masks[..size], &|_, _| true);
        let total = match rng.choice(&all) {
            Some(filling) if rng.u8(0..8) > 0 => filling.iter().sum::<u32>(),
            _ => rng.u32(..60),
        };
        let mut left = all;
        left.retain(|filling| filling.iter().sum::<u32>() == total);
        let region = cage(&board, total as i32, cells.clone()).expect("no negative total");
        let found = keeps_what_occurs(&region, &board, &mut state, &left);
        hits[usize::from(found)] += 1;
    }
    assert!(hits.iter().all(|&count| count > 80), "{hits:?}");
}

#[test]
fn an_automaton_of_cells_that_see_each_other_keeps_what_occurs_and_nothing_else() {
    // How many digits are greater than all before them, how far they lie apart, and their sum.
    let visible = |digits: &[u32]| {
        let tops = digits.iter().scan(0, |top, &digit| {
            let is_new = digit > *top;
            *top = digit.max(*top);
            Some(u32::from(is_new))
        });
        tops.sum::<u32>()
    };
    let spread = |digits: &[u32]| {
        let (least, most) = (digits.iter().min(), digits.iter().max());
        most.unwrap_or(&0) - least.unwrap_or(&0)
    };
    let mut hits = [[0; 2]; 3];
    for seed in 0..600 {
        let rng = &mut Rng::with_seed(seed);
        let side = rng.usize(4..=9);
        // Two cells are a relation.
        let size = rng.usize(3..=if side > 6 { 4 } else { side - 1 });
        let (board, mut state, cells) = row_of(rng, side, size);
        let measure: &dyn Fn(&[u32]) -> u32 = match seed % 3 {
            0 => &visible,
            1 => &spread,
            _ => &|digits| digits.iter().sum(),
        };
        let wanted = rng.u32(1..=side as u32 + 1);
        let automaton = Automaton::new(
            board.digits,
            size,
            Vec::new(),
            |digits: &Vec<u32>, digit| Some([&digits[..], &[digit.into()]].concat()),
            |digits| measure(digits) == wanted,
        );
        let mut left = fillings(&state.masks[..size], &|_, _| true);
        left.retain(|filling| measure(filling) == wanted);
        let mut regions = Vec::new();
        let known = &mut families::Known::default();
        families::add_automaton(&board, &automaton, cells, known, &mut regions);
        let found = keeps_what_occurs(&regions[0], &board, &mut state, &left);
        hits[seed as usize % 3][usize::from(found)] += 1;
    }
    assert!(hits.iter().flatten().all(|&count| count > 20), "{hits:?}");
}

#[test]
fn a_house_keeps_what_occurs_in_a_filling_with_the_sums_inside() {
    for seed in 0..400 {
        let rng = &mut Rng::with_seed(seed);
        let side = rng.usize(4..=7);
        let (board, mut state, cells) = row_of(rng, side, side);
        let all = fillings(&state.masks[..side], &|_, _| true);
        let first = rng.usize(1..side);
        let second = rng.usize(first..side);
        let sum = |filling: &[u32], count: usize| filling[..count].iter().sum::<u32>();
        let checks = match rng.choice(&all) {
            None => vec![(first, 5)],
            Some(filling) if first == second => vec![(first, sum(filling, first))],
            Some(filling) => vec![(first, sum(filling, first)), (second, sum(filling, second))],
        };
        let mut left = all;
        left.retain(|filling| {
            checks
                .iter()
                .all(|&(count, total)| sum(filling, count) == total)
        });
        let checks = checks
            .iter()
            .flat_map(|&(count, sum)| [count as u16, sum as u16]);
        let region = Region::new(Constraint::House(checks.collect()), cells, 0);
        let found = region.run(&board, &mut state, &mut SumTable::new(board.digits));
        if left.is_empty() {
            assert_eq!(found, None, "seed {seed}");
        } else {
            assert_eq!(state.masks[..side], occurring(side, &left), "seed {seed}");
        }
    }
}

/// A solution of a random board with boxes, and the board with all its rules.
fn solved(rng: &mut Rng, shape: Shape) -> (Builder, Grid) {
    let mut builder = Model::builder(shape);
    let mut digits: Vec<u8> = shape.digits().digits().collect();
    rng.shuffle(&mut digits);
    for (column, &digit) in digits.iter().enumerate() {
        builder.given(shape.cell(0, column), digit);
    }
    let seeded = builder.build().expect("a row of different digits");
    let ties = crate::Ties::Random(rng.u64(..));
    let grid = match seeded.solver().ties(ties).first().answer {
        First::Found(grid) => grid,
        other => panic!("{other:?}"),
    };
    (Model::builder(shape), grid)
}

/// Cages of neighbors with the sums of a grid.
fn add_cages(rng: &mut Rng, builder: &mut Builder, grid: &Grid, most: usize) {
    let shape = grid.shape();
    let mut free: Vec<Cell> = shape.cells().collect();
    rng.shuffle(&mut free);
    while let Some(start) = free.pop() {
        let mut cells = vec![start];
        let size = rng.usize(1..=most);
        while cells.len() < size {
            let fits = |cell: &Cell| {
                cells.iter().any(|other| other.touches(*cell))
                    && cells
                        .iter()
                        .all(|&other| grid.get(other) != grid.get(*cell))
            };
            match free.iter().position(fits) {
                None => break,
                Some(k) => cells.push(free.swap_remove(k)),
            }
        }
        if rng.u8(0..8) > 0 {
            let digits = cells.iter().filter_map(|&cell| grid.get(cell));
            builder.cage(digits.map(u32::from).sum(), cells.clone());
        }
    }
}

#[test]
fn no_filter_removes_a_digit_of_a_solution() {
    let mut combined = 0;
    for seed in 0..120 {
        let rng = &mut Rng::with_seed(seed);
        let shape = [(3, 3), (3, 2), (2, 2), (4, 3), (4, 4)][seed as usize % 5];
        let shape = from_zero_or_one(rng, Shape::new(shape.0, shape.1).expect("a shape"));
        let (mut builder, grid) = solved(rng, shape);
        // Houses that the grid happens to have are rules as good as any.
        let model = |builder: &mut Builder, add: fn(&mut Builder) -> &mut Builder| {
            let mut more = builder.clone();
            if add(&mut more)
                .build()
                .map_or(false, |model| model.verify(&grid).is_ok())
            {
                *builder = more;
            }
        };
        model(&mut builder, Builder::diagonals);
        model(&mut builder, Builder::windoku);
        let diagonal = (0..shape.side()).map(|i| shape.cell(i, i));
        let mut region: Vec<Cell> = Vec::new();
        for cell in diagonal {
            if region
                .iter()
                .all(|&other| grid.get(other) != grid.get(cell))
            {
                region.push(cell);
            }
        }
        builder.region(region);
        add_cages(rng, &mut builder, &grid, 6);
        let size = shape.side();
        for row in (1..size).filter(|_| seed % 2 == 0) {
            let cells: Vec<Cell> = (0..=row).map(|k| shape.cell(row - k, k)).collect();
            let digits = cells.iter().filter_map(|&cell| grid.get(cell));
            builder.rule(LittleKiller::new(digits.map(u32::from).sum(), cells));
        }
        let model = builder.build().expect("the rules of a grid");
        assert_eq!(model.verify(&grid), Ok(()));

        let mut propagator = Propagator::new(&model, &Limits::none());
        let more = rule45::derived(&model, &propagator.board, 1..=10).expect("there is a solution");
        combined += more
            .iter()
            .filter(|region| region.cells.len() > size)
            .count();
        propagator.add(more);
        for density in [4, 2, 1] {
            let noise = |rng: &mut Rng| {
                shape.digits().digits().fold(0, |mask, digit| {
                    if rng.u32(0..4) < density {
                        mask | 1 << digit
                    } else {
                        mask
                    }
                })
            };
            let mask = |digit: &u8| 1 << digit | noise(rng);
            let masks: Vec<Mask> = grid.digits().iter().map(mask).collect();
            propagator.state.masks = masks;
            propagator.add(Vec::new());
            propagator.run().expect("the grid is still there");
            for (cell, &digit) in grid.digits().iter().enumerate() {
                let mask = propagator.state.masks[cell];
                assert!(mask >> digit & 1 == 1, "seed {seed}, cell {cell}: {mask:b}");
            }
        }
    }
    assert!(combined > 20, "{combined} diagonals together");
}

#[test]
fn diagonals_that_fill_boxes_together_leave_a_sum_of_twelve_cells() {
    let shape = Shape::new(3, 3).expect("a shape");
    let mut found = 0;
    for seed in 0..300 {
        let mut builder = Model::builder(shape);
        builder.diagonals();
        let model = builder.build().expect("a model");
        let search = model.solver_with(crate::Backend::CANDIDATES);
        let grid = match search.ties(crate::Ties::Random(seed)).first().answer {
            First::Found(grid) => grid,
            other => panic!("seed {seed}: {other:?}"),
        };
        // With the main diagonal the four beside it fill three boxes.
        let mut left = Vec::new();
        for offset in [1, 2] {
            for turned in [false, true] {
                let cells: Vec<Cell> = (offset..9)
                    .map(|k| match turned {
                        true => shape.cell(k, k - offset),
                        false => shape.cell(k - offset, k),
                    })
                    .collect();
                let digits = cells.iter().filter_map(|&cell| grid.get(cell));
                builder.rule(LittleKiller::new(
                    digits.map(u32::from).sum(),
                    cells.clone(),
                ));
                left.extend(
                    cells
                        .into_iter()
                        .filter(|it| it.row() / 3 != it.column() / 3),
                );
            }
        }
        left.sort();
        let total: i64 = left
            .iter()
            .filter_map(|&cell| grid.get(cell))
            .map(i64::from)
            .sum();
        let model = builder.build().expect("the sums of a grid");
        let more =
            rule45::derived(&model, &Board::new(&model), 1..=10).expect("there is a solution");
        for region in more {
            let mut cells = region.cells.to_vec();
            cells.sort_unstable();
            if cells
                == left
                    .iter()
                    .map(|cell| cell.index() as u16)
                    .collect::<Vec<u16>>()
            {
                found += 1;
                match region.constraint {
                    Constraint::Sums { total: other, .. } => assert_eq!(other, total),
                    _ => panic!("seed {seed}: no sum"),
                }
            }
        }
    }
    // Sums in the middle of what is possible say too little.
    assert!((5..300).contains(&found), "{found} of 300");
}

#[test]
fn sums_keep_what_occurs_in_a_filling_and_fail_in_the_end() {
    let (mut hits, mut wide) = ([0; 3], 0);
    for seed in 0..1000 {
        let rng = &mut Rng::with_seed(seed);
        let side = rng.usize(4..=9);
        let (board, mut state, _) = row_of(rng, side, side);
        // Cells of two rows: some see each other and some do not.
        for cell in side..2 * side {
            state.masks[cell] = any_bit(rng, &board) | any_bit(rng, &board);
        }
        let mut cells: Vec<u16> = (0..2 * side as u16).collect();
        rng.shuffle(&mut cells);
        cells.truncate(rng.usize(1..=5));
        if seed % 4 == 0 {
            for &cell in &cells {
                let digits = state.masks[usize::from(cell)];
                state.masks[usize::from(cell)] = digits & digits.wrapping_neg();
            }
        }
        let shape = Shape::with_side(side).expect("a side in 4..=9");
        // Sums alone, or with factors: numbers of several digits.
        let factors = if seed % 3 == 0 {
            &[1, -1][..]
        } else {
            &[100, 10, 1, -1, -7]
        };
        let terms = cells.iter().map(|&cell| {
            let factor = factors[rng.usize(..factors.len())];
            (
                factor,
                shape.cell(usize::from(cell) / side, usize::from(cell) % side),
            )
        });
        let terms: Vec<(i32, Cell)> = terms.collect();
        let of = |total| linear(&board, total, &terms, |cell| cell.index() as u16);
        let order: Vec<usize> = of(0).cells.iter().map(|&cell| usize::from(cell)).collect();
        let masks = |state: &State| order.iter().map(|&k| state.masks[k]).collect::<Vec<Mask>>();
        let before = masks(&state);
        let differ = |a: usize, b: usize| sees(&board, order[a] as u16, order[b] as u16);
        let signed = |filling: &Vec<u32>| {
            let digits = filling.iter().zip(&order);
            let digits = digits.map(|(&digit, &cell)| {
                let term = terms.iter().find(|term| term.1.index() == cell);
                i64::from(term.expect("its own cell").0) * i64::from(digit)
            });
            digits.sum::<i64>()
        };
        let mut left = fillings(&before, &differ);
        let total = match rng.choice(&left) {
            Some(filling) if rng.bool() => signed(filling),
            _ => rng.i64(-5..20),
        };
        let region = of(total);
        left.retain(|filling| signed(filling) == total);
        // Cells that see each other with other factors may be taken for free to repeat.
        let found = region.run(&board, &mut state, &mut SumTable::new(board.digits));
        let decided = before.iter().all(|&mask| is_decided(mask));
        let fails = left.is_empty();
        wide += usize::from(found == Some(true) && factors.len() > 2);
        hits[if fails { 0 } else { 1 + usize::from(decided) }] += 1;
        match found {
            None => assert!(fails, "seed {seed}"),
            Some(_) => {
                let kept = masks(&state);
                for (k, expected) in occurring(order.len(), &left).into_iter().enumerate() {
                    assert_eq!(kept[k] & expected, expected, "seed {seed}");
                }
                let digits = before.iter().map(|mask| mask.trailing_zeros());
                assert!(
                    !decided || signed(&digits.collect()) == total,
                    "seed {seed}"
                );
            }
        }
    }
    assert!(wide > 20, "{wide} with factors");
    assert!(hits.iter().all(|&count| count > 20), "{hits:?}");
}
