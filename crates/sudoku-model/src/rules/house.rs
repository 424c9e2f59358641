//! Houses beside rows and columns: jigsaw regions, diagonals, windows, extra regions.

use crate::board::{Cell, House, HouseKind, Shape};
use crate::model::{Fault, ModelError, Subject};
use crate::parts::check_different;

/// The regions that take the place of boxes: for each cell in row order the number of its own.
pub(crate) fn jigsaw(shape: Shape, numbers: &[u8]) -> Result<Vec<House>, ModelError> {
    let (count, expected) = (shape.box_count(), shape.cell_count());
    let box_size = shape.box_width() * shape.box_height();
    if numbers.len() != expected {
        let found = numbers.len();
        return Err(Subject::Board.error(Fault::JigsawLength { expected, found }));
    }
    let mut regions = vec![Vec::new(); count];
    for (cell, &number) in shape.cells().zip(numbers) {
        let number = usize::from(number);
        match regions.get_mut(number) {
            Some(cells) => cells.push(cell),
            None => return Err(Subject::Cell(cell).error(Fault::JigsawNumber { number, count })),
        }
    }
    let house = |(region, cells): (usize, Vec<Cell>)| match cells.len() {
        size if size == box_size => Ok(House::new(HouseKind::Jigsaw(region), cells)),
        found => Err(
            Subject::House(HouseKind::Jigsaw(region)).error(Fault::Size {
                expected: box_size,
                found,
            }),
        ),
    };
    regions.into_iter().enumerate().map(house).collect()
}

/// Both long diagonals.
pub(crate) fn diagonals(shape: Shape) -> Result<[House; 2], ModelError> {
    let side = shape.side();
    if shape.row_count() != shape.column_count() {
        return Err(Subject::Board.error(Fault::NotSquare { shape }));
    }
    let down = (0..side).map(|i| shape.cell(i, i));
    let up = (0..side).map(|i| shape.cell(i, side - 1 - i));
    Ok([
        House::new(HouseKind::Diagonal(0), down),
        House::new(HouseKind::Diagonal(1), up),
    ])
}

/// The windows of windoku.
pub(crate) fn windows(shape: Shape) -> Result<Vec<House>, ModelError> {
    let (height, width) = (shape.box_height(), shape.box_width());
    let down = (shape.row_count() - 1) / (height + 1);
    let across = (shape.column_count() - 1) / (width + 1);
    if down * across == 0 {
        return Err(Subject::Board.error(Fault::WindokuBoxes { shape }));
    }
    let window = |window| {
        let top = window / across * (height + 1) + 1;
        let left = window % across * (width + 1) + 1;
        let cells = (0..height * width).map(|i| shape.cell(top + i / width, left + i % width));
        House::new(HouseKind::Window(window), cells)
    };
    Ok((0..down * across).map(window).collect())
}

/// An extra region with this number.
pub(crate) fn region(shape: Shape, number: usize, cells: Vec<Cell>) -> Result<House, ModelError> {
    let kind = HouseKind::Region(number);
    let house = House::new(kind, cells);
    let checked = match house.cells().len() {
        0 => Err(Fault::NoCells),
        _ => check_different(shape, house.cells()),
    };
    checked.map_err(|fault| Subject::House(kind).error(fault))?;
    Ok(house)
}
