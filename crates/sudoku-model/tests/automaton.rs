//! Automata against a list of all digits that they accept.

use proptest::prelude::*;
use sudoku_model::{Automaton, Digits, Pattern};

const SIDE: usize = 4;

/// A machine of some states: for each state and digit the next one, and which of them accept.
#[derive(Clone, Debug)]
struct Machine {
    next: Vec<[Option<usize>; SIDE]>,
    accepting: Vec<bool>,
}

impl Machine {
    fn automaton(&self, length: usize) -> Automaton {
        let step = |&state: &usize, digit: u8| self.next[state][usize::from(digit) - 1];
        Automaton::new(Digits::up_to(SIDE), length, 0, step, |&state| {
            self.accepting[state]
        })
    }

    fn accepts(&self, digits: &[u8]) -> bool {
        let mut state = 0;
        for &digit in digits {
            match self.next[state][usize::from(digit) - 1] {
                Some(next) => state = next,
                None => return false,
            }
        }
        self.accepting[state]
    }
}

fn machines() -> impl Strategy<Value = Machine> {
    (1usize..6).prop_flat_map(|states| {
        let arrow = proptest::option::weighted(0.8, 0..states);
        let next = proptest::collection::vec(proptest::array::uniform4(arrow), states);
        let accepting = proptest::collection::vec(any::<bool>(), states);
        (next, accepting).prop_map(|(next, accepting)| Machine { next, accepting })
    })
}

/// All digits of this length.
fn all(length: usize) -> Vec<Vec<u8>> {
    (0..SIDE.pow(length as u32))
        .map(|number| {
            let digit = |k: usize| (number / SIDE.pow(k as u32) % SIDE) as u8 + 1;
            (0..length).map(digit).collect()
        })
        .collect()
}

proptest! {
    #[test]
    fn accepts_what_its_machine_accepts(machine in machines(), length in 1usize..5) {
        let automaton = machine.automaton(length);
        for digits in all(length) {
            prop_assert_eq!(automaton.accepts(&digits), machine.accepts(&digits), "{:?}", digits);
        }
        prop_assert!(!automaton.accepts(&[]));
        prop_assert!(!automaton.accepts(&[0, 0, 0, 0][..length]));
        prop_assert!(!automaton.accepts(&[5, 5, 5, 5][..length]));
        prop_assert!(!automaton.accepts(&[1; 6]));
    }

    /// However it is made, it is the same: here from the list of what it accepts.
    #[test]
    fn equal_if_they_accept_the_same(machine in machines(), length in 1usize..5) {
        let list: Vec<_> = all(length).into_iter().filter(|it| machine.accepts(it)).collect();
        let step = |read: &Vec<u8>, digit| {
            let read: Vec<u8> = read.iter().copied().chain([digit]).collect();
            let begins = list.iter().any(|it| it.starts_with(&read));
            Some(read).filter(|_| begins)
        };
        let digits = Digits::up_to(SIDE);
        let by_list = Automaton::new(digits, length, Vec::new(), step, |read| list.contains(read));
        let automaton = machine.automaton(length);
        prop_assert_eq!(&by_list, &automaton);
        let other = machine.automaton(length + 1);
        prop_assert_ne!(other, automaton);
    }
}

/// Regular expressions, by how they are written, and all that they match up to some length.
fn patterns() -> impl Strategy<Value = (String, Vec<Vec<u8>>)> {
    const LONGEST: usize = 4;
    let short = |mut list: Vec<Vec<u8>>| {
        list.retain(|it| it.len() <= LONGEST);
        list.sort_unstable();
        list.dedup();
        list
    };
    let after = move |one: &[Vec<u8>], other: &[Vec<u8>]| {
        let pairs = one
            .iter()
            .flat_map(|a| other.iter().map(move |b| [&a[..], b].concat()));
        short(pairs.collect())
    };
    let digit = |text: &'static str, digits: &[u8]| {
        Just((
            text.to_string(),
            digits.iter().map(|&digit| vec![digit]).collect::<Vec<_>>(),
        ))
    };
    let leaf = prop_oneof![
        digit("1", &[1]),
        digit("[2-4]", &[2, 3, 4]),
        digit("[^24]", &[1, 3]),
        digit(".", &[1, 2, 3, 4]),
        digit("B", &[]),
        Just((String::new(), vec![Vec::new()])),
    ];
    leaf.prop_recursive(4, 12, 2, move |inner| {
        let pair = (inner.clone(), inner.clone());
        prop_oneof![
            pair.clone().prop_map(move |((a, one), (b, other))| {
                (format!("({a})({b})"), after(&one, &other))
            }),
            pair.prop_map(move |((a, one), (b, other))| {
                (format!("({a}|{b})"), short([one, other].concat()))
            }),
            (inner, 0usize..4, 0usize..4).prop_map(move |((text, list), least, more)| {
                let (written, most) = match (least, more) {
                    (0, 0) => ("*".into(), LONGEST),
                    (1, 0) => ("+".into(), LONGEST),
                    (least, 0) => (format!("{{{least},}}"), LONGEST.max(least)),
                    (0, 1) => ("?".into(), 1),
                    (least, 1) => (format!("{{{least}}}"), least),
                    (least, more) => (format!("{{{least},{}}}", least + more), least + more),
                };
                let mut found = Vec::new();
                let mut now = vec![Vec::new()];
                for times in 0..=most {
                    if times >= least {
                        found.extend(now.clone());
                    }
                    now = after(&now, &list);
                }
                (format!("({text}){written}"), short(found))
            }),
        ]
    })
}

proptest! {
    /// As a pattern and as an automaton.
    #[test]
    fn patterns_match_what_is_written((text, list) in patterns()) {
        let pattern: Pattern = text.parse().map_err(|error| {
            TestCaseError::fail(format!("{text}: {error}"))
        })?;
        prop_assert_eq!(pattern.to_string(), text);
        prop_assert_eq!(pattern.matches(&[]), list.contains(&Vec::new()));
        for length in 1..5 {
            let automaton = Automaton::of_pattern(Digits::up_to(SIDE), length, &pattern);
            for digits in all(length) {
                let expected = list.contains(&digits);
                prop_assert_eq!(pattern.matches(&digits), expected, "{} {:?}", pattern, digits);
                prop_assert_eq!(automaton.accepts(&digits), expected, "{} {:?}", pattern, digits);
            }
        }
    }

    #[test]
    fn no_text_is_too_strange_for_a_pattern(text in "[1-9AZ.*+?{}()|^,\\[\\] -]{0,24}") {
        let parsed = text.parse::<Pattern>();
        if let Err(error) = parsed {
            prop_assert!(error.column <= text.chars().count() + 1);
        }
    }
}

#[test]
fn what_is_no_pattern_is_told_with_its_place() {
    let deep = "(".repeat(101);
    let cases = [
        ("12(3|4", "column 7: expected `)`, found the end"),
        (
            "1)2",
            "column 2: expected a digit, a group or the end, found `)`",
        ),
        (
            "1 2 *?",
            "column 6: expected a digit, `.`, `[` or `(`, found `?`",
        ),
        (
            "*1",
            "column 1: expected a digit, `.`, `[` or `(`, found `*`",
        ),
        (
            "12z",
            "column 3: expected a digit, `.`, `[` or `(`, found `z`",
        ),
        (
            "1Q",
            "column 2: expected a digit, `.`, `[` or `(`, found `Q`",
        ),
        ("[]", "column 2: expected a digit, found `]`"),
        (
            "[3-1]",
            "column 4: expected a digit that is no smaller, found `1`",
        ),
        ("[12", "column 4: expected a digit or `]`, found the end"),
        ("1{}", "column 3: expected a number, found `}`"),
        ("1{2", "column 4: expected `,` or `}`, found the end"),
        (
            "1{3,2}",
            "column 5: expected a number that is no smaller, found `2`",
        ),
        (
            "1{999}2{2}",
            "column 11: expected a pattern of 1000 digits at most, found the end",
        ),
        (
            "(1{99}){99}3",
            "column 12: expected a pattern of 1000 digits at most, found `3`",
        ),
        (
            &deep[..],
            "column 102: expected fewer groups within each other, found the end",
        ),
    ];
    for (text, expected) in cases {
        let error = text.parse::<Pattern>().unwrap_err();
        assert_eq!(error.to_string(), expected, "{text}");
    }
}

#[test]
fn patterns_are_quick_however_they_are_nested() {
    let stars = format!("{}1{}", "(".repeat(99), ")*".repeat(99));
    let nothing = format!("{}{}", "(".repeat(99), ")*".repeat(99));
    for text in [
        stars,
        nothing,
        "((1?){30}){30}|(.*1.*)*".into(),
        "([1-3]{0,9}){99}".into(),
    ] {
        let pattern: Pattern = text.parse().expect("a pattern");
        let digits = [1; 25];
        let automaton = Automaton::of_pattern(Digits::up_to(9), digits.len(), &pattern);
        assert_eq!(
            pattern.matches(&digits),
            automaton.accepts(&digits),
            "{text}"
        );
    }
}
