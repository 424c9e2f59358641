//! Writing: what the style says, and nothing else.

use crate::board::{Grid, Shape};

/// The ways to write a grid. Rows are separated by line feeds; there is none after the last.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Style {
    /// One line: `1`-`9`, then `A` = 10 and so on, `.` for an empty cell.
    ///
    /// [`read`](super::read) takes it back unless every filled cell is 10 or more: letters alone
    /// count from `A` = 1. [`read_with`](super::read_with) and [`Style::Spaced`] have no such
    /// exception.
    Line,
    /// The same with `0` for an empty cell, unless the board has the digit 0.
    Zeros,
    /// The symbols of [`Style::Line`], one line a row.
    Rows,
    /// One line a row, numbers with single spaces between, `.` for an empty cell.
    Spaced,
    /// One line a row, `A` = 1 and so on, `-` for an empty cell.
    Letters,
    /// One line a row, `0` = 1, `9` = 10, `A` = 11 and so on, `.` for an empty cell: on a 16 x 16
    /// board the digits `0` to `F`. On a board with the digit 0 it is [`Style::Rows`]. See
    /// [`Alphabet::Hex`](super::Alphabet::Hex) for reading.
    Hex,
    /// Numbers as in [`Style::Spaced`], in columns, with `|` and `+---+` around the boxes.
    Framed,
    /// The same with the characters that terminals and forums have for it: `│` and `┌───┐`.
    Boxed,
}

/// Writes a grid.
///
/// ```
/// use sudoku_model::text::{self, Style};
///
/// let grid = text::read("1... .2.. ..3. ...4")?;
/// assert_eq!(text::write(&grid, Style::Line), "1....2....3....4");
/// assert_eq!(text::write(&grid, Style::Zeros), "1000020000300004");
/// assert_eq!(text::write(&grid, Style::Rows), "1...\n.2..\n..3.\n...4");
/// assert_eq!(text::write(&grid, Style::Spaced), "1 . . .\n. 2 . .\n. . 3 .\n. . . 4");
/// assert_eq!(text::write(&grid, Style::Letters), "A---\n-B--\n--C-\n---D");
/// assert_eq!(text::write(&grid, Style::Hex), "0...\n.1..\n..2.\n...3");
/// assert_eq!(text::write(&grid, Style::Framed), "\
/// +-----+-----+
/// | 1 . | . . |
/// | . 2 | . . |
/// +-----+-----+
/// | . . | 3 . |
/// | . . | . 4 |
/// +-----+-----+");
/// # Ok::<(), sudoku_model::TextError>(())
/// ```
#[must_use]
pub fn write(grid: &Grid, style: Style) -> String {
    match style {
        Style::Framed => framed(grid, "-|", ["+++", "+++", "+++"]),
        Style::Boxed => framed(grid, "─│", ["┌┬┐", "├┼┤", "└┴┘"]),
        _ => plain(grid, style),
    }
}

fn plain(grid: &Grid, style: Style) -> String {
    let shape = grid.shape();
    let mut text = String::new();
    for (index, &digit) in grid.digits().iter().enumerate() {
        let digit = Some(digit).filter(|&digit| digit != Grid::nothing(shape));
        let starts_row = index % shape.column_count() == 0;
        if index > 0 && starts_row && !matches!(style, Style::Line | Style::Zeros) {
            text.push('\n');
        } else if index > 0 && matches!(style, Style::Spaced) {
            text.push(' ');
        }
        match (digit, style) {
            (None, Style::Letters) => text.push('-'),
            (None, Style::Zeros) if !shape.digits().has(0) => text.push('0'),
            (None, _) => text.push('.'),
            (Some(0), _) => text.push('0'),
            (Some(digit), Style::Letters) => text.push(symbol(digit, 1)),
            (Some(digit), Style::Spaced) => text.push_str(&digit.to_string()),
            (Some(digit), Style::Hex) if !shape.digits().has(0) => text.push(symbol(digit, 11)),
            (Some(digit), _) => text.push(symbol(digit, 10)),
        }
    }
    text
}

/// The symbol of a digit, if `A` stands for `ten`.
pub(crate) fn symbol(digit: u8, ten: u8) -> char {
    let symbol = match digit.checked_sub(ten) {
        Some(letter) => b'A' + letter,
        None => b'0' + digit + 10 - ten,
    };
    symbol.into()
}

/// A grid with lines around its boxes.
fn framed(grid: &Grid, strokes: &str, corners: [&str; 3]) -> String {
    let shape = grid.shape();
    let width = if shape.digits().max() > Some(9) { 2 } else { 1 };
    let cells = shape.cells().map(|cell| match grid.get(cell) {
        None => format!("{:>width$}", '.'),
        Some(digit) => format!("{digit:>width$}"),
    });
    frame(shape, &cells.collect::<Vec<_>>(), strokes, corners)
}

/// The texts of all cells, in columns, with lines around the boxes: `strokes` are the horizontal
/// and the vertical one, `corners` what stands where they meet, in the line at the top, between
/// boxes, and at the bottom.
pub(crate) fn frame(shape: Shape, cells: &[String], strokes: &str, corners: [&str; 3]) -> String {
    let (row_count, columns, box_width) =
        (shape.row_count(), shape.column_count(), shape.box_width());
    let width = cells
        .iter()
        .map(|cell| cell.chars().count())
        .max()
        .unwrap_or(0);
    let mut strokes = strokes.chars();
    let (across, down) = (strokes.next().unwrap_or('-'), strokes.next().unwrap_or('|'));
    let rule = |row: usize| {
        let corners = corners[usize::from(row > 0) + usize::from(row == row_count)];
        let mut corners = corners.chars();
        let mut next = || corners.next().unwrap_or('+');
        let stroke = across.to_string().repeat((width + 1) * box_width + 1);
        let (left, middle, right) = (next(), next().to_string(), next());
        let boxes = vec![stroke; columns / box_width].join(&middle);
        format!("{left}{boxes}{right}")
    };
    let mut text = String::new();
    for (row, cells) in cells.chunks(columns).enumerate() {
        if row % shape.box_height() == 0 {
            text += &rule(row);
            text.push('\n');
        }
        for cells in cells.chunks(box_width) {
            text.push(down);
            cells
                .iter()
                .for_each(|cell| text += &format!(" {cell:<width$}"));
            text.push(' ');
        }
        text.push(down);
        text.push('\n');
    }
    text + &rule(row_count)
}
