//! Links of f-puzzles and `SudokuPad`: what is written comes back, what is read means what the site
//! says, what is wrong is an error.

use sudoku_model::text::{links, sheet};
use sudoku_model::{Model, Shape};

/// A sheet, through a link of each site; what comes back, as a sheet.
#[track_caller]
fn through(text: &str) -> String {
    let model = sheet::read(text)
        .expect("a sheet")
        .build()
        .expect("a model");
    let back = |link: String| {
        let builder = links::read(&link).unwrap_or_else(|error| panic!("{error}\n{link}"));
        let model = builder
            .build()
            .unwrap_or_else(|error| panic!("{error}\n{link}"));
        sheet::write(&model).expect("rules of the crate")
    };
    let text = back(links::json(&model).expect("rules of f-puzzles"));
    assert_eq!(back(links::fpuzzles(&model).expect("the same")), text);
    assert_eq!(back(links::sudokupad(&model).expect("the same")), text);
    text
}

#[test]
fn rules_come_back_as_they_are() {
    let lines = [
        "arrow r1c1 r1c2 / r2c3 r3c4",
        "between r1c1-c4",
        "cage 10 r1c1 r1c2",
        "copies r1c1 r1c2 / r5c5 r5c6",
        "difference 3 r1c1 r1c2",
        "double-arrow r1c1-c4",
        "entropic r1c1-c4",
        "indexing boxes r1c1 r1c2",
        "indexing columns r1c1 r1c2",
        "indexing rows r1c1 r1c2",
        "little-killer 12 r3c1 r2c2 r1c3",
        "little-killer 50 r9c9-r1c1",
        "lockout 3 r1c1-c4",
        "modular 3 r1c1-c4",
        "nabner r1c1-c4",
        "overlapping-cage r1c1 r1c2",
        "palindrome r1c1-c4",
        "pair-sum 10 r1c1 r2c1",
        "pair-sum 5 r1c1 r2c1",
        "pencil-marks 1,2 r1c1",
        "pencil-marks 1,3,5,7,9 r1c1",
        "pencil-marks 2,4,6,8 r1c1",
        "quadruple 1,1,4 r4c4 r4c5 r5c4 r5c5",
        "ratio 3 r1c1 r1c2",
        "region-sums r1c1-c3 / r1c4",
        "renban r1c1-c4",
        "sandwich 12 r1c1-c9",
        "skyscraper 3 r9c2-r1",
        "thermometer r1c1-c4",
        "thermometer slow r1c1-c4",
        "whisper 4 r1c1-c4",
        "whisper 5 r1c1-c4",
        "x-sum 12 r3c9-c1",
        "zipper r1c1-c4",
        "apart king",
        "apart knight",
        "disjoint-groups",
        "difference 1 r1c1 r1c2\nstrict difference=1 / r1c1:r1c2",
        "ratio 2 r1c1 r1c2\nratio 3 r1c1 r2c1\nstrict ratio=2 ratio=3 / r1c1:r1c2 r1c1:r2c1",
        "pair-sum 5 r1c1 r1c2\nstrict total=5 total=10 / r1c1:r1c2",
        "diagonals",
        "region r1c1 r2c3",
        "no-boxes",
    ];
    for line in lines {
        let text = through(&format!("board 9x9\n{line}\n"));
        let text = text.replace("r9c9 r8c8 r7c7 r6c6 r5c5 r4c4 r3c3 r2c2 r1c1", "r9c9-r1c1");
        assert_eq!(text.lines().skip(1).collect::<Vec<_>>().join("\n"), line);
    }
    let jigsaw = "board 4x4\njigsaw 0001 2011 2231 2333\ngivens 1... .... .... ...4\n";
    assert_eq!(through(jigsaw), jigsaw);
    let lines = "board 4x4\njigsaw 0001 2011 2231 2333\nregion-sums r1c1-c3 / r1c4\n";
    assert_eq!(through(lines), lines);
    let sizes = (4..=25).map(|side| format!("board {side}x{side}\n"));
    sizes.for_each(|board| assert_eq!(through(&board), board));
}

#[test]
fn one_diagonal_windows_and_cages_that_overlap_are_what_they_were() {
    let windows = "board 9x9\nwindoku\nregion r1c1 r2c3\n";
    assert_eq!(through(windows), windows);
    let json = |more: &str| format!("{{\"size\": 4, {more}}}");
    let sheet = |json: String| {
        let model = links::read(&json)
            .expect("a puzzle")
            .build()
            .expect("a model");
        let text = sheet::write(&model).expect("rules of the crate");
        text.strip_prefix("board 4x4\n")
            .expect("the board")
            .to_string()
    };
    assert_eq!(sheet(json(r#""diagonal-": true"#)), "falling-diagonal\n");
    assert_eq!(sheet(json(r#""diagonal+": true"#)), "rising-diagonal\n");
    let cages = r#""killercage": [{"cells": ["R1C1", "R1C2"], "value": 5},
        {"cells": ["R1C2", "R1C3"], "value": "4"}]"#;
    assert_eq!(
        sheet(json(cages)),
        "cage 5 r1c1 r1c2\noverlapping-cage 4 r1c2 r1c3\n"
    );
    let least = r#""minimum": [{"cell": "R1C1"}, {"cell": "R1C2"}], "maximum": []"#;
    let greater = "greater-than r2c1 r1c1\ngreater-than r1c3 r1c2\ngreater-than r2c2 r1c2\n";
    assert_eq!(sheet(json(least)), greater);
    let usual = r#""whispers": [{"lines": [["R1C1", "R1C2"]]}], "xv": [{"cells": ["R1C1", "R1C2"]}],
        "ratio": [{"cells": ["R1C1", "R1C2"], "value": ""}], "sandwichsum": [{"cell": "R1C0"}]"#;
    assert_eq!(
        sheet(json(usual)),
        "ratio 2 r1c1 r1c2\nwhisper 2 r1c1 r1c2\n"
    );
    let pictures = r##""title": "T", "text": [{"cells": ["R1C1"]}], "antiking": false, "new": {},
        "cage": [{"cells": ["R0C0"], "value": "9"}], "solution": [1], "odd": []"##;
    assert_eq!(sheet(json(pictures)), "");
}

#[test]
fn digits_of_players_are_no_givens() {
    let row = r#"[{"value": 1, "given": true, "region": null}, {"value": 2, "region": null},
        {"centerPencilMarks": [1], "region": null}, {"givenPencilMarks": [1, 2], "region": null}]"#;
    let json = format!(r#"{{"size": 4, "grid": [{row}, {row}, {row}, {row}]}}"#);
    let builder = links::read(&json).expect("a puzzle");
    let error = builder
        .build()
        .expect_err("the same digit four times")
        .to_string();
    assert!(error.contains("1"), "{error}");
    let empty = json.replace("given\": true", "given\": false");
    let model = links::read(&empty)
        .expect("a puzzle")
        .build()
        .expect("a model");
    let marks = (1..=4).map(|row| format!("pencil-marks 1,2 r{row}c4\n"));
    let text = format!("board 4x4\nno-boxes\n{}", marks.collect::<String>());
    assert_eq!(sheet::write(&model), Ok(text));
}

#[test]
fn what_the_sites_do_not_have_is_named() {
    let lines = [
        "sum-cage 4 r1c1 r1c2",
        "difference 1 r1c1 r1c3",
        "pair-sum 6 r1c1 r1c2",
        "strict difference=1 / r1c1:r1c2",
        "x-sum 6 r1c1-c3",
        "quadruple 1 r1c1 r1c2",
        "region-sums r1c1 / r1c2",
        "pencil-marks 1,2 r1c1\npencil-marks 1,4 r1c1",
    ];
    for line in lines {
        let sheet = sheet::read(&format!("board 4x4\n{line}\n")).expect("a sheet");
        let model = sheet.build().expect(line);
        let (last, error) = (
            model.rules().last(),
            links::fpuzzles(&model).expect_err(line),
        );
        let name = last.expect("a rule").name();
        assert!(error.to_string().contains(name), "{line}: {error}");
    }
    let wide = Model::builder(Shape::rectangle(4, 6).expect("a shape")).build();
    assert!(links::json(&wide.expect("a model")).is_err());
}

#[test]
fn links_have_several_forms() {
    let model = sheet::read("board 9x9\nrenban r1c1-c9\n").map(|sheet| sheet.build());
    let model = model.expect("a sheet").expect("a model");
    let link = links::fpuzzles(&model).expect("a link");
    let data = link.split("load=").nth(1).expect("data");
    let forms = [
        data.to_string(),
        format!(" {data}\n"),
        data.trim_end_matches('=').to_string(),
        format!("https://f-puzzles.com/?load={data}&more=1"),
        format!(
            "https://beta.sudokupad.app/fpuzzles{}?setting-x=1",
            data.replace('+', "%2b")
        ),
        format!("https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles{data}"),
        format!("\u{feff}{}", links::json(&model).expect("JSON")),
    ];
    for form in forms {
        let back = links::read(&form).unwrap_or_else(|error| panic!("{error}\n{form}"));
        assert_eq!(back.build().as_ref(), Ok(&model), "{form}");
    }
}

#[test]
fn what_is_wrong_is_told() {
    let text = "link: expected a puzzle from f-puzzles, found 'https://sudokupad.app/abc'";
    let errors = [
        (
            "",
            "1:1: link: expected a packed puzzle, all of it, found nothing".to_string(),
        ),
        ("https://sudokupad.app/abc", format!("1:1: {text}")),
        (
            "https://sudokupad.app/sclABC",
            "1:23: no rule says what 'scl' says".into(),
        ),
        (
            "ab\u{e9}",
            "1:1: link: expected letters of base64, found '\u{e9}'".into(),
        ),
        (
            "[1]",
            "1:1: link: expected letters of base64, found '['".into(),
        ),
        (
            "{\"size\": 1e400}",
            "1:14: JSON: expected a puzzle, found 'number out of range'".into(),
        ),
        (
            "\n {\"size\": 4,\n  \"title\": \"\u{e9}\", grid}",
            "3:17: JSON: expected a puzzle, found 'key must be a string'".into(),
        ),
        (
            "{\"size\": 26}",
            "1:1: size: expected a side from 4 to 25, found '26'".into(),
        ),
        (
            "{\"size\": 99999999999999999999}",
            "1:1: size: expected a side from 4".into(),
        ),
        (
            "{\"size\": 4, \"grid\": [[]]}",
            "1:1: grid: expected rows of entries".into(),
        ),
        (
            "{\"grid\": [[1,0,0,0], [0,0,0,0], [0,0,0,0], [0,0,0,0]]}",
            "1:1: grid: expected rows of entries".into(),
        ),
        (
            "{\"size\": 4, \"fog\": true}",
            "1:1: no rule says what 'fog' says".into(),
        ),
        (
            "{\"size\": 4, \"negative\": [\"odd\"]}",
            "1:1: no rule says what 'negative odd'".into(),
        ),
        (
            "{\"size\": 4, \"odd\": [7]}",
            "1:1: odd 1: expected an entry with names, found '7'".into(),
        ),
        (
            "{\"size\": 4, \"odd\": 7}",
            "1:1: odd: expected a list, found '7'".into(),
        ),
        (
            "{\"size\": 4, \"killercage\": [{\"cells\": [\"R1C1\"], \"value\": \"<9\"}]}",
            "1:1: killercage 1: expected a number, found '<9'".into(),
        ),
        (
            "{\"size\": 4, \"xsum\": [{\"cell\": \"R0C0\", \"value\": \"9\"}]}",
            "1:1: xsum 1: expected a cell beside the board, found 'R0C0'".into(),
        ),
    ];
    for (text, expected) in errors {
        let error = links::read(text).expect_err(text).to_string();
        assert!(error.starts_with(&expected), "{error}");
    }
}

#[test]
fn hostile_text_is_refused() {
    let deep = format!("{{\"size\": 4, \"odd\": {}", "[".repeat(100_000));
    assert!(links::read(&deep).is_err());
    assert!(links::read(&"A".repeat(1 << 20)).is_err());
    let model = sheet::read("board 4x4\nrenban r1c1-c4\n").map(|sheet| sheet.build());
    let link = links::fpuzzles(&model.expect("a sheet").expect("a model")).expect("a link");
    let start = link.find("load=").expect("data") + "load=".len();
    for end in start..link.len() - 4 {
        assert!(links::read(&link[..end]).is_err(), "{end}");
    }
    for at in start..link.len() {
        // One letter is another: an error or a puzzle, but no panic.
        let other = format!("{}z{}", &link[..at], &link[at + 1..]);
        if let Ok(builder) = links::read(&other) {
            let _ = builder.build();
        }
    }
    let region = "{\"region\": 255}";
    let row = format!("[{region}, {region}, {region}, {region}]");
    let board = format!("{{\"grid\": [{row}, {row}, {row}, {row}]}}");
    for number in ["255", "254", "7", "-1", "1e9"] {
        let board = board.replace("255", number);
        let built = links::read(&board).map(|builder| builder.build());
        assert!(number == "255" || !matches!(built, Ok(Ok(_))), "{number}");
    }
}
