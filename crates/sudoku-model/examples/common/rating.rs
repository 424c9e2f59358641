//! Ratings for people who wait.

use sudoku_model::{Limits, Model, Rating, Unrated};

/// No puzzle that a person would solve comes near it; a board of 25 x 25 can.
const MOST_GUESSES: u64 = 100_000;

/// How hard a puzzle is, unless that takes too long.
pub(crate) fn rate(model: &Model) -> Result<Rating, Unrated> {
    model.rating(Limits::none().nodes(MOST_GUESSES))
}
