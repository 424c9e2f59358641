//! Symmetries of the cells that hold the clues.

use crate::board::{Cell, Shape};

/// Which turns and reflections of the board take clues to clues. It is about the places alone,
/// not about the digits there or the boxes.
///
/// ```
/// use sudoku_model::{Shape, Symmetry};
///
/// let corner = Shape::CLASSIC.cell(0, 1);
/// let orbit = |symmetry: Symmetry| format!("{:?}", symmetry.orbit(Shape::CLASSIC, corner));
/// assert_eq!(orbit(Symmetry::None), "[r1c2]");
/// assert_eq!(orbit(Symmetry::HalfTurn), "[r1c2, r9c8]");
/// assert_eq!(orbit(Symmetry::QuarterTurn), "[r1c2, r2c9, r8c1, r9c8]");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Symmetry {
    /// Clues anywhere.
    #[default]
    None,
    /// Turned upside down: by 180 degrees.
    HalfTurn,
    /// Turned by 90, 180 and 270 degrees.
    QuarterTurn,
    /// The left half is the mirror image of the right one.
    LeftRight,
    /// The upper half is the mirror image of the lower one.
    UpDown,
    /// Mirrored at the diagonal from the top left.
    Diagonal,
    /// Mirrored at the diagonal from the top right.
    Antidiagonal,
    /// All of the above.
    Full,
}

impl Symmetry {
    /// Every symmetry.
    pub const ALL: &'static [Symmetry] = &[
        Symmetry::None,
        Symmetry::HalfTurn,
        Symmetry::QuarterTurn,
        Symmetry::LeftRight,
        Symmetry::UpDown,
        Symmetry::Diagonal,
        Symmetry::Antidiagonal,
        Symmetry::Full,
    ];

    /// Its name, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Symmetry::None => "none",
            Symmetry::HalfTurn => "half-turn",
            Symmetry::QuarterTurn => "quarter-turn",
            Symmetry::LeftRight => "left-right",
            Symmetry::UpDown => "up-down",
            Symmetry::Diagonal => "diagonal",
            Symmetry::Antidiagonal => "antidiagonal",
            Symmetry::Full => "full",
        }
    }

    /// Whether it takes rows to columns, which a board that is no square does not allow.
    pub(super) fn turns(self) -> bool {
        use Symmetry::{Antidiagonal, Diagonal, Full, QuarterTurn};
        matches!(self, QuarterTurn | Diagonal | Antidiagonal | Full)
    }

    /// A cell and its images: one to eight cells in row order, the same for each of them.
    ///
    /// # Panics
    /// If the board is no square, and the symmetry would exchange its rows and columns.
    #[must_use]
    pub fn orbit(self, shape: Shape, cell: Cell) -> Vec<Cell> {
        let mut orbit = vec![cell];
        let mut next = 0;
        while next < orbit.len() {
            for step in self.steps() {
                let image = step(shape, orbit[next]);
                if !orbit.contains(&image) {
                    orbit.push(image);
                }
            }
            next += 1;
        }
        orbit.sort();
        orbit
    }

    /// Maps that make up all others of the symmetry, one after the other.
    fn steps(self) -> &'static [fn(Shape, Cell) -> Cell] {
        match self {
            Symmetry::None => &[],
            Symmetry::HalfTurn => &[Shape::half_turn],
            Symmetry::QuarterTurn => &[quarter_turn],
            Symmetry::LeftRight => &[left_right],
            Symmetry::UpDown => &[|shape, cell| left_right(shape, shape.half_turn(cell))],
            Symmetry::Diagonal => &[transposed],
            Symmetry::Antidiagonal => &[|shape, cell| transposed(shape, shape.half_turn(cell))],
            Symmetry::Full => &[left_right, transposed],
        }
    }
}

fn left_right(shape: Shape, cell: Cell) -> Cell {
    shape.cell(cell.row(), shape.column_count() - 1 - cell.column())
}

fn transposed(shape: Shape, cell: Cell) -> Cell {
    shape.cell(cell.column(), cell.row())
}

fn quarter_turn(shape: Shape, cell: Cell) -> Cell {
    left_right(shape, transposed(shape, cell))
}

/// All orbits of some cells, by their first ones; without the images that are not among them.
pub(super) fn orbits(symmetry: Symmetry, shape: Shape, cells: &[Cell]) -> Vec<Vec<Cell>> {
    let mut seen = vec![true; shape.cell_count()];
    cells.iter().for_each(|cell| seen[cell.index()] = false);
    let mut orbits = Vec::new();
    for &cell in cells {
        if !seen[cell.index()] {
            let mut orbit = symmetry.orbit(shape, cell);
            orbit.retain(|cell| !seen[cell.index()]);
            orbit.iter().for_each(|cell| seen[cell.index()] = true);
            orbits.push(orbit);
        }
    }
    orbits
}
