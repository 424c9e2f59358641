//! What people do with a puzzle: deduce, rate, ask what is wrong.

mod conflict;
pub mod deduce;
mod rate;

pub use self::conflict::{Conflict, ConflictKind};
pub use self::rate::{Rating, Unrated};
