//! `Dlx` against the rules of the homework's header, stated again as a small program.

use exactcover::{Dlx, RowError};
use proptest::prelude::*;

/// The rules, literally: walk the header list from left to right, `<=` keeps the last minimal
/// column; try its rows in the order of adding; go deep first. `headers` are the columns still
/// to cover and `rows` the ones that are left, each with its id.
fn header_rules(headers: &[usize], rows: &[(i32, Vec<usize>)]) -> Option<Vec<i32>> {
    let size = |column| {
        rows.iter()
            .filter(|(_, items)| items.contains(column))
            .count()
    };
    let mut best: Option<&usize> = None;
    for column in headers {
        if best.map_or(true, |best| size(column) <= size(best)) {
            best = Some(column);
        }
    }
    let column = match best {
        None => return Some(Vec::new()),
        Some(column) => column,
    };
    rows.iter()
        .filter(|(_, items)| items.contains(column))
        .find_map(|(id, items)| {
            let left: Vec<usize> = headers
                .iter()
                .copied()
                .filter(|c| !items.contains(c))
                .collect();
            let disjoint =
                |row: &&(i32, Vec<usize>)| row.1.iter().all(|item| !items.contains(item));
            let rows: Vec<_> = rows.iter().filter(disjoint).cloned().collect();
            let rest = header_rules(&left, &rows)?;
            Some([vec![*id], rest].concat())
        })
}

fn expected(n: usize, rows: &[(i32, Vec<usize>)]) -> Vec<i32> {
    header_rules(&(1..=n).collect::<Vec<_>>(), rows).unwrap_or_default()
}

fn dlx(n: usize, rows: &[(i32, Vec<usize>)]) -> Dlx {
    let mut dlx = Dlx::new();
    dlx.init(n);
    for (id, items) in rows {
        dlx.add_row(*id, items).expect("a valid row");
    }
    dlx
}

/// Rows of 1 to 4 items in any order; the ids are from a small range, so that some repeat.
fn rows() -> impl Strategy<Value = (usize, Vec<(i32, Vec<usize>)>)> {
    (1_usize..10).prop_flat_map(|n| {
        let items = prop::sample::subsequence((1..=n).collect::<Vec<_>>(), 1..=n.min(4));
        (
            Just(n),
            prop::collection::vec((-9..9, items.prop_shuffle()), 0..24),
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2048))]

    #[test]
    fn gives_the_answer_of_the_header_in_the_same_order((n, rows) in rows()) {
        let mut dlx = dlx(n, &rows);
        let answer = expected(n, &rows);
        prop_assert_eq!(dlx.solver(), answer.clone());
        prop_assert_eq!(dlx.solver(), answer);
    }

    /// Adding row after row, with a call after each: failures leave it usable, and the first
    /// success stays.
    #[test]
    fn can_be_asked_after_every_row((n, rows) in rows()) {
        let mut dlx = dlx(n, &[]);
        let mut answer = Vec::new();
        for (k, (id, items)) in rows.iter().enumerate() {
            dlx.add_row(*id, items).expect("a valid row");
            if answer.is_empty() {
                answer = expected(n, &rows[..=k]);
            }
            prop_assert_eq!(dlx.solver(), answer.clone());
        }
    }
}

fn knuth() -> Vec<(i32, Vec<usize>)> {
    let rows: [&[usize]; 6] = [
        &[1, 4, 7],
        &[1, 4],
        &[4, 5, 7],
        &[3, 5, 6],
        &[2, 3, 6, 7],
        &[2, 7],
    ];
    (1..).zip(rows.iter().map(|row| row.to_vec())).collect()
}

#[test]
fn solves_the_example_of_knuth() {
    assert_eq!(dlx(7, &knuth()).solver(), [4, 6, 2]);
    assert_eq!(expected(7, &knuth()), [4, 6, 2]);
}

#[test]
fn branches_on_the_last_of_the_smallest_columns() {
    let rows = [(1, vec![1]), (2, vec![2]), (3, vec![3]), (4, vec![3])];
    assert_eq!(dlx(3, &rows).solver(), [2, 1, 3]);
}

#[test]
fn tries_rows_in_the_order_of_adding() {
    let rows = [(9, vec![2, 1]), (1, vec![1, 2])];
    assert_eq!(dlx(2, &rows).solver(), [9]);
}

#[test]
fn can_be_used_again_after_a_failure() {
    let mut dlx = dlx(2, &[(1, vec![1])]);
    assert!(dlx.solver().is_empty());
    dlx.add_row(2, &[2]).unwrap();
    assert_eq!(dlx.solver(), [2, 1]);
}

#[test]
fn keeps_its_answer_after_a_success_until_init() {
    let mut dlx = dlx(2, &[(1, vec![1]), (2, vec![2])]);
    assert_eq!(dlx.solver(), [2, 1]);
    // Alone, this row would now be the answer.
    dlx.add_row(3, &[1, 2]).unwrap();
    assert_eq!(dlx.solver(), [2, 1]);
    dlx.init(2);
    assert!(dlx.solver().is_empty());
    dlx.add_row(3, &[1, 2]).unwrap();
    assert_eq!(dlx.solver(), [3]);
}

#[test]
fn no_items_have_the_empty_answer() {
    assert!(Dlx::new().solver().is_empty());
    assert!(dlx(0, &[]).solver().is_empty());
}

#[test]
fn echoes_ids_that_are_negative_or_repeat() {
    let rows = [
        (i32::MIN, vec![1]),
        (i32::MIN, vec![2]),
        (i32::MAX, vec![3]),
        (0, vec![4]),
    ];
    assert_eq!(dlx(4, &rows).solver(), [0, i32::MAX, i32::MIN, i32::MIN]);
}

#[test]
fn refuses_rows_on_which_the_header_is_undefined() {
    let mut dlx = dlx(3, &[]);
    let mut refusal = |id, items: &[usize]| {
        let error = dlx.add_row(id, items).unwrap_err();
        (error, error.to_string())
    };
    let (error, message) = refusal(-7, &[]);
    assert_eq!(error, RowError::Empty { id: -7 });
    insta::assert_snapshot!(message, @"row -7 has no items");
    let (error, message) = refusal(1, &[3, 4]);
    assert_eq!(
        error,
        RowError::OutOfRange {
            id: 1,
            item: 4,
            n: 3
        }
    );
    insta::assert_snapshot!(message, @"row 1 has item 4, but items are 1..=3");
    assert_eq!(
        refusal(2, &[0]).0,
        RowError::OutOfRange {
            id: 2,
            item: 0,
            n: 3
        }
    );
    let (error, message) = refusal(3, &[2, 1, 2]);
    assert_eq!(error, RowError::Repeated { id: 3, item: 2 });
    insta::assert_snapshot!(message, @"row 3 has item 2 twice");
}

#[test]
fn a_refused_row_is_not_added() {
    let mut dlx = dlx(2, &[(1, vec![1])]);
    assert!(dlx.add_row(2, &[2, 2]).is_err());
    assert!(dlx.add_row(3, &[2, 3]).is_err());
    assert!(dlx.solver().is_empty());
    dlx.add_row(4, &[2]).unwrap();
    assert_eq!(dlx.solver(), [4, 1]);
}
