//! What stands around the board.

use crate::layer::{direction, layer, middle, moved};
use crate::Picture;
use std::collections::HashMap;
use sudoku_model::draw::Mark;
use sudoku_model::Cell;
use svg_cells::{Point, CELL, MARGIN};

/// The least room for a clue.
const ROOM: f64 = 62.0;
/// The room for a letter of a clue.
const LETTER: f64 = 25.0;
/// How large clues are.
pub(crate) const SIZE: f64 = 40.0;

/// Text outside of the board.
#[derive(Debug)]
pub(crate) struct Clue {
    pub(crate) at: Point,
    pub(crate) text: String,
    /// Whether it is the number of a row or a column.
    pub(crate) is_number: bool,
    /// Where its arrow points.
    pub(crate) arrow: Option<Point>,
}

/// All clues, and the rectangle that has room for the board and for them.
#[derive(Debug)]
pub(crate) struct Outside {
    pub(crate) clues: Vec<Clue>,
    pub(crate) view: [f64; 4],
}

/// Rows down and columns to the right of the upper left cell, negative outside.
type Spot = [isize; 2];

/// The cell before the first one, if it is outside of the board.
pub(crate) fn spot(picture: &Picture<'_>, cells: &[Cell]) -> Option<(Spot, Point)> {
    let (first, second) = (*cells.first()?, *cells.get(1)?);
    let step = |a: usize, b: usize| b as isize - a as isize;
    let (down, right) = (
        step(first.row(), second.row()),
        step(first.column(), second.column()),
    );
    if down.abs() > 1 || right.abs() > 1 {
        return None;
    }
    let [row, column] = [first.row() as isize - down, first.column() as isize - right];
    let shape = picture.model.shape();
    let inside = usize::try_from(row).ok().zip(usize::try_from(column).ok());
    match inside.and_then(|(row, column)| shape.try_cell(row, column)) {
        Some(_) => None,
        None => Some(([row, column], [right as f64, down as f64])),
    }
}

impl Outside {
    pub(crate) fn new(picture: &Picture<'_>, marks: &[Mark]) -> Outside {
        let shape = picture.model.shape();
        let (rows, columns) = (shape.row_count() as isize, shape.column_count() as isize);
        let mut found: Vec<(Spot, String, bool, Option<Point>)> = Vec::new();
        if picture.numbered {
            let number = |k: isize| (k + 1).to_string();
            found.extend((0..columns).map(|k| ([-1, k], number(k), true, None)));
            found.extend((0..rows).map(|k| ([k, -1], number(k), true, None)));
        }
        for mark in marks.iter().filter(|mark| layer(mark) == 7) {
            if let Mark::Clue { cells, text, arrow } = mark {
                if let Some((spot, way)) = spot(picture, cells) {
                    found.push((spot, text.clone(), false, Some(way).filter(|_| *arrow)));
                }
            }
        }
        let longest = found.iter().map(|clue| clue.1.chars().count());
        let longest = LETTER * longest.max().unwrap_or(0) as f64;
        let arrows = found.iter().any(|clue| clue.3.is_some());
        let room = ROOM.max(longest + if arrows { 32.0 } else { 12.0 });
        // How many clues there are at a place already, and on each side at most.
        let mut depths: HashMap<Spot, usize> = HashMap::new();
        let mut sides = [0.0; 4];
        let clues = found.into_iter().map(|(spot, text, is_number, arrow)| {
            let depth = depths.entry(spot).or_default();
            let beside = |k: isize, lines: isize, room: f64| match k {
                k if k < 0 => -(*depth as f64 + 0.5) * room - 4.0,
                k if k >= lines => lines as f64 * CELL + (*depth as f64 + 0.5) * room + 4.0,
                k => (k as f64 + 0.5) * CELL,
            };
            let at = [beside(spot[1], columns, room), beside(spot[0], rows, ROOM)];
            *depth += 1;
            let used = [
                (spot[1] < 0, room),
                (spot[0] < 0, ROOM),
                (spot[1] >= columns, room),
                (spot[0] >= rows, ROOM),
            ];
            for (side, (is_there, room)) in sides.iter_mut().zip(used) {
                if is_there {
                    *side = (room * *depth as f64).max(*side);
                }
            }
            Clue {
                at,
                text,
                is_number,
                arrow,
            }
        });
        let clues = clues.collect();
        let [left, top, right, bottom] = sides.map(|side| side + MARGIN);
        let view = [
            -left,
            -top,
            columns as f64 * CELL + left + right,
            rows as f64 * CELL + top + bottom,
        ];
        Outside { clues, view }
    }
}

/// Where the arrow of a clue begins and ends.
pub(crate) fn shaft(at: Point, way: Point) -> [Point; 2] {
    [moved(at, way, 13.0), moved(at, way, 31.0)]
}

/// The line of a clue that is not outside.
pub(crate) fn inner_line(cells: &[Cell]) -> Vec<Point> {
    let mut points: Vec<Point> = cells.iter().copied().map(middle).collect();
    if let [first, second, ..] = points[..] {
        points[0] = moved(first, direction(first, second), -0.25 * CELL);
    }
    points
}
