//! Puzzles as exact cover problems for `exactcover`, and its solutions as grids.

use crate::{answer, run};
use exactcover::format;
use insta::assert_snapshot;

/// Boards with several grids, by rules of every kind that covers tell apart.
const BOARDS: [&str; 7] = [
    "board 4x4\n",
    "board 4x4\ndigits 0,1,2,3\n",
    "board 2x3\n",
    "board 4x4\ncage 5 r1c1 r1c2\ncage 6 r3c3 r3c4\nsum-cage 6 r2c2 r3c2 r3c1\n",
    "board 4x4\nany-of [ cage 5 r1c1 r1c2 ] [ thermometer r1c1 r2c2 ]\narrow r4c4 / r4c3 r4c2\n",
    "board 6x6\nthermometer r1c1 r2c2 r3c3 r4c4 r5c5\nwhisper 3 r6c1 r5c2 r4c3 r3c4 r2c5\n",
    "board 6x6\ngivens 123456 ...... ...... ...... ...... 6.....\nsandwich 4 r3c1-c6\n",
];

/// The solutions of a puzzle's cover, as `exactcover solve` and `merge` print them.
fn solutions(board: &str) -> (usize, String) {
    let (code, text) = answer("convert --to cover", board);
    assert_eq!(code, 0, "{board}");
    let read = format::read(&text).expect("a problem");
    assert!(read.warnings.is_empty(), "{board}");
    let lines: Vec<&str> = text.lines().collect();
    let (mut printed, mut count) = (String::new(), 0);
    for solution in read.problem.search().solutions() {
        count += 1;
        for option in solution.options() {
            printed += lines[read.problem.label(*option) - 1];
            printed.push('\n');
        }
        printed.push('\n');
    }
    (count, printed)
}

#[test]
fn each_grid_is_one_solution_of_the_cover_and_comes_back() {
    for board in BOARDS {
        let (count, printed) = solutions(board);
        assert!(count > 1, "{board}");
        assert_eq!(answer("count", board), (0, format!("{count}\n")), "{board}");
        let (_, grids) = answer("convert --form solutions", &printed);
        let mut grids: Vec<&str> = grids.lines().collect();
        let (_, expected) = answer("solve --line --limit 100000", board);
        let mut expected: Vec<&str> = expected.split_whitespace().collect();
        grids.sort_unstable();
        expected.sort_unstable();
        assert_eq!(grids, expected, "{board}");
    }
}

#[test]
fn a_puzzle_without_grids_has_a_cover_without_solutions() {
    let board = "board 4x4\ncage 3 r1c1 r1c2\ncage 3 r1c3 r1c4\n";
    assert_eq!(solutions(board), (0, String::new()));
    assert_eq!(answer("convert --form solutions", ""), (0, String::new()));
}

#[test]
fn what_has_no_cover_or_no_grid_is_refused() {
    let refused = |arguments: &str, input: &str| {
        let run = run(arguments, input);
        assert_eq!((run.code, &*run.out), (Some(2), ""), "{arguments}");
        run.err
    };
    let dominoes = include_str!("../../../../testdata/su_domino_ku/sample.in");
    let first: Vec<&str> = dominoes.lines().take(12).collect();
    assert_snapshot!(refused("convert --to cover", &first.join("\n")), @"stdin:1: a grid can be tiled with dominoes in several ways: a cover would count them all");
    assert_snapshot!(refused("convert --to cover su_domino_ku/sample.in", ""), @"--to cover writes the problem of one puzzle, and there are 2");
    let sums = "board 16x16\nlinear-sum 50000 997*r1c1 1013*r1c2 751*r1c3 641*r1c4 -557*r1c5 499*r2c1 -389*r2c5 211*r2c6 103*r3c9\n";
    assert_snapshot!(refused("convert --to cover", sums), @"stdin:1: a rule has too many sums or states for a cover");
    let solutions = "convert --form solutions";
    assert_snapshot!(refused(solutions, "a b\n"), @"
    stdin:1:1: expected a solution of a puzzle's cover, with items such as r1c2=5
      | a b
      | ^
    ");
    assert_snapshot!(refused(solutions, "r1c1=1\nr2c2=1\n"), @"
    stdin:1:1: r1c2 has no digit in this solution
      | r1c1=1
      | ^
    ");
    assert_snapshot!(refused(solutions, "r1c1=1\nr1c1=2\n"), @"
    stdin:2:1: r1c1 has a second digit, r1c1=2
      | r1c1=2
      | ^
    ");
    assert_snapshot!(refused("convert --form solutions --shape 2x2", "r5c5=1\n"), @"
    stdin:1:1: r1c1 has no digit in this solution
      | r5c5=1
      | ^
    ");
}
