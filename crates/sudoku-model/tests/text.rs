//! Grids as text: every form that reading accepts, every error with its place, and round trips.

use insta::assert_snapshot;
use proptest::prelude::*;
use sudoku_model::text::{self, Alphabet, Form, Style};
use sudoku_model::{Digits, Grid, Place, Shape, TextError, TextErrorKind};

const CLASSIC: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn read(text: &str) -> Grid {
    text::read(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// A line cut into rows of `length` cells.
fn rows(line: &str, length: usize) -> Vec<&str> {
    (0..line.len())
        .step_by(length)
        .map(|at| &line[at..at + length])
        .collect()
}

/// A line with a blank between any two cells.
fn spaced(line: &str) -> String {
    let cells: Vec<String> = line.chars().map(String::from).collect();
    cells.join(" ")
}

#[test]
fn reads_the_same_grid_in_every_form() {
    let rows = rows(CLASSIC, 9);
    let blocks: Vec<String> = rows
        .iter()
        .map(|row| format!("{} {} {}", &row[..3], &row[3..6], &row[6..]))
        .collect();
    let spaced_rows: Vec<String> = rows.iter().map(|row| spaced(row)).collect();
    let forms = [
        CLASSIC.to_string(),
        format!("{CLASSIC}\n"),
        format!("  {CLASSIC}  \n\n"),
        CLASSIC.replace('.', "0"),
        CLASSIC.replace('.', "-"),
        CLASSIC.replace('.', "_"),
        CLASSIC.replace('.', "*"),
        CLASSIC.replace('.', "?"),
        CLASSIC.replace('.', "x"),
        CLASSIC.replace('.', "X"),
        spaced(CLASSIC),
        rows.join(" "),
        rows.join("\n"),
        rows.join("\r\n"),
        rows.join("\n\n"),
        format!("\n\n{}\n", rows.join("  \n\t")),
        format!("\u{feff}{}", rows.join("\n")),
        format!("\u{feff}{}\r\n", spaced_rows.join("\r\n")),
        spaced_rows.join("\n"),
        spaced_rows.join("\n").replace(' ', "\t"),
        blocks.join("\n"),
        [&blocks[..3], &blocks[3..6], &blocks[6..]]
            .map(|band| band.join("\n"))
            .join("\n\n"),
    ];
    for form in &forms {
        let grid = read(form);
        assert_eq!(grid.to_string(), CLASSIC, "{form:?}");
        assert_eq!(grid.shape(), Shape::CLASSIC);
        assert_eq!(text::read_as(Shape::CLASSIC, form), Ok(grid.clone()));
        assert_eq!(form.parse(), Ok(grid), "FromStr is the same");
    }
}

#[test]
fn frames_are_passed_over() {
    let frames = [
        // Rules with and without crosses, ends of their own, dots and dashes for empty cells.
        ("+-----+-----+", "| ", " | ", " |", "+-----+-----+"),
        ("------+------", "", " | ", "", "------+------"),
        ("-------------", "", "|", "", "-------------"),
        ("*-----------*", "|", "|", "|", "|-----+-----|"),
        (".-----.-----.", "| ", " | ", " |", ":-----+-----:"),
        ("===========", "", "  ", "", "==========="),
        ("┌─────┬─────┐", "│ ", " │ ", " │", "├─────┼─────┤"),
        ("╔═════╦═════╗", "║ ", " ║ ", " ║", "╠═════╬═════╣"),
        ("", "", "|", "", "-----"),
        ("", "|", "|", "|", "|-----|"),
    ];
    for (top, left, middle, right, rule) in frames {
        for row in ["12..", "12--", "1 2 - -", "A B . ."] {
            let (a, b) = row.split_at(row.len() / 2);
            let row = |a, b| format!("{left}{a}{middle}{b}{right}");
            let (first, second) = (row(a, b), row(b, a));
            let empty = row(&b.replace(' ', ""), &b.replace(' ', ""));
            let text = [top, &first, &second, rule, &empty, &first, top].join("\n");
            let grid = read(&text);
            assert_eq!(grid.to_string(), "12....12....12..", "{text}");
            assert_eq!(text::read_as(grid.shape(), &text), Ok(grid), "{text}");
        }
    }
}

#[test]
fn dashes_are_a_row_if_rows_are_missing_without_them() {
    assert_eq!(
        read("12--\n----\n----\n--12").to_string(),
        "12............12"
    );
    assert_eq!(
        read("12--\n|----|\n-----\n----\n--12").to_string(),
        "12............12"
    );
    assert_eq!(
        read("----\n----\n----\n----"),
        Grid::empty(read(&".".repeat(16)).shape())
    );
    assert_eq!(
        read("----\n12..34..........\n----").to_string(),
        "12..34.........."
    );
    assert_snapshot!(error("12--\n-----\n---1\n--12"), @"2:5: expected 4 cells in the row, found 5");
    assert_snapshot!(error("12--\n--\n--\n---1\n--12"), @"5:1: expected 4 rows, found 3");
}

#[test]
fn reads_files_of_known_programs() {
    let rows = rows(CLASSIC, 9).join("\r\n");
    let sdk = format!("#ARuud\r\n#DA puzzle\r\n[Puzzle]\r\n{rows}\r\n[State]\r\n{rows}\r\n");
    assert_eq!(read(&sdk).to_string(), CLASSIC);
    let ss = "
 *-----------*
 |53.|.7.|...|
 |6..|195|...|
 |.98|...|.6.|
 |---+---+---|
 |8..|.6.|..3|
 |4..|8.3|..1|
 |7..|.2.|..6|
 |---+---+---|
 |.6.|...|28.|
 |...|419|..5|
 |...|.8.|.79|
 *-----------*
";
    assert_eq!(read(ss).to_string(), CLASSIC);
    assert_eq!(read(&ss.replace('.', "X")).to_string(), CLASSIC);
    assert_eq!(read(&format!("{CLASSIC} # 30 givens")).to_string(), CLASSIC);
    let hodoku = format!("# a library\n:0702:9:{CLASSIC}:711 811::\n:0000:x:{CLASSIC}:::\n");
    assert_eq!(list(&hodoku), format!("2: {CLASSIC}\n3: {CLASSIC}"));
    let zeros = CLASSIC.replace('.', "0");
    let xml =
        format!("<opensudoku>\n  <name>easy</name>\n  <game data='{zeros}' />\n</opensudoku>");
    for text in [
        format!("<?xml version=\"1.0\"?>\n{xml}"),
        format!("\n{xml}"),
    ] {
        assert_eq!(list(&text), format!("4: {CLASSIC}"));
        assert_eq!(Form::of(&text), Form::Grids);
    }
    // Arrows, which a killer of greater and less has in place of its digits, are none.
    assert_eq!(Form::of("<v>^\n.<v."), Form::Iss);
}

#[test]
fn digits_from_0_show_in_their_zeros() {
    let digits: Vec<u8> = (1..=16).chain([0; 240]).collect();
    let grid = Grid::from_digits(Shape::HEX, &digits).expect("16 digits");
    assert_eq!(read(&format!("0123456789ABCDEF{}", ".".repeat(240))), grid);
    assert_eq!(read(&format!("0123456789abcdef{}", "-".repeat(240))), grid);
    assert_eq!(read(&format!("123456789ABCDEFG{}", "0".repeat(240))), grid);
    // G settles it: the zero is an empty cell. So it is between numbers, and on small boards.
    let mixed = read(&format!("0123456789ABCDEFG{}", ".".repeat(239)));
    assert_eq!(
        mixed.digits()[..17],
        digits[..16]
            .iter()
            .map(|d| d - 1)
            .chain([16])
            .collect::<Vec<_>>()
    );
    let numbers = read(&format!("0 1 10 {}", ". ".repeat(253)));
    assert_eq!(numbers.digits()[..4], [0, 1, 10, 0]);
    assert_eq!(read("01..............").digits()[..2], [0, 1]);
}

#[test]
fn rectangles_and_the_digit_0_come_back_in_every_style() {
    let from_zero = Shape::with_side(4).and_then(|four| four.with_digits((0..=3).collect()));
    let wide = Shape::rectangle(2, 11);
    let more_digits = Shape::rectangle(3, 2).and_then(|shape| shape.with_digits(Digits::up_to(9)));
    for shape in [from_zero, wide, more_digits] {
        let shape = shape.expect("a board");
        let mut grid = Grid::empty(shape);
        let digits = shape.digits().digits().cycle().skip(1);
        for (cell, digit) in shape.cells().step_by(2).zip(digits) {
            grid.set(cell, digit);
        }
        let styles = [
            Style::Line,
            Style::Zeros,
            Style::Rows,
            Style::Spaced,
            Style::Framed,
        ];
        for style in styles {
            let text = text::write(&grid, style);
            assert_eq!(text::read_as(shape, &text), Ok(grid.clone()), "{text}");
        }
        let hex = text::write(&grid, Style::Hex);
        let back = text::read_with(shape, Alphabet::Hex, &hex);
        assert_eq!(back, Ok(grid), "{hex}");
    }
}

#[test]
fn an_alphabet_that_is_told_is_not_guessed() {
    let shape = Shape::with_side(4).expect("a side in 4..=25");
    let first = |alphabet, text| {
        text::read_with(shape, alphabet, text).map(|grid| grid.digits()[..4].to_vec())
    };
    assert_eq!(
        first(Alphabet::Digits, "1234...........-"),
        Ok(vec![1, 2, 3, 4])
    );
    assert_eq!(
        first(Alphabet::Letters, "1B04............"),
        Ok(vec![1, 2, 0, 4])
    );
    assert_eq!(
        first(Alphabet::Hex, "0123 .... .... ____"),
        Ok(vec![1, 2, 3, 4])
    );
    let found = first(Alphabet::Hex, "0124............").expect_err("4 is the fifth digit");
    assert_snapshot!(found, @"1:4: expected a digit of 1..=4 or a sign for an empty cell, found '4'");
    let found = first(Alphabet::Digits, "A...............").expect_err("A is 10");
    assert_snapshot!(found, @"1:1: expected a digit of 1..=4 or a sign for an empty cell, found 'A'");
    let found = first(Alphabet::Hex, ". 255 . .\n....\n....\n....").expect_err("no digit");
    assert_snapshot!(found, @"1:7: expected 4 cells in the row, found 6");
}

#[test]
fn letters_are_digits_from_1_in_a_grid_without_digits() {
    let grid = read("a--- -B-- --c- ---D");
    assert_eq!(grid.to_string(), "1....2....3....4");
    let sixteen = format!("{}p", "-".repeat(255));
    let grid = read(&sixteen);
    assert_eq!(grid.digits()[255], 16);
    let rows: Vec<String> = (0..25)
        .map(|_| "ABCDEFGHIJKLMNOPQRSTUVWXY".into())
        .collect();
    let row: Vec<u8> = (1..=25).collect();
    assert_eq!(read(&rows.join("\n")).digits()[600..], row);
    // Zeros are empty cells, and no digits that would give the letters another meaning.
    assert_eq!(read("A000 0B00 00C0 000D"), read("A--- -B-- --C- ---D"));
}

#[test]
fn letters_follow_9_in_a_grid_with_digits() {
    let line = format!("19aAgG{}", ".".repeat(250));
    assert_eq!(read(&line).digits()[..6], [1, 9, 10, 10, 16, 16]);
    let row = "123456789ABCDEFGHIJKLMNOP";
    let digits: Vec<u8> = (1..=25).collect();
    for row in [row.to_string(), row.to_lowercase(), spaced(row)] {
        let text = vec![row; 25].join("\n");
        assert_eq!(read(&text).digits()[..25], digits);
    }
}

#[test]
fn numbers_stand_between_blanks() {
    let row: Vec<String> = (1..=16).map(|digit| digit.to_string()).collect();
    let text = vec![row.join(" "); 16].join("\n");
    assert_eq!(read(&text).digits()[240..], (1..=16).collect::<Vec<u8>>());
    let row = "01 02 . 12 - 00 0 _ 10 9 A b";
    let text = [row; 12].join("\r\n");
    let expected = [1, 2, 0, 12, 0, 0, 0, 0, 10, 9, 10, 11];
    assert_eq!(read(&text).digits()[..12], expected);
    let one_line = text.replace("\r\n", " ");
    assert_eq!(read(&one_line), read(&text));
}

#[test]
fn a_known_shape_keeps_its_boxes() {
    let tall = Shape::new(2, 3).expect("a side in 4..=25");
    let text = "1".to_string() + &".".repeat(35);
    let grid = text::read_as(tall, &text).expect("36 cells");
    assert_eq!(grid.shape(), tall);
    assert_ne!(grid, read(&text), "another shape is another grid");
}

fn error(text: &str) -> TextError {
    text::read(text).expect_err("the text is no grid")
}

#[test]
fn reports_text_without_cells() {
    for text in ["", " \n\t\r\n", "\u{feff}"] {
        let kind = TextErrorKind::Empty;
        assert_eq!(
            error(text),
            TextError {
                place: Place { line: 1, column: 1 },
                kind
            }
        );
        assert!(text::read_as(Shape::CLASSIC, text).is_err());
    }
    assert_snapshot!(error(""), @"1:1: expected a grid, found nothing");
}

#[test]
fn reports_a_line_that_is_no_square() {
    let found = error(&format!("\n{}", &CLASSIC[1..]));
    assert_eq!(found.kind, TextErrorKind::Length { found: 80 });
    assert_snapshot!(found, @"2:1: expected as many cells as a square board has, such as 81, found 80");
    // A square, but of a side that no board has.
    assert_eq!(error("123123123").kind, TextErrorKind::Length { found: 9 });
    let found = error(&".".repeat(26 * 26));
    assert_eq!(found.kind, TextErrorKind::Length { found: 676 });
    assert_snapshot!(error("123\n123\n123\n"), @"1:1: expected as many cells as a square board has, such as 81, found 3");
}

#[test]
fn reports_rows_of_another_length() {
    let found = error("1234\n\n12345\n1234\n1234");
    let (expected, cells) = (4, 5);
    assert_eq!(
        found.kind,
        TextErrorKind::RowLength {
            expected,
            found: cells
        }
    );
    assert_snapshot!(found, @"3:5: expected 4 cells in the row, found 5");
    assert_snapshot!(error("1234\n12\n1234\n1234"), @"2:3: expected 4 cells in the row, found 2");
    assert_snapshot!(error("1 2 3 4\n  1 2 3  \n1 2 3 4\n1 2 3 4"), @"2:8: expected 4 cells in the row, found 3");
    assert_snapshot!(error("1 2 3 4\n1 2 3 4 1 2\n1 2 3 4\n1 2 3 4"), @"2:9: expected 4 cells in the row, found 6");
    // One bad row first does not hide what the others agree on.
    assert_snapshot!(error("123\n1234\n1234\n1234"), @"1:4: expected 4 cells in the row, found 3");
}

#[test]
fn reports_rows_too_few_or_too_many() {
    let rows = rows(CLASSIC, 9);
    let found = error(&rows[..8].join("\n"));
    let (expected, count) = (9, 8);
    assert_eq!(
        found.kind,
        TextErrorKind::RowCount {
            expected,
            found: count
        }
    );
    assert_snapshot!(found, @"8:1: expected 9 rows, found 8");
    let more = format!("{}\n\n{}\n{}", rows.join("\n"), rows[0], rows[1]);
    assert_snapshot!(error(&more), @"11:1: expected 9 rows, found 11");
    let found = text::read_as(Shape::CLASSIC, rows[0]).expect_err("one row of nine");
    assert_snapshot!(found, @"1:1: expected 9 rows, found 1");
}

#[test]
fn reports_signs_that_are_no_digits() {
    let found = error("123!\n....\n....\n....");
    let kind = TextErrorKind::Symbol {
        found: "!".into(),
        digits: Digits::up_to(4),
    };
    assert_eq!(
        found,
        TextError {
            place: Place { line: 1, column: 4 },
            kind
        }
    );
    assert_snapshot!(found, @"1:4: expected a digit of 1..=4 or a sign for an empty cell, found '!'");
    assert_snapshot!(error("1234\n....\n..5.\n...."), @"3:3: expected a digit of 1..=4 or a sign for an empty cell, found '5'");
    assert_snapshot!(error("1 . . .\n. . . .\n. 12 . .\n. . . ."), @"3:3: expected a digit of 1..=4 or a sign for an empty cell, found '12'");
    // With digits about, A is 10.
    assert_snapshot!(error("1A..\n....\n....\n...."), @"1:2: expected a digit of 1..=4 or a sign for an empty cell, found 'A'");
    assert_snapshot!(error("ABCE............"), @"1:4: expected a digit of 1..=4 or a sign for an empty cell, found 'E'");
    // Columns count characters, not bytes, and the byte order mark is none.
    assert_snapshot!(error("\u{feff}..é.\r\n....\r\n....\r\n....\r\n"), @"1:3: expected a digit of 1..=4 or a sign for an empty cell, found 'é'");
    assert_snapshot!(error(&format!("..½x{}", ".".repeat(12))), @"1:3: expected a digit of 1..=4 or a sign for an empty cell, found '½'");
}

#[test]
fn a_message_has_no_control_character_of_the_text() {
    assert_snapshot!(error("1\u{1b}..\n....\n....\n...."), @r"1:2: expected a digit of 1..=4 or a sign for an empty cell, found '\u{1b}'");
}

#[test]
fn digits_of_10_and_more_alone_come_back_only_as_numbers() {
    let mut grid = Grid::empty(Shape::with_side(16).expect("a side in 4..=25"));
    grid.set(grid.shape().cell(0, 0), 10);
    assert_eq!(read(&text::write(&grid, Style::Line)).digits()[0], 1);
    assert_eq!(read(&text::write(&grid, Style::Spaced)), grid);
}

#[test]
fn draws_frames_around_boxes() {
    let wide = Shape::new(4, 3).expect("a side in 4..=25");
    let mut grid = Grid::empty(wide);
    grid.set(wide.cell(0, 0), 12);
    grid.set(wide.cell(3, 4), 7);
    let text = text::write(&grid, Style::Boxed);
    assert_snapshot!(text.lines().take(6).collect::<Vec<_>>().join("\n"), @r"
    ┌─────────────┬─────────────┬─────────────┐
    │ 12  .  .  . │  .  .  .  . │  .  .  .  . │
    │  .  .  .  . │  .  .  .  . │  .  .  .  . │
    │  .  .  .  . │  .  .  .  . │  .  .  .  . │
    ├─────────────┼─────────────┼─────────────┤
    │  .  .  .  . │  7  .  .  . │  .  .  .  . │
    ");
    assert_snapshot!(text.lines().last().expect("a line"), @"└─────────────┴─────────────┴─────────────┘");
    assert_snapshot!(text::write(&Grid::empty(Shape::new(2, 3).expect("a side in 4..=25")), Style::Framed), @r"
    +-----+-----+-----+
    | . . | . . | . . |
    | . . | . . | . . |
    | . . | . . | . . |
    +-----+-----+-----+
    | . . | . . | . . |
    | . . | . . | . . |
    | . . | . . | . . |
    +-----+-----+-----+
    ");
}

/// What [`text::puzzles`] makes of a file, a line each.
fn list(text: &str) -> String {
    let grids = text::puzzles(text).map(|(line, grid)| match grid {
        Ok(grid) => format!("{line}: {grid}"),
        Err(error) => format!("{line} {error}"),
    });
    grids.collect::<Vec<_>>().join("\n")
}

#[test]
fn a_file_has_grids_of_any_size_one_a_line() {
    let lines: Vec<String> = (4..=25)
        .map(|side| ".".repeat(side * side - 1) + "1")
        .collect();
    let file = lines.join("\r\n");
    let grids: Vec<Grid> = text::puzzles(&file)
        .filter_map(|(_, grid)| grid.ok())
        .collect();
    assert_eq!(
        grids
            .iter()
            .map(|grid| grid.shape().side())
            .collect::<Vec<_>>(),
        (4..=25).collect::<Vec<_>>()
    );
    assert!(grids.iter().map(Grid::to_string).eq(lines));
}

#[test]
fn a_file_goes_on_after_an_error() {
    let file = "\u{feff}# four lines\n1234............\n\n1235............ # no 5\n  \n1...\n\n.....2.......... # the last\n123";
    assert_snapshot!(list(file), @r"
    2: 1234............
    4 4:4: expected a digit of 1..=4 or a sign for an empty cell, found '5'
    6 6:1: expected as many cells as a square board has, such as 81, found 4
    8: .....2..........
    9 9:1: expected as many cells as a square board has, such as 81, found 3
    ");
}

/// No row has more than 25 cells, so this is no first row that would take the good lines with it.
#[test]
fn a_bad_line_before_good_ones_is_one_error() {
    let file = format!("{}\n{CLASSIC}\n{CLASSIC}\n", &CLASSIC[1..]);
    assert_eq!(
        list(&file),
        format!("1 1:1: expected as many cells as a square board has, such as 81, found 80\n2: {CLASSIC}\n3: {CLASSIC}")
    );
    // What could be a row is one, up to the next empty line.
    for (length, errors) in [(24, 1), (26, 2)] {
        let file = format!("{}\n{}\n", ".".repeat(length), &CLASSIC[1..]);
        assert_eq!(list(&file).lines().count(), errors);
    }
}

#[test]
fn a_file_has_grids_of_several_lines_between_empty_ones() {
    let sixteen = rows(
        &text::write(&Grid::empty(Shape::HEX), Style::Line).replacen("..", "1G", 1),
        16,
    )
    .join("\n");
    let framed = text::write(&read("1234............"), Style::Framed);
    let file = format!("{framed}\n\n{sixteen}\n \n12..\n..34\n....\n12..\n");
    let sides =
        text::puzzles(&file).map(|(line, grid)| (line, grid.map(|grid| grid.shape().side())));
    assert_eq!(
        sides.collect::<Vec<_>>(),
        [(2, Ok(4)), (9, Ok(16)), (26, Ok(4))]
    );
}

#[test]
fn sixteen_lines_of_sixteen_cells_are_what_their_symbols_allow() {
    let small = vec!["1234............"; 16].join("\n");
    assert_eq!(text::puzzles(&small).count(), 16);
    assert_eq!(text::puzzles(&small.replace("1234", "ABCD")).count(), 16);
    for large in ["1235", "ABCE"] {
        assert_eq!(text::puzzles(&small.replace("1234", large)).count(), 1);
    }
}

#[test]
fn a_file_with_sections_has_one_puzzle() {
    let rows = rows(CLASSIC, 9).join("\n");
    let file = format!("#A somebody\n[Puzzle]\n{rows}\n[State]\n{rows}\n\n{CLASSIC}\n");
    assert_eq!(list(&file), format!("3: {CLASSIC}"));
    assert_eq!(list("# nothing\n\n[Puzzle]\n[State]\n1\n"), "");
}

#[test]
fn sections_with_other_names_are_groups_of_puzzles() {
    let groups = format!("{CLASSIC}\n[Easy]\n{CLASSIC}\n[Hard]\n{CLASSIC}\n");
    assert_eq!(
        list(&groups),
        format!("1: {CLASSIC}\n3: {CLASSIC}\n5: {CLASSIC}")
    );
    assert_eq!(read(&format!("[Easy]\n{CLASSIC}\n")).to_string(), CLASSIC);
}

#[test]
fn reads_tables_and_the_arrays_of_programs() {
    let rows: Vec<String> = rows(CLASSIC, 9).iter().map(|row| spaced(row)).collect();
    let fields = |empty: &str, separator: &str, around: [&str; 3]| -> Vec<String> {
        let cell = |cell: &str| match cell {
            "." if empty.is_empty() && around[1].is_empty() => String::new(),
            "." => format!("{0}{empty}{0}", around[1]),
            digit => format!("{0}{digit}{0}", around[1]),
        };
        let row = |row: &String| row.split(' ').map(cell).collect::<Vec<_>>().join(separator);
        let around_row = |row: &String| format!("{}{}{}", around[0], row, around[2]);
        rows.iter().map(row).map(|row| around_row(&row)).collect()
    };
    for lines in [
        fields("", ",", ["", "", ""]),
        fields("", ";", ["", "", ""]),
        fields("0", ", ", ["", "", ""]),
        fields("0", ", ", ["[", "", "],"]),
        fields("0", ",", ["{", "", "},"]),
        fields(".", ",", ["[", "\"", "],"]),
        fields("", ",", ["[", "\"", "],"]),
        fields(" ", ", ", ["    ['", "'", "'],"]),
        fields("0", " ", [" [", "", "]"]),
        fields(".", "", ["  \"", "", "\","]),
    ] {
        let text = lines.join("\n");
        assert_eq!(read(&text).to_string(), CLASSIC, "{text}");
        for begin in ["[", "grid = [", "int grid[9][9] = {"] {
            let nested = format!("{begin}\n{text}\n]\n");
            assert_eq!(list(&nested), format!("2: {CLASSIC}"), "{nested}");
        }
        let ends = ["[", "]"].map(|end| end.repeat(usize::from(text.contains(['[', '\"']))));
        let line = ends.join(&lines.join(" "));
        if !ends[0].is_empty() {
            assert_eq!(list(&line), format!("1: {CLASSIC}"), "{line}");
        }
    }
    assert_snapshot!(error("1,2,3,4\n3,4,,5\n,,,\n,,,"), @"2:6: expected a digit of 1..=4 or a sign for an empty cell, found '5'");
    assert_snapshot!(error("1,2,3,4\n3,4,,\n,,,,\n,,,"), @"3:4: expected 4 cells in the row, found 5");
}

#[test]
fn a_grid_may_have_other_columns_beside_it() {
    let solved =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let zeros = CLASSIC.replace('.', "0");
    for line in [
        format!("0000183b305c {zeros}  1.2"),
        format!("{zeros},{solved}"),
        format!("{CLASSIC}\t{solved}\t51"),
        format!("\"{CLASSIC}\";\"by nobody\";3.2"),
        format!("17 | {CLASSIC} | hard"),
        format!("const PUZZLE = '{CLASSIC}';"),
        format!("Easy,{CLASSIC}"),
    ] {
        let expected = format!("1: {CLASSIC}\n2: {CLASSIC}");
        assert_eq!(list(&format!("{line}\n{line}\n")), expected);
        let headed = format!("quizzes,solutions\n{line}\n{line}\n");
        assert_eq!(list(&headed), format!("2: {CLASSIC}\n3: {CLASSIC}"));
        assert_eq!(Form::of(&line), Form::Grids, "{line}");
        assert_eq!(read(&line).to_string(), CLASSIC);
    }
    // Groups of cells are no columns, and digits with regions no grid and its solution.
    let hex: Vec<String> = (0..4).map(|_| ".".repeat(64)).collect();
    assert_eq!(read(&hex.join(" ")).shape().side(), 16);
    let solution = format!("{CLASSIC} {solved}");
    let regions = "aaabbbccc".repeat(3) + &"dddeeefff".repeat(3) + &"ggghhhiii".repeat(3);
    assert_eq!(Form::of(&solution), Form::Grids);
    assert_eq!(Form::of(&format!("{CLASSIC} {regions}")), Form::Iss);
}

#[test]
fn headings_are_passed_over_and_end_a_grid() {
    let rows = rows(&CLASSIC.replace('.', "0"), 9).join("\n");
    let euler = format!("Grid 01\n{rows}\nGrid 02\n{rows}\n");
    assert_eq!(list(&euler), format!("2: {CLASSIC}\n12: {CLASSIC}"));
    let clipboard = format!(" *---*\n{rows}\n *---*\n Simple Sudoku\n  Version 4.2n\n");
    assert_eq!(read(&clipboard).to_string(), CLASSIC);
    assert_eq!(
        read("ABCD\nCDAB\nBADC\nDCBA").to_string(),
        "1234341221434321"
    );
    assert_eq!(
        read("abcd\ncdab\nbadc\ndcba").to_string(),
        "1234341221434321"
    );
}

#[test]
fn pencil_marks_are_the_digits_of_a_cell() {
    let error = |text: &str| text::read_marks(text).unwrap_err().to_string();
    let rows = "1 2 3 4\n3 4 12 12\n2 1 4 3\n4 3 21 ";
    let model = text::read_marks(&format!("{rows}12")).map(|marks| marks.build());
    let model = model.expect("marks").expect("a model");
    assert_eq!(model.givens().to_string(), "123434..214343..");
    assert_eq!(model.count(10), 2);
    assert_snapshot!(error(&format!("{rows}15")), @"4:8: expected a digit of 1..=4 or a sign for an empty cell, found '15'");
    assert_snapshot!(error(&format!("{rows}22")), @"4:8: expected a digit of 1..=4 or a sign for an empty cell, found '22'");
    assert_snapshot!(error(rows), @"1:1: expected as many cells as a square board has, such as 81, found 15");
    assert_snapshot!(error("1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 12"), @"1:1: expected as many cells as a square board has, such as 81, found 16");
    assert_snapshot!(error("# nothing"), @"1:1: expected a grid, found nothing");
}

fn grids() -> impl Strategy<Value = Grid> {
    let side = Shape::MIN_SIDE..=Shape::MAX_SIDE;
    let grid = |side: usize| {
        let shape = Shape::with_side(side).expect("a side in 4..=25");
        let digits = proptest::collection::vec(0..=side as u8, shape.cell_count());
        // Every so often a grid is mostly empty or has large digits only.
        (digits, 0..=side as u8).prop_map(move |(mut digits, floor)| {
            digits
                .iter_mut()
                .filter(|digit| **digit < floor)
                .for_each(|digit| *digit = 0);
            Grid::from_digits(shape, &digits).expect("digits up to the side")
        })
    };
    side.prop_flat_map(grid)
}

proptest! {
    #[test]
    fn letters_and_numbers_between_blanks_come_back(grid in grids()) {
        for style in [Style::Spaced, Style::Framed, Style::Boxed, Style::Letters] {
            prop_assert_eq!(text::read(&text::write(&grid, style)), Ok(grid.clone()), "{:?}", style);
        }
    }

    #[test]
    fn every_style_comes_back_with_its_alphabet(grid in grids()) {
        let styles = [
            (Style::Line, Alphabet::Digits),
            (Style::Zeros, Alphabet::Digits),
            (Style::Rows, Alphabet::Digits),
            (Style::Spaced, Alphabet::Digits),
            (Style::Framed, Alphabet::Digits),
            (Style::Boxed, Alphabet::Digits),
            (Style::Letters, Alphabet::Letters),
            (Style::Hex, Alphabet::Hex),
        ];
        for (style, alphabet) in styles {
            let text = text::write(&grid, style);
            prop_assert_eq!(text::read_with(grid.shape(), alphabet, &text), Ok(grid.clone()), "{:?}", style);
        }
    }

    #[test]
    fn a_file_of_any_style_comes_back(grids in proptest::collection::vec(grids(), 1..5), style in 0..4_usize) {
        let style = [Style::Spaced, Style::Framed, Style::Boxed, Style::Letters][style];
        // Without a large digit, 16 rows of 16 cells could be 16 boards of 4 x 4.
        let is_clear = |grid: &Grid| grid.shape().side() % 25 % 16 > 0 || grid.digits().iter().any(|&digit| digit > 5);
        prop_assume!(grids.iter().all(is_clear));
        let texts: Vec<String> = grids.iter().map(|grid| text::write(grid, style)).collect();
        let back: Result<Vec<Grid>, TextError> = text::puzzles(&texts.join("\n\n")).map(|(_, grid)| grid).collect();
        prop_assert_eq!(back, Ok(grids));
    }

    #[test]
    fn lines_and_rows_come_back_if_a_digit_up_to_9_is_there(grid in grids()) {
        // Without one, letters stand for themselves and not for 10 and more.
        let (mut low, empty) = (grid.filled(), grid.filled().next().is_none());
        prop_assume!(empty || low.any(|(_, digit)| digit <= 9));
        for style in [Style::Line, Style::Zeros, Style::Rows] {
            let text = text::write(&grid, style);
            prop_assert_eq!(text::read(&text), Ok(grid.clone()));
            let windows = format!("\u{feff}{}\r\n", text.replace('\n', "\r\n")).to_lowercase();
            prop_assert_eq!(text::read(&windows), Ok(grid.clone()));
        }
        prop_assert_eq!(grid.to_string().parse(), Ok(grid.clone()));
        prop_assert_eq!(format!("{grid:#}").parse(), Ok(grid.clone()));
    }

    #[test]
    fn a_shape_comes_back_with_its_boxes(width in 1_usize..=5, height in 4_usize..=5, seed: u64) {
        let shape = Shape::new(width, height).expect("4 to 25");
        let mut rng = fastrand::Rng::with_seed(seed);
        let side = shape.side() as u8;
        let digits: Vec<u8> = (0..shape.cell_count()).map(|_| rng.u8(0..=side)).collect();
        let grid = Grid::from_digits(shape, &digits).expect("digits up to the side");
        for style in [Style::Spaced, Style::Letters] {
            prop_assert_eq!(text::read_as(shape, &text::write(&grid, style)), Ok(grid.clone()));
        }
    }

    #[test]
    fn reading_any_text_gives_a_grid_or_a_place_in_it(text in "[1-9A-Za,;\"'{}.\\-_*|+=:#\\[\\]0 \n\r\t?\u{feff}é─│]{0,60}") {
        let in_text = |TextError { place: Place { line, column }, .. }| {
            let content = text.lines().nth(line - 1).unwrap_or("");
            line <= text.lines().count().max(1) && (1..=content.chars().count() + 1).contains(&column)
        };
        for alphabet in [Alphabet::Digits, Alphabet::Letters, Alphabet::Hex] {
            let read = text::read_with(Shape::CLASSIC, alphabet, &text);
            prop_assert!(read.map_err(in_text).err().unwrap_or(true));
        }
        prop_assert!(text::read(&text).map_err(in_text).err().unwrap_or(true));
        prop_assert!(text::read_marks(&text).map_err(in_text).err().unwrap_or(true));
        for (line, grid) in text::puzzles(&text) {
            prop_assert!(line <= text.lines().count());
            prop_assert!(grid.map_err(in_text).err().unwrap_or(true));
        }
    }

    #[test]
    fn no_bytes_make_reading_panic(bytes: Vec<u8>) {
        let text = String::from_utf8_lossy(&bytes);
        let _ = text::read(&text);
        let _ = text::read_as(Shape::HEX, &text);
        let _ = text::read_marks(&text);
        text::puzzles(&text).for_each(drop);
    }
}
