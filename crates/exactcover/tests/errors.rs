//! Every documented error, its message, and the round trip through the text format.

use exactcover::format::{self, WriteError};
use exactcover::{BuildError, Builder, Color, Entry, ItemId, OptionId, Problem, Violation};
use insta::assert_snapshot;
use proptest::prelude::*;

/// Builds what `fill` makes of the primary items 0 and 1, `a` and `b`, and the secondary item
/// 2, `x`.
fn build_error(fill: impl FnOnce(&mut Builder<()>, [ItemId; 3])) -> BuildError {
    let mut builder = Problem::builder();
    let items = [
        builder.primary("a"),
        builder.primary("b"),
        builder.secondary("x"),
    ];
    builder.option((), items);
    fill(&mut builder, items);
    builder.build().unwrap_err()
}

#[test]
fn build_refuses_two_items_of_one_name() {
    let error = build_error(|builder, _| {
        builder.primaries(2);
        builder.secondary("a");
        builder.secondary("x");
    });
    let (first, second) = (ItemId::new(0), ItemId::new(5));
    assert_eq!(
        error,
        BuildError::DuplicateName {
            name: "a".into(),
            first,
            second
        }
    );
    assert_snapshot!(error, @r#"item 0 and item 5 are both named "a""#);
}

#[test]
fn build_refuses_an_option_without_items() {
    let error = build_error(|builder, _| {
        builder.option((), Vec::<ItemId>::new());
    });
    assert_eq!(
        error,
        BuildError::EmptyOption {
            option: OptionId::new(1)
        }
    );
    assert_snapshot!(error, @"option 1 has no items");
}

#[test]
fn build_refuses_an_item_that_was_never_made() {
    let error = build_error(|builder, [a, ..]| {
        builder.option((), [a, ItemId::new(3)]);
    });
    let (option, item) = (OptionId::new(1), ItemId::new(3));
    assert_eq!(error, BuildError::UnknownItem { option, item });
    assert_snapshot!(error, @"option 1 has item 3, which does not exist");
}

#[test]
fn build_refuses_an_item_twice_in_an_option() {
    let error = build_error(|builder, [a, b, _]| {
        builder.option((), [a, b, a]);
    });
    let (option, item) = (OptionId::new(1), ItemId::new(0));
    assert_eq!(error, BuildError::DuplicateItem { option, item });
    assert_snapshot!(error, @"option 1 has item 0 twice");
    let error = build_error(|builder, [a, _, x]| {
        builder.option((), (a, [x.color('r'), x.color('r')]));
    });
    assert_eq!(
        error,
        BuildError::DuplicateItem {
            option,
            item: ItemId::new(2)
        }
    );
}

#[test]
fn build_refuses_a_color_on_a_primary_item() {
    let error = build_error(|builder, [a, b, _]| {
        builder.option((), (a, b.color('r')));
    });
    let (option, item) = (OptionId::new(1), ItemId::new(1));
    assert_eq!(error, BuildError::ColoredPrimary { option, item });
    assert_snapshot!(error, @"option 1 gives a color to item 1, which is primary");
}

#[test]
fn build_refuses_an_option_of_secondary_items_only() {
    let error = build_error(|builder, [.., x]| {
        builder.option((), [x]);
    });
    assert_eq!(
        error,
        BuildError::NoPrimaryItem {
            option: OptionId::new(1)
        }
    );
    assert_snapshot!(error, @"option 1 has no primary item, so it could never be chosen");
}

#[test]
fn build_reports_names_first_and_then_the_first_option() {
    let faulty = |builder: &mut Builder<()>, [a, b, x]: [ItemId; 3]| {
        builder.option((), [b, b]);
        builder.option((), [x]);
        builder.option((), [a, ItemId::new(9)]);
    };
    let error = build_error(faulty);
    let (option, item) = (OptionId::new(1), ItemId::new(1));
    assert_eq!(error, BuildError::DuplicateItem { option, item });
    let error = build_error(|builder, items| {
        faulty(builder, items);
        builder.primary("b");
    });
    assert!(matches!(error, BuildError::DuplicateName { .. }));
}

#[test]
fn a_tuple_has_the_items_of_its_parts_in_order() {
    let mut builder = Problem::builder();
    let items = builder.primaries(5);
    let x = builder.secondaries(2);
    let red = |item: ItemId| item.color('r');
    builder.option((), items[0]);
    builder.option((), (items[3], red(x[1])));
    let list = items[..2].iter().copied();
    builder.option(
        (),
        (list, x[0].color(Color::new(7)), (vec![items[4]], items[2])),
    );
    builder.option(
        (),
        (
            items[0],
            items[1],
            [items[2], items[3]],
            x.iter().map(|&x| red(x)),
        ),
    );
    let problem = builder.build().expect("a valid problem");
    let entries = |option| -> Vec<_> {
        let entries = problem.entries(OptionId::new(option)).iter();
        let color = |entry: &Entry| entry.color.map(Color::value);
        entries
            .map(|entry| (entry.item.index(), color(entry)))
            .collect()
    };
    let plain = |item: usize| (item, None);
    let color = |item: usize, color: u32| (item, Some(color));
    let r = u32::from('r');
    assert_eq!(entries(0), [plain(0)]);
    assert_eq!(entries(1), [plain(3), color(6, r)]);
    assert_eq!(
        entries(2),
        [plain(0), plain(1), color(5, 7), plain(4), plain(2)]
    );
    let last = [
        plain(0),
        plain(1),
        plain(2),
        plain(3),
        color(5, r),
        color(6, r),
    ];
    assert_eq!(entries(3), last);
}

#[test]
fn a_matrix_is_read_from_any_rows_of_zeros_and_ones() {
    let rows = [[0, 1, 1], [1, 0, 0], [1, 1, 1]];
    let expected = [vec![1, 2], vec![0], vec![0, 1, 2]];
    let same = |problem: Result<Problem<usize>, BuildError>| {
        let problem = problem.expect("a matrix of zeros and ones");
        assert_eq!(problem.item_count(), 3);
        for (row, option) in problem.options().enumerate() {
            let items = problem
                .entries(option)
                .iter()
                .map(|entry| entry.item.index());
            assert_eq!(items.collect::<Vec<_>>(), expected[row]);
            assert_eq!(*problem.label(option), row);
        }
        assert_eq!(problem.search().count().answer, 2);
    };
    same(Problem::from_rows(rows));
    same(Problem::from_rows(rows.iter()));
    same(Problem::from_rows(
        rows.map(|row| row.map(|cell| cell == 1)),
    ));
    same(Problem::from_rows(
        rows.map(|row| row.map(|cell| cell as u8).to_vec()),
    ));
    let vectors: Vec<Vec<i64>> = rows.iter().map(|row| row.map(i64::from).to_vec()).collect();
    same(Problem::from_rows(&vectors));
    same(Problem::from_rows(vectors.iter().map(|row| &row[..])));
    same(Problem::from_rows(vectors));
}

#[test]
fn a_matrix_without_rows_has_the_empty_solution() {
    let problem = Problem::from_rows(Vec::<Vec<bool>>::new()).expect("no rows");
    assert_eq!(problem.search().count().answer, 1);
}

#[test]
fn from_rows_names_the_row_that_it_refuses() {
    let (option, item) = (OptionId::new(1), ItemId::new(2));
    let ragged = Problem::from_rows([vec![0, 1, 1], vec![1, 0], vec![0, 0, 0]]).unwrap_err();
    let [expected, found] = [3, 2];
    assert_eq!(
        ragged,
        BuildError::RaggedRow {
            option,
            expected,
            found
        }
    );
    assert_snapshot!(ragged, @"expected 3 cells in row 1, found 2");
    let long = Problem::from_rows([&[true][..], &[true, true]]).unwrap_err();
    assert_snapshot!(long, @"expected 1 cells in row 1, found 2");
    let digit = Problem::from_rows([[1, 0, 1], [1, 0, 2]]).unwrap_err();
    assert_eq!(digit, BuildError::NotABit { option, item });
    assert_snapshot!(digit, @"row 1 has neither 0 nor 1 in column 2");
    // Characters are not what they show.
    let text = Problem::from_rows(["10", "01"].map(str::as_bytes)).unwrap_err();
    assert_snapshot!(text, @"row 0 has neither 0 nor 1 in column 0");
    let empty = Problem::from_rows([[1, 1], [0, 0]]).unwrap_err();
    assert_eq!(empty, BuildError::EmptyOption { option });
    let none = Problem::from_rows([[0_u8; 0]]).unwrap_err();
    assert_eq!(
        none,
        BuildError::EmptyOption {
            option: OptionId::new(0)
        }
    );
}

/// A unit test has the limit itself: a problem that large does not fit in the memory of a test.
#[test]
fn too_large_has_a_message() {
    assert_snapshot!(BuildError::TooLarge, @"the problem has more than 2^31 - 1 parts");
}

#[test]
fn verify_names_what_is_wrong() {
    let text = "a b | x y\na x:r\nb x:r\nb x:g\nb x\na y\nb y\na b\n";
    let problem = format::read(text).unwrap().problem;
    let verify = |options: &[usize]| {
        let options: Vec<OptionId> = options.iter().map(|&o| OptionId::new(o)).collect();
        problem.verify(&options)
    };
    let twice = |item, first, second| {
        let (first, second) = (OptionId::new(first), OptionId::new(second));
        Err(Violation::CoveredTwice {
            item: ItemId::new(item),
            first,
            second,
        })
    };
    let [a, b, x, y] = [0, 1, 2, 3];
    assert_eq!(verify(&[0, 1]), Ok(()));
    assert_eq!(verify(&[6]), Ok(()));
    assert_eq!(verify(&[0, 2]), twice(x, 0, 2));
    assert_eq!(verify(&[3, 0]), twice(x, 3, 0));
    assert_eq!(verify(&[4, 5]), twice(y, 4, 5));
    assert_eq!(verify(&[6, 0]), twice(a, 6, 0));
    assert_eq!(verify(&[0, 0]), twice(a, 0, 0));
    assert_eq!(
        verify(&[0]),
        Err(Violation::Uncovered {
            item: ItemId::new(b)
        })
    );
    assert_eq!(
        verify(&[]),
        Err(Violation::Uncovered {
            item: ItemId::new(a)
        })
    );
    assert_eq!(
        verify(&[0, 7]),
        Err(Violation::UnknownOption {
            option: OptionId::new(7)
        })
    );
    assert_snapshot!(verify(&[0, 2]).unwrap_err(), @"item 2 is covered by both option 0 and option 2");
    assert_snapshot!(verify(&[0]).unwrap_err(), @"primary item 1 is not covered");
    assert_snapshot!(verify(&[7]).unwrap_err(), @"option 7 does not exist");
}

#[test]
fn read_points_at_what_it_refuses() {
    let refusal = |text: &str| {
        let error = format::read(text).unwrap_err();
        let message = error.to_string();
        assert!(message.starts_with(&format!("{}:{}: ", error.line(), error.column())));
        message
    };
    assert_snapshot!(refusal(""), @"1:1: expected a line with the names of the items, found the end");
    assert_snapshot!(refusal("| a\n\n"), @"3:1: expected a line with the names of the items, found the end");
    assert_snapshot!(refusal("a | b | c"), @"1:7: expected a secondary item, found a second bar");
    assert_snapshot!(refusal("a b:c"), @"1:4: the name of an item cannot have a colon");
    assert_snapshot!(refusal("a | b a"), @r#"1:7: two items are named "a""#);
    assert_snapshot!(refusal("a | b |c"), @"1:7: expected a secondary item, found a second bar");
    assert_snapshot!(refusal("A| B"), @"1:2: expected a blank in front of the bar");
    assert_snapshot!(refusal("A|B"), @"1:2: expected a blank in front of the bar");
    assert_snapshot!(refusal("a b |x"), @"1:6: expected a blank behind the bar");
    assert_snapshot!(refusal("a || x"), @"1:4: expected a blank behind the bar");
    assert_snapshot!(refusal("a\na|3"), @"2:2: expected a blank in front of the cost");
    assert_snapshot!(refusal("a\na |18446744073709551616"), @"2:3: an option costs at most 2^64 - 1");
    assert_snapshot!(refusal("a\na |18446744073709551615 |1"), @"2:25: an option costs at most 2^64 - 1");
    assert_snapshot!(refusal("a\na |-3"), @"2:3: an option has a bar only in front of its cost, such as |7");
    assert_snapshot!(refusal("a\n| skipped\n\n a c:d"), @r#"4:4: no item is named "c""#);
    assert_snapshot!(refusal("a | x\nx:r a:g"), @r#"2:7: "a" is a primary item and cannot have a color"#);
    assert_snapshot!(refusal("a | x\na x:red"), @r#"2:5: expected a color of one character, found "red""#);
    assert_snapshot!(refusal("a | x\na x:"), @r#"2:5: expected a color of one character, found """#);
    assert_snapshot!(refusal("a | x\na x:r x:r"), @r#"2:7: the option has "x" twice"#);
    assert_snapshot!(refusal("a | x\na x:|"), @"2:5: a bar cannot be a color");
    assert_snapshot!(refusal("a | x\na x:a|3"), @r#"2:5: expected a color of one character, found "a|3""#);
    assert_snapshot!(refusal("a b | x\na b |x"), @"2:5: an option has a bar only in front of its cost, such as |7");
    assert_snapshot!(refusal("a b\na| b"), @"2:2: an option has a bar only in front of its cost, such as |7");
    assert_snapshot!(refusal("a | x\na :r"), @"2:3: expected the name of an item in front of the colon");
    // An option that would be ignored has to make sense all the same.
    assert_snapshot!(refusal("a | x\nx:r x:g"), @r#"2:5: the option has "x" twice"#);
    assert_snapshot!(refusal("a | x\nx y"), @r#"2:3: no item is named "y""#);
}

/// The example of Knuth's own DLX2, word for word: the program says that it ignores the third
/// option, and prints the solution `A C X:1 Y:1`, `B X:1`.
const KNUTH: &str = "\
| A simple example of color controls
A B C | X Y
A B X:0 Y:0
A C X:1 Y:1
X:0 Y:1
B X:1
C Y:1
";

#[test]
fn read_ignores_options_without_a_primary_item_with_a_warning() {
    let read = format::read(KNUTH).expect("Knuth's example");
    assert_eq!(read.warnings.len(), 1);
    let warning = read.warnings[0];
    let [line, column] = [warning.line(), warning.column()];
    assert_eq!([line, column], [5, 1]);
    assert_snapshot!(warning, @"5:1: the option has no primary item and is ignored");
    let problem = read.problem;
    let lines: Vec<usize> = problem.options().map(|o| *problem.label(o)).collect();
    assert_eq!(lines, [3, 4, 6, 7]);
    let mut found = Vec::new();
    for solution in problem.search().solutions() {
        let mut lines: Vec<usize> = solution.labels().copied().collect();
        lines.sort_unstable();
        found.push(lines);
        assert_eq!(problem.verify(solution.options()), Ok(()));
    }
    assert_eq!(found, [[4, 6]]);
}

#[test]
fn read_warns_of_every_ignored_option_where_it_begins() {
    let read = format::read("a | x y\n\tx\n| y\na\n  y:r x:g\r\nx").expect("no errors");
    let places = read.warnings.iter().map(|w| (w.line(), w.column()));
    assert_eq!(places.collect::<Vec<_>>(), [(2, 2), (5, 3), (6, 1)]);
    assert_eq!(read.problem.option_count(), 1);
    let none = format::read("a\na\n").expect("no errors").warnings;
    assert!(none.is_empty());
}

#[test]
fn messages_show_the_beginning_of_long_names() {
    let long = "\u{e4}".repeat(1 << 20);
    let shown = format!("{:?}... (1048576 characters)", "\u{e4}".repeat(64));
    let refusal = |text: String| format::read(&text).unwrap_err().to_string();
    assert_eq!(
        refusal(format!("a\n{long}\n")),
        format!("2:1: no item is named {shown}")
    );
    assert_eq!(
        refusal(format!("{long}\n{long} {long}\n")),
        format!("2:1048578: the option has {shown} twice")
    );
    assert_eq!(
        refusal(format!("{long} {long}\n")),
        format!("1:1048578: two items are named {shown}")
    );
    assert_eq!(
        refusal(format!("{long}\n{long}:r\n")),
        format!("2:1048578: {shown} is a primary item and cannot have a color")
    );
    assert_eq!(
        refusal(format!("a | x\na x:{long}\n")),
        format!("2:5: expected a color of one character, found {shown}")
    );
    let mut builder = Problem::<()>::builder();
    builder.primary(&*long);
    builder.primary(&*long);
    let error = builder.build().unwrap_err().to_string();
    assert_eq!(error, format!("item 0 and item 1 are both named {shown}"));
    let mut builder = Problem::<()>::builder();
    builder.primary(format!("{long}:"));
    let error = format::write(&builder.build().unwrap())
        .unwrap_err()
        .to_string();
    let shown = shown.replace("1048576", "1048577");
    assert_eq!(
        error,
        format!("the name {shown} of item 0 is empty or has a blank, a bar or a colon")
    );
}

#[test]
fn read_counts_columns_in_characters_and_reports_the_first_error() {
    let error = format::read("\u{e4}\u{f6} b\n\u{e4}\u{f6} \u{fc}\nb b\n").unwrap_err();
    assert_eq!((error.line(), error.column()), (2, 4));
}

#[test]
fn read_takes_what_editors_leave_behind() {
    let problem = format::read("\u{feff}a\tb |\r\n\r\n  | comment\r\n a  b \r\nb")
        .unwrap()
        .problem;
    assert_eq!((problem.item_count(), problem.option_count()), (2, 2));
    assert_eq!(problem.name(ItemId::new(0)), Some("a"));
    let lines: Vec<usize> = problem.options().map(|o| *problem.label(o)).collect();
    assert_eq!(lines, [4, 5]);
    let comment_first = format::read("| comment\na\na\n").unwrap().problem;
    assert_eq!(comment_first.search().count().answer, 1);
}

#[test]
fn names_end_at_every_blank_and_nowhere_else() {
    for sign in (0..=0x3001).filter_map(char::from_u32) {
        if "|:\n\r".contains(sign) {
            continue;
        }
        // With a letter beyond ASCII or without.
        for first in ["a", "\u{e4}"] {
            let text = format!("{first}{sign}b c\n{first}{sign}b c\n");
            let problem = format::read(&text).unwrap().problem;
            let names = if sign.is_whitespace() { 3 } else { 2 };
            assert_eq!(problem.item_count(), names, "{sign:?} behind {first}");
        }
    }
}

#[test]
fn write_refuses_names_that_would_not_come_back() {
    let refusal = |name: &str| {
        let mut builder = Problem::<()>::builder();
        builder.primary("a");
        builder.secondary(name);
        format::write(&builder.build().unwrap()).unwrap_err()
    };
    for name in ["", "b c", "b\n", "b|c", "b:c", "\u{a0}", "\u{feff}b"] {
        let item = ItemId::new(1);
        assert_eq!(
            refusal(name),
            WriteError::Name {
                item,
                name: name.into()
            }
        );
    }
    assert_snapshot!(refusal("b c"), @r#"the name "b c" of item 1 is empty or has a blank, a bar or a colon"#);
}

#[test]
fn write_refuses_colors_that_are_not_visible_characters() {
    let refusal = |color: Color| {
        let mut builder = Problem::builder();
        let (a, x) = (builder.primary("a"), builder.secondary("x"));
        builder.option((), [a]);
        builder.option((), (a, x.color(color)));
        format::write(&builder.build().unwrap()).unwrap_err()
    };
    let surrogate = Color::new(0xD800);
    for color in [
        Color::new(0),
        ' '.into(),
        '|'.into(),
        surrogate,
        Color::new(Color::MAX),
    ] {
        let option = OptionId::new(1);
        assert_eq!(refusal(color), WriteError::Color { option, color });
    }
    assert_snapshot!(refusal(surrogate), @"option 1 has color 55296, which is not a visible character");
}

#[test]
fn write_refuses_a_problem_without_primary_items() {
    let mut builder = Problem::<()>::builder();
    builder.secondary("x");
    for problem in [
        builder.build().unwrap(),
        Problem::builder().build().unwrap(),
    ] {
        assert_eq!(format::write(&problem), Err(WriteError::NoPrimaryItems));
    }
    assert_snapshot!(WriteError::NoPrimaryItems, @"the problem has no primary items");
}

#[test]
fn write_has_a_bar_only_in_front_of_secondary_items() {
    for text in ["a b\na\nb\n", "a b | c\na c\nb\n"] {
        let problem = format::read(text).expect("well formed").problem;
        assert_eq!(format::write(&problem).as_deref(), Ok(text));
    }
}

#[test]
fn write_names_items_without_a_name_around_those_that_have_one() {
    let mut builder = Problem::builder();
    let x = builder.secondaries(1)[0];
    let a = builder.primary("#0");
    let b = builder.primaries(1)[0];
    builder.option((), (x.color('r'), b, a));
    let text = format::write(&builder.build().unwrap()).unwrap();
    assert_eq!(text, "#0 ##2 | ##0\n##0:r ##2 #0\n");
}

type Items = Vec<(bool, Option<String>)>;
type Entries = Vec<(usize, Option<char>)>;

/// Per item whether it is primary and its name; and per option its cost and its entries, some of
/// them of items that are primary and get no color.
fn descriptions() -> impl Strategy<Value = (Items, Vec<(u64, Entries)>)> {
    let name = prop::option::weighted(0.8, "[a-z#0-9\u{e4}\u{1f600}]{1,2}");
    prop::collection::vec((any::<bool>(), name), 1..7).prop_flat_map(|mut items| {
        items[0].0 = true;
        let rest: Vec<usize> = (1..items.len()).collect();
        let most = rest.len();
        let color = prop::option::of("[a-c:#\u{e4}]".prop_map(|c| c.chars().next().unwrap()));
        let colors = prop::collection::vec(color, items.len());
        let option = (
            prop::sample::subsequence(rest, 0..=most).prop_shuffle(),
            colors,
        )
            .prop_map(|(rest, colors)| {
                let all = rest.into_iter().chain([0]);
                all.map(|item| (item, colors[item])).collect::<Entries>()
            });
        let cost = prop_oneof![2 => Just(0), 1 => any::<u64>()];
        (Just(items), prop::collection::vec((cost, option), 0..6))
    })
}

#[test]
fn costs_of_an_option_add_up_wherever_they_are() {
    let text = "a b | x\na |2 x:1 |3\nb\nb |0 |18446744073709551615\n";
    let problem = format::read(text).expect("well formed").problem;
    let costs: Vec<u64> = problem.options().map(|o| problem.cost(o)).collect();
    assert_eq!(costs, [5, 0, u64::MAX]);
    assert_eq!(
        format::write(&problem).as_deref(),
        Ok("a b | x\na x:1 |5\nb\nb |18446744073709551615\n")
    );
}

#[test]
#[should_panic(expected = "no such option")]
fn an_option_that_does_not_exist_has_no_cost() {
    let mut builder = Problem::<()>::builder();
    builder.primary("a");
    let _ = builder.build().expect("well formed").cost(OptionId::new(0));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn what_was_written_reads_back_as_the_same_problem((items, options) in descriptions()) {
        let mut builder = Problem::builder();
        for (item, (primary, name)) in items.iter().enumerate() {
            // Two items may have drawn the same name: the second stays without one.
            let name = name.as_ref().filter(|&name| {
                items[..item].iter().all(|(_, earlier)| earlier.as_ref() != Some(name))
            });
            match (primary, name) {
                (true, Some(name)) => drop(builder.primary(name)),
                (false, Some(name)) => drop(builder.secondary(name)),
                (true, None) => drop(builder.primaries(1)),
                (false, None) => drop(builder.secondaries(1)),
            }
        }
        for (cost, entries) in &options {
            builder.option_with_cost((), *cost, entries.iter().map(|&(item, color)| Entry {
                item: ItemId::new(item),
                color: color.filter(|_| !items[item].0).map(Color::from),
            }));
        }
        let problem = builder.build().unwrap();
        let text = format::write(&problem).unwrap();
        let back = format::read(&text).unwrap().problem;
        prop_assert_eq!(format::write(&back).unwrap(), text);
        prop_assert_eq!(back.option_count(), problem.option_count());

        // Items are renumbered, primary ones first, and keep their order otherwise.
        let (mut order, secondary): (Vec<ItemId>, Vec<ItemId>) =
            problem.items().partition(|&item| problem.is_primary(item));
        let primaries = order.len();
        order.extend(secondary);
        prop_assert_eq!(back.item_count(), order.len());
        for (k, &item) in order.iter().enumerate() {
            prop_assert_eq!(back.is_primary(ItemId::new(k)), k < primaries);
            if let Some(name) = problem.name(item) {
                prop_assert_eq!(back.name(ItemId::new(k)), Some(name));
            }
        }
        for option in problem.options() {
            let renumbered: Vec<Entry> = back.entries(option).iter()
                .map(|entry| Entry { item: order[entry.item.index()], ..*entry })
                .collect();
            prop_assert_eq!(&renumbered[..], problem.entries(option));
            prop_assert_eq!(back.cost(option), problem.cost(option));
        }
    }

    #[test]
    fn read_never_panics_and_points_into_the_text(text in "[ab|: 7\n\u{e4}\u{feff}]{0,40}") {
        let places = match format::read(&text) {
            Ok(read) => read.warnings.iter().map(|w| (w.line(), w.column())).collect(),
            Err(error) => vec![(error.line(), error.column())],
        };
        let lines = text.lines().count();
        for (line, column) in places {
            prop_assert!((1..=lines + 1).contains(&line));
            let line = text.lines().nth(line - 1).unwrap_or("");
            prop_assert!((1..=line.chars().count() + 1).contains(&column));
        }
    }
}
