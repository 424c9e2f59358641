//! Boards of digits and letters.

use super::{group, line, one_of, percent, sample, within, Group};
use exactcover::SplitMix64;
use sudoku_model::{Builder, ClueGenerator, Grid, Limits, Model, Shape};

/// Nine rows of nine digits, 0 for a free cell.
type Board = Vec<u8>;

/// How many grids a board has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    None,
    One,
    /// At most so many, or any number.
    Many(Option<u64>),
}

fn classic() -> Builder {
    Model::builder(Shape::CLASSIC)
}

/// How many grids there are with these givens, counted up to `most`.
pub(crate) fn grids(rules: &Builder, givens: &[u8], most: u64) -> u64 {
    let shape = rules.build().expect("rules without givens").shape();
    let givens = Grid::from_digits(shape, givens).expect("a digit for each cell");
    // Givens that exclude each other are no model.
    match rules.clone().givens(&givens).build() {
        Ok(model) => model.count(most),
        Err(_) => 0,
    }
}

/// How many grids the classic board has with these givens, counted up to `most`.
pub(crate) fn classic_grids(givens: &[u8], most: u64) -> u64 {
    grids(&classic(), givens, most)
}

/// A puzzle with one grid and at least so many givens, and its grid.
fn puzzle(rules: &Builder, random: &mut SplitMix64, givens: usize) -> Option<(Board, Board)> {
    let generator = ClueGenerator::new(rules, random.next_u64()).clues(givens..=usize::MAX);
    let limits = Limits::none().nodes(1_000_000);
    let puzzle = generator.limits(limits).generate().ok()?;
    let givens = puzzle.model.givens().digits().to_vec();
    Some((givens, puzzle.solution.digits().to_vec()))
}

/// The digits of a grid in so many cells, which are chosen at random.
fn some_of(random: &mut SplitMix64, grid: &[u8], count: usize) -> Board {
    let mut board = vec![0; grid.len()];
    for cell in sample(random, grid.len(), count) {
        board[cell] = grid[cell];
    }
    board
}

/// Another digit for one given.
fn spoil(random: &mut SplitMix64, board: &mut [u8]) {
    let filled: Vec<usize> = (0..board.len()).filter(|&cell| board[cell] > 0).collect();
    let cell = one_of(random, &filled);
    board[cell] = (board[cell] as usize + random.below(8)) as u8 % 9 + 1;
}

/// A board with as many grids, and at least so many givens if it has one grid.
fn board(rules: &Builder, random: &mut SplitMix64, kind: Kind, givens: usize) -> Option<Board> {
    let (mut board, _) = puzzle(rules, random, givens)?;
    match kind {
        Kind::One => {}
        Kind::None => spoil(random, &mut board),
        Kind::Many(_) => {
            let filled: Vec<usize> = (0..81).filter(|&cell| board[cell] > 0).collect();
            let gone = within(random, 1..=6);
            for k in sample(random, filled.len(), gone) {
                board[filled[k]] = 0;
            }
        }
    }
    let wanted = match kind {
        Kind::None => 0..=0,
        Kind::One => 1..=1,
        Kind::Many(most) => 2..=most.unwrap_or(2),
    };
    // There is no need to count what is more than any number.
    let most = match kind {
        Kind::Many(None) => 2,
        _ => wanted.end() + 1,
    };
    let count = grids(rules, &board, most);
    wanted.contains(&count).then_some(board)
}

/// More grids than this are not listed by anybody.
pub(crate) const MANY: u64 = 100_000;

const ANY: &[Kind] = &[Kind::One, Kind::One, Kind::Many(None), Kind::None];
const COUNTED: &[Kind] = &[Kind::One, Kind::One, Kind::Many(Some(MANY)), Kind::None];
const AT_MOST_ONE: &[Kind] = &[Kind::One, Kind::One, Kind::None];

/// A number of givens, few and many alike.
fn givens(random: &mut SplitMix64) -> usize {
    one_of(random, &[0, 24, 28, 35])
}

/// So many boards of these kinds.
fn boards(random: &mut SplitMix64, count: usize, kinds: &[Kind]) -> Vec<Board> {
    let rules = classic();
    let mut boards = Vec::new();
    // What came about may be of another kind.
    while boards.len() < count {
        let (kind, givens) = (one_of(random, kinds), givens(random));
        boards.extend(board(&rules, random, kind, givens));
    }
    boards
}

fn rows(board: &[u8], between: &str) -> String {
    board.chunks(9).map(|row| line(row, between)).collect()
}

fn dots(board: &[u8], between: &str) -> String {
    rows(board, between).replace('0', ".")
}

/// The same board, more or less: other names for the digits, rows and columns in another order.
fn mixed(random: &mut SplitMix64, board: &[u8]) -> Board {
    let mut order = || -> Vec<usize> {
        let bands = sample(random, 3, 3);
        let lines = bands
            .into_iter()
            .map(|band| sample(random, 3, 3).into_iter().map(move |k| 3 * band + k));
        lines.collect::<Vec<_>>().into_iter().flatten().collect()
    };
    let (rows, columns) = (order(), order());
    let digits = sample(random, 9, 9);
    let turned = percent(random, 50);
    let cells = (0..81).map(|cell| {
        let (row, column) = (rows[cell / 9], columns[cell % 9]);
        let digit = if turned {
            board[column * 9 + row]
        } else {
            board[row * 9 + column]
        };
        if digit == 0 {
            0
        } else {
            digits[digit as usize - 1] as u8 + 1
        }
    });
    cells.collect()
}

/// So many boards with one grid, of which no more than forty are new.
fn many_boards(random: &mut SplitMix64, count: usize, givens: usize) -> Option<Vec<Board>> {
    let rules = classic();
    let bases: Option<Vec<Board>> = (0..count.min(40))
        .map(|_| puzzle(&rules, random, givens).map(|(board, _)| board))
        .collect();
    let bases = bases?;
    let others = (bases.len()..count).map(|k| mixed(random, &bases[k % bases.len()]));
    let others: Vec<Board> = others.collect();
    Some(bases.into_iter().chain(others).collect())
}

pub(crate) const ALL_SOLUTIONS: &[Group] = &[
    group("tiny", "one grid", |random| {
        let givens = givens(random);
        Some(rows(&board(&classic(), random, Kind::One, givens)?, " "))
    }),
    group("several", "2 to 50 grids", |random| {
        Some(rows(
            &board(&classic(), random, Kind::Many(Some(50)), 0)?,
            " ",
        ))
    }),
];

pub(crate) const CROSS_HATCHING: &[Group] = &[
    group("tiny", "20 to 60 digits of a grid", |random| {
        hatching(random, 20..=60, 0, "")
    }),
    group("full", "40 to 60 digits of a grid, cells apart", |random| {
        hatching(random, 40..=60, 0, " ")
    }),
    group("error", "one to three digits are changed", |random| {
        let (changed, between) = (within(random, 1..=3), one_of(random, &["", " "]));
        hatching(random, 20..=50, changed, between)
    }),
];

fn hatching(
    random: &mut SplitMix64,
    givens: std::ops::RangeInclusive<usize>,
    changed: usize,
    between: &str,
) -> Option<String> {
    let (_, grid) = puzzle(&classic(), random, 81)?;
    let count = within(random, givens);
    let mut board = some_of(random, &grid, count);
    (0..changed).for_each(|_| spoil(random, &mut board));
    Some(dots(&board, between))
}

pub(crate) const EASUDOKU: &[Group] = &[
    group("tiny", "2 boards with at most one grid", |random| {
        easudoku(random, 2)
    }),
    group("full", "14 boards with at most one grid", |random| {
        easudoku(random, 14)
    }),
];

fn easudoku(random: &mut SplitMix64, count: usize) -> Option<String> {
    let boards = boards(random, count, AT_MOST_ONE);
    let boards: String = boards.iter().map(|board| rows(board, " ")).collect();
    Some(format!("{count}\n{boards}"))
}

pub(crate) const SUDOGOB: &[Group] = &[
    group("tiny", "2 boards with no, one or many grids", |random| {
        sudogob(random, 2)
    }),
    group("full", "50 boards with no, one or many grids", |random| {
        sudogob(random, 50)
    }),
];

fn sudogob(random: &mut SplitMix64, count: usize) -> Option<String> {
    let boards: Vec<String> = boards(random, count, COUNTED)
        .iter()
        .map(|board| rows(board, " "))
        .collect();
    Some(format!("{count}\n{}", boards.join("\n")))
}

pub(crate) const SUDOKUNIQUE: &[Group] = &[
    group("tiny", "2 boards with no, one or many grids", |random| {
        sudokunique(random, 2)
    }),
    group("full", "100 boards with no, one or many grids", |random| {
        sudokunique(random, 100)
    }),
];

fn sudokunique(random: &mut SplitMix64, count: usize) -> Option<String> {
    let boards: Vec<String> = boards(random, count, ANY)
        .iter()
        .map(|board| rows(board, " "))
        .collect();
    Some(boards.join("\n"))
}

pub(crate) const SUDOKU81: &[Group] = &[
    group("tiny", "2 boards", |random| sudoku81(random, 2, 24)),
    group(
        "minimal",
        "500 boards in which no given can be spared",
        |random| sudoku81(random, 500, 0),
    ),
    group("huge", "10000 boards", |random| sudoku81(random, 10_000, 0)),
];

fn sudoku81(random: &mut SplitMix64, count: usize, givens: usize) -> Option<String> {
    let boards = many_boards(random, count, givens)?;
    let lines = boards.iter().map(|board| line(board, "").replace('0', "."));
    Some(lines.collect::<String>() + "end\n")
}

pub(crate) const TARGET_SUDOKU: &[Group] = &[
    group(
        "tiny",
        "30 to 40 givens, at times none of which fit",
        |random| {
            let count = within(random, 30..=40);
            target(random, count, 10)
        },
    ),
    group("few", "24 to 26 givens", |random| {
        let count = within(random, 24..=26);
        target(random, count, 0)
    }),
];

fn target(random: &mut SplitMix64, count: usize, spoiled: usize) -> Option<String> {
    let (_, grid) = puzzle(&classic(), random, 81)?;
    let mut board = some_of(random, &grid, count);
    if percent(random, spoiled) {
        spoil(random, &mut board);
    }
    Some(rows(&board, " "))
}

pub(crate) const SQUIGGLY: &[Group] = &[
    group("tiny", "2 boards", |random| squiggly(random, 2)),
    group("full", "2500 boards", |random| squiggly(random, 2500)),
];

/// Regions by random exchanges of two cells, after each of which all are connected.
pub(super) fn regions(random: &mut SplitMix64, exchanges: usize) -> Vec<u8> {
    let mut regions: Vec<u8> = (0..81)
        .map(|cell| (cell / 27 * 3 + cell % 9 / 3) as u8)
        .collect();
    let mut left = exchanges;
    while left > 0 {
        let (a, b) = (random.below(81), random.below(81));
        regions.swap(a, b);
        let whole = |region: u8| {
            let cells: Vec<(usize, usize)> = (0..81)
                .filter(|&cell| regions[cell] == region)
                .map(|cell| (cell / 9, cell % 9))
                .collect();
            referee::validate::is_connected(&cells)
        };
        if regions[a] != regions[b] && whole(regions[a]) && whole(regions[b]) {
            left -= 1;
        } else {
            regions.swap(a, b);
        }
    }
    regions
}

fn squiggly(random: &mut SplitMix64, count: usize) -> Option<String> {
    let mut bases: Vec<(Board, Vec<u8>)> = Vec::new();
    while bases.len() < count.min(40) {
        let exchanges = one_of(random, &[0, 2, 6, 12]);
        let regions = regions(random, exchanges);
        let mut rules = classic();
        rules.jigsaw(&regions);
        // Some of these have no grid at all.
        let kind = one_of(random, ANY);
        bases.extend(board(&rules, random, kind, 22).map(|board| (board, regions)));
    }
    let walls = |random: &mut SplitMix64, k: usize| {
        let (board, regions) = &bases[k % bases.len()];
        let digits = sample(random, 9, 9);
        let cells: Vec<usize> = (0..81)
            .map(|cell: usize| {
                let differs =
                    |inside: bool, other: usize| !inside || regions[other] != regions[cell];
                let (row, column) = (cell / 9, cell % 9);
                let walls = [
                    (16, differs(row > 0, cell.wrapping_sub(9))),
                    (32, differs(column < 8, cell + 1)),
                    (64, differs(row < 8, cell + 9)),
                    (128, differs(column > 0, cell.wrapping_sub(1))),
                ];
                let digit = board[cell] as usize;
                let digit = if digit == 0 { 0 } else { digits[digit - 1] + 1 };
                digit
                    + walls
                        .iter()
                        .filter(|wall| wall.1)
                        .map(|wall| wall.0)
                        .sum::<usize>()
            })
            .collect();
        cells
            .chunks(9)
            .map(|row| line(row, " "))
            .collect::<String>()
    };
    let boards: Vec<String> = (0..count).map(|k| walls(random, k)).collect();
    Some(format!("{count}\n{}", boards.join("\n")))
}

pub(crate) const SUDOKU16: &[Group] = &[
    group("tiny", "one data set of at least 140 letters", |random| {
        sudoku16(random, 1, 140)
    }),
    group(
        "minimal",
        "one data set in which no letter can be spared",
        |random| sudoku16(random, 1, 0),
    ),
    group("full", "20 data sets of at least 100 letters", |random| {
        sudoku16(random, 20, 100)
    }),
    group(
        "counted",
        "as SPOJ has them: a number of data sets, and 5 of them",
        |random| Some(format!("5\n{}", sudoku16(random, 5, 120)?)),
    ),
];

fn sudoku16(random: &mut SplitMix64, count: usize, givens: usize) -> Option<String> {
    let rules = Model::builder(Shape::with_side(16).expect("a square of a square"));
    let mut sets = Vec::new();
    for _ in 0..count {
        let (board, _) = puzzle(&rules, random, givens)?;
        let letter = |&digit: &u8| {
            if digit == 0 {
                '-'
            } else {
                (b'A' + digit - 1) as char
            }
        };
        sets.push(
            board
                .chunks(16)
                .map(|row| line(row.iter().map(letter), ""))
                .collect::<String>(),
        );
    }
    Some(sets.join("\n"))
}
