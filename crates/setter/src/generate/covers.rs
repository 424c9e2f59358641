//! Problems that are exact covers.

use super::{group, line, one_of, percent, sample, within, Group};
use exactcover::{Engine, First, Limits, Problem, SplitMix64, Ties, Unique};
use referee::check::placements;
use std::collections::{BTreeMap, BTreeSet};

pub(crate) const EXACT_COVER: &[Group] = &[
    group(
        "tiny",
        "up to 11 rows and 8 columns, with and without a cover",
        |random| Some(tiny(random, matrix_text)),
    ),
    group(
        "planted",
        "500 rows and columns, of which one choice is a cover",
        |random| Some(matrix_text(&large(random, 500), 500)),
    ),
    group("none", "the same, and a column without ones", |random| {
        let mut matrix = large(random, 500);
        let column = random.below(500);
        for row in &mut matrix {
            row.remove(&column);
        }
        Some(matrix_text(&matrix, 500))
    }),
    group("edges", EDGES, |random| {
        let (matrix, columns) = edges(random, 500, 500, 10);
        Some(matrix_text(&matrix, columns))
    }),
];

const EDGES: &str = "one row or column, equal rows, a row for each column, and such";

/// A table at the edges of what is allowed, with at most so many rows, columns and ones in a row.
fn edges(
    random: &mut SplitMix64,
    rows: usize,
    columns: usize,
    ones: usize,
) -> (Vec<BTreeSet<usize>>, usize) {
    let side = rows.min(columns);
    let wide = columns.min(ones);
    let mut matrix: Vec<BTreeSet<usize>> = (0..side).map(|k| [k].into()).collect();
    let last = random.below(side);
    match random.below(6) {
        0 => (vec![[0].into()], 1),
        1 => (vec![(0..wide).collect()], wide),
        2 => (vec![(0..wide).collect()], columns),
        3 => (vec![(0..wide).collect(); rows], wide),
        // A row for each column; and the same with one column twice, so that there is no cover.
        4 => (matrix, side),
        _ => {
            matrix[last] = [(last + 1) % side].into();
            (matrix, side)
        }
    }
}

pub(crate) const EXACT_COVER_HUST: &[Group] = &[
    group(
        "tiny",
        "8 cases of up to 11 rows and 8 columns, with and without a cover",
        |random| Some((0..8).map(|_| tiny(random, rows_text)).collect()),
    ),
    group(
        "planted",
        "3 cases of 1000 rows and columns, of which one choice is a cover",
        |random| {
            Some(
                (0..3)
                    .map(|_| rows_text(&large(random, 1000), 1000))
                    .collect(),
            )
        },
    ),
    group("edges", EDGES, |random| {
        let mut case = || {
            let (matrix, columns) = edges(random, 1000, 1000, 100);
            rows_text(&matrix, columns)
        };
        Some((0..6).map(|_| case()).collect())
    }),
];

pub(crate) const EASY_FINDING: &[Group] = &[
    group(
        "tiny",
        "8 cases of up to 11 rows and 8 columns, with and without a cover",
        |random| Some((0..8).map(|_| tiny(random, matrix_text)).collect()),
    ),
    group(
        "full",
        "500 cases of 16 rows and 300 columns, half of them with a cover",
        |random| {
            let mut cases = String::new();
            for _ in 0..500 {
                let chance = one_of(random, &[1, 5, 10, 20]);
                let mut matrix = random_matrix(random, 16, 300, chance);
                if percent(random, 50) {
                    plant(random, &mut matrix, 300, 8);
                }
                cases += &matrix_text(&matrix, 300);
            }
            Some(cases)
        },
    ),
    group("edges", EDGES, |random| {
        let mut case = || {
            let (matrix, columns) = edges(random, 16, 300, 300);
            matrix_text(&matrix, columns)
        };
        let blank = vec![BTreeSet::new(); 16];
        Some((0..12).map(|_| case()).collect::<String>() + &matrix_text(&blank, 300))
    }),
];

/// A table with few rows, printed in this form; every second one has a cover for sure.
fn tiny(random: &mut SplitMix64, print: fn(&[BTreeSet<usize>], usize) -> String) -> String {
    let (rows, columns) = (within(random, 1..=11), within(random, 1..=8));
    let chance = one_of(random, &[15, 25, 35, 50]);
    let mut matrix = random_matrix(random, rows, columns, chance);
    if percent(random, 50) {
        plant(random, &mut matrix, columns, rows.div_ceil(2));
    }
    print(&matrix, columns)
}

/// Rows that have each column with this chance, in percent.
fn random_matrix(
    random: &mut SplitMix64,
    rows: usize,
    columns: usize,
    chance: usize,
) -> Vec<BTreeSet<usize>> {
    (0..rows)
        .map(|_| (0..columns).filter(|_| percent(random, chance)).collect())
        .collect()
}

/// Makes some of the first rows a cover, and puts all rows into random order.
fn plant(random: &mut SplitMix64, matrix: &mut [BTreeSet<usize>], columns: usize, rows: usize) {
    let part: Vec<usize> = (0..columns).map(|_| random.below(rows)).collect();
    for (number, row) in matrix.iter_mut().enumerate().take(rows) {
        let own = |column: &usize| part[*column] == number;
        *row = (0..columns).filter(own).collect();
    }
    random.shuffle(matrix);
}

/// A table of this side with a planted cover.
fn large(random: &mut SplitMix64, side: usize) -> Vec<BTreeSet<usize>> {
    let mut row = |_| {
        let ones = within(random, 3..=9);
        sample(random, side, ones).into_iter().collect()
    };
    let mut matrix: Vec<BTreeSet<usize>> = (0..side).map(&mut row).collect();
    plant(random, &mut matrix, side, side * 17 / 100);
    matrix
}

fn matrix_text(matrix: &[BTreeSet<usize>], columns: usize) -> String {
    let row =
        |row: &BTreeSet<usize>| line((0..columns).map(|k| usize::from(row.contains(&k))), " ");
    format!("{} {columns}\n", matrix.len()) + &matrix.iter().map(row).collect::<String>()
}

/// For each row the number of its ones, and where they are. A row must have some: if not, it gets
/// the first.
fn rows_text(matrix: &[BTreeSet<usize>], columns: usize) -> String {
    let row = |row: &BTreeSet<usize>| match row.is_empty() {
        true => line([1, 1], " "),
        false => line(
            [row.len()].into_iter().chain(row.iter().map(|k| k + 1)),
            " ",
        ),
    };
    format!("{} {columns}\n", matrix.len()) + &matrix.iter().map(row).collect::<String>()
}

pub(crate) const POWER_STATIONS: &[Group] = &[
    group("tiny", "3 cases of up to 5 towns and 3 days", |random| {
        let mut cases = String::new();
        for _ in 0..3 {
            let (towns, days) = (within(random, 1..=5), within(random, 1..=3));
            let cables = within(random, 1..=6);
            let cables: Vec<[usize; 2]> = (0..cables)
                .map(|_| [random.below(towns), random.below(towns)])
                .collect();
            let spans: Vec<[usize; 2]> = (0..towns).map(|_| span(random, days)).collect();
            cases += &stations(&cables, &spans, days);
        }
        Some(cases)
    }),
    group(
        "planted",
        "60 towns, of which 12 can feed the others on all 5 days",
        |random| {
            let order = sample(random, 60, 60);
            let (hubs, leaves) = order.split_at(12);
            let mut cables: Vec<[usize; 2]> = leaves
                .iter()
                .map(|&leaf| [one_of(random, hubs), leaf])
                .collect();
            while cables.len() < 150 {
                cables.push([one_of(random, leaves), one_of(random, leaves)]);
            }
            random.shuffle(&mut cables);
            let spans = (0..60).map(|town| match hubs.contains(&town) {
                true => [1, 5],
                false => span(random, 5),
            });
            let spans: Vec<[usize; 2]> = spans.collect();
            Some(stations(&cables, &spans, 5))
        },
    ),
    group(
        "edges",
        "one town; towns without neighbors; one that feeds all others",
        |random| {
            let days = within(random, 1..=5);
            // Each town must feed itself, and the last one may not be able to.
            let mut alone = vec![[1, days]; 60];
            alone[59] = span(random, days);
            let star: Vec<[usize; 2]> = (0..150).map(|k| [59, k % 60]).collect();
            let mut spans: Vec<[usize; 2]> = (0..60).map(|_| span(random, days)).collect();
            spans[59] = [1, days];
            let last = stations(&star, &spans, days);
            let cases = [
                stations(&[[0, 0]], &[[1, 1]], 1),
                stations(&[[0, 0]; 150], &[span(random, days)], days),
                stations(&[[59, 59]], &alone, days),
                last,
            ];
            Some(cases.concat())
        },
    ),
];

/// From one day to another, often to all.
fn span(random: &mut SplitMix64, days: usize) -> [usize; 2] {
    if percent(random, 50) {
        return [1, days];
    }
    let first = within(random, 1..=days);
    [first, within(random, first..=days)]
}

fn stations(cables: &[[usize; 2]], spans: &[[usize; 2]], days: usize) -> String {
    let cable_lines = cables
        .iter()
        .map(|cable| line(cable.map(|town| town + 1), " "));
    let cable_lines: String = cable_lines.collect();
    let span_lines: String = spans.iter().map(|span| line(span, " ")).collect();
    line([spans.len(), cables.len(), days], " ") + &cable_lines + &span_lines + "\n"
}

pub(crate) const CROSSWORD: &[Group] = &[
    group("tiny", "up to 6 rows and columns, few letters", |random| {
        let (rows, columns) = (within(random, 1..=6), within(random, 2..=6));
        let letters = one_of(random, &[3, 5, 26]);
        crossword(random, rows, columns, 30, letters)
    }),
    group("alike", "12 rows and columns, 5 letters", |random| {
        crossword(random, 12, 12, 40, 5)
    }),
    group("full", "21 rows and columns, 26 letters", |random| {
        crossword(random, 21, 21, 35, 26)
    }),
    group("edges", "one row or column of up to 21 cells", |random| {
        let length = one_of(random, &[2, 3, 20, 21]);
        let (rows, columns) = one_of(random, &[(1, length), (length, 1)]);
        let walls = one_of(random, &[0, 10]);
        crossword(random, rows, columns, walls, 26)
    }),
];

/// The runs of two free cells or more, across and down.
fn runs(grid: &[bool], columns: usize) -> Vec<Vec<usize>> {
    let across = grid.len() / columns;
    let across = (0..across).map(|row| (row * columns..(row + 1) * columns).collect());
    let down = (0..columns).map(|column| (column..grid.len()).step_by(columns).collect());
    let lines: Vec<Vec<usize>> = across.chain(down).collect();
    let parts = lines
        .iter()
        .flat_map(|line| line.split(|&cell| !grid[cell]));
    parts
        .filter(|run| run.len() > 1)
        .map(<[usize]>::to_vec)
        .collect()
}

fn crossword(
    random: &mut SplitMix64,
    rows: usize,
    columns: usize,
    walls: usize,
    letters: usize,
) -> Option<String> {
    let mut grid: Vec<bool> = (0..rows * columns)
        .map(|_| !percent(random, walls))
        .collect();
    let runs = runs(&grid, columns);
    if !(1..=200).contains(&runs.len()) {
        return None;
    }
    // A cell that is in no run would take any letter.
    let used: BTreeSet<usize> = runs.concat().into_iter().collect();
    grid.iter_mut()
        .enumerate()
        .for_each(|(cell, free)| *free &= used.contains(&cell));
    let filled: Vec<char> = grid
        .iter()
        .map(|_| (b'A' + random.below(letters) as u8) as char)
        .collect();
    let mut words: Vec<String> = runs
        .iter()
        .map(|run| run.iter().map(|&k| filled[k]).collect())
        .collect();
    random.shuffle(&mut words);
    let symbols: Vec<char> = grid
        .iter()
        .map(|&free| if free { '.' } else { '#' })
        .collect();
    let pattern: String = symbols.chunks(columns).map(|row| line(row, "")).collect();
    let words = line(words, "\n");
    Some(format!(
        "{rows} {columns}\n{pattern}{}\n{words}",
        runs.len()
    ))
}

/// Whether there is one way to fill this grid, as far as that is found out soon.
pub(crate) fn has_one_filling(input: &str) -> bool {
    let mut words = input.split_whitespace();
    let mut number = || {
        words
            .next()
            .and_then(|word| word.parse().ok())
            .expect("a valid input")
    };
    let (rows, columns): (usize, usize) = (number(), number());
    let pattern: Vec<bool> = words
        .by_ref()
        .take(rows)
        .flat_map(str::chars)
        .map(|c| c == '.')
        .collect();
    let mut list: BTreeMap<&str, u32> = BTreeMap::new();
    for word in words.skip(1) {
        *list.entry(word).or_default() += 1;
    }
    let mut builder = Problem::builder();
    let cells = builder.secondaries(pattern.len());
    // The same word twice makes the same grid twice, unless the two are one item.
    let entries: BTreeMap<&str, _> = list
        .iter()
        .map(|(&word, &times)| {
            let item = builder.primaries(1)[0];
            builder.multiplicity(item, times..=times);
            (word, item)
        })
        .collect();
    for run in runs(&pattern, columns) {
        let item = builder.primaries(1)[0];
        for (word, &entry) in entries.iter().filter(|(word, _)| word.len() == run.len()) {
            let letters = run.iter().zip(word.chars());
            let letters: Vec<_> = letters
                .map(|(&cell, letter)| cells[cell].color(letter))
                .collect();
            builder.option((), (item, entry, letters));
        }
    }
    // A free cell in no run would take any letter.
    let in_runs: BTreeSet<usize> = runs(&pattern, columns).concat().into_iter().collect();
    let lonely = (0..pattern.len()).any(|cell| pattern[cell] && !in_runs.contains(&cell));
    let problem = builder.build().expect("runs have each cell once");
    let limits = Limits::none().nodes(200_000);
    let unique = problem
        .search_with(Engine::TALLIES)
        .limits(limits)
        .unique()
        .answer;
    !lonely && matches!(unique, Unique::One(_))
}

pub(crate) const WISDOM_BEADS: &[Group] = &[
    group(
        "tiny",
        "3 to 5 pieces are missing, and fit in one way",
        |random| beads(random, 3..=5),
    ),
    group(
        "hard",
        "up to 9 pieces are missing, and fit in one way",
        |random| beads(random, 7..=9),
    ),
    group("none", "the missing pieces do not fit", |random| {
        let mut board = full_beads(random)?;
        let gone = hide(random, &mut board, 6);
        // One of them comes back elsewhere.
        let text = beads_text(&board);
        let lines: Vec<&str> = text.split_whitespace().collect();
        let back = one_of(random, &gone);
        let places: Vec<_> = placements(&lines)
            .into_iter()
            .filter(|it| it.contains(&(back, (0, 0))))
            .collect();
        let place = &places[random.below(places.len())];
        board.extend(place.iter().filter(|it| it.0 == '.').map(|it| (it.1, back)));
        let text = beads_text(&board);
        (bead_boards(&text) == Some(0)).then_some(text)
    }),
    group("ten", "as PRLGAME has them: ten boards", |random| {
        let boards = (0..10).map(|_| {
            let mut board = full_beads(random)?;
            let count = within(random, 3..=7);
            hide(random, &mut board, count);
            Some(beads_text(&board))
        });
        boards.collect()
    }),
    group("edges", "no piece is missing, or one", |random| {
        let missing = random.below(2);
        beads(random, missing..=missing)
    }),
];

type Beads = BTreeMap<crate::Place, char>;

fn beads_text(board: &Beads) -> String {
    let cell = |(&(row, column), &piece): (&crate::Place, &char)| match row == column {
        true => format!("{piece}\n"),
        false => piece.to_string(),
    };
    board.iter().map(cell).collect()
}

/// The cover problem of a board, with a piece and its cells as labels.
fn beads_problem(text: &str) -> Problem<BTreeSet<(char, crate::Place)>> {
    let lines: Vec<&str> = text.split_whitespace().collect();
    let placements = placements(&lines);
    let mut builder = Problem::builder();
    let places = (0..10).flat_map(|row| (0..=row).map(move |column| ('.', (row, column))));
    let items = places.chain(('A'..='L').map(|piece| (piece, (0, 0))));
    let items: BTreeMap<_, _> = items.map(|item| (item, builder.primaries(1)[0])).collect();
    for placement in placements {
        let entries: Vec<_> = placement.iter().map(|item| items[item]).collect();
        builder.option(placement, entries);
    }
    builder.build().expect("a placement has each cell once")
}

/// How many ways there are to complete a board: 0, 1, or 2 for more; `None` if that is not found
/// out soon.
pub(crate) fn bead_boards(text: &str) -> Option<usize> {
    let problem = beads_problem(text);
    let limits = Limits::none().nodes(200_000);
    match problem
        .search_with(Engine::CELLS)
        .limits(limits)
        .unique()
        .answer
    {
        Unique::None => Some(0),
        Unique::One(_) => Some(1),
        Unique::Many(..) => Some(2),
        Unique::Unknown(..) => None,
    }
}

/// A board with all pieces on it.
fn full_beads(random: &mut SplitMix64) -> Option<Beads> {
    let empty: String = (1..=10).map(|count| ".".repeat(count) + "\n").collect();
    let problem = beads_problem(&empty);
    let ties = Ties::Random(random.next_u64());
    let search = problem.search_with(Engine::CELLS).ties(ties);
    let first = search.limits(Limits::none().nodes(50_000)).first().answer;
    let solution = match first {
        First::Found(solution) => solution,
        _ => return None,
    };
    let mut board = Beads::new();
    for placement in solution.labels() {
        let piece = placement.iter().find(|it| it.0 != '.')?.0;
        board.extend(
            placement
                .iter()
                .filter(|it| it.0 == '.')
                .map(|it| (it.1, piece)),
        );
    }
    Some(board)
}

/// Takes so many pieces away.
fn hide(random: &mut SplitMix64, board: &mut Beads, count: usize) -> Vec<char> {
    let mut pieces: Vec<char> = ('A'..='L').collect();
    random.shuffle(&mut pieces);
    pieces.truncate(count);
    for piece in board.values_mut() {
        if pieces.contains(piece) {
            *piece = '.';
        }
    }
    pieces
}

fn beads(random: &mut SplitMix64, missing: std::ops::RangeInclusive<usize>) -> Option<String> {
    let mut board = full_beads(random)?;
    let count = within(random, missing);
    hide(random, &mut board, count);
    let text = beads_text(&board);
    (bead_boards(&text) == Some(1)).then_some(text)
}

pub(crate) const TILING: &[Group] = &[
    group("tiny", "up to 5 tiles, sides up to 5", |random| {
        let tiles = within(random, 1..=5);
        tiling(random, tiles, 5)
    }),
    group("full", "7 tiles, sides up to 10", |random| {
        tiling(random, 7, 10)
    }),
    group(
        "area",
        "7 tiles: some have the area of the grid, and none cover it",
        |random| {
            let input = tiling(random, 7, 10)?;
            let numbers = input.split_whitespace().map(str::parse);
            let numbers: Vec<usize> = numbers.collect::<Result<_, _>>().ok()?;
            let mut sums = BTreeSet::from([0]);
            for sides in numbers[3..].chunks(2) {
                let more: Vec<usize> = sums.iter().map(|sum| sum + sides[0] * sides[1]).collect();
                sums.extend(more);
            }
            let fits = sums.contains(&(numbers[1] * numbers[2]));
            (fits && referee::check::tiling(&input, "No\n").is_ok()).then_some(input)
        },
    ),
    group(
        "edges",
        "the smallest and the largest grids and tiles",
        |random| {
            let (height, width) = one_of(random, &[(1, 1), (1, 10), (10, 1), (10, 10)]);
            let count = one_of(random, &[1, 7]);
            let tile =
                |random: &mut SplitMix64| one_of(random, &[[1, 1], [1, 10], [10, 1], [10, 10]]);
            let tiles: Vec<[usize; 2]> = (0..count).map(|_| tile(random)).collect();
            let lines: String = tiles.iter().map(|sides| line(sides, " ")).collect();
            Some(line([count, height, width], " ") + &lines)
        },
    ),
];

/// Left, lower, right and upper side.
type Piece = [usize; 4];

/// Cuts a piece into so many, or into fewer if it is too small.
fn cut(random: &mut SplitMix64, piece: Piece, count: usize) -> Vec<Piece> {
    let mut pieces = vec![piece];
    for _ in 1..count {
        let large = |piece: &Piece| (piece[2] - piece[0]) * (piece[3] - piece[1]) > 1;
        let choices: Vec<usize> = (0..pieces.len()).filter(|&k| large(&pieces[k])).collect();
        if choices.is_empty() {
            break;
        }
        let k = one_of(random, &choices);
        let piece = pieces.swap_remove(k);
        // The side that is cut: 0 the width, 1 the height.
        let wide = [0, 1].map(|side| piece[side + 2] - piece[side] > 1);
        let side = if wide[0] && (!wide[1] || percent(random, 50)) {
            0
        } else {
            1
        };
        let at = within(random, piece[side] + 1..=piece[side + 2] - 1);
        let (mut low, mut high) = (piece, piece);
        (low[side + 2], high[side]) = (at, at);
        pieces.extend([low, high]);
    }
    pieces
}

fn tiling(random: &mut SplitMix64, tiles: usize, most: usize) -> Option<String> {
    let (height, width) = (within(random, 1..=most), within(random, 1..=most));
    let mut sides: Vec<[usize; 2]> = Vec::new();
    if percent(random, 60) {
        let count = within(random, 1..=tiles);
        let pieces = cut(random, [0, 0, width, height], count);
        sides.extend(pieces.iter().map(|it| [it[3] - it[1], it[2] - it[0]]));
    }
    while sides.len() < tiles {
        sides.push([within(random, 1..=most), within(random, 1..=most)]);
    }
    random.shuffle(&mut sides);
    for pair in &mut sides {
        if percent(random, 50) {
            pair.swap(0, 1);
        }
    }
    let lines: String = sides.iter().map(|pair| line(pair, " ")).collect();
    Some(line([tiles, height, width], " ") + &lines)
}

pub(crate) const TREASURE_MAP: &[Group] = &[
    group(
        "tiny",
        "6 maps of up to 5 by 5, up to 12 pieces",
        |random| Some(maps(random, 6, 5, |random| within(random, 1..=12))),
    ),
    group(
        "full",
        "20 maps of up to 30 by 30, up to 500 pieces",
        |random| Some(maps(random, 20, 30, |random| within(random, 100..=500))),
    ),
    group(
        "many",
        "500 maps of up to 30 by 30, up to 500 pieces",
        |random| Some(maps(random, 500, 30, |random| within(random, 100..=500))),
    ),
    group(
        "edges",
        "one cell, one line, one piece, the same piece 500 times",
        |random| {
            let whole = |width, height| [0, 0, width, height];
            let piece = |random: &mut SplitMix64| {
                let (left, bottom) = (random.below(30), random.below(30));
                let right = within(random, left + 1..=30);
                [left, bottom, right, within(random, bottom + 1..=30)]
            };
            let cells = (0..500).map(|k| [k % 30, 0, k % 30 + 1, 1]);
            let mut missing: Vec<Piece> = (0..30).map(|k| [0, k, 1, k + 1]).collect();
            missing.remove(random.below(30));
            let maps = [
                map(1, 1, &[whole(1, 1)]),
                map(1, 1, &[whole(1, 1); 500]),
                map(30, 30, &[whole(30, 30); 500]),
                map(30, 30, &[whole(30, 30)]),
                map(30, 30, &[piece(random)]),
                map(30, 1, &cells.collect::<Vec<_>>()),
                map(1, 30, &missing),
            ];
            Some(format!("{}\n{}", maps.len(), maps.join("\n")))
        },
    ),
];

fn map(width: usize, height: usize, pieces: &[Piece]) -> String {
    let lines: String = pieces.iter().map(|piece| line(piece, " ")).collect();
    line([width, height, pieces.len()], " ") + &lines
}

/// Maps that are cut in several ways, with further pieces, and at times without one that is needed.
fn maps(
    random: &mut SplitMix64,
    count: usize,
    most: usize,
    pieces: fn(&mut SplitMix64) -> usize,
) -> String {
    let maps: Vec<String> = (0..count)
        .map(|_| {
            let (width, height) = (within(random, 1..=most), within(random, 1..=most));
            let wanted = pieces(random);
            let mut pieces: Vec<Piece> = Vec::new();
            for _ in 0..within(random, 0..=3) {
                let parts = within(random, 1..=most);
                pieces.extend(cut(random, [0, 0, width, height], parts));
            }
            while pieces.len() < wanted {
                let (left, bottom) = (random.below(width), random.below(height));
                let right = within(random, left + 1..=width);
                pieces.push([left, bottom, right, within(random, bottom + 1..=height)]);
            }
            random.shuffle(&mut pieces);
            pieces.truncate(wanted);
            map(width, height, &pieces)
        })
        .collect();
    format!("{count}\n{}", maps.join("\n"))
}
