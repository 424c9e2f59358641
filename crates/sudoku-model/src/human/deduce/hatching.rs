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
    let boxes: Vec<House> = shape.boxes().collect();
    loop {
        let before = hatching.written;
        for house in &boxes {
            for digit in 1..=shape.side() as u8 {
                hatching.step(house, digit)?;
            }
        }
        if hatching.written == before {
            return Ok(hatching.grid);
        }
    }
}

/// A grid and, for each digit, the rows, columns and boxes that have it.
struct Hatching {
    grid: Grid,
    rows: Vec<u32>,
    columns: Vec<u32>,
    boxes: Vec<u32>,
    written: usize,
}

impl Hatching {
    fn new(grid: &Grid) -> Hatching {
        let none = vec![0; grid.shape().side() + 1];
        let mut hatching = Hatching {
            grid: Grid::empty(grid.shape()),
            rows: none.clone(),
            columns: none.clone(),
            boxes: none,
            written: 0,
        };
        for (cell, digit) in grid.filled() {
            hatching.write(cell, digit);
        }
        hatching
    }

    fn write(&mut self, cell: Cell, digit: u8) {
        let at = usize::from(digit);
        self.rows[at] |= 1 << cell.row();
        self.columns[at] |= 1 << cell.column();
        self.boxes[at] |= 1 << self.grid.shape().box_of(cell);
        self.grid.set(cell, digit);
        self.written += 1;
    }

    fn step(&mut self, house: &House, digit: u8) -> Result<(), Contradiction> {
        let at = usize::from(digit);
        if self.boxes[at] >> self.grid.shape().box_of(house.cells()[0]) & 1 == 1 {
            return Ok(());
        }
        let mut places = house.cells().iter().copied().filter(|&cell| {
            self.grid.get(cell).is_none()
                && self.rows[at] >> cell.row() & 1 == 0
                && self.columns[at] >> cell.column() & 1 == 0
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
