//! Random positions of boards of every shape and with every kind of house, with a solution of each.

use fastrand::Rng;
use sudoku_model::deduce::Candidates;
use sudoku_model::{Builder, Digits, Grid, Model, Shape, Ties};

/// Models of every shape and kind of house, with one of their grids.
pub(crate) fn models(rng: &mut Rng) -> Vec<(Model, Grid)> {
    let shapes = [
        (2, 2),
        (5, 1),
        (3, 2),
        (2, 3),
        (4, 2),
        (3, 3),
        (5, 2),
        (4, 3),
        (4, 4),
        (5, 5),
    ];
    let shape = |(width, height)| Shape::new(width, height).expect("a side in 4..=25");
    let others = [
        Shape::rectangle(2, 3),
        Shape::rectangle(3, 6),
        shape((2, 2)).with_digits((0..=3).collect()),
        shape((3, 2)).with_digits(Digits::up_to(9)),
    ];
    let others = others.map(|other| other.expect("a board"));
    let shapes = shapes.map(shape).into_iter().chain(others);
    let mut builders: Vec<_> = shapes.map(Model::builder).collect();
    for k in [0, 3, 5] {
        let mut diagonal = builders[k].clone();
        diagonal.diagonals();
        builders.push(diagonal);
    }
    let mut windoku = builders[5].clone();
    windoku.windoku();
    builders.push(windoku);
    let mut jigsaw = builders[1].clone();
    jigsaw.jigsaw(&[
        0, 0, 1, 1, 1, 0, 0, 2, 1, 1, 0, 2, 2, 2, 3, 4, 4, 2, 3, 3, 4, 4, 4, 3, 3,
    ]);
    builders.push(jigsaw);
    let mut region = builders[4].clone();
    region.region((0..5).map(|k| shape((4, 2)).cell(k, k)));
    builders.push(region);
    let solved = |builder: &Builder| {
        let model = builder.build().expect("a model");
        let solver = model.solver().ties(Ties::Random(rng.u64(..)));
        let grid = solver.first().answer.found().expect("a grid");
        (model, grid)
    };
    builders.iter().map(solved).collect()
}

/// Each of the models so many times; fewer if they are large, where one position has thousands of
/// steps.
pub(crate) fn rounds(
    models: &[(Model, Grid)],
    count: usize,
) -> impl Iterator<Item = &(Model, Grid)> {
    models.iter().flat_map(move |entry| {
        let large = entry.0.shape().side() > 10;
        (0..if large { count / 80 } else { count }).map(move |_| entry)
    })
}

/// A position of a grid: some digits are placed, and elsewhere some wrong candidates are gone.
pub(crate) fn random_position(model: &Model, solution: &Grid, rng: &mut Rng) -> Candidates {
    let mut givens = Grid::empty(model.shape());
    let (placed, gone) = (rng.f64() * 0.6, rng.f64() * 0.9);
    for (cell, digit) in solution.filled() {
        if rng.f64() < placed {
            givens.set(cell, digit);
        }
    }
    let mut candidates = with_givens(model, &givens);
    for (cell, digit) in solution.filled() {
        let wrong = candidates.get(cell) - Digits::single(digit);
        let wrong = wrong.digits().filter(|_| rng.f64() < gone).collect();
        candidates
            .remove(cell, wrong)
            .expect("the solution is left");
    }
    candidates
}

/// The position of the model with these digits placed.
pub(crate) fn with_givens(model: &Model, givens: &Grid) -> Candidates {
    let mut candidates = Candidates::of_model(model).expect("no givens");
    for (cell, digit) in givens.filled() {
        candidates.place(cell, digit).expect("part of a solution");
    }
    candidates
}
