//! Input that breaks the format, and input without a solution: exit codes, silence on stdout, and
//! messages, which are shown as the user sees them.

use crate::common::{run, run_with, sample, samples, tested};
use insta::assert_snapshot;

/// The text with another line in the place of this one, counted from 1.
fn with_line(text: &str, number: usize, line: &str) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    lines[number - 1] = line;
    lines.join("\n") + "\n"
}

fn without_line(text: &str, number: usize) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.remove(number - 1);
    lines.join("\n") + "\n"
}

/// The text with these bytes, which need not be UTF-8, in the place of a part of it.
fn with_bytes(text: &str, part: &str, bytes: &[u8]) -> Vec<u8> {
    let at = text.find(part).unwrap();
    let (before, after) = (&text[..at], &text[at + part.len()..]);
    [before.as_bytes(), bytes, after.as_bytes()].concat()
}

#[test]
fn killer_colors_names_a_row_of_another_length() {
    let sample = sample("killer_colors", "sample");
    assert_snapshot!(run("killer_colors", with_line(&sample, 2, "GGHHCCDE")).refusal(), @r"
        input:2:1: expected 9 colors, found 8
          | GGHHCCDE
          | ^
    ");
    assert_snapshot!(run("killer_colors", with_line(&sample, 2, "GGHHCCDEEF")).refusal(), @r"
        input:2:1: expected 9 colors, found 10
          | GGHHCCDEEF
          | ^
    ");
}

#[test]
fn killer_colors_refuses_colors_outside_ascii() {
    let sample = sample("killer_colors", "sample");
    assert_snapshot!(run("killer_colors", with_line(&sample, 2, "GGHHCCDEé")).refusal(), @r#"
        input:2:9: expected a color from '!' to '~', found "é"
          | GGHHCCDEé
          |         ^
    "#);
    assert_snapshot!(run("killer_colors", with_bytes(&sample, "DEF", b"D\xffF")).refusal(), @r#"
        input:1:8: expected a color from '!' to '~', found "�"
          | AABBBCD�F
          |        ^
    "#);
}

#[test]
fn killer_colors_wants_each_color_once_among_the_totals() {
    let sample = sample("killer_colors", "sample");
    assert_snapshot!(run("killer_colors", with_line(&sample, 12, "! 22")).refusal(), @r#"
        input:12:1: expected a color of the board without a total so far, found "!"
          | ! 22
          | ^
    "#);
    assert_snapshot!(run("killer_colors", with_line(&sample, 11, "A 15")).refusal(), @r#"
        input:11:1: expected a color of the board without a total so far, found "A"
          | A 15
          | ^
    "#);
    assert_snapshot!(run("killer_colors", with_line(&sample, 11, "BB 15")).refusal(), @r#"
        input:11:1: expected a color of the board without a total so far, found "BB"
          | BB 15
          | ^
    "#);
    assert_snapshot!(run("killer_colors", without_line(&sample, 38)).refusal(), @"input:38:1: expected color $ and its total, found the end of the input");
    assert_snapshot!(run("killer_colors", format!("{sample}A 3\n")).refusal(), @r#"
        input:39:1: expected the end of the input, found "A"
          | A 3
          | ^
    "#);
}

#[test]
fn killer_colors_wants_a_possible_total() {
    let sample = sample("killer_colors", "sample");
    assert_snapshot!(run("killer_colors", with_line(&sample, 11, "B")).refusal(), @r#"
        input:12:1: expected a total from 1 to 405, found "C"
          | C 22
          | ^
    "#);
    assert_snapshot!(run("killer_colors", with_line(&sample, 11, "B x")).refusal(), @r#"
        input:11:3: expected a total from 1 to 405, found "x"
          | B x
          |   ^
    "#);
    assert_snapshot!(run("killer_colors", with_line(&sample, 11, "B 25")).refusal(), @r"
        input:11:3: color B: 3 different digits add up to 6..24, not to 25
          | B 25
          |   ^
    ");
}

#[test]
fn killer_colors_wants_at_most_9_cells_of_a_color() {
    assert_snapshot!(run("killer_colors", "AAAAAAAAA\nABBBBBBBB\nCCCCCCCCC\nDDDDDDDDD\nEEEEEEEEE\nFFFFFFFFF\nGGGGGGGGG\nHHHHHHHHH\nIIIIIIIII\nA 45\nB 45\nC 45\nD 45\nE 45\nF 45\nG 45\nH 45\nI 45\n").refusal(), @r"
        input:10:3: color A has 10 cells for 9 different digits
          | A 45
          |   ^
    ");
}

#[test]
fn killer_colors_says_where_the_input_ends() {
    assert_snapshot!(run("killer_colors", "").refusal(), @"input:1:1: expected a row of 9 colors, found the end of the input");
    assert_snapshot!(run("killer_colors", "AABBBCDEF\n").refusal(), @"input:2:1: expected a row of 9 colors, found the end of the input");
}

#[test]
fn killer_colors_says_that_no_board_fits() {
    let sample = sample("killer_colors", "sample");
    assert_snapshot!(run("killer_colors", with_line(&sample, 11, "B 16")).no_solution(), @"no solution: the totals add up to 406, and a board to 405");
    assert_snapshot!(run("killer_colors", with_line(&with_line(&sample, 10, "A 4"), 13, "D 3")).no_solution(), @"no solution: no board has these totals");
}

#[test]
fn killer_sudoku_wants_as_many_cells_as_announced() {
    let sample = sample("killer_sudoku", "daily-5561");
    assert_snapshot!(run("killer_sudoku", with_line(&sample, 2, "17 4 1 3 1 4 1 5")).refusal(), @r"
        input:2:4: expected 8 coordinates for 4 cells, found 6
          | 17 4 1 3 1 4 1 5
          |    ^
    ");
    assert_snapshot!(run("killer_sudoku", with_line(&sample, 2, "17 3 1 3 1 4 1 5 1")).refusal(), @r"
        input:2:4: expected 6 coordinates for 3 cells, found 7
          | 17 3 1 3 1 4 1 5 1
          |    ^
    ");
    assert_snapshot!(run("killer_sudoku", with_line(&sample, 2, "17")).refusal(), @r"
        input:2:1: expected a number of cells after the total
          | 17
          | ^
    ");
}

#[test]
fn killer_sudoku_points_at_a_cell_outside_the_board() {
    let sample = sample("killer_sudoku", "daily-5561");
    assert_snapshot!(run("killer_sudoku", with_line(&sample, 2, "17 3 1 3 1 10 1 5")).refusal(), @r#"
        input:2:12: expected a column from 1 to 9, found "10"
          | 17 3 1 3 1 10 1 5
          |            ^
    "#);
    assert_snapshot!(run("killer_sudoku", with_line(&sample, 2, "17 3 0 3 1 4 1 5")).refusal(), @r#"
        input:2:6: expected a row from 1 to 9, found "0"
          | 17 3 0 3 1 4 1 5
          |      ^
    "#);
}

#[test]
fn killer_sudoku_points_at_a_cell_in_two_cages() {
    let sample = sample("killer_sudoku", "daily-5561");
    assert_snapshot!(run("killer_sudoku", with_line(&sample, 2, "17 3 1 3 1 2 1 5")).refusal(), @r"
        input:2:10: r1c2 is in cage 1 and in cage 2
          | 17 3 1 3 1 2 1 5
          |          ^
    ");
    assert_snapshot!(run("killer_sudoku", with_line(&sample, 2, "17 3 1 3 1 4 1 3")).refusal(), @r"
        input:2:14: r1c3 is in cage 2 twice
          | 17 3 1 3 1 4 1 3
          |              ^
    ");
}

#[test]
fn killer_sudoku_refuses_cages_of_more_than_9_cells() {
    assert_snapshot!(run("killer_sudoku", "55 10 1 1 1 2 1 3 1 4 1 5 1 6 1 7 1 8 1 9 2 1\n").refusal(), @r#"
        input:1:4: expected a number of cells from 1 to 9, found "10"
          | 55 10 1 1 1 2 1 3 1 4 1 5 1 6 1 7 1 8 1 9 2 1
          |    ^
    "#);
}

#[test]
fn killer_sudoku_names_the_totals_a_cage_can_have() {
    let sample = sample("killer_sudoku", "daily-5561");
    assert_snapshot!(run("killer_sudoku", with_line(&sample, 2, "25 3 1 3 1 4 1 5")).refusal(), @r"
        input:2:1: cage 2: 3 different digits add up to 6..24, not to 25
          | 25 3 1 3 1 4 1 5
          | ^
    ");
    assert_snapshot!(run("killer_sudoku", with_line(&sample, 2, "5 3 1 3 1 4 1 5")).refusal(), @r"
        input:2:1: cage 2: 3 different digits add up to 6..24, not to 5
          | 5 3 1 3 1 4 1 5
          | ^
    ");
}

#[test]
fn killer_sudoku_refuses_what_is_no_number() {
    let sample = sample("killer_sudoku", "daily-5561");
    assert_snapshot!(run("killer_sudoku", with_line(&sample, 2, "17 three 1 3")).refusal(), @r#"
        input:2:4: expected a number of cells from 1 to 9, found "three"
          | 17 three 1 3
          |    ^
    "#);
    assert_snapshot!(run("killer_sudoku", with_line(&sample, 2, "17 3 1 3 1 +4 1 5")).refusal(), @r#"
        input:2:12: expected a column from 1 to 9, found "+4"
          | 17 3 1 3 1 +4 1 5
          |            ^
    "#);
    assert_snapshot!(run("killer_sudoku", with_bytes(&sample, "17 3 1 3", b"17 3 \xff 3")).refusal(), @r#"
        input:2:6: expected a row from 1 to 9, found "�"
          | 17 3 � 3 1 4 1 5
          |      ^
    "#);
}

#[test]
fn killer_sudoku_wants_a_cage() {
    assert_snapshot!(run("killer_sudoku", "").refusal(), @"input:1:1: expected a cage, found the end of the input");
    assert_snapshot!(run("killer_sudoku", "\n\n").refusal(), @"input:3:1: expected a cage, found the end of the input");
}

#[test]
fn killer_sudoku_names_a_file_that_is_missing() {
    assert_snapshot!(run_with("killer_sudoku", &["testdata/no-such-cages.txt"], "").refusal(), @"cannot open testdata/no-such-cages.txt: No such file or directory (os error 2)");
}

#[test]
fn killer_sudoku_takes_one_file() {
    assert_snapshot!(run_with("killer_sudoku", &["a.txt", "b.txt"], "").refusal(), @"expected one file name at most");
}

#[test]
fn killer_sudoku_says_that_no_board_fits() {
    let sample = sample("killer_sudoku", "daily-5561");
    assert_snapshot!(run("killer_sudoku", "3 2 1 1 1 2\n3 2 1 3 1 4\n").no_solution(), @"no solution: no board has these cages");
    assert_snapshot!(run("killer_sudoku", with_line(&sample, 1, "23 3 1 1 1 2 2 1")).no_solution(), @"no solution: the totals add up to 404, and a board to 405");
}

#[test]
fn cross_hatching_names_a_row_of_another_length() {
    let sample = sample("cross_hatching", "coci2");
    assert_snapshot!(run("cross_hatching", with_line(&sample, 3, "..7.642.")).refusal(), @r"
        input:3:1: expected 9 cells, found 8
          | ..7.642.
          | ^
    ");
    assert_snapshot!(run("cross_hatching", with_line(&sample, 3, "..7.642...")).refusal(), @r"
        input:3:1: expected 9 cells, found 10
          | ..7.642...
          | ^
    ");
}

#[test]
fn cross_hatching_wants_nine_rows() {
    let sample = sample("cross_hatching", "coci2");
    assert_snapshot!(run("cross_hatching", without_line(&sample, 9)).refusal(), @"input:9:1: expected a row of 9 cells, found the end of the input");
    assert_snapshot!(run("cross_hatching", format!("{sample}.........\n")).refusal(), @r#"
        input:10:1: expected the end of the input after 9 rows, found "........."
          | .........
          | ^
    "#);
    assert_snapshot!(run("cross_hatching", "").refusal(), @"input:1:1: expected a row of 9 cells, found the end of the input");
}

#[test]
fn cross_hatching_points_at_a_symbol_that_is_no_cell() {
    let sample = sample("cross_hatching", "coci2");
    assert_snapshot!(run("cross_hatching", with_line(&sample, 3, "..7.0642.")).refusal(), @r#"
        input:3:5: expected a digit from 1 to 9 or a dot, found "0"
          | ..7.0642.
          |     ^
    "#);
    assert_snapshot!(run("cross_hatching", with_line(&sample, 4, "2.9..6x5.")).refusal(), @r#"
        input:4:7: expected a digit from 1 to 9 or a dot, found "x"
          | 2.9..6x5.
          |       ^
    "#);
    assert_snapshot!(run("cross_hatching", with_bytes(&sample, "18...9.", b"18...9\xff")).refusal(), @r#"
        input:2:7: expected a digit from 1 to 9 or a dot, found "�"
          | 18...9�..
          |       ^
    "#);
}

#[test]
fn cross_hatching_wants_the_style_of_the_first_row() {
    let sample = sample("cross_hatching", "coci2");
    assert_snapshot!(run("cross_hatching", with_line(&sample, 4, "2 . 9 . . 6 . 5 .")).refusal(), @r"
        input:4:1: expected 9 cells side by side, as in the first row
          | 2 . 9 . . 6 . 5 .
          | ^
    ");
    assert_snapshot!(run("cross_hatching", with_line(&sample, 1, "...1 ...6.")).refusal(), @r"
        input:1:1: expected 9 cells with blanks between, as in the first row
          | ...1 ...6.
          | ^
    ");
}

#[test]
fn cross_hatching_wants_blanks_after_a_first_row_with_blanks() {
    let sample = sample("cross_hatching", "spaced2");
    assert_snapshot!(run("cross_hatching", with_line(&sample, 4, "2.9..6.5.")).refusal(), @r"
        input:4:1: expected 9 cells with blanks between, as in the first row
          | 2.9..6.5.
          | ^
    ");
    assert_snapshot!(run("cross_hatching", with_line(&sample, 4, "2 . 9 . . 6 . 5.")).refusal(), @r"
        input:4:1: expected 9 cells with blanks between, as in the first row
          | 2 . 9 . . 6 . 5.
          | ^
    ");
}

#[test]
fn su_domino_ku_wants_a_0_at_the_end() {
    let sample = sample("su_domino_ku", "sample");
    assert_snapshot!(run("su_domino_ku", without_line(&sample, 26)).refusal(), @"input:26:1: expected a number of dominoes, or 0 after the last puzzle, found the end of the input");
    assert_snapshot!(run("su_domino_ku", "").refusal(), @"input:1:1: expected a number of dominoes, or 0 after the last puzzle, found the end of the input");
}

#[test]
fn su_domino_ku_points_at_a_bad_cell() {
    let sample = sample("su_domino_ku", "sample");
    assert_snapshot!(run("su_domino_ku", with_line(&sample, 3, "2 C4 9 C0")).refusal(), @r#"
        input:3:8: expected a cell of domino 2, A1 to I9, found "C0"
          | 2 C4 9 C0
          |        ^
    "#);
    assert_snapshot!(run("su_domino_ku", with_line(&sample, 3, "2 c4 9 c3")).refusal(), @r#"
        input:3:3: expected a cell of domino 2, A1 to I9, found "c4"
          | 2 c4 9 c3
          |   ^
    "#);
    assert_snapshot!(run("su_domino_ku", with_bytes(&sample, "9 C3", b"9 C\xff")).refusal(), @r#"
        input:3:8: expected a cell of domino 2, A1 to I9, found "C�"
          | 2 C4 9 C�
          |        ^
    "#);
}

#[test]
fn su_domino_ku_points_at_a_bad_digit() {
    let sample = sample("su_domino_ku", "sample");
    assert_snapshot!(run("su_domino_ku", with_line(&sample, 3, "0 C4 9 C3")).refusal(), @r#"
        input:3:1: expected a digit of domino 2 from 1 to 9, found "0"
          | 0 C4 9 C3
          | ^
    "#);
}

#[test]
fn su_domino_ku_refuses_dominoes_on_cells_apart() {
    let sample = sample("su_domino_ku", "sample");
    assert_snapshot!(run("su_domino_ku", with_line(&sample, 3, "2 C4 9 C2")).refusal(), @r"
        input:3:1: domino 2: C4 and C2 are not neighbors
          | 2 C4 9 C2
          | ^
    ");
}

#[test]
fn su_domino_ku_refuses_a_tile_used_twice_or_with_a_digit_twice() {
    let sample = sample("su_domino_ku", "sample");
    assert_snapshot!(run("su_domino_ku", with_line(&sample, 3, "1 C4 6 C3")).refusal(), @r"
        input:3:1: domino 1 and domino 2 have the same digits, 1 and 6
          | 1 C4 6 C3
          | ^
    ");
    assert_snapshot!(run("su_domino_ku", with_line(&sample, 3, "2 C4 2 C3")).refusal(), @r"
        input:3:1: domino 2 has digit 2 twice
          | 2 C4 2 C3
          | ^
    ");
}

#[test]
fn su_domino_ku_refuses_a_cell_used_twice() {
    let sample = sample("su_domino_ku", "sample");
    assert_snapshot!(run("su_domino_ku", with_line(&sample, 3, "2 B3 9 C3")).refusal(), @r"
        input:3:1: B3 is in domino 1 and in domino 2
          | 2 B3 9 C3
          | ^
    ");
    assert_snapshot!(run("su_domino_ku", with_line(&sample, 12, "C5 A3 D9 I4 A9 E5 A2 C6 C5")).refusal(), @r"
        input:12:25: C5 is in the isolated cells twice
          | C5 A3 D9 I4 A9 E5 A2 C6 C5
          |                         ^
    ");
    assert_snapshot!(run("su_domino_ku", with_line(&sample, 12, "C5 A3 D9 I4 A9 E5 A2 C6 B3")).refusal(), @r"
        input:12:25: B3 is in the isolated cells and in domino 1
          | C5 A3 D9 I4 A9 E5 A2 C6 B3
          |                         ^
    ");
}

#[test]
fn su_domino_ku_wants_as_many_dominoes_as_announced() {
    let sample = sample("su_domino_ku", "sample");
    assert_snapshot!(run("su_domino_ku", with_line(&sample, 1, "37")).refusal(), @r#"
        input:1:1: expected a number of dominoes from 0 to 36, found "37"
          | 37
          | ^
    "#);
    assert_snapshot!(run("su_domino_ku", with_line(&sample, 1, "9")).refusal(), @r#"
        input:11:1: expected the cell of the isolated digit 1, A1 to I9, found "7"
          | 7 C9 2 B9
          | ^
    "#);
    assert_snapshot!(run("su_domino_ku", with_line(&sample, 1, "11")).refusal(), @r#"
        input:12:1: expected a digit of domino 11 from 1 to 9, found "C5"
          | C5 A3 D9 I4 A9 E5 A2 C6 I1
          | ^
    "#);
}

#[test]
fn su_domino_ku_wants_nine_isolated_cells() {
    let sample = sample("su_domino_ku", "sample");
    assert_snapshot!(run("su_domino_ku", with_line(&sample, 12, "C5 A3 D9 I4 A9 E5 A2 C6")).refusal(), @r#"
        input:13:1: expected the cell of the isolated digit 9, A1 to I9, found "11"
          | 11
          | ^
    "#);
}

#[test]
fn su_domino_ku_says_that_no_board_fits() {
    let sample = sample("su_domino_ku", "sample");
    assert_snapshot!(run("su_domino_ku", with_line(&sample, 3, "2 C4 1 C3")).no_solution(), @"no solution: puzzle 1: digit 1 is given twice in row 3: in C3 and in C5");
    assert_snapshot!(run("su_domino_ku", "0\nA2 B1 C4 D7 E5 F9 G3 H8 I6\n0\n").no_solution(), @"no solution: puzzle 1: no board can be tiled with these dominoes");
}

#[test]
fn sudoku16_names_a_row_of_another_length() {
    let sample = sample("sudoku16", "poj3076");
    assert_snapshot!(run("sudoku16", with_line(&sample, 5, "----E----C--G--")).refusal(), @r"
        input:5:1: expected 16 characters, found 15
          | ----E----C--G--
          | ^
    ");
}

#[test]
fn sudoku16_points_at_a_letter_outside_a_to_p() {
    let sample = sample("sudoku16", "poj3076");
    assert_snapshot!(run("sudoku16", with_line(&sample, 5, "----E----C--G--Q")).refusal(), @r#"
        input:5:16: expected a letter from A to P or -, found "Q"
          | ----E----C--G--Q
          |                ^
    "#);
    assert_snapshot!(run("sudoku16", with_bytes(&sample, "--A----C", b"--A-\xff--C")).refusal(), @r#"
        input:1:5: expected a letter from A to P or -, found "�"
          | --A-�--C-----O-I
          |     ^
    "#);
}

#[test]
fn sudoku16_refuses_blanks_in_a_row() {
    let sample = sample("sudoku16", "poj3076");
    assert_snapshot!(run("sudoku16", with_line(&sample, 5, "----E--- -C--G---")).refusal(), @r#"
        input:5:10: expected one word of 16 characters a line, found "-C--G---"
          | ----E--- -C--G---
          |          ^
    "#);
}

#[test]
fn sudoku16_wants_complete_sets() {
    let sample = sample("sudoku16", "poj3076");
    assert_snapshot!(run("sudoku16", without_line(&sample, 16)).refusal(), @"input:16:1: expected row 16 of data set 1, found the end of the input");
    assert_snapshot!(run("sudoku16", format!("{sample}\n----E----C--G---\n")).refusal(), @"input:19:1: expected row 2 of data set 2, found the end of the input");
}

#[test]
fn sudoku16_wants_as_many_sets_as_announced() {
    let sample = sample("sudoku16", "poj3076");
    assert_snapshot!(run("sudoku16", format!("2\n{sample}")).refusal(), @r"
        input:1:1: 2 data sets are announced, 1 follow
          | 2
          | ^
    ");
    assert_snapshot!(run("sudoku16", format!("99999999999\n{sample}")).refusal(), @r#"
        input:1:1: expected a number of data sets from 0 to 4294967295, found "99999999999"
          | 99999999999
          | ^
    "#);
    assert_snapshot!(run("sudoku16", format!("{sample}1\n")).refusal(), @r"
        input:17:1: expected 16 characters, found 1
          | 1
          | ^
    ");
}

#[test]
fn sudoku16_says_that_no_grid_fits() {
    let sample = sample("sudoku16", "poj3076");
    assert_snapshot!(run("sudoku16", with_line(&sample, 1, "A-A----C-----O-I")).no_solution(), @"no solution: data set 1: digit A is given twice in row 1: in r1c1 and in r1c3");
    assert_snapshot!(run("sudoku16", with_line(&sample, 1, "B-A----C-----O-I")).no_solution(), @"no solution: data set 1: the letters given leave no grid");
}

/// The text with one to four small accidents.
fn damaged(text: &str, random: &mut fastrand::Rng) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..random.usize(1..=4) {
        let at = random.usize(..=bytes.len());
        let to = random.usize(at..=(at + 20).min(bytes.len()));
        let other = text.as_bytes()[random.usize(..text.len())];
        match random.usize(..8) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, random.u8(..)),
            2 => bytes.insert(at, other),
            3 => drop(bytes.drain(at..to)),
            4 => bytes.splice(at..at, "\u{feff}é0".bytes()).for_each(drop),
            5 => {
                let part = bytes[at..to].to_vec();
                bytes.splice(at..at, part).for_each(drop);
            }
            _ if at < bytes.len() => bytes[at] = other,
            _ => {}
        }
    }
    bytes
}

#[test]
fn exact_cover_points_at_what_is_no_digit() {
    assert_snapshot!(run("exact_cover", "2 3\n1 0 1\n0 2 0\n").refusal(), @r#"
        input:3:3: expected 0 or 1, found "2"
          | 0 2 0
          |   ^
    "#);
    assert_snapshot!(run("exact_cover", "501 3\n").refusal(), @r#"
        input:1:1: expected a number of rows from 1 to 500, found "501"
          | 501 3
          | ^
    "#);
    assert_snapshot!(run("exact_cover", "1 1\n1 1\n").refusal(), @r#"
        input:2:3: expected the end of the input, found "1"
          | 1 1
          |   ^
    "#);
}

#[test]
fn exact_cover_says_where_the_input_ends() {
    assert_snapshot!(run("exact_cover", "2 3\n1 0 1\n0 1\n").refusal(), @"input:4:1: expected 3 digits in row 2, found the end of the input");
}

#[test]
fn exact_cover_points_at_a_digit_of_no_row() {
    assert_snapshot!(run("exact_cover", "2 3\n10 10\n").refusal(), @r#"
        input:2:5: expected the end of row 1, found "0"
          | 10 10
          |     ^
    "#);
}

#[test]
fn exact_cover_hust_points_at_a_column_that_is_there_twice_or_not_at_all() {
    assert_snapshot!(run("exact_cover_hust", "1 3\n2 3 3\n").refusal(), @r"
        input:2:5: column 3 is in row 1 already
          | 2 3 3
          |     ^
    ");
    assert_snapshot!(run("exact_cover_hust", "1 3\n2 3 4\n").refusal(), @r#"
        input:2:5: expected a column of row 1 from 1 to 3, found "4"
          | 2 3 4
          |     ^
    "#);
    assert_snapshot!(run("exact_cover_hust", "1 3\n0\n").refusal(), @r#"
        input:2:1: expected a number of columns of row 1 from 1 to 100, found "0"
          | 0
          | ^
    "#);
    assert_snapshot!(run("exact_cover_hust", "1 3\n2 3\n").refusal(), @"input:3:1: expected a column of row 1, found the end of the input");
}

#[test]
fn easy_finding_points_at_what_is_wrong_in_a_later_case() {
    assert_snapshot!(run("easy_finding", "1 1\n1\n1 2\n1 x\n").refusal(), @r#"
        input:4:3: expected 0 or 1, found "x"
          | 1 x
          |   ^
    "#);
    assert_snapshot!(run("easy_finding", "1 1\n1\n17 2\n").refusal(), @r#"
        input:3:1: expected a number of rows from 1 to 16, found "17"
          | 17 2
          | ^
    "#);
    assert_snapshot!(run("easy_finding", "1 1\n1\n1 2\n1\n").refusal(), @"input:5:1: expected 2 digits in row 1, found the end of the input");
}

#[test]
fn power_stations_points_at_a_town_or_day_out_of_range() {
    assert_snapshot!(run("power_stations", "2 1 3\n1 3\n").refusal(), @r#"
        input:2:3: expected a town of cable 1 from 1 to 2, found "3"
          | 1 3
          |   ^
    "#);
    assert_snapshot!(run("power_stations", "2 0 3\n3 2\n").refusal(), @r#"
        input:2:3: expected the last day of station 1 from 3 to 3, found "2"
          | 3 2
          |   ^
    "#);
}

#[test]
fn power_stations_says_where_the_input_ends() {
    assert_snapshot!(run("power_stations", "1 0 1\n1\n").refusal(), @"input:3:1: expected the last day of station 1, found the end of the input");
}

#[test]
fn crossword_points_at_a_bad_row_or_word() {
    assert_snapshot!(run("crossword", "2 3\n##.\n#x.\n").refusal(), @r#"
        input:3:2: expected # or ., found "x"
          | #x.
          |  ^
    "#);
    assert_snapshot!(run("crossword", "1 3\n##\n").refusal(), @r"
        input:2:1: expected 3 symbols
          | ##
          | ^
    ");
    assert_snapshot!(run("crossword", "1 3\n...\n1\nAbC\n").refusal(), @r#"
        input:4:2: expected a letter from A to Z, found "b"
          | AbC
          |  ^
    "#);
    assert_snapshot!(run("crossword", "1 3\n...\n2\nABC\n").refusal(), @"input:5:1: expected word 2, found the end of the input");
}

#[test]
fn crossword_says_that_the_words_do_not_fit() {
    assert_snapshot!(run("crossword", "1 3\n...\n1\nAB\n").no_solution(), @"no solution: the words do not fit");
    assert_snapshot!(run("crossword", "1 3\n...\n0\n").no_solution(), @"no solution: the words do not fit");
}

#[test]
fn wisdom_beads_points_at_a_bad_row_or_piece() {
    assert_snapshot!(run("wisdom_beads", ".\n..\n....\n").refusal(), @r"
        input:3:1: expected 3 characters
          | ....
          | ^
    ");
    assert_snapshot!(run("wisdom_beads", ".\n.\n").refusal(), @r"
        input:2:1: expected 2 characters
          | .
          | ^
    ");
    assert_snapshot!(run("wisdom_beads", ".\n.M\n").refusal(), @r#"
        input:2:2: expected a dot or a piece from A to L, found "M"
          | .M
          |  ^
    "#);
    assert_snapshot!(run("wisdom_beads", "A\n..\n...\n....\n.....\n......\n.......\n........\n.........\n..........\n").refusal(), @r"
        input:1:1: this is not the shape of piece A
          | A
          | ^
    ");
    assert_snapshot!(run("wisdom_beads", "").refusal(), @"input:1:1: expected row 1 of a board, found the end of the input");
}

#[test]
fn tiling_points_at_a_number_out_of_range() {
    assert_snapshot!(run("tiling", "8 2 2\n").refusal(), @r#"
        input:1:1: expected a number of tiles from 0 to 7, found "8"
          | 8 2 2
          | ^
    "#);
    assert_snapshot!(run("tiling", "1 2 2\n2 2 1\n").refusal(), @r#"
        input:2:5: expected the end of the input, found "1"
          | 2 2 1
          |     ^
    "#);
    assert_snapshot!(run("tiling", "1 2 2\n2\n").refusal(), @"input:3:1: expected a side of tile 1, found the end of the input");
}

#[test]
fn treasure_map_points_at_a_piece_that_is_none() {
    assert_snapshot!(run("treasure_map", "1\n2 2 1\n1 0 1 2\n").refusal(), @r#"
        input:3:5: expected the right side of piece 1 of map 1 from 2 to 2, found "1"
          | 1 0 1 2
          |     ^
    "#);
    assert_snapshot!(run("treasure_map", "1\n2 2 1\n0 0 2 3\n").refusal(), @r#"
        input:3:7: expected the top of piece 1 of map 1 from 1 to 2, found "3"
          | 0 0 2 3
          |       ^
    "#);
    assert_snapshot!(run("treasure_map", "1\n2 31 1\n").refusal(), @r#"
        input:2:3: expected the height of map 1 from 1 to 30, found "31"
          | 2 31 1
          |   ^
    "#);
    assert_snapshot!(run("treasure_map", "1\n2 2 2\n0 0 2 2\n").refusal(), @"input:4:1: expected the left side of piece 2 of map 1, found the end of the input");
}

#[test]
fn squiggly_points_at_a_bad_cell_or_board() {
    assert_snapshot!(run("squiggly", "1\n10\n").refusal(), @r"
        input:2:1: expected a digit from 0 to 9 and walls
          | 10
          | ^
    ");
    assert_snapshot!(run("squiggly", "1\n1 2\n").refusal(), @"input:3:1: expected a cell of board 1, found the end of the input");
    assert_snapshot!(run("squiggly", "0\n1\n").refusal(), @r#"
        input:2:1: expected the end of the input, found "1"
          | 1
          | ^
    "#);
}

#[test]
fn sudokunique_points_at_what_is_no_digit() {
    assert_snapshot!(run("sudokunique", "1 2 10\n").refusal(), @r#"
        input:1:5: expected a digit of a board from 0 to 9, found "10"
          | 1 2 10
          |     ^
    "#);
    assert_snapshot!(run("sudokunique", "1 2\n").refusal(), @"input:2:1: expected a digit of a board, found the end of the input");
}

#[test]
fn sudogob_points_at_what_is_no_digit() {
    assert_snapshot!(run("sudogob", "2\n1 x\n").refusal(), @r#"
        input:2:3: expected a digit of board 1 from 0 to 9, found "x"
          | 1 x
          |   ^
    "#);
    assert_snapshot!(run("sudogob", "1\n").refusal(), @"input:2:1: expected a digit of board 1, found the end of the input");
}

#[test]
fn target_sudoku_points_at_what_is_no_digit() {
    assert_snapshot!(run("target_sudoku", "1 2 10\n").refusal(), @r#"
        input:1:5: expected a digit from 0 to 9, found "10"
          | 1 2 10
          |     ^
    "#);
    assert_snapshot!(run("target_sudoku", "1 2\n").refusal(), @"input:2:1: expected a digit, found the end of the input");
    assert_snapshot!(run("target_sudoku", "0\n".repeat(82)).refusal(), @r#"
        input:82:1: expected the end of the input, found "0"
          | 0
          | ^
    "#);
}

#[test]
fn easudoku_says_where_there_is_no_digit() {
    assert_snapshot!(run("easudoku", "2\n1 10 2\n").refusal(), @"input:2:3: expected a digit from 0 to 9, found 10");
    assert_snapshot!(run("easudoku", "many\n").refusal(), @"input:1:1: expected a number of boards, found many");
    assert_snapshot!(run("easudoku", "1\n").refusal(), @"input:2:1: expected a digit from 0 to 9, found the end of the input");
    assert_snapshot!(run("easudoku", "0\n \u{e9} 3\n").refusal(), @"input:2:2: expected the end of the input, found é");
}

#[test]
fn sudoku81_points_at_a_bad_board() {
    assert_snapshot!(run("sudoku81", "..1\nend\n").refusal(), @r"
        input:1:1: expected a board of 81 characters
          | ..1
          | ^
    ");
    assert_snapshot!(run("sudoku81", "..0\n").refusal(), @r#"
        input:1:3: expected a digit from 1 to 9 or a dot, found "0"
          | ..0
          |   ^
    "#);
    assert_snapshot!(run("sudoku81", "end\nend\n").refusal(), @r#"
        input:2:1: expected the end of the input, found "end"
          | end
          | ^
    "#);
    assert_snapshot!(run("sudoku81", "").refusal(), @"input:1:1: expected a board, or `end` after the last, found the end of the input");
}

#[test]
fn squiggly_names_a_region_of_another_size() {
    let board = "0 ".repeat(80) + "0\n";
    assert_snapshot!(run("squiggly", format!("1\n{board}")).refusal(), @r"
        input:2:1: board 1: jigsaw region 1: expected 9 cells, found 81
          | 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
          | ^
    ");
}

#[test]
fn sudoku81_says_which_board_has_no_grid() {
    let board = "11".to_string() + &".".repeat(79);
    assert_snapshot!(run("sudoku81", format!("{}\n{board}\nend\n", ".".repeat(81))).no_solution(), @"no solution: board 2 has no grid");
}

#[test]
fn all_solutions_refuses_a_board_with_too_many() {
    assert_snapshot!(run("all_solutions", "0 ".repeat(81)).refusal(), @"there are more than 10000 grids");
    assert_snapshot!(run("all_solutions", "0\n".repeat(82)).refusal(), @r#"
        input:82:1: expected the end of the input, found "0"
          | 0
          | ^
    "#);
}

#[test]
fn no_damage_to_a_sample_makes_a_program_panic() {
    let mut random = fastrand::Rng::with_seed(6);
    for program in &tested() {
        let samples = samples(program);
        let mut codes = [0; 3];
        for round in 0..300 {
            let sample = &samples[round % samples.len()];
            let input = damaged(&sample.input, &mut random);
            let ran = run(program, &input);
            let input = String::from_utf8_lossy(&input);
            match ran.code {
                Some(0) => assert_eq!(ran.stderr, "", "{input}"),
                Some(1 | 2) => assert_eq!(ran.stdout, "", "{input}"),
                code => panic!("exit code {code:?}: {}\n{input}", ran.stderr),
            }
            assert!(!ran.stderr.contains("panicked"), "{input}");
            codes[ran.code.unwrap() as usize] += 1;
        }
        println!("{program}: exit codes 0, 1, 2: {codes:?}");
        assert!(codes[2] > 100, "{program}: few inputs are bad: {codes:?}");
    }
}
