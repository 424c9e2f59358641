//! Places and carets of complaints, as the user sees them.

use insta::assert_snapshot;
use judge_io::{Failure, Input, Word};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

/// The complaint about the word of this number, from 0.
fn complaint(bytes: &[u8], number: usize) -> String {
    let input = Input::new("input", bytes);
    let mut words = input.words();
    for _ in 0..number {
        words.expect("a word before").unwrap();
    }
    let word = words.expect("a word").unwrap();
    word.expected("something else").to_string()
}

#[test]
fn a_caret_stands_under_the_first_letter() {
    assert_snapshot!(complaint(b"one two three\n", 1), @r#"
    input:1:5: expected something else, found "two"
      | one two three
      |     ^
    "#);
}

#[test]
fn empty_lines_are_skipped_and_counted() {
    assert_snapshot!(complaint(b"\n\none\n\n  two\n", 1), @r#"
    input:5:3: expected something else, found "two"
      |   two
      |   ^
    "#);
}

#[test]
fn a_tab_is_one_column_and_shown_as_a_blank() {
    assert_snapshot!(complaint(b"one\t\ttwo\n", 1), @r#"
    input:1:6: expected something else, found "two"
      | one  two
      |      ^
    "#);
}

#[test]
fn carriage_returns_and_a_byte_order_mark_take_no_place() {
    assert_snapshot!(complaint("\u{feff}one\r\ntwo three\r\n".as_bytes(), 2), @r#"
    input:2:5: expected something else, found "three"
      | two three
      |     ^
    "#);
    assert_snapshot!(complaint("\u{feff}one\r\n".as_bytes(), 0), @r#"
    input:1:1: expected something else, found "one"
      | one
      | ^
    "#);
}

#[test]
fn the_ctrl_z_of_dos_is_no_word_at_the_end_alone() {
    assert_eq!(Input::new("input", b"one\r\n\x1a").text(), "one\r\n");
    assert_eq!(Input::new("input", b"one\x1a").text(), "one");
    assert_eq!(Input::new("input", b"\x1a two").words().count(), 2);
}

#[test]
fn columns_are_characters_not_bytes() {
    assert_snapshot!(complaint("größe übung\n".as_bytes(), 1), @r#"
    input:1:7: expected something else, found "übung"
      | größe übung
      |       ^
    "#);
}

#[test]
fn bytes_that_are_not_utf8_are_shown_as_replacement_characters() {
    assert_snapshot!(complaint(b"a\xff b\xc3\n", 1), @r#"
    input:1:4: expected something else, found "b�"
      | a� b�
      |    ^
    "#);
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let message = complaint(b"\x1b[31m \x07x\x00\n", 1);
    assert_snapshot!(message, @r#"
    input:1:7: expected something else, found "�x�"
      | �[31m �x�
      |       ^
    "#);
}

#[test]
fn of_a_long_line_the_caret_and_what_is_before_it_are_shown() {
    let line = (100..200)
        .map(|k| k.to_string())
        .collect::<Vec<_>>()
        .join(" ");
    assert_snapshot!(complaint(line.as_bytes(), 0), @r#"
    input:1:1: expected something else, found "100"
      | 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117
      | ^
    "#);
    assert_snapshot!(complaint(line.as_bytes(), 50), @r#"
    input:1:201: expected something else, found "150"
      | 35 136 137 138 139 140 141 142 143 144 145 146 147 148 149 150 151 152 1
      |                                                            ^
    "#);
    assert_snapshot!(complaint(line.as_bytes(), 99), @r#"
    input:1:397: expected something else, found "199"
      | 84 185 186 187 188 189 190 191 192 193 194 195 196 197 198 199
      |                                                            ^
    "#);
}

#[test]
fn a_long_word_is_cut_and_that_shows() {
    let whole = complaint("x".repeat(20).as_bytes(), 0);
    assert!(
        whole.contains("found \"xxxxxxxxxxxxxxxxxxxx\"\n"),
        "{whole}"
    );
    assert_snapshot!(complaint("x".repeat(1000).as_bytes(), 0), @r#"
    input:1:1: expected something else, found "xxxxxxxxxxxxxxxxxxxx..."
      | xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
      | ^
    "#);
}

#[test]
fn letters_have_their_own_places() {
    let input = Input::new("board", "x\n ab\u{e9}d\n".as_bytes());
    let word = input.lines().nth(1).unwrap().next().unwrap();
    let letters: Vec<(char, Word<'_>)> = word.letters().collect();
    let text: String = letters.iter().map(|(letter, _)| *letter).collect();
    assert_eq!(text, word.text());
    assert_snapshot!(letters[3].1.error("not this one"), @r"
    board:2:5: not this one
      |  abéd
      |     ^
    ");
}

#[test]
fn the_end_is_behind_the_last_character() {
    for (text, place) in [
        ("", "1:1"),
        ("one\n", "2:1"),
        ("one\r\n\r\n", "3:1"),
        ("one", "1:4"),
    ] {
        let input = Input::new("input", text.as_bytes());
        let mut words = input.words();
        while !words.at_end() {
            words.expect("a word").unwrap();
        }
        let message = format!("input:{place}: expected a word, found the end of the input");
        let line = if place == "1:4" {
            "\n  | one\n  |    ^"
        } else {
            ""
        };
        assert_eq!(
            words.expect("a word").unwrap_err(),
            Failure::Input(message + line)
        );
        assert_eq!(words.expect_end(), Ok(()));
    }
}

#[test]
fn more_than_was_expected_is_pointed_at() {
    let input = Input::new("input", b"1 2");
    let mut words = input.words();
    words.expect("a number").unwrap();
    assert_snapshot!(words.expect_end().unwrap_err(), @r#"
    input:1:3: expected the end of the input, found "2"
      | 1 2
      |   ^
    "#);
}

#[test]
fn numbers_are_digits_within_the_range() {
    let input = Input::new(
        "input",
        "0 7 007 9 10 +5 -1 5x \u{665} 99999999999".as_bytes(),
    );
    let words = input.lines().next().unwrap();
    let numbers: Vec<Option<u32>> = words
        .clone()
        .map(|word| word.number("a digit", 1..=9).ok())
        .collect();
    let expected = [
        None,
        Some(7),
        Some(7),
        Some(9),
        None,
        None,
        None,
        None,
        None,
        None,
    ];
    assert_eq!(numbers, expected);
    assert_snapshot!(words.clone().nth(4).unwrap().number("a digit", 1..=9).unwrap_err(), @r#"
    input:1:11: expected a digit from 1 to 9, found "10"
      | 0 7 007 9 10 +5 -1 5x ٥ 99999999999
      |           ^
    "#);
}

#[test]
fn words_are_read_as_what_they_are_to_be() {
    let input = Input::new("input", b"12 B3\nB4\n");
    let mut words = input.words();
    assert_eq!(words.number("a number", 1..=12), Ok(12));
    let column = |name: &str| match name.as_bytes() {
        [b'B', digit] => Ok(digit - b'0'),
        _ => Err("B1 to B9"),
    };
    let mut read = || words.read("a cell", column);
    assert_eq!([read(), read()], [Ok(3), Ok(4)]);
    let missing = "input:3:1: expected a cell, found the end of the input";
    assert_eq!(read(), Err(Failure::Input(missing.into())));
    assert_snapshot!(input.words().read("a cell", column).unwrap_err(), @r#"
    input:1:1: expected a cell, B1 to B9, found "12"
      | 12 B3
      | ^
    "#);
}

#[test]
fn only_one_word_is_the_only_one() {
    let input = Input::new("input", b"12 B3\nB4\n");
    let mut lines = input.lines();
    assert_snapshot!(lines.next().unwrap().only("a word a line").unwrap_err(), @r#"
    input:1:4: expected a word a line, found "B3"
      | 12 B3
      |    ^
    "#);
    assert_eq!(
        lines.next().unwrap().only("a word a line").unwrap().text(),
        "B4"
    );
}

#[test]
fn no_solution_is_said_in_front_of_the_reason() {
    let failure = Failure::Unsolvable("two 4s in row 1".into());
    assert_eq!(failure.to_string(), "no solution: two 4s in row 1");
}

/// Bytes in which lines, blanks, words and broken characters meet often.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        Just(b" ".to_vec()),
        Just(b"\n".to_vec()),
        Just(b"\r\n".to_vec()),
        Just(b"\t\r".to_vec()),
        Just("\u{feff}".as_bytes().to_vec()),
        Just("\u{e9}\u{1f409}\u{2003}\u{85}".as_bytes().to_vec()),
        Just(b"word".repeat(30)),
        prop::collection::vec(any::<u8>(), 1..4),
        "[a-z0-9]{1,9}".prop_map(String::into_bytes),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

/// Failures are kept beside this file.
fn config() -> ProptestConfig {
    ProptestConfig {
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))),
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn every_word_is_found_where_its_complaint_says(bytes in bytes()) {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let text = text.strip_suffix('\u{1a}').unwrap_or(text);
        let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
        let input = Input::new("input", &bytes);
        let mut found = Vec::new();
        for word in input.lines().flatten() {
            let message = word.error("here").to_string();
            let shown: Vec<&str> = message.split('\n').collect();
            prop_assert_eq!(shown.len(), 3);

            let place: Vec<&str> = shown[0].split(':').collect();
            let line: usize = place[1].parse().unwrap();
            let column: usize = place[2].parse().unwrap();
            let length = word.text().chars().count();
            let there: String = lines[line - 1][column - 1..][..length].iter().collect();
            prop_assert_eq!(&there, word.text());

            let caret = shown[2].chars().count() - 1;
            prop_assert!(caret < 4 + 72 && shown[2].ends_with('^'));
            let above = shown[1].chars().nth(caret).unwrap();
            let first = word.text().chars().next().unwrap();
            let expected = if first.is_control() { '\u{fffd}' } else { first };
            prop_assert_eq!(above, expected);
            found.push(word.text());
        }
        let expected: Vec<&str> = text.split_whitespace().collect();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn no_bytes_make_a_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let input = Input::new("input", &bytes);
        let mut words = input.words();
        while !words.at_end() {
            let word = words.expect("a word").unwrap();
            let _ = word.number("a number", 0..=u32::MAX);
            for (letter, place) in word.letters() {
                prop_assert_eq!(place.text(), letter.to_string());
                prop_assert!(place.expected("no letter").to_string().starts_with("input:"));
            }
        }
        prop_assert!(input.end_error("more").to_string().contains("the end of the input"));
    }
}
