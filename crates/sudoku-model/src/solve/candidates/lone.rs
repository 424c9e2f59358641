//! The filters of single clues, for those who tell people what each of them says.

use super::basic::{indices, linear, total};
use super::board::{Board, State};
use super::families::{add_automaton, Known};
use super::region::Region;
use super::sets::SumTable;
use crate::board::{Cell, Digits};
use crate::model::Model;
use crate::parts::Automaton;

/// Makes filters for a model.
#[derive(Clone, Debug)]
pub(crate) struct Filters(Board);

/// What is said of some cells.
#[derive(Clone, Debug)]
pub(crate) struct Filter(Vec<Region>);

impl Filters {
    pub(crate) fn new(model: &Model) -> Filters {
        Filters(Board::new(model))
    }

    /// The filter of cells whose sum is larger by `sum` than that of others; `None` if no digits
    /// have that.
    pub(crate) fn sum(&self, plus: &[Cell], minus: &[Cell], sum: i32) -> Option<Filter> {
        let (plus, minus) = (indices(plus), indices(minus));
        Some(Filter(vec![total(&self.0, sum, &plus, &minus)?]))
    }

    /// The filter of cells that add up to a total, each multiplied by a number.
    pub(crate) fn linear(&self, terms: &[(i32, Cell)], total: i32) -> Filter {
        let place = |cell: Cell| cell.index() as u16;
        Filter(vec![linear(&self.0, total.into(), terms, place)])
    }

    /// The filter of cells that an automaton reads.
    pub(crate) fn line(&self, automaton: &Automaton, cells: &[Cell]) -> Filter {
        let mut regions = Vec::new();
        let cells = indices(cells);
        add_automaton(
            &self.0,
            automaton,
            cells,
            &mut Known::default(),
            &mut regions,
        );
        Filter(regions)
    }
}

impl Filter {
    /// What is left of the digits of all cells, in row order: those that occur in some filling of
    /// its cells, and elsewhere those that do not occur in all of them where they are seen. `None`
    /// if there is no filling.
    pub(crate) fn run(&self, filters: &Filters, digits: &[Digits]) -> Option<Vec<Digits>> {
        let Filters(board) = filters;
        let masks = digits.iter().map(Digits::bits).collect();
        let mut state = State::new(masks);
        let mut table = SumTable::new(board.digits);
        for region in &self.0 {
            region.run(board, &mut state, &mut table)?;
        }
        let left = state.masks.into_iter();
        Some(left.map(Digits::from_bits_truncate).collect())
    }
}
