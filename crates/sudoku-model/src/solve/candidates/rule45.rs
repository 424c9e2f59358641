//! The rule of 45: regions that follow from houses and totals together.
//!
//! Cells with a known sum that all see each other make a cage like any other, and the rest is split
//! into groups that do.

use super::basic::total;
use super::board::Board;
use super::region::{Cells, Region};
use crate::board::set::elements;
use crate::model::Model;
use crate::parts::area;

/// The regions that follow, or `None` if one of them cannot be filled at first sight.
pub(super) fn derived(model: &Model, board: &Board) -> Option<Vec<Region>> {
    let mut regions = Vec::new();
    area::consequences(model, |_, plus, minus, sum| {
        let positive: Cells = elements(plus).map(|cell| cell as u16).collect();
        let negative: Cells = elements(minus).map(|cell| cell as u16).collect();
        regions.push(total(board, sum, &positive, &negative)?.redundant());
        Some(())
    })?;
    Some(regions)
}
