//! Problems that are exact covers, by trying what covers the item with the fewest choices.

use super::{nothing_more, numbers, part};
use crate::{Place, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::str::SplitWhitespace;

/// Whether some options have each of these items once, and every other at most once.
fn has_cover<T: Ord + Clone>(items: &BTreeSet<T>, options: &[BTreeSet<T>]) -> bool {
    let count = |item: &&T| {
        options
            .iter()
            .filter(|option| option.contains(*item))
            .count()
    };
    let item = match items.iter().min_by_key(count) {
        None => return true,
        Some(item) => item,
    };
    options
        .iter()
        .filter(|option| option.contains(item))
        .any(|option| {
            let items = items.difference(option).cloned().collect();
            let mut others = options.to_vec();
            others.retain(|other| other.is_disjoint(option));
            has_cover(&items, &others)
        })
}

/// The columns of the ones of each row of the next table, and how many columns it has; none at the
/// end. There may be blanks between its digits.
fn table(words: &mut SplitWhitespace<'_>) -> Option<(Vec<BTreeSet<usize>>, usize)> {
    let rows: usize = words.next()?.parse().unwrap();
    let columns = words.next().unwrap().parse().unwrap();
    let mut digits = String::new();
    while digits.len() < rows * columns {
        digits += words.next().unwrap();
    }
    let ones = |row: &[u8]| (0..columns).filter(|&k| row[k] == b'1').collect();
    Some((
        digits.as_bytes().chunks(columns).map(ones).collect(),
        columns,
    ))
}

/// Whether these rows, the first being row 1, cover every column once; or whether nothing does.
fn covers(rows: &[BTreeSet<usize>], columns: usize, chosen: Option<Vec<usize>>) -> Verdict {
    let mut left: BTreeSet<usize> = (0..columns).collect();
    let chosen = match chosen {
        None if has_cover(&left, rows) => return Err("there is a solution".into()),
        None => return Ok(()),
        Some(chosen) => chosen,
    };
    let mut known = BTreeSet::new();
    for number in chosen {
        let row = number.checked_sub(1).and_then(|k| rows.get(k));
        let row = row.ok_or_else(|| format!("there is no row {number}"))?;
        if !known.insert(number) {
            return Err(format!("row {number} again"));
        }
        if let Some(column) = row.difference(&left).next() {
            return Err(format!("row {number} covers column {} again", column + 1));
        }
        left.retain(|column| !row.contains(column));
    }
    match left.first() {
        None => Ok(()),
        Some(column) => Err(format!("no row covers column {}", column + 1)),
    }
}

pub(super) fn exact_cover(input: &str, answer: &str) -> Verdict {
    let (rows, columns) = table(&mut input.split_whitespace()).unwrap();
    if answer == "No Solution!\n" {
        return covers(&rows, columns, None);
    }
    let lines = answer.lines().count();
    if lines != 1 {
        return Err(format!("expected one line, found {lines}"));
    }
    covers(&rows, columns, Some(numbers(answer)?))
}

pub(super) fn exact_cover_hust(input: &str, answer: &str) -> Verdict {
    let mut words = numbers(input)?.into_iter();
    let (mut lines, mut case) = (answer.lines(), 0);
    while let Some(count) = words.next() {
        case += 1;
        let columns = words.next().unwrap();
        let mut rows: Vec<BTreeSet<usize>> = Vec::new();
        for _ in 0..count {
            let ones = words.next().unwrap();
            rows.push(words.by_ref().take(ones).map(|k| k - 1).collect());
        }
        let line = lines.next();
        let line = line.ok_or_else(|| format!("case {case} has no answer"))?;
        part("case", case, chooses(line, &rows, columns))?;
    }
    nothing_more(lines)
}

/// A line with the number of chosen rows and these rows, or that there are none.
fn chooses(line: &str, rows: &[BTreeSet<usize>], columns: usize) -> Verdict {
    let numbers = match line {
        "NO" => return covers(rows, columns, None),
        line => numbers(line)?,
    };
    match numbers.split_first() {
        Some((&count, chosen)) if count == chosen.len() => {
            covers(rows, columns, Some(chosen.to_vec()))
        }
        Some((count, chosen)) => Err(format!("expected {count} rows, found {}", chosen.len())),
        None => Err("expected a number of rows, found an empty line".into()),
    }
}

pub(super) fn easy_finding(input: &str) -> String {
    let mut words = input.split_whitespace();
    let mut answer = String::new();
    while let Some((rows, columns)) = table(&mut words) {
        answer += match has_cover(&(0..columns).collect(), &rows) {
            true => "Yes, I found it\n",
            false => "It is impossible\n",
        };
    }
    answer
}

pub(super) fn power_stations(input: &str, answer: &str) -> Verdict {
    let mut words = numbers(input)?.into_iter();
    let (mut answers, mut case) = (answer.trim_end().split("\n\n"), 0);
    while let Some(towns) = words.next() {
        let mut next = || words.next().unwrap();
        let (cables, days) = (next(), next());
        let mut feeds: Vec<BTreeSet<usize>> = (0..towns).map(|town| [town].into()).collect();
        for _ in 0..cables {
            let (a, b) = (next() - 1, next() - 1);
            feeds[a].insert(b);
            feeds[b].insert(a);
        }
        let spans: Vec<(usize, usize)> = (0..towns).map(|_| (next(), next())).collect();
        case += 1;
        let answer = answers.next().filter(|answer| !answer.is_empty());
        let answer = answer.ok_or_else(|| format!("case {case} has no answer"))?;
        part("case", case, feed(answer, &feeds, &spans, days))?;
    }
    nothing_more(answers)
}

/// Whether stations that feed these towns within these spans feed each town once a day; or whether
/// nothing does.
fn feed(answer: &str, feeds: &[BTreeSet<usize>], spans: &[(usize, usize)], days: usize) -> Verdict {
    // What a station covers that works on these days, and itself.
    let covered = |station: usize, from: usize, to: usize| -> BTreeSet<(usize, usize)> {
        let fed = feeds[station].iter();
        let mut covered: BTreeSet<_> = fed
            .flat_map(|&town| (from..=to).map(move |day| (town, day)))
            .collect();
        covered.insert((station, 0));
        covered
    };
    let mut left: BTreeSet<(usize, usize)> = (0..feeds.len())
        .flat_map(|town| (1..=days).map(move |day| (town, day)))
        .collect();
    if answer == "No solution" {
        let mut options = Vec::new();
        for (station, &(first, last)) in spans.iter().enumerate() {
            for from in first..=last {
                options.extend((from..=last).map(|to| covered(station, from, to)));
            }
        }
        return match has_cover(&left, &options) {
            true => Err("there is a solution".into()),
            false => Ok(()),
        };
    }
    let (lines, stations) = (answer.lines().count(), spans.len());
    if lines != stations {
        return Err(format!("expected {stations} lines, found {lines}"));
    }
    for (station, line) in answer.lines().enumerate() {
        let name = format!("station {}", station + 1);
        let days = numbers(line).map_err(|reason| format!("{name}: {reason}"))?;
        let (from, to) = match days[..] {
            [0, 0] => continue,
            [from, to] => (from, to),
            _ => return Err(format!("{name}: expected two days, found {}", days.len())),
        };
        if from < spans[station].0 || to > spans[station].1 || from > to {
            return Err(format!("{name} cannot work from day {from} to day {to}"));
        }
        for (town, day) in covered(station, from, to) {
            if day > 0 && !left.remove(&(town, day)) {
                return Err(format!("{name} feeds town {} again on day {day}", town + 1));
            }
        }
    }
    match left.first() {
        None => Ok(()),
        Some((town, day)) => Err(format!("nothing feeds town {} on day {day}", town + 1)),
    }
}

pub(super) fn crossword(input: &str, answer: &str) -> Verdict {
    let mut words = input.split_whitespace();
    let mut number = || words.next().unwrap().parse::<usize>().unwrap();
    let (rows, columns) = (number(), number());
    let grid: Vec<&str> = words.by_ref().take(rows).collect();
    let mut list: Vec<&str> = words.skip(1).collect();
    let filled: Vec<&str> = answer.lines().collect();
    if filled.len() != rows || filled.iter().any(|line| line.len() != columns) {
        return Err(format!("expected {rows} lines of {columns} symbols"));
    }
    let cells = grid.concat().into_bytes().into_iter().enumerate();
    for ((cell, symbol), letter) in cells.zip(filled.concat().chars()) {
        let expected = match symbol {
            b'#' if letter != '#' => "#",
            b'.' if !letter.is_ascii_uppercase() => "a capital letter",
            _ => continue,
        };
        let (row, column) = (cell / columns + 1, cell % columns + 1);
        let place = format!("row {row}, column {column}");
        return Err(format!("{place}: expected {expected}, found {letter:?}"));
    }
    let turned = (0..columns).map(|k| filled.iter().map(|line| &line[k..=k]).collect());
    let lines: Vec<String> = filled
        .iter()
        .map(|line| (*line).to_string())
        .chain(turned)
        .collect();
    let runs = lines.iter().flat_map(|line| line.split('#'));
    let mut runs: Vec<&str> = runs.filter(|run| run.len() > 1).collect();
    runs.sort_unstable();
    // As many words as places: if one stands nowhere, another is one too many.
    for run in runs {
        match list.iter().position(|word| *word == run) {
            Some(place) => drop(list.swap_remove(place)),
            None => return Err(format!("{run} is there more often than in the list")),
        }
    }
    Ok(())
}

pub(super) fn tiling(input: &str) -> String {
    let input = numbers(input).unwrap();
    let (height, width) = (input[1], input[2]);
    let mut options: Vec<BTreeSet<(usize, Place)>> = Vec::new();
    for (tile, sides) in input[3..].chunks(2).enumerate() {
        for (tall, wide) in [(sides[0], sides[1]), (sides[1], sides[0])] {
            for top in 0..(height + 1).saturating_sub(tall) {
                for left in 0..(width + 1).saturating_sub(wide) {
                    let rows = top..top + tall;
                    let cells =
                        rows.flat_map(|row| (left..left + wide).map(move |c| (0, (row, c))));
                    options.push(cells.chain([(1, (tile, 0))]).collect());
                }
            }
        }
    }
    let cells = (0..height).flat_map(|row| (0..width).map(move |column| (0, (row, column))));
    let can = has_cover(&cells.collect(), &options);
    if can { "Yes\n" } else { "No\n" }.into()
}

/// The fewest pieces that cover what is left of a map of this width, row by row, on top of `used`,
/// if they are fewer than `best`. `seen` is the fewest with which each state was reached.
fn fewest_pieces(
    covered: &[u32],
    width: usize,
    pieces: &[[usize; 4]],
    used: usize,
    best: &mut usize,
    seen: &mut BTreeMap<Vec<u32>, usize>,
) {
    let whole = |&row: &u32| row == (1 << width) - 1;
    let row = match covered.iter().position(|row| !whole(row)) {
        None => {
            *best = used.min(*best);
            return;
        }
        Some(row) => row,
    };
    let known = seen.entry(covered.to_vec()).or_insert(usize::MAX);
    if used + 1 >= *best || *known <= used {
        return;
    }
    *known = used;
    let column = covered[row].trailing_ones() as usize;
    for &[left, bottom, right, top] in pieces {
        let mask = (1 << right) - (1 << left);
        let mut rows = covered[bottom..top].iter();
        if (left, bottom) == (column, row) && rows.all(|row| row & mask == 0) {
            let mut covered = covered.to_vec();
            covered[bottom..top].iter_mut().for_each(|row| *row |= mask);
            fewest_pieces(&covered, width, pieces, used + 1, best, seen);
        }
    }
}

pub(super) fn treasure_map(input: &str) -> String {
    let mut words = numbers(input).unwrap().into_iter();
    let mut number = || words.next().unwrap();
    let mut answer = String::new();
    for _ in 0..number() {
        let (width, height, count) = (number(), number(), number());
        let mut pieces: Vec<[usize; 4]> = (0..count).map(|_| [(); 4].map(|()| number())).collect();
        pieces.sort_unstable_by_key(|piece| (piece[0] + piece[1]).abs_diff(piece[2] + piece[3]));
        pieces.reverse();
        let mut best = usize::MAX;
        let empty = vec![0; height];
        fewest_pieces(&empty, width, &pieces, 0, &mut best, &mut BTreeMap::new());
        match best {
            usize::MAX => answer += "-1\n",
            best => answer += &format!("{best}\n"),
        }
    }
    answer
}

/// The pieces of the wisdom beads, as the statement's figure of a full board shows them.
const BEADS: &str = "B BK BKK BJKK JJJDD GJGDDC GGGCCCI EEEHHIIA ELHHHIAAF ELLLLIFFFF";

/// The distances between all pairs of cells, which no turn and no mirror changes, and which tell
/// these twelve pieces apart.
fn distances(cells: &[Place]) -> Vec<usize> {
    let apart = |a: usize, b: usize| a.abs_diff(b).pow(2);
    let pairs = cells.iter().flat_map(|a| cells.iter().map(move |b| (a, b)));
    let mut distances: Vec<usize> = pairs
        .map(|(a, b)| apart(a.0, b.0) + apart(a.1, b.1))
        .collect();
    distances.sort_unstable();
    distances
}

fn beads<'t>(lines: impl IntoIterator<Item = &'t str>) -> BTreeMap<char, Vec<usize>> {
    let mut pieces: BTreeMap<char, Vec<Place>> = BTreeMap::new();
    for (row, line) in lines.into_iter().enumerate() {
        for (column, piece) in line.chars().enumerate() {
            pieces.entry(piece).or_default().push((row, column));
        }
    }
    pieces
        .into_iter()
        .map(|(piece, cells)| (piece, distances(&cells)))
        .collect()
}

/// Whether these cells have the shape of this piece, and are as many.
#[must_use]
pub fn is_whole_bead(piece: char, cells: &[Place]) -> bool {
    beads(BEADS.split(' ')).get(&piece) == Some(&distances(cells))
}

/// All ways to lay the pieces on what is free, and each of the others as it lies.
#[must_use]
pub fn placements(given: &[&str]) -> Vec<BTreeSet<(char, Place)>> {
    let cells = |lines: &[&str], piece: char| -> Vec<Place> {
        let places = (0..10).flat_map(|row| (0..=row).map(move |column| (row, column)));
        let symbol = |&(row, column): &Place| lines[row].as_bytes()[column] as char == piece;
        places.filter(symbol).collect()
    };
    let free: BTreeSet<Place> = cells(given, '.').into_iter().collect();
    let full: Vec<&str> = BEADS.split(' ').collect();
    let mut placements = BTreeSet::new();
    for piece in 'A'..='L' {
        let lies = cells(given, piece);
        let named = |cells: &[Place]| -> BTreeSet<(char, Place)> {
            let cells = cells.iter().map(|&cell| ('.', cell));
            cells.chain([(piece, (0, 0))]).collect()
        };
        if !lies.is_empty() {
            placements.insert(named(&lies));
            continue;
        }
        let mut shape: Vec<(i32, i32)> = cells(&full, piece)
            .into_iter()
            .map(|(row, column)| (row as i32, column as i32))
            .collect();
        for turn in 0..8 {
            shape.iter_mut().for_each(|cell| *cell = (cell.1, -cell.0));
            if turn == 4 {
                shape.iter_mut().for_each(|cell| cell.1 = -cell.1);
            }
            let (top, left) = (
                shape.iter().map(|cell| cell.0).min().unwrap(),
                shape.iter().map(|cell| cell.1).min().unwrap(),
            );
            for row in 0..10 {
                for column in 0..=row {
                    let moved = shape.iter().map(|cell| {
                        (
                            (cell.0 - top + row) as usize,
                            (cell.1 - left + column) as usize,
                        )
                    });
                    let moved: Vec<Place> = moved.collect();
                    if moved.iter().all(|cell| free.contains(cell)) {
                        placements.insert(named(&moved));
                    }
                }
            }
        }
    }
    placements.into_iter().collect()
}

pub(super) fn wisdom_beads(input: &str, answer: &str) -> Verdict {
    let given: Vec<&str> = input.split_whitespace().collect();
    let mut lines = answer.lines();
    for (number, given) in (1..).zip(given.chunks(10)) {
        let first = lines.next();
        let first = first.ok_or_else(|| format!("board {number} has no answer"))?;
        if first == "No solution" {
            let cells = (0..10).flat_map(|row| (0..=row).map(move |column| ('.', (row, column))));
            let pieces = ('A'..='L').map(|piece| (piece, (0, 0)));
            if has_cover(&cells.chain(pieces).collect(), &placements(given)) {
                return part("board", number, Err("there is a solution".into()));
            }
            continue;
        }
        let board: Vec<&str> = [first].into_iter().chain(lines.by_ref().take(9)).collect();
        part("board", number, completes(given, &board))?;
    }
    nothing_more(lines)
}

/// Whether a board has all pieces, those that were given in their places.
fn completes(given: &[&str], board: &[&str]) -> Verdict {
    for row in 0..10 {
        let found = board.get(row).map_or(0, |line| line.chars().count());
        if found != row + 1 {
            return Err(format!("row {}: found {found} pieces", row + 1));
        }
        let cells = (1..).zip(given[row].chars().zip(board[row].chars()));
        for (column, (given, found)) in cells {
            if given != '.' && given != found {
                let place = format!("row {}, column {column}", row + 1);
                return Err(format!("{place}: expected {given}, found {found:?}"));
            }
        }
    }
    let (pieces, found) = (beads(BEADS.split(' ')), beads(board.iter().copied()));
    match pieces
        .iter()
        .find(|(piece, shape)| found.get(piece) != Some(shape))
    {
        None => Ok(()),
        Some((piece, _)) => Err(format!("piece {piece} is missing or has another shape")),
    }
}
