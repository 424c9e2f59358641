//! Requests, and what comes back.

use serde_json::{json, Value};
use sudoku_model::text::sheet;

const CLASSIC: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn ask(request: &Value) -> Value {
    serde_json::from_str(&sudoku_web::reply(&request.to_string())).expect("replies are JSON")
}

fn message(reply: &Value) -> &str {
    reply["error"]["message"].as_str().unwrap_or("no error")
}

#[test]
fn a_request_that_makes_no_sense_is_an_error() {
    for (request, expected) in [
        ("", "the request is no JSON: "),
        ("[]", "the request is no JSON object"),
        ("{}", "the request has no text 'ask'"),
        (r#"{"ask": "dance"}"#, "no question is called 'dance'"),
        (r#"{"ask": "count"}"#, "the request has no text 'sheet'"),
        (
            r#"{"ask": "count", "sheet": "board 4x4", "most": -1}"#,
            "'most' is no number: -1",
        ),
        (
            r#"{"ask": "write", "sheet": "board 4x4", "form": "x"}"#,
            "no form is called 'x'",
        ),
        (
            r#"{"ask": "draw", "sheet": "board 4x4", "theme": "x"}"#,
            "no theme is called 'x'",
        ),
        (
            r#"{"ask": "generate", "sheet": "board 4x4", "seed": 1, "symmetry": "x"}"#,
            "no symmetry is called 'x'",
        ),
        (
            r#"{"ask": "generate", "sheet": "board 4x4"}"#,
            "the request has no number 'seed'",
        ),
        (r#"{"ask": "why", "sheet": "board 4x4"}"#, "some grid fits"),
        (
            r#"{"ask": "count", "sheet": "9x9"}"#,
            "board: expected the first line 'board 9x9'",
        ),
    ] {
        let reply: Value = serde_json::from_str(&sudoku_web::reply(request)).expect("JSON");
        assert!(message(&reply).starts_with(expected), "{request}: {reply}");
    }
}

#[test]
fn lines_that_are_wrong_are_named_and_passed_over() {
    let text = "board 9x9\ncage 30 r1c1 r1c2\nthermometer r1c1-c4\nfoo 1\ncage 3 r5c5 r5c6\n\
                cage 4 r5c6 r5c7\ngivens 55....... .........\n";
    let reply = ask(&json!({ "ask": "look", "sheet": text }));
    let lines: Vec<&Value> = (reply["faults"].as_array().into_iter().flatten())
        .map(|fault| &fault["line"])
        .collect();
    assert_eq!(lines, [&json!(2), &json!(4), &json!(6), &json!(7)]);
    assert_eq!(reply["rules"], json!([[0, 1, 2, 3], [40, 41]]));
    assert!(message(&ask(&json!({ "ask": "count", "sheet": text }))).starts_with("cage 1: "));

    let twice = ask(&json!({ "ask": "look", "sheet": "board 4x4\ngivens 11.. .... .... ...." }));
    assert_eq!(twice["faults"][0]["cells"], json!([0, 1]));
    assert_eq!(twice["rows"], 4);
}

#[test]
fn puzzles_of_every_form_are_read() {
    let killer = "3 2 1 1 1 2\n15 2 5 5 5 6\n";
    let framed = "+-------+-------+\n| 1 2 | 3 4 |\n| . . | . . |\n+-------+\n| . . | . . |\n| . . | . . |\n";
    let sheet_of = |text: &str| {
        let reply = ask(&json!({ "ask": "read", "text": text }));
        reply["sheet"].as_str().map(str::to_owned)
    };
    for text in [
        CLASSIC,
        killer,
        framed,
        "aabb\nddbb\nddcc\neecc\na 3\nb 10\nc 10\nd 10\ne 7\n",
    ] {
        let read = sheet_of(text).unwrap_or_else(|| panic!("{text}"));
        assert!(sheet::read(&read).is_ok(), "{read}");
        // Every other form says the same.
        for form in ["sheet", "iss", "f-puzzles", "sudokupad"] {
            let written = ask(&json!({ "ask": "write", "sheet": read, "form": form }));
            let written = written["text"]
                .as_str()
                .unwrap_or_else(|| panic!("{form}: {written}"));
            let again = sheet_of(written).unwrap_or_else(|| panic!("{form}: {written}"));
            let model = |text: &str| {
                sheet::read(text)
                    .expect("written")
                    .build()
                    .expect("a model")
            };
            assert_eq!(model(&again).givens(), model(&read).givens(), "{form}");
            assert_eq!(model(&again).count(50), model(&read).count(50), "{form}");
        }
    }
    let wrong = ask(&json!({ "ask": "read", "text": "53..7....6.." }));
    assert_eq!(wrong["error"]["line"], 1);
}

#[test]
fn steps_lead_from_the_start_to_the_solution() {
    let text = ask(&json!({ "ask": "read", "text": CLASSIC }));
    let reply = ask(&json!({ "ask": "explain", "sheet": text["sheet"] }));
    assert_eq!(reply["end"], "solved");
    let mut open = reply["start"].as_array().expect("candidates").clone();
    for step in reply["steps"].as_array().expect("steps") {
        for change in step["changes"].as_array().expect("changes") {
            let cell = change[0].as_u64().expect("a cell") as usize;
            assert_ne!(open[cell], change[1], "{step}");
            open[cell] = change[1].clone();
        }
    }
    let unique = ask(&json!({ "ask": "unique", "sheet": text["sheet"] }));
    assert_eq!(unique["answer"], "one");
    let grid = unique["grids"][0].as_array().expect("a grid");
    for (open, digit) in open.iter().zip(grid) {
        assert_eq!(open.as_u64(), digit.as_u64().map(|digit| 1 << digit));
    }
}

#[test]
fn answers_are_those_of_the_model() {
    let text = "board 4x4\ngivens 12.. .... .... ...3\nthermometer r3c1 r3c2\n";
    let model = sheet::read(text)
        .expect("a sheet")
        .build()
        .expect("a model");
    let mut counts = vec![[0; 5]; 16];
    model.solver().run(|grid| {
        for (cell, digit) in grid.filled() {
            counts[cell.index()][usize::from(digit)] += 1;
        }
        std::ops::ControlFlow::Continue(())
    });
    let found = counts.iter().map(|counts| {
        let digits = counts.iter().enumerate().filter(|(_, &count)| count > 0);
        digits
            .map(|(digit, count)| json!([digit, count]))
            .collect::<Value>()
    });
    let reply = ask(&json!({ "ask": "candidates", "sheet": text, "cap": 1000 }));
    assert_eq!(reply["counts"], found.collect::<Value>());
    let count = ask(&json!({ "ask": "count", "sheet": text }));
    assert_eq!(count["count"], model.count(u64::MAX));
    assert_eq!(count["complete"], true);
    let some = ask(&json!({ "ask": "count", "sheet": text, "most": 1 }));
    assert_eq!(
        (&some["count"], &some["complete"]),
        (&json!(1), &json!(false))
    );
}

#[test]
fn reasons_name_rules_by_their_place() {
    let text = "board 9x9\ndiagonals\nthermometer r9c1-c4\ncage 3 r1c1 r1c2\ncage 4 r1c3 r1c4\n";
    let reply = ask(&json!({ "ask": "why", "sheet": text }));
    assert_eq!(reply["minimal"], true);
    let rules: Vec<&Value> = (reply["culprits"].as_array().into_iter().flatten())
        .map(|culprit| &culprit["rule"])
        .collect();
    assert_eq!(rules, [&json!(1), &json!(2), &Value::Null]);
    assert_eq!(reply["culprits"][0]["cells"], json!([0, 1]));
}

#[test]
fn made_puzzles_are_rated_and_drawn() {
    let request = json!({ "ask": "generate", "sheet": "board 6x6", "seed": 7, "cages": 4 });
    let made = ask(&request);
    assert_eq!(made, ask(&request));
    let rated = ask(&json!({ "ask": "rate", "sheet": made["sheet"] }));
    assert_eq!(
        (&rated["level"], &rated["rating"]),
        (&made["level"], &made["rating"])
    );
    let drawn = ask(&json!({ "ask": "draw", "sheet": made["sheet"], "digits": [1, 2, 99, null] }));
    let svg = drawn["svg"].as_str().expect("a picture");
    assert!(
        svg.starts_with("<svg ") && svg.contains(">2</text>"),
        "{svg}"
    );
    let singles = ask(&json!({ "ask": "rate", "sheet": format!("board 9x9\ngivens {CLASSIC}") }));
    assert_eq!(singles["level"], 0);
}
