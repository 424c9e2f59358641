//! Constraint strings: each constraint is the rule that it should be, whole grids are read in all
//! their forms, errors have a place.

use proptest::prelude::*;
use std::collections::BTreeSet;
use sudoku_model::rules::*;
use sudoku_model::text::{self, iss, sheet};
use sudoku_model::{Builder, Cell, Digits, Model, Place, Shape, TextError, TextErrorKind};

fn cell(shape: Shape, name: &str) -> Cell {
    let mut digits = name.bytes().map(|byte| usize::from(byte - b'1'));
    let mut next = || digits.next().expect("two digits");
    shape.cell(next(), next())
}

/// `11 12` are the first two cells of the first row.
fn cells(shape: Shape, names: &str) -> Vec<Cell> {
    names.split(' ').map(|name| cell(shape, name)).collect()
}

fn pair(shape: Shape, names: &str) -> [Cell; 2] {
    let cells = cells(shape, names);
    [cells[0], cells[1]]
}

fn line(shape: Shape, row: usize) -> Vec<Cell> {
    (0..shape.side())
        .map(|column| shape.cell(row, column))
        .collect()
}

type Says = fn(&mut Builder, Shape);

/// Constraints on a board of 6 x 6 with boxes of 3 x 2, and what they say.
const CONSTRAINTS: &[(&str, Says)] = &[
    (".~R1C1_5.~R6C6_1_2", |b, s| {
        let marks = Digits::single(1) | Digits::single(2);
        b.given(s.cell(0, 0), 5)
            .rule(PencilMarks::new(marks, [s.cell(5, 5)]));
    }),
    (".NoBoxes", |b, _| {
        b.without_boxes();
    }),
    (
        ".Jigsaw~111222111222333444333444555666555666.NoBoxes",
        |b, s| {
            b.jigsaw(
                &s.cells()
                    .map(|cell| s.box_of(cell) as u8)
                    .collect::<Vec<u8>>(),
            );
        },
    ),
    (".Jigsaw~abbbbbacccccaxxxxxaxxxxxaxxxxxaxxxxx", |b, s| {
        b.region(cells(s, "11 21 31 41 51 61"));
    }),
    (".Diagonal~-1.Diagonal~1", |b, _| {
        b.diagonals();
    }),
    (".Diagonal~1", |b, _| {
        b.rising_diagonal();
    }),
    (".Diagonal~-1", |b, _| {
        b.falling_diagonal();
    }),
    // As large as a box, one cell off the edges.
    (".Windoku", |b, _| {
        b.windoku();
    }),
    (".AllDifferent~R1C1~R2C4", |b, s| {
        b.region(cells(s, "11 24"));
    }),
    (
        ".DisjointSets.AntiKnight.AntiKing.AntiTaxicab.AntiConsecutive",
        |b, _| {
            b.rule(DisjointGroups)
                .rule(Apart::knight())
                .rule(Apart::king());
            b.rule(Apart::digit_taxicab())
                .rule(Strict::new([]).difference(1));
        },
    ),
    (".GlobalEntropy.GlobalMod", |b, _| {
        b.rule(Squares::entropy()).rule(Squares::modular());
    }),
    (
        ".Thermo~R1C1~R2C2.Renban~R1C1~R1C2.Palindrome~R1C1~R2C4",
        |b, s| {
            b.rule(Thermometer::new(cells(s, "11 22")))
                .rule(Renban::new(cells(s, "11 12")));
            b.rule(Palindrome::new(cells(s, "11 24")));
        },
    ),
    (".Whisper~R1C1~R1C2.Whisper~2~R2C1~R2C2", |b, s| {
        b.rule(Whisper::new(5, cells(s, "11 12")))
            .rule(Whisper::new(2, cells(s, "21 22")));
    }),
    (
        ".Between~R1C1~R1C2~R2C3.Lockout~R1C1~R2C2.Lockout~2~R1C1~R2C3",
        |b, s| {
            b.rule(Between::new(cells(s, "11 12 23")))
                .rule(Lockout::new(4, cells(s, "11 22")));
            b.rule(Lockout::new(2, cells(s, "11 23")));
        },
    ),
    (
        ".Zipper~R1C1~R1C2~R2C3.SumLine~R1C1~R2C2.SumLine~7~R1C1~R1C2",
        |b, s| {
            b.rule(Zipper::new(cells(s, "11 12 23")))
                .rule(SumLine::new(10, cells(s, "11 22")));
            b.rule(SumLine::new(7, cells(s, "11 12")));
        },
    ),
    (
        ".Modular~3~R1C1~R1C2~R1C3.Entropic~R2C1~R3C1~R4C1",
        |b, s| {
            b.rule(Modular::new(3, cells(s, "11 12 13")))
                .rule(Entropic::new(cells(s, "21 31 41")));
        },
    ),
    // Signs hold between neighbors, wherever they are in the list.
    (".WhiteDot~R1C1~R3C1~R1C2.BlackDot~R2C1~R2C2", |b, s| {
        b.rule(Difference::new(1, pair(s, "11 12")))
            .rule(Ratio::new(2, pair(s, "21 22")));
    }),
    (
        ".X~R1C1~R1C2.V~R2C1~R2C2.GreaterThan~R4C4~R3C4~R5C4",
        |b, s| {
            b.rule(PairSum::new(10, pair(s, "11 12")))
                .rule(PairSum::new(5, pair(s, "21 22")));
            b.rule(GreaterThan::new(pair(s, "44 34")))
                .rule(GreaterThan::new(pair(s, "44 54")));
        },
    ),
    (
        ".StrictKropki.WhiteDot~R1C1~R1C2.StrictXV.V~R1C1~R2C1",
        |b, s| {
            b.rule(Difference::new(1, pair(s, "11 12")))
                .rule(PairSum::new(5, pair(s, "11 21")));
            b.rule(Strict::kropki([pair(s, "11 12")]))
                .rule(Strict::xv([pair(s, "11 21")]));
        },
    ),
    (
        ".Arrow~R1C1~R1C2~R2C3.DoubleArrow~R1C1~R1C2~R2C3",
        |b, s| {
            b.rule(Arrow::new([s.cell(0, 0)], cells(s, "12 23")));
            b.rule(DoubleArrow::new(cells(s, "11 12 23")));
        },
    ),
    // The digits of a pill are read in their order on the board.
    (".PillArrow~2~R1C2~R1C1~R2C3~R2C4", |b, s| {
        b.rule(Arrow::new(pair(s, "11 12"), cells(s, "23 24")));
    }),
    // Cages may overlap; the first one has its cells for itself.
    (
        ".Cage~5~R1C1~R1C2.Cage~6~R1C2~R2C2.Cage~0~R3C1~R3C2",
        |b, s| {
            b.cage(5, cells(s, "11 12"))
                .rule(OverlappingCage::new(6, cells(s, "12 22")));
            b.rule(OverlappingCage::without_total(cells(s, "31 32")));
        },
    ),
    (".RellikCage~5~R1C1~R1C2.EqualityCage~R2C1~R2C2", |b, s| {
        b.rule(Rellik::new(5, cells(s, "11 12")))
            .rule(EqualityCage::new(cells(s, "21 22")));
    }),
    (".Sum~5~R1C1~R3C3.Sum~-2_=_1_-3~R1C1~R1C2", |b, s| {
        let terms = [1, 1].into_iter().zip(cells(s, "11 33"));
        b.rule(LinearSum::new(5, terms));
        b.rule(LinearSum::new(
            -2,
            [1, -3].into_iter().zip(cells(s, "11 12")),
        ));
    }),
    // A cell that is named twice counts twice.
    (".Cage~9~R1C1~R1C2~R1C1", |b, s| {
        b.rule(OverlappingCage::without_total(cells(s, "11 12")));
        b.rule(LinearSum::new(9, [2, 1].into_iter().zip(cells(s, "11 12"))));
    }),
    (".EqualSum~R1C1~R1C2~-~R3C3", |b, s| {
        b.rule(EqualSums::new([cells(s, "11 12"), cells(s, "33")]));
    }),
    // The cell says which way a little killer runs.
    (
        ".LittleKiller~9~R1C1.LittleKiller~9~R3C6.LittleKiller~9~R1C3.LittleKiller~9~R6C2",
        |b, s| {
            for names in [
                "11 22 33 44 55 66",
                "36 25 14",
                "13 22 31",
                "62 53 44 35 26",
            ] {
                b.rule(LittleKiller::new(9, cells(s, names)));
            }
        },
    ),
    (
        ".XSum~R1~9~8.Skyscraper~R2~3.NumberedRoom~R3~~2.HiddenSkyscraper~R4~2~",
        |b, s| {
            let back = |row| line(s, row).into_iter().rev();
            b.rule(XSum::new(9, line(s, 0))).rule(XSum::new(8, back(0)));
            b.rule(Skyscraper::new(3, line(s, 1)))
                .rule(NumberedRoom::new(2, back(2)));
            b.rule(HiddenSkyscraper::new(2, line(s, 3)));
        },
    ),
    (".Sandwich~7~C6.Lunchbox~3~R1C1~R1C2~R1C3", |b, s| {
        b.rule(Sandwich::new(7, cells(s, "16 26 36 46 56 66")));
        b.rule(Lunchbox::new(3, cells(s, "11 12 13")));
    }),
    (".Quad~R2C2~1~1~4", |b, s| {
        b.rule(Quadruple::new([1, 1, 4], cells(s, "22 23 32 33")));
    }),
    (
        ".ContainAtLeast~1_2_1~R1C1~R2C4~R3C2.ContainExact~3~R1C1~R1C2",
        |b, s| {
            b.rule(Contains::at_least(2, 1, cells(s, "11 24 32")));
            b.rule(Contains::at_least(1, 2, cells(s, "11 24 32")));
            b.rule(Contains::exactly(1, 3, cells(s, "11 12")));
        },
    ),
    (
        ".LookAndSay~1302~R1C1~R1C2.CountingCircles~R1C1~R1C2",
        |b, s| {
            b.rule(LookAndSay::new([(1, 3), (0, 2)], cells(s, "11 12")));
            b.rule(CountingCircles::new(cells(s, "11 12")));
        },
    ),
    (".Indexing~C~R1C1.Indexing~R~R1C2", |b, s| {
        b.rule(Indexing::of_columns(cells(s, "11")))
            .rule(Indexing::of_rows(cells(s, "12")));
    }),
    // 36 bits: the first six say what goes with 1. Here 1 and 6 do, and 2 and 1.
    (".Pair~hB~_1%206~R1C1~R1C2~R1C3~~R3C1~R3C2", |b, s| {
        let allowed = |a, b| matches!((a, b), (1, 1 | 6) | (2, 1));
        for names in ["11 12 13", "31 32"] {
            b.rule(Relation::along(cells(s, names), allowed));
        }
    }),
    (
        ".PairX~-_~~R1C1~R1C2~R1C3.BinaryX~_-~~R1C1~R1C2~R1C3",
        |b, s| {
            for _ in 0..2 {
                b.rule(Relation::all_pairs(cells(s, "11 12 13"), |a, b| {
                    a == 1 && b != 1 || a == 2
                }));
            }
        },
    ),
    // Each holds a 3: as a regular expression, and as an automaton in two forms.
    (
        ".Regex~LiozLio~R1C1~R1C2~~R2C1.NFA~AXHgJWisJq82~_3~R1C1~R1C2~R2C3.NFA~QXfkf_g~R1C1~R1C2",
        |b, s| {
            for names in ["11 12", "21", "11 12 23", "11 12"] {
                let pattern = ".*3.*".parse().expect("a pattern");
                b.rule(Sequence::matching(pattern, cells(s, names)));
            }
        },
    ),
    (".FullRank~R1~3~.FullRankTies~any.FullRank~R2~~7", |b, s| {
        let back = line(s, 1).into_iter().rev();
        b.rule(
            FullRank::new(RankTies::Any)
                .clue(3, line(s, 0))
                .clue(7, back),
        );
    }),
    // No digits add up to 1; so the other case holds.
    (".Or.Cage~1~R1C1~R1C2.Renban~R1C1~R1C2.End", |b, s| {
        let renban = AllOf::new().and(Renban::new(cells(s, "11 12")));
        let cage = AllOf::new().and(OverlappingCage::new(1, cells(s, "11 12")));
        b.rule(AnyOf::new().or(cage).or(renban));
    }),
    (".RegionSumLine~R1C1~R3C1~R3C4", |b, s| {
        b.rule(RegionSumLine::new(s, cells(s, "11 31 34")));
    }),
    (".SumLine~4~R1C1~R1C2~R2C2~LOOP", |b, s| {
        let lines = ["11 12 22", "12 22 11", "22 11 12"];
        let any = lines.iter().map(|names| SumLine::new(4, cells(s, names)));
        b.rule(any.fold(AnyOf::new(), AnyOf::or));
    }),
    (".ValueIndexing~R1C1~R1C2~R2C3~R2C4", |b, s| {
        let case = |index, names| {
            let index = PencilMarks::new(Digits::single(index), cells(s, "12"));
            AllOf::new()
                .and(index)
                .and(Palindrome::new(cells(s, names)))
        };
        b.rule(AnyOf::new().or(case(1, "11 23")).or(case(2, "11 24")));
    }),
    (".CountDistinct~R1C1~R2C4~R3C5", |b, s| {
        b.rule(DistinctCount::shown_in(s.cell(0, 0), cells(s, "24 35")));
    }),
    (".SameValues~3~R1C1~R3C4~R4C6", |b, s| {
        let groups = ["11", "34", "46"].map(|group| cells(s, group));
        b.rule(SameDigits::new(groups));
    }),
    (".SameValues~2~R1C1~R1C2~R3C4~R4C6", |b, s| {
        b.rule(SameDigits::new([cells(s, "11 12"), cells(s, "34 46")]));
    }),
    (
        ".Or.Thermo~R1C1~R1C2.And.~R1C1_5.Cage~4~R2C2~R3C3.End.End",
        |b, s| {
            let five = PencilMarks::new(Digits::single(5), cells(s, "11"));
            let both = AllOf::new()
                .and(five)
                .and(OverlappingCage::new(4, cells(s, "22 33")));
            let rises = AllOf::new().and(Thermometer::new(cells(s, "11 12")));
            b.rule(AnyOf::new().or(rises).or(both));
        },
    ),
    (".Replicate~BC~R1C1.Thermo~R1C1~R1C2.End", |b, s| {
        b.rule(Thermometer::new(cells(s, "11 12")))
            .rule(Thermometer::new(cells(s, "22 23")));
    }),
    (
        ".And.Thermo~R1C1~R1C2.AllDifferent~R1C1~R2C4.End",
        |b, s| {
            b.rule(Thermometer::new(cells(s, "11 12")));
            b.region(cells(s, "11 24"));
        },
    ),
];

#[test]
fn constraints_are_the_rules_that_they_should_be() {
    let shape = Shape::with_side(6).expect("a side");
    for (text, says) in CONSTRAINTS {
        let read = iss::read(&format!(".Shape~6x6{text}")).expect(text).build();
        let mut expected = Model::builder(shape);
        says(&mut expected, shape);
        let parts = |model: &Model| model.parts().to_vec();
        assert_eq!(
            read.as_ref().map(parts),
            expected.build().as_ref().map(parts),
            "{text}"
        );
        assert_eq!(read, expected.build(), "{text}");
    }
}

/// What solvers understand of a model, in any order.
fn parts(model: &Model) -> BTreeSet<String> {
    let parts = model.parts().iter().map(|part| format!("{part:?}"));
    parts.collect()
}

#[test]
fn constraints_are_written_as_they_are_read() {
    for (text, _) in CONSTRAINTS {
        let model = iss::read(&format!(".Shape~6x6{text}"))
            .expect(text)
            .build()
            .expect(text);
        let written = iss::write(&model).expect(text);
        let back = iss::read(&written)
            .expect(&written)
            .build()
            .expect(&written);
        // Quadruples become what they contain.
        if !written.contains("Contain") {
            assert_eq!(iss::write(&back).as_ref(), Ok(&written), "{text}");
            assert_eq!(parts(&back), parts(&model), "{text} {written}");
        }
    }
}

#[test]
fn what_constraints_cannot_say_is_named() {
    let shape = Shape::with_side(6).expect("a side");
    let error = |builder: &Builder| {
        let model = builder.build().expect("a model");
        iss::write(&model).expect_err("no constraint").to_string()
    };
    let mut builder = Model::builder(shape);
    builder.rule(Thermometer::new(cells(shape, "11 12")));
    builder.domino_tiling(line(shape, 0));
    assert_eq!(error(&builder), "this form of text cannot say domino set 1");
    let error_of_board = "this form of text cannot say the board";
    assert_eq!(
        error(&Model::builder(Shape::new(2, 3).expect("a shape"))),
        error_of_board
    );
    assert_eq!(
        error(&Model::builder(Shape::with_side(25).expect("a side"))),
        error_of_board
    );
}

#[test]
fn cells_beyond_9_have_letters() {
    let builder = iss::read(".Shape~16x16.~RaCg_16.Thermo~RgCc~rgcd").expect("a puzzle");
    let shape = Shape::HEX;
    let mut expected = Model::builder(shape);
    expected.given(shape.cell(9, 15), 16);
    expected.rule(Thermometer::new([shape.cell(15, 11), shape.cell(15, 12)]));
    assert_eq!(builder.build(), expected.build());
}

#[test]
fn boards_have_other_rows_columns_and_digits() {
    let text = ".Shape~4x6~0-5.~R4C6_0.Pair~C~_~R1C1~R1C2.LittleKiller~3~R4C2";
    let read = iss::read(text).expect("a puzzle");
    let shape = Shape::rectangle(4, 6).expect("a board");
    let shape = shape.with_digits((0..=5).collect()).expect("digits enough");
    let mut expected = Model::builder(shape);
    expected.given(shape.cell(3, 5), 0);
    expected.rule(Relation::along(cells(shape, "11 12"), |a, b| {
        (a, b) == (0, 1)
    }));
    expected.rule(LittleKiller::new(3, cells(shape, "42 33 24 15")));
    assert_eq!(read.build(), expected.build());
    let windoku = iss::read(".Shape~6x6.Windoku").expect("a puzzle").build();
    let windoku = windoku.expect("a model");
    let windows = windoku
        .houses()
        .skip(18)
        .map(|house| house.cells().to_vec());
    let window = cells(windoku.shape(), "22 23 24 32 33 34");
    assert_eq!(windows.collect::<Vec<_>>(), [window]);
    // Digits are missing in each row: the bread is that of the row.
    let read = iss::read(".Shape~4x4~1-5.Sandwich~2~R1").expect("a puzzle");
    let shape = Shape::with_side(4).and_then(|shape| shape.with_digits((1..=5).collect()));
    let shape = shape.expect("a board");
    let mut expected = Model::builder(shape);
    expected.rule(Lunchbox::new(2, line(shape, 0)));
    assert_eq!(read.build(), expected.build());
    for (text, rule) in [
        (".Shape~4x4~0-4.Doppelganger", Doppelganger::new()),
        (".Shape~4x4~0-4.NoBoxes.Doppelganger", Doppelganger::lines()),
    ] {
        let model = iss::read(text)
            .expect("a puzzle")
            .build()
            .expect("digits that fit");
        assert_eq!(
            model.rules_of::<Doppelganger>().collect::<Vec<_>>(),
            [&rule],
            "{text}"
        );
    }
}

#[test]
fn what_is_written_of_boards_of_any_lines_and_digits_comes_back() {
    let lines = "thermometer r1c1-c3\nrelation 1:2,3 3:1 / r2c1:r2c2\narrow r3c1 / r3c2 r3c3\n\
        contains exactly 1 3 r1c1-c4\nx-sum 6 r1c1-c4\nnabner r4c1-c3\nlinear-sum 5 2*r1c1 -1*r2c1\n\
        sequence [1-3]*4? r2c1-c4\nfalling-diagonal\ngivens ..3.. ..1.. ..... .....\n";
    let squares = lines.replace("..3.. ..1.. ..... .....", "..3. ..1. .... ....");
    let rectangle = lines.replace("falling-diagonal", "no-boxes");
    for (sheet, start) in [
        (format!("board 4x5\n{rectangle}"), ".Shape~4x5.NoBoxes.~"),
        (
            format!("board 4x5\ndigits 1,2,3,4,5,6\n{rectangle}"),
            ".Shape~4x5~1-6.",
        ),
        (
            format!("board 4x4\ndigits 0,1,2,3\n{squares}"),
            ".Shape~4x4~0-3.Diagonal~-1.~",
        ),
        (
            format!("board 4x4\ndigits 0,1,2,3,4\n{squares}"),
            ".Shape~4x4~0-4.",
        ),
        (
            "board 4x4\ndigits 0,1,2,3,4\ndoppelganger boxes\n".into(),
            ".Shape~4x4~0-4.Doppelganger",
        ),
        (
            "board 4x4\ndigits 0,1,2,3,4\nno-boxes\ndoppelganger lines\n".into(),
            ".Shape~4x4~0-4.NoBoxes.Doppelganger",
        ),
    ] {
        let model = sheet::read(&sheet).expect(&sheet).build().expect(&sheet);
        let written = iss::write(&model).expect(&sheet);
        assert!(written.starts_with(start), "{written}");
        let back = iss::read(&written)
            .expect(&written)
            .build()
            .expect(&written);
        assert_eq!(back.shape(), model.shape(), "{written}");
        assert_eq!(back.givens(), model.givens(), "{written}");
        assert_eq!(parts(&model), parts(&back), "{written}");
    }
}

const CLASSIC: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

#[test]
fn base64_may_have_the_usual_signs_and_end() {
    let [ours, usual] = ["WzEtM10_NA", "WzEtM10/NA=="].map(|code| {
        let text = format!(".Shape~4x4.Regex~{code}~R1C1~R1C2");
        iss::read(&text).expect(code).build()
    });
    assert_eq!(usual, ours);
}

#[test]
fn constraints_in_groups_are_those_of_the_board() {
    for (alone, grouped) in [
        (
            ".WhiteDot~R1C1~R1C2.V~R2C1~R2C2.StrictKropki.StrictXV",
            ".And.WhiteDot~R1C1~R1C2.V~R2C1~R2C2.End.StrictKropki.StrictXV",
        ),
        (
            ".BlackDot~R1C2~R1C3.StrictKropki",
            ".Replicate~C.BlackDot~R1C1~R1C2.End.StrictKropki",
        ),
        (
            ".FullRank~C1~5~.FullRankTies~any",
            ".FullRankTies~any.And.And.FullRank~C1~5~.End.End",
        ),
    ] {
        let [alone, grouped] = [alone, grouped].map(|text| iss::read(text).expect(text).build());
        assert_eq!(grouped, alone);
    }
}

#[test]
fn zeros_make_the_pieces_of_a_loop_longer() {
    let grid = ".Shape~4x4~0-3.~R1C1_0~R1C2_1~R1C3_2~R1C4_3~R2C1_2~R2C2_3~R2C3_0~R3C1_1~R4C4_0";
    // 0, 0, 2, 3, 1: 3 and then 1, 0, 0, 2.
    let text = format!("{grid}.SumLine~3~R1C1~R2C3~R1C3~R1C4~R1C2~LOOP");
    let model = iss::read(&text).expect("a puzzle").build();
    assert_eq!(model.expect("a model").count(10), 1);
}

#[test]
fn whole_grids_are_read_in_all_their_forms() {
    let grid = text::read(CLASSIC).expect("a grid");
    let model = Model::builder(Shape::CLASSIC).givens(&grid).build();
    let marks = |byte| match byte {
        b'.' => "123456789".to_string(),
        digit => {
            format!(
                "{}{}",
                ".".repeat(usize::from(digit - b'1')),
                char::from(digit)
            ) + &".".repeat(usize::from(b'9' - digit))
        }
    };
    let rows: Vec<&str> = (0..81).step_by(9).map(|at| &CLASSIC[at..at + 9]).collect();
    let forms = [
        CLASSIC.into(),
        CLASSIC.replace('.', "0"),
        format!("# a puzzle\n{}\n", rows.join("\n")),
        CLASSIC.bytes().map(marks).collect(),
        format!("{CLASSIC}\n\n.Shape~9x9"),
    ];
    for form in forms {
        assert_eq!(iss::read(&form).expect(&form).build(), model, "{form}");
    }

    // Letters on large boards, and a first row that says that this is no jigsaw.
    let hex = format!("ABCDEFGHIJKLMNOP{}", ".".repeat(240));
    let model = iss::read(&hex).expect("a grid").build().expect("a model");
    assert!(model.shape() == Shape::HEX && model.givens().digits()[15] == 16);
    let full = "1234341221434321";
    let model = iss::read(full).expect("a grid").build().expect("a model");
    assert_eq!(model.givens().to_string(), full);
}

#[test]
fn jigsaws_have_their_regions_behind_their_digits() {
    let shape = Shape::with_side(4).expect("a side");
    let regions = [0, 0, 0, 1, 2, 0, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3];
    let mut expected = Model::builder(shape);
    expected.jigsaw(&regions);
    let layout = "aaabcabbccdbcddd";
    assert_eq!(
        iss::read(layout).expect("regions").build(),
        expected.build()
    );
    expected.given(shape.cell(0, 0), 4);
    let text = format!("4---------------{layout}");
    assert_eq!(iss::read(&text).expect("regions").build(), expected.build());
}

#[test]
fn cages_are_read_as_arrows_and_as_numbers() {
    let shape = Shape::CLASSIC;
    let mut expected = Model::builder(shape);
    expected
        .cage(10, cells(shape, "11 12 21"))
        .cage(17, cells(shape, "98 99"));
    let arrows = format!("A<0000000^{}H<", "0".repeat(69));
    assert_eq!(iss::read(&arrows).expect("cages").build(), expected.build());

    let number = |at| match at {
        0 | 1 | 9 => 10 * 256,
        79 | 80 => 17 * 256 + 1,
        at => at % 3,
    };
    let numbers: Vec<String> = (0..81).map(|at| number(at).to_string()).collect();
    for (d, diagonals) in [("", false), ("d", true)] {
        let text = format!("3x3:{d}:k:{}:", numbers.join(":"));
        if diagonals {
            expected.diagonals();
        }
        assert_eq!(iss::read(&text).expect("cages").build(), expected.build());
    }
}

#[test]
fn what_is_wrong_has_a_place() {
    let errors = [
        ("", "1:1: expected a grid, found nothing"),
        (
            "123",
            "1:1: expected as many cells as a square board has, such as 81, found 3",
        ),
        (".Foo~R1C1", "1:2: no rule says what 'Foo' says"),
        (
            ".ChaosConstruction",
            "1:2: no rule says what 'ChaosConstruction' says",
        ),
        (
            ".Thermo~R1C1\n  ~R0C1",
            "2:4: Thermo: expected a cell of the board, found 'R0C1'",
        ),
        (
            ".Thermo",
            "1:8: Thermo: expected a cell of the board, found nothing",
        ),
        (".Cage~x~R1C1", "1:7: Cage: expected a number, found 'x'"),
        (".~R1C1_x", "1:8: Given: expected a number, found 'x'"),
        (
            ".~R1C1_1_10",
            "1:8: Given: expected digits of the board, found '1_10'",
        ),
        (
            ".Shape~0x3",
            "1:8: Shape: expected rows and columns, such as 9x9, found '0x3'",
        ),
        (
            ".X~R1C1~R2C2",
            "1:4: X: expected cells that share an edge, found 'R1C1'",
        ),
        (
            ".XSum~R10~5",
            "1:7: XSum: expected a row or a column, such as R1, found 'R10'",
        ),
        (
            ".XSum~é~5",
            "1:7: XSum: expected a row or a column, such as R1, found 'é'",
        ),
        (
            ".LittleKiller~5~R2C2",
            "1:17: LittleKiller: expected a cell at the edge, found 'R2C2'",
        ),
        (
            ".Quad~R9C1~1",
            "1:7: Quad: expected the top left of four cells, found 'R9C1'",
        ),
        (".Diagonal~2", "1:11: Diagonal: expected 1 or -1, found '2'"),
        (
            ".Jigsaw~11",
            "1:9: Jigsaw: expected a sign for each cell, found '11'",
        ),
        (
            ".LookAndSay~123~R1C1",
            "1:13: LookAndSay: expected pairs of digits, found '123'",
        ),
        (
            ".Sum~5_=_1~R1C1~R1C2",
            "1:6: Sum: expected a factor for each cell, found '5_=_1'",
        ),
        (
            ".Indexing~X~R1C1",
            "1:11: Indexing: expected R or C, found 'X'",
        ),
        (
            ".Pair~?~~R1C1",
            "1:7: Pair: expected a key of base64, found '?'",
        ),
        (
            ".PillArrow~2~R1C1",
            "1:12: PillArrow: expected fewer digits than cells, found '2'",
        ),
        (".And.AntiKing", "1:14: And: expected '.End', found nothing"),
        (
            ".End~",
            "1:2: End: expected a constraint that it ends, found 'End'",
        ),
        (
            ".Shape~4x4~0-2",
            "1:12: Shape: expected digits enough, such as 0-8, found '0-2'",
        ),
        (
            ".Shape ~4x4\r\n \u{feff}~0-2",
            "2:4: Shape: expected digits enough, such as 0-8, found '0-2'",
        ),
        (
            ".NFA~A~R1C1",
            "1:6: NFA: expected an automaton in base64, found 'A'",
        ),
        (
            ".Regex~KA~R1C1",
            "1:8: Regex: expected a regular expression in base64, found 'KA'",
        ),
        (
            ".SameValues~2~R1C1",
            "1:13: SameValues: expected a number of groups of the same size, found '2'",
        ),
        ("3x3::c:1", "1:6: 3x3: expected 'k', found 'c'"),
    ];
    for (text, message) in errors {
        let error = iss::read(text).expect_err(text);
        assert_eq!(error.to_string(), message, "{text}");
    }
    let deep = ".Or".repeat(100);
    let error = iss::read(&deep).expect_err("no case");
    let message = "1:98: Or: expected fewer constraints within each other, found 'Or'";
    assert_eq!(error.to_string(), message);
    let copies = ".Replicate~____________".repeat(4) + ".AntiKing" + &".End".repeat(4);
    let error = iss::read(&copies).expect_err("too many").to_string();
    assert!(
        error.contains("Replicate: expected fewer copies"),
        "{error}"
    );
    let error = iss::read(".Nothing~R1C1").expect_err("no rule");
    let rule = "Nothing".into();
    assert_eq!(error.kind, TextErrorKind::Unsupported { rule });
}

proptest! {
    #[test]
    fn reading_any_text_gives_a_puzzle_or_a_place_in_it(
        words in proptest::collection::vec("[.~]|R1C1|R3C2|R9C9|RgC1|[0-9]|_|-|=|Thermo|Cage|Pair|\
            XSum|Sum|LittleKiller|Quad|Replicate|And|End|Given|Shape|4x4|Jigsaw|Zipper|Arrow|C1|\
            PillArrow|EqualSum|[ \n#é]", 0..40),
    ) {
        let text = words.concat();
        match iss::read(&text) {
            Ok(builder) => drop(builder.build()),
            Err(TextError { place: Place { line, column }, .. }) => {
                prop_assert!(line <= text.lines().count().max(1));
                let found = text.lines().nth(line - 1).unwrap_or("");
                prop_assert!((1..=found.chars().count() + 1).contains(&column), "{line}:{column}");
            }
        }
    }
}
