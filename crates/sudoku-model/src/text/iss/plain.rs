//! Whole grids: digits, pencil marks, regions, cages.

use super::Wrong;
use crate::board::{Digits, Shape};
use crate::text::TextErrorKind;

/// What such a grid says, with cells as indices in row order.
pub(super) struct Plain {
    pub(super) shape: Shape,
    /// What each cell may hold; none, if anything.
    pub(super) marks: Vec<Digits>,
    /// The region of each cell.
    pub(super) regions: Vec<u8>,
    /// With their totals; 0, if that is not known.
    pub(super) cages: Vec<(u32, Vec<usize>)>,
    pub(super) diagonals: bool,
}

impl Plain {
    fn new(shape: Shape) -> Plain {
        Plain {
            shape,
            marks: Vec::new(),
            regions: Vec::new(),
            cages: Vec::new(),
            diagonals: false,
        }
    }
}

pub(super) fn read(text: &str) -> Result<Plain, Wrong> {
    let signs: Vec<char> = text.chars().collect();
    if is_cages(text) {
        return arrows(&signs);
    }
    if text.starts_with("3x3:") {
        return numbers(text);
    }
    if let Some(shape) = board(signs.len()) {
        if let Some(regions) = regions(shape, &signs) {
            let plain = Plain::new(shape);
            return Ok(Plain { regions, ..plain });
        }
        return digits(shape, &signs);
    }
    if let Some(shape) = board(signs.len() / 2).filter(|_| signs.len() % 2 == 0) {
        let (givens, layout) = signs.split_at(shape.cell_count());
        let plain = digits(shape, givens)?;
        let regions = regions(shape, layout).ok_or_else(|| length(text))?;
        return Ok(Plain { regions, ..plain });
    }
    let side = (Shape::MIN_SIDE..=9).find(|side| side * side * side == signs.len());
    let side = side.ok_or_else(|| length(text))?;
    pencil_marks(shape_of(side), &signs)
}

fn length(text: &str) -> Wrong {
    match text.chars().count() {
        0 => (0, TextErrorKind::Empty),
        found => (0, TextErrorKind::Length { found }),
    }
}

fn shape_of(side: usize) -> Shape {
    Shape::with_side(side).unwrap_or_else(|_| unreachable!("one of the sides"))
}

fn board(cells: usize) -> Option<Shape> {
    let side = (Shape::MIN_SIDE..=16).find(|side| side * side == cells);
    side.map(shape_of)
}

fn symbol(found: char, at: usize, side: usize) -> Wrong {
    let found = found.into();
    let digits = Digits::up_to(side);
    (at, TextErrorKind::Symbol { found, digits })
}

/// One sign for each cell: a digit, or one that stands for all empty cells.
fn digits(shape: Shape, signs: &[char]) -> Result<Plain, Wrong> {
    let side = shape.side();
    let mut marks = Vec::new();
    let mut empty = None;
    let mut at = 0;
    for &sign in signs {
        let digit = match sign {
            '1'..='9' if side <= 9 => sign as usize - '0' as usize,
            'A'..='P' if side > 9 => sign as usize - 'A' as usize + 1,
            _ => 0,
        };
        marks.push(match digit {
            0 if *empty.get_or_insert(sign) == sign => Digits::empty(),
            1.. if digit <= side => Digits::single(digit as u8),
            _ => return Err(symbol(sign, at, side)),
        });
        at += sign.len_utf8();
    }
    let plain = Plain::new(shape);
    Ok(Plain { marks, ..plain })
}

/// As many signs for each cell as there are digits.
fn pencil_marks(shape: Shape, signs: &[char]) -> Result<Plain, Wrong> {
    let side = shape.side();
    let mut marks = vec![Digits::empty(); shape.cell_count()];
    let mut at = 0;
    for (place, &sign) in signs.iter().enumerate() {
        match sign.to_digit(10) {
            Some(digit) if (1..=side).contains(&(digit as usize)) => {
                marks[place / side] |= Digits::single(digit as u8);
            }
            None if sign == '.' => {}
            _ => return Err(symbol(sign, at, side)),
        }
        at += sign.len_utf8();
    }
    let plain = Plain::new(shape);
    Ok(Plain { marks, ..plain })
}

/// The regions of a jigsaw: as many signs as the board has digits, each so many times. A row with
/// all of them is one of digits.
fn regions(shape: Shape, signs: &[char]) -> Option<Vec<u8>> {
    let side = shape.side();
    let mut kinds: Vec<char> = Vec::new();
    for &sign in signs {
        if !kinds.contains(&sign) {
            kinds.push(sign);
        }
    }
    let number = |sign: &char| kinds.iter().position(|kind| kind == sign);
    let regions: Vec<usize> = signs.iter().filter_map(number).collect();
    let has_size = |region| regions.iter().filter(|&&it| it == region).count() == side;
    let is_jigsaw = kinds.len() == side && (0..side).all(has_size);
    let is_first_row = |region| regions[..side].contains(&region);
    let is_grid = (0..kinds.len()).all(is_first_row);
    (is_jigsaw && !is_grid).then(|| regions.iter().map(|&region| region as u8).collect())
}

/// Whether each of 81 cells has the total of its cage or points at another.
pub(super) fn is_cages(text: &str) -> bool {
    let is_sign = |sign: u8| is_arrow(sign) || total(sign).is_some();
    let mut signs = text.bytes();
    text.len() == 81 && signs.all(is_sign) && text.contains(&['<', '>', '^', 'v', '`', '\''][..])
}

fn is_arrow(sign: u8) -> bool {
    b"<>^v`',.".contains(&sign)
}

fn total(sign: u8) -> Option<u32> {
    let value = match sign {
        b'0'..=b'9' => sign - b'0',
        b'A'..=b'Z' => sign - b'A' + 10,
        b'a'..=b'j' => sign - b'a' + 36,
        _ => return None,
    };
    Some(value.into())
}

/// Cages by arrows that lead to their totals.
fn arrows(signs: &[char]) -> Result<Plain, Wrong> {
    let plain = Plain::new(Shape::CLASSIC);
    let mut cages: Vec<Vec<usize>> = vec![Vec::new(); signs.len()];
    for start in 0..signs.len() {
        let (mut at, mut steps) = (start, 0);
        while is_arrow(signs[at] as u8) {
            let (down, right) = match signs[at] {
                '<' => (0, -1),
                '>' => (0, 1),
                '^' => (-1, 0),
                'v' => (1, 0),
                '`' => (-1, -1),
                '\'' => (-1, 1),
                ',' => (1, -1),
                _ => (1, 1),
            };
            let [row, column] = [(at / 9) as isize + down, (at % 9) as isize + right];
            let on_board = (0..9).contains(&row) && (0..9).contains(&column);
            if !on_board || steps == signs.len() {
                return Err(symbol(signs[at], at, 9));
            }
            at = (row * 9 + column) as usize;
            steps += 1;
        }
        cages[at].push(start);
    }
    let total = |at: usize| total(signs[at] as u8).unwrap_or(0);
    let cages = cages
        .into_iter()
        .enumerate()
        .map(|(at, cells)| (total(at), cells));
    // A single cell with 0 says nothing.
    let cages = cages
        .filter(|cage| cage.0 > 0 || cage.1.len() > 1)
        .collect();
    Ok(Plain { cages, ..plain })
}

/// Cages as numbers for each cell: 256 times the total and the number of the cage; `d` for
/// diagonals. A cell without a total is in no cage.
fn numbers(text: &str) -> Result<Plain, Wrong> {
    let plain = Plain::new(Shape::CLASSIC);
    let fields: Vec<&str> = text.split(':').collect();
    let expected = |at: usize, expected| {
        let before = fields.iter().take(at).map(|field| field.len() + 1);
        let kind = TextErrorKind::Argument {
            rule: "3x3".into(),
            expected,
            found: fields.get(at).copied().unwrap_or_default().into(),
        };
        Err((before.sum(), kind))
    };
    if !["", "d"].contains(&fields[1]) {
        return expected(1, "'d' or nothing");
    }
    if fields.get(2) != Some(&"k") {
        return expected(2, "'k'");
    }
    let mut cages: Vec<(u32, Vec<usize>)> = vec![(0, Vec::new()); 256];
    for cell in 0..81 {
        let number = fields
            .get(cell + 3)
            .and_then(|field| field.parse::<u32>().ok());
        let number = match number {
            Some(number) => number,
            None => return expected(cell + 3, "the number of a cell"),
        };
        let (total, cage) = (number / 256, &mut cages[(number % 256) as usize]);
        if cage.1.is_empty() {
            cage.0 = total;
        }
        if total > 0 {
            cage.1.push(cell);
        }
    }
    Ok(Plain {
        cages: cages.into_iter().filter(|cage| cage.0 > 0).collect(),
        diagonals: fields[1] == "d",
        ..plain
    })
}
