//! Colors by what they mean.

use sudoku_model::draw::Ink;
use svg_cells::Theme;

/// What the color of a cell or a candidate says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tint {
    /// Part of what a deduction sees.
    Pattern,
    /// Where the pattern is all there is.
    House,
    /// Where something follows from it.
    Target,
    /// It goes.
    Removed,
    /// It stays, and is the only one.
    Placed,
    /// Something else.
    Note,
}

impl Tint {
    /// Behind a cell.
    pub(crate) fn fill(self, theme: Theme) -> &'static str {
        theme.pick(match self {
            Tint::Pattern => ["#fff0a8", "#5a4f12", "#d4d4d4"],
            Tint::House => ["#dcebfb", "#22384d", "#ececec"],
            Tint::Target => ["#eef3f8", "#26303a", "#f4f4f4"],
            Tint::Removed => ["#fbd5d5", "#5c2528", "#dcdcdc"],
            Tint::Placed => ["#d3f2d0", "#23502a", "#e4e4e4"],
            Tint::Note => ["#e8defa", "#3d3358", "#e8e8e8"],
        })
    }

    /// Behind a candidate.
    pub(crate) fn ring(self, theme: Theme) -> &'static str {
        theme.pick(match self {
            Tint::Pattern | Tint::House | Tint::Target => ["#8ed08e", "#3f7d46", "#bdbdbd"],
            Tint::Removed => ["#f59a9a", "#93353b", "#d8d8d8"],
            Tint::Placed => ["#6cc46c", "#2f8f3c", "#a9a9a9"],
            Tint::Note => ["#a9cdf5", "#2f5f95", "#cccccc"],
        })
    }
}

/// Digits that are found, candidates, the numbers of rows: three shades of text.
pub(crate) fn found(theme: Theme) -> &'static str {
    theme.pick(["#1c58b5", "#8fbcff", "#444444"])
}

/// Candidates and small text.
pub(crate) fn quiet(theme: Theme) -> &'static str {
    theme.pick(["#444444", "#c4c8ce", "#333333"])
}

/// Windows, extra regions, and cells that a rule shades.
pub(crate) fn shade(theme: Theme) -> &'static str {
    theme.pick(["#e4e7eb", "#33383f", "#dddddd"])
}

/// Rings, arrows, thin lines and the outlines of cages.
pub(crate) fn pen(theme: Theme, dark: bool) -> &'static str {
    match dark {
        true => theme.pick(["#333333", "#cfd2d6", "#000000"]),
        false => theme.pick(["#8c9096", "#8b9199", "#808080"]),
    }
}

/// Lines, and what is filled.
pub(crate) fn ink(theme: Theme, ink: Ink) -> &'static str {
    theme.pick(match ink {
        Ink::Gray => ["#cccfd3", "#50555c", "#cccccc"],
        Ink::Green => ["#97d59a", "#2d6b39", "#bbbbbb"],
        Ink::Purple => ["#dcaeea", "#6a3f80", "#c6c6c6"],
        Ink::Orange => ["#f8c594", "#835a2a", "#d4d4d4"],
        Ink::Blue => ["#a6d3f2", "#2f6089", "#c0c0c0"],
        Ink::Yellow => ["#f1de82", "#6d6223", "#dadada"],
        Ink::Teal => ["#93d9d1", "#236a62", "#b6b6b6"],
        Ink::Pink => ["#f4b9cd", "#80445c", "#cfcfcf"],
    })
}
