//! Everything that can be wrong with a shape, a grid or a model.
//!
//! Numbers in the variants count from 0, in the order in which the caller added things; messages
//! count from 1.

use core::fmt;

use crate::digits::Digits;
use crate::shape::{Cell, HouseKind, Shape};

/// A board of a side outside 4..=25.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShapeError {
    /// The side that was asked for.
    pub side: usize,
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a board of side {}: only {} to {} will do",
            self.side,
            Shape::MIN_SIDE,
            Shape::MAX_SIDE
        )
    }
}

impl std::error::Error for ShapeError {}

/// Digits that make no [`Grid`](crate::Grid).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum GridError {
    /// Not one digit a cell.
    Length {
        /// The number of cells.
        expected: usize,
        /// The number of digits.
        found: usize,
    },
    /// A digit larger than the side.
    Digit {
        /// Where it stands.
        cell: Cell,
        /// The digit.
        digit: u8,
        /// The side of the board, its largest digit.
        side: usize,
    },
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            GridError::Length { expected, found } => {
                write!(f, "expected {expected} digits, found {found}")
            }
            GridError::Digit { cell, digit, side } => {
                write!(f, "{cell}: digit {digit} is not in 1..={side}")
            }
        }
    }
}

impl std::error::Error for GridError {}

/// Why [`Builder::build`](crate::Builder::build) refuses a model.
///
/// A model that is well formed and merely has no solution is no error, unless two of its parts
/// contradict each other at first sight.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ModelError {
    /// A cell made by a shape of another side.
    ForeignCell {
        /// The cell.
        cell: Cell,
        /// The side of this board.
        side: usize,
    },
    /// A given, or a digit of a domino, that the board does not have.
    DigitOutOfRange {
        /// Where it should go.
        cell: Cell,
        /// The digit.
        digit: u8,
        /// The side of the board, its largest digit.
        side: usize,
    },
    /// The jigsaw regions were not given as one number a cell.
    JigsawLength {
        /// The number of cells.
        expected: usize,
        /// The length of the list.
        found: usize,
    },
    /// A jigsaw region number that is not below the side.
    JigsawNumber {
        /// The cell.
        cell: Cell,
        /// Its number.
        number: usize,
        /// The side of the board.
        side: usize,
    },
    /// A jigsaw region that does not have one cell for each digit.
    JigsawSize {
        /// The region.
        region: usize,
        /// The side of the board.
        expected: usize,
        /// The size of the region.
        found: usize,
    },
    /// Windoku on a board without square boxes.
    WindokuBoxes {
        /// The board.
        shape: Shape,
    },
    /// An extra region without cells.
    EmptyRegion {
        /// The region.
        region: usize,
    },
    /// An extra region of more cells than there are digits.
    RegionTooLarge {
        /// The region.
        region: usize,
        /// Its size.
        size: usize,
        /// The side of the board.
        side: usize,
    },
    /// An extra region that names a cell twice.
    RegionRepeatsCell {
        /// The region.
        region: usize,
        /// The cell.
        cell: Cell,
    },
    /// A cage without cells.
    EmptyCage {
        /// The cage.
        cage: usize,
    },
    /// A cage of more cells than there are digits.
    CageTooLarge {
        /// The cage.
        cage: usize,
        /// Its size.
        size: usize,
        /// The side of the board.
        side: usize,
    },
    /// A cage that names a cell twice.
    CageRepeatsCell {
        /// The cage.
        cage: usize,
        /// The cell.
        cell: Cell,
    },
    /// A cell in two cages.
    CagesOverlap {
        /// The cell.
        cell: Cell,
        /// The cage that had it first.
        first: usize,
        /// The cage that takes it again.
        second: usize,
    },
    /// A total that no digits for the cells of the cage have; different digits, unless the cage
    /// lets them [repeat](crate::Cage::repeats).
    CageTotal {
        /// The cage.
        cage: usize,
        /// Its total.
        total: u32,
        /// Its size.
        size: usize,
        /// The smallest total of a cage of that size and kind.
        min: u32,
        /// The largest one.
        max: u32,
    },
    /// A digit given twice in one cage.
    CageGivenTwice {
        /// The cage.
        cage: usize,
        /// The digit.
        digit: u8,
        /// Where it is given.
        cells: [Cell; 2],
    },
    /// Givens in a cage that no choice of digits for its other cells completes to its total.
    CageGivens {
        /// The cage.
        cage: usize,
        /// Its total.
        total: u32,
        /// The digits given in it.
        given: Digits,
        /// The number of its other cells.
        open: usize,
    },
    /// The same in a cage of [`Builder::sum_cage`](crate::Builder::sum_cage).
    SumCageGivens {
        /// The cage.
        cage: usize,
        /// Its total.
        total: u32,
        /// The sum of the digits given in it.
        given: u32,
        /// The number of its other cells.
        open: usize,
    },
    /// A cage of [`Builder::sum_cage`](crate::Builder::sum_cage) on a board with the domino rule:
    /// no backend solves such boards.
    SumCageOnDominoes {
        /// The cage.
        cage: usize,
    },
    /// A cage with thousands of sets of digits, on a board of more than 16 digits with the domino
    /// rule: no backend solves such boards.
    LargeCageOnDominoes {
        /// The cage.
        cage: usize,
        /// Its size.
        size: usize,
    },
    /// A domino on a board without [`domino_tiling`](crate::Builder::domino_tiling).
    DominoWithoutTiling {
        /// The domino.
        domino: usize,
    },
    /// A domino with the same digit on both halves.
    DominoDouble {
        /// The domino.
        domino: usize,
        /// The digit.
        digit: u8,
    },
    /// A domino on two cells that share no edge.
    DominoCellsApart {
        /// The domino.
        domino: usize,
        /// Its cells.
        cells: [Cell; 2],
    },
    /// Two dominoes with the same pair of digits.
    TileTwice {
        /// The pair.
        digits: Digits,
        /// The domino that had it first.
        first: usize,
        /// The domino that has it again.
        second: usize,
    },
    /// A cell under two dominoes.
    DominoesOverlap {
        /// The cell.
        cell: Cell,
        /// The domino that had it first.
        first: usize,
        /// The domino that takes it again.
        second: usize,
    },
    /// A number of isolated cells other than the side, which leaves no room for the dominoes, or
    /// too much.
    SinglesCount {
        /// The side of the board.
        expected: usize,
        /// The number of isolated cells.
        found: usize,
    },
    /// An isolated cell named twice.
    SingleTwice {
        /// The cell.
        cell: Cell,
    },
    /// An isolated cell under a domino.
    SingleCovered {
        /// The cell.
        cell: Cell,
        /// The domino.
        domino: usize,
    },
    /// Two different digits given for one cell.
    GivenConflict {
        /// The cell.
        cell: Cell,
        /// The digits, in the order in which they were given.
        digits: [u8; 2],
    },
    /// A digit given twice in one house.
    GivenTwice {
        /// The house.
        house: HouseKind,
        /// The digit.
        digit: u8,
        /// Where it is given.
        cells: [Cell; 2],
    },
    /// Givens in the form of a grid of another shape.
    GivensShape {
        /// The shape of the model.
        expected: Shape,
        /// The shape of the grid.
        found: Shape,
    },
}

impl ModelError {
    /// The cage that is wrong, if it is a cage: its place in the order of
    /// [`Builder::cage`](crate::Builder::cage) and [`Builder::sum_cage`](crate::Builder::sum_cage)
    /// calls, from 0. Of two cages in one cell, the later.
    #[must_use]
    pub fn cage(&self) -> Option<usize> {
        match *self {
            ModelError::EmptyCage { cage }
            | ModelError::CageTooLarge { cage, .. }
            | ModelError::CageRepeatsCell { cage, .. }
            | ModelError::CagesOverlap { second: cage, .. }
            | ModelError::CageTotal { cage, .. }
            | ModelError::CageGivenTwice { cage, .. }
            | ModelError::CageGivens { cage, .. }
            | ModelError::SumCageGivens { cage, .. }
            | ModelError::SumCageOnDominoes { cage }
            | ModelError::LargeCageOnDominoes { cage, .. } => Some(cage),
            _ => None,
        }
    }

    /// The domino that is wrong, if it is a domino: its place in the order of
    /// [`Builder::domino`](crate::Builder::domino) calls, from 0. Of two dominoes in conflict, the
    /// later.
    #[must_use]
    pub fn domino(&self) -> Option<usize> {
        match *self {
            ModelError::DominoWithoutTiling { domino }
            | ModelError::DominoDouble { domino, .. }
            | ModelError::DominoCellsApart { domino, .. }
            | ModelError::TileTwice { second: domino, .. }
            | ModelError::DominoesOverlap { second: domino, .. }
            | ModelError::SingleCovered { domino, .. } => Some(domino),
            _ => None,
        }
    }

    /// The cell where it shows; the second of two.
    #[must_use]
    pub fn cell(&self) -> Option<Cell> {
        match *self {
            ModelError::ForeignCell { cell, .. }
            | ModelError::DigitOutOfRange { cell, .. }
            | ModelError::JigsawNumber { cell, .. }
            | ModelError::RegionRepeatsCell { cell, .. }
            | ModelError::CageRepeatsCell { cell, .. }
            | ModelError::CagesOverlap { cell, .. }
            | ModelError::CageGivenTwice {
                cells: [_, cell], ..
            }
            | ModelError::DominoCellsApart {
                cells: [_, cell], ..
            }
            | ModelError::DominoesOverlap { cell, .. }
            | ModelError::SingleTwice { cell }
            | ModelError::SingleCovered { cell, .. }
            | ModelError::GivenConflict { cell, .. }
            | ModelError::GivenTwice {
                cells: [_, cell], ..
            } => Some(cell),
            _ => None,
        }
    }
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ModelError::ForeignCell { cell, side } => {
                write!(f, "{cell} is no cell of a board of side {side}")
            }
            ModelError::DigitOutOfRange { cell, digit, side } => {
                write!(f, "{cell}: digit {digit} is not in 1..={side}")
            }
            ModelError::JigsawLength { expected, found } => {
                write!(
                    f,
                    "expected a jigsaw region for each of {expected} cells, found {found}"
                )
            }
            ModelError::JigsawNumber { cell, number, side } => {
                write!(
                    f,
                    "{cell}: jigsaw region number {number} is not in 0..{side}"
                )
            }
            ModelError::JigsawSize {
                region,
                expected,
                found,
            } => {
                write!(
                    f,
                    "jigsaw region {} has {found} cells instead of {expected}",
                    region + 1
                )
            }
            ModelError::WindokuBoxes { shape } => write!(
                f,
                "windoku needs square boxes, and these are {} x {}",
                shape.box_width(),
                shape.box_height()
            ),
            ModelError::EmptyRegion { region } => write!(f, "region {} has no cells", region + 1),
            ModelError::RegionTooLarge { region, size, side } => {
                write!(
                    f,
                    "region {} has {size} cells for {side} digits",
                    region + 1
                )
            }
            ModelError::RegionRepeatsCell { region, cell } => {
                write!(f, "region {} has {cell} twice", region + 1)
            }
            ModelError::EmptyCage { cage } => write!(f, "cage {} has no cells", cage + 1),
            ModelError::CageTooLarge { cage, size, side } => {
                write!(
                    f,
                    "cage {} has {size} cells for {side} different digits",
                    cage + 1
                )
            }
            ModelError::CageRepeatsCell { cage, cell } => {
                write!(f, "cage {} has {cell} twice", cage + 1)
            }
            ModelError::CagesOverlap {
                cell,
                first,
                second,
            } => {
                write!(
                    f,
                    "{cell} is in cage {} and in cage {}",
                    first + 1,
                    second + 1
                )
            }
            ModelError::CageTotal {
                cage,
                total,
                size,
                min,
                max,
            } => {
                // Only digits that repeat can all be 1.
                let digits = match size {
                    1 => "digit adds",
                    _ if min as usize == size => "digits add",
                    _ => "different digits add",
                };
                write!(
                    f,
                    "cage {}: {size} {digits} up to {min}..{max}, not to {total}",
                    cage + 1
                )
            }
            ModelError::CageGivenTwice {
                cage,
                digit,
                cells: [a, b],
            } => {
                write!(
                    f,
                    "cage {}: digit {digit} is given in {a} and in {b}",
                    cage + 1
                )
            }
            ModelError::CageGivens {
                cage,
                total,
                given,
                open: 0,
            } => {
                write!(
                    f,
                    "cage {}: its givens {given} add up to {}, not to {total}",
                    cage + 1,
                    given.sum()
                )
            }
            ModelError::CageGivens {
                cage,
                total,
                given,
                open,
            } => write!(
                f,
                "cage {}: with {given} given, no digits for the other {open} add up to {total}",
                cage + 1
            ),
            ModelError::SumCageGivens {
                cage,
                total,
                given,
                open: 0,
            } => write!(
                f,
                "cage {}: its givens add up to {given}, not to {total}",
                cage + 1
            ),
            ModelError::SumCageGivens {
                cage,
                total,
                given,
                open,
            } => write!(
                f,
                "cage {}: with givens that add up to {given}, no digits for the other {open} make {total}",
                cage + 1
            ),
            ModelError::SumCageOnDominoes { cage } => write!(
                f,
                "cage {} lets digits repeat, which a board tiled with dominoes does not allow",
                cage + 1
            ),
            ModelError::LargeCageOnDominoes { cage, size } => write!(
                f,
                "cage {} has {size} cells, too many for a board tiled with dominoes",
                cage + 1
            ),
            ModelError::DominoWithoutTiling { domino } => {
                write!(
                    f,
                    "domino {} on a board that is not tiled with dominoes",
                    domino + 1
                )
            }
            ModelError::DominoDouble { domino, digit } => {
                write!(f, "domino {} has digit {digit} twice", domino + 1)
            }
            ModelError::DominoCellsApart {
                domino,
                cells: [a, b],
            } => {
                write!(f, "domino {}: {a} and {b} are not neighbors", domino + 1)
            }
            ModelError::TileTwice {
                digits,
                first,
                second,
            } => {
                write!(
                    f,
                    "dominoes {} and {} have the same digits {digits}",
                    first + 1,
                    second + 1
                )
            }
            ModelError::DominoesOverlap {
                cell,
                first,
                second,
            } => {
                write!(
                    f,
                    "{cell} is under dominoes {} and {}",
                    first + 1,
                    second + 1
                )
            }
            ModelError::SinglesCount { expected, found } => {
                write!(
                    f,
                    "expected {expected} isolated cells, one for each digit, found {found}"
                )
            }
            ModelError::SingleTwice { cell } => write!(f, "isolated cell {cell} is named twice"),
            ModelError::SingleCovered { cell, domino } => {
                write!(f, "isolated cell {cell} is under domino {}", domino + 1)
            }
            ModelError::GivenConflict {
                cell,
                digits: [a, b],
            } => write!(f, "{cell} is given as {a} and as {b}"),
            ModelError::GivenTwice {
                house,
                digit,
                cells: [a, b],
            } => {
                write!(
                    f,
                    "digit {digit} is given twice in {house}: in {a} and in {b}"
                )
            }
            ModelError::GivensShape { expected, found } => write!(
                f,
                "givens on a board of {} x {} boxes for a model of {} x {} boxes",
                found.box_width(),
                found.box_height(),
                expected.box_width(),
                expected.box_height()
            ),
        }
    }
}

impl std::error::Error for ModelError {}
