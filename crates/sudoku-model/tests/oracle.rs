//! Random puzzles of every kind, with and without solutions, against a brute force on plain cells.

mod common;

use common::{tile, Puzzle, Tile};
use fastrand::Rng;
use sudoku_model::{Backend, First, Grid, Model, Outcome, Shape, Ties, Unique};

/// Compares every answer of the model with the list of the brute force, up to `most` grids.
///
/// A model that cannot be built must have no solution.
fn compare(puzzle: &Puzzle, most: usize) -> usize {
    let rules = &puzzle.rules;
    let grids = rules.grids(most + 1);
    let model = match puzzle.builder.build() {
        Ok(model) => model,
        Err(error) => {
            assert!(grids.is_empty(), "{error}: {rules:?}");
            return 0;
        }
    };
    let known = |grid: &Grid| {
        let listed = grids.len() > most || grids.iter().any(|digits| digits == grid.digits());
        listed && rules.accepts(grid.digits()) && model.verify(grid).is_ok()
    };
    for digits in &grids {
        assert_eq!(model.verify(&puzzle.grid(digits)), Ok(()), "{rules:?}");
    }
    if let Some(conflict) = model.conflict() {
        assert!(grids.is_empty(), "{conflict}: {rules:?}");
    }
    let backends = Backend::ALL.iter().filter(|backend| backend.fits(&model));
    for &backend in backends.clone() {
        let report = model.solver_with(backend).count(most as u64 + 1);
        assert_eq!(report.answer, grids.len() as u64, "{backend:?}: {rules:?}");
        assert_eq!(report.outcome == Outcome::Exhausted, grids.len() <= most);
    }
    #[cfg(feature = "proof")]
    if Backend::COVER.fits(&model) && grids.len() <= most {
        let cover = sudoku_model::proof::Cover::new(&model);
        let found = cover.problem().search().solutions();
        let found = found.map(|solution| cover.grid(&solution).digits().to_vec());
        let found: std::collections::BTreeSet<_> = found.collect();
        assert_eq!(found, grids.iter().cloned().collect(), "{rules:?}");
    }
    let few = most as u64 / 2;
    assert_eq!(model.count(few), few.min(grids.len() as u64), "{rules:?}");
    let ties = [Ties::First, Ties::Last, Ties::Random(5)];
    for (&backend, ties) in backends.flat_map(|b| ties.map(|ties| (b, ties))) {
        let solver = model.solver_with(backend).ties(ties);
        match solver.first().answer {
            First::Found(grid) => assert!(known(&grid), "{grid:#}: {rules:?}"),
            First::None => assert!(grids.is_empty(), "{rules:?}"),
            First::Unknown(limit) => panic!("{limit:?} without limits"),
        }
        match solver.unique().answer {
            Unique::None => assert!(grids.is_empty(), "{rules:?}"),
            Unique::One(grid) => assert!(grids.len() == 1 && known(&grid), "{grid:#}: {rules:?}"),
            Unique::Many(a, b) => {
                assert!(known(&a) && known(&b), "{a:#}\n{b:#}: {rules:?}");
                assert_ne!(a, b);
            }
            Unique::Unknown(_, limit) => panic!("{limit:?} without limits"),
        }
    }
    // The list is right one by one: with all but the empty cells of a grid given, it comes back.
    for digits in grids.iter().take(3) {
        let mut builder = puzzle.builder.clone();
        builder.givens(&puzzle.grid(digits));
        let only = builder.build().expect("a solution contradicts nothing");
        assert_eq!(only.unique(), Unique::One(puzzle.grid(digits)), "{rules:?}");
    }
    grids.len()
}

/// Runs seeded cases and checks that they were worth it: how many had none, one and more grids.
fn cases(count: u64, mut case: impl FnMut(&mut Rng) -> usize) -> [usize; 3] {
    let mut tally = [0; 3];
    for seed in 0..count {
        let found = case(&mut Rng::with_seed(seed));
        tally[found.min(2)] += 1;
    }
    tally
}

fn random_cells(rng: &mut Rng, puzzle: &Puzzle, count: usize) -> Vec<usize> {
    rng.choose_multiple(0..puzzle.shape.cell_count(), count)
}

fn give(rng: &mut Rng, puzzle: &mut Puzzle, solution: &[u8], count: usize) {
    for cell in random_cells(rng, puzzle, count) {
        puzzle.given(cell, solution[cell]);
    }
}

/// Makes one given wrong, which most often leaves no solution.
fn spoil_given(rng: &mut Rng, puzzle: &mut Puzzle) {
    let side = puzzle.rules.side;
    let cells = random_cells(rng, puzzle, side * side);
    let free = cells
        .into_iter()
        .find(|&cell| puzzle.rules.givens[cell] == 0);
    if let Some(cell) = free {
        puzzle.given(cell, rng.u8(1..=side as u8));
    }
}

/// Cuts the board into connected cages of different digits of a grid, each of `most` cells at most.
fn connected_cages(rng: &mut Rng, side: usize, grid: &[u8], most: usize) -> Vec<Vec<usize>> {
    let mut cells: Vec<usize> = (0..side * side).collect();
    rng.shuffle(&mut cells);
    let mut caged = vec![false; grid.len()];
    let mut cages = Vec::new();
    for start in cells {
        if caged[start] {
            continue;
        }
        let (mut cage, size) = (vec![start], rng.usize(1..=most));
        caged[start] = true;
        while cage.len() < size {
            let touches = |a: usize, b: usize| {
                (a / side).abs_diff(b / side) + (a % side).abs_diff(b % side) == 1
            };
            let fits = |&cell: &usize| {
                !caged[cell]
                    && cage.iter().any(|&other| touches(cell, other))
                    && cage.iter().all(|&other| grid[cell] != grid[other])
            };
            match rng.choice((0..grid.len()).filter(fits).collect::<Vec<_>>()) {
                None => break,
                Some(cell) => {
                    caged[cell] = true;
                    cage.push(cell);
                }
            }
        }
        cages.push(cage);
    }
    cages
}

/// Cages of cells from anywhere.
fn scattered_cages(rng: &mut Rng, grid: &[u8], most: usize) -> Vec<Vec<usize>> {
    let mut cells: Vec<usize> = (0..grid.len()).collect();
    rng.shuffle(&mut cells);
    let mut cages: Vec<Vec<usize>> = Vec::new();
    for cell in cells {
        let size = rng.usize(1..=most);
        match cages.last_mut() {
            Some(cage) if cage.len() < size && cage.iter().all(|&c| grid[c] != grid[cell]) => {
                cage.push(cell);
            }
            _ => cages.push(vec![cell]),
        }
    }
    cages
}

/// Adds the cages with the sums of the grid; keeps `kept` of 4; some with a total that is off.
fn add_cages(
    rng: &mut Rng,
    puzzle: &mut Puzzle,
    grid: &[u8],
    cages: &[Vec<usize>],
    kept: u8,
    spoiled: bool,
) {
    let wrong = rng.usize(..cages.len());
    for (k, cells) in cages.iter().enumerate() {
        let total: u32 = cells.iter().map(|&cell| u32::from(grid[cell])).sum();
        if spoiled && k == wrong {
            puzzle.cage(if rng.bool() { total + 1 } else { total - 1 }, cells);
        } else if rng.u8(0..4) < kept {
            puzzle.cage(total, cells);
        }
    }
}

fn killer(rng: &mut Rng, width: usize, height: usize, givens: usize, scattered: bool) -> usize {
    let mut puzzle = Puzzle::boxes(width, height);
    let side = width * height;
    let grid = puzzle.rules.random_grid(rng).expect("a board has grids");
    let most = rng.usize(2..=side.min(7));
    let cages = if scattered {
        scattered_cages(rng, &grid, most)
    } else {
        connected_cages(rng, side, &grid, most)
    };
    let (kept, spoiled) = (rng.u8(2..=4), rng.u8(0..4) == 0);
    add_cages(rng, &mut puzzle, &grid, &cages, kept, spoiled);
    give(rng, &mut puzzle, &grid, givens);
    compare(&puzzle, 20)
}

/// A board with cages of both kinds, their cells side by side in row order or from anywhere; adds
/// to `repeated` the sum cages in which a digit of the grid occurs twice.
fn sum_killer(
    rng: &mut Rng,
    mut puzzle: Puzzle,
    grid: &[u8],
    givens: usize,
    repeated: &mut usize,
) -> usize {
    let mut cells: Vec<usize> = (0..grid.len()).collect();
    if rng.bool() {
        rng.shuffle(&mut cells);
    }
    let most = rng.usize(2..=7);
    let mut spoiled = rng.u8(0..4) == 0;
    while !cells.is_empty() {
        let cage = cells.split_off(cells.len() - rng.usize(1..=most.min(cells.len())));
        let mut total: u32 = cage.iter().map(|&cell| u32::from(grid[cell])).sum();
        let mut digits: Vec<u8> = cage.iter().map(|&cell| grid[cell]).collect();
        digits.sort_unstable();
        digits.dedup();
        let differ = digits.len() == cage.len();
        match rng.u8(0..4) {
            0 => {}
            1 if differ => puzzle.cage(total, &cage),
            _ => {
                if core::mem::take(&mut spoiled) {
                    total += 1;
                }
                *repeated += usize::from(!differ);
                puzzle.sum_cage(total, &cage);
            }
        }
    }
    give(rng, &mut puzzle, grid, givens);
    compare(&puzzle, 20)
}

/// Jigsaw regions, perhaps in pieces, that a grid keeps: its rows after swaps of equal digits.
fn random_jigsaw(rng: &mut Rng, grid: &[u8], side: usize) -> Vec<u8> {
    let mut regions: Vec<u8> = (0..grid.len()).map(|cell| (cell / side) as u8).collect();
    for _ in 0..side * side {
        let (a, b) = (rng.usize(..grid.len()), rng.usize(..grid.len()));
        if grid[a] == grid[b] {
            regions.swap(a, b);
        }
    }
    regions
}

#[test]
fn boards_of_four_by_four() {
    let tally = cases(150, |rng| {
        let mut puzzle = Puzzle::boxes(2, 2);
        let grid = puzzle.rules.random_grid(rng).expect("a board has grids");
        let givens = rng.usize(0..8);
        give(rng, &mut puzzle, &grid, givens);
        if rng.bool() {
            spoil_given(rng, &mut puzzle);
        }
        compare(&puzzle, 300)
    });
    assert!(tally.iter().all(|&count| count >= 10), "{tally:?}");
}

#[test]
fn boards_of_six_by_six_with_boxes_of_either_kind() {
    let tally = cases(80, |rng| {
        let mut puzzle = if rng.bool() {
            Puzzle::boxes(2, 3)
        } else {
            Puzzle::boxes(3, 2)
        };
        let grid = puzzle.rules.random_grid(rng).expect("a board has grids");
        let givens = rng.usize(8..20);
        give(rng, &mut puzzle, &grid, givens);
        if rng.bool() {
            spoil_given(rng, &mut puzzle);
        }
        compare(&puzzle, 30)
    });
    assert!(tally.iter().all(|&count| count >= 5), "{tally:?}");
}

#[test]
fn boards_of_nine_by_nine() {
    let tally = cases(40, |rng| {
        let mut puzzle = Puzzle::boxes(3, 3);
        let grid = puzzle.rules.random_grid(rng).expect("a board has grids");
        let givens = rng.usize(30..40);
        give(rng, &mut puzzle, &grid, givens);
        if rng.u8(0..3) == 0 {
            spoil_given(rng, &mut puzzle);
        }
        compare(&puzzle, 20)
    });
    assert!(tally.iter().all(|&count| count >= 4), "{tally:?}");
}

#[test]
fn boards_with_cages_in_which_digits_repeat() {
    let mut repeated = 0;
    let tally = cases(200, |rng| {
        let puzzle = Puzzle::boxes(2, 2);
        let grid = puzzle.rules.random_grid(rng).expect("a board has grids");
        sum_killer(rng, puzzle, &grid, 0, &mut repeated)
    });
    assert!(tally.iter().all(|&count| count >= 10), "{tally:?}");
    let tally = cases(60, |rng| {
        let puzzle = Puzzle::boxes(3, 2);
        let grid = puzzle.rules.random_grid(rng).expect("a board has grids");
        let givens = rng.usize(6..12);
        sum_killer(rng, puzzle, &grid, givens, &mut repeated)
    });
    assert!(tally.iter().all(|&count| count >= 4), "{tally:?}");
    assert!(repeated > 300, "{repeated}");
}

/// Beyond 16 digits the sums are filtered in another way.
#[test]
fn boards_of_eighteen_digits_with_cages_in_which_digits_repeat() {
    let tally = cases(8, |rng| {
        let mut puzzle = Puzzle::boxes(6, 3);
        let mut digits: Vec<u8> = (1..=18).collect();
        rng.shuffle(&mut digits);
        let shifted = |row: usize, column: usize| digits[(6 * row + row / 3 + column) % 18];
        let mut open = Vec::new();
        for cell in 0..18 * 18 {
            let digit = shifted(cell / 18, cell % 18);
            if digit > 3 {
                puzzle.given(cell, digit);
            } else {
                open.push((cell, digit));
            }
        }
        rng.shuffle(&mut open);
        for cage in open.chunks(4).take(rng.usize(1..=4)) {
            let total = cage.iter().map(|&(_, digit)| u32::from(digit)).sum();
            let cells: Vec<usize> = cage.iter().map(|&(cell, _)| cell).collect();
            puzzle.sum_cage(total, &cells);
        }
        compare(&puzzle, 20)
    });
    assert!(tally[1] > 0 && tally[2] > 0, "{tally:?}");
}

#[test]
fn a_cage_with_the_cells_of_a_house_says_nothing_or_too_much() {
    let shape = Shape::with_side(4).expect("a side in 4..=25");
    for (total, grids) in [(10, 288), (9, 0), (11, 0)] {
        let row = (0..4).map(|column| shape.cell(1, column));
        let model = Model::builder(shape).sum_cage(total, row).build();
        assert_eq!(model.expect("a total in 4..=16").count(1000), grids);
    }
}

#[test]
fn the_whole_board_can_be_one_cage() {
    let shape = Shape::with_side(4).expect("a side in 4..=25");
    for (total, grids) in [(40, 288), (41, 0)] {
        let model = Model::builder(shape).sum_cage(total, shape.cells()).build();
        assert_eq!(model.expect("a total in 16..=64").count(1000), grids);
    }
}

#[test]
fn cells_of_a_sum_cage_do_not_see_each_other() {
    let shape = Shape::CLASSIC;
    let [a, b] = [shape.cell(0, 0), shape.cell(4, 4)];
    let sum = Model::builder(shape).sum_cage(2, [a, b]).build();
    let sum = sum.expect("1 and 1");
    assert!(!sum.sees(a, b) && sum.cages().next().is_none());
    assert!(
        Backend::COVER.fits(&sum) && Backend::CANDIDATES.fits(&sum) && Backend::AUTO.fits(&sum)
    );
    let grid = sum.solve().found().expect("such grids exist");
    assert_eq!((grid.get(a), grid.get(b)), (Some(1), Some(1)));

    let cage = Model::builder(shape).cage(3, [a, b]).build();
    let cage = cage.expect("1 and 2");
    assert!(cage.sees(a, b) && cage.cages().count() == 1 && Backend::COVER.fits(&cage));
}

#[test]
fn killers_of_four_by_four() {
    for scattered in [false, true] {
        let tally = cases(150, |rng| killer(rng, 2, 2, 0, scattered));
        assert!(tally.iter().all(|&count| count >= 10), "{tally:?}");
    }
}

#[test]
fn killers_of_six_by_six() {
    for scattered in [false, true] {
        let tally = cases(60, |rng| killer(rng, 3, 2, 6, scattered));
        assert!(tally.iter().all(|&count| count >= 4), "{tally:?}");
    }
}

#[test]
fn killers_of_nine_by_nine() {
    let tally = cases(30, |rng| killer(rng, 3, 3, 30, false));
    assert!(tally.iter().all(|&count| count >= 3), "{tally:?}");
}

#[test]
fn jigsaws() {
    let tally = cases(80, |rng| {
        let side = rng.usize(4..=6);
        let shape = Shape::with_side(side).expect("a side in 4..=25");
        let mut puzzle = Puzzle::latin(shape);
        let grid = puzzle.rules.random_grid(rng).expect("a board has grids");
        puzzle.jigsaw(&random_jigsaw(rng, &grid, side));
        if rng.bool() {
            let cages = connected_cages(rng, side, &grid, 4);
            let spoiled = rng.bool();
            add_cages(rng, &mut puzzle, &grid, &cages, 2, spoiled);
        }
        let givens = rng.usize(side..side * side / 2);
        give(rng, &mut puzzle, &grid, givens);
        if rng.u8(0..3) == 0 {
            spoil_given(rng, &mut puzzle);
        }
        compare(&puzzle, 20)
    });
    assert!(tally.iter().all(|&count| count >= 5), "{tally:?}");
}

#[test]
fn diagonals_windows_and_extra_regions() {
    let tally = cases(80, |rng| {
        let square = rng.bool();
        let mut puzzle = if square {
            Puzzle::boxes(2, 2)
        } else {
            Puzzle::boxes(3, 2)
        };
        let side = puzzle.rules.side;
        if rng.bool() {
            puzzle.diagonals();
        }
        if square && rng.bool() {
            puzzle.windoku(2);
        }
        // The grid comes before the regions, which often forbid it, so that the brute force need
        // not prove a whole 6 x 6 board impossible.
        let grid = puzzle.rules.random_grid(rng).expect("such boards exist");
        for _ in 0..rng.usize(0..3) {
            let size = rng.usize(1..=if square { side } else { 3 });
            let cells = random_cells(rng, &puzzle, size);
            puzzle.region(&cells);
        }
        let givens = if square {
            rng.usize(0..3)
        } else {
            rng.usize(6..12)
        };
        give(rng, &mut puzzle, &grid, givens);
        compare(&puzzle, 30)
    });
    assert!(tally.iter().all(|&count| count >= 4), "{tally:?}");
}

#[test]
fn windokus_and_diagonals_of_nine_by_nine() {
    let tally = cases(30, |rng| {
        let mut puzzle = Puzzle::boxes(3, 3);
        if rng.bool() {
            puzzle.windoku(3);
        } else {
            puzzle.diagonals();
        }
        let grid = puzzle.rules.random_grid(rng).expect("such boards exist");
        let givens = rng.usize(26..34);
        give(rng, &mut puzzle, &grid, givens);
        if rng.u8(0..3) == 0 {
            spoil_given(rng, &mut puzzle);
        }
        compare(&puzzle, 20)
    });
    assert!(tally.iter().all(|&count| count >= 3), "{tally:?}");
}

/// A random grid with a tiling of it: one single for each digit, all dominoes on the other cells.
fn tiled_grid(rng: &mut Rng, puzzle: &Puzzle) -> (Vec<u8>, Vec<usize>, Vec<Tile>) {
    let side = puzzle.rules.side;
    loop {
        let grid = puzzle.rules.random_grid(rng).expect("a board has grids");
        for _ in 0..200 {
            let mut cells: Vec<usize> = (0..grid.len()).collect();
            rng.shuffle(&mut cells);
            let with = |digit: u8| cells.iter().copied().find(|&cell| grid[cell] == digit);
            let singles: Vec<usize> = (1..=side as u8).filter_map(with).collect();
            let mut covered = vec![false; grid.len()];
            singles.iter().for_each(|&cell| covered[cell] = true);
            let mut tiles = Vec::new();
            let mut keep = |found: &[Tile]| {
                tiles = found.to_vec();
                true
            };
            if tile(side, &grid, &mut covered, &mut Vec::new(), &mut keep) {
                return (grid, singles, tiles);
            }
        }
    }
}

/// A domino board: some dominoes of a random tiling placed, some givens, at times one domino wrong.
fn domino_board(rng: &mut Rng, mut puzzle: Puzzle, placed: usize) -> usize {
    let (grid, singles, mut tiles) = tiled_grid(rng, &puzzle);
    puzzle.singles(&singles);
    rng.shuffle(&mut tiles);
    for (k, &tile) in tiles.iter().take(placed).enumerate() {
        let [a, b] = tile.digits;
        let wrong = k == 0 && rng.u8(0..4) == 0;
        puzzle.domino(Tile {
            digits: if wrong { [b, a] } else { [a, b] },
            ..tile
        });
    }
    if rng.bool() {
        give(rng, &mut puzzle, &grid, 2);
    }
    compare(&puzzle, 40)
}

#[test]
fn domino_boards_of_four_by_four() {
    let tally = cases(150, |rng| {
        let puzzle = if rng.bool() {
            Puzzle::boxes(2, 2)
        } else {
            Puzzle::latin(Shape::with_side(4).expect("a side in 4..=25"))
        };
        let placed = rng.usize(0..=6);
        domino_board(rng, puzzle, placed)
    });
    assert!(tally.iter().all(|&count| count >= 10), "{tally:?}");
}

#[test]
fn domino_boards_of_five_by_five_and_six_by_six() {
    let tally = cases(40, |rng| {
        if rng.bool() {
            let shape = Shape::with_side(5).expect("a side in 4..=25");
            let placed = rng.usize(4..=8);
            domino_board(rng, Puzzle::latin(shape), placed)
        } else {
            let placed = rng.usize(8..=12);
            domino_board(rng, Puzzle::boxes(3, 2), placed)
        }
    });
    assert!(tally.iter().all(|&count| count >= 3), "{tally:?}");
}
