//! Models with houses, cages, dominoes and givens of any kind: built or refused, never a panic; and
//! the backends against each other, against the givens' rules, and on the smallest boards against
//! all Latin squares.

use arbitrary::{Arbitrary, Unstructured};
use core::ops::ControlFlow;
use std::collections::BTreeSet;
use std::sync::OnceLock;
use sudoku_model::{
    deduce, killer, Backend, Builder, Cell, Grid, Limits, Model, Outcome, Shape, Strategy, Ties,
    Unique,
};

/// What a builder is told. Cells are taken modulo one more than there are, so that some do not
/// exist.
#[derive(Arbitrary, Debug)]
enum Call {
    WithoutBoxes,
    Jigsaw(Vec<u8>),
    Diagonals,
    Windoku,
    Region(Vec<u16>),
    Cage(u16, Vec<u16>),
    /// A cage whose cells are neighbors: where it begins, and where it grows.
    Snake(u8, u16, Vec<bool>),
    SumCage(u16, Vec<u16>),
    EnormousCage(u32, u16),
    DominoTiling(Vec<u16>),
    Domino(u16, u8, bool, u8),
    Given(u16, u8),
}

fn tell(builder: &mut Builder, shape: Shape, call: Call) {
    // A cell of a larger board stands for one that does not exist.
    let cell = |k: u16| -> Cell {
        let k = usize::from(k) % (shape.cell_count() + 1);
        if k == shape.cell_count() {
            let large = Shape::with_side(Shape::MAX_SIDE).expect("a shape");
            return large.cell_at(624);
        }
        shape.cell_at(k)
    };
    match call {
        Call::WithoutBoxes => builder.without_boxes(),
        Call::Jigsaw(regions) => builder.jigsaw(&regions),
        Call::Diagonals => builder.diagonals(),
        Call::Windoku => builder.windoku(),
        Call::Region(cells) => builder.region(cells.into_iter().map(cell)),
        Call::Cage(total, cells) => builder.cage(total.into(), cells.into_iter().map(cell)),
        Call::Snake(total, first, steps) => {
            let mut cells = vec![shape.cell_at(usize::from(first) % shape.cell_count())];
            for right in steps {
                let last = cells[cells.len() - 1];
                let (row, column) = (last.row(), last.column());
                match shape.try_cell(row + usize::from(!right), column + usize::from(right)) {
                    Some(next) => cells.push(next),
                    None => break,
                }
            }
            builder.cage(total.into(), cells)
        }
        Call::SumCage(total, cells) => builder.sum_cage(total.into(), cells.into_iter().map(cell)),
        Call::EnormousCage(total, first) => builder.sum_cage(total, [cell(first)]),
        Call::DominoTiling(singles) => builder.domino_tiling(singles.into_iter().map(cell)),
        Call::Domino(first, a, right, b) => {
            let next = if right {
                first.wrapping_add(1)
            } else {
                first.wrapping_add(shape.side() as u16)
            };
            builder.domino(cell(first), a, cell(next), b)
        }
        Call::Given(at, digit) => builder.given(cell(at), digit % 28),
    };
}

/// Every Latin square with side 4: all that a model of that size can have for a solution.
fn latin_squares() -> &'static [Grid] {
    static SQUARES: OnceLock<Vec<Grid>> = OnceLock::new();
    SQUARES.get_or_init(|| {
        let shape = Shape::with_side(4).expect("a shape");
        let mut rows: Vec<Vec<[u8; 4]>> = vec![Vec::new()];
        let digits = || 1..=4_u8;
        let orders: Vec<[u8; 4]> = digits()
            .flat_map(|a| {
                digits().flat_map(move |b| {
                    digits().flat_map(move |c| digits().map(move |d| [a, b, c, d]))
                })
            })
            .filter(|row| row.iter().collect::<BTreeSet<_>>().len() == 4)
            .collect();
        for _ in 0..4 {
            rows = (rows.iter())
                .flat_map(|above| {
                    let fits = |row: &&[u8; 4]| {
                        above.iter().all(|other| (0..4).all(|k| other[k] != row[k]))
                    };
                    orders
                        .iter()
                        .filter(fits)
                        .map(move |row| [above.as_slice(), &[*row]].concat())
                })
                .collect();
        }
        assert_eq!(rows.len(), 576);
        let grid = |rows: &Vec<[u8; 4]>| Grid::from_digits(shape, &rows.concat()).expect("a grid");
        rows.iter().map(grid).collect()
    })
}

/// A model of any kind, and every question about it.
pub(crate) fn models(data: &[u8]) {
    let mut input = Unstructured::new(data);
    let head = (input.arbitrary(), input.arbitrary(), input.arbitrary());
    let (side, nodes, ties): (u8, u8, u8) = match head {
        (Ok(side), Ok(nodes), Ok(ties)) => (side, nodes, ties),
        _ => return,
    };
    let shape = match side % 12 {
        0..=5 => Shape::with_side(4),
        6 => Shape::new(2, 3),
        7 => Shape::with_side(5),
        8 => Shape::with_side(16),
        9 => Shape::with_side(25),
        10 => Shape::with_side(10),
        _ => Ok(Shape::CLASSIC),
    };
    let shape = shape.expect("a shape");
    let mut builder = Model::builder(shape);
    let mut calls = 0;
    while let (false, Ok(call)) = (input.is_empty() || calls > 60, input.arbitrary()) {
        calls += 1;
        tell(&mut builder, shape, call);
    }
    let model = match builder.build() {
        Ok(model) => model,
        Err(error) => {
            // All the ways to ask what is wrong.
            let message = error.to_string();
            assert!(!message.is_empty() && !message.contains('\n'), "{message}");
            let _ = (error.cage(), error.cell(), error.domino());
            return;
        }
    };
    let _ = killer::write_cages(&model);
    if let Ok(crossed) = deduce::cross_hatching(model.givens()) {
        let kept = |(cell, digit)| crossed.get(cell) == Some(digit);
        assert!(model.givens().filled().all(kept));
    }
    let conflict = model.conflict();
    let all: Option<BTreeSet<Vec<u8>>> = (shape.side() == 4).then(|| {
        let fits = latin_squares()
            .iter()
            .filter(|grid| model.verify(grid).is_ok());
        fits.map(|grid| grid.digits().to_vec()).collect()
    });
    let limits = Limits::none().nodes(if all.is_some() { 20_000 } else { nodes.into() });
    let strategy = [None, Some(Strategy::Mrv), Some(Strategy::Weighted)][usize::from(ties % 3)];
    let mut known: Option<BTreeSet<Vec<u8>>> = all;
    for &backend in Backend::ALL.iter().filter(|backend| backend.fits(&model)) {
        let mut solver = model
            .solver_with(backend)
            .ties(Ties::Random(ties.into()))
            .limits(limits.clone());
        if let Some(strategy) = strategy {
            solver = solver.strategy(strategy);
        }
        let mut shown = BTreeSet::new();
        let report = solver.run(|grid| {
            assert_eq!(model.verify(&grid), Ok(()), "{backend:?}");
            assert!(
                shown.insert(grid.digits().to_vec()),
                "{backend:?} shows a grid twice"
            );
            if shown.len() > 600 {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        assert!(conflict.is_none() || shown.is_empty(), "{conflict:?}");
        match (&known, report.outcome) {
            (Some(known), Outcome::Exhausted) => assert_eq!(&shown, known, "{backend:?}"),
            (Some(known), _) => assert!(shown.is_subset(known), "{backend:?}"),
            (None, Outcome::Exhausted) => known = Some(shown),
            (None, _) => {}
        }
        if let (Some(known), Outcome::Exhausted) = (&known, report.outcome) {
            match model.solver_with(backend).unique().answer {
                Unique::None => assert!(known.is_empty()),
                Unique::One(grid) => assert!(known.len() == 1 && known.contains(grid.digits())),
                Unique::Many(one, other) => assert!(one != other && known.len() > 1),
                Unique::Unknown(..) => panic!("no limit was set"),
            }
        }
    }
}
