//! The board itself: its cells, its digits, its houses, and grids of digits on it.

mod digits;
mod error;
mod grid;
pub(crate) mod set;
mod shape;

pub use self::digits::{DigitIter, Digits};
pub use self::error::{GridError, ShapeError};
pub use self::grid::Grid;
pub use self::shape::{Cell, House, HouseKind, Shape};
