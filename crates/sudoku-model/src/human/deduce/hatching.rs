//! Cross-hatching.

use super::Contradiction;
use crate::board::{Cell, Grid, House};

/// Cross-hatching, and nothing else: a box that lacks a digit gets it where only one of its empty
/// cells is in no row and no column with that digit; again and again, until nothing changes.
///
/// The order of the steps does not matter to the result, which often still has empty cells.
///
/// # Errors
/// [`Contradiction::Repeated`] if the grid breaks a row, column or box from the start;
/// [`Contradiction::NoPlace`] as soon as a box has no place for a digit.
///
/// ```
/// use sudoku_model::{deduce, Grid};
///
/// let grid: Grid = "1... .... ..1. ....".parse()?;
/// assert_eq!(deduce::cross_hatching(&grid)?.to_string(), "1......1..1..1..");
///
/// let grid: Grid = "1... ..2. .... ...1".parse()?;
/// let error = deduce::cross_hatching(&grid).unwrap_err();
/// assert_eq!(error.to_string(), "box 2 has no place for digit 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn cross_hatching(grid: &Grid) -> Result<Grid, Contradiction> {
    let shape = grid.shape();
    for house in shape.rows().chain(shape.columns()).chain(shape.boxes()) {
        if let Some((digit, cells)) = grid.repeated_digit(house.cells()) {
            return Err(Contradiction::Repeated {
                house: house.kind(),
                digit,
                cells,
            });
        }
    }
    let mut hatching = Hatching::new(grid);
    let full = |house: &House| house.cells().len() == shape.digits().len();
    let boxes: Vec<House> = shape.boxes().filter(full).collect();
    loop {
        let before = hatching.written;
        for house in &boxes {
            for digit in shape.digits().digits() {
                hatching.step(house, digit)?;
            }
        }
        if hatching.written == before {
            return Ok(hatching.grid);
        }
    }
}

/// A grid and the digits that each row, column and box has: bit `d` stands for digit `d`.
struct Hatching {
    grid: Grid,
    rows: Vec<u32>,
    columns: Vec<u32>,
    boxes: Vec<u32>,
    written: usize,
}

impl Hatching {
    fn new(grid: &Grid) -> Hatching {
        let shape = grid.shape();
        let none = |count| vec![0; count];
        let mut hatching = Hatching {
            grid: Grid::empty(shape),
            rows: none(shape.row_count()),
            columns: none(shape.column_count()),
            boxes: none(shape.box_count()),
            written: 0,
        };
        for (cell, digit) in grid.filled() {
            hatching.write(cell, digit);
        }
        hatching
    }

    fn write(&mut self, cell: Cell, digit: u8) {
        self.rows[cell.row()] |= 1 << digit;
        self.columns[cell.column()] |= 1 << digit;
        self.boxes[self.grid.shape().box_of(cell)] |= 1 << digit;
        self.grid.set(cell, digit);
        self.written += 1;
    }

    fn step(&mut self, house: &House, digit: u8) -> Result<(), Contradiction> {
        let has = |digits: u32| digits >> digit & 1 == 1;
        if has(self.boxes[self.grid.shape().box_of(house.cells()[0])]) {
            return Ok(());
        }
        let mut places = house.cells().iter().copied().filter(|&cell| {
            !has(self.rows[cell.row()])
                && !has(self.columns[cell.column()])
                && self.grid.get(cell).is_none()
        });
        match (places.next(), places.next()) {
            (None, _) => Err(Contradiction::NoPlace {
                house: house.kind(),
                digit,
            }),
            (Some(cell), None) => {
                self.write(cell, digit);
                Ok(())
            }
            _ => Ok(()),
        }
    }
}
