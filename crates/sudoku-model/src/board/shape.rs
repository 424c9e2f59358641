//! The board: rows, columns, boxes and digits, its cells and the houses that come with them.

use core::fmt;
use std::borrow::Cow;

use crate::board::{Digits, ShapeError};

/// A cell of a board, known by its row and column (0-based).
///
/// Only a [`Shape`] makes cells, so a cell also knows its index in row order. It prints as `r1c1`,
/// counting from 1 as people do.
///
/// ```
/// use sudoku_model::Shape;
///
/// let cell = Shape::CLASSIC.cell(2, 0);
/// assert_eq!(cell.index(), 18);
/// assert_eq!(cell.to_string(), "r3c1");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    index: u16,
    row: u8,
    column: u8,
}

impl Cell {
    /// The top left cell of every board.
    pub(crate) const FIRST: Cell = Cell {
        index: 0,
        row: 0,
        column: 0,
    };

    /// Position in row order, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.index as usize
    }

    /// Row, from 0 at the top.
    #[must_use]
    pub const fn row(self) -> usize {
        self.row as usize
    }

    /// Column, from 0 at the left.
    #[must_use]
    pub const fn column(self) -> usize {
        self.column as usize
    }

    /// Whether the two cells share an edge.
    #[must_use]
    pub fn touches(self, other: Cell) -> bool {
        self.row().abs_diff(other.row()) + self.column().abs_diff(other.column()) == 1
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row + 1, self.column + 1)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A board: its rows, columns and boxes, and the digits that its cells may hold.
///
/// The usual board has boxes of `box_width` columns and `box_height` rows, and as many digits, rows
/// and columns as a box has cells: [`Shape::new`]. Others are rectangles, or have other digits, of
/// which there are never fewer than a row, a column or a box has cells. A row of fewer cells has
/// different digits; a row of as many has each digit once.
///
/// ```
/// use sudoku_model::{Digits, Shape};
///
/// let six = Shape::new(3, 2)?; // boxes of 3 columns and 2 rows
/// assert_eq!(six.side(), 6);
/// assert_eq!(six.cell_count(), 36);
/// assert_eq!(six.box_of(six.cell(2, 3)), 3);
///
/// let wide = Shape::rectangle(5, 10)?; // boxes of 2 columns and 5 rows
/// assert_eq!((wide.cell_count(), wide.box_width()), (50, 2));
/// assert_eq!(wide.digits(), Digits::up_to(10));
///
/// let from_zero = Shape::CLASSIC.with_digits((0..=8).collect())?;
/// assert_eq!(from_zero.digits().sum(), 36);
/// let nine_digits = six.with_digits(Digits::up_to(9))?.with_boxes(3, 3)?;
/// assert_eq!(nine_digits.boxes().count(), 4);
/// # Ok::<(), sudoku_model::ShapeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    rows: u8,
    columns: u8,
    box_width: u8,
    box_height: u8,
    digits: Digits,
}

impl Shape {
    /// The usual board: 9 x 9 with 3 x 3 boxes.
    pub const CLASSIC: Shape = Shape::square(3, 3);
    /// 16 x 16 with 4 x 4 boxes.
    pub const HEX: Shape = Shape::square(4, 4);
    /// The most rows, columns and digits supported, and the largest side.
    pub const MAX_SIDE: usize = 25;
    /// The smallest side of a board with as many rows, columns, boxes and digits.
    pub const MIN_SIDE: usize = 4;

    /// A board with boxes of the given size; its side is `box_width * box_height`.
    ///
    /// A board without proper boxes (5 x 5 or 7 x 7, say, with jigsaw regions) has boxes of one
    /// row: `Shape::new(7, 1)`.
    ///
    /// # Errors
    /// [`ShapeError::Side`] if the side is not in
    /// [`MIN_SIDE`](Self::MIN_SIDE)`..=`[`MAX_SIDE`](Self::MAX_SIDE).
    pub const fn new(box_width: usize, box_height: usize) -> Result<Shape, ShapeError> {
        let side = match box_width.checked_mul(box_height) {
            Some(side) => side,
            None => usize::MAX,
        };
        if side < Self::MIN_SIDE || side > Self::MAX_SIDE {
            return Err(ShapeError::Side { side });
        }
        Ok(Shape::square(box_width as u8, box_height as u8))
    }

    const fn square(box_width: u8, box_height: u8) -> Shape {
        let side = box_width * box_height;
        Shape {
            rows: side,
            columns: side,
            box_width,
            box_height,
            digits: Digits::up_to(side as usize),
        }
    }

    /// The customary board of a side: boxes as square as possible, and wider than high.
    ///
    /// # Errors
    /// [`ShapeError::Side`] if the side is not in
    /// [`MIN_SIDE`](Self::MIN_SIDE)`..=`[`MAX_SIDE`](Self::MAX_SIDE).
    ///
    /// ```
    /// use sudoku_model::Shape;
    ///
    /// assert_eq!(Shape::with_side(9)?, Shape::CLASSIC);
    /// assert_eq!(Shape::with_side(12)?, Shape::new(4, 3)?);
    /// assert_eq!(Shape::with_side(7)?, Shape::new(7, 1)?);
    /// # Ok::<(), sudoku_model::ShapeError>(())
    /// ```
    pub fn with_side(side: usize) -> Result<Shape, ShapeError> {
        let box_height = (1..=side.min(Self::MAX_SIDE))
            .take_while(|height| height * height <= side)
            .filter(|height| side % height == 0)
            .last()
            .unwrap_or(1);
        Shape::new(side / box_height, box_height)
    }

    /// A board with so many rows and columns, and the digits from 1 to the larger number. Boxes
    /// have as many cells as there are digits, as square as possible, and wider than high if there
    /// is a choice; where there are none they are whole rows, or whole columns.
    ///
    /// # Errors
    /// [`ShapeError::Lines`] if a number is not in `1..=`[`MAX_SIDE`](Self::MAX_SIDE).
    ///
    /// ```
    /// use sudoku_model::Shape;
    ///
    /// assert_eq!(Shape::rectangle(9, 9)?, Shape::CLASSIC);
    /// let boxes = |rows, columns| {
    ///     let shape = Shape::rectangle(rows, columns)?;
    ///     Ok((shape.box_height(), shape.box_width()))
    /// };
    /// assert_eq!(boxes(4, 6)?, (2, 3));
    /// assert_eq!(boxes(5, 10)?, (5, 2));
    /// assert_eq!(boxes(4, 7)?, (1, 7));
    /// # Ok::<(), sudoku_model::ShapeError>(())
    /// ```
    pub fn rectangle(rows: usize, columns: usize) -> Result<Shape, ShapeError> {
        let allowed = 1..=Self::MAX_SIDE;
        if !allowed.contains(&rows) || !allowed.contains(&columns) {
            return Err(ShapeError::Lines { rows, columns });
        }
        let side = rows.max(columns);
        let fits = |height: &usize| {
            side % height == 0 && rows % height == 0 && columns % (side / height) == 0
        };
        let unequal = |&height: &usize| (height.abs_diff(side / height), height > side / height);
        let height = (1..=rows).filter(fits).min_by_key(unequal);
        let box_height = height.unwrap_or(1);
        Ok(Shape {
            rows: rows as u8,
            columns: columns as u8,
            box_width: (side / box_height) as u8,
            box_height: box_height as u8,
            digits: Digits::up_to(side),
        })
    }

    /// The same board with other digits.
    ///
    /// # Errors
    /// [`ShapeError::Digits`] if they are fewer than the cells of a row, a column or a box.
    pub fn with_digits(self, digits: Digits) -> Result<Shape, ShapeError> {
        let needed = self.side().max(self.box_width() * self.box_height());
        if digits.len() < needed {
            return Err(ShapeError::Digits { digits, needed });
        }
        Ok(Shape { digits, ..self })
    }

    /// The same board with boxes of another size.
    ///
    /// # Errors
    /// [`ShapeError::Boxes`] if the boxes do not fill the board, or have more cells than there are
    /// digits.
    pub fn with_boxes(self, box_width: usize, box_height: usize) -> Result<Shape, ShapeError> {
        let fills = |lines: usize, size: usize| size > 0 && lines % size == 0;
        if fills(self.column_count(), box_width)
            && fills(self.row_count(), box_height)
            && box_width * box_height <= self.digits.len()
        {
            return Ok(Shape {
                box_width: box_width as u8,
                box_height: box_height as u8,
                ..self
            });
        }
        let shape = self;
        Err(ShapeError::Boxes {
            box_width,
            box_height,
            shape,
        })
    }

    /// The digits that a cell may hold.
    #[must_use]
    pub const fn digits(self) -> Digits {
        self.digits
    }

    /// Number of rows.
    #[must_use]
    pub const fn row_count(self) -> usize {
        self.rows as usize
    }

    /// Number of columns.
    #[must_use]
    pub const fn column_count(self) -> usize {
        self.columns as usize
    }

    /// Columns of a box.
    #[must_use]
    pub const fn box_width(self) -> usize {
        self.box_width as usize
    }

    /// Rows of a box.
    #[must_use]
    pub const fn box_height(self) -> usize {
        self.box_height as usize
    }

    /// Number of boxes.
    #[must_use]
    pub const fn box_count(self) -> usize {
        self.cell_count() / (self.box_width() * self.box_height())
    }

    /// Number of rows or of columns, whichever is larger: on a usual board, the number of rows, of
    /// columns, of boxes and of digits.
    #[must_use]
    pub const fn side(self) -> usize {
        if self.rows > self.columns {
            self.row_count()
        } else {
            self.column_count()
        }
    }

    /// Number of cells.
    #[must_use]
    pub const fn cell_count(self) -> usize {
        self.row_count() * self.column_count()
    }

    /// Whether the boxes are those that its rows and columns have if nothing else is said.
    pub(crate) fn has_usual_boxes(self) -> bool {
        let usual = Shape::rectangle(self.row_count(), self.column_count());
        usual.and_then(|usual| usual.with_digits(self.digits)) == Ok(self)
    }

    /// What people say of its size.
    pub(crate) fn size(self) -> String {
        match self.rows == self.columns {
            true => format!("side {}", self.rows),
            false => format!("{} rows and {} columns", self.rows, self.columns),
        }
    }

    /// The cell at a row and column, both from 0.
    ///
    /// # Panics
    /// If the row or the column is outside the board. See [`try_cell`](Self::try_cell).
    #[must_use]
    #[inline]
    #[track_caller]
    #[cfg_attr(page, optimize(speed))]
    pub fn cell(self, row: usize, column: usize) -> Cell {
        match self.try_cell(row, column) {
            Some(cell) => cell,
            None => panic!(
                "row {row}, column {column} is outside a board of {} cells",
                self.cell_count()
            ),
        }
    }

    /// The cell at a row and column, both from 0, or `None` outside the board.
    #[must_use]
    #[cfg_attr(page, optimize(speed))]
    pub fn try_cell(self, row: usize, column: usize) -> Option<Cell> {
        let (rows, columns) = (self.row_count(), self.column_count());
        (row < rows && column < columns).then(|| self.at(row, column))
    }

    /// The cell at a row and column of the board.
    const fn at(self, row: usize, column: usize) -> Cell {
        Cell {
            index: (row * self.column_count() + column) as u16,
            row: row as u8,
            column: column as u8,
        }
    }

    /// The cell of the board with an index in row order.
    pub(super) const fn nth(self, index: usize) -> Cell {
        self.at(index / self.column_count(), index % self.column_count())
    }

    /// The cell with an index in row order.
    ///
    /// # Panics
    /// If `index` is not below [`cell_count`](Self::cell_count).
    #[must_use]
    #[track_caller]
    #[cfg_attr(page, optimize(speed))]
    pub fn cell_at(self, index: usize) -> Cell {
        self.cell(index / self.column_count(), index % self.column_count())
    }

    /// Whether `cell` is a cell of a board with as many columns, and rows enough.
    #[must_use]
    #[cfg_attr(page, optimize(speed))]
    pub fn contains(self, cell: Cell) -> bool {
        let (row, column) = (cell.row(), cell.column());
        row < self.row_count()
            && column < self.column_count()
            && row * self.column_count() + column == cell.index()
    }

    /// The index of a cell, which must be one of this board.
    #[inline]
    #[track_caller]
    pub(crate) fn index_of(self, cell: Cell) -> usize {
        // A lone string would be shown as it is in edition 2018, which a judge has.
        assert!(
            self.contains(cell),
            "{cell} is none of the {} cells",
            self.cell_count()
        );
        cell.index()
    }

    /// All cells in row order.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.cell_count()).map(move |index| self.nth(index))
    }

    /// The cells that share an edge with a cell, at most four, in row order.
    ///
    /// ```
    /// use sudoku_model::Shape;
    ///
    /// let neighbors = Shape::CLASSIC.neighbors(Shape::CLASSIC.cell(0, 1));
    /// assert_eq!(format!("{:?}", neighbors.collect::<Vec<_>>()), "[r1c1, r1c3, r2c2]");
    /// ```
    pub fn neighbors(self, cell: Cell) -> impl Iterator<Item = Cell> {
        let (row, column) = (cell.row(), cell.column());
        let around = [
            (row.wrapping_sub(1), column),
            (row, column.wrapping_sub(1)),
            (row, column + 1),
            (row + 1, column),
        ];
        around
            .into_iter()
            .filter_map(move |(row, column)| self.try_cell(row, column))
    }

    /// Where half a turn of the board takes a cell.
    pub(crate) fn half_turn(self, cell: Cell) -> Cell {
        self.cell_at(self.cell_count() - 1 - cell.index())
    }

    /// The box that a cell lies in, from 0, in row order of the boxes.
    #[must_use]
    pub const fn box_of(self, cell: Cell) -> usize {
        let across = self.column_count() / self.box_width();
        cell.row() / self.box_height() * across + cell.column() / self.box_width()
    }

    /// The rows from top to bottom.
    pub fn rows(self) -> impl Iterator<Item = House> {
        (0..self.row_count()).map(move |row| self.house(HouseKind::Row(row), row))
    }

    /// The columns from left to right.
    pub fn columns(self) -> impl Iterator<Item = House> {
        let house = move |column| {
            let place = self.row_count() + column;
            self.house(HouseKind::Column(column), place)
        };
        (0..self.column_count()).map(house)
    }

    /// The boxes in row order.
    pub fn boxes(self) -> impl Iterator<Item = House> {
        let lines = self.row_count() + self.column_count();
        (0..self.box_count()).map(move |number| self.house(HouseKind::Box(number), lines + number))
    }

    /// A row, a column or a box, with its place among all of them in this order.
    fn house(self, kind: HouseKind, place: usize) -> House {
        let known: &[Cell] = match self {
            // The page makes them itself: that is shorter.
            _ if cfg!(page) => &[],
            Shape::CLASSIC => &CLASSIC_HOUSES,
            Shape::HEX => &HEX_HOUSES,
            _ => &[],
        };
        let size = self.house_size(place);
        let known = known.get(place * size..(place + 1) * size);
        let cells = known.map_or_else(
            || (0..size).map(|i| self.cell_of(place, i)).collect(),
            Cow::Borrowed,
        );
        House { kind, cells }
    }

    const fn house_size(self, place: usize) -> usize {
        if place < self.row_count() {
            self.column_count()
        } else if place < self.row_count() + self.column_count() {
            self.row_count()
        } else {
            self.box_width() * self.box_height()
        }
    }

    /// A cell of the house at a place among the rows, columns and boxes.
    const fn cell_of(self, place: usize, i: usize) -> Cell {
        let (rows, columns) = (self.row_count(), self.column_count());
        if place < rows {
            return self.at(place, i);
        }
        if place < rows + columns {
            return self.at(i, place - rows);
        }
        let (width, number) = (self.box_width(), place - rows - columns);
        let across = columns / width;
        let (top, left) = (number / across * self.box_height(), number % across * width);
        self.at(top + i / width, left + i % width)
    }

    /// The cells of all rows, columns and boxes of a board where they have as many of them as there
    /// are rows.
    const fn house_cells<const N: usize>(self) -> [Cell; N] {
        let mut cells = [Cell::FIRST; N];
        let (side, mut k) = (self.side(), 0);
        while k < N {
            cells[k] = self.cell_of(k / side, k % side);
            k += 1;
        }
        cells
    }
}

// Most models are made for these boards, and need not make them anew.
const CLASSIC_HOUSES: [Cell; 3 * 81] = Shape::CLASSIC.house_cells();
const HEX_HOUSES: [Cell; 3 * 256] = Shape::HEX.house_cells();

/// Which house it is; every number counts from 0, and prints from 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum HouseKind {
    /// A row, from the top.
    Row(usize),
    /// A column, from the left.
    Column(usize),
    /// A box, in row order of the boxes.
    Box(usize),
    /// A jigsaw region, by the number its cells were given.
    Jigsaw(usize),
    /// The diagonal from the top left (0) or from the top right (1).
    Diagonal(usize),
    /// A windoku window, in row order.
    Window(usize),
    /// An extra region, in the order in which they were added.
    Region(usize),
    /// The cells at one place of all boxes, in row order of the places.
    Place(usize),
    /// The cells of a domino board that no domino covers: each digit is left over exactly once.
    Singles,
}

impl HouseKind {
    /// Whether it is a row or a column.
    pub(crate) fn is_line(self) -> bool {
        matches!(self, HouseKind::Row(_) | HouseKind::Column(_))
    }

    /// Whether it is a row, a column or a box.
    pub(crate) fn is_of_shape(self) -> bool {
        self.is_line() || matches!(self, HouseKind::Box(_))
    }

    /// Whether both are rows, or columns, or boxes, and so on.
    pub(crate) fn is_like(self, other: HouseKind) -> bool {
        core::mem::discriminant(&self) == core::mem::discriminant(&other)
    }
}

impl fmt::Display for HouseKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, number) = match *self {
            HouseKind::Row(number) => ("row", number),
            HouseKind::Column(number) => ("column", number),
            HouseKind::Box(number) => ("box", number),
            HouseKind::Jigsaw(number) => ("jigsaw region", number),
            HouseKind::Diagonal(number) => ("diagonal", number),
            HouseKind::Window(number) => ("window", number),
            HouseKind::Region(number) => ("region", number),
            HouseKind::Place(number) => ("place", number),
            HouseKind::Singles => return f.write_str("the isolated cells"),
        };
        write!(f, "{name} {}", number + 1)
    }
}

/// Cells that hold different digits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct House {
    kind: HouseKind,
    cells: Cow<'static, [Cell]>,
}

impl House {
    pub(crate) fn new(kind: HouseKind, cells: impl IntoIterator<Item = Cell>) -> House {
        House {
            kind,
            cells: cells.into_iter().collect(),
        }
    }

    /// Which house it is.
    #[must_use]
    pub fn kind(&self) -> HouseKind {
        self.kind
    }

    /// Its cells, none twice. With as many cells as the board has digits, each digit occurs exactly
    /// once. There may be fewer, in extra regions and on boards with more digits.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }
}
