//! Cells that belong together: their outlines, the borders between them, colors.

use crate::{path, Cell, Point, CELL};
use std::collections::{HashMap, HashSet};

/// The outline of some cells as closed lines, so far inside of their edges: clockwise around what
/// holds together, counterclockwise around holes. Cells that touch at a corner alone have outlines
/// of their own.
///
/// ```
/// use svg_cells::outline;
///
/// let domino = outline(&[(0, 0), (0, 1)], 10.0);
/// assert_eq!(domino, [[[190.0, 10.0], [190.0, 90.0], [10.0, 90.0], [10.0, 10.0]]]);
/// assert_eq!(outline(&[(0, 0), (1, 1)], 0.0).len(), 2);
/// ```
#[must_use]
pub fn outline(cells: &[Cell], inset: f64) -> Vec<Vec<Point>> {
    // From a corner on, a direction; the cells are on the right.
    type Edge = ((usize, usize), (isize, isize));
    let cells: HashSet<Cell> = cells.iter().copied().collect();
    let mut edges: Vec<Edge> = Vec::new();
    for &(row, column) in &cells {
        let has = |row: Option<usize>, column: Option<usize>| {
            row.zip(column).map_or(false, |cell| cells.contains(&cell))
        };
        let (below, right) = (row + 1, column + 1);
        let sides = [
            ((row, column), (0, 1), (row.checked_sub(1), Some(column))),
            ((row, right), (1, 0), (Some(row), Some(right))),
            ((below, right), (0, -1), (Some(below), Some(column))),
            ((below, column), (-1, 0), (Some(row), column.checked_sub(1))),
        ];
        let free = sides.iter().filter(|(.., (r, c))| !has(*r, *c));
        edges.extend(free.map(|&(from, way, _)| (from, way)));
    }
    edges.sort();
    let mut left: HashSet<Edge> = edges.iter().copied().collect();
    let mut loops = Vec::new();
    for start in edges {
        if !left.contains(&start) {
            continue;
        }
        let mut points = Vec::new();
        let mut edge = start;
        loop {
            left.remove(&edge);
            let ((row, column), (down, right)) = edge;
            let end = (
                row.wrapping_add(down as usize),
                column.wrapping_add(right as usize),
            );
            // To the right first: two cells at a corner keep apart.
            let turns = [(right, -down), (down, right), (-right, down)];
            let next = turns.iter().map(|&way| (end, way));
            let next = next.into_iter().find(|next| left.contains(next));
            // Otherwise it is where it began.
            let next = next.unwrap_or(start);
            if next.1 != edge.1 {
                // What lies to the right of both directions.
                let inward = |a: isize, b: isize| inset * (a + b) as f64;
                points.push([
                    end.1 as f64 * CELL + inward(-edge.1 .0, -next.1 .0),
                    end.0 as f64 * CELL + inward(edge.1 .1, next.1 .1),
                ]);
            }
            if next == start {
                break;
            }
            edge = next;
        }
        loops.push(points);
    }
    loops
}

/// The lines between the cells of a board as data of two paths: thin ones between cells of the same
/// piece, thick ones between pieces. With a `frame` also those around them; there is none between
/// two cells without a piece.
///
/// ```
/// let [thin, thick] = svg_cells::borders(1, 3, true, |(_, column)| Some(column / 2));
/// assert_eq!(thin, "M100 0V100");
/// assert_eq!(thick, "M0 0H300M0 100H300M0 0V100M200 0V100M300 0V100");
/// ```
#[must_use]
pub fn borders(
    rows: usize,
    columns: usize,
    frame: bool,
    piece: impl Fn(Cell) -> Option<usize>,
) -> [String; 2] {
    let at = |row: usize, column: usize| match row < rows && column < columns {
        true => piece((row, column)),
        false => None,
    };
    let before = |k: usize| k.wrapping_sub(1);
    let mut paths = [String::new(), String::new()];
    for flat in [true, false] {
        let (lines, length) = if flat {
            (rows, columns)
        } else {
            (columns, rows)
        };
        let inner = if frame { 0..lines + 1 } else { 1..lines };
        for line in inner {
            let point = |k: usize| {
                let (along, across) = (k as f64 * CELL, line as f64 * CELL);
                if flat {
                    [along, across]
                } else {
                    [across, along]
                }
            };
            // Which path each piece of the line belongs to.
            let kind = |k: usize| {
                let sides = match flat {
                    true => [at(before(line), k), at(line, k)],
                    false => [at(k, before(line)), at(k, line)],
                };
                match sides {
                    _ if k == length => None,
                    [None, None] => None,
                    [one, other] => Some(usize::from(one != other)),
                }
            };
            let mut start = 0;
            for k in 0..length {
                if kind(k) != kind(k + 1) {
                    if let Some(kind) = kind(k) {
                        paths[kind] += &path(&[point(start), point(k + 1)], false);
                    }
                    start = k + 1;
                }
            }
        }
    }
    paths
}

/// A number for each piece, such that pieces which share an edge of a cell have different ones. If
/// each piece hangs together, six numbers are always enough, and mostly there are five.
///
/// It takes O(n² + c log c) steps for n pieces with c cells.
///
/// ```
/// let rows: Vec<_> = (0..4).map(|row| vec![(row, 0), (row, 1)]).collect();
/// let colors = svg_cells::colors(&rows);
/// assert!(colors.windows(2).all(|pair| pair[0] != pair[1]));
/// ```
#[must_use]
pub fn colors(pieces: &[Vec<Cell>]) -> Vec<usize> {
    let mut owners: HashMap<Cell, Vec<usize>> = HashMap::new();
    for (number, piece) in pieces.iter().enumerate() {
        for &cell in piece {
            owners.entry(cell).or_default().push(number);
        }
    }
    let mut neighbors = vec![Vec::new(); pieces.len()];
    for (&(row, column), here) in &owners {
        for other in [(row, column), (row + 1, column), (row, column + 1)] {
            for &a in here {
                for &b in owners
                    .get(&other)
                    .into_iter()
                    .flatten()
                    .filter(|b| **b != a)
                {
                    neighbors[a].push(b);
                    neighbors[b].push(a);
                }
            }
        }
    }
    for neighbors in &mut neighbors {
        neighbors.sort();
        neighbors.dedup();
    }
    // The piece with the fewest neighbors is colored last, behind the others: of a map, one always
    // has five at most.
    let mut is_left = vec![true; pieces.len()];
    let mut order = Vec::new();
    let others = |piece: usize, is_left: &[bool]| {
        let others = neighbors[piece].iter();
        others.filter(|&&other| is_left[other]).count()
    };
    while let Some(piece) = (0..pieces.len())
        .filter(|&piece| is_left[piece])
        .min_by_key(|&piece| others(piece, &is_left))
    {
        is_left[piece] = false;
        order.push(piece);
    }
    let mut colors = vec![usize::MAX; pieces.len()];
    let mut used = vec![0; 5];
    for &piece in order.iter().rev() {
        let is_free = |&color: &usize| {
            let mut others = neighbors[piece].iter();
            others.all(|&other| colors[other] != color)
        };
        let free = (0..used.len()).filter(is_free);
        // All colors about as often.
        let color = free.min_by_key(|&color| used[color]).unwrap_or_else(|| {
            used.push(0);
            used.len() - 1
        });
        used[color] += 1;
        colors[piece] = color;
    }
    colors
}
