//! Puzzles as lines: boards and houses come back, errors have a place, the documentation has every
//! rule. That each rule comes back is tested with the rules.

use proptest::prelude::*;
use sudoku_model::rules::Relation;
use sudoku_model::text::sheet;
use sudoku_model::{Builder, Model, Place, Shape, Subject, TextError};

#[track_caller]
fn comes_back(builder: &Builder) -> String {
    let model = builder.build().expect("a model");
    let text = sheet::write(&model).expect("rules of the crate");
    let back = sheet::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(back.build(), Ok(model), "{text}");
    text
}

#[test]
fn boards_and_houses_come_back() {
    let shape = Shape::with_side(4).expect("a side");
    let mut builder = Model::builder(shape);
    assert_eq!(comes_back(&builder), "board 4x4\n");
    builder
        .windoku()
        .region([shape.cell(0, 0), shape.cell(3, 1)])
        .diagonals();
    builder.given(shape.cell(1, 2), 4);
    let houses = "board 4x4\nwindoku\nregion r1c1 r4c2\ndiagonals\ngivens .... ..4. .... ....\n";
    assert_eq!(comes_back(&builder), houses);
    let regions = [0, 0, 0, 1, 2, 0, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3];
    let text = comes_back(Model::builder(shape).jigsaw(&regions));
    assert_eq!(text, "board 4x4\njigsaw 0001 2011 2231 2333\n");
    for names in ["1112 3122 3342 3444", "AAAB CABB CCDB CDDD"] {
        let named = sheet::read(&format!("board 4x4\njigsaw {names}\n")).expect("regions");
        assert_eq!(comes_back(&named), text, "{names}");
    }
    assert_eq!(
        comes_back(Model::builder(shape).without_boxes()),
        "board 4x4\nno-boxes\n"
    );

    let tall = Shape::new(2, 3).expect("a shape");
    assert_eq!(comes_back(&Model::builder(tall)), "board 6x6\nboxes 2x3\n");
    let large = Shape::with_side(25).expect("a side");
    let text = comes_back(Model::builder(large).given(large.cell(0, 1), 25));
    assert!(
        text.starts_with("board 25x25\ngivens .P......................."),
        "{text}"
    );
}

#[test]
fn boards_of_any_lines_and_digits_come_back() {
    for text in [
        "board 5x10\n",
        "board 9x9\nrising-diagonal\nwindoku\nfalling-diagonal\n",
        "board 2x3\ngivens 3.. .1.\n",
        "board 4x4\ndigits 0,1,2,3\ngivens 0... .... .30. ....\n",
        "board 6x6\ndigits 1,2,3,4,5,6,7,8,9\nboxes 3x3\ncage 24 r1c1-c3\n",
        "board 3x4\ndigits 2,4,8,16\nboxes 2x1\ngivens G... .... ....\n",
    ] {
        assert_eq!(comes_back(&sheet::read(text).expect(text)), text);
    }
}

#[test]
fn dominoes_come_back() {
    let shape = Shape::with_side(4).expect("a side");
    let cell = |row, column| shape.cell(row, column);
    let mut builder = Model::builder(shape);
    builder
        .without_boxes()
        .domino_tiling((0..4).map(|at| cell(at, at)));
    builder.domino(cell(0, 1), 2, cell(0, 2), 3);
    let text = comes_back(&builder);
    assert!(
        text.ends_with("dominoes r1c1 r2c2 r3c3 r4c4 / r1c2=2:r1c3=3\n"),
        "{text}"
    );
}

#[test]
fn cells_along_a_line_are_short() {
    let text = "board 9x9\nrenban r9c9-c7 r2c1-r4 r3c3-r5c5 # a comment\n";
    let model = sheet::read(text)
        .expect("a puzzle")
        .build()
        .expect("a model");
    let cells = model.rules().next().expect("a rule").cells();
    let names: Vec<String> = cells.iter().map(ToString::to_string).collect();
    assert_eq!(
        names.join(" "),
        "r9c9 r9c8 r9c7 r2c1 r3c1 r4c1 r3c3 r4c4 r5c5"
    );
    let text = sheet::write(&model).expect("a renban");
    assert_eq!(text, "board 9x9\nrenban r9c9-c7 r2c1-r4 r3c3 r4c4 r5c5\n");
}

#[test]
fn what_is_wrong_has_a_place() {
    let cell = "expected a cell of the board, found";
    let errors = [
        (
            "",
            "1:1: board: expected the first line 'board 9x9', found nothing".into(),
        ),
        (
            "# a snake\nrenban r1c1-c5\nboard 9x9",
            "2:1: board: expected the first line 'board 9x9', found 'renban'".into(),
        ),
        (
            "board 9x26",
            "1:7: board: expected rows and columns, such as 9x9, found '9x26'".into(),
        ),
        (
            "board 4x4 x",
            "1:11: board: expected the end of the line, found 'x'".into(),
        ),
        (
            "board 6x6\nboxes 4x2",
            "2:7: boxes: expected columns and rows of a box, such as 3x2, found '4x2'".into(),
        ),
        (
            "board 4x4\nwhisper 2 # the cells are missing",
            "2:10: whisper: expected a cell of the board, found nothing".into(),
        ),
        (
            "board 4x4\narrow r1c1 /",
            "2:13: arrow: expected a cell of the board, found nothing".into(),
        ),
        (
            "board 0x4",
            "1:7: board: expected rows and columns, such as 9x9, found '0x4'".into(),
        ),
        (
            "board 4x4\ndigits 0,1,2",
            "2:8: digits: expected enough digits for the lines, found '0,1,2'".into(),
        ),
        (
            "board 4x4\ndigits 0,1,2,26",
            "2:8: digits: expected enough digits for the lines, found '0,1,2,26'".into(),
        ),
        (
            "board 4x4\ndigits 0,1,2,3 4",
            "2:16: digits: expected the end of the line, found '4'".into(),
        ),
        (
            "board 4x4\ndigits 0,1,2,3\ngivens 4... .... .... ....",
            "3:8: expected a digit of 0..=3 or a sign for an empty cell, found '4'".into(),
        ),
        (
            "board 4x4\nboxes 2x2\ndigits 0,1,2,3",
            "3:1: no rule says what 'digits' says".into(),
        ),
        (
            "board 4x4\nfoo r1c1",
            "2:1: no rule says what 'foo' says".into(),
        ),
        (
            "board 4x4\n renban r1c1 é",
            format!("2:14: renban: {cell} 'é'"),
        ),
        (
            "board 4x4\nrenban r1c1-r2c3",
            format!("2:8: renban: {cell} 'r1c1-r2c3'"),
        ),
        (
            "board 4x4\nregion r1c1-c5",
            format!("2:8: region: {cell} 'r1c1-c5'"),
        ),
        (
            "board 4x4\ncage r1c1",
            "2:6: cage: expected a number, found 'r1c1'".into(),
        ),
        (
            "board 4x4\ncage # 5 r1c1",
            "2:5: cage: expected a number, found nothing".into(),
        ),
        (
            "board 4x4\nratio 2 r1c1",
            "2:13: ratio: expected two cells, found nothing".into(),
        ),
        (
            "board 4x4\narrow r1c1 r1c2",
            "2:16: arrow: expected '/', found nothing".into(),
        ),
        (
            "board 4x4\narrow r1c1 / r1c2 / r1c3",
            "2:19: arrow: expected the end of the line, found '/'".into(),
        ),
        (
            "board 4x4\nindexing box r1c1",
            "2:10: indexing: expected columns, rows or boxes, found 'box'".into(),
        ),
        (
            "board 4x4\nquadruple 1,26 r1c1",
            "2:11: quadruple: expected digits, such as 1,2, found '1,26'".into(),
        ),
        (
            "board 4x4\nno-boxes at all",
            "2:10: no-boxes: expected the end of the line, found 'at'".into(),
        ),
        (
            "board 4x4\ngivens 1234 12x4 1111 1111",
            "2:15: expected a digit of 1..=4 or a sign for an empty cell, found 'x'".into(),
        ),
        (
            "board 4x4\nany-of [ renban r1c1 ] [ cage r1c1 ]",
            "2:31: cage: expected a number, found 'r1c1'".into(),
        ),
        (
            "board 4x4\nany-of [ renban r1c1",
            "2:21: any-of: expected ']', found nothing".into(),
        ),
        (
            "board 4x4\nany-of renban",
            "2:8: any-of: expected '[', found 'renban'".into(),
        ),
        (
            "board 4x4\nany-of [ ]",
            "2:10: any-of: expected a rule, found ']'".into(),
        ),
        (
            "board 4x4\nsequence nfa:. r1c1",
            "2:10: sequence: expected a pattern, such as 1[2-4]*, found 'nfa:.'".into(),
        ),
        (
            "board 4x4\nsequence (1 r1c1",
            "2:10: sequence: expected a pattern, such as 1[2-4]*, found '(1'".into(),
        ),
        (
            "board 4x4\njigsaw 123",
            "2:11: jigsaw: expected a sign for each cell, found nothing".into(),
        ),
    ];
    let deep = "board 4x4\n".to_string() + &"any-of [ ".repeat(100) + &"] ".repeat(100);
    let error = sheet::read(&deep).expect_err("too deep").to_string();
    assert!(
        error.contains("any-of: expected fewer rules within each other"),
        "{error}"
    );
    for (text, message) in errors {
        let error = sheet::read(text).expect_err(text);
        assert_eq!(error.to_string(), message, "{text}");
    }
}

#[test]
fn rules_of_your_own_cannot_be_written() {
    use sudoku_model::{Broken, Cell, Grid, Part, Rule};
    struct Mine;
    impl Rule for Mine {
        fn name(&self) -> &'static str {
            "mine"
        }
        fn cells(&self) -> Vec<Cell> {
            Vec::new()
        }
        fn parts(&self, _shape: Shape) -> Vec<Part> {
            Vec::new()
        }
        fn verify(&self, _grid: &Grid) -> Result<(), Broken> {
            Ok(())
        }
        fn sentence(&self) -> String {
            "Nothing.".into()
        }
    }
    let shape = Shape::with_side(4).expect("a side");
    let named = Relation::along([], |_, _| true).named("a relation", "Anything.");
    let model = Model::builder(shape)
        .rule(named)
        .rule(Mine)
        .build()
        .expect("a model");
    let error = sheet::write(&model).expect_err("no line");
    let (name, number) = ("mine", 0);
    assert_eq!(error.subject, Subject::Rule { name, number });
    assert_eq!(error.to_string(), "this form of text cannot say mine 1");
}

#[test]
fn the_documentation_has_every_rule() {
    let documentation = include_str!("../src/text/sheet.rs");
    let mut documented = Vec::new();
    let rows = documentation
        .lines()
        .skip_while(|line| !line.starts_with("//! # The rules"));
    for row in rows.filter_map(|line| line.strip_prefix("//! | `")) {
        documented.extend(row.split(&[' ', '`'][..]).next());
    }
    assert_eq!(documented, sheet::words().collect::<Vec<&str>>());
}

proptest! {
    #[test]
    fn reading_any_text_gives_a_puzzle_or_a_place_in_it(
        lines in proptest::collection::vec((0..60_usize, proptest::collection::vec(
            "r1c1|r3c2|r9c9|r1c1-c[0-9]|r2c1-r3c2|/|[0-9]{1,3}|-|[0-9x:=*,-]{1,5}|slow|rows|knight|\
            exactly|taxicab|r1c1:r1c2|1:2,3|2\\*r1c1|1x2|difference=1|\\.{16}|é|#", 0..6)), 0..4),
    ) {
        let words: Vec<&str> = sheet::words()
            .chain(["givens", "jigsaw", "region", "diagonals", "rising-diagonal", "windoku", "no-boxes", "boxes"])
            .collect();
        let mut text = String::from("board 4x4\n");
        for (word, rest) in lines {
            text += &format!("{} {}\n", words[word % words.len()], rest.join(" "));
        }
        match sheet::read(&text) {
            Ok(builder) => if let Ok(model) = builder.build() {
                let written = sheet::write(&model).expect("rules of the crate");
                let back = sheet::read(&written).expect("what was written");
                prop_assert_eq!(back.build(), Ok(model), "{}", written);
            },
            Err(TextError { place: Place { line, column }, .. }) => {
                let found = text.lines().nth(line - 1).unwrap_or("");
                prop_assert!((1..=found.chars().count() + 1).contains(&column), "{line}:{column}");
            }
        }
    }
}
