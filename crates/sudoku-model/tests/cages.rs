//! Sums of cages against all subsets of the digits.

use sudoku_model::{cage, Digits};

/// All sets of the digits `1..=side`, as lists of rising digits.
fn subsets(side: u8) -> Vec<Vec<u8>> {
    let all = 0..1_u32 << side;
    all.map(|bits| {
        (1..=side)
            .filter(|digit| bits >> (digit - 1) & 1 == 1)
            .collect()
    })
    .collect()
}

fn sum(set: &[u8]) -> u32 {
    set.iter().copied().map(u32::from).sum()
}

#[test]
fn totals_are_the_sums_that_subsets_have() {
    for side in 4..=12 {
        let subsets = subsets(side);
        for size in 0..=usize::from(side) + 1 {
            let of_size = subsets.iter().filter(|set| set.len() == size);
            let mut sums: Vec<u32> = of_size.map(|set| sum(set)).collect();
            sums.sort_unstable();
            sums.dedup();
            let totals: Vec<u32> = cage::totals(side.into(), size).collect();
            assert_eq!(totals, sums, "{size} of {side} digits");
        }
    }
}

#[test]
fn combinations_are_the_subsets_with_that_sum_in_lexicographic_order() {
    for side in 4..=12 {
        let subsets = subsets(side);
        // One total below and one above what any set reaches.
        let most = u32::from(side) * (u32::from(side) + 1) / 2 + 1;
        let excluded = [vec![], vec![1], vec![side], vec![2, 3], vec![1, 4, side]];
        for excluded in excluded {
            let mut expected = vec![vec![Vec::new(); most as usize + 1]; usize::from(side) + 2];
            for set in &subsets {
                if set.iter().all(|digit| !excluded.contains(digit)) {
                    expected[set.len()][sum(set) as usize].push(set.clone());
                }
            }
            let banned: Digits = excluded.iter().copied().collect();
            for (size, by_total) in expected.iter_mut().enumerate() {
                for (total, sets) in by_total.iter_mut().enumerate() {
                    sets.sort();
                    let found = cage::combinations(side.into(), size, total as u32, banned);
                    let found: Vec<Vec<u8>> = found
                        .into_iter()
                        .map(|set| set.digits().collect())
                        .collect();
                    assert_eq!(
                        found, *sets,
                        "{size} of {side}, total {total}, not {banned}"
                    );
                }
            }
        }
    }
}

#[test]
fn combinations_of_large_boards_are_as_many_as_documented() {
    let most = |side: usize| {
        let sizes = 0..=side;
        let totals = sizes.flat_map(|size| cage::totals(side, size).map(move |t| (size, t)));
        let counts =
            totals.map(|(size, t)| cage::combinations(side, size, t, Digits::empty()).len());
        counts.max()
    };
    assert_eq!(most(9), Some(12));
    assert_eq!(most(16), Some(526));
    let middle = cage::combinations(25, 12, 156, Digits::empty());
    assert_eq!(middle.len(), 110_780);
    assert!(middle.iter().all(|set| set.len() == 12 && set.sum() == 156));
}

#[test]
fn digits_that_are_not_on_the_board_may_be_excluded() {
    let beyond = Digits::up_to(25) - Digits::up_to(9);
    let all = cage::combinations(9, 4, 20, Digits::empty());
    assert_eq!(cage::combinations(9, 4, 20, beyond), all);
}
