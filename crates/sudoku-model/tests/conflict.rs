//! Why a model has no solution: what fails, and what it takes for that.

use insta::assert_snapshot;
use sudoku_model::{
    killer, Builder, Cage, Cell, Conflict, ConflictKind, Grid, HouseKind, KillerGenerator, Model,
    Shape, Subject, Unique,
};

fn board() -> Builder {
    Model::builder(Shape::CLASSIC)
}

fn at(row: usize, column: usize) -> Cell {
    Shape::CLASSIC.cell(row - 1, column - 1)
}

fn conflict(builder: &Builder) -> Conflict {
    let model = builder.build().expect("a model");
    model.conflict().expect("a conflict")
}

#[test]
fn a_cell_without_a_digit() {
    let mut builder = board();
    for (column, digit) in (1..=5).zip(1..) {
        builder.given(at(1, column), digit);
    }
    for (row, digit) in (5..=8).zip(6..) {
        builder.given(at(row, 9), digit);
    }
    builder.given(at(9, 1), 6);
    let conflict = conflict(&builder);
    assert_eq!(conflict.kind, ConflictKind::Cell { cell: at(1, 9) });
    assert_snapshot!(conflict, @"no digit is left for r1c9, because of the givens in r1c1, r1c2, r1c3, r1c4, r1c5, r5c9, r6c9, r7c9 and r8c9");
}

#[test]
fn a_house_without_a_cell_for_a_digit() {
    let mut builder = board();
    builder
        .given(at(2, 4), 5)
        .given(at(3, 7), 5)
        .given(at(5, 5), 5);
    builder
        .given(at(1, 1), 1)
        .given(at(1, 2), 2)
        .given(at(7, 3), 5);
    let conflict = conflict(&builder);
    let givens = [at(1, 1), at(1, 2), at(2, 4), at(3, 7), at(7, 3)];
    assert_eq!(conflict.givens, givens);
    let (house, digit) = (HouseKind::Row(0), 5);
    assert_eq!(conflict.kind, ConflictKind::House { house, digit });
    assert_snapshot!(conflict, @"no cell of row 1 is left for digit 5, because of the givens in r1c1, r1c2, r2c4, r3c7 and r7c3");
}

#[test]
fn a_cage_without_digits() {
    let mut builder = board();
    builder
        .cage(3, [at(1, 1), at(1, 2)])
        .cage(17, [at(5, 5), at(5, 6)])
        .cage(11, [at(9, 1), at(8, 1)])
        .given(at(7, 3), 7)
        .given(at(5, 1), 9);
    let conflict = conflict(&builder);
    let (number, total) = (1, 17);
    let rule = Subject::Rule {
        name: "cage",
        number,
    };
    assert_eq!(conflict.kind, ConflictKind::Total { rule, total });
    assert_eq!(conflict.cages, [1]);
    assert_eq!(conflict.givens, [at(5, 1)]);
    assert_snapshot!(conflict, @"cage 2: the digits left for its cells do not add up to 17, because of the given in r5c1");
}

#[test]
fn houses_whose_cages_have_another_total() {
    let mut builder = board();
    builder
        .cage(3, [at(9, 8), at(9, 9)])
        .cage(20, [at(4, 1), at(4, 2), at(4, 3)])
        .cage(13, [at(4, 4), at(4, 5), at(4, 6)]);
    assert_eq!(builder.build().expect("a model").conflict(), None);

    let mut filled = builder.clone();
    filled.cage(15, [at(4, 7), at(4, 8), at(4, 9)]);
    let filled = conflict(&filled);
    assert_eq!(filled.cages, [1, 2, 3]);
    assert_snapshot!(filled, @"the cages in row 4 add up to 3 too much, because of cages 2, 3 and 4");

    builder.cage(12, [at(4, 7), at(4, 8)]);
    let left_over = conflict(&builder);
    assert_eq!(left_over.cages, [1, 2, 3]);
    assert_snapshot!(left_over, @"the digits left for r4c9 do not add up to 0, as the cages of row 4 demand, because of cages 2, 3 and 4");
}

#[test]
fn a_cage_whose_digits_repeat_and_do_not_suffice() {
    let mut builder = board();
    builder
        .cage(3, [at(9, 8), at(9, 9)])
        .sum_cage(27, [at(1, 1), at(5, 5), at(9, 2)])
        .given(at(2, 2), 4);
    assert_eq!(builder.build().expect("a model").conflict(), None);

    // Three nines need every cell, and a nine in row 5 takes one of them.
    builder.given(at(5, 9), 9);
    let conflict = conflict(&builder);
    let (number, total) = (1, 27);
    let rule = Subject::Rule {
        name: "cage",
        number,
    };
    assert_eq!(conflict.kind, ConflictKind::Total { rule, total });
    assert_eq!((conflict.cages, conflict.givens), (vec![1], vec![at(5, 9)]));
}

#[test]
fn a_row_filled_by_cages_of_both_kinds_with_another_total() {
    let mut builder = board();
    builder
        .cage(20, [at(4, 1), at(4, 2), at(4, 3)])
        .sum_cage(28, (4..=9).map(|column| at(4, column)));
    let conflict = conflict(&builder);
    assert_eq!(conflict.cages, [0, 1]);
    assert_snapshot!(conflict, @"the cages in row 4 add up to 3 too much, because of cages 1 and 2");
}

#[test]
fn cells_left_over_with_an_impossible_total() {
    let mut builder = board();
    builder
        .cage(3, [at(9, 8), at(9, 9)])
        .cage(22, [at(4, 1), at(4, 2), at(4, 3)])
        .cage(21, [at(4, 4), at(4, 5), at(4, 6)]);
    let conflict = conflict(&builder);
    let cells = vec![at(4, 7), at(4, 8), at(4, 9)];
    let (houses, total) = (vec![HouseKind::Row(3)], 2);
    assert_eq!(
        conflict.kind,
        ConflictKind::Area {
            houses,
            cells,
            total
        }
    );
    assert_snapshot!(conflict, @"the digits left for r4c7, r4c8 and r4c9 do not add up to 2, as the cages of row 4 demand, because of cages 2 and 3");
}

#[test]
fn neighboring_rows_whose_cages_have_another_total() {
    // Two rows by pairs that stand upright: no row says anything.
    let mut builder = board();
    for (column, total) in (1..).zip([9, 11, 9, 11, 9, 11, 9, 11, 11]) {
        builder.cage(total, [at(5, column), at(6, column)]);
    }
    let conflict = conflict(&builder);
    assert_eq!(conflict.cages, (0..9).collect::<Vec<_>>());
    assert_snapshot!(conflict, @"the cages in rows 5 to 6 add up to 1 too much, because of cages 1, 2, 3, 4, 5, 6, 7, 8 and 9");
}

#[test]
fn cells_beyond_a_house_with_an_impossible_total() {
    let mut builder = board();
    builder
        .cage(16, [at(1, 1), at(1, 2), at(1, 3)])
        .cage(16, [at(1, 4), at(1, 5), at(1, 6)])
        .cage(23, [at(1, 7), at(1, 8), at(1, 9), at(2, 9)]);
    let conflict = conflict(&builder);
    assert_snapshot!(conflict, @"the digits left for r2c9 do not add up to 10, as the cages of row 1 demand, because of cages 1, 2 and 3");
}

#[test]
fn a_model_with_a_solution_has_no_conflict() {
    let text = "
        53..7....
        6..195...
        .98....6.
        8...6...3
        4..8.3..1
        7...2...6
        .6....28.
        ...419..5
        ....8..79";
    let puzzle: Grid = text.parse().expect("a grid");
    let model = board().givens(&puzzle).build().expect("a model");
    assert_eq!(model.conflict(), None);
    let mut generator = KillerGenerator::new(&board(), 4).cage_sizes(2..=3);
    for _ in 0..3 {
        let puzzle = generator.generate().expect("a puzzle");
        assert_eq!(puzzle.model.conflict(), None);
    }
}

/// One total of a good puzzle is off by one: where a conflict is found, the parts named have no
/// solution together, by the solver, and nothing of them can go.
#[test]
fn the_parts_of_a_conflict_are_enough_and_needed() {
    let mut found = 0;
    let mut generator = KillerGenerator::new(&board(), 11).cage_sizes(2..=4);
    for k in 0..6 {
        let puzzle = generator.generate().expect("a puzzle").model;
        let with = |cages: &[usize]| {
            let mut builder = board();
            for &cage in cages {
                let rule: &Cage = puzzle.cages().nth(cage).expect("a cage");
                let total = rule.total() + u32::from(cage == k);
                builder.cage(total, rule.cells().iter().copied());
            }
            builder.build()
        };
        let all: Vec<usize> = (0..puzzle.cages().count()).collect();
        let Ok(model) = with(&all) else { continue };
        let Some(conflict) = model.conflict() else {
            continue;
        };
        found += 1;
        assert!(conflict.cages.contains(&k), "{conflict}");
        let part = with(&conflict.cages).expect("a model");
        assert_eq!(part.unique(), Unique::None, "{conflict}");
        for (leave, _) in conflict.cages.iter().enumerate() {
            let mut fewer = conflict.cages.clone();
            fewer.remove(leave);
            assert_eq!(
                with(&fewer).expect("a model").conflict(),
                None,
                "{conflict}"
            );
        }
    }
    assert!(found >= 3, "{found}");
}

#[test]
fn many_parts_are_counted() {
    let text = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../testdata/killer_sudoku/daily-5561.txt"
    ));
    let text = text.expect("the daily killer");
    let (total, rest) = text.split_once(' ').expect("a cage");
    let total: u32 = total.parse().expect("a total");
    let text = format!("{} {rest}", total - 1);
    let model = killer::read_cages(Shape::CLASSIC, &text).expect("a killer");
    let conflict = model.conflict().expect("404 is not 405");
    assert_snapshot!(conflict, @"the digits left for r1c1, r1c2, r1c3, r1c4 and r1c5 do not add up to 34, as the cages of row 1 demand, because of 24 cages");
}
