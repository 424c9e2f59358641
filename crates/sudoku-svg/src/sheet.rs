//! The picture, from the paper up.

use crate::layer::{layer, place, places, start, BELOW_LINES};
use crate::outside::{self, Outside};
use crate::tint::{pen, shade};
use crate::{marks, numbers, tint, Picture};
use std::collections::HashMap;
use sudoku_model::draw::Mark;
use sudoku_model::{Cell, HouseKind, Model};
use svg_cells::{borders, colors, corner, path, Svg, CELL};

/// A picture in the making.
#[derive(Debug)]
pub(crate) struct Sheet<'a> {
    pub(crate) picture: &'a Picture<'a>,
    pub(crate) svg: Svg,
    /// The color behind each cell.
    backs: Vec<&'static str>,
    /// How much of the upper edge of a cell labels have taken.
    pub(crate) labels: HashMap<Cell, f64>,
}

pub(crate) fn draw(picture: &Picture<'_>) -> String {
    let (model, shape) = (picture.model, picture.model.shape());
    let mut all: Vec<Mark> = model.rules().flat_map(|rule| rule.draw(shape)).collect();
    all.sort_by_key(layer);
    let outside = Outside::new(picture, &all);
    let description = picture.description.clone();
    let description = description.unwrap_or_else(|| describe(model));
    let mut sheet = Sheet {
        picture,
        svg: Svg::new(outside.view, &picture.title, &description),
        backs: backs(picture, &all),
        labels: HashMap::new(),
    };
    sheet.svg.paper(picture.theme);
    sheet.fills();
    sheet.diagonals();
    let below = all.partition_point(|mark| layer(mark) <= BELOW_LINES);
    let (below, above) = all.split_at(below);
    let (outlines, above) = above.split_at(above.partition_point(|mark| layer(mark) == 4));
    below.iter().for_each(|mark| marks::draw(&mut sheet, mark));
    sheet.lines();
    outlines
        .iter()
        .for_each(|mark| marks::draw(&mut sheet, mark));
    numbers::draw(picture, &mut sheet.svg, !sheet.labels.is_empty());
    above.iter().for_each(|mark| marks::draw(&mut sheet, mark));
    sheet.outside(&outside);
    sheet.svg.finish()
}

/// `9 rows, 9 columns, 30 givens, 2 cages`.
fn describe(model: &Model) -> String {
    let shape = model.shape();
    let mut counts: Vec<(&str, usize)> = vec![
        ("row", shape.row_count()),
        ("column", shape.column_count()),
        ("given", model.givens().filled().count()),
    ];
    for rule in model.rules() {
        match counts.iter_mut().find(|(name, _)| *name == rule.name()) {
            Some((_, count)) => *count += 1,
            None => counts.push((rule.name(), 1)),
        }
    }
    let counts = counts.iter().map(|(name, count)| {
        let plural = if *count == 1 || name.ends_with('s') {
            ""
        } else {
            "s"
        };
        format!("{count} {name}{plural}")
    });
    counts.collect::<Vec<_>>().join(", ")
}

/// The color behind each cell: the paper, shades, colored outlines, and what is to be seen.
fn backs(picture: &Picture<'_>, marks: &[Mark]) -> Vec<&'static str> {
    let (model, theme) = (picture.model, picture.theme);
    let mut backs = vec![theme.paper(); model.shape().cell_count()];
    let mut paint = |cells: &[Cell], color| {
        for cell in cells {
            if let Some(back) = backs.get_mut(cell.index()) {
                *back = color;
            }
        }
    };
    for house in model.houses() {
        if let HouseKind::Window(_) | HouseKind::Region(_) = house.kind() {
            paint(house.cells(), shade(theme));
        }
    }
    let outlines = marks.iter().filter_map(|mark| match mark {
        Mark::Outline { cells, .. } if picture.colored => Some(&cells[..]),
        _ => None,
    });
    let outlines: Vec<&[Cell]> = outlines.collect();
    let pieces: Vec<_> = outlines.iter().map(|cells| places(cells)).collect();
    for (cells, color) in outlines.iter().zip(colors(&pieces)) {
        paint(cells, theme.fill(color));
    }
    for mark in marks {
        if let Mark::Shade { cells } = mark {
            paint(cells, shade(theme));
        }
    }
    for &(cell, tint) in &picture.fills {
        paint(&[cell], tint.fill(theme));
    }
    backs
}

impl Sheet<'_> {
    /// The color behind a cell.
    pub(crate) fn back(&self, cell: Cell) -> &'static str {
        let back = self.backs.get(cell.index());
        back.copied().unwrap_or(self.picture.theme.paper())
    }

    /// Runs of cells with the same color behind them.
    fn fills(&mut self) {
        let shape = self.picture.model.shape();
        for row in 0..shape.row_count() {
            let mut from = 0;
            for column in 0..shape.column_count() {
                let back = |column| shape.try_cell(row, column).map(|cell| self.back(cell));
                let color = self.back(shape.cell(row, column));
                if back(column + 1) == Some(color) {
                    continue;
                }
                if color != self.picture.theme.paper() {
                    let [x, y] = corner((row, from));
                    let width = (column + 1 - from) as f64 * CELL;
                    let fill = self.svg.element("rect").set("class", "fill");
                    fill.area([x, y, width, CELL]).set("fill", color).end();
                }
                from = column + 1;
            }
        }
    }

    fn diagonals(&mut self) {
        let (model, theme) = (self.picture.model, self.picture.theme);
        for house in model.houses() {
            if let (HouseKind::Diagonal(which), [first, .., last]) = (house.kind(), house.cells()) {
                let side = |cell: &Cell, far: bool| {
                    let [x, y] = start(*cell);
                    let (right, down) = (far != (which == 1), far);
                    let edge = |is_far| if is_far { CELL } else { 0.0 };
                    [x + edge(right), y + edge(down)]
                };
                let line = path(&[side(first, false), side(last, true)], false);
                self.svg.lines("diagonal", line, pen(theme, false), 3.0);
            }
        }
    }

    /// The lines of the board.
    fn lines(&mut self) {
        let (model, theme) = (self.picture.model, self.picture.theme);
        let shape = model.shape();
        let mut owner = vec![0; shape.cell_count()];
        for house in model.houses() {
            if let HouseKind::Box(number) | HouseKind::Jigsaw(number) = house.kind() {
                for cell in house.cells() {
                    owner[cell.index()] = number + 1;
                }
            }
        }
        let (rows, columns) = (shape.row_count(), shape.column_count());
        let number = |(row, column)| Some(owner[shape.cell(row, column).index()]);
        let [thin, thick] = borders(rows, columns, false, number);
        self.svg.lines("thin", thin, theme.thin(), 1.5);
        self.svg.lines("thick", thick, theme.ink(), 4.5);
        let [width, height] = corner((rows, columns));
        let frame = self.svg.element("rect").set("class", "thick");
        let frame = frame.area([0.0, 0.0, width, height]).set("fill", "none");
        let frame = frame.set("stroke", theme.ink());
        frame.number("stroke-width", 6.0).end();
    }

    fn outside(&mut self, outside: &Outside) {
        let theme = self.picture.theme;
        for clue in &outside.clues {
            let (class, color, size) = match clue.is_number {
                true => ("number", pen(theme, false), 0.7 * outside::SIZE),
                false => ("clue", theme.ink(), outside::SIZE),
            };
            let mut at = clue.at;
            if let Some(way) = clue.arrow {
                at = crate::layer::moved(at, way, -10.0);
                marks::arrow(self, &outside::shaft(clue.at, way), 9.0, true);
            }
            self.svg.text(class, at, size, color, &clue.text);
        }
    }
}

/// The first of the uppermost cells.
pub(crate) fn first(cells: &[Cell]) -> Option<Cell> {
    cells.iter().copied().min_by_key(|&cell| place(cell))
}

/// Text that is not in the middle.
pub(crate) fn small(
    sheet: &mut Sheet<'_>,
    class: &str,
    [x, y]: [f64; 2],
    (anchor, size): (&str, f64),
    text: &str,
) {
    let color = tint::quiet(sheet.picture.theme);
    let element = sheet.svg.element("text").set("class", class);
    let element = element.number("x", x).number("y", y);
    let element = element.number("font-size", size).set("fill", color);
    element.set("text-anchor", anchor).content(text);
}
