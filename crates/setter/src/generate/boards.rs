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

/// Boards at the edges of what is allowed, with at most one grid each: full ones, all cells but
/// one, a digit that is not given at all, two equal digits in a house, a cell that takes no digit.
fn edges(random: &mut SplitMix64) -> Option<Vec<Board>> {
    let (_, grid) = puzzle(&classic(), random, 81)?;
    let mut wrong = grid.clone();
    spoil(random, &mut wrong);
    let gone = one_of(random, &grid);
    let digit = |digit: &u8| if *digit == gone { 0 } else { *digit };
    let (mut twice, mut blocked) = (vec![0; 81], vec![0; 81]);
    for cell in one_of(random, &[[0, 8], [8, 80], [60, 80], [39, 41]]) {
        twice[cell] = gone;
    }
    (1..9).for_each(|digit| blocked[digit as usize] = digit);
    blocked[72] = 9;
    let others = [
        some_of(random, &grid, 80),
        grid.iter().map(digit).collect(),
        wrong,
        twice,
        blocked,
        grid,
    ];
    Some(others.into_iter().collect())
}

/// The same with boards that have many grids: an empty one, and one with a single digit.
fn wide_edges(random: &mut SplitMix64) -> Option<Vec<Board>> {
    let mut boards = edges(random)?;
    let mut single = vec![0; 81];
    single[random.below(81)] = within(random, 1..=9) as u8;
    boards.extend([vec![0; 81], single]);
    random.shuffle(&mut boards);
    Some(boards)
}

const EDGES: &str = "full boards, and some that have no grid, as is seen at once";
const WIDE_EDGES: &str = "full boards, empty ones, and some that have no grid, as is seen at once";

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
    group("none", "no grid", |random| {
        let givens = givens(random);
        Some(rows(&board(&classic(), random, Kind::None, givens)?, " "))
    }),
    group("edges", EDGES, |random| {
        Some(rows(&edges(random)?.swap_remove(random.below(6)), " "))
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
    group("edges", WIDE_EDGES, |random| {
        let (boards, between) = (wide_edges(random)?, one_of(random, &["", " "]));
        Some(dots(&boards[0], between))
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
        Some(easudoku(&boards(random, 2, AT_MOST_ONE)))
    }),
    group("full", "14 boards with at most one grid", |random| {
        Some(easudoku(&boards(random, 14, AT_MOST_ONE)))
    }),
    group("edges", EDGES, |random| Some(easudoku(&edges(random)?))),
];

fn easudoku(boards: &[Board]) -> String {
    let lines: String = boards.iter().map(|board| rows(board, " ")).collect();
    format!("{}\n{lines}", boards.len())
}

pub(crate) const SUDOGOB: &[Group] = &[
    group("tiny", "2 boards with no, one or many grids", |random| {
        Some(sudogob(&boards(random, 2, COUNTED)))
    }),
    group("full", "50 boards with no, one or many grids", |random| {
        Some(sudogob(&boards(random, 50, COUNTED)))
    }),
    group("edges", EDGES, |random| Some(sudogob(&edges(random)?))),
];

fn sudogob(boards: &[Board]) -> String {
    format!("{}\n{}", boards.len(), sudokunique(boards))
}

pub(crate) const SUDOKUNIQUE: &[Group] = &[
    group("tiny", "2 boards with no, one or many grids", |random| {
        Some(sudokunique(&boards(random, 2, ANY)))
    }),
    group("full", "100 boards with no, one or many grids", |random| {
        Some(sudokunique(&boards(random, 100, ANY)))
    }),
    group("edges", WIDE_EDGES, |random| {
        Some(sudokunique(&wide_edges(random)?))
    }),
];

/// The boards with an empty line between two.
fn sudokunique(boards: &[Board]) -> String {
    let boards: Vec<String> = boards.iter().map(|board| rows(board, " ")).collect();
    boards.join("\n")
}

pub(crate) const SUDOKU81: &[Group] = &[
    group("tiny", "2 boards", |random| sudoku81(random, 2, 24)),
    group(
        "minimal",
        "500 boards in which no given can be spared",
        |random| sudoku81(random, 500, 0),
    ),
    group("huge", "10000 boards", |random| sudoku81(random, 10_000, 0)),
    group("edges", "full boards, and all digits but one", |random| {
        let boards = edges(random)?;
        let kept = boards.iter().filter(|board| classic_grids(board, 2) == 1);
        let lines = kept.map(|board| line(board, "").replace('0', "."));
        Some(lines.collect::<String>() + "end\n")
    }),
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
    group(
        "edges",
        "full boards, 24 givens of which two clash",
        |random| {
            let count = one_of(random, &[24, 80, 81]);
            target(random, count, 50)
        },
    ),
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
    group("edges", WIDE_EDGES, |random| {
        let regions = regions(random, 0);
        let boards = wide_edges(random)?.into_iter();
        let boards = boards.map(|board| walls(&board, &regions));
        let boards: Vec<String> = boards.collect();
        Some(format!("{}\n{}", boards.len(), boards.join("\n")))
    }),
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
    let boards = (0..count).map(|k| {
        let (board, regions) = &bases[k % bases.len()];
        let digits = sample(random, 9, 9);
        let renamed = board.iter().map(|&digit| match digit {
            0 => 0,
            digit => digits[digit as usize - 1] as u8 + 1,
        });
        walls(&renamed.collect::<Board>(), regions)
    });
    let boards: Vec<String> = boards.collect();
    Some(format!("{count}\n{}", boards.join("\n")))
}

/// A board with the walls around these regions.
fn walls(board: &[u8], regions: &[u8]) -> String {
    let code = |cell: usize| {
        let differs = |inside: bool, other: usize| !inside || regions[other] != regions[cell];
        let (row, column) = (cell / 9, cell % 9);
        let walls = [
            (16, differs(row > 0, cell.wrapping_sub(9))),
            (32, differs(column < 8, cell + 1)),
            (64, differs(row < 8, cell + 9)),
            (128, differs(column > 0, cell.wrapping_sub(1))),
        ];
        let walls = walls.iter().filter(|wall| wall.1);
        board[cell] + walls.map(|wall| wall.0).sum::<u8>()
    };
    rows(&(0..81).map(code).collect::<Board>(), " ")
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
    group(
        "edges",
        "all letters, and all but one, counted or not",
        |random| {
            let boards = sudoku16(random, 2, 256)?;
            let gone = within(random, 0..=15);
            let boards = boards.replacen((b'A' + gone as u8) as char, "-", 1);
            Some(one_of(random, &["", "2\n"]).to_string() + &boards)
        },
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
