//! Digits and candidates.

use crate::layer::{middle, moved, start};
use crate::tint::{found, quiet};
use crate::{Picture, Tint};
use sudoku_model::{Cell, Digits};
use svg_cells::{path, Svg, CELL};

/// Draws the digits and candidates of all cells. With labels in the corners of cells they keep away
/// from these.
pub(crate) fn draw(picture: &Picture<'_>, svg: &mut Svg, labels: bool) {
    let shape = picture.model.shape();
    let two_digits = shape.digits().max() > Some(9);
    let size = match (two_digits, labels) {
        (true, true) => 42.0,
        (true, false) => 50.0,
        (false, true) => 58.0,
        (false, false) => 64.0,
    };
    let drop = if labels { 6.0 } else { 0.0 };
    for cell in shape.cells() {
        if let Some((digit, is_given)) = picture.digit(cell) {
            let (class, color) = match is_given {
                true => ("given", picture.theme.ink()),
                false => ("found", found(picture.theme)),
            };
            let at = moved(middle(cell), [0.0, 1.0], drop);
            svg.text(class, at, size, color, &digit.to_string());
        } else {
            candidates(picture, svg, cell, labels);
        }
    }
}

fn candidates(picture: &Picture<'_>, svg: &mut Svg, cell: Cell, labels: bool) {
    // Rows and columns of a raster that has a place for every digit.
    let (all, open) = (picture.model.shape().digits(), picture.open(cell));
    let across = (1..)
        .find(|across| across * across >= all.len())
        .unwrap_or(1);
    let down = (all.len() + across - 1) / across;
    let [left, top] = start(cell);
    let (side, above, below) = if labels {
        (13.0, 27.0, 12.0)
    } else {
        (8.0, 8.0, 8.0)
    };
    let width = (CELL - 2.0 * side) / across as f64;
    let height = (CELL - above - below) / down as f64;
    let size = match all.max() > Some(9) {
        true => (0.7 * width).min(0.95 * height),
        false => (1.05 * width).min(1.05 * height).min(26.0),
    };
    for (place, digit) in all
        .digits()
        .enumerate()
        .filter(|(_, digit)| open.has(*digit))
    {
        let at = [
            left + side + ((place % across) as f64 + 0.5) * width,
            top + above + ((place / across) as f64 + 0.5) * height,
        ];
        let tint = ring(picture, cell, digit);
        let radius = 0.52 * width.min(height);
        if let Some(tint) = tint {
            let ring = svg.element("circle").set("class", "ring");
            let ring = ring.number("cx", at[0]).number("cy", at[1]);
            let ring = ring.number("r", radius);
            ring.set("fill", tint.ring(picture.theme)).end();
        }
        svg.text(
            "candidate",
            at,
            size,
            quiet(picture.theme),
            &digit.to_string(),
        );
        if tint == Some(Tint::Removed) {
            let ends = [[-1.0, 1.0], [1.0, -1.0]].map(|way| moved(at, way, 0.8 * radius));
            let color = picture.theme.pick(["#8b0000", "#ff9a9a", "#000000"]);
            svg.lines("strike", path(&ends, false), color, 2.4);
        }
    }
}

/// The color behind a candidate.
fn ring(picture: &Picture<'_>, cell: Cell, digit: u8) -> Option<Tint> {
    let is_it = |ring: &&(Cell, Digits, Tint)| ring.0 == cell && ring.1.has(digit);
    picture.rings.iter().rev().find(is_it).map(|ring| ring.2)
}
