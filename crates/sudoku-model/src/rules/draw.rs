//! What rules look like on paper: shapes as plain data, for whoever draws them.
//!
//! A rule says its shapes in [`Rule::draw`](crate::Rule::draw), by cells alone; how large a dot is,
//! and what color an [`Ink`] has, is up to those who draw it (the crate `sudoku-svg`, say).
//!
//! ```
//! use sudoku_model::draw::{Ink, Mark, Width};
//! use sudoku_model::rules::Whisper;
//! use sudoku_model::{Rule, Shape};
//!
//! let line = [(0, 0), (1, 1), (2, 1)].map(|(row, column)| Shape::CLASSIC.cell(row, column));
//! let marks = Whisper::new(5, line).draw(Shape::CLASSIC);
//! assert_eq!(marks, [Mark::line(&line, Ink::Green, Width::Thick)]);
//! ```

use crate::board::Cell;

/// A shape. Texts are short, and plain: whoever writes them into a file escapes them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    /// A line through the middles of cells, from the first to the last.
    Line {
        /// The cells along the line.
        cells: Vec<Cell>,
        /// Its color.
        ink: Ink,
        /// How thick it is.
        width: Width,
    },
    /// A thin line through the middles of cells, with a tip in the last one.
    Arrow {
        /// The cells along the arrow.
        cells: Vec<Cell>,
    },
    /// Something in each cell, which leaves its edges free.
    Sign {
        /// The cells that have it.
        cells: Vec<Cell>,
        /// What it is.
        sign: Sign,
        /// Whether it is gray inside.
        filled: bool,
    },
    /// One ring around cells in a row: a circle around one, a pill around several.
    Pill {
        /// The cells in the ring.
        cells: Vec<Cell>,
    },
    /// Cells that are darker than others.
    Shade {
        /// These cells.
        cells: Vec<Cell>,
    },
    /// A line around cells, inside of their edges.
    Outline {
        /// The cells inside.
        cells: Vec<Cell>,
        /// What stands in the upper left corner of the first of the uppermost cells.
        label: String,
        /// Whether the line is dashed.
        dashed: bool,
    },
    /// A dot where cells meet: on the edge of two, on the corner of four.
    Dot {
        /// The cells, in whose middle it is.
        cells: Vec<Cell>,
        /// What is around its text.
        disc: Disc,
        /// What stands in it; mostly nothing.
        text: String,
    },
    /// A `<` on the edge of two cells, with its tip to the second.
    Less {
        /// The cell with the greater digit, and the other one.
        cells: [Cell; 2],
    },
    /// Small text in the lower right corner of a cell.
    Corner {
        /// The cell.
        cell: Cell,
        /// The text.
        text: String,
    },
    /// Text before the first of some cells in a row, outside of the board if that is where it is.
    Clue {
        /// The cells that it is about, in the order in which they are read.
        cells: Vec<Cell>,
        /// The text.
        text: String,
        /// Whether it has an arrow that points at the first cell.
        arrow: bool,
    },
}

/// A color, by its name; themes have shades of their own for each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ink {
    /// Thermometers, palindromes, and what has no color of its own.
    Gray,
    /// Whispers.
    Green,
    /// Renbans.
    Purple,
    /// Entropic lines.
    Orange,
    /// Region sums.
    Blue,
    /// Sum lines.
    Yellow,
    /// Modular lines.
    Teal,
    /// Zippers.
    Pink,
}

/// How thick a line is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Width {
    /// Like the shaft of an arrow.
    Thin,
    /// Like a whisper.
    Thick,
    /// Like a thermometer.
    Wide,
}

/// What can be in a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sign {
    /// A circle.
    Circle,
    /// An upright square.
    Square,
    /// A square on its tip.
    Diamond,
}

/// What is around the text of a dot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Disc {
    /// A white disc with a black edge.
    White,
    /// A black disc.
    Black,
    /// Nothing, but the text is on white.
    None,
}

impl Mark {
    /// A [line](Mark::Line).
    #[must_use]
    pub fn line(cells: &[Cell], ink: Ink, width: Width) -> Mark {
        let cells = cells.to_vec();
        Mark::Line { cells, ink, width }
    }

    /// A [sign](Mark::Sign) in each of some cells.
    #[must_use]
    pub fn sign(cells: &[Cell], sign: Sign, filled: bool) -> Mark {
        let cells = cells.to_vec();
        Mark::Sign {
            cells,
            sign,
            filled,
        }
    }

    /// A dashed [outline](Mark::Outline) with a label.
    #[must_use]
    pub fn cage(cells: &[Cell], label: impl Into<String>) -> Mark {
        Mark::Outline {
            cells: cells.to_vec(),
            label: label.into(),
            dashed: true,
        }
    }

    /// A [dot](Mark::Dot).
    #[must_use]
    pub fn dot(cells: &[Cell], disc: Disc, text: impl Into<String>) -> Mark {
        let (cells, text) = (cells.to_vec(), text.into());
        Mark::Dot { cells, disc, text }
    }

    /// A [clue](Mark::Clue) without an arrow.
    #[must_use]
    pub fn clue(cells: &[Cell], text: &impl ToString) -> Mark {
        Mark::Clue {
            cells: cells.to_vec(),
            text: text.to_string(),
            arrow: false,
        }
    }

    /// A line, and signs that are not filled at both of its ends.
    pub(super) fn line_with_ends(cells: &[Cell], ink: Ink, sign: Sign) -> Vec<Mark> {
        let ends = [cells.first(), cells.last()];
        let ends: Vec<Cell> = ends.into_iter().flatten().copied().collect();
        vec![
            Mark::line(cells, ink, Width::Thin),
            Mark::sign(&ends, sign, false),
        ]
    }
}
