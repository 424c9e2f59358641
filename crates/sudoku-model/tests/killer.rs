//! Killers as text: the two forms say the same, and what is wrong has a place.

use insta::assert_snapshot;
use proptest::prelude::*;
use sudoku_model::{killer, Fault, KillerErrorKind, Model, ModelError, Place, Shape};
use KillerErrorKind::{Color, Coordinates, End, NoSize, RowLength, Unexpected};

fn testdata(name: &str) -> String {
    let path = format!("{}/../../testdata/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The cages, whatever their order and that of their cells.
fn cages(model: &Model) -> Vec<(Vec<usize>, u32)> {
    let cage = |cage: &sudoku_model::Cage| {
        let mut cells: Vec<usize> = cage.cells().iter().map(|cell| cell.index()).collect();
        cells.sort_unstable();
        (cells, cage.total())
    };
    let mut cages: Vec<_> = model.cages().map(cage).collect();
    cages.sort_unstable();
    cages
}

#[test]
fn the_same_board_in_both_forms_is_the_same_model() {
    for name in [
        "c37_0",
        "c37big_2",
        "c75_0",
        "c9sol_10",
        "maxk3_2",
        "zero_rows",
    ] {
        let [by_cages, by_colors] = ["killer_sudoku", "killer_colors"].map(|form| {
            let text = testdata(&format!("{form}/{name}.in"));
            killer::read(Shape::CLASSIC, &text).expect("a killer")
        });
        assert_eq!(cages(&by_cages), cages(&by_colors), "{name}");
        let text = killer::write_cages(&by_cages);
        assert_eq!(killer::read_cages(Shape::CLASSIC, &text), Ok(by_cages));
    }
}

const CAGES: &str = "3 2 1 1 1 2\n4 2 1 3 2 3\n";
const COLORS: &str = "aabb\nddbb\nddcc\neecc\na 3\nb 10\nc 10\nd 10\ne 7\n";

fn refused(text: &str) -> (KillerErrorKind, String) {
    let shape = Shape::with_side(4).expect("a side");
    let error = killer::read(shape, text).expect_err("the text is no killer");
    let message = error.to_string();
    (error.kind, message)
}

#[test]
fn malformed_cages_have_a_name_and_a_place() {
    let (kind, message) = refused("\n\n");
    assert!(matches!(kind, End { .. }));
    assert_snapshot!(message, @"3:1: expected a cage, found the end of the input");

    let (kind, message) = refused(&CAGES.replace("4 2 1", "41 2 1"));
    assert!(matches!(kind, Unexpected { .. }));
    assert_snapshot!(message, @r#"2:1: expected a total from 1 to 40, found "41""#);

    let (_, message) = refused(&CAGES.replace("1 2\n", "0 2\n"));
    assert_snapshot!(message, @r#"1:9: expected a row from 1 to 4, found "0""#);

    let (_, message) = refused(&CAGES.replace("2 3\n", "2 +3\n"));
    assert_snapshot!(message, @r#"2:11: expected a column from 1 to 4, found "+3""#);
    let long = "4".repeat(1 << 20);
    let (_, message) = refused(&CAGES.replace("4 2 1", &format!("{long} 2 1")));
    assert_snapshot!(message, @r#"2:1: expected a total from 1 to 40, found "44444444444444444444...""#);

    let (kind, message) = refused(&CAGES.replace("\n", "\n7 \n\n"));
    assert_eq!(message, refused("3 2 1 1 1 2\n7\n").1);
    assert_eq!(kind, NoSize);
    assert_snapshot!(message, @"2:1: expected a number of cells after the total");

    let (kind, message) = refused(&CAGES.replace("2 1 3", "3 1 3"));
    assert_eq!(kind, Coordinates { size: 3, found: 4 });
    assert_snapshot!(message, @"2:3: expected 6 coordinates for 3 cells, found 4");

    let (kind, message) = refused(&CAGES.replace("1 3 2 3", "2 3 1 2"));
    assert!(matches!(
        kind,
        KillerErrorKind::Model(ModelError {
            fault: Fault::Overlap { .. },
            ..
        })
    ));
    assert_snapshot!(message, @"2:9: r1c2 is in cage 1 and in cage 2");
}

#[test]
fn malformed_colors_have_a_name_and_a_place() {
    let (kind, message) = refused(&COLORS.replace("ddbb", "ddb"));
    let expected = 4;
    assert_eq!(kind, RowLength { expected, found: 3 });
    assert_snapshot!(message, @"2:1: expected 4 colors, found 3");

    let (_, message) = refused(&COLORS.replace("ddcc", "ddéc"));
    assert_snapshot!(message, @r#"3:3: expected a color from '!' to '~', found "é""#);

    let (_, message) = refused(&COLORS.replace("a 3", "f 3"));
    assert_snapshot!(message, @r#"5:1: expected a color of the board without a total so far, found "f""#);

    let (kind, message) = refused(&COLORS.replace("e 7\n", ""));
    assert!(matches!(kind, End { .. }));
    assert_snapshot!(message, @"9:1: expected color e and its total, found the end of the input");

    let (_, message) = refused(&(COLORS.to_string() + "\na 3"));
    assert_snapshot!(message, @r#"11:1: expected the end of the input, found "a""#);

    let (kind, message) = refused(&COLORS.replace("c 10", "c 11"));
    assert!(matches!(kind, Color { color: 'c', .. }));
    assert_snapshot!(message, @"7:3: color c: 4 different digits add up to 10..10, not to 11");
}

proptest! {
    #[test]
    fn reading_any_text_gives_a_model_or_a_place_in_it(
        at in 0..CAGES.len() + COLORS.len(),
        cut in 0..20_usize,
        patch in "[a-f0-9 \n\r\t\u{feff}é]{0,12}",
        repeats in 1..3_usize,
    ) {
        let (text, at) = if at < CAGES.len() { (CAGES, at) } else { (COLORS, at - CAGES.len()) };
        let tail = text.get(at + cut..).unwrap_or("");
        let text = [&text[..at], &patch, tail].concat().repeat(repeats);
        let shape = Shape::with_side(4).expect("a side");
        if let Err(error) = killer::read(shape, &text) {
            let Place { line, column } = error.place;
            prop_assert!((1..=text.lines().count() + 1).contains(&line));
            let content = text.lines().nth(line - 1).unwrap_or("");
            prop_assert!((1..=content.chars().count() + 1).contains(&column));
        }
    }
}
