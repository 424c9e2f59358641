//! Counting without listing: against enumeration, against the oracle, and against formulas.

mod common;
mod tilings;

use common::{build, descriptions};
use exactcover::{
    Builder, Color, Count, Entry, ItemId, Limit, Limits, Outcome, Problem, SplitMix64, Stats,
};
use proptest::prelude::{prop_assert_eq, proptest, ProptestConfig};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use tilings::dominoes;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn elimination_counts_the_solutions_of_the_oracle(
        description in descriptions(),
    ) {
        let (problem, oracle) = build(&description);
        let report = problem.search().count_by_diagram();
        prop_assert_eq!(report.outcome, Outcome::Exhausted);
        prop_assert_eq!(report.stats.engine, Some("diagram"));
        let expected = Count::from(oracle.solutions().len() as u64);
        prop_assert_eq!(&report.answer, &expected);
        let both = problem.count_all(Limits::none());
        prop_assert_eq!((both.outcome, both.answer), (Outcome::Exhausted, expected));
    }
}

/// A problem whose options lie near each other along a line or in a tree of items.
fn local(seed: u64) -> Problem {
    let mut random = SplitMix64::new(seed);
    let (items, tree) = (6 + random.below(8), random.below(2) == 0);
    let colors = [1, 2, 40][random.below(3)];
    let mut builder = Problem::builder();
    let primary = builder.primaries(items);
    let secondary = builder.secondaries(items);
    for k in 0..items {
        builder.option((), [primary[k]]);
        for _ in 0..1 + random.below(4) {
            let mut option: Vec<Entry> = vec![primary[k].into()];
            let (mut near, size) = (k, random.below(4));
            while near > 0 && option.len() <= size {
                near = if tree { (near - 1) / 2 } else { near - 1 };
                if random.below(3) > 0 {
                    option.push(primary[near].into());
                }
                if random.below(3) == 0 {
                    let color = random.below(colors + 1) as u32;
                    let color = Some(color).filter(|&color| color > 0).map(Color::new);
                    option.push(Entry {
                        item: secondary[near],
                        color,
                    });
                }
            }
            builder.option((), option);
        }
    }
    builder.build().expect("a valid problem")
}

#[test]
fn elimination_counts_what_enumeration_counts() {
    let mut large = 0;
    for seed in 0..200 {
        let problem = local(seed);
        let limits = Limits::none().nodes(20_000);
        let listed = problem.search().limits(limits).count();
        let counted = problem.search().count_by_diagram();
        assert_eq!(counted.outcome, Outcome::Exhausted, "seed {seed}");
        if listed.outcome == Outcome::Exhausted {
            assert_eq!(counted.answer, listed.answer, "seed {seed}");
        } else {
            let least = Count::from(listed.answer);
            assert!(counted.answer >= least, "seed {seed}");
            large += 1;
        }
    }
    assert!(large < 100, "{large} could not be compared");
}

/// Words of five letters for the rows and columns of a square.
#[test]
fn long_keys_count_what_enumeration_counts() {
    let mut random = SplitMix64::new(9);
    for letters in [2, 3] {
        let mut builder = Problem::builder();
        let lines = builder.primaries(10);
        // A color that is never met makes the fields of a key wide.
        let squares = builder.secondaries(25);
        for (k, &line) in lines.iter().enumerate() {
            for _ in 0..12 {
                let square = |j: usize| if k < 5 { 5 * k + j } else { 5 * j + k - 5 };
                let word = (0..5)
                    .map(|j| squares[square(j)].color(Color::new(random.below(letters) as u32)));
                builder.option((), (line, word.collect::<Vec<_>>()));
            }
        }
        for &square in &squares {
            for color in 100..110 {
                let alone = builder.primaries(1)[0];
                builder.option((), [alone.into(), square.color(Color::new(color))]);
                builder.option((), [alone]);
            }
        }
        let problem: Problem = builder.build().expect("a valid problem");
        let counted = problem.search().count_by_diagram();
        assert_eq!(counted.outcome, Outcome::Exhausted);
        assert_eq!(counted.answer, problem.search().count().answer);
    }
}

const PRIME: u64 = (1 << 61) - 1;

fn times(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(PRIME)) as u64
}

fn power(mut base: u64, mut exponent: u64) -> u64 {
    let mut product = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            product = times(product, base);
        }
        base = times(base, base);
        exponent /= 2;
    }
    product
}

/// Kasteleyn: the number of tilings is the determinant of the matrix of black and white squares,
/// in which every second column of vertical dominoes is negative. Here it is modulo a prime, and up
/// to its sign.
fn kasteleyn(rows: usize, columns: usize) -> u64 {
    let half = rows * columns / 2;
    let number = |row: usize, column: usize| (row * columns + column) / 2;
    let mut matrix = vec![vec![0; half]; half];
    for row in 0..rows {
        for column in (0..columns).filter(|column| (row + column) % 2 == 0) {
            let mut meets = |r: usize, c: usize, value| {
                if r < rows && c < columns {
                    matrix[number(row, column)][number(r, c)] = value;
                }
            };
            let sign = if column % 2 == 0 { 1 } else { PRIME - 1 };
            meets(row, column + 1, 1);
            meets(row, column.wrapping_sub(1), 1);
            meets(row + 1, column, sign);
            meets(row.wrapping_sub(1), column, sign);
        }
    }
    let mut determinant = 1;
    for k in 0..half {
        let pivot = match (k..half).find(|&row| matrix[row][k] != 0) {
            Some(pivot) => pivot,
            None => return 0,
        };
        matrix.swap(k, pivot);
        determinant = times(determinant, matrix[k][k]);
        let inverse = power(matrix[k][k], PRIME - 2);
        let (above, below) = matrix.split_at_mut(k + 1);
        for row in below.iter_mut().filter(|row| row[k] != 0) {
            let factor = times(row[k], inverse);
            for (value, &up) in row[k..].iter_mut().zip(&above[k][k..]) {
                *value = (*value + PRIME - times(factor, up)) % PRIME;
            }
        }
    }
    determinant
}

/// Kasteleyn's product of cosines, as a binary logarithm.
fn logarithm(rows: usize, columns: usize) -> f64 {
    let cosine = |k: usize, n: usize| {
        let angle = std::f64::consts::PI * k as f64 / (n + 1) as f64;
        4.0 * angle.cos().powi(2)
    };
    let pairs = (1..=rows).flat_map(|j| (1..=columns).map(move |k| (j, k)));
    let factors = pairs.map(|(j, k)| (cosine(j, rows) + cosine(k, columns)).log2());
    factors.sum::<f64>() / 4.0
}

fn agrees_with_kasteleyn(rows: usize, columns: usize) {
    let report = dominoes(rows, columns).count_all(Limits::none());
    assert_eq!(report.outcome, Outcome::Exhausted);
    let text = report.answer.to_string();
    let rest = text.bytes().fold(0, |rest, digit| {
        (times(rest, 10) + u64::from(digit - b'0')) % PRIME
    });
    let expected = kasteleyn(rows, columns);
    assert!(
        rest == expected || rest == (PRIME - expected) % PRIME,
        "{rows} x {columns}: {text}"
    );
    if rest > 0 {
        let difference = report.answer.log2() - logarithm(rows, columns);
        assert!(difference.abs() < 1e-6, "{rows} x {columns}: {text}");
    }
}

#[test]
fn dominoes_are_as_many_as_kasteleyn_says() {
    for (rows, columns) in [
        (2, 2),
        (2, 3),
        (4, 5),
        (6, 6),
        (8, 9),
        (7, 18),
        (10, 10),
        (13, 12),
        (4, 60),
    ] {
        agrees_with_kasteleyn(rows, columns);
    }
}

#[test]
#[ignore = "half a minute in release: cargo test --release -p exactcover --test count_all -- --ignored"]
fn large_boards_of_dominoes_are_as_many_as_kasteleyn_says() {
    for side in [14, 16, 18, 20, 22, 24] {
        agrees_with_kasteleyn(side, side);
    }
}

#[test]
fn matchings_and_partitions_are_as_many_as_their_formulas_say() {
    // Pairs of 18 people: 17 * 15 * ... * 1.
    let mut builder: Builder<()> = Problem::builder();
    let people = builder.primaries(18);
    for (k, &a) in people.iter().enumerate() {
        for &b in &people[..k] {
            builder.option((), [a, b]);
        }
    }
    let pairs = builder.build().expect("a valid problem");
    let report = pairs.search().count_by_diagram();
    assert_eq!(report.answer, (1..18).step_by(2).product::<u128>());

    // All partitions of a set of 9: Bell's number.
    let mut builder: Builder<()> = Problem::builder();
    let items = builder.primaries(9);
    for set in 1..1 << 9 {
        let some = items.iter().enumerate().filter(|(k, _)| set >> k & 1 == 1);
        builder.option((), some.map(|(_, &item)| item));
    }
    let partitions: Problem = builder.build().expect("a valid problem");
    assert_eq!(partitions.search().count_by_diagram().answer, 21_147);

    // 300 items with two options each, and nothing else in common.
    let mut builder: Builder<()> = Problem::builder();
    for item in builder.primaries(300) {
        builder.option((), [item]);
        builder.option((), [item]);
    }
    let coins = builder.build().expect("a valid problem");
    let report = coins.count_all(Limits::none());
    assert_eq!(report.answer.log2(), 300.0);
    assert_eq!(report.answer.to_u128(), None);
}

#[test]
fn counts_that_are_known_before_any_item_is_eliminated() {
    let problem: Problem = Problem::builder().build().expect("a valid problem");
    assert_eq!(problem.search().count_by_diagram().answer, 1);
    let mut builder: Builder<()> = Problem::builder();
    let items = builder.primaries(3);
    builder.option((), [items[0], items[1]]);
    let problem = builder.build().expect("a valid problem");
    let report = problem.search().count_by_diagram();
    assert_eq!(
        (report.outcome, report.answer.is_zero()),
        (Outcome::Exhausted, true)
    );
}

#[test]
fn counting_that_does_not_fit_in_memory_says_so() {
    let problem = dominoes(14, 14);
    let report = problem.count_all(Limits::none().memory(20_000));
    assert_eq!(report.outcome, Outcome::LimitReached(Limit::Memory));
    assert!(report.answer.log2() < 70.0);
    // What enumeration counts in a moment needs no tables.
    let report = dominoes(6, 6).count_all(Limits::none().memory(0));
    assert_eq!(
        (report.outcome, report.answer),
        (Outcome::Exhausted, Count::from(6728_u64))
    );
    let report = dominoes(6, 6)
        .search()
        .limits(Limits::none().memory(0))
        .count_by_diagram();
    assert_eq!(report.outcome, Outcome::LimitReached(Limit::Memory));
    assert!(report.answer.is_zero());
}

/// One man in each row and column of a board: queens, with their diagonals, or rooks, without. Of
/// the squares, about so many in a hundred are holes.
fn men(side: usize, rooks: bool, holes: usize) -> Problem {
    let mut random = SplitMix64::new(1);
    let mut builder: Builder<()> = Problem::builder();
    let lines = builder.primaries(2 * side);
    let diagonals: Vec<ItemId> = builder.secondaries(4 * side);
    for row in 0..side {
        for column in 0..side {
            let (up, down) = (row + column, 2 * side + row + side - column);
            let option = [
                lines[row],
                lines[side + column],
                diagonals[up],
                diagonals[down],
            ];
            let option = option.into_iter().take(if rooks { 2 } else { 4 });
            if random.below(100) >= holes {
                builder.option((), option);
            }
        }
    }
    builder.build().expect("a valid problem")
}

#[test]
fn counting_without_memory_enumerates_only_what_it_hopes_to_see_the_end_of() {
    // Far more than what is enumerated before there is any elimination.
    let report = men(13, false, 0).count_all(Limits::none().memory(0));
    assert_eq!(report.outcome, Outcome::Exhausted);
    assert_eq!(report.answer, 73_712);
    assert!(report.stats.updates > 1 << 22);
    // 25 rooks: 2^25 states, and far more solutions.
    for memory in [0, 3_000_000] {
        let report = men(25, true, 10).count_all(Limits::none().memory(memory));
        assert_eq!(report.outcome, Outcome::LimitReached(Limit::Memory));
        assert!(!report.answer.is_zero());
        assert!(report.stats.updates < 1 << 22, "{:?}", report.stats);
    }
}

/// As many states as above, but no rook is better off on one square of its row than on another.
#[test]
fn options_that_no_symmetry_tells_apart_are_counted_once() {
    let report = men(25, true, 0).count_all(Limits::none().memory(3_000_000));
    assert_eq!(report.outcome, Outcome::Exhausted);
    assert_eq!(report.answer, (1..=25).product::<u128>());
    // One of the first row, one of the second, and so on: there is next to nothing left to
    // eliminate.
    assert!(report.stats.nodes < 1 << 12, "{report:?}");
    // 60!, by its bits.
    let report = men(60, true, 0).count_all(Limits::none());
    let bits: f64 = (1..=60).map(|k| f64::from(k).log2()).sum();
    assert!((report.answer.log2() - bits).abs() < 1e-9, "{report:?}");
}

/// An item for each place, and an option for each two that are joined: each place is joined with
/// four others, at random.
fn matchings(places: usize, seed: u64) -> Problem {
    let mut random = SplitMix64::new(seed);
    let mut builder: Builder<()> = Problem::builder();
    let items = builder.primaries(places);
    // The sum of four perfect matchings.
    for _ in 0..4 {
        let mut shuffled = items.clone();
        random.shuffle(&mut shuffled);
        for pair in shuffled.chunks(2) {
            builder.option((), [pair[0], pair[1]]);
        }
    }
    builder.build().expect("a valid problem")
}

#[test]
fn an_enumeration_that_cannot_win_takes_a_small_part_of_the_work() {
    let shown = Arc::new(Mutex::new(Stats::default()));
    let last = Arc::clone(&shown);
    let problem = matchings(56, 0);
    let search = problem.search();
    let search =
        search.watch(move |progress| *last.lock().expect("nobody panics") = progress.stats);
    let report = search.count_all();
    assert_eq!(report.answer, problem.search().count_by_diagram().answer);
    assert_eq!(report.stats.engine, Some("diagram"));
    // The last progress counts the nodes of both.
    let nodes = shown.lock().expect("nobody panics").nodes - report.stats.nodes;
    assert!(nodes < 1 << 20, "{nodes} of the enumeration");
}

#[test]
fn counting_with_a_limit_of_nodes_or_solutions_enumerates() {
    let problem = dominoes(8, 8);
    let report = problem.count_all(Limits::none().solutions(1000));
    assert_eq!(report.outcome, Outcome::LimitReached(Limit::Solutions));
    assert_eq!(report.answer, 1000);
    let report = problem.count_all(Limits::none().nodes(5000));
    assert_eq!(report.outcome, Outcome::LimitReached(Limit::Nodes));
    assert_eq!(report.stats.nodes, 5000);
}

#[test]
fn counting_ends_when_a_flag_is_raised_and_shows_how_far_it_is() {
    let problem = dominoes(20, 20);
    for alone in [false, true] {
        for last in [0, 1, 5, 50] {
            let flag = Arc::new(AtomicBool::new(last == 0));
            let shown = Arc::new(Mutex::new(Vec::new()));
            let (raise, log) = (Arc::clone(&flag), Arc::clone(&shown));
            let search = problem.search().limits(Limits::none().cancel(flag));
            let search = search.watch(move |progress| {
                let mut log = log.lock().expect("nobody panics");
                log.push(progress.fraction);
                if log.len() >= last {
                    raise.store(true, Ordering::Relaxed);
                }
            });
            let report = match alone {
                true => search.count_by_diagram(),
                false => search.count_all(),
            };
            assert_eq!(report.outcome, Outcome::LimitReached(Limit::Cancelled));
            let shown = shown.lock().expect("nobody panics");
            assert!(shown.len() <= last + 2, "{} after {last}", shown.len());
            assert!(shown.windows(2).all(|pair| pair[0] <= pair[1]), "{shown:?}");
        }
    }
}

#[test]
fn counting_is_the_same_on_every_run() {
    let problem = dominoes(10, 10);
    let [first, second] = [(); 2].map(|()| problem.count_all(Limits::none()));
    assert_eq!(first, second);
    assert_eq!(first.stats.engine, Some("diagram"));
    let listed = dominoes(6, 6).count_all(Limits::none());
    assert_ne!(listed.stats.engine, Some("diagram"));
}

#[test]
fn secondary_items_and_their_colors_are_counted_like_any_search_does() {
    // Diagonals: at most once, and never of use for anything else.
    let queens = men(7, false, 0);
    assert_eq!(queens.search().count_by_diagram().answer, 40);
}

#[test]
fn counts_below_a_prefix_are_those_of_its_part() {
    let problem = dominoes(8, 8);
    let sum = |diagram: bool| {
        let mut sum = Count::zero();
        // The two ways to cover the first square.
        for option in problem.options().take(2) {
            let part = problem.search().below(&[option]).expect("one option");
            let report = match diagram {
                true => part.count_by_diagram(),
                false => part.count_all(),
            };
            sum += &report.answer;
        }
        sum
    };
    assert_eq!(sum(true), 12_988_816);
    assert_eq!(sum(false), 12_988_816);
}
