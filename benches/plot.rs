//! Draws tables of `README.md` beside this file into `plots`, on a logarithmic axis: as bars, how
//! many times as long others take, or as lines, the seconds of each by the size of the instance.
//! What stands above a table, its machine, commit and command, stands below the plot.
//! `cargo run -p benches --bin plot` draws them, and a test compares.

use std::path::PathBuf;
use std::{fs, io};
use svg_cells::{path, Svg, Theme};

/// A table as a picture.
struct Plot {
    file: &'static str,
    /// The heading above the table.
    heading: &'static str,
    title: &'static str,
    /// The columns, each with what its bars or its line are called.
    columns: &'static [(&'static str, &'static str)],
    kind: Kind,
}

enum Kind {
    /// Times as bars beside those of this column; without one they are ratios already.
    Bars(Option<&'static str>),
    /// Seconds as lines, a place for each row.
    Lines,
}

const PLOTS: [Plot; 3] = [
    Plot {
        file: "exact-cover.svg",
        heading: "### Exact cover\n",
        title: "Counting all exact covers: times as long as exactcover",
        columns: &[
            ("dlx s", "dlx"),
            ("xcov s", "xcov"),
            ("exact-covers s", "exact-covers"),
        ],
        kind: Kind::Bars(Some("exactcover s")),
    },
    Plot {
        file: "killers.svg",
        heading: "### Killers\n",
        title: "Killers, solved and proved unique: times as long as sudoku-model",
        columns: &[("median of times / sudoku-model", "median of 50")],
        kind: Kind::Bars(None),
    },
    Plot {
        file: "engines.svg",
        heading: "### Engines by size\n",
        title: "Counting the solutions of n queens: seconds of each engine",
        columns: &[
            ("exactcover:links s", "links"),
            ("exactcover:tallies s", "tallies"),
            ("exactcover:cells s", "cells"),
            ("exactcover:rows s", "rows"),
            ("exactcover:masks s", "masks"),
            ("exactcover:learn s", "learn"),
        ],
        kind: Kind::Lines,
    },
];

const COLORS: [&str; 6] = [
    "#1c58b5", "#e08e2b", "#4f9d4f", "#b5361c", "#7a4fb0", "#555555",
];
/// The ends of the axes of bars.
const TICKS: [f64; 10] = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0];
/// Where bars begin, how long they get, and how high they are.
const LEFT: f64 = 190.0;
const LONGEST: f64 = 680.0;
const BAR: f64 = 14.0;
const WIDTH: f64 = 940.0;
/// How far apart the powers of 10 are for lines.
const DECADE: f64 = 90.0;
/// The letters of a line of text below the bars.
const LINE: usize = 105;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The name of each row, and the number in each column, where there is one.
type Rows = Vec<(String, Vec<Option<f64>>)>;

/// The rows of a table, and the text above it.
fn read(plot: &Plot, page: &str) -> (Rows, String) {
    let section = page.split_once(plot.heading).expect(plot.heading).1;
    let start = section.find("\n|").expect("a table") + 1;
    let (above, table) = section.split_at(start);
    let mut rows = table.lines().take_while(|line| line.starts_with('|'));
    let mut rows = rows.by_ref().map(|row| {
        let cells = row.trim_matches('|').split('|');
        cells
            .map(|cell| cell.trim().to_string())
            .collect::<Vec<String>>()
    });
    let header = rows.next().expect("a header");
    let column = |name: &str| {
        header
            .iter()
            .position(|title| title == name)
            .expect("the column")
    };
    let rows = rows.skip(1).map(|row| {
        let number = |name: &str| row[column(name)].parse::<f64>().ok();
        let unit = match plot.kind {
            Kind::Bars(Some(ours)) => number(ours),
            Kind::Bars(None) | Kind::Lines => Some(1.0),
        };
        let value = |&(name, _): &(&str, &str)| Some(number(name)? / unit?);
        (row[0].clone(), plot.columns.iter().map(value).collect())
    });
    let rows: Rows = rows.collect();
    // Ours among the others is the line on the left.
    let rows = rows
        .into_iter()
        .filter(|row| row.1.iter().any(|value| *value != Some(1.0)));
    let machine = page
        .lines()
        .skip_while(|line| !line.contains("\"Same machine\""));
    let machine: Vec<&str> = machine.take_while(|line| !line.is_empty()).collect();
    let machine = machine.join(" ");
    let machine = machine.split_once("\"Same").map_or("", |(_, rest)| rest);
    let mut text = above.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.contains("same machine") {
        text += &format!(" \"Same{machine}");
    }
    (rows.collect(), plain(&text))
}

/// Text without the signs of Markdown, and without the addresses of links.
fn plain(text: &str) -> String {
    let mut pieces = text.split("](");
    let first = pieces.next().unwrap_or_default().to_string();
    let rest = pieces.map(|piece| piece.split_once(')').map_or(piece, |(_, rest)| rest));
    (first + &rest.collect::<String>()).replace(['`', '['], "")
}

/// Lines of words.
fn wrap(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        if lines[lines.len() - 1].len() + word.len() > LINE {
            lines.push(String::new());
        }
        let line = lines.len() - 1;
        if !lines[line].is_empty() {
            lines[line].push(' ');
        }
        lines[line] += word;
    }
    lines
}

fn draw(plot: &Plot, page: &str) -> String {
    let (rows, text) = read(plot, page);
    let lines = wrap(&text);
    let height = match plot.kind {
        Kind::Lines => DECADE * decades(&rows).count() as f64 - DECADE,
        Kind::Bars(_) => group(plot) * rows.len() as f64,
    };
    let (top, bottom) = (82.0, 82.0 + height);
    let height = bottom + 50.0 + 20.0 * lines.len() as f64;
    let mut svg = Svg::new([0.0, 0.0, WIDTH, height], plot.title, &text);
    let theme = Theme::Light;
    svg.paper(theme);
    svg.text("title", [WIDTH / 2.0, 22.0], 20.0, theme.ink(), plot.title);
    let apart = (WIDTH - LEFT) / plot.columns.len().max(4) as f64;
    for ((k, (_, name)), color) in plot.columns.iter().enumerate().zip(COLORS) {
        let x = LEFT + apart.min(160.0) * k as f64;
        let key = svg
            .element("rect")
            .set("class", "bar")
            .area([x, 45.0, 14.0, 14.0]);
        key.set("fill", color).end();
        label(&mut svg, [x + 20.0, 57.0], "start", 15.0, name);
    }
    match plot.kind {
        Kind::Lines => draw_lines(&mut svg, &rows, top, bottom),
        Kind::Bars(_) => draw_bars(&mut svg, &rows, group(plot), top, bottom),
    }
    for (k, line) in lines.iter().enumerate() {
        let y = bottom + 48.0 + 20.0 * k as f64;
        label(&mut svg, [20.0, y], "start", 14.0, line);
    }
    svg.finish()
}

/// The height of the bars of a row.
fn group(plot: &Plot) -> f64 {
    BAR * plot.columns.len() as f64 + 10.0
}

fn draw_bars(svg: &mut Svg, rows: &Rows, group: f64, top: f64, bottom: f64) {
    let ratios = rows.iter().flat_map(|row| row.1.iter().flatten());
    let most = ratios.copied().fold(1.0, f64::max);
    let ticks = TICKS.iter().position(|&tick| tick >= most);
    let ticks = &TICKS[..=ticks.unwrap_or(TICKS.len() - 1)];
    let decade = LONGEST / ticks[ticks.len() - 1].log10().max(1.0);
    for tick in ticks {
        let x = LEFT + decade * tick.log10();
        let line = path(&[[x, top - 8.0], [x, bottom]], false);
        svg.lines("tick", line, "#dddddd", 1.0);
        let name = format!("{tick}");
        svg.text("tick", [x, bottom + 14.0], 14.0, "#555555", &name);
    }
    for (k, (name, ratios)) in rows.iter().enumerate() {
        let y = top + group * k as f64;
        let middle = y + (group - 10.0) / 2.0 + 5.0;
        label(svg, [LEFT - 10.0, middle], "end", 15.0, name);
        for (k, (ratio, color)) in ratios.iter().zip(COLORS).enumerate() {
            if let Some(ratio) = ratio {
                let y = y + BAR * k as f64;
                // Whoever is faster has a bar to the left.
                let length = decade * ratio.log10();
                let area = [LEFT + length.min(0.0), y, length.abs(), BAR - 2.0];
                let bar = svg.element("rect").set("class", "bar").area(area);
                bar.set("fill", color).end();
                let at = [LEFT + length.max(0.0) + 5.0, y + BAR - 3.0];
                label(svg, at, "start", 12.0, &format!("{ratio:.1}"));
            }
        }
    }
}

/// The exponents of the powers of 10 that all numbers lie between.
fn decades(rows: &Rows) -> std::ops::RangeInclusive<i32> {
    let logs = || {
        rows.iter()
            .flat_map(|row| row.1.iter().flatten())
            .map(|value| value.log10())
    };
    let (least, most) = (
        logs().fold(f64::MAX, f64::min),
        logs().fold(f64::MIN, f64::max),
    );
    least.floor() as i32..=most.ceil() as i32
}

fn draw_lines(svg: &mut Svg, rows: &Rows, top: f64, bottom: f64) {
    let powers = decades(rows);
    let height = |log: f64| top + DECADE * (f64::from(*powers.end()) - log);
    for power in powers.clone() {
        let y = height(power.into());
        let line = path(&[[LEFT - 60.0, y], [WIDTH - 40.0, y]], false);
        svg.lines("tick", line, "#dddddd", 1.0);
        let name = format!("{} s", 10_f64.powi(power));
        label(svg, [LEFT - 70.0, y + 5.0], "end", 14.0, &name);
    }
    let x = |place: usize| LEFT + LONGEST * place as f64 / (rows.len() - 1) as f64;
    for (place, (name, _)) in rows.iter().enumerate() {
        svg.text("tick", [x(place), bottom + 14.0], 14.0, "#555555", name);
    }
    for (column, color) in (0..rows[0].1.len()).zip(COLORS) {
        let values = rows.iter().map(|row| row.1[column]).enumerate();
        let points = values.filter_map(|(place, value)| Some([x(place), height(value?.log10())]));
        let points: Vec<[f64; 2]> = points.collect();
        svg.lines("line", path(&points, false), color, 2.5);
    }
}

/// Text that begins or ends at a point.
fn label(svg: &mut Svg, [x, y]: [f64; 2], anchor: &str, size: f64, text: &str) {
    let label = svg.element("text").set("class", "label");
    let label = label
        .number("x", x)
        .number("y", y)
        .number("font-size", size);
    label
        .set("text-anchor", anchor)
        .set("fill", "#333333")
        .content(text);
}

fn page() -> io::Result<String> {
    fs::read_to_string(folder().join("README.md"))
}

fn main() -> io::Result<()> {
    let page = page()?;
    for plot in &PLOTS {
        fs::write(folder().join("plots").join(plot.file), draw(plot, &page))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plots_are_those_of_the_tables() {
        let page = page().expect("the page is there");
        for plot in &PLOTS {
            let there = fs::read_to_string(folder().join("plots").join(plot.file));
            let drawn = draw(plot, &page);
            let same = drawn == there.expect(plot.file);
            assert!(
                same,
                "{} is old: cargo run -p benches --bin plot",
                plot.file
            );
            for what in ["benches/peers/run ", "commit "] {
                assert!(drawn.contains(what), "{} has no {what}", plot.file);
            }
            let machine = ["Xeon", "EPYC"].iter().any(|name| drawn.contains(name));
            assert!(machine, "{} has no machine", plot.file);
        }
    }
}
