//! Who is to blame, and who is one too many: against brute force, and under limits.

mod common;
#[path = "common/small.rs"]
mod small;

use common::limits_without_time;
use proptest::prelude::{prop_assert, prop_assert_eq, proptest, ProptestConfig, Strategy};
use small::{grids, Small};
use sudoku_model::*;

/// What a subject says of its cells.
struct Said<'m> {
    cells: Vec<Cell>,
    holds: Box<dyn Fn(&Grid) -> bool + 'm>,
}

fn said(model: &Model, subject: Subject) -> Said<'_> {
    match subject {
        Subject::Cell(cell) => Said {
            cells: vec![cell],
            holds: Box::new(move |grid| grid.get(cell) == model.givens().get(cell)),
        },
        Subject::House(kind) => {
            let house = model.houses().find(|house| house.kind() == kind);
            let cells = house.expect("a house").cells().to_vec();
            let digits = |grid: &Grid, cells: &[Cell]| -> Digits {
                cells.iter().filter_map(|&cell| grid.get(cell)).collect()
            };
            Said {
                cells: cells.clone(),
                holds: Box::new(move |grid| digits(grid, &cells).len() == cells.len()),
            }
        }
        Subject::Rule { name, number } => {
            let mut rules = model.rules().filter(|rule| rule.name() == name);
            let rule = rules.nth(number).expect("a rule");
            Said {
                cells: rule.cells(),
                holds: Box::new(move |grid| rule.verify(grid).is_ok()),
            }
        }
        other => panic!("{other}"),
    }
}

/// Whether some digits keep all that is said, by trying those of the first cells.
fn can_hold(said: &[&Said<'_>], cells: &[Cell], known: usize, grid: &mut Grid) -> bool {
    let is_last = |said: &&&Said<'_>| {
        known > 0
            && said.cells.contains(&cells[known - 1])
            && said.cells.iter().all(|cell| cells[..known].contains(cell))
    };
    if !said.iter().filter(is_last).all(|said| (said.holds)(grid)) {
        return false;
    }
    if known == cells.len() {
        return true;
    }
    (1..=4).any(|digit| {
        grid.set(cells[known], digit);
        can_hold(said, cells, known + 1, grid)
    })
}

/// Whether some grid, of any digits, keeps what these subjects say.
fn is_possible(model: &Model, subjects: &[Subject]) -> bool {
    let said: Vec<Said<'_>> = subjects
        .iter()
        .map(|&subject| said(model, subject))
        .collect();
    let mut cells: Vec<Cell> = Vec::new();
    for cell in said.iter().flat_map(|said| said.cells.iter().copied()) {
        if !cells.contains(&cell) {
            cells.push(cell);
        }
    }
    let said: Vec<&Said<'_>> = said.iter().collect();
    can_hold(&said, &cells, 0, &mut Grid::empty(model.shape()))
}

/// Boards whose rules name their cells.
fn boards() -> impl Strategy<Value = Small> {
    let local = |board: &Small| board.rules.iter().all(|(kind, _)| *kind != 5);
    Small::any(5, 4).prop_filter("a rule of the whole board", local)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn culprits_contradict_each_other_and_each_is_needed(board in boards()) {
        if let Ok(model) = board.builder().build() {
            let report = model.solver().culprits();
            match report.answer {
                Culprits::None(grid) => prop_assert!(model.verify(&grid).is_ok()),
                Culprits::Found { subjects, minimal } => {
                    prop_assert!(minimal && grids(&model).is_empty());
                    prop_assert!(!is_possible(&model, &subjects), "{:?}", subjects);
                    for k in 0..subjects.len() {
                        let mut fewer = subjects.clone();
                        fewer.remove(k);
                        prop_assert!(is_possible(&model, &fewer), "{:?} of {:?}", k, subjects);
                    }
                }
                Culprits::Unknown(limit) => prop_assert!(false, "{:?}", limit),
            }
        }
    }

    #[test]
    fn a_subject_is_superfluous_if_no_grid_of_the_others_breaks_it(board in Small::any(4, 4)) {
        if let Ok(model) = board.builder().build() {
            let report = model.solver().superfluous();
            prop_assert_eq!(report.outcome, Outcome::Exhausted);
            prop_assert!(report.answer.open.is_empty());
            let all = grids(&model).len();
            let is_same = |without: &Builder| {
                let without = without.build().expect("a model");
                grids(&without).len() == all
            };
            let mut expected = Vec::new();
            for (k, rule) in model.rules().enumerate() {
                let number = model.rules().take(k).filter(|other| other.name() == rule.name());
                let (name, number) = (rule.name(), number.count());
                if is_same(model.to_builder().remove_rule(k)) {
                    expected.push(Subject::Rule { name, number });
                }
            }
            for (cell, _) in model.givens().filled() {
                if is_same(model.to_builder().remove_given(cell)) {
                    expected.push(Subject::Cell(cell));
                }
            }
            let regions = board.rules.iter().enumerate().filter(|(_, (kind, _))| *kind == 4);
            for (region, (place, _)) in regions.enumerate() {
                let mut without = board.clone();
                without.rules.remove(place);
                if is_same(&without.builder()) {
                    expected.push(Subject::House(HouseKind::Region(region)));
                }
            }
            prop_assert_eq!(report.answer.subjects, expected);
        }
    }
}

#[test]
fn every_backend_blames_the_same_givens() {
    let mut builder = Model::builder(Shape::CLASSIC);
    let mut generator = ClueGenerator::new(&builder, 1);
    builder.givens(generator.generate().expect("a puzzle").model.givens());
    let model = builder.build().expect("a model");
    assert_eq!(model.solver().superfluous().answer.subjects, []);
    let spoilt = Shape::CLASSIC
        .cells()
        .filter(|&cell| model.givens().get(cell).is_none());
    let spoilt = spoilt.filter_map(|cell| builder.clone().given(cell, 4).build().ok());
    let spoilt = spoilt
        .filter(|model| model.unique() == Unique::None)
        .take(3);
    let mut count = 0;
    for model in spoilt {
        for backend in [Backend::PLAIN9, Backend::CANDIDATES] {
            let answer = model.solver_with(backend).culprits().answer;
            match answer {
                Culprits::Found {
                    subjects,
                    minimal: true,
                } => {
                    let mut builder = model.to_builder();
                    builder.remove_givens();
                    for &subject in &subjects {
                        if let Subject::Cell(cell) = subject {
                            builder.given(cell, model.givens().get(cell).expect("a given"));
                        }
                    }
                    let less = builder.build().expect("a model");
                    assert_eq!(less.solver_with(Backend::COVER).count(1).answer, 0);
                }
                other => panic!("{other:?}"),
            }
        }
        count += 1;
    }
    assert_eq!(count, 3);
}

#[test]
fn limits_leave_what_is_not_known_open() {
    let shape = Shape::CLASSIC;
    let mut builder = Model::builder(shape);
    builder.given(shape.cell(0, 0), 1).diagonals();
    let model = builder.build().expect("a model");
    for (limits, limit) in limits_without_time() {
        let solver = model.solver().limits(limits);
        let report = solver.culprits();
        assert_eq!(report.answer, Culprits::Unknown(limit));
        assert_eq!(report.outcome, Outcome::LimitReached(limit));
        let report = solver.superfluous();
        let houses = [0, 1].map(|k| Subject::House(HouseKind::Diagonal(k)));
        assert_eq!(
            report.answer.open,
            [&[Subject::Cell(shape.cell(0, 0))], &houses[..]].concat()
        );
        assert!(report.answer.subjects.is_empty());
        assert_eq!(report.outcome, Outcome::LimitReached(limit));
    }
    let solver = model.solver().limits(Limits::none().solutions(0));
    assert!(matches!(solver.culprits().answer, Culprits::None(_)));
    assert_eq!(solver.superfluous().answer.open, []);
    // That no grid fits shows at once, and what it takes for that does not.
    for (column, digit) in (0..6).zip(2..) {
        builder.given(shape.cell(0, column + 3), digit);
    }
    builder
        .given(shape.cell(8, 1), 8)
        .given(shape.cell(5, 2), 8);
    let model = builder.build().expect("a model");
    let limits = Limits::none().nodes(1);
    let report = model.solver().limits(limits).culprits();
    assert_eq!(report.outcome, Outcome::LimitReached(Limit::Nodes));
    match report.answer {
        Culprits::Found { minimal, .. } => assert!(!minimal),
        other => panic!("{other:?}"),
    }
}
