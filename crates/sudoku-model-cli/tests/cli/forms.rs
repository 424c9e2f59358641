//! Forms of input told by looking, forms that are forced, and `convert`.

use crate::{answer, run, CLASSIC, SOLVED};
use insta::assert_snapshot;

#[test]
fn a_grid_may_be_drawn_in_any_way() {
    let rows: Vec<&str> = (0..9).map(|row| &CLASSIC[9 * row..9 * row + 9]).collect();
    let bands: Vec<String> = rows.chunks(3).map(|band| band.join("\n")).collect();
    for text in [
        rows.join("\n"),
        bands.join("\n\n"),
        bands.join("\n---+---+---\n"),
    ] {
        assert_eq!(answer("solve --line", &text), (0, SOLVED.into()), "{text}");
    }
    for form in ["line", "zeros", "rows", "spaced", "framed", "boxed"] {
        let (code, text) = answer(&format!("convert --to {form}"), CLASSIC);
        assert_eq!(code, 0, "{form}");
        assert_eq!(answer("solve --line", &text), (0, SOLVED.into()), "{text}");
    }
}

#[test]
fn grids_of_pencil_marks_are_puzzles() {
    let one = format!("1{}", ".".repeat(15));
    let (_, explained) = answer("explain", &one);
    let marks: Vec<&str> = explained.lines().rev().skip(1).take(7).collect();
    assert_eq!(answer("count", &marks.join("\n")), answer("count", &one));
    let marks = "*---*\n|1 2|3 24|\n|34 24|1 124|\n|---+---|\n|24 1|24 3|\n|34 34|12 12|\n*---*\n";
    let text = format!("{marks} Simple Sudoku\n");
    assert_eq!(
        answer("unique --line", &text),
        (0, "1234341221434321\n".into())
    );
    // One cell with two digits is a slip.
    let slip = "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 12\n";
    let run = run("unique", slip);
    assert!(
        run.code == Some(2) && run.err.contains("found '12'"),
        "{run:?}"
    );
}

#[test]
fn two_grids_may_be_the_regions_of_a_jigsaw_and_its_givens() {
    let regions = "AAABBB\nACABDB\nACCBDD\nECCFDD\nECEFDF\nEEEFFF\n";
    let givens = "1.....\n......\n..2...\n......\n......\n.....3\n";
    let sheet = "board 6x6\njigsaw 000111 020131 022133 422533 424535 444555\n\
                 givens 1..... ...... ..2... ...... ...... .....3\n";
    let named = format!("board 6x6\njigsaw {regions}\n").replace("\nA", " A");
    let named = named.replace("\nE", " E") + "givens 1..... ...... ..2... ...... ...... .....3\n";
    for text in [
        format!("{regions}\n{givens}"),
        format!("{givens}\n{regions}"),
        named,
    ] {
        assert_eq!(
            answer("convert --to sheet", &text),
            (0, sheet.into()),
            "{text}"
        );
    }
    let two = format!("{regions}\n{givens}\n{regions}\n{givens}");
    let (_, counts) = answer("count", &two);
    assert_eq!(counts, "stdin:1: 4284\nstdin:15: 4284\n");
    // A solved grid is no map, and neither are two puzzles.
    let one = "12..\n34..\n....\n..1.\n";
    assert_eq!(
        answer("count", &format!("{one}\n{one}")).1.lines().count(),
        2
    );
}

#[test]
fn killers_keep_their_cages_in_another_form() {
    let (_, cages) = answer("convert --to cages killer_colors/sample.in", "");
    let colors = answer("unique --line killer_colors/sample.in", "");
    assert_eq!(answer("unique --line", &cages), colors);
}

#[test]
fn sheets_and_constraints_keep_every_rule() {
    let thermo = ".Shape~6x6.Thermo~R1C1~R2C2~R3C3~R4C4~R5C5.~R1C2_6.~R4C1_4\n";
    let grids = answer("count --limit 5000", thermo);
    let (_, sheet) = answer("convert --to sheet", thermo);
    assert!(
        sheet.starts_with("board 6x6\n")
            && sheet.contains("\nthermometer r1c1 r2c2 r3c3 r4c4 r5c5\n"),
        "{sheet}"
    );
    assert_eq!(answer("count --limit 5000", &sheet), grids);
    let (_, strings) = answer("convert --to iss", &sheet);
    assert!(
        strings.contains(".Thermo~R1C1~R2C2~R3C3~R4C4~R5C5"),
        "{strings}"
    );
    assert_eq!(answer("count --limit 5000", &strings), grids);
    let colors = answer("unique --line killer_colors/sample.in", "");
    for form in ["sheet", "iss", "f-puzzles", "sudokupad"] {
        let (_, text) = answer(&format!("convert --to {form} killer_colors/sample.in"), "");
        assert_eq!(answer("unique --line", &text), colors, "{form}");
    }
}

#[test]
fn what_a_form_cannot_say_is_named() {
    let refused = |arguments: &str, input: &str| {
        let run = run(arguments, input);
        assert_eq!((run.code, &*run.out), (Some(2), ""), "{arguments}");
        run.err
    };
    assert_snapshot!(refused("convert killer_colors/sample.in", ""), @r#"killer_colors/sample.in:1: the rule "cage" has no place in a grid alone"#);
    assert_snapshot!(refused("convert --to cages", CLASSIC), @"stdin:1: givens have no place in a list of cages");
    let input = ".Cage~3~R1C1~R1C2.Thermo~R5C1~R5C2";
    assert_snapshot!(refused("convert --to cages", input), @r#"stdin:1: the rule "thermometer" has no place in a list of cages"#);
    assert_snapshot!(refused("convert --to iss su_domino_ku/sample.in", ""), @"su_domino_ku/sample.in:1: this form of text cannot say domino set 1");
    let input = "board 4x4\noverlapping-cage 99 r1c1 r1c2\n";
    assert_snapshot!(refused("convert --to iss", input), @"stdin:1: this form would say what makes no sense: cage 1: 2 different digits add up to 3..7, not to 99");
    let links = refused("convert --to f-puzzles", input);
    assert_eq!(links, refused("convert --to iss", input));
    assert_snapshot!(refused("convert --to line", ".NoBoxes.~R1C1_5"), @"stdin:1: boxes of another kind have no place in a grid alone");
}

#[test]
fn hex_is_written_only_where_it_is_read_as_such() {
    let large = |first: &str| format!("{first:.<256}");
    let (code, text) = answer("convert --to hex", &large("1234G"));
    assert!(code == 0 && text.starts_with("0123F"), "{text}");
    assert_eq!(answer("convert", &text).1.trim_end(), large("1234G"));
    for text in [&large("2345"), CLASSIC] {
        let run = run("convert --to hex", text);
        assert!(
            run.code == Some(2) && run.err.contains("digits would be taken for others"),
            "{run:?}"
        );
    }
}

#[test]
fn dominoes_are_boards_of_the_contest() {
    let (code, out) = answer("count su_domino_ku/sample.in", "");
    let sample = "su_domino_ku/sample.in";
    assert_eq!((code, out), (0, format!("{sample}:1: 1\n{sample}:13: 1\n")));
}

#[test]
fn a_form_can_be_forced() {
    // Sixteen lines of sixteen cells: boards of 4 x 4, or one of 16 x 16.
    let lines = "1...............\n".repeat(16);
    assert_eq!(answer("count --limit 1", &lines).1.lines().count(), 16);
    assert_eq!(
        answer("count --limit 1 --form grid", &lines)
            .1
            .lines()
            .count(),
        1
    );
}

#[test]
fn boxes_can_be_turned() {
    let puzzle = "1............1......................";
    let count = |options: &str| answer(&format!("count --limit 5 {options}"), puzzle).1;
    assert_eq!([count(""), count("--shape 3x2")], ["5 or more\n"; 2]);
    assert_eq!(count("--shape 2x3"), "0\n", "two in one box");
    let cages = "3 2 1 1 1 2\n4 2 1 3 2 3\n";
    assert_eq!(answer("count --shape 2x2", cages).0, 0);
}

#[test]
fn errors_say_what_the_text_was_taken_for() {
    let refused = |arguments: &str, input: &str| {
        let run = run(arguments, input);
        assert_eq!((run.code, &*run.out), (Some(2), ""), "{arguments}");
        run.err
    };
    assert_snapshot!(refused("solve", "12.4\n12!4\n....\n....\n"), @r#"
    stdin:2:3: expected a digit of 1..=4 or a sign for an empty cell, found '!'
      | 12!4
      |   ^
    (taken for the form "grids"; --form says what it is)
    "#);
    assert_snapshot!(refused("solve", ".Shape~4x4.Thermo~R1C1~R5C1"), @r#"
    stdin:1:24: Thermo: expected a cell of the board, found 'R5C1'
      | .Shape~4x4.Thermo~R1C1~R5C1
      |                        ^
    (taken for the form "iss"; --form says what it is)
    "#);
    assert_snapshot!(refused("solve", "3 2 1 1 1 2\n18 2 2 1 3 1\n"), @r#"
    stdin:2:1: cage 2: 2 different digits add up to 3..17, not to 18
      | 18 2 2 1 3 1
      | ^
    (taken for the form "cages"; --form says what it is)
    "#);
    assert_snapshot!(refused("solve --form dominoes", "1\n6 B2 1 Z3\n"), @r#"
    stdin:2:8: expected a cell such as B3, found "Z3"
      | 6 B2 1 Z3
      |        ^
    "#);
    assert_snapshot!(refused("solve", ""), @r#"
    stdin:1:1: expected a grid, found nothing
    (taken for the form "grids"; --form says what it is)
    "#);
}

#[test]
fn comments_say_nothing_about_the_form() {
    let commented = format!("# Guess.What ~ this < that\n{CLASSIC}");
    assert_eq!(answer("solve --line", &commented), (0, SOLVED.into()));
    let marks: String = CLASSIC
        .trim()
        .chars()
        .map(|digit| match digit {
            '.' => "123456789".to_owned(),
            digit => ('1'..='9')
                .map(|other| if other == digit { digit } else { '.' })
                .collect(),
        })
        .collect();
    assert_eq!(
        answer("solve --line", &marks),
        (0, SOLVED.into()),
        "pencil marks"
    );
}

#[test]
fn whole_grids_of_constraint_strings_are_told() {
    let digits = "1234341221434321";
    let jigsaw = "aabbaabbccddccdd";
    for text in [format!("{digits}{jigsaw}"), format!("{digits} {jigsaw}")] {
        assert_eq!(answer("unique --line", &text), (0, format!("{digits}\n")));
    }
    // A cage of two cells, and both diagonals.
    let cages = format!("3x3:d:k:{}{}", "768:768:", "1:".repeat(79));
    let (code, sheet) = answer("convert --to sheet", &cages);
    let expected = "board 9x9\ndiagonals\ncage 3 r1c1 r1c2\n".to_owned();
    assert_eq!((code, sheet), (0, expected));
}

#[test]
fn any_sign_is_a_color() {
    let text = "#<<<\n###~\n.&&~\n.&>>\n# 10\n< 6\n~ 6\n. 4\n& 9\n> 5\n";
    assert_eq!(
        answer("unique --line", text),
        (0, "4123231414323241\n".into())
    );
}

#[test]
fn what_cannot_be_on_a_board_is_named_by_its_rule_and_has_a_place() {
    let cage = "cage 2: 2 different digits add up to 3..17, not to 30";
    for (text, place) in [
        (
            "board 9x9\ncage 3 r1c1 r1c2\n\ncage 30 r2c1 r2c2\nregion r1c1 r5c5\n",
            ":4:1",
        ),
        (
            ".Cage~3~R1C1~R1C2.Or.Thermo~R1C1~R1C2.End.Cage~30~R2C1~R2C2.~R1C1_1",
            ":1:43",
        ),
        (
            r#"{"size": 9, "killercage": [{"cells": ["R1C1", "R1C2"], "value": 3},
                {"cells": ["R2C1", "R2C2"], "value": 30}]}"#,
            "",
        ),
    ] {
        let run = run("unique", text);
        let said = run.err.lines().next().map(str::to_owned);
        let expected = format!("stdin{place}: {cage}");
        assert_eq!((run.code, said), (Some(2), Some(expected)));
    }
}

#[test]
fn the_help_has_every_line_of_a_sheet() {
    let help = answer("help", "").1;
    for word in sudoku_model::text::sheet::words() {
        let mut lines = help.lines();
        assert!(
            lines.any(|line| line.split_whitespace().next() == Some(word)),
            "{word}"
        );
    }
}
