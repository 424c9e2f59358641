//! `explain` and `rate`.

use crate::{answer, json_lines, CLASSIC};
use insta::assert_snapshot;

#[test]
fn tells_the_steps_and_the_rating() {
    let (code, out) = answer("explain", "1...\n..3.\n.1..\n...2\n");
    assert_eq!(code, 0);
    assert_snapshot!(out, @r"
    +-----+-----+
    | 1 . | . . |
    | . . | 3 . |
    +-----+-----+
    | . 1 | . . |
    | . . | . 2 |
    +-----+-----+
    1. naked single: 4 is the only digit left for r1c4
    2. naked single: 2 is the only digit left for r1c3
    3. naked single: 3 is the only digit left for r1c2
    4. naked single: 1 is the only digit left for r2c4
    5. naked single: 4 is the only digit left for r3c3
    6. naked single: 3 is the only digit left for r3c4
    7. naked single: 2 is the only digit left for r3c1
    8. naked single: 4 is the only digit left for r2c1
    9. naked single: 2 is the only digit left for r2c2
    10. naked single: 3 is the only digit left for r4c1
    11. naked single: 4 is the only digit left for r4c2
    12. naked single: 1 is the only digit left for r4c3
    +-----+-----+
    | 1 3 | 2 4 |
    | 4 2 | 3 1 |
    +-----+-----+
    | 2 1 | 4 3 |
    | 3 4 | 1 2 |
    +-----+-----+
    naked single: 12 x naked single
    ");
}

#[test]
fn shows_the_candidates_that_are_left() {
    let (code, out) = answer("explain", "12..\n34..\n21..\n43..\n");
    assert_eq!(code, 1, "it has several solutions");
    assert_snapshot!(out, @r"
    +-----+-----+
    | 1 2 | . . |
    | 3 4 | . . |
    +-----+-----+
    | 2 1 | . . |
    | 4 3 | . . |
    +-----+-----+
    +-------+-------+
    | 1  2  | 34 34 |
    | 3  4  | 12 12 |
    +-------+-------+
    | 2  1  | 34 34 |
    | 4  3  | 12 12 |
    +-------+-------+
    several solutions, such as 1243342121344312 and 1243341221344321
    ");
}

#[test]
fn shows_where_a_contradiction_appears() {
    let (code, out) = answer("explain", ".2..\n34..\n..42\n....\n");
    assert_eq!(code, 1);
    assert_snapshot!(out, @r"
    +-----+-----+
    | . 2 | . . |
    | 3 4 | . . |
    +-----+-----+
    | . . | 4 2 |
    | . . | . . |
    +-----+-----+
    1. naked single: 1 is the only digit left for r1c1
    no solution: no digit is left for r3c1
    ");
}

#[test]
fn rates_every_puzzle_of_a_file() {
    let file = "# three\n1.....3..1.....2\n\n1.....3..1.....1\n................\n";
    let (code, out) = answer("rate", file);
    assert_eq!(code, 1);
    assert_snapshot!(out, @r"
    stdin:2: naked single: 12 x naked single
    stdin:4: no solution: box 2 has no place for digit 1
    stdin:5: several solutions, such as 4321214332141432 and 4321214312343412
    ");
}

#[test]
fn json_has_steps_and_rating() {
    let (code, out) = answer("explain --json", CLASSIC);
    let line = &json_lines(&out)[0];
    assert_eq!(
        (code, line["steps"].as_array().map(Vec::len)),
        (0, Some(51))
    );
    assert_eq!(line["hardest"], "naked single");
    let (code, out) = answer("rate --json", "11..............");
    let line = &json_lines(&out)[0];
    assert_eq!((code, &line["hardest"]), (1, &serde_json::Value::Null));
}

#[test]
fn a_limit_leaves_the_rating_unknown() {
    let hard = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
    let (code, out) = answer("rate --limit-nodes 1", hard);
    assert_eq!(code, 3, "{out}");
}

#[test]
fn boards_with_other_digits_are_drawn_and_explained() {
    let from_zero = "board 4x4\ndigits 0,1,2,3\ngivens 0... ..3. .0.. ...2\n";
    let (code, out) = answer("explain", from_zero);
    assert_eq!(code, 0, "{out}");
    assert!(
        out.contains("naked single: 0 is the only digit left for r2c4"),
        "{out}"
    );
    let many = "board 4x4\ndigits 0,1,2,3\ngivens 01.. 23.. 10.. 32..\n";
    assert_snapshot!(answer("candidates", many).1, @r"
    +-------+-------+
    | 0  1  | 23 23 |
    | 2  3  | 01 01 |
    +-------+-------+
    | 1  0  | 23 23 |
    | 3  2  | 01 01 |
    +-------+-------+
    ");
    let more_digits = ".Shape~6x6~9.Cage~24~R1C1~R1C2~R1C3\n";
    let out = answer("candidates", more_digits).1;
    let row = "| 789       789       789       | 123456    123456    123456    |";
    assert_eq!(out.lines().nth(1), Some(row), "{out}");
}

#[test]
fn rectangles_are_drawn_and_explained() {
    // Columns of two cells do not have each of three digits.
    let (code, out) = answer("rate", "board 2x3\n");
    assert_eq!(code, 1);
    assert_snapshot!(out, @"several solutions, such as 321213 and 321132");
    assert_snapshot!(answer("candidates", "board 2x3\ngivens 1.. .2.\n").1, @r"
    +-------+
    | 1 3 2 |
    +-------+
    | 3 2 1 |
    +-------+
    ");
    let (code, out) = answer("solve --line", ".Shape~5x10\n");
    assert_eq!((code, out.trim().len()), (0, 50), "{out}");
}
