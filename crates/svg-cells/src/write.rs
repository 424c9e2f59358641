//! SVG as text.

use crate::Theme;
use std::fmt::{Display, Write as _};

/// A place in a picture: to the right, and down.
pub type Point = [f64; 2];

/// A picture in the making.
///
/// ```
/// use svg_cells::{Svg, Theme};
///
/// let mut svg = Svg::new([0.0, 0.0, 20.0, 10.0], "Cats & dogs", "");
/// svg.element("circle").number("cx", 1.25).number("r", 1.0).set("fill", Theme::Dark.ink()).end();
/// let text = svg.finish();
/// assert!(text.contains("<title>Cats &amp; dogs</title>\n<circle cx=\"1.3\" r=\"1\" fill="));
/// ```
#[derive(Clone, Debug)]
pub struct Svg {
    text: String,
    view: [f64; 4],
}

impl Svg {
    /// A picture of what lies within a rectangle (left, top, width and height), with a title and a
    /// description for those who hear it. What is empty is left out.
    #[must_use]
    pub fn new(view: [f64; 4], title: &str, description: &str) -> Svg {
        let numbers = view.map(round).join(" ");
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{numbers}\" role=\"img\" \
             font-family=\"Helvetica, Arial, Liberation Sans, DejaVu Sans, sans-serif\" \
             text-anchor=\"middle\">\n"
        );
        for (name, content) in [("title", title), ("desc", description)] {
            if !content.is_empty() {
                // A `String` takes everything.
                let _ = writeln!(text, "<{name}>{}</{name}>", escape(content));
            }
        }
        Svg { text, view }
    }

    /// Begins an element.
    pub fn element(&mut self, name: &'static str) -> Element<'_> {
        self.text.push('<');
        self.text += name;
        Element { svg: self, name }
    }

    /// Paper behind everything.
    pub fn paper(&mut self, theme: Theme) {
        let view = self.view;
        let paper = self.element("rect").set("class", "paper").area(view);
        paper.set("fill", theme.paper()).end();
    }

    /// Lines along a path; nothing if there is none.
    pub fn lines(&mut self, class: &str, d: String, color: &str, width: f64) {
        if d.is_empty() {
            return;
        }
        let lines = self.element("path").set("class", class).set("d", d);
        let lines = lines.set("fill", "none").set("stroke", color);
        let lines = lines.number("stroke-width", width);
        lines.set("stroke-linecap", "square").end();
    }

    /// Text with its middle at a point.
    pub fn text(&mut self, class: &str, [x, y]: Point, size: f64, color: &str, text: &str) {
        // Digits and capitals are about 0.72 high.
        let element = self.element("text").set("class", class);
        let element = element.number("x", x).number("y", y + 0.36 * size);
        element
            .number("font-size", size)
            .set("fill", color)
            .content(text);
    }

    /// The whole text.
    #[must_use]
    pub fn finish(mut self) -> String {
        self.text += "</svg>\n";
        self.text
    }
}

/// An element whose attributes are still to come. It ends with [`end`](Element::end),
/// [`content`](Element::content) or [`titled`](Element::titled).
#[derive(Debug)]
#[must_use]
pub struct Element<'s> {
    svg: &'s mut Svg,
    name: &'static str,
}

impl Element<'_> {
    /// An attribute.
    pub fn set(self, name: &str, value: impl Display) -> Self {
        let value = escape(&value.to_string());
        let _ = write!(self.svg.text, " {name}=\"{value}\"");
        self
    }

    /// An attribute that is a number.
    pub fn number(self, name: &str, value: f64) -> Self {
        let value = round(value);
        let _ = write!(self.svg.text, " {name}=\"{value}\"");
        self
    }

    /// Where a rectangle is: left, top, width and height.
    pub fn area(self, [x, y, width, height]: [f64; 4]) -> Self {
        self.number("x", x)
            .number("y", y)
            .number("width", width)
            .number("height", height)
    }

    /// No content.
    pub fn end(self) {
        self.svg.text += "/>\n";
    }

    /// Text as its content.
    pub fn content(self, text: &str) {
        let _ = writeln!(self.svg.text, ">{}</{}>", escape(text), self.name);
    }

    /// A title that shows when somebody points at it.
    pub fn titled(self, title: &str) {
        let (title, name) = (escape(title), self.name);
        let _ = writeln!(self.svg.text, "><title>{title}</title></{name}>");
    }
}

/// A line through points as the data of a path, closed or not; nothing, if there is no point.
///
/// ```
/// let square = [[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]];
/// assert_eq!(svg_cells::path(&square, true), "M0 0H10V10H0Z");
/// assert_eq!(svg_cells::path(&[[0.5, 1.0], [2.0, 3.0]], false), "M0.5 1L2 3");
/// ```
#[must_use]
pub fn path(points: &[Point], closed: bool) -> String {
    let mut d = String::new();
    for (k, &[x, y]) in points.iter().enumerate() {
        let before = k.checked_sub(1).map(|before| points[before]);
        let _ = match before {
            None => write!(d, "M{} {}", round(x), round(y)),
            Some([_, other]) if other == y => write!(d, "H{}", round(x)),
            Some([other, _]) if other == x => write!(d, "V{}", round(y)),
            Some(_) => write!(d, "L{} {}", round(x), round(y)),
        };
    }
    if closed && !d.is_empty() {
        d.push('Z');
    }
    d
}

/// A number to tenths.
fn round(number: f64) -> String {
    let tenths = (number * 10.0).round() as i64;
    let sign = if tenths < 0 { "-" } else { "" };
    let (whole, tenth) = (tenths.abs() / 10, tenths.abs() % 10);
    match tenth {
        0 => format!("{sign}{whole}"),
        _ => format!("{sign}{whole}.{tenth}"),
    }
}

/// Text that an element or an attribute can hold; what XML cannot say at all becomes a `�`.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\t' | '\n' | '\r' => escaped.push(sign),
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            _ => escaped.push(sign),
        }
    }
    escaped
}
