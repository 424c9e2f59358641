//! Ranks of lines against the numbers of full grids.

use super::super::ranked::Rank;
use super::*;
use crate::parts::Ranked;
use crate::Ties;

#[test]
fn a_rank_keeps_the_grid_that_has_it_and_fails_at_one_that_has_not() {
    let (mut removed, mut failed) = (0, 0);
    for seed in 0..2000 {
        let rng = &mut Rng::with_seed(seed);
        let side = rng.usize(4..=6);
        let shape = from_zero_or_one(rng, Shape::with_side(side).expect("a side"));
        let model = Model::builder(shape).build().expect("a model");
        let ties = Ties::Random(seed);
        let grid = match model
            .solver_with(crate::Backend::CANDIDATES)
            .ties(ties)
            .first()
            .answer
        {
            First::Found(grid) => grid,
            other => panic!("seed {seed}: {other:?}"),
        };

        let line = |k: usize| -> [Vec<Cell>; 4] {
            let row: Vec<Cell> = (0..side).map(|column| shape.cell(k, column)).collect();
            let column: Vec<Cell> = (0..side).map(|row| shape.cell(row, k)).collect();
            let turned = |line: &Vec<Cell>| line.iter().rev().copied().collect();
            [turned(&row), turned(&column), row, column]
        };
        let number = |cells: &Vec<Cell>| -> Vec<u8> {
            cells
                .iter()
                .map(|cell| grid.digits()[cell.index()])
                .collect()
        };
        let (own, place) = (rng.usize(0..4), rng.usize(0..side));
        let ranked = line(place)[own].clone();
        let first = number(&ranked)[0];
        let others: Vec<usize> = (0..4).filter(|&other| other != own).collect();
        let sides = others
            .iter()
            .map(|&other| (0..side).map(|k| line(k)[other].clone()).collect());
        let sides: Vec<Vec<Vec<Cell>>> = sides.collect();
        let same = sides
            .iter()
            .flatten()
            .map(number)
            .filter(|other| other[0] == first);
        let same: Vec<Vec<u8>> = same.collect();
        let smaller = same
            .iter()
            .filter(|other| **other < number(&ranked))
            .count();
        let ties = same.contains(&number(&ranked));
        let may_tie = ties || rng.bool();
        let rank = |smaller, may_tie| {
            let ranked = Ranked::new(ranked.clone(), first, sides.clone(), smaller, may_tie);
            Rank::new(&ranked, &|cell| cell.index() as u16)
        };
        let decided: Vec<Mask> = grid.digits().iter().map(|&digit| 1 << digit).collect();
        let state = |masks: &[Mask]| State::new(masks.to_vec());
        let density = rng.u32(0..=3);
        let board = Board::new(&model);
        let some = |&digit: &Mask| {
            let mut others = bits(&board);
            let rng = &mut *rng;
            others
                .by_ref()
                .filter(|_| rng.u32(0..4) < density)
                .fold(digit, |all, it| all | it)
        };
        let masks: Vec<Mask> = decided.iter().map(some).collect();
        let mut left = state(&masks);
        let found = rank(smaller, may_tie).filter(&mut left);
        assert!(found.is_some(), "seed {seed}");
        assert_eq!(found == Some(true), left.masks != masks, "seed {seed}");
        removed += usize::from(left.masks != masks);
        let keeps = |(left, digit): (&Mask, &Mask)| left & digit == *digit;
        assert!(left.masks.iter().zip(&decided).all(keeps), "seed {seed}");
        // What it leaves is all that it finds.
        assert_eq!(
            rank(smaller, may_tie).filter(&mut left),
            Some(false),
            "seed {seed}"
        );
        let wrong = (0..=3)
            .filter(|&other| other != smaller)
            .map(|other| rank(other, may_tie));
        for rank in wrong.chain(ties.then(|| rank(smaller, false))) {
            failed += 1;
            assert_eq!(rank.filter(&mut state(&decided)), None, "seed {seed}");
        }
    }
    assert!(removed > 400 && failed > 6000, "{removed} {failed}");
}
