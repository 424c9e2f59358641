//! Boards other than the usual ones: rectangles, digits from 0, with gaps, or more than a row has
//! cells.

use super::variants::{Sketch, RULES, WHOLE};
use super::{compare, grids, round_trips, shuffled};
use fastrand::Rng;
use std::collections::BTreeSet;
use sudoku_model::rules::{Doppelganger, Rossini, SumLine, Thermometer, Whisper};
use sudoku_model::{Backend, Builder, Cell, Digits, Grid, Model, Shape};

/// Rows and columns with these digits, and boxes of so many columns and rows.
fn shape(rows: usize, columns: usize, digits: &[u8], [width, height]: [usize; 2]) -> Shape {
    let digits: Digits = digits.iter().copied().collect();
    let shape = Shape::rectangle(rows, columns).and_then(|shape| shape.with_digits(digits));
    let shape = shape.and_then(|shape| shape.with_boxes(width, height));
    shape.expect("a board")
}

/// Small boards of every kind.
fn boards() -> [Shape; 4] {
    [
        shape(3, 4, &[0, 2, 3, 5], [4, 1]),
        shape(2, 3, &[0, 1, 2, 3], [1, 2]),
        shape(4, 4, &[2, 3, 5, 7], [2, 2]),
        shape(3, 2, &[1, 2, 3, 6], [2, 1]),
    ]
}

/// All grids with different digits in the cells of each group, cell by cell.
fn naive(shape: Shape, groups: &[Vec<Cell>]) -> Vec<Grid> {
    let mut found = vec![Grid::empty(shape)];
    for cell in shape.cells() {
        let mut longer = Vec::new();
        for grid in &found {
            let seen = groups
                .iter()
                .filter(|group| group.contains(&cell))
                .flatten();
            let seen: Vec<u8> = seen.filter_map(|&other| grid.get(other)).collect();
            for digit in shape
                .digits()
                .digits()
                .filter(|digit| !seen.contains(digit))
            {
                let mut grid = grid.clone();
                grid.set(cell, digit);
                longer.push(grid);
            }
        }
        found = longer;
    }
    found
}

/// The rows and columns, and what a function of a row and a column puts together.
fn groups(shape: Shape, region: impl Fn(usize, usize) -> usize) -> Vec<Vec<Cell>> {
    let columns = shape.column_count();
    let same = |number: &dyn Fn(&Cell) -> usize| -> Vec<Vec<Cell>> {
        let group = |k| shape.cells().filter(|cell| number(cell) == k).collect();
        (0..shape.cell_count()).map(group).collect()
    };
    let mut groups = same(&|cell| cell.index() / columns);
    groups.extend(same(&|cell| cell.index() % columns));
    groups.extend(same(&|cell| region(cell.row(), cell.column())));
    groups
}

/// The grids of a board with its boxes.
fn frame(shape: Shape) -> Vec<Grid> {
    let (width, height) = (shape.box_width(), shape.box_height());
    let region = |row: usize, column: usize| row / height * shape.column_count() + column / width;
    naive(shape, &groups(shape, region))
}

/// What all backends find is what there is.
fn check(builder: &Builder, expected: &[Grid]) {
    let model = builder.build().expect("a board");
    let expected: BTreeSet<String> = expected.iter().map(ToString::to_string).collect();
    let fitting = Backend::ALL.iter().filter(|backend| backend.fits(&model));
    for &backend in fitting.chain([&Backend::AUTO]) {
        assert_eq!(
            grids(&model, backend),
            expected,
            "{backend:?} {:?}",
            model.shape()
        );
    }
}

#[test]
fn boards_of_every_kind_have_the_grids_of_brute_force() {
    // Latin rectangles, by the number of their rows and columns.
    for (rows, columns, count) in [
        (1, 4, 24),
        (2, 3, 12),
        (3, 2, 12),
        (2, 5, 5280),
        (3, 4, 576),
    ] {
        let shape = Shape::rectangle(rows, columns).expect("a board");
        let alone = groups(shape, |row, column| row * columns + column);
        let expected = naive(shape, &alone);
        assert_eq!(expected.len(), count, "{rows} x {columns}");
        check(Model::builder(shape).without_boxes(), &expected);
    }
    let large_boxes = shape(4, 2, &[0, 1, 2, 3], [2, 2]);
    let more_digits = shape(3, 3, &[1, 2, 4, 8, 16], [3, 1]);
    for shape in boards().into_iter().chain([large_boxes, more_digits]) {
        check(&Model::builder(shape), &frame(shape));
    }
}

#[test]
fn jigsaw_regions_need_no_square() {
    let shape = Shape::rectangle(2, 4).expect("a board");
    let regions = [0, 0, 0, 1, 0, 1, 1, 1];
    let region = |row: usize, column: usize| usize::from(regions[row * 4 + column]);
    let expected = naive(shape, &groups(shape, region));
    check(Model::builder(shape).jigsaw(&regions), &expected);
    // Ten digits: rows are houses, and so are the regions, but columns are not.
    let shape = Shape::rectangle(5, 10).expect("a board");
    let mut regions: Vec<u8> = shape.cells().map(|cell| cell.column() as u8 / 2).collect();
    regions.swap(1, 2);
    let model = Model::builder(shape).jigsaw(&regions).build();
    let model = model.expect("regions of ten cells");
    for backend in [Backend::CANDIDATES, Backend::COVER] {
        let grid = model.solver_with(backend).first().answer.found();
        assert_eq!(model.verify(&grid.expect("there are many")), Ok(()));
    }
}

#[test]
fn each_rule_is_the_same_to_all_on_every_board() {
    let boards: Vec<(Shape, Vec<Grid>)> = boards().map(|shape| (shape, frame(shape))).into();
    for &(name, add) in RULES {
        let mut tally = [0; 2];
        for (shape, frame) in &boards {
            for seed in 0..4 {
                let rng = &mut Rng::with_seed(seed);
                let cells = shuffled(*shape, rng);
                let grid = &frame[rng.usize(..frame.len())];
                let mut builder = Model::builder(*shape);
                let shape = *shape;
                let mut sketch = Sketch {
                    shape,
                    cells,
                    grid,
                    rng,
                };
                add(&mut builder, &mut sketch);
                // Not every board has the digits and the lines that a rule needs.
                if builder.build().is_ok() {
                    tally[usize::from(compare(&builder, frame) > 0)] += 1;
                }
            }
        }
        assert!(tally[1] > 1, "{name}: grids on some boards {tally:?}");
    }
    // Digits that fall into three parts.
    let six = shape(2, 2, &[0, 1, 2, 3, 5, 8], [2, 1]);
    let six = (six, frame(six));
    for (name, add) in WHOLE {
        let mut tally = [0; 2];
        for (shape, frame) in boards.iter().chain([&six]) {
            let mut builder = Model::builder(*shape);
            add(&mut builder);
            if builder.build().is_ok() {
                tally[usize::from(compare(&builder, frame) > 0)] += 1;
            }
        }
        assert!(tally[1] > 0, "{name}: grids on some boards {tally:?}");
    }
}

#[test]
fn a_line_of_one_cell_has_no_neighbors_to_compare() {
    let shape = Shape::with_side(4).expect("a side");
    let one = [shape.cell(1, 2)];
    let mut builder = Model::builder(shape);
    builder
        .rule(Thermometer::new(one))
        .rule(Whisper::new(2, one))
        .rule(Rossini::rising(one));
    let model = builder.build().expect("a model");
    let grid = model.solve().found().expect("one of 288");
    assert_eq!(model.verify(&grid), Ok(()));
    assert_eq!(model.count(1000), 288);
}

#[test]
fn zeros_alone_are_no_piece_of_a_sum_line() {
    let shape = shape(2, 3, &[0, 1, 2, 3], [1, 2]);
    let line = [shape.cell(0, 0), shape.cell(1, 1)];
    let frame = frame(shape);
    let pieces = [[0, 3], [3, 0], [1, 2], [2, 1], [3, 3]];
    let is_cut = |grid: &&Grid| pieces.contains(&line.map(|cell| grid.digits()[cell.index()]));
    let expected = frame.iter().filter(is_cut).count();
    let mut builder = Model::builder(shape);
    builder.rule(SumLine::new(3, line));
    assert_eq!(compare(&builder, &frame), expected);
}

#[test]
fn doppelgangers_are_the_same_to_all() {
    for (side, open) in [(4, 10), (6, 12)] {
        let shape = shape(side, side, &[0, 1, 2, 3, 4, 5, 6][..=side], [side / 2, 2]);
        for boxes in [true, false] {
            let (mut plain, mut rule) = (Model::builder(shape), Doppelganger::new());
            if !boxes {
                (plain, rule) = (plain.without_boxes().clone(), Doppelganger::lines());
            }
            let mut ruled = plain.clone();
            let model = ruled.rule(rule).build().expect("a board");
            let mut kept = model.solve().found().expect("a grid");
            let cells = shuffled(shape, &mut Rng::with_seed(side as u64));
            cells[..open].iter().for_each(|&cell| kept.set(cell, None));
            let frame = super::frame(plain.givens(&kept));
            let count = compare(ruled.givens(&kept), &frame);
            round_trips(&ruled, &frame);
            assert!((1..frame.len()).contains(&count), "{side} {boxes}: {count}");
        }
    }
}
