//! What `solve`, `unique`, `count` and `candidates` answer.

use crate::{answer, file, json_lines, run, CLASSIC, FIVE, SOLVED};
use insta::assert_snapshot;
use serde_json::json;

const THERMO: &str = ".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.~R2C1_3.~R3C2_1.~R4C3_1";

#[test]
fn prints_the_only_grid_as_a_line_whatever_the_form() {
    assert_eq!(answer("unique --line -", CLASSIC), (0, SOLVED.into()));
    let (code, line) = answer("unique --line -", THERMO);
    assert_eq!((code, &line[..4]), (0, "1234"), "{line}");
    for (name, directory) in [
        ("daily-5561.txt", "killer_sudoku"),
        ("sample.in", "killer_colors"),
    ] {
        let (code, line) = answer(&format!("unique --line {directory}/{name}"), "");
        assert_eq!((code, line.len()), (0, 82), "{line}");
    }
}

#[test]
fn shows_two_grids_that_differ_if_there_are_many() {
    let (code, out) = answer("unique --line", "12..34..21..43..");
    assert_eq!(code, 1);
    let words: Vec<&str> = out.split_whitespace().collect();
    assert_eq!((words.len(), words[0]), (3, "many"));
    assert_ne!(words[1], words[2]);
    assert_snapshot!(answer("unique", "1...\n..3.\n.1..\n...2\n").1, @r"
    one
    +-----+-----+
    | 1 3 | 2 4 |
    | 4 2 | 3 1 |
    +-----+-----+
    | 2 1 | 4 3 |
    | 3 4 | 1 2 |
    +-----+-----+
    ");
}

#[test]
fn says_why_there_is_no_grid_if_that_shows() {
    assert_snapshot!(answer("unique", "11..............").1, @"none: digit 1 is given twice in row 1: in r1c1 and in r1c2");
    let (code, out) = answer("solve --line", "123....4........");
    assert_eq!(code, 1);
    assert!(out.starts_with("none: no digit is left for r"), "{out}");
    assert_eq!(answer("solve", "11..............").0, 1);
    assert_eq!(answer("count", "11.............."), (0, "0\n".into()));
    // In whatever form givens contradict the rules.
    for text in [
        "board 4x4\ngivens 11.. .... .... ....\n",
        ".Shape~4x4.~R1C1_1.~R1C2_1",
        "{\"size\": 4, \"grid\": [[{\"value\": 1, \"given\": true}, {\"value\": 1, \"given\": true},
          {}, {}], [{}, {}, {}, {}], [{}, {}, {}, {}], [{}, {}, {}, {}]]}",
    ] {
        assert_eq!(
            answer("unique", text),
            answer("unique", "11.............."),
            "{text}"
        );
        assert_eq!(answer("count", text), (0, "0\n".into()), "{text}");
        assert_eq!(run("convert", text).code, Some(2), "{text}");
    }
    let caged = "board 4x4\ngivens 1... .... .... ....\ncage 7 r1c1-c2\n";
    let (code, out) = answer("solve", caged);
    assert!(code == 1 && out.starts_with("none: cage 1: "), "{out}");
}

#[test]
fn answers_every_puzzle_of_a_file_in_its_place() {
    assert_eq!(
        answer("count --limit 100", FIVE).1,
        "stdin:2: 1\nstdin:4: 72\nstdin:5: 0\nstdin:6: 0\nstdin:7: 100 or more\n"
    );
    let (code, lines) = answer("solve --line", FIVE);
    assert_eq!((code, lines.lines().count()), (1, 5));
    let (_, frames) = answer("solve", FIVE);
    let titles: Vec<&str> = frames
        .lines()
        .filter(|line| line.starts_with("stdin"))
        .collect();
    assert_eq!(titles[..2], ["stdin:2", "stdin:4"]);
    assert!(titles[2].starts_with("stdin:5: none: "), "{titles:?}");
}

#[test]
fn prints_as_many_grids_as_were_asked_for() {
    let (code, grids) = answer("solve --line --limit 1000", "1...............");
    let mut lines: Vec<&str> = grids.lines().collect();
    lines.sort_unstable();
    lines.dedup();
    assert_eq!((code, lines.len()), (0, 72));
    assert_eq!(
        answer("solve --line --limit 3", FIVE).1.lines().count(),
        1 + 3 + 1 + 1 + 3
    );
}

#[test]
fn tells_how_many_puzzles_were_of_which_kind() {
    let told = |arguments: &str| {
        let run = run(&format!("{arguments} --stats"), FIVE);
        run.err
            .lines()
            .next()
            .expect("the first line of the statistics")
            .to_owned()
    };
    let all = "5 puzzles: solved 3, unique 1, many 2, none 2, unknown 0";
    assert_eq!(told("unique"), all);
    assert_eq!(told("unique --backend cover"), all);
    assert_eq!(told("count --limit 50 --threads 3 --repeat 2"), all);
    assert_eq!(told("solve"), "5 puzzles: solved 3, none 2, unknown 0");
    // One contradicts itself before anybody searches.
    let none = "5 puzzles: solved 0, unique 0, many 0, none 1, unknown 4";
    assert_eq!(told("unique --limit-time 0"), none);
    assert_eq!(
        told("unique --limit-nodes 1"),
        told("unique --limit-nodes 1 --threads 2")
    );
}

#[test]
fn what_a_limit_leaves_open_is_said_and_exits_with_3() {
    assert_eq!(
        answer("unique --limit-time 0", CLASSIC),
        (3, "unknown: time limit reached\n".into())
    );
    assert_eq!(
        answer("count --limit-time 0", CLASSIC),
        (3, "0 or more: time limit reached\n".into())
    );
    assert_eq!(
        answer("solve --backend cover --limit-nodes 0", CLASSIC),
        (3, "unknown: node limit reached\n".into())
    );
}

#[test]
fn a_diagram_counts_what_nobody_can_list() {
    let latin = "board 5x5\nno-boxes\n";
    assert_eq!(answer("count --diagram", latin), (0, "161280\n".into()));
    assert_eq!(
        json_lines(&answer("count --diagram --json", latin).1),
        [
            json!({"command": "count", "file": "stdin", "line": 1, "solutions": 161_280, "complete": true, "stopped_by": null})
        ]
    );
    let lists = answer("count --diagram --limit-memory 1K", FIVE);
    assert_eq!(lists, answer("count", FIVE));
    assert_eq!(
        answer("count --diagram --limit-time 0", latin),
        (3, "0 or more: time limit reached\n".into())
    );
}

#[test]
fn threads_and_backends_change_no_answer() {
    let (code, alone) = answer("unique --line sudoku/s9_minimal.txt", "");
    assert_eq!((code, alone.lines().count()), (0, 250));
    for option in [
        "--threads 3",
        "--backend candidates",
        "--backend plain9 --threads 2",
    ] {
        let arguments = format!("unique --line sudoku/s9_minimal.txt {option}");
        assert_eq!(answer(&arguments, ""), (0, alone.clone()), "{option}");
    }
}

#[test]
fn json_is_an_object_a_puzzle() {
    let (code, out) = answer("unique --json", FIVE);
    assert_eq!(code, 1);
    let lines = json_lines(&out);
    assert_eq!(lines.len(), 5);
    assert_eq!(lines[0]["grids"][0].as_str().expect("a grid").len(), 81);
    assert_eq!(lines[1]["answer"], "many");
    assert_eq!(
        lines[2]["reason"],
        "digit 1 is given twice in row 1: in r1c1 and in r1c2"
    );
    let out = answer("count --json --limit 3", "1...............").1;
    assert_eq!(
        json_lines(&out),
        [
            json!({"command": "count", "file": "stdin", "line": 1, "solutions": 3, "complete": false, "stopped_by": "limit"})
        ]
    );
    let out = answer("solve --json --stats --limit-time 0", CLASSIC).1;
    let line = &json_lines(&out)[0];
    assert_eq!(line["stopped_by"], "limit-time");
    assert_eq!(line["stats"]["nodes"], 0);
}

#[test]
fn candidates_are_those_of_all_grids() {
    assert_snapshot!(answer("candidates", "12..\n34..\n21..\n43..\n").1, @r"
    +-------+-------+
    | 1  2  | 34 34 |
    | 3  4  | 12 12 |
    +-------+-------+
    | 2  1  | 34 34 |
    | 4  3  | 12 12 |
    +-------+-------+
    ");
    let (code, counts) = answer("candidates --limit 3", "12..\n34..\n21..\n43..\n");
    assert_eq!(code, 0);
    assert_eq!(counts.lines().nth(2), Some("r1c3: 3 in 2, 4 in 2"));
    let (code, counts) = answer("candidates --limit 2 --json", "12..\n34..\n21..\n43..\n");
    let line = &json_lines(&counts)[0];
    assert_eq!((code, &line["candidates"][2]), (0, &json!([3, 4])));
    assert_eq!(line["counts"][2], json!([2, 2]));
    assert_eq!(answer("candidates", "123....4........").0, 1);
    let (code, out) = answer("candidates --limit-time 0", CLASSIC);
    assert_eq!(code, 3);
    assert!(out.ends_with("time limit reached\n"), "{out}");
}

#[test]
fn reads_several_files() {
    let first = file("first.txt", CLASSIC);
    let second = file("second.txt", "1...............");
    let arguments = format!("count --json {} {}", first.display(), second.display());
    let counts: Vec<_> = json_lines(&answer(&arguments, "").1)
        .into_iter()
        .map(|line| line["solutions"].clone())
        .collect();
    assert_eq!(counts, [1, 72]);
}

#[test]
fn ends_quietly_when_nobody_reads() {
    use std::io::Read;
    let mut child = crate::start("solve --line --limit 100000", &".".repeat(81));
    let mut out = child.stdout.take().expect("a pipe");
    let mut line = [0; 82];
    out.read_exact(&mut line).expect("a line");
    drop(out);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}
