//! sudoku-model

pub mod cage;
mod cover;
pub mod deduce;
mod digits;
mod error;
mod grid;
mod innies;
mod model;
mod reduce;
mod shape;
mod solve;
pub mod text;
mod verify;

pub use crate::cage::Cage;
pub use crate::digits::{DigitIter, Digits};
pub use crate::error::{GridError, ModelError, ShapeError};
pub use crate::grid::Grid;
pub use crate::model::{Builder, Domino, Model, Tiling};
pub use crate::shape::{Cell, House, HouseKind, Shape};
pub use crate::solve::Solver;
pub use crate::text::{TextError, TextErrorKind};
pub use crate::verify::RuleBroken;
pub use exactcover::{First, Limit, Limits, Outcome, Report, Stats, Strategy, Ties, Unique};
