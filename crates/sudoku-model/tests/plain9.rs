//! The backend for plain 9 x 9 boards against the other two, against a naive search, and its known
//! numbers of guesses.

use core::ops::ControlFlow;
use proptest::prelude::*;
use std::collections::BTreeSet;
use sudoku_model::{
    Backend, Batch, Builder, First, Grid, Limit, Limits, Model, Outcome, Report, Shape, Ties,
    Unique,
};

const MINIMAL: &str = include_str!("../../../testdata/sudoku/s9_minimal.txt");
const EASY: &str = include_str!("../../../testdata/sudoku/s9_easy.txt");

fn grids(text: &str) -> impl Iterator<Item = Grid> + '_ {
    text.lines()
        .map(|line| line.parse().expect("a puzzle of the test data"))
}

fn model(givens: &Grid) -> Model {
    let model = Model::builder(Shape::CLASSIC).givens(givens).build();
    model.expect("no digit is twice in a house")
}

fn only(answer: Unique<Grid>) -> Grid {
    match answer {
        Unique::One(grid) => grid,
        other => panic!("{other:?}"),
    }
}

#[test]
fn agrees_with_the_other_backends_on_320_puzzles() {
    let mut count = 0;
    for puzzle in grids(MINIMAL).chain(grids(EASY).take(70)) {
        let model = model(&puzzle);
        let mut answers = [Backend::PLAIN9, Backend::COVER, Backend::CANDIDATES]
            .map(|backend| only(model.solver_with(backend).unique().answer))
            .into_iter();
        let grid = answers.next().expect("three answers");
        assert_eq!(model.verify(&grid), Ok(()), "{puzzle}");
        assert!(answers.all(|other| other == grid), "{puzzle}");
        match model.solver_with(Backend::PLAIN9).first().answer {
            First::Found(first) => assert_eq!(first, grid),
            other => panic!("{other:?}"),
        }
        count += 1;
    }
    assert_eq!(count, 320);
}

#[test]
fn puzzles_take_the_guesses_that_they_took() {
    let totals = |text, ask: fn(&Model) -> Report<()>| {
        let reports = grids(text).map(|puzzle| ask(&model(&puzzle)).stats);
        reports.fold((0, 0, 0), |(nodes, updates, depth), stats| {
            let depth = depth.max(stats.max_depth);
            (nodes + stats.nodes, updates + stats.updates, depth)
        })
    };
    let first = |model: &Model| model.solver_with(Backend::PLAIN9).first().map(|_| ());
    let unique = |model: &Model| model.solver_with(Backend::PLAIN9).unique().map(|_| ());
    // Nodes, updates, and the greatest depth. A change of the search changes these numbers; it
    // should not make them much larger.
    assert_eq!(totals(MINIMAL, first), (269, 3661, 7));
    assert_eq!(totals(MINIMAL, unique), (279, 4109, 7));
    assert_eq!(totals(EASY, unique), (0, 1155, 0));
    // Boards with many grids, in which any guess is a good one.
    let half_empty: String = MINIMAL
        .lines()
        .map(|line| format!("{:.<81}\n", &line[..40]))
        .collect();
    assert_eq!(totals(&half_empty, first), (7237, 11351, 52));
}

#[test]
fn fits_plain_boards_and_nothing_else() {
    let fits = |change: fn(&mut Builder)| {
        let mut builder = Model::builder(Shape::CLASSIC);
        change(&mut builder);
        Backend::PLAIN9.fits(&builder.build().expect("a model"))
    };
    assert!(fits(|_| ()));
    assert!(fits(|builder| {
        builder.given(Shape::CLASSIC.cell(4, 4), 5);
    }));
    assert!(!fits(|builder| {
        builder.diagonals();
    }));
    assert!(!fits(|builder| {
        builder.windoku();
    }));
    assert!(!fits(|builder| {
        builder.without_boxes();
    }));
    assert!(!fits(|builder| {
        builder.region((0..3).map(|k| Shape::CLASSIC.cell(k, k)));
    }));
    assert!(!fits(|builder| {
        builder.cage(10, (0..3).map(|k| Shape::CLASSIC.cell(k, k)));
    }));
    assert!(!fits(|builder| {
        builder.jigsaw(&(0..81).map(|cell| cell / 9).collect::<Vec<u8>>());
    }));
    for shape in [Shape::HEX, Shape::new(2, 3).expect("a shape")] {
        assert!(!Backend::PLAIN9.fits(&Model::builder(shape).build().expect("a model")));
    }
}

/// The grids that a backend shows, none twice.
fn shown(model: &Model, backend: Backend, ties: Ties, most: usize) -> BTreeSet<Vec<u8>> {
    let mut found = BTreeSet::new();
    let _ = model.solver_with(backend).ties(ties).run(|grid| {
        assert!(
            found.insert(grid.digits().to_vec()),
            "{grid} is shown twice"
        );
        assert_eq!(model.verify(&grid), Ok(()));
        if found.len() == most {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    found
}

#[test]
fn shows_all_grids_of_puzzles_with_many() {
    let mut total = 0;
    for (number, puzzle) in grids(MINIMAL).take(60).enumerate() {
        // Of a minimal puzzle every given is needed.
        let mut puzzle = puzzle;
        let givens: Vec<_> = puzzle.filled().map(|(cell, _)| cell).collect();
        for k in 0..1 + number % 3 {
            puzzle.set(givens[(number * 7 + k * 5) % givens.len()], None);
        }
        let model = model(&puzzle);
        let cover = model.solver_with(Backend::COVER).count(300).answer;
        for ties in [Ties::First, Ties::Last, Ties::Random(number as u64)] {
            let found = shown(&model, Backend::PLAIN9, ties, 300);
            assert_eq!(found.len() as u64, cover, "{puzzle}");
            if cover < 300 {
                assert_eq!(found, shown(&model, Backend::COVER, Ties::First, 300));
            }
        }
        total += cover;
    }
    assert!(total > 1000, "only {total} grids");
}

#[test]
fn no_board_that_has_lost_clues_is_searched_for_long() {
    // Careless guesses can spoil a part of a board that is looked at much later.
    let mut random = fastrand::Rng::with_seed(1);
    for mut puzzle in grids(MINIMAL) {
        let mut givens: Vec<_> = puzzle.filled().map(|(cell, _)| cell).collect();
        random.shuffle(&mut givens);
        for cell in givens {
            puzzle.set(cell, None);
            let report = model(&puzzle).solver_with(Backend::PLAIN9).first();
            assert!(report.stats.updates < 400, "{puzzle}: {:?}", report.stats);
        }
    }
}

#[test]
fn an_empty_board_has_more_grids_than_anyone_wants() {
    let model = model(&Grid::empty(Shape::CLASSIC));
    assert_eq!(shown(&model, Backend::PLAIN9, Ties::First, 500).len(), 500);
    let seeds = (0..20).map(|seed| {
        let solver = model.solver_with(Backend::PLAIN9).ties(Ties::Random(seed));
        solver.first().answer.found().expect("a grid").to_string()
    });
    assert_eq!(seeds.collect::<BTreeSet<_>>().len(), 20, "seeds differ");
}

#[test]
fn limits_end_the_search() {
    let empty = model(&Grid::empty(Shape::CLASSIC));
    let solver = |limits| empty.solver_with(Backend::PLAIN9).limits(limits);
    let report = solver(Limits::none().nodes(4)).unique();
    assert_eq!(report.answer, Unique::Unknown(None, Limit::Nodes));
    assert_eq!((report.stats.nodes, report.stats.max_depth), (4, 4));
    let report = solver(Limits::none().solutions(3)).count(10);
    assert_eq!(report.answer, 3);
    assert_eq!(report.outcome, Outcome::LimitReached(Limit::Solutions));
    assert_eq!(report.stats.solutions, 3);
    let report = solver(Limits::none().nodes(0)).first();
    assert_eq!(report.answer, First::Unknown(Limit::Nodes));
    assert_eq!(report.stats.updates, 0);
}

/// All full grids, or the first `most` of them, by trying digits in the cell with the fewest left,
/// and nothing cleverer. `used` has for each row, column and box the digits that it has.
fn naive(digits: &mut Vec<u8>, used: &mut [u16; 27], most: usize, found: &mut BTreeSet<Vec<u8>>) {
    let houses = |cell: usize| [cell / 9, 9 + cell % 9, 18 + cell / 27 * 3 + cell % 9 / 3];
    let left = |used: &[u16; 27], cell| houses(cell).iter().fold(0x3fe, |set, &h| set & !used[h]);
    let empty = (0..81).filter(|&cell| digits[cell] == 0);
    let cell = match empty.min_by_key(|&cell| left(used, cell).count_ones()) {
        Some(cell) => cell,
        None => {
            found.insert(digits.clone());
            return;
        }
    };
    for digit in (1..=9)
        .filter(|&digit| left(used, cell) >> digit & 1 != 0)
        .collect::<Vec<_>>()
    {
        if found.len() < most {
            digits[cell] = digit;
            houses(cell)
                .iter()
                .for_each(|&house| used[house] ^= 1 << digit);
            naive(digits, used, most, found);
            houses(cell)
                .iter()
                .for_each(|&house| used[house] ^= 1 << digit);
            digits[cell] = 0;
        }
    }
}

/// [`naive`] with these givens.
fn oracle(givens: &Grid, most: usize) -> BTreeSet<Vec<u8>> {
    let mut used = [0; 27];
    for (cell, digit) in givens.filled() {
        let (row, column) = (cell.row(), cell.column());
        for house in [row, 9 + column, 18 + row / 3 * 3 + column / 3] {
            if used[house] >> digit & 1 != 0 {
                return BTreeSet::new();
            }
            used[house] |= 1 << digit;
        }
    }
    let mut found = BTreeSet::new();
    naive(&mut givens.digits().to_vec(), &mut used, most, &mut found);
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn finds_what_a_naive_search_finds(
        number in 0..250usize,
        kept in prop::collection::vec(prop::bool::weighted(0.42), 81),
        wrong in prop::option::weighted(0.3, (0..81usize, 1..=9u8)),
        seed in any::<u64>(),
    ) {
        const MOST: usize = 40;
        let puzzle = grids(MINIMAL).nth(number).expect("250 puzzles");
        let grid = only(model(&puzzle).solver_with(Backend::COVER).unique().answer);
        let mut digits = grid.digits().to_vec();
        for (digit, kept) in digits.iter_mut().zip(kept) {
            *digit *= u8::from(kept);
        }
        if let Some((cell, digit)) = wrong {
            digits[cell] = digit;
        }
        let givens = Grid::from_digits(Shape::CLASSIC, &digits).expect("digits");
        let expected = oracle(&givens, MOST);
        let report = Batch::new().ties(Ties::Random(seed)).unique(std::slice::from_ref(&givens));
        match &report[0].answer {
            Unique::None => prop_assert!(expected.is_empty()),
            Unique::One(grid) => {
                let digits: BTreeSet<_> = [grid.digits().to_vec()].into();
                prop_assert_eq!(&digits, &expected);
            }
            Unique::Many(a, b) => prop_assert!(a != b && expected.len() > 1),
            Unique::Unknown(..) => prop_assert!(false, "no limit was set"),
        }
        if let Ok(model) = Model::builder(Shape::CLASSIC).givens(&givens).build() {
            let found = shown(&model, Backend::PLAIN9, Ties::Random(seed), MOST);
            prop_assert_eq!(found.len(), expected.len());
            if expected.len() < MOST {
                prop_assert_eq!(found, expected);
            }
        } else {
            prop_assert!(expected.is_empty());
        }
    }
}
