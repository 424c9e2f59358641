//! Boards with cages, and boards of dominoes.

use super::{group, line, sample, within, Group};
use crate::Place;
use exactcover::{Engine, First, Problem, SplitMix64};
use referee::check::Tiles;
use std::collections::{BTreeMap, BTreeSet};
use sudoku_model::{
    killer, Backend, Grid, KillerGenerator, Limits, Model, RowLetters, Shape, Ties, Unique,
};

/// More nodes than this are too many for a puzzle.
const NODES: u64 = 20_000;

fn grid(random: &mut SplitMix64) -> Grid {
    let ties = Ties::Random(random.next_u64());
    let model = Model::builder(Shape::CLASSIC).build().expect("plain rules");
    let first = model.solver().ties(ties).first().answer;
    match first {
        First::Found(grid) => grid,
        _ => unreachable!("there are grids without givens"),
    }
}

/// The cells of a board in connected cages of different digits, until there are so many, if that is
/// to be had; none has more than so many cells.
fn cages(random: &mut SplitMix64, grid: &Grid, count: usize, most: usize) -> Vec<Vec<usize>> {
    let digits = grid.digits();
    let mut cages: Vec<Vec<usize>> = (0..81).map(|cell| vec![cell]).collect();
    let mut of: Vec<usize> = (0..81).collect();
    let mut borders: Vec<(usize, usize)> = (0..81)
        .flat_map(|cell| {
            let right = (cell % 9 < 8).then_some((cell, cell + 1));
            let below = (cell < 72).then_some((cell, cell + 9));
            right.into_iter().chain(below)
        })
        .collect();
    random.shuffle(&mut borders);
    let mut left = 81;
    for (a, b) in borders {
        if left <= count {
            break;
        }
        let (one, other) = (of[a], of[b]);
        let whole = cages[one].iter().chain(&cages[other]);
        let different: BTreeSet<u8> = whole.clone().map(|&cell| digits[cell]).collect();
        if one == other || different.len() < whole.count() || different.len() > most {
            continue;
        }
        let moved = std::mem::take(&mut cages[other]);
        moved.iter().for_each(|&cell| of[cell] = one);
        cages[one].extend(moved);
        left -= 1;
    }
    cages.retain(|cage| !cage.is_empty());
    cages
}

fn total(grid: &Grid, cage: &[usize]) -> u32 {
    cage.iter()
        .map(|&cell| u32::from(grid.digits()[cell]))
        .sum()
}

pub(crate) const KILLER_COLORS: &[Group] = &[
    group("tiny", "75 colors or more", |random| {
        let (grid, count) = (grid(random), within(random, 75..=81));
        let cages = cages(random, &grid, count, 9);
        Some(colors(random, &grid, &cages))
    }),
    group("c37", "37 colors or more", |random| {
        let (grid, count) = (grid(random), within(random, 37..=45));
        let cages = cages(random, &grid, count, 9);
        Some(colors(random, &grid, &cages))
    }),
    group("any", "as few colors as came about", |random| {
        let grid = grid(random);
        let cages = cages(random, &grid, 9, 9);
        Some(colors(random, &grid, &cages))
    }),
    group("c9", "nine colors of nine cells", |random| {
        let exchanges = within(random, 3..=12);
        let regions = super::boards::regions(random, exchanges);
        let mut cages: Vec<Vec<usize>> = vec![Vec::new(); 9];
        (0..81).for_each(|cell| cages[regions[cell] as usize].push(cell));
        let mut rules = Model::builder(Shape::CLASSIC);
        for cage in &cages {
            rules.region(cage.iter().map(|&cell| Shape::CLASSIC.cell_at(cell)));
        }
        let model = rules.build().ok()?;
        let limits = Limits::none().nodes(NODES);
        let ties = Ties::Random(random.next_u64());
        match model.solver().limits(limits).ties(ties).first().answer {
            First::Found(grid) => Some(colors(random, &grid, &cages)),
            _ => None,
        }
    }),
];

/// The board by colors, in random order.
fn colors(random: &mut SplitMix64, grid: &Grid, cages: &[Vec<usize>]) -> String {
    let names = sample(random, 94, cages.len());
    let names: Vec<char> = names.iter().map(|&k| (b'!' + k as u8) as char).collect();
    let mut board = vec!['.'; 81];
    let mut totals = Vec::new();
    for (name, cage) in names.iter().zip(cages) {
        cage.iter().for_each(|&cell| board[cell] = *name);
        totals.push(format!("{name} {}\n", total(grid, cage)));
    }
    random.shuffle(&mut totals);
    let rows: String = board.chunks(9).map(|row| line(row, "")).collect();
    rows + &totals.concat()
}

pub(crate) const KILLER_SUDOKU: &[Group] = &[
    group("tiny", "cages of up to 3 cells", |random| {
        unique_killer(random, 3)
    }),
    group("wide", "cages of up to 6 cells", |random| {
        unique_killer(random, 6)
    }),
    group("open", "cells without a cage", |random| {
        let grid = grid(random);
        let mut cages = cages(random, &grid, 1, 2);
        random.shuffle(&mut cages);
        cages.truncate(cages.len() - within(random, 1..=4));
        let cage = |cage: &Vec<usize>| {
            let cells = cage.iter().flat_map(|cell| [cell / 9 + 1, cell % 9 + 1]);
            let head = [total(&grid, cage) as usize, cage.len()];
            line(head.into_iter().chain(cells), " ")
        };
        Some(cages.iter().map(cage).collect())
    }),
];

fn unique_killer(random: &mut SplitMix64, most: usize) -> Option<String> {
    let rules = Model::builder(Shape::CLASSIC);
    let generator = KillerGenerator::new(&rules, random.next_u64()).cage_sizes(1..=most);
    Some(killer::write_cages(
        &generator.clone().generate().ok()?.model,
    ))
}

/// How many grids a killer of either form has: none, one, or more.
pub(crate) fn killer_grids(input: &str) -> Option<Unique<Grid>> {
    let model = killer::read(Shape::CLASSIC, input).ok()?;
    Some(model.unique())
}

pub(crate) const SU_DOMINO_KU: &[Group] = &[
    group("tiny", "one puzzle of 25 dominoes or more", |random| {
        let count = within(random, 25..=35);
        Some(su_domino_ku(random, count)? + "0\n")
    }),
    group(
        "hard",
        "one puzzle of 10 dominoes, or of as few as leave one board",
        |random| Some(su_domino_ku(random, 10)? + "0\n"),
    ),
    group("full", "20 puzzles of 15 dominoes or more", |random| {
        let mut puzzles = String::new();
        for _ in 0..20 {
            let count = within(random, 15..=35);
            puzzles += &loop {
                if let Some(puzzle) = su_domino_ku(random, count) {
                    break puzzle;
                }
            };
        }
        Some(puzzles + "0\n")
    }),
];

/// All dominoes and isolated digits on a grid, in random places.
fn lay(random: &mut SplitMix64, grid: &Grid) -> Option<(Tiles, Vec<Place>)> {
    let mut options = Vec::new();
    for cell in 0..81 {
        options.push((cell, None));
        options.extend((cell % 9 < 8).then_some((cell, Some(cell + 1))));
        options.extend((cell < 72).then_some((cell, Some(cell + 9))));
    }
    random.shuffle(&mut options);
    let digit = |cell: usize| grid.digits()[cell] as usize - 1;
    let mut builder = Problem::builder();
    let cells = builder.primaries(81);
    // A pair of equal digits stands for the isolated one.
    let pairs = builder.primaries(81);
    let pair = |a: usize, b: usize| pairs[9 * a.min(b) + a.max(b)];
    for (cell, other) in options {
        let halves = (digit(cell), digit(other.unwrap_or(cell)));
        if other.is_none() || halves.0 != halves.1 {
            let places = [Some(cell), other]
                .into_iter()
                .flatten()
                .map(|cell| cells[cell]);
            builder.option(
                (cell, other),
                (pair(halves.0, halves.1), places.collect::<Vec<_>>()),
            );
        }
    }
    for k in (0..81).filter(|k| k / 9 > k % 9) {
        builder.option((k, None), [pairs[k]]);
    }
    let problem = builder.build().expect("no item is twice in an option");
    let ties = Ties::Random(random.next_u64());
    let search = problem.search_with(Engine::CELLS).ties(ties);
    let solution = match search.limits(Limits::none().nodes(NODES)).first().answer {
        First::Found(solution) => solution,
        _ => return None,
    };
    let place = |cell: usize| (cell / 9, cell % 9);
    let letter = |cell: usize| (b'1' + digit(cell) as u8) as char;
    let (mut tiles, mut singles) = (Tiles::new(), BTreeMap::new());
    for &(cell, other) in solution.labels() {
        match other {
            Some(other) => {
                let halves = (letter(cell), letter(other));
                tiles.insert(halves, [place(cell), place(other)]);
            }
            None => drop(singles.insert(digit(cell), place(cell))),
        }
    }
    Some((tiles, singles.into_values().collect()))
}

/// A puzzle with one solution and so many dominoes, or more if these leave several.
fn su_domino_ku(random: &mut SplitMix64, least: usize) -> Option<String> {
    let grid = grid(random);
    let (tiles, singles) = lay(random, &grid)?;
    let mut shown: Vec<((char, char), [Place; 2])> = tiles.into_iter().collect();
    random.shuffle(&mut shown);
    let write = |shown: &[((char, char), [Place; 2])]| {
        let name = |(row, column): Place| format!("{}{}", (b'A' + row as u8) as char, column + 1);
        let domino = |((a, b), [one, other]): &((char, char), [Place; 2])| {
            format!("{a} {} {b} {}\n", name(*one), name(*other))
        };
        let dominoes: String = shown.iter().map(domino).collect();
        let singles = singles.iter().map(|&place| name(place));
        format!("{}\n{dominoes}{}", shown.len(), line(singles, " "))
    };
    for k in (0..shown.len()).rev() {
        if shown.len() <= least {
            break;
        }
        let domino = shown.remove(k);
        if !has_one_board(&write(&shown)) {
            shown.insert(k, domino);
        }
    }
    (shown.len() < 36).then(|| write(&shown))
}

/// Whether a puzzle, without the 0 that ends the input, has one solution, as far as that is found
/// out soon.
pub(crate) fn has_one_board(puzzle: &str) -> bool {
    let mut words = puzzle.split_whitespace();
    let mut word = || words.next().expect("a valid input");
    let mut model = Model::builder(Shape::CLASSIC);
    let digit = |word: &str| word.parse::<u8>().expect("a digit");
    let cell = |word: &str| RowLetters::cell(Shape::CLASSIC, word).expect("a cell");
    for _ in 0..digit(word()) {
        let (a, at_a) = (digit(word()), cell(word()));
        let (b, at_b) = (digit(word()), cell(word()));
        model.domino(at_a, a, at_b, b);
    }
    let singles: Vec<_> = (1..=9).map(|digit| (cell(word()), digit)).collect();
    for &(at, digit) in &singles {
        model.given(at, digit);
    }
    let model = match model
        .domino_tiling(singles.iter().map(|single| single.0))
        .build()
    {
        Ok(model) => model,
        Err(_) => return false,
    };
    let limits = Limits::none().nodes(50 * NODES);
    let unique = model
        .solver_with(Backend::DOMINOES)
        .limits(limits)
        .unique()
        .answer;
    matches!(unique, Unique::One(_))
}
