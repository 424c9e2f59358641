//! Every error that the crate returns: its variant, its message and what it points at.

use insta::assert_snapshot;
use sudoku_model::deduce::{self, Contradiction};
use sudoku_model::{
    Broken, Builder, Cell, DigitLetters, Digits, Fault, Grid, GridError, HouseKind, Model,
    ModelError, Names, RowLetters, RuleBroken, Shape, ShapeError, Subject,
};

const SHAPE: Shape = Shape::CLASSIC;

/// The cell at a row and column that count from 1, as in the messages.
fn rc(row: usize, column: usize) -> Cell {
    SHAPE.cell(row - 1, column - 1)
}

fn four() -> Shape {
    Shape::with_side(4).expect("a side in 4..=25")
}

fn refused(rules: impl FnOnce(&mut Builder) -> &mut Builder) -> ModelError {
    refused_on(SHAPE, rules)
}

fn refused_on(shape: Shape, rules: impl FnOnce(&mut Builder) -> &mut Builder) -> ModelError {
    let mut builder = Model::builder(shape);
    rules(&mut builder);
    builder.build().expect_err("the model is wrong")
}

const SINGLES: Subject = Subject::House(HouseKind::Singles);

fn cage(number: usize) -> Subject {
    let name = "cage";
    Subject::Rule { name, number }
}

fn domino(number: usize) -> Subject {
    let name = "domino";
    Subject::Rule { name, number }
}

fn region(number: usize) -> Subject {
    Subject::House(HouseKind::Region(number))
}

#[track_caller]
fn check(error: &ModelError, subject: Subject, fault: &Fault) {
    assert_eq!((error.subject, &error.fault), (subject, fault));
}

/// The cage, domino and cell that an error points at.
fn place(error: &ModelError) -> (Option<usize>, Option<usize>, Option<Cell>) {
    (error.cage(), error.domino(), error.cell())
}

/// Nine cells for the singles of a domino board: the diagonal.
fn diagonal() -> impl Iterator<Item = Cell> {
    (1..=9).map(|i| rc(i, i))
}

#[test]
fn refuses_sides_outside_4_to_25() {
    for side in [0, 1, 3, 26, usize::MAX] {
        assert_eq!(Shape::with_side(side), Err(ShapeError::Side { side }));
    }
    assert_eq!(Shape::new(3, 1), Err(ShapeError::Side { side: 3 }));
    let error = Shape::new(6, 5).expect_err("30 is too large");
    assert_snapshot!(error, @"a board of side 30: only 4 to 25 will do");
    assert!(Shape::new(0, 7).is_err() && Shape::new(7, 0).is_err());
    assert!(Shape::new(usize::MAX, 2).is_err());
}

#[test]
fn refuses_boards_without_room_or_digits() {
    for (rows, columns) in [(0, 4), (4, 0), (26, 1), (1, usize::MAX)] {
        let lines = ShapeError::Lines { rows, columns };
        assert_eq!(Shape::rectangle(rows, columns), Err(lines));
    }
    assert_snapshot!(Shape::rectangle(4, 26).expect_err("26"), @"a board of 4 rows and 26 columns: only 1 to 25 will do");

    let six = Shape::with_side(6).expect("a side in 4..=25");
    let digits: Digits = [0, 1, 2, 3, 9].into_iter().collect();
    let error = six.with_digits(digits).expect_err("5 of 6");
    assert_eq!(error, ShapeError::Digits { digits, needed: 6 });
    assert_snapshot!(error, @"the digits {0, 1, 2, 3, 9} for rows, columns or boxes of 6 cells: they are too few");
    let digits = Digits::up_to(4);
    let boxes = Shape::rectangle(2, 4).expect("a board");
    assert_eq!(boxes.with_digits(digits).map(Shape::digits), Ok(digits));

    let shape = six;
    for (box_width, box_height) in [(4, 2), (2, 4), (0, 6), (6, 0), (3, 3), (7, 1)] {
        let boxes = ShapeError::Boxes {
            box_width,
            box_height,
            shape,
        };
        assert_eq!(six.with_boxes(box_width, box_height), Err(boxes));
    }
    assert_snapshot!(six.with_boxes(3, 3).expect_err("nine cells"), @"boxes of 3 x 3 cells for 6 digits on a board of side 6");
}

#[test]
fn refuses_diagonals_on_rectangles() {
    let shape = Shape::rectangle(4, 6).expect("a board");
    let error = refused_on(shape, |b| b.diagonals());
    check(&error, Subject::Board, &Fault::NotSquare { shape });
    assert_snapshot!(error, @"diagonals need a square board, and this has 4 rows and 6 columns");
}

#[test]
fn refuses_digits_that_make_no_grid() {
    let error = Grid::from_digits(four(), &[0; 15]).expect_err("a digit is missing");
    let (expected, found) = (16, 15);
    assert_eq!(error, GridError::Length { expected, found });
    assert_snapshot!(error, @"expected 16 digits, found 15");
    let mut digits = [0; 16];
    digits[6] = 5;
    let error = Grid::from_digits(four(), &digits).expect_err("5 is too large");
    let cell = four().cell(1, 2);
    let (digit, digits) = (5, Digits::up_to(4));
    let expected = GridError::Digit {
        cell,
        digit,
        digits,
    };
    assert_eq!(error, expected);
    assert_snapshot!(error, @"r2c3: digit 5 is not in 1..=4");
}

#[test]
fn refuses_cells_of_another_board() {
    let cell = rc(9, 9);
    let foreign = [
        refused_on(four(), |b| b.given(cell, 1)),
        refused_on(four(), |b| b.cage(1, [cell])),
        refused_on(four(), |b| b.region([cell])),
        refused_on(four(), |b| b.domino_tiling([cell])),
        refused_on(four(), |b| {
            let shape = four();
            b.domino_tiling((0..4).map(|i| shape.cell(i, i)));
            b.domino(cell, 1, shape.cell(0, 1), 2)
        }),
    ];
    for error in &foreign {
        let shape = four();
        assert_eq!(error.fault, Fault::ForeignCell { cell, shape });
        assert_eq!(error.cell(), Some(cell));
    }
    assert_snapshot!(foreign[0], @"r9c9 is no cell of a board of side 4");
}

#[test]
fn refuses_digits_that_the_board_does_not_have() {
    for digit in [0, 10, 255] {
        let error = refused(|b| b.given(rc(2, 3), digit));
        let digits = Digits::up_to(9);
        check(
            &error,
            Subject::Cell(rc(2, 3)),
            &Fault::DigitOutOfRange { digit, digits },
        );
        assert_eq!(place(&error), (None, None, Some(rc(2, 3))));
    }
    let error = refused(|b| {
        b.domino_tiling(diagonal())
            .domino(rc(1, 2), 10, rc(1, 3), 1)
    });
    assert_snapshot!(error, @"r1c2: digit 10 is not in 1..=9");
}

#[test]
fn refuses_to_take_away_a_rule_that_is_not_there() {
    let error = refused(|b| b.cage(3, [rc(1, 1), rc(1, 2)]).remove_rule(1));
    let no_rule = Fault::NoRule { index: 1, rules: 1 };
    check(&error, Subject::Board, &no_rule);
    assert_snapshot!(error, @"no rule has index 1: there are 1");
}

#[test]
fn refuses_jigsaw_regions_that_are_no_partition() {
    let error = refused(|b| b.jigsaw(&[0; 80]));
    check(
        &error,
        Subject::Board,
        &Fault::JigsawLength {
            expected: 81,
            found: 80,
        },
    );
    assert_eq!(place(&error), (None, None, None));
    assert_snapshot!(error, @"expected a jigsaw region for each of 81 cells, found 80");

    let mut regions: Vec<u8> = (0..81).map(|cell| cell / 9).collect();
    regions[80] = 9;
    let error = refused(|b| b.jigsaw(&regions));
    check(
        &error,
        Subject::Cell(rc(9, 9)),
        &Fault::JigsawNumber {
            number: 9,
            count: 9,
        },
    );
    assert_eq!(place(&error), (None, None, Some(rc(9, 9))));
    assert_snapshot!(error, @"r9c9: jigsaw region number 9 is not in 0..9");

    regions[80] = 0;
    let error = refused(|b| b.jigsaw(&regions));
    check(
        &error,
        Subject::House(HouseKind::Jigsaw(0)),
        &Fault::Size {
            expected: 9,
            found: 10,
        },
    );
    assert_eq!(place(&error), (None, None, None));
    assert_snapshot!(error, @"jigsaw region 1: expected 9 cells, found 10");
}

#[test]
fn refuses_windoku_without_room_for_a_window() {
    let shape = Shape::with_side(5).expect("a side in 4..=25");
    let error = refused_on(shape, |b| b.windoku());
    check(&error, Subject::Board, &Fault::WindokuBoxes { shape });
    assert_snapshot!(error, @"windoku has no room for a window of 5 x 1");
}

#[test]
fn refuses_regions_that_no_digits_can_fill() {
    let error = refused(|b| b.region([rc(1, 1)]).region([]));
    check(&error, region(1), &Fault::NoCells);
    assert_snapshot!(error, @"region 2 has no cells");

    let error = refused(|b| b.region(SHAPE.cells().take(10)));
    check(&error, region(0), &Fault::TooLarge { size: 10, most: 9 });
    assert_snapshot!(error, @"region 1 has 10 cells for 9 different digits");

    let error = refused(|b| b.region([rc(1, 1), rc(2, 2), rc(1, 1)]));
    check(&error, region(0), &Fault::CellTwice { cell: rc(1, 1) });
    assert_eq!(place(&error), (None, None, Some(rc(1, 1))));
    assert_snapshot!(error, @"r1c1 is in region 1 twice");
}

#[test]
fn refuses_cages_that_no_digits_can_fill() {
    let error = refused(|b| b.cage(3, [rc(1, 1), rc(1, 2)]).cage(5, []));
    check(&error, cage(1), &Fault::NoCells);
    assert_eq!(place(&error), (Some(1), None, None));
    assert_snapshot!(error, @"cage 2 has no cells");

    let error = refused(|b| b.cage(45, SHAPE.cells().take(10)));
    check(&error, cage(0), &Fault::TooLarge { size: 10, most: 9 });
    assert_eq!(place(&error), (Some(0), None, None));
    assert_snapshot!(error, @"cage 1 has 10 cells for 9 different digits");

    let error = refused(|b| b.cage(10, [rc(1, 1), rc(1, 2), rc(1, 1)]));
    check(&error, cage(0), &Fault::CellTwice { cell: rc(1, 1) });
    assert_eq!(place(&error), (Some(0), None, Some(rc(1, 1))));
    assert_snapshot!(error, @"r1c1 is in cage 1 twice");
    // No two digits have that total either.
    let error = refused(|b| b.cage(99, [rc(1, 1), rc(1, 1)]));
    check(&error, cage(0), &Fault::CellTwice { cell: rc(1, 1) });

    let two = [rc(1, 1), rc(1, 2)];
    for (total, given) in [(2, 2), (18, 18), (0, 0), (u32::MAX, u32::MAX)] {
        let error = refused(|b| b.cage(total, two));
        let (size, min, max) = (2, 3, 17);
        check(
            &error,
            cage(0),
            &Fault::Total {
                total: given,
                size,
                min,
                max,
                different: true,
            },
        );
        assert_eq!(place(&error), (Some(0), None, None));
    }
    assert_snapshot!(refused(|b| b.cage(18, two)), @"cage 1: 2 different digits add up to 3..17, not to 18");
    assert_snapshot!(refused(|b| b.cage(10, [rc(1, 1)])), @"cage 1: 1 digit adds up to 1..9, not to 10");
}

#[test]
fn refuses_sum_cages_that_fit_no_board() {
    let cells = [rc(1, 1), rc(4, 4)];
    for wrong in [1, 19] {
        let error = refused(|b| b.cage(3, [rc(9, 9)]).sum_cage(wrong, cells));
        let (total, size, min, max) = (wrong, 2, 2, 18);
        check(
            &error,
            cage(1),
            &Fault::Total {
                total,
                size,
                min,
                max,
                different: false,
            },
        );
        assert_eq!(place(&error), (Some(1), None, None));
    }
    assert_snapshot!(refused(|b| b.sum_cage(19, cells)), @"cage 1: 2 digits add up to 2..18, not to 19");
    assert!(matches!(
        refused(|b| b.sum_cage(80, SHAPE.cells())).fault,
        Fault::Total { min: 81, .. }
    ));

    check(&refused(|b| b.sum_cage(0, [])), cage(0), &Fault::NoCells);
    let cell = rc(1, 1);
    check(
        &refused(|b| b.sum_cage(3, [cell, cell])),
        cage(0),
        &Fault::CellTwice { cell },
    );
    let (first, second) = (0, 1);
    check(
        &refused(|b| b.cage(1, [cell]).sum_cage(3, cells)),
        cage(second),
        &Fault::Overlap {
            cell,
            other: cage(first),
        },
    );

    let most = SHAPE.cells().take(50);
    let error = refused(|b| b.domino_tiling(diagonal()).sum_cage(250, most));
    check(&error, cage(0), &Fault::NotWithDominoes);
    assert_eq!(place(&error), (Some(0), None, None));
    assert_snapshot!(error, @"cage 1 has no place on a board tiled with dominoes: too many sets or sums of digits");
}

#[test]
fn refuses_givens_that_break_a_sum_cage() {
    let cells = [rc(1, 1), rc(4, 4), rc(4, 5)];
    let with = |total| {
        let mut builder = Model::builder(SHAPE);
        builder
            .sum_cage(total, cells)
            .given(cells[0], 6)
            .given(cells[1], 6);
        builder
    };
    assert!(with(13).build().is_ok() && with(21).build().is_ok());
    for wrong in [12, 22] {
        let error = with(wrong).build().expect_err("12 and a digit");
        let (total, given, open) = (wrong, 12, 1);
        check(&error, cage(0), &Fault::Givens { total, given, open });
        assert_eq!(place(&error), (Some(0), None, None));
    }
    let error = with(22).build().expect_err("12 and a digit");
    assert_snapshot!(error, @"cage 1: with givens that add up to 12, no digits for the other 1 make 22");
    let error = with(17).given(cells[2], 4).build();
    assert_snapshot!(error.expect_err("16"), @"cage 1: its givens add up to 16, not to 17");
}

#[test]
fn refuses_a_cell_in_two_cages() {
    let error = refused(|b| {
        b.cage(3, [rc(5, 5), rc(5, 6)])
            .cage(5, [rc(1, 1)])
            .cage(9, [rc(4, 6), rc(5, 6)])
    });
    check(
        &error,
        cage(2),
        &Fault::Overlap {
            cell: rc(5, 6),
            other: cage(0),
        },
    );
    assert_eq!(place(&error), (Some(2), None, Some(rc(5, 6))));
    assert_snapshot!(error, @"r5c6 is in cage 1 and in cage 3");
}

#[test]
fn refuses_a_digit_twice_in_a_house_and_nowhere_else() {
    let six = Shape::new(3, 2).expect("a side");
    let wide = Shape::rectangle(5, 10).expect("a board");
    let from_zero = four().with_digits((0..=3).collect()).expect("four digits");
    for shape in [four(), six, wide, from_zero] {
        let ends = [0, shape.cell_count() - 1].map(|index| shape.cell_at(index));
        let boxes = Model::builder(shape).region(ends).clone();
        let latin = boxes.clone().without_boxes().clone();
        let digit = shape.digits().digits().next().expect("a digit");
        for builder in [boxes, latin] {
            let empty = builder.build().expect("no givens");
            let pairs = shape
                .cells()
                .flat_map(|a| shape.cells().map(move |b| [a, b]));
            for [a, b] in pairs.filter(|[a, b]| a != b) {
                let twice = builder.clone().given(a, digit).given(b, digit).build();
                assert_eq!(twice.is_err(), empty.sees(a, b), "{a} {b}");
            }
        }
    }
}

#[test]
fn refuses_givens_that_break_a_cage() {
    // The two cells share no house, so only the cage forbids the digit.
    let error = refused(|b| {
        b.cage(12, [rc(1, 1), rc(4, 4), rc(4, 5)])
            .given(rc(4, 4), 3)
            .given(rc(1, 1), 3)
    });
    let cells = [rc(1, 1), rc(4, 4)];
    check(&error, cage(0), &Fault::GivenTwice { digit: 3, cells });
    assert_eq!(place(&error), (Some(0), None, Some(rc(4, 4))));
    assert_snapshot!(error, @"digit 3 is given twice in cage 1: in r1c1 and in r4c4");

    let error = refused(|b| b.cage(12, [rc(1, 1), rc(1, 2)]).given(rc(1, 1), 6));
    let given = 6;
    check(
        &error,
        cage(0),
        &Fault::Givens {
            total: 12,
            given,
            open: 1,
        },
    );
    assert_eq!(place(&error), (Some(0), None, None));
    assert_snapshot!(error, @"cage 1: with givens that add up to 6, no digits for the other 1 make 12");

    let error = refused(|b| {
        b.cage(12, [rc(1, 1), rc(1, 2)])
            .given(rc(1, 1), 5)
            .given(rc(1, 2), 6)
    });
    let given = 11;
    check(
        &error,
        cage(0),
        &Fault::Givens {
            total: 12,
            given,
            open: 0,
        },
    );
    assert_snapshot!(error, @"cage 1: its givens add up to 11, not to 12");

    let error = refused(|b| b.cage(4, [rc(1, 1), rc(1, 2)]).given(rc(1, 1), 9));
    assert!(
        matches!(error.fault, Fault::Givens { open: 1, .. }),
        "more than the total"
    );
}

#[test]
fn refuses_dominoes_that_do_not_fit_the_board() {
    let error = refused(|b| b.domino(rc(1, 1), 1, rc(1, 2), 2));
    check(&error, domino(0), &Fault::WithoutTiling);
    assert_eq!(place(&error), (None, Some(0), None));
    assert_snapshot!(error, @"domino 1 on a board that is not tiled with dominoes");

    let error = refused(|b| b.domino_tiling(diagonal()).domino(rc(1, 2), 4, rc(1, 3), 4));
    check(&error, domino(0), &Fault::Double { digit: 4 });
    assert_eq!(place(&error), (None, Some(0), None));
    assert_snapshot!(error, @"domino 1 has digit 4 twice");

    for other in [rc(2, 3), rc(1, 4), rc(1, 2)] {
        let error = refused(|b| b.domino_tiling(diagonal()).domino(rc(1, 2), 4, other, 5));
        let cells = [rc(1, 2), other];
        check(&error, domino(0), &Fault::Apart { cells });
        assert_eq!(place(&error), (None, Some(0), Some(other)));
    }
    // The last cell of a row and the first of the next are neighbors in the text only.
    let error = refused(|b| b.domino_tiling(diagonal()).domino(rc(1, 9), 4, rc(2, 1), 5));
    assert_snapshot!(error, @"domino 1: r1c9 and r2c1 are not neighbors");
}

#[test]
fn refuses_dominoes_that_are_in_conflict() {
    let error = refused(|b| {
        b.domino_tiling(diagonal());
        b.domino(rc(1, 2), 4, rc(1, 3), 5)
            .domino(rc(5, 1), 5, rc(5, 2), 4)
    });
    let digits = [5, 4];
    check(
        &error,
        domino(1),
        &Fault::SameDigits {
            digits,
            other: domino(0),
        },
    );
    assert_eq!(place(&error), (None, Some(1), None));
    assert_snapshot!(error, @"domino 1 and domino 2 have the same digits, 5 and 4");

    let error = refused(|b| {
        b.domino_tiling(diagonal());
        b.domino(rc(1, 2), 4, rc(1, 3), 5)
            .domino(rc(1, 3), 5, rc(2, 3), 6)
    });
    check(
        &error,
        domino(1),
        &Fault::Overlap {
            cell: rc(1, 3),
            other: domino(0),
        },
    );
    assert_eq!(place(&error), (None, Some(1), Some(rc(1, 3))));
    assert_snapshot!(error, @"r1c3 is in domino 1 and in domino 2");
}

#[test]
fn refuses_isolated_cells_that_leave_no_board_for_the_dominoes() {
    let error = refused(|b| b.domino_tiling(diagonal().take(8)));
    check(
        &error,
        SINGLES,
        &Fault::Size {
            expected: 9,
            found: 8,
        },
    );
    assert_eq!(place(&error), (None, None, None));
    assert_snapshot!(error, @"the isolated cells: expected 9 cells, found 8");

    let error = refused(|b| b.domino_tiling(diagonal().take(8).chain([rc(3, 3)])));
    check(&error, SINGLES, &Fault::CellTwice { cell: rc(3, 3) });
    assert_eq!(place(&error), (None, None, Some(rc(3, 3))));
    assert_snapshot!(error, @"r3c3 is in the isolated cells twice");

    let error = refused(|b| b.domino_tiling(diagonal()).domino(rc(1, 2), 4, rc(2, 2), 5));
    check(
        &error,
        domino(0),
        &Fault::Overlap {
            cell: rc(2, 2),
            other: SINGLES,
        },
    );
    assert_eq!(place(&error), (None, Some(0), Some(rc(2, 2))));
    assert_snapshot!(error, @"r2c2 is in the isolated cells and in domino 1");
}

#[test]
fn refuses_givens_that_contradict_each_other() {
    let error = refused(|b| b.given(rc(1, 1), 4).given(rc(1, 1), 5));
    check(
        &error,
        Subject::Cell(rc(1, 1)),
        &Fault::GivenConflict { digits: [4, 5] },
    );
    assert_eq!(place(&error), (None, None, Some(rc(1, 1))));
    assert_snapshot!(error, @"r1c1 is given as 4 and as 5");
    assert!(Model::builder(SHAPE)
        .given(rc(1, 1), 4)
        .given(rc(1, 1), 4)
        .build()
        .is_ok());

    let error = refused(|b| b.given(rc(1, 1), 4).given(rc(2, 2), 4));
    let (house, cells) = (HouseKind::Box(0), [rc(1, 1), rc(2, 2)]);
    check(
        &error,
        Subject::House(house),
        &Fault::GivenTwice { digit: 4, cells },
    );
    assert_eq!(place(&error), (None, None, Some(rc(2, 2))));
    assert_snapshot!(error, @"digit 4 is given twice in box 1: in r1c1 and in r2c2");

    let shape = four();
    let error = refused(|b| b.givens(&Grid::empty(shape)));
    check(
        &error,
        Subject::Board,
        &Fault::GivensShape {
            expected: SHAPE,
            found: shape,
        },
    );
    assert_eq!(place(&error), (None, None, None));
    assert_snapshot!(error, @"givens on a board of 2 x 2 boxes for a model of 3 x 3 boxes");
}

#[test]
fn names_every_kind_of_house_with_a_digit_given_twice() {
    let (a, b) = (rc(2, 2), rc(4, 4));
    let twice = |rules: &dyn Fn(&mut Builder)| {
        let error = refused(|builder| {
            rules(builder);
            builder.given(a, 7).given(b, 7)
        });
        error.to_string()
    };
    let jigsaw: Vec<u8> = (0..81).map(|cell| (cell / 9 + cell % 9 * 8) % 9).collect();
    let messages = [
        twice(&|builder| {
            builder.diagonals();
        }),
        twice(&|builder| {
            builder.windoku();
        }),
        twice(&|builder| {
            builder.jigsaw(&jigsaw);
        }),
        twice(&|builder| {
            builder.region([a, b]);
        }),
        twice(&|builder| {
            builder.domino_tiling(diagonal());
        }),
        refused(|b| b.given(rc(3, 1), 7).given(rc(3, 9), 7)).to_string(),
        refused(|b| b.given(rc(1, 3), 7).given(rc(9, 3), 7)).to_string(),
    ];
    assert_snapshot!(messages.join("\n"), @r#"
    digit 7 is given twice in diagonal 1: in r2c2 and in r4c4
    digit 7 is given twice in window 1: in r2c2 and in r4c4
    digit 7 is given twice in jigsaw region 1: in r2c2 and in r4c4
    digit 7 is given twice in region 1: in r2c2 and in r4c4
    digit 7 is given twice in the isolated cells: in r2c2 and in r4c4
    digit 7 is given twice in row 3: in r3c1 and in r3c9
    digit 7 is given twice in column 3: in r1c3 and in r9c3
    "#);
}

/// A 4 x 4 puzzle with a given, a cage, a region and the rule of dominoes, as asked for.
fn puzzle(rules: impl FnOnce(&mut Builder, Shape) -> &mut Builder) -> Model {
    let mut builder = Model::builder(four());
    rules(&mut builder, four());
    builder.build().expect("the model is right")
}

fn broken(model: &Model, grid: &str) -> RuleBroken {
    let grid: Grid = grid.parse().expect("a grid");
    model.verify(&grid).expect_err("the grid breaks a rule")
}

#[test]
fn verify_names_the_rule_that_a_grid_breaks() {
    let shape = four();
    let plain = puzzle(|b, _| b);
    let found = broken(&plain, &"1".repeat(81));
    assert_eq!(
        (found.subject, &found.broken),
        (
            Subject::Board,
            &Broken::Shape {
                expected: shape,
                found: SHAPE
            }
        )
    );
    assert_snapshot!(found, @"a grid of 3 x 3 boxes for a model of 2 x 2 boxes");

    let found = broken(&plain, "1234341221434.21");
    assert_eq!(
        (found.subject, &found.broken),
        (
            Subject::Cell(shape.cell(3, 1)),
            &Broken::Empty {
                cell: shape.cell(3, 1)
            }
        )
    );
    assert_snapshot!(found, @"r4c2 is empty");

    let given = puzzle(|b, shape| b.given(shape.cell(0, 1), 3));
    let found = broken(&given, "1234341221434321");
    let cell = shape.cell(0, 1);
    assert_eq!(
        (found.subject, &found.broken),
        (
            Subject::Cell(cell),
            &Broken::Given {
                cell,
                expected: 3,
                found: 2
            }
        )
    );
    assert_snapshot!(found, @"r1c2 holds 2, and 3 is given");

    let found = broken(&plain, "1234234134124123");
    let cells = [shape.cell(0, 1), shape.cell(1, 0)];
    assert_eq!(
        (found.subject, &found.broken),
        (
            Subject::House(HouseKind::Box(0)),
            &Broken::DigitTwice { digit: 2, cells }
        )
    );
    assert_snapshot!(found, @"box 1 has digit 2 in r1c2 and in r2c1");
}

#[test]
fn verify_names_the_cage_that_a_grid_breaks() {
    let shape = four();
    let cells = [shape.cell(0, 0), shape.cell(2, 1)];
    let caged = puzzle(|b, shape| b.cage(3, [shape.cell(3, 3)]).cage(5, cells));
    let found = broken(&caged, "1234341221434321");
    assert_eq!(
        (found.subject, &found.broken),
        (
            cage(0),
            &Broken::Sum {
                expected: 3,
                found: 1
            }
        )
    );
    assert_snapshot!(found, @"cage 1 adds up to 1, not to 3");

    let caged = puzzle(|b, _| b.cage(5, cells));
    let found = broken(&caged, "1234341221434321");
    assert_eq!(
        (found.subject, &found.broken),
        (cage(0), &Broken::DigitTwice { digit: 1, cells })
    );
    assert_snapshot!(found, @"cage 1 has digit 1 in r1c1 and in r3c2");
}

#[test]
fn verify_checks_only_the_sum_where_digits_may_repeat() {
    let shape = four();
    let cells = [shape.cell(0, 0), shape.cell(2, 1)];
    let grid: Grid = "1234341221434321".parse().expect("a grid");
    assert_eq!(puzzle(|b, _| b.sum_cage(2, cells)).verify(&grid), Ok(()));
    let found = broken(&puzzle(|b, _| b.sum_cage(3, cells)), "1234341221434321");
    let expected = 3;
    assert_eq!(
        (found.subject, &found.broken),
        (cage(0), &Broken::Sum { expected, found: 2 })
    );
}

#[test]
fn verify_says_when_no_tiling_fits() {
    let singles = |shape: Shape| [(0, 0), (0, 1), (0, 2), (1, 1)].map(|(r, c)| shape.cell(r, c));
    let model = puzzle(|b, shape| b.domino_tiling(singles(shape)));
    let found = broken(&model, "1234341221434321");
    assert_eq!(
        (found.subject, &found.broken),
        (
            Subject::Rule {
                name: "domino set",
                number: 0
            },
            &Broken::Tiling
        )
    );
    assert_snapshot!(found, @"the other dominoes do not tile the rest of the board");
}

#[test]
fn cross_hatching_names_the_contradiction() {
    let shape = four();
    let grid: Grid = "1..1 .... .... ....".parse().expect("a grid");
    let error = deduce::cross_hatching(&grid).expect_err("the row has 1 twice");
    let (house, cells) = (HouseKind::Row(0), [shape.cell(0, 0), shape.cell(0, 3)]);
    assert_eq!(
        error,
        Contradiction::Repeated {
            house,
            digit: 1,
            cells
        }
    );
    assert_snapshot!(error, @"row 1 has digit 1 in r1c1 and in r1c4");

    let grid: Grid = "1... ..2. .... ...1".parse().expect("a grid");
    let error = deduce::cross_hatching(&grid).expect_err("box 2 has no place");
    assert_eq!(
        error,
        Contradiction::NoPlace {
            house: HouseKind::Box(1),
            digit: 1
        }
    );
    assert_snapshot!(error, @"box 2 has no place for digit 1");
}

/// Cells by letters and numbers, cages by the first cell of theirs.
struct Letters;

impl Names for Letters {
    fn cell(&self, cell: Cell) -> String {
        format!(
            "{}{}",
            char::from(b'A' + cell.row() as u8),
            cell.column() + 1
        )
    }

    fn subject(&self, subject: Subject) -> String {
        match subject {
            Subject::Rule { name, number } => format!("{name} no. {}", number + 1),
            other => other.to_string(),
        }
    }
}

#[test]
fn messages_use_the_names_that_the_caller_has() {
    let error = refused(|b| {
        b.cage(3, [rc(5, 5), rc(5, 6)])
            .cage(9, [rc(4, 6), rc(5, 6)])
    });
    assert_snapshot!(error.with_names(&Letters), @"E6 is in cage no. 1 and in cage no. 2");
    let error = refused(|b| b.given(rc(2, 3), 10));
    assert_snapshot!(error.with_names(&Letters), @"B3: digit 10 is not in 1..=9");
    let caged = puzzle(|b, shape| b.cage(3, [shape.cell(0, 0), shape.cell(0, 1)]));
    let found = broken(&caged, "4321214334121234");
    assert_snapshot!(found.with_names(&Letters), @"cage no. 1 adds up to 7, not to 3");
    let found = broken(&caged, "1234341221434.21");
    assert_snapshot!(found.with_names(&Letters), @"D2 is empty");
}

#[test]
fn every_error_is_a_std_error_that_crosses_threads() {
    fn check<E: std::error::Error + Send + Sync + 'static>() {}
    check::<ShapeError>();
    check::<GridError>();
    check::<ModelError>();
    check::<RuleBroken>();
    check::<Contradiction>();
    check::<sudoku_model::TextError>();
}

#[test]
fn cells_are_found_by_letter_and_number() {
    let names = RowLetters;
    for shape in [Shape::CLASSIC, Shape::with_side(25).unwrap()] {
        for cell in shape.cells() {
            assert_eq!(RowLetters::cell(shape, &names.cell(cell)), Some(cell));
        }
    }
    for name in [
        "", "A", "1", "A0", "A03", "A+3", "A10", "J1", "a1", "@1", "\u{e9}1", "A1 ",
    ] {
        assert_eq!(RowLetters::cell(Shape::CLASSIC, name), None, "{name:?}");
    }
}

#[test]
fn digits_have_letters_from_a_on() {
    let shape = Shape::with_side(4).unwrap();
    let mut model = Model::builder(shape);
    let error = model.given(shape.cell(0, 0), 2).given(shape.cell(0, 3), 2);
    let error = error.build().unwrap_err();
    let message = "digit B is given twice in row 1: in r1c1 and in r1c4";
    assert_eq!(error.with_names(&DigitLetters), message);
}
