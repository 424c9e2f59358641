//! The shapes of rules.

use crate::layer::{center, direction, middle, moved, places, start, tip};
use crate::outside::{inner_line, spot};
use crate::sheet::{first, small, Sheet};
use crate::tint::{ink, pen};
use sudoku_model::draw::{Disc, Ink, Mark, Sign, Width};
use sudoku_model::Cell;
use svg_cells::{outline, path, Element, Point, CELL};

/// How far outlines are from the edges of cells. With dashes of 6 and gaps of 4, half a dash first,
/// every corner has a whole one.
const INSET: f64 = 10.0;
/// The radius of a circle in a cell.
const RADIUS: f64 = 36.0;

/// Draws a shape; clues, unless they are outside.
pub(crate) fn draw(sheet: &mut Sheet<'_>, mark: &Mark) {
    match mark {
        // A part of the color behind the cells.
        Mark::Shade { .. } => {}
        Mark::Line { cells, ink, width } => line(sheet, cells, *ink, *width),
        Mark::Arrow { cells } => arrow(sheet, &middles(cells), 18.0, false),
        Mark::Sign {
            cells,
            sign,
            filled,
        } => {
            for &cell in cells {
                sign_in(sheet, cell, *sign, *filled);
            }
        }
        Mark::Pill { cells } => pill(sheet, cells),
        Mark::Outline {
            cells,
            label,
            dashed,
        } => around(sheet, cells, label, *dashed),
        Mark::Dot { cells, disc, text } => dot(sheet, cells, *disc, text),
        Mark::Less { cells } => less(sheet, *cells),
        Mark::Corner { cell, text } => {
            let [x, y] = start(*cell);
            let size = (170.0 / text.chars().count().max(1) as f64).min(20.0);
            let at = [x + CELL - 6.0, y + CELL - 7.0];
            small(sheet, "corner", at, ("end", size), text);
        }
        Mark::Clue { cells, text, .. } => {
            if let (None, Some(&cell)) = (spot(sheet.picture, cells), cells.first()) {
                let line = path(&inner_line(cells), false);
                sheet
                    .svg
                    .lines("line", line, pen(sheet.picture.theme, false), 2.0);
                write_label(sheet, cell, text);
            }
        }
    }
}

fn middles(cells: &[Cell]) -> Vec<Point> {
    cells.iter().copied().map(middle).collect()
}

fn circle<'s>(sheet: &'s mut Sheet<'_>, class: &str, at: Point, radius: f64) -> Element<'s> {
    let circle = sheet.svg.element("circle").set("class", class);
    let circle = circle.number("cx", at[0]).number("cy", at[1]);
    circle.number("r", radius)
}

/// A path with round corners and ends.
fn round(sheet: &mut Sheet<'_>, class: &str, d: String, color: &str, width: f64) {
    let line = sheet.svg.element("path").set("class", class).set("d", d);
    let line = line.set("fill", "none").set("stroke", color);
    let line = line.number("stroke-width", width);
    let line = line.set("stroke-linecap", "round");
    line.set("stroke-linejoin", "round").end();
}

fn line(sheet: &mut Sheet<'_>, cells: &[Cell], color: Ink, width: Width) {
    let theme = sheet.picture.theme;
    let (color, width) = match width {
        // As thin as it is, it is darker.
        Width::Thin if color == Ink::Gray => (pen(theme, false), 5.0),
        Width::Thin => (ink(theme, color), 8.0),
        Width::Thick => (ink(theme, color), 16.0),
        Width::Wide => (ink(theme, color), 30.0),
    };
    round(sheet, "line", path(&middles(cells), false), color, width);
}

/// A line with a tip at its end.
pub(crate) fn arrow(sheet: &mut Sheet<'_>, points: &[Point], size: f64, dark: bool) {
    if let [.., before, last] = *points {
        let tip = tip(last, direction(before, last), size);
        let d = path(points, false) + &path(&tip, false);
        let color = pen(sheet.picture.theme, dark);
        round(sheet, "arrow", d, color, if dark { 3.0 } else { 5.0 });
    }
}

fn sign_in(sheet: &mut Sheet<'_>, cell: Cell, sign: Sign, filled: bool) {
    let theme = sheet.picture.theme;
    let (fill, stroke, at) = match filled {
        true => (ink(theme, Ink::Gray), "none", middle(cell)),
        false => (sheet.back(cell), pen(theme, false), middle(cell)),
    };
    let element = match sign {
        Sign::Circle => circle(sheet, "sign", at, RADIUS),
        Sign::Square | Sign::Diamond => {
            let (size, ways) = match sign {
                Sign::Diamond => (40.0, [[0.0, -1.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]]),
                _ => (34.0, [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]),
            };
            let points = ways.map(|way| moved(at, way, size));
            let element = sheet.svg.element("path").set("class", "sign");
            element.set("d", path(&points, true))
        }
    };
    let element = element.set("fill", fill).set("stroke", stroke);
    element.number("stroke-width", 4.0).end();
}

/// A ring around cells in a row.
fn pill(sheet: &mut Sheet<'_>, cells: &[Cell]) {
    let theme = sheet.picture.theme;
    let back = cells
        .first()
        .map_or(theme.paper(), |&cell| sheet.back(cell));
    // A thick line, and a thinner one upon it.
    let line = match cells {
        [cell] => vec![middle(*cell); 2],
        cells => middles(cells),
    };
    let line = path(&line, false);
    round(
        sheet,
        "sign",
        line.clone(),
        pen(theme, false),
        2.0 * RADIUS + 5.0,
    );
    round(sheet, "sign", line, back, 2.0 * RADIUS - 4.0);
}

/// An outline with a label.
fn around(sheet: &mut Sheet<'_>, cells: &[Cell], label: &str, dashed: bool) {
    let inset = if dashed { INSET } else { 0.8 * INSET };
    let loops = outline(&places(cells), inset);
    let d: String = loops.iter().map(|points| path(points, true)).collect();
    let color = pen(sheet.picture.theme, dashed);
    let line = sheet.svg.element("path").set("class", "cage").set("d", d);
    let line = line.set("fill", "none").set("stroke", color);
    let line = line.number("stroke-width", if dashed { 2.0 } else { 4.0 });
    if dashed {
        let line = line.set("stroke-dasharray", "6 4");
        line.number("stroke-dashoffset", 3.0).end();
    } else {
        line.set("stroke-linejoin", "round").end();
    }
    if let Some(cell) = first(cells).filter(|_| !label.is_empty()) {
        write_label(sheet, cell, label);
    }
}

/// Text in the upper left corner of a cell, behind what is there already. It breaks the outline, as
/// it does in print.
fn write_label(sheet: &mut Sheet<'_>, cell: Cell, label: &str) {
    let ([x, y], back) = (start(cell), sheet.back(cell));
    let taken = sheet.labels.entry(cell).or_insert(0.0);
    let (x, width) = (x + *taken, 13.0 * label.chars().count() as f64 + 6.0);
    *taken += width;
    let paper = sheet.svg.element("rect").set("class", "fill");
    let area = [x + 4.0, y + 4.0, width, 24.0];
    paper.area(area).set("fill", back).end();
    small(sheet, "label", [x + 6.0, y + 24.0], ("start", 23.0), label);
}

fn dot(sheet: &mut Sheet<'_>, cells: &[Cell], disc: Disc, text: &str) {
    if cells.is_empty() {
        return;
    }
    let theme = sheet.picture.theme;
    let at = center(cells);
    if let [one, other] = *cells {
        if !one.touches(other) {
            let ends = path(&[middle(one), middle(other)], false);
            sheet.svg.lines("line", ends, pen(theme, false), 2.0);
        }
    }
    // Up to two words a line.
    let words: Vec<&str> = text.split(' ').collect();
    let per_line = if words.len() > 2 {
        (words.len() + 1) / 2
    } else {
        words.len()
    };
    let lines: Vec<String> = words.chunks(per_line).map(|line| line.join(" ")).collect();
    let longest = lines.iter().map(|line| line.chars().count()).max();
    let longest = longest.unwrap_or(0) as f64;
    let radius = match disc {
        Disc::None => 17.0,
        _ if lines.len() > 1 || longest > 2.0 => 6.0 * longest.max(3.0) + 8.0,
        _ if text.is_empty() => 13.0,
        _ => 17.0,
    };
    let (black, white) = theme.pick([
        ("#000000", "#ffffff"),
        ("#0b0c0e", "#e9eaec"),
        ("#000000", "#ffffff"),
    ]);
    let (fill, stroke, color) = match disc {
        Disc::White => (white, black, black),
        Disc::Black => (black, theme.ink(), white),
        Disc::None => (sheet.back(cells[0]), "none", theme.ink()),
    };
    let element = circle(sheet, "dot", at, radius).set("fill", fill);
    element
        .set("stroke", stroke)
        .number("stroke-width", 2.5)
        .end();
    let size = if disc == Disc::None { 32.0 } else { 22.0 };
    for (k, line) in lines.iter().enumerate().filter(|line| !line.1.is_empty()) {
        let above = (lines.len() - 1) as f64 / 2.0;
        let at = moved(at, [0.0, 1.0], (k as f64 - above) * 0.95 * size);
        sheet.svg.text("dot-text", at, size, color, line);
    }
}

/// A sign with its tip to the second cell.
fn less(sheet: &mut Sheet<'_>, [greater, less]: [Cell; 2]) {
    let theme = sheet.picture.theme;
    let (from, to) = (middle(greater), middle(less));
    let way = direction(from, to);
    let at = moved(center(&[greater, less]), way, 9.0);
    let d = path(&tip(at, way, 18.0), false);
    let (middle, back) = (moved(at, way, -9.0), sheet.back(greater));
    circle(sheet, "less", middle, 17.0).set("fill", back).end();
    round(sheet, "less", d, theme.ink(), 4.0);
}
