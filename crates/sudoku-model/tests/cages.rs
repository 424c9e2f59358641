//! Sums of cages against all subsets of the digits.

use sudoku_model::{cage, Digits};

/// Digits as boards have them: from 1, from 0, and some with gaps.
fn digits() -> impl Iterator<Item = Digits> {
    let gaps = [
        vec![2, 3, 5, 7],
        vec![1, 3, 4, 5, 6, 7, 8, 9],
        vec![0, 4, 5, 7, 11, 25],
    ];
    let from_zero = (4..=12).map(|count| (0..count).collect());
    let from_one = (4..=12).map(Digits::up_to);
    let gaps = gaps.into_iter().map(|digits| digits.into_iter().collect());
    from_one.chain(from_zero).chain(gaps)
}

/// All sets of the digits, as lists of rising digits.
fn subsets(digits: Digits) -> Vec<Vec<u8>> {
    let mut subsets = vec![vec![]];
    for digit in digits.digits() {
        let with = |set: &Vec<u8>| [&set[..], &[digit]].concat();
        let more: Vec<Vec<u8>> = subsets.iter().map(with).collect();
        subsets.extend(more);
    }
    subsets
}

fn sum(set: &[u8]) -> u32 {
    set.iter().copied().map(u32::from).sum()
}

#[test]
fn totals_begin_and_end_with_sums_that_subsets_have() {
    for digits in digits() {
        let subsets = subsets(digits);
        let no_gap = digits.max() < Some(digits.len() as u8 + 1);
        for size in 0..=digits.len() + 1 {
            let of_size = subsets.iter().filter(|set| set.len() == size);
            let mut sums: Vec<u32> = of_size.map(|set| sum(set)).collect();
            sums.sort_unstable();
            sums.dedup();
            let totals: Vec<u32> = cage::totals(digits, size).collect();
            assert_eq!(totals.first(), sums.first(), "{size} of {digits}");
            assert_eq!(totals.last(), sums.last(), "{size} of {digits}");
            assert!(!no_gap || totals == sums, "{size} of {digits}");
        }
    }
}

#[test]
fn combinations_are_the_subsets_with_that_sum_in_lexicographic_order() {
    for digits in digits() {
        let subsets = subsets(digits);
        // One total above what any set reaches.
        let most = digits.sum() as usize + 1;
        let mut expected = vec![vec![Vec::new(); most + 1]; digits.len() + 2];
        for set in subsets {
            expected[set.len()][sum(&set) as usize].push(set);
        }
        for (size, by_total) in expected.iter_mut().enumerate() {
            for (total, sets) in by_total.iter_mut().enumerate() {
                sets.sort();
                let found = cage::combinations(digits, size, total as u32);
                let found: Vec<Vec<u8>> = found
                    .into_iter()
                    .map(|set| set.digits().collect())
                    .collect();
                assert_eq!(found, *sets, "{size} of {digits}, total {total}");
            }
        }
    }
}

#[test]
fn combinations_of_large_boards_are_as_many_as_documented() {
    let most = |side: usize| {
        let digits = Digits::up_to(side);
        let totals = (0..=side).flat_map(|size| cage::totals(digits, size).map(move |t| (size, t)));
        let counts = totals.map(|(size, t)| cage::combinations(digits, size, t).len());
        counts.max()
    };
    assert_eq!(most(9), Some(12));
    assert_eq!(most(16), Some(526));
    let middle = cage::combinations(Digits::up_to(25), 12, 156);
    assert_eq!(middle.len(), 110_780);
    assert!(middle.iter().all(|set| set.len() == 12 && set.sum() == 156));
}
