//! Boards that were made to break a solver: the largest cages on the largest boards, nothing given,
//! no solution, and no end.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};
use sudoku_model::{Backend, Fault, First, Limit, Limits, Model, Outcome, Shape};

/// A board of this side whose rows are cut into cages of so many cells, each with the middle one of
/// its possible totals: these have the most sets of digits. Nothing fits the rows where that is
/// odd.
fn cut_rows(side: usize, size: usize) -> Model {
    let shape = Shape::with_side(side).expect("a shape");
    let mut builder = Model::builder(shape);
    for row in 0..side {
        for first in (0..=side - size).step_by(size) {
            let cells = (first..first + size).map(|column| shape.cell(row, column));
            builder.cage((size * (side + 1) / 2) as u32, cells);
        }
    }
    builder.build().expect("each cage is possible")
}

/// One cage in which digits may repeat, over the whole board, less one: no grid has that total.
fn one_cage(side: usize) -> Model {
    let shape = Shape::with_side(side).expect("a shape");
    let total = side * side * (side + 1) / 2 - 1;
    let mut builder = Model::builder(shape);
    builder.sum_cage(total as u32, shape.cells());
    builder.build().expect("a possible total")
}

fn empty(side: usize) -> Model {
    let shape = Shape::with_side(side).expect("a shape");
    Model::builder(shape).build().expect("an empty board")
}

fn dominoes() -> Model {
    let shape = Shape::CLASSIC;
    let mut builder = Model::builder(shape);
    builder.domino_tiling((0..9).map(|k| shape.cell(k, k)));
    builder.build().expect("a board without dominoes")
}

fn models() -> Vec<(String, Model)> {
    let mut models = vec![("dominoes".to_string(), dominoes())];
    for side in [9, 16, 25] {
        models.push((format!("empty {side}"), empty(side)));
        models.push((format!("one cage {side}"), one_cage(side)));
        for size in [2, 4, 5, side / 2] {
            models.push((format!("cages of {size} on {side}"), cut_rows(side, size)));
        }
    }
    models
}

/// The shortest of several delays between a deadline and the end of a search: what others do on the
/// machine is not meant.
fn delay(model: &Model, backend: Backend, wait: Duration) -> Duration {
    let late = || {
        let deadline = Instant::now() + wait;
        let solver = model
            .solver_with(backend)
            .limits(Limits::none().deadline(deadline));
        let report = solver.count(u64::MAX);
        match report.outcome {
            Outcome::Exhausted => Duration::ZERO,
            _ => Instant::now().saturating_duration_since(deadline),
        }
    };
    (0..5).map(|_| late()).min().unwrap_or_default()
}

/// Each takes some hundred milliseconds to write these cages down, and looked at no clock
/// meanwhile.
#[test]
fn a_deadline_holds_while_cages_are_written_down() {
    let model = cut_rows(25, 5);
    for backend in [Backend::COVER, Backend::LEARN] {
        let deadline = Instant::now() + Duration::from_millis(1);
        let limits = Limits::none().deadline(deadline);
        let report = model.solver_with(backend).limits(limits).first();
        let late = First::Unknown(Limit::Deadline);
        assert_eq!(
            (report.answer, report.stats.nodes),
            (late, 0),
            "{backend:?}"
        );
    }
}

#[test]
fn a_flag_raised_at_the_first_grid_stops_what_has_no_end() {
    for side in [9, 16, 25] {
        let model = empty(side);
        for backend in Backend::ALL.iter().filter(|backend| backend.fits(&model)) {
            let flag = Arc::new(AtomicBool::new(false));
            let limits = Limits::none().cancel(Arc::clone(&flag));
            let report = model.solver_with(*backend).limits(limits).run(|_| {
                flag.store(true, Ordering::Relaxed);
                ControlFlow::Continue(())
            });
            let case = format!("{backend:?} on a side of {side}");
            assert_eq!(
                report.outcome,
                Outcome::LimitReached(Limit::Cancelled),
                "{case}"
            );
            let first = model.solver_with(*backend).first().stats.nodes;
            let more = report.stats.nodes - first;
            // A look every 1,024 nodes, and no chain of forced ones is longer than the board.
            let most = 1024 + side * side;
            assert!(more <= most as u64, "{case}: {more} nodes more");
        }
    }
}

#[test]
fn a_flag_from_another_thread_stops_what_has_no_end() {
    let model = empty(25);
    for backend in Backend::ALL.iter().filter(|backend| backend.fits(&model)) {
        let flag = Arc::new(AtomicBool::new(false));
        let solver = model.solver_with(*backend);
        let solver = solver.limits(Limits::none().cancel(Arc::clone(&flag)));
        let raised = thread::spawn(move || {
            thread::sleep(Duration::from_millis(5));
            flag.store(true, Ordering::Relaxed);
        });
        let report = solver.count(u64::MAX);
        raised.join().expect("no panic");
        assert_eq!(report.outcome, Outcome::LimitReached(Limit::Cancelled));
    }
}

#[test]
fn a_raised_flag_stops_every_backend_before_anything_is_done() {
    let raised = Limits::none().cancel(Arc::new(AtomicBool::new(true)));
    for (name, model) in models() {
        for backend in Backend::ALL.iter().filter(|backend| backend.fits(&model)) {
            let report = model.solver_with(*backend).limits(raised.clone()).first();
            let unknown = First::Unknown(Limit::Cancelled);
            assert_eq!((report.answer, report.stats.nodes), (unknown, 0), "{name}");
        }
    }
}

#[test]
fn cages_with_a_hundred_thousand_sets_are_not_for_exact_cover() {
    assert!(!Backend::COVER.fits(&cut_rows(25, 12)));
    assert!(!Backend::COVER.fits(&cut_rows(25, 6)));
    assert!(Backend::COVER.fits(&cut_rows(25, 5)));
    assert!(Backend::COVER.fits(&cut_rows(16, 8)));
    assert!(Backend::CANDIDATES.fits(&cut_rows(25, 12)));
}

/// Of such a board exact cover held half a gigabyte after three seconds, and had not begun to
/// search.
#[test]
fn cages_with_a_hundred_thousand_sets_are_not_for_dominoes() {
    let tiled = |size: usize, total: u32| {
        let shape = Shape::with_side(25).expect("a side in 4..=25");
        let mut builder = Model::builder(shape);
        builder.cage(total, (0..size).map(|column| shape.cell(7, column)));
        builder.domino_tiling((0..25).map(|row| shape.cell(row, 24)));
        builder.build()
    };
    let error = tiled(12, 156).expect_err("no backend takes it");
    assert_eq!(error.fault, Fault::NotWithDominoes);
    assert_eq!(error.cage(), Some(0));
    assert_eq!(
        error.to_string(),
        "cage 1 has no place on a board tiled with dominoes: too many sets or sums of digits"
    );
    for (size, total) in [(5, 65), (20, 260)] {
        assert!(Backend::COVER.fits(&tiled(size, total).expect("few sets of digits")));
    }
}

#[test]
#[ignore = "measures time: run alone, in release"]
fn every_backend_stops_soon_after_a_deadline() {
    for (name, model) in models() {
        for backend in Backend::ALL.iter().filter(|backend| backend.fits(&model)) {
            for wait in [0, 3, 30, 200].map(Duration::from_millis) {
                let delay = delay(&model, *backend, wait);
                println!("{name}, {backend:?}, {wait:?}: {delay:.1?}");
                assert!(delay < Duration::from_millis(200));
            }
        }
        let start = Instant::now();
        let conflict = model.conflict();
        println!(
            "{name}: conflict {:?} in {:.1?}",
            conflict.is_some(),
            start.elapsed()
        );
    }
}
