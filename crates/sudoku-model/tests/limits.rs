//! Limits, outcomes and settings of the solver, and what every public type can do.

use std::sync::atomic::AtomicBool;
use std::sync::Arc;
use std::time::Instant;
use sudoku_model::*;

fn empty_board() -> Model {
    Model::builder(Shape::CLASSIC)
        .build()
        .expect("an empty board is a model")
}

#[test]
fn a_count_stops_at_its_most_and_says_so() {
    let report = empty_board().solver().count(25);
    assert_eq!(report.answer, 25);
    assert_eq!(report.outcome, Outcome::Stopped);
    let small = Model::builder(Shape::with_side(4).expect("legal"))
        .build()
        .expect("a model");
    let report = small.solver().count(1000);
    assert_eq!((report.answer, report.outcome), (288, Outcome::Exhausted));
    assert_eq!(small.solver().count(0).answer, 0);
}

#[test]
fn a_node_limit_leaves_the_answer_unknown() {
    let solver = empty_board();
    let solver = solver.solver().limits(Limits::none().nodes(5));
    assert_eq!(solver.first().answer, First::Unknown(Limit::Nodes));
    assert_eq!(solver.unique().answer, Unique::Unknown(None, Limit::Nodes));
    assert_eq!(
        solver.count(10).outcome,
        Outcome::LimitReached(Limit::Nodes)
    );
}

#[test]
fn a_unique_answer_without_the_proof_keeps_the_grid() {
    let model = empty_board();
    let report = model.solver().limits(Limits::none().solutions(1)).unique();
    assert!(
        matches!(report.answer, Unique::Unknown(Some(_), Limit::Solutions)),
        "{report:?}"
    );
}

#[test]
fn a_passed_deadline_and_a_raised_flag_stop_before_the_first_choice() {
    let model = empty_board();
    let late = model
        .solver()
        .limits(Limits::none().deadline(Instant::now()));
    assert_eq!(late.first().answer, First::Unknown(Limit::Deadline));
    let flag = Arc::new(AtomicBool::new(true));
    let report = model.solver().limits(Limits::none().cancel(flag)).first();
    assert_eq!(report.answer, First::Unknown(Limit::Cancelled));
    assert_eq!(report.stats.nodes, 0);
}

#[test]
fn strategies_and_ties_change_the_way_but_not_the_answer() {
    let grid: Grid =
        "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
            .parse()
            .expect("81 characters");
    let model = Model::builder(Shape::CLASSIC)
        .givens(&grid)
        .build()
        .expect("a model");
    let expected = model.unique();
    assert!(matches!(expected, Unique::One(_)), "{expected:?}");
    for strategy in [Strategy::Mrv, Strategy::Weighted] {
        for ties in [Ties::First, Ties::Last, Ties::Random(1), Ties::Random(2)] {
            let solver = model.solver().strategy(strategy).ties(ties);
            let report = solver.unique();
            assert_eq!(report.answer, expected, "{strategy:?} {ties:?}");
            assert_eq!(
                solver.unique().stats,
                report.stats,
                "{strategy:?} {ties:?}: not repeatable"
            );
        }
    }
}

#[test]
fn public_types_cross_threads_and_can_be_shown() {
    fn check<T: Send + Sync + std::fmt::Debug>() {}
    check::<Shape>();
    check::<Cell>();
    check::<House>();
    check::<HouseKind>();
    check::<Digits>();
    check::<Grid>();
    check::<Cage>();
    check::<Model>();
    check::<Builder>();
    check::<Domino>();
    check::<Tiling>();
    check::<Solver<'_>>();
    check::<ModelError>();
    check::<ShapeError>();
    check::<GridError>();
    check::<TextError>();
    check::<RuleBroken>();
    check::<deduce::Contradiction>();
}
