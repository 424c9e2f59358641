//! Outlines, borders and colors of random pieces, and what becomes of text.

use proptest::prelude::*;
use roxmltree::Document;
use std::collections::BTreeSet;
use svg_cells::{borders, colors, outline, tiling, Cell, Point, Svg, Theme, CELL};

/// The area within closed lines, those around holes subtracted.
fn area(loops: &[Vec<Point>]) -> f64 {
    let loops = loops.iter().map(|points| {
        let next = points.iter().cycle().skip(1);
        points
            .iter()
            .zip(next)
            .map(|([a, b], [c, d])| a * d - c * b)
            .sum::<f64>()
            / 2.0
    });
    loops.sum()
}

/// A board in which each cell belongs to a piece that grows from a random one.
fn pieces(rows: usize, columns: usize, seeds: &[usize]) -> Vec<Vec<Cell>> {
    let mut owner = vec![None; rows * columns];
    let mut pieces = vec![Vec::new(); seeds.len()];
    for (number, seed) in seeds.iter().enumerate() {
        owner[seed % (rows * columns)].get_or_insert(number);
    }
    // A cell takes the piece of the cell to its left or above it, again and again.
    for _ in 0..rows + columns {
        for at in 0..owner.len() {
            let left = (at % columns > 0).then(|| owner[at - 1]).flatten();
            let above = at.checked_sub(columns).and_then(|above| owner[above]);
            owner[at] = owner[at].or(left).or(above);
        }
    }
    for (at, number) in owner.iter().enumerate() {
        if let Some(number) = number {
            pieces[*number].push((at / columns, at % columns));
        }
    }
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

proptest! {
    #[test]
    fn outlines_have_the_area_of_their_cells(cells: BTreeSet<(u8, u8)>) {
        let cells: Vec<Cell> = cells.into_iter().map(|(a, b)| (a as usize % 6, b as usize % 6)).collect();
        let count = cells.iter().collect::<BTreeSet<_>>().len();
        prop_assert_eq!(area(&outline(&cells, 0.0)), count as f64 * CELL * CELL);
        let inner = outline(&cells, 10.0);
        // No two of the straight lines touch: each is inside of cells.
        for point in inner.iter().flatten() {
            prop_assert!(point.iter().all(|x| x.rem_euclid(CELL) != 0.0));
        }
        prop_assert!(area(&inner) <= area(&outline(&cells, 0.0)));
    }

    #[test]
    fn neighbors_have_different_colors_and_six_are_enough(
        rows in 1..12_usize, columns in 1..12_usize, seeds in prop::collection::vec(0..144_usize, 1..40)
    ) {
        let pieces = pieces(rows, columns, &seeds);
        let colors = colors(&pieces);
        for (k, one) in pieces.iter().enumerate() {
            prop_assert!(colors[k] < 6);
            for (other, color) in pieces.iter().zip(&colors).skip(k + 1) {
                let touch = |a: &Cell, b: &Cell| a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1;
                if one.iter().any(|a| other.iter().any(|b| touch(a, b))) {
                    prop_assert_ne!(colors[k], *color);
                }
            }
        }
    }

    #[test]
    fn every_text_is_well_formed(text: String) {
        let mut svg = Svg::new([0.0, 0.0, 10.0, 10.0], &text, &text);
        svg.element("path").set("class", &text).titled(&text);
        svg.text("x", [0.0, 0.0], 10.0, "#000", &text);
        let svg = svg.finish();
        prop_assert!(Document::parse(&svg).is_ok(), "{}", svg);
    }
}

#[test]
fn text_comes_back_as_it_was() {
    let text = "a < b & \"c\" > 'd' \u{1f600}";
    let svg = Svg::new([0.0, 0.0, 10.0, 10.0], text, "").finish();
    let document = Document::parse(&svg).expect("XML");
    let title = document
        .descendants()
        .find(|node| node.has_tag_name("title"));
    assert_eq!(title.and_then(|title| title.text()), Some(text));
    let mut svg = Svg::new([0.0, 0.0, 10.0, 10.0], "", "");
    svg.text("x", [0.0, 0.0], 1.0, "#000", "a\u{0}b");
    assert!(svg.finish().contains(">a\u{fffd}b</text>"));
}

#[test]
fn borders_are_drawn_once() {
    // Each of the 17 borders of six cells is as long as a cell.
    let length = |d: &str| {
        let runs = d.split('M').skip(1).map(|run| {
            let (from, to) = run.split_at(run.find(['H', 'V']).expect("a straight line"));
            let (x, y) = from.split_once(' ').expect("a point");
            let start = if to.starts_with('H') { x } else { y };
            let ends = [start, &to[1..]].map(|end| end.parse::<f64>().expect("a number"));
            ends[1] - ends[0]
        });
        runs.sum::<f64>() / CELL
    };
    let [thin, thick] = borders(2, 3, true, |(row, _)| Some(row));
    assert_eq!((length(&thin), length(&thick)), (4.0, 13.0));
    let [thin, thick] = borders(2, 3, false, |(row, _)| Some(row));
    assert_eq!((length(&thin), length(&thick)), (4.0, 3.0));
    let [thin, thick] = borders(2, 3, true, |(_, column)| (column == 1).then_some(0));
    assert_eq!((length(&thin), length(&thick)), (1.0, 6.0));
}

#[test]
fn a_tiling_says_how_many_pieces_it_has() {
    let described = |pieces: &[Vec<Cell>]| {
        let svg = tiling(pieces, &[], Theme::Light, "");
        let (_, rest) = svg.split_once("<desc>").unwrap();
        rest.split_once("</desc>").unwrap().0.to_string()
    };
    assert_eq!(described(&[]), "0 pieces in 0 rows and 0 columns");
    assert_eq!(described(&[vec![(0, 0)]]), "1 piece in 1 row and 1 column");
    let two = [vec![(0, 0)], vec![(0, 1)]];
    assert_eq!(described(&two), "2 pieces in 1 row and 2 columns");
}

#[test]
fn tilings_are_well_formed_and_name_their_pieces() {
    for (_, theme) in Theme::ALL {
        let pieces = [vec![(0, 0), (1, 0)], vec![(0, 1)], Vec::new()];
        let svg = tiling(&pieces, &["<A>", "B"], theme, "T");
        let document = Document::parse(&svg).expect("XML");
        let titles = document
            .descendants()
            .filter(|node| node.has_tag_name("title"));
        let titles: Vec<_> = titles.filter_map(|title| title.text()).collect();
        assert_eq!(titles, ["T", "<A>", "B"]);
    }
    assert!(Document::parse(&tiling(&[], &[], Theme::Light, "")).is_ok());
}

#[test]
fn fills_of_a_theme_differ() {
    for (_, theme) in Theme::ALL {
        let fills: BTreeSet<_> = (0..6).map(|color| theme.fill(color)).collect();
        assert_eq!(fills.len(), 6);
        assert_eq!(theme.fill(6), theme.fill(0));
    }
}
