//! The rules of the problems, read from their statements once more, and what else the tests have to
//! know about a problem: the rest they find in the folders.

mod boards;
mod covers;

use std::collections::{BTreeMap, BTreeSet};

type Verdict = Result<(), String>;
type Place = (usize, usize);

/// What no folder tells about a program's problem.
pub(crate) struct Problem {
    pub(crate) program: &'static str,
    /// Whether an answer solves an input.
    check: fn(&str, &str) -> Verdict,
    /// How many samples there are at least, so that no test passes on a part of them.
    pub(crate) samples: usize,
    /// Two symbols: an answer in which they change places in the last line is wrong. `None` where a
    /// last line may have neither of two symbols.
    pub(crate) swapped: Option<(char, char)>,
    /// The same input in forms that are allowed for this problem alone.
    pub(crate) forms: fn(&str) -> Vec<(&'static str, String)>,
}

/// The problems of all programs.
pub(crate) const PROBLEMS: &[Problem] = &[
    Problem {
        program: "killer_colors",
        check: killer_colors,
        samples: 16,
        swapped: Some(('1', '2')),
        forms: no_forms,
    },
    Problem {
        program: "killer_sudoku",
        check: killer_sudoku,
        samples: 15,
        swapped: Some(('1', '2')),
        forms: no_forms,
    },
    Problem {
        program: "cross_hatching",
        check: |input, answer| equal(answer, &cross_hatching(input)),
        samples: 9,
        swapped: None,
        forms: no_forms,
    },
    Problem {
        program: "su_domino_ku",
        check: su_domino_ku,
        samples: 1,
        swapped: Some(('1', '2')),
        forms: no_forms,
    },
    Problem {
        program: "sudoku16",
        check: sudoku16,
        samples: 3,
        swapped: Some(('A', 'B')),
        forms: |input| {
            vec![
                ("lower case", input.to_lowercase()),
                ("no empty lines", input.replace("\n\n", "\n")),
            ]
        },
    },
    Problem {
        program: "exact_cover",
        check: covers::exact_cover,
        samples: 7,
        swapped: None,
        forms: no_forms,
    },
    Problem {
        program: "power_stations",
        check: covers::power_stations,
        samples: 5,
        swapped: None,
        forms: no_forms,
    },
    Problem {
        program: "crossword",
        check: covers::crossword,
        samples: 6,
        swapped: None,
        forms: no_forms,
    },
    Problem {
        program: "wisdom_beads",
        check: covers::wisdom_beads,
        samples: 5,
        swapped: None,
        forms: no_forms,
    },
    Problem {
        program: "tiling",
        check: |input, answer| equal(answer, &covers::tiling(input)),
        samples: 7,
        swapped: None,
        forms: no_forms,
    },
    Problem {
        program: "treasure_map",
        check: |input, answer| equal(answer, &covers::treasure_map(input)),
        samples: 5,
        swapped: None,
        forms: no_forms,
    },
    Problem {
        program: "squiggly",
        check: |input, answer| equal(answer, &boards::squiggly(input)),
        samples: 5,
        swapped: None,
        forms: no_forms,
    },
    Problem {
        program: "sudokunique",
        check: |input, answer| equal(answer, &boards::sudokunique(input)),
        samples: 4,
        swapped: None,
        forms: no_forms,
    },
    Problem {
        program: "sudogob",
        check: |input, answer| equal(answer, &boards::sudogob(input)),
        samples: 4,
        swapped: None,
        forms: no_forms,
    },
    Problem {
        program: "target_sudoku",
        check: |input, answer| equal(answer, &boards::target_sudoku(input)),
        samples: 7,
        swapped: None,
        forms: no_forms,
    },
    Problem {
        program: "easudoku",
        check: |input, answer| equal(answer, &boards::easudoku(input)),
        samples: 4,
        swapped: None,
        forms: no_forms,
    },
    Problem {
        program: "sudoku81",
        check: |input, answer| equal(answer, &boards::sudoku81(input)),
        samples: 5,
        swapped: Some(('1', '2')),
        forms: no_forms,
    },
    Problem {
        program: "all_solutions",
        check: |input, answer| equal(answer, &boards::all_solutions(input)),
        samples: 4,
        swapped: None,
        forms: no_forms,
    },
];

/// Where only one answer is right.
fn equal(answer: &str, expected: &str) -> Verdict {
    match answer == expected {
        true => Ok(()),
        false => Err(format!("expected {expected}")),
    }
}

fn no_forms(_: &str) -> Vec<(&'static str, String)> {
    Vec::new()
}

/// The problem of a program.
#[track_caller]
pub(crate) fn problem(program: &str) -> &'static Problem {
    let mut problems = PROBLEMS.iter();
    let found = problems.find(|problem| problem.program == program);
    found.unwrap_or_else(|| panic!("{program} has no row in PROBLEMS of {}", file!()))
}

/// Whether `answer` solves `input`, by the rules of this program's problem.
#[track_caller]
pub(crate) fn check(program: &str, input: &str, answer: &str) -> Verdict {
    (problem(program).check)(input, answer)
}

/// A grid of `symbols`, each once in every row, column and box.
fn full_grid(rows: &[&str], symbols: &str) -> Result<Vec<Vec<char>>, String> {
    let side = symbols.len();
    let width = (1..).find(|width| width * width == side).unwrap();
    let grid: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    if grid.len() != side || grid.iter().any(|row| row.len() != side) {
        return Err(format!("not {side} rows of {side} symbols"));
    }
    for k in 0..side {
        let row: BTreeSet<char> = (0..side).map(|j| grid[k][j]).collect();
        let column: BTreeSet<char> = (0..side).map(|j| grid[j][k]).collect();
        let (top, left) = (k / width * width, k % width * width);
        let boxed: BTreeSet<char> = (0..side)
            .map(|j| grid[top + j / width][left + j % width])
            .collect();
        for (house, found) in [("row", row), ("column", column), ("box", boxed)] {
            if !found.iter().copied().eq(symbols.chars()) {
                return Err(format!("{house} {} has {found:?}", k + 1));
            }
        }
    }
    Ok(grid)
}

fn cage(grid: &[Vec<char>], cells: &[Place], total: u32) -> Verdict {
    let digits = || cells.iter().map(|&(row, column)| grid[row][column]);
    if digits().collect::<BTreeSet<_>>().len() != cells.len() {
        return Err(format!("a digit twice in {cells:?}"));
    }
    match digits()
        .map(|digit| digit.to_digit(10).unwrap())
        .sum::<u32>()
    {
        sum if sum == total => Ok(()),
        sum => Err(format!("{cells:?} add up to {sum}, not to {total}")),
    }
}

fn killer_colors(input: &str, answer: &str) -> Verdict {
    let rows: Vec<&str> = answer.lines().collect();
    let grid = full_grid(&rows, "123456789")?;
    let mut cells: BTreeMap<char, Vec<Place>> = BTreeMap::new();
    for (row, line) in input.lines().take(9).enumerate() {
        for (column, color) in line.chars().enumerate() {
            cells.entry(color).or_default().push((row, column));
        }
    }
    for line in input.lines().skip(9) {
        let (color, total) = line.split_once(' ').unwrap();
        let cells = cells.remove(&color.chars().next().unwrap()).unwrap();
        cage(&grid, &cells, total.trim().parse().unwrap())?;
    }
    assert!(cells.is_empty(), "the input has colors without a total");
    Ok(())
}

fn killer_sudoku(input: &str, answer: &str) -> Verdict {
    if answer.lines().any(|line| line.len() != 17) {
        return Err("not 9 numbers with single spaces in each line".into());
    }
    let rows: Vec<String> = answer.lines().map(|line| line.replace(' ', "")).collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let grid = full_grid(&rows, "123456789")?;
    for line in input.lines() {
        let numbers: Vec<usize> = line
            .split_whitespace()
            .map(|word| word.parse().unwrap())
            .collect();
        let cells: Vec<Place> = numbers[2..]
            .chunks(2)
            .map(|pair| (pair[0] - 1, pair[1] - 1))
            .collect();
        cage(&grid, &cells, numbers[0] as u32)?;
    }
    Ok(())
}

/// The whole answer for an input of nine good rows, by the rule as it is told: look at every digit
/// and every box, again and again, until nothing changes.
pub(crate) fn cross_hatching(input: &str) -> String {
    let mut grid: Vec<Vec<char>> = input
        .lines()
        .map(|line| line.chars().filter(|symbol| *symbol != ' ').collect())
        .collect();
    let blank = if input[1..].starts_with(' ') { " " } else { "" };
    let sees =
        |a: Place, b: Place| a.0 == b.0 || a.1 == b.1 || (a.0 / 3, a.1 / 3) == (b.0 / 3, b.1 / 3);
    let cells: Vec<Place> = (0..81).map(|k| (k / 9, k % 9)).collect();
    for &a in &cells {
        for &b in &cells {
            if a != b && sees(a, b) && grid[a.0][a.1] != '.' && grid[a.0][a.1] == grid[b.0][b.1] {
                return "ERROR\n".into();
            }
        }
    }
    loop {
        let before = grid.clone();
        for digit in '1'..='9' {
            for number in 0..9 {
                let corner = (number / 3 * 3, number % 3 * 3);
                let inside = |&&(row, column): &&Place| (row / 3 * 3, column / 3 * 3) == corner;
                let mut boxed = cells.iter().filter(inside);
                if boxed.any(|&(row, column)| grid[row][column] == digit) {
                    continue;
                }
                let seen = |&cell: &Place| {
                    cells
                        .iter()
                        .any(|&other| grid[other.0][other.1] == digit && sees(cell, other))
                };
                let free = cells
                    .iter()
                    .filter(inside)
                    .filter(|&&(row, column)| grid[row][column] == '.' && !seen(&(row, column)));
                match free.collect::<Vec<_>>()[..] {
                    [] => return "ERROR\n".into(),
                    [&(row, column)] => grid[row][column] = digit,
                    _ => {}
                }
            }
        }
        if grid == before {
            let row = |row: &Vec<char>| {
                let symbols: Vec<String> = row.iter().map(char::to_string).collect();
                symbols.join(blank) + "\n"
            };
            return grid.iter().map(row).collect();
        }
    }
}

fn su_domino_ku(input: &str, answer: &str) -> Verdict {
    let mut words = input.split_whitespace();
    let mut lines = answer.lines();
    for puzzle in 1.. {
        let count: usize = words.next().unwrap().parse().unwrap();
        if count == 0 && words.clone().next().is_none() {
            break;
        }
        if lines.next() != Some(&format!("Puzzle {puzzle}")) {
            return Err(format!("the title of puzzle {puzzle} is missing"));
        }
        let rows: Vec<&str> = lines.by_ref().take(9).collect();
        let grid = full_grid(&rows, "123456789")?;
        let mut free: BTreeSet<Place> = (0..81).map(|k| (k / 9, k % 9)).collect();
        let mut put = |digit: char, name: &str| {
            let name = name.as_bytes();
            let place = ((name[0] - b'A') as usize, (name[1] - b'1') as usize);
            assert!(free.remove(&place), "the input has {place:?} twice");
            if grid[place.0][place.1] == digit {
                Ok(place)
            } else {
                Err(format!("puzzle {puzzle}: not {digit} in {place:?}"))
            }
        };
        let mut tiles = Tiles::new();
        for _ in 0..count {
            let mut half = || {
                let digit = words.next().unwrap().chars().next().unwrap();
                put(digit, words.next().unwrap()).map(|place| (digit, place))
            };
            let ((a, cell_a), (b, cell_b)) = (half()?, half()?);
            let before = tiles.insert(tile(a, b), [cell_a, cell_b]);
            assert_eq!(before, None, "the input has {a}{b} twice");
        }
        for digit in '1'..='9' {
            put(digit, words.next().unwrap())?;
        }
        if !cover(&grid, &mut free, &mut tiles) {
            return Err(format!("puzzle {puzzle}: the other tiles do not fit"));
        }
    }
    match lines.next() {
        None => Ok(()),
        Some(line) => Err(format!("{line:?} after the last puzzle")),
    }
}

/// The tiles on a board, and the two cells under each.
pub(crate) type Tiles = BTreeMap<(char, char), [Place; 2]>;

/// All 36 tiles on a solved board without these isolated cells.
pub(crate) fn all_tiles(rows: &[&str], isolated: &[Place]) -> Tiles {
    let grid = full_grid(rows, "123456789").unwrap();
    let mut free: BTreeSet<Place> = (0..81).map(|k| (k / 9, k % 9)).collect();
    free.retain(|place| !isolated.contains(place));
    let mut tiles = Tiles::new();
    assert!(cover(&grid, &mut free, &mut tiles));
    tiles
}

fn tile(a: char, b: char) -> (char, char) {
    (a.min(b), a.max(b))
}

/// Whether different unused tiles can cover the free cells; then they do. Takes a cell with the
/// fewest choices first, for a full board of 36 unknown tiles has many tilings that fail late.
fn cover(grid: &[Vec<char>], free: &mut BTreeSet<Place>, tiles: &mut Tiles) -> bool {
    let choices = |&(row, column): &Place| {
        let around = [
            (row, column + 1),
            (row + 1, column),
            (row, column.wrapping_sub(1)),
            (row.wrapping_sub(1), column),
        ];
        let fits = |&(r, c): &Place| {
            free.contains(&(r, c)) && !tiles.contains_key(&tile(grid[row][column], grid[r][c]))
        };
        let others: Vec<Place> = around.iter().copied().filter(fits).collect();
        ((row, column), others)
    };
    let tightest = free
        .iter()
        .map(choices)
        .min_by_key(|(_, others)| others.len());
    let (cell, others) = match tightest {
        None => return true,
        Some(tightest) => tightest,
    };
    for other in others {
        let tile = tile(grid[cell.0][cell.1], grid[other.0][other.1]);
        free.remove(&cell);
        free.remove(&other);
        tiles.insert(tile, [cell, other]);
        if cover(grid, free, tiles) {
            return true;
        }
        free.insert(cell);
        free.insert(other);
        tiles.remove(&tile);
    }
    false
}

fn sudoku16(input: &str, answer: &str) -> Verdict {
    let announced = |line: &&str| line.starts_with(|c: char| c.is_ascii_digit());
    let given: Vec<&str> = input
        .lines()
        .filter(|line| !line.is_empty() && !announced(line))
        .collect();
    let lines: Vec<&str> = answer.lines().collect();
    if lines.len() != (given.len() + given.len() / 16).saturating_sub(1) {
        return Err(format!("{} lines for {}", lines.len(), given.len()));
    }
    for (k, given) in given.chunks(16).enumerate() {
        let rows = &lines[17 * k..17 * k + 16];
        full_grid(rows, "ABCDEFGHIJKLMNOP")?;
        for (row, given) in rows.iter().zip(given) {
            let given = given.to_uppercase();
            let mut pairs = row.chars().zip(given.chars());
            if !pairs.all(|(found, given)| given == '-' || given == found) {
                return Err(format!("grid {}: {row} for {given}", k + 1));
            }
        }
        if lines
            .get(17 * k + 16)
            .map_or(false, |line| !line.is_empty())
        {
            return Err("no empty line between two grids".into());
        }
    }
    Ok(())
}
