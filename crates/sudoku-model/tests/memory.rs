//! Memory, counted by the allocator: what the documentation of the crate says of models and
//! backends.

#[path = "../../exactcover/tests/counting/mod.rs"]
mod counting;
#[path = "common/dominoes.rs"]
mod puzzles;

use counting::bytes;
use sudoku_model::{Backend, Limits, Model, Shape};

/// A board of this side whose rows are cut into cages of so many cells, each with the middle one of
/// its possible totals: these have the most sets of digits.
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

fn empty(side: usize) -> Model {
    let shape = Shape::with_side(side).expect("a shape");
    Model::builder(shape).build().expect("an empty board")
}

/// A board of the samples of which so many dominoes are left to be placed.
fn dominoes(left: usize) -> Model {
    let text = include_str!("../../../testdata/su_domino_ku/sample.in");
    let mut random = exactcover::SplitMix64::new(1);
    puzzles::Dominoes::read(text)[0]
        .cut(left, &mut random)
        .model()
}

#[test]
fn a_model_takes_what_the_documentation_says() {
    let kilobytes = [
        (cut_rows(9, 2), 7),
        (cut_rows(16, 2), 24),
        (cut_rows(25, 2), 56),
        (empty(9), 2),
    ];
    for (model, stated) in kilobytes {
        let (_copy, kept, _) = bytes(|| model.clone());
        assert!(kept <= 1000 * stated, "{kept} for {stated} KB");
        assert!(kept >= 750 * stated, "{kept} is far less than {stated} KB");
    }
}

#[test]
fn a_backend_takes_what_the_documentation_says() {
    // The boards that take the most, as far as they are quick.
    let kilobytes = [
        (empty(9), Backend::PLAIN9, 16),
        (dominoes(2), Backend::DOMINOES, 5),
        (empty(16), Backend::PLAIN16, 250),
        (cut_rows(9, 5), Backend::CANDIDATES, 70),
        (empty(16), Backend::CANDIDATES, 800),
        (empty(25), Backend::CANDIDATES, 2500),
        (cut_rows(9, 4), Backend::COVER, 350),
        (cut_rows(16, 8), Backend::COVER, 7500),
        (cut_rows(25, 5), Backend::COVER, 125_000),
        (cut_rows(9, 5), Backend::LEARN, 400),
        (cut_rows(16, 8), Backend::LEARN, 10_000),
        (cut_rows(25, 5), Backend::LEARN, 150_000),
    ];
    for (model, backend, stated) in kilobytes {
        let solver = model
            .solver_with(backend)
            .limits(Limits::none().nodes(2000));
        let (report, kept, most) = bytes(|| solver.count(u64::MAX));
        assert!(
            report.stats.nodes <= 2100,
            "{backend:?}: {:?}",
            report.stats
        );
        assert_eq!(kept, 0, "{backend:?} keeps something");
        let case = format!("{backend:?} on a side of {}", model.shape().side());
        assert!(most <= 1000 * stated, "{case}: {most} for {stated} KB");
        assert!(
            most >= 750 * stated,
            "{case}: {most} is far less than {stated} KB"
        );
    }
}

#[test]
fn empty_lines_around_a_grid_take_no_memory() {
    let text = "\n".repeat(1_000_000);
    for text in [text.clone() + &"1234\n".repeat(4) + &text, text] {
        let (_read, _, most) = bytes(|| sudoku_model::text::read(&text).is_ok());
        assert!(most < 10_000, "{most}");
    }
}

/// Their sets are millions.
#[test]
fn a_conflict_among_the_largest_cages_is_found_without_writing_down_their_sets() {
    let model = cut_rows(25, 12);
    let (conflict, _, most) = bytes(|| model.conflict());
    assert!(conflict.is_some());
    assert!(most < 200_000, "{most}");
}
