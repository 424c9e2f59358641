//! Draws tables of `README.md` beside this file into `plots`, as bars on a logarithmic axis: how many
//! times as long others take. What stands above a table, its machine, commit and command, stands
//! below the bars. `cargo run -p benches --bin plot` draws them, and a test compares.

use std::path::PathBuf;
use std::{fs, io};
use svg_cells::{path, Svg, Theme};

/// A table as bars.
struct Plot {
    file: &'static str,
    /// The heading above the table.
    heading: &'static str,
    title: &'static str,
    /// The columns of the others, each with what its bars are called.
    others: &'static [(&'static str, &'static str)],
    /// Our column; nothing if the columns are ratios already.
    ours: Option<&'static str>,
}

const PLOTS: [Plot; 2] = [
    Plot {
        file: "exact-cover.svg",
        heading: "### Exact cover\n",
        title: "Counting all exact covers: times as long as exactcover",
        others: &[
            ("dlx s", "dlx"),
            ("xcov s", "xcov"),
            ("exact-covers s", "exact-covers"),
        ],
        ours: Some("exactcover s"),
    },
    Plot {
        file: "killers.svg",
        heading: "### Killers\n",
        title: "Killers, solved and proved unique: times as long as sudoku-model",
        others: &[("median of times / sudoku-model", "median of 50")],
        ours: None,
    },
];

const COLORS: [&str; 3] = ["#1c58b5", "#e08e2b", "#4f9d4f"];
/// The ends of axes.
const TICKS: [f64; 10] = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0];
/// Where bars begin, how long they get, and how high they are.
const LEFT: f64 = 190.0;
const LONGEST: f64 = 680.0;
const BAR: f64 = 14.0;
const WIDTH: f64 = 940.0;
/// The letters of a line of text below the bars.
const LINE: usize = 105;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The name of each row, and how many times as long each of the others takes, where they are there.
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
        let ours = plot.ours.map_or(Some(1.0), number);
        let ratio = |&(name, _): &(&str, &str)| Some(number(name)? / ours?);
        (row[0].clone(), plot.others.iter().map(ratio).collect())
    });
    let rows: Rows = rows.collect();
    // Ours among the others is the line on the left.
    let rows = rows
        .into_iter()
        .filter(|row| row.1.iter().any(|ratio| *ratio != Some(1.0)));
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
    let theme = Theme::Light;
    let (series, lines) = (plot.others.len() as f64, wrap(&text));
    let group = BAR * series + 10.0;
    let (top, bottom) = (82.0, 82.0 + group * rows.len() as f64);
    let height = bottom + 50.0 + 20.0 * lines.len() as f64;
    let mut svg = Svg::new([0.0, 0.0, WIDTH, height], plot.title, &text);
    svg.paper(theme);
    let middle = |x: f64, y: f64| [x, y];
    svg.text(
        "title",
        middle(WIDTH / 2.0, 22.0),
        20.0,
        theme.ink(),
        plot.title,
    );
    for (k, (_, name)) in plot.others.iter().enumerate() {
        let x = LEFT + 160.0 * k as f64;
        let key = svg
            .element("rect")
            .set("class", "bar")
            .area([x, 45.0, 14.0, 14.0]);
        key.set("fill", COLORS[k]).end();
        label(&mut svg, [x + 20.0, 57.0], "start", 15.0, name);
    }
    let ratios = rows.iter().flat_map(|row| row.1.iter().flatten());
    let most = ratios.copied().fold(1.0, f64::max);
    let ticks = TICKS.iter().position(|&tick| tick >= most);
    let ticks = &TICKS[..=ticks.unwrap_or(TICKS.len() - 1)];
    let decade = LONGEST / ticks[ticks.len() - 1].log10().max(1.0);
    for tick in ticks {
        let x = LEFT + decade * tick.log10();
        let line = path(&[[x, top - 8.0], [x, bottom]], false);
        svg.lines("tick", line, "#dddddd", 1.0);
        svg.text(
            "tick",
            middle(x, bottom + 14.0),
            14.0,
            "#555555",
            &format!("{tick}"),
        );
    }
    for (k, (name, ratios)) in rows.iter().enumerate() {
        let y = top + group * k as f64;
        label(
            &mut svg,
            [LEFT - 10.0, y + BAR * series / 2.0 + 5.0],
            "end",
            15.0,
            name,
        );
        for (k, (ratio, color)) in ratios.iter().zip(COLORS).enumerate() {
            if let Some(ratio) = ratio {
                let y = y + BAR * k as f64;
                // Whoever is faster has a bar to the left.
                let length = decade * ratio.log10();
                let area = [LEFT + length.min(0.0), y, length.abs(), BAR - 2.0];
                let bar = svg.element("rect").set("class", "bar").area(area);
                bar.set("fill", color).end();
                let at = [LEFT + length.max(0.0) + 5.0, y + BAR - 3.0];
                label(&mut svg, at, "start", 12.0, &format!("{ratio:.1}"));
            }
        }
    }
    for (k, line) in lines.iter().enumerate() {
        label(
            &mut svg,
            [20.0, bottom + 48.0 + 20.0 * k as f64],
            "start",
            14.0,
            line,
        );
    }
    svg.finish()
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
            for what in ["benches/peers/run ", "commit ", "Xeon"] {
                assert!(drawn.contains(what), "{} has no {what}", plot.file);
            }
        }
    }
}
