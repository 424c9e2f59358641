//! Files with many grids.

use core::iter::Peekable;

use super::lines::{numbered, Numbered};
use super::{
    digit, enter, fast, grid_among_columns, grid_line, is_sentence, read_lines, section, Alphabet,
    Line, TextError,
};
use crate::board::{Grid, Shape};

/// The grids of a file, each with the number of the line where it begins, from 1.
///
/// - One grid a line (`.sdm` and the like), the side of each from its length: 16, 36, 81, 144, 256 or
///   625 cells, and every other square of a side from 4 to 25.
/// - Or one line a row, in any form that [`read`](super::read) knows, with empty lines between grids and
///   none inside.
///
/// Lines of 16 or 25 cells, up to the next empty line, are boards of 4 x 4 or 5 x 5; but rows of
/// one grid, if one of their symbols is too large for such boards. Comments, headings, and sections
/// behind one called `[Puzzle]` are passed over: a line such as `Grid 02` ends a grid. After an
/// error it goes on with the next grid.
///
/// ```
/// use sudoku_model::text;
///
/// let file = "\
/// 1234....2143.... # the first of three
/// 1234....2143...
///
/// 12..
/// 34..
/// ..1.
/// ..2.";
/// let grids = text::puzzles(file).map(|(line, grid)| match grid {
///     Ok(grid) => format!("line {line}: {grid}"),
///     Err(error) => error.to_string(),
/// });
/// assert_eq!(grids.collect::<Vec<_>>(), [
///     "line 1: 1234....2143....",
///     "2:1: expected as many cells as a square board has, such as 81, found 15",
///     "line 4: 12..34....1...2.",
/// ]);
/// ```
///
/// # Complexity
/// Space for one grid at a time.
#[must_use]
pub fn puzzles(text: &str) -> Puzzles<'_> {
    Puzzles {
        lines: numbered(text).peekable(),
        in_puzzle: None,
        list: false,
    }
}

/// The grids of a file, from [`puzzles`].
#[derive(Clone, Debug)]
pub struct Puzzles<'t> {
    lines: Peekable<Numbered<'t>>,
    /// Whether this is the section with the puzzle, once there is one: see [`enter`].
    in_puzzle: Option<bool>,
    /// Whether the lines up to the next empty one are grids, each by itself.
    list: bool,
}

impl<'t> Iterator for Puzzles<'t> {
    type Item = (usize, Result<Grid, TextError>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (number, text) = self.lines.next()?;
            self.list &= !is_blank(text);
            if let Some(name) = section(text) {
                enter(name, &mut self.in_puzzle);
                self.list = false;
                continue;
            }
            let wanted = self.in_puzzle != Some(false);
            if let (true, Some(grid)) = (wanted, fast::read(text)) {
                self.list = true;
                return Some((number, Ok(grid)));
            }
            let line = grid_line(number, text);
            if !wanted || !line.has_cells() || self.is_heading(&line) {
                continue;
            }
            if !self.list {
                self.list = self.starts_list(&line);
            }
            let grid = if self.list {
                read_lines(vec![line])
            } else {
                self.read_rows(line)
            };
            return Some((number, grid));
        }
    }
}

impl<'t> Puzzles<'t> {
    /// Whether the line names the columns of the list below.
    fn is_heading(&self, line: &Line<'_>) -> bool {
        let is_row = |text| grid_among_columns(text).is_some();
        let mut next = self.lines.clone().map(|(_, next)| next);
        !self.list && !is_row(line.text) && next.next().map_or(false, is_row)
    }

    /// Whether the line, and with it those up to the next empty one, are grids and not rows.
    fn starts_list(&self, line: &Line<'_>) -> bool {
        let rest = self.lines.clone().map_while(in_block);
        let square = |side: &usize| side * side == line.natural_length();
        match (Shape::MIN_SIDE..=Shape::MAX_SIDE).find(square) {
            // A word longer than any row is a bad grid, not the first row of one that goes on
            // below.
            None => line.tokens.len() == 1 && line.natural_length() > Shape::MAX_SIDE,
            Some(side @ (4 | 5)) => {
                line.has_up_to(side) && rest.into_iter().all(|line| line.has_up_to(side))
            }
            Some(_) => true,
        }
    }

    /// The grid with this line and those up to the next empty one.
    fn read_rows(&mut self, first: Line<'t>) -> Result<Grid, TextError> {
        let mut lines = vec![first];
        while let Some(line) = self.lines.peek().copied().and_then(in_block) {
            self.lines.next();
            lines.push(line);
        }
        read_lines(lines)
    }
}

impl Line<'_> {
    /// Whether no symbol, however it is read, is a digit beyond the side.
    fn has_up_to(&self, side: usize) -> bool {
        let cells = self
            .split(self.natural_length())
            .unwrap_or_default()
            .into_iter();
        // A letter means least if `A` is 1.
        let mut digits = cells.filter_map(|cell| digit(cell, Alphabet::Letters, false)?);
        digits.all(|digit| usize::from(digit) <= side)
    }
}

/// The line, if it does not end the lines that belong together.
fn in_block((number, text): (usize, &str)) -> Option<Line<'_>> {
    let ends = is_blank(text) || section(text).is_some() || is_sentence(text);
    (!ends).then(|| grid_line(number, text))
}

fn is_blank(line: &str) -> bool {
    line.trim().is_empty()
}
