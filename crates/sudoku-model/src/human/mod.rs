//! What people do with a puzzle: deduce, rate, ask what is wrong.

mod conflict;
mod culprits;
pub mod deduce;
mod rate;

pub use self::conflict::{Conflict, ConflictKind};
pub use self::culprits::{Culprits, Superfluous};
pub use self::rate::{Rating, Unrated};
