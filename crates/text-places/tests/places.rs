//! Places against a walk through the text, and what a message shows of them.

use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use text_places::{body, clip, excerpt, letters, number, Place};

/// The place of each character and of the end.
fn walk(text: &str) -> Vec<Place> {
    let (mut line, mut column) = (1, 1);
    let mut places = vec![Place { line, column }];
    for c in text.chars() {
        (line, column) = match c {
            '\n' => (line + 1, 1),
            _ => (line, column + 1),
        };
        places.push(Place { line, column });
    }
    places
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: Some(Box::new(FileFailurePersistence::Off)),
        ..ProptestConfig::default()
    })]

    #[test]
    fn every_part_knows_where_it_is(text in "([ab\té]{0,40}(\n|\r\n)){0,4}[ab\té]{0,200}") {
        let places = walk(&text);
        for ((_, letter), &place) in letters(&text).zip(&places) {
            prop_assert_eq!(Place::of(letter, &text), place);
            let shown = excerpt(&text, place);
            let (line, caret) = shown[1..].split_once('\n').expect("two lines");
            prop_assert_eq!(caret.trim_start_matches(&['|', ' '][..]), "^");
            prop_assert!(line.chars().count() <= 76);
            // The character is the one above the caret, and blanks at the end are not shown.
            let above = line.chars().nth(caret.len() - 1).unwrap_or(' ');
            let letter = letter.replace(&['\t', '\r', '\n'][..], " ");
            prop_assert_eq!(above.to_string(), letter);
        }
        let end = *places.last().expect("the end");
        prop_assert_eq!(Place::behind(&text), end);
        prop_assert_eq!(Place::of(&text[text.len()..], &text), end);
    }
}

#[test]
fn what_is_no_part_of_the_text_is_at_its_end() {
    let whole = "abc";
    assert_eq!(Place::of(whole, &whole[1..2]), Place::behind("b"));
    assert_eq!(Place::of(&whole[2..], &whole[..1]), Place::behind("a"));
}

#[test]
fn a_place_outside_the_text_has_no_excerpt() {
    let nowhere = [(3, 1), (0, 1), (usize::MAX, 1)];
    for (line, column) in nowhere {
        assert_eq!(excerpt("one\ntwo\n", Place { line, column }), "");
    }
    let behind = Place { line: 1, column: 4 };
    assert_eq!(excerpt("one", behind), "\n  | one\n  |    ^");
    let before = Place { line: 1, column: 0 };
    assert_eq!(excerpt("one", before), "\n  | one\n  | ^");
}

#[test]
fn only_one_mark_at_the_beginning_is_left_out() {
    assert_eq!(body("\u{feff}\u{feff}a"), "\u{feff}a");
    assert_eq!(body("a\u{feff}"), "a\u{feff}");
}

#[test]
fn words_of_twenty_characters_are_shown_whole() {
    assert_eq!(clip(&"é".repeat(20)), "é".repeat(20));
    assert_eq!(clip(&"é".repeat(21)), "é".repeat(20) + "...");
}

#[test]
fn numbers_are_plain_digits_within_the_range() {
    let words = ["", "7", "007", "٥", "-1", "4294967296", "10", "0"];
    let numbers = words.map(|word| number(word, "a digit", 0..=9).ok());
    assert_eq!(
        numbers,
        [None, Some(7), Some(7), None, None, None, None, Some(0)]
    );
}
